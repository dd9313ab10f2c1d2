"""The near side of a region: what lines from a focus can reach of it.

A region is what a silhouette and a template have in common. The template is
convex and holds its Blast Focus, so a straight line to a point of the region
stays in the Area of Effect, and it first meets the region where it enters the
silhouette. Those entries are what is sampled, in a frame laid out from the
focus to the silhouette's axis: turning or mirroring the table changes nothing.
"""

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from meshes.mesh import Floats
from spatial.scene import Body

SPACING: Final = 1.0
"""Widest spacing of samples, mm."""

_FINEST: Final = 1 / 128
_ENOUGH: Final = 500


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


def near_side(silhouette: Body, template: Body, focus: Floats, deepest: Floats) -> NearSide:
    """Sample the part of a silhouette that faces a focus and lies in a template.

    Parameters
    ----------
    silhouette, template : Body
        Overlapping.
    focus : ndarray of shape (3,)
        Outside the silhouette, mm.
    deepest : ndarray of shape (3,)
        A point of the region, always among the samples by its line's entry.

    Returns
    -------
    NearSide
    """
    spacing = SPACING
    patches = _patches(silhouette, template, focus)
    cells = [_cells(patch, spacing) for patch in patches]
    while True:
        found = []
        for i, (patch, centres) in enumerate(zip(patches, cells, strict=True)):
            points = patch.at(centres)
            depth = template.swept.depth(template.pose.to_local(points))
            found.append(points[(depth >= 0) & patch.holds(centres)])
            # The depth changes by no more than the way walked.
            cells[i] = centres[depth >= -spacing * 0.75]
        count = sum(len(points) for points in found)
        if count >= _ENOUGH or spacing <= _FINEST:
            break
        spacing /= 2
        cells = [_quartered(centres, spacing) for centres in cells]
    entry = _entry(silhouette, focus, deepest)
    points = np.concatenate([entry[None, :], *found])
    coarse = np.unique(np.linspace(0, len(points) - 1, min(200, len(points))).astype(int))
    rest = np.setdiff1d(np.arange(len(points)), coarse)
    return NearSide(points[np.concatenate([coarse, rest])], spacing)


@dataclass(frozen=True, slots=True, eq=False)
class _Patch:
    """A piece of a cylinder's surface with two lengths as coordinates, in mm.

    Round the side, `u` is the arc from the direction that faces the focus; on
    a flat end, `u` and `v` are square to and along that direction.
    """

    silhouette: Body
    facing: tuple[float, float]
    z: float | None
    u: tuple[float, float]
    v: tuple[float, float]

    def at(self, uv: Floats) -> Floats:
        """Positions on the table of coordinates, shape (n, 2) to (n, 3)."""
        x, y, bottom = self.silhouette.pose.at
        radius = self.silhouette.cylinder.radius
        fx, fy = self.facing
        if self.z is None:
            angle = uv[:, 0] / radius
            along, across, z = radius * np.cos(angle), radius * np.sin(angle), bottom + uv[:, 1]
        else:
            along, across, z = uv[:, 1], uv[:, 0], np.full(len(uv), self.z)
        placed: Floats = np.column_stack(
            [x + fx * along - fy * across, y + fy * along + fx * across, z]
        )
        return placed

    def holds(self, uv: Floats, slack: float = 0.0) -> Floats:
        """Which coordinates lie on the patch, or no farther off it than `slack`."""
        if self.z is None:
            return np.ones(len(uv), dtype=bool)
        on: Floats = np.hypot(uv[:, 0], uv[:, 1]) <= self.silhouette.cylinder.radius + slack
        return on


def _patches(silhouette: Body, template: Body, focus: Floats) -> list[_Patch]:
    """The parts of the silhouette's surface that face the focus."""
    cylinder, at = silhouette.cylinder, silhouette.pose.at
    aside = math.hypot(focus[0] - at[0], focus[1] - at[1])
    heading = template.pose.rotation[:2, 0]
    if aside > 1e-9:
        facing = ((focus[0] - at[0]) / aside, (focus[1] - at[1]) / aside)
    else:
        facing = (-float(heading[0]), -float(heading[1]))
    radius, height = cylinder.radius, cylinder.height
    disc = ((-radius, radius), (-radius, radius))
    patches = []
    if aside > radius:
        arc = radius * math.acos(radius / aside)
        patches.append(_Patch(silhouette, facing, None, (-arc, arc), (0.0, height)))
    if focus[2] > at[2] + height:
        patches.append(_Patch(silhouette, facing, at[2] + height, *disc))
    if focus[2] < at[2]:
        patches.append(_Patch(silhouette, facing, at[2], *disc))
    return patches


def _cells(patch: _Patch, spacing: float) -> Floats:
    """Middles of square cells, alike on both sides of the line to the focus."""
    columns = max(1, math.ceil(patch.u[1] / spacing))
    u = (np.arange(-columns, columns) + 0.5) * (patch.u[1] / columns)
    rows = max(1, math.ceil((patch.v[1] - patch.v[0]) / spacing))
    v = patch.v[0] + (np.arange(rows) + 0.5) * ((patch.v[1] - patch.v[0]) / rows)
    grid = np.stack(np.meshgrid(u, v, indexing="ij"), axis=-1).reshape(-1, 2)
    return grid[patch.holds(grid, slack=spacing * 0.75)]


def _quartered(centres: Floats, spacing: float) -> Floats:
    steps = np.array([[-1, -1], [-1, 1], [1, -1], [1, 1]]) * (spacing / 2)
    return (centres[:, None, :] + steps).reshape(-1, 2)


def _entry(silhouette: Body, focus: Floats, point: Floats) -> Floats:
    """Where the line from a focus outside to a point inside enters the silhouette."""
    cylinder, at = silhouette.cylinder, np.array(silhouette.pose.at)
    line = point - focus
    begin = focus - at
    t = 0.0
    a = line[0] ** 2 + line[1] ** 2
    b = begin[0] * line[0] + begin[1] * line[1]
    c = begin[0] ** 2 + begin[1] ** 2 - cylinder.radius**2
    if c > 0 and a > 0:
        t = (-b - math.sqrt(max(b * b - a * c, 0.0))) / a
    if line[2] != 0:
        t = max(t, min(-begin[2] / line[2], (cylinder.height - begin[2]) / line[2]))
    entry: Floats = focus + line * min(max(t, 0.0), 1.0)
    return entry
