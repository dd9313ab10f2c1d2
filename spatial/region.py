"""A region: the part of a silhouette that is asked for, seen from a focus.

Of a template it is what the two have in common. The template is convex and holds
its Blast Focus, so a straight line to a point of the region stays in the Area of
Effect, and it first meets the region where it enters the silhouette. A direction
reaches the region when the line along it enters the silhouette before it leaves
the template: both in closed form.

Of a line of fire it is the whole silhouette, or what of it lies in somebody's
front: then a line meets it where it is in both for the first time.
"""

import math
from dataclasses import dataclass

import numpy as np

from meshes.mesh import Bools, Floats
from meshes.solids import Point
from spatial.front import EDGE, Front
from spatial.overlap import clipped_above
from spatial.scene import Body


@dataclass(frozen=True, slots=True, eq=False)
class Region:
    """A part of a silhouette, from one focus outside the silhouette.

    Parameters
    ----------
    focus : ndarray of shape (3,)
        mm; in the template, where there is one.
    axis : ndarray of shape (2,)
        Of the silhouette, in plan, mm.
    radius, low, high : float
        Of the silhouette, and its height range above the table, mm.
    template : Body or None
        What it must have in common with the silhouette.
    front : Front or None
        Where it must lie.
    """

    focus: Floats
    axis: Floats
    radius: float
    low: float
    high: float
    template: Body | None
    front: Front | None = None

    def entries(self, directions: Floats) -> Floats:
        """How many times a direction's length it takes to enter the silhouette in the front.

        Parameters
        ----------
        directions : ndarray of shape (n, 3)

        Returns
        -------
        ndarray of shape (n,)
            inf where the line misses it.
        """
        x, y = (self.focus[:2] - self.axis).tolist()
        z = float(self.focus[2])
        dx, dy, dz = directions.T
        a = dx * dx + dy * dy
        b = x * dx + y * dy
        # The plan distance of the line from the axis, without the cancellation
        # of b * b - a * c near a tangent.
        aside = (x * dy - y * dx) ** 2
        root = np.sqrt(np.maximum(a * self.radius**2 - aside, 0.0))
        within = math.hypot(x, y) <= self.radius
        with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
            enter = np.where(a > 0, (-b - root) / a, -np.inf if within else np.inf)
            leave = np.where(a > 0, (-b + root) / a, np.inf if within else -np.inf)
            first, last = (self.low - z) / dz, (self.high - z) / dz
        flat = dz == 0
        between = self.low <= z <= self.high
        first = np.where(flat, -np.inf if between else np.inf, first)
        last = np.where(flat, np.inf if between else -np.inf, last)
        enter = np.maximum(enter, np.minimum(first, last))
        leave = np.minimum(leave, np.maximum(first, last))
        if self.front is not None:
            ahead = float(self.front.depth(self.focus)) + EDGE
            nearing = dx * self.front.x + dy * self.front.y
            with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
                border = -ahead / nearing
            enter = np.where(nearing > 0, np.maximum(enter, border), enter)
            leave = np.where(nearing < 0, np.minimum(leave, border), leave)
            leave = np.where((nearing == 0) & (ahead < 0), -np.inf, leave)
        hit = (a * self.radius**2 >= aside) & (enter <= leave) & (enter >= 0)
        # A level line above or below it passes by.
        hit &= ~flat | between
        found: Floats = np.where(hit, enter, np.inf)
        return found

    def holds(self, directions: Floats) -> Bools:
        """Which directions reach the region, shape (n,)."""
        t = self.entries(directions)
        hit: Bools = np.isfinite(t)
        if self.template is None:
            return hit
        reached = np.zeros(len(t), dtype=bool)
        points = self.focus + directions[hit] * t[hit, None]
        pose = self.template.pose
        reached[hit] = self.template.swept.depth(pose.to_local(points)) >= 0
        return reached

    @property
    def nearest(self) -> Floats:
        """The silhouette's point nearest the focus, shape (3,), mm."""
        out = self.focus[:2] - self.axis
        aside = float(np.hypot(*out))
        if aside > self.radius:
            out = out * (self.radius / aside)
        return np.array([*(self.axis + out), min(max(self.focus[2], self.low), self.high)])

    @property
    def hull(self) -> Floats:
        """Corners of a prism that holds the region, shape (n, 3), mm."""
        box = self.box
        angles = np.arange(8) * (np.pi / 4) + np.pi / 8
        ring = np.column_stack([np.cos(angles), np.sin(angles)])
        flat = self.axis + ring * (self.radius / math.cos(np.pi / 8))
        for axis in (0, 1) if self.template is not None else ():
            for sign, edge in ((1.0, box[0, axis]), (-1.0, -box[1, axis])):
                side = sign * flat[:, axis] - edge
                if len(flat) and side.min() < 0:
                    flat = clipped_above(np.column_stack([side, flat]))[:, 1:]
        return np.concatenate([np.insert(flat, 2, z, axis=1) for z in box[:, 2]])

    @property
    def box(self) -> Floats:
        """An AABB that holds the region, shape (2, 3), mm."""
        x, y = self.axis.tolist()
        low = np.array([x - self.radius, y - self.radius, self.low])
        high = np.array([x + self.radius, y + self.radius, self.high])
        if self.template is None:
            return np.array([low, high])
        slack = self.template.mesh.deviation
        box = self.template.box
        return np.array([np.maximum(low, box[0] - slack), np.minimum(high, box[1] + slack)])


def region(
    silhouette: Body, template: Body | None, focus: Point, front: Front | None = None
) -> Region | None:
    """Return the region above the table, or None where there is none.

    Examples
    --------
    >>> from meshes.solids import Cylinder, SweptBall
    >>> from spatial.scene import Pose, template_body, trooper_body
    >>> blast = template_body("A", SweptBall(0, 0, 60, 60, 0, 60), Pose((0, 0, 0)))
    >>> seen = region(trooper_body("1", Cylinder(12.5, 40), (50, 0, 0)), blast, (0, 0, 0))
    >>> seen.entries(np.array([[1.0, 0, 0], [0, 1.0, 0]]))
    array([37.5,  inf])
    """
    x, y, z = silhouette.pose.at
    low, high = max(z, 0.0), z + silhouette.cylinder.height
    if high <= low:
        return None
    return Region(
        np.array(focus, dtype=np.float64),
        np.array([x, y]),
        silhouette.cylinder.radius,
        low,
        high,
        template,
        front,
    )
