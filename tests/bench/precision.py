"""Lines that pass an edge at a tiny distance: who calls them wrongly.

A sheet stands between; each line crosses its plane so many mm beside its edge, inside or
outside. The exact answer is known by construction. `python -m tests.bench.precision`
"""

import numpy as np

from meshes.mesh import Mesh
from spatial.kernel import Occluder
from spatial.scene import Pose, Scene, scenery_body
from tests.bench import peers

OFFSETS = (1e-4, 3e-5, 1e-5, 1e-6, 1e-7)
LINES = 20_000


def run(offset: float) -> None:
    rng = np.random.default_rng(7)
    wrong: dict[str, list[int]] = {}
    for _ in range(20):
        at, turn = rng.uniform(200, 1000, 2), float(rng.uniform(0, 360))
        high = float(rng.uniform(80, 160))
        sheet = Mesh([[0, -200, 0], [0, 200, 0], [0, 200, high], [0, -200, high]],
                     [[0, 1, 2], [0, 2, 3]])  # fmt: skip
        pose = Pose((float(at[0]), float(at[1]), 0.0), turn)
        scene = Scene((scenery_body("sheet", sheet, pose),))
        # Over the sheet's upper edge, in the sheet's own frame.
        start = np.array([-rng.uniform(40, 120), rng.uniform(-50, 50), rng.uniform(20, 70)])
        n = LINES // 20
        cross = np.column_stack([np.zeros(n), rng.uniform(-150, 150, n), np.full(n, high)])
        above = rng.random(n) < 0.5
        way = cross - start
        # Square to the line and away from the edge, which runs along y.
        aside = np.column_stack([-way[:, 2], np.zeros(n), way[:, 0]])
        aside /= np.linalg.norm(aside, axis=1)[:, None]
        passing = cross + aside * np.where(above, offset, -offset)[:, None]
        end = start + (passing - start) * rng.uniform(1.2, 2.0, n)[:, None]
        focus, ends = pose.to_world(start[None])[0], pose.to_world(end)
        answers = {"blastfocus": Occluder(scene).occluded(focus, ends)}
        for name, make in (("embreex", peers.Embreex), ("Open3D", peers.Open3D)):
            try:
                answers[name] = make(scene).occluded(focus, ends)
            except ImportError:
                continue
        for name, blocked in answers.items():
            clear, shut = wrong.setdefault(name, [0, 0]), blocked
            clear[0] += int((shut & above).sum())
            clear[1] += int((~shut & ~above).sum())
    for name, (false_blocked, false_clear) in wrong.items():
        print(f"{offset:8.0e}  {name:11} {false_blocked / LINES:8.2%} {false_clear / LINES:8.2%}")


if __name__ == "__main__":
    print("mm aside  who         blocked    clear  (wrongly, of all lines)")
    for offset in OFFSETS:
        run(offset)
