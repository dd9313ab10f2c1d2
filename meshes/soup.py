"""Triangles as files have them, and how they become one piece of scenery."""

import math
from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from meshes.mesh import Floats, Mesh, MeshError
from meshes.units import MM_PER, to_mm

Shape: TypeAlias = tuple[Floats, npt.NDArray[np.int64]]
"""Corners (n, 3) and triangles (m, 3) as a file has them, unchecked."""


def factors(units: str, up: str, scale: float | Sequence[float]) -> Floats:
    """Return the mm in one unit along x, y and z, or refuse options out of range.

    Examples
    --------
    >>> factors("cm", "z", 0.5)
    array([5., 5., 5.])
    """
    if units not in MM_PER:
        raise MeshError(f"units: expected one of {', '.join(MM_PER)}, got {units!r}")
    if up not in ("z", "y"):
        raise MeshError(f'up: expected "z" or "y", got {up!r}')
    each = list(scale) if isinstance(scale, Sequence) else [scale] * 3
    if len(each) != 3 or not all(isinstance(x, int | float) and 0 < x < math.inf for x in each):
        raise MeshError(f"scale: expected one or three numbers above 0, got {scale!r}")
    return np.array([to_mm(x, units) for x in each])


def fans(corners: Any, faces: Any) -> Shape:
    """Return a reader's corners and polygons of one size as a shape, a fan each.

    Examples
    --------
    >>> fans([[0, 0, 0], [4, 0, 0], [4, 2, 0], [0, 2, 0]], [[0, 1, 2, 3]])[1].tolist()
    [[0, 1, 2], [0, 2, 3]]
    """
    points = np.array(corners, dtype=np.float64).reshape(-1, 3)
    polygons = np.array(faces, dtype=np.int64)
    if polygons.ndim == 2 and polygons.shape[1] > 3:
        cut = [polygons[:, [0, i, i + 1]] for i in range(1, polygons.shape[1] - 1)]
        polygons = np.concatenate(cut)
    return points, polygons.reshape(-1, 3)


def set_down(shapes: Sequence[Shape], up: str, factors: Floats) -> Mesh:
    """Join shapes, turn them upright, centre them on the origin and scale them.

    Parameters
    ----------
    shapes : sequence of Shape
        At least one triangle altogether. None is dropped or turned.
    up : str
        ``"z"``, or ``"y"`` to take (x, y, z) to (x, -z, y).
    factors : array of shape (3,)
        Mm in one unit of the shapes, along x, y and z once upright.

    Returns
    -------
    Mesh
        The middle of its AABB in x and y at the origin, its underside at
        z = 0. Corners at exactly the same position are one.

    Raises
    ------
    MeshError
        If a triangle lacks a corner, a number isn't finite, or nothing has
        a surface.

    Examples
    --------
    >>> square = np.array([[0.0, 0, 0], [4, 0, 0], [4, 2, 0], [0, 2, 0]])
    >>> flag = set_down([(square, np.array([[0, 1, 2], [0, 2, 3]]))], "y", np.ones(3))
    >>> flag.bounds.tolist()
    [[-2.0, 0.0, 0.0], [2.0, 0.0, 2.0]]
    """
    for corners, faces in shapes:
        if len(faces) and (faces.min() < 0 or faces.max() >= len(corners)):
            raise MeshError("has a triangle with a corner that doesn't exist; export it again")
    soup = np.concatenate([corners[faces].reshape(-1, 3) for corners, faces in shapes])
    if up == "y":
        soup = np.stack([soup[:, 0], -soup[:, 2], soup[:, 1]], axis=1)
    low, high = soup.min(axis=0), soup.max(axis=0)
    soup = (soup - [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, low[2]]) * factors
    if not np.isfinite(soup).all():
        raise MeshError("has a number that isn't finite; export the piece again")
    a, b, c = soup[0::3], soup[1::3], soup[2::3]
    if not np.cross(b - a, c - a).any():
        raise MeshError("has no surface, only points or lines; export the piece again")
    order = np.lexsort(soup.T)
    ordered = soup[order]
    is_new = np.ones(len(soup), dtype=bool)
    is_new[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
    number = np.empty(len(soup), dtype=np.int32)
    number[order] = np.cumsum(is_new) - 1
    return Mesh(ordered[is_new], number.reshape(-1, 3))
