"""What a picture says about each trooper and each placement."""

import math
import textwrap
from collections.abc import Sequence
from typing import Final, TypeAlias

from rules.dispute import Trooper
from rules.verdict import Placement, Unasked, Verdict
from spatial.contact import Contact
from spatial.evidence import Sight
from spatial.outcome import Outcome
from viewer import words
from viewer.drawing import palette
from viewer.drawing.items import Label, Solid, Stroke

Mine: TypeAlias = list[tuple[Placement, Verdict]]
"""One trooper's verdicts, each with its placement."""

NEAR_MISS: Final = 60.0
"""A template that passes a trooper farther than this is no near miss, mm."""

_LONGEST_NAME: Final = 22
_WHY_WIDTH: Final = 36
_WHY_LINES: Final = 4
_ILLEGAL_LINES: Final = 6
_KINDS: Final = {"marker": "a marker", "deployable": "a deployable", "equipment": "equipment"}


def effect(placement: Placement, verdict: Verdict) -> Outcome:
    """Return what a verdict comes to: a cancelled template affects nobody."""
    if placement.status == "cancelled":
        return Outcome.NO
    if placement.status == "undecided" and verdict.outcome is Outcome.YES:
        return Outcome.UNDECIDED
    return verdict.outcome


def trooper_label(
    trooper: Trooper, mine: Mine, sets_off: Sequence[str], worst: Outcome | None
) -> Label:
    """Return what is said of a trooper or another target.

    Parameters
    ----------
    trooper : Trooper
    mine : list of (Placement, Verdict)
    sets_off : sequence of str
        The deployables that go off at it.
    worst : Outcome or None
        What the placements come to; None where nobody was ruled on.
    """
    parts = []
    for outcome in (Outcome.YES, Outcome.UNDECIDED):
        by = [short(placement.name) for placement, v in mine if effect(placement, v) is outcome]
        if by:
            parts.append(f"{words.affected(outcome)} by {', '.join(by)}")
    if not parts:
        parts.append("not ruled on" if worst is None else words.affected(Outcome.NO))
    name = short(trooper.name)
    x, y, z = trooper.body.pose.at
    middle = (x, y, z + trooper.silhouette.height / 2)
    title = f"{name}: {', '.join(parts)}"
    first = [] if trooper.kind == "trooper" else [_KINDS[trooper.kind]]
    first += [f"sets off {', '.join(short(one) for one in sets_off)}"] if sets_off else []
    colour = palette.UNRULED if worst is None else palette.VERDICT[worst]
    small = few([*first, *_why(mine)], _WHY_LINES)
    return Label(trooper.name, "trooper", title, small, middle, colour, worst)


def _why(mine: Mine) -> list[str]:
    """The reasons in small print: those of one kind together."""
    lines: list[str] = []
    by_reason: dict[str, list[str]] = {}
    nearest = nearest_miss(mine)
    for placement, verdict in mine:
        name = short(placement.name)
        if isinstance(verdict.deciding.evidence, Contact):
            if placement is nearest or verdict.close_call:
                lines += wrapped(_miss(name, verdict.deciding.evidence.gap, verdict.close_call))
        elif placement.status == "cancelled" and verdict.outcome is Outcome.YES:
            by_reason.setdefault("within its area, but it is CANCELLED", []).append(name)
        elif not _speaks_for_itself(verdict):
            by_reason.setdefault(words.summary(verdict), []).append(name)
    for reason, names in by_reason.items():
        lines += wrapped(f"{', '.join(names)}: {reason}" if len(mine) > 1 else reason)
    return lines


def _speaks_for_itself(verdict: Verdict) -> bool:
    """Whether a clear line is drawn, or nothing is known, and nothing more can be said."""
    seen = verdict.deciding.evidence
    if isinstance(seen, Unasked):
        return True
    drawn = isinstance(seen, Sight) and seen.witness is not None and seen.method != "inside"
    return drawn and not verdict.close_call


def _miss(template: str, gap: float, close: bool) -> str:
    return f"{template} misses by {words.length(gap)}{'; a CLOSE CALL' if close else ''}"


def wrapped(text: str) -> list[str]:
    """Return lines of small print; a number keeps its unit."""
    return textwrap.wrap(printable(text).replace(" mm", "\u00a0mm"), _WHY_WIDTH)


def few(lines: list[str], most: int) -> tuple[str, ...]:
    """Return no more than so many lines, an ellipsis at the end of what goes on."""
    if len(lines) > most:
        lines = [*lines[: most - 1], lines[most - 1][: _WHY_WIDTH - 2] + " …"]
    return tuple(lines)


def nearest_miss(mine: Mine) -> Placement | None:
    """The placement that nearly touches a trooper that none touches, the nearest of them."""
    if any(isinstance(verdict.deciding.evidence, Sight) for _, verdict in mine):
        return None
    misses = [
        (verdict.deciding.evidence.gap, number)
        for number, (_, verdict) in enumerate(mine)
        if isinstance(verdict.deciding.evidence, Contact)
    ]
    gap, number = min(misses, default=(math.inf, 0))
    return mine[number][0] if gap <= NEAR_MISS else None


def placement_label(placement: Placement) -> Label:
    name = short(placement.name)
    at = placement.body.pose.at
    if placement.status == "placed":
        return Label(placement.name, "template", name, (), at, palette.TEMPLATE_EDGE)
    why = few(wrapped("; ".join(placement.reasons)), _ILLEGAL_LINES)
    said = {"illegal": "ILLEGAL", "cancelled": "CANCELLED", "undecided": "UNDECIDED"}
    title = f"{name}: {said[placement.status]}"
    return Label(placement.name, "template", title, why, at, palette.ILLEGAL_EDGE)


def piece_labels(strokes: Sequence[Stroke], solids: Sequence[Solid]) -> list[Label]:
    """Return the name of each piece of scenery that stops a line, where it stops the first."""
    known = {solid.name for solid in solids if solid.kind == "scenery"}
    first: dict[str, Stroke] = {}
    for stroke in strokes:
        if stroke.kind in ("stopped", "grazes") and stroke.piece in known:
            first.setdefault(stroke.piece, stroke)
    return [
        Label(name, "piece", short(name), (), stroke.end, palette.LINE["stopped"])
        for name, stroke in first.items()
    ]


def printable(name: str) -> str:
    """Return a text that a font can take: on one line, without control characters.

    Examples
    --------
    >>> printable("a\\nb\\x00")
    'a b'
    """
    spaced = " ".join(name.split())
    return "".join(c if c.isprintable() else "" for c in spaced)


def short(name: str) -> str:
    """Return a name that fits a label.

    Examples
    --------
    >>> short("The Extraordinarily Long-Named Trooper")
    'The Extraordinarily L…'
    """
    name = printable(name)
    return name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 1] + "…"
