"""One screen: a plane, what cover has in it, and where lines between two volumes cross it."""

from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from meshes.mesh import Floats
from spatial.openings import ROOM
from spatial.polygons import Polygons
from spatial.sections import Plane

Places: TypeAlias = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class Screen:
    """A plane and what cover has in it.

    Parameters
    ----------
    plane : Plane
    start : ndarray of shape (n, 3)
        Corners of a polyhedron that holds where lines start, mm.
    pieces : dict of str to Polygons
        In the plane's frame.
    """

    plane: Plane
    start: Floats
    pieces: dict[str, Polygons]
    frame: Floats = field(init=False)
    whole: Polygons = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "frame", self.plane.frame)
        object.__setattr__(self, "whole", Polygons.union(list(self.pieces.values())))

    @property
    def box(self) -> Floats:
        """What of the plane is covered lies within these coordinates, shape (2, 2)."""
        spots = np.concatenate([*self.whole.rings(), np.empty((0, 2))])
        return np.array([spots.min(axis=0, initial=np.inf), spots.max(axis=0, initial=-np.inf)])

    def crossings(self, end: Floats) -> Floats:
        """Where lines between corners cross the plane, in its frame, shape (k, 2)."""
        normal, offset = self.plane.normal, self.plane.offset
        rise, fall = self.start @ normal - offset, end @ normal - offset
        t = rise[:, None] / (rise[:, None] - fall[None, :])
        a, b = self.start @ self.frame, end @ self.frame
        flat: Floats = a[:, None, :] + (b[None, :, :] - a[:, None, :]) * t[:, :, None]
        return flat.reshape(-1, 2)

    def hides(self, end: Floats) -> bool:
        """Whether it stops every line to a volume below the plane, by its corners."""
        return _within(Polygons.hull(self.crossings(end)), self.whole)

    def needed(self, end: Floats) -> tuple[tuple[str, float], ...]:
        """Return few pieces that stop those lines between them, each with its share."""
        hull = Polygons.hull(self.crossings(end))
        shares = {name: (area & hull).area / hull.area for name, area in self.pieces.items()}
        names = sorted((n for n in shares if shares[n] > 0), key=lambda n: (-shares[n], n))
        for name in reversed(names[:]):
            fewer = [self.pieces[other] for other in names if other != name]
            if fewer and _within(hull, Polygons.union(fewer)):
                names.remove(name)
        return tuple((name, min(shares[name], 1.0)) for name in names)


class Crossings:
    """Where lines from the corners of a volume cross planes.

    Parameters
    ----------
    rows : ndarray of shape (p, 4)
        Normals and offsets.
    a : ndarray of shape (n, 3)
        Corners of a polyhedron above all planes, mm.
    """

    def __init__(self, rows: Floats, a: Floats) -> None:
        self._rows = rows
        self.frames: Floats = np.array([Plane(row[:3], 0.0).frame for row in rows])
        self.frames = self.frames.reshape(-1, 3, 2)
        self._rise = rows[:, :3] @ a.T - rows[:, 3:]
        self._flat = np.einsum("pij,ni->pjn", self.frames, a)

    def spans(self, some: Places, b: Floats) -> tuple[Floats, Floats]:
        """Return the least and the greatest coordinates of lines to a volume below some of
        the planes, each of shape (k, 2)."""
        rise = self._rise[some][:, :, None]
        fall = self._rows[some, :3] @ b.T - self._rows[some, 3:]
        flat = self._flat[some][:, :, :, None]
        end = np.einsum("pij,ni->pjn", self.frames[some], b)[:, :, None, :]
        t = rise / (rise - fall[:, None, :])
        crossed = flat + (end - flat) * t[:, None]
        return crossed.min(axis=(2, 3)), crossed.max(axis=(2, 3))


def _within(hull: Polygons, area: Polygons) -> bool:
    return (hull - area).shrunk(ROOM).empty
