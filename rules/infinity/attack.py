"""An attack with a template weapon: its placements, whom each affects, what follows.

Source: Infinity CodeOne, "Template Weapons and Equipment", revision of 21 May
2020; each finding cites its heading.
"""

from collections.abc import Mapping
from dataclasses import replace

from rules.dispute import Aim, Attack, Dispute
from rules.infinity.citations import ALLIES, DIRECT, EFFECTS
from rules.infinity.clearing import clearing
from rules.infinity.declaring import dodges, modifiers
from rules.infinity.judging import verdicts
from rules.infinity.mines import triggers
from rules.infinity.placing import place, way_out, why_refused
from rules.infinity.quick import glimpsed, status
from rules.infinity.sides import is_deployed, melees, whose
from rules.leaking import leak_notes
from rules.verdict import AttackRuling, Dodge, Placement, Remark, Verdict
from spatial.evidence import Sight


def rule_attack(
    dispute: Dispute,
    attack: Attack,
    readings: Mapping[str, str],
    margins: bool = True,
    with_dodges: bool = True,
    is_glimpse: bool = False,
) -> AttackRuling:
    """Judge every template of an attack by itself, and say what may be declared.

    Parameters
    ----------
    dispute : Dispute
    attack : Attack
        By a trooper or a deployable of the dispute.
    readings : mapping of str to str
        Every reading with its choice.
    margins : bool
        Whether to ask how far each verdict is from the other one.
    with_dodges : bool
        Whether to ask for the lines of fire that Dodges hang on.
    is_glimpse : bool
        Whether outcomes will do, without evidence; at whom a deployable goes off isn't
        asked then.
    """
    groups = melees(dispute)
    asked = _is_asked(attack) and not is_glimpse
    set_off = triggers(dispute, attack, readings, groups) if asked else ()
    aims = [(aim, "") for aim in attack.templates]
    aims += [(aim, verdict.trooper) for verdict, aim in set_off if aim is not None]
    placements = tuple(
        replace(
            placement(dispute, attack, aim, readings, groups, margins, is_glimpse),
            by=attack.by,
            set_off_by=who,
        )
        for aim, who in aims
    )
    remarks, dodged = follows(dispute, attack, placements, readings, with_dodges)
    return AttackRuling(
        attack.by,
        attack.weapon.name,
        attack.weapon.burst,
        placements,
        attack.weapon.placed if attack.weapon.template is not None else "",
        attack.declared_at,
        remarks,
        dodged,
        modifiers(dispute, attack, groups),
        tuple(verdict for verdict, _ in set_off),
        is_deployed(dispute, attack),
    )


def follows(
    dispute: Dispute,
    attack: Attack,
    placements: tuple[Placement, ...],
    readings: Mapping[str, str],
    with_dodges: bool,
) -> tuple[tuple[Remark, ...], tuple[Dodge, ...]]:
    """Return what holds for an attack as a whole, and which Dodges it allows.

    Parameters
    ----------
    dispute : Dispute
    attack : Attack
    placements : tuple of Placement
        Of that attack, as they stand.
    readings : mapping of str to str
    with_dodges : bool
        Whether to ask for the lines of fire that Dodges hang on.
    """
    refused = [why_refused(dispute, attack, name) for name in attack.against]
    # Where there are templates, each of them says that it is refused.
    remarks = [Remark(said, ALLIES) for said in refused if said is not None and not placements]
    return (
        (*remarks, *_remarks(dispute, attack, placements)),
        dodges(dispute, attack, placements, readings) if with_dodges else (),
    )


def _is_asked(attack: Attack) -> bool:
    """Whether a deployable's trigger area is asked for."""
    return attack.weapon.template is not None and not attack.templates


def placement(
    dispute: Dispute,
    attack: Attack,
    aim: Aim,
    readings: Mapping[str, str],
    groups: Mapping[str, tuple[str, ...]],
    margins: bool,
    is_glimpse: bool = False,
) -> Placement:
    """Rule on one template of an attack.

    Parameters
    ----------
    dispute : Dispute
    attack : Attack
    aim : Aim
    readings : mapping of str to str
    groups : mapping of str to tuple of str
        The close combats, of `sides.melees`.
    margins : bool
        Whether to ask how far each verdict is from the other one.
    is_glimpse : bool
        Whether outcomes will do, without evidence.
    """
    shot = place(dispute, attack, aim, readings)
    refused = [why_refused(dispute, attack, name) for name in attack.against]
    reasons = tuple(one for one in refused if one is not None)
    if reasons:
        return Placement(shot.name, shot.template, shot.body, "illegal", reasons, ALLIES)
    if shot.illegal is not None:
        reason, citation = shot.illegal
        if shot.is_through_user:
            reason = f"{reason}; {way_out(dispute.trooper(shot.by).body, shot.body)}"
        return Placement(shot.name, shot.template, shot.body, "illegal", (reason,), citation)
    if is_glimpse:
        said = glimpsed(dispute, attack, shot, readings, groups)
    else:
        said = verdicts(dispute, attack, shot, readings, groups, margins)
    outcomes = {verdict.trooper: verdict.outcome for verdict in said}
    standing, spared = status(dispute, attack, outcomes)
    user, deployed = dispute.trooper(attack.by), is_deployed(dispute, attack)
    would = "would affect" if standing == "cancelled" else "may affect"
    quiet = ", so it doesn't go off" if standing == "cancelled" and deployed else ""
    reasons = tuple(f"it {would} {one.name}, {whose(dispute, user, one)}{quiet}" for one in spared)
    notes = list(shot.notes)
    clears = None if is_glimpse else clearing(dispute, attack, aim, said, readings, groups)
    if clears is not None:
        notes.append(clears)
    notes += _leaks(dispute, said)
    return Placement(
        shot.name,
        shot.template,
        shot.body,
        standing,
        reasons,
        ALLIES if reasons else None,
        said,
        tuple(notes),
    )


def _remarks(dispute: Dispute, attack: Attack, placements: tuple[Placement, ...]) -> list[Remark]:
    """What holds for an attack as a whole."""
    weapon, found = attack.weapon, []
    if weapon.is_direct and not is_deployed(dispute, attack):
        found.append(Remark("a direct template asks for no BS Roll to hit", DIRECT))
        if len(placements) > 1:
            where = "all of its templates start from the one place where its user stands"
            found.append(Remark(where, DIRECT))
    if len([one for one in placements if one.set_off_by]) > 1:
        found.append(Remark("it goes off once, at the first of them to act, and is gone", EFFECTS))
    cancelled = [one.name for one in placements if one.status == "cancelled"]
    # A deployable that would affect an ally doesn't go off at all.
    if cancelled and not is_deployed(dispute, attack):
        found.append(
            Remark(
                "whoever is in a cancelled template's Area of Effect may declare an ARO "
                "all the same",
                ALLIES,
            )
        )
        if weapon.disposable:
            found.append(
                Remark(
                    f"one of {weapon.name}'s Disposable uses ({weapon.disposable}) is spent, "
                    "cancelled or not",
                    ALLIES,
                )
            )
    return found


def _leaks(dispute: Dispute, said: tuple[Verdict, ...]) -> list[str]:
    """A note on each line that a YES stands on and that passes through a crack in a mesh."""
    found = []
    for verdict in said:
        evidence = verdict.deciding.evidence
        if isinstance(evidence, Sight) and evidence.witness is not None:
            notes = leak_notes(dispute.scene, evidence.witness.line)
            found += [f"{verdict.trooper} is affected, but {note}" for note in notes]
    return found
