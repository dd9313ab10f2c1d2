"""Smoke: areas that Fire Tokens make, that grow, and that a mover leaves behind."""

from collections.abc import Mapping
from dataclasses import replace

from meshes.solids import Point
from rules.area_templates.citations import MOVING, SMOKE
from rules.area_templates.events import TokensAdded, TokensRemoved
from rules.area_templates.sizes import PER_TOKEN, inches
from rules.area_templates.state import Area, State
from rules.area_templates.verdicts import Change, Resolved
from rules.verdict import RulingError


def tokens(count: int) -> str:
    """Return a number of Fire Tokens in words.

    Examples
    --------
    >>> tokens(1), tokens(3)
    ('1 Fire Token', '3 Fire Tokens')
    """
    return f"{count} Fire Token{'' if count == 1 else 's'}"


def begun(state: State, readings: Mapping[str, str]) -> State:
    """Return the state with an area round every subject whose tokens have none stated there.

    Source: Area Templates, Smoke Area. One that a subject has left behind is none there.

    Parameters
    ----------
    state : State
    readings : dict of str to str

    Examples
    --------
    >>> from rules.area_templates.readings import AREA_READINGS
    >>> from rules.area_templates.state import Thing
    >>> from rules.reading import choose
    >>> start = State((), things=(Thing("barrel", (50, 50, 0)),), tokens={"barrel": 3})
    >>> round(begun(start, choose(AREA_READINGS, {})).areas[0].diameter, 6)
    76.2
    """
    for name, count in state.tokens.items():
        if count and state.smoke_on(name) is None:
            made = _made(state, name, count * PER_TOKEN, readings)
            state = state if made is None else state.with_area(made)
    return state


def added(state: State, event: TokensAdded, readings: Mapping[str, str]) -> Resolved:
    """Add Fire Tokens, one after another, and let the subject's Smoke Area grow.

    Source: Area Templates, Smoke Area; the readings ``smoke_regrowth`` and
    ``smoke_rekindled``.

    Parameters
    ----------
    state : State
    event : TokensAdded
    readings : dict of str to str
    """
    before = state.smoke_on(event.subject)
    for _ in range(event.count):
        state = _one_more(state, event.subject, readings)
    held = state.tokens[event.subject]
    changes = [Change(f"{event.subject} has {tokens(held)}", SMOKE)]
    now = state.smoke_on(event.subject)
    if now is None:
        changes.append(Change("it is off the battlefield and makes no Smoke Area", SMOKE))
    elif before is None or now.name != before.name:
        changes.append(Change(_placed(now), SMOKE))
        if before is not None:
            changes.append(Change(f"{before.name} stays beside it", SMOKE))
    elif now.diameter > before.diameter:
        grown = f"{now.name} is replaced by one {inches(now.diameter)} across, on the same subject"
        changes.append(Change(grown, SMOKE))
    else:
        stays = f"{now.name} stays {inches(now.diameter)} across: no larger one is made"
        changes.append(Change(stays, SMOKE))
    return Resolved(state, changes=tuple(changes))


def removed(state: State, event: TokensRemoved) -> Resolved:
    """Remove Fire Tokens; no area shrinks or goes.

    Source: Area Templates, Smoke Area.

    Parameters
    ----------
    state : State
    event : TokensRemoved

    Raises
    ------
    RulingError
        If the subject has fewer.
    """
    held = state.tokens.get(event.subject, 0)
    if event.count > held:
        raise RulingError(f"count: {event.subject} has {tokens(held)}; remove no more than that")
    after = state.with_tokens(event.subject, held - event.count)
    changes = [Change(f"{event.subject} has {tokens(held - event.count)}", SMOKE)]
    area = after.smoke_on(event.subject)
    if area is not None:
        changes.append(Change(f"{area.name} stays {inches(area.diameter)} across", SMOKE))
    return Resolved(after, changes=tuple(changes))


def left_behind(
    state: State, subject: str, readings: Mapping[str, str]
) -> tuple[State, tuple[Change, ...]]:
    """Return what becomes of a subject's smoke when it has finished a move.

    Source: Area Templates, Moving fire and smoke.

    Parameters
    ----------
    state : State
        After the move.
    subject : str
    readings : dict of str to str
    """
    changes = []
    for area in state.areas:
        if area.kind == "smoke" and area.maker == subject and area.is_on_maker:
            state = state.with_area(replace(area, is_on_maker=False))
            changes.append(Change(f"{area.name} stays where it is", MOVING))
    count = state.tokens.get(subject, 0)
    if count:
        made = _made(state, subject, count * PER_TOKEN, readings)
        if made is None:
            changes.append(
                Change(f"{subject} is off the battlefield and makes no Smoke Area", MOVING)
            )
        else:
            state = state.with_area(made)
            changes.append(Change(_placed(made), MOVING))
    return state, tuple(changes)


def _one_more(state: State, subject: str, readings: Mapping[str, str]) -> State:
    count = state.tokens.get(subject, 0) + 1
    state = state.with_tokens(subject, count)
    area = state.smoke_on(subject)
    if area is not None and count == 1 and readings["smoke_rekindled"] == "anew":
        state, area = state.with_area(replace(area, is_on_maker=False)), None
    if area is None:
        made = _made(state, subject, count * PER_TOKEN, readings)
        return state if made is None else state.with_area(made)
    diameter = count * PER_TOKEN
    if readings["smoke_regrowth"] == "each":
        diameter = (round(area.diameter / PER_TOKEN, 9) + 1) * PER_TOKEN
    return state.with_area(replace(area, diameter=max(area.diameter, diameter)))


def _made(state: State, subject: str, diameter: float, readings: Mapping[str, str]) -> Area | None:
    """A new area round a subject; None where it is off the battlefield and makes none."""
    x, y, z = state.place(subject)
    if not state.is_on_battlefield((x, y)):
        if readings["smoke_off_table"] == "none":
            return None
        x, y = (min(max(v, 0.0), top) for v, top in zip((x, y), state.size, strict=True))
    return _round(state, subject, (x, y, z), diameter)


def _round(state: State, subject: str, centre: Point, diameter: float) -> Area:
    return Area(state.new_name("smoke"), "smoke", centre, diameter, subject, is_on_maker=True)


def _placed(area: Area) -> str:
    across = inches(area.diameter)
    return f"{area.name}, {across} across, is placed on {area.maker}, its centre marked"
