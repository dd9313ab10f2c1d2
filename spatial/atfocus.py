"""Faces through a focus: which there are, and which block half of all lines."""

from itertools import pairwise
from typing import Final

import numpy as np

from meshes.mesh import Bools, Floats, Ints
from spatial.frames import square_to
from spatial.rays import ON_FACE, cross, dot, length_of

SLIVER: Final = 0.001
"""A triangle narrower than this, in mm, has no side."""

FLOOR: Final = 0.5
"""A face whose unit normal rises or falls more than this is a floor."""

DIP: Final = 1e-6
"""How steeply a line leaves a face that it goes through, as a slope."""

NEARBY: Final = 0.01
"""How far round a focus a face must reach to hold it within, mm."""


def through_origin(corners: Floats) -> tuple[Ints, Floats]:
    """Return which triangles hold the origin, within `ON_FACE`, and their unit normals.

    Parameters
    ----------
    corners : ndarray of shape (n, 3, 3)
        mm.

    Returns
    -------
    places : ndarray of shape (k,)
        Rising.
    normals : ndarray of shape (k, 3)

    Examples
    --------
    >>> floor = np.array([[[-9, -9, 0], [9, -9, 0], [0, 9, 0.0]]])
    >>> places, normals = through_origin(np.concatenate([floor, floor + [0, 0, 5]]))
    >>> places.tolist(), normals.tolist()
    ([0], [[0.0, 0.0, 1.0]])
    """
    a, b, c = (corners[:, i] for i in range(3))
    normal = cross(b - a, c - a)
    area = np.linalg.norm(normal, axis=1)
    unit = normal / np.where(area > 0, area, 1.0)[:, None]
    # Hardly any lies in a plane with the origin: the rest is asked of these alone.
    near = np.flatnonzero((area > 0) & (np.abs(np.einsum("ij,ij->i", a, unit)) <= ON_FACE))
    a, b, c, unit = a[near], b[near], c[near], unit[near]
    within = np.ones(len(near), dtype=bool)
    for p, q in ((a, b), (b, c), (c, a)):
        inward = np.einsum("ij,ij->i", cross(unit, q - p), -p)
        within &= inward >= -ON_FACE * np.linalg.norm(q - p, axis=1)
    return near[within].astype(np.int32), unit[within]


def blocking_at_origin(
    corners: Floats, past_edges: bool = False
) -> tuple[Ints, Floats, Ints, Floats]:
    """Return which triangles through the origin block half of all lines, and their normals.

    A face that holds the focus within itself does. One that holds it only on its rim
    does where it is a floor: what lies on a roof's edge doesn't see past it. A wall
    whose rim the focus touches doesn't: beside it the way is free.

    Parameters
    ----------
    corners : ndarray of shape (k, 3, 3)
        Relative to the focus, mm.
    past_edges : bool
        Whether a floor, too, blocks half of all lines only where it holds the focus
        within itself.

    Returns
    -------
    places : ndarray of shape (h,)
    normals : ndarray of shape (h, 3)
        Of length one.
    edged : ndarray of shape (e,)
        With `past_edges`, the floors that hold the focus on their rim.
    edged_normals : ndarray of shape (e, 3)

    Examples
    --------
    >>> roof = np.array([[[0.0, -9, 0], [0, 9, 0], [-9, 0, 0]]])
    >>> for past_edges in (False, True):
    ...     blocks, _, edged, _ = blocking_at_origin(roof, past_edges)
    ...     len(blocks), len(edged)
    (1, 0)
    (0, 1)
    """
    places, unit = through_origin(corners)
    if len(places) == 0:
        return places, unit, places, unit
    held = corners[places]
    longest = np.max([length_of(held[:, i] - held[:, i - 1]) for i in range(3)], axis=0)
    area = length_of(np.cross(held[:, 1] - held[:, 0], held[:, 2] - held[:, 0]))
    # A sliver's normal is rounding.
    real = area >= SLIVER * longest
    places, unit, held = places[real], unit[real], held[real]
    floors = np.abs(unit[:, 2]) > FLOOR
    blocks = floors & (not past_edges)
    for i in np.flatnonzero(~blocks):
        alike = np.abs(unit @ unit[i]) > 0.999
        blocks[i] = _surrounds(held[alike], unit[i])
    edged = floors & ~blocks
    return places[blocks], unit[blocks], places[edged], unit[edged]


def below_edge(corners: Floats, down: Floats, radius: float) -> Floats:
    """Return triangles that stop what would leave downwards through a face at its rim.

    The face holds the origin on its rim. A point just above it sees past the edge, but
    not what lies behind the face: every direction between the face's own and straight
    down.

    Parameters
    ----------
    corners : ndarray of shape (3, 3)
        The face, relative to the focus, mm.
    down : ndarray of shape (3,)
        Its normal of length one, away from where the focus is looked from.
    radius : float
        How far from the origin the triangles lie, mm.

    Returns
    -------
    ndarray of shape (m, 3, 3)

    Examples
    --------
    >>> roof = np.array([[0.0, -9, 0], [0, 9, 0], [-9, 0, 0]])
    >>> below_edge(roof, np.array([0.0, 0, -1]), 1.0).shape
    (2, 3, 3)
    """
    found = []
    for p, q in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        along = q - p
        t = np.clip(-(p @ along) / max(float(along @ along), 1e-300), 0, 1)
        if np.linalg.norm(p + t * along) <= ON_FACE:
            continue
        ways = [side / np.linalg.norm(side) for side in (p, q)]
        if ways[0] @ ways[1] < 0:
            ways.insert(1, (ways[0] + ways[1]) / np.linalg.norm(ways[0] + ways[1]))
        # What leaves along the face itself stays free.
        dipped = [way - down * (way @ down) + down * DIP for way in ways]
        found += [np.array([a, b, down]) * radius for a, b in pairwise(dipped)]
    return np.array(found).reshape(-1, 3, 3)


def _surrounds(corners: Floats, normal: Floats) -> bool:
    """Whether triangles of nearly one plane lie all round the origin."""
    angles = np.arange(16) * (np.pi / 8) + 0.1
    frame = np.array(square_to(normal))
    spots = np.column_stack([np.cos(angles), np.sin(angles)]) * NEARBY
    flat = corners @ frame.T
    covered = np.zeros(len(spots), dtype=bool)
    for triangle in flat:
        turns = [
            (q[0] - p[0]) * (spots[:, 1] - p[1]) - (q[1] - p[1]) * (spots[:, 0] - p[0])
            for p, q in zip(triangle, np.roll(triangle, -1, axis=0), strict=True)
        ]
        covered |= (np.min(turns, axis=0) >= 0) | (np.max(turns, axis=0) <= 0)
    return bool(covered.all())


def coplanar(corners: Floats, planes: Floats) -> Bools:
    """Return which triangles lie in a plane of faces through the origin.

    Such a plane already blocks all that they could.

    Parameters
    ----------
    corners : ndarray of shape (n, 3, 3)
        mm.
    planes : ndarray of shape (h, 3)
        Normals of length one.

    Examples
    --------
    >>> level = np.array([[[1, 0, 0], [2, 0, 0], [1, 1, 0.0]]])
    >>> coplanar(np.concatenate([level, level + [0, 0, 5]]), np.array([[0, 0, 1.0]])).tolist()
    [True, False]
    """
    flat = np.zeros(len(corners), dtype=bool)
    if len(planes) == 0:
        return flat
    for normal in np.unique(np.round(planes, 12), axis=0):
        flat |= (np.abs(dot(corners, normal)) <= ON_FACE).all(axis=1)
    return flat
