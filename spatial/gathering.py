"""What total cover lines from one focus can meet, gathered from a scene."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from meshes.mesh import Floats, Ints
from spatial.atfocus import below_edge, blocking_at_origin, coplanar, through_origin
from spatial.rays import ON_FACE, TABLE, Blockers
from spatial.scene import Body, Scene

AROUND: Final = 0.01
"""How far beside the lines pieces are gathered, in mm: more than an opening's width."""

_NEAREST: Final = 0.05
_FARTHEST: Final = 5.0

WIDEST: Final = 50.0
"""Clearances are measured up to this many mm."""


def clearance(
    scene: Scene, focus: Floats, end: Floats, toward: Floats, models: Sequence[Body] = ()
) -> float:
    """Return how far a clear line stays from all that may stop it, up to `WIDEST` mm.

    Parameters
    ----------
    scene : Scene
    focus, end : ndarray of shape (3,)
        Of the line, mm. Faces through the focus don't count.
    toward : ndarray of shape (3,)
        As for `blockers`.
    models : sequence of Body
        Troopers whose silhouettes stop lines, too.

    Examples
    --------
    >>> from meshes.kit import box
    >>> from spatial.scene import Pose, scenery_body
    >>> crate = scenery_body("crate", box((20, 20, 12)).mesh, Pose((50, 0, 0)))
    >>> line = np.array([[0, 0, 20], [100, 0, 20.0]])
    >>> clearance(Scene((crate,)), line[0], line[1], line[0])
    8.0
    """
    around = np.array([np.minimum(focus, end), np.maximum(focus, end)])
    around += [[-WIDEST], [WIDEST]]
    return min(blockers(scene, focus, around, toward, models).clearance(end), WIDEST)


def blockers(
    scene: Scene,
    focus: Floats,
    box: Floats,
    toward: Floats,
    models: Sequence[Body] = (),
    past_edges: bool = False,
) -> Blockers:
    """Gather the total cover that lines from `focus` into `box` can meet.

    Parameters
    ----------
    scene : Scene
    focus : ndarray of shape (3,)
        mm.
    box : ndarray of shape (2, 3)
        AABB of everything the lines lead to, mm.
    toward : ndarray of shape (3,)
        The middle of the user's body: a face through the focus blocks what
        leaves on its other side.
    models : sequence of Body
        Troopers whose silhouettes stop lines, too.
    past_edges : bool
        Whether a focus exactly on the edge of a floor sees past it, as if it lay
        just above.

    Returns
    -------
    Blockers

    Examples
    --------
    >>> from meshes.kit import box
    >>> from spatial.scene import Pose, scenery_body
    >>> crate = scenery_body("crate", box((20, 20, 30)).mesh, Pose((50, 0, 0)))
    >>> line = np.array([[0, 0, 20], [100, 0, 20.0]])
    >>> cover = blockers(Scene((crate,)), line[0], line, line[0])
    >>> owner, t = cover.first(line[1:])
    >>> cover.names[owner[0]], float(t[0])
    ('crate', 0.4)
    """
    names, owner, corners = gathered(scene, wide(focus, box), tangents(focus, box))
    return stopping(names, owner, corners, focus, box, toward, models, past_edges)


def gathered(
    scene: Scene, around: Floats, planes: Floats | None = None
) -> tuple[tuple[str, ...], Ints, Floats]:
    """Return the triangles of total cover in an AABB.

    Parameters
    ----------
    scene : Scene
    around : ndarray of shape (2, 3)
        mm.
    planes : ndarray of shape (p, 4) or None
        Upright planes; what lies wholly on the other side of one is left out.

    Returns
    -------
    pieces : tuple of str
        In scene order.
    owner : ndarray of shape (k,)
        Whose triangle each is, a place in `pieces`.
    corners : ndarray of shape (k, 3, 3)
        mm.

    Examples
    --------
    >>> from meshes.kit import box
    >>> from spatial.scene import Pose, scenery_body
    >>> crate = scenery_body("crate", box((20, 20, 30)).mesh, Pose((50, 0, 0)))
    >>> names, owner, corners = gathered(Scene((crate,)), np.array([[0, -9, 1], [45, 9, 29.0]]))
    >>> names, len(owner), corners.shape
    (('crate',), 2, (2, 3, 3))
    """
    pieces = [body for body in scene.near(around) if body.blocks]
    groups = [body.meeting(around, planes) for body in pieces]
    corners = np.concatenate([*groups, np.empty((0, 3, 3))])
    counts = [len(group) for group in groups]
    owner: Ints = np.repeat(np.arange(len(pieces), dtype=np.int32), counts)
    return tuple(body.name for body in pieces), owner, corners


def stopping(
    pieces: tuple[str, ...],
    owner: Ints,
    corners: Floats,
    focus: Floats,
    box: Floats,
    toward: Floats,
    models: Sequence[Body] = (),
    past_edges: bool = False,
) -> Blockers:
    """Return what of some triangles, and of all else, stops lines from a focus into a box.

    Parameters
    ----------
    pieces : tuple of str
        In scene order.
    owner : ndarray of shape (k,)
        Whose triangle each is, a place in `pieces`.
    corners : ndarray of shape (k, 3, 3)
        mm.
    focus, box, toward, models, past_edges
        As for `blockers`.
    """
    around = wide(focus, box)
    standing = [
        body
        for body in models
        if (body.box[0] <= around[1]).all() and (around[0] <= body.box[1]).all()
    ]
    names = (*pieces, *(body.name for body in standing), TABLE)
    corners = corners - focus
    held = through_origin(corners)[0]
    through, planes, edged, edge_planes = blocking_at_origin(corners[held], past_edges)
    through, edged = held[through], held[edged]
    sides = planes @ (toward - focus)
    facing = np.abs(sides) > ON_FACE
    halves = (planes * np.sign(sides)[:, None])[facing]
    half_owner = owner[through][facing]
    if focus[2] <= ON_FACE:
        halves = np.concatenate([halves, [[0.0, 0.0, 1.0]]])
        half_owner = np.append(half_owner, len(names) - 1).astype(np.int32)
    keep = ~coplanar(corners, planes)
    keep[held] = False
    places = np.arange(len(pieces), len(names) - 1, dtype=np.int32)
    rounds = np.array([_upright(body, focus) for body in standing]).reshape(-1, 5)
    kept, kept_owner = corners[keep], owner[keep]
    for face, normal in zip(edged, edge_planes, strict=True):
        side = float(normal @ (toward - focus))
        if abs(side) > ON_FACE:
            stops = below_edge(corners[face], -normal * np.sign(side), _before(focus, box))
            kept = np.concatenate([kept, stops])
            kept_owner = np.append(kept_owner, np.full(len(stops), owner[face]))
    kept_owner = kept_owner.astype(np.int32)
    return Blockers(focus, names, kept_owner, kept, halves, half_owner, True, rounds, places)


def wide(focus: Floats, box: Floats) -> Floats:
    """Return an AABB round lines from a focus into a box, and a little more, shape (2, 3), mm.

    Examples
    --------
    >>> wide(np.array([0, 0, 5.0]), np.array([[10, 0, 0], [20, 5, 9.0]])).tolist()
    [[-0.01, -0.01, -0.01], [20.01, 5.01, 9.01]]
    """
    around = np.array([np.minimum(box[0], focus), np.maximum(box[1], focus)])
    around += [[-AROUND], [AROUND]]
    return around


def _before(focus: Floats, box: Floats) -> float:
    """How far from a focus something stands that has to lie before a box, mm."""
    aside = np.maximum(np.maximum(box[0] - focus, focus - box[1]), 0.0)
    return float(np.clip(np.linalg.norm(aside) / 2, _NEAREST, _FARTHEST))


def _upright(body: Body, focus: Floats) -> list[float]:
    """A silhouette relative to a focus: x, y of its axis, radius, low, high."""
    x, y, z = (np.array(body.pose.at) - focus).tolist()
    return [x, y, body.cylinder.radius, z, z + body.cylinder.height]


def tangents(focus: Floats, box: Floats) -> Floats:
    """Return upright planes through a focus on both sides of a box, shape (p, 4).

    Examples
    --------
    >>> tangents(np.zeros(3), np.array([[10, -5, 0], [20, 5, 9.0]])).shape
    (2, 4)
    >>> len(tangents(np.array([15, 0, 0.0]), np.array([[10, -5, 0], [20, 5, 9.0]])))
    0
    """
    low, high = box[:, :2] - focus[:2]
    # Within the box every way leads somewhere.
    if (low <= AROUND).all() and (high >= -AROUND).all():
        return np.empty((0, 4))
    corners = np.array([[low[0], low[1]], [high[0], low[1]], [high[0], high[1]], [low[0], high[1]]])
    # Seen from outside, a rectangle spans less than half a turn round its middle.
    middle = (low + high) / 2
    turn = middle[0] * corners[:, 1] - middle[1] * corners[:, 0]
    along = corners @ middle
    angle = np.arctan2(turn, along)
    planes = []
    for corner, side in ((corners[angle.argmax()], 1.0), (corners[angle.argmin()], -1.0)):
        normal = np.array([corner[1], -corner[0]]) * side / max(float(np.hypot(*corner)), 1e-300)
        planes.append([*normal, 0.0, AROUND - float(normal @ focus[:2])])
    return np.array(planes)
