"""Why a cell of a map is as it is: some of its pairs, ruled on exactly."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from meshes.mesh import Floats
from meshes.solids import Cylinder
from rules.dispute import Dispute
from rules.maps.blast import circle
from rules.maps.layout import Known, Layout, spot
from spatial.contact import contact
from spatial.evidence import Line
from spatial.exposure import views
from spatial.fire import PART, line_of_fire
from spatial.outcome import Outcome
from spatial.scene import Body, Pose, template_body, trooper_body
from spatial.seeing import Sampling
from spatial.sight import sight
from spatial.splashes import splashes

ASKED: Final = 12
"""Of those who see a place, and of those who don't, so many are asked exactly."""


@dataclass(frozen=True, slots=True, eq=False)
class Why:
    """A cell of a map, ruled on exactly.

    Parameters
    ----------
    place : dict
        Which, as plain values.
    posture : {"upright", "prone"}
        Of who stands there.
    count, of : int
        From how many places the map has it seen, of how many; or how many of those that
        a circle touches it has affected.
    outcomes : dict of str to dict of str to int
        Of those ``"seen"`` and ``"unseen"``, or ``"affected"`` and ``"removed"``,
        or ``"reaching"`` and ``"not reaching"``, that were asked, how many have which answer.
    blockers : tuple of (str, int)
        The pieces that hide, with from or for how many of the asked, most first.
    longest : tuple of (dict, Line), or None
        The farthest of the asked with a YES, and a clear line.
    """

    place: dict[str, Any]
    posture: str
    count: int
    of: int
    outcomes: dict[str, dict[str, int]]
    blockers: tuple[tuple[str, int], ...]
    longest: tuple[dict[str, Any], Line] | None


class Gathered:
    """Exact answers on a cell, as they come.

    Parameters
    ----------
    table : Layout
    number : int
        Of the place.
    groups : str
        What the asked are called, in the order in which they are told.
    """

    def __init__(self, table: Layout, number: int, *groups: str) -> None:
        self._table, self._number = table, number
        at = table.found.places
        self.apart: Floats = np.linalg.norm(at - at[number], axis=1)
        self.outcomes = {name: {one.value: 0 for one in Outcome} for name in groups}
        self._hiding: Counter[str] = Counter()
        self._farthest: tuple[float, int, Line] | None = None

    def add(
        self,
        group: str,
        place: int,
        answer: Outcome,
        line: Line | None = None,
        hiding: Iterable[str] = (),
    ) -> None:
        """Count the answer from or for a place, its clear line, and the pieces that hide."""
        self.outcomes[group][answer.value] += 1
        self._hiding.update(set(hiding))
        apart = float(self.apart[place])
        if line is not None and (self._farthest is None or apart > self._farthest[0]):
            self._farthest = apart, place, line

    def why(self, posture: str, count: int, of: int) -> Why:
        """Return all of it; the map has so many, of so many."""
        longest = None
        if self._farthest is not None:
            longest = spot(self._table, self._farthest[1]), self._farthest[2]
        here = spot(self._table, self._number)
        return Why(here, posture, count, of, self.outcomes, ranked(self._hiding), longest)


def posture(target: int) -> str:
    """Return how a target of a standing map stands: each place has two, upright and prone."""
    return "upright" if target % 2 == 0 else "prone"


def why(
    table: Layout,
    number: int,
    zone: str = "",
    sampling: Sampling | None = None,
    known: Known | None = None,
    asked: int = ASKED,
) -> Why:
    """Rule exactly on some of the pairs that decide a cell of an exposure map.

    Parameters
    ----------
    table : Layout
    number : int
        Of the place.
    zone : str
        Whose places look.
    sampling : Sampling or None
    known : mapping of str to bytes or None
        Answers that are known, of the whole map.
    asked : int
        How many of those who see it are asked, and how many who don't: spread evenly
        over their places, from the nearest to the farthest.

    Notes
    -----
    Exact is `spatial.fire.line_of_fire`, all round and with nobody else on the table. In
    Infinity a part of 3 x 3 mm has to be visible, in Area Templates any line will do.
    """
    known = {} if known is None else known
    target = int(table.posture[number])
    looking = table.zone(zone)
    looking[number] = False
    mine = np.zeros(len(looking), dtype=bool)
    mine[number] = True
    questions = views(table.held, table.cover, sampling or Sampling(), looking, mine)
    seeing = np.zeros(len(looking), dtype=bool)
    for viewers, targets, _, bits in questions.answered(known):
        column = np.flatnonzero(targets == target)
        if len(column):
            seeing[viewers] = bits[:, column[0]]
    at, held = table.found.places, table.held
    part = PART if isinstance(table.asked, Dispute) else 0.0
    body = body_at("target", at[number], held.targets.heights[target], held.targets.radius)
    told = Gathered(table, number, "seen", "unseen")
    for name, which in (("seen", looking & seeing), ("unseen", looking & ~seeing)):
        for i in spread(np.flatnonzero(which), told.apart, asked):
            viewer = body_at("viewer", at[i], held.viewers.heights[i], held.viewers.radius)
            answer = line_of_fire(
                table.scene, viewer, body, part=part, models=False,
                evidence=name == "unseen",
            )  # fmt: skip
            if answer.outcome is Outcome.YES:
                line = None if answer.witness is None else answer.witness.line
                told.add(name, i, answer.outcome, line)
            else:
                told.add(name, i, answer.outcome, None, (one.piece for one in answer.blockers))
    return told.why(posture(target), int((looking & seeing).sum()), int(looking.sum()))


def why_blast(
    table: Layout, number: int, diameter: float | None = None, known: Known | None = None
) -> Why:
    """Rule exactly on everybody whom a circle touches that is centred on a place.

    Parameters
    ----------
    table : Layout
    number : int
        Of the place.
    diameter : float or None
        Of the circle, mm.
    known : mapping of str to bytes or None
        Answers that are known, of the whole map.

    Notes
    -----
    Exact is `spatial.sight.sight`: any opening will do. Everybody is as tall as fits.
    """
    known = {} if known is None else known
    ball, rise = circle(table, diameter)
    at, held, tall = table.found.places, table.held, table.posture
    asked = splashes(held, table.cover, ball, rise)
    near, bits = next(
        (targets, bits[:, places == number])
        for places, targets, _, bits in asked.answered(known)
        if (places == number).any()
    )
    own = (tall[near // 2] == near) & bits[0, 0]
    x, y, z = at[number].tolist()
    focus = (x, y, z + rise * float(held.viewers.heights[number]))
    area = template_body("the template", ball, Pose(focus))
    main = body_at("main target", at[number], held.viewers.heights[number], held.viewers.radius)
    told = Gathered(table, number, "affected", "removed")
    for target, is_reached in zip(near[own].tolist(), bits[1, 0, own].tolist(), strict=True):
        place = target // 2
        body = body_at("target", at[place], held.targets.heights[target], held.targets.radius)
        answer = sight(table.scene, focus, body, area, contact(body, area), main)
        group = "affected" if is_reached else "removed"
        if answer.outcome is Outcome.YES and answer.witness is not None:
            told.add(group, place, answer.outcome, answer.witness.line)
        else:
            pieces = (one.piece for one in answer.blockers if one.needed)
            told.add(group, place, answer.outcome, None, pieces)
    stands = "upright" if held.upright[number] else "prone"
    return told.why(stands, int(bits[1, 0, own].sum()), int(own.sum()))


def ranked(hiding: Counter[str]) -> tuple[tuple[str, int], ...]:
    """Return pieces with how many each hides, most first."""
    return tuple(sorted(hiding.items(), key=lambda one: (-one[1], one[0])))


def spread(which: Any, apart: Any, count: int) -> list[int]:
    """Return so many of some places, evenly from the nearest to the farthest."""
    ordered = which[np.argsort(apart[which], kind="stable")]
    if len(ordered) > count:
        ordered = ordered[np.linspace(0, len(ordered) - 1, count).round().astype(int)]
    return [int(one) for one in ordered]


def body_at(name: str, at: Any, height: float, radius: float) -> Body:
    """Return a silhouette at a place."""
    x, y, z = at.tolist()
    return trooper_body(f"the {name}", Cylinder(radius, float(height)), (x, y, z))
