"""Zones in a scene file: a box or a polygon with a name."""

from typing import Annotated

from pydantic import Field, model_validator

from rules.scenefile.kinds import Flat, Keys, Name, Position
from rules.zones import Zone


class ZoneKeys(Keys):
    """An area of the table, such as one that an army deploys in: a box or a polygon."""

    name: Name = Field(description="one of its own among zones")
    box: tuple[Position, Position, Position, Position] | None = Field(
        None, description="x and y of one corner, then of the opposite one, in the file's unit"
    )
    polygon: Annotated[list[Flat], Field(min_length=3, max_length=1000)] | None = Field(
        None, description="x and y of each corner, one after the other, in the file's unit"
    )

    @model_validator(mode="after")
    def _one_form(self) -> "ZoneKeys":
        if (self.box is None) == (self.polygon is None):
            raise ValueError("needs a box or a polygon, and not both")
        return self


def zone(keys: ZoneKeys) -> Zone:
    """Return the zone that a table of the file describes.

    Examples
    --------
    >>> zone(ZoneKeys(name="west", box=(0.0, 0.0, 300.0, 900.0))).corners[2]
    (300.0, 900.0)
    """
    if keys.polygon is not None:
        return Zone(keys.name, tuple(keys.polygon))
    assert keys.box is not None
    a, b, c, d = keys.box
    return Zone(keys.name, ((a, b), (c, b), (c, d), (a, d)))
