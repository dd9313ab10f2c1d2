"""The recorded attack roll, and dice rolled with a stated seed."""

import random
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from rules.area_templates.sizes import PER_TOKEN
from rules.verdict import RulingError

Way: TypeAlias = Literal["stays", "away", "toward"]
INCH: Final = PER_TOKEN


@dataclass(frozen=True, slots=True)
class Roll:
    """What one attack roll shows.

    Parameters
    ----------
    criticals, successes, blanks : int
        Dice of the roll itself.
    added : int
        Criticals that equipment or special rules add: they can be applied to a
        model, and keep no template in place.
    """

    criticals: int = 0
    successes: int = 0
    blanks: int = 0
    added: int = 0

    @property
    def all_criticals(self) -> int:
        """How many Criticals the attacker may apply."""
        return self.criticals + self.added


@dataclass(frozen=True, slots=True)
class Dice:
    """Dice to roll for an attack.

    Parameters
    ----------
    count : int
    criticals, successes, blanks : int
        How many faces of each die show which.
    added : int
        As in `Roll`.
    """

    count: int
    criticals: int
    successes: int
    blanks: int
    added: int = 0


def rolled(roll: Roll | Dice, rng: random.Random | None) -> Roll:
    """Return what a roll shows, dice rolled where it has to be.

    Raises
    ------
    RulingError
        If it has no dice, or dice to roll and no seed.

    Examples
    --------
    >>> rolled(Dice(3, 0, 1, 0), random.Random(1))
    Roll(criticals=0, successes=3, blanks=0, added=0)
    """
    if isinstance(roll, Roll):
        if roll.criticals + roll.successes + roll.blanks == 0:
            raise RulingError("roll: shows no die; give its criticals, successes and blanks")
        return roll
    if rng is None:
        raise RulingError("roll: has dice to roll; give a seed, or what they show")
    faces = roll.criticals + roll.successes + roll.blanks
    if faces == 0:
        raise RulingError("roll: its dice have no faces; give how many show a critical, ...")
    shown = [int(rng.random() * faces) for _ in range(roll.count)]
    criticals = sum(face < roll.criticals for face in shown)
    blanks = sum(face >= roll.criticals + roll.successes for face in shown)
    return Roll(criticals, roll.count - criticals - blanks, blanks, roll.added)


def way(roll: Roll, mixed: str) -> Way:
    """Return what a roll does to a template.

    Source: Area Templates, Determine the attack location, steps 3 and 4.

    Parameters
    ----------
    roll : Roll
    mixed : {"success", "blank", "majority"}
        The reading of a roll with successes and blanks.

    Examples
    --------
    >>> way(Roll(successes=1, blanks=2), "success"), way(Roll(blanks=2, added=1), "success")
    ('away', 'toward')
    """
    if roll.criticals:
        return "stays"
    if roll.successes and roll.blanks:
        wins = mixed == "success" or (mixed == "majority" and roll.successes >= roll.blanks)
        return "away" if wins else "toward"
    return "away" if roll.successes else "toward"


def scatter_distance(stated: float | None, die: str, rng: random.Random | None) -> float:
    """Return how far a template scatters, mm.

    Parameters
    ----------
    stated : float or None
        mm.
    die : {"stated", "d3", "d6", "d10"}
        The reading: faces of the die, an inch each.
    rng : Random or None

    Raises
    ------
    RulingError
        If nothing says how far.

    Examples
    --------
    >>> scatter_distance(40.0, "d6", None)
    40.0
    """
    if stated is not None:
        return stated
    if die == "stated":
        raise RulingError(
            "distance: it scatters, and nothing says how far; give the distance that was rolled, "
            'or a seed and the reading scatter_die, such as "d6"'
        )
    if rng is None:
        raise RulingError("distance: it scatters; give the distance that was rolled, or a seed")
    return INCH * (1 + int(rng.random() * int(die.removeprefix("d"))))
