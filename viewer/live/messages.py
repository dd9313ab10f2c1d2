"""Changes that come from outside as JSON: exactly what is known, or nothing."""

import math
from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Final

from rules.scenefile.changes import AimAt, Carry, Change, Lie, Raise, Read, Tilt, Tip, Turn

LONGEST: Final = 300
"""Characters of the longest name in a message.

A scene's names have at most 80; the longest that is made of them is that of a mine's template
whose name another attack gives too: the mine, whom it goes off at, who uses it, the attack.
"""

FARTHEST: Final = 1e6
"""Beyond this, in mm or degrees, no number is of a table."""

_KINDS: Final[dict[str, type[Any]]] = {
    "carry": Carry,
    "turn": Turn,
    "lie": Lie,
    "tip": Tip,
    "tilt": Tilt,
    "raise": Raise,
    "aim": AimAt,
    "read": Read,
}


class MessageError(ValueError):
    """A message that is no change."""


def parsed(message: object) -> Change:
    """Return the change that a message asks for.

    Parameters
    ----------
    message : object
        From anybody: a mapping with ``do`` and the fields of one change, no more.

    Raises
    ------
    MessageError
        If it is anything else.

    Examples
    --------
    >>> parsed({"do": "carry", "key": "trooper:1", "x": 10, "y": 20.5})
    Carry(key='trooper:1', x=10.0, y=20.5, z=None)
    >>> parsed({"do": "carry", "key": "trooper:1", "x": "10", "y": 20.5})
    Traceback (most recent call last):
    viewer.live.messages.MessageError: x: expected a number
    """
    if not isinstance(message, Mapping):
        raise MessageError("expected a mapping")
    rest = dict(message)
    kind = rest.pop("do", None)
    made_of = _KINDS.get(kind) if isinstance(kind, str) else None
    if made_of is None:
        raise MessageError("do: expected the name of a change")
    known = {field.name: str(field.type) for field in fields(made_of)}
    if set(rest) - set(known):
        raise MessageError("expected no further keys")
    found: dict[str, Any] = {}
    for name, sort in known.items():
        if rest.get(name) is None and "None" in sort:
            continue
        if name not in rest:
            raise MessageError(f"{name}: is missing")
        found[name] = _value(name, sort, rest[name])
    change: Change = made_of(**found)
    return change


def _value(name: str, sort: str, value: object) -> object:
    if "bool" in sort:
        if isinstance(value, bool):
            return value
        raise MessageError(f"{name}: expected true or false")
    if "str" in sort:
        if isinstance(value, str) and len(value) <= LONGEST:
            return value
        raise MessageError(f"{name}: expected a short text")
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise MessageError(f"{name}: expected a number")
    # Whole numbers in JSON have no end; a float would.
    if not -FARTHEST <= value <= FARTHEST or math.isnan(value):
        raise MessageError(f"{name}: expected a number of this table")
    return float(value)
