"""Openings between shadows: their middle, their width, and whether they count."""

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from meshes.mesh import Floats
from spatial.chart import Chart
from spatial.frames import square_to
from spatial.polygons import Polygons
from spatial.rays import Blockers
from spatial.region import Region
from spatial.shadows import nearer_polygons, only_nearer

ROOM: Final = 0.0005
"""What a line keeps clear of everything it passes, mm: half the narrowest opening
that counts."""

_STEPS: Final = 12


@dataclass(frozen=True, slots=True, eq=False)
class Opening:
    """The middle of an opening, checked on its own.

    Parameters
    ----------
    end : ndarray of shape (3,)
        Where the line enters the silhouette, mm.
    clearance : float
        How far the line stays from everything it passes, mm.
    width : float or None
        Of the opening, mm, where it is known, as it would be at the region.
    """

    end: Floats
    clearance: float
    width: float | None = None

    @property
    def room(self) -> float:
        """Half its width where the line passes what bounds it, mm."""
        return self.clearance if self.width is None else min(self.clearance, self.width / 2)


def middle(area: Polygons, within: float = 0.0) -> tuple[Floats, float]:
    """Return the spot of an area farthest from its border, and how far it is.

    Parameters
    ----------
    area : Polygons
        Not empty.
    within : float
        To how much the distance is found, in its own units; by default to about a
        thousandth of it.

    Returns
    -------
    spot : ndarray of shape (2,)
    radius : float
        Of the largest disc about it, or a little less.

    Examples
    --------
    >>> square = Polygons([np.array([[0, 0], [4, 0], [4, 2], [0, 2.0]])])
    >>> spot, radius = middle(square)
    >>> [round(float(x), 2) for x in (*spot, radius)]
    [2.0, 1.0, 1.0]
    """
    low, high = 0.0, 2 * float(np.sqrt(area.area / np.pi)) + 1e-300
    last = area
    steps = math.ceil(math.log2(high / within)) if high > within > 0 else _STEPS
    for _ in range(steps):
        half = (low + high) / 2
        smaller = area.shrunk(half)
        if smaller.empty:
            high = half
        else:
            low, last = half, smaller
    ring = max(last.parts() or [last], key=lambda part: part.area).rings()[0]
    return ring.mean(axis=0), low


def check(
    cover: Blockers, region: Region, view: Chart, spot: Floats, radius: float
) -> Opening | None:
    """Return the line along a spot of the chart where it reaches with room to spare.

    The line is cast against every triangle by itself; the chart only proposes it,
    with the `radius` in the chart that was found free round it.
    """
    way = view.directions(spot[None, :])
    t = region.entries(way)
    if not region.holds(way)[0]:
        return None
    end = (region.focus + way * t[:, None])[0]
    if cover.first(end[None, :])[0][0] >= 0 or not rim(region, end):
        return None
    clearance = cover.clearance(end)
    if clearance < ROOM:
        return None
    at_region = radius * float(view.depths(end[None, :])[0])
    # Faces through the focus and faces that cut the silhouette have no clearance.
    if at_region < ROOM:
        return None
    return Opening(end, clearance, 2 * at_region)


@dataclass(frozen=True, slots=True, eq=False)
class FreeLine:
    """A line known to be clear with room to spare, up to where.

    Parameters
    ----------
    way : ndarray of shape (3,)
        From the focus, mm.
    free : float
        How many times its length it is clear.
    """

    way: Floats
    free: float

    def reaches(self, region: Region) -> bool:
        """Whether it settles a YES for a region of the same focus, too."""
        t = float(region.entries(self.way[None, :])[0])
        if not t <= self.free:
            return False
        end = region.focus + self.way * t
        return bool(region.holds(self.way[None, :])[0]) and rim(region, end)


def free_line(cover: Blockers, end: Floats, beyond: float) -> FreeLine:
    """Return a clear line, and whether it stays clear for so many mm beyond its end.

    Examples
    --------
    >>> from spatial.gathering import blockers
    >>> from spatial.scene import Scene
    >>> box = np.array([[0, 0, 10], [50, 0, 10.0]])
    >>> cover = blockers(Scene(()), box[0], box, box[0])
    >>> free_line(cover, box[1], 25.0).free
    1.5
    """
    way = end - cover.focus
    far = 1.0 + beyond / float(np.linalg.norm(way))
    longer = cover.focus + way * far
    clear = cover.first(longer[None, :])[0][0] < 0 and cover.clearance(longer) >= ROOM
    return FreeLine(way, far if clear else 1.0)


def rim(region: Region, end: Floats) -> bool:
    """Return whether lines half an opening aside of a line reach the region too.

    Examples
    --------
    >>> from meshes.solids import Cylinder
    >>> from spatial.region import region
    >>> from spatial.scene import trooper_body
    >>> seen = region(trooper_body("1", Cylinder(12.5, 40), (100, 0, 0)), None, (0, 0, 20))
    >>> rim(seen, np.array([87.5, 0, 39])), rim(seen, np.array([87.5, 0, 39.9999]))
    (True, False)
    """
    line = end - region.focus
    across, up = square_to(line)
    angles = np.arange(8) * np.pi / 4
    ring = np.cos(angles)[:, None] * across + np.sin(angles)[:, None] * up
    return bool(region.holds(line + ring * ROOM).all())


def local_opening(
    cover: Blockers, region: Region, view: Chart, part: Polygons, least: float, hold: Polygons
) -> tuple[Floats, float] | None:
    """Return a spot where blockers leave a narrow part of the chart open, or None.

    With it comes its distance in the chart to what is closed. Every shadow near
    the part is widened by half an opening as it is at its own distance; what is
    still left is open. The part has been narrowed by `least`, so its borders are
    no farther off than that.

    Between a shadow and the rim of the outline, which lies within `hold`, an opening must
    be as wide at the distance of what throws the shadow: where all that is near the part
    does so at some distance, half of that is taken from the rim, too.
    """
    corners = np.concatenate(part.rings())
    reach = 2 * least
    for _ in range(3):
        window = np.array([corners.min(axis=0) - reach, corners.max(axis=0) + reach])
        pieces = nearer_polygons(cover, region, view, window)
        reach = max([reach, *(ROOM / float(depth.min()) for _, depth in pieces)])
    widened = [Polygons([flat]).shrunk(-ROOM / float(depth.max())) for flat, depth in pieces]
    left = part - Polygons.union(widened)
    farthest = max((float(depth.max()) for _, depth in pieces), default=0.0)
    if farthest > 0 and only_nearer(cover, region, view, window):
        left = left & hold.shrunk(ROOM / farthest)
    return None if left.empty else middle(left)
