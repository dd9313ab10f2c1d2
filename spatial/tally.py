"""What a search counts: who hides how much of a target, and a line that each stops."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from meshes.mesh import Floats
from meshes.solids import point_of
from spatial.evidence import Blocker, Line, sorted_blockers
from spatial.gathering import blockers
from spatial.rays import Blockers
from spatial.surface import Patch
from spatial.viewing import View, middle_of, viewpoints

_LINES: Final = 3


class Tally:
    """Counts of a search.

    Parameters
    ----------
    view : View
    """

    def __init__(self, view: View) -> None:
        self._view = view
        self.points = self.patches = 0
        self.doubtful = False
        self._areas: dict[str, float] = {}
        self._stopped: dict[str, list[tuple[Floats, Floats]]] = {}

    def add_patch(self, patch: Patch, hiding: Sequence[tuple[str, float]]) -> None:
        """Count a patch that pieces hide between them, each so much."""
        self.patches += 1
        middle = patch.corners.mean(axis=0)
        whole = sum(share for _, share in hiding)
        for name, share in hiding:
            self._add(name, patch, share / whole, middle_of(self._view.viewer), middle)

    def add_point(self, patch: Patch, cover: Blockers, spot: Floats, near: Floats) -> None:
        """Count a patch whose point sees none of some points of the viewer."""
        some = near[:: max(1, len(near) // 8)]
        owner, _ = cover.first(some)
        for who in np.unique(owner[owner >= 0]):
            mine = owner == who
            share = float(mine.sum() / (owner >= 0).sum())
            self._add(cover.names[who], patch, share, some[mine][0], spot)

    def _add(self, name: str, patch: Patch, share: float, start: Floats, end: Floats) -> None:
        along, up = patch.lengths
        self._areas[name] = self._areas.get(name, 0.0) + along * up * share
        lines = self._stopped.setdefault(name, [])
        if len(lines) < _LINES:
            lines.append((start, end))

    def blockers(self) -> tuple[Blocker, ...]:
        """Return the pieces, each with its share of what was hidden and a line it stops."""
        between = lines_between(self._view)
        whole = sum(self._areas.values())
        found = []
        for name, area in self._areas.items():
            line = stopped_line(self._view, name, [*self._stopped[name], *between])
            if line is not None:
                found.append(Blocker(name, area / whole, line))
        return sorted_blockers(found)


def lines_between(view: View) -> list[tuple[Floats, Floats]]:
    """Return lines from a few points of a viewer to a few of its target, middles first."""
    starts = [middle_of(view.viewer), *viewpoints(view)]
    end = middle_of(view.target)
    solid = view.target.cylinder
    up = np.array([0.0, 0.0, 0.45 * solid.height])
    ends = [end, end + up, end - up]
    x, y, _ = (end - starts[0]).tolist()
    aside = np.array([-y, x, 0.0]) * (0.9 * solid.radius / max(float(np.hypot(x, y)), 1e-9))
    ends += [one + aside * side for one in ends for side in (1.0, -1.0)]
    if view.ends is not None:
        # What is behind is brought to the border.
        way = np.array([view.ends.x, view.ends.y, 0.0])
        ends = [one - way * min(float(view.ends.depth(one)), 0.0) for one in ends]
    return [(a, b) for b in ends for a in starts]


def stopped_line(view: View, name: str, lines: Sequence[tuple[Floats, Floats]]) -> Line | None:
    """Return a line up to a piece: one that meets it first, if there is one.

    Parameters
    ----------
    view : View
    name : str
        The piece.
    lines : sequence of (ndarray of shape (3,), ndarray of shape (3,))
        From the viewer to the target, mm.

    Returns
    -------
    Line or None
        None where the piece stops none of them.
    """
    behind = None
    for start, end in lines:
        box = np.array([np.minimum(start, end), np.maximum(start, end)])
        cover = blockers(view.scene, start, box, middle_of(view.viewer), view.models)
        if name not in cover.names:
            continue
        who = cover.names.index(name)
        owner, t = cover.first(end[None, :])
        if owner[0] == who:
            return Line(point_of(start), point_of(start + (end - start) * t[0]))
        owner, t = cover.only(who).first(end[None, :])
        if owner[0] == who and behind is None:
            behind = Line(point_of(start), point_of(start + (end - start) * t[0]))
    return behind
