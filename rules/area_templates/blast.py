"""Blast: where it ends, whom it affects, who has Cover and takes a Critical."""

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from meshes.solids import Point
from rules.area_templates.citations import LOCATION, RESOLVE
from rules.area_templates.events import BlastAttack, Shot
from rules.area_templates.general import placement, selected
from rules.area_templates.lines import from_centre
from rules.area_templates.membership import within
from rules.area_templates.modifiers import giving, over
from rules.area_templates.rolls import Roll, rolled
from rules.area_templates.scattering import scatter
from rules.area_templates.sizes import RADIUS
from rules.area_templates.state import Area, Model, Noise, State
from rules.area_templates.verdicts import Change, Finding, ModelVerdict, Resolved, Scatter
from rules.verdict import RulingError
from spatial.outcome import Outcome


def blast(
    state: State, event: BlastAttack, number: int, readings: Mapping[str, str], slack: float
) -> Resolved:
    """Resolve an attack with a Blast Template.

    Source: Area Templates, Blast Template, Determine the attack location, Resolve
    the attack.

    Parameters
    ----------
    state : State
    event : BlastAttack
    number : int
        Of the event, from 1.
    readings : dict of str to str
    slack : float
        mm.

    Raises
    ------
    RulingError
        If the centre, the roll or the Criticals can't be so.
    """
    shot = event.shot
    chosen = selected(state, shot.at)
    centre = chosen.at
    asked, status = placement(state, shot, centre, readings)
    if status != "resolved":
        return Resolved(state, status, asked, centre=chosen)
    found = landed(state, shot, centre, readings)
    final, roll = found.end, found.roll
    asked = (*asked, Finding("scatter", Outcome.YES, found, LOCATION))
    area = Area(state.new_name("blast"), "blast", final, 2 * RADIUS, shot.by)
    verdicts = [_verdict(state, area, model, readings, slack) for model in state.models]
    verdicts, unused = _with_criticals(verdicts, event.criticals_to, roll)
    after, changes = state, []
    if event.makes_noise:
        after = replace(after, noises=(*after.noises, Noise(number, final)))
        changes.append(Change("the noise comes from the template's centre", RESOLVE))
    if event.kept_by:
        after = after.with_area(area)
        kept = f"{area.name} stays in play, its centre marked: {event.kept_by}"
        changes.append(Change(kept, RESOLVE))
    else:
        after = replace(after, used=after.used | {area.name})
        changes.append(Change(f"{area.name} is removed", RESOLVE))
    notes = (unused,) if unused else ()
    return Resolved(after, status, asked, tuple(verdicts), tuple(changes), notes, chosen)


def landed(state: State, shot: Shot, centre: Point, readings: Mapping[str, str]) -> Scatter:
    """Return the recorded roll, and where the template ends by it.

    Raises
    ------
    RulingError
        If nothing says what the roll shows, or how far it scatters.
    """
    if shot.roll is None:
        raise RulingError("roll: is missing; give what the attack roll shows")
    rng = None if shot.seed is None else random.Random(shot.seed)
    return scatter(state, shot, centre, rolled(shot.roll, rng), rng, readings)


def _verdict(
    state: State, area: Area, model: Model, readings: Mapping[str, str], slack: float
) -> ModelVerdict:
    found = within(area, model, readings)
    if found.outcome is not Outcome.YES:
        return ModelVerdict(model.name, found.outcome, (found,), slack=slack)
    smokes = over(state, model, "smoke", readings) if readings["blast_is_shoot"] == "yes" else ()
    return ModelVerdict(
        model.name,
        found.outcome,
        (found,),
        (_cover(state, area, model, readings), *smokes),
        defense_dice=giving(smokes),
        slack=slack,
    )


def _cover(state: State, area: Area, model: Model, readings: Mapping[str, str]) -> Finding:
    """Whether a model has Cover, judged from the template's final centre."""
    blocks = readings["models_block"] == "yes"
    seen = from_centre(state.scene, area.centre, model.body, blocks)
    if seen.outcome is not Outcome.YES:
        # No line at all is Cover under every reading.
        covered = Outcome.YES if seen.outcome is Outcome.NO else Outcome.UNDECIDED
    elif readings["cover"] == "any":
        covered = Outcome.YES if seen.blockers else Outcome.NO
    elif readings["cover"] == "half":
        covered = Outcome.YES if (seen.hidden or 0.0) >= 0.5 else Outcome.NO
    else:
        covered = Outcome.NO
    return Finding("cover", covered, seen, RESOLVE)


def _with_criticals(
    verdicts: list[ModelVerdict], given: tuple[str, ...], roll: Roll
) -> tuple[list[ModelVerdict], str]:
    """Give each Critical to the one affected model that the attacker chose."""
    if len(given) > roll.all_criticals:
        raise RulingError(
            f"criticals_to: gives {len(given)} Criticals, and the roll has "
            f"{roll.all_criticals}; remove some"
        )
    affected = [one.model for one in verdicts if one.outcome is Outcome.YES]
    for name in given:
        if name not in affected:
            known = ", ".join(affected) or "nobody"
            raise RulingError(
                f"criticals_to: {name} isn't under the template, so it takes no Critical; "
                f"under it: {known}"
            )
    counts = Counter(given)
    left = roll.all_criticals - len(given)
    unused = ""
    if left and affected:
        many = "Criticals aren't" if left > 1 else "Critical isn't"
        unused = f"{left} {many} given to any model yet: each goes to one affected model"
    return [replace(one, criticals=counts[one.model]) for one in verdicts], unused
