"""Samples of a region's near side, for finding a clear line quickly.

They are laid out in a frame from the focus to the silhouette's axis: turning
or mirroring the table changes nothing.
"""

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from meshes.mesh import Bools, Floats
from meshes.units import cos_sin
from spatial.region import Region

SPACING: Final = 1.0
"""Widest spacing of samples, mm."""

_FINEST: Final = 1 / 65536
_ENOUGH: Final = 500
_MOST: Final = 10_000
_ROUNDING: Final = 1e-9
_FLAT: Final = 80
_TOUCH: Final = 1e-6
_SHARES: Final = np.array([0.01, 0.15, 0.32, 0.5, 0.68, 0.85, 0.99])
_GOLDEN: Final = 0.6180339887498949


@dataclass(frozen=True, slots=True, eq=False)
class NearSide:
    """Samples of what a focus could see of a region if nothing stood between.

    Parameters
    ----------
    points : ndarray of shape (n, 3)
        mm, coarse ones first.
    spacing : float
        mm between neighbours.
    """

    points: Floats
    spacing: float


def near_side(region: Region, deepest: Floats | None = None) -> NearSide:
    """Sample the part of a silhouette that faces a focus and lies in a template.

    Parameters
    ----------
    region : Region
    deepest : ndarray of shape (3,) or None
        A point of the region; where its line enters is then a sample too.

    Returns
    -------
    NearSide
    """
    template = region.template
    if template is None:
        return _of_silhouette(region)
    spacing = SPACING
    patches = _patches(region)
    cells = [_cells(patch, spacing) for patch in patches]
    while True:
        found = []
        for i, (patch, centres) in enumerate(zip(patches, cells, strict=True)):
            points = patch.at(centres)
            depth = template.swept.depth(template.pose.to_local(points))
            found.append(points[(depth >= -_ROUNDING) & patch.holds(centres)])
            # The depth changes by no more than the way walked.
            cells[i] = centres[(depth >= -spacing * 0.75) & patch.holds(centres, spacing * 0.75)]
        count = sum(len(points) for points in found)
        if count >= _ENOUGH or spacing <= _FINEST or sum(map(len, cells)) > _MOST:
            break
        spacing /= 2
        cells = [_quartered(centres, spacing) for centres in cells]
    if deepest is not None:
        way = (deepest - region.focus)[None, :]
        t = region.entries(way)
        found.insert(0, region.focus + way * np.where(np.isfinite(t), t, 1.0)[:, None])
    points = np.concatenate(found)
    if len(points) == 0:
        return NearSide(points, spacing)
    coarse = np.unique(np.linspace(0, len(points) - 1, min(200, len(points))).astype(int))
    rest = np.setdiff1d(np.arange(len(points)), coarse)
    return NearSide(points[np.concatenate([coarse, rest])], spacing)


def flat_part(region: Region, deepest: Floats) -> Floats:
    """Sample a region without depth: a flat piece, a segment or a point.

    Parameters
    ----------
    region : Region
        In a template, no deeper than rounding.
    deepest : ndarray of shape (3,)
        A point of it, mm.

    Returns
    -------
    ndarray of shape (n, 3)
        The point, then what lies in the template of both flat ends, of the upright
        line through the point, and of the circle through it.
    """
    if region.template is None:
        raise TypeError("only a part in a template has no depth")
    facing = _facing(region)
    disc = (-region.radius, region.radius)
    ends = [_Patch(region, facing, z, region.radius, disc) for z in (region.low, region.high)]
    out = deepest[:2] - region.axis
    angle = math.atan2(out[1], out[0]) + np.linspace(-math.pi, math.pi, 4 * _FLAT + 1)
    circle = np.column_stack([np.cos(angle), np.sin(angle)]) * region.radius + region.axis
    heights = np.linspace(region.low, region.high, _FLAT + 1)
    points = np.concatenate(
        [
            *(patch.at(cells) for patch in ends for cells in [_cells(patch, SPACING / 2)]),
            np.insert(circle, 2, deepest[2], axis=1),
            np.column_stack([np.tile(deepest[:2], (len(heights), 1)), heights]),
        ]
    )
    pose = region.template.pose
    within = region.template.swept.depth(pose.to_local(points)) >= -_TOUCH
    within &= np.hypot(*(points[:, :2] - region.axis).T) <= region.radius + _TOUCH
    return np.concatenate([deepest[None, :], points[within]])


@dataclass(frozen=True, slots=True, eq=False)
class _Patch:
    """A piece of a cylinder's surface with two lengths as coordinates, in mm.

    Round the side, `u` is the arc from the direction that faces the focus and
    `v` the height; on a flat end they are square to and along that direction.
    """

    region: Region
    facing: tuple[float, float]
    z: float | None
    u: float
    v: tuple[float, float]

    def at(self, uv: Floats) -> Floats:
        """Positions on the table of coordinates, shape (n, 2) to (n, 3)."""
        (x, y), radius = self.region.axis.tolist(), self.region.radius
        fx, fy = self.facing
        if self.z is None:
            angle = uv[:, 0] / radius
            along, across, z = radius * np.cos(angle), radius * np.sin(angle), uv[:, 1]
        else:
            along, across, z = uv[:, 1], uv[:, 0], np.full(len(uv), self.z)
        placed: Floats = np.column_stack(
            [x + fx * along - fy * across, y + fy * along + fx * across, z]
        )
        return placed

    def holds(self, uv: Floats, slack: float = 0.0) -> Bools:
        """Which coordinates lie on the patch, or no farther off it than `slack`."""
        if self.z is None:
            low, high = self.v
            within: Bools = (uv[:, 1] >= low - slack) & (uv[:, 1] <= high + slack)
            return within & (np.abs(uv[:, 0]) <= self.u + slack)
        on: Bools = np.hypot(uv[:, 0], uv[:, 1]) <= self.region.radius + slack
        return on


def _facing(region: Region) -> tuple[float, float]:
    """From the silhouette's axis to the focus, in plan."""
    out = region.focus[:2] - region.axis
    aside = math.hypot(*out)
    if aside > 1e-9:
        return (float(out[0] / aside), float(out[1] / aside))
    # Straight above or below: any direction that turns with the table will do.
    if region.template is None:
        return (1.0, 0.0) if region.front is None else (region.front.x, region.front.y)
    c, s = cos_sin(region.template.pose.turn)
    return (-c, -s)


def _of_silhouette(region: Region) -> NearSide:
    """Where lines to points all over a silhouette, or its part in front, first meet it."""
    ahead = _facing(region) if region.front is None else (region.front.x, region.front.y)
    axis = np.array([*region.axis, 0.0])
    border = -np.inf if region.front is None else -float(region.front.depth(axis))
    first = max(-region.radius, border)
    along = first + (region.radius - first) * _SHARES
    across = np.sqrt(np.maximum(region.radius**2 - along**2, 0.0)) * (2 * _SHARES[:, None] - 1)
    plan = np.stack([np.broadcast_to(along, across.shape), across], axis=-1).reshape(-1, 2)
    plan = plan @ np.array([ahead, (-ahead[1], ahead[0])]) + region.axis
    heights = region.low + (region.high - region.low) * _SHARES
    points = np.column_stack([np.tile(plan, (len(heights), 1)), np.repeat(heights, len(plan))])
    ways = points - region.focus
    t = region.entries(ways)
    met = np.isfinite(t)
    points = region.focus + ways[met] * t[met, None]
    # Any first few of them lie all over it.
    order = np.argsort(np.arange(len(points)) * _GOLDEN % 1.0, kind="stable")
    return NearSide(points[order], SPACING)


def _patches(region: Region) -> list[_Patch]:
    """The parts of the silhouette's surface that face the focus."""
    facing = _facing(region)
    aside = math.hypot(*(region.focus[:2] - region.axis))
    radius, patches = region.radius, []
    if aside > radius:
        arc = radius * math.acos(radius / aside)
        patches.append(_Patch(region, facing, None, arc, (region.low, region.high)))
    if region.focus[2] > region.high:
        patches.append(_Patch(region, facing, region.high, radius, (-radius, radius)))
    if region.focus[2] < region.low:
        patches.append(_Patch(region, facing, region.low, radius, (-radius, radius)))
    return patches


def _cells(patch: _Patch, spacing: float) -> Floats:
    """Middles of square cells, alike on both sides of the line to the focus."""
    columns = max(1, math.ceil(patch.u / spacing))
    u = (np.arange(-columns, columns) + 0.5) * (patch.u / columns)
    rows = max(1, math.ceil((patch.v[1] - patch.v[0]) / spacing))
    v = patch.v[0] + (np.arange(rows) + 0.5) * ((patch.v[1] - patch.v[0]) / rows)
    grid = np.stack(np.meshgrid(u, v, indexing="ij"), axis=-1).reshape(-1, 2)
    return grid[patch.holds(grid, slack=spacing * 0.75)]


def _quartered(centres: Floats, spacing: float) -> Floats:
    steps = np.array([[-1, -1], [-1, 1], [1, -1], [1, 1]]) * (spacing / 2)
    return (centres[:, None, :] + steps).reshape(-1, 2)
