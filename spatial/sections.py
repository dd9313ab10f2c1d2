"""Sections: what a plane has in common with pieces of cover and with models."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np

from meshes.mesh import Floats, Ints, Mesh
from spatial.enclosed import closed
from spatial.polygons import Polygons
from spatial.scene import Body

ON_PLANE: Final = 1e-6
"""What is no farther from a plane than this lies in it, mm."""

_KNOWN: Final = 256


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
        aside = np.eye(3)[np.abs(self.normal).argmin()]
        across = np.cross(self.normal, aside)
        across /= np.linalg.norm(across)
        return np.column_stack([across, np.cross(self.normal, across)])


@lru_cache(_KNOWN)
def is_closed(mesh: Mesh) -> bool:
    """Return whether a mesh is closed, asked once for each mesh."""
    return closed(mesh)


def faces_in(body: Body, plane: Plane, box: Floats) -> Polygons:
    """Return what a piece's faces in a plane cover of it, within a box.

    Parameters
    ----------
    body : Body
        Scenery.
    plane : Plane
    box : ndarray of shape (2, 3)
        mm.
    """
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
    if body.tree is None or not is_closed(body.mesh):
        return Polygons()
    faces = body.mesh.faces[body.tree.meeting(body.box, _slab(plane))]
    points, same = np.unique(body.mesh.vertices[faces].reshape(-1, 3), axis=0, return_inverse=True)
    rings = _rings(same.reshape(-1, 3).astype(np.int32), points @ plane.normal - plane.offset)
    flat = points @ plane.frame
    rise = points @ plane.normal - plane.offset
    filled = Polygons()
    for ring in rings:
        a, b = ring.T
        t = rise[a] / (rise[a] - rise[b])
        one = Polygons([flat[a] + (flat[b] - flat[a]) * t[:, None]])
        filled = Polygons.union([filled - one, one - filled])
    return filled


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


def _rings(faces: Ints, rise: Floats) -> list[Ints]:
    """Closed chains of edges that cross a plane, each of shape (n, 2), by their corners."""
    above = rise >= 0
    faces = faces[(above[faces].sum(axis=1) % 3) != 0]
    beside: dict[tuple[int, int], list[int]] = {}
    crossed: list[list[tuple[int, int]]] = []
    for face in faces.tolist():
        edges = [
            (min(p, q), max(p, q))
            for p, q in zip(face, (*face[1:], face[0]), strict=True)
            if above[p] != above[q]
        ]
        for edge in edges:
            beside.setdefault(edge, []).append(len(crossed))
        crossed.append(edges)
    rings, used = [], [False] * len(crossed)
    for first in range(len(crossed)):
        if used[first]:
            continue
        used[first] = True
        start, edge = crossed[first]
        ring = [start, edge]
        while edge != start:
            after: Sequence[int] = [one for one in beside[edge] if not used[one]]
            if not after:
                return []
            used[after[0]] = True
            one, other = crossed[after[0]]
            edge = other if one == edge else one
            ring.append(edge)
        rings.append(np.array(ring[:-1], dtype=np.int32))
    return rings
