"""Where in a scene file something stands, as a reader would write it."""

import json
import re
from collections.abc import Sequence
from typing import Any, Final, TypeAlias

from rules.scenefile.kinds import is_hidden

Steps: TypeAlias = tuple[int | str, ...]
"""Keys and positions from the top of a file; positions count from 0."""

LONGEST: Final = 60
"""Characters of a file's own text that a message quotes."""


def place(steps: Sequence[int | str], content: Any) -> str:
    """Return a place in a file as a reader would write it; items count from 1.

    Parameters
    ----------
    steps : sequence of int and str
    content : dict
        The file's content: the name of the item that the place is in is added.

    Examples
    --------
    >>> place(("trooper", 1, "facing"), {"trooper": [{}, {"name": "Beta"}]})
    'trooper[2].facing (of "Beta")'
    """
    text, here, owner, owned = "", content, "", 0
    for count, step in enumerate(steps, 1):
        if isinstance(step, int):
            text += f"[{step + 1}]"
            here = here[step] if isinstance(here, list) and step < len(here) else None
        else:
            text += f".{_key(step)}" if text else _key(step)
            here = here.get(step) if isinstance(here, dict) else None
        if isinstance(here, dict) and isinstance(here.get("name"), str):
            owner, owned = here["name"], count
    if not owner or steps[-1] == "name":
        return text
    return f"{text} ({quoted(owner)})" if owned == len(steps) else f"{text} (of {quoted(owner)})"


def quoted(text: str) -> str:
    """Return a text of the file in quotes, cut short where it is long.

    Examples
    --------
    >>> quoted("Beta")
    '"Beta"'
    """
    return f'"{text}"' if len(text) <= LONGEST else f'"{text[: LONGEST - 3]}..."'


def visible(text: str) -> str:
    r"""Return a text with what can't be seen in it spelt out.

    Examples
    --------
    >>> print(visible("a\nb"))
    a\nb
    """
    if not any(is_hidden(one) for one in text):
        return text
    return "".join(json.dumps(one)[1:-1] if is_hidden(one) else one for one in text)


def shown(value: Any) -> str:
    """Return a value of the file for a message.

    Examples
    --------
    >>> shown(True), shown([1, 2]), shown("left")
    ('true', 'a list of 2', '"left"')
    """
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, dict | list):
        return f"a {'table' if isinstance(value, dict) else 'list'} of {len(value)}"
    if isinstance(value, bool):
        return str(value).lower()
    if value is None:
        return "null"
    if isinstance(value, int) and abs(value) > 10**20:
        return "a very large number"
    return str(value)


def _key(step: str) -> str:
    return step if re.fullmatch(r"[A-Za-z0-9_-]{1,60}", step) else quoted(step)
