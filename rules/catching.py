"""What a search for placements found: sets of enemies, each with a placement that catches it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from meshes.templates import Template
from rules.dispute import Aim
from rules.finding import Citation


@dataclass(frozen=True, slots=True)
class Catch:
    """Enemies that one template catches, and the placement that does.

    Parameters
    ----------
    caught : tuple of str
        In scene order: all enemies that it affects.
    others : tuple of str
        Further targets that it affects: equipment, say.
    aim : Aim
        As it is typed; ruled on so.
    room : float or None
        About how many mm the template reaches beyond what it needs, or misses by whom
        it may not touch, whichever is less; None for a circle.
    turn : tuple of 2 floats, or None
        How far its aim may be turned clockwise and counter-clockwise, degrees, before
        that changes; None where it wasn't asked.
    """

    caught: tuple[str, ...]
    others: tuple[str, ...]
    aim: Aim
    room: float | None = None
    turn: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Shortfall:
    """How near a search came to a set that it didn't find.

    Parameters
    ----------
    wanted : tuple of str
    by : float
        About how many mm were missing.
    aim : Aim
        Where it came nearest.
    missed, touched : tuple of str
        Of whom it fell short, and whom it may not touch was in the way.
    """

    wanted: tuple[str, ...]
    by: float
    aim: Aim
    missed: tuple[str, ...]
    touched: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Thoroughness:
    """How finely a search looked.

    Parameters
    ----------
    kind : {"everywhere", "one place", "targets"}
        Round the user's edge in all directions; the one place a direct circle has; or
        every main target.
    tried : int
        How many placements were tried.
    places : int
        From how many places of the user's edge.
    rim, rise : float
        How far apart those are at first, round the base and up its edge, mm.
    turn, tilt : float
        How far apart the directions are at first, degrees; no tilt where it is level.
    unsure : tuple of tuple of str
        Sets that seemed within reach, and that no placement tried was confirmed for.
    """

    kind: Literal["everywhere", "one place", "targets"]
    tried: int
    places: int = 0
    rim: float = 0.0
    rise: float = 0.0
    turn: float = 0.0
    tilt: float = 0.0
    unsure: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Catches:
    """Everything that a search found.

    Parameters
    ----------
    scene, rules : str
    by : str
    weapon : str
    burst : int
    placed : {"direct", "impact"}
    template : Template
    hit, spare : tuple of str
        Who has to be caught, and who may not be besides allied and neutral troopers.
    allies : tuple of str
        The allied and neutral troopers that may not be affected.
    enemies : tuple of str
        Of whom sets are looked for.
    readings : mapping of str to str
        Those that bear on templates, with their choice.
    catches : tuple of Catch
        Each set once, the best first. With a burst above one also those that don't
        hold all of `hit`.
    together : tuple of int
        Of several templates: which of the catches hold the most enemies between them.
    shortfall : Shortfall or None
        Where nothing holds all of `hit`.
    thoroughness : Thoroughness
    citations : tuple of Citation
    notes : tuple of str
        What the answer stands on.
    units : {"mm", "cm", "in"}
        In which the scene's file is written.
    """

    scene: str
    rules: str
    by: str
    weapon: str
    burst: int
    placed: str
    template: Template
    hit: tuple[str, ...]
    spare: tuple[str, ...]
    allies: tuple[str, ...]
    enemies: tuple[str, ...]
    readings: Mapping[str, str]
    catches: tuple[Catch, ...]
    together: tuple[int, ...]
    shortfall: Shortfall | None
    thoroughness: Thoroughness
    citations: tuple[Citation, ...] = ()
    notes: tuple[str, ...] = ()
    units: str = "mm"

    @property
    def fitting(self) -> tuple[Catch, ...]:
        """The catches that hold all of `hit`, the best first."""
        return tuple(one for one in self.catches if set(self.hit) <= {*one.caught, *one.others})

    def held(self, one: Catch) -> frozenset[str]:
        """Return whom a catch holds of those that are looked for."""
        return frozenset(one.caught) | (frozenset(one.others) & frozenset(self.hit))

    def is_part(self, one: Catch) -> bool:
        """Tell whether a catch is a part of a larger one."""
        return any(self.held(one) < self.held(other) for other in self.catches)
