"""Which surfaces lie over a place, and on which a point comes to lie."""

from typing import Final

import numpy as np

from meshes.mesh import Floats
from meshes.solids import Point
from meshes.winding import encloses
from spatial.rays import GRAZE
from spatial.scene import Scene

STEP: Final = 0.05
"""A surface no more than this many mm above a point is under it."""


def highest_surface(scene: Scene, at: tuple[float, float]) -> float:
    """Return the height of the highest surface at a place, mm; the table's is 0.

    Examples
    --------
    >>> from meshes.solids import Cylinder
    >>> from spatial.scene import Pose, scenery_body
    >>> post = scenery_body("post", Cylinder(30, 40).mesh(), Pose((0, 0, 0)))
    >>> highest_surface(Scene((post,)), (5.0, 0.0)), highest_surface(Scene((post,)), (50.0, 0.0))
    (40.0, 0.0)
    """
    return max([0.0, *_heights(scene, at)])


def surface_under(scene: Scene, point: Point) -> float:
    """Return the height of the surface that a point comes to lie on, mm.

    It falls to the nearest surface under it. Where it lies in a solid, or under
    one that stands on the same surface, it is lifted to that solid's top.

    Parameters
    ----------
    scene : Scene
        Its scenery, whether or not it stops lines, and the table.
    point : tuple of 3 floats
        mm.

    Examples
    --------
    >>> from meshes.solids import Cylinder
    >>> from spatial.scene import Pose, scenery_body
    >>> post = scenery_body("post", Cylinder(30, 40).mesh(), Pose((0, 0, 0)))
    >>> scene = Scene((post,))
    >>> surface_under(scene, (40, 0, 40)), surface_under(scene, (5, 0, 0))
    (0.0, 40.0)
    """
    x, y, z = point
    heights = sorted({0.0, *_heights(scene, (x, y))})
    if _in_solid(scene, (x, y, z + STEP)):
        tops = [h for h in heights if h > z + STEP and not _in_solid(scene, (x, y, h + STEP))]
        return min(tops, default=z)
    return max([h for h in heights if h <= z + STEP], default=0.0)


def _in_solid(scene: Scene, point: Point) -> bool:
    at = np.array(point)
    around = [b for b in scene.scenery if (b.box[0] <= at).all() and (at <= b.box[1]).all()]
    return any(encloses(body.mesh.triangles, at) for body in around)


def _heights(scene: Scene, at: tuple[float, float]) -> list[float]:
    """Heights at which the upright line through a place meets scenery."""
    low, high = np.array([*at, -np.inf]), np.array([*at, np.inf])
    line = np.array([low - GRAZE, high + GRAZE])
    found: list[float] = []
    for piece in scene.scenery:
        found += _over_origin(piece.meeting(line) - [*at, 0.0])
    return found


def _over_origin(corners: Floats) -> list[float]:
    """Heights of those triangles, shape (n, 3, 3), that lie over x = y = 0."""
    a, b, c = (corners[:, i] for i in range(3))
    normal = np.cross(b - a, c - a)
    level = normal[:, 2] != 0
    a, b, c, normal = a[level], b[level], c[level], normal[level]
    inside = np.ones(len(a), dtype=bool)
    for p, q in ((a, b), (b, c), (c, a)):
        turn = p[:, 0] * q[:, 1] - p[:, 1] * q[:, 0]
        edge = np.hypot(q[:, 0] - p[:, 0], q[:, 1] - p[:, 1])
        # An edge belongs to both its triangles.
        inside &= turn * np.sign(normal[:, 2]) >= -GRAZE * edge
    rise = a[:, 2] + (a[:, :2] * normal[:, :2]).sum(axis=1) / normal[:, 2]
    # A face that is all but upright has the heights of its own corners.
    ends = np.stack([a[:, 2], b[:, 2], c[:, 2]])
    heights: list[float] = np.clip(rise, ends.min(axis=0), ends.max(axis=0))[inside].tolist()
    return heights
