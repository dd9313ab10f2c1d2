"""On which surface does a base come to stand that is put down somewhere?"""

import math
from typing import Final

import numpy as np

from meshes.mesh import Floats
from spatial.cutting import cut_above
from spatial.scene import Body
from spatial.support import RIM, highest

_STEEPEST: Final = math.cos(math.radians(60.0))
"""A steeper face is a wall, and nothing to stand on: the least height of its unit normal."""


def height_under(
    pieces: tuple[Body, ...], at: tuple[float, float], radius: float, ceiling: float
) -> float:
    """Return the height of the highest surface under a base and no higher than a ceiling, mm.

    What reaches above the ceiling counts up to there, so that a base is carried up a ramp
    whose end is far above it; walls don't count. The table's top, 0, is the least.

    Parameters
    ----------
    pieces : tuple of Body
        Scenery.
    at : tuple of 2 floats
        The base's centre, mm.
    radius : float
        mm.
    ceiling : float
        mm.

    Examples
    --------
    >>> from meshes.kit import box
    >>> from spatial.scene import Pose, scenery_body
    >>> crate = scenery_body("crate", box((60, 60, 40)).mesh, Pose((0, 0, 0)))
    >>> height_under((crate,), (0, 0), 12.5, 41.0), height_under((crate,), (0, 0), 12.5, 39.0)
    (40.0, 0.0)
    """
    reach = radius - RIM if radius > RIM else radius
    x, y = at
    around = np.array([[x - reach, y - reach, -np.inf], [x + reach, y + reach, ceiling]])
    heights = [0.0]
    for piece in pieces:
        if (piece.box[0] > around[1]).any() or (piece.box[1] < around[0]).any():
            continue
        near = _level(piece.meeting(around))
        near, _ = cut_above(near, ceiling - near[:, :, 2])
        heights += [highest(near - [x, y, 0.0], reach)] if len(near) else []
    return float(max(heights))


def _level(faces: Floats) -> Floats:
    """The faces that one can stand on."""
    normal = np.cross(faces[:, 1] - faces[:, 0], faces[:, 2] - faces[:, 0])
    long = np.linalg.norm(normal, axis=1)
    flat: Floats = faces[np.abs(normal[:, 2]) > _STEEPEST * long]
    return flat
