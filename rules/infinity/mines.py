"""Deployables: whom a mine goes off at.

Its template may start anywhere on the edge of its base, so its Trigger Area is the union
of what all those templates affect: what lies in Total Cover from one place of the edge
may be seen from another. It never goes off where an ally would be affected.

Source: Infinity N5, Mines, "Trigger Area"; Infinity CodeOne, Template Weapons and
Equipment, "Template Weapons, and Allied and Neutral Troopers".
"""

import math
from collections.abc import Iterator, Mapping
from typing import Final

import numpy as np

from rules.dispute import Aim, Attack, Dispute, Trooper
from rules.infinity.citations import ALLIES, MINES
from rules.infinity.lines import lines_to
from rules.infinity.placing import Shot, place, template_of
from rules.infinity.quick import Covers, affected, reaches, spared_by, status
from rules.infinity.sides import are_enemies
from rules.verdict import Exemption, Finding, Search, Verdict
from spatial.contact import Contact, contact, touching
from spatial.evidence import Sight
from spatial.gathering import WIDEST
from spatial.outcome import Outcome

SPACING: Final = 5.0
"""How far apart the places on a base's edge are, degrees round it."""

TURN: Final = 10.0
"""How far apart the directions from each place are, degrees: less than half of a
teardrop's own spread."""

ENOUGH: Final = 30
"""How many placements that reach a trooper are looked for at most."""

SHOWN: Final = 8
"""How many placements that reach a trooper are looked at for the one to show."""

SPREAD: Final = 15.0
"""How far beside a trooper a template is still aimed, degrees."""


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
    near: tuple[str, ...] = ()
    if readings["mine_ally"] == "by_area":
        near = tuple(
            one.name
            for one in spared_by(dispute, attack)
            if _is_in_reach(dispute, attack, one, readings)[1]
            and any(
                reaches(dispute, shot, one, readings) is not Outcome.NO
                for _, shot in _shots(dispute, attack, one, readings)
            )
        )
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
    near: tuple[str, ...],
) -> tuple[Verdict, Aim | None]:
    apart, reached = _is_in_reach(dispute, attack, one, readings)
    findings = [Finding("reach", Outcome.YES if reached else Outcome.NO, apart, MINES)]
    if not reached:
        return Verdict(one.name, Outcome.NO, tuple(findings), dispute.slack), None
    tried, open_, first = 0, False, None
    spared: dict[str, None] = {}
    free: list[tuple[Aim, Shot]] = []
    covers: Covers = {}
    names = {other.name for other in spared_by(dispute, attack)}
    for aim, shot in _shots(dispute, attack, one, readings):
        tried += 1
        met = reaches(dispute, shot, one, readings, covers)
        open_ |= met is Outcome.UNDECIDED
        if met is not Outcome.YES:
            continue
        first = first or (aim, shot)
        outcomes = affected(dispute, attack, shot, readings, groups, names, covers)
        standing, who = status(dispute, attack, outcomes)
        if standing == "placed":
            free.append((aim, shot))
        spared |= dict.fromkeys(other.name for other in who)
        # Whoever fights one of those can't be caught without him.
        if len(free) == ENOUGH or not names.isdisjoint(groups.get(one.name, ())):
            break
    rim = 2 * math.pi * dispute.trooper(attack.by).silhouette.diameter / 2 * SPACING / 360
    if first is None:
        outcome = Outcome.UNDECIDED if open_ else Outcome.NO
        findings.append(Finding("trigger area", outcome, Search(tried, rim, TURN), MINES))
        return Verdict(one.name, outcome, tuple(findings), dispute.slack), None
    aim, shot, seen = _widest(dispute, one, readings, free or [first])
    findings.append(Finding("trigger area", seen.outcome, seen, MINES))
    if near or not free:
        stopped = near or tuple(spared)
        finding = Finding("allies", Outcome.NO, Search(tried, rim, TURN, stopped), ALLIES)
        return Verdict(one.name, Outcome.NO, (*findings, finding), dispute.slack), None
    if attack.weapon.harms:
        clear = Exemption("placed so, its template affects no allied or neutral trooper")
        findings.append(Finding("allies", Outcome.YES, clear, ALLIES))
    return Verdict(one.name, Outcome.YES, tuple(findings), dispute.slack), aim


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


def _is_in_reach(
    dispute: Dispute, attack: Attack, one: Trooper, readings: Mapping[str, str]
) -> tuple[Contact, bool]:
    """Whether a template from the base's edge can reach so far, whatever stands between."""
    template = template_of(dispute, attack)
    swept = template.body(straight_sided=readings["template_profile"] == "straight_sided")
    reach = math.hypot(template.reach, swept.high if swept.straight else 0.0)
    apart = contact(one.body, dispute.trooper(attack.by).body)
    return apart, apart.gap <= reach


def _shots(
    dispute: Dispute, attack: Attack, one: Trooper, readings: Mapping[str, str]
) -> Iterator[tuple[Aim, Shot]]:
    """The legal placements that may reach a trooper, the likeliest first."""
    mine = dispute.trooper(attack.by)
    (x, y, _), (p, q, _) = mine.body.pose.at, one.body.pose.at
    toward = math.degrees(math.atan2(q - y, p - x))
    radius = mine.silhouette.diameter / 2
    count = 1 if readings["mine_focus"] == "nearest_edge" else round(360 / SPACING)
    for step in range(count):
        # 0, 1, -1, 2, -2 ... from the nearest place of the edge.
        tip = toward + SPACING * ((step + 1) // 2) * (1 if step % 2 else -1)
        at_x = x + radius * math.cos(math.radians(tip))
        at_y = y + radius * math.sin(math.radians(tip))
        ahead = math.degrees(math.atan2(q - at_y, p - at_x))
        far = math.hypot(q - at_y, p - at_x)
        wide = math.degrees(math.asin(min(1.0, one.silhouette.diameter / 2 / max(far, 1e-9))))
        for turn in range(1 + 2 * math.ceil((wide + SPREAD) / TURN)):
            way = ahead + TURN * ((turn + 1) // 2) * (1 if turn % 2 else -1)
            aim = Aim(f"for {one.name}", way, tip)
            shot = place(dispute, attack, aim, readings)
            if shot.illegal is None and touching(one.body, shot.body):
                yield aim, shot
