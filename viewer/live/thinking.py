"""Long questions, answered by another process while the hand goes on moving."""

import multiprocessing
import signal
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import resource_tracker
from typing import Any, Final, Literal, TypeAlias

from rules.scenefile.editing import Sheet


@dataclass(frozen=True, slots=True)
class FromEye:
    """The question what a trooper sees.

    Parameters
    ----------
    viewer : str
        Its name.
    width, height : int
        Of the view, pixels.
    """

    viewer: str
    width: int
    height: int


Question: TypeAlias = Literal["evidence", "ruling", "readings"] | FromEye

_PATIENCE: Final = 2.0
"""How long a question that is no longer of interest may still run, s."""


@dataclass(frozen=True, slots=True)
class Thought:
    """An answer, or why there is none.

    Parameters
    ----------
    version : int
        Of the table that was asked about.
    question : {"evidence", "ruling", "readings"} or FromEye
    answer : Ruling, Comparison, sequence of Dependence, Gaze, or None
    trouble : str
        Empty where there is an answer.
    """

    version: int
    question: Question
    answer: Any
    trouble: str = ""


class Thinker:
    """One process that answers one question after another; only one version counts.

    Notes
    -----
    A process, not a thread: a thread would slow the hand, and couldn't be stopped.
    """

    def __init__(self) -> None:
        self._process: Any = None
        self._pipe: Any = None
        self._version = -1
        self._asked: dict[Question, Sheet] = {}
        self._at_work: tuple[Question, int] | None = None
        self._is_ready = False
        self._since = 0.0

    @property
    def is_busy(self) -> bool:
        """Whether an answer that counts is still to come."""
        is_at_it = self._at_work is not None and self._at_work[1] == self._version
        return is_at_it or bool(self._asked)

    def ask(self, version: int, sheet: Sheet, question: Question) -> None:
        """Ask, in place of whatever was asked of another version."""
        if version != self._version:
            self._asked.clear()
        self._version = version
        self._asked[question] = sheet
        self._hurry()
        self._go_on()

    def turn_to(self, version: int, sheet: Sheet, questions: Sequence[Question]) -> None:
        """Drop what was asked and hasn't been begun, and ask this."""
        self._asked.clear()
        self._version = version
        for question in questions:
            self.ask(version, sheet, question)

    def poll(self) -> Sequence[Thought]:
        """Return the answers that have come since."""
        found: list[Thought] = []
        while self._process is not None and (self._at_work is not None or not self._is_ready):
            try:
                if not self._pipe.poll():
                    break
                told = self._pipe.recv()
            except (EOFError, OSError):
                found += self._stopped()
                continue
            if self._at_work is None:
                self._is_ready = True
            else:
                question, version = self._at_work
                found.append(Thought(version, question, *told))
                self._at_work = None
            self._go_on()
        self._hurry()
        self._go_on()
        return found

    def _stopped(self) -> list[Thought]:
        """The process has ended by itself: that is the answer to what it was to do."""
        lost = [self._at_work] if self._at_work is not None else []
        if not lost and self._asked:
            question = next(iter(self._asked))
            del self._asked[question]
            lost = [(question, self._version)]
        self.close()
        return [Thought(v, q, None, "it stopped; move something again") for q, v in lost]

    def close(self) -> None:
        """End the process, whatever it is at."""
        self._at_work, self._is_ready = None, False
        if self._process is not None:
            self._process.terminate()
            self._process.join()
            self._pipe.close()
            self._process = self._pipe = None

    def _hurry(self) -> None:
        """Stop what is still at another version, once it has had its time."""
        stale = self._at_work is not None and self._at_work[1] != self._version
        if stale and time.monotonic() - self._since > _PATIENCE:
            self.close()

    def _go_on(self) -> None:
        if self._at_work is not None or not self._asked:
            return
        if self._is_ready and not self._process.is_alive():
            self.close()
        if self._process is None:
            # A fresh interpreter: a copy of this one would share its window and its server.
            context = multiprocessing.get_context("spawn")
            self._pipe, other = context.Pipe()
            self._process = context.Process(target=_work, args=(other,), daemon=True)
            _started(self._process)
            other.close()
        if not self._is_ready:
            # It doesn't read yet, and a large table would wait for it in the pipe.
            return
        question = next(iter(self._asked))
        sheet = self._asked.pop(question)
        self._at_work, self._since = (question, self._version), time.monotonic()
        # Should it end just now, `poll` hears of it.
        with suppress(OSError):
            self._pipe.send((question, sheet))


def _started(process: Any) -> None:
    """Start a process that Ctrl-C doesn't reach: that is for the one who asks."""
    if not hasattr(signal, "pthread_sigmask"):
        process.start()
        return
    # The first start also starts a process that keeps the books, and unblocks the signals.
    resource_tracker.ensure_running()
    # A new process has the signals blocked that its maker has; it takes a second until it
    # could ignore one by itself.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        process.start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work(pipe: Any) -> None:
    """Answer until nobody asks any more."""
    from rules.scenefile.kept import Kept

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    kept = Kept()
    # Whoever asks may be gone by now; then the next that is heard is that.
    with suppress(OSError):
        pipe.send("ready")
    while True:
        try:
            question, sheet = pipe.recv()
        except (EOFError, OSError):
            return
        found = thought(0, question, sheet, kept)
        with suppress(OSError):
            pipe.send((found.answer, found.trouble))


def thought(version: int, question: Question, sheet: Sheet, kept: Any = None) -> Thought:
    """Answer a question about a sheet, or say why it can't be answered.

    Parameters
    ----------
    version : int
        Of the table.
    question : {"evidence", "ruling", "readings"} or FromEye
    sheet : Sheet
    kept : Kept or None
    """
    try:
        return Thought(version, question, answered(question, sheet, kept))
    except ValueError as error:
        return Thought(version, question, None, str(error))


def answered(question: Question, sheet: Sheet, kept: Any = None) -> Any:
    """Return the answer to a question about a sheet.

    Parameters
    ----------
    question : {"evidence", "ruling", "readings"} or FromEye
        The last of troopers of an Infinity scene.
    sheet : Sheet
    kept : Kept or None

    Returns
    -------
    Ruling, Comparison, sequence of Dependence, or Gaze

    Raises
    ------
    SceneError, RulingError
        As for a file with that text.
    """
    from rules.area_templates.dependence import dependences
    from rules.comparing import compare
    from rules.dispute import Dispute
    from rules.ruling import rule

    asked = sheet.read(kept, is_whole=False)
    if not isinstance(asked, Dispute):
        return dependences(asked)
    if isinstance(question, FromEye):
        from viewer.drawing.fired import from_eye, sightings

        seen = sightings(asked, question.viewer)
        return from_eye(asked, question.viewer, seen, question.width, question.height)
    if question == "readings":
        return compare(asked)
    return rule(asked, margins=question == "ruling")
