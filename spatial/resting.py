"""How high a piece of scenery comes to rest on another, and whether it stays there."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from meshes.mesh import Floats, Mesh
from spatial.disc import TOUCHING, nearest
from spatial.enclosed import closed
from spatial.rays import TABLE
from spatial.scene import Body
from spatial.support import RIM

_AT_ONCE: Final = 2_000_000
"""Pairs of triangles looked at together."""

_NOTHING: Final = 1e-9
"""Volumes that add up to no more than this share of their sizes are rounding."""


@dataclass(frozen=True, slots=True)
class Balance:
    """How a piece of scenery keeps its balance on what carries it.

    Parameters
    ----------
    on : tuple of str
        What carries it; empty where it hangs.
    beyond : float
        How far its centre of mass is from over the convex hull of its contact, mm; 0
        where it is over it: then it stays, and the border counts.
    toward : float or None
        The way there, degrees counter-clockwise from +x; None where it stays or hangs.
    """

    on: tuple[str, ...]
    beyond: float
    toward: float | None

    @property
    def stays(self) -> bool:
        """Whether it keeps its pose."""
        return bool(self.on) and self.beyond == 0


def contact_rise(piece: Body, under: Body, ceiling: float = math.inf) -> float:
    """Return by how much a piece must rise to rest on another, let down on it from above.

    Parameters
    ----------
    piece, under : Body
        Scenery.
    ceiling : float
        Faces of `under` that reach above this height don't count, mm.

    Returns
    -------
    float
        mm, below zero where it comes down; -inf where no part of the other lies under it.

    Notes
    -----
    Over two triangles the difference of their heights is greatest at a corner of the
    area that they have in common in plan.

    Examples
    --------
    >>> from meshes.kit import box
    >>> from spatial.scene import Pose, scenery_body
    >>> tower = scenery_body("tower", box((90, 90, 60)).mesh, Pose((0, 0, 0)))
    >>> crate = scenery_body("crate", box((30, 30, 20)).mesh, Pose((40, 0, 0)))
    >>> contact_rise(crate, tower)
    60.0
    """
    upper = under.mesh.triangles
    upper = upper[upper[:, :, 2].max(axis=1) <= ceiling]
    rise = -math.inf
    for a, b in _pairs(_rising(piece.mesh), upper):
        high = b[:, :, 2].max(axis=1) - a[:, :, 2].min(axis=1) > rise
        spots = _common(a[high], b[high])
        rise = max(rise, float(spots[:, 2].max(initial=-math.inf)))
    return rise


def fall(piece: Body, under: Body) -> float:
    """Return how far a piece falls until it meets another, from where it hangs.

    Parameters
    ----------
    piece, under : Body
        Scenery, apart from each other; what of the other is above the piece isn't in its way.

    Returns
    -------
    float
        mm; inf where no part of the other lies under it.

    Examples
    --------
    >>> from meshes.kit import box, ramp
    >>> from spatial.scene import Pose, scenery_body
    >>> slope = scenery_body("ramp", ramp((100, 60, 50)).mesh, Pose((0, 0, 0)))
    >>> crate = scenery_body("crate", box((30, 30, 20)).mesh, Pose((-30, 0, 30)))
    >>> fall(crate, slope)
    12.5
    """
    least = math.inf
    for a, b in _pairs(_rising(piece.mesh), under.mesh.triangles):
        nearer = a[:, :, 2].min(axis=1) - b[:, :, 2].max(axis=1) < least
        nearer &= b[:, :, 2].min(axis=1) <= a[:, :, 2].max(axis=1)
        # Of two triangles apart one is above the other wherever they have both.
        apart = -_common(a[nearer], b[nearer])[:, 2]
        least = min(least, float(apart[apart >= 0].min(initial=math.inf)))
    return least


def balance(piece: Body, others: Sequence[Body]) -> Balance:
    """Return whether a piece keeps its balance where it is.

    Parameters
    ----------
    piece : Body
        Scenery.
    others : sequence of Body
        Scenery that may carry it; the table may, too.

    Notes
    -----
    Surfaces no more than `RIM` mm from its own carry it. Its centre of mass is that of a
    solid of even density where its mesh is closed, and that of its faces where it isn't.

    Examples
    --------
    >>> from meshes.kit import box
    >>> from spatial.scene import Pose, scenery_body
    >>> tower = scenery_body("tower", box((90, 90, 60)).mesh, Pose((0, 0, 0)))
    >>> crate = scenery_body("crate", box((30, 30, 20)).mesh, Pose((52, 0, 60)))
    >>> balance(crate, [tower])
    Balance(on=('tower',), beyond=7.0, toward=180.0)
    """
    middle = centre_of_mass(piece.mesh)[:2]
    lower = _downward(piece.mesh)
    on, found = [], [np.empty((0, 2))]
    for other in others:
        if not _may_carry(piece, other):
            continue
        box = piece.box + np.array([[0.0, 0.0, -RIM], [0.0, 0.0, RIM]])
        for a, b in _pairs(lower, other.meeting(box)):
            spots = _common(a, b)
            spots = spots[np.abs(spots[:, 2]) <= RIM]
            if len(spots):
                found.append(spots[:, :2])
                on.append(other.name)
    if abs(piece.box[0, 2]) <= RIM:
        corners = piece.mesh.triangles.reshape(-1, 3)
        found.append(corners[corners[:, 2] <= RIM, :2])
        on.append(TABLE)
    points = np.concatenate(found)
    if not on:
        return Balance((), math.inf, None)
    depth, point = nearest(points - middle, math.inf)
    names = tuple(dict.fromkeys(on))
    if depth >= -TOUCHING:
        return Balance(names, 0.0, None)
    return Balance(names, -depth, math.degrees(math.atan2(point[1], point[0])) % 360)


def centre_of_mass(mesh: Mesh) -> Floats:
    """Return the centre of mass of a solid, or of its faces where it isn't closed, mm.

    Examples
    --------
    >>> from meshes.kit import ramp
    >>> centre_of_mass(ramp((90, 40, 60)).mesh).round(9).tolist()
    [15.0, 0.0, 20.0]
    """
    a, b, c = (mesh.triangles[:, i] - mesh.bounds[0] for i in range(3))
    volumes = _volumes(mesh)
    if volumes is not None:
        weights, middles = volumes, (a + b + c) / 4
    else:
        weights, middles = np.linalg.norm(np.cross(b - a, c - a), axis=1), (a + b + c) / 3
    found: Floats = mesh.bounds[0] + weights @ middles / weights.sum()
    return found


def _rising(mesh: Mesh) -> Floats:
    """The faces of a mesh, the lowest first: the likeliest to meet what is under it."""
    triangles = mesh.triangles
    return triangles[np.argsort(triangles[:, :, 2].min(axis=1), kind="stable")]


def _volumes(mesh: Mesh) -> Floats | None:
    """Six times what each face of a solid bounds with a corner of its AABB, signed.

    None of a mesh that isn't closed, or that is but encloses nothing, as a sheet with two sides.
    """
    if not closed(mesh):
        return None
    a, b, c = (mesh.triangles[:, i] - mesh.bounds[0] for i in range(3))
    volumes: Floats = np.einsum("ij,ij->i", a, np.cross(b, c))
    return volumes if abs(volumes.sum()) > _NOTHING * np.abs(volumes).sum() else None


def _downward(mesh: Mesh) -> Floats:
    """The faces that look down; all, where the winding can't tell."""
    volumes = _volumes(mesh)
    if volumes is None:
        return mesh.triangles
    a, b, c = (mesh.triangles[:, i] for i in range(3))
    up = np.cross(b - a, c - a)[:, 2]
    found: Floats = mesh.triangles[up * np.sign(volumes.sum()) < 0]
    return found


def _may_carry(piece: Body, other: Body) -> bool:
    reach = np.array([RIM, RIM, RIM])
    meet = (piece.box[0] - reach <= other.box[1]) & (piece.box[1] + reach >= other.box[0])
    return other is not piece and bool(meet.all())


def _pairs(lower: Floats, upper: Floats) -> Iterator[tuple[Floats, Floats]]:
    """Pairs of triangles whose rectangles in plan meet, some at a time."""
    if len(lower) == 0 or len(upper) == 0:
        return
    low, high = upper[:, :, :2].min(axis=1), upper[:, :, :2].max(axis=1)
    step = max(1, _AT_ONCE // len(upper))
    for start in range(0, len(lower), step):
        some = lower[start : start + step]
        least, most = some[:, None, :, :2].min(axis=2), some[:, None, :, :2].max(axis=2)
        meet = ((least <= high[None]) & (most >= low[None])).all(axis=2)
        i, j = np.nonzero(meet)
        yield some[i], upper[j]


def _common(a: Floats, b: Floats) -> Floats:
    """Corners of what pairs of triangles have in common in plan, with how far b is above a."""
    found = [_corners_over(a, b, 1.0), _corners_over(b, a, -1.0)]
    for i in range(3):
        p, r = a[:, i], a[:, (i + 1) % 3] - a[:, i]
        for k in range(3):
            q, s = b[:, k], b[:, (k + 1) % 3] - b[:, k]
            turn = r[:, 0] * s[:, 1] - r[:, 1] * s[:, 0]
            crosses = turn != 0
            size = np.where(crosses, turn, 1.0)
            way = q - p
            t = (way[:, 0] * s[:, 1] - way[:, 1] * s[:, 0]) / size
            u = (way[:, 0] * r[:, 1] - way[:, 1] * r[:, 0]) / size
            crosses &= (t >= 0) & (t <= 1) & (u >= 0) & (u <= 1)
            on_a, on_b = p + t[:, None] * r, q + u[:, None] * s
            found.append(np.column_stack([on_a[:, :2], on_b[:, 2] - on_a[:, 2]])[crosses])
    return np.concatenate(found)


def _corners_over(a: Floats, b: Floats, sign: float) -> Floats:
    """Corners of triangles `a` over triangles `b`, and how far `b` is above them."""
    first, one, other = b[:, 0], b[:, 1] - b[:, 0], b[:, 2] - b[:, 0]
    turn = one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]
    flat = turn != 0
    size = np.where(flat, turn, 1.0)
    found = []
    for i in range(3):
        way = a[:, i] - first
        u = (way[:, 0] * other[:, 1] - way[:, 1] * other[:, 0]) / size
        v = (one[:, 0] * way[:, 1] - one[:, 1] * way[:, 0]) / size
        within = flat & (u >= -1e-9) & (v >= -1e-9) & (u + v <= 1 + 1e-9)
        height = first[:, 2] + u * one[:, 2] + v * other[:, 2]
        found.append(np.column_stack([a[:, i, :2], sign * (height - a[:, i, 2])])[within])
    return np.concatenate(found)
