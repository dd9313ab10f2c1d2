"""Views from a point: all round, as a picture whose columns are directions.

Across is the direction in plan, up the angle of elevation, so many pixels a degree
either way: upright edges stay upright, and nothing is too far aside to be drawn.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from meshes.mesh import Bools, Floats
from meshes.solids import Point

_ROOM: Final = 0.14
"""Share of the view kept free on each side, for labels."""
_HEAD: Final = 84
"""Pixels at the top that the caption and its notes take."""
_FOOT: Final = 30
"""Pixels at the bottom that the winds take."""
_NARROWEST: Final = 30.0
"""Degrees that a view shows at least, either way."""


@dataclass(frozen=True, slots=True)
class EyeView:
    """What is seen from a point.

    Parameters
    ----------
    caption : str
    eye : tuple of 3 floats
        mm.
    turn, rise : float
        The direction in the middle: degrees counter-clockwise from +x, and above the
        horizontal.
    scale : float
        Pixels a degree.
    width, height : int
        Pixels.

    Examples
    --------
    >>> view = EyeView("from A", (0, 0, 10), 0.0, 0.0, 2.0, 200, 100)
    >>> view.pixels([[50, 0, 10], [50, 50, 10], [50, 0, 60]])
    array([[100.,  50.],
           [ 10.,  50.],
           [100., -40.]])
    """

    caption: str
    eye: Point
    turn: float
    rise: float
    scale: float
    width: int
    height: int

    def pixels(self, points: Floats | list[list[float]]) -> Floats:
        """Where points of shape (n, 3), mm, lie in the picture: (n, 2), y downward."""
        return self.of_ways(np.asarray(points, dtype=np.float64) - np.array(self.eye))

    def of_ways(self, ways: Floats) -> Floats:
        """Where directions of shape (n, 3), of any length, lie in the picture: (n, 2)."""
        turns, rises = angles(ways)
        aside = (turns - self.turn + 180.0) % 360.0 - 180.0
        across = self.width / 2 - aside * self.scale
        down = self.height / 2 - (rises - self.rise) * self.scale
        return np.column_stack([across, down])

    def outline(self, ring: Floats) -> Floats:
        """Return a closed chain of directions, shape (n, 3), as pixels that don't jump.

        What crosses the view's back comes out beyond one of its sides.
        """
        turns, rises = angles(ring)
        aside = (turns - self.turn + 180.0) % 360.0 - 180.0
        aside = np.degrees(np.unwrap(np.radians(aside)))
        aside -= 360.0 * np.round(float(np.mean(aside)) / 360.0)
        across = self.width / 2 - aside * self.scale
        down = self.height / 2 - (rises - self.rise) * self.scale
        return np.column_stack([across, down])

    def ways(self, across: Floats, down: Floats) -> Floats:
        """Return the directions of pixels, shape (..., 3), of length one."""
        turn = np.radians(self.turn + (self.width / 2 - across) / self.scale)
        rise = self.rise + (self.height / 2 - down) / self.scale
        rise = np.radians(np.clip(rise, -90.0, 90.0))
        level = np.cos(rise)
        found: Floats = np.stack(
            [np.cos(turn) * level, np.sin(turn) * level, np.sin(rise) + 0 * turn], axis=-1
        )
        return found

    def largest(self, rings: Sequence[Floats]) -> Floats:
        """Return the outline with the largest box of some chains of directions, pixels."""
        flat = [self.outline(ring) for ring in rings]
        return max(flat, key=lambda ring: float(np.ptp(ring, axis=0).prod()))

    def within(self, ring: Floats) -> Point:
        """Return a point, mm, that lies in the lower half of pixels of shape (n, 2), as a box."""
        low, high = ring.min(axis=0), ring.max(axis=0)
        across, down = low + (high - low) * [0.5, 0.72]
        x, y, z = (np.array(self.eye) + 100 * self.ways(across, down)).tolist()
        return (x, y, z)

    def shows(self, points: Floats, room: float = 0.0) -> Bools:
        """Which of the points, shape (n, 3), lie in the picture, so many pixels inside."""
        at = self.pixels(points)
        most = np.array([self.width, self.height]) - room
        inside: Bools = np.all((at >= room) & (at <= most), axis=1)
        return inside


def angles(ways: Floats) -> tuple[Floats, Floats]:
    """Return the turn from +x and the elevation of directions, shape (n, 3), in degrees.

    Examples
    --------
    >>> [one.tolist() for one in angles(np.array([[0.0, 5.0, 5.0]]))]
    [[90.0], [45.0]]
    """
    x, y, z = np.moveaxis(np.asarray(ways, dtype=np.float64), -1, 0)
    return np.degrees(np.arctan2(y, x)), np.degrees(np.arctan2(z, np.hypot(x, y)))


def looking(caption: str, eye: Point, ways: Floats, width: int, height: int) -> EyeView:
    """Return the view from a point that has all of some directions in its middle part.

    Parameters
    ----------
    caption : str
    eye : tuple of 3 floats
        mm.
    ways : ndarray of shape (n, 3)
        At least one.
    width, height : int
    """
    turns, rises = angles(ways)
    order = np.sort(turns % 360.0)
    gaps = np.diff(np.append(order, order[0] + 360.0))
    widest = int(np.argmax(np.round(gaps, 6)))
    # The window is everything but the widest gap between directions.
    span = 360.0 - float(gaps[widest])
    first = float(order[(widest + 1) % len(order)])
    low, high = float(rises.min()), float(rises.max())
    wide, tall = max(span, _NARROWEST), max(high - low, _NARROWEST)
    free = 1 - 2 * _ROOM
    body = height - _HEAD - _FOOT
    scale = max(min(width * free / wide, body * free / tall), width / 360.0)
    middle = (low + high) / 2 + (_HEAD - _FOOT) / 2 / scale
    # Nothing is beyond straight up and straight down.
    free_rise = max(90.0 - height / scale / 2, 0.0)
    rise = min(max(middle, -free_rise), free_rise)
    return EyeView(caption, eye, first + span / 2, rise, scale, width, height)
