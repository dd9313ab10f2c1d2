"""Sections: what a plane has in common with pieces of cover and with models."""

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np

from meshes.mesh import Floats, Ints, Mesh
from spatial.enclosed import closed
from spatial.frames import square_to
from spatial.polygons import Polygons
from spatial.scene import Body

ON_PLANE: Final = 1e-6
"""What is no farther from a plane than this lies in it, mm."""

_KNOWN: Final = 256
_MANY: Final = 10_000
"""Of a mesh with more faces than this, those near a plane are found by its tree."""


@dataclass(frozen=True, slots=True, eq=False)
class Plane:
    """A plane, all points p with normal . p = offset.

    Parameters
    ----------
    normal : ndarray of shape (3,)
        Of length one.
    offset : float
        mm.
    """

    normal: Floats
    offset: float

    @property
    def frame(self) -> Floats:
        """Two directions in the plane, square to each other, as columns, shape (3, 2)."""
        return np.column_stack(square_to(self.normal))


def faces_in(body: Body, plane: Plane, box: Floats) -> Polygons:
    """Return what a piece's faces in a plane cover of it, within a box.

    Parameters
    ----------
    body : Body
        Scenery.
    plane : Plane
    box : ndarray of shape (2, 3)
        mm.

    Examples
    --------
    >>> from meshes.kit import wall
    >>> from spatial.scene import Pose, scenery_body
    >>> fence = scenery_body("fence", wall((80, 6, 30)).mesh, Pose((0, 0, 0)))
    >>> faces_in(fence, Plane(np.array([0, 1.0, 0]), 3.0), fence.box).area
    2400.0
    """
    mesh = body.mesh
    if len(mesh.faces) <= _MANY:
        near = np.abs(mesh.vertices @ plane.normal - plane.offset) <= 2 * ON_PLANE
        if not near[mesh.faces].all(axis=1).any():
            return Polygons()
    faces = body.meeting(box, _slab(plane))
    faces = faces[(np.abs(faces @ plane.normal - plane.offset) <= ON_PLANE).all(axis=1)]
    return Polygons(list(faces @ plane.frame))


def section(body: Body, plane: Plane) -> Polygons:
    """Return the section of a solid by a plane; empty where the mesh isn't closed.

    What lies in it is inside the solid: a straight line through it to a point outside
    goes through the mesh. Where parts of a mesh overlap, no more is claimed than an odd
    number of them.

    Parameters
    ----------
    body : Body
        Scenery.
    plane : Plane

    Examples
    --------
    >>> from meshes.solids import Cylinder
    >>> from spatial.scene import Pose, scenery_body
    >>> post = scenery_body("post", Cylinder(10, 40).mesh(), Pose((0, 0, 0)))
    >>> round(section(post, Plane(np.array([1.0, 0, 0]), 0.0)).area, 3)
    800.0
    """
    if body.tree is None or not closed(body.mesh):
        return Polygons()
    points, faces = _welded(body.mesh)
    if len(faces) > _MANY:
        faces = faces[body.tree.meeting(body.box, _slab(plane))]
    rise, flat = points @ plane.normal - plane.offset, points @ plane.frame
    above = rise[faces] >= 0
    count = above.sum(axis=1)
    crossed = count % 3 != 0
    faces, above = faces[crossed], above[crossed]
    # The corner alone on its side: the plane cuts both of its edges.
    alone = (above == (count[crossed] == 1)[:, None]).argmax(axis=1)
    rows = np.arange(len(faces))
    tip = faces[rows, alone]
    ends = np.stack([faces[rows, (alone + 1) % 3], faces[rows, (alone + 2) % 3]], axis=1)
    tips = np.broadcast_to(tip[:, None], ends.shape)
    low, high = np.minimum(tips, ends).astype(np.int64), np.maximum(tips, ends)
    keys, pairs = np.unique(low * len(points) + high, return_inverse=True)
    a, b = keys // len(points), keys % len(points)
    t = rise[a] / (rise[a] - rise[b])
    spots = flat[a] + (flat[b] - flat[a]) * t[:, None]
    return Polygons.alternating(
        [spots[ring] for ring in _rings(pairs.reshape(-1, 2).astype(np.int32))]
    )


def model_section(model: Body, plane: Plane) -> Polygons:
    """Return the section of a silhouette by an upright or a level plane.

    Of a level one it is a polygon inside the circle; of a slanting one it is left empty.

    Examples
    --------
    >>> from meshes.solids import Cylinder
    >>> from spatial.scene import trooper_body
    >>> model = trooper_body("A", Cylinder(12.5, 40), (0, 0, 0))
    >>> round(model_section(model, Plane(np.array([0, 1.0, 0]), 7.5)).area, 6)
    800.0
    """
    at, solid = np.array(model.pose.at), model.cylinder
    away = plane.offset - float(plane.normal @ at)
    if abs(plane.normal[2]) > 1 - 1e-12:
        if not 0 <= away * np.sign(plane.normal[2]) <= solid.height:
            return Polygons()
        angles = np.arange(64) * (np.pi / 32)
        ring = np.column_stack([np.cos(angles), np.sin(angles), np.zeros(64)]) * solid.radius + at
        return Polygons([ring @ plane.frame])
    if plane.normal[2] != 0 or abs(away) >= solid.radius:
        return Polygons()
    half = math.sqrt(solid.radius**2 - away**2)
    x, y = plane.normal[:2]
    side = np.array([-y, x, 0.0]) * half
    foot, up = at + plane.normal * away, np.array([0.0, 0.0, solid.height])
    corners = np.array([foot - side, foot + side, foot + side + up, foot - side + up])
    return Polygons([corners @ plane.frame])


def _slab(plane: Plane) -> Floats:
    return np.array(
        [
            [*plane.normal, ON_PLANE - plane.offset],
            [*-plane.normal, ON_PLANE + plane.offset],
        ]
    )


@lru_cache(_KNOWN)
def _welded(mesh: Mesh) -> tuple[Floats, Ints]:
    """A mesh's corners, each place once, and its faces by these."""
    points, same = np.unique(mesh.vertices, axis=0, return_inverse=True)
    return points, same.reshape(-1).astype(np.int32)[mesh.faces]


def _rings(pairs: Ints) -> list[list[int]]:
    """Closed chains of numbers, two of which are joined by each pair; none where they don't
    close."""
    ends = pairs[pairs[:, 0] != pairs[:, 1]].ravel()
    # As often as a number comes, two by two it is where one pair follows another.
    order = np.argsort(ends, kind="stable")
    one, other = order[::2], order[1::2]
    if len(ends) % 2 or (ends[one] != ends[other]).any():
        return []
    after = np.empty(len(ends), dtype=np.int64)
    after[one], after[other] = other, one
    numbers, follows = ends.tolist(), after.tolist()
    rings, used = [], [False] * (len(ends) // 2)
    for first in range(0, len(ends), 2):
        ring, at = [], first
        while not used[at // 2]:
            used[at // 2] = True
            at ^= 1
            ring.append(numbers[at])
            at = follows[at]
        if ring:
            rings.append(ring)
    return rings
