"""From one place of its user's edge: how deep a teardrop holds everybody, whichever way it points.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

import numpy as np

from meshes.mesh import Bools, Floats, Ints
from meshes.solids import SweptBall
from rules.dispute import Aim, Attack, Dispute, Trooper
from rules.infinity.glimpsing import glimpse
from rules.infinity.lines import lines_to
from rules.infinity.placing import Shot, place
from rules.infinity.pointing import Ways, clears, depths
from rules.infinity.quick import Covers
from spatial.inside import holding

FAR: Final = 1000.0
"""How far outside a template somebody is who isn't in sight of its Blast Focus, mm."""

HELD: Final = 10.0
"""How deep inside a template somebody is whose silhouette holds its Blast Focus, mm."""


NEAR: Final = 15.0
"""Of whom a template misses by more than this it isn't asked by how much, mm."""

ROUGH: Final = 60
"""About how many points of a silhouette are looked at at first."""


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What is in sight from one place of the user's edge.

    Parameters
    ----------
    tip, height : float
        Where it is: degrees round the base, mm above its underside.
    rim : {"low", "side", "high"}
        Whether that is on a rim of the user's silhouette.
    points : ndarray of shape (n, 3)
        From there, mm.
    whose : ndarray of shape (n,)
        A place among the people that were looked at, ascending.
    held : tuple of int
        Whose silhouettes hold the place.
    """

    tip: float
    height: float
    rim: Literal["low", "side", "high"]
    points: Floats
    whose: Ints
    held: tuple[int, ...]

    @property
    def seen(self) -> frozenset[int]:
        """Of whom anything is in sight."""
        return frozenset(np.unique(self.whose).tolist()) | frozenset(self.held)


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """What one search asks about.

    Parameters
    ----------
    dispute : Dispute
    attack : Attack
        Without templates: by whom and with what.
    readings : mapping of str to str
    groups : mapping of str to tuple of str
        The close combats, of `sides.melees`.
    people : tuple of Trooper
        Whoever is to be caught or spared, and whom those fight.
    wanted, spared : ndarray of shape (n,)
        Which of the people may be caught, and which may not.
    swept : SweptBall
        The template.
    """

    dispute: Dispute
    attack: Attack
    readings: Mapping[str, str]
    groups: Mapping[str, tuple[str, ...]]
    people: tuple[Trooper, ...]
    wanted: Bools
    spared: Bools
    swept: SweptBall
    covers: Covers = field(default_factory=dict)
    _looks: dict[tuple[float, float], Look | None] = field(default_factory=dict)

    @property
    def user(self) -> Trooper:
        """Whose attack it is."""
        return self.dispute.trooper(self.attack.by)

    @property
    def is_level(self) -> bool:
        """Whether the template may not be tilted."""
        return self.readings["tilt"] == "level_only"

    def shot(self, aim: Aim) -> Shot:
        """Return a template in its place."""
        return place(self.dispute, self.attack, aim, self.readings)

    def look(self, tip: float, height: float) -> Look | None:
        """Return what is in sight from a place of the user's edge; None where it is in scenery."""
        # One place has one name, so that it is looked at once.
        key = (round(tip % 360.0, 6), round(height, 6))
        if key not in self._looks:
            self._looks[key] = self._looked(*key)
        return self._looks[key]

    def _looked(self, tip: float, height: float) -> Look | None:
        shot = self.shot(Aim("", tip, tip, 0.0, height))
        at = shot.body.pose.at
        if holding(self.dispute.scene, at):
            return None
        focus = np.array(at)
        reach = float(np.hypot(self.swept.x1 + self.swept.r1, self._rise))
        points, whose, held = [np.empty((0, 3))], [], []
        for i, one in enumerate(self.people):
            if not _is_near(one, focus, reach):
                continue
            lines = lines_to(self.dispute, shot, one, self.readings)
            cover = lines.gather(focus, one.body.box)
            self.covers[one.name, at] = cover
            found = glimpse(cover, one.body, reach)
            points.append(found.points)
            whose.append(np.full(len(found.points), i))
            if found.holds:
                held.append(i)
        top = self.user.silhouette.height
        return Look(
            tip,
            height,
            "low" if height <= 0 else "high" if height >= top else "side",
            np.concatenate(points),
            np.concatenate([np.empty(0, dtype=np.intp), *whose]),
            tuple(held),
        )

    @property
    def _rise(self) -> float:
        return max(self.swept.high, -self.swept.low) if self.swept.straight else 0.0

    def free(self, look: Look, ways: Ways) -> Bools:
        """Return which ways the template passes by its user, shape (n,)."""
        return clears(self.swept, ways, look.tip, look.rim)

    def depths(
        self, look: Look, ways: Ways, whom: Bools | None = None, rough: bool = False
    ) -> Floats:
        """Return how deep the template holds each of the people, for each way that it points.

        Parameters
        ----------
        look : Look
        ways : Ways
        whom : ndarray of shape (n,) or None
            Whom it is asked for; None for all of them.
        rough : bool
            Whether some of the points will do, and a bound where nothing is near.

        Returns
        -------
        ndarray of shape (ways, people)
            mm: above zero inside, below it outside; whoever is engaged is as deep as
            the deepest of his close combat.
        """
        found = np.full((len(ways.turns), len(self.people)), -FAR)
        asked = np.ones(len(self.people), dtype=bool) if whom is None else self.with_groups(whom)
        for i in np.flatnonzero(asked).tolist():
            points = look.points[look.whose == i]
            if i in look.held:
                found[:, i] = HELD
            elif len(points) and rough:
                # Nobody is deeper than the middle of his points by more than their radius.
                middle = (points.min(axis=0) + points.max(axis=0)) / 2
                around = float(np.linalg.norm(points - middle, axis=1).max())
                bound = depths(self.swept, ways, middle[None, :])[:, 0] + around
                near = bound > -NEAR
                found[:, i] = np.minimum(bound, -NEAR)
                some = points[:: 1 + len(points) // ROUGH]
                found[near, i] = depths(self.swept, ways.only(near), some).max(axis=1)
            elif len(points):
                found[:, i] = depths(self.swept, ways, points).max(axis=1)
        names = [one.name for one in self.people]
        alone = found.copy()
        for i, name in enumerate(names):
            mine = [names.index(other) for other in self.groups.get(name, ()) if other in names]
            if mine:
                found[:, i] = alone[:, mine].max(axis=1)
        return found

    def with_groups(self, whom: Bools) -> Bools:
        """Return some people and whoever is in close combat with them."""
        names = {one.name for one, asked in zip(self.people, whom, strict=True) if asked}
        joined = names.union(*(self.groups.get(name, ()) for name in names))
        return np.array([one.name in joined for one in self.people], dtype=bool)


def room(found: Floats, caught: Bools, spared: Bools) -> Floats:
    """Return by how many mm placements catch some people and spare others.

    Parameters
    ----------
    found : ndarray of shape (n, people)
        Of `Ground.depths`.
    caught, spared : ndarray of shape (people,)

    Returns
    -------
    ndarray of shape (n,)
        mm; below zero, by how much they fail to.

    Examples
    --------
    >>> both = np.array([[5.0, -2.0], [5.0, 1.0]])
    >>> room(both, np.array([True, False]), np.array([False, True])).tolist()
    [2.0, -1.0]
    """
    least = found[:, caught].min(axis=1, initial=FAR)
    most: Floats = np.minimum(least, -found[:, spared].max(axis=1, initial=-FAR))
    return most


def _is_near(one: Trooper, focus: Floats, reach: float) -> bool:
    low, high = one.body.box
    return bool(np.linalg.norm(np.clip(focus, low, high) - focus) <= reach)


def masks(people: Sequence[Trooper], names: Sequence[str]) -> Bools:
    """Return which of some people have one of the names."""
    return np.array([one.name in names for one in people], dtype=bool)
