"""What one viewer wants to see of a table: nothing of it changes an answer."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from spatial.scene import Body
from viewer.drawing.items import Items
from viewer.drawing.opened import cut, floor


@dataclass(frozen=True, slots=True)
class Look:
    """What a viewer has chosen to see.

    Parameters
    ----------
    trooper : str
        Only this one's lines; empty for everybody's.
    placement : str
        Only this template; empty for all.
    step : int or None
        Of a scene with events, after which the table is shown: 0 for the start, None for
        the last.
    cut : float or None
        What is above so many mm is left out.
    level : int or None
        One floor; what is above it is left out.
    """

    trooper: str = ""
    placement: str = ""
    step: int | None = None
    cut: float | None = None
    level: int | None = None


def of_one(items: Items, trooper: str) -> Items:
    """Return what is shown with only one trooper's lines, and small print for it alone.

    Parameters
    ----------
    items : Items
    trooper : str
        Empty to leave all as it is; so does a name that nobody has.

    Examples
    --------
    >>> from rules.ruling import rule
    >>> from rules.scenefile import read, starter
    >>> from viewer.drawing.ruled import items
    >>> dispute = read(starter(), "starter.toml")
    >>> shown = of_one(items(rule(dispute), dispute), "2")
    >>> {stroke.trooper for stroke in shown.strokes}
    {'2'}
    """
    if all(label.subject != trooper or label.kind != "trooper" for label in items.labels):
        return items
    strokes = tuple(stroke for stroke in items.strokes if stroke.trooper == trooper)
    pieces = {stroke.piece for stroke in strokes}
    labels = tuple(
        replace(label, why=()) if label.kind == "trooper" and label.subject != trooper else label
        for label in items.labels
        if label.kind != "piece" or label.subject in pieces
    )
    blockers = tuple(name for name in items.blockers if name in pieces)
    return replace(items, strokes=strokes, labels=labels, blockers=blockers)


def opened(items: Items, look: Look, bodies: Sequence[Body]) -> Items:
    """Return what is shown with everything above the viewer's cut or floor left out.

    Parameters
    ----------
    items : Items
    look : Look
    bodies : sequence of Body
        Of the scene.
    """
    if look.cut is not None:
        return cut(items, look.cut)
    if look.level is not None:
        return floor(items, look.level, bodies)
    return items
