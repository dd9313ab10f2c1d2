"""How low and how high faces reach over a disc, or over a rectangle, exactly.

The part of a triangle inside an upright prism or cylinder is convex, so its
heights are one interval: its span. A silhouette meets the triangle just where
the silhouette's own heights meet that interval.
"""

import numpy as np

from meshes.mesh import Bools, Floats


def disc_spans(corners: Floats, reach: float) -> tuple[Floats, Floats]:
    """Return the lowest and highest height of each triangle over the disc round the origin.

    Parameters
    ----------
    corners : ndarray of shape (n, 3, 3)
        mm.
    reach : float
        Radius of the disc, which is closed, mm.

    Returns
    -------
    low, high : ndarray of shape (n,)
        inf and -inf where a triangle and the cylinder over the disc are apart.

    Notes
    -----
    Over a disc and a triangle a height is greatest, and least, at a corner
    inside the disc, where an edge crosses the circle, or at the circle's point
    straight uphill, or downhill. In the same order of operations as
    `spatial.support.highest`: the same bits.

    Examples
    --------
    >>> slope = np.array([[[-50, -50, 0], [150, -50, 200], [-50, 150, 0.0]]])
    >>> low, high = disc_spans(slope, 10)
    >>> low.item(), high.item()
    (40.0, 60.0)
    """
    low, high = np.full(len(corners), np.inf), np.full(len(corners), -np.inf)
    within = np.hypot(corners[:, :, 0], corners[:, :, 1]) <= reach
    _note(low, high, corners[:, :, 2], within)
    # What lies wholly inside the disc has its extremes at its corners.
    rest = np.flatnonzero(~within.all(axis=1))
    if len(rest) == 0:
        return low, high
    part = corners[rest]
    lowest, highest = low[rest], high[rest]
    for i in range(3):
        p, q = part[:, i], part[:, (i + 1) % 3]
        edge = q - p
        a = (edge[:, :2] ** 2).sum(axis=1)
        b = (p[:, :2] * edge[:, :2]).sum(axis=1)
        c = (p[:, :2] ** 2).sum(axis=1) - reach**2
        root = np.sqrt(np.maximum(b * b - a * c, 0.0))
        meets = (a > 0) & (b * b >= a * c)
        for sign in (-1.0, 1.0):
            t = (-b + sign * root) / np.where(a > 0, a, 1.0)
            crosses = meets & (t >= 0) & (t <= 1)
            _note(lowest, highest, (p[:, 2] + t * edge[:, 2])[:, None], crosses[:, None])
    a, b, c = (part[:, i] for i in range(3))
    normal = np.cross(b - a, c - a)
    uphill = -normal[:, :2] / np.where(normal[:, 2:] != 0, normal[:, 2:], np.inf)
    steep = np.linalg.norm(uphill, axis=1)
    spot = uphill * (reach / np.where(steep > 0, steep, 1.0))[:, None]
    for end in (spot, -spot):
        inside = _holds(part, normal[:, 2], end)
        height = a[:, 2] + ((end - a[:, :2]) * uphill).sum(axis=1)
        _note(lowest, highest, height[:, None], inside[:, None])
    low[rest], high[rest] = lowest, highest
    return low, high


def rectangle_spans(corners: Floats, size: tuple[float, float]) -> tuple[Floats, Floats]:
    """Return the lowest and highest height of each triangle over a rectangle round the origin.

    Parameters
    ----------
    corners : ndarray of shape (n, 3, 3)
        mm.
    size : tuple of 2 floats
        Length of the rectangle along x and y; it is closed, mm.

    Returns
    -------
    low, high : ndarray of shape (n,)
        inf and -inf where a triangle and the prism over the rectangle are apart.

    Notes
    -----
    The extremes lie at a corner inside the rectangle, where an edge enters or
    leaves it (Liang and Barsky, 1984), or over a corner of the rectangle.

    Examples
    --------
    >>> slope = np.array([[[-50, -50, 0], [150, -50, 200], [-50, 150, 0.0]]])
    >>> low, high = rectangle_spans(slope, (20, 2))
    >>> low.item(), high.item()
    (40.0, 60.0)
    """
    half = np.array(size) / 2
    low, high = np.full(len(corners), np.inf), np.full(len(corners), -np.inf)
    beyond = np.abs(corners[:, :, :2]) - half
    within: Bools = beyond.max(axis=2) <= 0
    _note(low, high, corners[:, :, 2], within)
    for i in range(3):
        p, q = corners[:, i], corners[:, (i + 1) % 3]
        edge = q - p
        moves = edge[:, :2] != 0
        step = np.where(moves, edge[:, :2], 1.0)
        ends = np.stack([(-half - p[:, :2]) / step, (half - p[:, :2]) / step])
        enter = np.where(moves, ends.min(axis=0), -np.inf).max(axis=1)
        leave = np.where(moves, ends.max(axis=0), np.inf).min(axis=1)
        beside: Bools = (~moves & (np.abs(p[:, :2]) > half)).any(axis=1)
        enter, leave = np.maximum(enter, 0.0), np.minimum(leave, 1.0)
        meets: Bools = ~beside & (enter <= leave)
        for t in (enter, leave):
            height = p[:, 2] + np.where(meets, t, 0.0) * edge[:, 2]
            _note(low, high, height[:, None], meets[:, None])
    a = corners[:, 0]
    normal = np.cross(corners[:, 1] - a, corners[:, 2] - a)
    uphill = -normal[:, :2] / np.where(normal[:, 2:] != 0, normal[:, 2:], np.inf)
    for way in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
        spot = np.broadcast_to(half * way, (len(corners), 2))
        inside = _holds(corners, normal[:, 2], spot)
        height = a[:, 2] + ((spot - a[:, :2]) * uphill).sum(axis=1)
        _note(low, high, height[:, None], inside[:, None])
    return low, high


def _note(low: Floats, high: Floats, heights: Floats, counts: Bools) -> None:
    """Widen intervals, in place, by the heights that count, both of shape (n, k)."""
    np.minimum(low, np.where(counts, heights, np.inf).min(axis=1), out=low)
    np.maximum(high, np.where(counts, heights, -np.inf).max(axis=1), out=high)


def _holds(corners: Floats, facing: Floats, spot: Floats) -> Bools:
    """Whether each triangle that isn't upright has its point of the plane inside it."""
    inside: Bools = facing != 0
    for i in range(3):
        p, q = corners[:, i], corners[:, (i + 1) % 3]
        turn = (q[:, 0] - p[:, 0]) * (spot[:, 1] - p[:, 1])
        turn -= (q[:, 1] - p[:, 1]) * (spot[:, 0] - p[:, 0])
        inside &= turn * facing >= 0
    return inside
