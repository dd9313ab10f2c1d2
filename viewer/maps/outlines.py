"""Outlines of scenery, cut at a height, for whoever looks for a place on a plan."""

from typing import Final

import numpy as np

from meshes.mesh import Bools, Floats
from viewer.maps.finished import HeatMap

KNEE: Final = 15.0
"""Pieces are cut so high over the floor, mm: over kerbs, under the sills of windows."""


def outlines(heat: HeatMap, shown: Bools, level: int) -> Floats:
    """Return the lines along which a level's pieces are cut, shape (k, 2, 2), mm.

    Parameters
    ----------
    heat : HeatMap
    shown : ndarray of shape (n,)
        Its places on that level.
    level : int
        On the lowest every piece is cut over its own underside; on others those that rise
        over the lowest of the level's places on or beside them.
    """
    places = heat.places[shown]
    found = [np.empty((0, 2, 2))]
    for body in heat.scene.bodies:
        low, high = body.mesh.bounds
        floor = float(low[2])
        if level:
            beside = heat.spacing
            near = (places[:, :2] >= low[:2] - beside) & (places[:, :2] <= high[:2] + beside)
            if not near.all(axis=1).any():
                continue
            floor = float(places[near.all(axis=1), 2].min())
        if low[2] <= floor < high[2]:
            height = floor + min(KNEE, (float(high[2]) - floor) / 2)
            found.append(crossed(body.mesh.triangles, height))
    return np.concatenate(found)


def crossed(triangles: Floats, height: float) -> Floats:
    """Return where triangles cross a height, seen from above, shape (k, 2, 2), mm.

    Examples
    --------
    >>> from meshes.kit import box
    >>> lines = crossed(box((40, 20, 30)).mesh.triangles, 10.0)
    >>> float(np.linalg.norm(lines[:, 1] - lines[:, 0], axis=1).sum())
    120.0
    """
    above = triangles[:, :, 2] >= height
    some = above.any(axis=1) & ~above.all(axis=1)
    corners, above = triangles[some], above[some]
    # One corner is alone on its side: both lines from it cross.
    alone = np.where(above.sum(axis=1) == 1, above.argmax(axis=1), above.argmin(axis=1))
    row = np.arange(len(corners))
    tip = corners[row, alone]
    ends = []
    for step in (1, 2):
        other = corners[row, (alone + step) % 3]
        share = (height - tip[:, 2]) / (other[:, 2] - tip[:, 2])
        ends.append(tip[:, :2] + share[:, None] * (other - tip)[:, :2])
    return np.stack(ends, axis=1)
