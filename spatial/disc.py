"""What part of a disc is covered, and whether its centre lies between what covers it.

Every disc has its centre at the origin of the plane; lengths are in mm.
"""

import math
from collections.abc import Sequence
from typing import Final

import numpy as np

from meshes.mesh import Bools, Floats
from spatial.polygons import Polygons

TOUCHING: Final = 1e-6
"""mm by which a centre may lie outside of what carries it and still be on its border."""

_STEP: Final = math.radians(5.0)
_ROUND: Final = 1e-9
_RIM: Final = np.column_stack(
    [np.cos(np.arange(72) * _STEP), np.sin(np.arange(72) * _STEP)]
)  # on the unit circle


def covered(triangles: Floats, radius: float) -> float:
    """Return the share of a disc that triangles cover together.

    Exact: the triangles are joined as polygons, and an edge's contribution to the
    area that they have in common with the disc has a closed form.

    Parameters
    ----------
    triangles : ndarray of shape (k, 3, 2)
        mm; they may overlap.
    radius : float
        mm.

    Examples
    --------
    >>> half = np.array([[[0, -99], [0, 99], [-99, 0.0]]])
    >>> round(covered(half, 12.5), 9)
    0.5
    """
    if len(triangles) == 0:
        return 0.0
    outlines: Sequence[Floats] = list(triangles)
    if len(outlines) > 1:
        outlines = Polygons(outlines).rings()
        area = sum(float(common_areas(ring, np.roll(ring, -1, axis=0), radius).sum())
                   for ring in outlines)  # fmt: skip
    else:
        area = abs(float(common_areas(outlines[0], np.roll(outlines[0], -1, axis=0), radius).sum()))
    return min(max(area / (math.pi * radius**2), 0.0), 1.0)


def common_areas(p: Floats, q: Floats, radius: float) -> Floats:
    """Return the signed areas that the disc has in common with triangles (centre, p, q).

    Parameters
    ----------
    p, q : ndarray of shape (n, 2)
        mm.
    radius : float
        mm.

    Notes
    -----
    Summed round an outline they are the area of its common part with the disc. The
    stretch of an edge inside the circle bounds a triangle, the rest two sectors.

    Examples
    --------
    >>> square = np.array([[0, 0], [9, 0], [9, 9], [0, 9.0]])
    >>> areas = common_areas(square, np.roll(square, -1, axis=0), 2.0)
    >>> bool(abs(areas.sum() - np.pi) < 1e-12)
    True
    """
    enters, leaves, meets = _inside(p, q, radius)
    first = p + (q - p) * np.where(meets, enters, 0.0)[:, None]
    last = p + (q - p) * np.where(meets, leaves, 0.0)[:, None]
    sectors = _angle(p, first) + _angle(last, q)
    found: Floats = (_cross(first, last) + radius**2 * sectors) / 2
    return found


def touched(triangles: Floats, radius: float) -> Bools:
    """Return which triangles meet a closed disc, shape (k,).

    Examples
    --------
    >>> aside = np.array([[[3, -1], [3, 1], [9, 0.0]]])
    >>> touched(aside, 3.0).tolist(), touched(aside, 2.9).tolist()
    ([True], [False])
    """
    p, q = triangles, np.roll(triangles, -1, axis=1)
    met = _inside(p.reshape(-1, 2), q.reshape(-1, 2), radius)[2].reshape(-1, 3).any(axis=1)
    found: Bools = met | _holds(triangles, np.zeros((1, 2)))[:, 0]
    return found


def spots(triangles: Floats, radius: float) -> Floats:
    """Return points whose convex hull is that of what triangles cover of a disc.

    Parameters
    ----------
    triangles : ndarray of shape (k, 3, d)
        mm; the first two columns are the place in the plane, the others go with it.
    radius : float
        mm.

    Returns
    -------
    ndarray of shape (n, d)
        Ends of the edges' stretches inside the circle, and points of its arcs every
        5 degrees.

    Examples
    --------
    >>> sheet = np.array([[[-1, -1], [1, -1], [0, 1.0]]])
    >>> len(np.unique(spots(sheet, 9.0), axis=0)), len(spots(sheet * 99, 9.0))
    (3, 72)
    """
    p, q = triangles.reshape(-1, triangles.shape[2]), np.roll(triangles, -1, axis=1)
    q = q.reshape(p.shape)
    enters, leaves, meets = _inside(p[:, :2], q[:, :2], radius)
    way = q - p
    ends = [(p + way * t[:, None])[meets] for t in (enters, leaves)]
    rim = _RIM * radius
    which, spot = np.nonzero(_holds(triangles[:, :, :2], rim))
    if triangles.shape[2] == 2:
        return np.concatenate([*ends, rim[spot]])
    a, b, c = (triangles[which, i] for i in range(3))
    over = _cross((b - a)[:, :2], (c - a)[:, :2])
    kept = over != 0
    a, b, c, over, spot = a[kept], b[kept], c[kept], over[kept], spot[kept]
    v = _cross(rim[spot] - a[:, :2], (c - a)[:, :2]) / over
    w = _cross((b - a)[:, :2], rim[spot] - a[:, :2]) / over
    return np.concatenate([*ends, a + v[:, None] * (b - a) + w[:, None] * (c - a)])


def over(triangles: Floats) -> bool:
    """Return whether the centre lies in a triangle, shape (k, 3, 2); its border counts.

    Examples
    --------
    >>> over(np.array([[[-1, -1], [1, -1], [0, 1.0]]])), over(np.array([[[1, 0], [2, 0], [2, 1]]]))
    (True, False)
    """
    return bool(_holds(triangles, np.zeros((1, 2))).any())


def nearest(points: Floats, radius: float) -> tuple[float, Floats]:
    """Return how far inside the convex hull of points in the disc its centre lies.

    Parameters
    ----------
    points : ndarray of shape (n, 2)
        mm, at least one, as `spots` gives them.
    radius : float
        mm; two points on the circle no more than 5 degrees apart are one arc.

    Returns
    -------
    depth : float
        mm to the hull's border; below zero outside of it.
    point : ndarray of shape (2,)
        Of the border, where it is nearest.

    Examples
    --------
    >>> beam = np.array([[[1, -99], [11, -99], [11, 99]], [[1, -99], [11, 99], [1, 99.0]]])
    >>> depth, point = nearest(spots(beam, 12.5), 12.5)
    >>> round(depth, 9), point.round(9).tolist()
    (-1.0, [1.0, 0.0])
    """
    hull = _hull(points)
    after = np.roll(hull, -1, axis=0)
    edge = after - hull
    size = (edge**2).sum(axis=1)
    t = np.clip(-(hull * edge).sum(axis=1) / np.where(size > 0, size, 1.0), 0.0, 1.0)
    feet = hull + edge * t[:, None]
    away = np.hypot(*feet.T)
    if len(hull) < 3 or (_cross(hull, after) < -_ROUND).any():
        return -float(away.min()), feet[away.argmin()]
    # A chord between neighbours on the circle stands for its arc.
    rim = np.hypot(*hull.T) >= radius * (1 - 1e-9)
    arc = rim & np.roll(rim, -1) & (size <= (2.001 * radius * math.sin(_STEP / 2)) ** 2)
    away = np.where(arc, radius, away)
    return float(away.min()), feet[away.argmin()]


def _inside(p: Floats, q: Floats, radius: float) -> tuple[Floats, Floats, Bools]:
    """Where segments enter and leave a closed disc, in [0, 1], and whether they do."""
    way = q - p
    a, b = (way**2).sum(axis=1), (p * way).sum(axis=1)
    c = (p**2).sum(axis=1) - radius**2
    long = a > 0
    under = b * b - a * c
    root, size = np.sqrt(np.maximum(under, 0.0)), np.where(long, a, 1.0)
    enters, leaves = (-b - root) / size, (-b + root) / size
    meets = np.where(long, (under >= 0) & (enters <= 1) & (leaves >= 0), c <= 0)
    return np.clip(enters, 0.0, 1.0), np.clip(leaves, 0.0, 1.0), meets


def _holds(triangles: Floats, points: Floats) -> Bools:
    """Which triangles (k, 3, 2) hold which points (n, 2), shape (k, n); borders count."""
    signs = []
    for i in range(3):
        p, way = triangles[:, i], triangles[:, (i + 1) % 3] - triangles[:, i]
        size = np.hypot(*way.T)
        away = points[None] - p[:, None]
        turn = way[:, None, 0] * away[:, :, 1] - way[:, None, 1] * away[:, :, 0]
        signs.append(turn / np.where(size > 0, size, 1.0)[:, None])
    flat = np.abs(_cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]))
    left, right = np.min(signs, axis=0), np.max(signs, axis=0)
    found: Bools = ((left >= -TOUCHING) | (right <= TOUCHING)) & (flat > 0)[:, None]
    return found


def _hull(points: Floats) -> Floats:
    """The convex hull, counter-clockwise.

    Source: the monotone chain, Andrew (1979).
    """
    rows = sorted(set(map(tuple, points.tolist())))
    chains = []
    for row in (rows, rows[::-1]):
        chain: list[tuple[float, float]] = []
        for x, y in row:
            while len(chain) > 1:
                (ax, ay), (bx, by) = chain[-2:]
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
                    break
                chain.pop()
            chain.append((x, y))
        chains.append(chain[:-1] if len(row) > 1 else chain)
    return np.array(chains[0] + chains[1])


def _cross(p: Floats, q: Floats) -> Floats:
    found: Floats = p[:, 0] * q[:, 1] - p[:, 1] * q[:, 0]
    return found


def _angle(p: Floats, q: Floats) -> Floats:
    found: Floats = np.arctan2(_cross(p, q), (p * q).sum(axis=1))
    return found
