"""Deployables: whom a mine goes off at.

Its template may start anywhere on the edge of its base, so its Trigger Area is the union
of what all those templates affect: what lies in Total Cover from one place of the edge
may be seen from another. Where templates may be tilted, so may these, and they start at
the underside or the top of the edge. It never goes off where an ally would be affected.

Source: Infinity N5, Mines, "Trigger Area"; Infinity CodeOne, Template Weapons and
Equipment, "Template Weapons, and Allied and Neutral Troopers".
"""

import math
from collections.abc import Iterator, Mapping, Sequence
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

TILTED_SPACING: Final = 15.0
"""How far apart the places on the edge are that tilted templates start from, degrees."""

FRONT: Final = 13
"""How many of those places are tried: the half of the edge toward the trooper."""

PARTS: Final = (0.1, 0.5, 0.9)
"""At which shares of a trooper's height a tilted template is aimed."""

ALIKE: Final = 8.0
"""Parts of a trooper that lie in directions no farther apart are aimed at as one, degrees."""

TILTS: Final = (15.0, -15.0, 30.0, -30.0, 45.0, -45.0, 60.0, -60.0)
"""How else it is tilted, degrees."""

BESIDE: Final = 30.0
"""No tilt farther than this from where a trooper lies is tried, degrees: more than a
teardrop's own spread."""


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
        if free and (aim.tilt != 0 or aim.height != 0):
            # A level one from the underside is enough.
            break
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
    """The legal placements that may reach a trooper, the likeliest first: level ones, then
    tilted ones where those may be."""
    mine = dispute.trooper(attack.by)
    nearest = readings["mine_focus"] == "nearest_edge"
    for tip in _tips(mine, one, SPACING, nearest):
        yield from _turned(dispute, attack, one, readings, tip, 0.0, (0.0,))
    # From behind, a template would pass through its own base, or no farther than from here.
    tips = _tips(mine, one, TILTED_SPACING, nearest)[:FRONT]
    heights = (0.0, mine.silhouette.height)
    for tip in tips:
        yield from _turned(dispute, attack, one, readings, tip, heights[1], (0.0,))
    if readings["tilt"] != "allowed":
        return
    for aimed in (True, False):
        for tip in tips:
            for height in heights:
                lowest, middle, highest = _slopes(mine, one, tip, height)
                tilts: tuple[float, ...] = (middle, highest, lowest)
                if highest - lowest < ALIKE:
                    tilts = (middle,)
                if not aimed:
                    low, high = lowest - BESIDE, highest + BESIDE
                    tilts = tuple(tilt for tilt in TILTS if low <= tilt <= high)
                yield from _turned(dispute, attack, one, readings, tip, height, tilts)


def _tips(mine: Trooper, one: Trooper, spacing: float, nearest: bool) -> list[float]:
    """Places of a base's edge, degrees round it: 0, 1, -1, 2, -2 ... steps from the nearest."""
    (x, y, _), (p, q, _) = mine.body.pose.at, one.body.pose.at
    toward = math.degrees(math.atan2(q - y, p - x))
    count = 1 if nearest else round(360 / spacing)
    return [toward + spacing * ((step + 1) // 2) * (1 if step % 2 else -1) for step in range(count)]


def _ahead(mine: Trooper, one: Trooper, tip: float) -> tuple[float, float]:
    """From a place of a base's edge to a trooper's axis: degrees, and how far in plan, mm."""
    (x, y, _), (p, q, _) = mine.body.pose.at, one.body.pose.at
    radius = mine.silhouette.diameter / 2
    at_x = x + radius * math.cos(math.radians(tip))
    at_y = y + radius * math.sin(math.radians(tip))
    return math.degrees(math.atan2(q - at_y, p - at_x)), math.hypot(q - at_y, p - at_x)


def _slopes(mine: Trooper, one: Trooper, tip: float, height: float) -> tuple[float, float, float]:
    """How steeply a trooper's lower, middle and upper part lie from a place, degrees."""
    _, far = _ahead(mine, one, tip)
    up = one.body.pose.at[2] - mine.body.pose.at[2] - height
    lower, middle, upper = (
        math.degrees(math.atan2(up + share * one.silhouette.height, max(far, 1e-9)))
        for share in PARTS
    )
    return lower, middle, upper


def _turned(
    dispute: Dispute,
    attack: Attack,
    one: Trooper,
    readings: Mapping[str, str],
    tip: float,
    height: float,
    tilts: Sequence[float],
) -> Iterator[tuple[Aim, Shot]]:
    """The legal placements from one place that touch a trooper, straight at it first."""
    ahead, far = _ahead(dispute.trooper(attack.by), one, tip)
    wide = math.degrees(math.asin(min(1.0, one.silhouette.diameter / 2 / max(far, 1e-9))))
    for turn in range(1 + 2 * math.ceil((wide + SPREAD) / TURN)):
        way = ahead + TURN * ((turn + 1) // 2) * (1 if turn % 2 else -1)
        for tilt in tilts:
            aim = Aim(f"for {one.name}", way, tip, tilt, height)
            shot = place(dispute, attack, aim, readings)
            if shot.illegal is None and touching(one.body, shot.body):
                yield aim, shot
