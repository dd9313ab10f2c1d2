"""Focus-target pairs decided in a second: exactly, and by Open3D on samples 3 mm apart.

`python -m tests.bench.pairs`
"""

import time
from collections import Counter

import numpy as np

from meshes.mesh import Floats
from meshes.solids import Cylinder, SweptBall
from spatial.contact import contact
from spatial.outcome import Outcome
from spatial.scene import Body, Pose, Scene, template_body, trooper_body
from spatial.sight import decide, gather
from tests.bench import peers
from tests.bench.tables import COUNTS, compared, foci, samples, table, targets

Pair = tuple[Floats, Body, Body, Body]


def pairs(scene: Scene, count: int) -> list[Pair]:
    """A focus, a silhouette in contact with a template from there, the template, its user."""
    rng, found = np.random.default_rng(9), []
    while len(found) < count:
        focus = foci(scene, 1, int(rng.integers(2**31)))[0]
        x, y, z = focus.tolist()
        user = trooper_body("user", Cylinder(12.5, 40), (x, y - 12.5, max(0.0, z - 20)))
        for target in targets(focus, 12, rng):
            dx, dy, dz = np.add(target.pose.at, (0, 0, 20)) - focus
            tilt = float(np.degrees(np.arctan2(dz, np.hypot(dx, dy))).clip(-25, 25))
            pose = Pose((x, y, z), float(np.degrees(np.arctan2(dy, dx))), tilt)
            template = template_body("A", SweptBall(0, 200, 0, 40, -40, 40), pose)
            if contact(target, template).gap < -0.001:
                found.append((focus, target, template, user))
    return found[:count]


def ours(scene: Scene, pair: Pair) -> Outcome:
    focus, target, template, user = pair
    cover = gather(scene, focus, target.box, user)
    return decide(cover, target, template)[0]


def sampled(pair: Pair) -> Floats:
    """Points 3 mm apart on the half of the silhouette that faces the focus, in the template."""
    focus, target, template, _ = pair
    points = samples(focus, target, 13, 14)
    depth = template.swept.depth(template.pose.to_local(points))
    inside: Floats = points[depth >= 0]
    return inside


def run(count: int, asked: int = 60) -> None:
    scene = table(count)
    some = pairs(scene, asked)
    start = time.perf_counter()
    exact = [ours(scene, pair) for pair in some]
    print(f"\n{count:,} triangles, {asked} pairs: "
          f"{dict(Counter(one.value for one in exact))}")  # fmt: skip
    slow = time.perf_counter() - start
    tracer = peers.found(lambda: peers.Open3D(scene))
    runs = {"exactly": lambda: [ours(scene, pair) for pair in some]}
    if tracer is not None:
        test = tracer.occluded  # type: ignore[attr-defined]

        def one_by_one() -> list[bool]:
            return [bool((~test(pair[0], sampled(pair))).any()) for pair in some]

        ready = [tracer.prepared(pair[0], sampled(pair)) for pair in some]  # type: ignore[attr-defined]
        runs["Open3D at 3 mm"] = one_by_one
        runs["Open3D, samples ready"] = lambda: [one() for one in ready]
        other = one_by_one()
        wrong = sum((a is Outcome.YES) != b for a, b in zip(exact, other, strict=True))
        print(f"  Open3D's samples contradict {wrong} of {asked} exact answers")
    taken = compared(runs, 3)
    base = taken.get("Open3D at 3 mm", slow)
    for name, seconds in taken.items():
        print(f"  {name:22} {asked / seconds:9.0f} pairs/s  {base / seconds:7.3f}")


if __name__ == "__main__":
    print("Ratios are to Open3D with its samples made pair by pair.")
    for count in COUNTS:
        run(count)
