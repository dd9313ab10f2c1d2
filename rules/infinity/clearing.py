"""From which height a flat template would clear low cover at its user's feet."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from rules.dispute import Aim, Attack, Dispute
from rules.infinity.placing import place
from rules.infinity.quick import affected, reaches, spared_by, status
from rules.infinity.sides import are_enemies
from rules.verdict import Verdict
from spatial.evidence import Sight
from spatial.outcome import Outcome

STEP: Final = 2.0
"""How far apart the heights are that are tried first, mm."""

FINE: Final = 0.05
"""How finely the height is found, mm."""


def clearing(
    dispute: Dispute,
    attack: Attack,
    aim: Aim,
    verdicts: tuple[Verdict, ...],
    readings: Mapping[str, str],
    groups: Mapping[str, tuple[str, ...]],
) -> str | None:
    """Return in words from which height a template would clear what hides all its targets.

    Parameters
    ----------
    dispute : Dispute
    attack : Attack
    aim : Aim
        Of a level teardrop that starts at the underside of its user's base.
    verdicts : tuple of Verdict
        Of that placement.
    readings : mapping of str to str
    groups : mapping of str to tuple of str
        The close combats, of `sides.melees`.

    Returns
    -------
    str or None
        A clause without a full stop. None where it affects somebody, or nobody that
        it touches is hidden, or no height on the user's silhouette changes that: at one
        where it would be cancelled it clears nothing.
    """
    user = dispute.trooper(attack.by)
    if aim.height != 0 or aim.tilt != 0 or not attack.weapon.is_direct:
        return None
    if any(verdict.outcome is not Outcome.NO for verdict in verdicts):
        return None
    hidden = [
        verdict
        for verdict in verdicts
        if isinstance(verdict.deciding.evidence, Sight)
        and are_enemies(dispute, user, dispute.trooper(verdict.trooper))
    ]
    if not hidden:
        return None

    spared = {one.name for one in spared_by(dispute, attack)}

    def caught(height: float) -> list[str]:
        shot = place(dispute, attack, replace(aim, height=height), readings)
        if shot.illegal is not None:
            return []
        troopers = [dispute.trooper(verdict.trooper) for verdict in hidden]
        names = [
            one.name for one in troopers if reaches(dispute, shot, one, readings) is Outcome.YES
        ]
        outcomes = affected(dispute, attack, shot, readings, groups, spared) if names else {}
        return names if names and status(dispute, attack, outcomes)[0] == "placed" else []

    top = user.silhouette.height
    heights = [STEP * i for i in range(1, int(top / STEP) + 1)]
    high = next((height for height in (*heights, top) if caught(height)), None)
    if high is None:
        return None
    low = max(high - STEP, 0.0)
    while high - low > FINE:
        middle = (low + high) / 2
        low, high = (low, middle) if caught(middle) else (middle, high)
    pieces = dict.fromkeys(
        one.piece
        for verdict in hidden
        if isinstance(verdict.deciding.evidence, Sight)
        for one in verdict.deciding.evidence.blockers
    )
    # Rounded up, so that the height that is said clears it.
    said = -(-round(high, 6) * 10 // 1) / 10
    return (
        f"flat at the foot of {user.name} it affects nobody; from {said:.1f} mm up on the edge of "
        f"{user.name}'s silhouette it would clear {' and '.join(pieces)} and affect "
        f"{' and '.join(caught(said) or caught(high))}"
    )
