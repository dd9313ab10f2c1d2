"""Fewer triangles for the drawing: the ruling has used all of them."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from meshes.mesh import Mesh

MOST: Final = 60_000
"""Triangles of scenery that are drawn as they are."""

_PLAIN: Final = 2_000
"""Pieces of fewer triangles are always drawn as they are."""


def thinned(meshes: Sequence[Mesh], most: int = MOST) -> list[Mesh]:
    """Return meshes that have no more than about so many triangles together.

    Parameters
    ----------
    meshes : sequence of Mesh
    most : int

    Returns
    -------
    list of Mesh
        In their order. Those of few triangles are the same; of the others, each keeps
        the same share.

    Examples
    --------
    >>> from meshes.kit import box
    >>> crate = box((20, 20, 20)).mesh
    >>> thinned([crate])[0] is crate
    True
    """
    counts = [len(mesh.faces) for mesh in meshes]
    if sum(counts) <= most:
        return list(meshes)
    large = sum(count for count in counts if count > _PLAIN)
    kept = max(most - (sum(counts) - large), 0) / max(large, 1)
    return [
        _thinned(mesh, kept) if count > _PLAIN and kept < 1 else mesh
        for mesh, count in zip(meshes, counts, strict=True)
    ]


def _thinned(mesh: Mesh, kept: float) -> Mesh:
    """A mesh with a share of its triangles; loose ones are joined first."""
    import pyvista

    surface = pyvista.PolyData.from_regular_faces(np.array(mesh.vertices), mesh.faces.astype(int))
    joined = surface.clean(tolerance=1e-4, absolute=True).triangulate()
    fewer = joined.decimate(1.0 - max(kept, 0.02), volume_preservation=True)
    if fewer.n_cells == 0:
        return mesh
    return Mesh(np.array(fewer.points), fewer.regular_faces.astype(np.int32))
