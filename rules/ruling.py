"""Scene in, ruling out: which rule system answers."""

from collections import Counter

from rules.dispute import Attack, Dispute
from rules.infinity.attack import follows, rule_attack
from rules.placeholders import weighed
from rules.readings import INFINITY, chosen
from rules.stances import stances
from rules.verdict import AttackRuling, Dodge, Placement, Remark, Ruling, RulingError


def rule(dispute: Dispute, margins: bool = True, dodges: bool | None = None) -> Ruling:
    """Rule on every attack of a dispute.

    Parameters
    ----------
    dispute : Dispute
    margins : bool
        Whether to ask how far each verdict is from the other one; it takes most
        of the time.
    dodges : bool or None
        Whether to ask for the lines of fire that Dodges hang on; None as for margins.

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
    return _rule(dispute, margins, margins if dodges is None else dodges)


def glimpse(dispute: Dispute) -> Ruling:
    """Rule by yes or no alone: the outcomes of `rule`, fast, without evidence.

    Parameters
    ----------
    dispute : Dispute

    Returns
    -------
    Ruling
        Its verdicts' one finding is an `Unasked`. How troopers stand, which lines of fire
        there are, and at whom deployables go off isn't asked.

    Raises
    ------
    RulingError
        As for `rule`.

    Examples
    --------
    >>> from rules.scenefile import read, starter
    >>> ruling = glimpse(read(starter(), "starter.toml"))
    >>> [verdict.outcome.value for verdict in ruling.attacks[0].placements[0].verdicts]
    ['NO', 'YES', 'NO', 'NO', 'NO']
    """
    return _rule(dispute, margins=False, with_dodges=False, is_glimpse=True)


def _rule(dispute: Dispute, margins: bool, with_dodges: bool, is_glimpse: bool = False) -> Ruling:
    if dispute.rules != INFINITY:
        raise RulingError(f'rules: "{dispute.rules}" can\'t be ruled on; use "{INFINITY}"')
    readings = chosen(dispute.rules, dispute.readings)

    def judged(
        asked: Dispute, margins: bool = False, with_dodges: bool = False
    ) -> tuple[AttackRuling, ...]:
        return tuple(
            rule_attack(asked, attack, readings, margins, with_dodges, is_glimpse)
            for attack in asked.attacks
        )

    def followed(
        asked: Dispute, attack: Attack, placements: tuple[Placement, ...]
    ) -> tuple[tuple[Remark, ...], tuple[Dodge, ...]]:
        return follows(asked, attack, placements, readings, with_dodges)

    attacks = weighed(dispute, judged(dispute, margins, with_dodges), judged, followed)
    named = dict.fromkeys(attack.weapon.template for attack in dispute.attacks)
    used = [dispute.templates[name] for name in named if name is not None]
    notes = [
        f"the size of the {template.name.replace('_', ' ')} template is unverified "
        f"({_size(template.length, template.width)}); set your own under "
        f"[templates.{template.name}]"
        for template in used
        if not template.verified
    ]
    editions = dict.fromkeys(attack.weapon.edition for attack in dispute.attacks)
    notes += [f"weapons: {edition}" for edition in editions if edition]
    notes += _once(attacks)
    grounds = (*dispute.notes, *notes)
    stood = () if is_glimpse else stances(dispute)
    return Ruling(dispute.name, dispute.rules, readings, attacks, stood, grounds)


def _once(attacks: tuple[AttackRuling, ...]) -> list[str]:
    """Who dodges several attacks: one roll does for all direct templates of an Order."""
    dodging = Counter(
        dodge.trooper for attack in attacks for dodge in attack.dodges if dodge.is_normal
    )
    return [
        f"{name} may dodge {count} attacks; where they are of one Order, one roll dodges all their "
        "direct templates"
        for name, count in dodging.items()
        if count > 1
    ]


def _size(length: float, width: float) -> str:
    return f"{length:g} x {width:g} mm" if length else f"{width:g} mm across"
