"""What may be declared about an attack, and with which rolls.

Source: Infinity CodeOne, Template Weapons and Equipment, "Area of Effect", "Direct
Template Weapons" and "BS Attack Into a Close Combat".
"""

from collections.abc import Mapping, Sequence
from typing import Final

from rules.dispute import Attack, Dispute, Trooper
from rules.infinity.citations import ALLIES, AREA, DIRECT, SHOOTING
from rules.infinity.fire import sees
from rules.infinity.placing import why_refused
from rules.infinity.sides import are_enemies, is_deployed
from rules.verdict import Dodge, Exemption, Finding, Modifier, Placement, Remark
from spatial.outcome import Outcome

UNSEEN: Final = -3
"""To the PH roll of a Dodge without line of fire, or against a Deployable Weapon."""

ENGAGED: Final = -6
"""To a BS Attack, for each allied trooper engaged with its target."""


def dodges(
    dispute: Dispute,
    attack: Attack,
    placements: Sequence[Placement],
    readings: Mapping[str, str],
) -> tuple[Dodge, ...]:
    """Return which Dodges an attack allows, in scene order.

    Every enemy that a template affects, or may affect, has one, and with one roll
    dodges all of them; a cancelled template leaves it its ARO, unless it is a
    deployable's, which doesn't go off then. Who is unconscious
    declares nothing.

    Parameters
    ----------
    dispute : Dispute
    attack : Attack
    placements : sequence of Placement
        Of that attack.
    readings : mapping of str to str
    """
    user = dispute.trooper(attack.by)
    made = []
    for one in dispute.troopers:
        named = tuple(
            placement
            for placement in placements
            for verdict in placement.verdicts
            if verdict.trooper == one.name and verdict.outcome is not Outcome.NO
            if placement.status != "cancelled" or not is_deployed(dispute, attack)
        )
        may = one.is_trooper and not one.unconscious
        if named and may and are_enemies(dispute, user, one):
            made.append(_dodge(dispute, attack, user, one, named, readings))
    return tuple(made)


def _dodge(
    dispute: Dispute,
    attack: Attack,
    user: Trooper,
    one: Trooper,
    templates: tuple[Placement, ...],
    readings: Mapping[str, str],
) -> Dodge:
    modifier: int | None
    if is_deployed(dispute, attack):
        reason = f"{attack.weapon.name} is a Deployable Weapon"
        finding = Finding("deployable weapon", Outcome.YES, Exemption(reason), AREA)
        modifier = UNSEEN
    else:
        seen = sees(dispute, one, user, readings, evidence=False)
        finding = Finding("line of fire", seen.outcome, seen, AREA)
        modifier = {Outcome.YES: 0, Outcome.NO: UNSEEN, Outcome.UNDECIDED: None}[seen.outcome]
    is_normal = True if attack.weapon.is_direct else None
    stands = any(placement.status != "cancelled" for placement in templates)
    remarks = _in_return(dispute, attack, user, stands) if attack.weapon.is_direct else ()
    names = tuple(placement.name for placement in templates)
    when = _when(dispute, one)
    if not stands:
        which = f"template {names[0]} is" if len(names) == 1 else "its templates are"
        said = f"{one.name} may still declare its {when}, although {which} cancelled"
        remarks = (*remarks, Remark(said, ALLIES))
    return Dodge(one.name, when, modifier, is_normal, names, finding, AREA, remarks)


def _when(dispute: Dispute, one: Trooper) -> str:
    if not dispute.active:
        return "ARO or second Short Skill"
    return "second Short Skill" if one.side == dispute.active else "ARO"


def _in_return(dispute: Dispute, attack: Attack, user: Trooper, stands: bool) -> tuple[Remark, ...]:
    """What holds where a trooper attacks the user of a direct template in place of dodging.

    Only a template that stands, or may stand, hits it.
    """
    if is_deployed(dispute, attack):
        return ()
    said = [
        f"an attack on {user.name} in return is a Normal Roll where it asks for a roll, never "
        "Face to Face"
    ]
    if stands and attack.weapon.harms:
        said.append("whoever attacks in place of dodging makes a Saving Roll")
    return tuple(Remark(one, DIRECT) for one in said)


def modifiers(
    dispute: Dispute, attack: Attack, groups: Mapping[str, tuple[str, ...]]
) -> tuple[Modifier, ...]:
    """Return the MODs to an attack's BS rolls, one for each main target.

    Each allied trooper engaged with a main target that is an enemy gives -6, the
    attacker itself aside; the scene's MODs are added.

    Parameters
    ----------
    dispute : Dispute
    attack : Attack
    groups : mapping of str to tuple of str
        The close combats, of `sides.melees`.
    """
    if attack.weapon.is_direct:
        return ()
    user = dispute.trooper(attack.by)
    made = []
    for name in attack.declared_at:
        if why_refused(dispute, attack, name) is not None:
            continue
        is_enemy = are_enemies(dispute, user, dispute.trooper(name))
        allies = [
            other
            for other in (groups.get(name, ()) if is_enemy else ())
            if dispute.trooper(other).side == user.side and other != attack.by
        ]
        parts = (*attack.mods, *((f"{other} is engaged with it", ENGAGED) for other in allies))
        if parts:
            made.append(Modifier(name, parts, SHOOTING))
    return tuple(made)
