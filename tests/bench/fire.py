"""Lines of fire decided in a second: exactly, and by trimesh and embreex on samples.

The peer casts from points of the viewer to points of the target, both 3 mm apart, and takes any
clear line for a YES: no least part, no proof of a NO. `python -m tests.bench.fire`
"""

import time
from collections import Counter

import numpy as np

from meshes.mesh import Floats
from meshes.solids import Cylinder
from spatial.fire import line_of_fire
from spatial.outcome import Outcome
from spatial.scene import Body, Scene, trooper_body
from tests.bench import peers
from tests.bench.tables import foci, table

TROOPERS = 20
COUNT = 100_000
SPACING = 3.0


def troopers(scene: Scene, count: int) -> list[Body]:
    """Troopers on the table, in no piece's AABB."""
    found: list[Body] = []
    boxes = np.array([body.box for body in scene.bodies])
    for point in foci(scene, 40 * count, 5):
        x, y, _ = point.tolist()
        low, high = np.array([x - 12.5, y - 12.5]), np.array([x + 12.5, y + 12.5])
        aside = (boxes[:, 0, :2] > high).any(axis=1) | (boxes[:, 1, :2] < low).any(axis=1)
        if aside.all() and len(found) < count:
            at = (float(point[0]), float(point[1]), 0.0)
            found.append(trooper_body(f"{len(found)}", Cylinder(12.5, 40), at))
    return found


def samples(body: Body) -> Floats:
    """Points all over a silhouette's side and top, no more than 3 mm apart."""
    solid, (x, y, z) = body.cylinder, body.pose.at
    turns = 2 * np.pi * np.arange(int(2 * np.pi * solid.radius / SPACING) + 1)
    turns /= len(turns)
    rows = np.linspace(0, solid.height, int(solid.height / SPACING) + 2)
    turn, up = (grid.ravel() for grid in np.meshgrid(turns, rows))
    side = np.column_stack([solid.radius * np.cos(turn), solid.radius * np.sin(turn), up])
    step = np.arange(-solid.radius, solid.radius, SPACING)
    disc = np.stack(np.meshgrid(step, step), axis=-1).reshape(-1, 2)
    disc = disc[np.hypot(*disc.T) < solid.radius]
    points: Floats = np.concatenate([side, np.insert(disc, 2, solid.height, axis=1)])
    points += np.array([x, y, z])
    return points


def half(points: Floats, body: Body, toward: Body) -> Floats:
    """Those of a silhouette's points that lie on the other's side of it."""
    way = np.subtract(toward.pose.at, body.pose.at)[:2]
    near: Floats = points[(points[:, :2] - body.pose.at[:2]) @ way >= 0]
    return near


def sampled(tracer: object, viewer: Body, target: Body, points: dict[str, Floats]) -> bool:
    """Whether any line between points is clear, from one point of the viewer after another."""
    ends = half(points[target.name], target, viewer)
    return any(
        not tracer.occluded(start, ends).all()  # type: ignore[attr-defined]
        for start in half(points[viewer.name], viewer, target)
    )


def run(count: int = COUNT) -> None:
    scene = table(count)
    bodies = troopers(scene, TROOPERS)
    scene = scene.with_bodies(*bodies)
    pairs = [(a, b) for a in bodies for b in bodies if a is not b]
    start = time.perf_counter()
    exact = [line_of_fire(scene, a, b, models=False, evidence=False) for a, b in pairs]
    ours = time.perf_counter() - start
    said = Counter(f"{one.outcome.value} {one.method}" for one in exact)
    print(f"\n{count:,} triangles, {len(bodies)} troopers, {len(pairs)} pairs: {dict(said)}")
    print(f"  exactly           {len(pairs) / ours:8.1f} pairs/s   matrix in {ours:7.1f} s")
    tracer = peers.found(lambda: peers.Embreex(scene))
    if tracer is None:
        return
    points = {body.name: samples(body) for body in bodies}
    start = time.perf_counter()
    other = [sampled(tracer, a, b, points) for a, b in pairs]
    theirs = time.perf_counter() - start
    print(f"  embreex at 3 mm   {len(pairs) / theirs:8.1f} pairs/s   matrix in {theirs:7.1f} s")
    print(f"  ratio {theirs / ours:.2f}")
    unseen = sum(b and a.outcome is Outcome.NO for a, b in zip(exact, other, strict=True))
    unsure = sum(not b and a.outcome is Outcome.YES for a, b in zip(exact, other, strict=True))
    print(
        f"  a clear line in {unseen} pairs without a part of 3 mm; none found in {unsure} with one"
    )


if __name__ == "__main__":
    run()
