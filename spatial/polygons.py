"""The typed door to manifold3d's polygon algebra.

Its default fill rule silently drops clockwise polygons and mixed windings
cancel, so every polygon is oriented before it goes in. Its grid is absolute at
about 1e-8 of a unit, so coordinates are scaled up on the way in and down on the
way out. A number that isn't finite would vanish there: it is refused here.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final, Self

import manifold3d  # type: ignore[import-not-found]  # its stub lies outside a typed package
import numpy as np

from meshes.mesh import Floats

SCALE: Final = 1024.0
"""Units of the library in one of ours; a power of two, so that scaling is exact."""


class Polygons:
    """An immutable area of the plane, bounded by straight edges.

    Parameters
    ----------
    outlines : iterable of ndarray of shape (n, 2)
        Simple polygons of any winding; together they cover the area.

    Raises
    ------
    ValueError
        If a coordinate isn't finite.

    Examples
    --------
    >>> square = np.array([[0, 0], [2, 0], [2, 2], [0, 2.0]])
    >>> area = Polygons([square]) - Polygons([square[::-1] + [1, 0]])
    >>> round(area.area, 6)
    2.0
    """

    __slots__ = ("_cross",)

    def __init__(self, outlines: Iterable[Floats] = ()) -> None:
        self._cross = _crossed([counter_clockwise(outline) for outline in outlines])

    @classmethod
    def wound(cls, rings: Sequence[Floats]) -> Self:
        """Return what rings wind round counter-clockwise, all together, once or more.

        Parameters
        ----------
        rings : sequence of ndarray of shape (n, 2)
            Counter-clockwise round an area, clockwise round a hole in one.
        """
        return cls._of(_crossed(rings))

    @classmethod
    def alternating(cls, rings: Sequence[Floats]) -> Self:
        """Return what an odd number of rings, each of shape (n, 2), wind round."""
        return cls._of(_crossed(rings, manifold3d.FillRule.EvenOdd))

    @classmethod
    def _of(cls, cross: Any) -> Self:
        made = cls()
        made._cross = cross
        return made

    @classmethod
    def union(cls, areas: Sequence["Polygons"]) -> "Polygons":
        """Return what any of the areas covers."""
        if not areas:
            return cls()
        crosses = [one._cross for one in areas]
        return cls._of(manifold3d.CrossSection.batch_boolean(crosses, manifold3d.OpType.Add))

    @classmethod
    def hull(cls, points: Floats) -> "Polygons":
        """Return the convex hull of points of shape (n, 2)."""
        return cls._of(manifold3d.CrossSection.hull_points(points * SCALE))

    def __sub__(self, other: "Polygons") -> "Polygons":
        return self._of(self._cross - other._cross)

    def __and__(self, other: "Polygons") -> "Polygons":
        return self._of(self._cross ^ other._cross)

    @property
    def empty(self) -> bool:
        """Whether nothing is left."""
        return bool(self._cross.is_empty())

    @property
    def area(self) -> float:
        """In square units."""
        return float(self._cross.area()) / SCALE**2

    def shrunk(self, by: float) -> "Polygons":
        """Return the points at least so far from the outside; a negative number widens."""
        return self._of(self._cross.offset(-by * SCALE, manifold3d.JoinType.Round, 2.0, 24))

    def triangles(self) -> Floats:
        """Return the area as triangles, shape (n, 3, 2)."""
        rings = self._cross.to_polygons()
        if not rings:
            return np.empty((0, 3, 2))
        corners = np.concatenate(rings) / SCALE
        found: Floats = corners[np.asarray(manifold3d.triangulate(rings))]
        return found

    def parts(self) -> list["Polygons"]:
        """Return its connected parts."""
        return [self._of(part) for part in self._cross.decompose()]

    def rings(self) -> list[Floats]:
        """Return its outlines, each of shape (n, 2)."""
        return [np.array(ring, dtype=np.float64) / SCALE for ring in self._cross.to_polygons()]


def counter_clockwise(outline: Floats) -> Floats:
    """Return a simple polygon's outline, shape (n, 2), turned counter-clockwise.

    Examples
    --------
    >>> counter_clockwise(np.array([[0, 0], [0, 1], [1, 0.0]])).tolist()
    [[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]]
    """
    x, y = outline[:, 0], outline[:, 1]
    twice = float(x[:-1] @ y[1:] - x[1:] @ y[:-1] + x[-1] * y[0] - x[0] * y[-1])
    return outline if twice >= 0 else outline[::-1]


def _crossed(rings: Sequence[Floats], rule: Any = manifold3d.FillRule.Positive) -> Any:
    """What rings wind round, by default counter-clockwise, in the library's units."""
    if rings and not np.isfinite(np.concatenate(rings)).all():
        raise ValueError("a polygon has a coordinate that isn't finite")
    scaled = [ring * SCALE for ring in rings]
    return manifold3d.CrossSection(scaled, rule)
