"""JSON for programs: by which version it was written, of what, and by which schema."""

import json
from collections.abc import Iterable
from importlib.resources import files as packaged
from typing import Any


def version() -> str:
    """Return the program's version; of a checkout that isn't installed, that it has none."""
    # Looked up when it is asked for: the look-up takes as long as many a ruling.
    from importlib import metadata

    try:
        return metadata.version("blastfocus")
    except metadata.PackageNotFoundError:
        return "not installed"


def program() -> dict[str, str]:
    """Return the program's name and version, as each record has them.

    Examples
    --------
    >>> program()["name"]
    'blastfocus'
    """
    return {"name": "blastfocus", "version": version()}


def files(every: Iterable[tuple[str, str]]) -> list[dict[str, str]]:
    """Return the mesh files of a scene, each a path and its SHA-256, as each record has them.

    Examples
    --------
    >>> files([("hut.stl", "e3b0")])
    [{'path': 'hut.stl', 'sha256': 'e3b0'}]
    """
    return [{"path": path, "sha256": digest} for path, digest in every]


def schema(kind: str) -> dict[str, Any]:
    """Return the JSON Schema of a kind of record.

    Parameters
    ----------
    kind : {"check", "compared", "found", "log", "los", "ruling"}

    Examples
    --------
    >>> schema("log")["title"]
    'Blast Focus log'
    """
    text = packaged("viewer").joinpath(f"data/{kind}.schema.json").read_text("utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded


def dumps(made: dict[str, Any]) -> str:
    """Return plain values as JSON text, the same bytes for the same values.

    In ASCII, names escaped where they need it, so that no terminal's or shell's encoding
    can spoil it.

    Raises
    ------
    ValueError
        If a number isn't finite.

    Examples
    --------
    >>> print(dumps({"scene": "Hütte"}), end="")
    {
      "scene": "H\\u00fctte"
    }
    """
    return json.dumps(made, indent=2, allow_nan=False) + "\n"
