"""A flat map of directions from a focus, and a region's outline in it.

Central projection: a direction d becomes (d.e1, d.e2) / d.n, so that planes
through the focus become straight lines and every triangle's shadow a polygon.
The axis n leads to the silhouette's point nearest the focus, so the whole
silhouette lies in front.
"""

from dataclasses import dataclass

import numpy as np

from meshes.mesh import Bools, Floats
from spatial.rays import cross
from spatial.region import Region
from spatial.tracing import Trace


@dataclass(frozen=True, slots=True, eq=False)
class Chart:
    """Coordinates for the directions in front of a focus.

    Parameters
    ----------
    focus : ndarray of shape (3,)
        mm.
    frame : ndarray of shape (3, 3)
        Rows: the axis n, e1 (level), e2.
    """

    focus: Floats
    frame: Floats

    def depths(self, points: Floats) -> Floats:
        """How far in front of the focus points lie along the axis, shape (n,), mm."""
        depth: Floats = (points - self.focus) @ self.frame[0]
        return depth

    def project(self, points: Floats) -> Floats:
        """Coordinates of points in front of the focus, shape (n, 3) to (n, 2)."""
        seen = (points - self.focus) @ self.frame.T
        flat: Floats = seen[:, 1:] / seen[:, :1]
        return flat

    def directions(self, coordinates: Floats) -> Floats:
        """Directions of coordinates, shape (n, 2) to (n, 3), each one mm deep."""
        out: Floats = self.frame[0] + coordinates @ self.frame[1:]
        return out


def chart(region: Region, toward: Floats | None = None) -> Chart:
    """Return the chart in which to look at a region.

    Parameters
    ----------
    region : Region
    toward : ndarray of shape (3,) or None
        A point in the middle of the chart, mm; by default the silhouette's point
        nearest the focus. The region must lie wholly in front.

    Examples
    --------
    >>> from meshes.solids import Cylinder
    >>> from spatial.region import region
    >>> from spatial.scene import trooper_body
    >>> seen = region(trooper_body("1", Cylinder(12.5, 40), (100, 0, 0)), None, (0, 0, 20))
    >>> chart(seen).project(np.array([[50, 5, 20], [50, 0, 30.0]])).tolist()
    [[0.1, 0.0], [0.0, 0.2]]
    """
    return chart_along(region.focus, (region.nearest if toward is None else toward) - region.focus)


def chart_along(focus: Floats, axis: Floats) -> Chart:
    """Return the chart round a direction from a focus, both of shape (3,), mm.

    Examples
    --------
    >>> chart_along(np.zeros(3), np.array([9, 0, 0.0])).project(np.array([[10, 1, 2.0]])).tolist()
    [[0.1, 0.2]]
    """
    axis = axis / np.linalg.norm(axis)
    level = np.array([-axis[1], axis[0], 0.0])
    size = float(np.linalg.norm(level))
    if size < 1e-9:
        level, size = np.array([0.0, 1.0, 0.0]), 1.0
    level /= size
    return Chart(focus, np.array([axis, level, cross(axis, level)]))


def outline(chart: Chart, region: Region, inside: Floats) -> tuple[Trace, float]:
    """Trace a region's outline.

    Parameters
    ----------
    chart : Chart
    region : Region
    inside : ndarray of shape (n, 3)
        Points of the region's near side, mm.

    Returns
    -------
    trace : Trace
    depth : float
        The greatest depth of those points along the chart's axis, mm: how many
        mm one unit of the chart is at the region.
    """
    spots = chart.project(inside)
    centre = spots.mean(axis=0)
    spread = np.cov((spots - centre).T, bias=True) if len(spots) > 2 else np.eye(2)
    values, vectors = np.linalg.eigh(spread)
    sizes = np.sqrt(np.maximum(values, max(values[-1], 1e-30) * 1e-12))

    def holds(spots: Floats) -> Bools:
        return region.holds(chart.directions(spots))

    if not holds(centre[None, :])[0]:
        # Rounding at a thin region: the nearest sample that is held, where one is.
        held = spots[holds(spots)]
        if len(held):
            centre = held[np.hypot(*(held - centre).T).argmin()]
    return Trace(holds, centre, vectors * sizes), float(chart.depths(inside).max())
