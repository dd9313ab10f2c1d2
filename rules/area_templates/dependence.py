"""On which readings the answers of a log depend: asked again under every other choice."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.area_templates.battle import Battle
from rules.area_templates.log import steps
from rules.area_templates.readings import AREA_READINGS
from rules.area_templates.verdicts import ModelVerdict, Step
from rules.reading import Flip, choose
from rules.verdict import RulingError


@dataclass(frozen=True, slots=True)
class Dependence:
    """On what the answer to one event, or of one model in it, depends.

    Parameters
    ----------
    event : int
        Its number, from 1.
    model : str
        Empty for the event itself: its status and the areas in play after it.
    answer : str
        Under the chosen readings, in words.
    flips : tuple of Flip
        None where it holds under every single change of a reading.
    """

    event: int
    model: str
    answer: str
    flips: tuple[Flip, ...]


def dependences(battle: Battle) -> tuple[Dependence, ...]:
    """Return what each answer of a log depends on: one reading changed at a time.

    Parameters
    ----------
    battle : Battle

    Returns
    -------
    tuple of Dependence
        For each event itself and then for each model that it rules on.

    Raises
    ------
    RulingError
        If the battle can't be ruled on under its own readings.

    Examples
    --------
    >>> from rules.area_templates.events import TokensAdded, TokensRemoved
    >>> from rules.area_templates.state import State, Thing
    >>> events = (TokensAdded("barrel", 3), TokensRemoved("barrel"), TokensAdded("barrel"))
    >>> start = State((), things=(Thing("barrel", (50, 50, 0)),))
    >>> [flip.choice for flip in dependences(Battle("Fire", start, events))[-1].flips]
    ['each']
    """
    own = choose(AREA_READINGS, battle.readings)
    base = list(steps(battle, own))
    others = [
        (reading.name, choice, _answers(battle, {**own, reading.name: choice}))
        for reading in AREA_READINGS
        for choice in reading.choices
        if choice != own[reading.name]
    ]
    return tuple(
        Dependence(number, model, said, _flips(others, number, model, said))
        for (number, model), said in _said(base).items()
    )


def _flips(
    others: list[tuple[str, str, dict[tuple[int, str], str]]], number: int, model: str, said: str
) -> tuple[Flip, ...]:
    return tuple(
        Flip(reading, choice, found.get((number, model), found[0, ""] or "isn't asked"))
        for reading, choice, found in others
        if found.get((number, model), "") != said
    )


def _answers(battle: Battle, readings: Mapping[str, str]) -> dict[tuple[int, str], str]:
    """Answers by event and model; (0, "") is why there are no more, or empty."""
    done: list[Step] = []
    stopped = ""
    try:
        # What comes before an event that can't be ruled on is kept.
        done.extend(steps(battle, readings))
    except RulingError as error:
        stopped = f"can't be ruled on: {error}"
    return {(0, ""): stopped, **_said(done)}


def _said(done: list[Step]) -> dict[tuple[int, str], str]:
    said: dict[tuple[int, str], str] = {}
    for step in done:
        said[step.number, ""] = _of_event(step)
        said |= {(step.number, one.model): _of_model(one) for one in step.verdicts}
    return said


def _of_event(step: Step) -> str:
    """What the event comes to: its status, and the areas in play after it."""
    areas = [
        f"{a.name} {a.diameter:.3f} mm at ({', '.join(f'{v + 0.0:.3f}' for v in a.centre)})"
        for a in step.state.areas
    ]
    return f"{step.status}; in play: {', '.join(areas) or 'nothing'}"


def _of_model(one: ModelVerdict) -> str:
    parts = [one.outcome.value]
    for question in ("cover", "direct target"):
        found = one.finding(question)
        if found is not None:
            parts.append(f"{question} {found.outcome.value}")
    if one.attack_dice:
        parts.append(f"attack dice {len(one.attack_dice)}")
    if one.defense_dice:
        parts.append(f"Defense dice {len(one.defense_dice)}")
    return ", ".join(parts)
