"""How often triangles wind round a point, and whether it lies inside the solid that they bound."""

import numpy as np

from meshes.mesh import Floats


def winding(triangles: Floats, point: Floats) -> float:
    """Return how often triangles wind round a point: 1 inside a closed solid.

    Parameters
    ----------
    triangles : ndarray of shape (n, 3, 3)
        mm.
    point : ndarray of shape (3,)
        mm.

    Returns
    -------
    float
        Of a mesh that isn't closed a number between; below zero of one wound inwards.

    Notes
    -----
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


def encloses(triangles: Floats, point: Floats) -> bool:
    """Return whether triangles, of any winding and closed or not, wind round a point.

    Parameters
    ----------
    triangles : ndarray of shape (n, 3, 3)
        mm.
    point : ndarray of shape (3,)
        mm; on a face it is either.

    Notes
    -----
    More than half way round: a box without a lid still encloses what is well inside.
    Source: Jacobson, Kavan and Sorkine-Hornung, Robust inside-outside segmentation using
    generalized winding numbers (2013).

    Examples
    --------
    >>> from meshes.solids import Cylinder
    >>> post = Cylinder(10, 40).mesh().triangles
    >>> encloses(post[:, ::-1], np.array([9, 0, 20.0])), encloses(post, np.array([11, 0, 20.0]))
    (True, False)
    """
    return abs(winding(triangles, point)) > 0.5
