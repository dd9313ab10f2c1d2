"""Screens: planes between two volumes in which cover hides one from all of the other.

Where a plane strictly separates two convex polyhedra, every line from one to the
other crosses it within the hull of the crossings of all lines between their corners.
If that hull lies within the plane's flat faces and the sections of solids, every line
is stopped: one flat blocker is the simplest case.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from meshes.mesh import Bools, Floats
from spatial.inside import holding
from spatial.openings import ROOM
from spatial.overlap import overlapping
from spatial.polygons import Polygons
from spatial.scene import Body, Scene
from spatial.sections import Plane, faces_in, model_section, section

APART: Final = 1e-6
"""How far a plane must stay from both volumes to separate them, mm."""

_MOST: Final = 16
_ALIKE: Final = 1e6


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
    box: Floats = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "frame", self.plane.frame)
        object.__setattr__(self, "whole", Polygons.union(list(self.pieces.values())))
        spots = np.concatenate([*self.whole.rings(), np.empty((0, 2))])
        box = [spots.min(axis=0), spots.max(axis=0)] if len(spots) else np.empty((0, 2))
        object.__setattr__(self, "box", np.array(box))

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
        if len(self.box) == 0:
            return False
        flat = self.crossings(end)
        if (flat.min(axis=0) < self.box[0] - ROOM).any():
            return False
        if (flat.max(axis=0) > self.box[1] + ROOM).any():
            return False
        return _within(Polygons.hull(flat), self.whole)

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


class Screens:
    """Planes that may separate a viewer from parts of a target.

    Parameters
    ----------
    scene : Scene
        Faces of its blocking scenery lie in planes, and planes cut its closed pieces.
    models : sequence of Body
        Troopers who stop lines.
    viewer, target : Body
        Troopers: no piece that holds some of both is cut.
    a, b : ndarray of shape (n, 3)
        Corners of polyhedra that hold where lines start and where they end, mm.

    Examples
    --------
    >>> from meshes.kit import wall
    >>> from meshes.solids import Cylinder
    >>> from spatial.scene import Pose, scenery_body, trooper_body
    >>> from spatial.surface import prism
    >>> fence = scenery_body("fence", wall((200, 6, 60)).mesh, Pose((50, 0, 0), 90))
    >>> one, two = (trooper_body(f"{x}", Cylinder(12.5, 40), (x, 0, 0)) for x in (0, 100))
    >>> a, b = (prism(body, None, 0.0) for body in (one, two))
    >>> Screens(Scene((fence, one, two)), (), one, two, a, b).hiding(b)
    (('fence', 1.0),)
    """

    def __init__(
        self,
        scene: Scene,
        models: Sequence[Body],
        viewer: Body,
        target: Body,
        a: Floats,
        b: Floats,
    ) -> None:
        ends = np.concatenate([a, b])
        self.volume, self._models = a, models
        self._between = np.array([ends.min(axis=0), ends.max(axis=0)])
        x, y, _ = (b.mean(axis=0) - a.mean(axis=0)).tolist()
        self._toward = np.array([x, y, 0.0]) / max(float(np.hypot(x, y)), APART)
        aside = np.array([-self._toward[1], self._toward[0], 0.0])
        reach = ends @ aside
        self._strip = np.array([[*aside, -reach.min()], [*-aside, reach.max()]])
        self._pieces = [
            body for body in scene.near(self._between) if body.blocks and not self._is_aside(body)
        ]
        both = _inside(scene, viewer) & _inside(scene, target)
        self._solid = [body for body in self._pieces if body.name not in both]
        planes = np.concatenate([self._of_faces(b), self._through(self._solid + list(models), b)])
        self._planes = [Plane(plane[:3], float(plane[3])) for plane in planes]
        self._rows = planes
        self._screens: list[Screen | None] = [None] * len(planes)

    def hiding(self, b: Floats) -> tuple[tuple[str, float], ...]:
        """Return the pieces by which one plane hides a volume, with their shares of it.

        Parameters
        ----------
        b : ndarray of shape (n, 3)
            Corners of a polyhedron that holds a part of the target, mm.

        Returns
        -------
        tuple of (str, float)
            Empty where no plane that was tried is enough; that says nothing about sight.
        """
        one = self.screen(b)
        return () if one is None else one.needed(b)

    def screen(self, b: Floats) -> Screen | None:
        """Return the plane that hides a volume, with what cover has in it."""
        apart = (b @ self._rows[:, :3].T - self._rows[:, 3]).max(axis=0) < -APART
        for i in np.flatnonzero(apart):
            one = self._screens[i]
            if one is None:
                one = self._screens[i] = self._made(self._planes[i])
            if one.hides(b):
                return one
        return None

    def _is_aside(self, body: Body) -> bool:
        """Whether a body lies wholly beside all lines between the two volumes, in plan."""
        reach = _corners(body.box) @ self._strip[:, :3].T + self._strip[:, 3]
        return bool(reach.max(axis=0).min() < 0)

    def _made(self, plane: Plane) -> Screen:
        pieces = {}
        for body in self._pieces:
            rise = _corners(body.box) @ plane.normal - plane.offset
            if rise.min() > APART or rise.max() < -APART:
                continue
            flat = faces_in(body, plane, self._between)
            if body in self._solid:
                flat = Polygons.union([flat, section(body, plane)])
            pieces[body.name] = flat
        for model in self._models:
            pieces[model.name] = model_section(model, plane)
        return Screen(
            plane, self.volume, {name: flat for name, flat in pieces.items() if not flat.empty}
        )

    def _of_faces(self, b: Floats) -> Floats:
        """The planes of the largest flat parts of the pieces, rows of normal and offset."""
        groups = [body.meeting(self._between, self._strip) for body in self._pieces]
        faces = np.concatenate([*groups, np.empty((0, 3, 3))])
        normal = np.cross(faces[:, 1] - faces[:, 0], faces[:, 2] - faces[:, 0])
        size = np.linalg.norm(normal, axis=1)
        faces, normal, size = faces[size > 0], normal[size > 0], size[size > 0]
        normal /= size[:, None]
        rows = np.column_stack([normal, np.einsum("ij,ij->i", faces[:, 0], normal)])
        rows = _facing(rows, self.volume)
        keep = _separates(rows, self.volume, b)
        rows, size = rows[keep], size[keep]
        if len(rows) == 0:
            return np.empty((0, 4))
        keys = np.round(rows * [_ALIKE, _ALIKE, _ALIKE, _ALIKE / 100])
        _, first, place = np.unique(keys, axis=0, return_index=True, return_inverse=True)
        area = np.bincount(place.reshape(-1), size)
        order = np.argsort(-area, kind="stable")[:_MOST]
        found: Floats = rows[first[order]]
        return found

    def _through(self, bodies: Sequence[Body], b: Floats) -> Floats:
        """Planes through solids, square to the way to the target, and level ones."""
        rows = [np.empty((0, 4))]
        for normal in (self._toward, np.array([0.0, 0.0, 1.0])):
            for body in bodies:
                corners = _corners(body.box)
                if self._is_aside(body):
                    continue
                rows.append(np.array([[*normal, float((corners @ normal).mean())]]))
        found = _facing(np.concatenate(rows), self.volume)
        return found[_separates(found, self.volume, b)]


def _inside(scene: Scene, body: Body) -> set[str]:
    """The pieces that hold some of a silhouette."""
    x, y, z = body.pose.at
    middle = (x, y, z + body.cylinder.height / 2)
    return {*overlapping(scene, body), *holding(scene, middle)}


def _corners(box: Floats) -> Floats:
    grid = np.stack(np.meshgrid(*box.T, indexing="ij"), axis=-1)
    return grid.reshape(-1, 3)


def _facing(rows: Floats, a: Floats) -> Floats:
    """Planes turned so that a volume's middle lies above each."""
    above = rows[:, :3] @ a.mean(axis=0) - rows[:, 3]
    return rows * np.where(above < 0, -1.0, 1.0)[:, None]


def _separates(rows: Floats, a: Floats, b: Floats) -> Bools:
    """Which planes have all of one volume above and any of the other below."""
    above: Bools = (a @ rows[:, :3].T - rows[:, 3]).min(axis=0) > APART
    below: Bools = (b @ rows[:, :3].T - rows[:, 3]).min(axis=0) < -APART
    apart: Bools = above & below
    return apart


def _within(hull: Polygons, area: Polygons) -> bool:
    return (hull - area).shrunk(ROOM).empty
