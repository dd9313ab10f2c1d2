"""How far a verdict is from the other one: asked again with the pieces moved.

A trooper is moved sideways in sixteen directions by growing steps, and the
first step that flips the answer is halved down to `FINE`. The answer is "at
most": a flip between two steps that flips back goes unseen. Moves that push the
trooper into scenery don't count.
"""

import math
from collections.abc import Callable
from typing import Final

from rules.verdict import Margin
from spatial.outcome import Outcome

STEPS: Final = (0.5, 2.5, 10.0)
"""How far a trooper is moved, mm; the last one is where the search ends."""

TURNS: Final = (0.5, 2.0, 10.0)
"""How far a template is turned, degrees; the last one is where the search ends."""

FINE: Final = 0.05
"""How finely the flip is found, in mm or degrees."""

DIRECTIONS: Final = 16


def sideways(
    flipped: Callable[[float, float], bool | None], outcome: Outcome, heading: float
) -> Margin:
    """Return the smallest sideways move of a trooper that flips an answer.

    Parameters
    ----------
    flipped : callable
        Takes a move in x and y, mm; whether the answer is then the other one,
        None for a move that doesn't count.
    outcome : Outcome
        The answer: YES or NO; it gives the margin's sign.
    heading : float
        The first direction tried, degrees: it should turn with the table.

    Returns
    -------
    Margin

    Examples
    --------
    >>> margin = sideways(lambda x, y: x > 2.0, Outcome.NO, 0.0)
    >>> -2.05 <= margin.mm <= -2.0, margin.toward
    (True, 0.0)
    """
    sign = 1.0 if outcome is Outcome.YES else -1.0
    best, toward = _smallest(
        lambda way, far: flipped(
            far * math.cos(math.radians(way)), far * math.sin(math.radians(way))
        ),
        [(heading + 360 * i / DIRECTIONS) % 360 for i in range(DIRECTIONS)],
        STEPS,
    )
    return Margin(sign * best, toward)


def turning(flipped: Callable[[float], bool | None]) -> float | None:
    """Return the smallest turn of a template that flips an answer, degrees.

    Parameters
    ----------
    flipped : callable
        Takes a turn in degrees, counter-clockwise; whether the answer is then
        the other one, None for a turn that doesn't count.

    Returns
    -------
    float or None
        None where no turn up to 10 degrees flips it.

    Examples
    --------
    >>> turn = turning(lambda degrees: degrees < -3)
    >>> -3.05 <= turn <= -3
    True
    """
    best, way = _smallest(lambda way, far: flipped(way * far), [1.0, -1.0], TURNS)
    return None if way is None else way * best


def raising(flipped: Callable[[float], bool | None]) -> float | None:
    """Return the smallest raise of a template that flips an answer, mm; lowering is negative.

    Parameters
    ----------
    flipped : callable
        Takes a raise in mm; whether the answer is then the other one, None for one
        that doesn't count.

    Returns
    -------
    float or None
        None where none up to 10 mm flips it.

    Examples
    --------
    >>> raise_by = raising(lambda mm: mm > 0.2)
    >>> 0.2 <= raise_by <= 0.25
    True
    """
    best, way = _smallest(lambda way, far: flipped(way * far), [1.0, -1.0], STEPS)
    return None if way is None else way * best


def _smallest(
    flipped: Callable[[float, float], bool | None], ways: list[float], steps: tuple[float, ...]
) -> tuple[float, float | None]:
    """The shortest way to a flip and which way; the last step and None without one."""
    before = 0.0
    for step in steps:
        best, chosen = step, None
        for way in ways:
            # A way that doesn't flip short of the best so far can't be better.
            reach = best if chosen is None else best - FINE
            if reach <= before or not flipped(way, reach):
                continue
            low, high = before, reach
            while high - low > FINE:
                middle = (low + high) / 2
                low, high = (low, middle) if flipped(way, middle) else (middle, high)
            best, chosen = high, way
        if chosen is not None:
            return best, chosen
        before = step
    return steps[-1], None
