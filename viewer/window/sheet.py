"""Which words the panel has, by what is picked and open."""

from typing import Final

from rules.verdict import Ruling
from viewer.drawing.items import Items, Label
from viewer.drawing.labels import printable
from viewer.drawing.wordings import Said
from viewer.live.about import about
from viewer.live.look import Look
from viewer.live.moment import Moment
from viewer.live.table import LiveTable
from viewer.report.content import Content
from viewer.window.naming import called
from viewer.window.panel import Page, Panel, panel
from viewer.window.single import named, single
from viewer.window.sliders import Slider
from viewer.window.state import PickedKind, State
from viewer.words import sentence

_COMPARING: Final = "What would differ under other readings is being worked out."
_HINT: Final = "Drag {} to move it, click it for its findings; ? lists all keys."


def read(
    table: LiveTable,
    state: State,
    found: tuple[Slider, ...],
    look: Look,
    items: Items,
    wide: int,
    high: int,
) -> Panel:
    """Return the panel of a table, for somebody's state.

    Parameters
    ----------
    table : LiveTable
    state : State
    found : tuple of Slider
    look : Look
    items : Items
        What is drawn of it.
    wide, high : int
        Pixels.
    """
    return panel(page(table, state, look, items), found, wide, high, state.size, state.scroll)


def page(table: LiveTable, state: State, look: Look, items: Items) -> Page:
    """Return what the panel says."""
    text = ""
    rows: tuple[Label, ...] = ()
    content: Content | None = None
    if table.is_held:
        rows = tuple(one for one in items.labels if one.kind == "trooper")
    elif state.mode == "text" or not state.picked:
        content = table.content()
    match state.mode:
        case "text":
            text = "" if content is None else content.text
        case "comparison":
            text = table.comparison or _COMPARING
    said: tuple[Said, ...] = ()
    if state.picked and not text and not table.is_held:
        now = single(table.now, look, state.position)
        said = about(state.picked, now, look)
        if state.kind == "piece" and not said and not table.steps:
            said = (Said("line", "It hides nobody from a template here."),)
        said = (*said, *further(state.kind, now))
    picked = state.handle(table)
    changed = ", changed and not saved" if table.is_changed else ""
    return Page(
        table.asked.name or table.path.stem,
        f"{table.path.name}{changed}",
        _state(table, state),
        state.said or table.notice,
        state.picked if picked is None else called(picked, table.handles_in(look)),
        said,
        content,
        text,
        rows,
        table.readings if state.mode == "readings" else (),
        state.row,
        (table.steps if look.step is None else look.step) if table.steps else None,
        state.news,
        _alone(table, state),
        "" if state.picked or table.undo_word or text or table.is_held else _hint(table),
        tuple(sentence(one) for one in table.now.waiting) if table.is_held else (),
    )


def further(kind: PickedKind, now: Moment) -> tuple[Said, ...]:
    """Return what more is said of whatever is picked: of templates that aren't placed, of mines.

    Parameters
    ----------
    kind : {"", "trooper", "area", "piece"}
    now : Moment
    """
    if not isinstance(now.answer, Ruling):
        return ()
    found: list[Said] = []
    for attack in now.answer.attacks:
        for placement in attack.placements if kind == "trooper" else ():
            if placement.status == "illegal":
                title = f"Template {placement.name}: ILLEGAL, so nobody is ruled on"
                found.append(Said("head", printable(title)))
                found += [Said("line", printable(sentence(why))) for why in placement.reasons]
    if kind == "piece":
        found += [Said("small", printable(sentence(one))) for one in now.waiting]
    return tuple(found)


def _hint(table: LiveTable) -> str:
    """What a newcomer may do."""
    return _HINT.format("a model or an area" if table.steps else "a trooper or a template")


def _alone(table: LiveTable, state: State) -> str:
    """Which one template is shown, and how to see all again."""
    name = named(table.now, state.look, state.position)
    if not name:
        return ""
    way = "Esc Esc" if state.picked else "Esc"
    return f"only template {name} is shown; N the next, {way} all of them"


def _state(table: LiveTable, state: State) -> str:
    """What can be pressed, what goes on, what can be undone."""
    found = ["?  keys and sliders"]
    if state.picked:
        found.append("Esc  everybody")
    if table.undo_word:
        found.append(f"Ctrl+Z  undo: {table.undo_word}")
    if table.redo_word:
        found.append(f"Ctrl+Y  redo: {table.redo_word}")
    # What belongs together stays on one line.
    said = "   ".join(one.replace(" ", "\N{NO-BREAK SPACE}") for one in found)
    if state.left_out and state.has_labels:
        names = "1 label has" if state.left_out == 1 else f"{state.left_out} labels have"
        said = f"{said}\n{names} no room in the view: + comes nearer"
    if table.is_held:
        return f"{said}\nheld: outcomes only; let go for lines and margins"
    if table.is_thinking:
        what = "lines and margins" if table.now.is_glimpse else "margins"
        return f"{said}\n{what} are being worked out …"
    if state.look.step is not None or table.steps:
        number = table.steps if state.look.step is None else state.look.step
        return f"{said}\nafter event {number} of {table.steps}"
    return said
