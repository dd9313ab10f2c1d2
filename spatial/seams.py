"""How far an open rim is from the surfaces that run along it."""

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from meshes.health import Health
from meshes.mesh import Bools, Floats
from meshes.topology import Numbers
from meshes.winding import encloses
from spatial.nearest import nearest_on
from spatial.scene import Body, Scene

NARROWEST: Final = 0.001
"""A line passes a gap this wide, mm."""

_SAMPLES: Final = 400
_FINEST: Final = 0.5
_INSIDE: Final = 64
_BEHIND: Final = 0.1


@dataclass(frozen=True, slots=True, eq=False)
class Seam:
    """A gap between a rim and the surfaces that run along it.

    Parameters
    ----------
    width : float
        How far they are at most, mm.
    at : ndarray of shape (3,)
        Where, mm.
    membrane : ndarray of shape (k, 3, 3)
        Triangles from the rim to them, mm.
    closable : bool
        Whether they are all the piece's own.
    """

    width: float
    at: Floats
    membrane: Floats
    closable: bool


def seam(
    scene: Scene, body: Body, found: Health, rim: Numbers, width: float, table: bool
) -> Seam | None:
    """Return how far a rim is from what isn't its own shell, where that is less than a width.

    Parameters
    ----------
    scene : Scene
    body : Body
    found : Health
        Of its mesh.
    rim : ndarray of shape (k,)
        One of its rims.
    width : float
        Of the hole that the rim leaves by itself, mm.
    table : bool
        Whether the table counts.
    """
    ring, inward, mine = body.mesh.vertices[rim], _inward(found, rim), _own(found, rim)
    samples, sides = along(ring, max(width / 8, _FINEST))
    rims = _other_rims(body, found, rim)
    far, spots, closable = np.empty(len(samples)), np.empty((len(samples), 3)), True
    for i, (sample, side) in enumerate(zip(samples, sides, strict=True)):
        way = inward[side]
        far[i], spots[i], is_own = _next_surface(scene, body, sample, way, mine, width, table)
        if len(rims) and far[i] > NARROWEST:
            # The rim of a lid that is off, wherever it is off to.
            distances, nearest = nearest_on(rims, sample)
            best = int(distances.argmin())
            if distances[best] < far[i]:
                far[i], spots[i], is_own = float(distances[best]), nearest[best], True
        if far[i] >= width and not _is_inside(scene, body, sample, mine, table):
            return None
        closable &= is_own
    for i in np.argsort(-far, kind="stable")[:_INSIDE]:
        if far[i] < NARROWEST or not _is_inside(scene, body, samples[i], mine, table):
            break
        far[i], spots[i], closable = 0.0, samples[i], False
    most = int(far.argmax())
    after, beyond = np.roll(samples, -1, axis=0), np.roll(spots, -1, axis=0)
    membrane = np.concatenate(
        [np.stack([samples, after, beyond], axis=1), np.stack([samples, beyond, spots], axis=1)]
    )
    at = (samples[most] + spots[most]) / 2
    return Seam(float(far[most]), at, membrane, closable)


def _other_rims(body: Body, found: Health, rim: Numbers) -> Floats:
    """The sides of the rims of other shells, each as a triangle without width."""
    made = found.topology
    shell = np.full(len(made.mesh.vertices), -1)
    shell[made.corner[made.mesh.faces[made.kept]]] = found.shells[:, None]
    mine = np.unique(shell[made.corner[rim]])
    others = [one for one in found.rims if not np.isin(shell[made.corner[one]], mine).any()]
    rings = [body.mesh.vertices[one] for one in others]
    sides = [np.stack([ring, np.roll(ring, -1, axis=0), ring], axis=1) for ring in rings]
    return np.concatenate([*sides, np.empty((0, 3, 3))])


def along(ring: Floats, spacing: float) -> tuple[Floats, Numbers]:
    """Return points along a ring, and its sides that they lie on.

    Its corners, the middles of its sides, and more on long sides; in all about 800 at most.

    Parameters
    ----------
    ring : ndarray of shape (n, 3)
        mm.
    spacing : float
        mm.

    Returns
    -------
    points : ndarray of shape (k, 3)
        mm.
    sides : ndarray of shape (k,)
        Each begins at the corner of its number.

    Examples
    --------
    >>> points, sides = along(np.array([[0, 0, 0], [9, 0, 0], [0, 4, 0.0]]), 3.0)
    >>> sides.tolist(), points[1].tolist()
    ([0, 0, 0, 1, 1, 1, 1, 2, 2], [3.0, 0.0, 0.0])
    """
    after = np.roll(ring, -1, axis=0)
    lengths = np.linalg.norm(after - ring, axis=1)
    spacing = max(spacing, float(lengths.sum()) / _SAMPLES)
    found, sides = [], []
    for i, (start, end, length) in enumerate(zip(ring, after, lengths, strict=True)):
        parts = max(2, math.ceil(length / spacing)) if len(ring) <= _SAMPLES else 1
        found.append(start + (end - start) * (np.arange(parts) / parts)[:, None])
        sides += [i] * parts
    points = np.concatenate(found)
    step = max(1, len(points) // (2 * _SAMPLES))
    return points[::step], np.array(sides)[::step]


def _next_surface(
    scene: Scene,
    body: Body,
    point: Floats,
    inward: Floats,
    mine: Bools,
    most: float,
    table: bool,
) -> tuple[float, Floats, bool]:
    """How far the next surface is that isn't of the rim's own shell, where, and whose.

    What lies behind the rim's own face, seen from its side, doesn't close it.
    """
    down, reach = point * np.array([1.0, 1.0, 0.0]), min(0.5, most)
    below = abs(float(point[2])) if table and _is_ahead(down[None], point, inward)[0] else math.inf
    while True:
        box = np.array([point - reach, point + reach])
        assert body.tree is not None
        own = body.tree.meeting(box)
        own = own[~mine[own]]
        groups = [body.mesh.vertices[body.mesh.faces[own]]]
        groups += [one.meeting(box) for one in covering(scene, body, box)]
        distances, spots = nearest_on(np.concatenate(groups), point)
        distances = np.where(_is_ahead(spots, point, inward), distances, np.inf)
        best = int(distances.argmin()) if len(distances) else -1
        far = float(distances[best]) if best >= 0 else math.inf
        if min(far, below) <= reach or reach >= most:
            if below <= far:
                return below, down, False
            return far, spots[best], best < len(own)
        reach = min(reach * 4, most)


def _is_ahead(spots: Floats, point: Floats, inward: Floats) -> Bools:
    way = spots - point
    ahead: Bools = way @ inward <= _BEHIND * np.linalg.norm(way, axis=1) + 1e-9
    return ahead


def _is_inside(scene: Scene, body: Body, point: Floats, mine: Bools, table: bool) -> bool:
    """Whether a point lies in another piece, another shell of its own, or the table."""
    if table and point[2] <= 0:
        return True
    for one in covering(scene, body, np.array([point, point])):
        if encloses(one.mesh.triangles, point):
            return True
    rest = body.mesh.triangles[~mine]
    return len(rest) > 0 and encloses(rest, point)


def _own(found: Health, rim: Numbers) -> Bools:
    """Which faces of the mesh belong to shells with a corner on a rim, or to none."""
    made = found.topology
    faces = made.corner[made.mesh.faces[made.kept]]
    shells = np.unique(found.shells[np.isin(faces, made.corner[rim]).any(axis=1)])
    mine = np.ones(len(made.mesh.faces), dtype=bool)
    mine[made.kept[~np.isin(found.shells, shells)]] = False
    return mine


def _inward(found: Health, rim: Numbers) -> Floats:
    """From each side of a rim the way into its face, of length one; zero where there is none."""
    made, vertices = found.topology, found.topology.mesh.vertices
    alone = np.flatnonzero(made.users[made.sides] == 1)
    corners = made.corner[made.mesh.faces[made.kept]]
    ends = np.sort(np.column_stack([rim, np.roll(rim, -1)]), axis=1)
    count = len(vertices)
    keys = (made.edges[made.sides[alone]] * [count, 1]).sum(axis=1)
    order = np.argsort(keys)
    wanted = ends[:, 0] * count + ends[:, 1]
    place = order[np.clip(np.searchsorted(keys[order], wanted), 0, len(keys) - 1)]
    side = alone[place]
    third = vertices[corners[side // 3, (side + 2) % 3]]
    start, edge = vertices[rim], vertices[np.roll(rim, -1)] - vertices[rim]
    size = np.einsum("ij,ij->i", edge, edge)
    way = third - start
    share = np.einsum("ij,ij->i", way, edge) / np.where(size > 0, size, 1.0)
    way -= edge * share[:, None]
    length = np.linalg.norm(way, axis=1)
    known = (keys[place] == wanted) & (length > 0)
    inward: Floats = np.where(known, 1 / np.where(known, length, 1.0), 0.0)[:, None] * way
    return inward


def covering(scene: Scene, body: Body, box: Floats) -> list[Body]:
    """Return the other total cover whose AABB meets a box, shape (2, 3), in scene order.

    Examples
    --------
    >>> from meshes.kit import box
    >>> from spatial.scene import Pose, scenery_body
    >>> row = [scenery_body(f"{x}", box((9, 9, 9)).mesh, Pose((x, 0, 0))) for x in (0, 10, 30)]
    >>> [one.name for one in covering(Scene(tuple(row)), row[0], row[0].box + [[-2], [2]])]
    ['10']
    """
    return [
        one
        for one in scene.near(box)
        if one.role == "scenery" and one.blocks and one.name != body.name
    ]
