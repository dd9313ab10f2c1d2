"""Whose hand is on the table: one at a time, and nobody's for ever."""

import time
from typing import Final, Literal

SILENT: Final = 8.0
"""A hand that says nothing for so many seconds has let go."""
RESTING: Final = 60.0
"""What hasn't been moved for so many seconds is put down."""
WAITING: Final = 20.0
"""Somebody who goes on trying for so many seconds has their turn."""
TURN: Final = 5.0
"""For so many seconds nobody else may begin then."""

_TRYING: Final = 4.0
"""Whoever hasn't tried for so many seconds has given up."""

BUSY: Final = "Somebody else is moving something. Try again when it is put down."
LATE: Final = "Nothing was moved: somebody else was moving something."
GONE: Final = "What was being moved is back where it was: the hand was away too long."
RESTED: Final = "It was put down where it is: it hadn't been moved for a minute."
OTHERS: Final = "It was put down where it is: somebody else was waiting."


class Hands:
    """Which page is moving something, and who waits for it to end.

    Examples
    --------
    >>> hands = Hands()
    >>> hands.take("1", True), hands.take("2", True), hands.holder
    (True, False, '1')
    >>> hands.end("1")
    >>> hands.owed("2")
    'Nothing was moved: somebody else was moving something.'
    """

    def __init__(self) -> None:
        self.holder = ""
        self._heard = 0.0
        self._moved = 0.0
        self._trying: dict[str, tuple[float, float]] = {}
        self._next = ""
        self._until = 0.0
        self._owed: dict[str, str] = {}

    def take(self, page: str, holds: bool) -> bool:
        """Let a page make a change, and hold what it moves; else say no.

        Parameters
        ----------
        page : str
        holds : bool
            Whether it goes on moving it.
        """
        now = time.monotonic()
        is_others = not self.holder and self._next not in ("", page) and now < self._until
        if self.holder not in ("", page) or is_others:
            first, last = self._trying.get(page, (now, now))
            self._trying[page] = (first if now - last < _TRYING else now, now)
            self._owed[page] = LATE
            return False
        self._owed.pop(page, None)
        self._trying.pop(page, None)
        if page == self._next:
            self._next = ""
        if holds:
            self.holder = page
            self._heard = self._moved = now
        return True

    def heard(self, page: str) -> None:
        """Take note that a hand is still there."""
        if page == self.holder:
            self._heard = time.monotonic()

    def end(self, page: str) -> None:
        """A hand has let go."""
        if page == self.holder:
            self.holder = ""

    def owed(self, page: str) -> str:
        """Return what a page hasn't been told yet; empty for nothing."""
        return self._owed.pop(page, "")

    def left(self, page: str) -> None:
        """Forget a page that is gone."""
        self.end(page)
        self._owed.pop(page, None)
        self._trying.pop(page, None)

    def overdue(self) -> Literal["", "drop", "release"]:
        """Whether what is held is to be given up or put down; the hand has ended then."""
        if not self.holder:
            return ""
        now = time.monotonic()
        if now - self._heard > SILENT:
            return self._ended(GONE, "drop")
        if now - self._moved > RESTING:
            return self._ended(RESTED, "release")
        waiting = {
            page: first for page, (first, last) in self._trying.items() if now - last < _TRYING
        }
        if waiting and now - min(waiting.values()) > WAITING:
            self._next = min(waiting, key=lambda page: waiting[page])
            self._until = now + TURN
            return self._ended(OTHERS, "release")
        return ""

    def _ended(self, words: str, how: Literal["drop", "release"]) -> Literal["drop", "release"]:
        self._owed[self.holder] = words
        self.holder = ""
        return how
