"""A piece's own mesh, tilt and size baked in, and what it plainly is: a silhouette, a base."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from meshes.mesh import Floats, Mesh
from meshes.silhouettes import silhouettes
from meshes.soup import set_down
from rules.tabletop_simulator.frames import fixed, ours, settled, upright
from rules.tabletop_simulator.items import Item
from rules.tabletop_simulator.models import Model

_NEAR: Final = 1.5
_BASE: Final = 6.0
_NAME: Final = re.compile(r"(?:silhouette|sil\.?)?\s*s?([1-8])(?:\s*silhouette)?", re.I)


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """A mesh set down, and where its middle is from the item's own origin.

    Parameters
    ----------
    mesh : Mesh
        The middle of its AABB at the origin, its underside at z = 0.
    middle : ndarray of shape (3,)
        mm from the item's origin to the middle of the underside, before the turn.
    """

    mesh: Mesh
    middle: Floats


def parts(one: Item) -> list[tuple[Item, Floats]]:
    """Return an item and all that is fixed to it, each with its (4, 4) matrix.

    The first item's turn about the vertical and its place are left out: those are the
    scene file's. Matrices are of the simulator's frame.
    """
    found: list[tuple[Item, Floats]] = []
    waiting = [(one, upright(settled(one.transform.turns), one.transform.scale))]
    while waiting:
        item, matrix = waiting.pop()
        found.append((item, matrix))
        waiting += [(child, matrix @ fixed(child.transform)) for child in reversed(item.children)]
    return found


def baked(models: Sequence[tuple[Model, Floats]]) -> Shape:
    """Return the meshes of one piece, each in its place, as one.

    Parameters
    ----------
    models : sequence of (Model, ndarray of shape (4, 4))

    Raises
    ------
    MeshError
        If they have no surface: scaled to nothing.
    """
    shapes = []
    for model, matrix in models:
        turn, offset = ours(matrix)
        # A mirrored mesh keeps its outside outside.
        faces = model.faces[:, ::-1] if np.linalg.det(turn) < 0 else model.faces
        shapes.append((model.corners @ turn.T + offset, faces.astype(np.int64)))
    used = np.concatenate([corners[faces].reshape(-1, 3) for corners, faces in shapes])
    low, high = used.min(axis=0), used.max(axis=0)
    middle = np.array([(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, low[2]])
    return Shape(set_down(shapes, "z", np.ones(3)), middle)


def silhouette_of(name: str, mesh: Mesh | None) -> str:
    """Return the silhouette that a piece plainly is, by its name or its shape, or nothing.

    Parameters
    ----------
    name : str
        Without markup.
    mesh : Mesh or None

    Examples
    --------
    >>> from meshes.solids import Cylinder
    >>> silhouette_of("Silhouette 2", None), silhouette_of("", Cylinder(20, 45).mesh())
    ('S2', 'S5')
    >>> silhouette_of("Crate 2", None)
    ''
    """
    named = _NAME.fullmatch(name.strip())
    if named is not None and not name.strip().isdigit():
        return f"S{named[1]}"
    if mesh is None or not is_cylinder(mesh):
        return ""
    x, _, z = np.ptp(mesh.bounds, axis=0)
    for one in silhouettes().values():
        if abs(x - one.diameter) <= _NEAR and abs(z - one.height) <= _NEAR and one.name != "S0":
            return one.name
    return ""


def base_of(mesh: Mesh) -> float:
    """Return the diameter of the base that a mesh plainly is, mm; 0 where it is none.

    Examples
    --------
    >>> from meshes.solids import Cylinder
    >>> base_of(Cylinder(12.6, 3).mesh()), base_of(Cylinder(12.6, 40).mesh())
    (25.0, 0.0)
    """
    x, _, z = np.ptp(mesh.bounds, axis=0)
    if z > _BASE or not is_cylinder(mesh):
        return 0.0
    known = sorted({one.diameter for one in silhouettes().values()})
    return next((each for each in known if abs(x - each) <= _NEAR), 0.0)


def is_cylinder(mesh: Mesh) -> bool:
    """Tell whether a mesh is an upright cylinder: corners only on two circles, or in them."""
    x, y, z = np.ptp(mesh.bounds, axis=0)
    if not z > 0 or abs(x - y) > 0.02 * x:
        return False
    corners = mesh.vertices - [*mesh.bounds.mean(axis=0)[:2], mesh.bounds[0, 2]]
    radii = np.hypot(corners[:, 0], corners[:, 1])
    rim = radii >= 0.49 * x
    ends = np.minimum(np.abs(corners[:, 2]), np.abs(corners[:, 2] - z)) <= 0.02 * z
    return bool(ends.all() and rim.sum() >= 16 and radii.max() <= 0.51 * x)
