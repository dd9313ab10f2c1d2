"""How much free space is above a base."""

import math

import numpy as np

from meshes.solids import Point
from spatial.cutting import cut_above
from spatial.scene import Scene
from spatial.support import RIM, highest, reach_of


def headroom(scene: Scene, at: Point, radius: float) -> float:
    """Return the free height above a round base, up to the lowest thing over it.

    Parameters
    ----------
    scene : Scene
        Only its scenery counts.
    at : tuple of 3 floats
        The centre of the base's underside, mm.
    radius : float
        Of the base, mm; what reaches over it by no more than `RIM` doesn't count.

    Returns
    -------
    float
        mm; inf in the open, 0 where something goes through the base itself.

    Examples
    --------
    >>> from meshes.kit import box
    >>> from spatial.scene import Pose, scenery_body
    >>> deck = scenery_body("deck", box((60, 60, 3)).mesh, Pose((0, 0, 45)))
    >>> headroom(Scene((deck,)), (0, 0, 0), 12.5), headroom(Scene((deck,)), (0, 0, 48), 12.5)
    (45.0, inf)
    """
    x, y, z = at
    reach = reach_of(radius)
    box = np.array([[x - reach, y - reach, z + RIM], [x + reach, y + reach, np.inf]])
    lowest = math.inf
    for body in scene.near(box):
        if body.role != "scenery":
            continue
        triangles = body.meeting(box) - [x, y, z]
        over, _ = cut_above(triangles, triangles[:, :, 2] - RIM)
        over[:, :, 2] *= -1
        lowest = min(lowest, -highest(over, reach)) if len(over) else lowest
    return lowest if lowest > RIM * 1.001 else 0.0
