"""What a search counts: who hides how much of a target, and a line that each stops."""

import math
from collections.abc import Sequence
from itertools import product
from typing import Final

import numpy as np

from meshes.mesh import Floats, Ints
from meshes.solids import point_of
from spatial.evidence import Blocker, Line, sorted_blockers
from spatial.flat import Screens
from spatial.fused import Fused
from spatial.nearside import near_side
from spatial.rays import Blockers
from spatial.region import Region, region
from spatial.sight import holds_focus
from spatial.surface import Patch
from spatial.viewing import View, middle_of, viewpoints

_LINES: Final = 3
_LARGE: Final = 6.0


class Tally:
    """Counts of a search.

    Parameters
    ----------
    view : View
    screens : Screens
        Between the two.
    b : ndarray of shape (n, 3)
        Corners of a polyhedron that holds the target, mm.
    evidence : bool
        Whether to say who hides how much: then each patch is to be hidden by one plane.
    """

    def __init__(self, view: View, screens: Screens, b: Floats, evidence: bool) -> None:
        self.screens, self._b = screens, b
        self._fused: Fused | None = None
        self._view, self._evidence = view, evidence
        self.points = self.patches = 0
        self.doubtful = False
        self._areas: dict[str, float] = {}
        self._stopped: dict[str, list[tuple[Floats, Floats]]] = {}

    def is_hidden(self, patch: Patch) -> bool:
        """Whether screens hide a patch; one that is hidden is counted."""
        if not self._evidence:
            # Of small ones the points are asked sooner.
            large = math.hypot(*patch.lengths) > _LARGE
            hidden = large and self.screens.hides(patch.corners)
            self.patches += hidden
            return hidden
        hiding = self.screens.hiding(patch.corners)
        if hiding:
            self.patches += 1
            self._add_patch(patch, hiding)
        return bool(hiding)

    def is_blind(self, patch: Patch, spot: Floats) -> bool:
        """Whether screens hide all of the viewer from a patch's point; if so it is counted."""
        if self._fused is None:
            self._fused = Fused(self.screens.between(self._b))
        if not self._fused.hides_from(spot):
            return False
        if self._evidence:
            seen, toward = looking_back(self._view, spot), middle_of(self._view.target)
            if seen is not None:
                cover = self._view.between.blockers(spot, seen.box, toward)
                self.add_point(patch, cover, seen)
        return True

    def _add_patch(self, patch: Patch, hiding: Sequence[tuple[str, float]]) -> None:
        middle = patch.corners.mean(axis=0)
        whole = math.fsum(share for _, share in hiding)
        for name, share in hiding:
            self._add(name, patch, share / whole, middle_of(self._view.viewer), middle)

    def add_point(self, patch: Patch, cover: Blockers, seen: Region) -> None:
        """Count a patch whose point sees nothing of the viewer."""
        if not self._evidence:
            return
        near = near_side(seen).points
        some = near[:: max(1, len(near) // 8)]
        owner, _ = cover.first(some)
        for who in np.unique(owner[owner >= 0]):
            mine = owner == who
            share = float(mine.sum() / (owner >= 0).sum())
            self._add(cover.names[who], patch, share, some[mine][0], seen.focus)

    def _add(self, name: str, patch: Patch, share: float, start: Floats, end: Floats) -> None:
        along, up = patch.lengths
        self._areas[name] = self._areas.get(name, 0.0) + along * up * share
        lines = self._stopped.setdefault(name, [])
        if len(lines) < _LINES:
            lines.append((start, end))

    def blockers(self) -> tuple[Blocker, ...]:
        """Return the pieces, each with its share of what was hidden and a line it stops."""
        between = Lines(self._view)
        whole = math.fsum(self._areas.values())
        found = []
        for name, area in self._areas.items():
            line = between.stopped_by(name, self._stopped[name])
            if line is not None:
                found.append(Blocker(name, area / whole, line))
        return sorted_blockers(found)


def looking_back(view: View, spot: Floats) -> Region | None:
    """Return the viewer as a point of the target sees it; None where it sees nothing."""
    if holds_focus(view.viewer, spot):
        return None
    return region(view.viewer, None, point_of(spot), view.starts)


class Lines:
    """Lines from a few points of a viewer to a few of its target, middles first.

    Parameters
    ----------
    view : View
    """

    def __init__(self, view: View) -> None:
        self._view = view
        self._starts = [middle_of(view.viewer), *viewpoints(view)]
        end = middle_of(view.target)
        solid = view.target.cylinder
        up = np.array([0.0, 0.0, 0.45 * solid.height])
        ends = [end, end + up, end - up]
        x, y, _ = (end - self._starts[0]).tolist()
        aside = np.array([-y, x, 0.0]) * (0.9 * solid.radius / max(float(np.hypot(x, y)), 1e-9))
        ends += [one + aside * side for one in ends for side in (1.0, -1.0)]
        if view.ends is not None:
            # What is behind is brought to the border.
            way = np.array([view.ends.x, view.ends.y, 0.0])
            ends = [one - way * min(float(view.ends.depth(one)), 0.0) for one in ends]
        self._ends = np.array(ends)
        self._cast: dict[int, tuple[Blockers, Ints, Floats]] = {}

    def stopped_by(self, name: str, others: Sequence[tuple[Floats, Floats]] = ()) -> Line | None:
        """Return a line up to a piece: one that meets it first, or else after other pieces;
        None where the piece stops none of them.

        Parameters
        ----------
        name : str
            The piece.
        others : sequence of (ndarray of shape (3,), ndarray of shape (3,))
            Further lines from the viewer to the target, mm, which are tried before.
        """
        cast = [self._alone(*line) for line in others]
        places = list(product(range(len(self._ends)), range(len(self._starts))))
        for start, end, cover in cast:
            owner, t = cover.first(end)
            if owner[0] >= 0 and cover.names[owner[0]] == name:
                return _up_to(start, end[0], t[0])
        for j, i in places:
            cover, owner, t = self._from(i)
            if owner[j] >= 0 and cover.names[owner[j]] == name:
                return _up_to(self._starts[i], self._ends[j], t[j])
        for start, end, cover in cast:
            t = _only(cover, name).first(end)[1]
            if t[0] < np.inf:
                return _up_to(start, end[0], t[0])
        alone = [
            _only(self._from(i)[0], name).first(self._ends)[1] for i in range(len(self._starts))
        ]
        for j, i in places:
            if alone[i][j] < np.inf:
                return _up_to(self._starts[i], self._ends[j], alone[i][j])
        return None

    def _alone(self, start: Floats, end: Floats) -> tuple[Floats, Floats, Blockers]:
        """One line, its end in an array, and what may stop it."""
        box = np.array([np.minimum(start, end), np.maximum(start, end)])
        cover = self._view.between.blockers(start, box, middle_of(self._view.viewer))
        return start, end[None], cover

    def _from(self, i: int) -> tuple[Blockers, Ints, Floats]:
        """What stops the lines from one start first, and where."""
        if i not in self._cast:
            start, ends = self._starts[i], self._ends
            box = np.array([ends.min(axis=0), ends.max(axis=0)])
            cover = self._view.between.blockers(start, box, middle_of(self._view.viewer))
            self._cast[i] = (cover, *cover.first(ends))
        return self._cast[i]


def _only(cover: Blockers, name: str) -> Blockers:
    return cover.only(*(who for who, one in enumerate(cover.names) if one == name))


def _up_to(start: Floats, end: Floats, t: float) -> Line:
    return Line(point_of(start), point_of(start + (end - start) * t))
