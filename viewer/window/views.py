"""Where the window looks from: named views, turning, shifting, nearing, and eyes."""

import math
from typing import Any, Final

import numpy as np

from meshes.mesh import Floats
from meshes.solids import Point
from viewer.drawing.items import Items
from viewer.drawing.render import aim
from viewer.drawing.views import PARALLEL, seen_from

WIDE: Final = 80.0
"""Degrees that an eye sees upright."""
WIDEST: Final = 130.0
_NEAREST: Final = 0.5
_FARTHEST: Final = 20_000.0
_STEEPEST: Final = 89.9


class Eye:
    """The window's camera.

    Parameters
    ----------
    plotter : pyvista.Plotter
    """

    def __init__(self, plotter: Any) -> None:
        self._plotter = plotter
        self.name = "iso"
        """The view that was last chosen, and `turned` if it was turned since."""
        self.turned = False

    @property
    def camera(self) -> Any:
        """The plotter's own."""
        return self._plotter.camera

    @property
    def is_parallel(self) -> bool:
        """Whether lines that are parallel look so."""
        return bool(self.camera.parallel_projection)

    def look(self, name: str, items: Items, wide: float, high: float) -> None:
        """Look from a side, everything that matters in view.

        Parameters
        ----------
        name : str
            One of `PARALLEL`.
        items : Items
        wide, high : float
            Of the view, pixels.
        """
        assert name in PARALLEL
        self.camera.view_angle = 30.0
        aim(self._plotter, seen_from(name, items, max(round(wide), 1), max(round(high), 1)))
        self.name, self.turned = name, False

    def stand(self, name: str, at: Point, way: Floats, angle: float = WIDE) -> None:
        """Look from a point along a direction, in perspective.

        Parameters
        ----------
        name : str
            Of the view.
        at : tuple of 3 floats
        way : ndarray of shape (3,)
        angle : float
            Seen upright, degrees.
        """
        way = np.asarray(way, dtype=np.float64)
        way = way / np.linalg.norm(way)
        camera = self.camera
        camera.parallel_projection = False
        camera.position = at
        camera.focal_point = tuple(np.array(at) + way * 100.0)
        camera.up = (0.0, 0.0, 1.0) if abs(way[2]) < 0.999 else (0.0, 1.0, 0.0)
        camera.view_angle = angle
        self.name, self.turned = name, False
        self.settle()

    def follow(self, at: Point) -> None:
        """Look from another point in the same direction."""
        camera = self.camera
        by = np.array(at) - np.array(camera.position)
        camera.position = at
        camera.focal_point = tuple(np.array(camera.focal_point) + by)
        self.settle()

    def settle(self) -> None:
        """See near and far enough."""
        if self.is_parallel:
            self._plotter.renderer.ResetCameraClippingRange()
        else:
            self.camera.clipping_range = (_NEAREST, _FARTHEST)

    def orbit(self, aside: float, over: float) -> None:
        """Turn round what is in the middle, or the head of an eye, by so many degrees."""
        camera = self.camera
        at, middle = np.array(camera.position), np.array(camera.focal_point)
        arm = at - middle if self.is_parallel else middle - at
        far = float(np.linalg.norm(arm))
        up = np.array(camera.up)
        rise = math.degrees(math.asin(max(min(arm[2] / far, 1.0), -1.0)))
        if abs(rise) > _STEEPEST - 0.05:
            # From straight above the way up says where it is turned to.
            turn = math.degrees(math.atan2(-up[1], -up[0]))
        else:
            turn = math.degrees(math.atan2(arm[1], arm[0]))
        turn += aside
        rise = max(min(rise + over, _STEEPEST), -_STEEPEST)
        level = math.cos(math.radians(rise))
        way = np.array(
            [
                math.cos(math.radians(turn)) * level,
                math.sin(math.radians(turn)) * level,
                math.sin(math.radians(rise)),
            ]
        )
        if self.is_parallel:
            camera.position = tuple(middle + way * far)
        else:
            camera.focal_point = tuple(at + way * far)
        camera.up = (0.0, 0.0, 1.0)
        self.turned = True
        self.settle()

    def shift(self, across: float, along: float, high: float) -> None:
        """Shift the picture by so many pixels, in a view so many pixels high."""
        if not self.is_parallel:
            self.orbit(across * WIDE / high, along * WIDE / high)
            return
        camera = self.camera
        mm = 2 * camera.parallel_scale / max(high, 1.0)
        right, up = self.axes()
        by = (right * across + up * along) * -mm
        camera.position = tuple(np.array(camera.position) + by)
        camera.focal_point = tuple(np.array(camera.focal_point) + by)
        self.settle()

    def near(self, factor: float) -> None:
        """Show everything so many times as large."""
        camera = self.camera
        if self.is_parallel:
            camera.parallel_scale = min(max(camera.parallel_scale / factor, 2.0), 20_000.0)
        else:
            camera.view_angle = min(max(camera.view_angle / factor, 5.0), WIDEST)
        self.settle()

    def axes(self) -> tuple[Floats, Floats]:
        """Return the picture's right and up on the table, unit length."""
        camera = self.camera
        ahead = np.array(camera.focal_point) - np.array(camera.position)
        ahead = ahead / np.linalg.norm(ahead)
        right = np.cross(ahead, np.array(camera.up))
        right = right / np.linalg.norm(right)
        return right, np.cross(right, ahead)
