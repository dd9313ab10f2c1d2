"""A table at one moment: its file, what the file says, and what the rules say to that."""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final

from rules.area_templates.battle import Battle
from rules.area_templates.log import run
from rules.area_templates.verdicts import Log
from rules.dispute import Dispute
from rules.ruling import glimpse, rule
from rules.scenefile.editing import Sheet
from rules.scenefile.handles import Handle, handles
from rules.verdict import Ruling, RulingError
from spatial.scene import Body
from viewer import log_record, record
from viewer.drawing.items import Items
from viewer.drawing.ruled import items
from viewer.drawing.stepped import start_items, step_items
from viewer.live.look import Look, of_one, opened
from viewer.live.thinking import Question
from viewer.report import attacks, events
from viewer.report.content import Content, Glance

STEPS: Final = "there is no such event"


@dataclass(frozen=True, slots=True, eq=False)
class Moment:
    """A table at one moment.

    Parameters
    ----------
    number : int
        One of its own.
    sheet : Sheet
    asked : Dispute or Battle
        What it says.
    answer : Ruling or Log
    word : str
        What led here, for the one who takes it back; empty at the start.
    is_glimpse : bool
        Whether there are outcomes only.
    is_whole : bool
        Whether margins and lines of fire were asked for too.
    is_held : bool
        Whether something is in somebody's hand.
    """

    number: int
    sheet: Sheet
    asked: Dispute | Battle
    answer: Ruling | Log
    word: str = ""
    is_glimpse: bool = False
    is_whole: bool = False
    is_held: bool = False

    @property
    def waiting(self) -> tuple[str, ...]:
        """What isn't known yet, in clauses: at whom deployables go off takes a search."""
        if not self.is_glimpse or not isinstance(self.asked, Dispute):
            return ()
        when = "is asked when it is put down" if self.is_held else "is being worked out"
        return tuple(f"at whom {by} goes off {when}" for by in _going_off(self.asked))

    @property
    def bodies(self) -> tuple[Body, ...]:
        """Everything on the table as the file has it."""
        start = self.asked if isinstance(self.asked, Dispute) else self.asked.start
        return start.scene.bodies

    @property
    def placements(self) -> tuple[str, ...]:
        """The names of the templates, in the scene's order."""
        if not isinstance(self.answer, Ruling):
            return ()
        return tuple(p.name for attack in self.answer.attacks for p in attack.placements)

    @property
    def questions(self) -> tuple[Question, ...]:
        """What is still to be asked of it, in this order."""
        if self.is_glimpse:
            return ("evidence", "ruling")
        return () if self.is_whole else ("ruling",)

    @property
    def levels(self) -> int:
        """How many floors there are to look at, the table's top among them."""
        return max([1, *(len(body.levels) for body in self.bodies)])

    @property
    def steps(self) -> int:
        """How many events there are."""
        return len(self.answer.steps) if isinstance(self.answer, Log) else 0

    @property
    def opening_step(self) -> int | None:
        """The step to look at first: the last event that rules on anybody."""
        steps = self.answer.steps if isinstance(self.answer, Log) else ()
        return next((step.number for step in reversed(steps) if step.verdicts), None)

    def record(self) -> dict[str, Any]:
        """Return what ``blastfocus rule --json`` says, if it is whole."""
        # With thousands of pieces that takes seconds: no hand waits for it.
        asked = replace(self.asked, sha256=self.sheet.sha256())
        if isinstance(asked, Dispute):
            assert isinstance(self.answer, Ruling)
            return record.record(self.answer, asked)
        assert isinstance(self.answer, Log)
        return log_record.record(self.answer, asked)

    def items(self, look: Look) -> Items:
        """Return what is drawn.

        Raises
        ------
        RulingError
            If there is no such event to look at.
        """
        if isinstance(self.asked, Dispute):
            assert isinstance(self.answer, Ruling)
            template = look.placement if look.placement in self.placements else ""
            shown = items(self.answer, self.asked, template)
            shown = replace(shown, notes=(*shown.notes, *self.waiting))
            bodies = self.asked.scene.bodies
        else:
            assert isinstance(self.answer, Log)
            number = len(self.answer.steps) if look.step is None else look.step
            if not 0 <= number <= len(self.answer.steps):
                raise RulingError(STEPS)
            step = self.answer.steps[number - 1] if number else None
            shown = start_items(self.answer) if step is None else step_items(self.answer, step)
            bodies = (self.answer.start if step is None else step.state).scene.bodies
        return opened(of_one(shown, look.trooper), look, bodies)

    def content(self) -> Content:
        """Return what is said of it as a whole."""
        if isinstance(self.answer, Ruling):
            said = attacks.content(self.answer, None)
            later = tuple(Glance("none", one, ()) for one in self.waiting)
            return replace(said, glance=(*said.glance, *later))
        return events.content(self.answer)


@lru_cache(maxsize=8)
def handles_of(moment: Moment) -> tuple[Handle, ...]:
    """Return everything that can be moved at a moment."""
    return handles(moment.sheet, moment.asked)


def glimpsed(number: int, sheet: Sheet, asked: Dispute | Battle) -> Moment:
    """Return a moment with outcomes only; of a scene with events, with its whole log.

    Raises
    ------
    RulingError
        If it can't be ruled on.
    """
    answer = glimpse(asked) if isinstance(asked, Dispute) else run(asked)
    is_glimpse = isinstance(asked, Dispute)
    return Moment(number, sheet, asked, answer, is_glimpse=is_glimpse, is_held=True)


def _going_off(dispute: Dispute) -> tuple[str, ...]:
    """The deployables of which it is asked at whom they go off."""
    return tuple(
        attack.by
        for attack in dispute.attacks
        if attack.weapon.template is not None and not attack.templates
    )


def ruled(
    number: int, sheet: Sheet, asked: Dispute | Battle, word: str = "", is_whole: bool = False
) -> Moment:
    """Return a moment with its evidence.

    Where that takes a search, and margins aren't asked for, with outcomes only: whoever asks
    goes on, and takes the evidence when it comes.

    Parameters
    ----------
    number : int
    sheet : Sheet
    asked : Dispute or Battle
    word : str
    is_whole : bool
        Whether margins and lines of fire are asked for too, which may take long.

    Raises
    ------
    RulingError
        If it can't be ruled on.
    """
    if not isinstance(asked, Dispute):
        return Moment(number, sheet, asked, run(asked), word, is_whole=True)
    if not is_whole and _going_off(asked):
        return Moment(number, sheet, asked, glimpse(asked), word, is_glimpse=True)
    answer = rule(asked, margins=is_whole)
    return Moment(number, sheet, asked, answer, word, is_whole=is_whole)
