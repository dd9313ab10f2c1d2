"""A free-standing wall with doors, windows and loopholes."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from meshes.booleans import SAME_PLANE, Cut, carved
from meshes.kit.parameters import (
    length_faults,
    position_faults,
    refuse,
    size_faults,
    span_faults,
)
from meshes.kit.pieces import Piece
from meshes.mesh import MeshError


@dataclass(frozen=True, slots=True)
class Opening:
    """A rectangular hole through a wall.

    Parameters
    ----------
    at : float
        Middle of the opening along the wall, in mm from the wall's middle.
    width : float
        Along the wall, in mm.
    sill : float
        Height of its lower edge in mm: 0 is a door.
    height : float
        From its lower to its upper edge, in mm.
    """

    at: float
    width: float
    sill: float
    height: float


def opening_faults(
    name: str, opening: Opening, least: float, greatest: float, top: float
) -> list[str]:
    """Check an opening against the part of a wall it may take.

    Parameters
    ----------
    name : str
        How the parameter is called, such as ``"openings[1]"``.
    opening : Opening
        Anything with the same four numbers will do.
    least, greatest : float
        Ends of the wall, in mm from its middle.
    top : float
        Height an opening may reach, in mm.

    Examples
    --------
    >>> opening_faults("openings[0]", Opening(0, 20, 30, 40), -50, 50, 60)
    ['openings[0].height: its upper edge is at 70 mm, the wall ends at 60; lower it']
    """
    faults = (
        position_faults(f"{name}.at", opening.at)
        + length_faults(f"{name}.width", opening.width)
        + length_faults(f"{name}.sill", opening.sill, least=0.0)
        + length_faults(f"{name}.height", opening.height)
    )
    if faults:
        return faults
    faults = span_faults(name, opening.at, opening.width, least, greatest)
    upper = opening.sill + opening.height
    if upper > top + SAME_PLANE:
        faults.append(
            f"{name}.height: its upper edge is at {upper:g} mm, the wall ends at {top:g}; lower it"
        )
    return faults


def wall(size: tuple[float, float, float], openings: Sequence[Opening] = ()) -> Piece:
    """Build a straight wall along x, with openings through it.

    Parameters
    ----------
    size : tuple of 3 floats
        Length along x, thickness along y and height, in mm.
    openings : sequence of Opening
        They may overlap, and may touch the floor or the top.

    Returns
    -------
    Piece
        Its one level is the top.

    Raises
    ------
    MeshError
        If a number is out of range, an opening reaches beyond the wall, or
        the openings together cut the wall into pieces or take away one of
        its ends. One line a fault.

    Examples
    --------
    >>> door = Opening(at=0, width=30, sill=0, height=45)
    >>> wall((200, 5, 60), [door]).mesh.bounds.tolist()
    [[-100.0, -2.5, 0.0], [100.0, 2.5, 60.0]]
    """
    refuse(size_faults("size", size, 3))
    x, y, z = (float(length) for length in size)
    faults: list[str] = []
    for i, opening in enumerate(openings):
        faults += opening_faults(f"openings[{i}]", opening, -x / 2, x / 2, z)
    refuse(faults)
    cuts: list[Cut] = [
        (
            (opening.at - opening.width / 2, -y / 2, opening.sill),
            (opening.at + opening.width / 2, y / 2, opening.sill + opening.height),
        )
        for opening in openings
    ]
    low, high = (-x / 2, -y / 2, 0.0), (x / 2, y / 2, z)
    mesh, parts = carved(low, high, cuts)
    if parts > 1:
        raise MeshError("openings: they cut the wall into pieces; make two walls or leave a lintel")
    if not np.array_equal(mesh.bounds, [low, high]):
        raise MeshError("openings: they take away an end of the wall; make the wall smaller")
    return Piece(mesh, (z,))
