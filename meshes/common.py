"""What two closed meshes both fill."""

import manifold3d  # type: ignore[import-not-found]  # its stub lies outside a typed package
import numpy as np

from meshes.mesh import Floats, Mesh
from meshes.topology import topology


def common_parts(one: Mesh, other: Mesh) -> list[Floats] | None:
    """Return the corners of each connected part of what two solids both fill.

    Parameters
    ----------
    one, other : Mesh
        Of any winding.

    Returns
    -------
    list of ndarray of shape (n, 3), or None
        mm, the largest part first; None where one of them is no closed surface.

    Examples
    --------
    >>> from meshes.kit import box
    >>> crate = box((40, 30, 20)).mesh
    >>> [corners] = common_parts(crate, crate.moved(np.eye(3), (38, 0, 0)))
    >>> (corners.max(axis=0) - corners.min(axis=0)).tolist()
    [2.0, 30.0, 20.0]
    """
    solids = [_solid(one), _solid(other)]
    if solids[0] is None or solids[1] is None:
        return None
    both = solids[0] ^ solids[1]
    parts = sorted(both.decompose(), key=lambda part: -part.volume())
    return [np.array(part.to_mesh64().vert_properties[:, :3]) for part in parts]


def _solid(mesh: Mesh) -> "manifold3d.Manifold | None":
    found = topology(mesh)
    if (found.users != 2).any():
        return None
    faces = found.corner[mesh.faces[found.kept]]
    a, b, c = (mesh.vertices[faces[:, i]] - mesh.bounds[0] for i in range(3))
    if np.einsum("ij,ij->", a, np.cross(b, c)) < 0:
        faces = faces[:, ::-1]
    made = manifold3d.Mesh64(np.array(mesh.vertices), faces.astype(np.uint64))
    solid = manifold3d.Manifold(made)
    if solid.status() != manifold3d.Error.NoError or solid.is_empty():
        return None
    return solid
