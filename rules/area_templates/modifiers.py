"""Which dice the areas in play add to an attack and to the Defense against it."""

from collections.abc import Mapping

from rules.area_templates.citations import DEFENSE, FLARE
from rules.area_templates.events import Attack
from rules.area_templates.membership import within
from rules.area_templates.state import AreaKind, Model, State
from rules.area_templates.verdicts import Finding, ModelVerdict, Resolved, Within
from rules.finding import Exemption
from spatial.outcome import Outcome


def over(
    state: State, model: Model, kind: AreaKind, readings: Mapping[str, str]
) -> tuple[Finding, ...]:
    """Return for every area of a kind in play whether a model is in it."""
    return tuple(within(area, model, readings) for area in state.areas if area.kind == kind)


def giving(findings: tuple[Finding, ...]) -> tuple[str, ...]:
    """Return the names of the areas that a model is in."""
    return tuple(
        one.evidence.area
        for one in findings
        if one.outcome is Outcome.YES and isinstance(one.evidence, Within)
    )


def modifiers(state: State, event: Attack, readings: Mapping[str, str], slack: float) -> Resolved:
    """Return the dice that areas add for one attack at this moment, and which add them.

    Source: Area Templates, Smoke and Defense, against Shoot and Melee alike; Flare
    Template, step 5, for Shoot only.

    Parameters
    ----------
    state : State
    event : Attack
    readings : dict of str to str
    slack : float
        mm.
    """
    target = state.model(event.target)
    flares = over(state, target, "flare", readings) if event.kind == "shoot" else ()
    smokes = over(state, target, "smoke", readings)
    attack, defense = giving(flares), giving(smokes)
    if readings["flare_stacking"] == "once":
        attack = attack[:1]
    given = (("attack", attack), ("Defense", defense))
    parts = [f"{len(areas)} to the {roll} roll" for roll, areas in given if areas]
    said = f"areas add {' and '.join(parts)}" if parts else "no area in play adds a die"
    outcome = Outcome.YES if attack or defense else Outcome.NO
    rule = FLARE if attack and not defense else DEFENSE
    dice = Finding("dice", outcome, Exemption(said), rule)
    verdict = ModelVerdict(
        target.name,
        outcome,
        (*flares, *smokes, dice),
        attack_dice=attack,
        defense_dice=defense,
        slack=slack,
    )
    return Resolved(state, verdicts=(verdict,))
