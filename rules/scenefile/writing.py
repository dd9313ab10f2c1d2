"""From keys and values to a scene file's text, comments included."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rules.scenefile.kinds import is_hidden

_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")


@dataclass(frozen=True, slots=True)
class Table:
    """One table of a list, such as a piece of scenery.

    Parameters
    ----------
    section : str
        Such as ``"scenery"``.
    keys : mapping of str to value
    comments : sequence of str
        Lines above it.
    is_off : bool
        Whether it is written as a comment, for its reader to switch on.
    """

    section: str
    keys: Mapping[str, Any]
    comments: Sequence[str] = ()
    is_off: bool = False


def text(
    head: Mapping[str, Any],
    tables: Sequence[Table],
    comments: Sequence[str] = (),
    size: tuple[float, float] | None = None,
) -> str:
    """Return a scene file's text.

    Parameters
    ----------
    head : mapping of str to value
        The keys before the first table.
    tables : sequence of Table
    comments : sequence of str
        Lines at the top.
    size : tuple of 2 floats, or None
        Of the table.

    Examples
    --------
    >>> crate = Table("scenery", {"name": "crate", "at": [10.0, 20.5]}, ["a crate"])
    >>> print(text({"format": 1}, [crate]), end="")
    format = 1
    <BLANKLINE>
    # a crate
    [[scenery]]
    name = "crate"
    at = [10, 20.5]
    """
    blocks = [[*_comments(comments)]] if comments else []
    blocks.append([f"{key} = {value(one)}" for key, one in head.items()])
    if size is not None:
        blocks.append(["[table]", f"size = {value(size)}"])
    for table in tables:
        rows = [f"[[{table.section}]]"]
        rows += [f"{key} = {value(one)}" for key, one in table.keys.items()]
        if table.is_off:
            rows = [f"# {row}" for row in rows]
        blocks.append([*_comments(table.comments), *rows])
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


def value(one: Any) -> str:
    """Return a value as TOML has it; numbers to 0.001, which is the finest reported.

    Raises
    ------
    TypeError
        If a scene file has no such value.

    Examples
    --------
    >>> value(2.0), value(-0.0004), value('a "b"'), value([True, 1.5]), value({"x": 1})
    ('2', '0', '"a \\\\"b\\\\""', '[true, 1.5]', '{ x = 1 }')
    """
    match one:
        case bool():
            return "true" if one else "false"
        case int():
            return str(one)
        case float():
            return f"{round(one, 3) + 0.0:.3f}".rstrip("0").rstrip(".")
        case str():
            return _quoted(one)
        case Mapping():
            inner = ", ".join(f"{_key(key)} = {value(each)}" for key, each in one.items())
            return f"{{ {inner} }}"
        case Sequence():
            return f"[{', '.join(value(each) for each in one)}]"
    raise TypeError(f"no value of a scene file: {one!r}")


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _quoted(key)


def _quoted(words: str) -> str:
    # JSON's escapes are TOML's, but for a lone half of a pair, which no text may have.
    whole = words.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return json.dumps(whole, ensure_ascii=False).replace("\x7f", "\\u007f")


def _comments(lines: Sequence[str]) -> list[str]:
    """Comment lines: nothing in them can end a line or disturb a screen."""
    rows = [row for line in lines for row in (line.splitlines() or [""])]
    seen = ["".join(" " if is_hidden(each) else each for each in row) for row in rows]
    return [f"# {row}".rstrip() for row in seen]
