"""A table at one moment: its file, what the file says, and what the rules say to that."""

from dataclasses import dataclass, replace
from typing import Any, Final

from rules.area_templates.battle import Battle
from rules.area_templates.log import run
from rules.area_templates.verdicts import Log
from rules.dispute import Dispute
from rules.ruling import glimpse, rule
from rules.scenefile.editing import Sheet
from rules.verdict import Ruling, RulingError
from spatial.scene import Body
from viewer import log_record, record
from viewer.drawing.items import Items
from viewer.drawing.ruled import items
from viewer.drawing.stepped import start_items, step_items
from viewer.live.look import Look, of_one, opened
from viewer.report import attacks, events
from viewer.report.content import Content

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
    """

    number: int
    sheet: Sheet
    asked: Dispute | Battle
    answer: Ruling | Log
    word: str = ""
    is_glimpse: bool = False
    is_whole: bool = False

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

    def record(self) -> dict[str, Any]:
        """Return what ``blastfocus rule --json`` says, if it is whole."""
        if isinstance(self.asked, Dispute):
            assert isinstance(self.answer, Ruling)
            return record.record(self.answer, self.asked)
        assert isinstance(self.answer, Log)
        return log_record.record(self.answer, self.asked)

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
            return attacks.content(self.answer, None)
        return events.content(self.answer)


def glimpsed(number: int, sheet: Sheet, asked: Dispute | Battle) -> Moment:
    """Return a moment with outcomes only; of a scene with events, with its whole log.

    Raises
    ------
    RulingError
        If it can't be ruled on.
    """
    answer = glimpse(asked) if isinstance(asked, Dispute) else run(asked)
    return Moment(number, sheet, asked, answer, is_glimpse=isinstance(asked, Dispute))


def ruled(
    number: int, sheet: Sheet, asked: Dispute | Battle, word: str = "", is_whole: bool = False
) -> Moment:
    """Return a moment with its evidence, and its SHA-256.

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
    asked = replace(asked, sha256=sheet.sha256())
    if not isinstance(asked, Dispute):
        return Moment(number, sheet, asked, run(asked), word, is_whole=True)
    answer = rule(asked, margins=is_whole)
    return Moment(number, sheet, asked, answer, word, is_whole=is_whole)
