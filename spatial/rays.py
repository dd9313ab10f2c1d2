"""Lines against triangles in double precision: the narrow phase of sight.

All lines of a question start at one point, the focus. For a triangle with
corners a, b, c seen from there, a line along d passes inside it when the three
volumes d.(a x b), d.(b x c), d.(c x a) have one sign. Two triangles that share
an edge compute the same number for it, with opposite signs, so no line slips
between them.
"""

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from meshes.mesh import Bools, Floats, Ints
from spatial.scene import Scene

ON_FACE: Final = 1e-6
"""A focus this near a face, in mm, lies on it."""

GRAZE: Final = 1e-9
"""A line this near an edge, in mm, touches it."""

TABLE: Final = "the table"

AROUND: Final = 0.01
"""How far beside the lines pieces are gathered, in mm: more than an opening's width."""

WIDEST: Final = 50.0
"""Clearances are measured up to this many mm."""

_PAIRS_AT_ONCE: Final = 2_000_000


@dataclass(frozen=True, slots=True, eq=False)
class Blockers:
    """The total cover that lines from one focus can meet.

    Parameters
    ----------
    focus : ndarray of shape (3,)
        mm.
    names : tuple of str
        The pieces, in scene order; the last is the table.
    owner : ndarray of shape (k,)
        Whose triangle each is, a place in `names`.
    corners : ndarray of shape (k, 3, 3)
        Relative to the focus, mm. Faces through the focus aren't among them.
    halves : ndarray of shape (h, 3)
        Unit normals of the faces through the focus, each toward the user's
        body: a line that leaves against one is blocked.
    half_owner : ndarray of shape (h,)
    """

    focus: Floats
    names: tuple[str, ...]
    owner: Ints
    corners: Floats
    halves: Floats
    half_owner: Ints

    def first(self, ends: Floats) -> tuple[Ints, Floats]:
        """Return what stops each line first, and where.

        Parameters
        ----------
        ends : ndarray of shape (n, 3)
            Where the lines end, mm; they start at the focus. Touching blocks.

        Returns
        -------
        owner : ndarray of shape (n,)
            A place in `names`, -1 for a clear line.
        t : ndarray of shape (n,)
            Where along the line it is stopped, from 0 to 1; inf for a clear line.
        """
        lines = ends - self.focus
        owner = np.full(len(lines), -1, dtype=np.int32)
        least = np.full(len(lines), np.inf)
        length = np.linalg.norm(lines, axis=1)
        for normal, who in zip(self.halves, self.half_owner, strict=True):
            away = (lines @ normal < -GRAZE * length) & (least > 0)
            least[away], owner[away] = 0.0, who
        if self.focus[2] > ON_FACE:
            falls = ends[:, 2] <= GRAZE
            t = self.focus[2] / np.maximum(self.focus[2] - ends[:, 2], self.focus[2])
            nearer = falls & (t < least)
            least[nearer], owner[nearer] = t[nearer], len(self.names) - 1
        a, b, c = (self.corners[:, i] for i in range(3))
        normal = np.cross(b - a, c - a)
        area = np.linalg.norm(normal, axis=1)
        rise = np.einsum("ij,ij->i", a, normal)
        # Seen edge-on a face hides nothing but lines within its own plane.
        facing = np.flatnonzero(np.abs(rise) > ON_FACE * area)
        if len(facing) == 0 or len(lines) == 0:
            return owner, least
        a, b, c, rise = a[facing], b[facing], c[facing], rise[facing]
        sign = np.sign(rise)[:, None]
        sides = [np.cross(p, q) * sign for p, q in ((a, b), (b, c), (c, a))]
        slack = [np.linalg.norm(q - p, axis=1) * GRAZE for p, q in ((a, b), (b, c), (c, a))]
        depth = np.abs(rise)
        step = max(1, _PAIRS_AT_ONCE // len(facing))
        for start in range(0, len(lines), step):
            part = slice(start, start + step)
            volume = [lines[part] @ side.T for side in sides]
            total = volume[0] + volume[1] + volume[2]
            hit = total * (1 + GRAZE) >= depth
            for one, tolerance in zip(volume, slack, strict=True):
                hit &= one >= -tolerance * length[part, None]
            t = np.full(hit.shape, np.inf)
            np.divide(depth[None, :], total, out=t, where=hit)
            nearest = t.argmin(axis=1)
            nearest_t = t[np.arange(len(t)), nearest]
            closer = nearest_t < least[part]
            least[part] = np.where(closer, nearest_t, least[part])
            owner[part] = np.where(closer, self.owner[facing[nearest]], owner[part])
        return owner, least

    def only(self, who: int) -> "Blockers":
        """Return one piece's part alone."""
        mine, half = self.owner == who, self.half_owner == who
        return replace(
            self,
            owner=self.owner[mine],
            corners=self.corners[mine],
            halves=self.halves[half],
            half_owner=self.half_owner[half],
        )

    def clearance(self, end: Floats) -> float:
        """Return how far a clear line stays from everything it passes, in mm.

        Measured square to the line, where it passes: what lies behind the focus
        or beyond the end doesn't count, nor do faces through the focus.
        """
        line = end - self.focus
        length = float(np.linalg.norm(line))
        on_table = self.focus[2] <= ON_FACE
        room = np.inf if on_table else float(min(self.focus[2], end[2]))
        if length == 0 or len(self.corners) == 0:
            return room
        along = line / length
        aside = np.eye(3)[np.abs(along).argmin()]
        across = np.cross(along, aside)
        across /= np.linalg.norm(across)
        seen = self.corners @ np.column_stack([along, across, np.cross(along, across)])
        seen = np.take_along_axis(seen, seen[:, :, :1].argsort(axis=1), axis=1)
        low, middle, high = seen[:, 0], seen[:, 1], seen[:, 2]
        parts = [_clipped(p, q, length) for p, q in ((low, middle), (middle, high), (low, high))]
        parts += [_section(low, middle, high, level) for level in (0.0, length)]
        p = np.concatenate([part[0] for part in parts])
        q = np.concatenate([part[1] for part in parts])
        if len(p) == 0:
            return room
        edge = q - p
        size = np.einsum("ij,ij->i", edge, edge)
        t = np.clip(-np.einsum("ij,ij->i", p, edge) / np.where(size > 0, size, 1.0), 0, 1)
        return min(room, float(np.linalg.norm(p + edge * t[:, None], axis=1).min()))


def _clipped(p: Floats, q: Floats, length: float) -> tuple[Floats, Floats]:
    """Edges from lower to higher depth, cut to 0..length, as seen along the line."""
    rise = q[:, 0] - p[:, 0]
    safe = np.where(rise > 0, rise, 1.0)
    start = np.clip(-p[:, 0] / safe, 0, None)
    stop = np.clip((length - p[:, 0]) / safe, None, 1)
    level = rise <= 0
    within = (p[:, 0] >= 0) & (p[:, 0] <= length)
    start = np.where(level, 0.0, start)
    stop = np.where(level, np.where(within, 1.0, -1.0), stop)
    keep = start <= stop
    edge = (q - p)[keep]
    begin, end = p[keep] + edge * start[keep, None], p[keep] + edge * stop[keep, None]
    return begin[:, 1:], end[:, 1:]


def _section(low: Floats, middle: Floats, high: Floats, level: float) -> tuple[Floats, Floats]:
    """Where triangles cross the plane at one depth, as seen along the line."""
    keep = (low[:, 0] < level) & (level < high[:, 0])
    low, middle, high = low[keep], middle[keep], high[keep]

    def at(p: Floats, q: Floats) -> Floats:
        rise = q[:, 0] - p[:, 0]
        t = (level - p[:, 0]) / np.where(rise > 0, rise, 1.0)
        crossing: Floats = (p + (q - p) * t[:, None])[:, 1:]
        return crossing

    lower = (level <= middle[:, 0])[:, None]
    return at(low, high), np.where(lower, at(low, middle), at(middle, high))


def clearance(scene: Scene, focus: Floats, end: Floats, toward: Floats) -> float:
    """Return how far a clear line stays from all total cover, up to `WIDEST` mm."""
    around = np.array([np.minimum(focus, end), np.maximum(focus, end)])
    around += [[-WIDEST], [WIDEST]]
    return min(blockers(scene, focus, around, toward).clearance(end), WIDEST)


def blockers(scene: Scene, focus: Floats, box: Floats, toward: Floats) -> Blockers:
    """Gather the total cover that lines from `focus` into `box` can meet.

    Parameters
    ----------
    scene : Scene
    focus : ndarray of shape (3,)
        mm.
    box : ndarray of shape (2, 3)
        AABB of everything the lines lead to, mm.
    toward : ndarray of shape (3,)
        The middle of the user's body: a face through the focus blocks what
        leaves on its other side.

    Returns
    -------
    Blockers
    """
    around = np.array([np.minimum(box[0], focus), np.maximum(box[1], focus)])
    around += [[-AROUND], [AROUND]]
    pieces = [body for body in scene.near(around) if body.blocks]
    names = (*(body.name for body in pieces), TABLE)
    planes = _tangents(focus, box)
    groups = [body.meeting(around, planes) for body in pieces]
    corners = np.concatenate([*groups, np.empty((0, 3, 3))]) - focus
    counts = [len(group) for group in groups]
    owner = np.repeat(np.arange(len(pieces), dtype=np.int32), counts)
    through, planes = through_origin(corners)
    sides = planes @ (toward - focus)
    facing = np.abs(sides) > ON_FACE
    halves = (planes * np.sign(sides)[:, None])[facing]
    half_owner = owner[through][facing]
    if focus[2] <= ON_FACE:
        halves = np.concatenate([halves, [[0.0, 0.0, 1.0]]])
        half_owner = np.append(half_owner, len(pieces)).astype(np.int32)
    keep = ~_coplanar(corners, planes)
    keep[through] = False
    return Blockers(focus, names, owner[keep], corners[keep], halves, half_owner)


def _tangents(focus: Floats, box: Floats) -> Floats:
    """Upright planes through a focus on both sides of a box, shape (p, 4)."""
    low, high = box[:, :2] - focus[:2]
    # Within the box every way leads somewhere.
    if (low <= AROUND).all() and (high >= -AROUND).all():
        return np.empty((0, 4))
    corners = np.array([[low[0], low[1]], [high[0], low[1]], [high[0], high[1]], [low[0], high[1]]])
    # Seen from outside, a rectangle spans less than half a turn round its middle.
    middle = (low + high) / 2
    turn = middle[0] * corners[:, 1] - middle[1] * corners[:, 0]
    along = corners @ middle
    angle = np.arctan2(turn, along)
    planes = []
    for corner, side in ((corners[angle.argmax()], 1.0), (corners[angle.argmin()], -1.0)):
        normal = np.array([corner[1], -corner[0]]) * side / max(float(np.hypot(*corner)), 1e-300)
        planes.append([*normal, 0.0, AROUND - float(normal @ focus[:2])])
    return np.array(planes)


def through_origin(corners: Floats) -> tuple[Ints, Floats]:
    """Return which triangles hold the origin, and their unit normals, shape (k, 3)."""
    a, b, c = (corners[:, i] for i in range(3))
    normal = np.cross(b - a, c - a)
    area = np.linalg.norm(normal, axis=1)
    unit = normal / np.where(area > 0, area, 1.0)[:, None]
    within = (area > 0) & (np.abs(np.einsum("ij,ij->i", a, unit)) <= ON_FACE)
    for p, q in ((a, b), (b, c), (c, a)):
        inward = np.einsum("ij,ij->i", np.cross(unit, q - p), -p)
        within &= inward >= -ON_FACE * np.linalg.norm(q - p, axis=1)
    places = np.flatnonzero(within).astype(np.int32)
    return places, unit[places]


def _coplanar(corners: Floats, planes: Floats) -> Bools:
    """Which triangles lie in a plane of faces through the origin; such a plane
    already blocks all that they could."""
    flat = np.zeros(len(corners), dtype=bool)
    for normal in np.unique(np.round(planes, 12), axis=0):
        flat |= (np.abs(corners @ normal) <= ON_FACE).all(axis=1)
    return flat
