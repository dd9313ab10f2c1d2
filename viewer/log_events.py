"""A log of Area Templates in words: events, what they changed, areas in play."""

from rules.area_templates.events import (
    AreaRemoved,
    Attack,
    BlastAttack,
    ControlZone,
    EndTurn,
    Event,
    FlareAttack,
    Move,
    Shot,
    TokensAdded,
    TokensRemoved,
)
from rules.area_templates.sizes import PER_TOKEN, inches
from rules.area_templates.state import Area
from rules.area_templates.verdicts import Centre, Change
from spatial.contact import TOUCH
from viewer import words
from viewer.phrases import place


def length(mm: float) -> str:
    """Return a length for a game in inches.

    Examples
    --------
    >>> length(50.8)
    '50.8 mm (2.00 in)'
    """
    return f"{words.length(mm)} ({mm / PER_TOKEN:.2f} in)"


def event(one: Event, units: str = "mm", centre: Centre | None = None) -> str:
    """Return what happens, as a sentence.

    Parameters
    ----------
    one : Event
    units : str
        For places.
    centre : Centre or None
        Where an attack's centre was put, with what it lies on.

    Examples
    --------
    >>> event(TokensAdded("barrel", 2)), event(EndTurn())
    ('barrel gets 2 Fire Tokens.', 'The turn ends.')
    """
    match one:
        case BlastAttack(shot=shot):
            return _attack(shot, "a Blast", units, centre)
        case FlareAttack(shot=shot):
            return _attack(shot, "a Flare", units, centre)
        case TokensAdded(subject=subject, count=count):
            return f"{subject} gets {words.count(count, 'Fire Token')}."
        case TokensRemoved(subject=subject, count=count):
            return f"{subject} loses {words.count(count, 'Fire Token')}."
        case Move(subject=subject, cause=cause, toward_noise=far):
            why = f" ({cause})" if cause else ""
            if far is not None:
                return f"{subject} moves {length(far)} toward the last noise{why}."
            return f"{subject} finishes a move{why}."
        case Attack(kind=kind, by=by, target=target):
            return f"{by} attacks {target}: {'Shoot' if kind == 'shoot' else 'Melee'}."
        case ControlZone(of=of):
            return f"Who is in the Control Zone of {of}?"
        case AreaRemoved(area=area):
            return f"{area} is removed by a rule."
        case EndTurn():
            return "The turn ends."


def _attack(shot: Shot, kind: str, units: str, centre: Centre | None) -> str:
    put = f"its centre put on {place(shot.at, units)}"
    said = f"{shot.by} attacks with {shot.weapon or kind}, {put}"
    if centre is None or not centre.on:
        return f"{said}."
    high = f", {length(centre.at[2])} up" if centre.at[2] > TOUCH else ""
    return f"{said}, on {words.listed(centre.on)}{high}."


def change(one: Change, units: str = "mm") -> str:
    """Return what an event changed, as a sentence.

    Examples
    --------
    >>> from rules.area_templates.citations import MOVING
    >>> change(Change("Beta ends its move", MOVING, (50.8, 25.4, 0.0)), "in")
    'Beta ends its move at (2, 1, 0) in.'
    """
    where = "" if one.at is None else f" at {place(one.at, units)}"
    return words.sentence(f"{one.what}{where}")


def area(one: Area, units: str = "mm") -> str:
    """Return an area in play, without a full stop.

    Examples
    --------
    >>> area(Area("smoke 1", "smoke", (5.0, 6.0, 0.0), 76.2, "barrel", True))
    'smoke 1: 3 inches across round (5.0, 6.0, 0.0) mm, on barrel'
    """
    said = f"{one.name}: {inches(round(one.diameter, 6))} across round {place(one.centre, units)}"
    if one.kind == "smoke":
        owner = f"on {one.maker}" if one.is_on_maker else f"left behind by {one.maker}"
        return f"{said}, {owner}"
    until = f", until the end of turn {one.last_turn}" if one.last_turn is not None else ""
    return f"{said}{until}"


def attacker(one: Event) -> str:
    """Return whose event it is, of one that somebody makes; else an empty text."""
    match one:
        case BlastAttack(shot=shot) | FlareAttack(shot=shot):
            return shot.by
        case Attack(by=by):
            return by
        case ControlZone(of=of):
            return of
    return ""
