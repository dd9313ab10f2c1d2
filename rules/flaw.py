"""What a flaw of a table is made of: what is wrong, where, how much, and what helps."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from meshes.solids import Point

Severity: TypeAlias = Literal["error", "warning", "note"]
"""An error makes rulings wrong without a word; a warning may; a note is worth knowing."""

Kind: TypeAlias = Literal[
    "hole",
    "shared edge",
    "zero area",
    "duplicate face",
    "inside out",
    "mixed winding",
    "overlap",
    "floating",
    "sunk",
    "off the table",
    "size",
    "slit",
    "thin wall",
    "footing",
    "through scenery",
    "not looked at",
]


@dataclass(frozen=True, slots=True)
class Flaw:
    """Something wrong with a table.

    Parameters
    ----------
    kind : str
        One of `Kind`.
    severity : {"error", "warning", "note"}
    pieces : tuple of str
        The piece or trooper; two where it is between two.
    at : tuple of 3 floats or None
        Where, mm; None where it is everywhere.
    mm : float or None
        How much; None where it has no length.
    text : str
        What is wrong, a clause without a full stop.
    remedy : str
        What helps, likewise.
    count : int
        How many of its kind the piece has; the place and the measure are the worst one's.
    """

    kind: Kind
    severity: Severity
    pieces: tuple[str, ...]
    at: Point | None
    mm: float | None
    text: str
    remedy: str
    count: int = 1


def length(mm: float) -> str:
    """Return a length in words, as fine as it takes.

    Examples
    --------
    >>> length(30.04), length(0.4), length(0.0123)
    ('30.0 mm', '0.4 mm', '0.012 mm')
    """
    if mm >= 10:
        return f"{mm:.1f} mm"
    return f"{round(mm, 2):g} mm" if mm >= 0.1 else f"{round(mm, 3):g} mm"


def counted(number: int, one: str, many: str = "") -> str:
    """Return a number of things in words.

    Examples
    --------
    >>> counted(1, "face"), counted(2, "face")
    ('1 face', '2 faces')
    """
    return f"{number} {one}" if number == 1 else f"{number} {many or one + 's'}"
