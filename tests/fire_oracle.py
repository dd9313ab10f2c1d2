"""A slow judge of lines of fire, by dense points of both silhouettes and plain lines.

It shares no code with the engine. It can only find: where it finds a clear line, or a square
of clear lines, there is one; where it finds none there may still be one between its points.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tests import oracle
from tests.oracle import Array, Post

Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Half:
    """The points in front of a border: those with way . (p - at) >= 0, in plan."""

    at: tuple[float, float]
    degrees: float

    def depth(self, points: Array) -> Array:
        turn = np.radians(self.degrees)
        out = points[..., :2] - np.array(self.at)
        return out[..., 0] * np.cos(turn) + out[..., 1] * np.sin(turn)


@dataclass(frozen=True)
class Duel:
    """Who looks at whom, and all that stands between.

    `starts` and `ends` are where lines may start and end, None for anywhere.
    """

    viewer: Post
    target: Post
    triangles: Array
    models: tuple[Post, ...]
    starts: Half | None
    ends: Half | None

    @property
    def middle(self) -> Array:
        x, y, z = self.viewer.at
        return np.array([x, y, z + self.viewer.height / 2])

    def clear(self, start: Array, ends: Array) -> Bools:
        """Which lines meet neither cover nor another model on their way."""
        free = oracle.clear(start, ends, self.triangles, self.middle)
        for post in self.models:
            free &= ~meets(start, ends, post)
        return free

    def sights(self, spacing: float) -> Array:
        """Points of the viewer from which lines may start, no farther apart than that, mm."""
        points = self.viewer.surface(spacing)
        if self.starts is not None:
            # The border's own points belong to it.
            depth = np.minimum(self.starts.depth(points), 0)
            turn = np.radians(self.starts.degrees)
            points = points - depth[:, None] * [np.cos(turn), np.sin(turn), 0]
        return points[points[:, 2] >= 0]

    def shown(self, start: Array, spacing: float) -> Array:
        """Where lines to points all over the target's part in front first meet that part."""
        points = self.target.surface(spacing)
        if self.ends is not None:
            points = points[self.ends.depth(points) >= 0]
        t = self.reached(start, points)
        return points[np.abs(t - 1) < 1e-6]

    def reached(self, start: Array, through: Array) -> Array:
        """Where along lines, made as long as it takes, the target's part in front is met."""
        enter, leave = span(start, through - start, self.target)
        if self.ends is not None:
            here = float(self.ends.depth(start))
            rate = self.ends.depth(through) - here
            with np.errstate(divide="ignore", invalid="ignore"):
                at = -here / rate
            enter = np.where(rate > 0, np.maximum(enter, at), enter)
            leave = np.where(rate < 0, np.minimum(leave, at), leave)
            leave = np.where((rate == 0) & (here < -1e-9), -np.inf, leave)
        return np.where((enter <= leave) & (enter >= 0), enter, np.inf)

    def square(self, start: Array, end: Array, side: float, lines: int) -> bool:
        """Whether all lines of a grid through a square round a line reach the target clear.

        One side of it is level; it is square to the way to the nearest point in front that the
        start may see, and laid against the round side with its corners.
        """
        near = self.shown(start, 1.0)
        near = np.concatenate([near, end[None]])
        nearest = near[np.linalg.norm(near - start, axis=1).argmin()]
        out = self._straight_to(start)
        if out is not None:
            nearest = out
        way = nearest - start
        depth = float(np.linalg.norm(way))
        ahead = way / depth
        level = np.array([-ahead[1], ahead[0], 0.0])
        level = level / np.linalg.norm(level) if np.linalg.norm(level) > 1e-9 else np.eye(3)[1]
        up = np.cross(ahead, level)
        radius = self.target.radius
        if np.hypot(*(nearest[:2] - np.array(self.target.at[:2]))) > radius - 1e-3:
            sunk = radius - np.sqrt(max(radius**2 - side**2 / 4, 0))
            depth += sunk * np.hypot(*ahead[:2])
        centre = start + (end - start) * depth / ((end - start) @ ahead)
        step = np.linspace(-side / 2, side / 2, lines)
        grid = np.stack(np.meshgrid(step, step), axis=-1).reshape(-1, 2)
        through = centre + grid[:, :1] * level + grid[:, 1:] * up
        t = self.reached(start, through)
        if not np.isfinite(t).all():
            return False
        return bool(self.clear(start, start + (through - start) * t[:, None]).all())

    def _straight_to(self, start: Array) -> Array | None:
        """The silhouette's point nearest a start, where it is in front."""
        x, y, z = self.target.at
        out = start[:2] - [x, y]
        away = float(np.hypot(*out))
        if away > self.target.radius:
            out = out * self.target.radius / away
        up = np.clip(start[2], max(z, 0), z + self.target.height)
        spot = np.array([x + out[0], y + out[1], up])
        return spot if self.ends is None or self.ends.depth(spot) >= -1e-9 else None

    def found(self, part: float, from_apart: float, to_apart: float, lines: int) -> Array | None:
        """A line with a clear square round it, or any clear line for no part, as two points."""
        for start in self.sights(from_apart):
            if self.target.holds(start[None], 0.01)[0]:
                continue
            ends = self.shown(start, to_apart)
            ends = ends[self.clear(start, ends)] if len(ends) else ends
            for end in ends[:: max(1, len(ends) // 40)]:
                if part <= 0:
                    if self.room(start, end) > 0.01:
                        return np.array([start, end])
                elif self.square(start, end, part, lines):
                    return np.array([start, end])
        return None

    def room(self, start: Array, end: Array) -> float:
        """How far a line stays from all that it passes, mm; faces at its start don't count."""
        apart = self.triangles[oracle.distance_to(start, self.triangles) > oracle.NEAR]
        least = oracle.room(start, end, apart)
        steps = start + (end - start) * np.linspace(0, 1, 2001)[:, None]
        return min([least, *(float(away(steps, post).min()) for post in self.models)])


def span(start: Array, ways: Array, post: Post) -> tuple[Array, Array]:
    """Where lines go in and out of an upright cylinder, in lengths of each way."""
    x, y, z = start - np.array(post.at)
    a = ways[:, 0] ** 2 + ways[:, 1] ** 2
    b = 2 * (x * ways[:, 0] + y * ways[:, 1])
    c = x * x + y * y - post.radius**2
    with np.errstate(divide="ignore", invalid="ignore"):
        root = np.sqrt(np.where(b * b >= 4 * a * c, b * b - 4 * a * c, np.nan))
        low, high = (-b - root) / (2 * a), (-b + root) / (2 * a)
        straight = a < 1e-18
        low = np.where(straight, -np.inf if c <= 0 else np.nan, low)
        high = np.where(straight, np.inf if c <= 0 else np.nan, high)
        floor, top = -z / ways[:, 2], (post.height - z) / ways[:, 2]
        level = ways[:, 2] == 0
        within = 0 <= z <= post.height
        floor = np.where(level, -np.inf if within else np.inf, floor)
        top = np.where(level, np.inf if within else -np.inf, top)
    enter = np.maximum(low, np.minimum(floor, top))
    leave = np.minimum(high, np.maximum(floor, top))
    missed = np.isnan(enter) | np.isnan(leave)
    return np.where(missed, np.inf, enter), np.where(missed, -np.inf, leave)


def meets(start: Array, ends: Array, post: Post) -> Bools:
    """Which lines meet an upright cylinder; one that only leaves its surface doesn't."""
    enter, leave = span(start, ends - start, post)
    return (enter <= leave) & (enter <= 1) & (leave > 1e-9)


def away(points: Array, post: Post) -> Array:
    """How far points are from an upright cylinder, mm."""
    x, y, z = (points - np.array(post.at)).T
    aside = np.maximum(np.hypot(x, y) - post.radius, 0)
    over = np.maximum(np.maximum(-z, z - post.height), 0)
    return np.hypot(aside, over)
