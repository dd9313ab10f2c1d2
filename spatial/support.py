"""What a base rests on when it is dropped."""

import math
from typing import Final

import numpy as np

from meshes.mesh import Floats
from spatial.cutting import cut_above
from spatial.scene import Body, Scene

RIM: Final = 0.05
"""A surface that reaches under a base by no more than this many mm doesn't carry it."""

ROUNDING: Final = 1e-9
"""mm by which adding up decimals may miss."""


def reach_of(radius: float) -> float:
    """Return the radius of the part of a base that surfaces under it carry.

    Parameters
    ----------
    radius : float
        Of the base, mm.

    Returns
    -------
    float
        Less `RIM`, mm; all of a base that is no larger than that.

    Examples
    --------
    >>> reach_of(12.5), reach_of(0.05)
    (12.45, 0.05)
    """
    return radius - RIM if radius > RIM else radius


def resting_height(
    pieces: tuple[Body, ...],
    at: tuple[float, float],
    radius: float,
    ceiling: float = math.inf,
) -> float:
    """Return the height of the highest surface under a round base, mm.

    Parameters
    ----------
    pieces : tuple of Body
        What the base may rest on.
    at : tuple of 2 floats
        The base's centre, mm.
    radius : float
        Of the base, mm.
    ceiling : float
        Faces that reach above this height don't count, mm.

    Returns
    -------
    float
        -inf where nothing lies under the base.

    Notes
    -----
    Over a disc and a triangle a height is greatest at a corner inside the disc,
    where an edge crosses the circle, at the circle's uphill point, or, on level
    ground, anywhere.

    Examples
    --------
    >>> from meshes.solids import Cylinder
    >>> from spatial.scene import Pose, scenery_body
    >>> post = scenery_body("post", Cylinder(30, 40).mesh(), Pose((0, 0, 0)))
    >>> resting_height((post,), (35.0, 0.0), 12.5)
    40.0
    """
    reach = reach_of(radius)
    centre = np.array(at)
    heights = [-np.inf]
    (x, y), r = at, reach
    for piece in pieces:
        (x0, y0, _), (x1, y1, _) = piece.box
        if x0 > x + r or x1 < x - r or y0 > y + r or y1 < y - r:
            continue
        under = piece.meeting(np.array([[*(centre - reach), -np.inf], [*(centre + reach), np.inf]]))
        corners = under[under[:, :, 2].max(axis=1) <= ceiling] - [*at, 0.0]
        heights += [highest(corners, reach)] if len(corners) else []
    return float(max(heights))


def floor_near(
    pieces: tuple[Body, ...], at: tuple[float, float], z: float, radius: float
) -> float | None:
    """Return the height of the floor that a base is a hair off, mm.

    Parameters
    ----------
    pieces : tuple of Body
        What the base may rest on, besides the table.
    at : tuple of 2 floats
        The base's centre, mm.
    z : float
        Height of its underside, mm.
    radius : float
        mm.

    Returns
    -------
    float or None
        Of the highest surface under the base, the table's top included; None where that
        is more than `RIM` mm above or below its underside.

    Examples
    --------
    >>> from meshes.kit import box
    >>> from spatial.scene import Pose, scenery_body
    >>> crate = scenery_body("crate", box((60, 60, 40)).mesh, Pose((0, 0, 0)))
    >>> floor_near((crate,), (0, 0), 40.03, 12.5), floor_near((crate,), (0, 0), 40.06, 12.5)
    (40.0, None)
    """
    reach = reach_of(radius)
    around = np.array([[*(np.array(at) - reach), z - RIM], [*(np.array(at) + reach), z + 2 * RIM]])
    heights = [0.0]
    for piece in pieces:
        near = piece.meeting(around)
        # What goes on above the base isn't its floor: cut, it is still too high.
        near, _ = cut_above(near, z + 2 * RIM - near[:, :, 2])
        heights.append(highest(near - [*at, 0.0], reach) if len(near) else -math.inf)
    floor = max(heights)
    return floor if abs(floor - z) <= RIM + ROUNDING else None


def is_carried(scene: Scene, base: Body) -> bool:
    """Return whether anything carries a trooper's base: scenery no more than `RIM` mm off
    its underside, or the table.

    Parameters
    ----------
    scene : Scene
    base : Body
        A trooper.

    Examples
    --------
    >>> from meshes.kit import box
    >>> from meshes.solids import Cylinder
    >>> from spatial.scene import Pose, scenery_body, trooper_body
    >>> scene = Scene((scenery_body("crate", box((60, 60, 40)).mesh, Pose((0, 0, 0))),))
    >>> [is_carried(scene, trooper_body("1", Cylinder(12.5, 40), (0, 0, z))) for z in (40, 41)]
    [True, False]
    """
    x, y, z = base.pose.at
    if abs(z) <= RIM:
        return True
    radius = base.cylinder.radius
    reach = reach_of(radius)
    around = np.array([[x - reach, y - reach, z - RIM], [x + reach, y + reach, z + RIM]])
    for body in scene.near(around):
        if body.role == "scenery":
            under = body.meeting(around) - [x, y, z]
            # Of a slope, what is higher than the base is beside it.
            under, _ = cut_above(under, RIM + ROUNDING - under[:, :, 2])
            if highest(under, reach) >= -RIM - ROUNDING:
                return True
    return False


def highest(corners: Floats, reach: float) -> float:
    """Return the greatest height of triangles over a disc round the origin.

    Parameters
    ----------
    corners : ndarray of shape (k, 3, 3)
        mm.
    reach : float
        The disc's radius, mm.

    Returns
    -------
    float
        -inf where none lies over it.

    Examples
    --------
    >>> slope = np.array([[[-9, -50, 0], [-9, 50, 0], [41, 0, 25.0]]])
    >>> highest(slope, 10.0)
    9.5
    """
    flat = corners.reshape(-1, 3)
    spots = [flat[np.hypot(flat[:, 0], flat[:, 1]) <= reach, 2]]
    for i in range(3):
        p, q = corners[:, i], corners[:, (i + 1) % 3]
        edge = q - p
        a = (edge[:, :2] ** 2).sum(axis=1)
        b = (p[:, :2] * edge[:, :2]).sum(axis=1)
        c = (p[:, :2] ** 2).sum(axis=1) - reach**2
        root = np.sqrt(np.maximum(b * b - a * c, 0.0))
        for sign in (-1.0, 1.0):
            t = (-b + sign * root) / np.where(a > 0, a, 1.0)
            crosses = (a > 0) & (b * b >= a * c) & (t >= 0) & (t <= 1)
            spots.append((p[:, 2] + t * edge[:, 2])[crosses])
    a, b, c = (corners[:, i] for i in range(3))
    normal = np.cross(b - a, c - a)
    facing = normal[:, 2] != 0
    a, b, c, normal = a[facing], b[facing], c[facing], normal[facing]
    uphill = -normal[:, :2] / normal[:, 2:]
    steep = np.linalg.norm(uphill, axis=1)
    spot = uphill * (reach / np.where(steep > 0, steep, 1.0))[:, None]
    inside = np.ones(len(spot), dtype=bool)
    for p, q in ((a, b), (b, c), (c, a)):
        turn = (q[:, 0] - p[:, 0]) * (spot[:, 1] - p[:, 1])
        turn -= (q[:, 1] - p[:, 1]) * (spot[:, 0] - p[:, 0])
        inside &= turn * normal[:, 2] >= 0
    spots.append((a[:, 2] + ((spot - a[:, :2]) * uphill).sum(axis=1))[inside])
    return float(max((spot.max() for spot in spots if len(spot)), default=-np.inf))
