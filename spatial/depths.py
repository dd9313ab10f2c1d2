"""How deep an upright cylinder or a level disc reaches into a round area."""

import math
from dataclasses import dataclass
from typing import Literal, TypeAlias

from meshes.solids import Point
from spatial.contact import TOUCH

Form: TypeAlias = Literal["ball", "half_ball", "column"]
Part: TypeAlias = Literal["overlap", "centre", "whole"]


@dataclass(frozen=True, slots=True)
class Round:
    """An area round a centre.

    Parameters
    ----------
    centre : tuple of 3 floats
        mm.
    radius : float
        mm.
    form : {"ball", "half_ball", "column"}
        A ball; its half above the level plane through the centre; an upright
        column without end, above and below.
    """

    centre: Point
    radius: float
    form: Form


@dataclass(frozen=True, slots=True)
class Disc:
    """A level disc, at each height from `low` to `high`: a base, or a silhouette.

    Parameters
    ----------
    at : tuple of 2 floats
        x and y of its centre, mm.
    radius, low, high : float
        mm.
    """

    at: tuple[float, float]
    radius: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Depth:
    """How far a disc is from the other answer.

    Parameters
    ----------
    mm : float
        From the area's round boundary to the part of the disc that was asked
        for: zero on it, positive inside. Below half a ball it is the distance to
        the half ball, negative.
    sideways : float or None
        The smallest level move of the disc that changes the answer, mm, with the
        sign of `mm`; None where no such move does.
    """

    mm: float
    sideways: float | None

    @property
    def inside(self) -> bool:
        """Whether the part lies in the area; touching counts."""
        return self.mm >= -TOUCH


def depth(area: Round, disc: Disc, part: Part) -> Depth:
    """Return how deep a part of a disc lies in an area, at the height that suits it best.

    Parameters
    ----------
    area : Round
    disc : Disc
    part : {"overlap", "centre", "whole"}
        Its nearest point, its centre, or its farthest point.

    Returns
    -------
    Depth

    Notes
    -----
    A level disc whose centre is d aside and h above or below has its nearest
    point ``hypot(max(d - r, 0), h)`` from the area's centre and its farthest
    ``hypot(d + r, h)``. At height h a ball's section has the radius
    ``sqrt(R**2 - h**2)``.

    Examples
    --------
    >>> blast = Round((0, 0, 0), 50, "ball")
    >>> base = Disc((60, 0), 12.5, 0, 0)
    >>> depth(blast, base, "overlap").mm, depth(blast, base, "centre").mm
    (2.5, -10.0)
    """
    x, y, z = area.centre
    shift = {"overlap": -disc.radius, "centre": 0.0, "whole": disc.radius}[part]
    aside = math.hypot(disc.at[0] - x, disc.at[1] - y) + shift
    if area.form == "half_ball" and disc.high < z - TOUCH:
        return Depth(-math.hypot(max(aside - area.radius, 0.0), z - disc.high), None)
    rise = 0.0 if area.form == "column" else max(disc.low - z, z - disc.high, 0.0)
    mm = area.radius - math.hypot(max(aside, 0.0), rise)
    if rise > area.radius:
        return Depth(mm, None)
    reach = math.sqrt(area.radius**2 - rise**2)
    # Straight over the centre a disc has come as near as it can.
    sideways = None if mm < -TOUCH and shift > reach else reach - aside
    return Depth(mm, sideways)


def gap(one: Disc, other: Disc) -> float:
    """Return the distance between two discs, each at its best height, mm; 0 where they meet.

    Examples
    --------
    >>> gap(Disc((0, 0), 10, 0, 0), Disc((33, 0), 10, 5, 5)) == math.hypot(13, 5)
    True
    """
    aside = math.dist(one.at, other.at) - one.radius - other.radius
    rise = max(other.low - one.high, one.low - other.high, 0.0)
    return math.hypot(max(aside, 0.0), rise)


def distance(disc: Disc, point: Point) -> float:
    """Return the distance from a disc, at its best height, to a point, mm.

    Examples
    --------
    >>> distance(Disc((0, 0), 10, 0, 0), (13, 0, 4))
    5.0
    """
    x, y, z = point
    return gap(disc, Disc((x, y), 0.0, z, z))
