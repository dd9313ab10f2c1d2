"""Search for a line of fire: the target patch by patch, then point by point.

A patch that one flat blocker hides from the whole viewer is settled at once; others
are halved. Of the smallest ones a point is asked, exactly, whether any of the viewer
can be reached from it. The points lie so close that a part as large as is asked for
would hold one of them; what points see is then looked at from the other end.
"""

from typing import Final

import numpy as np

from meshes.mesh import Floats
from spatial.evidence import Blocker, Line, LineOfFire, sorted_blockers
from spatial.flat import flat_blocker
from spatial.front import EDGE
from spatial.gathering import blockers
from spatial.nearside import near_side
from spatial.outcome import Outcome
from spatial.reach import settle
from spatial.region import region
from spatial.sight import holds_focus
from spatial.surface import Patch, patches
from spatial.viewing import View, middle_of

SPACING: Final = 2.0
"""How far apart points lie where no least part is asked for, mm."""

_AROUND: Final = (1.0, 0.3)
_CLOSEST: Final = 4


def search(view: View, volume: Floats, toward: float, evidence: bool) -> LineOfFire:
    """Search a target for a part that a viewer sees.

    Parameters
    ----------
    view : View
    volume : ndarray of shape (n, 3)
        Corners of a polyhedron that holds where lines may start, mm.
    toward : float
        From viewer to target, radians.
    evidence : bool

    Returns
    -------
    LineOfFire
    """
    spacing = view.part if view.part > 0 else SPACING
    tally = _Tally()
    close: list[Floats] = []
    left = patches(view.target, toward)
    while left:
        patch = left.pop()
        if patch.is_off or not patch.faces_any(volume) or _is_behind(patch, view):
            continue
        flat = flat_blocker(view.scene, view.models, volume, patch.corners)
        if flat is not None:
            tally.patches += 1
            tally.add(patch, flat.piece, flat.line)
            continue
        if np.hypot(*patch.lengths) > spacing:
            left.extend(reversed(patch.halves()))
            continue
        spot = patch.spot(view.ends)
        if spot is None:
            continue
        tally.points += 1
        said, start = _seen_from(view, spot, patch, tally)
        if start is not None:
            found = view.from_point(start, evidence)
            said = found.outcome
            if said is Outcome.YES:
                return found
            close.append(start)
        tally.doubtful |= said is Outcome.UNDECIDED
    refined = _refined(view, close, evidence)
    if refined is not None:
        return refined
    outcome = Outcome.UNDECIDED if tally.doubtful else Outcome.NO
    return LineOfFire(
        outcome,
        "searched",
        blockers=tally.blockers(),
        spacing=spacing,
        points=tally.points,
        patches=tally.patches,
        too_small=bool(close),
    )


class _Tally:
    """What a search has counted so far: who hides how much, and by which line."""

    def __init__(self) -> None:
        self.points = self.patches = 0
        self.doubtful = False
        self._hides: dict[str, tuple[float, Line]] = {}

    def add(self, patch: Patch, piece: str, line: Line) -> None:
        """Count a patch for a piece that stops a line to it."""
        along, up = patch.lengths
        so_far, first = self._hides.get(piece, (0.0, line))
        self._hides[piece] = (so_far + along * up, first)

    def blockers(self) -> tuple[Blocker, ...]:
        """Return the pieces, each with its share of what was hidden."""
        whole = sum(area for area, _ in self._hides.values())
        found = [Blocker(name, area / whole, line) for name, (area, line) in self._hides.items()]
        return sorted_blockers(found)


def _is_behind(patch: Patch, view: View) -> bool:
    return view.ends is not None and bool((view.ends.depth(patch.corners) < -EDGE).all())


def _seen_from(
    view: View, spot: Floats, patch: Patch, tally: _Tally
) -> tuple[Outcome, Floats | None]:
    """Whether a point of the target is seen from any of the viewer, and from where."""
    x, y, z = spot.tolist()
    seen = region(view.viewer, None, (x, y, z), view.starts)
    if seen is None or holds_focus(view.viewer, spot):
        return Outcome.NO, None
    near = near_side(seen).points
    if len(near) == 0:
        return Outcome.NO, None
    cover = blockers(view.scene, spot, seen.box, middle_of(view.target), view.models)
    said, found = settle(cover, seen, lambda: near, 0.0)
    if said is Outcome.YES and found is not None:
        return Outcome.YES, found.end
    owner, t = cover.first(near[:1])
    if owner[0] >= 0:
        a, b, c = near[0].tolist()
        p, q, r = (spot + (near[0] - spot) * t[0]).tolist()
        tally.add(patch, cover.names[owner[0]], Line((a, b, c), (p, q, r)))
    return Outcome.NO if said is None else said, None


def _refined(view: View, close: list[Floats], evidence: bool) -> LineOfFire | None:
    """Look again round the points that saw something, though too little of it."""
    some = np.unique(np.linspace(0, len(close) - 1, min(_CLOSEST, len(close))).astype(int))
    solid, (x, y, z) = view.viewer.cylinder, view.viewer.pose.at
    for place in some:
        for step in _AROUND:
            for way in np.concatenate([np.eye(3), -np.eye(3)]):
                at = close[place] + way * step
                if (
                    np.hypot(at[0] - x, at[1] - y) > solid.radius
                    or not z <= at[2] <= z + solid.height
                ):
                    continue
                if view.starts is not None and view.starts.depth(at) < -EDGE:
                    continue
                found = view.from_point(at, False)
                if found.outcome is Outcome.YES:
                    return view.from_point(at, evidence)
    return None
