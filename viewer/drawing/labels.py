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
from viewer.outcomes import GOES_OFF
from viewer.phrases import listed
from viewer.template_words import named, through

Mine: TypeAlias = list[tuple[Placement, Verdict]]
"""One trooper's verdicts, each with its placement."""

NEAR_MISS: Final = 60.0
"""A template that passes a trooper farther than this is no near miss, mm."""

_LONGEST_NAME: Final = 22
_WHY_WIDTH: Final = 36
_WHY_LINES: Final = 4
_ILLEGAL_LINES: Final = 6
_MOST_NAMES: Final = 2
_SETS_OFF: Final = {
    Outcome.YES: "SETS OFF",
    Outcome.UNDECIDED: "UNDECIDED whether it sets off",
    Outcome.NO: "doesn't set off",
}
_KINDS: Final = {"marker": "a marker", "deployable": "a deployable", "equipment": "equipment"}


def effect(placement: Placement, verdict: Verdict) -> Outcome:
    """Return what a verdict comes to: a cancelled template affects nobody."""
    if placement.status == "cancelled":
        return Outcome.NO
    if placement.status == "undecided" and verdict.outcome is Outcome.YES:
        return Outcome.UNDECIDED
    return verdict.outcome


def trooper_label(
    trooper: Trooper,
    mine: Mine,
    asked: Sequence[tuple[str, Verdict]],
    own: Sequence[Verdict],
    worst: Outcome | None,
) -> Label:
    """Return what is said of a trooper or another target.

    Parameters
    ----------
    trooper : Trooper
    mine : list of (Placement, Verdict)
    asked : sequence of (str, Verdict)
        The deployables that may go off at it, and whether each does.
    own : sequence of Verdict
        Of a deployable, at whom it goes off.
    worst : Outcome or None
        What it all comes to; None where nobody was ruled on.
    """
    parts, small = _goes_off(own) + _sets_off(asked), _quiet(asked)
    for outcome in (Outcome.YES, Outcome.UNDECIDED):
        by = [one for one, v in mine if effect(one, v) is outcome]
        said = [short(one.name) for one in by if not one.set_off_by]
        others = [one for one in by if one.set_off_by not in ("", trooper.name)]
        if others:
            # Who sets it off himself is known to be hit.
            small += wrapped(f"{words.affected(outcome)} by {through(others)}")
            sure = [who for who, v in asked if v.outcome is Outcome.YES]
            said += dict.fromkeys(short(one.by) for one in others if one.by not in sure)
        if said:
            parts.append(f"{words.affected(outcome)} by {', '.join(said)}")
    if not parts:
        parts.append("not ruled on" if worst is None else words.affected(Outcome.NO))
    x, y, z = trooper.body.pose.at
    middle = (x, y, z + trooper.silhouette.height / 2)
    title = f"{short(trooper.name)}: {', '.join(parts)}"
    kind = [] if trooper.kind == "trooper" else [_KINDS[trooper.kind]]
    colour = palette.UNRULED if worst is None else palette.VERDICT[worst]
    below = few([*kind, *small, *_why(mine)], _WHY_LINES)
    return Label(trooper.name, "trooper", title, below, middle, colour, worst)


def _goes_off(own: Sequence[Verdict]) -> list[str]:
    """At whom a deployable goes off."""
    said = []
    for outcome in (Outcome.YES, Outcome.UNDECIDED):
        names = [short(one.trooper) for one in own if one.outcome is outcome]
        if names:
            whom = listed(names) if len(names) <= _MOST_NAMES else f"{len(names)} troopers"
            how = "" if outcome is Outcome.YES else " whether it goes off"
            said.append(f"{GOES_OFF[outcome]}{how} at {whom}")
    return said or ([GOES_OFF[Outcome.NO]] if own else [])


def _sets_off(asked: Sequence[tuple[str, Verdict]]) -> list[str]:
    """Which deployables go off at a trooper; or that none does."""
    said: list[str] = []
    for outcome, phrase in _SETS_OFF.items():
        names = [short(by) for by, verdict in asked if verdict.outcome is outcome]
        which = listed(names, "or" if outcome is Outcome.NO else "and")
        which = which if len(names) <= _MOST_NAMES else f"{len(names)} deployables"
        # Who sets off one of them needn't be told of all the others.
        if names and (outcome is not Outcome.NO or not said):
            said.append(f"{phrase} {which}")
    return said


def _quiet(asked: Sequence[tuple[str, Verdict]]) -> list[str]:
    """Why deployables stay quiet at a trooper; of several, those that it is near to."""
    lines = []
    for by, verdict in asked:
        if verdict.outcome is Outcome.YES:
            # Its template is drawn.
            close = words.summary(verdict).rpartition("; ")[2]
            lines += wrapped(f"{short(by)}: {close}") if verdict.close_call else []
        elif len(asked) == 1:
            lines += wrapped(words.summary(verdict))
        elif verdict.deciding.question != "reach":
            lines += wrapped(f"{short(by)}: {words.summary(verdict)}")
    return lines


def _why(mine: Mine) -> list[str]:
    """The reasons in small print: those of one kind together."""
    lines: list[str] = []
    by_reason: dict[str, list[str]] = {}
    nearest = nearest_miss(mine)
    for placement, verdict in mine:
        name = named(placement) if placement.set_off_by else short(placement.name)
        if placement.set_off_by and verdict.outcome is Outcome.NO:
            # It shows how a deployable goes off at somebody else.
            continue
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
        for number, (placement, verdict) in enumerate(mine)
        if isinstance(verdict.deciding.evidence, Contact) and not placement.set_off_by
    ]
    gap, number = min(misses, default=(math.inf, 0))
    return mine[number][0] if gap <= NEAR_MISS else None


def placement_label(placement: Placement) -> Label:
    name = short(placement.name)
    if placement.set_off_by:
        name = f"{short(placement.by)}, set off by {short(placement.set_off_by)}"
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
