"""From the simulator's frame to ours: left-handed with y up and inches, to z up and mm."""

from typing import Final

import numpy as np

from meshes.mesh import Floats
from meshes.units import MM_PER, cos_sin
from rules.tabletop_simulator.items import Transform, Triple

LEVEL: Final = 0.1
"""Tilts of less, in degrees, are what the simulator's physics leave, and taken as level."""

_SWAP: Final = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0]])
_INCH: Final = MM_PER["in"]


def settled(turns: Triple) -> Triple:
    """Return turns with a tilt about x or z that is nearly level, or nearly a quarter, exact.

    Examples
    --------
    >>> settled((-5.5e-08, 90.3, 180.04))
    (0.0, 90.3, 180.0)
    """

    def exact(degrees: float) -> float:
        near = 90.0 * round(degrees / 90.0)
        return near % 360.0 if abs(degrees - near) < LEVEL else degrees % 360.0

    return exact(turns[0]), turns[1], exact(turns[2])


def linear(turns: Triple, scale: Triple) -> Floats:
    """Return the (3, 3) matrix of an item in the simulator's frame: scaled, turned z, x, y.

    Examples
    --------
    >>> (linear((0, 90, 0), (1, 1, 1)) @ [0, 0, 1]).tolist()
    [1.0, 0.0, 0.0]
    """
    (cx, sx), (cy, sy), (cz, sz) = (cos_sin(turn) for turn in turns)
    about_x = np.array([[1, 0, 0], [0, cx, -sx], [0, sx, cx]])
    about_y = np.array([[cy, 0, sy], [0, 1, 0], [-sy, 0, cy]])
    about_z = np.array([[cz, -sz, 0], [sz, cz, 0], [0, 0, 1]])
    made: Floats = about_y @ about_x @ about_z @ np.diag(scale)
    return made


def fixed(transform: Transform) -> Floats:
    """Return the (4, 4) matrix of what is fixed to another item, in the simulator's frame."""
    made = np.eye(4)
    made[:3, :3] = linear(transform.turns, transform.scale)
    made[:3, 3] = transform.at
    return made


def upright(turns: Triple, scale: Triple) -> Floats:
    """Return the (4, 4) matrix of an item's tilt and size alone: its turn about y left out."""
    made = np.eye(4)
    made[:3, :3] = linear((turns[0], 0.0, turns[2]), scale)
    return made


def ours(matrix: Floats) -> tuple[Floats, Floats]:
    """Return a (4, 4) matrix of the simulator's frame as ours: (3, 3), and an offset in mm.

    Examples
    --------
    >>> moved = np.eye(4)
    >>> moved[:3, 3] = 1, 2, 3
    >>> ours(moved)[1].tolist()
    [25.4, 76.19999999999999, 50.8]
    """
    return _SWAP @ matrix[:3, :3] @ _SWAP, _INCH * (_SWAP @ matrix[:3, 3])


def from_file(corners: Floats) -> Floats:
    """Return a mesh file's corners, shape (n, 3), in mm with z up.

    The simulator takes a file's x backwards, which turns its right-handed frame into
    the simulator's left-handed one, and 1.0 for an inch.

    Examples
    --------
    >>> from_file(np.array([[1.0, 2.0, 3.0]])).tolist()
    [[-25.4, 76.19999999999999, 50.8]]
    """
    seen: Floats = _INCH * np.stack([-corners[:, 0], corners[:, 2], corners[:, 1]], axis=1)
    return seen


def place(at: Triple, ground: float, middle: tuple[float, float]) -> tuple[float, float, float]:
    """Return a place of the simulator's on our table, mm.

    Parameters
    ----------
    at : tuple of 3 floats
        Inches.
    ground : float
        The height of the table's top, inches.
    middle : tuple of 2 floats
        What is added to x and y, mm.

    Examples
    --------
    >>> place((1, 3, 2), 1, (100, 100))
    (125.4, 150.8, 50.8)
    """
    x, y, z = at
    return _INCH * x + middle[0], _INCH * z + middle[1], _INCH * (y - ground)
