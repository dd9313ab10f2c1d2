"""Solid pieces of the kit: box, ramp, stairs, cylinder."""

from dataclasses import dataclass

import numpy as np

from meshes.booleans import Cut, carved
from meshes.kit.parameters import count_faults, length_faults, refuse, size_faults
from meshes.mesh import Mesh
from meshes.units import cos_sin


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of scenery and the floors one can stand on.

    Parameters
    ----------
    mesh : Mesh
        Footprint centred on the origin in x and y, underside at z = 0.
    levels : tuple of float
        Heights in mm of the floors above the underside, lowest first. Their
        order is the number of the level.
    """

    mesh: Mesh
    levels: tuple[float, ...]


def box(size: tuple[float, float, float]) -> Piece:
    """Build a solid box: a crate, a container, a plain block of houses.

    Parameters
    ----------
    size : tuple of 3 floats
        Length along x, y and z in mm.

    Returns
    -------
    Piece
        Its one level is the top.

    Raises
    ------
    MeshError
        If a length is missing, not a number or out of range.

    Examples
    --------
    >>> box((150, 120, 80)).levels
    (80.0,)
    """
    refuse(size_faults("size", size, 3))
    x, y, z = (float(length) for length in size)
    mesh, _ = carved((-x / 2, -y / 2, 0.0), (x / 2, y / 2, z), [])
    return Piece(mesh, (z,))


def ramp(size: tuple[float, float, float]) -> Piece:
    """Build a solid ramp that rises along +x from the ground to its full height.

    Parameters
    ----------
    size : tuple of 3 floats
        Length along x, y and z in mm.

    Returns
    -------
    Piece
        Its one level is the upper edge.

    Raises
    ------
    MeshError
        If a length is missing, not a number or out of range.

    Examples
    --------
    >>> ramp((100, 40, 50)).mesh.bounds.tolist()
    [[-50.0, -20.0, 0.0], [50.0, 20.0, 50.0]]
    """
    refuse(size_faults("size", size, 3))
    x, y, z = (float(length) for length in size)
    outline = [(-x / 2, 0.0), (x / 2, 0.0), (x / 2, z)]
    corners = [(px, side, pz) for side in (-y / 2, y / 2) for px, pz in outline]
    faces = [
        (0, 1, 2), (3, 5, 4),
        (0, 3, 4), (0, 4, 1),
        (1, 4, 5), (1, 5, 2),
        (2, 5, 3), (2, 3, 0),
    ]  # fmt: skip
    return Piece(Mesh(np.array(corners), np.array(faces)), (z,))


def stairs(size: tuple[float, float, float], steps: int) -> Piece:
    """Build solid stairs of equal steps that rise along +x.

    Parameters
    ----------
    size : tuple of 3 floats
        Length along x, y and z in mm.
    steps : int
        Number of steps; the last one's top is the full height.

    Returns
    -------
    Piece
        Its one level is the top step.

    Raises
    ------
    MeshError
        If a length or the number of steps is out of range, or a step would
        be lower or shorter than 0.001 mm.

    Examples
    --------
    >>> sorted(set(stairs((60, 40, 30), steps=3).mesh.vertices[:, 2].tolist()))
    [0.0, 10.0, 20.0, 30.0]
    """
    faults = size_faults("size", size, 3) + count_faults("steps", steps, 1, 200)
    refuse(faults)
    x, y, z = (float(length) for length in size)
    faults += length_faults("size[0] / steps", x / steps)
    faults += length_faults("size[2] / steps", z / steps)
    refuse(faults)
    cuts: list[Cut] = [
        ((-x / 2, -y / 2, z * i / steps), (-x / 2 + x * i / steps, y / 2, z))
        for i in range(1, steps)
    ]
    mesh, _ = carved((-x / 2, -y / 2, 0.0), (x / 2, y / 2, z), cuts)
    return Piece(mesh, (z,))


def cylinder(diameter: float, height: float, facets: int = 48) -> Piece:
    """Build an upright column with flat sides.

    Scenery is its mesh: this is a prism whose upright edges lie on the
    circle, the first at +x, not an approximation of one.

    Parameters
    ----------
    diameter : float
        Of the circle, in mm. The footprint reaches it along x and y where
        `facets` is a multiple of four.
    height : float
        In mm.
    facets : int
        Number of sides.

    Returns
    -------
    Piece
        Its one level is the top.

    Raises
    ------
    MeshError
        If a length or the number of facets is out of range.

    Examples
    --------
    >>> column = cylinder(60, 90)
    >>> len(column.mesh.faces), column.levels
    (188, (90.0,))
    """
    refuse(
        length_faults("diameter", diameter)
        + length_faults("height", height)
        + count_faults("facets", facets, 3, 1000)
    )
    n, top = int(facets), float(height)
    circle = np.array([cos_sin(360.0 * i / n) for i in range(n)]) * (diameter / 2)
    corners = np.zeros((2 * n, 3))
    corners[:n, :2] = corners[n:, :2] = circle
    corners[n:, 2] = top
    i = np.arange(n)
    j = (i + 1) % n
    fan = np.arange(1, n - 1)
    zero = np.zeros_like(fan)
    faces = np.concatenate(
        [
            np.stack([i, j, n + j], axis=1),
            np.stack([i, n + j, n + i], axis=1),
            np.stack([zero, fan + 1, fan], axis=1),
            np.stack([n + zero, n + fan, n + fan + 1], axis=1),
        ]
    )
    return Piece(Mesh(corners, faces.astype(np.int32)), (top,))
