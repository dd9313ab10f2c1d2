"""What was, and can be again: undo and redo."""

from typing import Final

from viewer.live.moment import Moment

MOST: Final = 500
"""Steps that can be taken back."""


class History:
    """The moments before the present one, and those that were taken back."""

    def __init__(self) -> None:
        self._past: list[Moment] = []
        self._future: list[Moment] = []

    @property
    def can_undo(self) -> bool:
        """Whether there is anything to take back."""
        return bool(self._past)

    @property
    def redo_word(self) -> str:
        """What would be done again; empty where there is nothing."""
        return self._future[-1].word if self._future else ""

    def add(self, before: Moment) -> None:
        """Take note of the moment that a change was made to."""
        self._past.append(before)
        del self._past[:-MOST]
        self._future.clear()

    def back(self, present: Moment) -> Moment | None:
        """Return the moment before the present one; None where there is none."""
        if not self._past:
            return None
        self._future.append(present)
        return self._past.pop()

    def forth(self, present: Moment) -> Moment | None:
        """Return the moment that was taken back last; None where there is none."""
        if not self._future:
            return None
        self._past.append(present)
        return self._future.pop()
