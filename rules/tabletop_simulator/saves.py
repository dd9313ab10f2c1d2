"""From a save's bytes to its items: whole saves, saved objects, and one object a file."""

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from rules.tabletop_simulator.files import content_of
from rules.tabletop_simulator.items import Item, item
from spatial.scene import SceneError

LARGEST_SAVE: Final = 100_000_000
"""Bytes of the largest save that is read."""

_DEEPEST: Final = 400


@dataclass(frozen=True, slots=True)
class Save:
    """A save.

    Parameters
    ----------
    name : str
        As it calls itself; empty where it doesn't.
    items : tuple of Item
    is_single : bool
        Whether the file is one object, as other tools write it, and no table.
    notes : tuple of str
    """

    name: str
    items: tuple[Item, ...]
    is_single: bool = False
    notes: tuple[str, ...] = ()


def load(path: Path) -> Save:
    """Read a save or a saved object.

    Parameters
    ----------
    path : Path
        A JSON file. No other file is opened, whatever it names.

    Raises
    ------
    SceneError
        If it can't be read, or is no save.
    """
    return read(content_of(path, LARGEST_SAVE, "save fewer things"), str(path))


def read(content: bytes, source: str) -> Save:
    """Read a save's bytes.

    Parameters
    ----------
    content : bytes
        JSON in which a text may run over several lines, as some tools write it.
    source : str
        The file's name, for messages.

    Raises
    ------
    SceneError
        If it is no save, or a value in it makes no sense.

    Examples
    --------
    >>> text = b'{"ObjectStates": [{"Name": "Notecard", "Description": "a\\nb"}]}'
    >>> [one.description for one in read(text, "a.json").items]
    ['a\\nb']
    """
    parsed = _parsed(content, source)
    try:
        if isinstance(parsed.get("ObjectStates"), list):
            rows = [(f"ObjectStates[{i}]", row) for i, row in enumerate(parsed["ObjectStates"], 1)]
            items = tuple(item(row, place) for place, row in rows)
            return Save(_plain(parsed.get("SaveName")), items)
        if isinstance(parsed.get("Object"), dict):
            named = [
                key for key in parsed if key.endswith(("Path", "Paths", "_path")) and parsed[key]
            ]
            notes = tuple(f"{key} names other files, which aren't opened" for key in named)
            return Save("", (item(parsed["Object"], "Object"),), True, notes)
        if "Name" in parsed and "Transform" in parsed:
            return Save("", (item(parsed, "the object"),), True)
    except SceneError as error:
        raise SceneError(f"{source}: {error}") from None
    raise SceneError(
        f"{source}: is no save of Tabletop Simulator: it has neither ObjectStates nor Object; "
        "name a save or a saved object"
    )


def _parsed(content: bytes, source: str) -> dict[str, Any]:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise SceneError(f"{source}: line {line}: is no UTF-8 text; save the table again") from None
    if _depth(content) > _DEEPEST:
        raise SceneError(f"{source}: is nested too deeply; is it a save?")
    try:
        parsed = json.loads(text, strict=False)
    except RecursionError:
        raise SceneError(f"{source}: is nested too deeply; is it a save?") from None
    except json.JSONDecodeError as error:
        problem = f"line {error.lineno}, column {error.colno}: {error.msg.lower()}"
        raise SceneError(f"{source}: {problem}; save the table again") from None
    except ValueError:
        raise SceneError(f"{source}: a number has too many digits; correct it") from None
    if not isinstance(parsed, dict):
        raise SceneError(f"{source}: expected a table at the top; is it a save?")
    return parsed


def _depth(content: bytes) -> int:
    """How deep brackets nest, texts left out."""
    depth = deepest = 0
    for mark in re.finditer(rb'"(?:[^"\\]|\\.)*+"?|[\[{]|[\]}]', content, re.S):
        start = mark[0][:1]
        if start in b"[{":
            depth += 1
            deepest = max(deepest, depth)
        elif start in b"]}":
            depth -= 1
    return deepest


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else ""
