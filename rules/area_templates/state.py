"""The table at one moment: who stands where, tokens, areas in play, the turn."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Literal, TypeAlias

from meshes.silhouettes import Silhouette
from meshes.solids import Point
from spatial.scene import Body, Scene, trooper_body

AreaKind: TypeAlias = Literal["blast", "smoke", "flare"]


@dataclass(frozen=True, slots=True, eq=False)
class Model:
    """A model in its place.

    Parameters
    ----------
    name, side : str
    silhouette : Silhouette
    body : Body
        Its silhouette in its place, on its base.
    """

    name: str
    side: str
    silhouette: Silhouette
    body: Body

    @property
    def at(self) -> Point:
        """The centre of its base, mm."""
        return self.body.pose.at

    @property
    def radius(self) -> float:
        """Of its base, mm."""
        return self.silhouette.diameter / 2

    def moved_to(self, at: Point) -> "Model":
        """Return the model with the centre of its base elsewhere, mm."""
        return replace(self, body=trooper_body(self.name, self.silhouette.solid, at))


@dataclass(frozen=True, slots=True)
class Thing:
    """Something without a body of its own that carries Fire Tokens: a barrel, a marker.

    Parameters
    ----------
    name : str
    at : tuple of 3 floats
        mm.
    """

    name: str
    at: Point


@dataclass(frozen=True, slots=True)
class Area:
    """An Area Template in play.

    Parameters
    ----------
    name : str
        One of its own in the log.
    kind : {"blast", "smoke", "flare"}
    centre : tuple of 3 floats
        mm.
    diameter : float
        mm.
    maker : str
        Whose it is: the attacker, or the subject whose Fire Tokens made it.
    is_on_maker : bool
        Whether a Smoke Area is still centred on its subject, which hasn't moved
        since; one that was left behind grows no more.
    last_turn : int or None
        The turn at whose end it is removed; None where it stays.
    """

    name: str
    kind: AreaKind
    centre: Point
    diameter: float
    maker: str = ""
    is_on_maker: bool = False
    last_turn: int | None = None

    @property
    def radius(self) -> float:
        """mm."""
        return self.diameter / 2


@dataclass(frozen=True, slots=True)
class Noise:
    """Where a noise or an alarm comes from, and which event made it."""

    event: int
    centre: Point


@dataclass(frozen=True, slots=True, eq=False)
class State:
    """Everything that events change; an event makes another state of it.

    Parameters
    ----------
    models : tuple of Model
    pieces : tuple of Body
        The scenery.
    things : tuple of Thing
    tokens : dict of str to int
        Fire Tokens by the name of who carries them; read-only.
    areas : tuple of Area
        In play, in the order in which they were made.
    noises : tuple of Noise
    turn : int
        From 1.
    size : tuple of 2 floats
        The battlefield's extent in x and y from the origin, mm; an endless one has no
        edges at all.
    used : frozenset of str
        Names of areas so far; none is given twice.
    """

    models: tuple[Model, ...]
    pieces: tuple[Body, ...] = ()
    things: tuple[Thing, ...] = ()
    tokens: Mapping[str, int] = field(default_factory=dict)
    areas: tuple[Area, ...] = ()
    noises: tuple[Noise, ...] = ()
    turn: int = 1
    size: tuple[float, float] = (math.inf, math.inf)
    used: frozenset[str] = frozenset()
    scene: Scene = field(init=False, repr=False)

    def __post_init__(self) -> None:
        bodies = (*self.pieces, *(model.body for model in self.models))
        object.__setattr__(self, "tokens", MappingProxyType(dict(self.tokens)))
        object.__setattr__(self, "used", self.used | {area.name for area in self.areas})
        object.__setattr__(self, "scene", _scene(bodies, self.size))

    def model(self, name: str) -> Model:
        """Return the model of that name.

        Raises
        ------
        KeyError
            If there is none.
        """
        return {model.name: model for model in self.models}[name]

    def place(self, name: str) -> Point:
        """Return where a model's base, a piece of scenery or a thing is centred, mm."""
        places = {thing.name: thing.at for thing in self.things}
        places |= {piece.name: piece.pose.at for piece in self.pieces}
        places |= {model.name: model.at for model in self.models}
        return places[name]

    def moved(self, name: str, at: Point) -> "State":
        """Return the state with a model, a piece of scenery or a thing elsewhere, mm."""
        return replace(
            self,
            models=tuple(m.moved_to(at) if m.name == name else m for m in self.models),
            pieces=tuple(_moved(p, at) if p.name == name else p for p in self.pieces),
            things=tuple(Thing(name, at) if t.name == name else t for t in self.things),
        )

    def with_tokens(self, name: str, count: int) -> "State":
        """Return the state with so many Fire Tokens on a subject."""
        return replace(self, tokens={**self.tokens, name: count})

    def with_area(self, area: Area) -> "State":
        """Return the state with an area in play; one of that name is replaced by it."""
        if all(one.name != area.name for one in self.areas):
            return replace(self, areas=(*self.areas, area))
        areas = tuple(area if one.name == area.name else one for one in self.areas)
        return replace(self, areas=areas)

    def without_areas(self, *names: str) -> "State":
        """Return the state with some areas removed."""
        return replace(self, areas=tuple(one for one in self.areas if one.name not in names))

    def smoke_on(self, name: str) -> Area | None:
        """Return the Smoke Area that is centred on a subject and still its own."""
        mine = [a for a in self.areas if a.kind == "smoke" and a.maker == name and a.is_on_maker]
        return mine[-1] if mine else None

    def new_name(self, kind: AreaKind) -> str:
        """Return a name for a further area.

        Examples
        --------
        >>> State(()).new_name("smoke")
        'smoke 1'
        """
        number = 1
        while f"{kind} {number}" in self.used:
            number += 1
        return f"{kind} {number}"

    def is_on_battlefield(self, at: tuple[float, ...]) -> bool:
        """Return whether a place lies on the battlefield; its edge belongs to it.

        Examples
        --------
        >>> State((), size=(600, 400)).is_on_battlefield((600, 0))
        True
        """
        return all(math.isinf(self.size[i]) or 0 <= at[i] <= self.size[i] for i in (0, 1))


# Most events move nothing: the scene, its index, and what was seen in it stay the same.
@lru_cache(maxsize=64)
def _scene(bodies: tuple[Body, ...], size: tuple[float, float]) -> Scene:
    return Scene(bodies, size)


def _moved(piece: Body, at: Point) -> Body:
    x, y, z = piece.pose.at
    placed = piece.moved(at[0] - x, at[1] - y).raised(at[2] - z)
    return replace(placed, levels=tuple(level + at[2] - z for level in piece.levels))
