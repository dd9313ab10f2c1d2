"""How deep pieces of scenery are in one another."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from meshes.booleans import hull
from meshes.common import common_parts
from meshes.mesh import Floats
from meshes.solids import Point, point_of
from meshes.winding import encloses
from spatial.nearest import nearest_on
from spatial.scene import Body, Scene
from spatial.support import RIM

_MOST_SAMPLES: Final = 200


@dataclass(frozen=True, slots=True)
class Overlap:
    """Two pieces that fill the same place.

    Parameters
    ----------
    pieces : tuple of 2 str
        In scene order.
    depth : float
        mm; how thick what both fill is at its thinnest, of several parts the thickest.
    at : tuple of 3 floats
        In the middle of it, mm.
    exact : bool
        False where a mesh isn't closed: then the depth is the greatest that was found of a
        corner, an edge's or a face's middle in the other piece, and it may be deeper.
    """

    pieces: tuple[str, str]
    depth: float
    at: Point
    exact: bool


def overlaps(scene: Scene, deeper: float = RIM) -> tuple[Overlap, ...]:
    """Return the pieces of scenery that are in one another, in scene order.

    Parameters
    ----------
    scene : Scene
    deeper : float
        What is no deeper than this only touches, mm.

    Examples
    --------
    >>> from meshes.kit import box
    >>> from spatial.scene import Pose, scenery_body
    >>> left = scenery_body("left", box((40, 30, 20)).mesh, Pose((0, 0, 0)))
    >>> right = scenery_body("right", box((40, 30, 20)).mesh, Pose((38, 0, 0)))
    >>> [found] = overlaps(Scene((left, right)))
    >>> found.pieces, round(found.depth, 6), found.at, found.exact
    (('left', 'right'), 2.0, (19.0, 0.0, 10.0), True)
    """
    order = {body.name: i for i, body in enumerate(scene.bodies)}
    found = []
    for one in scene.bodies:
        if one.role != "scenery":
            continue
        for other in scene.near(one.box):
            if order[other.name] <= order[one.name] or other.role != "scenery":
                continue
            met = _overlap(one, other, deeper)
            if met is not None:
                found.append(met)
    return tuple(found)


def _overlap(one: Body, other: Body, deeper: float) -> Overlap | None:
    box = np.array([np.maximum(one.box[0], other.box[0]), np.minimum(one.box[1], other.box[1])])
    if (box[1] - box[0] <= deeper).any():
        return None
    parts = common_parts(one.mesh, other.mesh)
    exact = parts is not None
    if parts is None:
        found = [*_samples(one, other, box), *_samples(other, one, box)]
    else:
        found = [(_thickness(part), (part.min(axis=0) + part.max(axis=0)) / 2) for part in parts]
    if not found:
        return None
    # Of several as deep the one with the lowest place, whatever the order of faces.
    depth, at = max(found, key=lambda one: (round(one[0], 6), *(-one[1].round(6)).tolist()))
    if depth <= deeper:
        return None
    return Overlap((one.name, other.name), depth, point_of(at), exact)


def _thickness(corners: Floats) -> float:
    """The least distance between parallel planes that take corners between them, mm.

    They lie on a face of the convex hull; two edges are no narrower save by a little.
    """
    spread = float(np.ptp(corners, axis=0).min())
    if len(corners) < 4 or spread <= 1e-6:
        return spread
    solid = hull(corners, 0.0)
    a, b, c = (solid.triangles[:, i] for i in range(3))
    normal = np.cross(b - a, c - a)
    size = np.linalg.norm(normal, axis=1)
    normal = normal[size > 1e-9] / size[size > 1e-9, None]
    if len(normal) == 0:
        return spread
    along = solid.vertices @ normal.T
    return float(min(spread, np.ptp(along, axis=0).min()))


def _samples(one: Body, other: Body, box: Floats) -> Iterator[tuple[float, Floats]]:
    """How deep points of a piece's surface are in another piece."""
    faces = np.flatnonzero(
        (one.mesh.triangles.min(axis=1) <= box[1]).all(axis=1)
        & (one.mesh.triangles.max(axis=1) >= box[0]).all(axis=1)
    )
    corners = one.mesh.triangles[faces]
    points = np.concatenate(
        [corners.reshape(-1, 3), (corners + np.roll(corners, 1, axis=1)).reshape(-1, 3) / 2,
         corners.mean(axis=1)]
    )  # fmt: skip
    points = np.unique(points[((points >= box[0]) & (points <= box[1])).all(axis=1)], axis=0)
    for point in points[:: max(1, len(points) // _MOST_SAMPLES)]:
        if encloses(other.mesh.triangles, point):
            yield float(nearest_on(other.mesh.triangles, point)[0].min()), point
