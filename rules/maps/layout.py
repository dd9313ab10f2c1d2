"""A table layout: where one can stand, its zones, and what was found out about them."""

import math
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, TypeAlias

import numpy as np

from meshes.mesh import Bools, Floats, Ints
from meshes.silhouettes import Silhouette
from rules.area_templates.battle import Battle
from rules.dispute import Dispute
from rules.maps.telling import bare_table
from rules.verdict import RulingError
from rules.zones import Zone, deployment
from spatial.patches import Pieces, pieces
from spatial.scene import Scene
from spatial.standing import StandingMap, standing_map
from spatial.stands import Standing, standing
from spatial.working import Cover, Job, cover, work

WHOLE: Final = "the table"
"""The zone that every place is in."""

_NEAR: Final = 1000.0


class Run(Protocol):
    """Who answers jobs: `spatial.working.work`, or a cluster."""

    def __call__(
        self,
        jobs: Sequence[Job],
        table: Cover,
        keep: Callable[[str, bytes], None],
        *,
        done: Callable[[float], None],
    ) -> None:
        """Answer them and hand over each answer with its key."""


class Questions(Protocol):
    """What is asked all over a table."""

    def jobs(self, known: Mapping[str, bytes]) -> Sequence[Job]:
        """Return what is left to do, where some answers are known."""


Known: TypeAlias = MutableMapping[str, bytes]


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """A table layout, ready to be asked.

    Parameters
    ----------
    asked : Dispute or Battle
        The scene file's content; its troopers count for nothing.
    scene : Scene
    found : StandingMap
    held : Standing
    cover : Pieces
    zones : tuple of Zone
        The scene's own, or those that armies are taken to deploy in.
    are_stated : bool
        Whether the scene states its zones.
    """

    asked: Dispute | Battle
    scene: Scene
    found: StandingMap
    held: Standing
    cover: Pieces
    zones: tuple[Zone, ...]
    are_stated: bool

    @property
    def posture(self) -> Ints:
        """Of each place, which of its two targets is as tall as can be, shape (n,)."""
        numbers: Ints = 2 * np.arange(len(self.held.upright), dtype=np.int32)
        return (numbers + ~self.held.upright).astype(np.int32)

    def zone(self, name: str) -> Bools:
        """Return which places are in a zone; an empty name is the whole table.

        Raises
        ------
        RulingError
            If there is no zone of that name, or nobody can stand in it.
        """
        if name in ("", WHOLE):
            return np.ones(len(self.found.places), dtype=bool)
        for zone in self.zones:
            if zone.name == name:
                inside = zone.holds(self.found.places)
                if not inside.any():
                    remedy = "make it larger, or" if self.are_stated else "use"
                    raise RulingError(
                        f'zone "{name}": nobody can stand in it; {remedy} a smaller --spacing'
                    )
                return inside
        names = ", ".join(zone.name for zone in self.zones)
        stated = "the scene's zones are" if self.are_stated else "the scene states none; there are"
        raise RulingError(f'no zone is called "{name}"; {stated} {names}')

    def place(self, spot: Sequence[float]) -> int:
        """Return the number of the place at x, y (mm), and a level where that is given.

        Raises
        ------
        RulingError
            If there is none within a spacing, or no such level.
        """
        x, y = spot[:2]
        apart = np.hypot(self.found.places[:, 0] - x, self.found.places[:, 1] - y)
        if not len(apart) or apart.min() > self.found.spacing:
            raise RulingError(
                f"nobody can stand within {self.found.spacing:g} mm of ({x:g}, {y:g})"
            )
        nearest = np.flatnonzero(apart <= apart.min())
        if len(spot) == 2:
            return int(nearest[0])
        for number in nearest.tolist():
            if self.found.level[number] == spot[2]:
                return int(number)
        levels = ", ".join(str(level) for level in self.found.level[nearest].tolist())
        raise RulingError(f"({x:g}, {y:g}) has no level {spot[2]:g}; it has {levels}")


@dataclass(frozen=True, slots=True, eq=False)
class TableMap:
    """What was found out about each place of a layout.

    Parameters
    ----------
    kind : str
    layout : Layout
    values : dict of str to ndarray of shape (n,)
        By name, for every place; NaN where it isn't asked. The first is what the map
        is about, the others are drawn beside it or stand in the data alone.
    drawn : tuple of str
        Which of them are drawn.
    units : dict of str to str
        Of those that are drawn: ``"share"``, ``"places"`` or ``"mm"``.
    numbers : dict
        About the whole layout, as plain values.
    sampling : dict
        How it was sampled, as plain values.
    ends : ndarray of shape (k, 2)
        Of lines to be drawn, the numbers of the places at both ends.
    """

    kind: str
    layout: Layout
    values: Mapping[str, Floats]
    drawn: tuple[str, ...]
    units: Mapping[str, str]
    numbers: Mapping[str, Any]
    sampling: Mapping[str, Any]
    ends: Ints = field(default_factory=lambda: np.empty((0, 2), dtype=np.int32))

    @property
    def main(self) -> Floats:
        """What the map is about, shape (n,)."""
        return next(iter(self.values.values()))


def layout(
    asked: Dispute | Battle,
    silhouette: Silhouette,
    spacing: float = 25.0,
    progress: Callable[[float], None] = lambda _: None,
    known: Known | None = None,
) -> Layout:
    """Return a scene's table as a layout.

    Parameters
    ----------
    asked : Dispute or Battle
    silhouette : Silhouette
        Who stands there, upright.
    spacing : float
        Between neighbouring places, mm.
    progress : callable
        Told how much is done, from 0 to 1.
    known : mapping of str to bytes or None
        Parts of standing maps that are known; new ones are put into it.

    Raises
    ------
    SceneError
        If the table's size isn't known, or there would be no place or too many.
    RulingError
        If nobody can stand on the table.

    Examples
    --------
    >>> from meshes.silhouettes import silhouette
    >>> from rules.scenefile import read, starter
    >>> made = layout(read(starter(), "starter.toml"), silhouette("S2"), 100)
    >>> [zone.name for zone in made.zones], made.are_stated
    (['west end', 'east end'], False)
    """
    scene = asked.scene if isinstance(asked, Dispute) else asked.start.scene
    found = standing_map(scene, silhouette, spacing, progress=progress, known=known)
    if len(found.places) == 0:
        raise RulingError("nobody can stand on this table; use a smaller --spacing or --silhouette")
    bare = bare_table(asked)
    zones = asked.zones or deployment(scene.size)
    return Layout(asked, bare, found, standing(found), pieces(bare), zones, bool(asked.zones))


def settle(
    table: Layout,
    asked: Questions,
    known: Known,
    run: Run = work,
    done: Callable[[float], None] = lambda _: None,
) -> int:
    """Find every answer that isn't known yet; return how many that were.

    Parameters
    ----------
    table : Layout
    asked : Questions
    known : mapping of str to bytes
        Answers by key; new ones are put into it as they come.
    run : Run
    done : callable
        Told how much is done, from 0 to 1.
    """
    jobs = asked.jobs(known)
    if jobs:
        run(jobs, cover(table.scene), known.__setitem__, done=done)
    return sum(len(job.keys) for job in jobs)


def spot(table: Layout, number: int) -> dict[str, Any]:
    """Return a place as plain values."""
    x, y, z = (round(mm, 3) + 0.0 for mm in table.found.places[number].tolist())
    return {"x": x, "y": y, "z": z, "level": int(table.found.level[number])}


def plain(value: float) -> float | None:
    """Return a number rounded for a report; None where there is none.

    Examples
    --------
    >>> plain(1 / 3), plain(math.nan)
    (0.333333, None)
    """
    return None if math.isnan(value) else round(float(value), 6) + 0.0


def mean(values: Floats) -> float | None:
    """Return the mean of the numbers that there are; None where there are none."""
    there = values[~np.isnan(values)]
    return plain(float(there.mean())) if len(there) else None


def extremes(table: Layout, values: Floats, count: int = 5) -> dict[str, list[dict[str, Any]]]:
    """Return the places with the least and with the most of something, as plain values."""
    there = np.flatnonzero(~np.isnan(values))
    rising = there[np.argsort(values[there], kind="stable")][:count]
    falling = there[np.argsort(-values[there], kind="stable")][:count]

    def told(numbers: Any) -> list[dict[str, Any]]:
        return [spot(table, i) | {"value": plain(values[i])} for i in numbers.tolist()]

    return {"least": told(rising), "most": told(falling)}
