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
from spatial.faces import SeenFaces
from spatial.openings import Opening, middle
from spatial.outcome import Outcome
from spatial.polygons import Polygons
from spatial.rays import Blockers
from spatial.region import Region
from spatial.roundshadows import rounds
from spatial.shadows import any_shadow, shade, wound_shadows
from spatial.tracing import Trace

EXACT: Final = 0.001
"""A square passes an opening of its own size, within this many mm."""

_SEEN: Final = 0.0001
_SLACK: Final = 0.0003
_CORNERS: Final = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / 2
_ZOOMS: Final = 24
_PLACES: Final = 12
_MANY: Final = 1500
_IN_FRONT: Final = 1e-3
_SAFE: Final = 0.98


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
    if _is_narrow(cover, region, near, side):
        return Outcome.NO, None
    return Squares.of(cover, region, near).fits(side)


def _is_narrow(cover: Blockers, region: Region, near: Floats, side: float) -> bool:
    """Whether shadows leave no room for a square even in a simple polygon round the region.

    A quick NO; False says nothing.
    """
    nearest = nearest_point(region, near)
    view, corners = chart(region, nearest), region.hull
    depths = view.depths(corners)
    if len(corners) == 0 or depths.min() < _IN_FRONT * depths.max():
        return False
    around = view.project(corners)
    dark = shade(cover, region, view, around)
    # A disc that a little smaller square would hold.
    radius = (side - EXACT) * _SAFE / (2 * _depth(region, nearest, side))
    return (Polygons.hull(around) - dark).shrunk(radius).empty


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
    dark : Polygons
        All shadows.
    cut : int
        How many corners what goes through the silhouette gives them.
    """

    cover: Blockers
    region: Region
    view: Chart
    nearest: Floats
    trace: Trace
    dark: Polygons
    cut: int

    @classmethod
    def of(cls, cover: Blockers, region: Region, near: Floats) -> Self:
        """Work out a region's shadows; `near` are points of its near side, mm."""
        nearest = nearest_point(region, near)
        view = chart(region, nearest)
        trace, _ = outline(view, region, near)
        trace.refine(_SLACK / float(np.linalg.norm(nearest - region.focus)))
        found = wound_shadows(cover, region, view, trace.outer).values()
        parts = [part for _, some in found for part in some]
        dark = Polygons.wound([ring for rings, _ in found for ring in rings])
        cut = sum(len(ring) for part in parts for ring in part.rings())
        return cls(cover, region, view, nearest, trace, Polygons.union([dark, *parts]), cut)

    @property
    def many(self) -> bool:
        """Whether so much goes through the silhouette that an answer takes seconds."""
        return self.cut > _MANY

    def fits(self, side: float) -> tuple[Outcome, Opening | None]:
        """Ask whether a square of so many mm fits; see `square_fits`."""
        square, shut, least = self._drawn(side)
        if (_narrowed(self.trace.outer, square) - shut).shrunk(least).empty:
            return Outcome.NO, None
        left = (_narrowed(self.trace.inner, square) - shut).shrunk(least)
        if left.empty:
            return Outcome.UNDECIDED, None
        end = self._clear(middle(left)[0])
        if end is None:
            return Outcome.UNDECIDED, None
        return Outcome.YES, Opening(end, self.cover.clearance(end))

    def take(self, side: float) -> bool:
        """Return whether a square of so many mm fits, without saying where."""
        square, shut, least = self._drawn(side)
        left = (_narrowed(self.trace.inner, square) - shut).shrunk(least)
        if left.empty:
            return False
        corners = left.triangles()
        across = corners[:, 1:] - corners[:, :1]
        size = np.abs(across[:, 0, 0] * across[:, 1, 1] - across[:, 0, 1] * across[:, 1, 0])
        return self._clear(corners[size.argmax()].mean(axis=0)) is not None

    def _drawn(self, side: float) -> tuple[Floats, Polygons, float]:
        """The square in the chart, where its centre may not lie, and what is too narrow."""
        depth = _depth(self.region, self.nearest, side)
        square = _CORNERS * ((side - EXACT) / depth)
        return square, _widened(self.dark, square), _SEEN / depth

    def _clear(self, spot: Floats) -> Floats | None:
        """The end of the line along a spot of the chart, mm; None where it is stopped."""
        way = self.view.directions(spot[None, :])
        end: Floats = (self.region.focus + way * self.region.entries(way)[:, None])[0]
        return None if self.cover.first(end[None, :])[0][0] >= 0 else end


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
    if len(spots) == 0:
        return None
    upright = rounds(cover, region, view)
    window = np.array([spots.min(axis=0), spots.max(axis=0)]) + square[[0, 2]]
    faces = SeenFaces.of(cover, upright, region, view, window)
    for place in np.unique(np.linspace(0, len(spots) - 1, min(_PLACES, len(spots))).astype(int)):
        window = spots[place] + square[[0, 2]]
        if not any_shadow(cover, upright, faces, view, window):
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


def _widened(area: Polygons, square: Floats) -> Polygons:
    """An area widened by a level square: itself, and the square drawn along its border."""
    rings = area.rings()
    if not rings:
        return area
    start = np.concatenate(rings)
    end = np.concatenate([np.roll(ring, -1, axis=0) for ring in rings])
    swap = start[:, 0] > end[:, 0]
    left, right = np.where(swap[:, None], end, start), np.where(swap[:, None], start, end)
    # From lower left, counter-clockwise.
    a, b, c, d = square
    rising = np.stack([left + a, left + b, right + b, right + c, right + d, left + d], axis=1)
    falling = np.stack([left + a, right + a, right + b, right + c, left + c, left + d], axis=1)
    drawn = np.where((right[:, 1] >= left[:, 1])[:, None, None], rising, falling)
    return Polygons.union([area, Polygons.wound(list(drawn))])


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
