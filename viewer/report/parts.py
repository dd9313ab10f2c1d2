"""What the view in 3D is made of: coloured meshes, each on its level and in its steps."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from meshes.mesh import Floats, Mesh
from meshes.solids import Point
from spatial.cutting import cut_above
from viewer.drawing import palette
from viewer.drawing.items import Items, Solid, Stroke, StrokeKind
from viewer.drawing.opened import STOREY, loose, section
from viewer.report.thinning import thinned

Group: TypeAlias = Literal["scenery", "trooper", "area", "line", "map"]

_SAME_FLOOR: Final = 10.0
"""Floors no farther apart than this are one level, mm."""
_AREA_OPACITY: Final = 0.32
_DASHES: Final[dict[StrokeKind, tuple[float, float]]] = {
    "stopped": (6.0, 4.0),
    "grazes": (10.0, 3.0),
    "misses": (2.0, 3.0),
    "moves": (14.0, 4.0),
}
_THICK: Final = 1.0
_THIN: Final = 0.6
_END: Final = 2.4
_FOCUS: Final = 4.0


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """A mesh of the view in 3D.

    Parameters
    ----------
    group : {"scenery", "trooper", "area", "line", "map"}
    name : str
        The scene's name of it.
    mesh : Mesh
    colour : str
    level : int
        Shown where this level or a higher one is the highest that is shown, from 0.
    is_cap : bool
        Shown on that very level alone: where scenery is cut open.
    steps : tuple of int
        Shown in these, from 0.
    tints : ndarray of shape (m, 3) or None
        Red, green and blue of each of its faces, 0 to 255, in place of the one colour.
    layer : int
        Of a map: shown with this one of its layers, -1 for each.
    """

    group: Group
    name: str
    mesh: Mesh
    colour: str
    level: int = 0
    is_cap: bool = False
    steps: tuple[int, ...] = (0,)
    tints: npt.NDArray[np.uint8] | None = None
    layer: int = -1

    @property
    def opacity(self) -> float:
        """From 0, not seen at all, to 1."""
        return _AREA_OPACITY if self.group == "area" else 1.0


@dataclass(frozen=True, slots=True, eq=False)
class Drawn:
    """Everything in the view in 3D.

    Parameters
    ----------
    parts : tuple of Part
    floors : tuple of float
        The levels' heights, mm; 0 is the table.
    triangles, of : int
        How many triangles of scenery are drawn, of how many there are.
    """

    parts: tuple[Part, ...]
    floors: tuple[float, ...]
    triangles: int
    of: int


def drawn(steps: Sequence[Items], levels: Collection[float] = ()) -> Drawn:
    """Return the parts of one picture, or of several steps of one table.

    Parameters
    ----------
    steps : sequence of Items
    levels : collection of float
        Heights of the scenery's own floors, mm; where troopers stand is a level too.

    Examples
    --------
    >>> from rules.ruling import rule
    >>> from rules.scenefile import read, starter
    >>> from viewer.drawing.ruled import items
    >>> dispute = read(starter(), "starter.toml")
    >>> found = drawn([items(rule(dispute, margins=False), dispute)])
    >>> found.floors, found.triangles == found.of
    ((0.0, 40.0), True)
    """
    floors = _floors(steps, levels)
    cuts = cuts_of(floors)
    found: dict[tuple[object, ...], Part] = {}
    pieces: list[tuple[int, Solid]] = []
    for step, items in enumerate(steps):
        for solid in items.solids:
            if solid.acts:
                _take(found, _acting(solid, cuts), step)
            elif solid.kind == "scenery":
                pieces.append((step, solid))
        heights = {s.name: float(s.mesh.bounds[0, 2]) for s in items.solids if s.acts}
        for stroke in items.strokes:
            level = level_of(heights.get(stroke.trooper, 0.0), cuts)
            for mesh in _stroke(stroke):
                line = Part("line", stroke.trooper, mesh, palette.LINE[stroke.kind], level)
                _take(found, line, step)
        for mark in items.marks:
            mesh = _gem(mark.at, _FOCUS)
            _take(found, Part("line", mark.placement, mesh, palette.INK), step)
    meshes = {id(solid.mesh): solid.mesh for _, solid in pieces}
    thin = dict(zip(meshes, thinned(list(meshes.values())), strict=True))
    top = max([1.0, *(float(mesh.bounds[1, 2]) for mesh in meshes.values())])
    for step, solid in pieces:
        for part in _storeys(solid, thin[id(solid.mesh)], cuts, top):
            _take(found, part, step)
    return Drawn(
        tuple(found.values()),
        floors,
        sum(len(mesh.faces) for mesh in thin.values()),
        sum(len(mesh.faces) for mesh in meshes.values()),
    )


def cuts_of(floors: Sequence[float]) -> list[float]:
    """Return the heights at which scenery is cut open between floors, mm."""
    return [low + STOREY * (high - low) for low, high in pairwise(floors)]


def _floors(steps: Sequence[Items], levels: Collection[float]) -> tuple[float, ...]:
    stood = [
        float(solid.mesh.bounds[0, 2])
        for items in steps
        for solid in items.solids
        if solid.kind == "trooper"
    ]
    floors = [0.0]
    for height in sorted([*levels, *stood]):
        if height > floors[-1] + _SAME_FLOOR:
            floors.append(height)
    return tuple(floors)


def level_of(height: float, cuts: Sequence[float]) -> int:
    """Return the level that a height, mm, is on."""
    return sum(cut <= height for cut in cuts)


def _take(found: dict[tuple[object, ...], Part], part: Part, step: int) -> None:
    """Keep a part once, with every step that has it."""
    mesh = part.mesh
    key = (part.group, part.name, part.colour, part.level, part.is_cap)
    whole = (*key, mesh.vertices.tobytes(), mesh.faces.tobytes())
    before = found[whole].steps if whole in found else ()
    steps = before if step in before else (*before, step)
    found[whole] = Part(*key[:2], mesh, part.colour, part.level, part.is_cap, steps)


def _acting(solid: Solid, cuts: Sequence[float]) -> Part:
    if solid.is_area:
        return Part("area", solid.name, solid.mesh, solid.colour)
    level = level_of(float(solid.mesh.bounds[0, 2]), cuts)
    return Part("trooper", solid.name, solid.mesh, solid.colour, level)


def _storeys(solid: Solid, mesh: Mesh, cuts: Sequence[float], top: float) -> list[Part]:
    """A piece in parts, one for each level that it has a share of, the higher the lighter."""
    parts = []
    low, high = (float(value) for value in mesh.bounds[:, 2])
    for level, (under, over) in enumerate(pairwise([-np.inf, *cuts, np.inf])):
        if high < under or low >= over:
            continue
        left = mesh.triangles
        if under > low:
            left = cut_above(left, left[:, :, 2] - under)[0]
        if over < high:
            left = cut_above(left, over - left[:, :, 2])[0]
            cap = section(mesh.triangles, over)
            if len(cap):
                lifted = np.concatenate([cap, np.full((*cap.shape[:2], 1), over)], axis=2)
                parts.append(
                    Part("scenery", solid.name, loose(lifted), palette.SECTION, level, True)
                )
        if len(left):
            middle = (max(low, under) + min(high, over)) / 2
            colour = palette.mixed(palette.SCENERY_LOW, palette.SCENERY_HIGH, max(middle, 0) / top)
            whole = under <= low and high <= over
            shape = mesh if whole else loose(left)
            parts.append(Part("scenery", solid.name, shape, colour, level))
    return parts


def _stroke(stroke: Stroke) -> list[Mesh]:
    """A line as a rod, whole or in dashes, and a sign at its end."""
    start, end = np.array(stroke.start), np.array(stroke.end)
    far = float(np.linalg.norm(end - start))
    if far < 1e-6:
        return []
    radius = _THIN if stroke.kind in ("misses", "moves") else _THICK
    dash, gap = _DASHES.get(stroke.kind, (far, 1.0))
    way = (end - start) / far
    rods = [
        rod(start + way * at, start + way * min(at + dash, far), radius)
        for at in np.arange(0.0, far, dash + gap).tolist()
    ]
    x, y, z = end.tolist()
    return [joined([*rods, _gem((x, y, z), _END)])]


def rod(start: Floats, end: Floats, radius: float) -> Mesh:
    """Return a rod from one point to another, six-sided, mm."""
    way = (end - start) / np.linalg.norm(end - start)
    aside = np.cross(way, np.eye(3)[np.argmin(np.abs(way))])
    aside /= np.linalg.norm(aside)
    other = np.cross(way, aside)
    turns = np.arange(6) * np.pi / 3
    ring = radius * (np.cos(turns)[:, None] * aside + np.sin(turns)[:, None] * other)
    around = np.arange(6)
    following = (around + 1) % 6
    sides = [
        np.stack([around, following, following + 6], axis=1),
        np.stack([around, following + 6, around + 6], axis=1),
        np.array([[0, i + 1, i] for i in range(1, 5)]),
        np.array([[6, i + 6, i + 7] for i in range(1, 5)]),
    ]
    faces = np.concatenate(sides).astype(np.int32)
    return Mesh(np.concatenate([start + ring, end + ring]), faces)


def _gem(at: Point, radius: float) -> Mesh:
    """An octahedron."""
    corners = np.concatenate([np.eye(3), -np.eye(3)]) * radius + np.array(at)
    faces = [
        [0, 1, 2], [1, 3, 2], [3, 4, 2], [4, 0, 2],
        [1, 0, 5], [3, 1, 5], [4, 3, 5], [0, 4, 5],
    ]  # fmt: skip
    return Mesh(corners, np.array(faces, dtype=np.int32))


def joined(meshes: Sequence[Mesh]) -> Mesh:
    """Return several meshes as one."""
    starts = np.cumsum([0, *(len(mesh.vertices) for mesh in meshes)])
    faces = [mesh.faces + start for mesh, start in zip(meshes, starts, strict=False)]
    vertices = np.concatenate([mesh.vertices for mesh in meshes])
    return Mesh(vertices, np.concatenate(faces).astype(np.int32))
