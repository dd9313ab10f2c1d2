"""A scene under the hand: moved, ruled on at once, taken back, saved."""

from dataclasses import replace
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from rules.area_templates.battle import Battle
from rules.area_templates.verdicts import Log
from rules.dispute import Dispute
from rules.scenefile.changes import Change
from rules.scenefile.editing import opened
from rules.scenefile.handles import Handle, after
from rules.scenefile.kept import Kept
from rules.scenefile.moving import MoveError, moved
from rules.verdict import RulingError
from viewer.drawing.items import Items
from viewer.drawing.wordings import Said
from viewer.live.about import about
from viewer.live.choices import ReadingChoice, choices, told
from viewer.live.history import History
from viewer.live.look import Look
from viewer.live.moment import Moment, glimpsed, handles_of, ruled
from viewer.live.naming import word_of
from viewer.live.saving import save
from viewer.live.thinking import Thinker, Thought, answered, thought
from viewer.report.content import Content


class LiveTable:
    """A scene in front of somebody who moves things about on it.

    Parameters
    ----------
    path : Path
        The scene file. It isn't written to but by `save`.
    outside : bool
        Whether mesh paths may leave its folder.
    thinks : bool
        Whether margins are worked out by another process; else each change waits for them.

    Raises
    ------
    SceneError, RulingError
        If the file can't be read or ruled on.

    Notes
    -----
    A change edits the file's keys; what is shown is what the rules say to the file as saved.
    """

    def __init__(self, path: Path, outside: bool = False, thinks: bool = True) -> None:
        self.path = path
        self.version = 0
        self.notice = self.comparison = ""
        self._kept = Kept()
        self._thinker = Thinker() if thinks else None
        sheet = opened(path, outside)
        self._saved = sheet.content
        asked = sheet.read(self._kept)
        self._numbers = 0
        self._history = History()
        self._held: Moment | None = None
        self._change: Change | None = None
        self._refusal = ""
        self._present = ruled(0, sheet, asked, is_whole=not thinks)
        self._think()

    def close(self) -> None:
        """End what runs in the background."""
        if self._thinker is not None:
            self._thinker.close()

    @property
    def now(self) -> Moment:
        """What is shown: the present, or what is held over it."""
        return self._held or self._present

    @property
    def asked(self) -> Dispute | Battle:
        """What the file says now."""
        return self.now.asked

    @property
    def is_held(self) -> bool:
        """Whether something is being dragged: there are outcomes, and no lines yet."""
        return self._held is not None

    @property
    def is_thinking(self) -> bool:
        """Whether margins, or readings, are being worked out."""
        return self._thinker is not None and self._thinker.is_busy

    @property
    def is_changed(self) -> bool:
        """Whether the table differs from what was last read or saved."""
        return self.now.sheet.content != self._saved

    @property
    def undo_word(self) -> str:
        """What `undo` would take back; empty where there is nothing."""
        return self._present.word if self._history.can_undo else ""

    @property
    def redo_word(self) -> str:
        """What `redo` would do again; empty where there is nothing."""
        return self._history.redo_word

    def drag(self, change: Change) -> bool:
        """Make a change that can still be dropped, and see what comes of it.

        Returns
        -------
        bool
            Whether it was made; if not, `notice` says why, and the table is as it was.
        """
        base = self.now
        try:
            sheet, asked = moved(base.sheet, base.asked, change, self._kept)
            self._held = glimpsed(self._present.number, sheet, asked)
        except (MoveError, RulingError) as error:
            self._refusal = str(error)
            return self._refused(self._refusal)
        self._change, self.notice, self._refusal = change, "", ""
        self.version += 1
        return True

    def release(self) -> bool:
        """Let go: what was dragged stays there, as one step to be taken back.

        Where it couldn't follow the hand to the end it stays at the last place where it
        could be, and `notice` says why.
        """
        held, change, refusal = self._held, self._change, self._refusal
        self.drop()
        if held is None or change is None:
            return False
        if held.sheet.content == self._present.sheet.content:
            return True
        word = word_of(change, self._present.asked)
        self._numbers += 1
        try:
            made = ruled(self._numbers, held.sheet, held.asked, word, self._thinker is None)
        except RulingError as error:
            return self._refused(str(error))
        self._history.add(self._present)
        stays = f"it stays at the last place where it can be: {refusal}"
        return self._show(made, stays if refusal else "")

    def drop(self) -> None:
        """Give up a drag: the table is as it was before it."""
        self._held, self._change, self._refusal = None, None, ""
        self.version += 1

    def do(self, change: Change) -> bool:
        """Make a change at once; see `drag`."""
        return self.drag(change) and self.release()

    def undo(self) -> bool:
        """Take the last change back, or the drag that is on."""
        if self._held is not None:
            self.drop()
            return True
        before = self._history.back(self._present)
        return self._refused("there is nothing to undo") if before is None else self._show(before)

    def redo(self) -> bool:
        """Make the change again that was taken back last."""
        then = self._history.forth(self._present) if self._held is None else None
        return self._refused("there is nothing to redo") if then is None else self._show(then)

    def ask_readings(self) -> None:
        """Ask what would differ under other readings; `comparison` says it once it is known."""
        now = self._present
        if self._thinker is None:
            self._take(thought(now.number, "readings", now.sheet))
        else:
            self._thinker.ask(now.number, now.sheet, "readings")
            self.version += 1

    def poll(self) -> bool:
        """Take what the background has found; tell whether there is anything new."""
        found = self._thinker.poll() if self._thinker is not None else ()
        for one in found:
            self._take(one)
        return bool(found)

    def settle(self, seconds: float = 60.0) -> None:
        """Wait for the background, at most so long."""
        end = monotonic() + seconds
        while self.is_thinking and monotonic() < end:
            if not self.poll():
                sleep(0.01)

    def items(self, look: Look | None = None) -> Items:
        """Return what is drawn for a viewer.

        Raises
        ------
        RulingError
            If there is no such event to look at.
        """
        return self.now.items(look or Look())

    def content(self) -> Content:
        """Return what is said of the table as a whole."""
        return self.now.content()

    def about(self, name: str, look: Look | None = None) -> tuple[Said, ...]:
        """Return what is said of a trooper, a template or a piece, in paragraphs."""
        return about(name, self.now, look or Look())

    @property
    def placements(self) -> tuple[str, ...]:
        """The names of the templates, in the scene's order."""
        return self.now.placements

    @property
    def steps(self) -> int:
        """How many events there are."""
        return self.now.steps

    @property
    def levels(self) -> int:
        """How many floors there are to look at, the table's top among them."""
        return self.now.levels

    @property
    def readings(self) -> tuple[ReadingChoice, ...]:
        """The disputed readings of this game, and what is chosen."""
        return choices(self.asked)

    @property
    def handles(self) -> tuple[Handle, ...]:
        """Everything that can be moved."""
        return handles_of(self.now)

    def handles_in(self, look: Look) -> tuple[Handle, ...]:
        """What can be moved of what is shown at a look's step; without events `handles`."""
        answer = self.now.answer
        step = self.steps if look.step is None else look.step
        return after(self.handles, answer, step) if isinstance(answer, Log) else self.handles

    @property
    def opening_step(self) -> int | None:
        """The step to look at first: the last event that rules on anybody."""
        return self.now.opening_step

    def text(self) -> str:
        """Return the scene file as it now stands."""
        return self.now.sheet.text()

    def save(self, path: Path, replace: bool = False) -> None:
        """Write the scene file as it now stands.

        Raises
        ------
        OutputError
            As for `viewer.live.saving.save`.
        """
        save(self.now.sheet, path, replace)
        self._saved = self.now.sheet.content

    def record(self) -> dict[str, Any]:
        """Return what ``blastfocus rule --json`` says of the text as it now stands."""
        now = self._present
        answer = now.answer if now.is_whole else answered("ruling", now.sheet, self._kept)
        return replace(now, answer=answer).record()

    def _refused(self, why: str) -> bool:
        self.notice = why
        self.version += 1
        return False

    def _show(self, moment: Moment, notice: str = "") -> bool:
        self._present, self.comparison, self.notice = moment, "", notice
        self.version += 1
        self._think()
        return True

    def _think(self) -> None:
        if self._thinker is not None:
            now = self._present
            self._thinker.turn_to(now.number, now.sheet, now.questions)

    def _take(self, found: Thought) -> None:
        """An answer from the background; of another moment, it is of no interest."""
        now = self._present
        if found.version != now.number:
            return
        self.version += 1
        if found.trouble and found.question == "readings":
            self.comparison = f"That can't be asked: {found.trouble}."
        elif found.trouble:
            self.notice = f"not everything could be worked out: {found.trouble}"
        elif found.question in ("evidence", "ruling"):
            whole = found.question == "ruling"
            self._present = replace(now, answer=found.answer, is_glimpse=False, is_whole=whole)
        else:
            self.comparison = told(found.answer, now.asked)
