"""What is said on the host's screen of those who are refused: one line each, and not often."""

import sys
import time
from typing import Final

_AGAIN: Final = 60.0
"""After so many seconds the same is said of the same address again."""
_MOST: Final = 30
"""Lines in that time, of whatever kind."""


class Refusals:
    """Lines about those who are refused, each once a minute.

    Examples
    --------
    >>> refusals = Refusals()
    >>> [refusals.is_new("10.0.0.7", "a page of another site") for _ in range(3)]
    [True, False, False]
    """

    def __init__(self) -> None:
        self._said: dict[tuple[str, str], float] = {}
        self.is_muted = False

    def is_new(self, address: str, why: str) -> bool:
        """Whether that is to be said; if so, it counts as said."""
        now = time.monotonic()
        self._said = {one: at for one, at in self._said.items() if now - at < _AGAIN}
        if self.is_muted or (address, why) in self._said or len(self._said) >= _MOST:
            return False
        self._said[address, why] = now
        return True

    def say(self, address: str, why: str, more: str = "") -> None:
        """Say why somebody was refused.

        Parameters
        ----------
        address : str
        why : str
            The kind of thing, in our words: by it lines count as the same.
        more : str
            What they sent, in theirs.
        """
        if self.is_new(address, why):
            _print(f"refused from {address}: {why}{f' {more}' if more else ''}")

    def trouble(self, error: object) -> None:
        """Say that something went wrong here; the table goes on."""
        what = f"{type(error).__name__}: {error}" if isinstance(error, BaseException) else error
        if self.is_new("", type(error).__name__ if isinstance(error, BaseException) else str(what)):
            _print(f"trouble, and the table goes on: {str(what)[:200]!r}")


def _print(line: str) -> None:
    if sys.stderr is not None:
        print(line, file=sys.stderr, flush=True)
