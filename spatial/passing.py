"""How near faces come to a straight line where it passes them."""

import numpy as np

from meshes.mesh import Floats
from spatial.frames import square_to


def passing(corners: Floats, line: Floats) -> float:
    """Return how near triangles come to a line from the origin, square to it, mm.

    Only what lies between the two planes square to the line at its ends counts:
    what lies behind its start or beyond its end is not passed.

    Parameters
    ----------
    corners : ndarray of shape (k, 3, 3)
        mm, relative to the line's start; none of them meets the line.
    line : ndarray of shape (3,)
        From start to end, mm.

    Returns
    -------
    float
        inf where nothing is passed.

    Examples
    --------
    >>> post = np.array([[[5.0, 2, -9], [5, 2, 9], [5, 8, 0]]])
    >>> passing(post, np.array([10.0, 0, 0]))
    2.0
    """
    length = float(np.linalg.norm(line))
    along = line / length
    seen = corners @ np.column_stack([along, *square_to(along)])
    seen = np.take_along_axis(seen, seen[:, :, :1].argsort(axis=1), axis=1)
    low, middle, high = seen[:, 0], seen[:, 1], seen[:, 2]
    parts = [_clipped(p, q, length) for p, q in ((low, middle), (middle, high), (low, high))]
    parts += [_section(low, middle, high, level) for level in (0.0, length)]
    p = np.concatenate([part[0] for part in parts])
    q = np.concatenate([part[1] for part in parts])
    if len(p) == 0:
        return float("inf")
    edge = q - p
    size = np.einsum("ij,ij->i", edge, edge)
    t = np.clip(-np.einsum("ij,ij->i", p, edge) / np.where(size > 0, size, 1.0), 0, 1)
    return float(np.linalg.norm(p + edge * t[:, None], axis=1).min())


def _clipped(p: Floats, q: Floats, length: float) -> tuple[Floats, Floats]:
    """Edges from lower to higher depth, cut to 0..length, as seen along the line."""
    rise = q[:, 0] - p[:, 0]
    safe = np.where(rise > 0, rise, 1.0)
    start = np.clip(-p[:, 0] / safe, 0, None)
    stop = np.clip((length - p[:, 0]) / safe, None, 1)
    level = rise <= 0
    within = (p[:, 0] >= 0) & (p[:, 0] <= length)
    start = np.where(level, 0.0, start)
    stop = np.where(level, np.where(within, 1.0, -1.0), stop)
    keep = start <= stop
    edge = (q - p)[keep]
    begin, end = p[keep] + edge * start[keep, None], p[keep] + edge * stop[keep, None]
    return begin[:, 1:], end[:, 1:]


def _section(low: Floats, middle: Floats, high: Floats, level: float) -> tuple[Floats, Floats]:
    """Where triangles cross the plane at one depth, as seen along the line."""
    keep = (low[:, 0] < level) & (level < high[:, 0])
    low, middle, high = low[keep], middle[keep], high[keep]

    def at(p: Floats, q: Floats) -> Floats:
        rise = q[:, 0] - p[:, 0]
        t = (level - p[:, 0]) / np.where(rise > 0, rise, 1.0)
        crossing: Floats = (p + (q - p) * t[:, None])[:, 1:]
        return crossing

    lower = (level <= middle[:, 0])[:, None]
    return at(low, high), np.where(lower, at(low, middle), at(middle, high))
