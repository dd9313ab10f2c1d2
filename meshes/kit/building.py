"""A building with storeys: walls with openings, floors with stairwells, a roof."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from meshes.booleans import SAME_PLANE, Cut, carved
from meshes.kit.parameters import (
    LEAST,
    count_faults,
    length_faults,
    place_faults,
    refuse,
    size_faults,
)
from meshes.kit.pieces import Piece
from meshes.kit.walls import Opening, opening_faults
from meshes.mesh import MeshError

Side: TypeAlias = Literal["north", "south", "east", "west"]


@dataclass(frozen=True, slots=True)
class SideOpening:
    """A door or window in an outer wall of a building.

    Parameters
    ----------
    side : str
        ``"north"`` is +y, ``"east"`` is +x.
    level : int
        The floor it belongs to; 0 is the ground.
    at : float
        Middle of the opening along the wall, in mm from the wall's middle,
        positive toward +x (north, south) or +y (east, west).
    width : float
        Along the wall, in mm.
    sill : float
        Height of its lower edge above that level's floor, in mm.
    height : float
        From its lower to its upper edge, in mm.
    """

    side: Side
    level: int
    at: float
    width: float
    sill: float
    height: float


@dataclass(frozen=True, slots=True)
class Hole:
    """A rectangular hole in a floor or the roof: a stairwell, a hatch.

    Parameters
    ----------
    level : int
        The floor it is cut into; the number of storeys is the roof.
    at : tuple of 2 floats
        Its middle in mm from the middle of the building.
    size : tuple of 2 floats
        Along x and y, in mm.
    """

    level: int
    at: tuple[float, float]
    size: tuple[float, float]


def building(
    size: tuple[float, float],
    storeys: int,
    storey: float,
    wall: float = 3.0,
    slab: float = 3.0,
    parapet: float = 0.0,
    openings: Sequence[SideOpening] = (),
    holes: Sequence[Hole] = (),
) -> Piece:
    """Build a hollow building one can stand in and on.

    It has walls all round, a floor between storeys, a roof, and no floor of
    its own on the ground. The walls bear the floors, which end at them.

    Parameters
    ----------
    size : tuple of 2 floats
        Outer length along x and y, in mm.
    storeys : int
        Number of storeys, at least one.
    storey : float
        Height from floor to floor in mm; the roof's top is at
        ``storeys * storey``.
    wall : float
        Thickness of the outer walls and the parapet, in mm.
    slab : float
        Thickness of floors and roof in mm, downwards from the floor's top.
    parapet : float
        Height of the wall round the roof above its top, in mm.
    openings : sequence of SideOpening
        Between the corner posts and below the ceiling. They may overlap.
    holes : sequence of Hole
        Between the walls. They may overlap.

    Returns
    -------
    Piece
        Levels: the ground, each floor's top, the roof's top.

    Raises
    ------
    MeshError
        If a number is out of range, an opening or a hole reaches beyond its
        wall or floor, or they leave parts that hang in the air. One line a
        fault.

    Examples
    --------
    >>> door = SideOpening("south", level=0, at=0, width=30, sill=0, height=45)
    >>> tower = building((120, 100), storeys=2, storey=60, openings=[door],
    ...                  holes=[Hole(level=1, at=(30, 20), size=(40, 30))])
    >>> tower.levels
    (0.0, 60.0, 120.0)
    """
    faults = (
        size_faults("size", size, 2)
        + count_faults("storeys", storeys, 1, 100)
        + length_faults("storey", storey)
        + length_faults("wall", wall)
        + length_faults("slab", slab)
        + (length_faults("parapet", parapet) if parapet != 0 else [])
    )
    refuse(faults)
    x, y = size[0] / 2, size[1] / 2
    inner = (x - wall, y - wall)
    ceiling = storey - slab
    if 2 * min(inner) < LEAST:
        faults.append("wall: the walls leave no room between them; make them thinner")
    if ceiling < LEAST:
        faults.append("slab: the floors leave no room between them; make them thinner")
    refuse(faults)
    for i, opening in enumerate(openings):
        faults += _opening_faults(f"openings[{i}]", opening, storeys, inner, ceiling)
    for i, hole in enumerate(holes):
        faults += _hole_faults(f"holes[{i}]", hole, storeys, inner)
    refuse(faults)

    levels = tuple(float(level * storey) for level in range(storeys + 1))
    top = levels[-1] + parapet
    cuts: list[Cut] = []
    for floor in levels[:-1]:
        cuts.append(((-inner[0], -inner[1], floor), (*inner, floor + ceiling)))
    if parapet:
        cuts.append(((-inner[0], -inner[1], levels[-1]), (*inner, top)))
    cuts += [_opening_cut(opening, levels[opening.level], (x, y)) for opening in openings]
    for hole in holes:
        (px, py), (sx, sy) = hole.at, hole.size
        # From the middle of the room below to that of the room above: no new plane remains.
        low = levels[hole.level - 1] + ceiling / 2
        high = top if hole.level == storeys else levels[hole.level] + ceiling / 2
        cuts.append(((px - sx / 2, py - sy / 2, low), (px + sx / 2, py + sy / 2, high)))
    mesh, parts = carved((-x, -y, 0.0), (x, y, top), cuts)
    if parts > 1:
        raise MeshError("openings, holes: they leave parts that hang in the air; leave a bridge")
    return Piece(mesh, levels)


def _opening_cut(opening: SideOpening, floor: float, half: tuple[float, float]) -> Cut:
    """Return the box from outside the wall to the middle of the room behind it."""
    along = (opening.at - opening.width / 2, opening.at + opening.width / 2)
    upward = (floor + opening.sill, floor + opening.sill + opening.height)
    axis = 1 if opening.side in ("north", "south") else 0
    across = (0.0, half[axis]) if opening.side in ("north", "east") else (-half[axis], 0.0)
    ends = (along, across) if axis == 1 else (across, along)
    return ((ends[0][0], ends[1][0], upward[0]), (ends[0][1], ends[1][1], upward[1]))


def _opening_faults(
    name: str, opening: SideOpening, storeys: int, inner: tuple[float, float], ceiling: float
) -> list[str]:
    faults = count_faults(f"{name}.level", opening.level, 0, storeys - 1)
    if opening.side not in get_args(Side):
        sides = ", ".join(get_args(Side))
        return [*faults, f"{name}.side: expected one of {sides}, got {opening.side!r}"]
    end = inner[0] if opening.side in ("north", "south") else inner[1]
    plain = Opening(opening.at, opening.width, opening.sill, opening.height)
    return faults + opening_faults(name, plain, -end, end, ceiling)


def _hole_faults(name: str, hole: Hole, storeys: int, inner: tuple[float, float]) -> list[str]:
    faults = count_faults(f"{name}.level", hole.level, 1, storeys)
    faults += size_faults(f"{name}.size", hole.size, 2)
    faults += place_faults(f"{name}.at", hole.at)
    if faults:
        return faults
    for axis, end in enumerate(inner):
        low = hole.at[axis] - hole.size[axis] / 2
        high = hole.at[axis] + hole.size[axis] / 2
        if low < -end - SAME_PLANE or high > end + SAME_PLANE:
            faults.append(
                f"{name}.at[{axis}]: it reaches from {low:g} to {high:g} mm, the floor "
                f"from {-end:g} to {end:g}; move it or make it smaller"
            )
    return faults
