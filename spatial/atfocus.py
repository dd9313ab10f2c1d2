"""Faces through a focus: which there are, and which block half of all lines."""

from typing import Final

import numpy as np

from meshes.mesh import Bools, Floats, Ints
from spatial.rays import ON_FACE, dot, length_of

SLIVER: Final = 0.001
"""A triangle narrower than this, in mm, has no side."""

FLOOR: Final = 0.5
"""A face whose unit normal rises or falls more than this is a floor."""

NEARBY: Final = 0.01
"""How far round a focus a face must reach to hold it within, mm."""


def through_origin(corners: Floats) -> tuple[Ints, Floats]:
    """Return which triangles hold the origin, and their unit normals, shape (k, 3)."""
    a, b, c = (corners[:, i] for i in range(3))
    normal = np.cross(b - a, c - a)
    area = np.linalg.norm(normal, axis=1)
    unit = normal / np.where(area > 0, area, 1.0)[:, None]
    within = (area > 0) & (np.abs(np.einsum("ij,ij->i", a, unit)) <= ON_FACE)
    for p, q in ((a, b), (b, c), (c, a)):
        inward = np.einsum("ij,ij->i", np.cross(unit, q - p), -p)
        within &= inward >= -ON_FACE * np.linalg.norm(q - p, axis=1)
    places = np.flatnonzero(within).astype(np.int32)
    return places, unit[places]


def blocking_at_origin(corners: Floats) -> tuple[Ints, Floats]:
    """Return which triangles through the origin block half of all lines, and their normals.

    A face that holds the focus within itself does. One that holds it only on its rim
    does where it is a floor: what lies on a roof's edge doesn't see past it. A wall
    whose rim the focus touches doesn't: beside it the way is free.

    Parameters
    ----------
    corners : ndarray of shape (k, 3, 3)
        Relative to the focus, mm.

    Returns
    -------
    places : ndarray of shape (h,)
    normals : ndarray of shape (h, 3)
        Of length one.
    """
    places, unit = through_origin(corners)
    held = corners[places]
    longest = np.max([length_of(held[:, i] - held[:, i - 1]) for i in range(3)], axis=0)
    area = length_of(np.cross(held[:, 1] - held[:, 0], held[:, 2] - held[:, 0]))
    # A sliver's normal is rounding.
    real = area >= SLIVER * longest
    places, unit, held = places[real], unit[real], held[real]
    blocks = np.abs(unit[:, 2]) > FLOOR
    for i in np.flatnonzero(~blocks):
        alike = np.abs(unit @ unit[i]) > 0.999
        blocks[i] = _surrounds(held[alike], unit[i])
    return places[blocks], unit[blocks]


def _surrounds(corners: Floats, normal: Floats) -> bool:
    """Whether triangles of nearly one plane lie all round the origin."""
    aside = np.eye(3)[np.abs(normal).argmin()]
    across = np.cross(normal, aside)
    across /= np.linalg.norm(across)
    angles = np.arange(16) * (np.pi / 8) + 0.1
    frame = np.array([across, np.cross(normal, across)])
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
    """Return which triangles lie in a plane of faces through the origin; such a plane
    already blocks all that they could."""
    flat = np.zeros(len(corners), dtype=bool)
    for normal in np.unique(np.round(planes, 12), axis=0):
        flat |= (np.abs(dot(corners, normal)) <= ON_FACE).all(axis=1)
    return flat
