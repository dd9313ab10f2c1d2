"""Screens: planes between two volumes in which cover hides one from all of the other.

Where a plane strictly separates two convex polyhedra, every line from one to the
other crosses it within the hull of the crossings of all lines between their corners.
If that hull lies within the plane's flat faces and the sections of solids, every line
is stopped: one flat blocker is the simplest case.
"""

import itertools
from collections.abc import Sequence
from typing import Final

import numpy as np

from meshes.mesh import Bools, Floats
from spatial.inside import holding
from spatial.openings import ROOM
from spatial.overlap import overlapping
from spatial.polygons import Polygons
from spatial.scene import Body, Scene
from spatial.screen import Crossings, Screen
from spatial.sections import Plane, faces_in, model_section, section

APART: Final = 1e-6
"""How far a plane must stay from both volumes to separate them, mm."""

_MOST: Final = 16
_ALIKE: Final = 1e6


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
        self._last = -1
        self._start = Crossings(planes, a)
        self._cut, self._boxes = self._bounds()

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
        one = self._screen(b)
        return () if one is None else one.needed(b)

    def hides(self, b: Floats) -> bool:
        """Return whether one plane hides a volume, whichever is found first."""
        return self._screen(b, first=self._last) is not None

    def _screen(self, b: Floats, first: int = -1) -> Screen | None:
        """The plane that hides a volume, with what cover has in it."""
        apart = (b @ self._rows[:, :3].T - self._rows[:, 3]).max(axis=0) < -APART
        some = np.flatnonzero(apart)
        low, high = self._start.spans(some, b)
        within = (low >= self._boxes[some, 0] - ROOM) & (high <= self._boxes[some, 1] + ROOM)
        likely = some[within.all(axis=1)].tolist()
        for i in sorted(likely, key=lambda i: i != first):
            one, place = self._at(i), np.searchsorted(some, i)
            least, most = self._boxes[i]
            if (low[place] < least - ROOM).any() or (high[place] > most + ROOM).any():
                continue
            if one.hides(b):
                self._last = i
                return one
        return None

    def between(self, b: Floats) -> list[tuple[Screen, Polygons]]:
        """Return the planes that separate the two volumes, each with what covers it between
        them, where anything does."""
        apart = (b @ self._rows[:, :3].T - self._rows[:, 3]).max(axis=0) < -APART
        some = np.flatnonzero(apart)
        low, high = self._start.spans(some, b)
        found = []
        for place, i in enumerate(some.tolist()):
            if (self._boxes[i, 0] >= high[place]).any() or (self._boxes[i, 1] <= low[place]).any():
                continue
            one = self._at(i)
            (x0, y0), (x1, y1) = low[place].tolist(), high[place].tolist()
            window = Polygons([np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])])
            area = one.whole & window
            if not area.empty:
                found.append((one, area))
        return found

    def _at(self, i: int) -> Screen:
        one = self._screens[i]
        if one is None:
            one = self._screens[i] = self._made(self._planes[i], self._cut[i])
            self._boxes[i] = one.box
        return one

    def _bounds(self) -> tuple[Bools, Floats]:
        """Which pieces, and then models, reach each plane, shape (p, n); and coordinates in it
        beyond which none of them can cover it, shape (p, 2, 2)."""
        bodies = [*self._pieces, *self._models]
        corners = np.array([_corners(body.box) for body in bodies]).reshape(-1, 3)
        count = len(self._rows), len(bodies), 8
        rise = (self._rows[:, :3] @ corners.T - self._rows[:, 3:]).reshape(count)
        cut: Bools = rise.min(axis=2) <= APART
        cut &= rise.max(axis=2) >= -APART
        flat = np.einsum("pij,ni->pnj", self._start.frames, corners)
        flat = flat.reshape(*count, 2)
        low = np.where(cut[:, :, None], flat.min(axis=2), np.inf).min(axis=1, initial=np.inf)
        high = np.where(cut[:, :, None], flat.max(axis=2), -np.inf).max(axis=1, initial=-np.inf)
        return cut, np.stack([low, high], axis=1)

    def _is_aside(self, body: Body) -> bool:
        """Whether a body lies wholly beside all lines between the two volumes, in plan."""
        reach = _corners(body.box) @ self._strip[:, :3].T + self._strip[:, 3]
        return bool(reach.max(axis=0).min() < 0)

    def _made(self, plane: Plane, cut: Bools) -> Screen:
        pieces = {}
        for body in itertools.compress(self._pieces, cut.tolist()):
            flat = faces_in(body, plane, self._between)
            if body in self._solid:
                inside = section(body, plane)
                flat = inside if flat.empty else Polygons.union([flat, inside])
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
