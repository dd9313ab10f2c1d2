"""Shadows: what each piece of total cover hides of a region, in a chart.

A triangle hides a direction where it is met before the region. A convex region
and a triangle disjoint from it are in one order over all they have in common in
the chart; a triangle that cuts the silhouette hides only with the part of it
that lies nearer than the silhouette's near side.
"""

from collections.abc import Iterator
from typing import Final

import numpy as np

from meshes.mesh import Bools, Floats
from spatial.chart import Chart
from spatial.overlap import TOUCHING, clipped_above, common_point
from spatial.polygons import Polygons
from spatial.rays import ON_FACE, Blockers
from spatial.region import Region
from spatial.roundshadows import Rounds, rounds
from spatial.tracing import OutlineError, Trace

_NEAR: Final = 1e-6
_CUT_SLACK: Final = 1e-5
_GRID: Final = (np.stack(np.meshgrid(*[np.arange(13)] * 2), axis=-1).reshape(-1, 2) + 0.5) / 13
_UNCUT: Final = 1000.0
_FARTHEST: Final = 1e6


def shadows(
    cover: Blockers, region: Region, chart: Chart, outer: Floats, cuts: bool = True
) -> dict[int, Polygons]:
    """Return what each piece hides, no more than it really does.

    Parameters
    ----------
    cover : Blockers
        Everything that may stand between.
    region : Region
    chart : Chart
    outer : ndarray of shape (n, 2)
        A polygon that holds the region's outline; only there do shadows matter.
    cuts : bool
        Whether triangles that go through the silhouette count, too; they take most
        of the time, and mostly others hide what they could.

    Returns
    -------
    dict of int to Polygons
        By place in ``cover.names``.
    """
    found = convex_shadows(cover, region, chart, outer, cuts)
    return {
        owner: Polygons.union([Polygons(flats), *parts])
        for owner, (flats, parts) in sorted(found.items())
    }


def convex_shadows(
    cover: Blockers, region: Region, chart: Chart, outer: Floats, cuts: bool = True
) -> dict[int, tuple[list[Floats], list[Polygons]]]:
    """Return each piece's shadow as convex polygons, and what of it isn't convex.

    Parameters
    ----------
    cover, region, chart, outer, cuts
        As for `shadows`.
    """
    room = (outer.max(axis=0) - outer.min(axis=0)) * 0.01 + 1e-9
    window = np.array([outer.min(axis=0) - room, outer.max(axis=0) + room])
    found: dict[int, tuple[list[Floats], list[Polygons]]] = {}
    for normal, owner in zip(cover.halves, cover.half_owner, strict=True):
        half = _half(chart.frame @ normal, window)
        if half is not None:
            found.setdefault(int(owner), ([], []))[0].append(half)
    upright = rounds(cover, region, chart)
    for owner, ring, _ in upright.whole:
        found.setdefault(owner, ([], []))[0].append(ring)
    for owner, order, polygon, corners in _in_window(cover, upright, region, chart, window):
        flat = polygon[:, 1:] / polygon[:, :1]
        if order > 0:
            found.setdefault(owner, ([], []))[0].append(flat)
            continue
        part = _nearer_part(flat, corners, region, chart, outer, cuts)
        if part is not None:
            found.setdefault(owner, ([], []))[1].append(part)
    return found


def nearer_polygons(
    cover: Blockers, region: Region, chart: Chart, window: Floats
) -> list[tuple[Floats, Floats]]:
    """Return the shadow of each triangle wholly nearer than the region, with its depths.

    Parameters
    ----------
    cover, region, chart
    window : ndarray of shape (2, 2)
        The part of the chart that is asked about.

    Returns
    -------
    list of (ndarray of shape (n, 2), ndarray of shape (n,))
        A convex polygon in the window, and the depth of each corner, mm.
    """
    upright = rounds(cover, region, chart)
    flat = [
        (polygon[:, 1:] / polygon[:, :1], polygon[:, 0])
        for _, order, polygon, _ in _in_window(cover, upright, region, chart, window, far=0.0)
        if order > 0
    ]
    return flat + [(ring, depths) for _, ring, depths in upright.whole]


def any_shadow(
    cover: Blockers, upright: Rounds, region: Region, chart: Chart, window: Floats
) -> bool:
    """Return whether anything may hide some of a window in the chart from the focus.

    What goes through the region counts as if it lay before it, and touching counts: False
    proves that nothing hides any of the window; True doesn't prove the contrary.

    Parameters
    ----------
    cover : Blockers
    upright : Rounds
        The cylinders among them.
    region : Region
    chart : Chart
    window : ndarray of shape (2, 2)
        Within the region's outline.
    """
    if any(_half(chart.frame @ normal, window) is not None for normal in cover.halves):
        return True
    (x0, y0), (x1, y1) = window.tolist()
    square = Polygons([np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])])
    if any(not (Polygons([ring]) & square).empty for _, ring, _ in upright.whole):
        return True
    before = _in_window(cover, upright, region, chart, window, far=0.0)
    return next(before, None) is not None


def _in_window(
    cover: Blockers,
    upright: Rounds,
    region: Region,
    chart: Chart,
    window: Floats,
    far: float = _UNCUT,
) -> Iterator[tuple[int, float, Floats, Floats]]:
    """Triangles that aren't beyond the region: owner, order, what of them is in or near the
    window in the chart's frame, and their corners on the table. What reaches out of it by
    more than `far` times its size is cut to it."""
    faces = np.concatenate([cover.corners, upright.faces])
    owners = np.concatenate([cover.owner, upright.owners])
    seen = faces @ chart.frame.T
    planes = _pyramid(window)
    sides = seen @ planes.T
    outside: Bools = np.any(np.all(sides < 0, axis=1), axis=1)
    keep = np.flatnonzero(~outside & ~_edge_on(faces))
    orders = _orders(faces[keep], region)
    # What isn't far outside the window needn't be cut to it: the outline will do that.
    ahead = np.maximum(seen[keep, :, :1], _NEAR)
    aside = np.abs(seen[keep, :, 1:] / ahead).max(axis=(1, 2))
    whole: Bools = np.all(seen[keep, :, 0] > _NEAR, axis=1)
    whole &= aside <= min(far * float(np.abs(window).max()), _FARTHEST)
    for i, order, inside in zip(keep, orders, whole, strict=True):
        if order < 0:
            continue
        polygon = seen[i] if inside else _clipped(seen[i], planes)
        if len(polygon) >= 3:
            yield int(owners[i]), float(order), polygon, cover.focus + faces[i]


def _pyramid(window: Floats) -> Floats:
    """Planes through the focus round the window, and one just before it; inside is >= 0."""
    (x0, y0), (x1, y1) = window.tolist()
    return np.array([[-x0, 1, 0], [x1, -1, 0], [-y0, 0, 1], [y1, 0, -1], [1, 0, 0]])


def _edge_on(corners: Floats) -> Bools:
    a, b, c = (corners[:, i] for i in range(3))
    normal = np.cross(b - a, c - a)
    rise = np.abs(np.einsum("ij,ij->i", a, normal))
    on: Bools = rise <= ON_FACE * np.linalg.norm(normal, axis=1)
    return on


def _clipped(polygon: Floats, planes: Floats) -> Floats:
    """A polygon in the chart's frame cut to the window's pyramid."""
    for k, plane in enumerate(planes):
        side = polygon @ plane - (_NEAR if k == len(planes) - 1 else 0.0)
        if len(polygon) and side.min() < 0:
            polygon = clipped_above(np.column_stack([side, polygon]))[:, 1:]
    return polygon


def _half(normal: Floats, window: Floats) -> Floats | None:
    """The part of the window on the blocked side of a face through the focus."""
    (x0, y0), (x1, y1) = window.tolist()
    square = np.array([[1, x0, y0], [1, x1, y0], [1, x1, y1], [1, x0, y1]])
    cut = _clipped(square, np.array([-normal, [1.0, 0, 0]]))
    return cut[:, 1:] / cut[:, :1] if len(cut) >= 3 else None


def _orders(corners: Floats, region: Region) -> Floats:
    """The order of triangles and silhouette: 1 nearer, -1 farther, 0 to be worked out.

    A plane decides: that of the triangle, where the silhouette lies wholly on
    one side of it, or one between the focus and the silhouette.
    """
    a, b, c = (corners[:, i] for i in range(3))
    normal = np.cross(b - a, c - a)
    normal /= np.linalg.norm(normal, axis=1)[:, None]
    offset = np.einsum("ij,ij->i", a, normal)
    away = np.sign(offset)
    offset, normal = offset * away, normal * away[:, None]
    middle = np.array([*region.axis, (region.low + region.high) / 2]) - region.focus
    half = (region.high - region.low) / 2
    at = normal @ middle
    reach = region.radius * np.hypot(normal[:, 0], normal[:, 1]) + half * np.abs(normal[:, 2])
    order = np.zeros(len(corners))
    order[at + reach <= offset + TOUCHING] = -1
    order[at - reach >= offset - TOUCHING] = 1
    nearest = region.nearest - region.focus
    far = float(np.linalg.norm(nearest))
    order[((corners @ nearest) <= far * (far + TOUCHING)).all(axis=1)] = 1
    return order


def _nearer_part(
    flat: Floats, corners: Floats, region: Region, chart: Chart, outer: Floats, cuts: bool
) -> Polygons | None:
    """The shadow of the part of a triangle that lies nearer than the silhouette.

    Where the triangle meets the silhouette, what lies behind the near side is
    convex: it is traced, and its outer polygon taken away.
    """
    normal = np.cross(corners[1] - corners[0], corners[2] - corners[0])
    offset = float(normal @ (corners[0] - chart.focus))

    def behind(spots: Floats) -> Bools:
        ways = chart.directions(spots)
        t = region.entries(ways)
        steep = ways @ normal
        with np.errstate(divide="ignore", invalid="ignore"):
            depth = np.where(steep * offset > 0, offset / steep, np.inf)
        hidden: Bools = np.isfinite(t) & (depth >= t)
        return hidden

    common = common_point(corners, region.axis, region.radius, region.low, region.high)
    if common is None:
        # Disjoint: one order over all that they have in common in the chart.
        both = Polygons([flat]) & Polygons([outer])
        spots = np.array([ring.mean(axis=0) for ring in both.rings()]).reshape(-1, 2)
        spots = np.concatenate([spots, *both.rings()])
        hit = np.isfinite(region.entries(chart.directions(spots)))
        nearer = hit.any() and not behind(spots[hit][:1])[0]
        return Polygons([flat]) if nearer else None
    if not cuts:
        return None
    size = np.ptp(outer, axis=0)
    seed = chart.project(common[None, :])
    ahead = chart.depths(common[None, :])[0] > 0
    try:
        trace = Trace(behind, seed[0], np.eye(2) * float(size.max()) / 8) if ahead else None
    except OutlineError:
        trace = None
    if trace is None:
        # In a chart of another axis some of the silhouette may lie beyond it: only
        # what is in the window is traced, from what is seen to lie behind there.
        low, high = outer.min(axis=0), outer.max(axis=0)

        def here(spots: Floats) -> Bools:
            inside: Bools = ((spots >= low) & (spots <= high)).all(axis=1)
            return inside & behind(spots)

        grid = low + size * _GRID
        held = grid[here(grid)]
        if len(held) == 0:
            return None
        trace = Trace(here, held.mean(axis=0), np.diag(size) / 8)
    trace.refine(_CUT_SLACK)
    return Polygons([flat]) - Polygons([trace.outer])
