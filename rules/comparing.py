"""What hangs on which disputed reading: the ruling asked again under every single change."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from rules.dispute import Dispute
from rules.infinity.fire_readings import FIRE_READINGS
from rules.reading import Flip
from rules.readings import chosen, readings_of
from rules.ruling import rule
from rules.verdict import Ruling, RulingError

_FIRE: Final = {reading.name for reading in FIRE_READINGS}
_WITH_FIRE: Final = ("dodge",)


@dataclass(frozen=True, slots=True)
class Asked:
    """One answer of a ruling, by what it is asked of.

    Parameters
    ----------
    question : {"placement", "verdict", "trigger", "dodge"}
        Whether a template stands, whom it affects, whom a deployable goes off at, with
        which roll a trooper dodges.
    attack : int
        Its place among the scene's attacks, from 0.
    template : str
        Its name; empty for a trigger or a Dodge.
    trooper : str
        Empty for a placement.
    """

    question: str
    attack: int
    template: str = ""
    trooper: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer under the chosen readings, and what flips it.

    Parameters
    ----------
    asked : Asked
    answer : str
        A placement's status, an outcome, or a Dodge's roll.
    flips : tuple of Flip
        In the registry's order; none where it holds under every single change.
    """

    asked: Asked
    answer: str
    flips: tuple[Flip, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """A scene's answers under every single change from the chosen readings.

    Parameters
    ----------
    scene : str
    rules : str
    readings : mapping of str to str
        As chosen.
    changes : tuple of (reading, choice)
        Each asked by itself.
    attacks : tuple of (user, weapon)
    answers : tuple of Answer
        In the ruling's order.
    """

    scene: str
    rules: str
    readings: Mapping[str, str]
    changes: tuple[tuple[str, str], ...]
    attacks: tuple[tuple[str, str], ...]
    answers: tuple[Answer, ...]


def compare(dispute: Dispute) -> Comparison:
    """Rule on a dispute under every single change from its chosen readings.

    Parameters
    ----------
    dispute : Dispute

    Returns
    -------
    Comparison

    Raises
    ------
    RulingError
        If there is no attack to ask about.

    Examples
    --------
    >>> from rules.scenefile import read, starter
    >>> found = compare(read(starter(), "starter.toml"))
    >>> [one.answer for one in found.answers if one.asked.trooper == "4"]
    ['NO']
    >>> [flip.reading for one in found.answers if one.asked.trooper == "4" for flip in one.flips]
    []
    """
    if not dispute.attacks:
        raise RulingError("there is no attack to compare readings for; add one")
    readings = chosen(dispute.rules, dispute.readings)
    changes = tuple(
        (reading.name, choice)
        for reading in readings_of(dispute.rules)
        for choice in reading.choices
        if choice != readings[reading.name]
    )
    plain = dict(_answers(rule(dispute, margins=False, dodges=True)))
    flips: dict[Asked, list[Flip]] = {asked: [] for asked in plain}
    for name, choice in changes:
        # Whom a template affects doesn't hang on lines of fire between troopers, and the
        # other way round.
        fire = name in _FIRE
        other = replace(dispute, readings={**dispute.readings, name: choice})
        found = dict(_answers(rule(other, margins=False, dodges=fire)))
        for asked, answer in plain.items():
            if (asked.question in _WITH_FIRE) is fire and found.get(asked, answer) != answer:
                flips[asked].append(Flip(name, choice, found[asked]))
    return Comparison(
        dispute.name,
        dispute.rules,
        readings,
        changes,
        tuple((attack.by, attack.weapon.name) for attack in dispute.attacks),
        tuple(Answer(asked, answer, tuple(flips[asked])) for asked, answer in plain.items()),
    )


def _answers(ruling: Ruling) -> Iterator[tuple[Asked, str]]:
    for i, attack in enumerate(ruling.attacks):
        for verdict in attack.triggers:
            yield Asked("trigger", i, "", verdict.trooper), verdict.outcome.value
        # What a deployable's trigger area is shown with hangs on who sets it off.
        for placement in () if attack.triggers else attack.placements:
            yield Asked("placement", i, placement.name), placement.status
            for verdict in placement.verdicts:
                asked = Asked("verdict", i, placement.name, verdict.trooper)
                yield asked, verdict.outcome.value
        for dodge in attack.dodges:
            if dodge.finding.question == "line of fire":
                roll = "PH or PH-3" if dodge.modifier is None else f"PH{dodge.modifier or ''}"
                yield Asked("dodge", i, "", dodge.trooper), roll
