"""The minimum opening: whether a square of w mm fits between the shadows.

The square is closed, one side is level, and it lies in the plane through the
region's nearest point, square to the line from the focus. Its centre may lie in
the region's outline narrowed by the square, less every shadow widened by it.

Of a whole silhouette a part is asked for, seen as large as it is: there the square
is laid against the round side, which it touches with its corners.
"""

import math
from dataclasses import dataclass
from typing import Final, Self

import numpy as np

from meshes.mesh import Floats
from spatial.chart import Chart, chart, outline
from spatial.openings import Opening, middle
from spatial.outcome import Outcome
from spatial.polygons import Polygons
from spatial.rays import Blockers
from spatial.region import Region
from spatial.roundshadows import rounds
from spatial.shadows import any_shadow, convex_shadows
from spatial.tracing import Trace

EXACT: Final = 0.001
"""A square passes an opening of its own size, within this many mm."""

_SEEN: Final = 0.0001
_SLACK: Final = 0.0003
_CORNERS: Final = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / 2
_ZOOMS: Final = 24
_PLACES: Final = 12
_MANY: Final = 1500


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
    return Squares.of(cover, region, near).fits(side)


@dataclass(frozen=True, slots=True, eq=False)
class Squares:
    """A region and its shadows, worked out once for squares of any size.

    Parameters
    ----------
    cover : Blockers
    region : Region
    view : Chart
    trace : Trace
        Of the region's outline.
    dark : tuple of (list of ndarray, list of Polygons)
        The shadows as convex polygons, and what of them isn't convex.
    """

    cover: Blockers
    region: Region
    view: Chart
    nearest: Floats
    trace: Trace
    dark: tuple[tuple[list[Floats], list[Polygons]], ...]

    @classmethod
    def of(cls, cover: Blockers, region: Region, near: Floats) -> Self:
        """Work out a region's shadows; `near` are points of its near side, mm."""
        nearest = nearest_point(region, near)
        view = chart(region, nearest)
        trace, _ = outline(view, region, near)
        trace.refine(_SLACK / float(np.linalg.norm(nearest - region.focus)))
        dark = tuple(convex_shadows(cover, region, view, trace.outer).values())
        return cls(cover, region, view, nearest, trace, dark)

    @property
    def many(self) -> bool:
        """Whether so much goes through the silhouette that an answer takes seconds."""
        cut = (len(ring) for _, parts in self.dark for part in parts for ring in part.rings())
        return sum(cut) > _MANY

    def fits(self, side: float) -> tuple[Outcome, Opening | None]:
        """Ask whether a square of so many mm fits; see `square_fits`."""
        depth = _depth(self.region, self.nearest, side)
        square = _CORNERS * ((side - EXACT) / depth)
        dark = [widened for flats, parts in self.dark for widened in _widened(flats, parts, square)]
        shut = Polygons.union(dark)
        least = _SEEN / depth
        if (_narrowed(self.trace.outer, square) - shut).shrunk(least).empty:
            return Outcome.NO, None
        left = (_narrowed(self.trace.inner, square) - shut).shrunk(least)
        if left.empty:
            return Outcome.UNDECIDED, None
        spot, _ = middle(left)
        way = self.view.directions(spot[None, :])
        end = (self.region.focus + way * self.region.entries(way)[:, None])[0]
        if self.cover.first(end[None, :])[0][0] >= 0:
            return Outcome.UNDECIDED, None
        return Outcome.YES, Opening(end, self.cover.clearance(end))


def square_at_once(cover: Blockers, region: Region, near: Floats, side: float) -> Opening | None:
    """Return a square of so many mm round a clear line, where one is found without ado.

    Parameters
    ----------
    cover, region, near, side
        As for `square_fits`.

    Returns
    -------
    Opening or None
        None says nothing.
    """
    clear = near[cover.first(near)[0] < 0]
    if len(clear) == 0:
        return None
    nearest = nearest_point(region, near)
    view = chart(region, nearest)
    square = _CORNERS * (side / _depth(region, nearest, side))
    spots = view.project(clear)
    ways = view.directions((spots[:, None, :] + square).reshape(-1, 2))
    whole = region.holds(ways).reshape(-1, 4).all(axis=1)
    spots, clear = spots[whole], clear[whole]
    upright = rounds(cover, region, view)
    for place in np.unique(np.linspace(0, len(spots) - 1, min(_PLACES, len(spots))).astype(int)):
        window = spots[place] + square[[0, 2]]
        if not any_shadow(cover, upright, region, view, window):
            return Opening(clear[place], cover.clearance(clear[place]))
    return None


def _depth(region: Region, nearest: Floats, side: float) -> float:
    """How far from the focus the square lies, mm."""
    way = nearest - region.focus
    depth = float(np.linalg.norm(way))
    radius = region.radius
    on_side = float(np.hypot(*(nearest[:2] - region.axis))) > radius - EXACT
    if region.template is not None or not on_side:
        return depth
    sunk = radius - math.sqrt(max(radius**2 - (side / 2) ** 2, 0.0))
    return depth + sunk * float(np.hypot(*way[:2])) / depth


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
