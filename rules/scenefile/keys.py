"""The keys of a scene file: what may stand where."""

from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import Discriminator, Field, Tag

from rules.scenefile.areas import AreaKeys, Event, TokenKeys
from rules.scenefile.kinds import (
    Flag,
    Height,
    Keys,
    Length,
    Level,
    Name,
    Number,
    Place,
    TemplateLength,
    Tilt,
    TrooperLength,
)
from rules.scenefile.scenery import Piece
from rules.scenefile.zones import ZoneKeys

FORMAT: Final = 1
"""The version of the scene file's form that this program reads."""


SECTIONS: Final = (
    *("scenery", "trooper", "target", "weapon", "attack", "token", "area", "event", "zone"),
)
"""The keys at the top of a file that hold lists of tables."""


class TableKeys(Keys):
    """The table's extent from the corner at the origin."""

    size: tuple[Length, Length] = Field(description="x and y, in the file's unit")


class SizeKeys(Keys):
    """A silhouette of one's own."""

    diameter: TrooperLength = Field(description="of the base, in the file's unit")
    height: TrooperLength = Field(description="in the file's unit")


def _silhouette_kind(value: Any) -> str:
    return "size" if isinstance(value, dict | SizeKeys) else "name"


SilhouetteKey: TypeAlias = Annotated[
    Annotated[Name, Tag("name")] | Annotated[SizeKeys, Tag("size")],
    Discriminator(_silhouette_kind),
]


class TrooperKeys(Keys):
    """A trooper and where it stands.

    It stands at the third number in `at`, or on a named piece (and one of its
    levels), or, with neither, on the highest thing under its base.
    """

    name: Name = Field(description="one of its own, among scenery, troopers and targets")
    side: Name = Field(description="whose trooper it is, such as blue")
    silhouette: SilhouetteKey = Field(description="S0 to S8, or a table with diameter and height")
    prone: Flag = Field(False, description="whether its silhouette is SX")
    at: Place = Field(
        description="centre of the base: x, y, and, if it is stated, the height of its underside, "
        "in the file's unit"
    )
    on: Name | None = Field(None, description="name of the piece it stands on")
    level: Level | None = Field(
        None, description="the floor of that piece; in a building 0 is the ground"
    )
    facing: Number = Field(0.0, description="degrees counter-clockwise from +x")
    traits: list[Name] = Field(
        [],
        description="TAG, vehicle, motorcycle and aerial can't go prone; unconscious lies prone, "
        "save a TAG, vehicle or motorcycle",
    )


class TargetKeys(Keys):
    """What a template may affect besides troopers; it stands as a trooper does."""

    name: Name = Field(description="one of its own, among scenery, troopers and targets")
    side: Name = Field(description="whose it is, such as blue")
    kind: Literal["marker", "deployable", "equipment"] = Field(
        description="a marker stands for a trooper; a deployable lies there and may go off"
    )
    silhouette: SilhouetteKey = Field(
        "S0", description="S0 to S8, or a table with diameter and height"
    )
    at: Place = Field(
        description="centre of its underside: x, y, and, if it is stated, the height, "
        "in the file's unit"
    )
    on: Name | None = Field(None, description="name of the piece it lies on")
    level: Level | None = Field(
        None, description="the floor of that piece; in a building 0 is the ground"
    )
    weapon: Name | None = Field(None, description="of a deployable, what goes off, such as Mine")


def _aim_kind(value: Any) -> str:
    return "trooper" if isinstance(value, str) else "degrees"


class AimKeys(Keys):
    """One template of an attack."""

    name: Name = Field(description="one of its own in this attack")
    aim: (
        Annotated[
            Annotated[Name, Tag("trooper")] | Annotated[Number, Tag("degrees")],
            Discriminator(_aim_kind),
        ]
        | None
    ) = Field(
        None,
        description="where a teardrop points: a trooper's name, or degrees counter-clockwise "
        "from +x; a circle has none",
    )
    on: Name | None = Field(
        None, description="of an impact template, its main target: a trooper's or target's name"
    )
    at: Place | None = Field(
        None,
        description="of an impact template, the point it is centred on in place of a target: "
        "x, y, and, if it is stated, the height, in the file's unit",
    )
    tip: Number | None = Field(
        None,
        description="where the narrow end touches the user's silhouette: degrees "
        "counter-clockwise from +x round its base; by default toward the aim",
    )
    tilt: Tilt = Field(0.0, description="degrees above the horizontal, -90 to 90")
    height: Height = Field(
        0.0,
        description="of the narrow end above the underside of the user's base, in the file's unit",
    )


class AttackKeys(Keys):
    """Who attacks with what, and where the templates lie, all from where the user stands."""

    by: Name = Field(description="the user: a trooper's name, or a deployable's")
    weapon: Name | None = Field(
        None,
        description="as on a profile, such as Nanopulser (+1B); a deployable has its own",
    )
    template: list[AimKeys] = Field(
        [],
        description="one for each template that is placed, up to the burst; a deployable "
        "without any is asked whom it goes off at",
    )
    against: list[Name] = Field(
        [], description="whom it is declared at, where not those that its templates name"
    )
    mods: dict[Name, Annotated[int, Field(strict=True, ge=-100, le=100)]] = Field(
        {}, description="MODs to its BS roll, such as range or cover"
    )


class TemplateKeys(Keys):
    """The size of a template: a circle's diameter, or a teardrop's length and width.

    Of a template that the program knows, one number may be given alone.
    """

    diameter: TemplateLength | None = Field(None, description="of a circle, in the file's unit")
    length: TemplateLength | None = Field(None, description="of a teardrop, in the file's unit")
    width: TemplateLength | None = Field(
        None, description="of a teardrop, the greatest, in the file's unit"
    )
    height: TemplateLength | None = Field(
        None, description="in the file's unit; else the radius, or half the width"
    )


class WeaponKeys(Keys):
    """A weapon of one's own."""

    name: Name = Field(description="one of its own among weapons")
    template: Name | None = Field(
        None,
        description="small_teardrop, large_teardrop, circular, or one's own; none for a weapon "
        "without a template",
    )
    placed: Literal["direct", "impact"] = Field(
        "direct",
        description="direct: from its user, without a BS roll; impact: a circle on what was hit",
    )
    burst: Annotated[int, Field(strict=True, ge=1, le=20)] = Field(
        1, description="how many templates an attack may place"
    )
    affects_user: Flag = Field(
        False, description="whether its description says that it also affects its user"
    )
    damage: Flag = Field(True, description="whether it has a Damage Attribute")
    state: Annotated[str, Field(strict=True, max_length=80)] = Field(
        "", description="the State that it inflicts, if any"
    )
    disposable: Annotated[int, Field(strict=True, ge=0, le=20)] = Field(
        0, description="how many uses it has; 0 where they aren't counted"
    )
    deployable: Flag = Field(False, description="whether it is left on the table and goes off")
    height: TemplateLength | None = Field(
        None,
        description="of the template, in the file's unit, where the ammunition states its own",
    )


class SceneKeys(Keys):
    """One file is one dispute: the table, the troopers and the attack."""

    format: Literal[1] = Field(description="version of this file's form")
    name: Name = Field(description="the scene's, as a headline")
    units: Literal["mm", "cm", "in"] = Field("mm", description="of every length in the file")
    rules: Literal["infinity-codeone", "area-templates"] = Field(description="the game")
    slack: Height | None = Field(
        None, description="what counts as a close call, in the file's unit; else 0.5 mm"
    )
    active: Name | None = Field(None, description="the side whose turn it is")
    neutral: list[Name] = Field(["neutral"], description="sides that are nobody's enemy")
    engaged: list[Annotated[list[Name], Field(min_length=2)]] | None = Field(
        None,
        description="who is in close combat with whom: lists of troopers' names; without it, "
        "whoever is in contact with an enemy",
    )
    table: TableKeys | None = None
    readings: dict[str, Annotated[str, Field(strict=True)]] = Field(
        {}, description="disputed readings of the rules, where not the default"
    )
    templates: dict[Name, TemplateKeys] = Field({}, description="sizes of templates, by name")
    weapon: list[WeaponKeys] = Field([], description="weapons of one's own")
    scenery: list[Piece] = Field([], description="pieces of the kit, or from mesh files")
    trooper: list[TrooperKeys] = Field([], description="in the order of the report")
    target: list[TargetKeys] = Field([], description="markers, deployables and equipment")
    attack: list[AttackKeys] = Field([], description="each is judged by itself")
    token: list[TokenKeys] = Field([], description="Fire Tokens at the start")
    area: list[AreaKeys] = Field([], description="areas in play at the start")
    event: list[Event] = Field([], description="what happens, in order")
    zone: list[ZoneKeys] = Field([], description="areas of the table that maps tell apart")
