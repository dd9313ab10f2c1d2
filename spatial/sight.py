"""`sight`: what a point can reach of a silhouette inside a template.

Lines are cast at samples of the region's near side. A clear line with room to
spare is a YES with its witness. Where none is found the answer is a NO searched
at a stated spacing, with the pieces that stopped the lines.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from meshes.mesh import Floats
from meshes.solids import Point
from spatial.contact import TOUCH, Contact
from spatial.outcome import Outcome
from spatial.rays import Blockers, blockers
from spatial.region import near_side
from spatial.scene import Body, Scene

ROOM: Final = 0.0005
"""What a witness keeps clear of everything it passes, mm: half the narrowest
opening that counts."""

_TRIED: Final = 24


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
    """A piece that stops lines.

    Parameters
    ----------
    piece : str
    share : float
        Of the lines cast, how many it stops first: 0 to 1.
    line : Line
        One of them, up to the piece.
    """

    piece: str
    share: float
    line: Line


@dataclass(frozen=True, slots=True)
class Sight:
    """Whether a point can reach a region, and the evidence.

    Parameters
    ----------
    outcome : Outcome
    method : {"inside", "line", "search"}
        The focus lies in the region; a line decided; or a search that found no
        clear line.
    lines : int
        How many were cast.
    spacing : float
        Of the samples, mm.
    witness : Witness or None
        On a YES.
    blockers : tuple of Blocker
        On a NO, the largest share first.
    """

    outcome: Outcome
    method: str
    lines: int
    spacing: float
    witness: Witness | None = None
    blockers: tuple[Blocker, ...] = ()


def sight(
    scene: Scene, focus: Point, silhouette: Body, template: Body, touch: Contact, user: Body
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
        return Sight(Outcome.YES, "inside", 0, 0.0, Witness(here, float("inf")))
    deepest = np.array(touch.on_a)
    middle = np.array(user.pose.at)
    middle[2] += user.cylinder.height / 2
    if touch.gap >= -TOUCH:
        # Bare contact: the region is a point, and one line decides it.
        cover = blockers(scene, origin, np.array([deepest, deepest]), middle)
        return _decide(cover, deepest[None, :], 0.0, focus, needed=-1.0)
    near = near_side(silhouette, template, origin, deepest)
    box = np.array([near.points.min(axis=0), near.points.max(axis=0)])
    return _decide(blockers(scene, origin, box, middle), near.points, near.spacing, focus, ROOM)


def _inside(silhouette: Body, point: Floats) -> bool:
    """Whether a point lies in a silhouette; its surface counts."""
    x, y, z = point - np.array(silhouette.pose.at)
    solid = silhouette.cylinder
    return bool(
        np.hypot(x, y) <= solid.radius + TOUCH and -TOUCH <= z <= solid.height + TOUCH
    )


def _decide(cover: Blockers, ends: Floats, spacing: float, focus: Point, needed: float) -> Sight:
    """Cast the lines, the coarse ones first, and keep the evidence."""
    owners, stops = [], []
    cast = 0
    narrow = False
    for part in np.split(ends, [200]):
        owner, t = cover.first(part)
        owners.append(owner)
        stops.append(t)
        cast += len(part)
        clear = part[owner < 0]
        if len(clear) == 0:
            continue
        some = np.unique(np.linspace(0, len(clear) - 1, min(_TRIED, len(clear))).astype(int))
        rooms = [cover.clearance(end) for end in clear[some]]
        # Rounded, so that the last digits don't choose among equals.
        best = int(np.argmax(np.round(rooms, 6)))
        if rooms[best] < needed:
            rooms = [cover.clearance(end) for end in clear]
            best, some = int(np.argmax(np.round(rooms, 6))), np.arange(len(clear))
        if rooms[best] >= needed:
            x, y, z = clear[some[best]].tolist()
            witness = Witness(Line(focus, (x, y, z)), rooms[best])
            return Sight(Outcome.YES, "line", cast, spacing, witness)
        narrow = True
    stopped = _shares(cover, ends, np.concatenate(owners), np.concatenate(stops), focus)
    outcome = Outcome.UNDECIDED if narrow else Outcome.NO
    return Sight(outcome, "search", cast, spacing, None, stopped)


def _shares(
    cover: Blockers, ends: Floats, owner: Floats, t: Floats, focus: Point
) -> tuple[Blocker, ...]:
    """Who stops how many of the lines, and for each piece its middle line."""
    found = []
    for who in np.unique(owner[owner >= 0]):
        mine = np.flatnonzero(owner == who)
        centre = ends[mine].mean(axis=0)
        one = mine[int(np.linalg.norm(ends[mine] - centre, axis=1).round(6).argmin())]
        x, y, z = (cover.focus + (ends[one] - cover.focus) * t[one]).tolist()
        share = len(mine) / len(ends)
        found.append(Blocker(cover.names[who], share, Line(focus, (x, y, z))))
    return tuple(sorted(found, key=lambda blocker: -blocker.share))
