"""`Scene`: solids in place, immutable, indexed once."""

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

import numpy as np

from meshes.mesh import Floats, Mesh, frozen
from meshes.solids import Cylinder, Point, SweptBall
from meshes.units import cos_sin
from spatial.index import Index
from spatial.tree import Tree, tree

Role: TypeAlias = Literal["scenery", "trooper", "template"]


class SceneError(ValueError):
    """A scene that can't be ruled on; the message names the place and the remedy."""


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a solid stands: turned about z, its +x axis tilted up, then moved.

    Parameters
    ----------
    at : tuple of 3 floats
        Where the solid's own origin comes to lie, mm.
    turn : float
        Degrees counter-clockwise about z.
    tilt : float
        Degrees by which the solid's +x axis points above the horizontal.

    Examples
    --------
    >>> Pose((0, 0, 5), turn=90).to_world([[1, 0, 0]])
    array([[0., 1., 5.]])
    """

    at: Point
    turn: float = 0.0
    tilt: float = 0.0

    @property
    def rotation(self) -> Floats:
        """The (3, 3) rotation matrix from the solid's frame to the table's."""
        c, s = cos_sin(self.turn)
        u, v = cos_sin(self.tilt)
        return np.array([[c * u, -s, -c * v], [s * u, c, -s * v], [v, 0.0, u]])

    def to_world(self, points: Floats | list[list[float]]) -> Floats:
        """Points of the solid's frame, shape (n, 3), in the table's frame."""
        placed: Floats = np.asarray(points, dtype=np.float64) @ self.rotation.T + np.array(self.at)
        return placed

    def to_local(self, points: Floats | list[list[float]]) -> Floats:
        """Points of the table's frame, shape (n, 3), in the solid's frame."""
        moved: Floats = (np.asarray(points, dtype=np.float64) - np.array(self.at)) @ self.rotation
        return moved


@dataclass(frozen=True, slots=True, eq=False)
class Body:
    """A solid in its place.

    Parameters
    ----------
    name : str
        Unique in its scene.
    role : {"scenery", "trooper", "template"}
    mesh : Mesh
        In the table's frame.
    pose : Pose
        From the solid's own frame to the table's.
    form : Cylinder, SweptBall or None
        The exact form, in its own frame; None for scenery, which is its mesh.
    blocks : bool
        Whether it is total cover: whether it stops lines.
    levels : tuple of float
        Heights in the table's frame of the floors one can stand on, mm.
    placeholder : bool
        Whether it stands for a piece whose true shape isn't known.
    """

    name: str
    role: Role
    mesh: Mesh
    pose: Pose
    form: Cylinder | SweptBall | None = None
    blocks: bool = False
    levels: tuple[float, ...] = ()
    placeholder: bool = False
    box: Floats = field(init=False, repr=False)
    tree: Tree | None = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "box", frozen(self.mesh.bounds))
        # Only scenery is asked for its triangles.
        object.__setattr__(self, "tree", tree(self.mesh) if self.role == "scenery" else None)

    def meeting(self, box: Floats, planes: Floats | None = None) -> Floats:
        """Return the triangles whose AABBs meet a box and reach inside planes.

        Parameters
        ----------
        box : ndarray of shape (2, 3)
            mm; touching counts.
        planes : ndarray of shape (p, 4) or None
            Each (n, d): what has n.x + d below zero everywhere is left out.

        Returns
        -------
        ndarray of shape (k, 3, 3)
            In the mesh's order.
        """
        if self.tree is None:
            raise TypeError(f"{self.name} is no scenery")
        found: Floats = self.mesh.vertices[self.mesh.faces[self.tree.meeting(box, planes)]]
        return found

    def moved(self, x: float, y: float) -> "Body":
        """Return the body moved sideways, mm."""
        at = self.pose.at
        pose = replace(self.pose, at=(at[0] + x, at[1] + y, at[2]))
        return replace(self, mesh=self.mesh.moved(np.eye(3), (x, y, 0.0)), pose=pose)

    def raised(self, mm: float) -> "Body":
        """Return the body raised, or lowered by a negative number of mm."""
        x, y, z = self.pose.at
        pose = replace(self.pose, at=(x, y, z + mm))
        levels = tuple(level + mm for level in self.levels)
        mesh = self.mesh.moved(np.eye(3), (0.0, 0.0, mm))
        return replace(self, mesh=mesh, pose=pose, levels=levels)

    def turned(self, degrees: float) -> "Body":
        """Return the body turned about the vertical through its own origin."""
        at = np.array(self.pose.at)
        spin = Pose((0.0, 0.0, 0.0), degrees).rotation
        pose = replace(self.pose, turn=self.pose.turn + degrees)
        return replace(self, mesh=self.mesh.moved(spin, at - spin @ at), pose=pose)

    @property
    def cylinder(self) -> Cylinder:
        """The exact form of a trooper."""
        if not isinstance(self.form, Cylinder):
            raise TypeError(f"{self.name} is no upright cylinder")
        return self.form

    @property
    def swept(self) -> SweptBall:
        """The exact form of a template."""
        if not isinstance(self.form, SweptBall):
            raise TypeError(f"{self.name} is no template")
        return self.form


def trooper_body(name: str, cylinder: Cylinder, at: Point) -> Body:
    """Return a silhouette in its place, the centre of its underside at `at` (mm).

    Examples
    --------
    >>> trooper_body("Beta", Cylinder(12.5, 40), (100, 50, 0)).box[1]
    array([112.5,  62.5,  40. ])
    """
    pose = Pose(at)
    return Body(name, "trooper", cylinder.mesh().moved(np.eye(3), at), pose, cylinder)


def template_body(name: str, swept: SweptBall, pose: Pose) -> Body:
    """Return a template in its place, its Blast Focus at ``pose.at``.

    Examples
    --------
    >>> ball = SweptBall(0, 0, 60, 60, 0, 60)
    >>> template_body("A", ball, Pose((0, 0, 10))).box[:, 2]
    array([10., 70.])
    """
    return Body(name, "template", swept.mesh().moved(pose.rotation, pose.at), pose, swept)


def scenery_body(
    name: str, mesh: Mesh, pose: Pose, blocks: bool = True, levels: Iterable[float] = ()
) -> Body:
    """Return a piece of scenery in its place; `levels` are in its own frame, mm.

    Examples
    --------
    >>> sheet = Mesh([[0, 0, 0], [9, 0, 0], [0, 9, 0]], [[0, 1, 2]])
    >>> scenery_body("sheet", sheet, Pose((0, 0, 3)), levels=[0]).levels
    (3.0,)
    """
    placed = mesh.moved(pose.rotation, pose.at)
    floors = tuple(float(level + pose.at[2]) for level in levels)
    return Body(name, "scenery", placed, pose, None, blocks, floors)


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """Solids in place on a table whose top is z = 0 and which is solid below.

    Parameters
    ----------
    bodies : tuple of Body
        In the order of the scene file; names unique.
    size : tuple of 2 floats
        The table's extent in x and y from the origin, mm.

    Raises
    ------
    SceneError
        If two bodies have one name.
    """

    bodies: tuple[Body, ...]
    size: tuple[float, float] = (math.inf, math.inf)
    index: Index = field(init=False, repr=False)

    def __post_init__(self) -> None:
        names = [body.name for body in self.bodies]
        twice = [name for name, count in Counter(names).items() if count > 1]
        if twice:
            raise SceneError(f'two bodies are called "{twice[0]}"; give each a name of its own')
        boxes = np.array([body.box for body in self.bodies]).reshape(-1, 2, 3)
        object.__setattr__(self, "index", Index(boxes))

    def body(self, name: str) -> Body:
        """Return the body of that name.

        Raises
        ------
        SceneError
            If there is none.
        """
        for body in self.bodies:
            if body.name == name:
                return body
        raise SceneError(f'nothing on the table is called "{name}"')

    @property
    def scenery(self) -> tuple[Body, ...]:
        """The pieces of scenery, in scene order."""
        return tuple(body for body in self.bodies if body.role == "scenery")

    def near(self, box: Floats) -> tuple[Body, ...]:
        """Return the bodies whose AABB meets `box`, shape (2, 3), in scene order.

        The box may be without end.
        """
        return tuple(self.bodies[i] for i in self.index.meeting(box))

    def with_bodies(self, *more: Body) -> "Scene":
        """Return a scene with further bodies."""
        return Scene((*self.bodies, *more), self.size)
