"""Why a place is in reach of a circle, or isn't: some of the attacker's places, exactly."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np

from meshes.mesh import Bools
from rules.dispute import Dispute
from rules.infinity.weapons import Weapon
from rules.maps.layout import Known, Layout
from rules.maps.template import ring
from rules.maps.why import ASKED, Gathered, Why, body_at, posture, spread
from spatial.contact import contact
from spatial.evidence import Line, LineOfFire, Sight
from spatial.exposure import views
from spatial.fire import PART, line_of_fire
from spatial.outcome import Outcome
from spatial.scene import Body, Pose, template_body
from spatial.seeing import Sampling
from spatial.sight import sight
from spatial.splashes import splashes

LINES: Final = 60
"""Lines of fire that are asked at most: each takes a search where there is none."""


def why_circle(
    table: Layout,
    number: int,
    where: Bools,
    arm: Weapon,
    sampling: Sampling | None = None,
    known: Known | None = None,
    asked: int = ASKED,
) -> Why:
    """Rule exactly on some of an attacker's places, whether a circle reaches a place.

    Parameters
    ----------
    table : Layout
    number : int
        Of the place.
    where : ndarray of shape (n,)
        The attacker's places.
    arm : Weapon
        With a circle, direct or on impact.
    sampling : Sampling or None
    known : mapping of str to bytes or None
        Answers that are known, of the whole map.
    asked : int
        How many of the places that reach it are asked, and how many that don't.

    Notes
    -----
    The main target of an impact stands at one of the map's places, or is the attacker.
    YES if one of them is seen, by the line of fire that a ruling uses, and the circle
    there has the place in sight; NO if that holds for none. From places that reach it on
    the map only those are asked by which they do, so that it is UNDECIDED instead; and so
    it is where more than `LINES` lines of fire would have to be asked.
    """
    known = {} if known is None else known
    at, target = table.found.places, int(table.posture[number])
    touched, reaching = _circles(table, target, where, arm, known)
    seen = np.diag(where)
    if arm.placed != "direct":
        seen = _seen(table, where, sampling or Sampling(), known)
    on_map = seen & reaching
    reached = on_map.any(axis=1)
    hits = _Hits(table, target, arm, {}, {})
    told = Gathered(table, number, "reaching", "not reaching")
    for name, which in (("reaching", reached), ("not reaching", where & ~reached)):
        for i in spread(np.flatnonzero(which), told.apart, asked):
            mains = on_map[i] if name == "reaching" else touched
            if arm.placed == "direct":
                mains = mains & (np.arange(len(at)) == i)
            answer, way, pieces = hits.asked(i, spread(np.flatnonzero(mains), told.apart, len(at)))
            if name == "reaching" and answer is Outcome.NO:
                answer = Outcome.UNDECIDED
            told.add(name, i, answer, way, pieces)
    return told.why(posture(target), int(reached.sum()), int(where.sum()))


def _circles(
    table: Layout, target: int, where: Bools, arm: Weapon, known: Known
) -> tuple[Bools, Bools]:
    """From which places a circle touches a target, and reaches it on the map, (n,) each."""
    found = np.zeros((2, len(where)), dtype=bool)
    body, rise = ring(table, arm)
    centres = where if arm.placed == "direct" else None
    for places, targets, _, bits in splashes(table.held, table.cover, body, rise, centres).answered(
        known
    ):
        found[:, places] = bits[:, :, targets == target].any(axis=2)
    return found[0], found[1]


def _seen(table: Layout, where: Bools, how: Sampling, known: Known) -> Bools:
    """Which place sees which on the map, (n, n); an attacker may hit itself."""
    seen = np.diag(where)
    tall = table.posture
    for viewers, targets, _, bits in views(table.held, table.cover, how, where).answered(known):
        own = tall[targets // 2] == targets
        seen[np.ix_(viewers, targets[own] // 2)] |= bits[:, own] & where[viewers][:, None]
    return seen


@dataclass(frozen=True, slots=True, eq=False)
class _Hits:
    """Exact answers on one target, each found once.

    Parameters
    ----------
    table : Layout
    target : int
    arm : Weapon
    circles : dict of int to Sight
        By the place that a circle is centred on.
    lines : dict of (int, int) to LineOfFire
        By the places of the attacker and of its main target.
    """

    table: Layout
    target: int
    arm: Weapon
    circles: dict[int, Sight]
    lines: dict[tuple[int, int], LineOfFire]

    def asked(self, user: int, mains: Iterable[int]) -> tuple[Outcome, Line | None, set[str]]:
        """Return whether a circle on one of some places is a hit, a line, and what hides it."""
        best, pieces, missed = Outcome.NO, set[str](), None
        for main in mains:
            circle = self._circle(main)
            if circle.outcome is Outcome.NO:
                pieces.update(one.piece for one in circle.blockers if one.needed)
                continue
            way = None if circle.witness is None else circle.witness.line
            outcome = circle.outcome
            if main != user:
                if (user, main) not in self.lines and len(self.lines) >= LINES:
                    best = Outcome.UNDECIDED
                    continue
                fire = self._line(user, main)
                if fire.outcome is Outcome.NO:
                    missed = main if missed is None else missed
                    continue
                way = None if fire.witness is None else fire.witness.line
                outcome = outcome if fire.outcome is Outcome.YES else fire.outcome
            if outcome is Outcome.YES:
                return outcome, way, set()
            best = Outcome.UNDECIDED
        if best is Outcome.NO and missed is not None:
            pieces.update(one.piece for one in self._fire(user, missed, True).blockers)
        return best, None, pieces if best is Outcome.NO else set()

    def _circle(self, main: int) -> Sight:
        if main not in self.circles:
            held, place = self.table.held, self.target // 2
            ball, rise = ring(self.table, self.arm)
            x, y, z = held.viewers.at[main].tolist()
            focus = (x, y, z + rise * float(held.viewers.heights[main]))
            area = template_body("the template", ball, Pose(focus))
            body = body_at("target", held.targets.at[self.target],
                           held.targets.heights[self.target], held.targets.radius)  # fmt: skip
            touch = contact(body, area)
            origin = self._body("main target", main) if main != place else body
            self.circles[main] = sight(self.table.scene, focus, body, area, touch, origin)
        return self.circles[main]

    def _line(self, user: int, main: int) -> LineOfFire:
        if (user, main) not in self.lines:
            self.lines[user, main] = self._fire(user, main, False)
        return self.lines[user, main]

    def _fire(self, user: int, main: int, evidence: bool) -> LineOfFire:
        return line_of_fire(
            self.table.scene, self._body("attacker", user), self._body("main target", main),
            part=PART if isinstance(self.table.asked, Dispute) else 0.0, models=False,
            evidence=evidence,
        )  # fmt: skip

    def _body(self, name: str, place: int) -> Body:
        held = self.table.held.viewers
        return body_at(name, held.at[place], held.heights[place], held.radius)
