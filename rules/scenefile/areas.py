"""The keys of a scene of Area Templates: tokens, areas in play, and events."""

from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import BaseModel, Discriminator, Field, Tag

from rules.scenefile.kinds import Flag, Height, Keys, Length, Name, Number, Place, Text

Dice: TypeAlias = Annotated[int, Field(strict=True, ge=0, le=100)]
Tokens: TypeAlias = Annotated[int, Field(strict=True, ge=1, le=100)]


class TokenKeys(Keys):
    """Fire Tokens that something carries at the start."""

    subject: Name = Field(
        description="who carries them: a trooper's or a piece's name, or, with at, one of its own"
    )
    count: Dice = Field(1, description="how many")
    at: Place | None = Field(
        None,
        description="where a thing of its own name is: x, y, and, if it is stated, the height, "
        "in the file's unit",
    )


class AreaKeys(Keys):
    """An area in play at the start."""

    name: Name = Field(description="one of its own among areas")
    kind: Literal["blast", "smoke", "flare"] = Field(
        description="a Flare stays to the end of the first turn"
    )
    at: Place | None = Field(
        None,
        description="its centre: x, y, and, if it is stated, the height, in the file's unit; a "
        "Smoke Area without it is centred on its subject, one with it was left behind",
    )
    subject: Name | None = Field(
        None, description="of a Smoke Area, whose Fire Tokens made it; of another, the attacker"
    )
    diameter: Length | None = Field(
        None, description="of a Smoke Area, in the file's unit; else an inch a token"
    )


class FacesKeys(Keys):
    """How many faces of an attack die show what."""

    criticals: Dice = Field(0, description="faces with a Critical")
    successes: Dice = Field(0, description="faces with a success")
    blanks: Dice = Field(0, description="blank faces")


class RollKeys(Keys):
    """An attack roll: what its dice show, or dice to roll with the event's seed."""

    criticals: Dice = Field(0, description="Criticals of the roll itself")
    successes: Dice = Field(0, description="successes of the roll")
    blanks: Dice = Field(0, description="its blanks")
    added_criticals: Dice = Field(
        0, description="Criticals that equipment or special rules add; they stop no scatter"
    )
    dice: Dice = Field(0, description="how many dice to roll, in place of what they show")
    die: FacesKeys | None = Field(None, description="the faces of each of these dice")


class EventKeys(Keys):
    """What every event has."""


class ShotKeys(EventKeys):
    """An attack that is aimed at a point."""

    by: Name = Field(description="the attacking model, a trooper's name")
    weapon: Name | None = Field(None, description="in words")
    at: Place = Field(
        description="the centre that was selected: x, y, and, if it is stated, the height, in "
        "the file's unit; else on the highest surface there"
    )
    range: Length | None = Field(None, description="the weapon's, in the file's unit")
    ignores: list[Literal["range", "line of sight"]] = Field(
        [], description="what the rule of this attack doesn't ask for"
    )
    roll: RollKeys | None = Field(None, description="the one attack roll")
    distance: Height | None = Field(
        None, description="that was rolled for a scatter, in the file's unit"
    )
    seed: Annotated[int, Field(strict=True, ge=0, le=2**31)] | None = Field(
        None, description="for what is rolled here: the attack's dice, then the scatter die"
    )
    away: Number | None = Field(
        None,
        description="degrees counter-clockwise from +x that count as away from the attacker, "
        "where it stands on the very centre",
    )


class BlastKeys(ShotKeys):
    """An attack with a Blast Template."""

    kind: Literal["blast"] = Field(description="what happens")
    criticals_to: list[Name] = Field(
        [], description="the models that take the attacker's Criticals, one entry a Critical"
    )
    noise: Flag = Field(False, description="whether it causes Noise or an Alarm")
    kept_by: Name | None = Field(
        None, description="the rule that keeps the template in play, in words"
    )


class FlareKeys(ShotKeys):
    """An attack with a Flare Template."""

    kind: Literal["flare"] = Field(description="what happens")
    blast: Flag = Field(False, description="whether the weapon or a rule gives it Blast")


class AddTokensKeys(EventKeys):
    """Fire Tokens that a subject gets."""

    kind: Literal["add tokens"] = Field(description="what happens")
    subject: Name = Field(description="a trooper's, a piece's or a token's subject's name")
    count: Tokens = Field(1, description="how many")


class RemoveTokensKeys(EventKeys):
    """Fire Tokens that a subject loses."""

    kind: Literal["remove tokens"] = Field(description="what happens")
    subject: Name = Field(description="a trooper's, a piece's or a token's subject's name")
    count: Tokens = Field(1, description="how many")


class MoveKeys(EventKeys):
    """A whole move, to a place or toward the last noise."""

    kind: Literal["move"] = Field(description="what happens")
    subject: Name = Field(description="a trooper's, a piece's or a token's subject's name")
    to: Place | None = Field(
        None,
        description="where it ends: x, y, and, if it is stated, the height, in the file's unit; "
        "else on the highest thing under it",
    )
    toward: Literal["noise"] | None = Field(None, description="in place of to")
    distance: Length | None = Field(
        None, description="how far it moves toward the noise, in the file's unit"
    )
    cause: Text | None = Field(None, description="in words; it makes no difference")


class ShootKeys(EventKeys):
    """A Shoot attack at a model: which dice the areas in play add."""

    kind: Literal["shoot"] = Field(description="what happens")
    by: Name = Field(description="a trooper's name")
    target: Name = Field(description="a trooper's name")


class MeleeKeys(EventKeys):
    """A Melee attack on a model: which dice the areas in play add."""

    kind: Literal["melee"] = Field(description="what happens")
    by: Name = Field(description="a trooper's name")
    target: Name = Field(description="a trooper's name")


class ControlZoneKeys(EventKeys):
    """The question who is in a model's Control Zone."""

    kind: Literal["control zone"] = Field(description="what happens")
    by: Name = Field(description="a trooper's name")


class RemoveAreaKeys(EventKeys):
    """An area that a scenario or another rule removes."""

    kind: Literal["remove area"] = Field(description="what happens")
    area: Name = Field(description="its name: its own, or as in the log, such as smoke 1")
    why: Text | None = Field(None, description="in words")


class EndTurnKeys(EventKeys):
    """The end of the current turn."""

    kind: Literal["end turn"] = Field(description="what happens")


EVENTS: Final[dict[str, type[EventKeys]]] = {
    "blast": BlastKeys,
    "flare": FlareKeys,
    "add tokens": AddTokensKeys,
    "remove tokens": RemoveTokensKeys,
    "move": MoveKeys,
    "shoot": ShootKeys,
    "melee": MeleeKeys,
    "control zone": ControlZoneKeys,
    "remove area": RemoveAreaKeys,
    "end turn": EndTurnKeys,
}
"""The keys of each kind of event."""


def _kind(event: Any) -> str | None:
    kind = getattr(event, "kind", None) if isinstance(event, BaseModel) else None
    if isinstance(event, dict):
        kind = event.get("kind")
    return kind if isinstance(kind, str) else None


Event: TypeAlias = Annotated[
    Annotated[BlastKeys, Tag("blast")]
    | Annotated[FlareKeys, Tag("flare")]
    | Annotated[AddTokensKeys, Tag("add tokens")]
    | Annotated[RemoveTokensKeys, Tag("remove tokens")]
    | Annotated[MoveKeys, Tag("move")]
    | Annotated[ShootKeys, Tag("shoot")]
    | Annotated[MeleeKeys, Tag("melee")]
    | Annotated[ControlZoneKeys, Tag("control zone")]
    | Annotated[RemoveAreaKeys, Tag("remove area")]
    | Annotated[EndTurnKeys, Tag("end turn")],
    Discriminator(
        _kind,
        custom_error_type="event_kind",
        custom_error_message=f"needs kind = one of {', '.join(EVENTS)}",
    ),
]
