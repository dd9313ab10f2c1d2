"""What things are called in the window, so that no two are called alike."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from rules.area_templates.events import Move
from rules.area_templates.verdicts import Log
from rules.scenefile.handles import Handle
from viewer.drawing.items import Items
from viewer.drawing.labels import printable, short
from viewer.live.look import Look
from viewer.live.table import LiveTable

_LONGEST: Final = 22


def called(handle: Handle, found: Sequence[Handle]) -> str:
    """Return what a handle's thing is called: with its event or attack where that tells it apart.

    Parameters
    ----------
    handle : Handle
    found : sequence of Handle
        All there are.

    Examples
    --------
    >>> moved = Handle("trooper", "event:6", "Beta", (0.0, 0.0, 0.0))
    >>> called(moved, [moved])
    'Beta, event 6'
    >>> one = Handle("teardrop", "template:0:A", "A", (0.0, 0.0, 0.0), values={"attack": 0})
    >>> two = Handle("teardrop", "template:1:A", "A", (0.0, 0.0, 0.0), values={"attack": 1})
    >>> called(two, [one, two]), called(two, [two])
    ('A, attack 2', 'A')
    """
    if handle.key.startswith("event:"):
        return f"{handle.name}, event {handle.key.removeprefix('event:')}"
    alike = [one for one in found if one.name == handle.name]
    if len(alike) > 1 and "attack" in handle.values:
        return f"{handle.name}, attack {handle.values['attack'] + 1}"
    return handle.name


def middled(name: str) -> str:
    """Return a name that fits a label: its beginning and its end, which tell it apart.

    Examples
    --------
    >>> middled("Fusilier with HMG Alpha")
    'Fusilier wi…HMG Alpha'
    >>> middled("Beta")
    'Beta'
    """
    name = printable(name)
    if len(name) <= _LONGEST:
        return name
    half = (_LONGEST - 1) // 2
    return f"{name[: _LONGEST - 1 - half].rstrip()}…{name[-half:].lstrip()}"


def apart(items: Items) -> Items:
    """Return items whose labels have the ends of long names too."""
    subjects = {one.subject for one in items.labels if one.kind != "piece"}
    long = [(short(one), middled(one)) for one in subjects if short(one) != middled(one)]
    if not long:
        return items
    labels = []
    for one in items.labels:
        begin, title = short(one.subject), one.title
        if one.title.startswith(begin):
            title = middled(one.subject) + title.removeprefix(begin)
        labels.append(replace(one, title=title))
    return replace(items, labels=tuple(labels))


def stuck(name: str, is_trooper: bool, table: LiveTable, look: Look) -> str:
    """Return why something that is shown can't be moved where it is.

    Parameters
    ----------
    name : str
    is_trooper : bool
        Or else an area.
    table : LiveTable
    look : Look
    """
    answer = table.now.answer
    if not isinstance(answer, Log):
        for attack in answer.attacks:
            if name in [one.name for one in attack.placements]:
                if attack.triggers:
                    return f"{name} shows how {attack.by} would go off: move {attack.by} itself"
                return f"{name} lies round {attack.by}: move {attack.by} itself"
        return f"{name} has no place of its own in the scene file"
    number = table.steps if look.step is None else look.step
    if not is_trooper:
        return f"{name} has no place of its own at event {number}: P and N go to the event it has"
    moves = [
        step.number
        for step in answer.steps[:number]
        if isinstance(step.event, Move) and step.event.subject == name
    ]
    if not moves:
        return f"{name} has no place of its own in the scene file"
    return (
        f"event {moves[-1]} moved {name} here, and has no place of its own to be changed: "
        "P goes back before it"
    )
