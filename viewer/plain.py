"""Values of a ruling as plain JSON values: rounded, and named with their units."""

import math
from typing import Any

from rules.finding import Citation, Margin
from spatial.evidence import Blocker, Line, Witness


def number(value: float | None) -> float | None:
    """Return a number rounded to 0.001; an endless one is None, and there is no minus zero.

    Examples
    --------
    >>> number(1.23456), number(-0.0001), number(float("inf"))
    (1.235, 0.0, None)
    """
    if value is None or math.isinf(value):
        return None
    return round(value, 3) + 0.0


def point(at: tuple[float, float, float]) -> list[float | None]:
    """Return a place."""
    return [number(value) for value in at]


def line(one: Line) -> dict[str, Any]:
    """Return a line by its ends."""
    return {"start": point(one.start), "end": point(one.end)}


def witness(one: Witness | None) -> dict[str, Any] | None:
    """Return a clear line with its clearance and the width of its opening."""
    if one is None:
        return None
    width, room = number(one.width), number(one.clearance)
    return {**line(one.line), "clearance_mm": room, "width_mm": width}


def blocker(one: Blocker) -> dict[str, Any]:
    """Return a piece that hides something, with a line that it stops."""
    return {
        "piece": one.piece,
        "share": number(one.share),
        "needed": one.needed,
        "alone": one.alone,
        **line(one.line),
    }


def margin(one: Margin | None) -> dict[str, float | None]:
    """Return a margin as two keys of what has it."""
    if one is None:
        return {"margin_mm": None, "margin_toward": None}
    return {"margin_mm": number(one.mm), "margin_toward": number(one.toward)}


def citation(one: Citation) -> dict[str, str]:
    """Return where a rule stands."""
    return {"document": one.document, "heading": one.heading}
