"""What can happen in a scene of Area Templates: frozen values, each one kind of event."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from meshes.solids import Point
from rules.area_templates.rolls import Dice, Roll

Spot: TypeAlias = tuple[float, float] | Point
"""A place on the table, mm; without a height it is that of the highest surface there."""


@dataclass(frozen=True, slots=True)
class Shot:
    """An attack that is aimed at a point.

    Parameters
    ----------
    by : str
        The attacking model.
    at : tuple of 2 or 3 floats
        The centre that was selected.
    reach : float or None
        The weapon's range, mm; None where the event's rule asks for none.
    roll : Roll, Dice or None
        What the attack roll shows, or the dice to roll; None for a Flare that
        doesn't scatter.
    weapon : str
    distance : float or None
        How far it scatters, mm, where it does; None to roll it.
    seed : int or None
        For what is rolled: first the attack's dice, then the scatter die.
    away : float or None
        Degrees counter-clockwise from +x that count as away from the attacker,
        where the attacker stands on the very centre.
    needs_sight : bool
        Whether the attacker has to see the centre.
    """

    by: str
    at: Spot
    reach: float | None
    roll: Roll | Dice | None = None
    weapon: str = ""
    distance: float | None = None
    seed: int | None = None
    away: float | None = None
    needs_sight: bool = True


@dataclass(frozen=True, slots=True)
class BlastAttack:
    """An attack with a Blast Template.

    Parameters
    ----------
    shot : Shot
    criticals_to : tuple of str
        The models that the attacker gives its Criticals to, one entry a Critical.
    makes_noise : bool
        Whether it causes Noise or an Alarm.
    kept_by : str
        The rule that keeps the template in play; empty where none does.
    """

    shot: Shot
    criticals_to: tuple[str, ...] = ()
    makes_noise: bool = False
    kept_by: str = ""


@dataclass(frozen=True, slots=True)
class FlareAttack:
    """An attack with a Flare Template.

    Parameters
    ----------
    shot : Shot
    has_blast : bool
        Whether the weapon or another rule gives it Blast, so that it scatters.
    """

    shot: Shot
    has_blast: bool = False


@dataclass(frozen=True, slots=True)
class TokensAdded:
    """Fire Tokens that a subject gets, one after another."""

    subject: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class TokensRemoved:
    """Fire Tokens that a subject loses."""

    subject: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class Move:
    """A whole move, from its beginning to its very end.

    Parameters
    ----------
    subject : str
        A model, a piece of scenery or a thing.
    to : tuple of 2 or 3 floats, or None
        mm; None for a move toward a noise.
    toward_noise : float or None
        How far it moves toward the last noise, mm.
    cause : str
        How it came about, in words; it makes no difference.
    """

    subject: str
    to: Spot | None = None
    toward_noise: float | None = None
    cause: str = ""


@dataclass(frozen=True, slots=True)
class Attack:
    """A Shoot or Melee attack of one model at another: which dice the areas add."""

    kind: Literal["shoot", "melee"]
    by: str
    target: str


@dataclass(frozen=True, slots=True)
class ControlZone:
    """The question who is in a model's Control Zone."""

    of: str


@dataclass(frozen=True, slots=True)
class AreaRemoved:
    """An area that a scenario or another rule removes; `why` in words."""

    area: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The end of the current turn."""


Event: TypeAlias = (
    BlastAttack
    | FlareAttack
    | TokensAdded
    | TokensRemoved
    | Move
    | Attack
    | ControlZone
    | AreaRemoved
    | EndTurn
)
