"""A table as one page sees it: plain values, and the shapes that the page lacks."""

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from rules.dispute import Dispute
from viewer.drawing import palette
from viewer.drawing.items import VOID, Items, Solid
from viewer.drawing.signs import DASHES
from viewer.report.content import MARKS, SIGNS, visible
from viewer.report.parts import drawn
from viewer.web.asks import Ask
from viewer.web.said import said
from viewer.web.shapes import Shapes

if TYPE_CHECKING:
    from rules.scenefile.handles import Handle
    from viewer.live.look import Look
    from viewer.live.table import LiveTable

_GHOST: Final = 0.36
_VOID: Final = 0.25
_AROUND: Final = 150.0


def view(table: "LiveTable", ask: Ask, shapes: Shapes) -> dict[str, Any]:
    """Return everything that a page shows.

    Parameters
    ----------
    table : LiveTable
    ask : Ask
        What it looks at, and which shapes it has.
    shapes : Shapes

    Returns
    -------
    dict
        Of texts, numbers, lists and bytes.
    """
    look = within(table, ask.look)
    items = table.items(look)
    plan = _plan(items, shapes)
    solid = _solid(items, shapes) if ask.solid else []
    wanted = dict.fromkeys([*(one["shape"] for one in [*plan, *solid])])
    return {
        "version": table.version,
        "title": visible(items.title),
        "subtitle": visible(items.subtitle),
        "held": table.is_held,
        "thinking": table.is_thinking,
        "undo": visible(table.undo_word),
        "redo": visible(table.redo_word),
        "comparison": visible(table.comparison),
        "placements": list(table.placements),
        "steps": table.steps,
        "levels": table.levels,
        "look": _look(look),
        "handles": _handles(table, items),
        "readings": _readings(table),
        "bounds": _bounds(items),
        "acting": _acting(items),
        "top": _top(table),
        "plan": plan,
        "solid": solid,
        "names": _names(items),
        "strokes": [
            [stroke.kind, *_flat(stroke.start), *_flat(stroke.end)] for stroke in items.strokes
        ],
        "marks": [[mark.kind, *_flat(mark.at)] for mark in items.marks],
        "signs": {kind: [palette.LINE[kind], *DASHES[kind]] for kind in palette.LINE},
        "notes": [visible(note) for note in items.notes],
        "shapes": {name: shapes.told(name) for name in wanted if name not in ask.have},
        **said(table, look, ask.about),
    }


def within(table: "LiveTable", look: "Look") -> "Look":
    """Return the look without what this table doesn't have.

    A page may not know yet that somebody has taken away what it looks at.
    """
    step, level = look.step, look.level
    return replace(
        look,
        placement=look.placement if look.placement in table.placements else "",
        step=step if step is not None and 0 <= step <= table.steps else None,
        level=level if level is not None and level < table.levels else None,
    )


def _look(look: "Look") -> dict[str, Any]:
    return {
        "trooper": look.trooper,
        "placement": look.placement,
        "step": look.step,
        "cut": look.cut,
        "level": look.level,
    }


def _plan(items: Items, shapes: Shapes) -> list[dict[str, Any]]:
    """The solids from above, in the order in which they are drawn."""
    top = max([1.0, *(float(s.mesh.bounds[1, 2]) for s in items.solids if s.kind == "scenery")])

    def order(solid: Solid) -> tuple[int, float]:
        rank = 0 if not solid.acts else 1 if solid.is_area else 2
        return rank, float(solid.mesh.bounds[1, 2])

    return [
        {
            "kind": solid.kind,
            "name": solid.name,
            "colour": solid.colour,
            "edge": _edge(solid),
            "stops": solid.name in items.blockers,
            "shape": shapes.from_above(
                solid.mesh, solid.colour, solid.kind != "scenery" and solid.acts, top
            )
            if solid.kind != "section"
            else shapes.from_above(solid.mesh, palette.SECTION, False, -1.0),
        }
        for solid in sorted(items.solids, key=order)
    ]


def _solid(items: Items, shapes: Shapes) -> list[dict[str, Any]]:
    """What is drawn in 3D: scenery as it is, the rest as the report's view has it."""
    top = max([1.0, *(float(s.mesh.bounds[1, 2]) for s in items.solids if s.kind == "scenery")])
    found = []
    for number, solid in enumerate(items.solids):
        if not solid.acts:
            middle = float(solid.mesh.bounds[:, 2].mean())
            tint = palette.mixed(
                palette.SCENERY_LOW, palette.SCENERY_HIGH, min(max(middle / top, 0.0), 1.0)
            )
            is_whole = solid.kind == "scenery"
            found.append(
                {
                    "key": f"{solid.kind}{number}",
                    "shape": shapes.solid(solid.mesh, is_whole),
                    "colour": tint if is_whole else solid.colour,
                    "edge": palette.SCENERY_EDGE,
                    "opacity": 1.0,
                }
            )
    void = {solid.name for solid in items.solids if solid.kind in VOID}
    acting = replace(items, solids=tuple(solid for solid in items.solids if solid.acts))
    for number, part in enumerate(drawn([acting]).parts):
        is_area = part.group == "area"
        opacity = (_VOID if part.name in void else _GHOST) if is_area else 1.0
        found.append(
            {
                "key": f"{part.group}{number}",
                "shape": shapes.solid(part.mesh, part.group == "trooper"),
                "colour": part.colour,
                "edge": palette.mixed(part.colour, "#000000", 0.5),
                "opacity": opacity,
            }
        )
    return found


def _edge(solid: Solid) -> str:
    if not solid.acts:
        return palette.SCENERY_EDGE
    if solid.kind == "trooper":
        return palette.mixed(solid.colour, "#000000", 0.35)
    return palette.AREA_EDGE[solid.kind]


def _names(items: Items) -> list[dict[str, Any]]:
    reach = {
        solid.name: float(np.ptp(solid.mesh.bounds[:, 0])) / 2
        for solid in items.solids
        if solid.kind == "trooper"
    }
    return [
        {
            "kind": label.kind,
            "name": label.subject,
            "title": visible(label.title),
            "at": _flat(label.at),
            "reach": round(reach.get(label.subject, 0.0), 1) if label.kind == "trooper" else 0.0,
            "colour": label.colour,
            "sign": "none" if label.outcome is None else SIGNS[label.outcome],
            "mark": MARKS["none" if label.outcome is None else SIGNS[label.outcome]],
        }
        for label in items.labels
    ]


def _handles(table: "LiveTable", items: Items) -> list[dict[str, Any]]:
    """What can be moved; an event's area goes by the name that it is drawn under."""
    marks = {tuple(_flat(mark.at)): mark.placement for mark in items.marks}
    return [
        {
            "kind": handle.kind,
            "name": handle.name,
            "drawn": marks.get(tuple(_flat(handle.at)), handle.name)
            if handle.kind == "area"
            else handle.name,
            "key": handle.key,
            "at": _flat(handle.at),
            "toward": round(float(handle.toward), 3),
            "values": _values(handle, table),
        }
        for handle in table.handles
    ]


def _values(handle: "Handle", table: "LiveTable") -> dict[str, Any]:
    """What a handle is set to, and who uses the template that it is of."""
    found = {key: _plain(value) for key, value in handle.values.items()}
    attack = handle.values.get("attack")
    if isinstance(attack, int) and isinstance(table.asked, Dispute):
        found["by"] = table.asked.attacks[attack].by
    return found


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


def _plain(value: float | bool | str) -> float | bool | str:
    if isinstance(value, float):
        return round(value, 4) if math.isfinite(value) else 0.0
    return value


def _flat(point: Any) -> list[float]:
    return [round(float(value), 2) for value in point]


def _top(table: "LiveTable") -> float:
    """How high the scenery reaches, mm, whatever of it is shown."""
    asked = table.asked
    bodies = asked.scene.bodies if isinstance(asked, Dispute) else asked.start.pieces
    tops = [float(body.box[1, 2]) for body in bodies if body.role == "scenery"]
    return round(max([0.0, *tops]), 1)


def _acting(items: Items) -> list[float]:
    """The box of all troopers and areas: x, y, z from, and x, y, z to."""
    boxes = [solid.mesh.bounds for solid in items.solids if solid.acts]
    if not boxes:
        x0, y0, x1, y1 = _bounds(items)
        return [x0, y0, 0.0, x1, y1, 100.0]
    every = np.concatenate(boxes)
    return [round(float(value), 1) for value in (*every.min(axis=0), *every.max(axis=0))]


def _bounds(items: Items) -> list[float]:
    """The table's corners; those of everything on it where its size isn't known."""
    if all(math.isfinite(side) for side in items.size):
        return [0.0, 0.0, *(float(side) for side in items.size)]
    boxes = [solid.mesh.bounds[:, :2] for solid in items.solids]
    if not boxes:
        return [0.0, 0.0, 400.0, 400.0]
    every = np.concatenate(boxes)
    low, high = every.min(axis=0) - _AROUND, every.max(axis=0) + _AROUND
    return [round(float(value), 1) for value in (*low, *high)]
