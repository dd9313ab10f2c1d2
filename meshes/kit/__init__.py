"""The scenery kit: pieces a table is built from, each with its floors.

Every piece has its footprint centred on the origin in x and y and its
underside at z = 0. Lengths are in mm.
"""

from meshes.kit.building import Hole, Side, SideOpening, building
from meshes.kit.pieces import Piece, box, cylinder, ramp, stairs
from meshes.kit.walls import Opening, wall

__all__ = [
    "Hole",
    "Opening",
    "Piece",
    "Side",
    "SideOpening",
    "box",
    "building",
    "cylinder",
    "ramp",
    "stairs",
    "wall",
]
