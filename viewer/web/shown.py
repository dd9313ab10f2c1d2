"""A table as one page sees it: plain values, and the shapes that the page lacks."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from rules.dispute import Dispute
from viewer.drawing import palette
from viewer.drawing.signs import DASHES
from viewer.report.content import MARKS, visible
from viewer.web.apart import apart
from viewer.web.asks import Ask
from viewer.web.drawn import acting, bounds, flat, in_space, names, plan, shapes_of
from viewer.web.grips import elsewhere, grips, has_floors, still
from viewer.web.said import said
from viewer.web.shapes import Shapes

if TYPE_CHECKING:
    from viewer.live.look import Look
    from viewer.live.moment import Moment
    from viewer.live.table import LiveTable

_SPARE: Final = 2000
"""Shapes that a page keeps though it doesn't show them."""


def view(table: "LiveTable", ask: Ask, shapes: Shapes, sent: set[str]) -> dict[str, Any]:
    """Return everything that a page shows.

    Parameters
    ----------
    table : LiveTable
    ask : Ask
        What it looks at.
    shapes : Shapes
    sent : set of str
        The shapes that the page has; what it is sent is added.

    Returns
    -------
    dict
        Of texts, numbers, lists and bytes.
    """
    now = apart(table.now)
    look = ask.look
    if ask.is_first:
        look = replace(look, step=table.opening_step)
    look = within(now, look)
    items = now.items(look)
    scenery, plain = plan(items, shapes)
    solid = in_space(items, shapes) if ask.solid else []
    wanted = dict.fromkeys([*shapes_of(scenery, plain, shapes), *(one["shape"] for one in solid)])
    gripped = grips(table, items, look)
    found = {
        "version": table.version,
        "title": visible(items.title),
        "subtitle": visible(items.subtitle),
        "held": table.is_held,
        "glimpse": now.is_glimpse,
        "thinking": table.is_thinking,
        "undo": visible(table.undo_word),
        "redo": visible(table.redo_word),
        "comparison": visible(table.comparison),
        "placements": [[name, visible(name)] for name in now.placements],
        "steps": now.steps,
        "levels": now.levels,
        "look": _look(look),
        "handles": gripped,
        "still": still(now, look, {one["id"] for one in gripped}, items),
        "elsewhere": elsewhere(now, look, ask.about, items),
        "readings": _readings(table),
        "bounds": bounds(items),
        "acting": acting(items),
        "top": _top(now),
        "scenery": scenery,
        "stops": list(items.blockers),
        "plan": plain,
        "solid": solid,
        "names": names(items, now),
        "strokes": [
            [stroke.kind, *flat(stroke.start), *flat(stroke.end)] for stroke in items.strokes
        ],
        "marks": [[mark.kind, *flat(mark.at)] for mark in items.marks],
        "signs": {kind: [palette.LINE[kind], *DASHES[kind]] for kind in palette.LINE},
        "outcomes": MARKS,
        "notes": [visible(note) for note in items.notes if note not in now.waiting],
        "shapes": {name: shapes.told(name) for name in wanted if name not in sent},
        "only": len(sent.difference(wanted)) > _SPARE,
        **said(now, table.now, look, ask.about),
    }
    if found["only"]:
        sent.intersection_update(wanted)
    sent.update(wanted)
    shapes.forget(wanted)
    return found


def within(now: "Moment", look: "Look") -> "Look":
    """Return the look without what this table doesn't have.

    A page may not know yet that somebody has taken away what it looks at.
    """
    step, level = look.step, look.level
    levels = now.levels if has_floors(now) else 0
    return replace(
        look,
        placement=look.placement if look.placement in now.placements else "",
        step=step if step is not None and 0 <= step <= now.steps else None,
        level=level if level is not None and level < levels else None,
    )


def _look(look: "Look") -> dict[str, Any]:
    return {
        "trooper": look.trooper,
        "placement": look.placement,
        "step": look.step,
        "cut": look.cut,
        "level": look.level,
    }


def _readings(table: "LiveTable") -> list[dict[str, Any]]:
    return [
        {
            "name": reading.name,
            "source": visible(reading.source),
            "choices": [[value, visible(meaning)] for value, meaning in reading.choices],
            "chosen": reading.chosen,
            "default": reading.default,
        }
        for reading in table.readings
    ]


def _top(now: "Moment") -> float:
    """How high the scenery reaches, mm, whatever of it is shown."""
    asked = now.asked
    bodies = asked.scene.bodies if isinstance(asked, Dispute) else asked.start.pieces
    tops = [float(body.box[1, 2]) for body in bodies if body.role == "scenery"]
    return round(max([0.0, *tops]), 1)
