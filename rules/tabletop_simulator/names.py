"""Names and descriptions as a save has them, made plain."""

import re
import textwrap
from collections.abc import Iterator
from typing import Final

from rules.scenefile.kinds import is_hidden, on_paper

_MARKUP: Final = re.compile(r"\[/?(?:[biu]|sub|sup|s|-|[0-9A-Fa-f]{6}(?:[0-9A-Fa-f]{2})?)\]")
_WRAPPED: Final = 100
_LONGEST: Final = 60


def plain(text: str) -> str:
    """Return a nickname without markup, on one line.

    Examples
    --------
    >>> plain("[9E1877][b]Booty[/b] Crate[-] ")
    'Booty Crate'
    """
    # Taking one mark away may leave another behind: [b[b]].
    while (shorter := _MARKUP.sub("", text)) != text:
        text = shorter
    seen = "".join(" " if is_hidden(one) or one.isspace() else one for one in text)
    return " ".join(seen.split())


def lines(text: str, most: int = 60) -> Iterator[str]:
    """Yield a description's lines without markup, at most so many, long ones wrapped.

    Examples
    --------
    >>> list(lines("[b]Water[/b]\\n\\ngives Partial Cover"))
    ['Water', 'gives Partial Cover']
    """
    some = [
        part
        for line in text[:20_000].splitlines()
        if (one := plain(line))
        for part in textwrap.wrap(one, _WRAPPED)
    ]
    yield from some[:most]
    if len(some) > most:
        yield "..."


class Names:
    """Names of a scene's pieces, each of its own, none too long.

    Examples
    --------
    >>> names = Names(["the table"])
    >>> [names.own(name) for name in ("Crate", "Crate", "crate", "the table")]
    ['Crate', 'Crate 2', 'crate', 'the table 2']
    """

    def __init__(self, taken: list[str]) -> None:
        self.taken = {on_paper(name) for name in taken}
        self.next: dict[str, int] = {}

    def own(self, name: str) -> str:
        """Return a name, with a number behind it where another piece has it already."""
        base = name[:_LONGEST].strip() or "piece"
        number = self.next.get(on_paper(base), 1)
        made = base
        while on_paper(made) in self.taken:
            number += 1
            made = f"{base} {number}"
        self.next[on_paper(base)] = number
        self.taken.add(on_paper(made))
        return made
