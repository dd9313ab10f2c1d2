"""A worked scene: its file, what its reader is told of it, and what has to come out."""

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from viewer import bundled


@dataclass(frozen=True, slots=True)
class Worked:
    """A bundled scene with its expected file.

    Parameters
    ----------
    name : str
        As `bundled.names` has it.
    title : str
        The scene's own.
    about : tuple of str
        The paragraphs of the comment that its file begins with.
    shows, ruling : str
        What the table of worked scenes says of it.
    source : str
        Where the dispute or its picture is from.
    derivation : tuple of str
        The paragraphs of the comment that its expected file begins with: what the
        numbers of the reasons are measured from.
    cases : tuple of dict
        What is expected, first as the scene is, then under other readings.
    """

    name: str
    title: str
    about: tuple[str, ...]
    shows: str
    ruling: str
    source: str
    derivation: tuple[str, ...]
    cases: tuple[dict[str, Any], ...]

    @property
    def path(self) -> str:
        """Its file as the command takes it."""
        return f"scenes/{self.name}.toml"

    @property
    def viewers(self) -> list[str]:
        """Whose lines of fire are expected, each once."""
        pairs = self.cases[0].get("fire", {})
        return list(dict.fromkeys(pair.split(" > ")[0] for pair in pairs))


def worked(name: str) -> Worked:
    """Read a bundled scene and its expected file.

    Examples
    --------
    >>> one = worked("covered-enemy")
    >>> one.title, one.ruling
    ('Covered enemy', 'the covered one no, the other yes')
    >>> one.about[0]
    'A wall that wholly covers an enemy, and another enemy who looks out past it.'
    """
    path = bundled.folder() / f"{name}.toml"
    text = path.read_text(encoding="utf-8")
    by_hand = (path.parent / "expected" / path.name).read_text(encoding="utf-8")
    wanted = tomllib.loads(by_hand)
    shows, ruling = _listed(path)
    return Worked(
        name,
        tomllib.loads(text)["name"],
        _comment(text),
        shows,
        ruling,
        wanted["source"],
        _comment(by_hand),
        tuple(wanted["case"]),
    )


def every(folder: str = "") -> list[Worked]:
    """Return the worked scenes of a folder of the bundled ones, in their order.

    Examples
    --------
    >>> every("area-templates")[0].name
    'area-templates/blast-levels'
    """
    return [worked(name) for name in bundled.names() if name.rpartition("/")[0] == folder]


def _comment(text: str) -> tuple[str, ...]:
    """The paragraphs at the head of a file; a line that is set in begins anew in its own."""
    lines: list[str] = []
    for line in text.splitlines():
        if not line.startswith("#"):
            break
        lines.append(line.removeprefix("#").removeprefix(" ").rstrip())
    parts = re.split(r"\n(?:\n|(?=  ))", "\n".join(lines))
    told = (" ".join(part.split()) for part in parts)
    return tuple(part for part in told if part)


def _listed(path: Path) -> tuple[str, str]:
    """The last two cells of a scene's row in the table beside it."""
    rows = (path.parent / "README.md").read_text(encoding="utf-8").splitlines()
    row = next(one for one in rows if one.startswith(f"| `{path.name}` |"))
    cells = [cell.strip() for cell in row.strip("|").split("|")]
    return cells[-2], cells[-1]
