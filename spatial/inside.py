"""What a point lies inside of, by winding number."""

from typing import Final

import numpy as np

from meshes.mesh import Floats
from meshes.solids import Point
from meshes.winding import encloses
from spatial.atfocus import through_origin
from spatial.gathering import blockers
from spatial.rays import ON_FACE, TABLE
from spatial.scene import Body, Scene

SUNK: Final = 0.05
"""How deep in scenery a point may lie, in mm, and still be put on top of it."""


def holds(body: Body, at: Floats) -> bool:
    """Return whether a piece holds a point, by winding number.

    A crate without a lid holds nothing that has no face straight above.

    Parameters
    ----------
    body : Body
        Scenery.
    at : ndarray of shape (3,)
        mm.

    Examples
    --------
    >>> from meshes.kit import box
    >>> from spatial.scene import Pose, scenery_body
    >>> crate = scenery_body("crate", box((60, 60, 30)).mesh, Pose((0, 0, 0)))
    >>> holds(crate, np.array([0, 0, 29.0])), holds(crate, np.array([0, 0, 31.0]))
    (True, False)
    """
    if not ((body.box[0] < at) & (at < body.box[1])).all():
        return False
    above = np.array([at, [at[0], at[1], body.box[1, 2]]])
    return len(body.meeting(above)) > 0 and encloses(body.mesh.triangles, at)


def holding(scene: Scene, point: Point) -> tuple[str, ...]:
    """Return the blocking pieces that a point lies inside of, by winding number.

    Parameters
    ----------
    scene : Scene
        The table's top is one of its pieces.
    point : tuple of 3 floats
        mm; on a face it lies on the piece, not inside it.

    Returns
    -------
    tuple of str
        In scene order, the table first.

    Examples
    --------
    >>> from meshes.kit import box
    >>> from spatial.scene import Pose, scenery_body
    >>> scene = Scene((scenery_body("crate", box((60, 60, 30)).mesh, Pose((0, 0, 0))),))
    >>> holding(scene, (0, 0, 29)), holding(scene, (0, 0, 30)), holding(scene, (0, 0, -1))
    (('crate',), (), ('the table',))
    """
    at = np.array(point)
    names = [TABLE] if at[2] < -ON_FACE else []
    for body in scene.near(np.array([at, at])):
        if body.blocks and not _on_surface(body, at) and encloses(body.mesh.triangles, at):
            names.append(body.name)
    return tuple(names)


def lifted(scene: Scene, point: Point) -> float | None:
    """Return the height to which a point sunk in scenery is lifted.

    Parameters
    ----------
    scene : Scene
    point : tuple of 3 floats
        mm.

    Returns
    -------
    float or None
        mm; None where it isn't sunk, or is sunk more than `SUNK` mm: then it is inside.

    Examples
    --------
    >>> from meshes.kit import box
    >>> from spatial.scene import Pose, scenery_body
    >>> scene = Scene((scenery_body("crate", box((60, 60, 30)).mesh, Pose((0, 0, 0))),))
    >>> round(lifted(scene, (0, 0, 29.96)), 9), lifted(scene, (0, 0, 29)), lifted(scene, (0, 0, 31))
    (30.0, None, None)
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
