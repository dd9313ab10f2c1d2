"""3MF: the shapes of a 3D printing package.

Read here and not by trimesh, whose reader (5.2) joins all meshes of a model
part that a component refers to, whichever it names, follows nested components
without limit, and wants lxml and networkx for it.
"""

import io
import posixpath
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final
from xml.etree import ElementTree
from xml.parsers import expat

import numpy as np

from meshes.mesh import Floats, MeshError
from meshes.soup import Shape

MOST_USES: Final = 100_000
"""Placed components a package may have before it is taken for a trap."""

UNIT_OF_3MF: Final = {"millimeter": "mm", "centimeter": "cm", "inch": "in", "meter": "m"}
"""The units that a package may name and a scene file knows."""

_CORE: Final = (
    "http://schemas.microsoft.com/3dmanufacturing/core/2015/02",
    "http://schemas.microsoft.com/3dmanufacturing/2013/01",
)
_DEPTH: Final = 64


@dataclass(frozen=True, slots=True)
class _Use:
    """An object placed by a component or by the build."""

    part: str
    id: str
    place: Floats


@dataclass(slots=True)
class _Shape:
    corners: list[float] = field(default_factory=list)
    faces: list[int] = field(default_factory=list)
    uses: list[_Use] = field(default_factory=list)


@dataclass(slots=True)
class _Part:
    """A model part of the package, as its XML has it."""

    unit: str = "millimeter"
    shapes: dict[str, _Shape] = field(default_factory=dict)
    build: list[_Use] = field(default_factory=list)


def read_3mf(package: bytes, max_bytes: int, max_triangles: int) -> tuple[str, list[Shape]]:
    """Read the built shapes of a 3MF package.

    Parameters
    ----------
    package : bytes
        The file.
    max_bytes : int
        Greatest size of all its parts together, unpacked.
    max_triangles : int
        Greatest number of triangles, each placing counted.

    Returns
    -------
    unit : str
        The unit the package names, such as ``"millimeter"``.
    shapes : list of Shape
        One for each placed object, in that unit.

    Raises
    ------
    MeshError
        If the package is too large or isn't one. Other errors of a damaged
        package come out as they are.

    Examples
    --------
    >>> places = "".join(f'<vertex x="{x}" y="{y}" z="0"/>' for x, y in ((0, 0), (4, 0), (0, 3)))
    >>> model = (
    ...     f'<model unit="inch" xmlns="{_CORE[0]}"><resources><object id="1"><mesh><vertices>'
    ...     f'{places}</vertices><triangles><triangle v1="0" v2="1" v3="2"/></triangles></mesh>'
    ...     '</object></resources><build><item objectid="1"/></build></model>'
    ... )
    >>> package = io.BytesIO()
    >>> with zipfile.ZipFile(package, "w") as archive:
    ...     archive.writestr("3D/3dmodel.model", model)
    >>> unit, [(corners, faces)] = read_3mf(package.getvalue(), 10_000, 100)
    >>> unit, corners.max(axis=0).tolist(), faces.tolist()
    ('inch', [4.0, 3.0, 0.0], [[0, 1, 2]])
    """
    archive = zipfile.ZipFile(io.BytesIO(package))
    unpacked = sum(entry.file_size for entry in archive.infolist())
    if unpacked > max_bytes:
        raise MeshError(
            f"unpacks to {unpacked} bytes, more than {max_bytes}; export fewer or simpler pieces"
        )
    names = {name.lower().strip("/"): name for name in archive.namelist()}
    parts: dict[str, _Part] = {}

    def part(name: str) -> _Part:
        key = name.lower().strip("/")
        if key not in names:
            raise MeshError(f"names a part it doesn't hold, {name!r}; export it again")
        if key not in parts:
            parts[key] = _parse(archive.read(names[key]), key)
        return parts[key]

    root = part(_root(archive, names))
    shapes: list[Shape] = []
    triangles = uses = 0
    waiting = [(use, np.eye(4), 1) for use in reversed(root.build)]
    while waiting:
        use, outer, depth = waiting.pop()
        uses += 1
        if uses > MOST_USES or depth > _DEPTH:
            raise MeshError("places its components too often or in a circle; export it again")
        shape = part(use.part).shapes[use.id]
        # 3MF writes points as rows: the inner placing acts first, from the left.
        place = use.place @ outer
        if shape.faces:
            corners = np.array(shape.corners, dtype=np.float64).reshape(-1, 3)
            faces = np.array(shape.faces, dtype=np.int64).reshape(-1, 3)
            triangles += len(faces)
            if triangles > max_triangles:
                raise MeshError(f"has more than {max_triangles} triangles; export a coarser piece")
            if np.linalg.det(place[:3, :3]) < 0:
                faces = faces[:, ::-1]
            shapes.append((corners @ place[:3, :3] + place[3, :3], faces))
        waiting += [(inner, place, depth + 1) for inner in reversed(shape.uses)]
    return root.unit, shapes


def check_unit(unit: str, units: str) -> None:
    """Refuse a 3MF that names another unit than the scene does.

    Parameters
    ----------
    unit : str
        As the package names it.
    units : str
        As the scene does.

    Raises
    ------
    MeshError
        The message doesn't name the file.

    Examples
    --------
    >>> check_unit("inch", "in")
    >>> check_unit("inch", "mm")
    Traceback (most recent call last):
    meshes.mesh.MeshError: is drawn in units of one inch, not mm; write units = "in"
    """
    known = UNIT_OF_3MF.get(unit)
    if known != units:
        remedy = f'write units = "{known}"' if known else "export it in millimetres"
        raise MeshError(f"is drawn in units of one {unit}, not {units}; {remedy}")


def _root(archive: zipfile.ZipFile, names: dict[str, str]) -> str:
    """Return the name of the model part the package starts from."""
    if "_rels/.rels" in names:
        links = archive.read(names["_rels/.rels"])
        _refuse_entities(links)
        for link in ElementTree.fromstring(links):
            if link.get("Type", "").endswith("/3dmodel"):
                return link.attrib["Target"]
    return "3D/3dmodel.model"


def _refuse_entities(text: bytes) -> None:
    if b"<!DOCTYPE" in text or b"<!ENTITY" in text:
        _refuse_doctype()


def _refuse_doctype(*_: object) -> None:
    raise MeshError("declares XML entities, which 3MF forbids; export it again")


def _parse(text: bytes, name: str) -> _Part:
    """Read one model part, element by element, keeping no tree."""
    _refuse_entities(text)
    part = _Part()
    shape = _Shape()

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal shape
        namespace, _, local = tag.rpartition(" ")
        if namespace not in _CORE:
            return
        if local == "vertex":
            shape.corners += (float(attributes[axis]) for axis in "xyz")
        elif local == "triangle":
            shape.faces += (int(attributes[corner]) for corner in ("v1", "v2", "v3"))
        elif local == "object":
            shape = part.shapes.setdefault(attributes["id"], _Shape())
        elif local == "component":
            shape.uses.append(_use(attributes, name))
        elif local == "item":
            part.build.append(_use(attributes, name))
        elif local == "model":
            part.unit = attributes.get("unit", part.unit)

    parser = expat.ParserCreate(namespace_separator=" ")
    parser.StartElementHandler = start
    # What another encoding hides from the plain search.
    parser.StartDoctypeDeclHandler = _refuse_doctype
    parser.Parse(text, True)
    return part


def _use(attributes: dict[str, str], part: str) -> _Use:
    place = np.eye(4)
    if "transform" in attributes:
        numbers = np.array([float(word) for word in attributes["transform"].split()])
        place[:, :3] = numbers.reshape(4, 3)
    paths: Iterator[str] = (
        value for key, value in attributes.items() if key.rpartition(" ")[2] == "path"
    )
    path = posixpath.normpath(next(paths, part))
    return _Use(path, attributes["objectid"], place)
