"""What lies under a line of sight: pieces, troopers and areas, by their meshes."""

from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

import numpy as np

from meshes.mesh import Floats, Mesh
from meshes.solids import Point
from viewer.drawing import bodies
from viewer.drawing.items import Items, Kind, Solid

Subject: TypeAlias = tuple[Kind, str]
Sieve: TypeAlias = Literal["all", "surfaces", "troopers", "areas"]

TABLE: Final[Subject] = ("scenery", "")
_STEEP: Final = 0.7
"""A face whose normal is less upright than this is a wall."""


@dataclass(slots=True, eq=False)
class _Known:
    """A mesh, which is kept so that no other gets its number, with its box."""

    mesh: Mesh
    box: Floats
    locator: Any = None


class Pointing:
    """Answers what a line meets; meshes that were asked about before are answered faster.

    Examples
    --------
    >>> from rules.ruling import rule
    >>> from rules.scenefile import read, starter
    >>> from viewer.drawing.ruled import items
    >>> dispute = read(starter(), "starter.toml")
    >>> shown = items(rule(dispute, margins=False), dispute)
    >>> Pointing().met(shown, (10.0, 10.0, 500.0), (0.0, 0.0, -1.0))
    (('scenery', ''), (10.0, 10.0, 0.0))
    """

    def __init__(self) -> None:
        self._known: dict[int, _Known] = {}
        self._face = 0
        self._slope = 1.0

    def met(
        self, items: Items, start: Point, way: Point, sieve: Sieve = "all"
    ) -> tuple[Subject, Point] | None:
        """Return the first solid that a line from a point meets, and where, mm.

        Parameters
        ----------
        items : Items
        start, way : tuple of 3 floats
            The way's length doesn't matter.
        sieve : {"all", "surfaces", "troopers", "areas"}
            Surfaces are scenery, sections and the table, whose name is empty.
        """
        origin, ahead = np.array(start), np.array(way) / np.linalg.norm(way)
        best: tuple[float, Subject] | None = None
        if sieve in ("all", "surfaces") and ahead[2] < 0 <= origin[2]:
            far = -origin[2] / ahead[2]
            x, y = (origin + ahead * far)[:2]
            if 0 <= x <= items.size[0] and 0 <= y <= items.size[1]:
                best = (float(far), TABLE)
        for solid in items.solids:
            if not _passes(solid, sieve):
                continue
            reached = self._distance(solid.mesh, origin, ahead)
            if reached is not None and (best is None or reached < best[0]):
                best = (reached, (solid.kind, solid.name))
                self._slope = _slope(solid.mesh, self._face)
        self._forget(items)
        if best is None:
            return None
        x, y, z = (origin + ahead * best[0]).tolist()
        return best[1], (x, y, 0.0 if best[1] == TABLE else z)

    def floor(self, items: Items, start: Point, way: Point) -> Point | None:
        """Return where a line first meets a surface that one can stand on.

        None if what it meets first is steeper than 45 degrees, or nothing.
        """
        found = self.met(items, start, way, "surfaces")
        if found is None:
            return None
        (_, name), at = found
        if name == "" or self._slope >= _STEEP:
            return at
        return None

    def _distance(self, mesh: Mesh, origin: Floats, ahead: Floats) -> float | None:
        """How far along a line it meets a mesh; None where it doesn't."""
        known = self._known.get(id(mesh))
        if known is None:
            known = self._known[id(mesh)] = _Known(mesh, mesh.bounds)
        low, high = known.box
        with np.errstate(divide="ignore", invalid="ignore"):
            one, other = (low - origin) / ahead, (high - origin) / ahead
        near = float(np.nanmax(np.minimum(one, other)))
        far = float(np.nanmin(np.maximum(one, other)))
        if far < max(near, 0.0):
            return None
        if known.locator is None:
            known.locator = _located(mesh)
        from vtkmodules.vtkCommonCore import reference

        locator = known.locator
        share: Any = reference(0.0)
        at, local = [0.0] * 3, [0.0] * 3
        long = far + 1.0
        end = origin + ahead * long
        cell: Any = reference(0)
        inner: Any = reference(0)
        if not locator.IntersectWithLine(origin, end, 1e-6, share, at, local, inner, cell):
            return None
        self._face = int(cell)
        return float(share) * long

    def _forget(self, items: Items) -> None:
        """Drop what is no longer shown, now and then."""
        if len(self._known) > 2 * len(items.solids) + 20:
            shown = {id(solid.mesh) for solid in items.solids}
            self._known = {key: one for key, one in self._known.items() if key in shown}


def _located(mesh: Mesh) -> Any:
    from vtkmodules.vtkCommonDataModel import vtkStaticCellLocator

    locator = vtkStaticCellLocator()
    locator.SetDataSet(bodies.surface(mesh))
    locator.BuildLocator()
    return locator


def _passes(solid: Solid, sieve: Sieve) -> bool:
    match sieve:
        case "surfaces":
            return not solid.acts
        case "troopers":
            return solid.kind == "trooper"
        case "areas":
            return solid.is_area
        case "all":
            return True


def _slope(mesh: Mesh, face: int) -> float:
    """How upright a face's normal is, from 0 to 1, whichever way it winds."""
    a, b, c = mesh.vertices[mesh.faces[face]]
    normal = np.cross(b - a, c - a)
    return float(abs(normal[2]) / max(float(np.linalg.norm(normal)), 1e-12))
