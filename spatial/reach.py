"""Whether a region is reached from its focus: the part that every kind of sight shares."""

from collections.abc import Callable
from typing import Final

import numpy as np

from meshes.mesh import Floats
from meshes.solids import Point, point_of
from spatial.chart import chart
from spatial.evidence import Line, Sight, Witness, certificate
from spatial.gathering import WIDEST
from spatial.openings import ROOM, Opening, rim
from spatial.outcome import Outcome
from spatial.prove import Proof, hidden, prove
from spatial.rays import Blockers
from spatial.region import Region
from spatial.square import square_fits
from spatial.tracing import OutlineError

FIRST: Final = 200
"""How many samples of a near side are tried for a clear line before anything is proved."""

_GLANCES: Final = (np.stack(np.meshgrid(*[np.arange(6)] * 2), axis=-1).reshape(-1, 2) + 0.5) / 6
_TRIED: Final = 24


def reach(
    cover: Blockers,
    seen: Region,
    near: Floats,
    proof: Proof,
    opening: float,
    room: Callable[[Floats], float],
) -> Sight:
    """Return whether a region is reached, with the evidence.

    Parameters
    ----------
    cover : Blockers
        Everything that may stand between.
    seen : Region
    near : ndarray of shape (n, 3)
        Points of its near side, mm.
    proof : Proof
        Of this region, and not flat.
    opening : float
        The side of the square that must fit through, mm; 0 where any opening will do.
    room : callable
        From the end of a clear line to how far the line stays from all cover, mm.
    """
    focus = point_of(seen.focus)
    if opening > 0 and proof.outcome is not Outcome.NO:
        try:
            fits, best = square_fits(cover, seen, near, opening)
        except OutlineError:
            # Of a region as thin as a hair no outline can be traced.
            fits, best = Outcome.UNDECIDED, None
        if best is not None:
            best = Opening(best.end, room(best.end), best.width)
            return Sight(Outcome.YES, "square", 0, line_of(best, focus))
        hides = certificate(cover, proof, seen, near, focus)
        return Sight(fits, "square", 0, None, hides)
    if proof.outcome is Outcome.NO:
        hides = certificate(cover, proof, seen, near, focus)
        return Sight(Outcome.NO, "projection", 0, None, hides)
    method, best, cast = "projection", proof.opening, 0
    if best is None:
        owner, _ = cover.first(near)
        method, best, cast = "line", clear_line(cover, seen, near[owner < 0]), len(near)
    if best is None:
        hides = certificate(cover, proof, seen, near, focus)
        return Sight(Outcome.UNDECIDED, "projection", cast, None, hides)
    clear_by = room(best.end)
    width = None if best.width is None else min(best.width, 2 * clear_by)
    return Sight(Outcome.YES, method, cast, line_of(Opening(best.end, clear_by, width), focus))


def settle(
    cover: Blockers,
    seen: Region,
    near: Callable[[], Floats],
    opening: float,
    may_hide: bool = True,
) -> tuple[Outcome | None, Opening | None]:
    """Return the outcome of `reach` without its evidence, as fast as it goes.

    Parameters
    ----------
    cover : Blockers
    seen : Region
    near : callable
        Gives points of its near side, shape (n, 3), mm; only asked for where needed.
    opening : float
        The side of the square that must fit through, mm.
    may_hide : bool
        Whether `spatial.prove.hidden` hasn't been asked yet.

    Returns
    -------
    outcome : Outcome or None
        None where the region is too thin to hold an opening.
    line : Opening or None
        On a YES that a line settled.
    """
    found = clear_line(cover, seen, glance(cover, seen)) if opening <= 0 else None
    if found is not None:
        return Outcome.YES, found
    if may_hide and hidden(cover, seen):
        return Outcome.NO, None
    samples = near()
    proof = None
    if opening > 0:
        proof = prove(cover, seen, samples)
        if not proof.is_flat:
            return square_fits(cover, seen, samples, opening)[0], None
    owner, _ = cover.first(samples[:FIRST])
    found = clear_line(cover, seen, samples[:FIRST][owner < 0])
    if found is not None:
        return Outcome.YES, found
    proof = prove(cover, seen, samples) if proof is None else proof
    if proof.is_flat:
        return None, None
    if proof.outcome is Outcome.UNDECIDED:
        owner, _ = cover.first(samples)
        found = clear_line(cover, seen, samples[owner < 0])
        if found is not None:
            return Outcome.YES, found
    return proof.outcome, proof.opening


def glance(cover: Blockers, seen: Region) -> Floats:
    """Return the ends of a few clear lines, cast before anything is worked out in full."""
    view = chart(seen)
    corners = seen.hull
    if len(corners) == 0 or view.depths(corners).min() <= 0:
        return np.empty((0, 3))
    spots = view.project(corners)
    low, high = spots.min(axis=0), spots.max(axis=0)
    ways = view.directions(low + (high - low) * _GLANCES)
    ways = ways[seen.holds(ways)]
    ends: Floats = seen.focus + ways * seen.entries(ways)[:, None]
    return ends[cover.first(ends)[0] < 0]


def line_of(found: Opening, focus: Point) -> Witness:
    """Return a clear line as a witness."""
    return Witness(Line(focus, point_of(found.end)), found.clearance, found.width)


def clear_line(cover: Blockers, seen: Region, clear: Floats) -> Opening | None:
    """Return the first of some clear lines that has room to spare."""
    some = np.unique(np.linspace(0, len(clear) - 1, min(_TRIED, len(clear))).astype(int))
    # From the middle outwards: the coarse samples' rim is the likeliest to graze.
    for end in clear[some[np.argsort(np.abs(some - len(clear) // 2), kind="stable")]]:
        room = min(cover.clearance(end), WIDEST)
        if room >= ROOM and rim(seen, end):
            return Opening(end, room)
    return None
