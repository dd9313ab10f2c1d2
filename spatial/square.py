"""The minimum opening: whether a square of w mm fits between the shadows.

The square is closed, one side is level, and it lies in the plane through the
region's nearest point, square to the line from the focus. Its centre may lie in
the region's outline narrowed by the square, less every shadow widened by it.
"""

from typing import Final

import numpy as np

from meshes.mesh import Floats
from spatial.chart import chart, outline
from spatial.openings import Opening, middle
from spatial.outcome import Outcome
from spatial.polygons import Polygons
from spatial.rays import Blockers
from spatial.region import Region
from spatial.shadows import convex_shadows

EXACT: Final = 0.001
"""A square passes an opening of its own size, within this many mm."""

_SEEN: Final = 0.0001
_SLACK: Final = 0.0003
_CORNERS: Final = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / 2
_ZOOMS: Final = 24


def square_fits(
    cover: Blockers, region: Region, near: Floats, side: float
) -> tuple[Outcome, Opening | None]:
    """Ask whether a square of so many mm fits through what blockers leave open.

    Parameters
    ----------
    cover : Blockers
    region : Region
    near : ndarray of shape (n, 3)
        Points of the region's near side, mm.
    side : float
        mm.

    Returns
    -------
    outcome : Outcome
    opening : Opening or None
        On a YES, the line through the square's centre.
    """
    nearest = nearest_point(region, near)
    view = chart(region, nearest)
    depth = float(np.linalg.norm(nearest - region.focus))
    trace, _ = outline(view, region, near)
    trace.refine(_SLACK / depth)
    square = _CORNERS * ((side - EXACT) / depth)
    dark = [
        widened
        for flats, parts in convex_shadows(cover, region, view, trace.outer).values()
        for widened in _widened(flats, parts, square)
    ]
    shut = Polygons.union(dark)
    least = _SEEN / depth
    if (_narrowed(trace.outer, square) - shut).shrunk(least).empty:
        return Outcome.NO, None
    left = (_narrowed(trace.inner, square) - shut).shrunk(least)
    if left.empty:
        return Outcome.UNDECIDED, None
    spot, _ = middle(left)
    way = view.directions(spot[None, :])
    end = (region.focus + way * region.entries(way)[:, None])[0]
    if cover.first(end[None, :])[0][0] >= 0:
        return Outcome.UNDECIDED, None
    return Outcome.YES, Opening(end, cover.clearance(end))


def _narrowed(ring: Floats, square: Floats) -> Polygons:
    """Where the centre of a square may lie so that the square lies in a convex area."""
    area = Polygons([ring])
    for corner in square:
        area = area & Polygons([ring - corner])
    return area


def _widened(flats: list[Floats], parts: list[Polygons], square: Floats) -> list[Polygons]:
    """Shadows widened by a square, convex piece by convex piece."""
    convex = [*flats, *(triangle for part in parts for triangle in part.triangles())]
    return [
        Polygons.hull((flat[:, None, :] + square[None, :, :]).reshape(-1, 2)) for flat in convex
    ]


def nearest_point(region: Region, near: Floats) -> Floats:
    """Return the region's point nearest its focus, within 0.001 mm.

    Parameters
    ----------
    region : Region
    near : ndarray of shape (n, 3)
        Points of its near side, mm.

    Notes
    -----
    The silhouette's own nearest point where the template holds it. Elsewhere the
    directions round the best one so far are tried in ever smaller steps.
    """
    view = chart(region)
    if region.holds(view.frame[:1])[0]:
        return region.nearest
    spots = view.project(near)
    best = spots[np.linalg.norm(near - region.focus, axis=1).argmin()]
    step = float(np.ptp(spots, axis=0).max()) / 8 + 1e-9
    grid = np.stack(np.meshgrid(*[np.linspace(-2, 2, 17)] * 2), axis=-1).reshape(-1, 2)
    for _ in range(_ZOOMS):
        ways = view.directions(np.concatenate([[best], best + grid * step]))
        far = np.where(region.holds(ways), region.entries(ways), np.inf)
        far *= np.linalg.norm(ways, axis=1)
        best = view.project((region.focus + ways)[[far.argmin()]])[0]
        step *= 0.6
    way = view.directions(best[None, :])
    nearest: Floats = (region.focus + way * region.entries(way)[:, None])[0]
    return nearest
