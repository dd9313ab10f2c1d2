"""The general rules: where a centre may be put, and what a Control Zone is."""

import math
from collections.abc import Mapping

from meshes.solids import Point
from rules.area_templates.citations import GENERAL
from rules.area_templates.events import ControlZone, Shot, Spot
from rules.area_templates.lines import to_centre
from rules.area_templates.sizes import CONTROL_ZONE
from rules.area_templates.state import Model, State
from rules.area_templates.verdicts import (
    Centre,
    Finding,
    Measured,
    ModelVerdict,
    Resolved,
    Status,
)
from rules.finding import Exemption
from rules.verdict import RulingError
from spatial.contact import TOUCH
from spatial.depths import Disc, distance, gap
from spatial.heights import highest_surface
from spatial.outcome import Outcome
from spatial.scene import Scene


def centre_of(state: State, spot: Spot) -> Point:
    """Return a selected centre with its height: the stated one, or the highest surface's.

    Source: Area Templates, General Template Rules.

    Parameters
    ----------
    state : State
    spot : tuple of 2 or 3 floats
        mm.

    Raises
    ------
    RulingError
        If it lies outside the battlefield or in the table.
    """
    if not state.is_on_battlefield(spot):
        raise RulingError("at: its centre lies outside the battlefield; put it on the table")
    if len(spot) == 3:
        if spot[2] < 0:
            raise RulingError("at: its centre lies below the table's top; use 0 or more")
        return spot
    return (*spot, highest_surface(state.scene, spot))


def selected(state: State, spot: Spot) -> Centre:
    """Return a selected centre with what it lies on, where that gave it its height.

    Raises
    ------
    RulingError
        If it lies outside the battlefield or in the table.

    Examples
    --------
    >>> selected(State(()), (50.0, 60.0))
    Centre(at=(50.0, 60.0, 0.0), on=('the table',))
    """
    at = centre_of(state, spot)
    if len(spot) == 3:
        return Centre(at)
    on = [
        piece.name
        for piece in state.pieces
        if at[2] > TOUCH and highest_surface(Scene((piece,)), spot) >= at[2] - TOUCH
    ]
    return Centre(at, tuple(on) or ("the table",))


def base(model: Model) -> Disc:
    """Return a model's base, a level disc at the height it stands on."""
    x, y, z = model.at
    return Disc((x, y), model.radius, z, z)


def placement(
    state: State, shot: Shot, centre: Point, readings: Mapping[str, str]
) -> tuple[tuple[Finding, ...], Status]:
    """Return whether a user may put an area's centre there.

    Source: Area Templates, General Template Rules; a rule that says otherwise is
    the event's.

    Parameters
    ----------
    state : State
    shot : Shot
    centre : tuple of 3 floats
        mm.
    readings : dict of str to str

    Returns
    -------
    findings : tuple of Finding
        On range, then on Line of Sight; the second isn't asked after a NO.
    status : {"resolved", "illegal", "undecided"}
    """
    user = state.model(shot.by)
    asked = [_in_range(user, centre, shot.reach, readings)]
    if asked[-1].outcome is Outcome.YES:
        asked.append(_in_sight(state, user, centre, shot.needs_sight, readings))
    status: dict[Outcome, Status] = {
        Outcome.YES: "resolved",
        Outcome.NO: "illegal",
        Outcome.UNDECIDED: "undecided",
    }
    return tuple(asked), status[asked[-1].outcome]


def _in_range(
    user: Model, centre: Point, reach: float | None, readings: Mapping[str, str]
) -> Finding:
    if reach is None:
        freed = Exemption("the rule of this attack asks for no range")
        return Finding("range", Outcome.YES, freed, GENERAL)
    if readings["range_from"] == "base_centre":
        measured = Measured(math.dist(user.at, centre), reach, "the centre of its user's base")
    else:
        measured = Measured(distance(base(user), centre), reach, "the edge of its user's base")
    outcome = Outcome.YES if measured.mm <= reach + TOUCH else Outcome.NO
    return Finding("range", outcome, measured, GENERAL)


def _in_sight(
    state: State, user: Model, centre: Point, needs_sight: bool, readings: Mapping[str, str]
) -> Finding:
    if not needs_sight:
        freed = Exemption("the rule of this attack asks for no Line of Sight")
        return Finding("line of sight", Outcome.YES, freed, GENERAL)
    seen = to_centre(state.scene, user.body, centre, readings["models_block"] == "yes")
    return Finding("line of sight", seen.outcome, seen, GENERAL)


def control_zone(state: State, event: ControlZone, slack: float) -> Resolved:
    """Return who is in a model's Control Zone, measured from the edge of its base.

    Source: Area Templates, General Template Rules: a Control Zone is no Area Template.

    Parameters
    ----------
    state : State
    event : ControlZone
    slack : float
        mm.
    """
    verdicts = []
    for other in state.models:
        if other.name == event.of:
            continue
        far = gap(base(state.model(event.of)), base(other))
        measured = Measured(far, CONTROL_ZONE, f"the edge of {event.of}'s base")
        outcome = Outcome.YES if far <= CONTROL_ZONE + TOUCH else Outcome.NO
        found = Finding("control zone", outcome, measured, GENERAL)
        verdicts.append(ModelVerdict(other.name, outcome, (found,), slack=slack))
    return Resolved(state, verdicts=tuple(verdicts))
