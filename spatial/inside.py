"""What a point lies inside of, by winding number."""

from typing import Final

import numpy as np

from meshes.mesh import Floats
from meshes.solids import Point
from spatial.atfocus import through_origin
from spatial.gathering import blockers
from spatial.rays import ON_FACE, TABLE
from spatial.scene import Body, Scene

SUNK: Final = 0.05
"""How deep in scenery a point may lie, in mm, and still be put on top of it."""


def winding(triangles: Floats, point: Floats) -> float:
    """Return how often triangles wind round a point: 1 inside a closed solid.

    Source: the solid angle of a triangle, Van Oosterom and Strackee (1983).

    Examples
    --------
    >>> from meshes.solids import Cylinder
    >>> post = Cylinder(10, 40).mesh().triangles
    >>> round(winding(post, np.array([0, 0, 20.0])), 9)
    1.0
    """
    a, b, c = (triangles[:, i] - point for i in range(3))
    la, lb, lc = (np.linalg.norm(side, axis=1) for side in (a, b, c))
    over = np.einsum("ij,ij->i", a, np.cross(b, c))
    ab, bc, ca = (np.einsum("ij,ij->i", p, q) for p, q in ((a, b), (b, c), (c, a)))
    under = la * lb * lc + ab * lc + bc * la + ca * lb
    return float(2 * np.arctan2(over, under).sum() / (4 * np.pi))


def holding(scene: Scene, point: Point) -> tuple[str, ...]:
    """Return the blocking pieces that a point lies inside of, by winding number.

    A point on a face lies on the piece, not inside it.
    """
    at = np.array(point)
    names = [TABLE] if at[2] < -ON_FACE else []
    for body in scene.near(np.array([at, at])):
        if (
            body.blocks
            and not _on_surface(body, at)
            and abs(winding(body.mesh.triangles, at)) > 0.5
        ):
            names.append(body.name)
    return tuple(names)


def lifted(scene: Scene, point: Point) -> float | None:
    """Return the height to which a point sunk in scenery is lifted, mm.

    None where it isn't sunk, or is sunk more than `SUNK` mm: then it is inside.
    """
    if not holding(scene, point):
        return None
    x, y, z = point
    above = z + SUNK
    up = np.array([0.0, 0.0, 1.0])
    box = np.array([[x, y, z], [x, y, above]])
    cover = blockers(scene, np.array([x, y, above]), box, np.array([x, y, above]) + up)
    if holding(scene, (x, y, above)):
        return None
    owner, t = cover.first(np.array([[x, y, z]]))
    return float(above - SUNK * t[0]) if owner[0] >= 0 and len(cover.halves) == 0 else above


def _on_surface(body: Body, point: Floats) -> bool:
    """Whether a point lies on one of a body's faces."""
    near = body.meeting(np.array([point - ON_FACE, point + ON_FACE]))
    return len(through_origin(near - point)[0]) > 0
