"""Where faces go through a silhouette, exactly."""

from typing import Final

import numpy as np

from meshes.mesh import Floats
from spatial.scene import Body, Scene

TOUCHING: Final = 1e-6
"""A face no deeper than this in the silhouette, in mm, touches it."""


def clipped_above(rows: Floats) -> Floats:
    """Return a polygon cut to where its first column isn't below zero.

    Source: Sutherland and Hodgman (1974).

    Examples
    --------
    >>> clipped_above(np.array([[1.0, 0], [1.0, 2], [-1.0, 1]]))
    array([[1. , 0. ],
           [1. , 2. ],
           [0. , 1.5],
           [0. , 0.5]])
    """
    side = rows[:, 0]
    out = []
    for i in range(len(rows)):
        j = (i + 1) % len(rows)
        if side[i] >= 0:
            out.append(rows[i])
        if (side[i] >= 0) != (side[j] >= 0):
            out.append(rows[i] + side[i] / (side[i] - side[j]) * (rows[j] - rows[i]))
    return np.array(out).reshape(-1, rows.shape[1])


def common_point(
    corners: Floats, axis: Floats, radius: float, low: float, high: float
) -> Floats | None:
    """Return a point inside both a triangle and an upright cylinder.

    Parameters
    ----------
    corners : ndarray of shape (3, 3)
        mm.
    axis : ndarray of shape (2,)
        The cylinder's, in plan, mm.
    radius, low, high : float
        Of the cylinder, mm.

    Returns
    -------
    ndarray of shape (3,) or None
        None where they are apart or only touch.

    Examples
    --------
    >>> wall = np.array([[5, -50, 0], [5, 50, 0], [5, 0, 90.0]])
    >>> common_point(wall, np.zeros(2), 12.5, 0, 40) is None
    False
    >>> common_point(wall, np.zeros(2), 5.0, 0, 40) is None
    True
    """
    polygon = corners
    for sign, level in ((1.0, low + TOUCHING), (-1.0, -(high - TOUCHING))):
        lifted = np.column_stack([sign * polygon[:, 2] - level, polygon])
        polygon = clipped_above(lifted)[:, 1:]
        if len(polygon) == 0:
            return None
    flat = polygon[:, :2] - axis
    after = np.roll(polygon, -1, axis=0)
    edge = after[:, :2] - polygon[:, :2]
    size = (edge**2).sum(axis=1)
    t = np.clip(-(flat * edge).sum(axis=1) / np.where(size > 0, size, 1.0), 0, 1)
    nearest = polygon + (after - polygon) * t[:, None]
    within = np.hypot(*(nearest[:, :2] - axis).T) < radius - TOUCHING
    points = list(nearest[within])
    turn = flat[:, 0] * np.roll(flat[:, 1], -1) - flat[:, 1] * np.roll(flat[:, 0], -1)
    if (turn > 0).all() or (turn < 0).all():
        # The axis goes through the triangle.
        normal = np.cross(corners[1] - corners[0], corners[2] - corners[0])
        way = axis - corners[0, :2]
        points.append(np.array([*axis, corners[0, 2] - way @ normal[:2] / normal[2]]))
    return np.mean(points, axis=0) if points else None


def overlapping(scene: Scene, silhouette: Body, slack: float = 0.05) -> tuple[str, ...]:
    """Return the scenery whose faces go through a silhouette, in scene order.

    Parameters
    ----------
    scene : Scene
    silhouette : Body
    slack : float
        Faces no deeper than this in it don't count, mm.

    Examples
    --------
    >>> from meshes.kit import wall
    >>> from meshes.solids import Cylinder
    >>> from spatial.scene import Pose, scenery_body, trooper_body
    >>> fence = scenery_body("fence", wall((80, 6, 30)).mesh, Pose((15.4, 0, 0), 90))
    >>> [overlapping(Scene((fence,)), trooper_body("A", Cylinder(12.5, 40), (x, 0, 0)))
    ...  for x in (0, -0.1)]
    [('fence',), ()]
    """
    solid, at = silhouette.cylinder, silhouette.pose.at
    if solid.radius <= slack or solid.height <= 2 * slack:
        return ()
    radius, low, high = solid.radius - slack, at[2] + slack, at[2] + solid.height - slack
    return _entering(scene, np.array(at[:2]), radius, low, high)


def touched(scene: Scene, silhouette: Body, slack: float = 0.05) -> tuple[str, ...]:
    """Return the scenery that a silhouette is in contact with, in scene order.

    Parameters
    ----------
    scene : Scene
    silhouette : Body
    slack : float
        Faces no farther off than this count, mm: bases are put in contact by hand.

    Examples
    --------
    >>> from meshes.kit import wall
    >>> from meshes.solids import Cylinder
    >>> from spatial.scene import Pose, scenery_body, trooper_body
    >>> fence = scenery_body("fence", wall((80, 6, 30)).mesh, Pose((15.5, 0, 0), 90))
    >>> touched(Scene((fence,)), trooper_body("A", Cylinder(12.5, 40), (0, 0, 0)))
    ('fence',)
    """
    solid, at = silhouette.cylinder, silhouette.pose.at
    radius, low, high = solid.radius + slack, at[2] - slack, at[2] + solid.height + slack
    return _entering(scene, np.array(at[:2]), radius, low, high)


def _entering(
    scene: Scene, axis: Floats, radius: float, low: float, high: float
) -> tuple[str, ...]:
    """The scenery whose faces go through an upright cylinder, in scene order."""
    box = np.array([[*(axis - radius), low], [*(axis + radius), high]])
    found = []
    for body in scene.near(box):
        if body.role != "scenery":
            continue
        points = (common_point(face, axis, radius, low, high) for face in body.meeting(box))
        if any(point is not None for point in points):
            found.append(body.name)
    return tuple(found)
