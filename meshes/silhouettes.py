"""Silhouettes: the cylinder that a trooper fills, standing or prone."""

import math
import tomllib
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Self

from meshes.mesh import MeshError
from meshes.solids import Cylinder


@dataclass(frozen=True, slots=True)
class Silhouette:
    """A vertical cylinder on a trooper's base.

    Parameters
    ----------
    name : str
        Such as ``"S2"``; ``"custom"`` for a size of one's own.
    diameter, height : float
        In mm, above zero.
    is_prone : bool
        Whether this is the trooper's SX.

    Raises
    ------
    MeshError
        If a size isn't above zero.

    Examples
    --------
    >>> silhouette("S5").prone()
    Silhouette(name='SX', diameter=40.0, height=3.0, is_prone=True)
    """

    name: str
    diameter: float
    height: float
    is_prone: bool = False

    def __post_init__(self) -> None:
        if not (0 < self.diameter < math.inf and 0 < self.height < math.inf):
            raise MeshError(f"silhouette {self.name}: diameter and height must be above 0 mm")

    @property
    def solid(self) -> Cylinder:
        """The exact form, its underside centred on the origin."""
        return Cylinder(self.diameter / 2, self.height)

    def prone(self) -> Self:
        """Return the SX: the same base, as high as a prone trooper.

        Source: Infinity CodeOne, Template Weapons and Equipment, "Direct Templates
        and Cover Examples"; the height from the silhouette tables.
        """
        height: float = _table()["prone_height"]
        return replace(self, name="SX", height=min(height, self.height), is_prone=True)


@cache
def _table() -> dict:  # type: ignore[type-arg]
    return tomllib.loads(files("meshes").joinpath("data/silhouettes.toml").read_text("utf-8"))


def edition() -> str:
    """Return the name of the edition that the silhouette table is from.

    Examples
    --------
    >>> "N5" in edition()
    True
    """
    return str(_table()["edition"])


@cache
def silhouettes() -> dict[str, Silhouette]:
    """Return the silhouettes of the table by name, S0 to S8.

    Examples
    --------
    >>> sorted(silhouettes())[:3]
    ['S0', 'S1', 'S2']
    """
    return {name: Silhouette(name, **size) for name, size in _table()["size"].items()}


def silhouette(name: str) -> Silhouette:
    """Return one silhouette of the table.

    Raises
    ------
    MeshError
        If the table has no silhouette of that name.

    Examples
    --------
    >>> silhouette("S2").height
    40.0
    """
    if name not in silhouettes():
        known = ", ".join(silhouettes())
        raise MeshError(f'no silhouette is called "{name}"; use one of {known}, or give a size')
    return silhouettes()[name]
