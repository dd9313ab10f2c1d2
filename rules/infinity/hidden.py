"""From which places on a deployable's edge a trooper can't be seen, and what hides it.

Where nothing of a trooper is in sight that any template from a place could hold, that
place is done with, however its templates point; elsewhere each placement is asked about
by itself.
"""

import math
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, TypeAlias

import numpy as np

from meshes.mesh import Mesh
from meshes.solids import SweptBall
from rules.dispute import Aim, Trooper
from rules.infinity.placing import Shot
from rules.infinity.quick import Covers
from spatial.everywhere import hidden_by_all, hiding
from spatial.evidence import Blocker
from spatial.outcome import Outcome
from spatial.rays import Blockers
from spatial.scene import Body, Pose
from spatial.sight import decide

Place: TypeAlias = tuple[float, float, bool]
"""Degrees round the base, mm above its underside, and whether templates lie level."""

MOST: Final = 24
"""Of no more placements than these, beside the places that are done with, it is worked
out which pieces are enough to hide a trooper."""

BEYOND: Final = 0.01
"""By how much what holds all templates from a place reaches beyond them, mm."""


@dataclass(frozen=True, slots=True, eq=False)
class Hidden:
    """What was found of one trooper, place by place.

    Parameters
    ----------
    one : Trooper
    covers : dict
        Of `quick.reaches`, which is asked before: what may stand between, by the place.
    places : dict of Place to Body or None
        Of places that were looked at, what holds all templates from there; None where
        anything in it is in sight.
    shots : list of Shot
        From the latter, that don't reach the trooper.
    """

    one: Trooper
    covers: Covers
    places: dict[Place, Body | None] = field(default_factory=dict)
    shots: list[Shot] = field(default_factory=list)

    def is_done(self, aim: Aim) -> bool:
        """Return whether nothing can be seen from a place by templates tilted so."""
        return self.places.get(_place(aim)) is not None

    @property
    def count(self) -> int:
        """From how many places of the edge nothing can be seen."""
        return len({place[:2] for place, around in self.places.items() if around is not None})

    def note(self, aim: Aim, shot: Shot) -> bool:
        """Note a placement that doesn't reach it; return whether its place is done with."""
        place = _place(aim)
        if place not in self.places:
            around = _around(shot, aim.tilt == 0)
            met, _ = decide(self._cover(shot.body), self.one.body, around)
            self.places[place] = around if met is Outcome.NO else None
        if self.places[place] is None:
            self.shots.append(shot)
        return self.places[place] is not None

    def blockers(self) -> tuple[Blocker, ...]:
        """Return the pieces that hide it from every place, and in every placement noted.

        Of more placements than `MOST` some are looked at, and then none is said to be
        needed.
        """
        count = min(MOST, len(self.shots))
        some = np.unique(np.linspace(0, len(self.shots) - 1, count).astype(int))
        bodies = [around for around in self.places.values() if around is not None]
        bodies += [self.shots[i].body for i in some]
        found = [hiding(self._cover(body), self.one.body, body) for body in bodies]
        shown = [one for one in found if one is not None]
        whole = all(one is not None and one.is_whole for one in found) and count == len(self.shots)
        return hidden_by_all(shown, whole) if shown else ()

    def _cover(self, body: Body) -> Blockers:
        return self.covers[self.one.name, body.pose.at]


def _place(aim: Aim) -> Place:
    return aim.tip or 0.0, aim.height, aim.tilt == 0


def _around(shot: Shot, is_level: bool) -> Body:
    """A solid that holds every template from a shot's focus, or every level one."""
    swept = shot.body.swept
    aside = max(swept.high, -swept.low) if swept.straight else 0.0
    reach = math.hypot(swept.x1 + swept.r1, aside) + BEYOND
    low, high = (swept.low, swept.high) if is_level else (-reach, reach)
    ball, pose = SweptBall(0.0, 0.0, reach, reach, low, high), Pose(shot.body.pose.at)
    return Body(shot.name, "template", _mesh(ball).moved(pose.rotation, pose.at), pose, ball)


@lru_cache(maxsize=64)
def _mesh(ball: SweptBall) -> Mesh:
    """A ball's mesh in its own frame: one lies round many places."""
    return ball.mesh()
