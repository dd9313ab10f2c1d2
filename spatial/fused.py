"""Screens together: whether cover in several planes hides a viewer from a point.

Each plane's cover is put in one chart of directions from the point; between them the
planes may hide what none of them hides alone.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import numpy as np

from meshes.mesh import Floats
from spatial.chart import chart_along
from spatial.openings import ROOM
from spatial.polygons import Polygons
from spatial.screen import Screen

_IN_FRONT: Final = 1e-3
"""What is no deeper than this before a point, mm, or as a share of the greatest depth, is
left out of its chart."""


class Fused:
    """Planes whose cover may hide a viewer from points of a target.

    Parameters
    ----------
    screens : sequence of (Screen, Polygons)
        All of them with the viewer above and the target below, and what covers each plane
        between the two.

    Examples
    --------
    >>> from meshes.kit import wall
    >>> from meshes.solids import Cylinder
    >>> from spatial.flat import Screens
    >>> from spatial.scene import Pose, Scene, scenery_body, trooper_body
    >>> from spatial.surface import prism
    >>> left, right = (
    ...     scenery_body(f"{x}", wall((60, 6, 60)).mesh, Pose((x, y, 0), 90))
    ...     for x, y in ((50, -27), (60, 27))
    ... )
    >>> one, two = (trooper_body(f"{x}", Cylinder(12.5, 40), (x, 0, 0)) for x in (0, 100))
    >>> a, b = (prism(body, None, 0.0) for body in (one, two))
    >>> screens = Screens(Scene((left, right, one, two)), (), one, two, a, b)
    >>> spot = np.array([87.5, 0, 20.0])
    >>> screens.hides(spot[None]), Fused(screens.between(b)).hides_from(spot)
    (False, True)
    """

    __slots__ = ("_corners", "_cuts", "_planes", "_start")

    def __init__(self, screens: Sequence[tuple[Screen, Polygons]]) -> None:
        rings, planes = [np.empty((0, 3))], list[int]()
        for place, (screen, area) in enumerate(screens):
            at = screen.plane.normal * screen.plane.offset
            rings += [ring @ screen.frame.T + at for ring in area.rings()]
            planes += [place] * (len(rings) - 1 - len(planes))
        self._corners: Floats = np.concatenate(rings)
        self._cuts = np.cumsum([len(ring) for ring in rings]).tolist()
        self._planes = planes
        self._start = screens[0][0].start if screens else np.empty((0, 3))

    def hides_from(self, spot: Floats) -> bool:
        """Return whether planes' cover stops all lines from a point to the viewer.

        Parameters
        ----------
        spot : ndarray of shape (3,)
            Of the target, mm.
        """
        if len(self._start) == 0:
            return False
        view = chart_along(spot, self._start.mean(axis=0) - spot)
        depths = view.depths(self._start)
        if depths.min() < _IN_FRONT * depths.max():
            return False
        seen = (self._corners - spot) @ view.frame.T
        behind = seen[:, 0] < _IN_FRONT
        flat = seen[:, 1:] / np.where(behind, 1.0, seen[:, 0])[:, None]
        cuts = self._cuts
        rings = [flat[start:end] for start, end in pairwise(cuts)]
        if behind.any():
            # A plane with such a corner goes as a whole: some of its rings are holes.
            lost = {
                plane
                for plane, start, end in zip(self._planes, cuts, cuts[1:], strict=False)
                if behind[start:end].any()
            }
            rings = [
                ring for plane, ring in zip(self._planes, rings, strict=True) if plane not in lost
            ]
        left = Polygons.hull(view.project(self._start)) - Polygons.wound(rings)
        return left.empty or left.shrunk(ROOM / (float(depths.max()) * 1.01)).empty
