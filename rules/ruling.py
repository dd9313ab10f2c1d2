"""Scene in, ruling out: which rule system answers."""

from rules.dispute import Dispute
from rules.infinity import direct
from rules.readings import INFINITY, chosen
from rules.stances import stances
from rules.verdict import Ruling, RulingError


def rule(dispute: Dispute, margins: bool = True) -> Ruling:
    """Rule on every attack of a dispute.

    Parameters
    ----------
    dispute : Dispute
    margins : bool
        Whether to ask how far each verdict is from the other one; it takes most
        of the time.

    Returns
    -------
    Ruling
        With a verdict for every trooper under every legal placement.

    Raises
    ------
    RulingError
        If no rule system of that name can answer, or a reading isn't known.

    Examples
    --------
    >>> from rules.scenefile import read, starter
    >>> ruling = rule(read(starter(), "starter.toml"))
    >>> [verdict.outcome.value for verdict in ruling.attacks[0].placements[0].verdicts]
    ['NO', 'YES', 'NO', 'NO', 'NO']
    """
    if dispute.rules != INFINITY:
        raise RulingError(f'rules: "{dispute.rules}" can\'t be ruled on; use "{INFINITY}"')
    readings = chosen(dispute.rules, dispute.readings)
    attacks = tuple(
        direct.rule_attack(dispute, attack, readings, margins) for attack in dispute.attacks
    )
    used = {p.template.name: p.template for attack in attacks for p in attack.placements}
    notes = [
        f"the size of the {template.name.replace('_', ' ')} template is unverified "
        f"({_size(template.length, template.width)}); set your own under "
        f"[templates.{template.name}]"
        for template in used.values()
        if not template.verified
    ]
    editions = dict.fromkeys(attack.weapon.edition for attack in dispute.attacks)
    notes += [f"weapons: {edition}" for edition in editions if edition]
    grounds = (*dispute.notes, *notes)
    return Ruling(dispute.name, dispute.rules, readings, attacks, stances(dispute), grounds)


def _size(length: float, width: float) -> str:
    return f"{length:g} x {width:g} mm" if length else f"{width:g} mm across"
