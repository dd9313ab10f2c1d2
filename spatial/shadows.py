"""Shadows: what each piece of total cover hides of a region, in a chart.

A triangle hides a direction where it is met before the region. A convex region
and a triangle disjoint from it are in one order over all they have in common in
the chart; a triangle that cuts the silhouette hides only with the part of it
that lies nearer than the silhouette's near side.
"""

from typing import Final

import numpy as np

from meshes.mesh import Bools, Floats
from spatial.chart import Chart
from spatial.faces import SeenFaces, cut_half
from spatial.merging import merged
from spatial.overlap import common_point
from spatial.polygons import Polygons, counter_clockwise
from spatial.rays import Blockers
from spatial.region import Region
from spatial.roundshadows import Rounds, rounds
from spatial.tracing import OutlineError, Trace

_CUT_SLACK: Final = 1e-5
_GRID: Final = (np.stack(np.meshgrid(*[np.arange(13)] * 2), axis=-1).reshape(-1, 2) + 0.5) / 13


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
    found = wound_shadows(cover, region, chart, outer, cuts)
    return {
        owner: Polygons.union([Polygons.wound(rings), *parts])
        for owner, (rings, parts) in sorted(found.items())
    }


def shade(cover: Blockers, region: Region, chart: Chart, outer: Floats) -> Polygons:
    """Return what all pieces hide without those triangles that go through the silhouette.

    Parameters
    ----------
    cover, region, chart, outer
        As for `shadows`.
    """
    found = wound_shadows(cover, region, chart, outer, cuts=False).values()
    dark = Polygons.wound([ring for rings, _ in found for ring in rings])
    parts = [part for _, some in found for part in some]
    return Polygons.union([dark, *parts]) if parts else dark


def wound_shadows(
    cover: Blockers, region: Region, chart: Chart, outer: Floats, cuts: bool = True
) -> dict[int, tuple[list[Floats], list[Polygons]]]:
    """Return each piece's shadow as rings round it, and what of it goes through the region.

    Parameters
    ----------
    cover, region, chart, outer, cuts
        As for `shadows`.
    """
    room = (outer.max(axis=0) - outer.min(axis=0)) * 0.01 + 1e-9
    window = np.array([outer.min(axis=0) - room, outer.max(axis=0) + room])
    found: dict[int, tuple[list[Floats], list[Polygons]]] = {}
    for normal, owner in zip(cover.halves, cover.half_owner, strict=True):
        half = cut_half(chart.frame @ normal, window)
        if half is not None:
            found.setdefault(int(owner), ([], []))[0].append(counter_clockwise(half))
    upright = rounds(cover, region, chart)
    for owner, ring, _ in upright.whole:
        found.setdefault(owner, ([], []))[0].append(counter_clockwise(ring))
    faces = SeenFaces.of(cover, upright, region, chart, window)
    inside = faces.inside(window)
    bulk = inside & faces.nearer
    flat, owners = faces.flat(bulk), faces.owners[bulk]
    for who in np.unique(owners).tolist():
        found.setdefault(who, ([], []))[0].extend(merged(flat[owners == who]))
    for i in np.flatnonzero(~bulk):
        polygon = faces.seen[:, :, i].T if inside[i] else faces.cut(int(i), window)
        if len(polygon) < 3:
            continue
        one, who = polygon[:, 1:] / polygon[:, :1], int(faces.owners[i])
        if faces.nearer[i]:
            found.setdefault(who, ([], []))[0].append(counter_clockwise(one))
            continue
        corners = cover.focus + faces.corners[i]
        part = _nearer_part(one, corners, region, chart, outer, cuts)
        if part is not None:
            found.setdefault(who, ([], []))[1].append(part)
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
    faces = SeenFaces.of(cover, upright, region, chart, window)
    cut = [faces.cut(int(i), window) for i in np.flatnonzero(faces.nearer)]
    flat = [(one[:, 1:] / one[:, :1], one[:, 0]) for one in cut if len(one) >= 3]
    return flat + [(ring, depths) for _, ring, depths in upright.whole]


def only_nearer(cover: Blockers, region: Region, chart: Chart, window: Floats) -> bool:
    """Return whether what may hide some of a window is all wholly nearer than the region, and
    none of it goes through the focus."""
    faces = SeenFaces.of(cover, rounds(cover, region, chart), region, chart, window)
    return len(cover.halves) == 0 and bool(faces.nearer.all())


def any_shadow(
    cover: Blockers, upright: Rounds, faces: SeenFaces, chart: Chart, window: Floats
) -> bool:
    """Return whether anything may hide some of a window in the chart from the focus.

    What goes through the region counts as if it lay before it, and touching counts: False
    proves that nothing hides any of the window; True doesn't prove the contrary.

    Parameters
    ----------
    cover : Blockers
    upright : Rounds
        The cylinders among them.
    faces : SeenFaces
        The triangles that may hide some of the window.
    chart : Chart
    window : ndarray of shape (2, 2)
        Within the region's outline.
    """
    if any(cut_half(chart.frame @ normal, window) is not None for normal in cover.halves):
        return True
    if upright.whole:
        (x0, y0), (x1, y1) = window.tolist()
        square = Polygons([np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])])
        if any(not (Polygons([ring]) & square).empty for _, ring, _ in upright.whole):
            return True
    return faces.any_in(window)


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
