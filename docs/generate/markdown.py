"""Text that Markdown takes as it is, and tables of it."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

_SIGNS: Final = re.compile(r"([\\`*_{}\[\]<>#$|~])")
_CODE: Final = re.compile(r"(`[^`]+`)")


def plain(text: str) -> str:
    r"""Return text on one line, with whatever Markdown would read as a sign escaped.

    What stands between backquotes already stays code.

    Examples
    --------
    >>> plain("a [[token]] * 2,\n  as in `x_mm`")
    'a \\[\\[token\\]\\] \\* 2, as in `x_mm`'
    """
    parts = _CODE.split(" ".join(text.split()))
    return "".join(
        part.replace("|", r"\|") if _CODE.fullmatch(part) else _SIGNS.sub(r"\\\1", part)
        for part in parts
    )


def code(text: str) -> str:
    """Return text as code that may stand in a cell of a table.

    Examples
    --------
    >>> code("above | below")
    '`above \\\\| below`'
    """
    return f"`{text.replace('|', chr(92) + '|')}`"


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table of cells that are Markdown already; nothing where it has no rows.

    Examples
    --------
    >>> print(table(["key", "type"], [["`at`", "place"]]), end="")
    | key | type |
    | --- | --- |
    | `at` | place |
    """
    lines = [f"| {' | '.join(row)} |" for row in rows]
    if not lines:
        return ""
    head = f"| {' | '.join(heads)} |"
    return "\n".join([head, f"|{' --- |' * len(heads)}", *lines]) + "\n"
