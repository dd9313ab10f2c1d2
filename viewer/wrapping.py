"""Paragraphs and lists of a text report, wrapped for reading."""

import re
import textwrap
from typing import Final

WIDTH: Final = 100
"""Columns of a report."""

WIDEST_NAME: Final = 24
"""Columns that a name takes at the most, in a list of names."""

_JOIN: Final = "\N{NO-BREAK SPACE}"
_WIDEST_INSET: Final = 42


def title(text: str) -> list[str]:
    """Return a report's head, underlined.

    Examples
    --------
    >>> title("Roof")
    ['Roof', '====']
    """
    return [*wrapped(text), "=" * min(len(text), WIDTH)]


def item(mark: str, text: str) -> list[str]:
    """Return an entry of a list: its mark, and further lines set in under the text."""
    first = f"  {mark}"
    return wrapped(text, first, " " * min(len(first), _WIDEST_INSET))


def wrapped(text: str, first: str = "", further: str | None = None) -> list[str]:
    """Return a paragraph's lines.

    Parameters
    ----------
    text : str
    first, further : str
        What stands before the first and before each further line; by default the same.

    Examples
    --------
    >>> wrapped("A line from (1, 2, 3) mm.", "  ")
    ['  A line from (1, 2, 3) mm.']
    """
    # A place on the table isn't parted at the end of a line.
    kept = re.sub(
        r"\([-\d., ]+\)| \[\d+\]|\d+ mm", lambda found: found[0].replace(" ", _JOIN), text
    )
    lines = textwrap.wrap(
        kept,
        WIDTH,
        initial_indent=first,
        subsequent_indent=first if further is None else further,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [line.replace(_JOIN, " ") for line in lines] or [first.rstrip()]
