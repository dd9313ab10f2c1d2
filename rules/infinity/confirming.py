"""A placement as it is typed, ruled on as it is typed."""

from collections.abc import Collection
from dataclasses import replace
from typing import Final

import numpy as np

from rules.catching import Catch
from rules.dispute import Aim, Dispute
from rules.infinity.attack import placement
from rules.infinity.improving import Goal, Spot
from rules.infinity.looking import Ground
from rules.infinity.pointing import Ways
from rules.infinity.quick import Covers, affected
from rules.infinity.sides import enemies_of
from rules.placeholders import weighed_placement
from rules.verdict import Placement
from spatial.outcome import Outcome

KEPT: Final = 0.75
"""Which share of its room a placement keeps at least when its numbers are rounded."""

DECIMALS: Final = (0, 1, 2, 3)

FARTHEST: Final = 20.0
"""How far an aim is turned to see when the answer changes, degrees."""

FINE: Final = 0.1
"""How finely that is found, degrees."""


def typed(ground: Ground, goal: Goal, spot: Spot, decimals: int) -> tuple[Aim, float]:
    """Return a placement with rounded numbers, and the room that it has then, mm."""
    tip = round(spot.look.tip % 360.0, decimals) % 360.0
    height = min(round(spot.look.height, decimals), ground.user.silhouette.height)
    turn = round(spot.turn % 360.0, decimals) % 360.0
    # Adding zero turns -0.0 into 0.0.
    tilt = round(spot.tilt, decimals) + 0.0
    aim = Aim("A", turn, tip, tilt, height)
    look = ground.look(tip, height)
    if look is None:
        return aim, -float("inf")
    way = Ways(np.array([turn]), np.array([tilt]))
    found = ground.depths(look, way, goal.asked)
    return aim, float(goal.room(found, ground.ease(look, way))[0])


def confirmed(ground: Ground, goal: Goal, spot: Spot) -> Catch | None:
    """Return what a placement catches as it is ruled on, with as few decimals as will do.

    Parameters
    ----------
    ground : Ground
    goal : Goal
    spot : Spot

    Returns
    -------
    Catch or None
        None where the ruling doesn't confirm it, with any number of decimals.
    """
    for decimals in DECIMALS:
        aim, room = typed(ground, goal, spot, decimals)
        if room < KEPT * spot.room and decimals != DECIMALS[-1]:
            continue
        found = ruled(ground, aim)
        names = {one.name for one, is_in in zip(ground.people, goal.caught, strict=True) if is_in}
        if found is not None and names <= {*found.caught, *found.others}:
            return replace(found, room=room)
    return None


def ruled(ground: Ground, aim: Aim) -> Catch | None:
    """Return what a placement catches by its ruling; None where it may not be placed so.

    Parameters
    ----------
    ground : Ground
    aim : Aim
    """
    if not _stands(ground, aim, ()):
        return None
    attack = replace(ground.attack, templates=(aim,))

    def asked(dispute: Dispute) -> Placement:
        return placement(dispute, attack, aim, ground.readings, ground.groups, margins=False)

    said = asked(ground.dispute)
    if ground.unknown is not None:
        said = weighed_placement(ground.unknown, attack, said, asked(ground.unknown.bare))
    outcomes = {verdict.trooper: verdict.outcome for verdict in said.verdicts}
    spared = [one.name for one, no in zip(ground.people, ground.spared, strict=True) if no]
    if said.status != "placed" or any(outcomes[name] is not Outcome.NO for name in spared):
        return None
    hit = [one for one in ground.dispute.troopers if outcomes[one.name] is Outcome.YES]
    prey = enemies_of(ground.dispute, ground.user)
    return Catch(
        tuple(one.name for one in hit if one in prey),
        tuple(one.name for one in hit if one not in prey),
        aim,
    )


def freedom(ground: Ground, found: Catch) -> tuple[float, float]:
    """Return how far an aim may be turned clockwise and counter-clockwise, degrees.

    Parameters
    ----------
    ground : Ground
    found : Catch
        It still has to catch all of those, and may touch nobody it may not.
    """

    def holds(by: float) -> bool:
        turn = float(found.aim.aim or 0.0)
        return _stands(ground, replace(found.aim, aim=turn + by), found.caught)

    ends = []
    for sign in (-1.0, 1.0):
        low, high = 0.0, 0.5
        while holds(sign * high):
            low, high = high, min(2 * high, FARTHEST)
            if low == FARTHEST:
                break
        while high - low > FINE:
            middle = (low + high) / 2
            low, high = (middle, high) if holds(sign * middle) else (low, middle)
        ends.append(low)
    return ends[0], ends[1]


def _stands(ground: Ground, aim: Aim, caught: Collection[str]) -> bool:
    """Whether a placement is legal, catches some people and spares whom it should."""
    shot = ground.shot(aim)
    if shot.illegal is not None:
        return False
    spared = [one.name for one, no in zip(ground.people, ground.spared, strict=True) if no]

    def all_are(outcome: Outcome, names: Collection[str], dispute: Dispute, covers: Covers) -> bool:
        found = affected(
            dispute, ground.attack, shot, ground.readings, ground.groups, names, covers
        )
        return all(one is outcome for one in found.values())

    return all_are(Outcome.NO, spared, *ground.sparing()) and all_are(
        Outcome.YES, caught, ground.dispute, ground.covers
    )
