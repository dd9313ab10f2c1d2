"""Standing maps of a whole table, against dropping a base at one spot after the other.

`python -m tests.bench.standing`
"""

import math
import time
from collections.abc import Callable

import numpy as np

from meshes.silhouettes import silhouette
from spatial.columns import faces, gaps, spans
from spatial.scene import Scene
from spatial.spans import disc_spans
from spatial.standing import standing_map
from spatial.support import RIM, resting_height
from tests.bench.tables import SIDE, table, triangles

SPACING = 5.0
COUNTS = (10_000, 100_000)
SAMPLE = 500


def spent(run: Callable[[], object]) -> tuple[float, object]:
    """Seconds of processor time, which a busy machine changes least, and what came of it."""
    start = time.process_time()
    made = run()
    return time.process_time() - start, made


def dropped(scene: Scene, spots: np.ndarray, radius: float) -> list[float]:
    """The highest surface under a base at each spot, asked one by one."""
    heights = []
    for x, y in spots.tolist():
        box = np.array([[x - radius, y - radius, -1e9], [x + radius, y + radius, 1e9]])
        heights.append(max(0.0, resting_height(scene.near(box), (x, y), radius)))
    return heights


def run(count: int) -> None:
    scene, shape = table(count), silhouette("S2")
    radius, reach = shape.diameter / 2, shape.diameter / 2 - RIM
    lines = (np.arange(math.floor(SIDE / SPACING + 0.5)) + 0.5) * SPACING
    total = len(lines) ** 2
    print(f"\n{len(triangles(scene)):,} triangles, {total:,} spots {SPACING:g} mm apart")

    spots = np.random.default_rng(3).choice(lines, (SAMPLE, 2))
    one_by_one, heights = spent(lambda: dropped(scene, spots, radius))
    one_by_one *= total / SAMPLE

    def floors() -> np.ndarray:
        found = spans(
            faces(scene).corners, lines, lines, (reach, reach), lambda c: disc_spans(c, reach)
        )
        free = gaps(total, found, 3.0 - RIM)
        return free.floor[np.append(free.place[1:] != free.place[:-1], True)]

    at_once, top = spent(floors)
    row, column = (np.searchsorted(lines, spots[:, axis]) for axis in (1, 0))
    same = top[row * len(lines) + column] == heights  # type: ignore[index]
    print(f"  heights with the same bits: {same.mean():.1%} of {SAMPLE} spots")
    whole, found = spent(lambda: standing_map(scene, shape, SPACING))
    print(f"  one drop at each spot, its highest floor alone: {one_by_one:7.1f} s  ratio 1")
    print(f"  all floors of all spots:                        {at_once:7.1f} s  "
          f"ratio {one_by_one / at_once:.1f}")  # fmt: skip
    print(f"  the whole map:                                  {whole:7.1f} s  "
          f"ratio {one_by_one / whole:.1f}")  # fmt: skip
    print(f"  {len(found.places):,} places, {len(found.neighbours):,} ways")  # type: ignore[attr-defined]


if __name__ == "__main__":
    for count in COUNTS:
        run(count)
