"""Pieces of scenery that nothing carries, and pieces sunk in the table."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from meshes.solids import Point, point_of
from spatial.facing import facing
from spatial.overlaps import Overlap
from spatial.resting import balance, fall
from spatial.scene import Body, Scene
from spatial.support import RIM

_MOST_PAIRS: Final = 300_000_000


@dataclass(frozen=True, slots=True)
class Hanging:
    """A piece that touches nothing.

    Parameters
    ----------
    piece : str
    drop : float
        How far it is above what is under it, mm; above the highest of that where both
        have very many triangles.
    onto : str or None
        What that is; None for the table.
    at : tuple of 3 floats
        The middle of its underside, mm.
    """

    piece: str
    drop: float
    onto: str | None
    at: Point


def hanging(scene: Scene, overlapping: tuple[Overlap, ...]) -> tuple[Hanging, ...]:
    """Return the pieces of scenery that touch neither the table nor another piece.

    Parameters
    ----------
    scene : Scene
    overlapping : tuple of Overlap
        Pieces in one another touch.

    Examples
    --------
    >>> from meshes.kit import box
    >>> from spatial.scene import Pose, scenery_body
    >>> crate = scenery_body("crate", box((40, 30, 20)).mesh, Pose((0, 0, 5)))
    >>> hanging(Scene((crate,)), ())
    (Hanging(piece='crate', drop=5.0, onto=None, at=(0.0, 0.0, 5.0)),)
    """
    touching = {name for one in overlapping for name in one.pieces}
    pieces = scene.scenery
    found = []
    for body in pieces:
        if body.box[0, 2] <= RIM or body.name in touching:
            continue
        around = np.array([body.box[0] - RIM, body.box[1] + RIM])
        others = [one for one in scene.near(around) if one.role == "scenery" and one is not body]
        if balance(body, others).on or any(len(facing(body, one, RIM)) for one in others):
            continue
        found.append(_above(body, pieces))
    return tuple(found)


def _above(body: Body, pieces: tuple[Body, ...]) -> Hanging:
    drop, onto = float(body.box[0, 2]), None
    for other in pieces:
        apart = (body.box[0, :2] > other.box[1, :2]) | (body.box[1, :2] < other.box[0, :2])
        if other is body or apart.any():
            continue
        if len(body.mesh.faces) * len(other.mesh.faces) > _MOST_PAIRS:
            down = float(body.box[0, 2] - other.box[1, 2])
        else:
            down = fall(body, other)
        if 0 <= down < drop:
            drop, onto = down, other.name
    x, y = body.box[:, :2].mean(axis=0).tolist()
    return Hanging(body.name, drop, onto, (x, y, float(body.box[0, 2])))


@dataclass(frozen=True, slots=True)
class Misplaced:
    """A piece that is partly where the table isn't: below its top, or beyond its edge.

    Parameters
    ----------
    piece : str
    mm : float
        How far it reaches there.
    at : tuple of 3 floats
        The corner of its AABB that does, or its lowest point, mm.
    wholly : bool
    """

    piece: str
    mm: float
    at: Point
    wholly: bool


def sunk(scene: Scene) -> tuple[Misplaced, ...]:
    """Return the pieces of scenery that reach below the table's top, in scene order.

    Returns
    -------
    tuple of Misplaced
        How deep, and where they are lowest.

    Examples
    --------
    >>> from meshes.kit import ramp
    >>> from spatial.scene import Pose, scenery_body
    >>> slope = scenery_body("ramp", ramp((40, 30, 20)).mesh, Pose((0, 0, 4), tilt=-30))
    >>> [found] = sunk(Scene((slope,)))
    >>> round(found.mm, 9), round(found.at[0], 6), found.wholly
    (6.0, 17.320508, False)
    """
    found = []
    for body in scene.scenery:
        if body.box[0, 2] < -RIM:
            corners = body.mesh.triangles.reshape(-1, 3)
            lowest = point_of(corners[corners[:, 2].argmin()])
            wholly = bool(body.box[1, 2] <= 0)
            found.append(Misplaced(body.name, -float(body.box[0, 2]), lowest, wholly))
    return tuple(found)


def beyond(scene: Scene) -> tuple[Misplaced, ...]:
    """Return the bodies that reach over the edge of a table of known size, and how far.

    Examples
    --------
    >>> from meshes.kit import box
    >>> from spatial.scene import Pose, scenery_body
    >>> crate = scenery_body("crate", box((40, 30, 20)).mesh, Pose((95, 50, 0)))
    >>> beyond(Scene((crate,), (100, 100)))
    (Misplaced(piece='crate', mm=15.0, at=(115.0, 50.0, 0.0), wholly=False),)
    """
    size = np.array(scene.size)
    if not np.isfinite(size).all():
        return ()
    found = []
    for body in scene.bodies:
        low, high = body.box[:, :2]
        over = np.array([-low, high - size])
        side, axis = divmod(int(over.argmax()), 2)
        if body.role == "template" or over[side, axis] <= RIM:
            continue
        at = body.box[:, :2].mean(axis=0)
        at[axis] = body.box[side, axis]
        wholly = bool((high <= 0).any() or (low >= size).any())
        place = point_of(np.append(at, body.box[0, 2]))
        found.append(Misplaced(body.name, float(over[side, axis]), place, wholly))
    return tuple(found)
