"""How wide a gap an open rim of a mesh leaves, and what spans it."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from meshes.health import Health, health
from meshes.mesh import Floats
from meshes.solids import Point, point_of
from meshes.topology import Numbers
from spatial.cracks import crack
from spatial.frames import square_to
from spatial.nearest import nearest_on
from spatial.openings import middle
from spatial.polygons import Polygons
from spatial.scene import Body, Scene
from spatial.seams import NARROWEST, covering, seam
from spatial.spanning import spanned

MOST_RIMS: Final = 300
"""So many rims of a piece are looked at, the longest first."""

_FLUSH: Final = 0.0005
_ROUGH: Final = 0.01
_EXACT: Final = 1e-5


@dataclass(frozen=True, slots=True, eq=False)
class Hole:
    """A gap that an open rim of a mesh leaves.

    Parameters
    ----------
    piece : str
    width : float
        Diameter of the widest round thing that passes, mm: the largest disc within the rim
        as seen square to it, less what other faces in its plane cover; or how far at most
        the rim is from the next surface all along it, where that is less; or, of a rim that
        runs back along itself in space, how far its two sides are apart at most.
    at : tuple of 3 floats
        Where it is widest, mm.
    membrane : ndarray of shape (k, 3, 3)
        Triangles that span it, mm.
    closable : bool
        Whether the membrane ends on the piece itself all round.
    """

    piece: str
    width: float
    at: Point
    membrane: Floats
    closable: bool


def holes(
    scene: Scene, body: Body, found: Health | None = None, table: bool = True
) -> tuple[Hole, ...]:
    """Return the gaps in a piece's mesh that are wide enough for a line.

    Parameters
    ----------
    scene : Scene
        Total cover in it may close a gap: an open bottom on a floor leaks nothing.
    body : Body
        Scenery, in the scene or not.
    found : Health or None
        Of its mesh, where it is known.
    table : bool
        Whether the table closes what stands on it.

    Returns
    -------
    tuple of Hole
        The longest rim first. The outline of a flat sheet is no hole; a bent one's may
        be that of a shell with a face missing, and counts.

    Examples
    --------
    >>> from meshes.kit import box
    >>> from meshes.mesh import Mesh
    >>> from spatial.scene import Pose, scenery_body
    >>> crate = box((40, 30, 20)).mesh
    >>> up = crate.triangles[:, :, 2].min(axis=1) == 20
    >>> body = scenery_body("crate", Mesh(crate.vertices, crate.faces[~up]), Pose((0, 0, 0)))
    >>> [hole] = holes(Scene((body,)), body)
    >>> round(hole.width, 3), hole.at[2]
    (30.0, 20.0)
    """
    found = found or health(body.mesh)
    made = []
    for rim in found.rims[:MOST_RIMS]:
        hole = _hole(scene, body, found, rim, table)
        if hole is not None and hole.width >= NARROWEST:
            made.append(hole)
    return tuple(made)


def _hole(scene: Scene, body: Body, found: Health, rim: Numbers, table: bool) -> Hole | None:
    ring = body.mesh.vertices[rim]
    frame, spread = _frame(ring)
    centre = ring.mean(axis=0)
    flat = (ring - centre) @ frame
    if spread > _FLUSH:
        narrow = crack(body, ring)
        if narrow is not None:
            width, at = narrow
            return Hole(body.name, width, point_of(at), spanned(ring, flat[:, :2], False), True)
    area = Polygons([flat[:, :2]])
    if not area.empty and spread <= _ROUGH:
        area = area - _covered(scene, body, centre, frame, flat, spread)
    if area.empty:
        return None
    spot, radius = middle(area, _EXACT)
    width = 2 * radius
    if width < NARROWEST:
        return None
    along = seam(scene, body, found, rim, width, table)
    if along is not None:
        return Hole(body.name, along.width, point_of(along.at), along.membrane, along.closable)
    membrane = spanned(ring, flat[:, :2], spread <= _FLUSH)
    distances, spots = nearest_on(membrane, centre + frame[:, :2] @ spot)
    return Hole(body.name, width, point_of(spots[distances.argmin()]), membrane, True)


def _frame(ring: Floats) -> tuple[Floats, float]:
    """Axes of a ring's mean plane as columns, the last square to it, and how far it leaves it.

    Source: the normal of a polygon in space, Newell.
    """
    around = ring - ring.mean(axis=0)
    normal = np.cross(around, np.roll(around, -1, axis=0)).sum(axis=0)
    size = float(np.linalg.norm(normal))
    if size < 1e-12:
        # It folds back on itself: any plane along it does.
        normal = np.linalg.svd(around)[2][2]
        size = 1.0
    normal = normal / size
    frame = np.column_stack([*square_to(normal), normal])
    return frame, float(np.abs(around @ normal).max())


def _covered(
    scene: Scene, body: Body, centre: Floats, frame: Floats, flat: Floats, spread: float
) -> Polygons:
    """What faces in the rim's plane cover of it: a sheet's rim is its outline."""
    reach = spread + _FLUSH
    ring = flat @ frame.T + centre
    box = np.array([ring.min(axis=0) - reach, ring.max(axis=0) + reach])
    faces = [body.meeting(box)]
    faces += [one.meeting(box) for one in covering(scene, body, box)]
    seen = (np.concatenate(faces) - centre) @ frame
    normal = np.cross(seen[:, 1] - seen[:, 0], seen[:, 2] - seen[:, 0])
    size = np.linalg.norm(normal, axis=1)
    seen = seen[
        (np.abs(seen[:, :, 2]) <= reach).all(axis=1) & (np.abs(normal[:, 2]) > 1e-9 * size)
    ][:, :, :2]
    return Polygons.union([Polygons([face]) for face in seen])
