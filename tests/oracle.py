"""A slow judge of contact and sight, by dense points and plain lines.

It shares no code with the engine: membership, rotation, lines against triangles and the room
about a line are written anew, each by another formula. It can only find: where it finds a
common point or a clear line there is one; where it finds none there may still be one between
its points.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

NEAR = 1e-6
"""What lies this near a face, in mm, lies on it."""


@dataclass(frozen=True)
class Post:
    """An upright cylinder: the centre of its underside, its radius and its height, mm."""

    at: tuple[float, float, float]
    radius: float
    height: float

    def holds(self, points: Array, slack: float = 0.0) -> npt.NDArray[np.bool_]:
        x, y, z = (points - np.array(self.at)).T
        round_ = x * x + y * y <= (self.radius + slack) ** 2
        return round_ & (z >= -slack) & (z <= self.height + slack)

    def surface(self, spacing: float) -> Array:
        """Points no farther apart than `spacing` mm, all over the surface."""
        turns = max(8, int(np.ceil(2 * np.pi * self.radius / spacing)))
        rows = max(1, int(np.ceil(self.height / spacing)))
        angle, z = np.meshgrid(
            2 * np.pi * np.arange(turns) / turns, np.linspace(0, self.height, rows + 1)
        )
        side = [self.radius * np.cos(angle), self.radius * np.sin(angle), z]
        steps = np.linspace(-self.radius, self.radius, int(np.ceil(2 * self.radius / spacing)) + 1)
        disc = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
        disc = disc[np.hypot(*disc.T) <= self.radius]
        ends = [np.insert(disc, 2, level, axis=1) for level in (0.0, self.height)]
        return np.concatenate([np.stack(side, axis=-1).reshape(-1, 3), *ends]) + np.array(self.at)

    def volume(self, spacing: float) -> Array:
        """Points of a grid no wider than `spacing` mm, all through the inside."""
        across = np.linspace(-self.radius, self.radius, int(2 * self.radius / spacing) + 2)
        up = np.linspace(0, self.height, int(self.height / spacing) + 2)
        grid = np.stack(np.meshgrid(across, across, up), axis=-1).reshape(-1, 3)
        return grid[np.hypot(grid[:, 0], grid[:, 1]) <= self.radius] + np.array(self.at)


@dataclass(frozen=True)
class Blast:
    """Balls from radius r0 at x0 to r1 at x1, within low <= z <= high of their own frame.

    `focus` is where that frame's origin lies, mm; `turn` and `tilt` are in degrees.
    """

    focus: tuple[float, float, float]
    turn: float
    tilt: float
    x0: float
    x1: float
    r0: float
    r1: float
    low: float
    high: float
    straight: bool

    def local(self, points: Array) -> Array:
        """Points in the template's own frame: turn back about z, then tilt back about y."""
        x, y, z = (points - np.array(self.focus)).T
        turn, tilt = np.radians(self.turn), np.radians(self.tilt)
        along, aside = x * np.cos(turn) + y * np.sin(turn), y * np.cos(turn) - x * np.sin(turn)
        ahead = along * np.cos(tilt) + z * np.sin(tilt)
        return np.column_stack([ahead, aside, z * np.cos(tilt) - along * np.sin(tilt)])

    def holds(self, points: Array, slack: float = 0.0) -> npt.NDArray[np.bool_]:
        """Which points lie in it, or no farther outside each of its faces than `slack` mm.

        A point is in the ball at t where a quadratic of t isn't above zero; its least value on
        [0, 1] decides.
        """
        x, y, z = self.local(points).T
        square = y * y + (0.0 if self.straight else z * z)
        length, growth = self.x1 - self.x0, self.r1 - self.r0
        r0 = self.r0 + slack
        a = length * length - growth * growth
        b = length * (x - self.x0) + growth * r0
        c = (x - self.x0) ** 2 + square - r0 * r0
        t = np.clip(b / a, 0, 1) if a > 0 else np.zeros(len(x))
        within = (a * t - 2 * b) * t + c <= 0
        # Where the radius is below zero there is no ball.
        within &= r0 + t * growth >= 0
        return within & (z >= self.low - slack) & (z <= self.high + slack)

    def reach(self, direction: Array) -> float:
        """The greatest of direction . p over its points, in its own frame.

        Ball by ball: what a cut ball reaches is a concave function of the ball, so a closer look
        about the best of many finds the best of all.
        """
        x, y, z = direction
        low, high, best = 0.0, 1.0, -np.inf
        for _ in range(12):
            t = np.linspace(low, high, 201)
            r = self.r0 + t * (self.r1 - self.r0)
            centre = self.x0 + t * (self.x1 - self.x0)
            if self.straight:
                value = centre * x + r * np.hypot(x, y) + max(z * self.low, z * self.high)
            else:
                level = np.clip(r * z, self.low, self.high)
                rim = np.sqrt(np.maximum(r * r - level * level, 0)) * np.hypot(x, y)
                value = np.where(np.abs(level) <= r + 1e-12, centre * x + rim + level * z, -np.inf)
            i = int(value.argmax())
            best = max(best, float(value[i]))
            low, high = float(t[max(i - 1, 0)]), float(t[min(i + 1, 200)])
        return best


def clear(focus: Array, ends: Array, triangles: Array, middle: Array) -> npt.NDArray[np.bool_]:
    """Which lines from `focus` meet neither a triangle nor the table.

    After Möller and Trumbore (1997). Whatever comes within rounding of a triangle is blocked;
    what lies in a triangle's own plane is left to `room`. A face through the focus stops what
    leaves on the side away from `middle`, the user's.
    """
    lines = ends - focus
    # From a focus on the table a line may run along it.
    free = ends[:, 2] > (NEAR if focus[2] > NEAR else -NEAR)
    if len(triangles) == 0 or len(ends) == 0:
        return free
    for normal in faces_at(focus, triangles):
        side = normal @ (middle - focus)
        if abs(side) > NEAR:
            free &= lines @ (normal * np.sign(side)) >= -1e-9 * np.linalg.norm(lines, axis=1)
    box = np.array([np.minimum(focus, ends.min(axis=0)), np.maximum(focus, ends.max(axis=0))])
    near = (triangles.min(axis=1) <= box[1] + NEAR) & (triangles.max(axis=1) >= box[0] - NEAR)
    a, b, c = triangles[near.all(axis=1)].transpose(1, 0, 2)
    e1, e2, s = b - a, c - a, focus - a
    facing = np.abs(np.einsum("ij,ij->i", s, np.cross(e1, e2))) > NEAR * np.linalg.norm(
        np.cross(e1, e2), axis=1
    )
    e1, e2, s = e1[facing], e2[facing], s[facing]
    q = np.cross(s, e1)
    for start in range(0, len(lines), 2048):
        part = slice(start, start + 2048)
        d = lines[part]
        with np.errstate(divide="ignore", invalid="ignore"):
            inverse = 1 / (d @ np.cross(e2, e1).T)
            u, v = d @ np.cross(e2, s).T * inverse, d @ q.T * inverse
            t = np.einsum("ij,ij->i", e2, q) * inverse
            least, most = -1e-9, 1 + 1e-9
            hit = (u >= least) & (v >= least) & (u + v <= most) & (t >= least) & (t <= most)
        free[part] &= ~hit.any(axis=1)
    return free


def faces_at(focus: Array, triangles: Array) -> list[Array]:
    """Unit normals of the triangles that a point lies on."""
    found = []
    for a, b, c in triangles[distance_to(focus, triangles) <= NEAR]:
        normal = np.cross(b - a, c - a)
        size = np.linalg.norm(normal)
        if size > 0:
            found.append(normal / size)
    return found


def distance_to(point: Array, triangles: Array) -> Array:
    """From a point to each triangle: to its plane where the foot lies within, else to a side."""
    a, b, c = triangles.transpose(1, 0, 2)
    normal = np.cross(b - a, c - a)
    size = np.linalg.norm(normal, axis=1)
    height = np.einsum("ij,ij->i", point - a, normal) / np.where(size > 0, size, 1)
    foot = point - height[:, None] * normal / np.where(size > 0, size, 1)[:, None]
    within = size > 0
    least = np.full(len(a), np.inf)
    for p, q in ((a, b), (b, c), (c, a)):
        within &= np.einsum("ij,ij->i", np.cross(q - p, foot - p), normal) >= 0
        edge = q - p
        square = np.einsum("ij,ij->i", edge, edge)
        t = np.einsum("ij,ij->i", point - p, edge) / np.where(square > 0, square, 1)
        beside = p + np.clip(t, 0, 1)[:, None] * edge
        least = np.minimum(least, np.linalg.norm(point - beside, axis=1))
    return np.where(within, np.abs(height), least)


def room(start: Array, end: Array, triangles: Array, but: list[Array] | None = None) -> float:
    """How far a line stays from every triangle and from the table, square to it, mm.

    Each triangle is cut to what the line passes, corner by corner, and what is left is looked
    at along the line: the distance from a point to a polygon. Triangles in a plane through the
    start whose normal is among `but` are left out.
    """
    least = np.inf if start[2] <= NEAR else float(min(start[2], end[2]))
    length = float(np.linalg.norm(end - start))
    if length == 0:
        return np.inf
    along = (end - start) / length
    # Any two directions square to the line.
    _, _, frame = np.linalg.svd(along[None, :])
    seen = (triangles - start) @ np.vstack([along, frame[1:]]).T
    for corners, placed in zip(seen, triangles, strict=True):
        if corners[:, 0].max() < 0 or corners[:, 0].min() > length:
            continue
        if but and any((np.abs((placed - start) @ n) <= NEAR).all() for n in but):
            continue
        polygon = _cut(_cut(corners, 0.0, 1.0), length, -1.0)
        if len(polygon):
            least = min(least, _from_origin(polygon[:, 1:]))
    return least


def _cut(polygon: Array, depth: float, sign: float) -> Array:
    """The part of a polygon beyond (sign 1) or before (sign -1) a depth."""
    kept = []
    for p, q in zip(polygon, np.roll(polygon, -1, axis=0), strict=True):
        here, there = sign * (p[0] - depth), sign * (q[0] - depth)
        if here >= 0:
            kept.append(p)
        if here * there < 0:
            kept.append(p + (q - p) * here / (here - there))
    return np.array(kept).reshape(-1, 3)


def _from_origin(polygon: Array) -> float:
    """The distance in a plane from the origin to a convex polygon; zero within."""
    after = np.roll(polygon, -1, axis=0)
    turn = polygon[:, 0] * after[:, 1] - polygon[:, 1] * after[:, 0]
    area = abs(turn.sum())
    if area > 0 and ((turn >= 0).all() or (turn <= 0).all()):
        return 0.0
    edge = after - polygon
    square = (edge**2).sum(axis=1)
    t = np.clip(-(polygon * edge).sum(axis=1) / np.where(square > 0, square, 1), 0, 1)
    return float(np.linalg.norm(polygon + t[:, None] * edge, axis=1).min())


def common(post: Post, blast: Blast, spacing: float) -> Array:
    """Points that a silhouette and a template have in common, shape (n, 3)."""
    points = np.concatenate([post.volume(4 * spacing), post.surface(spacing)])
    return points[blast.holds(points)]


def widest(
    blast: Blast, points: Array, pieces: Mapping[str, Array], middle: Array, tried: int = 24
) -> tuple[float, Array | None]:
    """The clear line with most room among lines to `points`: its room and its end.

    The room is 0 and the end None where every line is blocked. A few at a time: the first with
    room to spare will do.
    """
    focus = np.array(blast.focus)
    triangles = np.concatenate([np.empty((0, 3, 3)), *pieces.values()])
    # A face through the focus has no room beside it: `clear` says what it stops.
    apart = triangles[distance_to(focus, triangles) > NEAR]
    best, where = 0.0, None
    strides = (64, 8, 1) if len(points) > 512 else (1,)
    for stride in strides:
        some = points[::stride]
        open_ = some[clear(focus, some, triangles, middle)]
        picked = (
            open_[np.unique(np.linspace(0, len(open_) - 1, tried).astype(int))]
            if len(open_)
            else open_
        )
        for end in picked:
            box = np.array([np.minimum(focus, end), np.maximum(focus, end)])
            near = (apart.min(axis=1) <= box[1] + 1) & (apart.max(axis=1) >= box[0] - 1)
            found = min(room(focus, end, apart[near.all(axis=1)]), 1.0)
            if found > best:
                best, where = found, end
            if best > 0.05:
                return best, where
    return best, where
