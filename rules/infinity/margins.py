"""The margins of a template's verdict: the rule asked again, moved."""

import math
from dataclasses import replace
from functools import cache

import numpy as np

from rules.infinity.lines import Lines
from rules.margin import STEPS, raising, sideways, turning
from rules.verdict import Margin, Verdict
from spatial.contact import TOUCH, Contact, touching
from spatial.inside import holding
from spatial.openings import FreeLine
from spatial.outcome import Outcome
from spatial.overlap import overlapping
from spatial.rays import Blockers
from spatial.scene import Body
from spatial.sight import decide


def with_margins(
    verdict: Verdict, lines: Lines, trooper: Body, template: Body, user: Body | None
) -> Verdict:
    """Return a verdict with the margins of its findings, of itself, and its turn.

    Parameters
    ----------
    verdict : Verdict
        On contact, and where there is contact, on the focus line.
    lines : Lines
        How lines to the trooper are judged.
    trooper, template : Body
        Whom it is about, and by what.
    user : Body or None
        Of a direct template, whose silhouette it may not pass through and may not leave;
        None for one on impact.
    """
    scene, opening = lines.scene, lines.opening
    met, said = verdict.findings[0].outcome, verdict.outcome
    touch = verdict.findings[0].evidence
    if said is Outcome.UNDECIDED:
        return verdict
    focus = np.array(template.pose.at)
    room = STEPS[-1] + 1.0
    cover = lines.gather(focus, trooper.box + np.array([[-room], [room]]))
    hints: list[FreeLine] = []
    through = set(overlapping(scene, trooper))

    @cache
    def moved(x: float, y: float) -> tuple[Outcome, Outcome]:
        return _ask(cover, trooper.moved(x, y), template, hints, opening)

    @cache
    def free(x: float, y: float) -> bool:
        return through.issuperset(overlapping(scene, trooper.moved(x, y)))

    def turned(degrees: float) -> bool:
        other = template.turned(degrees)
        if _ask(cover, trooper, other, hints, opening)[1] is not _other(said):
            return False
        # A turn that would push the template through its user doesn't count.
        return user is None or not touching(user, other, 2 * TOUCH)

    def raised(mm: float) -> bool:
        other = template.raised(mm)
        if holding(scene, other.pose.at) or _is_off(user, other):
            return False
        above = lines.gather(np.array(other.pose.at), trooper.box)
        return _ask(above, trooper, other, [], opening)[1] is _other(said)

    heading = _heading(template, trooper)
    margins: list[Margin] = []
    if isinstance(touch, Contact) and touch.gap > STEPS[-1]:
        margins.append(Margin(-STEPS[-1], None))
    else:
        margins.append(
            sideways(lambda x, y: free(x, y) and moved(x, y)[0] is _other(met), met, heading)
        )
    if len(verdict.findings) > 1:
        margins.append(
            sideways(
                lambda x, y: free(x, y) and moved(x, y) == (met, _other(said)),
                said,
                heading,
            )
        )
    if said is Outcome.YES:
        whole = min(margins, key=lambda margin: abs(margin.mm))
    elif len(margins) > 1 or margins[0].toward is None:
        whole = margins[-1]
    else:
        # Moved into contact it is asked for the line as well.
        whole = sideways(lambda x, y: free(x, y) and moved(x, y)[1] is _other(said), said, heading)
    findings = tuple(
        replace(finding, margin=margin)
        for finding, margin in zip(verdict.findings, margins, strict=True)
    )
    turn = None if template.swept.x1 == template.swept.x0 else turning(turned)
    out_of_reach = isinstance(touch, Contact) and touch.gap > STEPS[-1]
    rise = None if out_of_reach else raising(raised)
    return replace(verdict, findings=findings, margin=whole, turn=turn, rise=rise)


def _is_off(user: Body | None, template: Body) -> bool:
    """Whether a Blast Focus lies above or below its user's silhouette, where none may."""
    if user is None:
        return False
    low, high = user.box[:, 2]
    return not low - TOUCH <= template.pose.at[2] <= high + TOUCH


def _other(outcome: Outcome) -> Outcome:
    return Outcome.NO if outcome is Outcome.YES else Outcome.YES


def _heading(template: Body, trooper: Body) -> float:
    """From the Blast Focus to the trooper: a direction that turns with the table."""
    focus, at = template.pose.at, trooper.pose.at
    return math.degrees(math.atan2(at[1] - focus[1], at[0] - focus[0]))


def _ask(
    cover: Blockers, trooper: Body, template: Body, hints: list[FreeLine], opening: float
) -> tuple[Outcome, Outcome]:
    """Contact and verdict, without their evidence; a clear line is kept as a hint."""
    outcome, line = decide(cover, trooper, template, hints[-1] if hints else None, opening)
    if line is not None:
        hints[:] = [line]
    if outcome is Outcome.NO:
        return (Outcome.YES if touching(trooper, template) else Outcome.NO), outcome
    return Outcome.YES, outcome
