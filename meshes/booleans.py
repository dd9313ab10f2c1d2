"""A box with smaller boxes cut out of it, exact to the last digit.

Every face of such a piece lies on a plane that was asked for, so each coordinate
that manifold3d returns is set back to the very number it came from.
"""

from collections.abc import Sequence
from typing import Final, TypeAlias

import manifold3d  # type: ignore[import-not-found]  # its stub lies outside a typed package
import numpy as np

from meshes.mesh import Bools, Floats, Mesh, MeshError

Corner: TypeAlias = tuple[float, float, float]
Cut: TypeAlias = tuple[Corner, Corner]

SAME_PLANE: Final = 1e-6
"""Planes closer than this many mm are one plane: 10.1 + 20.2 meets 30.3."""

# Corner number = 4 * (high z) + 2 * (high y) + (high x); wound outwards.
_BOX_FACES: Final = np.array(
    [
        [0, 2, 1], [1, 2, 3], [4, 5, 6], [5, 7, 6], [0, 1, 4], [1, 5, 4],
        [2, 6, 3], [3, 6, 7], [0, 4, 2], [2, 4, 6], [1, 3, 5], [3, 7, 5],
    ],
    dtype=np.uint64,
)  # fmt: skip


def carved(low: Corner, high: Corner, cuts: Sequence[Cut]) -> tuple[Mesh, int]:
    """Cut boxes out of a box.

    A cut that ends on a face of the box goes through it. Cuts may overlap.

    Parameters
    ----------
    low, high : tuple of 3 floats
        Lowest and highest corner of the box in mm.
    cuts : sequence of (low, high)
        Corners of the boxes to cut away, in mm. Where planes nearly agree
        (`SAME_PLANE`), the one named first gives the number.

    Returns
    -------
    mesh : Mesh
        Closed, wound outwards, every corner of the solid at coordinates that
        were given.
    parts : int
        How many separate solids are left. Enclosed rooms don't count.

    Raises
    ------
    MeshError
        If nothing is left.

    Examples
    --------
    >>> mesh, parts = carved((0, 0, 0), (9, 1, 9), [((3, 0, 0), (6, 1, 6))])
    >>> parts, mesh.bounds.tolist()
    (1, [[0.0, 0.0, 0.0], [9.0, 1.0, 9.0]])
    """
    planes = [[float(low[axis]), float(high[axis])] for axis in range(3)]
    solid = _box(np.array([low, high], dtype=np.float64))
    tools = []
    for cut in cuts:
        corners = np.array([[_plane(planes[i], end[i]) for i in range(3)] for end in cut])
        corners[0] -= corners[0] <= np.asarray(low)
        corners[1] += corners[1] >= np.asarray(high)
        tools.append(_box(corners))
    if tools:
        tool = manifold3d.Manifold.batch_boolean(tools, manifold3d.OpType.Add)
        # Forgetting which box a face came from lets its triangles be joined.
        solid = (solid - tool).as_original().simplify(SAME_PLANE / 10)
    if solid.is_empty():
        raise MeshError("the cuts leave nothing of the piece; make them smaller")
    parts = sum(1 for part in solid.decompose() if part.volume() > 0)
    mesh = solid.to_mesh64()
    corners = np.array(mesh.vert_properties[:, :3], dtype=np.float64)
    on_a_plane = np.zeros(len(corners), dtype=bool)
    for axis, known in enumerate(planes):
        # A corner within a face or an edge may be left over: it keeps its other coordinates.
        corners[:, axis], near = _set_back(corners[:, axis], np.sort(known))
        on_a_plane |= near
    if not on_a_plane.all():
        raise MeshError("the cuts are too fine to be made; keep their edges 0.001 mm apart")
    return Mesh(corners, mesh.tri_verts.astype(np.int32)), parts


def _box(corners: Floats) -> manifold3d.Manifold:
    ends = [[corners[(i >> axis) & 1, axis] for axis in range(3)] for i in range(8)]
    return manifold3d.Manifold(manifold3d.Mesh64(np.array(ends), _BOX_FACES))


def _plane(planes: list[float], position: float) -> float:
    """Return the plane already known at a position; note a new one."""
    for known in planes:
        if abs(known - position) <= SAME_PLANE:
            return known
    planes.append(float(position))
    return float(position)


def _set_back(values: Floats, known: Floats) -> tuple[Floats, Bools]:
    """Set values back to the planes they came from; tell which had one."""
    above = np.clip(np.searchsorted(known, values), 1, len(known) - 1)
    low, high = known[above - 1], known[above]
    nearest = np.where(values - low < high - values, low, high)
    near = np.abs(nearest - values) <= SAME_PLANE
    return np.where(near, nearest, values), near


def hull(points: Floats, deviation: float, low: float = -np.inf, high: float = np.inf) -> Mesh:
    """Return the convex hull of points, cut to ``low <= z <= high``.

    Parameters
    ----------
    points : ndarray of shape (n, 3)
        In mm; at least four, not all in one plane.
    deviation : float
        What the mesh states as its distance from the true solid, in mm.
    low, high : float
        The slab kept, in mm of z.

    Examples
    --------
    >>> corners = np.array([[0, 0, 0], [2, 0, 0], [0, 2, 0], [0, 0, 2.0]])
    >>> hull(corners, 0.0, high=1.0).bounds[1]
    array([2., 2., 1.])
    """
    solid = manifold3d.Manifold.hull_points(points)
    if low > points[:, 2].min():
        solid = solid.trim_by_plane((0.0, 0.0, 1.0), low)
    if high < points[:, 2].max():
        solid = solid.trim_by_plane((0.0, 0.0, -1.0), -high)
    mesh = solid.to_mesh64()
    return Mesh(mesh.vert_properties[:, :3], mesh.tri_verts.astype(np.int32), deviation)
