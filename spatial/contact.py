"""`contact`: the signed gap between two solids, by their exact forms."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from meshes.solids import Cylinder, Point, SweptBall
from spatial.convex import Support, distance
from spatial.scene import Body, Pose

TOUCH: Final = 1e-6
"""Gaps up to this many mm are contact: solids are closed, and a piece put in
touch by adding up decimals is off by rounding."""


@dataclass(frozen=True, slots=True)
class Contact:
    """How two solids meet.

    Parameters
    ----------
    gap : float
        mm between them; zero where they just touch; below zero, how far the
        second may shrink before they part.
    on_a, on_b : tuple of 3 floats
        The nearest points; where the two overlap, the point of `a` that lies
        deepest in `b`, twice.
    """

    gap: float
    on_a: Point
    on_b: Point

    @property
    def touches(self) -> bool:
        """Whether the solids meet; touching counts."""
        return self.gap <= TOUCH


def contact(a: Body, b: Body) -> Contact:
    """Return the gap between a trooper `a` and a trooper or template `b`.

    Parameters
    ----------
    a : Body
        An upright cylinder.
    b : Body
        An upright cylinder or a swept ball in any pose.

    Returns
    -------
    Contact

    Raises
    ------
    TypeError
        If a body has no exact form.

    Examples
    --------
    >>> from spatial.scene import template_body, trooper_body
    >>> blast = template_body("A", SweptBall(0, 0, 60, 60, 0, 60), Pose((0, 0, 0)))
    >>> contact(trooper_body("1", Cylinder(12.5, 40), (80, 0, 0)), blast).gap
    7.5
    """
    if isinstance(b.form, Cylinder):
        return _between_cylinders(a, b)
    frame = _Pair(a.cylinder, a.pose.at, b.swept, b.pose)
    if not frame.meets(0.0):
        apart = distance(frame.support_a, frame.support_b(0.0))
        return Contact(max(apart.upper, 2 * TOUCH), apart.on_a, apart.on_b)
    # Overlapping: the largest shrink of the template that still touches.
    low, high = 0.0, b.swept.inradius
    if frame.meets(high):
        low = high
    while high - low > TOUCH / 4:
        middle = (low + high) / 2
        low, high = (middle, high) if frame.meets(middle) else (low, middle)
    deepest = distance(frame.support_a, frame.support_b(low)).on_a
    return Contact(-low if low > TOUCH else 0.0, deepest, deepest)


def touching(a: Body, b: Body, shrink: float = 0.0) -> bool:
    """Return whether a trooper `a` meets a template `b`; touching counts.

    Parameters
    ----------
    a, b : Body
    shrink : float
        By how many mm the template is shrunk first. Without it the answer is
        that of `contact`, without the gap.

    Examples
    --------
    >>> from spatial.scene import template_body, trooper_body
    >>> blast = template_body("A", SweptBall(0, 0, 60, 60, 0, 60), Pose((0, 0, 0)))
    >>> touching(trooper_body("1", Cylinder(12.5, 40), (72.5, 0, 0)), blast)
    True
    """
    return _Pair(a.cylinder, a.pose.at, b.swept, b.pose).meets(shrink)


def _between_cylinders(a: Body, b: Body) -> Contact:
    """Closed form: plan distance and height distance are independent."""
    one, two, p, q = a.cylinder, b.cylinder, a.pose.at, b.pose.at
    aside = math.hypot(q[0] - p[0], q[1] - p[1])
    ux, uy = ((q[0] - p[0]) / aside, (q[1] - p[1]) / aside) if aside > 0 else (1.0, 0.0)
    plan = aside - one.radius - two.radius
    above, below = q[2] - (p[2] + one.height), p[2] - (q[2] + two.height)
    rise = max(above, below)
    reach_a = min(one.radius, aside) if plan > 0 else max(0.0, min(one.radius, aside - two.radius))
    za = min(max(q[2], p[2]), p[2] + one.height)
    zb = min(max(za, q[2]), q[2] + two.height)
    on_a = (p[0] + ux * reach_a, p[1] + uy * reach_a, za)
    if plan > 0 or rise > 0:
        gap = math.hypot(max(plan, 0.0), max(rise, 0.0))
        reach_b = two.radius if plan > 0 else aside - reach_a
        return Contact(gap, on_a, (q[0] - ux * reach_b, q[1] - uy * reach_b, zb))
    return Contact(max(plan, rise, -two.radius, -two.height / 2), on_a, on_a)


class _Pair:
    """A vertical cylinder and a swept ball that can be shrunk, in the table's frame."""

    def __init__(self, cylinder: Cylinder, at: Point, swept: SweptBall, pose: Pose) -> None:
        self.cylinder, self.at, self.swept, self.pose = cylinder, at, swept, pose
        self.rotation = [tuple(row) for row in pose.rotation.tolist()]
        self.level = pose.tilt == 0

    def support_a(self, direction: Point) -> Point:
        x, y, z = self.cylinder.support(direction)
        return (x + self.at[0], y + self.at[1], z + self.at[2])

    def support_b(self, shrink: float) -> Support:
        solid = self.swept.shrunk(shrink) if shrink > 0 else self.swept
        (a, b, c), (d, e, f), (g, h, i) = self.rotation
        ox, oy, oz = self.pose.at

        def support(direction: Point) -> Point:
            x, y, z = direction
            px, py, pz = solid.support(
                (a * x + d * y + g * z, b * x + e * y + h * z, c * x + f * y + i * z)
            )
            return (
                a * px + b * py + c * pz + ox,
                d * px + e * py + f * pz + oy,
                g * px + h * py + i * pz + oz,
            )

        return support

    def meets(self, shrink: float) -> bool:
        """Whether the cylinder meets the template shrunk by so many mm."""
        if self.level or not self._is_cut:
            return self._meets_closed(shrink)
        found = distance(self.support_a, self.support_b(shrink), stop_above=TOUCH)
        return found.upper <= TOUCH

    @property
    def _is_cut(self) -> bool:
        swept = self.swept
        return swept.straight or swept.low > -swept.r1 or swept.high < swept.r1

    def _meets_closed(self, shrink: float) -> bool:
        """Closed form: a level plane cuts the cylinder instead of the template.

        What is left of the cylinder is a cylinder, and the uncut swept ball meets
        it when the least of ``dist(centre, cylinder) - radius`` over the segment
        of centres isn't above zero: a convex function of one number.
        """
        solid = self.swept.shrunk(shrink) if shrink > 0 else self.swept
        bottom = self.at[2]
        top = bottom + self.cylinder.height
        if self.level:
            bottom = max(bottom, self.pose.at[2] + solid.low)
            top = min(top, self.pose.at[2] + solid.high)
        if bottom > top + TOUCH:
            return False
        first, last = self.pose.to_world(np.array([[solid.x0, 0, 0], [solid.x1, 0, 0]])).tolist()

        def excess(t: float) -> float:
            x, y, z = (p + t * (q - p) for p, q in zip(first, last, strict=True))
            aside = math.hypot(x - self.at[0], y - self.at[1]) - self.cylinder.radius
            rise = 0.0 if solid.straight else max(bottom - z, z - top, 0.0)
            return math.hypot(max(aside, 0.0), rise) - (solid.r0 + t * (solid.r1 - solid.r0))

        steepest = math.dist(first, last) + solid.r1 - solid.r0
        return _falls_to(TOUCH, excess, steepest)


def _falls_to(level: float, f: Callable[[float], float], steepest: float) -> bool:
    """Whether a convex function on [0, 1], nowhere steeper than so, falls to `level`."""
    low, high = 0.0, 1.0
    while True:
        left = low + (high - low) * 0.45
        right = high - (high - low) * 0.45
        at_left, at_right = f(left), f(right)
        least = min(at_left, at_right)
        if least <= level:
            return True
        reach = (high - low) * steepest
        if least - reach > level:
            return False
        if reach < TOUCH * 1e-3:
            return min(f(low), f(high)) <= level
        low, high = (low, right) if at_left <= at_right else (left, high)
