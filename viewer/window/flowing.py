"""A report's lines as paragraphs again, for a column of another width."""

from dataclasses import dataclass
from typing import Final

_ACROSS: Final = 100
"""Columns that reports are wrapped at."""
_TITLE: Final = 40


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of a report.

    Parameters
    ----------
    indent : int
        Spaces before its first line.
    text : str
        Empty between paragraphs.
    is_head : bool
    """

    indent: int
    text: str
    is_head: bool = False


def flowed(text: str) -> list[Paragraph]:
    """Return a report's paragraphs.

    A line belongs to the one before if its first word had no room there.

    Examples
    --------
    >>> flowed("Edge\\n====\\n\\n  1  NO\\n")
    [Paragraph(indent=0, text='Edge', is_head=True), Paragraph(indent=0, text='', is_head=False),
     Paragraph(indent=2, text='1  NO', is_head=False)]
    """
    found: list[Paragraph] = []
    before = ""
    for line in text.rstrip().split("\n"):
        bare = line.strip()
        if bare and set(bare) <= {"=", "-"} and len(bare) > 1:
            found[-1:] = [Paragraph(one.indent, one.text, True) for one in found[-1:]]
            before = ""
            continue
        indent = len(line) - len(line.lstrip())
        first = bare.split(" ", 1)[0]
        if before and bare and len(before) + 1 + len(first) > _ACROSS:
            last = found[-1]
            found[-1] = Paragraph(last.indent, f"{last.text} {bare}", False)
        else:
            is_head = indent == 0 and 0 < len(bare) < _TITLE and bare[-1] not in ".:;"
            found.append(Paragraph(indent, bare, is_head))
        before = line if bare else ""
    return found
