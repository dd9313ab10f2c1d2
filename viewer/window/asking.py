"""Questions that the window asks at its foot: where to, and whether to replace a file."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Literal, TypeAlias

from viewer.live import saving

Purpose: TypeAlias = Literal["save", "picture", "export", "quit"]

WORDS: Final[dict[Purpose, str]] = {
    "save": "Save the scene as",
    "picture": "Save a picture as",
    "export": "Export the table as",
    "quit": "Close without saving the changes?",
}
_ENDINGS: Final[dict[Purpose, str]] = {"picture": ".png", "export": ".glb"}
WORKING: Final = "It is being made …"
"""In place of what may be pressed."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question that is open, with what was typed so far.

    Parameters
    ----------
    purpose : {"save", "picture", "export", "quit"}
    name : str
        Of the file, as it stands.
    folder : Path
        Where it goes.
    warned : str
        The name whose file was said to exist; the same again replaces it.
    trouble : str
        Why it wasn't written.
    """

    purpose: Purpose
    name: str
    folder: Path
    warned: str = ""
    trouble: str = ""

    @property
    def path(self) -> Path:
        """Where the file would be written."""
        return self.folder / self.name

    def typed(self, letter: str) -> "Question":
        """Return it with a letter more, or for ``BackSpace`` with one less."""
        name = self.name[:-1] if letter == "BackSpace" else self.name + letter
        return replace(self, name=name, warned="", trouble="")

    @property
    def replaces(self) -> bool:
        """Whether it was said that the file exists, so that it may be replaced now."""
        return bool(self.name) and self.warned == self.name

    def words(self) -> tuple[str, str, str]:
        """Return the question, the name as it is typed, and what may be pressed."""
        if self.purpose == "quit":
            return WORDS["quit"], "", "Enter or Ctrl+Q: close   Esc: stay"
        if self.trouble:
            hint = self.trouble
        elif self.replaces:
            hint = "There is such a file. Enter again: replace it   Esc: don't"
        else:
            hint = "Enter: write it   type another name   Esc: don't"
        return f"{WORDS[self.purpose]} (in {self.folder})", self.name, hint


def proposed(scene: Path, purpose: Purpose) -> Question:
    """Return the question for a purpose, with a name that no file has.

    Parameters
    ----------
    scene : Path
        The scene file.
    purpose : {"save", "picture", "export", "quit"}

    Examples
    --------
    >>> proposed(Path("nowhere/roof.toml"), "save").name
    'roof-2.toml'
    >>> proposed(Path("nowhere/roof.toml"), "export").name
    'roof.glb'
    """
    path = scene.with_name(f"{scene.stem}{_ENDINGS.get(purpose, scene.suffix)}")
    if purpose == "save" or path.exists():
        path = saving.proposed(path)
    return Question(purpose, path.name, scene.parent)
