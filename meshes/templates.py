"""Templates: circular and teardrop, their sizes, and the solids they give."""

import math
import tomllib
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Literal, Self

from meshes.mesh import MeshError
from meshes.solids import SweptBall


@dataclass(frozen=True, slots=True)
class Template:
    """The outline of a template and its height; its Blast Focus is the origin.

    A circle is centred on the Blast Focus. A teardrop has its narrow end there,
    a point, and widens along +x to a round end.

    Parameters
    ----------
    name : str
    shape : {"circular", "teardrop"}
    width : float
        The circle's diameter or the teardrop's greatest width, mm.
    length : float
        Of a teardrop, mm; longer than it is wide.
    height : float or None
        Where an ammunition states its own, in mm. Otherwise half the width:
        Infinity CodeOne, Template Weapons and Equipment, "Types of Templates".
    verified : bool
        Whether the size is from a stated source.

    Raises
    ------
    MeshError
        If a size isn't above zero, or a teardrop isn't longer than wide.

    Examples
    --------
    >>> templates()["small_teardrop"].body().high
    30.0
    """

    name: str
    shape: Literal["circular", "teardrop"]
    width: float
    length: float = 0.0
    height: float | None = None
    verified: bool = False

    def __post_init__(self) -> None:
        if not 0 < self.width < math.inf:
            raise MeshError(f"template {self.name}: its width must be above 0 mm")
        if self.shape == "teardrop" and not self.width < self.length < math.inf:
            raise MeshError(f"template {self.name}: a teardrop must be longer than it is wide")
        if self.height is not None and not 0 < self.height < math.inf:
            raise MeshError(f"template {self.name}: its height must be above 0 mm")

    @property
    def reach(self) -> float:
        """Greatest distance of the outline from the Blast Focus, mm."""
        return self.length if self.shape == "teardrop" else self.width / 2

    def with_height(self, height: float) -> Self:
        """Return the template as high as an ammunition says, in mm."""
        return replace(self, height=height)

    def body(self, both_sides: bool = False, straight_sided: bool = False) -> SweptBall:
        """Return the solid, standing on the plane z = 0 with its focus at the origin.

        Parameters
        ----------
        both_sides : bool
            Whether it also reaches below its own plane.
        straight_sided : bool
            Whether the outline rises straight to the height, in place of a
            body of revolution. A height above half the width always does.

        Returns
        -------
        SweptBall

        Examples
        --------
        >>> templates()["circular"].body(both_sides=True).low
        -60.0
        """
        radius = self.width / 2
        height = radius if self.height is None else self.height
        low = -height if both_sides else 0.0
        straight = straight_sided or height > radius
        if self.shape == "circular":
            return SweptBall(0.0, 0.0, radius, radius, low, height, straight)
        # Narrow end a point, so r0 = 0; the round end's centre lies its own
        # radius before the far end.
        return SweptBall(0.0, self.length - radius, 0.0, radius, low, height, straight)


@cache
def templates() -> dict[str, Template]:
    """Return the default template set by name. Its sizes are unverified.

    Examples
    --------
    >>> sorted(templates())
    ['circular', 'large_teardrop', 'small_teardrop']
    """
    text = files("meshes").joinpath("data/templates.toml").read_text("utf-8")
    rows = tomllib.loads(text)["template"]
    return {
        name: Template(
            name=name,
            shape=row["shape"],
            width=row["diameter"] if row["shape"] == "circular" else row["width"],
            length=row.get("length", 0.0),
        )
        for name, row in rows.items()
    }
