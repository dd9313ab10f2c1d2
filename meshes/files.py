"""Mesh files: STL, OBJ, PLY, OFF, GLB and 3MF in; GLB, OBJ, PLY and STL out.

The one module that asks trimesh to read and write, imported only then: a
table of kit pieces never waits for it. What can't be read in full is refused.
"""

import io
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

import numpy as np

from meshes.counts import obj_triangles, off_triangles, plain_obj, ply_triangles, stl_triangles
from meshes.filebytes import MOST_BYTES, MOST_TRIANGLES, file_bytes, limit
from meshes.glb import check_glb
from meshes.mesh import Mesh, MeshError
from meshes.refusing import named, quiet
from meshes.soup import Shape, factors, fans, set_down
from meshes.threemf import check_unit, read_3mf

Up: TypeAlias = Literal["z", "y"]
WRITTEN: Final = (".glb", ".obj", ".ply", ".stl")


def load(
    path: Path,
    *,
    units: str = "mm",
    up: Up = "z",
    scale: float | Sequence[float] = 1.0,
    max_triangles: int = MOST_TRIANGLES,
    max_bytes: int = MOST_BYTES,
) -> Mesh:
    """Read a piece of scenery from a mesh file.

    All bodies of the file are joined, each where its file places it. Corners
    at exactly the same position become one. Materials and pictures are
    ignored, and no other file is opened. The piece is then set down: the
    middle of its AABB in x and y at the origin, its underside at z = 0.

    Parameters
    ----------
    path : Path
        An ``.stl``, ``.obj``, ``.ply``, ``.off``, ``.glb`` or ``.3mf`` file.
    units : str
        What 1.0 is in the file: ``"mm"``, ``"cm"``, ``"in"`` or ``"m"``. It
        is never guessed; a 3MF that names another unit is refused.
    up : str
        The file's upward axis. ``"y"``, as in most GLB files, takes
        (x, y, z) to (x, -z, y).
    scale : float or sequence of 3 floats
        Factor on the size, or one each along x, y and z once it stands upright.
    max_triangles, max_bytes : int
        Greatest size of a file; for a 3MF also of what it unpacks to.

    Returns
    -------
    Mesh
        In mm, its deviation 0: scenery is its mesh.

    Raises
    ------
    MeshError
        If the file is missing, damaged, too large, of an unknown kind, has
        no surface or a number that isn't finite, or an option is out of
        range. The message names the file and the remedy.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "flag.obj")
    ...     _ = path.write_text("v 5 5 5\\nv 6 5 5\\nv 6 5 7\\nf 1 2 3\\n")
    ...     load(path, units="in").bounds.tolist()
    [[-12.7, 0.0, 0.0], [12.7, 0.0, 50.8]]
    """
    path = Path(path)
    with named(path):
        each = factors(units, up, scale)
        unit, shapes = _read(path, max_triangles, max_bytes)
        if unit is not None:
            check_unit(unit, units)
        return set_down(shapes, up, each)


def read(
    path: Path, *, max_triangles: int = MOST_TRIANGLES, max_bytes: int = MOST_BYTES
) -> tuple[str | None, list[Shape]]:
    """Read the shapes of a mesh file as they are: in its own unit, frame and place.

    Parameters
    ----------
    path, max_triangles, max_bytes
        As for `load`.

    Returns
    -------
    unit : str or None
        What a 3MF says its 1.0 is, in its own words; None where the file says nothing.
    shapes : list of Shape
        At least one triangle altogether, unchecked.

    Raises
    ------
    MeshError
        As for `load`.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "flag.obj")
    ...     _ = path.write_text("v 5 5 5\\nv 6 5 5\\nv 6 5 7\\nf 1 2 3\\n")
    ...     unit, shapes = read(path)
    >>> unit, [corners.min(axis=0).tolist() for corners, _ in shapes]
    (None, [[5.0, 5.0, 5.0]])
    """
    with named(Path(path)):
        return _read(Path(path), max_triangles, max_bytes)


def save(
    mesh: Mesh | Mapping[str, Mesh],
    path: Path,
    colours: Mapping[str, tuple[int, int, int, int]] | None = None,
) -> None:
    """Write a mesh, or several by name, as GLB, OBJ, PLY or STL.

    GLB follows its standard, metres with y up (`load` it with ``units="m",
    up="y"``), the others are in mm with z up. GLB and OBJ keep the names. All
    but OBJ round to single precision. The file appears whole or not at all.

    Parameters
    ----------
    mesh : Mesh or mapping of str to Mesh
        What to write, in mm.
    path : Path
        Its suffix says the kind. An existing file is replaced.
    colours : mapping of str to 4 ints, or None
        Of the meshes in a GLB, by name: red, green, blue and opacity, 0 to 255.

    Raises
    ------
    MeshError
        If the suffix isn't one of the four, there is nothing to write, or
        the file can't be written.

    Examples
    --------
    >>> import tempfile
    >>> flag = Mesh([[0, 0, 0], [8, 0, 0], [8, 0, 4]], [[0, 1, 2]])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "flag.glb")
    ...     save(flag, path)
    ...     load(path, units="m", up="y").triangles.shape
    (1, 3, 3)
    """
    path = Path(path)
    suffix = path.suffix.lower()
    if suffix not in WRITTEN:
        raise MeshError(f"{path.name}: can't be written; name it with one of {', '.join(WRITTEN)}")
    meshes = {path.stem: mesh} if isinstance(mesh, Mesh) else dict(mesh)
    if not meshes:
        raise MeshError(f"{path.name}: there is no mesh to write")
    with quiet():
        import trimesh

        scene: Any = trimesh.Scene()
        for name, one in meshes.items():
            corners = one.vertices
            if suffix == ".glb":
                corners = np.stack([corners[:, 0], corners[:, 2], -corners[:, 1]], axis=1) / 1000
            body = trimesh.Trimesh(corners, one.faces, process=False)
            if suffix == ".glb" and colours and name in colours:
                body.visual = _painted(colours[name])
            scene.add_geometry(body, node_name=name, geom_name=name)
        written = scene.export(file_type=suffix[1:])
    partial = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        try:
            partial.write_bytes(written.encode() if isinstance(written, str) else written)
            partial.replace(path)
        finally:
            partial.unlink(missing_ok=True)
    except OSError as error:
        raise MeshError(f"{path.name}: can't be written: {error.strerror}") from error


def _painted(colour: tuple[int, int, int, int]) -> Any:
    from trimesh.visual import material, texture

    shade = [part / 255 for part in colour]
    make: Any = material.PBRMaterial
    show: Any = texture.TextureVisuals
    paint = make(
        baseColorFactor=shade,
        alphaMode="OPAQUE" if shade[3] == 1 else "BLEND",
        metallicFactor=0.0,
        doubleSided=True,
    )
    return show(material=paint)


def _read(path: Path, max_triangles: int, max_bytes: int) -> tuple[str | None, list[Shape]]:
    suffix = path.suffix.lower()
    if suffix != ".3mf" and suffix not in _READERS:
        raise MeshError(f"is of an unknown kind; export it as one of {', '.join(KINDS)}")
    file = file_bytes(path, max_bytes)
    unit: str | None = None
    if suffix == ".3mf":
        unit, shapes = read_3mf(file, max_bytes, max_triangles)
    else:
        shapes = _READERS[suffix](file, max_triangles)
    if limit(sum(len(faces) for _, faces in shapes), max_triangles) == 0:
        raise MeshError("has no triangles; export the piece again")
    return unit, shapes


def _stl(file: bytes, max_triangles: int) -> list[Shape]:
    said = limit(stl_triangles(file), max_triangles)
    from trimesh.exchange.stl import load_stl

    # Straight from the reader: of several solids in one file, a scene would merge corners.
    loaded = load_stl(io.BytesIO(file))
    bodies = [loaded] if "vertices" in loaded else list(loaded["geometry"].values())
    return _complete(said, [fans(body["vertices"], body["faces"]) for body in bodies])


def _obj(file: bytes, max_triangles: int) -> list[Shape]:
    plain = plain_obj(file)
    return _counted(plain, "obj", obj_triangles(plain), max_triangles)


def _off(file: bytes, max_triangles: int) -> list[Shape]:
    return _counted(file, "off", off_triangles(file), max_triangles)


def _ply(file: bytes, max_triangles: int) -> list[Shape]:
    return _counted(file, "ply", ply_triangles(file), max_triangles)


def _glb(file: bytes, max_triangles: int) -> list[Shape]:
    check_glb(file, max_triangles)
    return _scene(file, "glb")


def _counted(file: bytes, kind: str, said: int | None, max_triangles: int) -> list[Shape]:
    if said is None:
        return _scene(file, kind)
    return _complete(limit(said, max_triangles), _scene(file, kind))


def _scene(file: bytes, kind: str) -> list[Shape]:
    """Read a file with trimesh, every body at each place its nodes give it."""
    import trimesh

    scene: Any = trimesh.load_scene(
        io.BytesIO(file), file_type=kind, process=False, skip_materials=True
    )
    # Nodes come in no fixed order and partly under random names.
    number = {name: i for i, name in enumerate(scene.geometry)}
    placed = [scene.graph[node] for node in scene.graph.nodes_geometry]
    shapes = []
    for place, name in sorted(placed, key=lambda each: (number[each[1]], each[0].tolist())):
        body = scene.geometry[name]
        if isinstance(body, trimesh.Trimesh):
            corners, faces = fans(body.vertices, body.faces)
            if np.linalg.det(place[:3, :3]) < 0:
                # A mirrored body keeps its outside outside.
                faces = faces[:, ::-1]
            shapes.append((corners @ place[:3, :3].T + place[:3, 3], faces))
    return shapes


def _complete(said: int, shapes: list[Shape]) -> list[Shape]:
    found = sum(len(faces) for _, faces in shapes)
    if found != said:
        raise MeshError(f"says {said} triangles, {found} can be read; fetch or export it again")
    return shapes


_READERS: Final[dict[str, Callable[[bytes, int], list[Shape]]]] = {
    ".stl": _stl,
    ".obj": _obj,
    ".ply": _ply,
    ".off": _off,
    ".glb": _glb,
}

KINDS: Final = (*_READERS, ".3mf")
"""The endings of the files that can be read."""
