"""The keys of a scene file, their kinds and their limits.

Every length becomes millimetres while it is validated: the file's unit comes in
by the validation context, so nothing after this module knows another unit.
"""

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    Tag,
    ValidationInfo,
)

from meshes.units import to_mm

FORMAT = 1
LARGEST = 100_000.0
"""Greatest length that is taken, mm: a hundred metres is no table."""


def _mm(value: float, info: ValidationInfo) -> float:
    mm = to_mm(value, info.context["units"] if info.context else "mm")
    if abs(mm) > LARGEST:
        raise ValueError(f"expected at most {LARGEST:g} mm")
    return mm


Number: TypeAlias = Annotated[float, Field(strict=True, allow_inf_nan=False)]
Position: TypeAlias = Annotated[Number, AfterValidator(_mm)]
Length: TypeAlias = Annotated[
    float, Field(strict=True, allow_inf_nan=False, gt=0), AfterValidator(_mm)
]
Height: TypeAlias = Annotated[
    float, Field(strict=True, allow_inf_nan=False, ge=0), AfterValidator(_mm)
]
Name: TypeAlias = Annotated[str, Field(strict=True, min_length=1, max_length=80)]
Count: TypeAlias = Annotated[int, Field(strict=True, ge=1, le=1000)]
Level: TypeAlias = Annotated[int, Field(strict=True, ge=0, le=1000)]
Flag: TypeAlias = Annotated[bool, Field(strict=True)]
Flat: TypeAlias = tuple[Position, Position]
Place: TypeAlias = Annotated[list[Position], Field(min_length=2, max_length=3)]


class Keys(BaseModel):
    """A table of the file: unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class TableKeys(Keys):
    """The table's extent from the corner at the origin."""

    size: tuple[Length, Length] = Field(description="x and y of the table")


class PieceKeys(Keys):
    """What every piece of scenery has."""

    name: Name
    at: Place = Field(
        description="centre of the footprint: x, y, and the height of its underside (else 0)"
    )
    turn: Number = Field(0.0, description="degrees about z")
    cover: Literal["total", "none"] = Field("total", description="what it does to lines")


class BoxKeys(PieceKeys):
    """A box."""

    kit: Literal["box"]
    size: tuple[Length, Length, Length] = Field(description="x, y, z")


class OpeningKeys(Keys):
    """A door or a window in a wall."""

    at: Position = Field(description="its middle, along the wall from the wall's middle")
    width: Length
    sill: Height = Field(0.0, description="height of its lower edge")
    height: Length


class WallKeys(PieceKeys):
    """A wall along x, with openings."""

    kit: Literal["wall"]
    size: tuple[Length, Length, Length] = Field(description="length, thickness, height")
    openings: list[OpeningKeys] = []


class RampKeys(PieceKeys):
    """A wedge that rises along +x."""

    kit: Literal["ramp"]
    size: tuple[Length, Length, Length] = Field(description="x, y, z")


class StairsKeys(PieceKeys):
    """Steps that rise along +x."""

    kit: Literal["stairs"]
    size: tuple[Length, Length, Length] = Field(description="x, y, z")
    steps: Count


class CylinderKeys(PieceKeys):
    """An upright prism with many sides: a tank, a pillar."""

    kit: Literal["cylinder"]
    diameter: Length
    height: Length
    facets: Annotated[int, Field(strict=True, ge=3, le=720)] = 48


class SideOpeningKeys(OpeningKeys):
    """A door or a window in a building's side."""

    side: Literal["north", "south", "east", "west"]
    level: Level = 0


class HoleKeys(Keys):
    """An opening in a floor or the roof."""

    level: Level
    at: Flat
    size: tuple[Length, Length]


class BuildingKeys(PieceKeys):
    """Storeys with walls, floors, a roof, and openings."""

    kit: Literal["building"]
    size: tuple[Length, Length] = Field(description="x, y of the footprint")
    storeys: Count = 1
    storey: Length = Field(description="height from floor to floor")
    wall: Length | None = Field(None, description="thickness")
    slab: Length | None = Field(None, description="thickness")
    parapet: Height = 0.0
    openings: list[SideOpeningKeys] = []
    holes: list[HoleKeys] = []


class MeshKeys(PieceKeys):
    """A piece from a mesh file."""

    mesh: Annotated[str, Field(strict=True, min_length=1)] = Field(
        description="path from the scene file"
    )
    units: Literal["mm", "cm", "in", "m"] = Field("mm", description="the mesh file's unit")
    up: Literal["z", "y"] = Field("z", description="the mesh file's up axis")
    scale: Annotated[float, Field(strict=True, allow_inf_nan=False, gt=0)] = 1.0


KITS = ("box", "wall", "ramp", "stairs", "cylinder", "building")


def _kind(piece: Any) -> str | None:
    if isinstance(piece, BaseModel):
        return getattr(piece, "kit", "mesh")
    if not isinstance(piece, dict):
        return None
    return "mesh" if "mesh" in piece else piece.get("kit")


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
        custom_error_message=f'needs kit = one of {", ".join(KITS)}, or mesh = a file',
    ),
]


class SizeKeys(Keys):
    """A silhouette of one's own."""

    diameter: Length
    height: Length


def _silhouette_kind(value: Any) -> str:
    return "size" if isinstance(value, dict | SizeKeys) else "name"


class TrooperKeys(Keys):
    """A trooper and where it stands."""

    name: Name
    side: Name
    silhouette: Annotated[
        Annotated[Name, Tag("name")] | Annotated[SizeKeys, Tag("size")],
        Discriminator(_silhouette_kind),
    ]
    prone: Flag = False
    at: Place = Field(description="centre of the base: x, y, and the height of its underside")
    on: Name | None = Field(None, description="the piece it stands on")
    level: Level | None = Field(None, description="the floor of that piece")
    facing: Number = Field(0.0, description="degrees")
    traits: list[Name] = Field([], description="such as TAG, vehicle, motorcycle, aerial")


def _aim_kind(value: Any) -> str:
    return "trooper" if isinstance(value, str) else "degrees"


class AimKeys(Keys):
    """One template of an attack."""

    name: Name
    aim: (
        Annotated[
            Annotated[Name, Tag("trooper")] | Annotated[Number, Tag("degrees")],
            Discriminator(_aim_kind),
        ]
        | None
    ) = Field(None, description="a trooper's name, or degrees")
    tip: Number | None = Field(None, description="degrees round the user's base")
    tilt: Annotated[float, Field(strict=True, allow_inf_nan=False, ge=-90, le=90)] = 0.0
    height: Height = 0.0


class AttackKeys(Keys):
    """Who attacks with what, and where the templates lie."""

    by: Name
    weapon: Name
    template: Annotated[list[AimKeys], Field(min_length=1)]


class TemplateKeys(Keys):
    """The size of a template: a circle's diameter, or a teardrop's length and width."""

    diameter: Length | None = None
    length: Length | None = None
    width: Length | None = None
    height: Length | None = None


class WeaponKeys(Keys):
    """A weapon of one's own."""

    name: Name
    template: Name
    burst: Annotated[int, Field(strict=True, ge=1, le=20)] = 1
    affects_user: Flag = False
    height: Length | None = Field(None, description="where the ammunition states its own")


class SceneKeys(Keys):
    """A scene file: the table, the troopers and the attack."""

    format: Literal[1] = Field(description="version of this file's form")
    name: Name
    units: Literal["mm", "cm", "in"] = Field("mm", description="of every length in the file")
    rules: Literal["infinity-codeone"]
    slack: Height | None = Field(None, description="what counts as a close call; else 0.5 mm")
    active: Name | None = Field(None, description="the side whose turn it is")
    table: TableKeys | None = None
    readings: dict[str, Annotated[str, Field(strict=True)]] = {}
    templates: dict[str, TemplateKeys] = {}
    weapon: list[WeaponKeys] = []
    scenery: list[Piece] = []
    trooper: list[TrooperKeys] = []
    attack: list[AttackKeys] = []
