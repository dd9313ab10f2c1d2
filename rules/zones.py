"""Zones of a table: areas with names, and the two that armies deploy in."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from meshes.mesh import Bools, Floats

DEPTH: Final = 300.0
"""How deep the strips are that armies deploy in where a scene states no zones, mm.

Source: 12 inches, the usual depth, to the centimetre; the scene may state others.
"""

_ON: Final = 1e-6


@dataclass(frozen=True, slots=True)
class Zone:
    """An area of the table with a name, a closed polygon seen from above.

    Parameters
    ----------
    name : str
    corners : tuple of (float, float)
        Three or more, one after the other, mm.

    Examples
    --------
    >>> west = Zone("west", ((0, 0), (300, 0), (300, 900), (0, 900)))
    >>> west.holds(np.array([[300, 450.0], [300.1, 450]])).tolist()
    [True, False]
    """

    name: str
    corners: tuple[tuple[float, float], ...]

    def holds(self, points: Floats) -> Bools:
        """Return which points lie in it, shape (n,); its border is part of it.

        Parameters
        ----------
        points : ndarray of shape (n, 2 or 3)
            mm; heights don't count.

        Notes
        -----
        Where the border crosses itself, a point is inside if a ray from it crosses the
        border an odd number of times.
        """
        x, y = points[:, 0], points[:, 1]
        inside = np.zeros(len(points), dtype=bool)
        border = np.zeros(len(points), dtype=bool)
        for (a, b), (c, d) in zip(self.corners, (*self.corners[1:], self.corners[0]), strict=True):
            if b != d:
                spans = (b > y) != (d > y)
                inside ^= spans & (x < a + (y - b) * (c - a) / (d - b))
            long = float(np.hypot(c - a, d - b))
            if long > 0:
                along = np.clip(((x - a) * (c - a) + (y - b) * (d - b)) / long**2, 0.0, 1.0)
                aside = np.hypot(x - a - along * (c - a), y - b - along * (d - b))
                border |= aside <= _ON
        return inside | border


def deployment(size: tuple[float, float]) -> tuple[Zone, Zone]:
    """Return the strips at both ends of a table in which armies are taken to deploy.

    They lie along the shorter sides, west and east where all are alike, `DEPTH` deep
    and no deeper than a third of the table.

    Parameters
    ----------
    size : tuple of 2 floats
        Of the table, mm.

    Examples
    --------
    >>> [zone.name for zone in deployment((900, 1200))]
    ['south end', 'north end']
    """
    x, y = size
    if x >= y:
        deep = min(DEPTH, x / 3)
        return (
            Zone("west end", ((0, 0), (deep, 0), (deep, y), (0, y))),
            Zone("east end", ((x - deep, 0), (x, 0), (x, y), (x - deep, y))),
        )
    deep = min(DEPTH, y / 3)
    return (
        Zone("south end", ((0, 0), (x, 0), (x, deep), (0, deep))),
        Zone("north end", ((0, y - deep), (x, y - deep), (x, y), (0, y))),
    )
