"""Triangles between the corners of a ring in space."""

from typing import Final

import numpy as np

from meshes.mesh import Floats
from spatial.polygons import Polygons

_MOST_CORNERS: Final = 120
_SAME: Final = 1e-5


def spanned(ring: Floats, flat: Floats, is_flat: bool) -> Floats:
    """Return triangles that span a ring, their corners its own where that can be.

    Parameters
    ----------
    ring : ndarray of shape (n, 3)
        mm.
    flat : ndarray of shape (n, 2)
        The same as seen square to its mean plane.
    is_flat : bool
        Whether it lies in that plane.

    Returns
    -------
    ndarray of shape (k, 3, 3)
        Of a flat ring those of its polygon, of another those with the least area; round
        its middle where it crosses itself or has too many corners.

    Examples
    --------
    >>> ring = np.array([[0, 0, 0], [4, 0, 0], [4, 4, 0], [0, 4, 0.0]])
    >>> spanned(ring, ring[:, :2], True).shape
    (2, 3, 3)
    """
    if is_flat:
        found = _polygon(ring, flat)
        if found is not None:
            return found
    if len(ring) <= _MOST_CORNERS:
        return _least_area(ring)
    fan = np.broadcast_to(ring.mean(axis=0), ring.shape)
    return np.stack([ring, np.roll(ring, -1, axis=0), fan], axis=1)


def _polygon(ring: Floats, flat: Floats) -> Floats | None:
    found = []
    for triangle in Polygons([flat]).triangles():
        gaps = np.linalg.norm(flat[None] - triangle[:, None, :], axis=2)
        if (gaps.min(axis=1) > _SAME).any():
            return None
        found.append(ring[gaps.argmin(axis=1)])
    return np.array(found).reshape(-1, 3, 3) if found else None


def _least_area(ring: Floats) -> Floats:
    """Source: Barequet and Sharir, Filling gaps in the boundary of a polyhedron (1995)."""
    count = len(ring)
    cost = np.zeros((count, count))
    split = np.zeros((count, count), dtype=np.int64)
    for reach in range(2, count):
        for first in range(count - reach):
            last = first + reach
            between = np.arange(first + 1, last)
            normals = np.cross(ring[between] - ring[first], ring[last] - ring[first])
            areas = np.linalg.norm(normals, axis=1) / 2
            sums = cost[first, between] + cost[between, last] + areas
            best = int(sums.argmin())
            cost[first, last], split[first, last] = sums[best], between[best]
    found, waiting = [], [(0, count - 1)]
    while waiting:
        first, last = waiting.pop()
        if last - first >= 2:
            between_two = int(split[first, last])
            found.append(ring[[first, between_two, last]])
            waiting += [(first, between_two), (between_two, last)]
    return np.array(found).reshape(-1, 3, 3)
