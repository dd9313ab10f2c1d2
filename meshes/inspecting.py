"""What a mesh file is: its triangles, its sizes under each unit, its way up, its flaws."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from meshes.filebytes import file_bytes
from meshes.files import KINDS, read
from meshes.guessing import Guess, guess_units, guess_up
from meshes.health import health
from meshes.mesh import Floats, MeshError
from meshes.refusing import named
from meshes.soup import set_down
from meshes.sources import Source, looks_like, source
from meshes.threemf import UNIT_OF_3MF

_LONGEST: Final = 1e9


@dataclass(frozen=True, slots=True, eq=False)
class Inspection:
    """What a mesh file is.

    Parameters
    ----------
    name, kind : str
        The file's name and ending.
    bytes : int
    source : Source
        What it says of itself.
    triangles, corners : int
        Corners at one position counted once.
    bodies : int
        As the file divides it.
    shells : int
        Parts whose faces hang together.
    size : ndarray of shape (3,)
        Along x, y and z as the file has them, in its own unit.
    units, up : Guess
    holes : tuple of float
        The length round each, in the file's unit, longest first. A sheet's rim counts.
    shared_edges, most_faces : int
        Edges of more than two faces, and how many at most.
    flat_faces : int
        Triangles without an area.
    """

    name: str
    kind: str
    bytes: int
    source: Source
    triangles: int
    corners: int
    bodies: int
    shells: int
    size: Floats
    units: Guess
    up: Guess
    holes: tuple[float, ...] = ()
    shared_edges: int = 0
    most_faces: int = 2
    flat_faces: int = 0

    @property
    def upright(self) -> Floats:
        """Size along x, y and z once it stands on its likely underside, in its own unit."""
        turned: Floats = self.size[[0, 2, 1]] if self.up.value == "y" else self.size
        return turned


def inspect(path: Path) -> Inspection:
    """Read a mesh file and say what it is.

    Parameters
    ----------
    path : Path

    Raises
    ------
    MeshError
        If it can't be read; the message names the kind that it is where its first bytes
        show another one.

    Examples
    --------
    >>> import tempfile
    >>> from meshes.files import save
    >>> from meshes.kit import box
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "crate.stl")
    ...     save(box((40, 40, 30)).mesh, path)
    ...     found = inspect(path)
    >>> found.triangles, found.units.value, found.up.value, found.holes
    (12, 'mm', 'z', ())
    """
    path = Path(path)
    kind = path.suffix.lower()
    try:
        said, shapes = read(path)
    except MeshError as error:
        raise _knowing(path, kind, error) from error
    with named(path):
        file = file_bytes(path)
        mesh = set_down(shapes, "z", np.ones(3))
        size = np.ptp(mesh.bounds, axis=0)
        if size.max() > _LONGEST:
            raise MeshError(
                f"is {size.max():.3g} of its units long: a number in it is wrong; fetch or export "
                "it again"
            )
    found = health(mesh)
    about = source(file, path)
    around = [mesh.vertices[rim] for rim in found.rims]
    rims = [float(np.linalg.norm(r - np.roll(r, 1, axis=0), axis=1).sum()) for r in around]
    users = found.topology.users
    return Inspection(
        path.name,
        kind,
        len(file),
        about,
        triangles=len(mesh.faces),
        corners=len(mesh.vertices),
        bodies=max(sum(len(faces) > 0 for _, faces in shapes), len(about.bodies)),
        shells=len(np.unique(found.shells)),
        size=size,
        units=_units(kind, float(size.max()), said),
        up=guess_up(kind, shapes),
        holes=tuple(sorted(rims, reverse=True)),
        shared_edges=int((users > 2).sum()),
        most_faces=int(users.max(initial=0)),
        flat_faces=len(found.flat),
    )


def _units(kind: str, longest: float, said: str | None) -> Guess:
    unit = None if said is None else UNIT_OF_3MF.get(said)
    if said is None or unit is not None:
        return guess_units(kind, longest, unit)
    reason = "the file says so; no scene file knows it: export it in millimetres"
    return Guess(said, reason, True, (said,))


def _knowing(path: Path, kind: str, error: MeshError) -> MeshError:
    """The error, and what the file's first bytes are those of, where that is another kind."""
    try:
        seen = looks_like(file_bytes(path)[:200])
    except MeshError:
        return error
    if not seen or seen == kind:
        return error
    if seen in KINDS:
        return MeshError(f"{path.name}: begins as a {seen} file does; rename it to end in {seen}")
    return MeshError(f"{path.name}: is {seen} and no mesh; fetch the mesh itself")
