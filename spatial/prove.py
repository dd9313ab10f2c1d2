"""Proof by projection: a region's outline minus the shadows in front of it.

What is left decides. Where nothing is left that is as wide as an opening must
be, the answer is NO, and the shadows are the certificate. Where something is
left, the middle of the widest opening is a line, and the line is checked on its
own. Where neither can be shown, the answer is UNDECIDED.
"""

import math
from dataclasses import dataclass
from typing import Final

from meshes.mesh import Floats
from spatial.chart import Chart, chart, outline
from spatial.openings import ROOM, Opening, check, local_opening, middle
from spatial.outcome import Outcome
from spatial.polygons import Polygons
from spatial.rays import Blockers
from spatial.region import Region
from spatial.shadows import shade, shadows
from spatial.tracing import OutlineError, Trace

SLACKS: Final = (0.05, 0.005, 0.0003)
"""How far the outer outline may lie outside the true one, in mm, round by round."""

_FINEST: Final = 0.00002
"""The same, where nothing is decided otherwise."""


@dataclass(frozen=True, slots=True, eq=False)
class Proof:
    """What the projection shows.

    Parameters
    ----------
    outcome : Outcome
    opening : Opening or None
        On a YES, the widest.
    shadows : dict of int to Polygons
        What each piece hides, by place in the blockers' names.
    outline : Polygons
        A polygon that holds the region's outline.
    least : float
        Openings whose half width in the chart is below this don't count.
    is_flat : bool
        Whether the region itself is too thin to hold an opening: then nothing is
        proved, and exact lines decide.
    """

    outcome: Outcome
    opening: Opening | None
    shadows: dict[int, Polygons]
    outline: Polygons
    least: float
    is_flat: bool = False

    def hidden_by(self, owners: tuple[int, ...]) -> bool:
        """Whether some of the pieces hide everything between them."""
        cover = Polygons.union([self.shadows[owner] for owner in owners])
        return (self.outline - cover).shrunk(self.least).empty


def hidden(cover: Blockers, region: Region) -> bool:
    """Return whether shadows close even a simple polygon round the region's outline.

    A quick NO for a region well behind its cover; False says nothing.
    """
    view = chart(region)
    corners = region.hull
    depths = view.depths(corners)
    if len(corners) == 0 or depths.min() < 1e-3 * depths.max():
        return False
    around = view.project(corners)
    hold = Polygons.hull(around)
    least = ROOM / (float(depths.max()) * 1.01)
    left = hold - shade(cover, region, view, around)
    return left.empty or left.shrunk(least).empty


def prove(cover: Blockers, region: Region, near: Floats) -> Proof:
    """Decide whether any line from a focus reaches a region.

    Parameters
    ----------
    cover : Blockers
        Everything that may stand between.
    region : Region
    near : ndarray of shape (n, 3)
        Some points of the region's near side, mm, not all in one line of sight.

    Returns
    -------
    Proof
    """
    view = chart(region)
    try:
        trace, depth = outline(view, region, near)
    except OutlineError:
        return Proof(Outcome.UNDECIDED, None, {}, Polygons(), 0.0)
    # No blocker that counts is farther than the near side: an opening as wide as
    # it must be there is at least this wide in the chart.
    least = ROOM / ((depth + 1.0) * 1.01)
    nearest = float(view.depths(near).min())
    if Polygons([trace.inner]).shrunk(1.5 * ROOM / nearest).empty:
        trace.refine(SLACKS[-1] / depth)
        if Polygons([trace.inner]).shrunk(1.5 * ROOM / nearest).empty:
            hold = Polygons([trace.outer])
            return Proof(Outcome.UNDECIDED, None, {}, hold, least, is_flat=True)
    proof = None
    for slack in SLACKS:
        trace.refine(slack / depth)
        for cuts in (False, True):
            proof = _attempt(cover, region, view, trace, least, cuts)
            if proof.outcome is not Outcome.UNDECIDED:
                return proof
    assert proof is not None
    proof = _narrow(cover, region, view, proof)
    if proof.outcome is Outcome.UNDECIDED:
        # An opening about as wide as one must be, along the rim: that rim closer still.
        trace.refine(_FINEST / depth)
        proof = _attempt(cover, region, view, trace, least, True)
        if proof.outcome is Outcome.UNDECIDED:
            proof = _narrow(cover, region, view, proof)
    return proof


def _attempt(
    cover: Blockers, region: Region, view: Chart, trace: Trace, least: float, cuts: bool
) -> Proof:
    hold = Polygons([trace.outer])
    dark = shadows(cover, region, view, trace.outer, cuts)
    left = (hold - Polygons.union(list(dark.values()))).shrunk(least)
    if left.empty and math.isfinite(trace.slack()):
        return Proof(Outcome.NO, None, dark, hold, least)
    best: Opening | None = None
    for part in sorted(left.parts(), key=lambda part: -part.area)[:8]:
        spot, radius = middle(part)
        found = check(cover, region, view, spot, radius + least)
        if found is not None and (best is None or found.room > best.room):
            best = found
    outcome = Outcome.UNDECIDED if best is None else Outcome.YES
    return Proof(outcome, best, dark, hold, least)


def _narrow(cover: Blockers, region: Region, view: Chart, proof: Proof) -> Proof:
    """Openings too narrow to call in the whole chart, each looked at by itself."""
    dark = Polygons.union(list(proof.shadows.values()))
    left = (proof.outline - dark).shrunk(proof.least)
    closed = True
    for part in left.parts():
        spot = local_opening(cover, region, view, part, proof.least, proof.outline)
        if spot is None:
            continue
        closed = False
        found = check(cover, region, view, *spot)
        if found is not None:
            return Proof(Outcome.YES, found, proof.shadows, proof.outline, proof.least)
    if not closed:
        return Proof(Outcome.UNDECIDED, None, proof.shadows, proof.outline, proof.least)
    # What is left is no opening; a set of pieces hides as much as all of them where it
    # leaves no more.
    _, radius = middle(left)
    least = proof.least + radius
    while not (proof.outline - dark).shrunk(least).empty:
        least *= 1.05
    return Proof(Outcome.NO, None, proof.shadows, proof.outline, least)
