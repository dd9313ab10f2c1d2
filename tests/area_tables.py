"""Small battles for tests: models on an endless table, by name and place."""

from collections.abc import Mapping
from math import inf
from typing import Any

from meshes.silhouettes import silhouette
from meshes.solids import Point
from rules.area_templates.battle import Battle
from rules.area_templates.events import BlastAttack, Event, Shot
from rules.area_templates.log import run
from rules.area_templates.rolls import Dice, Roll
from rules.area_templates.state import Model, State, Thing
from rules.area_templates.verdicts import Log
from spatial.scene import Body, trooper_body

CRITICAL = Roll(criticals=1)


def model(name: str, at: Point, kind: str = "S2", side: str = "red") -> Model:
    shape = silhouette(kind)
    return Model(name, side, shape, trooper_body(name, shape.solid, at))


def state(
    *models: Model,
    pieces: tuple[Body, ...] = (),
    things: tuple[Thing, ...] = (),
    tokens: Mapping[str, int] | None = None,
    size: tuple[float, float] = (inf, inf),
) -> State:
    return State(models, pieces, things, tokens or {}, size=size)


def log(start: State, *events: Event, **readings: str) -> Log:
    return run(Battle("Test", start, events, readings, source="test.toml"))


def blast(
    at: Point | tuple[float, float], roll: Roll | Dice = CRITICAL, by: str = "A", **more: Any
) -> BlastAttack:
    """Return a Blast that needs neither range nor sight."""
    of_shot = {key: more.pop(key) for key in ("distance", "seed", "away") if key in more}
    return BlastAttack(Shot(by, at, None, roll, needs_sight=False, **of_shot), **more)
