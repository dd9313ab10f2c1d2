"""Exact solids: the vertical cylinder and the cut swept ball.

A silhouette is a `Cylinder`. A template is a `SweptBall`: all balls whose
radius changes linearly while their centre runs along a straight segment, cut
by two planes parallel to the template's own plane. Both are convex and closed,
and both answer the questions of contact in closed form: their support (the
farthest point in a direction) and their depth (how far inside a point lies).
Neither depends on how finely its mesh is drawn.
"""

import math
from dataclasses import dataclass, replace
from typing import Self, TypeAlias

import numpy as np

from meshes import booleans
from meshes.mesh import Floats, Mesh

Point: TypeAlias = tuple[float, float, float]


def point_of(at: Floats) -> Point:
    """Return a place held in an array of shape (3,), mm, as three plain numbers.

    Examples
    --------
    >>> point_of(np.array([1.0, 2.0, 3.0]))
    (1.0, 2.0, 3.0)
    """
    x, y, z = at.tolist()
    return (x, y, z)


@dataclass(frozen=True, slots=True)
class Cylinder:
    """A closed vertical cylinder, its underside centred on the origin.

    Parameters
    ----------
    radius, height : float
        In mm.

    Examples
    --------
    >>> Cylinder(12.5, 40).support((1.0, 0.0, -1.0))
    (12.5, 0.0, 0.0)
    """

    radius: float
    height: float

    def support(self, direction: Point) -> Point:
        """Return the point of the solid farthest along `direction`."""
        x, y, z = direction
        across = math.hypot(x, y)
        # Numbers so small that a division by them leads beyond the largest are none.
        reach = self.radius / across if across > 1e-300 else 0.0
        return (x * reach, y * reach, self.height if z > 0 else 0.0)

    def mesh(self, facets: int = 64) -> Mesh:
        """Return an inscribed prism with `facets` sides, its deviation stated."""
        angles = 2 * np.pi * np.arange(facets) / facets
        ring = np.column_stack([np.cos(angles), np.sin(angles)]) * self.radius
        low = np.column_stack([ring, np.zeros(facets)])
        high = np.column_stack([ring, np.full(facets, self.height)])
        poles = [[0, 0, 0], [0, 0, self.height]]
        here = np.arange(facets)
        after = (here + 1) % facets
        bottom, top = np.full(facets, 2 * facets), np.full(facets, 2 * facets + 1)
        faces = np.concatenate(
            [
                np.column_stack([here, after, after + facets]),
                np.column_stack([here, after + facets, here + facets]),
                np.column_stack([bottom, after, here]),
                np.column_stack([top, here + facets, after + facets]),
            ]
        )
        sagitta = self.radius * (1 - math.cos(math.pi / facets))
        return Mesh(np.concatenate([low, high, poles]), faces, sagitta)


@dataclass(frozen=True, slots=True)
class SweptBall:
    """Balls of linearly changing radius along the x axis, cut to a slab in z.

    Parameters
    ----------
    x0, x1 : float
        Where the segment of centres begins and ends, mm along x; ``x1 >= x0``.
    r0, r1 : float
        Radius of the ball at each end, mm; ``r1 >= r0``, and where the segment
        has a length, ``r1 - r0 < x1 - x0``.
    low, high : float
        The slab kept, in mm of z.
    straight : bool
        Straight-sided: the outline in the plane z = 0 pulled from `low` to
        `high`, in place of a body of revolution.

    Notes
    -----
    The family of balls is the convex hull of its two end balls, so every
    straight line between two of its points stays inside. A circular template
    is the segment of length zero.

    Examples
    --------
    >>> half = SweptBall(0, 0, 60, 60, low=0, high=60)
    >>> half.support((0.0, 0.0, 1.0))
    (0.0, 0.0, 60.0)
    >>> float(half.depth([[0, 0, 30]])[0])
    30.0
    """

    x0: float
    x1: float
    r0: float
    r1: float
    low: float
    high: float
    straight: bool = False

    @property
    def slope(self) -> float:
        """Change of radius a mm of segment; zero for a single ball."""
        return (self.r1 - self.r0) / (self.x1 - self.x0) if self.x1 > self.x0 else 0.0

    @property
    def inradius(self) -> float:
        """The largest shrink that leaves anything, in mm."""
        slab = (self.high - self.low) / 2
        if self.straight:
            return min(self.r1, slab)
        return min(self.r1, slab, (self.r1 - self.low) / 2, (self.high + self.r1) / 2)

    def shrunk(self, by: float) -> Self:
        """Return the solid with every point nearer than `by` mm to its surface removed.

        Examples
        --------
        >>> SweptBall(0, 100, 0, 30, -30, 30).shrunk(15).x0
        50.0
        """
        x0, r0 = self.x0, self.r0 - by
        if r0 < 0:
            x0 = min(self.x0 - r0 / self.slope, self.x1) if self.slope > 0 else self.x1
            r0 = 0.0
        r1 = max(self.r1 - by, 0.0)
        return replace(self, x0=x0, r0=r0, r1=r1, low=self.low + by, high=self.high - by)

    def depth(self, points: Floats | list[list[float]]) -> Floats:
        """How deep inside each point lies, shape (n,), mm; negative outside.

        Exact inside: the distance to the surface. Outside it is never farther
        from zero than the true distance, and its sign is right.

        Notes
        -----
        The ball that holds a point deepest is centred at ``x + rho k /
        sqrt(1 - k**2)``, clamped to the segment, for the slope ``k`` of the
        radius and the distance ``rho`` from the axis.
        """
        at = np.asarray(points, dtype=np.float64)
        x, y, z = at[:, 0], at[:, 1], at[:, 2]
        rho = np.abs(y) if self.straight else np.hypot(y, z)
        k = self.slope
        centre = np.clip(x + rho * k / math.sqrt(1 - k * k), self.x0, self.x1)
        inside = self.r0 + k * (centre - self.x0) - np.hypot(x - centre, rho)
        least: Floats = np.minimum(inside, np.minimum(z - self.low, self.high - z))
        return least

    def support(self, direction: Point) -> Point:
        """Return the point of the solid farthest along `direction` (any length)."""
        dx, dy, dz = direction
        if self.straight:
            x, y = self._outline_support(dx, dy, 0.0)
            return (x, y, self.high if dz > 0 else self.low)
        norm = math.sqrt(dx * dx + dy * dy + dz * dz)
        if norm == 0:
            return (self.x1, 0.0, min(max(0.0, self.low), self.high))
        ux, uy, uz = dx / norm, dy / norm, dz / norm
        # The farthest point of the uncut hull lies on the farther of its end balls.
        far = self.x1 * ux + self.r1 >= self.x0 * ux + self.r0
        centre, radius = (self.x1, self.r1) if far else (self.x0, self.r0)
        z = radius * uz
        if self.low <= z <= self.high:
            return (centre + radius * ux, radius * uy, z)
        # Cut away: the farthest point that is left lies on the cutting face.
        level = self.high if z > self.high else self.low
        x, y = self._outline_support(ux, uy, level)
        return (x, y, level)

    def _outline_support(self, dx: float, dy: float, level: float) -> tuple[float, float]:
        """Farthest point along (dx, dy) of the section at height `level`.

        The section is a family of discs of radius sqrt(r**2 - level**2); their
        farthest points are a concave function of the centre's place.
        """
        across, k, h = math.hypot(dx, dy), self.slope, abs(level)
        r = self.r1
        steep = -dx > across * k
        if steep:
            r = self.r0
            if h > 0 and k > 0:
                r = max(r, -dx * h / math.sqrt(dx * dx - across * across * k * k))
            r = min(r, self.r1)
        x = self.x0 + (r - self.r0) / k if k > 0 else (self.x0 if steep else self.x1)
        reach = math.sqrt(max(r * r - h * h, 0.0)) / across if across > 0 else 0.0
        return x + reach * dx, reach * dy

    def mesh(self, facets: int = 64) -> Mesh:
        """Return an inscribed mesh with `facets` sides round the axis, deviation stated."""
        sagitta = self.r1 * (1 - math.cos(math.pi / facets))
        round_axis = 2 * np.pi * np.arange(facets) / facets
        if self.straight:
            ring = np.column_stack([np.cos(round_axis), np.sin(round_axis)])
            outline = np.concatenate([ring * self.r0 + [self.x0, 0], ring * self.r1 + [self.x1, 0]])
            ends = [np.insert(outline, 2, z, axis=1) for z in (self.low, self.high)]
            return booleans.hull(np.concatenate(ends), sagitta)
        # Profile from pole to pole: the end balls meet the cone where the outward
        # normal's x is -slope.
        turn = math.acos(-self.slope)
        step = 2 * np.pi / facets
        fore = np.linspace(0.0, turn, max(2, math.ceil(turn / step) + 1))
        aft = np.linspace(turn, np.pi, max(2, math.ceil((np.pi - turn) / step) + 1))
        along = np.concatenate([self.x1 + self.r1 * np.cos(fore), self.x0 + self.r0 * np.cos(aft)])
        out = np.concatenate([self.r1 * np.sin(fore), self.r0 * np.sin(aft)])
        rings = np.stack(
            [
                np.broadcast_to(along[:, None], (len(along), facets)),
                out[:, None] * np.sin(round_axis),
                out[:, None] * np.cos(round_axis),
            ],
            axis=-1,
        )
        return booleans.hull(rings.reshape(-1, 3), 2 * sagitta, self.low, self.high)
