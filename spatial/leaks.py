"""Where a line passes through a gap in a mesh that is meant to be closed."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np

from meshes.mesh import Bools, Floats
from meshes.solids import Point, point_of
from spatial.evidence import Line
from spatial.holes import Hole, holes
from spatial.scene import Body, Scene

WIDEST: Final = 3.0
"""A narrower gap, in mm, is no window: no rule asks to see less than 3 x 3 mm."""

_BESIDE: Final = 1e-6


@dataclass(frozen=True, slots=True)
class Leak:
    """A gap in a mesh that a line passes through.

    Parameters
    ----------
    piece : str
    at : tuple of 3 floats
        Where the line passes it, mm.
    width : float
        Of the gap where it is widest, mm.
    """

    piece: str
    at: Point
    width: float


def leaks(scene: Scene, line: Line, widest: float = WIDEST) -> tuple[Leak, ...]:
    """Return the gaps in total cover that a line passes through, from its start on.

    Parameters
    ----------
    scene : Scene
    line : Line
        A clear one: what stops it isn't asked.
    widest : float
        A wider gap may be meant, as a window is, and isn't a leak, mm.

    Notes
    -----
    The gaps of a piece are found once for as long as the scenery stays as it is.

    Examples
    --------
    >>> from meshes.kit import box
    >>> from meshes.mesh import Mesh
    >>> from spatial.scene import Pose, scenery_body
    >>> crate = box((40, 30, 20)).mesh
    >>> corners = crate.triangles.copy()
    >>> corners[corners[:, :, 2].min(axis=1) == 20, :, 2] = 20.4
    >>> soup = Mesh(corners.reshape(-1, 3), np.arange(36).reshape(-1, 3))
    >>> scene = Scene((scenery_body("crate", soup, Pose((0, 0, 0))),))
    >>> [first, second] = leaks(scene, Line((-50, 0, 20.2), (50, 0, 20.2)))
    >>> first.piece, round(first.at[0], 6), round(first.width, 6)
    ('crate', -20.0, 0.4)
    """
    start, end = np.array(line.start), np.array(line.end)
    box = np.array([np.minimum(start, end) - _BESIDE, np.maximum(start, end) + _BESIDE])
    scenery = scene.scenery
    found = []
    for body in scene.near(box):
        if body.role != "scenery" or not body.blocks:
            continue
        for hole in _holes(body, scenery):
            if hole.width <= widest:
                for t in _crossings(hole.membrane, start, end):
                    at = point_of(start + (end - start) * t)
                    found.append((t, Leak(body.name, at, hole.width)))
    return tuple(leak for _, leak in sorted(found, key=lambda one: one[0]))


@lru_cache(maxsize=256)
def _holes(body: Body, scenery: tuple[Body, ...]) -> tuple[Hole, ...]:
    return holes(Scene(scenery), body)


def _crossings(triangles: Floats, start: Floats, end: Floats) -> list[float]:
    """Where a line meets triangles, their sides included, as shares of its length, rising."""
    way = end - start
    a, b, c = (triangles[:, i] - start for i in range(3))
    normal = np.cross(b - a, c - a)
    size = np.linalg.norm(normal, axis=1)
    rise = normal @ way
    seen = np.abs(rise) > 1e-12 * size * max(float(np.linalg.norm(way)), 1e-300)
    t = np.einsum("ij,ij->i", a, normal) / np.where(seen, rise, 1.0)
    seen &= (t >= 0) & (t <= 1)
    spot = way * t[:, None]
    for p, q in ((a, b), (b, c), (c, a)):
        seen &= _is_within(p, q, spot, normal, size)
    # Two triangles that share the side it goes through are one crossing.
    found = np.sort(t[seen])
    apart = np.diff(found, prepend=-np.inf) * np.linalg.norm(way) > _BESIDE
    return [float(one) for one in found[apart]]


def _is_within(p: Floats, q: Floats, spot: Floats, normal: Floats, size: Floats) -> Bools:
    inward = np.einsum("ij,ij->i", np.cross(normal, q - p), spot - p)
    within: Bools = inward >= -_BESIDE * size * np.linalg.norm(q - p, axis=1)
    return within
