"""The keys of a piece of scenery: from the kit, or from a mesh file."""

from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import BaseModel, Discriminator, Field, Tag

from rules.scenefile.kinds import (
    Count,
    Factor,
    Flag,
    Flat,
    Height,
    Keys,
    Length,
    Level,
    Name,
    Number,
    Place,
    Position,
    Text,
)


class PieceKeys(Keys):
    """What every piece of scenery has."""

    name: Name = Field(description="one of its own, among scenery and troopers")
    at: Place = Field(
        description="centre of the footprint: x, y, and the height of its underside (else 0), "
        "in the file's unit"
    )
    on: Name | None = Field(
        None, description="name of another piece that it rests on; then at has two numbers"
    )
    level: Level | None = Field(
        None, description="the floor of that piece; without it, the highest thing under it"
    )
    turn: Number = Field(0.0, description="degrees about the vertical, counter-clockwise")
    cover: Literal["total", "none"] = Field(
        "total", description="what it does to lines: total cover stops them"
    )
    placeholder: Flag = Field(
        False,
        description="whether it stands for a piece whose true shape isn't known: what hangs "
        "on it is undecided",
    )


class BoxKeys(PieceKeys):
    """A solid box."""

    kit: Literal["box"]
    size: tuple[Length, Length, Length] = Field(description="x, y and z, in the file's unit")


class OpeningKeys(Keys):
    """A door or a window in a wall."""

    at: Position = Field(
        description="its middle along the wall, from the wall's middle, in the file's unit"
    )
    width: Length = Field(description="along the wall, in the file's unit")
    sill: Height = Field(
        0.0, description="height of its lower edge, in the file's unit; 0 is a door"
    )
    height: Length = Field(description="from lower to upper edge, in the file's unit")


class WallKeys(PieceKeys):
    """A wall along x, with openings."""

    kit: Literal["wall"]
    size: tuple[Length, Length, Length] = Field(
        description="length, thickness and height, in the file's unit"
    )
    openings: list[OpeningKeys] = Field([], description="doors and windows")


class RampKeys(PieceKeys):
    """A solid ramp that rises along +x."""

    kit: Literal["ramp"]
    size: tuple[Length, Length, Length] = Field(description="x, y and z, in the file's unit")


class StairsKeys(PieceKeys):
    """Solid stairs that rise along +x."""

    kit: Literal["stairs"]
    size: tuple[Length, Length, Length] = Field(description="x, y and z, in the file's unit")
    steps: Count = Field(description="how many")


class CylinderKeys(PieceKeys):
    """An upright column with flat sides: a tank, a pillar."""

    kit: Literal["cylinder"]
    diameter: Length = Field(description="in the file's unit")
    height: Length = Field(description="in the file's unit")
    facets: Annotated[int, Field(strict=True, ge=3, le=720)] = Field(
        48, description="how many flat sides"
    )


class SideOpeningKeys(OpeningKeys):
    """A door or a window in a building's side."""

    side: Literal["north", "south", "east", "west"] = Field(
        description="north is +y and east is +x before the building is turned"
    )
    level: Level = Field(0, description="the floor it belongs to; 0 is the ground")


class HoleKeys(Keys):
    """An opening in a floor or the roof."""

    level: Level = Field(description="the floor it is cut into; the number of storeys is the roof")
    at: Flat = Field(description="x and y from the building's middle, in the file's unit")
    size: tuple[Length, Length] = Field(description="x and y, in the file's unit")


class BuildingKeys(PieceKeys):
    """Storeys with walls, floors, a roof, and openings."""

    kit: Literal["building"]
    size: tuple[Length, Length] = Field(description="x and y of the footprint, in the file's unit")
    storeys: Count = Field(1, description="how many")
    storey: Length = Field(description="height from floor to floor, in the file's unit")
    wall: Length | None = Field(
        None, description="thickness of the walls, in the file's unit; else 3 mm"
    )
    slab: Length | None = Field(
        None, description="thickness of floors and roof, in the file's unit; else 3 mm"
    )
    parapet: Height = Field(
        0.0, description="height of the wall round the roof, in the file's unit; 0 is none"
    )
    openings: list[SideOpeningKeys] = Field([], description="doors and windows")
    holes: list[HoleKeys] = Field([], description="stairwells and hatches")


class MeshKeys(PieceKeys):
    """A piece from a mesh file."""

    mesh: Text = Field(
        description="path of an STL, OBJ, PLY, OFF, GLB or 3MF file, from the scene file's folder"
    )
    units: Literal["mm", "cm", "in", "m"] | None = Field(
        None,
        description="what 1 is in the mesh file, whatever the scene's own unit; without it, "
        "what the file's kind or its size leaves no doubt of",
    )
    up: Literal["z", "y"] | None = Field(
        None,
        description="the mesh file's upward axis; without it, what the file's kind or its "
        "underside leaves no doubt of",
    )
    scale: Factor = Field(1.0, description="factor on its size")


PIECES: Final[dict[str, type[PieceKeys]]] = {
    "box": BoxKeys,
    "wall": WallKeys,
    "ramp": RampKeys,
    "stairs": StairsKeys,
    "cylinder": CylinderKeys,
    "building": BuildingKeys,
    "mesh": MeshKeys,
}
"""The keys of each kind of piece: the kit's, and a mesh file's."""

KITS: Final = tuple(name for name in PIECES if name != "mesh")


def _kind(piece: Any) -> str | None:
    if isinstance(piece, BaseModel):
        return getattr(piece, "kit", "mesh")
    if not isinstance(piece, dict):
        return None
    kind = "mesh" if "mesh" in piece else piece.get("kit")
    return kind if isinstance(kind, str) and (kind != "mesh" or "mesh" in piece) else None


Piece: TypeAlias = Annotated[
    Annotated[BoxKeys, Tag("box")]
    | Annotated[WallKeys, Tag("wall")]
    | Annotated[RampKeys, Tag("ramp")]
    | Annotated[StairsKeys, Tag("stairs")]
    | Annotated[CylinderKeys, Tag("cylinder")]
    | Annotated[BuildingKeys, Tag("building")]
    | Annotated[MeshKeys, Tag("mesh")],
    Discriminator(
        _kind,
        custom_error_type="piece_kind",
        custom_error_message=f"needs kit = one of {', '.join(KITS)}, or mesh = a file",
    ),
]
