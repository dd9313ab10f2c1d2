"""What a page may ask: parsed strictly, for anybody can send anything."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, get_args

from viewer.live.messages import FARTHEST, LONGEST

if TYPE_CHECKING:
    from viewer.live.look import Look

Verb: TypeAlias = Literal["see", "drag", "release", "drop", "do", "undo", "redo", "compare", "keep"]

VERBS: Final = get_args(Verb)

_MOST: Final = 100_000
"""Of the number of an event, or of a floor."""
_KEYS: Final = frozenset({"look", "first", "solid", "change", "onto", "about"})
_LOOKS: Final = frozenset({"trooper", "placement", "step", "cut", "level"})
_CHANGING: Final = ("drag", "do")


class AskError(ValueError):
    """A message that no page of ours sends; the text says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Ask:
    """What a page wants done, and shown.

    Parameters
    ----------
    verb : str
        "see" changes nothing; "keep" says that a drag is still on.
    look : Look
        What of the table it looks at.
    is_first : bool
        Whether it has seen nothing yet: the table chooses the event to open at.
    solid : bool
        Whether it looks at the table in 3D.
    change : dict or None
        Of "drag" and "do": not looked into here.
    onto : bool
        Whether a thing is put down on the highest surface there that is shown, and not on
        one about as high as it was.
    about : str
        What it has chosen; empty for nothing.
    """

    verb: Verb
    look: "Look"
    is_first: bool
    solid: bool
    change: dict[str, Any] | None
    onto: bool
    about: str


def parsed(verb: object, message: object) -> Ask:
    """Return what a message asks.

    Parameters
    ----------
    verb, message : object
        As they came.

    Raises
    ------
    AskError
        If it isn't what a page of ours says.

    Examples
    --------
    >>> parsed("see", {"look": {"trooper": "1"}}).look.trooper
    '1'
    >>> parsed("see", {"look": {"trooper": 1}})
    Traceback (most recent call last):
    ...
    viewer.web.asks.AskError: trooper isn't a text
    """
    from viewer.live.look import Look

    known = next((one for one in VERBS if one == verb), None)
    if known is None:
        raise AskError("an unknown order")
    if not isinstance(message, dict) or not message.keys() <= _KEYS:
        raise AskError("an order with other keys than it has")
    look = message.get("look", {})
    if not isinstance(look, dict) or not look.keys() <= _LOOKS:
        raise AskError("a look with other keys than it has")
    change = message.get("change")
    if (known in _CHANGING) != isinstance(change, dict):
        raise AskError("a change where there is none to make, or none")
    return Ask(
        known,
        Look(
            trooper=_text("trooper", look.get("trooper", "")),
            placement=_text("placement", look.get("placement", "")),
            step=_whole("step", look.get("step")),
            cut=_number("cut", look.get("cut")),
            level=_whole("level", look.get("level")),
        ),
        _flag("first", message.get("first", False)),
        _flag("solid", message.get("solid", False)),
        change,
        _flag("onto", message.get("onto", False)),
        _text("about", message.get("about", "")),
    )


def _text(key: str, value: object) -> str:
    if not isinstance(value, str):
        raise AskError(f"{key} isn't a text")
    if len(value) > LONGEST:
        raise AskError(f"{key} is longer than any name")
    return value


def _flag(key: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise AskError(f"{key} is neither true nor false")
    return value


def _whole(key: str, value: object) -> int | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= _MOST:
        raise AskError(f"{key} isn't a number of one")
    return value


def _number(key: str, value: object) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise AskError(f"{key} isn't a number")
    # A comparison takes whole numbers of any length, and what is no number fails it.
    if not -FARTHEST <= value <= FARTHEST:
        raise AskError(f"{key} is no height on a table")
    return float(value)
