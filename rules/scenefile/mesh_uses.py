"""Which mesh files a scene names, and how each of its pieces reads them."""

from dataclasses import dataclass
from pathlib import Path

from rules.scenefile.draft import drafted
from rules.scenefile.guessed import settled
from rules.scenefile.reading import content_of, parsed
from rules.scenefile.scenery import MeshKeys


@dataclass(frozen=True, slots=True)
class MeshUse:
    """A piece that is read from a mesh file.

    Parameters
    ----------
    piece : str
    written : str
        The file's path as the scene has it.
    path : Path
        Where it lies.
    units : str
        What 1 is in the file.
    up : {"z", "y"}
    scale : float
    """

    piece: str
    written: str
    path: Path
    units: str
    up: str
    scale: float


def mesh_uses(path: Path) -> tuple[MeshUse, ...]:
    """Return a scene's pieces from mesh files, in the order of the file.

    Parameters
    ----------
    path : Path
        A scene file that can be read.
    """
    content = parsed(content_of(path), str(path))
    uses = []
    for one in drafted(content, str(path)).keys.scenery:
        if isinstance(one, MeshKeys):
            file = (path.parent / one.mesh).resolve()
            known = settled(file, one)
            uses.append(MeshUse(one.name, one.mesh, file, known.units, known.up, one.scale))
    return tuple(uses)
