"""What ends with a turn, and what a rule removes."""

from dataclasses import replace

from rules.area_templates.citations import FLARE, GENERAL, SMOKE
from rules.area_templates.events import AreaRemoved
from rules.area_templates.state import State
from rules.area_templates.verdicts import Change, Resolved
from rules.verdict import RulingError


def end_turn(state: State) -> Resolved:
    """End the turn: its Flares are removed, all other areas stay.

    Source: Area Templates, Flare Template, steps 4 and 6.

    Examples
    --------
    >>> end_turn(State(())).state.turn
    2
    """
    over = [a.name for a in state.areas if a.last_turn is not None and a.last_turn <= state.turn]
    changes = [Change(f"{name} is removed at the end of turn {state.turn}", FLARE) for name in over]
    after = replace(state.without_areas(*over), turn=state.turn + 1)
    return Resolved(after, changes=(*changes, Change(f"turn {after.turn} begins", FLARE)))


def area_removed(state: State, event: AreaRemoved) -> Resolved:
    """Remove an area as a scenario or another rule says.

    Source: Area Templates, Smoke Area; General Template Rules.

    Parameters
    ----------
    state : State
    event : AreaRemoved

    Raises
    ------
    RulingError
        If no area of that name is in play.
    """
    area = next((one for one in state.areas if one.name == event.area), None)
    if area is None:
        known = ", ".join(one.name for one in state.areas) or "none"
        raise RulingError(f'area: no "{event.area}" is in play; in play: {known}')
    why = f": {event.why}" if event.why else ""
    rule = SMOKE if area.kind == "smoke" else GENERAL
    said = f"{area.name} and its marker are removed{why}"
    return Resolved(state.without_areas(area.name), changes=(Change(said, rule),))
