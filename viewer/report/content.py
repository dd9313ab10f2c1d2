"""What a report says, before it is a page: a glance, sections, tables, pictures."""

from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from rules.scenefile.kinds import JOINERS
from spatial.outcome import Outcome

Sign: TypeAlias = Literal["yes", "no", "undecided", "none"]

SIGNS: Final[dict[Outcome, Sign]] = {
    Outcome.YES: "yes",
    Outcome.NO: "no",
    Outcome.UNDECIDED: "undecided",
}

MARKS: Final[dict[Sign, str]] = {"yes": "●", "no": "○", "undecided": "?", "none": "–"}
"""A shape for each outcome: colour is never the only sign."""


def visible(said: str) -> str:
    """Return a text in which whatever a reader wouldn't see is shown as U+FFFD.

    Examples
    --------
    >>> visible("a\\x00b") == "a\\ufffdb"
    True
    """
    return "".join(
        c if c.isprintable() or c in "\n\N{NO-BREAK SPACE}" or ord(c) in JOINERS else "\ufffd"
        for c in said
    )


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table.

    Parameters
    ----------
    name, outcome : str
        Whom it is about, and what comes of it in a word or two.
    sign : {"yes", "no", "undecided", "none"}
    cells : tuple of str
        The further columns.
    close : bool
        Whether it is a close call.
    """

    name: str
    outcome: str
    sign: Sign
    cells: tuple[str, ...]
    close: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """Verdicts, one a line.

    Parameters
    ----------
    heads : tuple of str
        Of all columns.
    rows : tuple of Row
    """

    heads: tuple[str, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture to stand in the report.

    Parameters
    ----------
    name : str
        For its file, without an ending.
    png : bytes
    says : str
        What it shows, for those who don't see it.
    is_sheet : bool
        Whether it is a page to print, of A4 across.
    """

    name: str
    png: bytes = field(repr=False)
    says: str
    is_sheet: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """A template, an event or whatever else has verdicts of its own.

    Parameters
    ----------
    title : str
    said : tuple of str
        Paragraphs.
    table : Table or None
    lists : tuple of (title, entries)
    picture : Picture or None
    own_page : bool
        Whether it starts a page where the report is printed.
    """

    title: str
    said: tuple[str, ...] = ()
    table: Table | None = None
    lists: tuple[tuple[str, tuple[str, ...]], ...] = ()
    picture: Picture | None = None
    own_page: bool = False


@dataclass(frozen=True, slots=True)
class Glance:
    """Who has one outcome: in a word, then names with what brings it about."""

    sign: Sign
    word: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Content:
    """Everything that a report says.

    Parameters
    ----------
    title, subtitle : str
    glance : tuple of Glance
    warnings : tuple of str
        What must not be overlooked: close calls, unusual readings, no real table.
    sections : tuple of Section
    text : str
        The whole in words, as the command prints it.
    picture : Picture or None
        Of the whole.
    """

    title: str
    subtitle: str
    glance: tuple[Glance, ...]
    warnings: tuple[str, ...]
    sections: tuple[Section, ...]
    text: str
    picture: Picture | None = None
