"""Which floors a mesh has: level areas on which a base can be put."""

import math
from typing import Final

import numpy as np

from meshes.mesh import Floats, Mesh
from meshes.repair import alike
from meshes.winding import encloses
from spatial.cutting import cut_above
from spatial.enclosed import closed
from spatial.polygons import Polygons
from spatial.support import RIM

BASE: Final = 25.0
"""Diameter of the base that has to fit, mm: an S2's."""

ROOM: Final = 3.0
"""Free height that a floor needs, mm: a prone trooper's."""

_LEAST: Final = math.pi * (BASE / 2 - RIM) ** 2

_LEVEL: Final = 0.01
"""mm by which the corners of a level face may differ in height: files round."""


def floors(mesh: Mesh) -> tuple[float, ...]:
    """Return the heights of a mesh's floors, the lowest first.

    A floor is a level area that looks up, on which a base of 25 mm fits with 3 mm of
    free height above it. Faces no more than 0.05 mm apart are one floor, as high as its
    highest. The ground is the first of them, at the mesh's underside, where such a base
    fits on it below another floor: in a house, under a bridge.

    Parameters
    ----------
    mesh : Mesh
        Of any winding, closed or not.

    Returns
    -------
    tuple of float
        mm, in the mesh's frame.

    Examples
    --------
    >>> from meshes.kit import building, box
    >>> floors(building((100, 80), storeys=2, storey=45).mesh)
    (0.0, 45.0, 90.0)
    >>> floors(box((60, 60, 30)).mesh), floors(box((60, 20, 30)).mesh)
    ((30.0,), ())
    """
    # What lies inside the piece can't be told while faces are wound against one another.
    triangles = (mesh if closed(mesh) else alike(mesh)[0]).triangles
    heights = triangles[:, :, 2]
    flat = np.flatnonzero(np.ptp(heights, axis=1) <= _LEVEL)
    flat = flat[np.argsort(heights[flat].max(axis=1), kind="stable")]
    highs = heights[flat].max(axis=1)
    sides = np.diff(triangles[:, :, :2], axis=1)
    sizes = np.abs(sides[:, 0, 0] * sides[:, 1, 1] - sides[:, 0, 1] * sides[:, 1, 0]) / 2
    found: list[float] = []
    roof: list[Polygons] = []
    bottom = float(mesh.bounds[0, 2])
    ground = Polygons()
    for some in np.split(flat, np.flatnonzero(np.diff(highs) > RIM) + 1):
        if len(some) == 0:
            continue
        high = float(heights[some].max())
        if high > bottom + RIM and sizes[some].sum() < _LEAST:
            continue
        area = Polygons(list(triangles[some][:, :, :2]))
        if high <= bottom + RIM:
            ground = area
        places = _places(triangles, area, high)
        if any(_is_open(triangles, place, high) for place in places):
            found.append(high)
            roof += [area] if high > bottom + ROOM else []
    # Whatever the piece stands on is its ground floor, where nothing of it lies there.
    under = Polygons.union(roof) - ground
    has_ground = bool(found) and found[0] <= bottom + RIM
    if not has_ground and _places(triangles, under, bottom):
        found.insert(0, bottom)
    return tuple(found)


def _places(triangles: Floats, area: Polygons, high: float) -> list[Polygons]:
    """Where the middle of a base may be on an area, clear of what is just above it."""
    if area.shrunk(BASE / 2 - RIM).empty:
        return []
    heights = triangles[:, :, 2]
    above = (heights.max(axis=1) > high + RIM) & (heights.min(axis=1) < high + ROOM)
    near, _ = cut_above(triangles[above], triangles[above][:, :, 2] - high - RIM)
    near, _ = cut_above(near, high + ROOM - near[:, :, 2])
    free = area - Polygons(list(near[:, :, :2])) if len(near) else area
    # A floor exactly as wide as the base takes it.
    return [place for place in free.shrunk(BASE / 2 - RIM).parts() if not place.empty]


def _is_open(triangles: Floats, place: Polygons, high: float) -> bool:
    """Whether there is air above a place: the face below it looks up."""
    parts = place.triangles()
    a, b, c = (parts[:, i] for i in range(3))
    areas = np.abs((b - a)[:, 0] * (c - a)[:, 1] - (b - a)[:, 1] * (c - a)[:, 0])
    spot = parts[areas.argmax()].mean(axis=0)
    return not encloses(triangles, np.array([*spot, high + RIM]))
