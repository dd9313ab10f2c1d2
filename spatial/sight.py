"""`sight`: what a point can reach of a silhouette inside a template.

Two stages, one answer. Lines are cast at samples of the region's near side: the
first that is clear with room to spare settles a YES. The proof by projection
settles the rest, and finds the evidence: the middle of the widest opening, or
the pieces that hide everything.
"""

from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np

from meshes.mesh import Floats
from meshes.solids import Point
from spatial.contact import TOUCH, Contact
from spatial.nearside import near_side
from spatial.openings import ROOM, Opening, rim
from spatial.outcome import Outcome
from spatial.prove import Proof, prove
from spatial.rays import TABLE, Blockers, blockers
from spatial.region import Region, region
from spatial.scene import Body, Scene

BARE: Final = 0.001
"""A contact no deeper than this, in mm, is bare: its region is as good as flat, and
exact lines decide it."""

_TRIED: Final = 24
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
        How far it stays from everything it passes, mm; inf where it passes
        nothing.
    """

    line: Line
    clearance: float


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
    method : {"inside", "line", "bare contact", "projection", "table"}
        The focus lies in the region; a clear line was found; exact lines to a
        contact without depth; the outline less all shadows; the silhouette lies
        below the table's top.
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


def sight(
    scene: Scene,
    focus: Point,
    silhouette: Body,
    template: Body,
    touch: Contact,
    user: Body,
    evidence: bool = True,
) -> Sight:
    """Ask whether a line from a template's focus reaches a silhouette inside it.

    Parameters
    ----------
    scene : Scene
        Its blocking bodies and the table stop lines; touching blocks.
    focus : tuple of 3 floats
        In the template, mm.
    silhouette, template : Body
        In contact.
    touch : Contact
        Their contact.
    user : Body
        Who placed the template: a face through the focus blocks what leaves on
        the side away from the user's body.
    evidence : bool
        Whether to find the widest opening and the pieces' shares, or only the
        outcome.

    Returns
    -------
    Sight

    Examples
    --------
    >>> from meshes.solids import Cylinder, SweptBall
    >>> from spatial.contact import contact
    >>> from spatial.scene import Pose, template_body, trooper_body
    >>> user = trooper_body("Beta", Cylinder(12.5, 40), (0, 0, 0))
    >>> enemy = trooper_body("1", Cylinder(12.5, 40), (100, 0, 0))
    >>> tip = (12.5, 0.0, 0.0)
    >>> flame = template_body("A", SweptBall(0, 130, 0, 30, 0, 30), Pose(tip))
    >>> touch = contact(enemy, flame)
    >>> sight(Scene((user, enemy)), tip, enemy, flame, touch, user).outcome
    <Outcome.YES: 'YES'>
    """
    origin = np.array(focus)
    if _inside(silhouette, origin):
        here = Line(focus, focus)
        return Sight(Outcome.YES, "inside", 0, Witness(here, float("inf")))
    seen = region(silhouette, template, focus)
    if seen is None:
        under = Blocker(TABLE, 1.0, Line(focus, focus), True, True)
        return Sight(Outcome.NO, "table", 0, None, (under,))
    deepest = np.array(touch.on_a)
    middle = np.array(user.pose.at)
    middle[2] += user.cylinder.height / 2
    near = near_side(seen, deepest)
    box = np.array([np.minimum(seen.box[0], deepest), np.maximum(seen.box[1], deepest)])
    cover = blockers(scene, origin, box, middle)
    if touch.gap >= -BARE:
        return _bare(cover, near.points, focus)
    owner, _ = cover.first(near.points[:200])
    found = _witness(cover, seen, near.points[:200][owner < 0])
    if found is not None and not evidence:
        return Sight(Outcome.YES, "line", len(owner), _line_of(found, focus))
    proof = prove(cover, seen, near.points)
    if found is not None and (proof.opening is None or proof.opening.clearance < found.clearance):
        return Sight(Outcome.YES, "line", len(owner), _line_of(found, focus))
    if proof.opening is not None:
        return Sight(Outcome.YES, "projection", len(owner), _line_of(proof.opening, focus))
    if not evidence:
        return Sight(proof.outcome, "projection", len(owner))
    return Sight(
        proof.outcome,
        "projection",
        len(owner),
        None,
        _certificate(cover, proof, near.points, focus),
    )


def _inside(silhouette: Body, point: Floats) -> bool:
    """Whether a point lies in a silhouette; its surface counts."""
    x, y, z = point - np.array(silhouette.pose.at)
    solid = silhouette.cylinder
    return bool(np.hypot(x, y) <= solid.radius + TOUCH and -TOUCH <= z <= solid.height + TOUCH)


def _line_of(found: Opening, focus: Point) -> Witness:
    x, y, z = found.end.tolist()
    return Witness(Line(focus, (x, y, z)), found.clearance)


def _witness(cover: Blockers, seen: Region, clear: Floats) -> Opening | None:
    """The roomiest of some clear lines, where one has room to spare."""
    some = np.unique(np.linspace(0, len(clear) - 1, min(_TRIED, len(clear))).astype(int))
    best: Opening | None = None
    for end in clear[some]:
        room = cover.clearance(end)
        if room >= ROOM and (best is None or room > best.clearance) and rim(seen, end):
            best = Opening(end, room)
    return best


def _bare(cover: Blockers, ends: Floats, focus: Point) -> Sight:
    """Contact without depth: exact lines, touching blocks, no room asked for."""
    owner, t = cover.first(ends)
    clear = ends[owner < 0]
    if len(clear):
        found = Opening(clear[0], max(cover.clearance(clear[0]), 0.0))
        return Sight(Outcome.YES, "bare contact", len(ends), _line_of(found, focus))
    shares = {int(who): float(np.mean(owner == who)) for who in np.unique(owner)}
    lines = _stopped(cover, ends, owner, t, focus)
    found_blockers = [
        Blocker(cover.names[who], share, lines[who], True, len(shares) == 1)
        for who, share in shares.items()
    ]
    return Sight(Outcome.NO, "bare contact", len(ends), None, _sorted(found_blockers))


def _sorted(found: list[Blocker]) -> tuple[Blocker, ...]:
    return tuple(sorted(found, key=lambda one: (-round(one.share, 6), one.piece)))


def _certificate(cover: Blockers, proof: Proof, near: Floats, focus: Point) -> tuple[Blocker, ...]:
    """The pieces that hide the region, each with its share and a line it stops."""
    whole = proof.outline.area
    shares = {who: (dark & proof.outline).area / whole for who, dark in proof.shadows.items()}
    owners = [who for who in sorted(shares, key=lambda who: -shares[who]) if shares[who] > 1e-9]
    lines = {}
    for who in owners:
        alone = cover.only(who)
        owner, t = cover.first(near)
        mine = owner == who
        if not mine.any():
            owner, t = alone.first(near)
            mine = owner >= 0
        lines |= _stopped(cover, near[mine], np.full(mine.sum(), who), t[mine], focus)
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
    return _sorted(found)


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


def _stopped(
    cover: Blockers, ends: Floats, owner: Floats, t: Floats, focus: Point
) -> dict[int, Line]:
    """For each piece the middle one of the lines it stops, up to the piece."""
    lines = {}
    for who in np.unique(owner[owner >= 0]):
        mine = np.flatnonzero(owner == who)
        centre = ends[mine].mean(axis=0)
        one = mine[int(np.linalg.norm(ends[mine] - centre, axis=1).round(6).argmin())]
        x, y, z = (cover.focus + (ends[one] - cover.focus) * t[one]).tolist()
        lines[int(who)] = Line(focus, (x, y, z))
    return lines
