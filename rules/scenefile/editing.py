"""A scene file with changes: its keys to read again, its text to save, comments kept."""

import hashlib
import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, TypeAlias

from rules.area_templates.battle import Battle
from rules.dispute import Dispute
from rules.scenefile.kept import Kept
from rules.scenefile.places import Steps
from rules.scenefile.reading import content_of, of_keys, parsed

Edits: TypeAlias = Mapping[Steps, Any]
"""New values by their places; `GONE` removes a key."""

GONE: Final = None
"""No scene file has an empty value."""

_MARK: Final = "\ufeff"
"""What some editors put before a text."""


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """A scene file as it was opened, and what was changed since.

    Parameters
    ----------
    path : Path
        Where it was read: mesh paths start in its folder, and its name is in messages.
    original : str
        Its text.
    content : dict
        What it says with all changes. It is shared between sheets; nobody may change it.
    edits : mapping of Steps to value
        What differs from the original.
    outside : bool
        Whether mesh paths may leave its folder.
    """

    path: Path
    original: str = field(repr=False)
    content: dict[str, Any] = field(repr=False)
    edits: Edits = field(default_factory=dict)
    outside: bool = False

    def changed(self, edits: Edits) -> "Sheet":
        """Return the sheet with further changes.

        Parameters
        ----------
        edits : mapping of Steps to value
            A table that isn't there is made; a key that is to go may be missing.

        Examples
        --------
        >>> sheet = Sheet(Path("a.toml"), "a = 1  # one\\n", {"a": 1})
        >>> sheet.changed({("a",): 2, ("b", "c"): True}).text()
        'a = 2  # one\\n\\n[b]\\nc = true\\n'
        """
        content = self.content
        for steps, value in edits.items():
            content = _with(content, steps, value)
        return replace(self, content=content, edits={**self.edits, **edits})

    def text(self) -> str:
        """Return the file's text; what wasn't changed stands as it was written.

        A JSON file is written anew.
        """
        if not self.edits:
            return self.original
        if self.path.suffix.lower() == ".json":
            return json.dumps(self.content, indent=2, ensure_ascii=False) + "\n"
        import tomlkit

        plain = self.original.removeprefix(_MARK)
        is_dos = "\r\n" in plain and plain.count("\r\n") == plain.count("\n")
        plain = plain.replace("\r\n", "\n") if is_dos else plain
        document = tomlkit.parse(plain if plain.endswith("\n") else f"{plain}\n")
        for steps, value in self.edits.items():
            _write(document, steps, value)
        text = tomlkit.dumps(document)
        # Should a way to write a table be beyond this, what it says goes before how.
        if tomllib.loads(text) != self.content:
            text = tomlkit.dumps(self.content)
        text = text.replace("\n", "\r\n") if is_dos else text
        return f"{_MARK}{text}" if self.original.startswith(_MARK) else text

    def sha256(self) -> str:
        """Return that of the text, as of a file's bytes."""
        return hashlib.sha256(self.text().encode()).hexdigest()

    def read(self, kept: Kept | None = None, is_whole: bool = True) -> Dispute | Battle:
        """Put the scene together.

        Parameters
        ----------
        kept : Kept or None
            What earlier readings of this scene built.
        is_whole : bool
            Whether the SHA-256 of the text is worked out too, as for a file.

        Raises
        ------
        SceneError
            With every problem that there is.
        """
        digest = self.sha256() if is_whole else ""
        folder = self.path.parent
        return of_keys(self.content, str(self.path), folder, self.outside, digest, kept)


def opened(path: Path, outside: bool = False) -> Sheet:
    """Return a scene file as it is.

    Parameters
    ----------
    path : Path
    outside : bool
        Whether mesh paths may leave its folder.

    Raises
    ------
    SceneError
        If it can't be read, or is no TOML or JSON; its keys aren't looked at yet.
    """
    content = content_of(path)
    found = parsed(content, str(path))
    return Sheet(path, content.decode(), found, {}, outside)


def _with(content: Any, steps: Steps, value: Any) -> Any:
    """The content with one value changed; what isn't on the way to it is shared."""
    step, *further = steps
    if isinstance(content, list):
        assert isinstance(step, int)
        changed: Any = list(content)
        changed[step] = _with(content[step], tuple(further), value) if further else value
        return changed
    changed = dict(content)
    if further:
        changed[step] = _with(content.get(step, {}), tuple(further), value)
    elif value is GONE:
        changed.pop(step, None)
    else:
        changed[step] = value
    return changed


def _write(document: Any, steps: Steps, value: Any) -> None:
    """The same change, made in a document that knows its comments and blanks."""
    import tomlkit

    *way, last = steps
    here = document
    for step in way:
        if isinstance(step, str) and step not in here:
            if here is document:
                here.add(tomlkit.nl())
            here[step] = tomlkit.table()
        here = here[step]
    if value is GONE:
        if last in here:
            del here[last]
    elif isinstance(value, list) and last in here and len(here[last]) == len(value):
        # Number by number: there may be comments between them.
        for i, one in enumerate(value):
            if here[last][i] != one:
                here[last][i] = one
    else:
        here[last] = value
