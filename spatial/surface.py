"""The surface of a silhouette in patches that can be halved, down to single points."""

import math
from dataclasses import dataclass, replace
from typing import Final, Literal

import numpy as np

from meshes.mesh import Floats
from spatial.front import EDGE, Front
from spatial.overlap import clipped_above
from spatial.scene import Body

_FIRST: Final = 8
"""Patches round the side to begin with."""


@dataclass(frozen=True, slots=True)
class Patch:
    """A piece of an upright cylinder's surface.

    Parameters
    ----------
    body : Body
        A trooper.
    face : {"side", "top", "bottom", "cut"}
    u, v : tuple of 2 floats
        On the side the angle, radians, and the height above the underside, mm; on a
        flat end x and y from the axis, mm; on the cut the way along the border from
        the middle and the height above the underside, mm.
    front : Front or None
        By whose border it is cut.
    """

    body: Body
    face: Literal["side", "top", "bottom", "cut"]
    u: tuple[float, float]
    v: tuple[float, float]
    front: Front | None = None

    @property
    def lengths(self) -> tuple[float, float]:
        """Its two lengths, mm."""
        scale = self.body.cylinder.radius if self.face == "side" else 1.0
        return (self.u[1] - self.u[0]) * scale, self.v[1] - self.v[0]

    @property
    def corners(self) -> Floats:
        """Corners of a polyhedron that holds it, shape (n, 3), mm."""
        x, y, z = self.body.pose.at
        if self.face == "cut":
            return np.array([self._on_cut(u, v) for u in self.u for v in self.v])
        if self.face != "side":
            flat = [(x + u, y + v, self._level) for u in self.u for v in self.v]
            return np.array(flat)
        middle, half = (self.u[0] + self.u[1]) / 2, (self.u[1] - self.u[0]) / 2
        radius = self.body.cylinder.radius
        ring = [(self.u[0], radius), (middle, radius / math.cos(half)), (self.u[1], radius)]
        return np.array(
            [(x + r * math.cos(a), y + r * math.sin(a), z + v) for a, r in ring for v in self.v]
        )

    def _on_cut(self, u: float, v: float) -> Floats:
        assert self.front is not None
        x, y, z = self.body.pose.at
        away = float(self.front.depth(np.array([x, y, z])))
        x, y = x - self.front.x * away, y - self.front.y * away
        return np.array([x - self.front.y * u, y + self.front.x * u, z + v])

    @property
    def _level(self) -> float:
        z = self.body.pose.at[2]
        return z if self.face == "bottom" else z + self.body.cylinder.height

    def spot(self, front: Front | None) -> Floats | None:
        """Return a point of it, in front where that is asked for; None where there is none."""
        x, y, _ = self.body.pose.at
        for share in ((0.5, 0.5), (0.1, 0.1), (0.1, 0.9), (0.9, 0.1), (0.9, 0.9)):
            u, v = (p[0] + (p[1] - p[0]) * s for p, s in zip((self.u, self.v), share, strict=True))
            radius = self.body.cylinder.radius
            if self.face == "side":
                up = self.body.pose.at[2] + v
                at = np.array([x + radius * math.cos(u), y + radius * math.sin(u), up])
            elif self.face == "cut":
                at = self._on_cut(u, v)
            elif math.hypot(u, v) <= radius:
                at = np.array([x + u, y + v, self._level])
            else:
                continue
            if front is None or front.depth(at) >= -EDGE:
                return at
        return None

    def faces_any(self, points: Floats) -> bool:
        """Whether any of some points lies before it, so that it might be seen from there."""
        x, y, z = self.body.pose.at
        if self.face == "top":
            return bool(points[:, 2].max() > self._level)
        if self.face == "bottom":
            return bool(points[:, 2].min() < z)
        if self.front is not None:
            return bool(self.front.depth(points).min() < 0)
        out = points[:, :2] - (x, y)
        middle, half = (self.u[0] + self.u[1]) / 2, (self.u[1] - self.u[0]) / 2
        off = (np.arctan2(out[:, 1], out[:, 0]) - middle + math.pi) % (2 * math.pi) - math.pi
        away = np.maximum(np.abs(off) - half, 0.0)
        before = np.hypot(out[:, 0], out[:, 1]) * np.cos(away)
        return bool((before > self.body.cylinder.radius).any())

    @property
    def is_off(self) -> bool:
        """Whether it is a square beside a flat end's disc."""
        if self.face in ("side", "cut"):
            return False
        near = (max(p[0], min(0.0, p[1])) for p in (self.u, self.v))
        return math.hypot(*near) > self.body.cylinder.radius

    def halves(self) -> tuple["Patch", "Patch"]:
        """Return it cut across its longer length."""
        (a, b), (c, d) = self.u, self.v
        along, up = self.lengths
        if along >= up:
            middle = (a + b) / 2
            return replace(self, u=(a, middle)), replace(self, u=(middle, b))
        middle = (c + d) / 2
        return replace(self, v=(c, middle)), replace(self, v=(middle, d))


def patches(body: Body, toward: float, front: Front | None = None) -> list[Patch]:
    """Return a silhouette's whole surface in patches.

    Parameters
    ----------
    body : Body
        A trooper.
    toward : float
        The angle at which the first patch of the side begins, radians.
    front : Front or None
        Where its border cuts the silhouette, the cut is a patch, too.

    Examples
    --------
    >>> from meshes.solids import Cylinder
    >>> from spatial.scene import trooper_body
    >>> len(patches(trooper_body("A", Cylinder(12.5, 40), (0, 0, 0)), 0.0))
    10
    """
    solid = body.cylinder
    step = 2 * math.pi / _FIRST
    side = [
        Patch(body, "side", (toward + i * step, toward + (i + 1) * step), (0.0, solid.height))
        for i in range(_FIRST)
    ]
    disc = (-solid.radius, solid.radius)
    found = [*side, Patch(body, "top", disc, disc), Patch(body, "bottom", disc, disc)]
    away = solid.radius if front is None else abs(float(front.depth(np.array(body.pose.at))))
    if away < solid.radius:
        half = math.sqrt(solid.radius**2 - away**2)
        found.append(Patch(body, "cut", (-half, half), (0.0, solid.height), front))
    return found


def prism(body: Body, front: Front | None, toward: float, corners: int = 16) -> Floats:
    """Return the corners of a prism that holds a silhouette, or its part in front.

    Parameters
    ----------
    body : Body
        A trooper.
    front : Front or None
    toward : float
        A direction that turns with the table, radians: it gives the prism its turn.
    corners : int

    Returns
    -------
    ndarray of shape (n, 3)
        mm; empty where nothing is in front.

    Examples
    --------
    >>> from meshes.solids import Cylinder
    >>> from spatial.front import front
    >>> from spatial.scene import trooper_body
    >>> model = trooper_body("A", Cylinder(12.5, 40), (0, 0, 0))
    >>> len(prism(model, None, 0.0)), len(prism(model, front(model, 90), 0.0))
    (32, 20)
    """
    x, y, z = body.pose.at
    angles = toward + (np.arange(corners) + 0.5) * (2 * np.pi / corners)
    ring = np.column_stack([np.cos(angles), np.sin(angles)])
    flat = ring * (body.cylinder.radius / math.cos(math.pi / corners)) + (x, y)
    if front is not None:
        depth = front.depth(np.insert(flat, 2, 0.0, axis=1)) + EDGE
        flat = clipped_above(np.column_stack([depth, flat]))[:, 1:]
    levels = (max(z, 0.0), max(z + body.cylinder.height, 0.0))
    return np.concatenate([np.insert(flat, 2, level, axis=1) for level in levels])
