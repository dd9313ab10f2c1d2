"""Shadows of upright cylinders: what models hide of a region, in a chart.

An upright cylinder's shadow is the hull of its two rims' shadows. A prism inside it
stands for it, so that no more is hidden than truly is; a line that is found clear
is checked against the cylinder itself.
"""

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from meshes.mesh import Floats, Ints
from spatial.chart import Chart
from spatial.polygons import Polygons
from spatial.rays import Blockers
from spatial.region import Region
from spatial.round import entered, outlined
from spatial.support import RIM

_WITHIN: Final = 1e-4
"""How far a prism may lie inside its cylinder, mm."""

_COARSE: Final = 32
_FAR: Final = 1e4
_LEAST: Final = 1e-3


@dataclass(frozen=True, slots=True, eq=False)
class Rounds:
    """The cylinders in front of a region.

    Parameters
    ----------
    whole : tuple of (int, ndarray of shape (n, 2), ndarray of shape (m,))
        Owner, shadow and depths of those that lie wholly in front of the focus and
        apart from the silhouette: only where they are nearer than the region.
    faces : ndarray of shape (k, 3, 3)
        Triangles of all others, relative to the focus, mm.
    owners : ndarray of shape (k,)
    """

    whole: tuple[tuple[int, Floats, Floats], ...]
    faces: Floats
    owners: Ints


def rounds(cover: Blockers, region: Region, chart: Chart) -> Rounds:
    """Return the shadows of the cylinders among some blockers.

    Parameters
    ----------
    cover : Blockers
    region : Region
    chart : Chart
    """
    whole, faces, owners = [], [np.empty((0, 3, 3))], [np.empty(0, dtype=np.int32)]
    for cylinder, owner in zip(cover.round, cover.round_owner, strict=True):
        corners = outlined(cylinder, _sides(float(cylinder[2]))) @ chart.frame.T
        depths = corners[:, 0]
        if depths.max() <= 0:
            continue
        if depths.min() < _LEAST * depths.max() or not _apart(cylinder, region):
            sides = _faces(cylinder)
            faces.append(sides)
            owners.append(np.full(len(sides), owner, dtype=np.int32))
            continue
        shadow = Polygons.hull(corners[:, 1:] / corners[:, :1])
        if not shadow.empty and _is_nearer(cylinder, shadow, region, chart):
            whole.append((int(owner), shadow.rings()[0], depths))
    return Rounds(tuple(whole), np.concatenate(faces), np.concatenate(owners))


def _sides(radius: float) -> int:
    return math.ceil(math.pi / math.sqrt(2 * _WITHIN / radius))


def _apart(cylinder: Floats, region: Region) -> bool:
    x, y, radius, low, high = cylinder.tolist()
    ahead_x, ahead_y = (region.axis - region.focus[:2]).tolist()
    aside = math.hypot(ahead_x - x, ahead_y - y) - radius - region.radius
    z = float(region.focus[2])
    below, above = region.low - z, region.high - z
    return bool(aside >= -RIM or low >= above - RIM or high <= below + RIM)


def _is_nearer(cylinder: Floats, shadow: Polygons, region: Region, chart: Chart) -> bool:
    """Whether a cylinder apart from the silhouette is met before it; the order is one
    over all that the two have in common."""
    around = region.hull
    spots = [ring.mean(axis=0) for ring in shadow.rings()] + shadow.rings()
    if len(around) and chart.depths(around).min() > 0:
        both = shadow & Polygons.hull(chart.project(around))
        spots += [ring.mean(axis=0) for ring in both.rings()] + both.rings()
    ways = chart.directions(np.concatenate([np.reshape(spot, (-1, 2)) for spot in spots]))
    reached = region.entries(ways)
    met = entered(cylinder, ways * _FAR) * _FAR
    common = np.isfinite(reached) & np.isfinite(met)
    # Where they have nothing in common that was looked at, nothing is hidden.
    return bool(common.any() and (met < reached)[common].sum() * 2 > common.sum())


def _faces(cylinder: Floats) -> Floats:
    """The faces of a prism inside a cylinder, shape (k, 3, 3)."""
    low, high = np.split(outlined(cylinder, _COARSE), 2)
    after, above = np.roll(low, -1, axis=0), np.roll(high, -1, axis=0)
    middle = np.array([[*cylinder[:2], low[0, 2]], [*cylinder[:2], high[0, 2]]])
    parts = [
        np.stack([low, after, high], axis=1),
        np.stack([after, above, high], axis=1),
        np.stack([low, after, np.broadcast_to(middle[0], low.shape)], axis=1),
        np.stack([high, above, np.broadcast_to(middle[1], low.shape)], axis=1),
    ]
    return np.concatenate(parts)
