"""Deployables: whom a mine goes off at.

Its template may start anywhere on the edge of its base, so its Trigger Area is the union
of what all those templates affect: what lies in Total Cover from one place of the edge
may be seen from another. Where templates may be tilted, so may these, and they start at
the underside or the top of the edge. It never goes off where an ally would be affected.

Source: Infinity N5, Mines, "Trigger Area"; Infinity CodeOne, Template Weapons and
Equipment, "Template Weapons, and Allied and Neutral Troopers".
"""

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import numpy as np

from rules.dispute import Aim, Attack, Dispute, Trooper
from rules.infinity.citations import ALLIES, AREA, EFFECTS, MINES
from rules.infinity.hidden import Hidden
from rules.infinity.lines import lines_to
from rules.infinity.placing import Shot, place, template_of
from rules.infinity.quick import Covers, affected, reaches, spared_by, status
from rules.infinity.sides import are_enemies
from rules.infinity.trying import SPACING, TURN, tries
from rules.verdict import Engagement, Exemption, Finding, Margin, Search, Verdict
from spatial.contact import contact
from spatial.evidence import Sight
from spatial.gathering import WIDEST
from spatial.outcome import Outcome

ENOUGH: Final = 30
"""How many placements that reach a trooper are looked for at most."""

SHOWN: Final = 8
"""How many placements that reach a trooper are looked at for the one to show."""


def triggers(
    dispute: Dispute,
    attack: Attack,
    readings: Mapping[str, str],
    groups: Mapping[str, tuple[str, ...]],
) -> tuple[tuple[Verdict, Aim | None], ...]:
    """Return for each enemy trooper whether a deployable goes off at it.

    Parameters
    ----------
    dispute : Dispute
    attack : Attack
        By a deployable.
    readings : mapping of str to str
    groups : mapping of str to tuple of str
        The close combats, of `sides.melees`.

    Returns
    -------
    tuple of (Verdict, Aim or None)
        In scene order, with a placement where it does.
    """
    mine = dispute.trooper(attack.by)
    near: dict[str, Outcome] = {}
    if readings["mine_ally"] == "by_area":
        near = {
            one.name: _in_area(dispute, attack, one, readings) for one in spared_by(dispute, attack)
        }
    return tuple(
        _trigger(dispute, attack, one, readings, groups, near)
        for one in dispute.troopers
        if one.is_trooper and are_enemies(dispute, mine, one)
    )


def _trigger(
    dispute: Dispute,
    attack: Attack,
    one: Trooper,
    readings: Mapping[str, str],
    groups: Mapping[str, tuple[str, ...]],
    near: Mapping[str, Outcome],
) -> tuple[Verdict, Aim | None]:
    if one.unconscious:
        idle = Exemption("it is unconscious, so it does nothing that sets a deployable off")
        finding = Finding("activity", Outcome.NO, idle, EFFECTS)
        return Verdict(one.name, Outcome.NO, (finding,), dispute.slack), None
    findings = [_reach(dispute, attack, one, readings)]
    if findings[-1].outcome is Outcome.NO:
        return Verdict(one.name, Outcome.NO, tuple(findings), dispute.slack), None
    tried, is_open, is_unsure, first = 0, False, False, None
    spared: dict[str, None] = {}
    free: list[tuple[Aim, Shot]] = []
    covers: Covers = {}
    hidden = Hidden(one, covers)
    names = {other.name for other in spared_by(dispute, attack)}
    fights = tuple(name for name in groups.get(one.name, ()) if name in names)
    for aim, shot in tries(dispute, attack, one, readings, hidden):
        if free and (aim.tilt != 0 or aim.height != 0):
            # A level one from the underside is enough.
            break
        met = reaches(dispute, shot, one, readings, covers)
        if met is Outcome.NO and hidden.note(aim, shot):
            continue
        tried += 1
        is_open |= met is Outcome.UNDECIDED
        if met is not Outcome.YES:
            continue
        first = first or (aim, shot)
        outcomes = affected(dispute, attack, shot, readings, groups, names, covers)
        standing, who = status(dispute, attack, outcomes)
        if standing == "placed":
            free.append((aim, shot))
        is_unsure |= standing == "undecided"
        spared |= dict.fromkeys(other.name for other in who)
        # Whoever fights one of those can't be caught without him.
        if len(free) == ENOUGH or fights:
            break
    search = Search(tried, *_steps(dispute, attack, readings), hidden=hidden.count)
    if first is None:
        outcome = Outcome.UNDECIDED if is_open else Outcome.NO
        search = replace(search, blockers=hidden.blockers())
        findings.append(Finding("trigger area", outcome, search, MINES))
        return Verdict(one.name, outcome, tuple(findings), dispute.slack), None
    aim, shot, seen = _widest(dispute, one, readings, free or [first])
    findings.append(Finding("trigger area", seen.outcome, seen, MINES))
    stopped = _within(near, search)
    if stopped is None and not free:
        search = replace(search, stopped_by=tuple(spared))
        unsure = is_unsure or is_open
        stopped = Finding("allies", Outcome.UNDECIDED if unsure else Outcome.NO, search, ALLIES)
        if fights:
            melee = Engagement(fights, groups[one.name], dispute.engaged is not None)
            stopped = Finding("allies", Outcome.NO, melee, ALLIES)
    if stopped is not None:
        findings.append(stopped)
        return Verdict(one.name, findings[-1].outcome, tuple(findings), dispute.slack), None
    if attack.weapon.harms:
        clear = Exemption("a template can catch it and affect no allied or neutral trooper")
        findings.append(Finding("allies", Outcome.YES, clear, ALLIES))
    return Verdict(one.name, Outcome.YES, tuple(findings), dispute.slack), aim


def _steps(dispute: Dispute, attack: Attack, readings: Mapping[str, str]) -> tuple[float, float]:
    """How far apart level placements are: mm on the edge, and degrees in direction."""
    if template_of(dispute, attack).shape == "circular":
        return 0.0, 0.0
    if readings["mine_focus"] == "nearest_edge":
        return 0.0, TURN
    return math.radians(SPACING) * dispute.trooper(attack.by).silhouette.diameter / 2, TURN


def _within(near: Mapping[str, Outcome], search: Search) -> Finding | None:
    """That allied or neutral troopers are in the Trigger Area; None where none is."""
    for outcome, comes_to in ((Outcome.YES, Outcome.NO), (Outcome.UNDECIDED, Outcome.UNDECIDED)):
        names = tuple(name for name, found in near.items() if found is outcome)
        if names:
            return Finding(
                "allies", comes_to, replace(search, stopped_by=names, in_area=True), ALLIES
            )
    return None


def _in_area(
    dispute: Dispute, attack: Attack, one: Trooper, readings: Mapping[str, str]
) -> Outcome:
    """Whether somebody is in the Trigger Area, whatever else a template affects."""
    if _reach(dispute, attack, one, readings).outcome is Outcome.NO:
        return Outcome.NO
    found = Outcome.NO
    covers: Covers = {}
    hidden = Hidden(one, covers)
    for aim, shot in tries(dispute, attack, one, readings, hidden):
        met = reaches(dispute, shot, one, readings, covers)
        if met is Outcome.YES:
            return met
        if met is Outcome.UNDECIDED:
            found = met
        else:
            hidden.note(aim, shot)
    return found


def _widest(
    dispute: Dispute,
    one: Trooper,
    readings: Mapping[str, str],
    shots: list[tuple[Aim, Shot]],
) -> tuple[Aim, Shot, Sight]:
    """Of some placements that reach a trooper, the one with the widest opening."""
    spread = np.unique(np.linspace(0, len(shots) - 1, min(SHOWN, len(shots))).astype(int))
    found: list[tuple[float, int, Aim, Shot, Sight]] = []
    for aim, shot in (shots[i] for i in spread):
        touch = contact(one.body, shot.body)
        seen = lines_to(dispute, shot, one, readings).to(one.body, shot.body, touch)
        room = seen.witness
        width = 0.0 if room is None else min(room.width or WIDEST, 2 * room.clearance)
        found.append((-round(min(width, -touch.gap), 6), len(found), aim, shot, seen))
    _, _, aim, shot, seen = min(found, key=lambda it: it[:2])
    return aim, shot, seen


def _reach(dispute: Dispute, attack: Attack, one: Trooper, readings: Mapping[str, str]) -> Finding:
    """Whether a template can reach so far, whatever stands between."""
    if template_of(dispute, attack).shape == "circular":
        # It lies over its user, wherever that is to be reached.
        touch = contact(one.body, place(dispute, attack, Aim("", 0.0), readings).body)
        return Finding("contact", Outcome.YES if touch.touches else Outcome.NO, touch, AREA)
    template, mine = template_of(dispute, attack), dispute.trooper(attack.by).body
    swept = template.body(straight_sided=readings["template_profile"] == "straight_sided")
    reach = math.hypot(template.reach, swept.high if swept.straight else 0.0)
    apart = contact(one.body, mine)
    (x, y, _), (p, q, _) = one.body.pose.at, mine.pose.at
    outcome = Outcome.YES if apart.gap <= reach else Outcome.NO
    toward = math.degrees(math.atan2(q - y, p - x)) % 360.0
    toward = (toward + 180.0) % 360.0 if outcome is Outcome.YES else toward
    return Finding("reach", outcome, apart, MINES, Margin(reach - apart.gap, toward))
