"""Dense tables of any number of triangles, and what the benchmarks share.

A table comes from a seed: two-storey houses with windows, and rocks. More triangles mean finer
faces, not more pieces, as with models from a scanner or a printing site.
"""

import statistics
import time
from collections.abc import Callable

import numpy as np

from meshes.kit.building import SideOpening, building
from meshes.mesh import Floats, Mesh
from meshes.solids import Cylinder
from spatial.scene import Body, Pose, Scene, scenery_body, trooper_body

SIDE = 1220.0
"""Length of the table's sides, mm."""

COUNTS = (10_000, 100_000, 1_000_000)

_GRID = 9


def table(triangles: int, seed: int = 1) -> Scene:
    """Return a table with about so many triangles in 81 pieces."""
    rng = np.random.default_rng(seed)
    cells = [(i, j) for i in range(_GRID) for j in range(_GRID)]
    houses = rng.choice(len(cells), len(cells) // 3, replace=False)
    pieces: list[tuple[str, Mesh | None]] = [("rock", None)] * len(cells)
    for k in houses:
        pieces[k] = ("house", _house(rng))
    # Houses take up to half, each face cut in four as often as that allows.
    count = sum(len(mesh.faces) for _, mesh in pieces if mesh is not None)
    splits = 0
    while count * 4 ** (splits + 1) <= triangles / 2:
        splits += 1
    each = (triangles - count * 4**splits) / (len(cells) - len(houses))
    bodies = []
    for k, ((i, j), (kind, mesh)) in enumerate(zip(cells, pieces, strict=True)):
        if mesh is None:
            mesh = _rock(rng, each)
        for _ in range(splits if kind == "house" else 0):
            mesh = split(mesh)
        step = SIDE / _GRID
        at = (np.array([i, j]) + 0.5 + rng.uniform(-0.12, 0.12, 2)) * step
        pose = Pose((float(at[0]), float(at[1]), 0.0), float(rng.uniform(0, 360)))
        bodies.append(scenery_body(f"{kind} {k}", mesh, pose))
    return Scene(tuple(bodies), (SIDE, SIDE))


def _house(rng: np.random.Generator) -> Mesh:
    """A building with windows on all sides, 70 to 100 mm wide."""
    openings = [
        SideOpening(side, level, float(rng.uniform(-12, 12)), 14.0, 8.0, 20.0)
        for side in ("north", "south", "east", "west")
        for level in (0, 1)
    ]
    size = (float(rng.uniform(70, 100)), float(rng.uniform(70, 100)))
    return building(size, 2, 45.0, openings=openings).mesh


def _rock(rng: np.random.Generator, triangles: float) -> Mesh:
    """A lumpy ball flattened at the table, of about so many triangles."""
    rows = max(4, round((triangles / 4) ** 0.5))
    columns = max(6, round(triangles / (2 * (rows - 1))))
    polar = np.pi * np.arange(1, rows) / rows
    turn = 2 * np.pi * np.arange(columns) / columns
    p, t = (grid.ravel() for grid in np.meshgrid(polar, turn, indexing="ij"))
    ways = np.column_stack([np.sin(p) * np.cos(t), np.sin(p) * np.sin(t), np.cos(p)])
    ways = np.concatenate([ways, [[0, 0, 1.0], [0, 0, -1.0]]])
    radius = np.ones(len(ways))
    for frequency in (2, 4, 8, 16):
        wave = rng.normal(size=(3, 3)) * frequency
        radius += 0.25 / frequency * np.sin(ways @ wave + rng.uniform(0, 6, 3)).sum(axis=1)
    points = ways * radius[:, None] * rng.uniform([25, 25, 30], [45, 45, 70])
    points[:, 2] -= points[:, 2].min() * 0.6
    points[:, 2] = np.maximum(points[:, 2], 0.0)
    i, j = (grid.ravel() for grid in np.meshgrid(np.arange(rows - 2), np.arange(columns)))
    a, b = i * columns + j, i * columns + (j + 1) % columns
    top, bottom, first = len(ways) - 2, len(ways) - 1, np.arange(columns)
    after = (first + 1) % columns
    last = (rows - 2) * columns
    faces = [
        np.column_stack([a, a + columns, b]),
        np.column_stack([b, a + columns, b + columns]),
        np.column_stack([first, after, np.full(columns, top)]),
        np.column_stack([last + after, last + first, np.full(columns, bottom)]),
    ]
    return Mesh(points, np.concatenate(faces))


def split(mesh: Mesh) -> Mesh:
    """The same solid with every face cut in four at the middles of its edges."""
    faces = mesh.faces.astype(np.int64)
    edges = np.sort(faces[:, [[0, 1], [1, 2], [2, 0]]], axis=2).reshape(-1, 2)
    _, place, back = np.unique(
        edges[:, 0] * len(mesh.vertices) + edges[:, 1], return_index=True, return_inverse=True
    )
    middles = mesh.vertices[edges[place]].mean(axis=1)
    ab, bc, ca = (len(mesh.vertices) + back.reshape(-1, 3)).T
    a, b, c = faces.T
    four = [(a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca)]
    cut = np.concatenate([np.stack(one, axis=1) for one in four])
    return Mesh(np.concatenate([mesh.vertices, middles]), cut)


def triangles(scene: Scene) -> Floats:
    """Every triangle of the scenery, shape (m, 3, 3), mm."""
    return np.concatenate([body.mesh.triangles for body in scene.bodies if body.blocks])


def foci(scene: Scene, count: int, seed: int = 2) -> list[Floats]:
    """Points a trooper's height above the table that lie in no piece's AABB."""
    rng = np.random.default_rng(seed)
    boxes = np.array([body.box for body in scene.bodies])
    found: list[Floats] = []
    while len(found) < count:
        point = np.array([*rng.uniform(100, SIDE - 100, 2), rng.uniform(5, 60)])
        if not ((boxes[:, 0] <= point) & (point <= boxes[:, 1])).all(axis=1).any():
            found.append(point)
    return found


def targets(focus: Floats, count: int, rng: np.random.Generator) -> list[Body]:
    """Silhouettes of 25 x 40 mm within 240 mm of a focus, up to 90 mm above the table."""
    bodies = []
    for i in range(count):
        reach, turn = 40 + 200 * rng.random() ** 0.5, rng.uniform(0, 2 * np.pi)
        x, y = focus[0] + reach * np.cos(turn), focus[1] + reach * np.sin(turn)
        height = float(rng.choice([0.0, 0.0, 45.0, 90.0]))
        bodies.append(trooper_body(f"{i}", Cylinder(12.5, 40), (float(x), float(y), height)))
    return bodies


def samples(focus: Floats, target: Body, columns: int = 16, rows: int = 16) -> Floats:
    """Points on the half of a silhouette that faces a focus, column by column, mm."""
    x, y, z = target.pose.at
    facing = np.arctan2(focus[1] - y, focus[0] - x)
    turn = facing + (np.arange(columns) + 0.5) / columns * np.pi - np.pi / 2
    up = (np.arange(rows) + 0.5) / rows * target.cylinder.height
    t, h = (grid.ravel() for grid in np.meshgrid(turn, up, indexing="ij"))
    radius = target.cylinder.radius
    return np.column_stack([x + radius * np.cos(t), y + radius * np.sin(t), z + h])


def compared(runs: dict[str, Callable[[], object]], times: int = 9) -> dict[str, float]:
    """Median seconds of each; see `timed`."""
    return {name: statistics.median(each) for name, each in timed(runs, times).items()}


def timed(runs: dict[str, Callable[[], object]], times: int) -> dict[str, list[float]]:
    """Seconds of each, taken in turns so that a busy machine slows all alike."""
    taken: dict[str, list[float]] = {name: [] for name in runs}
    for run in runs.values():
        run()
    for _ in range(times):
        for name, run in runs.items():
            start = time.perf_counter()
            run()
            taken[name].append(time.perf_counter() - start)
    return taken
