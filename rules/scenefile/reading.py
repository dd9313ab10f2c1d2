"""From a scene file's bytes to a `Dispute` or a `Battle`, or to every problem it has."""

import hashlib
import json
import os
import re
import tomllib
from pathlib import Path
from typing import Any, Final

from rules.area_templates.battle import Battle
from rules.dispute import Dispute
from rules.readings import AREA_TEMPLATES, INFINITY, readings_of
from rules.scenefile import battle, building
from rules.scenefile.draft import drafted
from rules.scenefile.foreign import OWN, check_foreign
from rules.scenefile.kept import Kept
from rules.scenefile.keys import SceneKeys
from rules.scenefile.kinds import is_hidden
from rules.scenefile.places import quoted, visible
from spatial.scene import SceneError

_LIMITS: Final = {
    "ge": "minimum",
    "gt": "exclusiveMinimum",
    "le": "maximum",
    "lt": "exclusiveMaximum",
}

LARGEST_FILE: Final = 10_000_000
"""Bytes of the largest scene file that is read."""


def load(path: Path, outside: bool = False) -> Dispute | Battle:
    """Read a scene file.

    Parameters
    ----------
    path : Path
        A TOML file, or JSON with the same keys where its name ends in ``.json``.
    outside : bool
        Whether mesh paths may leave the scene file's folder.

    Raises
    ------
    SceneError
        With every problem of the file, each with its place and remedy.
    """
    return read(content_of(path), str(path), path.parent, outside)


def content_of(path: Path) -> bytes:
    """Return a scene file's bytes.

    Raises
    ------
    SceneError
        If it can't be read, or is too large.
    """
    try:
        with path.open("rb") as stream:
            content = stream.read(LARGEST_FILE + 1)
    except IsADirectoryError:
        raise SceneError(f"{path}: is a folder; name the scene file in it") from None
    except (OSError, ValueError) as error:
        if os.path.isdir(path):
            raise SceneError(f"{path}: is a folder; name the scene file in it") from None
        why = (getattr(error, "strerror", None) or "can't be read").lower()
        raise SceneError(f"{path}: {why}; check the path") from None
    if len(content) > LARGEST_FILE:
        raise SceneError(f"{path}: is larger than {LARGEST_FILE} bytes; is it a scene file?")
    return content


def read(
    content: bytes, source: str, folder: Path | None = None, outside: bool = False
) -> Dispute | Battle:
    """Read a scene file's bytes.

    Parameters
    ----------
    content : bytes
    source : str
        The file's name, for messages; JSON where it ends in ``.json``.
    folder : Path or None
        Where mesh paths start; None where there is no folder, and no mesh.
    outside : bool
        Whether mesh paths may leave that folder.

    Returns
    -------
    Dispute or Battle
        By the file's rules: of Infinity, or of Area Templates.

    Raises
    ------
    SceneError
        With every problem of the file, each with its place and remedy.

    Examples
    --------
    >>> from rules.scenefile import starter
    >>> [trooper.name for trooper in read(starter(), "starter.toml").troopers]
    ['Beta', '1', '2', '3', '4']
    """
    digest = hashlib.sha256(content).hexdigest()
    return of_keys(parsed(content, source), source, folder, outside, digest)


def of_keys(
    content: dict[str, Any],
    source: str,
    folder: Path | None = None,
    outside: bool = False,
    sha256: str = "",
    kept: Kept | None = None,
) -> Dispute | Battle:
    """Put a scene together from a file's content.

    Parameters
    ----------
    content : dict
        The file, parsed.
    source, folder, outside
        As for `read`.
    sha256 : str
        Of the file's bytes.
    kept : Kept or None
        What an earlier reading built; what is missing is added.

    Raises
    ------
    SceneError
        With every problem of the file, each with its place and remedy.
    """
    draft = drafted(content, source)
    check_foreign(draft)
    made_of = battle.battle if draft.keys.rules == AREA_TEMPLATES else building.dispute
    return made_of(draft, source, folder, outside, sha256, kept or Kept())


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a scene file.

    Examples
    --------
    >>> schema()["properties"]["format"]["const"]
    1
    """
    made = SceneKeys.model_json_schema()
    choices = made["properties"]["readings"]
    found: dict[str, dict[str, Any]] = {}
    for rules in (INFINITY, AREA_TEMPLATES):
        for reading in readings_of(rules):
            one = found.setdefault(reading.name, {"enum": [], "description": ""})
            # Both games may leave one thing open, each for its own reasons.
            one["enum"] += [name for name in reading.choices if name not in one["enum"]]
            said = (one["description"], f"{rules}: {reading.source}")
            one["description"] = " ".join(each for each in said if each)
    choices["properties"] = found
    choices["additionalProperties"] = False
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **_standard(made),
        "title": "Blast Focus scene",
        "allOf": [_of_game(INFINITY, AREA_TEMPLATES), _of_game(AREA_TEMPLATES, INFINITY)],
    }


def _of_game(rules: str, other: str) -> dict[str, Any]:
    """A game's files have no keys and no readings of the other game."""
    foreign = {reading.name: False for reading in readings_of(other)}
    without = dict.fromkeys(OWN[other], False)
    return {
        "if": {"properties": {"rules": {"const": rules}}},
        "then": {"properties": {**without, "readings": {"properties": foreign}}},
    }


def _standard(schema: Any) -> Any:
    """Limits that pydantic writes in words of its own, in those of JSON Schema."""
    if isinstance(schema, list):
        return [_standard(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    is_limited = "type" in schema
    return {
        _LIMITS.get(key, key) if is_limited else key: _standard(part)
        for key, part in schema.items()
    }


def parsed(content: bytes, source: str) -> dict[str, Any]:
    """Return what a scene file says, its keys not yet looked at.

    Raises
    ------
    SceneError
        If it is no TOML, or no JSON where its name ends so.
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise SceneError(f"{source}: line {line}: is no UTF-8 text; save it as UTF-8") from None
    try:
        if source.lower().endswith(".json"):
            found = json.loads(text, object_pairs_hook=_once)
        else:
            found = tomllib.loads(text)
    except RecursionError:
        raise SceneError(f"{source}: is nested too deeply; is it a scene file?") from None
    except json.JSONDecodeError as error:
        problem = f"line {error.lineno}, column {error.colno}: {visible(_lower(error.msg))}"
        raise SceneError(f"{source}: {problem}; correct the JSON") from None
    except tomllib.TOMLDecodeError as error:
        raise SceneError(f"{source}: {visible(_toml_problem(str(error)))}") from None
    except ValueError as error:
        problem = "a number has too many digits" if str(error).startswith("Exceeds") else str(error)
        raise SceneError(f"{source}: {visible(problem)}; correct it") from None
    if not isinstance(found, dict):
        raise SceneError(f"{source}: expected a table of keys at the top")
    return found


def _toml_problem(message: str) -> str:
    """What Python says of TOML, its place first, and what to do."""
    match = re.fullmatch(r"(.*) \(at (?:(line \d+, column \d+)|(end of document))\)", message, re.S)
    problem = _lower(match[1] if match else message)
    where = f"{match[2] or match[3]}: " if match else ""
    if problem.startswith("invalid value"):
        return f"{where}{problem}; put texts in quotes, and write decimals with a point"
    if problem.startswith("cannot"):
        return f"{where}a key or a table stands twice; keep one"
    return f"{where}{problem}; correct the TOML"


def _lower(message: str) -> str:
    return message[:1].lower() + message[1:]


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Refuse a key that stands twice, as TOML does."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if any(is_hidden(character) for character in key):
            raise ValueError(f"the key {quoted(key)} has a character that can't be seen")
        if key in found:
            raise ValueError(f"the key {quoted(key)} stands twice")
        found[key] = value
    return found
