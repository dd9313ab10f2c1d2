"""Lines from a focus and upright cylinders: models that stand in the way, exactly."""

from typing import Final

import numpy as np

from meshes.mesh import Floats

_STEPS: Final = 60


def entered(cylinder: Floats, lines: Floats) -> Floats:
    """Return where lines from the origin go into a closed upright cylinder.

    Parameters
    ----------
    cylinder : ndarray of shape (5,)
        x, y of its axis, radius, low, high, mm.
    lines : ndarray of shape (n, 3)
        From start to end, mm.

    Returns
    -------
    ndarray of shape (n,)
        Along each line from 0 to 1; inf where it passes by. A line that only leaves
        the cylinder's surface doesn't go into it; one that touches it farther on does.

    Examples
    --------
    >>> post = np.array([50, 0, 10, -5, 40.0])
    >>> entered(post, np.array([[100, 0, 0], [100, 30, 0], [45, 0, 0], [100, 0, 99.0]]))
    array([0.4       ,        inf, 0.88888889, 0.4       ])
    """
    x, y, radius, low, high = cylinder.tolist()
    dx, dy, dz = lines.T
    a = dx * dx + dy * dy
    b = x * dx + y * dy
    aside = (x * dy - y * dx) ** 2
    root = np.sqrt(np.maximum(a * radius**2 - aside, 0.0))
    within = x * x + y * y <= radius**2
    with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
        enter = np.where(a > 0, (b - root) / a, -np.inf if within else np.inf)
        leave = np.where(a > 0, (b + root) / a, np.inf if within else -np.inf)
        first, last = low / dz, high / dz
    level, between = dz == 0, low <= 0 <= high
    first = np.where(level, -np.inf if between else np.inf, first)
    last = np.where(level, np.inf if between else -np.inf, last)
    enter = np.maximum(enter, np.minimum(first, last))
    leave = np.minimum(leave, np.maximum(first, last))
    hit = (a * radius**2 >= aside) & (enter <= leave) & (enter <= 1) & (leave > 1e-9)
    # A level line above or below it passes by.
    hit &= ~level | between
    t: Floats = np.where(hit, np.maximum(enter, 0.0), np.inf)
    return t


def beside(cylinder: Floats, line: Floats) -> float:
    """Return how near a line from the origin comes to an upright cylinder, mm.

    The distance from a convex solid is a convex function along a line, so its least
    value is found by narrowing it down.

    Examples
    --------
    >>> round(beside(np.array([50, 30, 10, -5, 40.0]), np.array([100, 0, 0.0])), 6)
    20.0
    """
    low, high = 0.0, 1.0
    for _ in range(_STEPS):
        left, right = low + (high - low) * 0.4, high - (high - low) * 0.4
        if _distance(cylinder, line * left) <= _distance(cylinder, line * right):
            high = right
        else:
            low = left
    return _distance(cylinder, line * ((low + high) / 2))


def _distance(cylinder: Floats, point: Floats) -> float:
    x, y, radius, low, high = cylinder.tolist()
    px, py, pz = point.tolist()
    aside = max(float(np.hypot(px - x, py - y)) - radius, 0.0)
    return float(np.hypot(aside, max(low - pz, pz - high, 0.0)))


def outlined(cylinder: Floats, corners: int) -> Floats:
    """Return the corners of a prism inside an upright cylinder, shape (2 * corners, 3).

    Examples
    --------
    >>> outlined(np.array([50, 0, 10, -5, 40.0]), 4).round(9)[0].tolist()
    [60.0, 0.0, -5.0]
    """
    x, y, radius, low, high = cylinder.tolist()
    angles = np.arange(corners) * (2 * np.pi / corners)
    ring = np.column_stack([x + radius * np.cos(angles), y + radius * np.sin(angles)])
    return np.concatenate([np.insert(ring, 2, z, axis=1) for z in (low, high)])
