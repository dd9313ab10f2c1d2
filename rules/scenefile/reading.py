"""From a scene file's bytes to a `Dispute`, or to every problem it has."""

import hashlib
import json
import tomllib
from pathlib import Path
from typing import Any, Final

from pydantic import ValidationError

from meshes.units import MM_PER
from rules.dispute import Dispute
from rules.scenefile import building, problems
from rules.scenefile.keys import SceneKeys
from spatial.scene import SceneError

LARGEST_FILE: Final = 10_000_000
"""Bytes of the largest scene file that is read."""


def load(path: Path, outside: bool = False) -> Dispute:
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
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise SceneError(f"{path}: is larger than {LARGEST_FILE} bytes; is it a scene file?")
        content = path.read_bytes()
    except IsADirectoryError:
        raise SceneError(f"{path}: is a folder; name the scene file in it") from None
    except OSError as error:
        why = (error.strerror or "can't be read").lower()
        raise SceneError(f"{path}: {why}; check the path") from None
    return read(content, str(path), path.parent, outside)


def read(
    content: bytes, source: str, folder: Path | None = None, outside: bool = False
) -> Dispute:
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
    Dispute

    Raises
    ------
    SceneError
        With every problem of the file, each with its place and remedy.

    Examples
    --------
    >>> from rules.scenefile import starter
    >>> [trooper.name for trooper in read(starter(), "starter.toml").troopers]
    ['Beta', '1', '2', '3']
    """
    parsed = _parsed(content, source)
    unit = parsed.get("units", "mm")
    context = {"units": unit if isinstance(unit, str) and unit in MM_PER else "mm"}
    try:
        keys = SceneKeys.model_validate(parsed, context=context)
    except ValidationError as error:
        problems.refuse(source, problems.of_validation(error, parsed))
        raise
    digest = hashlib.sha256(content).hexdigest()
    return building.dispute(keys, source, folder, outside, digest)


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a scene file.

    Examples
    --------
    >>> schema()["properties"]["format"]["const"]
    1
    """
    return SceneKeys.model_json_schema()


def _parsed(content: bytes, source: str) -> dict[str, Any]:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise SceneError(f"{source}: is no UTF-8 text; save it as UTF-8") from None
    try:
        if source.lower().endswith(".json"):
            parsed = json.loads(text, object_pairs_hook=_once)
        else:
            parsed = tomllib.loads(text)
    except RecursionError:
        raise SceneError(f"{source}: is nested too deeply; is it a scene file?") from None
    except ValueError as error:
        kind = "JSON" if source.lower().endswith(".json") else "TOML"
        raise SceneError(f"{source}: is no {kind}: {error}") from None
    if not isinstance(parsed, dict):
        raise SceneError(f"{source}: expected a table of keys at the top")
    return parsed


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Refuse a key that stands twice, as TOML does."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f'the key "{key}" stands twice')
        found[key] = value
    return found
