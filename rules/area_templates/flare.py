"""Flare: what it lights up, and the one model that it can hurt."""

import math
import random
from collections.abc import Mapping

from meshes.solids import Point
from rules.area_templates.blast import landed
from rules.area_templates.citations import FLARE, LOCATION
from rules.area_templates.events import FlareAttack
from rules.area_templates.general import placement, selected
from rules.area_templates.membership import within
from rules.area_templates.rolls import rolled
from rules.area_templates.sizes import RADIUS
from rules.area_templates.state import Area, Model, State
from rules.area_templates.verdicts import (
    Change,
    Finding,
    Measured,
    ModelVerdict,
    Resolved,
    Scatter,
)
from rules.finding import Exemption
from spatial.contact import TOUCH
from spatial.outcome import Outcome
from spatial.support import RIM


def flare(state: State, event: FlareAttack, readings: Mapping[str, str], slack: float) -> Resolved:
    """Resolve an attack with a Flare Template; it stays to the end of the turn.

    Source: Area Templates, Flare Template.

    Parameters
    ----------
    state : State
    event : FlareAttack
    readings : dict of str to str
    slack : float
        mm.

    Raises
    ------
    RulingError
        If the centre or the roll can't be so.
    """
    shot = event.shot
    chosen = selected(state, shot.at)
    centre = chosen.at
    asked, status = placement(state, shot, centre, readings)
    if status != "resolved":
        return Resolved(state, status, asked, centre=chosen)
    if event.has_blast:
        found = landed(state, shot, centre, readings)
        centre = found.end
        asked = (*asked, Finding("scatter", Outcome.YES, found, LOCATION))
    elif shot.roll is not None:
        rng = None if shot.seed is None else random.Random(shot.seed)
        kept = Scatter(rolled(shot.roll, rng), "stays", centre, centre)
        asked = (*asked, Finding("no scatter", Outcome.YES, kept, FLARE))
    name = state.new_name("flare")
    area = Area(name, "flare", centre, 2 * RADIUS, shot.by, last_turn=state.turn)
    verdicts = tuple(_verdict(area, model, readings, slack) for model in state.models)
    direct = [one.model for one in verdicts if one.further and _is_direct(one)]
    placed = f"{name} is in play round a Flare marker until the end of turn {state.turn}"
    notes = []
    if len(direct) > 1:
        notes.append(
            f"the centre lies in the bases of {', '.join(direct)} alike; the text knows one "
            "direct target"
        )
    changes = (Change(placed, FLARE),)
    after = state.with_area(area)
    return Resolved(after, status, asked, verdicts, changes, tuple(notes), chosen)


def _is_direct(verdict: ModelVerdict) -> bool:
    found = verdict.finding("direct target")
    return found is not None and found.outcome is Outcome.YES


def _verdict(area: Area, model: Model, readings: Mapping[str, str], slack: float) -> ModelVerdict:
    found = within(area, model, readings)
    direct = _direct_target(area.centre, model)
    if found.outcome is not Outcome.YES and direct.outcome is not Outcome.YES:
        return ModelVerdict(model.name, found.outcome, (found,), slack=slack)
    return ModelVerdict(model.name, found.outcome, (found,), (direct,), slack=slack)


def _direct_target(centre: Point, model: Model) -> Finding:
    """Whether a base contains the centre, on the level that the model stands on."""
    off = abs(centre[2] - model.at[2])
    if off > RIM:
        reason = f"the centre lies {off:.1f} mm {'above' if centre[2] > model.at[2] else 'below'}"
        level = Exemption(f"{reason} the level of its base")
        return Finding("direct target", Outcome.NO, level, FLARE)
    aside = math.dist(centre[:2], model.at[:2])
    inside = Outcome.YES if aside <= model.radius + TOUCH else Outcome.NO
    measured = Measured(aside, model.radius, "the centre of its base")
    return Finding("direct target", inside, measured, FLARE)
