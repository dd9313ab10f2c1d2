"""`Mesh`: the triangles of a solid, in millimetres."""

from dataclasses import dataclass
from typing import Self, TypeAlias

import numpy as np
import numpy.typing as npt

Floats: TypeAlias = npt.NDArray[np.float64]
Ints: TypeAlias = npt.NDArray[np.int32]
Bools: TypeAlias = npt.NDArray[np.bool_]


class MeshError(ValueError):
    """A mesh that can't be used; the message names the place and the remedy."""


def frozen(array: npt.ArrayLike) -> Floats:
    """Return a read-only float64 copy of an array.

    Examples
    --------
    >>> frozen([1, 2]).flags.writeable
    False
    """
    out = np.array(array, dtype=np.float64)
    out.flags.writeable = False
    return out


@dataclass(frozen=True, slots=True, eq=False)
class Mesh:
    """Triangles of a solid, read-only.

    Parameters
    ----------
    vertices : array_like of shape (n, 3)
        Corner positions in mm.
    faces : array_like of shape (m, 3)
        Three vertex numbers a triangle. Any winding, open or closed.
    deviation : float
        Greatest distance in mm between the mesh and the solid it stands for.
        Zero where the mesh is the solid.

    Raises
    ------
    MeshError
        If a shape is wrong, a number isn't finite, there is no triangle, or
        a face names a vertex that doesn't exist.

    Examples
    --------
    >>> mesh = Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
    >>> mesh.triangles.shape
    (1, 3, 3)
    """

    vertices: Floats
    faces: Ints
    deviation: float = 0.0

    def __post_init__(self) -> None:
        vertices = frozen(self.vertices)
        if vertices.ndim != 2 or vertices.shape[1] != 3:
            raise MeshError(f"vertices: expected (n, 3) numbers, got shape {vertices.shape}")
        given = np.asarray(self.faces)
        if given.ndim != 2 or given.shape[1] != 3 or len(given) == 0:
            raise MeshError("the mesh is empty: it has no triangles; export the piece again")
        if not np.isfinite(vertices).all():
            raise MeshError("a vertex is not a finite number; export the piece again")
        # Asked before they are made smaller: 2**32 would become 0, and 0.5 as well.
        known = ((given >= 0) & (given < len(vertices))).all()
        if not known or (given.dtype.kind == "f" and (given % 1 != 0).any()):
            raise MeshError("a face names a vertex that doesn't exist; export the piece again")
        faces = np.array(given, dtype=np.int32)
        faces.flags.writeable = False
        object.__setattr__(self, "vertices", vertices)
        object.__setattr__(self, "faces", faces)

    @property
    def triangles(self) -> Floats:
        """Corner positions, shape (m, 3, 3), in mm."""
        corners: Floats = self.vertices[self.faces]
        return corners

    @property
    def bounds(self) -> Floats:
        """Lowest and highest corner of the AABB, shape (2, 3), in mm."""
        named = np.zeros(len(self.vertices), dtype=bool)
        named[self.faces] = True
        used = self.vertices[named]
        return np.array([used.min(axis=0), used.max(axis=0)])

    def moved(self, rotation: npt.ArrayLike, offset: npt.ArrayLike) -> Self:
        """Return the mesh rotated by a (3, 3) matrix, then moved by `offset` mm.

        Examples
        --------
        >>> mesh = Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
        >>> mesh.moved(np.eye(3), [0, 0, 5]).bounds[0]
        array([0., 0., 5.])
        """
        placed = self.vertices @ np.asarray(rotation, dtype=np.float64).T
        placed = placed + np.asarray(offset, dtype=np.float64)
        return type(self)(placed, self.faces, self.deviation)
