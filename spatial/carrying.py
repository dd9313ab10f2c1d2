"""What carries a round base at a height, and whether it stays there."""

import math
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from meshes.booleans import hull
from meshes.mesh import Floats
from spatial.cutting import cut_above
from spatial.disc import TOUCHING, common_areas, covered, nearest, over, spots, touched
from spatial.rays import TABLE
from spatial.scene import Body, Scene
from spatial.support import RIM, ROUNDING, highest, reach_of

LEAN: Final = 30.0
"""Degrees: a base that slopes or leans more than so slides or falls over. A plastic
base holds on wood up to about here, and an upright cylinder of 25 x 40 mm, S2, has
its middle over its lowest point at 32 degrees."""


WHOLE: Final = 1e-9
"""A base of whose area no more than this share lies on nothing is carried whole."""


_NEAR: Final = RIM + ROUNDING
"""What is no farther than this off a base's underside carries it, mm."""


@dataclass(frozen=True, slots=True)
class Support:
    """What carries a round base.

    Parameters
    ----------
    on : tuple of str
        Pieces that carry it, in scene order, or the table; empty where it hangs.
    share : float
        Of the base, in plan, that lies on what carries it: 0 to 1.
    centred : bool
        Whether its centre lies over the convex hull of what carries it; the border
        counts. Otherwise it doesn't stay level.
    over : bool
        Whether its centre lies over the surface itself.
    overhang : float
        How far its rim reaches beyond that hull, at the farthest, mm.
    slope : float
        Degrees of the surface that carries most of it.
    lean : float
        Degrees by which it leans once it is let go: as the surface where it lies flat
        on a slope, 0 on a level one, and where it isn't centred, until more of what
        is under it carries it. 90 where it hangs.
    beyond : float
        How far its centre is from over that hull, mm.
    toward : float or None
        The way there where it isn't, degrees counter-clockwise from +x.
    """

    on: tuple[str, ...]
    share: float
    centred: bool
    over: bool
    overhang: float
    slope: float
    lean: float
    beyond: float = 0.0
    toward: float | None = None

    @property
    def stays(self) -> bool:
        """Whether a model stays there: carried, and leaning no more than `LEAN` degrees."""
        return bool(self.on) and self.lean <= LEAN


def support(scene: Scene, at: tuple[float, float], z: float, radius: float) -> Support:
    """Return what carries a round base at a height.

    Parameters
    ----------
    scene : Scene
    at : tuple of 2 floats
        The base's centre, mm.
    z : float
        Height of its underside, mm.
    radius : float
        mm.

    Notes
    -----
    Surfaces within `RIM` mm of its underside carry it. A base that wouldn't stay level
    on these lies flat on a slope that it touches, where nothing else is in its way and
    its centre is then over what carries it. Otherwise it leans until it rests on the
    plane over everything under it that is lowest at its centre: the upper hull.

    Examples
    --------
    >>> from meshes.kit import ramp
    >>> from spatial.scene import Pose, scenery_body
    >>> from spatial.support import resting_height
    >>> slope = scenery_body("ramp", ramp((200, 60, 50)).mesh, Pose((0, 0, 0)))
    >>> z = resting_height((slope,), (0, 0), 12.5)
    >>> found = support(Scene((slope,)), (0, 0), z, 12.5)
    >>> found.share, round(found.slope, 3), found.centred
    (1.0, 14.036, True)
    """
    found = Under(scene, at, z, radius)
    level = found.on_plane(np.zeros(2), 0.0)
    if level.centred or not level.on:
        return level
    best = max(
        (found.on_plane(*plane) for plane in found.slopes()),
        key=lambda one: one.share,
        default=level,
    )
    if best.centred:
        return best
    return replace(best if best.share > level.share else level, lean=found.lean())


class Under:
    """The surfaces under a base that stands at a height, in a frame about its centre."""

    def __init__(self, scene: Scene, at: tuple[float, float], z: float, radius: float) -> None:
        self.radius, self.reach = radius, reach_of(radius)
        self.table = -z
        pieces = around(scene, at, radius, z + _NEAR)
        box = np.array(
            [[at[0] - radius, at[1] - radius, -np.inf], [at[0] + radius, at[1] + radius, z + _NEAR]]
        )
        each = [piece.meeting(box) - [*at, z] for piece in pieces]
        self.names = [piece.name for piece in pieces]
        triangles = np.concatenate([*each, np.empty((0, 3, 3))])
        owner = np.repeat(np.arange(len(each)), [len(one) for one in each])
        self.triangles, source = cut_above(triangles, _NEAR - triangles[:, :, 2])
        self.owner = owner[source]

    def on_plane(self, rise: Floats, height: float) -> Support:
        """What carries the base on the plane of that height in the middle, rising so."""
        if abs(self.table - height) <= _NEAR and not rise.any():
            return Support((TABLE,), 1.0, True, True, 0.0, 0.0, 0.0)
        heights = self.triangles[:, :, 2] - self.triangles[:, :, :2] @ rise - height
        near = (heights.max(axis=1) >= -_NEAR) & (heights.min(axis=1) <= _NEAR)
        band, owner = self.triangles[near], self.owner[near]
        for sign in (1.0, -1.0):
            away = band[:, :, 2] - band[:, :, :2] @ rise - height
            band, source = cut_above(band, sign * away + _NEAR)
            owner = owner[source]
        flat = band[:, :, :2]
        on = sorted(set(owner[touched(flat, self.reach)].tolist()))
        names = [self.names[i] for i in on]
        slope = math.degrees(math.atan(math.hypot(*rise)))
        if not on:
            return Support((), 0.0, False, False, 2 * self.radius, 0.0, 90.0)
        carries = np.isin(owner, on)
        band, flat = band[carries], flat[carries]
        share = covered(flat, self.radius)
        whole = share > 1 - WHOLE
        inside, point = self.radius, np.zeros(2)
        if not whole:
            inside, point = nearest(spots(flat, self.radius), self.radius)
        return Support(
            on=tuple(names),
            share=1.0 if whole else share,
            centred=inside >= -TOUCHING,
            over=whole or over(flat),
            overhang=self.radius - inside,
            slope=slope if slope else self._slope(band),
            lean=slope,
            beyond=max(-inside, 0.0),
            toward=None if inside >= -TOUCHING else math.degrees(math.atan2(point[1], point[0])),
        )

    def slopes(self) -> list[tuple[Floats, float]]:
        """The planes of sloping faces that it touches and that nothing else stands in."""
        a, b, c = (self.triangles[:, i] for i in range(3))
        normal = np.cross(b - a, c - a)
        tilted = (np.abs(normal[:, 2]) > 1e-9) & (np.abs(normal[:, :2]).max(axis=1) > 1e-9)
        tilted &= self.triangles[:, :, 2].max(axis=1) >= -_NEAR
        rise = -normal[tilted, :2] / normal[tilted, 2:]
        height = a[tilted, 2] - (a[tilted, :2] * rise).sum(axis=1)
        rows = np.column_stack([rise, height])
        _, first = np.unique(rows.round(6), axis=0, return_index=True)
        # On rough ground there are many, and a corner stands in nearly every one.
        corners = np.unique(self.triangles.reshape(-1, 3), axis=0)
        corners = corners[np.hypot(corners[:, 0], corners[:, 1]) <= self.reach]
        planes = []
        for plane in rows[np.sort(first)]:
            over = corners[:, 2] - corners[:, :2] @ plane[:2] - plane[2]
            if over.max(initial=0.0) <= _NEAR and self._is_clear(plane[:2], float(plane[2])):
                planes.append((plane[:2], float(plane[2])))
        return planes

    def _is_clear(self, rise: Floats, height: float) -> bool:
        """Whether nothing under the base is above a plane."""
        if height - math.hypot(*rise) * self.reach < self.table - _NEAR:
            return False
        flattened = self.triangles.copy()
        flattened[:, :, 2] -= self.triangles[:, :, :2] @ rise + height
        return highest(flattened, self.reach) <= _NEAR

    def _slope(self, band: Floats) -> float:
        """The slope in degrees of the faces that carry most of the base."""
        if not np.ptp(band[:, :, 2], axis=1).any():
            return 0.0
        normal = np.cross(band[:, 1] - band[:, 0], band[:, 2] - band[:, 0])
        level = np.abs(normal[:, 2])
        steep = np.degrees(np.arctan2(np.hypot(normal[:, 0], normal[:, 1]), level)).round(6)
        p, q = band, np.roll(band, -1, axis=1)
        parts = common_areas(p[:, :, :2].reshape(-1, 2), q[:, :, :2].reshape(-1, 2), self.radius)
        areas = np.abs(parts.reshape(-1, 3).sum(axis=1))
        if not areas.max(initial=0.0) > 0:
            return 0.0
        each, which = np.unique(steep, return_inverse=True)
        return float(each[np.bincount(which, areas).argmax()])

    def lean(self) -> float:
        """Degrees of the lowest plane through the centre over everything under the base."""
        low = min(self.table, 0.0) - 1.0
        turn = np.radians(np.arange(0.0, 360.0, 5.0))
        rim = self.radius * np.column_stack([np.cos(turn), np.sin(turn)])
        points = [spots(self.triangles, self.radius)]
        for height in (self.table, low):
            points.append(np.column_stack([rim, np.full(len(rim), height)]))
        solid = hull(np.concatenate(points), 0.0).triangles
        normal = np.cross(solid[:, 1] - solid[:, 0], solid[:, 2] - solid[:, 0])
        upper = normal[:, 2] > 1e-9 * np.linalg.norm(normal, axis=1)
        above = upper & touched(solid[:, :, :2], TOUCHING)
        slopes = np.degrees(np.arctan2(np.hypot(*normal[above, :2].T), normal[above, 2]))
        return float(slopes.min(initial=90.0))


def around(scene: Scene, at: tuple[float, float], radius: float, top: float) -> tuple[Body, ...]:
    """Return the scenery over or under a base whose underside is no higher than stated.

    Parameters
    ----------
    scene : Scene
    at : tuple of 2 floats
        The base's centre, mm.
    radius : float
        mm.
    top : float
        mm; inf for all.

    Returns
    -------
    tuple of Body
        In scene order.

    Examples
    --------
    >>> from meshes.kit import box
    >>> from spatial.scene import Pose, scenery_body
    >>> deck = scenery_body("deck", box((60, 60, 3)).mesh, Pose((0, 0, 45)))
    >>> [len(around(Scene((deck,)), (40, 0), 12.5, top)) for top in (44.0, 45.0, math.inf)]
    [0, 1, 1]
    """
    x, y = at
    box = np.array([[x - radius, y - radius, -np.inf], [x + radius, y + radius, top]])
    return tuple(body for body in scene.near(box) if body.role == "scenery")
