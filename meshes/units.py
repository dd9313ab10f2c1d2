"""The one place a length or an angle is converted.

Everything inside the engine is in millimetres and degrees. A scene file may
be written in another unit; its lengths become millimetres while it is read.
"""

import math
from typing import Final

MM_PER: Final[dict[str, float]] = {"mm": 1.0, "cm": 10.0, "in": 25.4, "m": 1000.0}
"""Millimetres in one unit of length. The inch is exact by definition."""


def to_mm(value: float, unit: str) -> float:
    """Convert a length to millimetres.

    Parameters
    ----------
    value : float
        The length, in `unit`.
    unit : str
        One of ``"mm"``, ``"cm"``, ``"in"``, ``"m"``.

    Returns
    -------
    float
        The length in mm.

    Raises
    ------
    KeyError
        If the unit is not known.

    Examples
    --------
    >>> to_mm(2, "in")
    50.8
    """
    return value * MM_PER[unit]


def cos_sin(degrees: float) -> tuple[float, float]:
    """Cosine and sine of an angle in degrees, exact at multiples of 90.

    A piece turned by a quarter keeps its faces exactly on their planes, so
    that pieces meant to touch still touch.

    Examples
    --------
    >>> cos_sin(90)
    (0.0, 1.0)
    """
    reduced = math.fmod(degrees, 360.0)
    quarter = reduced / 90.0
    if quarter == round(quarter):
        return [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)][round(quarter) % 4]
    angle = math.radians(reduced)
    return math.cos(angle), math.sin(angle)
