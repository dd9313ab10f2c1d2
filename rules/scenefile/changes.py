"""What somebody may change about a scene with a hand: places, directions, a reading.

All lengths in mm, heights above the table's top, angles in degrees counter-clockwise from
+x, whatever the file's own unit.
"""

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Carry:
    """Something is put down elsewhere.

    Parameters
    ----------
    key : str
        Of a handle: a trooper's or target's, an impact circle's, an area's.
    x, y : float
    z : float or None
        The height of the surface that is pointed at. None to stay on what is about as
        high as now: it walks up and down stairs, and drops off an edge.
    """

    key: str
    x: float
    y: float
    z: float | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """A trooper faces another way, or a teardrop points there."""

    key: str
    degrees: float


@dataclass(frozen=True, slots=True)
class Lie:
    """A trooper lies down, or gets up."""

    key: str
    prone: bool


@dataclass(frozen=True, slots=True)
class Tip:
    """A teardrop's narrow end goes elsewhere round its user's base."""

    key: str
    degrees: float


@dataclass(frozen=True, slots=True)
class Tilt:
    """A teardrop is tilted above the horizontal."""

    key: str
    degrees: float


@dataclass(frozen=True, slots=True)
class Raise:
    """A teardrop's Blast Focus goes so many mm above the underside of its user's base."""

    key: str
    mm: float


@dataclass(frozen=True, slots=True)
class AimAt:
    """A teardrop aims at a trooper or target, or a circle lies on it."""

    key: str
    name: str


@dataclass(frozen=True, slots=True)
class Read:
    """A disputed sentence is read another way."""

    reading: str
    choice: str


Change: TypeAlias = Carry | Turn | Lie | Tip | Tilt | Raise | AimAt | Read
