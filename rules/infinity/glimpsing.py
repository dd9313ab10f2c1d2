"""Which points of a silhouette are in sight from a Blast Focus, whatever template lies there.

A template is convex and holds its Blast Focus, so it affects a trooper when one of these
points is in it: asked once, it is known for every direction.
"""

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np

from meshes.mesh import Floats, Ints, Mesh
from meshes.solids import SweptBall
from spatial.outcome import Outcome
from spatial.rays import Blockers
from spatial.region import Region, region
from spatial.scene import Body, Pose
from spatial.sight import decide, holds_focus

SPACING: Final = 2.0
"""How far apart the points are at least, mm; on a large silhouette up to `_ACROSS` of them
lie side by side."""

_ACROSS: Final = 20
_SHARES: Final = np.arange(1, 8) / 8
_LEVELS: Final = np.array([-0.5, 0.0, 0.5])
_INSET: Final = 0.02


@dataclass(frozen=True, slots=True, eq=False)
class Glimpse:
    """What a Blast Focus sees of one silhouette.

    Parameters
    ----------
    points : ndarray of shape (n, 3)
        From the focus, mm; none where nothing is in sight.
    holds : bool
        Whether the silhouette holds the focus.
    """

    points: Floats
    holds: bool = False


def glimpse(cover: Blockers, silhouette: Body, reach: float) -> Glimpse:
    """Return what a Blast Focus sees of a silhouette.

    Parameters
    ----------
    cover : Blockers
        What may stand in the way of lines into the silhouette's AABB.
    silhouette : Body
    reach : float
        How far the template reaches from its focus, mm.

    Returns
    -------
    Glimpse
        Where the points looked at are all hidden, the question is put to `decide`:
        it has one point at least where any of the silhouette is in sight.

    Examples
    --------
    >>> from meshes.solids import Cylinder
    >>> from spatial.scene import Scene, trooper_body
    >>> from spatial.sight import gather
    >>> enemy = trooper_body("1", Cylinder(12.5, 40), (100, 0, 0))
    >>> user = trooper_body("Beta", Cylinder(12.5, 40), (0, 0, 0))
    >>> cover = gather(Scene((enemy, user)), np.array([12.5, 0, 0]), enemy.box, user)
    >>> float(glimpse(cover, enemy, 160).points[:, 0].min())
    75.0
    """
    focus = cover.focus
    nothing = np.empty((0, 3))
    seen = region(silhouette, None, (float(focus[0]), float(focus[1]), float(focus[2])))
    if seen is None:
        return Glimpse(nothing)
    if holds_focus(silhouette, focus):
        return Glimpse(nothing, True)
    if math.dist(seen.nearest, focus) > reach:
        return Glimpse(nothing)
    ends, pairs = _near_side(seen)
    clear = cover.first(ends)[0] < 0
    if not clear.any():
        return Glimpse(_slit(cover, silhouette, reach, seen))
    # Between two neighbours of whom one is hidden, the last one in sight is a point, too.
    pairs = pairs[clear[pairs[:, 0]] != clear[pairs[:, 1]]]
    if len(pairs) == 0:
        return Glimpse(ends[clear] - focus)
    swap = clear[pairs[:, 1]]
    pairs[swap] = pairs[swap][:, ::-1]
    lit, dark = ends[pairs[:, 0]], ends[pairs[:, 1]]
    between = _entered(seen, (lit + (dark - lit) * _SHARES[:, None, None]).reshape(-1, 3))
    more = between[cover.first(between)[0] < 0]
    return Glimpse(np.concatenate([ends[clear], more]) - focus)


def _slit(cover: Blockers, silhouette: Body, reach: float, seen: Region) -> Floats:
    """A point in sight of a silhouette that seemed hidden, shape (0 or 1, 3)."""
    focus = seen.focus
    at = (float(focus[0]), float(focus[1]), float(focus[2]))
    ball, mesh = _ball(reach)
    within = Body("reach", "template", mesh.moved(np.eye(3), at), Pose(at), ball)
    outcome, line = decide(cover, silhouette, within)
    if outcome is not Outcome.YES or line is None:
        return np.empty((0, 3))
    t = seen.entries(line.way[None, :])
    return line.way[None, :] * t[:, None]


@lru_cache(maxsize=8)
def _ball(reach: float) -> tuple[SweptBall, Mesh]:
    ball = SweptBall(0, 0, reach, reach, -reach, reach)
    return ball, ball.mesh()


def _near_side(seen: Region) -> tuple[Floats, Ints]:
    """Points of what faces the focus, rims included, and which are neighbours."""
    out = seen.focus[:2] - seen.axis
    aside = float(np.hypot(*out))
    facing = math.atan2(out[1], out[0]) if aside > 0 else 0.0
    radius, tall = seen.radius, seen.high - seen.low
    inset = min(_INSET, tall / 4)
    grids: list[Floats] = []
    if aside > radius:
        wide = math.acos(radius / aside)
        angles = facing + np.linspace(-wide, wide, _count(2 * radius * wide) | 1)
        heights = np.linspace(seen.low + inset, seen.high, _count(tall))
        # A level template is widest in its own plane, and deep only off it.
        levels = np.clip(seen.focus[2] + _LEVELS, seen.low + inset, seen.high)
        heights = np.unique([*heights, *levels])
        grids.append(_rings(seen, np.array([radius]), angles, heights))
    for face, sign in ((seen.high, 1.0), (seen.low, -1.0)):
        if sign * (seen.focus[2] - face) > 0:
            angles = facing + np.linspace(-math.pi, math.pi, _count(2 * math.pi * radius) | 1)
            radii = np.linspace(0.0, radius, _count(radius))
            grids.append(_rings(seen, radii, angles, np.array([face])))
    points, pairs, start = [], [], 0
    for grid in grids:
        index = start + np.arange(grid.shape[0] * grid.shape[1]).reshape(grid.shape[:2])
        pairs.append(np.column_stack([index[1:].ravel(), index[:-1].ravel()]))
        pairs.append(np.column_stack([index[:, 1:].ravel(), index[:, :-1].ravel()]))
        points.append(grid.reshape(-1, 3))
        start += index.size
    return np.concatenate(points), np.concatenate(pairs)


def _count(length: float) -> int:
    return max(2, min(_ACROSS, math.ceil(length / SPACING))) + 1


def _rings(seen: Region, radii: Floats, angles: Floats, heights: Floats) -> Floats:
    """A grid of points by angle, and by radius or height, shape (n, m, 3)."""
    radii, heights = np.broadcast_arrays(radii, heights)
    x = seen.axis[0] + np.cos(angles)[:, None] * radii
    y = seen.axis[1] + np.sin(angles)[:, None] * radii
    return np.stack([x, y, np.broadcast_to(heights, x.shape)], axis=-1)


def _entered(seen: Region, points: Floats) -> Floats:
    """Where lines to points of a silhouette first meet it."""
    ways = points - seen.focus
    t = seen.entries(ways)
    entered: Floats = seen.focus + ways * np.where(np.isfinite(t), t, 1.0)[:, None]
    return entered
