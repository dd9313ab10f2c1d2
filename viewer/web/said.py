"""What a page says beside the table: who is hit, what happened, and why."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rules.verdict import Ruling
from spatial.outcome import Outcome
from viewer import words
from viewer.drawing.labels import effect
from viewer.drawing.wordings import Said
from viewer.live.about import about
from viewer.live.moment import Moment
from viewer.outcomes import WORST_FIRST, worst
from viewer.report.content import MARKS, SIGNS, Glance, Row, Sign, visible
from viewer.web.drawn import ident

if TYPE_CHECKING:
    from viewer.live.look import Look


def said(now: Moment, plain: Moment, look: "Look", chosen: str) -> dict[str, Any]:
    """Return what is said of a table as a whole, and of what is chosen.

    Parameters
    ----------
    now, plain : Moment
        With the names that are shown, and with the scene's own.
    look : Look
        Of a scene with events, which of them it is about.
    chosen : str
        What is chosen; empty for nothing.
    """
    content = now.content()
    glance = content.glance
    event: list[list[str]] = []
    if now.steps:
        section = content.sections[now.steps if look.step is None else look.step]
        glance = _of_rows(section.table.rows if section.table is not None else ())
        event = [["head", section.title], *(["line", text] for text in section.said)]
        for title, entries in section.lists:
            event += [["head", title], *(["line", entry] for entry in entries)]
    name = chosen.partition(":")[2]
    return {
        "of": chosen,
        "about": [_paragraph(one) for one in about(name, now, look)] if name else [],
        "glance": [
            [one.sign, MARKS[one.sign], visible(one.word), _chips(one, now)] for one in glance
        ],
        "event": [[style, visible(text)] for style, text in event],
        "warnings": [visible(one) for one in content.warnings],
        "text": visible((content if plain is now else plain.content()).text),
    }


def _chips(glance: Glance, now: Moment) -> list[list[str]]:
    """What is shown of each name, and who it is: the words don't say it."""
    who: Sequence[str] = glance.names
    if isinstance(now.answer, Ruling):
        for outcome in WORST_FIRST:
            if glance.word == words.affected(outcome):
                who = _with_worst(now.answer, outcome)
    return [
        [visible(text), ident("trooper", name), visible(name)]
        for text, name in zip(glance.names, who, strict=True)
    ]


def _with_worst(ruling: Ruling, outcome: Outcome) -> list[str]:
    """Whom an attack does that to and nothing worse, in the order in which they are named."""
    found: dict[str, set[Outcome]] = {}
    for attack in ruling.attacks:
        for placement in () if attack.triggers else attack.placements:
            for verdict in placement.verdicts:
                found.setdefault(verdict.trooper, set()).add(effect(placement, verdict))
    return [name for name, outcomes in found.items() if outcome is worst(outcomes)]


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
