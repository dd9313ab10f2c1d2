"""Faces that run along each other with little between them: how far apart, and where."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np

from meshes.mesh import Bools, Floats, Ints
from spatial.scene import Body
from spatial.tree import BLOCK

ALONG: Final = 0.99
"""Faces run along each other where the cosine between their normals is at least this."""

_LEAST_AREA: Final = 1e-6
_AT_ONCE: Final = 20_000
_MOST_PAIRS: Final = 5_000_000
_ON_SIDE: Final = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class Facing:
    """Pairs of faces that run along each other and have an area in common as seen across.

    Parameters
    ----------
    one, other : ndarray of shape (k,)
        Numbers of the faces in their meshes.
    low, high : ndarray of shape (k,)
        How far apart they are over that area, at least and at most, mm, square to `one`.
    spot : ndarray of shape (k, 3)
        Half-way between them, over the middle of that area, mm.
    nearest : ndarray of shape (k, 3)
        Half-way between them where they are nearest, mm.
    normal : ndarray of shape (k, 3)
        Of `one`, of length one.
    complete : bool
        Whether all pairs were looked at: where more than 5 million come near, the rest isn't.
    """

    one: Ints
    other: Ints
    low: Floats
    high: Floats
    spot: Floats
    nearest: Floats
    normal: Floats
    complete: bool = True

    def __len__(self) -> int:
        return len(self.one)


@lru_cache(maxsize=256)
def facing(one: Body, other: Body, within: float) -> Facing:
    """Return the faces of two pieces, or of one, that run along each other.

    Parameters
    ----------
    one, other : Body
        Scenery; the same body for pairs of its own faces, each pair once.
    within : float
        Only what is somewhere nearer than this, mm.

    Notes
    -----
    Over what two triangles have in common as seen square to one of them, the distance
    between their planes is least and greatest at a corner of it.

    Examples
    --------
    >>> from meshes.kit import box
    >>> from spatial.scene import Pose, scenery_body
    >>> left = scenery_body("left", box((40, 30, 20)).mesh, Pose((0, 0, 0)))
    >>> right = scenery_body("right", box((40, 30, 20)).mesh, Pose((40.2, 0, 0)))
    >>> found = facing(left, right, 0.5)
    >>> sorted({round(float(low), 9) for low in found.low})
    [0.2]
    """
    parts = [_measured(one, other, _NONE, _NONE, within)]
    count = 0
    for i, j in _near(one, other, within):
        if count > _MOST_PAIRS:
            break
        count += len(i)
        parts.append(_measured(one, other, i, j, within))
    i, j, low, high, spot, nearest, normal = (
        np.concatenate(column) for column in zip(*parts, strict=True)
    )
    return Facing(i, j, low, high, spot, nearest, normal, count <= _MOST_PAIRS)


_NONE: Final = np.empty(0, dtype=np.int32)


def _near(one: Body, other: Body, within: float) -> Iterator[tuple[Ints, Ints]]:
    """Pairs of faces whose AABBs are near and whose planes are nearly parallel."""
    assert one.tree is not None
    assert other.tree is not None
    low = (one.box[0] - within > other.box[1]) | (one.box[1] + within < other.box[0])
    if low.any():
        return
    normal, around = _normals(one), _boxes(one)
    far_normal, far_around = (normal, around) if one is other else (_normals(other), _boxes(other))
    held: list[tuple[Ints, Ints]] = []
    count = 0
    for start in range(0, len(one.tree.order), BLOCK):
        some = one.tree.order[start : start + BLOCK]
        box = np.array([around[some, 0].min(axis=0), around[some, 1].max(axis=0)])
        near = other.tree.meeting(np.array([box[0] - within, box[1] + within]))
        if len(near) == 0:
            continue
        meet = np.abs(normal[some] @ far_normal[near].T) >= ALONG
        i, j = np.nonzero(meet)
        a, b = some[i], near[j]
        # Seen square to one face, the other is no farther aside than it is away.
        aside = within * np.abs(normal[a]) + _ON_SIDE
        keep = (around[a, 0] - aside <= far_around[b, 1]).all(axis=1)
        keep &= (around[a, 1] + aside >= far_around[b, 0]).all(axis=1)
        if one is other:
            keep &= a < b
        a, b = a[keep], b[keep]
        held.append((a, b))
        count += len(a)
        if count > _AT_ONCE:
            yield _joined(held)
            held, count = [], 0
    if count:
        yield _joined(held)


def _joined(held: list[tuple[Ints, Ints]]) -> tuple[Ints, Ints]:
    return np.concatenate([a for a, _ in held]), np.concatenate([b for _, b in held])


def _normals(body: Body) -> Floats:
    a, b, c = (body.mesh.triangles[:, i] for i in range(3))
    normal = np.cross(b - a, c - a)
    size = np.linalg.norm(normal, axis=1)
    unit: Floats = normal / np.where(size > 1e-9, size, np.inf)[:, None]
    return unit


def _boxes(body: Body) -> Floats:
    corners = body.mesh.triangles
    return np.stack([corners.min(axis=1), corners.max(axis=1)], axis=1)


def _measured(
    one: Body, other: Body, i: Ints, j: Ints, within: float
) -> tuple[Ints, Ints, Floats, Floats, Floats, Floats, Floats]:
    """The pairs that have an area in common and are near, measured."""
    a = one.mesh.vertices[one.mesh.faces[i]]
    b = other.mesh.vertices[other.mesh.faces[j]]
    first, edge = a[:, 0], a[:, 1] - a[:, 0]
    normal = np.cross(edge, a[:, 2] - first)
    normal /= np.linalg.norm(normal, axis=1)[:, None]
    across = edge / np.linalg.norm(edge, axis=1)[:, None]
    axes = np.stack([across, np.cross(normal, across), normal], axis=2)
    a, b = (a - first[:, None]) @ axes, (b - first[:, None]) @ axes
    near = np.abs(b[:, :, 2]).min(axis=1) < within
    near |= b[:, :, 2].min(axis=1) * b[:, :, 2].max(axis=1) < 0
    i, j = i[near], j[near]
    a, b, first, axes, normal = (x[near] for x in (a, b, first, axes, normal))
    spots, valid = _common(a, b)
    # What isn't a corner of the area stands for one that is.
    lead = valid.argmax(axis=1)
    rows = np.arange(len(spots))
    spots = np.where(valid[:, :, None], spots, spots[rows, lead][:, None])
    wide = _area(spots[:, :, :2]) > _LEAST_AREA
    heights = spots[:, :, 2]
    least, most = heights.min(axis=1), heights.max(axis=1)
    through = (least < 0) & (most > 0)
    low = np.where(through, 0.0, np.minimum(np.abs(least), np.abs(most)))
    high = np.maximum(np.abs(least), np.abs(most))
    keep = valid.any(axis=1) & wide & (low < within)
    weights = valid / np.maximum(valid.sum(axis=1), 1)[:, None]
    middle = (spots * weights[:, :, None]).sum(axis=1)
    closest = spots[rows, np.abs(heights).argmin(axis=1)] if len(rows) else middle
    half = np.array([1.0, 1.0, 0.5])
    spot = first + np.einsum("ijk,ik->ij", axes, middle * half)
    nearest = first + np.einsum("ijk,ik->ij", axes, closest * half)
    kept = (i, j, low, high, spot, nearest, normal)
    return tuple(column[keep] for column in kept)  # type: ignore[return-value]


def _common(a: Floats, b: Floats) -> tuple[Floats, Bools]:
    """Corners of what pairs of triangles have in common in plan, with how high b is there.

    Triangles `a` lie at height 0. Shape (k, 15, 3), and which of them there are.
    """
    spots, valid = [], []
    for i in range(3):
        spots.append(b[:, i])
        valid.append(_holds(a, b[:, i, :2]))
    for i in range(3):
        height, within = _height(b, a[:, i, :2])
        spots.append(np.column_stack([a[:, i, :2], height]))
        valid.append(within)
    for i in range(3):
        p, r = a[:, i, :2], a[:, (i + 1) % 3, :2] - a[:, i, :2]
        for k in range(3):
            q, s = b[:, k], b[:, (k + 1) % 3] - b[:, k]
            turn = r[:, 0] * s[:, 1] - r[:, 1] * s[:, 0]
            size = np.where(turn != 0, turn, 1.0)
            way = q[:, :2] - p
            t = (way[:, 0] * s[:, 1] - way[:, 1] * s[:, 0]) / size
            u = (way[:, 0] * r[:, 1] - way[:, 1] * r[:, 0]) / size
            spots.append(q + u[:, None] * s)
            valid.append((turn != 0) & (t >= 0) & (t <= 1) & (u >= 0) & (u <= 1))
    return np.stack(spots, axis=1), np.stack(valid, axis=1)


def _holds(a: Floats, spot: Floats) -> Bools:
    return _height(a, spot)[1]


def _height(b: Floats, spot: Floats) -> tuple[Floats, Bools]:
    """How high triangles are over spots of the plane, and whether they are there."""
    one, other, way = b[:, 1] - b[:, 0], b[:, 2] - b[:, 0], spot - b[:, 0, :2]
    turn = one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]
    size = np.where(turn != 0, turn, 1.0)
    u = (way[:, 0] * other[:, 1] - way[:, 1] * other[:, 0]) / size
    v = (one[:, 0] * way[:, 1] - one[:, 1] * way[:, 0]) / size
    within = (turn != 0) & (u >= -_ON_SIDE) & (v >= -_ON_SIDE) & (u + v <= 1 + _ON_SIDE)
    return b[:, 0, 2] + u * one[:, 2] + v * other[:, 2], within


def _area(spots: Floats) -> Floats:
    """Of the convex polygons with these corners, shape (k, n, 2), in any order."""
    middle = spots.mean(axis=1, keepdims=True)
    away = spots - middle
    order = np.argsort(np.arctan2(away[:, :, 1], away[:, :, 0]), axis=1)
    ring = np.take_along_axis(away, order[:, :, None], axis=1)
    after = np.roll(ring, -1, axis=1)
    twice = ring[:, :, 0] * after[:, :, 1] - ring[:, :, 1] * after[:, :, 0]
    area: Floats = twice.sum(axis=1) / 2
    return area
