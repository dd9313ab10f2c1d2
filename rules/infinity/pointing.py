"""A teardrop turned and tilted about its narrow end, in many directions at once."""

import math
from dataclasses import dataclass
from typing import Final, Self

import numpy as np

from meshes.mesh import Bools, Floats
from meshes.solids import SweptBall

_LEANS: Final = 13
_SLIP: Final = 1e-9
_BETWEEN: Final = math.sin(math.radians(45.0 / (_LEANS - 1)))


@dataclass(frozen=True, slots=True, eq=False)
class Ways:
    """Directions in which a template points.

    Parameters
    ----------
    turns, tilts : ndarray of shape (n,)
        Degrees, as of a pose.
    """

    turns: Floats
    tilts: Floats

    @classmethod
    def grid(cls, turns: Floats, tilts: Floats) -> Self:
        """Return every pair of a turn, shape (n,), and a tilt, shape (m,).

        Examples
        --------
        >>> len(Ways.grid(np.arange(3.0), np.arange(2.0)).turns)
        6
        """
        across, up = np.meshgrid(turns, tilts, indexing="ij")
        return cls(across.ravel(), up.ravel())

    def only(self, which: Bools) -> "Ways":
        """Return some of them."""
        return Ways(self.turns[which], self.tilts[which])

    @property
    def frames(self) -> tuple[Floats, Floats, Floats]:
        """Along, across and up from each template's plane: three of shape (n, 3)."""
        turns, tilts = np.radians(self.turns), np.radians(self.tilts)
        c, s, u, v = np.cos(turns), np.sin(turns), np.cos(tilts), np.sin(tilts)
        # Level ones are exactly so.
        u, v = np.where(self.tilts == 0, 1.0, u), np.where(self.tilts == 0, 0.0, v)
        flat = np.zeros_like(c)
        return (
            np.column_stack([c * u, s * u, v]),
            np.column_stack([-s, c, flat]),
            np.column_stack([-c * v, -s * v, u]),
        )


def depths(swept: SweptBall, ways: Ways, points: Floats) -> Floats:
    """Return how deep points lie in a template, for each way that it points.

    Parameters
    ----------
    swept : SweptBall
    ways : Ways
    points : ndarray of shape (p, 3)
        From the Blast Focus, mm.

    Returns
    -------
    ndarray of shape (n, p)
        mm, as of `SweptBall.depth`.

    Examples
    --------
    >>> flame = SweptBall(0, 130, 0, 30, 0, 30)
    >>> ahead = Ways(np.array([0.0, 90.0]), np.array([0.0, 0.0]))
    >>> depths(flame, ahead, np.array([[130.0, 0, 10]])).round(3).tolist()
    [[10.0], [-126.865]]
    """
    along, across, up = ways.frames
    x, z = along @ points.T, up @ points.T
    if swept.straight:
        rho = np.abs(across @ points.T)
    else:
        far = np.einsum("ij,ij->i", points, points)
        rho = np.sqrt(np.maximum(far - x * x, 0.0))
    k = swept.slope
    centre = np.clip(x + rho * (k / math.sqrt(1 - k * k)), swept.x0, swept.x1)
    inside = swept.r0 + k * (centre - swept.x0) - np.sqrt((x - centre) ** 2 + rho * rho)
    least: Floats = np.minimum(inside, np.minimum(z - swept.low, swept.high - z))
    return least


def parting(swept: SweptBall, ways: Ways, tip: float, at: str) -> Floats:
    """Return by what angle a template parts from the cylinder that its narrow end is on.

    It passes by where a plane through its narrow end parts the two: the cylinder's
    tangent plane there, or on a rim any plane between that and the face. Straight-sided
    and on both sides of its plane, one that hardly doesn't pass by may seem to.

    Parameters
    ----------
    swept : SweptBall
        Its narrow end a point.
    ways : Ways
    tip : float
        Where on the cylinder its narrow end is, degrees round it.
    at : {"low", "side", "high"}
        Whether that is on the lower rim, between the rims, or on the upper rim.

    Returns
    -------
    ndarray of shape (n,)
        The sine of the angle between such a plane and the template; below zero where
        there is none.

    Examples
    --------
    >>> flame = SweptBall(0, 130, 0, 30, 0, 30)  # its own half-angle is 13.342 degrees
    >>> about = Ways(np.array([0.0, 76.0, 77.0]), np.zeros(3))
    >>> np.degrees(np.arcsin(parting(flame, about, 0.0, "side"))).round(3).tolist()
    [76.658, 0.658, -0.342]
    """
    lean = np.radians(np.linspace(0.0, 90.0, _LEANS if at != "side" else 1))
    # Rounded, so that straight up is exactly so.
    rise = np.sin(lean).round(12) * {"low": -1.0, "side": 0.0, "high": 1.0}[at]
    out, c, s = np.cos(lean).round(12), math.cos(math.radians(tip)), math.sin(math.radians(tip))
    planes = np.column_stack([out * c, out * s, rise])
    along, across, up = (axis @ planes.T for axis in ways.frames)
    sine = swept.slope
    cosine = math.sqrt(1 - sine * sine)
    edges = cosine * along - sine * np.abs(across)
    if swept.straight:
        # Of a narrow end with an edge on both sides of its plane one plane alone will do.
        room = _BETWEEN if len(lean) > 1 else 0.0
        least = np.minimum(edges, room - np.abs(up) if swept.low < 0 else up)
    else:
        whole = cosine * along - sine * np.sqrt(np.maximum(1 - along * along, 0.0))
        least = whole if swept.low < 0 else np.where(up <= 0, whole, edges)
    best: Floats = least.max(axis=1)
    return np.where(np.abs(best) <= _SLIP, 0.0, best)
