"""From the keys of events to events of Area Templates."""

from dataclasses import dataclass

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
    Spot,
    TokensAdded,
    TokensRemoved,
)
from rules.area_templates.rolls import Dice, Roll
from rules.scenefile import areas
from rules.scenefile.draft import Draft, is_off_table
from rules.scenefile.places import Steps, quoted
from rules.scenefile.problems import nearest

_MISSING = "is missing; add it"


@dataclass(frozen=True, slots=True)
class Named:
    """The names that events can use, faulty items' too.

    Parameters
    ----------
    troopers : tuple of str
    others : tuple of str
        Pieces of scenery, and things that only carry tokens.
    """

    troopers: tuple[str, ...]
    others: tuple[str, ...]

    def check_trooper(self, name: str, steps: Steps, draft: Draft) -> None:
        """Take note of a name that no trooper has."""
        if name not in self.troopers:
            near = nearest(name, self.troopers)
            draft.note(steps, f"no trooper is called {quoted(name)}; {near}")

    def check_subject(self, name: str, steps: Steps, draft: Draft) -> None:
        """Take note of a name that nothing on the table has."""
        every = (*self.troopers, *self.others)
        if name not in every:
            near = nearest(name, every)
            further = " Or" if near.endswith("?") else "; or"
            own = f"{further} give it a [[token]] with at"
            draft.note(steps, f"nothing is called {quoted(name)}; {near}{own}")


def spot(at: list[float], steps: Steps, draft: Draft) -> Spot:
    """Return a place as the file states it, or take note that it is in or off the table."""
    if is_off_table(at, draft):
        draft.note(steps, "lies outside the battlefield; put it on the table")
    return _spot(at, steps, draft)


def _spot(at: list[float], steps: Steps, draft: Draft) -> Spot:
    if len(at) == 3:
        if at[2] < 0:
            draft.note(steps, "lies below the table's top, which is solid; use 0 or more")
        return (at[0], at[1], at[2])
    return (at[0], at[1])


def events(draft: Draft, named: Named) -> tuple[Event, ...]:
    """Put every event together.

    Parameters
    ----------
    draft : Draft
        Takes note of each problem.
    named : Named
    """
    return tuple(_event(one, ("event", i), draft, named) for i, one in enumerate(draft.keys.event))


def _event(one: areas.Event, steps: Steps, draft: Draft, named: Named) -> Event:
    match one:
        case areas.BlastKeys():
            for k, name in enumerate(one.criticals_to):
                named.check_trooper(name, (*steps, "criticals_to", k), draft)
            shot = _shot(one, steps, draft, named, needs_roll=True)
            return BlastAttack(shot, tuple(one.criticals_to), one.noise, one.kept_by or "")
        case areas.FlareKeys():
            return FlareAttack(_shot(one, steps, draft, named, needs_roll=one.blast), one.blast)
        case areas.AddTokensKeys():
            named.check_subject(one.subject, (*steps, "subject"), draft)
            return TokensAdded(one.subject, one.count)
        case areas.RemoveTokensKeys():
            named.check_subject(one.subject, (*steps, "subject"), draft)
            return TokensRemoved(one.subject, one.count)
        case areas.MoveKeys():
            return _move(one, steps, draft, named)
        case areas.ShootKeys() | areas.MeleeKeys():
            named.check_trooper(one.by, (*steps, "by"), draft)
            named.check_trooper(one.target, (*steps, "target"), draft)
            if one.by == one.target:
                draft.note((*steps, "target"), "nobody attacks itself; name another")
            return Attack(one.kind, one.by, one.target)
        case areas.ControlZoneKeys():
            named.check_trooper(one.by, (*steps, "by"), draft)
            return ControlZone(one.by)
        case areas.RemoveAreaKeys():
            return AreaRemoved(one.area, one.why or "")
        case areas.EndTurnKeys():
            return EndTurn()


def _move(one: areas.MoveKeys, steps: Steps, draft: Draft, named: Named) -> Move:
    named.check_subject(one.subject, (*steps, "subject"), draft)
    if (one.to is None) == (one.toward is None):
        problem = "give either to, where it ends, or toward, and one of them only"
        draft.note((*steps, "to"), problem)
    if one.toward is not None and one.distance is None:
        draft.note((*steps, "distance"), _MISSING)
    if one.toward is None and one.distance is not None:
        draft.note((*steps, "distance"), "only a move toward something has one; remove it")
    to = None if one.to is None else _spot(one.to, (*steps, "to"), draft)
    return Move(one.subject, to, one.distance, one.cause or "")


def _shot(
    one: areas.BlastKeys | areas.FlareKeys,
    steps: Steps,
    draft: Draft,
    named: Named,
    needs_roll: bool,
) -> Shot:
    named.check_trooper(one.by, (*steps, "by"), draft)
    if one.range is None and "range" not in one.ignores:
        problem = 'is missing; give the weapon\'s range, or ignores = ["range"]'
        draft.note((*steps, "range"), problem)
    if one.roll is None and needs_roll:
        draft.note((*steps, "roll"), "is missing; give what the attack roll shows")
    return Shot(
        by=one.by,
        at=spot(one.at, (*steps, "at"), draft),
        reach=None if "range" in one.ignores else one.range,
        roll=None if one.roll is None else _roll(one, one.roll, steps, draft),
        weapon=one.weapon or "",
        distance=one.distance,
        seed=one.seed,
        away=one.away,
        needs_sight="line of sight" not in one.ignores,
    )


def _roll(
    one: areas.BlastKeys | areas.FlareKeys, roll: areas.RollKeys, steps: Steps, draft: Draft
) -> Roll | Dice:
    here: Steps = (*steps, "roll")
    shown = Roll(roll.criticals, roll.successes, roll.blanks, roll.added_criticals)
    is_shown = roll.criticals + roll.successes + roll.blanks > 0
    if roll.dice == 0:
        if roll.die is not None:
            draft.note((*here, "dice"), _MISSING)
        elif not is_shown:
            draft.note(here, "shows no die; give its criticals, successes and blanks")
        if isinstance(one, areas.BlastKeys) and len(one.criticals_to) > shown.all_criticals:
            problem = (
                f"gives {len(one.criticals_to)} Criticals, and the roll has "
                f"{shown.all_criticals}; remove some"
            )
            draft.note((*steps, "criticals_to"), problem)
        return shown
    if is_shown:
        draft.note((*here, "dice"), "the roll says already what it shows; remove one of the two")
    if one.seed is None:
        draft.note((*steps, "seed"), "is missing; dice that are rolled here need one")
    die = roll.die or areas.FacesKeys(criticals=0, successes=0, blanks=0)
    if die.criticals + die.successes + die.blanks == 0:
        problem = "has no faces; give how many show criticals, successes and blanks"
        draft.note((*here, "die"), problem)
    return Dice(roll.dice, die.criticals, die.successes, die.blanks, roll.added_criticals)
