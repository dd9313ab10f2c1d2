"""The evidence of sight: a line to check with a thread, or who hides what."""

from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

import numpy as np

from meshes.mesh import Floats, Ints
from meshes.solids import Point, point_of
from spatial.chart import chart
from spatial.openings import middle
from spatial.outcome import Outcome
from spatial.prove import Proof
from spatial.rays import Blockers
from spatial.region import Region

_SMALLEST: Final = 3


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line on the table, from `start` to `end`, mm."""

    start: Point
    end: Point


@dataclass(frozen=True, slots=True)
class Witness:
    """A clear line, for anyone to check with a thread.

    Parameters
    ----------
    line : Line
        From the focus to the silhouette.
    clearance : float
        How far it stays from all total cover it passes, mm, square to it; 50
        where it is 50 or more.
    width : float or None
        Of the opening whose middle it is, mm, where that was asked for: between
        blockers where the line passes them, or to the region's outline.
    """

    line: Line
    clearance: float
    width: float | None = None


@dataclass(frozen=True, slots=True)
class Blocker:
    """A piece that hides some of the region.

    Parameters
    ----------
    piece : str
    share : float
        Of the region's outline as the focus sees it, what it hides: 0 to 1.
        Shares overlap where one piece stands behind another.
    line : Line
        A line it stops, up to the piece.
    needed : bool
        Whether it is one of a smallest set that together hides everything.
    alone : bool
        Whether taking away this piece alone would open a line.
    """

    piece: str
    share: float
    line: Line
    needed: bool = False
    alone: bool = False


@dataclass(frozen=True, slots=True)
class Sight:
    """Whether a point can reach a region, and the evidence.

    Parameters
    ----------
    outcome : Outcome
    method : {"inside", "line", "bare contact", "projection", "square", "table"}
        The focus lies in the region; a clear line was found; exact lines to a
        contact without depth; the outline less all shadows; the same for a square
        that must fit through; the silhouette lies below the table's top.
    lines : int
        How many were cast.
    witness : Witness or None
        On a YES.
    blockers : tuple of Blocker
        Otherwise, the largest share first.
    """

    outcome: Outcome
    method: str
    lines: int = 0
    witness: Witness | None = None
    blockers: tuple[Blocker, ...] = ()


@dataclass(frozen=True, slots=True)
class LineOfFire:
    """Whether one volume or point sees another, and the evidence.

    Parameters
    ----------
    outcome : Outcome
    method : str
        ``"square"``, ``"line"`` or ``"projection"``: a clear line was found, and where
        it was asked for, a square of the least visible part round its end;
        ``"inside"``: the two touch; ``"arc"``: the target lies wholly behind;
        ``"enclosed"``: one of them stands wholly inside another model;
        ``"flat blocker"``: one flat face, or what a plane cuts of solids and models,
        stops every line, proved for both volumes at once; ``"searched"``: the target
        was looked at patch by patch and point by point.
    witness : Witness or None
        On a YES: from a point of the viewer to a point of the target.
    part : float or None
        The side of the largest square of the target seen from the witness's start, mm.
    hidden : float or None
        Share of the target's outline that is hidden from the witness's start: 0 to 1.
    blockers : tuple of Blocker
        On a YES, what hides part of the target from there; otherwise who stops the
        lines, the largest share first.
    spacing : float or None
        Of the points that were looked at one by one, mm, where it was searched.
    points : int
        How many these were.
    patches : int
        How many patches of the target were each proved to be hidden by a plane's cover.
    too_small : bool
        Whether clear lines were found, but no visible part as large as it must be.
    """

    outcome: Outcome
    method: str
    witness: Witness | None = None
    part: float | None = None
    hidden: float | None = None
    blockers: tuple[Blocker, ...] = ()
    spacing: float | None = None
    points: int = 0
    patches: int = 0
    too_small: bool = False

    @property
    def is_certified(self) -> bool:
        """Whether the answer is proved, and not only searched for."""
        return self.outcome is not Outcome.UNDECIDED and self.method != "searched"


def turned_round(seen: LineOfFire) -> LineOfFire:
    """Return the same with the witness from its other end: the viewer becomes the seen.

    Examples
    --------
    >>> line = Line((0, 0, 30), (90, 0, 20))
    >>> turned_round(LineOfFire(Outcome.YES, "line", Witness(line, 9.0))).witness.line
    Line(start=(90, 0, 20), end=(0, 0, 30))
    """
    witness = seen.witness
    if witness is not None:
        line = Line(witness.line.end, witness.line.start)
        witness = replace(witness, line=line)
    return replace(seen, witness=witness)


def flat_certificate(cover: Blockers, ends: Floats, focus: Point) -> tuple[Blocker, ...]:
    """Return the pieces that stop every line to a region without depth.

    Parameters
    ----------
    cover : Blockers
    ends : ndarray of shape (n, 3)
        Points of the region, mm; none of them is reached.
    focus : tuple of 3 floats
    """

    def hide_all(owners: list[int]) -> bool:
        return bool((cover.only(*owners).first(ends)[0] >= 0).all())

    alone = {who: cover.only(who).first(ends)[0] >= 0 for who in range(len(cover.names))}
    shares = {who: float(stops.mean()) for who, stops in alone.items() if stops.any()}
    owners = sorted(shares, key=lambda who: shares[who])
    needed = list(owners)
    for who in owners:
        fewer = [other for other in needed if other != who]
        needed = fewer if hide_all(fewer) else needed
    found = []
    for who in owners:
        owner, t = cover.only(who).first(ends)
        line = stopped(cover, ends, owner, t, focus)[who]
        opens = not hide_all([other for other in owners if other != who])
        found.append(Blocker(cover.names[who], shares[who], line, who in needed, opens))
    return sorted_blockers(found)


def sorted_blockers(found: list[Blocker]) -> tuple[Blocker, ...]:
    """Return blockers with the largest share first, those of one share by name.

    Examples
    --------
    >>> line = Line((0, 0, 0), (1, 0, 0))
    >>> some = [Blocker(name, share, line) for name, share in (("b", 0.5), ("c", 0.9), ("a", 0.5))]
    >>> [one.piece for one in sorted_blockers(some)]
    ['c', 'a', 'b']
    """
    return tuple(sorted(found, key=lambda one: (-round(one.share, 6), one.piece)))


def certificate(
    cover: Blockers, proof: Proof, region: Region, near: Floats, focus: Point
) -> tuple[Blocker, ...]:
    """Return the pieces that hide a region, each with its share and a line it stops.

    Parameters
    ----------
    cover : Blockers
    proof : Proof
    region : Region
    near : ndarray of shape (n, 3)
        Points of the region's near side, mm.
    focus : tuple of 3 floats
    """
    whole = proof.outline.area
    shares = {who: (dark & proof.outline).area / whole for who, dark in proof.shadows.items()}
    owners = [who for who in sorted(shares, key=lambda who: -shares[who]) if shares[who] > 0]
    lines: dict[int, Line] = {}
    owner, stops = cover.first(near)
    for who in owners:
        mine, t, ends = owner == who, stops, near
        if not mine.any():
            # It stands behind others everywhere: its lines are shown without them.
            ends = np.concatenate([near, _within(proof, who, region)])
            behind, t = cover.only(who).first(ends)
            mine = behind == who
        lines |= stopped(
            cover, ends[mine], np.full(mine.sum(), who, dtype=np.int32), t[mine], focus
        )
    needed = _smallest(proof, tuple(owners)) if proof.outcome is Outcome.NO else ()
    found = []
    for who in owners:
        if who not in lines:
            continue
        rest = tuple(other for other in owners if other != who)
        alone = proof.outcome is Outcome.NO and not proof.hidden_by(rest)
        found.append(
            Blocker(cover.names[who], min(shares[who], 1.0), lines[who], who in needed, alone)
        )
    return sorted_blockers(found)


def _within(proof: Proof, who: int, region: Region) -> Floats:
    """The end of a line through the middle of what a piece hides, shape (n, 3)."""
    spot, _ = middle(proof.shadows[who] & proof.outline)
    ways = chart(region).directions(spot[None, :])
    t = region.entries(ways)
    reached = np.isfinite(t)
    ends: Floats = region.focus + ways[reached] * t[reached, None]
    return ends


def _smallest(proof: Proof, owners: tuple[int, ...]) -> tuple[int, ...]:
    """A smallest set of pieces that hides everything: tried by size, then thinned out."""
    for size in range(1, min(_SMALLEST, len(owners)) + 1):
        for some in combinations(owners, size):
            if proof.hidden_by(some):
                return some
    left = owners
    for who in reversed(owners):
        fewer = tuple(other for other in left if other != who)
        if proof.hidden_by(fewer):
            left = fewer
    return left


def stopped(cover: Blockers, ends: Floats, owner: Ints, t: Floats, focus: Point) -> dict[int, Line]:
    """Return for each piece the middle one of the lines it stops, up to the piece."""
    lines: dict[int, Line] = {}
    for who in np.unique(owner[owner >= 0]):
        mine = np.flatnonzero(owner == who)
        centre = ends[mine].mean(axis=0)
        one = mine[int(np.linalg.norm(ends[mine] - centre, axis=1).round(6).argmin())]
        end = cover.focus + (ends[one] - cover.focus) * t[one]
        lines[int(who)] = Line(focus, point_of(end))
    return lines
