"""How long a ruling takes: 12 troopers, 4 templates, a warm table.

`python -m tests.bench.ruling`
"""

import dataclasses
import json

import numpy as np

from rules.dispute import Dispute
from rules.ruling import rule
from rules.scenefile import read
from spatial.scene import Pose, Scene, scenery_body
from tests.bench.tables import compared, foci, table

FRAME = 1 / 60
"""A display's frame, s."""


def dispute(scene: Scene, seed: int = 3) -> Dispute:
    """Twelve troopers on open ground near each other, and four large teardrops by one."""
    rng = np.random.default_rng(seed)
    open_ground = [spot for spot in foci(scene, 4000, seed) if (spot[:2] < 1220).all()]
    user = min(open_ground, key=lambda spot: float(np.hypot(*(spot[:2] - 610))))
    near = [s for s in open_ground if 50 < np.hypot(*(s[:2] - user[:2])) < 210]
    others = [near[i] for i in rng.choice(len(near), 11, replace=False)]
    troopers = [
        {"name": f"{i}", "side": "red" if i else "blue", "silhouette": "S2",
         "at": [float(x), float(y), 0.0]}
        for i, (x, y, _) in enumerate([user, *others])
    ]  # fmt: skip
    aims = [{"name": f"T{i}", "aim": f"{i}", "height": 30} for i in range(1, 5)]
    file = {
        "format": 1,
        "name": "Benchmark",
        "rules": "infinity-codeone",
        "trooper": troopers,
        "weapon": [{"name": "flame", "template": "large_teardrop", "burst": 4}],
        "attack": [{"by": "0", "weapon": "flame", "template": aims}],
    }
    empty = read(json.dumps(file).encode(), "table.json")
    return dataclasses.replace(empty, scene=Scene((*scene.bodies, *empty.scene.bodies)))


def beside(scene: Scene, more: Scene) -> Scene:
    """A table and another one 3 m away from it."""
    far = Pose((3000.0, 0.0, 0.0))
    moved = [scenery_body(f"far {body.name}", body.mesh, far) for body in more.bodies]
    return Scene((*scene.bodies, *moved))


if __name__ == "__main__":
    big = dispute(table(500_000))
    runs = {
        "outcomes and evidence": lambda: rule(big, margins=False),
        "with margins": lambda: rule(big, margins=True),
    }
    attack = rule(big, margins=False).attacks[0]
    said = [v.outcome.value for p in attack.placements for v in p.verdicts]
    legal = sum(p.status == "placed" for p in attack.placements)
    print(f"500,000 triangles, 12 troopers, 4 templates ({legal} legal): "
          f"{said.count('YES')} YES, {said.count('NO')} NO")  # fmt: skip
    for name, seconds in compared(runs, 3).items():
        print(f"  {name:24} {seconds * 1e3:8.1f} ms  {seconds / FRAME:6.2f} frames of 1/60 s")
    small = table(10_000)
    few, many = dispute(small), dispute(beside(small, table(990_000)))
    # The far table changes no answer, so the questions are the same.
    many = dataclasses.replace(few, scene=many.scene)
    runs = {"few": lambda: rule(few, margins=False), "many": lambda: rule(many, margins=False)}
    taken = compared(runs, 5)
    print(f"10,000 to 1,000,000 triangles, the same in the cones: "
          f"{taken['few'] * 1e3:.1f} to {taken['many'] * 1e3:.1f} ms, "
          f"{taken['many'] / taken['few']:.2f} times")  # fmt: skip
