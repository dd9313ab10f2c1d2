"""Parts of the scenes that come along, as examples of a table."""

import re
from functools import cache
from typing import Final

from viewer import bundled

_LONGEST: Final = 12
"""Lines of an example at most."""


def example(written: str, head: str) -> str:
    """Return a table as a bundled scene has it: of those short enough the one with most keys.

    Parameters
    ----------
    written : str
        How the table is written, such as ``[[scenery]]``; other than with a head of its
        own it has no example.
    head : str
        The heading over it: what it says between backquotes after three marks has to be
        a line of the table.

    Examples
    --------
    >>> example("[[token]]", "## `[[token]]`").splitlines()[0]
    '[[token]]'
    >>> example("[[scenery]]", '### `kit = "ramp"`').splitlines()[2]
    'kit = "ramp"'
    """
    if not written.startswith("["):
        return ""
    told = re.fullmatch(r"### `(\w+ = )\"(.*)\"`", head)
    needle = f"\n{told[1]}" + (f'"{told[2]}"' if told[2] != "…" else '"') if told else "\n"
    pattern = re.escape(written).replace("NAME", r"\w+")
    fitting = [
        table
        for table in _tables()
        if re.match(pattern, table) and needle in table and table.count("\n") < _LONGEST
    ]
    return max(fitting, key=lambda table: table.count("\n"), default="")


@cache
def _tables() -> tuple[str, ...]:
    """Every table of every bundled scene, in the scenes' order."""
    folder = bundled.folder()
    found: list[str] = []
    for name in bundled.names():
        text = (folder / f"{name}.toml").read_text(encoding="utf-8")
        parts = [part for part in re.split(r"\n(?=\[)", text) if part.startswith("[")]
        # A comment after an empty line is about what comes next.
        found += [part.split("\n\n#")[0].strip() for part in parts]
    return tuple(found)
