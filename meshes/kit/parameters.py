"""What a kit piece may be asked for: checks that name the parameter at fault.

Each check returns the list of what is wrong, empty when nothing is, so that
one error can tell everything about a piece at once.
"""

import math
from collections.abc import Sequence
from numbers import Integral, Real
from typing import Final

from meshes.booleans import SAME_PLANE
from meshes.mesh import MeshError

LEAST: Final = 0.001
"""Shortest length of a piece in mm: the finest the engine reports."""

GREATEST: Final = 100_000.0
"""Longest length of a piece in mm: beyond it, the unit is a mistake."""


def is_number(value: object) -> bool:
    """Tell whether a value is a finite number (a truth value is not).

    Examples
    --------
    >>> is_number(2.5), is_number(True), is_number(float("nan"))
    (True, False, False)
    """
    return not isinstance(value, bool) and isinstance(value, Real) and math.isfinite(value)


def length_faults(name: str, value: object, least: float = LEAST) -> list[str]:
    """Check one length in mm.

    Examples
    --------
    >>> length_faults("height", -3)
    ['height: expected a length from 0.001 to 100000 mm, got -3']
    """
    if is_number(value) and least <= value <= GREATEST:  # type: ignore[operator]
        return []
    return [f"{name}: expected a length from {least:g} to {GREATEST:.0f} mm, got {value!r}"]


def size_faults(name: str, size: object, axes: int) -> list[str]:
    """Check a tuple of lengths in mm.

    Examples
    --------
    >>> size_faults("size", (10, 0), 2)
    ['size[1]: expected a length from 0.001 to 100000 mm, got 0']
    """
    if not isinstance(size, Sequence) or isinstance(size, str) or len(size) != axes:
        return [f"{name}: expected {axes} lengths in mm, got {size!r}"]
    return [fault for i, value in enumerate(size) for fault in length_faults(f"{name}[{i}]", value)]


def position_faults(name: str, value: object) -> list[str]:
    """Check a position in mm, which may be negative.

    Examples
    --------
    >>> position_faults("at", "left")
    ["at: expected a number of mm, got 'left'"]
    """
    return [] if is_number(value) else [f"{name}: expected a number of mm, got {value!r}"]


def place_faults(name: str, at: object) -> list[str]:
    """Check a place in x and y, in mm.

    Examples
    --------
    >>> place_faults("at", (0,))
    ['at: expected x and y in mm, got (0,)']
    """
    if not isinstance(at, Sequence) or isinstance(at, str) or len(at) != 2:
        return [f"{name}: expected x and y in mm, got {at!r}"]
    return [fault for i in (0, 1) for fault in position_faults(f"{name}[{i}]", at[i])]


def count_faults(name: str, value: object, least: int, greatest: int) -> list[str]:
    """Check a whole number.

    Examples
    --------
    >>> count_faults("steps", 0, 1, 200)
    ['steps: expected a whole number from 1 to 200, got 0']
    """
    whole = isinstance(value, Integral) and not isinstance(value, bool)
    if whole and least <= value <= greatest:  # type: ignore[operator]
        return []
    return [f"{name}: expected a whole number from {least} to {greatest}, got {value!r}"]


def span_faults(name: str, at: float, width: float, least: float, greatest: float) -> list[str]:
    """Check that a cut `width` mm wide with its middle `at` mm lies between two ends.

    Examples
    --------
    >>> span_faults("openings[0]", 45, 20, -50, 50)
    ['openings[0].at: it reaches from 35 to 55 mm, the wall from -50 to 50; move or narrow it']
    """
    low, high = at - width / 2, at + width / 2
    if low >= least - SAME_PLANE and high <= greatest + SAME_PLANE:
        return []
    return [
        f"{name}.at: it reaches from {low:g} to {high:g} mm, "
        f"the wall from {least:g} to {greatest:g}; move or narrow it"
    ]


def refuse(faults: Sequence[str]) -> None:
    """Raise one error that tells every fault, if there is any.

    Raises
    ------
    MeshError
        With one line a fault.

    Examples
    --------
    >>> refuse([])
    >>> refuse(position_faults("at", "left"))
    Traceback (most recent call last):
    meshes.mesh.MeshError: at: expected a number of mm, got 'left'
    """
    if faults:
        raise MeshError("\n".join(faults))
