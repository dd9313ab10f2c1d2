"""Where a base certainly falls over, by bounds that are quicker than its footing."""

import math
from functools import partial
from typing import Final

import numpy as np

from meshes.mesh import Bools, Floats
from spatial.carrying import LEAN
from spatial.columns import Gaps, Indices, shared, spans
from spatial.spans import disc_spans
from spatial.support import RIM

_ROUND: Final = np.array(
    [[math.cos(turn), math.sin(turn)] for turn in np.radians(np.arange(0.5, 360.0, 15.0))]
)
_STEPS: Final = 24
_UPHILL: Final = (0.25, 0.5, 0.75)
_MARGIN: Final = 0.2
"""More than `RIM` twice and what 5 degrees of an arc are apart from their chord, mm."""


def falls(
    corners: Floats, x: Floats, y: Floats, free: Gaps, which: Indices, radius: float
) -> Bools:
    """Return on which floors a base certainly doesn't stay.

    Parameters
    ----------
    corners : ndarray of shape (m, 3, 3)
        Of all faces near, mm.
    x, y : ndarray of shape (nx,) and (ny,)
        Where the grid's lines are, mm.
    free : Gaps
        Over the grid's places.
    which : ndarray of shape (k,)
        Numbers of gaps, rising.
    radius : float
        Of the base, mm.

    Notes
    -----
    The plane on which a base stays is no steeper than `LEAN`, and nothing under the
    base is more than `RIM` above it: over the centre it is no lower than cones of that
    slope that hang from points of the surface's upper hull. Nor is it higher there, by
    more than `RIM`, than any plane at all that is above everything. Where the first
    bound is above the second there is no such plane.

    Examples
    --------
    >>> steep = np.array([[[-100, -100, 0], [100, -100, 240], [0, 200, 120.0]]])
    >>> air = Gaps(np.array([0]), np.array([134.94]), np.array([np.inf]), np.array([0]))
    >>> falls(steep, np.zeros(1), np.zeros(1), air, np.array([0]), 12.5).tolist()
    [True]
    """
    wanted = np.zeros(len(x) * len(y), dtype=bool)
    wanted[free.place[which]] = True
    found = spans(corners, x, y, (radius, radius), partial(disc_spans, reach=radius), wanted)
    number, span = shared(free.place[which], found.place)
    floor = free.floor[which]
    under = found.low[span] <= floor[number] + RIM
    number, span = number[under], span[under]
    near = corners[found.face[span]]
    row, column = np.divmod(free.place[which][number], len(x))
    near -= np.stack([x[column], y[row], floor[number]], axis=1)[:, None]

    points, of = _points(near, radius - RIM, number)
    rim = (radius - RIM) * np.column_stack([_ROUND, np.zeros(len(_ROUND))])
    table = np.tile(rim, (len(which), 1))
    table[:, 2] = np.repeat(-floor, len(rim))
    rows = np.concatenate([points, table])
    of = np.concatenate([of, np.repeat(np.arange(len(which)), len(rim))])
    order = np.argsort(of, kind="stable")
    rows, of = rows[order], of[order]
    plane, ahead = _facets(rows, of, len(which))
    steep = np.hypot(plane[:, 0], plane[:, 1])
    slope = math.tan(math.radians(LEAN))
    least = plane[:, 2] + (steep - slope) * ahead
    np.maximum.at(least, of, rows[:, 2] - slope * np.hypot(rows[:, 0], rows[:, 1]))
    way = plane[:, :2] / np.where(steep > 0, steep, 1.0)[:, None]
    for share in _UPHILL:
        open_ = np.flatnonzero((least <= plane[:, 2] + _MARGIN) & (steep > slope))
        far = share * (radius - RIM)
        mine = np.isin(of, open_)
        group = np.searchsorted(open_, of[mine])
        moved = rows[mine] - np.column_stack([far * way, np.zeros(len(way))])[of[mine]]
        higher = _facets(moved, group, len(open_))[0][:, 2] - slope * far
        least[open_] = np.maximum(least[open_], higher)
    # The plane is above the points; how much must it rise to be above everything?
    most = np.where(least > plane[:, 2] + _MARGIN, steep * radius - floor, np.inf)
    mine = np.isfinite(most)[number]
    part, of = near[mine].copy(), number[mine]
    part[:, :, 2] -= (part[:, :, :2] * plane[of, None, :2]).sum(axis=2)
    np.maximum.at(most, of, disc_spans(part, radius)[1])
    falling: Bools = least > most + _MARGIN
    return falling


def _points(corners: Floats, reach: float, number: Indices) -> tuple[Floats, Indices]:
    """Points of triangles over the disc, among them those that planes may hang from."""
    within = np.hypot(corners[:, :, 0], corners[:, :, 1]) <= reach
    whole = within.all(axis=1)
    top = corners[whole, :, 2].argmax(axis=1)
    rows, of = [corners[whole, :][np.arange(len(top)), top]], [number[whole]]
    part, mine = corners[~whole], number[~whole]
    for i in range(3):
        p, edge = part[:, i], part[:, (i + 1) % 3] - part[:, i]
        a = (edge[:, :2] ** 2).sum(axis=1)
        b = (p[:, :2] * edge[:, :2]).sum(axis=1)
        c = (p[:, :2] ** 2).sum(axis=1) - reach**2
        root, size = np.sqrt(np.maximum(b * b - a * c, 0.0)), np.where(a > 0, a, 1.0)
        for t in (np.clip((-b - root) / size, 0.0, 1.0), np.clip((-b + root) / size, 0.0, 1.0)):
            spot = p + t[:, None] * edge
            rows.append(spot)
            of.append(mine)
    for spot in _on_circle(part, reach):
        rows.append(spot)
        of.append(mine)
    found = np.concatenate(rows)
    low = (found[:, 2] <= 1e-9) & (np.hypot(found[:, 0], found[:, 1]) <= reach * (1 + 1e-9))
    return found[low], np.concatenate(of)[low]


def _facets(points: Floats, of: Indices, count: int) -> tuple[Floats, Floats]:
    """The planes of the upper hulls' facets over the origin, and how far these go uphill.

    Parameters
    ----------
    points : ndarray of shape (n, 3)
        mm; the last `_ROUND` of each hull are a ring about the origin.
    of : ndarray of shape (n,)
        Whose point each is, rising.
    count : int

    Returns
    -------
    planes : ndarray of shape (count, 3)
        How it rises along x and y, and its height over the origin.
    ahead : ndarray of shape (count,)
        From the origin straight uphill to the facet's border, mm.

    Notes
    -----
    From a triangle round the origin to the next higher: the point farthest above its
    plane replaces the corner that leaves the origin inside. Where that takes more
    than some steps the plane is a lower one, good enough for a bound.
    """
    ends = np.searchsorted(of, np.arange(count), "right")
    thirds = len(_ROUND) // 3
    corner = ends[:, None] - 1 - np.arange(0, 3 * thirds, thirds)
    planes = _planes(points[corner])
    active = np.arange(count)
    for _ in range(_STEPS):
        start = np.append(0, ends[:-1])[active]
        size = ends[active] - start
        mine = np.repeat(start - np.cumsum(size) + size, size) + np.arange(size.sum())
        plane = np.repeat(planes[active], size, axis=0)
        above = points[mine, 2] - plane[:, 2] - (points[mine, :2] * plane[:, :2]).sum(axis=1)
        first = np.cumsum(size) - size
        most = np.maximum.reduceat(above, first) if len(first) else np.empty(0)
        is_most = np.flatnonzero(above == np.repeat(most, size))
        best = np.empty(len(active), dtype=np.int64)
        best[np.repeat(np.arange(len(active)), size)[is_most[::-1]]] = mine[is_most[::-1]]
        higher = most > 1e-6
        active, best = active[higher], best[higher]
        if len(active) == 0:
            break
        tries = np.repeat(corner[active, None], 3, axis=1)
        tries[:, np.arange(3), np.arange(3)] = best[:, None]
        depth = _weights(points[tries.reshape(-1, 3)]).min(axis=1).reshape(-1, 3)
        choice = depth.argmax(axis=1)
        # A corner right under the new point, or the origin on the border: left as it is.
        good = depth.max(axis=1) >= 0
        active, tries, choice = active[good], tries[good], choice[good]
        corner[active] = tries[np.arange(len(active)), choice]
        planes[active] = _planes(points[corner[active]])
    return planes, _ahead(points[corner], planes)


def _weights(triangles: Floats) -> Floats:
    """The origin as a weighted mean of corners in plan; -1 for a triangle without area."""
    p, q = triangles[:, :, :2], np.roll(triangles[:, :, :2], -1, axis=1)
    turn = p[:, :, 0] * q[:, :, 1] - q[:, :, 0] * p[:, :, 1]
    area = turn.sum(axis=1, keepdims=True)
    flat = np.abs(area) < 1e-6
    weights: Floats = np.where(flat, -1.0, turn / np.where(flat, 1.0, area))
    return weights


def _planes(triangles: Floats) -> Floats:
    """How planes rise along x and y, and their heights over the origin, shape (n, 3)."""
    a = triangles[:, 0]
    normal = np.cross(triangles[:, 1] - a, triangles[:, 2] - a)
    rise = -normal[:, :2] / normal[:, 2:]
    return np.column_stack([rise, a[:, 2] - (a[:, :2] * rise).sum(axis=1)])


def _ahead(triangles: Floats, planes: Floats) -> Floats:
    """How far triangles about the origin reach from it, straight uphill, mm."""
    steep = np.hypot(planes[:, 0], planes[:, 1])
    way = planes[:, :2] / np.where(steep > 0, steep, 1.0)[:, None]
    far = np.full(len(triangles), np.inf)
    for i in range(3):
        p = triangles[:, i, :2]
        edge = triangles[:, (i + 1) % 3, :2] - p
        over = way[:, 0] * edge[:, 1] - way[:, 1] * edge[:, 0]
        t = (p[:, 0] * edge[:, 1] - p[:, 1] * edge[:, 0]) / np.where(over != 0, over, 1.0)
        far = np.where((over != 0) & (t >= 0), np.minimum(far, t), far)
    return np.where(np.isfinite(far), far, 0.0)


def _on_circle(corners: Floats, reach: float) -> list[Floats]:
    """The points straight uphill, downhill and across, of triangles that have them."""
    a, b, c = (corners[:, i] for i in range(3))
    normal = np.cross(b - a, c - a)
    rise = -normal[:, :2] / np.where(normal[:, 2:] != 0, normal[:, 2:], np.inf)
    steep = np.hypot(rise[:, 0], rise[:, 1])
    way = rise * (reach / np.where(steep > 0, steep, 1.0))[:, None]
    across = np.stack([-way[:, 1], way[:, 0]], axis=1)
    found: list[Floats] = []
    for flat in (way, across, -way, -across):
        height = a[:, 2] + ((flat - a[:, :2]) * rise).sum(axis=1)
        holds = (steep > 0) & over_origin(corners[:, :, :2] - flat[:, None])
        found.append(np.where(holds[:, None], np.column_stack([flat, height]), a))
    return found


def over_origin(corners: Floats) -> Bools:
    """Return which triangles in plan, shape (n, 3, 2), hold the origin; borders count.

    Examples
    --------
    >>> over_origin(np.array([[[-1, -1], [1, -1], [0, 9]], [[1, 1], [2, 1], [1, 2.0]]])).tolist()
    [True, False]
    """
    turns = []
    for i in range(3):
        p, q = corners[:, i], corners[:, (i + 1) % 3]
        turns.append(p[:, 0] * q[:, 1] - q[:, 0] * p[:, 1])
    found: Bools = (np.min(turns, axis=0) >= 0) | (np.max(turns, axis=0) <= 0)
    return found
