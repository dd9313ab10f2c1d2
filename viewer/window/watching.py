"""What a trooper's eye sees by the rules, found out by another process while one looks."""

from dataclasses import dataclass
from typing import Final, TypeAlias

from rules.dispute import Dispute
from viewer.drawing.gaze import Gaze
from viewer.live.moment import Moment
from viewer.live.thinking import FromEye, Thinker

Key: TypeAlias = tuple[int, str]

_WORKING: Final = "whom it sees is being worked out"


@dataclass(frozen=True, slots=True, eq=False)
class Watched:
    """What is known of what a trooper sees.

    Parameters
    ----------
    gaze : Gaze or None
    note : str
        What is to be said where there is none.
    """

    gaze: Gaze | None = None
    note: str = ""


class Watch:
    """Asks whom a trooper sees: of one trooper, at one moment of the table.

    Notes
    -----
    It has a process of its own: margins may take longer than anybody looks through an eye.
    """

    def __init__(self) -> None:
        self._thinker = Thinker()
        self._key: Key | None = None
        self._known = Watched()
        self.number = 0
        """Of questions and answers so far."""

    @property
    def is_thinking(self) -> bool:
        """Whether an answer is still to come."""
        return self._thinker.is_busy

    def of(self, now: Moment, viewer: str, wide: float, high: float) -> Watched:
        """Return what is known, and ask what isn't.

        Parameters
        ----------
        now : Moment
            While something is held nothing is asked.
        viewer : str
            A trooper's name.
        wide, high : float
            Of the view, pixels.
        """
        asked = now.asked
        if now.is_held or not isinstance(asked, Dispute) or len(asked.troopers) < 2:
            return Watched()
        key = (now.number, viewer)
        if key != self._key:
            self._key, self._known = key, Watched(note=_WORKING)
            self.number += 1
            size = max(round(wide), 1), max(round(high), 1)
            self._thinker.turn_to(self.number, now.sheet, [FromEye(viewer, *size)])
        return self._known

    def poll(self) -> bool:
        """Take what was found out; tell whether there is anything new."""
        found = [one for one in self._thinker.poll() if one.version == self.number]
        for one in found:
            note = f"whom it sees can't be worked out: {one.trouble}" if one.trouble else ""
            self._known = Watched(one.answer, note)
            self.number += 1
        return bool(found)

    def close(self) -> None:
        """End what runs in the background."""
        self._thinker.close()
