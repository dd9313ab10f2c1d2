"""What a page can grip of what it shows, and why it can't."""

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rules.area_templates.verdicts import Log, Scatter
from rules.dispute import Dispute
from viewer.drawing.items import Items
from viewer.live.moment import Moment
from viewer.report.content import visible
from viewer.web.apart import shown_name
from viewer.web.drawn import flat, ident

if TYPE_CHECKING:
    from rules.scenefile.handles import Handle
    from viewer.live.look import Look
    from viewer.live.table import LiveTable


def grips(table: "LiveTable", items: Items, look: "Look") -> list[dict[str, Any]]:
    """Return what can be moved as the table is shown, each by what it is drawn as."""
    return [
        {
            "id": ident(handle.kind, name),
            "kind": handle.kind,
            "name": visible(name),
            "key": handle.key,
            "at": flat(handle.at),
            "toward": round(float(handle.toward), 3),
            "values": _values(handle, table.now),
        }
        for handle in table.handles_in(look)
        for name in _drawn(handle, table.now, items)
    ]


def _drawn(handle: "Handle", now: Moment, items: Items) -> list[str]:
    """Under which names a handle's thing is drawn: what carries tokens, and its smoke."""
    if isinstance(now.asked, Dispute):
        attack = handle.values.get("attack")
        return [handle.name if attack is None else shown_name(now, attack, handle.name)]
    if handle.kind != "area":
        return [handle.name]
    marks = {tuple(flat(mark.at)): mark.placement for mark in items.marks}
    places = [handle.at]
    kind, _, number = handle.key.partition(":")
    if kind == "event" and isinstance(now.answer, Log):
        # An attack that scatters is drawn where it came to lie, and moved where it was aimed.
        step = now.answer.steps[int(number) - 1]
        ends = [one.evidence.end for one in step.findings if isinstance(one.evidence, Scatter)]
        places = [*reversed(ends), *places]
    known = [marks[at] for place in places if (at := tuple(flat(place))) in marks]
    labels = {label.subject for label in items.labels if label.kind == "template"}
    own = [handle.name] if handle.name in labels or not known else []
    return list(dict.fromkeys([*known[:1], *own]))


def _values(handle: "Handle", now: Moment) -> dict[str, Any]:
    """What a handle is set to, and who uses the template that it is of."""
    found = {key: _plain(value) for key, value in handle.values.items()}
    attack = handle.values.get("attack")
    if isinstance(attack, int) and isinstance(now.asked, Dispute):
        found["by"] = now.asked.attacks[attack].by
    return found


def _plain(value: float | bool | str) -> float | bool | str:
    if isinstance(value, float):
        return round(value, 4) if math.isfinite(value) else 0.0
    return value


def still(now: Moment, look: "Look", gripped: set[str], items: Items) -> dict[str, str]:
    """Return why something that is shown can't be moved by hand, in a sentence each.

    Parameters
    ----------
    now : Moment
        With the names that are shown.
    look : Look
    gripped : set of str
        What can be moved.
    items : Items
    """
    found = {}
    for label in items.labels:
        name = ident(label.kind, label.subject)
        if label.kind == "piece" or name in gripped:
            continue
        found[name] = visible(_why(now, look, label.kind, label.subject))
    return found


def _why(now: Moment, look: "Look", kind: str, name: str) -> str:
    if not isinstance(now.answer, Log):
        for ruled in now.answer.attacks:
            if any(one.name == name for one in ruled.placements):
                if ruled.triggers:
                    return f"It shows how {ruled.by} would go off: move that one, or the trooper."
                return f"It has no grip of its own: it moves with {ruled.by}, who uses it."
        return "It can't be moved by hand."
    if kind == "trooper":
        return "It can't be moved here: the event that moved it has no place of its own."
    number = now.steps if look.step is None else look.step
    state = now.answer.steps[number - 1].state if number else now.answer.start
    for area in state.areas:
        if area.name == name:
            for model in state.models:
                if model.at == area.centre and state.tokens.get(model.name, 0):
                    return f"It has no grip of its own: it moves with {model.name}."
    return "It can't be moved by hand as the table is at this event."


def elsewhere(now: Moment, look: "Look", chosen: str, items: Items) -> dict[str, Any] | None:
    """Return on which floor something is drawn that isn't drawn on the one that is shown.

    Parameters
    ----------
    now : Moment
    look : Look
    chosen : str
        What is chosen.
    items : Items

    Returns
    -------
    dict or None
        Its ``level``, None for the whole scenery; None where it is drawn, or there is
        no such thing.
    """
    if look.cut is None and look.level is None:
        return None
    if _has(items, chosen) or not _has(now.items(replace(look, cut=None, level=None)), chosen):
        return None
    floors = range(now.levels) if has_floors(now) else ()
    for level in floors:
        if _has(now.items(replace(look, cut=None, level=level)), chosen):
            return {"level": level}
    return {"level": None}


def _has(items: Items, chosen: str) -> bool:
    return any(one.acts and ident(one.kind, one.name) == chosen for one in items.solids)


def has_floors(now: Moment) -> bool:
    """Whether there is any floor to look at: pieces have levels, or they have none."""
    return any(body.role == "scenery" and body.levels for body in now.bodies)
