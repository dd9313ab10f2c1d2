"""Whom a template affects, with evidence: contact, the focus line, close combat.

Source: Infinity CodeOne, Template Weapons and Equipment, "Area of Effect", "Template
Weapons, Scenery Elements and Total Cover" and "Template Weapons Into Close Combat".
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from rules.dispute import Attack, Dispute, Trooper
from rules.infinity.citations import AREA, COMBAT, COVER, DIRECT
from rules.infinity.lines import lines_to
from rules.infinity.margins import with_margins
from rules.infinity.placing import Shot
from rules.verdict import Engagement, Exemption, Finding, Remark, Verdict
from spatial.contact import contact
from spatial.outcome import Outcome

PARTIAL: Final = Remark("Partial Cover gives it no MOD to the Damage of a template", AREA)


def is_exempt(attack: Attack, trooper: Trooper) -> bool:
    """Tell whether a trooper is the user of a direct template that spares its user."""
    weapon = attack.weapon
    return weapon.is_direct and trooper.name == attack.by and not weapon.affects_user


def verdicts(
    dispute: Dispute,
    attack: Attack,
    shot: Shot,
    readings: Mapping[str, str],
    groups: Mapping[str, tuple[str, ...]],
    margins: bool,
) -> tuple[Verdict, ...]:
    """Judge every trooper and target by one template, in scene order.

    Parameters
    ----------
    dispute : Dispute
    attack : Attack
    shot : Shot
        A legal one.
    readings : mapping of str to str
    groups : mapping of str to tuple of str
        The close combats, of `sides.melees`.
    margins : bool
        Whether to ask how far each verdict is from the other one.
    """
    alone = {
        one.name: _alone(dispute, attack, shot, one, readings, margins) for one in dispute.troopers
    }
    made = []
    for one in dispute.troopers:
        verdict = alone[one.name]
        if one.name in groups and not is_exempt(attack, one):
            verdict = _in_melee(verdict, alone, groups[one.name], dispute.engaged is not None)
        if verdict.outcome is Outcome.YES and attack.weapon.damage:
            verdict = replace(verdict, remarks=(PARTIAL,))
        made.append(verdict)
    return tuple(made)


def _alone(
    dispute: Dispute,
    attack: Attack,
    shot: Shot,
    trooper: Trooper,
    readings: Mapping[str, str],
    margins: bool,
) -> Verdict:
    """Ask the rule's questions of one trooper, in order, until one decides."""
    if is_exempt(attack, trooper):
        spared = Exemption("a direct template doesn't affect its own user")
        finding = Finding("own template", Outcome.NO, spared, DIRECT)
        return Verdict(trooper.name, Outcome.NO, (finding,), dispute.slack)
    touch = contact(trooper.body, shot.body)
    met = Outcome.YES if touch.touches else Outcome.NO
    findings = [Finding("contact", met, touch, AREA)]
    lines = lines_to(dispute, shot, trooper, readings)
    if touch.touches:
        seen = lines.to(trooper.body, shot.body, touch)
        findings.append(Finding("focus line", seen.outcome, seen, COVER))
    verdict = Verdict(trooper.name, findings[-1].outcome, tuple(findings), dispute.slack)
    if not margins:
        return verdict
    user = dispute.trooper(shot.by).body if attack.weapon.is_direct else None
    return with_margins(verdict, lines, trooper.body, shot.body, user)


def _in_melee(
    verdict: Verdict, alone: Mapping[str, Verdict], group: tuple[str, ...], is_declared: bool
) -> Verdict:
    """Whoever is engaged is affected where anybody of that close combat is."""
    if verdict.outcome is Outcome.YES:
        others = [name for name in group if name != verdict.trooper]
        if all(alone[name].outcome is not Outcome.YES for name in others):
            return verdict
        # Missed by itself it is affected all the same; to move away parts who only touch.
        margin = None if is_declared else verdict.margin
        return replace(verdict, margin=margin, turn=None, rise=None)
    for outcome in (Outcome.YES, Outcome.UNDECIDED):
        through = tuple(name for name in group if alone[name].outcome is outcome)
        if verdict.trooper in through:
            return verdict
        if through:
            shared = Engagement(through, group, is_declared)
            finding = Finding("close combat", outcome, shared, COMBAT)
            findings = (*verdict.findings, finding)
            return Verdict(verdict.trooper, outcome, findings, verdict.slack)
    return verdict
