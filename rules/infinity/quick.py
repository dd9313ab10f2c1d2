"""Whom a template affects, by a yes or no alone: the verdicts without their evidence."""

from collections.abc import Collection, Mapping
from typing import TypeAlias

import numpy as np

from meshes.solids import Point
from rules.dispute import Attack, Dispute, Trooper
from rules.infinity.citations import AREA
from rules.infinity.judging import is_exempt
from rules.infinity.lines import lines_to
from rules.infinity.placing import Shot
from rules.infinity.sides import is_spared
from rules.verdict import Finding, PlacementStatus, Unasked, Verdict
from spatial.contact import touching
from spatial.outcome import Outcome
from spatial.rays import Blockers
from spatial.sight import decide

Covers: TypeAlias = dict[tuple[str, Point], Blockers]
"""What may stand between a Blast Focus and a trooper, by the trooper's name and the place."""


def reaches(
    dispute: Dispute,
    shot: Shot,
    trooper: Trooper,
    readings: Mapping[str, str],
    covers: Covers | None = None,
) -> Outcome:
    """Return whether a template affects a trooper by contact and focus line.

    Parameters
    ----------
    dispute : Dispute
    shot : Shot
    trooper : Trooper
    readings : mapping of str to str
    covers : dict or None
        Kept between questions of one dispute, one user and one choice of readings;
        what is missing is added.

    Examples
    --------
    >>> from rules.infinity.placing import place
    >>> from rules.readings import chosen
    >>> from rules.scenefile import read, starter
    >>> dispute = read(starter(), "starter.toml")
    >>> readings, attack = chosen(dispute.rules, {}), dispute.attacks[0]
    >>> shot = place(dispute, attack, attack.templates[0], readings)
    >>> reaches(dispute, shot, dispute.trooper("1"), readings)
    <Outcome.YES: 'YES'>
    """
    if not touching(trooper.body, shot.body):
        return Outcome.NO
    lines = lines_to(dispute, shot, trooper, readings)
    key = (trooper.name, shot.body.pose.at)
    cover = None if covers is None else covers.get(key)
    if cover is None:
        cover = lines.gather(np.array(shot.body.pose.at), trooper.body.box)
        if covers is not None:
            covers[key] = cover
    return decide(cover, trooper.body, shot.body, None, lines.opening)[0]


def affected(
    dispute: Dispute,
    attack: Attack,
    shot: Shot,
    readings: Mapping[str, str],
    groups: Mapping[str, tuple[str, ...]],
    whom: Collection[str] | None = None,
    covers: Covers | None = None,
) -> dict[str, Outcome]:
    """Return for troopers and targets whether a template affects them.

    Parameters
    ----------
    dispute : Dispute
    attack : Attack
    shot : Shot
        A legal one.
    readings : mapping of str to str
    groups : mapping of str to tuple of str
        The close combats, of `sides.melees`.
    whom : collection of str or None
        Whom it is asked for; None for everybody.
    covers : dict or None
        As for `reaches`.

    Returns
    -------
    dict of str to Outcome
        In scene order.
    """
    alone: dict[str, Outcome] = {}

    def by_itself(name: str) -> Outcome:
        if name not in alone:
            one = dispute.trooper(name)
            spared = is_exempt(attack, one)
            alone[name] = Outcome.NO if spared else reaches(dispute, shot, one, readings, covers)
        return alone[name]

    return {
        one.name: by_itself(one.name)
        if is_exempt(attack, one)
        else _shared([by_itself(name) for name in groups.get(one.name, (one.name,))])
        for one in dispute.troopers
        if whom is None or one.name in whom
    }


def glimpsed(
    dispute: Dispute,
    attack: Attack,
    shot: Shot,
    readings: Mapping[str, str],
    groups: Mapping[str, tuple[str, ...]],
) -> tuple[Verdict, ...]:
    """Return verdicts that have an outcome and no evidence, in scene order.

    Parameters
    ----------
    dispute, attack, shot, readings, groups
        As for `affected`.
    """
    outcomes = affected(dispute, attack, shot, readings, groups)
    return tuple(
        Verdict(name, outcome, (Finding("outcome", outcome, Unasked(), AREA),), dispute.slack)
        for name, outcome in outcomes.items()
    )


def spared_by(dispute: Dispute, attack: Attack) -> tuple[Trooper, ...]:
    """Return whom an attack's templates may not affect: allied and neutral troopers.

    The user counts as its own side's, unless its weapon says that it also affects its
    user.
    """
    user = dispute.trooper(attack.by)
    if not attack.weapon.harms:
        return ()
    return tuple(
        one
        for one in dispute.troopers
        if is_spared(dispute, user, one) and not (one is user and attack.weapon.affects_user)
    )


def status(
    dispute: Dispute, attack: Attack, outcomes: Mapping[str, Outcome]
) -> tuple[PlacementStatus, tuple[Trooper, ...]]:
    """Return whether allied or neutral troopers cancel a template, and who does.

    Parameters
    ----------
    dispute : Dispute
    attack : Attack
    outcomes : mapping of str to Outcome
        Of everybody in `spared_by` at least.
    """
    spared = spared_by(dispute, attack)
    hit = tuple(one for one in spared if outcomes[one.name] is Outcome.YES)
    maybe = tuple(one for one in spared if outcomes[one.name] is Outcome.UNDECIDED)
    if hit:
        return "cancelled", hit
    return ("undecided", maybe) if maybe else ("placed", ())


def _shared(outcomes: list[Outcome]) -> Outcome:
    for one in (Outcome.YES, Outcome.UNDECIDED):
        if one in outcomes:
            return one
    return Outcome.NO
