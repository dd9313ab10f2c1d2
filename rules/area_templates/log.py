"""A battle in, a log out: each event a function from state to state."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from rules.area_templates.battle import Battle
from rules.area_templates.blast import blast
from rules.area_templates.events import (
    AreaRemoved,
    Attack,
    BlastAttack,
    ControlZone,
    EndTurn,
    Event,
    FlareAttack,
    Move,
    TokensAdded,
    TokensRemoved,
)
from rules.area_templates.flare import flare
from rules.area_templates.general import control_zone
from rules.area_templates.modifiers import modifiers
from rules.area_templates.movement import move
from rules.area_templates.readings import AREA_READINGS
from rules.area_templates.smoke import added, removed
from rules.area_templates.standing import illegal, newly_illegal
from rules.area_templates.state import State
from rules.area_templates.turns import area_removed, end_turn
from rules.area_templates.verdicts import Log, Resolved, Step
from rules.reading import choose
from rules.stances import no_real_table
from rules.verdict import RulingError


def run(battle: Battle) -> Log:
    """Rule on every event of a battle, in order.

    Parameters
    ----------
    battle : Battle

    Returns
    -------
    Log

    Raises
    ------
    RulingError
        If a reading isn't known, or an event can't be ruled on.

    Examples
    --------
    >>> from rules.area_templates.state import State, Thing
    >>> start = State((), things=(Thing("barrel", (50, 50, 0)),))
    >>> log = run(Battle("Fire", start, (TokensAdded("barrel", 3), EndTurn())))
    >>> [step.state.turn for step in log.steps], log.steps[-1].state.areas[0].name
    ([1, 2], 'smoke 1')
    """
    readings = choose(AREA_READINGS, battle.readings)
    before = illegal(battle.start)
    return Log(
        battle.name,
        battle.rules,
        readings,
        battle.start,
        tuple(_stood(battle.start, steps(battle, readings))),
        battle.slack,
        (*no_real_table(before), *battle.notes),
        battle.units,
        before,
    )


def _stood(state: State, done: Iterator[Step]) -> Iterator[Step]:
    """The same steps, and after each move what can't be on a real table."""
    for step in done:
        found = newly_illegal(state, step.state) if isinstance(step.event, Move) else ()
        yield replace(step, illegal=found, notes=(*no_real_table(found), *step.notes))
        state = step.state


def steps(battle: Battle, readings: Mapping[str, str]) -> Iterator[Step]:
    """Yield one step for each event.

    Parameters
    ----------
    battle : Battle
    readings : mapping of str to str
        Every reading with its choice.

    Raises
    ------
    RulingError
        If an event can't be ruled on; it names the event. Those before it are yielded.
    """
    state = battle.start
    for number, event in enumerate(battle.events, 1):
        try:
            done = resolved(state, event, number, readings, battle.slack)
        except RulingError as error:
            raise RulingError(f"{battle.source}: event[{number}]: {error}") from None
        state = done.state
        yield Step(
            number,
            event,
            done.status,
            state,
            done.findings,
            done.verdicts,
            done.changes,
            done.notes,
            done.centre,
        )


def resolved(
    state: State, event: Event, number: int, readings: Mapping[str, str], slack: float
) -> Resolved:
    """Return what one event does.

    Parameters
    ----------
    state : State
        Before it.
    event : Event
    number : int
        From 1.
    readings : dict of str to str
        Every reading with its choice.
    slack : float
        mm.

    Raises
    ------
    RulingError
        If it can't be ruled on.
    """
    match event:
        case BlastAttack():
            return blast(state, event, number, readings, slack)
        case FlareAttack():
            return flare(state, event, readings, slack)
        case TokensAdded():
            return added(state, event, readings)
        case TokensRemoved():
            return removed(state, event)
        case Move():
            return move(state, event, readings)
        case Attack():
            return modifiers(state, event, readings, slack)
        case ControlZone():
            return control_zone(state, event, slack)
        case AreaRemoved():
            return area_removed(state, event)
        case EndTurn():
            return end_turn(state)
