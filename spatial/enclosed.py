"""Which gaps between faces lie inside a piece, where nobody can stand."""

from collections.abc import Iterable
from functools import lru_cache

import numpy as np

from meshes.mesh import Bools, Floats, Mesh
from spatial.columns import Faces, Gaps, Indices, Spans, shared
from spatial.inside import holds
from spatial.scene import Body


@lru_cache(maxsize=256)
def closed(mesh: Mesh) -> bool:
    """Return whether every edge is used as often in one direction as in the other.

    Then a point's winding number is a whole number, and any straight line from
    it counts it. Asked once for each mesh.

    Examples
    --------
    >>> from meshes.solids import Cylinder
    >>> post = Cylinder(10, 40).mesh()
    >>> closed(post), closed(Mesh(post.vertices, post.faces[1:]))
    (True, False)
    """
    _, same = np.unique(mesh.vertices, axis=0, return_inverse=True)
    corners = same.reshape(-1)[mesh.faces].astype(np.int64)
    start = corners.ravel()
    end = np.roll(corners, -1, axis=1).ravel()
    edge = np.minimum(start, end) * len(mesh.vertices) + np.maximum(start, end)
    _, number = np.unique(edge, return_inverse=True)
    return not np.bincount(number.reshape(-1), np.sign(end - start)).any()


def wound(gaps: Gaps, found: Spans, faces: Faces, whole: Bools, at: Floats) -> Bools:
    """Return which gaps lie inside closed pieces.

    Parameters
    ----------
    gaps : Gaps
    found : Spans
        Those that the gaps lie between.
    faces : Faces
    whole : ndarray of shape (p,)
        Which pieces are closed.
    at : ndarray of shape (n, 2)
        The places, mm.

    Returns
    -------
    ndarray of shape (k,)

    Notes
    -----
    The winding number about a gap is that of the faces that the place's axis goes
    through above it, each counted by the way it is wound; where the axis meets an
    edge, it goes through one of its faces.
    """
    inside: Bools = np.zeros(len(gaps.place), dtype=bool)
    through = np.flatnonzero(whole[faces.owner[found.face]])
    way = _ways(faces.corners[found.face[through], :, :2] - at[found.place[through], None])
    through, way = through[way != 0], way[way != 0]
    gap, one = shared(gaps.place, found.place[through])
    over = found.low[through[one]] >= gaps.ceiling[gap]
    gap, one = gap[over], one[over]
    key = gap * len(whole) + faces.owner[found.face[through[one]]]
    piece, back = np.unique(key, return_inverse=True)
    times = np.bincount(back.reshape(-1), way[one], len(piece))
    inside[piece[times != 0] // max(len(whole), 1)] = True
    return inside


def held(pieces: Iterable[Body], points: Floats) -> Bools:
    """Return which points lie inside pieces that needn't be closed.

    Parameters
    ----------
    pieces : iterable of Body
    points : ndarray of shape (n, 3)
        mm.

    Notes
    -----
    As a single silhouette's middle is asked; see `spatial.inside.holds`.

    Examples
    --------
    >>> from meshes.kit import box
    >>> from spatial.scene import Pose, scenery_body
    >>> crate = scenery_body("crate", box((60, 60, 30)).mesh, Pose((0, 0, 0)))
    >>> held((crate,), np.array([[0, 0, 15], [0, 0, 45.0]])).tolist()
    [True, False]
    """
    inside: Bools = np.zeros(len(points), dtype=bool)
    for piece in pieces:
        low, high = piece.box
        near = ~inside & ((points > low) & (points < high)).all(axis=1)
        for i in np.flatnonzero(near):
            inside[i] = holds(piece, points[i])
    return inside


def _ways(flat: Floats) -> Indices:
    """How often triangles in plan, shape (n, 3, 2), wind round the origin: -1, 0 or 1.

    A ray along +x counts the edges it crosses; one that ends on it lies below.
    """
    ways = np.zeros(len(flat), dtype=np.int64)
    for i in range(3):
        p, q = flat[:, i], flat[:, (i + 1) % 3]
        turn = p[:, 0] * q[:, 1] - q[:, 0] * p[:, 1]
        ways += (p[:, 1] <= 0) & (q[:, 1] > 0) & (turn > 0)
        ways -= (q[:, 1] <= 0) & (p[:, 1] > 0) & (turn < 0)
    return ways
