"""Where a volume looks from, and what a target shows to one point."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from meshes.mesh import Floats
from meshes.solids import point_of
from spatial.between import Between
from spatial.evidence import Blocker, LineOfFire, Sight, certificate
from spatial.front import Front
from spatial.gathering import blockers, clearance
from spatial.nearside import near_side
from spatial.openings import Opening
from spatial.outcome import Outcome
from spatial.polygons import Polygons
from spatial.prove import Proof, prove
from spatial.rays import Blockers
from spatial.reach import line_of, reach
from spatial.region import Region, region
from spatial.scene import Body, Scene
from spatial.sight import holds_focus
from spatial.square import Squares, square_at_once, square_fits
from spatial.tracing import OutlineError

_LIKELIEST: Final = 3
_BEST: Final = 5
_FEW: Final = 3
_PLENTY: Final = 0.5
_GLIMPSES: Final = 48
_ROUND: Final = (0.0, 45.0, -45.0, 90.0, -90.0)
_HEIGHTS: Final = (1.0, 0.5, 0.1)
_FINE: Final = 0.1


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """Who looks at whom, and what may stand between.

    Parameters
    ----------
    scene : Scene
    models : sequence of Body
        Troopers who stop lines.
    viewer, target : Body
    starts, ends : Front or None
        Where a line must start and end.
    part : float
        The side of the square that must be visible, mm.
    """

    scene: Scene
    models: Sequence[Body]
    viewer: Body
    target: Body
    starts: Front | None
    ends: Front | None
    part: float
    between: Between = field(init=False, repr=False)

    def __post_init__(self) -> None:
        found = Between(self.scene, self.models, self.viewer, self.target)
        object.__setattr__(self, "between", found)

    def glimpsed(self, start: Floats) -> float:
        """Return which share of some lines from a point to the target is clear."""
        seen = _region(self.target, start, self.ends)
        if seen is None or holds_focus(self.target, start):
            return 0.0
        near = near_side(seen).points[:_GLIMPSES]
        if len(near) == 0:
            return 0.0
        box = np.array([near.min(axis=0), near.max(axis=0)])
        cover = self.between.blockers(start, box, middle_of(self.viewer))
        return float((cover.first(near)[0] < 0).mean())

    def from_point(self, start: Floats, evidence: bool) -> LineOfFire:
        """Return what one point of the viewer sees of the target."""
        toward = middle_of(self.viewer)
        return looked(
            self.scene,
            self.models,
            start,
            toward,
            self.target,
            self.ends,
            self.part,
            evidence,
            self.between,
        )


def middle_of(body: Body) -> Floats:
    """Return the middle of a silhouette, shape (3,), mm."""
    x, y, z = body.pose.at
    return np.array([x, y, z + body.cylinder.height / 2])


def viewpoints(view: View) -> list[Floats]:
    """Return a few points of a viewer's surface from which most may be seen."""
    x, y, z = view.viewer.pose.at
    solid = view.viewer.cylinder
    p, q, _ = view.target.pose.at
    toward = math.degrees(math.atan2(q - y, p - x))
    found: list[Floats] = []
    for share in _HEIGHTS:
        for turn in _ROUND:
            angle = math.radians(toward + turn)
            at = np.array(
                [x + solid.radius * math.cos(angle), y + solid.radius * math.sin(angle), 0]
            )
            if view.starts is not None:
                # What is behind is brought to the border.
                short = min(float(view.starts.depth(at)), 0.0)
                at -= np.array([view.starts.x, view.starts.y, 0.0]) * short
            at[2] = max(z + share * solid.height, 0.0)
            found.append(at)
    return found


def first_glimpses(view: View) -> list[float]:
    """Return which shares of some lines the likeliest few points see, up to the first that
    sees anything."""
    shares: list[float] = []
    for start in viewpoints(view)[:_LIKELIEST]:
        shares.append(view.glimpsed(start))
        if shares[-1] > 0:
            break
    return shares


def likeliest(view: View, evidence: bool, glimpsed: Sequence[float]) -> LineOfFire | None:
    """Return a clear line from one of a few points of the viewer; None where none was found.

    With evidence it is from the one that sees most, else from the first that sees half
    of the target, or one of the best few.

    Parameters
    ----------
    view : View
    evidence : bool
    glimpsed : sequence of float
        What `first_glimpses` found.
    """
    tried: list[tuple[float, int, Floats]] = []
    for place, start in enumerate(viewpoints(view)):
        share = glimpsed[place] if place < len(glimpsed) else view.glimpsed(start)
        if not evidence and share > _PLENTY:
            found = view.from_point(start, False)
            if found.outcome is Outcome.YES:
                return found
        elif share > 0:
            tried.append((-round(share, 9), place, start))
    for _, _, start in sorted(tried, key=lambda one: one[:2])[: _BEST if evidence else _FEW]:
        found = view.from_point(start, evidence)
        if found.outcome is Outcome.YES:
            return found
    return None


def looked(
    scene: Scene,
    models: Sequence[Body],
    focus: Floats,
    toward: Floats,
    body: Body,
    front: Front | None,
    part: float,
    evidence: bool,
    between: Between | None = None,
) -> LineOfFire:
    """Return what a point sees of a silhouette, or of its part in front: exact.

    Parameters
    ----------
    scene : Scene
    models : sequence of Body
        Troopers who stop lines.
    focus : ndarray of shape (3,)
        Not in the silhouette, mm.
    toward : ndarray of shape (3,)
        A face through the focus blocks what leaves on its other side.
    body : Body
        Whose silhouette.
    front : Front or None
    part : float
        The side of the square that must be visible, mm; 0 where any line will do.
    evidence : bool
        Whether to say how much is hidden, by whom, and how large the part is.
    between : Between or None
        The cover between the focus's body and this one, where it has been gathered.
    """
    seen = _region(body, focus, front)
    near = np.empty((0, 3)) if seen is None else near_side(seen).points
    if seen is None or len(near) == 0:
        return LineOfFire(Outcome.NO, "arc")
    if between is None:
        cover = blockers(scene, focus, seen.box, toward, models)
    else:
        cover = between.blockers(focus, seen.box, toward)
    best = square_at_once(cover, seen, near, part) if part > 0 else None
    if part > 0 and not evidence:
        said = Outcome.YES
        if best is None:
            said, best = _square(cover, seen, near, part)
        line = None if best is None else line_of(best, point_of(focus))
        return LineOfFire(said, "square", line)
    proof = prove(cover, seen, near)
    if proof.is_flat:
        return LineOfFire(Outcome.NO, "arc")

    def room(end: Floats) -> float:
        return max(clearance(scene, focus, end, toward, models), 0.0)

    if not evidence and proof.outcome is Outcome.NO:
        return LineOfFire(Outcome.NO, "projection")
    side = None
    if best is not None:
        middle, side = _largest(cover, seen, near, part, best)
        end = (middle or best).end
        clear = Opening(end, room(end))
        found = Sight(Outcome.YES, "square", 0, line_of(clear, point_of(focus)))
    else:
        found = reach(cover, seen, near, proof, part, room)
        if not evidence:
            return LineOfFire(found.outcome, found.method, found.witness)
        if part > 0 and found.outcome is Outcome.YES:
            _, side = _largest(cover, seen, near, part)
    hidden, hiding = _hidden(cover, proof, seen, near, found)
    return LineOfFire(found.outcome, found.method, found.witness, side, hidden, hiding)


def _hidden(
    cover: Blockers, proof: Proof, seen: Region, near: Floats, found: Sight
) -> tuple[float, tuple[Blocker, ...]]:
    """Which share of the outline is hidden, and by whom."""
    if found.outcome is not Outcome.YES:
        return 1.0 if found.outcome is Outcome.NO else 0.0, found.blockers
    dark = Polygons.union(list(proof.shadows.values())) & proof.outline
    x, y, z = seen.focus.tolist()
    hiding = certificate(cover, proof, seen, near, (x, y, z))
    return min(round(dark.area / proof.outline.area, 9), 1.0), hiding


def _square(
    cover: Blockers, seen: Region, near: Floats, part: float
) -> tuple[Outcome, Opening | None]:
    try:
        return square_fits(cover, seen, near, part)
    except OutlineError:
        return Outcome.UNDECIDED, None


def _largest(
    cover: Blockers, seen: Region, near: Floats, known: float, best: Opening | None = None
) -> tuple[Opening | None, float]:
    """The side of the largest square that is visible, mm, found to a tenth; and the middle of
    where one as large as `known` may lie, or `best` where that takes too long to work out."""
    squares = Squares.of(cover, seen, near)
    if best is not None and not squares.many:
        best = squares.fits(known)[1] or best
    low, high = known, max(known, 2 * seen.radius)
    while high - low > _FINE:
        middle = (low + high) / 2
        if squares.many:
            fits = square_at_once(cover, seen, near, middle) is not None
        else:
            fits = squares.take(middle)
        low, high = (middle, high) if fits else (low, middle)
    return best, low


def _region(body: Body, focus: Floats, front: Front | None) -> Region | None:
    return region(body, None, point_of(focus), front)
