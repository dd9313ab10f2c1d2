"""What can be repaired in a scene's mesh files without changing what was meant."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from meshes.mesh import Floats, Mesh
from meshes.repair import cleaned, closed, oriented
from meshes.units import to_mm
from rules.flaw import counted, length
from rules.scenefile.mesh_uses import MeshUse
from rules.verdict import RulingError
from spatial.holes import Hole, holes
from spatial.scene import Pose, Scene, scenery_body

CLOSE: Final = 1.0
"""Cracks narrower than this are closed unless another width is stated, mm."""

_SAME: Final = 0.002


@dataclass(frozen=True, slots=True, eq=False)
class MeshRepair:
    """What is changed in a mesh file.

    Parameters
    ----------
    written : str
        The file's path as the scene has it.
    mesh : Mesh
        Repaired, in the unit and with the axes of the file.
    changes : tuple of str
        In words; empty where nothing is.
    left : tuple of str
        What isn't repaired and why, in words.
    """

    written: str
    mesh: Mesh
    changes: tuple[str, ...]
    left: tuple[str, ...] = ()


def repairs(uses: Sequence[MeshUse], close: float = CLOSE) -> tuple[MeshRepair, ...]:
    """Return what is changed in each mesh file, in the order of their first pieces.

    Parameters
    ----------
    uses : sequence of MeshUse
    close : float
        Cracks narrower than this are closed, mm; of a file that several pieces show, in the
        largest of them. No opening as wide as this, or wider, is closed or changed.

    Raises
    ------
    RulingError
        If the width is below zero or not a number.
    """
    if not (0 <= close < math.inf):
        raise RulingError(f"--close {close:g}: expected a number of mm, 0 or more")
    largest: dict[str, MeshUse] = {}
    for use in uses:
        known = largest.get(use.written)
        if known is None or to_mm(use.scale, use.units) > to_mm(known.scale, known.units):
            largest[use.written] = use
    return tuple(_repair(use, close) for use in largest.values())


def _repair(use: MeshUse, close: float) -> MeshRepair:
    from meshes.files import load

    mesh = load(use.path, units=use.units, up=use.up, scale=use.scale)  # type: ignore[arg-type]
    made, changes = cleaned(mesh)
    made, closing, left = _closed(made, close)
    made, turned = oriented(made)
    said = (*changes, *closing, *turned)
    if not said:
        made = mesh
    return MeshRepair(use.written, _as_in_file(made, use), said, left)


def _closed(mesh: Mesh, close: float) -> tuple[Mesh, tuple[str, ...], tuple[str, ...]]:
    """The mesh with its cracks closed; as it was where an opening would change by it."""
    gaps = _gaps(mesh)
    cracks = [hole for hole in gaps if hole.width < close and hole.closable]
    kept = [hole for hole in gaps if hole.width >= close]
    left = (
        [
            f"left open {counted(len(kept), 'hole')} of {length(close)} or wider, which may be "
            "meant as openings"
        ]
        if kept
        else []
    )
    if not cracks:
        return mesh, (), tuple(left)
    made = closed(mesh, [hole.membrane for hole in cracks])
    if not _alike(kept, [hole for hole in _gaps(made) if hole.width >= close]):
        left.append(
            f"left open {counted(len(cracks), 'crack')}: to close them would change a wider opening"
        )
        return mesh, (), tuple(left)
    widest = max(cracks, key=lambda hole: hole.width)
    said = f"closed {counted(len(cracks), 'crack')}, at the widest {length(widest.width)}"
    return made, (said,), tuple(left)


def _gaps(mesh: Mesh) -> tuple[Hole, ...]:
    """The holes of a mesh by itself, nothing beside it."""
    body = scenery_body("mesh", mesh, Pose((0.0, 0.0, 0.0)))
    return holes(Scene((body,)), body, table=False)


def _alike(before: Sequence[Hole], after: Sequence[Hole]) -> bool:
    if len(before) != len(after):
        return False
    rest = list(after)
    for hole in before:
        same = [
            one
            for one in rest
            if abs(one.width - hole.width) <= _SAME and math.dist(one.at, hole.at) <= _SAME
        ]
        if not same:
            return False
        rest.remove(same[0])
    return True


def _as_in_file(mesh: Mesh, use: MeshUse) -> Mesh:
    """A mesh that was read, back in its file's unit and axes."""
    placed: Floats = mesh.vertices / to_mm(use.scale, use.units)
    if use.up == "y":
        placed = np.column_stack([placed[:, 0], placed[:, 2], -placed[:, 1]])
    return Mesh(placed, mesh.faces)


def outside(uses: Sequence[MeshUse], folder: Path) -> tuple[str, ...]:
    """Return the mesh files that don't lie in a folder, as the scene has them.

    A copy of the scene couldn't name a copy of them.
    """
    found = []
    for use in uses:
        plain = not Path(use.written).is_absolute() and ".." not in Path(use.written).parts
        if not plain or not use.path.is_relative_to(folder.resolve()):
            found.append(use.written)
    return tuple(dict.fromkeys(found))
