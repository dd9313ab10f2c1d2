"""The nearest point of faces to a point."""

import numpy as np

from meshes.mesh import Floats


def nearest_on(triangles: Floats, point: Floats) -> tuple[Floats, Floats]:
    """Return how far each triangle is from a point, and its point there.

    Parameters
    ----------
    triangles : ndarray of shape (n, 3, 3)
        mm; those without a surface count as their sides.
    point : ndarray of shape (3,)

    Returns
    -------
    distances : ndarray of shape (n,)
        mm.
    spots : ndarray of shape (n, 3)

    Examples
    --------
    >>> sheet = np.array([[[0, 0, 0], [9, 0, 0], [0, 9, 0.0]]])
    >>> nearest_on(sheet, np.array([1, 1, 4.0]))
    (array([4.]), array([[1., 1., 0.]]))
    >>> nearest_on(sheet, np.array([-3, 1, 4.0]))[0]
    array([5.])
    """
    corners = [triangles[:, i] for i in range(3)]
    spots, least = np.empty((len(triangles), 3)), np.full(len(triangles), np.inf)
    for p, q in zip(corners, corners[1:] + corners[:1], strict=True):
        edge = q - p
        size = np.einsum("ij,ij->i", edge, edge)
        t = np.einsum("ij,ij->i", point - p, edge) / np.where(size > 0, size, 1.0)
        spot = p + edge * np.clip(t, 0.0, 1.0)[:, None]
        far = np.linalg.norm(spot - point, axis=1)
        nearer = far < least
        spots[nearer], least[nearer] = spot[nearer], far[nearer]
    a, b, c = corners
    normal = np.cross(b - a, c - a)
    size = np.einsum("ij,ij->i", normal, normal)
    over = size > 0
    for p, q in ((a, b), (b, c), (c, a)):
        over &= np.einsum("ij,ij->i", np.cross(normal, q - p), point - p) > 0
    height = np.einsum("ij,ij->i", point - a, normal) / np.where(over, size, 1.0)
    spots[over] = (point - normal * height[:, None])[over]
    least[over] = np.abs(height[over]) * np.sqrt(size[over])
    return least, spots
