"""From one place of its user's edge: how deep a teardrop holds whom, whichever way it points."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

import numpy as np

from meshes.mesh import Bools, Floats
from meshes.solids import SweptBall
from rules.dispute import Aim, Attack, Dispute, Trooper
from rules.infinity.glimpsing import Glimpse, glimpse
from rules.infinity.lines import lines_to
from rules.infinity.placing import Shot, place
from rules.infinity.pointing import Ways, depths, parting
from rules.infinity.quick import Covers
from rules.placeholders import Unknown
from spatial.inside import holding
from spatial.rays import Blockers

Rim: TypeAlias = Literal["low", "side", "high"]

FAR: Final = 1000.0
"""How far outside a template somebody is who isn't in sight of its Blast Focus, mm."""

HELD: Final = 10.0
"""How deep inside a template somebody is whose silhouette holds its Blast Focus, mm."""


BESIDE: Final = 2.0
"""For how many mm of room a template counts that just passes by its user: it may, but one
that keeps away from him is better."""

ARM: Final = 60.0
"""For how many mm of room it counts to turn away from the user by a radian."""

NEAR: Final = 15.0
"""Of whom a template misses by more than this it isn't asked by how much, mm."""

ROUGH: Final = 60
"""About how many points of a silhouette are looked at at first."""


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """A place of the user's edge, and what was found to be in sight from it.

    Parameters
    ----------
    tip, height : float
        Where it is: degrees round the base, mm above its underside.
    rim : {"low", "side", "high"}
        Whether that is on a rim of the user's silhouette.
    shot : Shot
        A template with its tip there, wherever it points.
    glimpses : dict of int to Glimpse
        Of those of the people who were looked at.
    """

    tip: float
    height: float
    rim: Rim
    shot: Shot
    glimpses: dict[int, Glimpse] = field(default_factory=dict)


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
    unknown : Unknown or None
        Where there are placeholders: who is spared is spared whatever they turn out to be.
    covers, bare_covers : dict
        Of `quick.affected`, with placeholders and without them: what was found to stop
        lines is kept, and so are the places that were looked at.
    """

    dispute: Dispute
    attack: Attack
    readings: Mapping[str, str]
    groups: Mapping[str, tuple[str, ...]]
    people: tuple[Trooper, ...]
    wanted: Bools
    spared: Bools
    swept: SweptBall
    unknown: Unknown | None = None
    covers: Covers = field(default_factory=dict)
    bare_covers: Covers = field(default_factory=dict)
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
        """Return a place of the user's edge; None where it is in scenery."""
        # One place has one name, so that it is looked at once.
        key = (round(tip % 360.0, 6), round(height, 6))
        if key not in self._looks:
            shot = self.shot(Aim("", key[0], key[0], 0.0, key[1]))
            inside = holding(self.dispute.scene, shot.body.pose.at)
            top = self.user.silhouette.height
            rim: Rim = "low" if height <= 0 else "high" if height >= top else "side"
            self._looks[key] = None if inside else Look(*key, rim, shot)
        return self._looks[key]

    def glimpse(self, look: Look, i: int) -> Glimpse:
        """Return what is in sight from a place of one of the people."""
        if i not in look.glimpses:
            one, focus = self.people[i], np.array(look.shot.body.pose.at)
            near = _is_near(one, focus, self.reach)
            look.glimpses[i] = (
                glimpse(self._cover(look, i), one.body, self.reach)
                if near
                else Glimpse(np.empty((0, 3)))
            )
        return look.glimpses[i]

    def sparing(self) -> tuple[Dispute, Covers]:
        """Return in which dispute whoever is spared has to be out of reach, and its covers."""
        if self.unknown is None:
            return self.dispute, self.covers
        return self.unknown.bare, self.bare_covers

    def _cover(self, look: Look, i: int) -> Blockers:
        """What may stop lines from a place to one of the people."""
        at, one = look.shot.body.pose.at, self.people[i]
        dispute, covers = self.sparing() if self.spared[i] else (self.dispute, self.covers)
        if (one.name, at) not in covers:
            focus = np.array(at)
            lines = lines_to(dispute, look.shot, one, self.readings)
            same = [one]
            if not lines.models:
                # Then it is the same for everybody, and one question does for all.
                same = [
                    other
                    for other, spared in zip(self.people, self.spared, strict=True)
                    if spared == self.spared[i] and _is_near(other, focus, self.reach)
                ]
            boxes = np.array([other.body.box for other in same])
            box = np.array([boxes[:, 0].min(axis=0), boxes[:, 1].max(axis=0)])
            cover = lines.gather(focus, box)
            covers.update(dict.fromkeys(((other.name, at) for other in same), cover))
        return covers[one.name, at]

    def seen(self, look: Look) -> frozenset[int]:
        """Return of whom anything is in sight from a place."""
        found = {i: self.glimpse(look, i) for i in range(len(self.people))}
        return frozenset(i for i, one in found.items() if one.holds or len(one.points))

    @property
    def reach(self) -> float:
        """How far the template reaches from its narrow end, mm."""
        aside = max(self.swept.high, -self.swept.low) if self.swept.straight else 0.0
        return float(np.hypot(self.swept.x1 + self.swept.r1, aside))

    def ease(self, look: Look, ways: Ways) -> Floats:
        """Return how easily the template passes by its user, shape (n,), mm.

        Below zero where it doesn't; `BESIDE` where it just does.
        """
        sine = parting(self.swept, ways, look.tip, look.rim)
        return np.where(sine < 0, -FAR, BESIDE + sine * ARM)

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
            seen = self.glimpse(look, i)
            points = seen.points
            if seen.holds:
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


def room(found: Floats, ease: Floats, caught: Bools, spared: Bools) -> Floats:
    """Return by how many mm placements catch some people and spare others.

    Parameters
    ----------
    found : ndarray of shape (n, people)
        Of `Ground.depths`.
    ease : ndarray of shape (n,)
        Of `Ground.ease`.
    caught, spared : ndarray of shape (people,)

    Returns
    -------
    ndarray of shape (n,)
        mm; below zero, by how much they fail to.

    Examples
    --------
    >>> both = np.array([[5.0, -2.0], [5.0, 1.0]])
    >>> room(both, np.full(2, 9.0), np.array([True, False]), np.array([False, True])).tolist()
    [2.0, -1.0]
    """
    least = found[:, caught].min(axis=1, initial=FAR)
    clear = -found[:, spared].max(axis=1, initial=-FAR)
    most: Floats = np.minimum(np.minimum(least, clear), ease)
    return most


def _is_near(one: Trooper, focus: Floats, reach: float) -> bool:
    low, high = one.body.box
    return bool(np.linalg.norm(np.clip(focus, low, high) - focus) <= reach)


def masks(people: Sequence[Trooper], names: Sequence[str]) -> Bools:
    """Return which of some people have one of the names."""
    return np.array([one.name in names for one in people], dtype=bool)
