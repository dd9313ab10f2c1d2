"""Search for a line of fire: the target patch by patch, then point by point.

A patch that one screen hides from the whole viewer is settled at once; others are
halved. Of the smallest ones a point is asked, exactly, whether any of the viewer can be
reached from it. The points lie so close that a part as large as is asked for would hold
one of them. Where points see something, the viewer's points that see most of them look
back, and are moved to where they see more.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from meshes.mesh import Floats
from spatial.evidence import LineOfFire
from spatial.flat import Screens
from spatial.front import EDGE
from spatial.nearside import near_side
from spatial.outcome import Outcome
from spatial.prove import hidden
from spatial.rays import Blockers
from spatial.reach import settle
from spatial.region import region
from spatial.sight import holds_focus
from spatial.square import EXACT
from spatial.surface import Patch, patches
from spatial.tally import Tally, looking_back
from spatial.viewing import View, middle_of, viewpoints

SPACING: Final = 2.0
"""How far apart points lie where no least part is asked for, mm."""

_AT_ONCE: Final = 4
_PLENTY: Final = 48
_EACH: Final = 4
_MOST: Final = 6
_CLIMBED: Final = 3
_STEPS: Final = (4.0, 1.0, 0.3)
_ROUNDS: Final = 4
_AROUND: Final = np.stack(np.meshgrid(*[[-1.0, 0.0, 1.0]] * 3), axis=-1).reshape(-1, 3)
_LOOKED_AT: Final = 300


def search(
    view: View,
    screens: Screens,
    b: Floats,
    toward: float,
    evidence: bool,
) -> LineOfFire:
    """Search a target for a part that a viewer sees.

    Parameters
    ----------
    view : View
    screens : Screens
        Between the two.
    b : ndarray of shape (n, 3)
        Corners of a polyhedron that holds the target, mm.
    toward : float
        From viewer to target, radians.
    evidence : bool

    Returns
    -------
    LineOfFire
    """
    spacing = view.part if view.part > 0 else SPACING
    tally = Tally(view, screens, b, evidence)
    glimpse = _Glimpse.of(view)
    if view.part <= 0:
        # Any opening will do: exactly what the likeliest points see.
        for one in viewpoints(view):
            if not holds_focus(view.target, one):
                found = view.from_point(one, False)
                if found.outcome is Outcome.YES:
                    return view.from_point(one, True) if evidence else found
    for patch, spot in _open_spots(view, toward, spacing, tally, glimpse):
        said, start = _seen_from(view, spot, patch, tally, glimpse)
        if start is not None and len(glimpse.seen) <= _AT_ONCE:
            found = view.from_point(start, False)
            said = found.outcome
            if said is Outcome.YES:
                return view.from_point(start, True) if evidence else found
        tally.doubtful |= said is Outcome.UNDECIDED
    start = glimpse.best()
    if start is not None:
        return view.from_point(start, evidence)
    return LineOfFire(
        Outcome.UNDECIDED if tally.doubtful else Outcome.NO,
        "searched",
        blockers=tally.blockers() if evidence else (),
        spacing=spacing,
        points=tally.points,
        patches=tally.patches,
        too_small=bool(glimpse.seen),
    )


def _open_spots(
    view: View, toward: float, spacing: float, tally: Tally, glimpse: "_Glimpse"
) -> Iterator[tuple[Patch, Floats]]:
    """Points of the target that no screens hide, each with its patch."""
    asked = 0
    left = patches(view.target, toward, view.ends if view.starts is None else None)
    while left:
        patch = left.pop()
        if patch.is_off or not patch.faces_any(tally.screens.volume) or _is_behind(patch, view):
            continue
        if tally.is_hidden(patch):
            continue
        if np.hypot(*patch.lengths) > spacing - EXACT:
            left.extend(reversed(patch.halves()))
            continue
        spot = patch.spot(view.ends)
        asked += 1
        # Where much is seen, though too little at once, a part of the points will do.
        if spot is None or (len(glimpse.seen) > _PLENTY and asked % _EACH):
            continue
        tally.points += 1
        if not tally.is_blind(patch, spot):
            yield patch, spot


@dataclass(slots=True, eq=False)
class _Glimpse:
    """What has been seen of a target, though too little from any one point so far.

    Parameters
    ----------
    view : View
    starts : ndarray of shape (n, 3)
        Points of the viewer, mm.
    counts : ndarray of shape (n,)
        How many points of the target each of them sees.
    seen : list of ndarray of shape (3,)
        Those points, mm.
    found : list of ndarray of shape (3,)
        From where each of them is seen, mm.
    """

    view: View
    starts: Floats
    counts: Floats
    seen: list[Floats]
    found: list[Floats]

    @classmethod
    def of(cls, view: View) -> "_Glimpse":
        """Begin with points all over the viewer."""
        x, y, z = middle_of(view.target).tolist()
        whole = region(view.viewer, None, (x, y, z), view.starts)
        starts = np.empty((0, 3)) if whole is None else near_side(whole).points
        return cls(view, starts, np.zeros(len(starts)), [], [])

    def add(self, cover: Blockers, spot: Floats, start: Floats) -> None:
        """Count a point that is seen, and from where."""
        self.seen.append(spot)
        self.found.append(start)
        if len(self.starts):
            self.counts += cover.first(self.starts)[0] < 0

    def best(self) -> Floats | None:
        """Return a point of the viewer that sees a part as large as it must be, or None."""
        if not self.seen:
            return None
        order = np.argsort(-self.counts, kind="stable")[:_MOST]
        likely: list[Floats] = [self.starts[i] for i in order if self.counts[i] > 0]
        some = np.linspace(0, len(self.found) - 1, min(_MOST, len(self.found))).astype(int)
        likely += [self.found[i] for i in np.unique(some)]
        looked_at = self._looked_at()
        for start in likely:
            if self._sees_enough(start):
                return start
        shares = [self._count(start, looked_at) for start in likely]
        for i in np.argsort(-np.array(shares), kind="stable")[:_CLIMBED]:
            start = self._climbed(likely[i], shares[i], looked_at)
            if self._sees_enough(start):
                return start
        return None

    def _sees_enough(self, start: Floats) -> bool:
        return self.view.from_point(start, False).outcome is Outcome.YES

    def _looked_at(self) -> Floats:
        """Points of the target's surface close round those that are seen."""
        spots = (np.array(self.seen)[:, None, :] + _AROUND).reshape(-1, 3)
        solid, (x, y, z) = self.view.target.cylinder, self.view.target.pose.at
        spots[:, 2] = np.clip(spots[:, 2], max(z, 0.0), z + solid.height)
        out = spots[:, :2] - (x, y)
        away = np.hypot(*out.T)
        spots[:, :2] -= out * (np.maximum(away - solid.radius, 0) / np.maximum(away, 1e-9))[:, None]
        if self.view.ends is not None:
            spots = spots[self.view.ends.depth(spots) >= 0]
        some = np.linspace(0, len(spots) - 1, min(_LOOKED_AT, len(spots))).astype(int)
        looked_at: Floats = spots[np.unique(some)]
        return looked_at

    def _count(self, start: Floats, spots: Floats) -> int:
        """How many points of the target are first met along clear lines from a start."""
        x, y, z = start.tolist()
        seen = region(self.view.target, None, (x, y, z), self.view.ends)
        if seen is None or holds_focus(self.view.target, start) or len(spots) == 0:
            return 0
        t = seen.entries(spots - start)
        ends = spots[np.isfinite(t) & (t > 1 - 1e-6)]
        toward = middle_of(self.view.viewer)
        cover = self.view.between.blockers(start, seen.box, toward)
        return int((cover.first(ends)[0] < 0).sum())

    def _climbed(self, start: Floats, count: int, spots: Floats) -> Floats:
        """A start moved over the viewer's surface to where it sees more."""
        for step in _STEPS:
            for _ in range(_ROUNDS):
                tried = [self._on_viewer(start + way * step) for way in (*np.eye(3), *-np.eye(3))]
                counts = [self._count(one, spots) for one in tried]
                i = int(np.argmax(counts))
                if counts[i] <= count:
                    break
                start, count = tried[i], counts[i]
        return start

    def _on_viewer(self, at: Floats) -> Floats:
        """The viewer's point nearest a point, as good as."""
        solid, (x, y, z) = self.view.viewer.cylinder, self.view.viewer.pose.at
        out = at[:2] - (x, y)
        if self.view.starts is not None:
            front = self.view.starts
            out -= np.array([front.x, front.y]) * min(float(front.depth(at)), 0.0)
        away = float(np.hypot(*out))
        out *= min(1.0, solid.radius / max(away, 1e-9))
        return np.array([x + out[0], y + out[1], np.clip(at[2], max(z, 0.0), z + solid.height)])


def _is_behind(patch: Patch, view: View) -> bool:
    return view.ends is not None and bool((view.ends.depth(patch.corners) < -EDGE).all())


def _seen_from(
    view: View, spot: Floats, patch: Patch, tally: Tally, glimpse: _Glimpse
) -> tuple[Outcome, Floats | None]:
    """Whether a point of the target is seen from any of the viewer, and from where."""
    seen = looking_back(view, spot)
    if seen is None:
        return Outcome.NO, None
    cover = view.between.blockers(spot, seen.box, middle_of(view.target))
    # Most are hidden, and this says so soonest.
    if hidden(cover, seen):
        tally.add_point(patch, cover, seen)
        return Outcome.NO, None
    near = near_side(seen).points
    if len(near) == 0:
        return Outcome.NO, None
    said, found = settle(cover, seen, lambda: near, 0.0, may_hide=False)
    if said is Outcome.YES and found is not None:
        glimpse.add(cover, spot, found.end)
        return Outcome.YES, found.end
    tally.add_point(patch, cover, seen)
    return Outcome.NO if said is None else said, None
