"""On which surface does a base come to stand that is put down somewhere?"""

import math
from functools import lru_cache
from typing import Final

import numpy as np

from meshes.mesh import Floats, Mesh
from meshes.winding import encloses
from spatial.cutting import cut_above
from spatial.scene import Body
from spatial.spans import disc_spans
from spatial.support import RIM, reach_of

_STEEPEST: Final = math.cos(math.radians(60.0))
"""A steeper face is a wall, and nothing to stand on: the least height of its unit normal."""


def height_under(
    pieces: tuple[Body, ...], at: tuple[float, float], radius: float, ceiling: float
) -> float:
    """Return the height of the highest surface under a base and no higher than a ceiling, mm.

    What reaches above the ceiling counts up to there, so that a base is carried up a ramp
    whose end is far above it; walls don't count, nor does the underside of a slab. The
    table's top, 0, is the least.

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
    reach = reach_of(radius)
    x, y = at
    around = np.array([[x - reach, y - reach, -np.inf], [x + reach, y + reach, ceiling]])
    heights = [0.0]
    for piece in pieces:
        if (piece.box[0] > around[1]).any() or (piece.box[1] < around[0]).any():
            continue
        near = _level(piece.meeting(around))
        near, _ = cut_above(near, ceiling - near[:, :, 2])
        heights += [_top(piece, near, np.array([x, y, 0.0]), reach)] if len(near) else []
    return float(max(heights))


def _top(piece: Body, near: Floats, at: Floats, reach: float) -> float:
    """The highest of some faces over a disc about a place, undersides left out."""
    tops = disc_spans(near - at, reach)[1]
    best = int(tops.argmax())
    up = np.cross(near[:, 1] - near[:, 0], near[:, 2] - near[:, 0])[:, 2] * _outward(piece.mesh)
    inside = near[best].mean(axis=0) + np.array([0.0, 0.0, RIM])
    # Of a mesh whose shells are wound at odds, no top is taken for an underside.
    if up[best] >= 0 or not encloses(piece.mesh.triangles, inside):
        return float(tops[best])
    return float(tops[up > 0].max(initial=-np.inf))


@lru_cache(maxsize=256)
def _outward(mesh: Mesh) -> float:
    """1 where a mesh is wound outwards on the whole, -1 where inwards."""
    a, b, c = (mesh.triangles[:, i] - mesh.bounds[0] for i in range(3))
    return float(np.sign(np.einsum("ij,ij->", a, np.cross(b, c))))


def _level(faces: Floats) -> Floats:
    """The faces that one can stand on."""
    normal = np.cross(faces[:, 1] - faces[:, 0], faces[:, 2] - faces[:, 0])
    long = np.linalg.norm(normal, axis=1)
    flat: Floats = faces[np.abs(normal[:, 2]) > _STEEPEST * long]
    return flat
