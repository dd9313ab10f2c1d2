"""Faces before a region, as they are seen from its focus."""

from dataclasses import dataclass
from typing import Final, Self

import numpy as np

from meshes.mesh import Bools, Floats, Ints
from spatial.chart import Chart
from spatial.overlap import TOUCHING, clipped_above
from spatial.rays import ON_FACE, Blockers
from spatial.region import Region
from spatial.roundshadows import Rounds

_NEAR: Final = 1e-6
_UNCUT: Final = 1000.0
_FARTHEST: Final = 1e6


@dataclass(frozen=True, slots=True, eq=False)
class SeenFaces:
    """Triangles that may hide some of a region: not beyond it, and not seen edge-on.

    Parameters
    ----------
    focus : ndarray of shape (3,)
        mm.
    corners : ndarray of shape (k, 3, 3)
        Relative to the focus, mm.
    owners : ndarray of shape (k,)
    seen : ndarray of shape (3, 3, k)
        The chart's three coordinates of each corner, mm: depth, then aside.
    nearer : ndarray of shape (k,)
        Which are nearer than the region; of the others it has to be worked out.
    """

    focus: Floats
    corners: Floats
    owners: Ints
    seen: Floats
    nearer: Bools

    @classmethod
    def of(
        cls, cover: Blockers, upright: Rounds, region: Region, chart: Chart, window: Floats
    ) -> Self:
        """Return those that may hide some of a window in the chart.

        Parameters
        ----------
        cover : Blockers
        upright : Rounds
            The cylinders among them.
        region : Region
        chart : Chart
        window : ndarray of shape (2, 2)
            Lowest and highest coordinates.
        """
        corners = np.concatenate([cover.corners, upright.faces])
        owners = np.concatenate([cover.owner, upright.owners])
        columns = np.ascontiguousarray(corners.transpose(1, 2, 0))
        seen = np.stack([_dot(columns.swapaxes(0, 1), axis) for axis in chart.frame])
        may = np.flatnonzero(_meets(seen, window))
        order, facing = _orders(columns[:, :, may], region)
        keep = may[facing & (order >= 0)]
        nearer: Bools = order[facing & (order >= 0)] > 0
        return cls(cover.focus, corners[keep], owners[keep], seen[:, :, keep], nearer)

    def any_in(self, window: Floats) -> bool:
        """Whether any of them may hide some of a window in the chart."""
        return any(
            len(_clipped(self.seen[:, :, i].T, _pyramid(window))) >= 3
            for i in np.flatnonzero(_meets(self.seen, window))
        )

    def inside(self, window: Floats, far: float = _UNCUT) -> Bools:
        """Which lie in or near a window in the chart, shape (k,): what isn't far outside it
        needn't be cut to it, the outline will do that."""
        depth, aside = self.seen[0], np.abs(self.seen[1:])
        whole: Bools = (depth > _NEAR).all(axis=0)
        most = min(far * float(np.abs(window).max()), _FARTHEST)
        whole &= (aside <= most * np.maximum(depth, _NEAR)).all(axis=(0, 1))
        return whole

    def flat(self, some: Bools) -> Floats:
        """Return the shadows of some that are inside a window, shape (n, 3, 2)."""
        depth, x, y = self.seen[:, :, some]
        shadows: Floats = np.stack([x / depth, y / depth], axis=-1).swapaxes(0, 1)
        return shadows

    def cut(self, i: int, window: Floats) -> Floats:
        """Return what of one lies in a window, in the chart's frame, shape (n, 3)."""
        return _clipped(self.seen[:, :, i].T, _pyramid(window))


def cut_half(normal: Floats, window: Floats) -> Floats | None:
    """Return the part of a window on the side of a face through the focus that it blocks.

    Parameters
    ----------
    normal : ndarray of shape (3,)
        In the chart's frame, away from that side.
    window : ndarray of shape (2, 2)
    """
    (x0, y0), (x1, y1) = window.tolist()
    square = np.array([[1, x0, y0], [1, x1, y0], [1, x1, y1], [1, x0, y1]])
    cut = _clipped(square, np.array([-normal, [1.0, 0, 0]]))
    return cut[:, 1:] / cut[:, :1] if len(cut) >= 3 else None


def _dot(columns: Floats, by: Floats) -> Floats:
    """Dot products along the first axis, the terms added in order."""
    x, y, z = columns
    dots: Floats = x * by[0] + y * by[1] + z * by[2]
    return dots


def _meets(seen: Floats, window: Floats) -> Bools:
    """Which faces aren't wholly outside one side of a window, or behind the focus."""
    depth, x, y = seen
    (x0, y0), (x1, y1) = window.tolist()
    outside = (depth < 0).all(axis=0)
    for side in (x - x0 * depth, x1 * depth - x, y - y0 * depth, y1 * depth - y):
        outside |= (side < 0).all(axis=0)
    meets: Bools = ~outside
    return meets


def _pyramid(window: Floats) -> Floats:
    """Planes through the focus round the window, and one just before it; inside is >= 0."""
    (x0, y0), (x1, y1) = window.tolist()
    return np.array([[-x0, 1, 0], [x1, -1, 0], [-y0, 0, 1], [y1, 0, -1], [1, 0, 0]])


def _clipped(polygon: Floats, planes: Floats) -> Floats:
    """A polygon in the chart's frame cut to the window's pyramid."""
    for k, plane in enumerate(planes):
        side = polygon @ plane - (_NEAR if k == len(planes) - 1 else 0.0)
        if len(polygon) and side.min() < 0:
            polygon = clipped_above(np.column_stack([side, polygon]))[:, 1:]
    return polygon


def _orders(columns: Floats, region: Region) -> tuple[Floats, Bools]:
    """The order of triangles and silhouette: 1 nearer, -1 farther, 0 to be worked out; and
    which of them aren't seen edge-on.

    A plane decides: that of the triangle, where the silhouette lies wholly on
    one side of it, or one between the focus and the silhouette.
    """
    a, b, c = columns
    (ux, uy, uz), (vx, vy, vz) = b - a, c - a
    normal = np.stack([uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx])
    size = np.sqrt((normal**2).sum(axis=0))
    rise = (a * normal).sum(axis=0)
    facing: Bools = np.abs(rise) > ON_FACE * size
    normal *= np.sign(rise) / np.where(facing, size, 1.0)
    offset = np.abs(rise) / np.where(facing, size, 1.0)
    middle = np.array([*region.axis, (region.low + region.high) / 2]) - region.focus
    half = (region.high - region.low) / 2
    at = _dot(normal, middle)
    reach = region.radius * np.hypot(normal[0], normal[1]) + half * np.abs(normal[2])
    order = np.zeros(len(offset))
    order[at + reach <= offset + TOUCHING] = -1
    order[at - reach >= offset - TOUCHING] = 1
    nearest = region.nearest - region.focus
    far = float(np.linalg.norm(nearest))
    order[(_dot(columns.swapaxes(0, 1), nearest) <= far * (far + TOUCHING)).all(axis=0)] = 1
    return order, facing
