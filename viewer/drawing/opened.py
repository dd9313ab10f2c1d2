"""Tables opened for the drawing: cut at a height, or down to one floor.

Nothing is ruled on here: what is left out of a picture is said in it.
"""

import math
from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

import numpy as np

from meshes.mesh import Floats, Mesh
from rules.verdict import RulingError
from spatial.cutting import cut_above
from spatial.polygons import Polygons
from spatial.scene import Body
from viewer import words
from viewer.drawing import palette
from viewer.drawing.items import Items, Kind, Label, Solid
from viewer.drawing.labels import short

STOREY: Final = 0.7
"""Share of a storey that is left standing on its floor."""
_NEAR: Final = 0.5
"""How far below its floor a base may be and still be on it, mm."""
_JOINED: Final = 1e-4
_LONGEST: Final = 6


def cut(items: Items, height: float) -> Items:
    """Return what a picture shows with everything above a height left out.

    Parameters
    ----------
    items : Items
    height : float
        mm above the table. Scenery is cut there; troopers and templates that begin no
        lower are left out, others are drawn whole.

    Examples
    --------
    >>> from rules.ruling import rule
    >>> from rules.scenefile import read, starter
    >>> from viewer.drawing.ruled import items
    >>> dispute = read(starter(), "starter.toml")
    >>> cut(items(rule(dispute, margins=False), dispute), 300.0).notes
    ('cut at 300 mm, in the drawing only: what is above it is left out',)
    """
    solids = [part for solid in items.solids for part in _below(solid, height)]
    hidden = {
        (solid.kind, solid.name)
        for solid in items.solids
        if solid.acts and solid.mesh.bounds[0, 2] >= height - _JOINED
    }
    return _without(items, solids, hidden, f"cut at {height:g} mm")


def floor(items: Items, level: int, bodies: Sequence[Body]) -> Items:
    """Return what a picture shows of one floor, and nothing above it.

    Parameters
    ----------
    items : Items
    level : int
        From 0: of every piece that has such a level.
    bodies : sequence of Body
        The scene's, with their levels.

    Raises
    ------
    RulingError
        If no piece has that level.
    """
    pieces = {body.name: body for body in bodies if body.role == "scenery"}
    most = max((len(body.levels) for body in pieces.values()), default=0)
    if not 0 <= level < most:
        known = "no piece has any" if most == 0 else f"use 0 to {most - 1}"
        raise RulingError(f"--level {level}: no piece on this table has such a level; {known}")
    tops = {name: _top(body.levels, level) for name, body in pieces.items()}
    cuts = [top for top in tops.values() if math.isfinite(top)]
    others = max(cuts, default=math.inf)
    solids = []
    hidden: set[tuple[Kind, str]] = set()
    for solid in items.solids:
        if solid.kind == "scenery":
            own = tops[solid.name]
            solids += _below(solid, own if math.isfinite(own) else others)
        elif solid.kind == "trooper" and not _is_on(solid, level, pieces.values(), others):
            hidden.add((solid.kind, solid.name))
        else:
            solids.append(solid)
    return _without(items, solids, hidden, f"level {level}")


def _top(levels: tuple[float, ...], level: int) -> float:
    """Where a piece is cut so that a level of it can be seen; inf where nothing is above."""
    if level + 1 >= len(levels):
        return math.inf
    return levels[level] + STOREY * (levels[level + 1] - levels[level])


def _is_on(solid: Solid, level: int, pieces: Collection[Body], others: float) -> bool:
    """Whether a trooper is on a level of the piece that it is in, or below every cut."""
    low, high = solid.mesh.bounds
    middle = (low + high) / 2
    for body in pieces:
        inside = (body.box[0, :2] <= middle[:2]).all() and (middle[:2] <= body.box[1, :2]).all()
        if inside and len(body.levels) > max(level, 1):
            least = body.levels[level] - _NEAR
            most = body.levels[level + 1] if level + 1 < len(body.levels) else math.inf
            return bool(least <= low[2] < most - _NEAR)
    return bool(low[2] < others)


def _without(items: Items, solids: list[Solid], hidden: set[tuple[Kind, str]], said: str) -> Items:
    """The items but some, and a note of those."""
    troopers = [name for kind, name in hidden if kind == "trooper"]
    areas = {name for kind, name in hidden if kind != "trooper"}
    gone = [s.name for s in items.solids if s.acts and (s.kind, s.name) in hidden]
    note = f"{said}, in the drawing only: what is above it is left out"
    if gone:
        names = [short(name) for name in gone[:_LONGEST]]
        if len(gone) > _LONGEST:
            names.append(f"{len(gone) - _LONGEST} more")
        note += f", so {words.listed(names)} {'is' if len(gone) == 1 else 'are'} not drawn"

    def stays(label: Label) -> bool:
        if label.kind == "trooper":
            return label.subject not in troopers
        if label.kind == "template":
            return label.subject not in areas
        return any(s.name == label.subject for s in solids)

    strokes = tuple(
        stroke
        for stroke in items.strokes
        if stroke.trooper not in troopers and stroke.placement not in areas
    )
    stopping = {stroke.piece for stroke in strokes}
    blockers = tuple(name for name in items.blockers if name in stopping)
    return replace(
        items,
        solids=tuple(s for s in solids if (s.kind, s.name) not in hidden),
        strokes=strokes,
        marks=tuple(mark for mark in items.marks if mark.placement not in areas),
        labels=tuple(
            label
            for label in items.labels
            if stays(label) and (label.kind != "piece" or label.subject in blockers)
        ),
        blockers=blockers,
        notes=(*items.notes, note),
    )


def _below(solid: Solid, height: float) -> list[Solid]:
    """What is left of a solid below a height, and its section there."""
    if solid.kind != "scenery":
        return [solid]
    low, high = solid.mesh.bounds[:, 2]
    if low >= height - _JOINED:
        return []
    if high <= height:
        return [solid]
    left, face = _cut_open(solid.mesh, height)
    below = [Solid(solid.name, "scenery", left, solid.colour)]
    return below if face is None else [*below, Solid(solid.name, "section", face, palette.SECTION)]


@lru_cache(maxsize=256)
def _cut_open(mesh: Mesh, height: float) -> tuple[Mesh, Mesh | None]:
    """What is left of a mesh below a height, and its section there.

    Kept, for a table that is looked at while somebody moves things is cut at every look.
    """
    triangles = mesh.triangles
    parts, _ = cut_above(triangles, height - triangles[:, :, 2])
    face = section(triangles, height)
    if len(face) == 0:
        return loose(parts), None
    lifted = np.concatenate([face, np.full((*face.shape[:2], 1), height)], axis=2)
    return loose(parts), loose(lifted)


def section(triangles: Floats, height: float) -> Floats:
    """Return where a closed solid is cut, as triangles of shape (n, 3, 2), mm.

    Outlines that don't close are left out.

    Examples
    --------
    >>> from meshes.kit import box
    >>> face = section(box((40, 20, 30)).mesh.triangles, 10.0)
    >>> bool(abs(np.ptp(face, axis=(0, 1))[0] - 40) < 1e-6)
    True
    """
    area = Polygons()
    for ring in _rings(_cuts(triangles, height)):
        own = Polygons([ring])
        # Even-odd: an outline within another one is a hole in it.
        area = Polygons.union([area - own, own - area])
    return area.triangles()


def _cuts(triangles: Floats, height: float) -> list[tuple[Floats, Floats]]:
    """The lines along which triangles cross a height; a corner on it counts as above."""
    above = triangles[:, :, 2] >= height
    crossing = above.any(axis=1) & ~above.all(axis=1)
    found = []
    for corners, over in zip(triangles[crossing], above[crossing], strict=True):
        ends = []
        for i in range(3):
            a, b = corners[i], corners[(i + 1) % 3]
            if over[i] != over[(i + 1) % 3]:
                share = (height - a[2]) / (b[2] - a[2])
                ends.append(a[:2] + share * (b[:2] - a[:2]))
        found.append((ends[0], ends[1]))
    return found


def _rings(lines: list[tuple[Floats, Floats]]) -> list[Floats]:
    """Lines joined end to end into closed outlines."""

    def key(point: Floats) -> tuple[int, int]:
        return round(float(point[0]) / _JOINED), round(float(point[1]) / _JOINED)

    ends: dict[tuple[int, int], list[int]] = {}
    for number, line in enumerate(lines):
        for point in line:
            ends.setdefault(key(point), []).append(number)
    left = {number for number, (a, b) in enumerate(lines) if key(a) != key(b)}
    rings = []
    for first in range(len(lines)):
        if first not in left:
            continue
        left.discard(first)
        start, at = lines[first]
        ring = [start]
        while key(at) != key(start):
            ring.append(at)
            onward = next((n for n in ends[key(at)] if n in left), None)
            if onward is None:
                ring = []
                break
            left.discard(onward)
            a, b = lines[onward]
            at = b if key(a) == key(at) else a
        if len(ring) > 2:
            rings.append(np.array(ring))
    return rings


def loose(triangles: Floats) -> Mesh:
    """Return triangles of shape (n, 3, 3), mm, as a mesh, no corner shared.

    Examples
    --------
    >>> loose(np.zeros((2, 3, 3)) + np.eye(3)).faces.tolist()
    [[0, 1, 2], [3, 4, 5]]
    """
    corners = triangles.reshape(-1, 3)
    return Mesh(corners, np.arange(len(corners), dtype=np.int32).reshape(-1, 3))
