"""What is written from the window: the scene, a picture, a GLB; never over a file unasked."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rules.area_templates.battle import Battle
from rules.area_templates.verdicts import Log
from rules.dispute import Dispute
from rules.verdict import Ruling, RulingError
from viewer.drawing.framing import Framing
from viewer.drawing.views import PARALLEL
from viewer.live.table import LiveTable
from viewer.window.asking import WORKING, Purpose, Question, proposed
from viewer.window.single import single
from viewer.writing import OutputError, check_folder

if TYPE_CHECKING:
    from viewer.window.window import Window

_EARLY: Final = ", before margins were known: close calls may be missing in it"
_AGAIN: Final[dict[str, Purpose]] = {
    "s": "save", "p": "picture", "e": "export", "q": "quit"
}  # fmt: skip


def ask(window: "Window", purpose: Purpose) -> None:
    """Ask where something is to be written."""
    window.state.question = proposed(window.table.path, purpose)


def leave(window: "Window") -> None:
    """Close the window, or ask first where changes would be lost."""
    if window.table.is_changed:
        window.state.question = proposed(window.table.path, "quit")
    else:
        window.is_over = True


def answer(window: "Window", name: str, letter: str, ctrl: bool) -> None:
    """Take a key while a question is open.

    Parameters
    ----------
    window : Window
    name : str
        Of the key, as X calls it.
    letter : str
        What it types; empty where it types nothing.
    ctrl : bool
        Whether it is held.
    """
    question = window.state.question
    assert question is not None
    if name == "Escape":
        window.state.question = None
    elif name in ("Return", "KP_Enter") or (ctrl and _AGAIN.get(name.lower()) == question.purpose):
        _carry_out(window, question)
    elif question.purpose != "quit" and name == "BackSpace":
        window.state.question = question.typed("BackSpace")
    elif question.purpose != "quit" and not ctrl and letter.isprintable() and len(letter) == 1:
        window.state.question = question.typed(letter)
    window.refresh()


def _carry_out(window: "Window", question: Question) -> None:
    if question.purpose == "quit":
        window.is_over = True
        return
    if not question.name.strip():
        window.state.question = replace(question, trouble="type a name for the file first")
        return
    path = question.path
    try:
        check_folder(path)
        if path.exists() and not question.replaces:
            window.state.question = replace(question, warned=question.name)
            return
        if question.purpose != "save":
            # It may take a while, and nothing is drawn meanwhile.
            window.state.question = replace(question, trouble=WORKING)
            window.refresh()
            window.draw(rests=False)
        _write(window, question.purpose, path, question.replaces)
    except (OutputError, RulingError) as error:
        window.state.question = replace(question, trouble=str(error), warned="")
        return
    window.state.question = None
    early = question.purpose == "picture" and not window.table.now.is_whole
    window.state.news = f"wrote {path}{_EARLY if early else ''}"


def _write(window: "Window", purpose: Purpose, path: Path, replaces: bool) -> None:
    if purpose == "save":
        window.table.save(path, replaces)
    elif purpose == "export":
        export(window.table, path)
    else:
        picture(window, path)


def export(table: LiveTable, path: Path) -> None:
    """Write the table with areas, lines and colours as GLB.

    Raises
    ------
    OutputError
        If it can't be written.
    """
    from meshes.files import save
    from viewer.exporting import of_battle, of_dispute

    if path.suffix.lower() != ".glb":
        raise OutputError(f"{path}: tables are exported as GLB; give it the ending .glb")
    asked = table.asked
    made = of_dispute(asked) if isinstance(asked, Dispute) else of_battle(asked)
    if not made.meshes:
        raise OutputError("this scene has nothing to export")
    save(made.meshes, path, made.colours)


def picture(window: "Window", path: Path) -> None:
    """Write a picture as ``blastfocus draw`` does, from where the window looks.

    A view that was turned by hand is drawn from above and at an angle. Margins that aren't
    known yet aren't waited for: a picture has none.

    Raises
    ------
    OutputError, RulingError
        If it can't be written or drawn.
    """
    from viewer import picture as pictures

    pictures.check(path)
    table = window.table
    if table.now.is_glimpse:
        raise OutputError("the lines are still being worked out: press Enter again in a moment")
    look, name = window.look, window.eye.name
    view = name if name in PARALLEL and not window.eye.turned else ""
    if window.outlook is not None:
        view = "focus" if name == "focus" else f"eye:{window.viewer}"
    framing = Framing(view, False, look.cut if view in PARALLEL or not view else None,
                      look.level if view in PARALLEL or not view else None,
                      look.placement)  # fmt: skip
    answer, asked = single(table.now, look, window.state.position).answer, table.asked
    if isinstance(answer, Log):
        assert isinstance(asked, Battle)
        if look.step == 0:
            raise OutputError("a picture shows what an event did: N goes to the first one")
        step = pictures.step_of(answer, look.step)
        pictures.save_step(answer, asked, step, path, framing)
    elif framing.eye:
        assert isinstance(asked, Dispute)
        pictures.save_eye(asked, path, framing)
    else:
        assert isinstance(asked, Dispute)
        assert isinstance(answer, Ruling)
        pictures.save(answer, asked, path, framing)
