"""Which words the panel has, by what is picked and open."""

from typing import Final

from viewer.drawing.items import Items, Label
from viewer.drawing.wordings import Said
from viewer.live.look import Look
from viewer.live.table import LiveTable
from viewer.report.content import Content
from viewer.window.panel import Page, Panel, panel
from viewer.window.sliders import Slider
from viewer.window.state import State

_COMPARING: Final = "What would differ under other readings is being worked out."


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
        said = table.about(state.picked, look)
    changed = ", changed and not saved" if table.is_changed else ""
    return Page(
        table.asked.name or table.path.stem,
        f"{table.path.name}{changed}",
        _state(table, state),
        table.notice or state.said,
        state.picked,
        said,
        content,
        text,
        rows,
        table.readings if state.mode == "readings" else (),
        state.row,
        (table.steps if look.step is None else look.step) if table.steps else None,
    )


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
    if table.is_held:
        return f"{said}\nheld: outcomes only; let go for lines and margins"
    if table.is_thinking:
        return f"{said}\nmargins are being worked out …"
    if state.look.step is not None or table.steps:
        number = table.steps if state.look.step is None else state.look.step
        return f"{said}\nafter event {number} of {table.steps}"
    if state.look.placement:
        return f"{said}\nonly template {state.look.placement}"
    return said
