"""What a page says beside the table: who is hit, what happened, and why."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from viewer.drawing.wordings import Said
from viewer.report.content import MARKS, SIGNS, Glance, Row, Sign, visible

if TYPE_CHECKING:
    from viewer.live.look import Look
    from viewer.live.table import LiveTable


def said(table: "LiveTable", look: "Look", chosen: str) -> dict[str, Any]:
    """Return what is said of a table as a whole, and of what is chosen.

    Parameters
    ----------
    table : LiveTable
    look : Look
        Of a scene with events, which of them it is about.
    chosen : str
        The name of what is chosen; empty for nothing.
    """
    content = table.content()
    glance = content.glance
    event: list[list[str]] = []
    if table.steps:
        section = content.sections[table.steps if look.step is None else look.step]
        glance = _of_rows(section.table.rows if section.table is not None else ())
        event = [["head", section.title], *(["line", text] for text in section.said)]
        for title, entries in section.lists:
            event += [["head", title], *(["line", entry] for entry in entries)]
    return {
        "about": [_paragraph(one) for one in table.about(chosen, look)] if chosen else [],
        "glance": [
            [one.sign, MARKS[one.sign], visible(one.word), [visible(name) for name in one.names]]
            for one in glance
        ],
        "event": [[style, visible(text)] for style, text in event],
        "warnings": [visible(one) for one in content.warnings],
        "text": visible(content.text),
    }


def _of_rows(rows: Sequence[Row]) -> tuple[Glance, ...]:
    """Who has which outcome in one event, those that it takes in first."""
    names: dict[tuple[Sign, str], list[str]] = {}
    for row in rows:
        names.setdefault((row.sign, row.outcome), []).append(row.name)
    order = list(MARKS)
    return tuple(
        Glance(sign, word, tuple(names[sign, word]))
        for sign, word in sorted(names, key=lambda one: order.index(one[0]))
    )


def _paragraph(one: Said) -> list[str]:
    sign = "" if one.colour is None else SIGNS[one.colour]
    return [one.style, visible(one.text), sign]
