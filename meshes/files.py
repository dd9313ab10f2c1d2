"""Mesh files: STL, OBJ, PLY, OFF, GLB and 3MF in; GLB, OBJ, PLY and STL out.

The one module that asks trimesh to read and write, imported only then: a
table of kit pieces never waits for it. What can't be read in full is refused.
"""

import io
import logging
import math
import os
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

import numpy as np

from meshes.counts import obj_triangles, off_triangles, ply_triangles, stl_triangles
from meshes.glb import check_glb
from meshes.mesh import Floats, Mesh, MeshError
from meshes.soup import Shape, set_down
from meshes.threemf import read_3mf
from meshes.units import MM_PER, to_mm

Up: TypeAlias = Literal["z", "y"]

MOST_TRIANGLES: Final = 2_000_000
MOST_BYTES: Final = 200_000_000
WRITTEN: Final = (".glb", ".obj", ".ply", ".stl")

_UNIT_OF_3MF: Final = {"millimeter": "mm", "centimeter": "cm", "inch": "in", "meter": "m"}


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
    suffix = path.suffix.lower()
    try:
        factors = _factors(units, up, scale)
        if suffix != ".3mf" and suffix not in _READERS:
            known = ", ".join([*_READERS, ".3mf"])
            raise MeshError(f"is of an unknown kind; export it as one of {known}")
        file = _bytes(path, max_bytes)
        with _quiet():
            if suffix == ".3mf":
                unit, shapes = read_3mf(file, max_bytes, max_triangles)
                _check_unit(unit, units)
            else:
                shapes = _READERS[suffix](file, max_triangles)
            if _limit(sum(len(faces) for _, faces in shapes), max_triangles) == 0:
                raise MeshError("has no triangles; export the piece again")
            return set_down(shapes, up, factors)
    except MeshError as error:
        raise MeshError(f"{path.name}: {error}") from error.__cause__
    except ImportError as error:
        raise MeshError(f"{path.name}: needs {error.name} to be read; install it") from error
    except Exception as error:
        kind = suffix[1:].upper()
        raise MeshError(
            f"{path.name}: can't be read as {kind}: it is damaged, cut short or of another kind "
            f"({type(error).__name__}: {str(error)[:100]}); fetch or export it again"
        ) from error


def save(mesh: Mesh | Mapping[str, Mesh], path: Path) -> None:
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
    named = {path.stem: mesh} if isinstance(mesh, Mesh) else dict(mesh)
    if not named:
        raise MeshError(f"{path.name}: there is no mesh to write")
    with _quiet():
        import trimesh

        scene: Any = trimesh.Scene()
        for name, one in named.items():
            corners = one.vertices
            if suffix == ".glb":
                corners = np.stack([corners[:, 0], corners[:, 2], -corners[:, 1]], axis=1) / 1000
            body = trimesh.Trimesh(corners, one.faces, process=False)
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


@contextmanager
def _quiet() -> Iterator[None]:
    """Silence a reader's warnings, save one that it gave up on a text."""
    logging.getLogger("trimesh").addHandler(logging.NullHandler())
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        # numpy stops at a word that is no number and only warns.
        warnings.filterwarnings("error", "string or file could not be read", DeprecationWarning)
        yield


def _factors(units: str, up: str, scale: float | Sequence[float]) -> Floats:
    if units not in MM_PER:
        raise MeshError(f"units: expected one of {', '.join(MM_PER)}, got {units!r}")
    if up not in ("z", "y"):
        raise MeshError(f'up: expected "z" or "y", got {up!r}')
    each = list(scale) if isinstance(scale, Sequence) else [scale] * 3
    if len(each) != 3 or not all(isinstance(x, int | float) and 0 < x < math.inf for x in each):
        raise MeshError(f"scale: expected one or three numbers above 0, got {scale!r}")
    return np.array([to_mm(x, units) for x in each])


def _bytes(path: Path, max_bytes: int) -> bytes:
    try:
        size = path.stat().st_size
        if size > max_bytes:
            raise MeshError(f"has {size} bytes, more than {max_bytes}; export a coarser piece")
        return path.read_bytes()
    except FileNotFoundError:
        raise MeshError("there is no such file; check the name and the folder") from None
    except OSError as error:
        raise MeshError(f"can't be opened: {error.strerror}") from error


def _check_unit(unit: str, units: str) -> None:
    known = _UNIT_OF_3MF.get(unit)
    if known != units:
        remedy = f'write units = "{known}"' if known else "export it in millimetres"
        raise MeshError(f"is drawn in units of one {unit}, not {units}; {remedy}")


def _limit(triangles: int, max_triangles: int) -> int:
    if triangles > max_triangles:
        raise MeshError(f"has {triangles} triangles, more than {max_triangles}; simplify it")
    return triangles


def _stl(file: bytes, max_triangles: int) -> list[Shape]:
    said = _limit(stl_triangles(file), max_triangles)
    from trimesh.exchange.stl import load_stl

    # Straight from the reader: of several solids in one file, a scene would merge corners.
    loaded = load_stl(io.BytesIO(file))
    bodies = [loaded] if "vertices" in loaded else list(loaded["geometry"].values())
    return _complete([_shape(body["vertices"], body["faces"]) for body in bodies], said)


def _obj(file: bytes, max_triangles: int) -> list[Shape]:
    said = _limit(obj_triangles(file), max_triangles)
    return _complete(_scene(file, "obj"), said)


def _off(file: bytes, max_triangles: int) -> list[Shape]:
    said = _limit(off_triangles(file), max_triangles)
    return _complete(_scene(file, "off"), said)


def _ply(file: bytes, max_triangles: int) -> list[Shape]:
    said = ply_triangles(file)
    if said is not None:
        _limit(said, max_triangles)
    shapes = _scene(file, "ply")
    return shapes if said is None else _complete(shapes, said)


def _glb(file: bytes, max_triangles: int) -> list[Shape]:
    check_glb(file, max_triangles)
    return _scene(file, "glb")


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
            corners, faces = _shape(body.vertices, body.faces)
            if np.linalg.det(place[:3, :3]) < 0:
                # A mirrored body keeps its outside outside.
                faces = faces[:, ::-1]
            shapes.append((corners @ place[:3, :3].T + place[:3, 3], faces))
    return shapes


def _shape(corners: Any, faces: Any) -> Shape:
    points = np.array(corners, dtype=np.float64).reshape(-1, 3)
    polygons = np.array(faces, dtype=np.int64)
    if polygons.ndim == 2 and polygons.shape[1] > 3:
        fans = [polygons[:, [0, i, i + 1]] for i in range(1, polygons.shape[1] - 1)]
        polygons = np.concatenate(fans)
    return points, polygons.reshape(-1, 3)


def _complete(shapes: list[Shape], said: int) -> list[Shape]:
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
