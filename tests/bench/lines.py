"""Lines from one point, blocked or clear: the kernel and its peers in one run.

`python -m tests.bench.lines`
"""

import statistics

import numpy as np

from spatial.kernel import Occluder
from tests.bench import peers
from tests.bench.tables import (
    COUNTS,
    compared,
    foci,
    samples,
    table,
    targets,
    timed,
    triangles,
)

TARGETS, FOCI, PER_TARGET = 80, 6, 256


def run(count: int) -> None:
    scene = table(count)
    print(f"\n{len(triangles(scene)):,} triangles, {TARGETS * PER_TARGET:,} lines from each of "
          f"{FOCI} points, {PER_TARGET} to a target within 240 mm")  # fmt: skip
    rng = np.random.default_rng(5)
    asked = []
    for focus in foci(scene, FOCI):
        ends = [samples(focus, target) for target in targets(focus, TARGETS, rng)]
        asked.append((focus, np.concatenate(ends)))
    bundles = np.arange(0, TARGETS * PER_TARGET, PER_TARGET, dtype=np.int32)
    occluder = Occluder(scene)

    def ours(threads: int) -> list[np.ndarray]:
        return [occluder.occluded(f, ends, None, bundles, threads) for f, ends in asked]

    runs = {"blastfocus, 2 threads": lambda: ours(2), "blastfocus, 1 thread": lambda: ours(1)}
    answers = np.concatenate(ours(2))
    print(f"  blocked: {answers.mean():.1%}")
    makes = {
        "Open3D, 2 threads": lambda: peers.Open3D(scene),
        "Open3D, 1 thread": lambda: peers.Open3D(scene, 1),
        "embreex, 1 thread": lambda: peers.Embreex(scene),
    }
    for name, make in makes.items():
        peer = peers.found(make)
        if peer is None:
            continue
        ready = [peer.prepared(f, ends) for f, ends in asked]  # type: ignore[attr-defined]
        other = np.concatenate([one() for one in ready])
        print(f"  {name}: {(other != answers).sum()} of {len(other):,} answers differ")
        runs[name] = lambda ready=ready: [one() for one in ready]
    each = timed(runs, 31)
    taken = {name: statistics.median(one) for name, one in each.items()}
    best = {name: min(one) for name, one in each.items()}
    lines = len(answers)
    base = "Open3D, 2 threads" if "Open3D, 2 threads" in runs else "blastfocus, 2 threads"
    print("                         million lines/s    ratio    ratio of the best runs")
    for name, seconds in taken.items():
        print(f"  {name:22} {lines / seconds / 1e6:8.2f}           {taken[base] / seconds:7.2f}"
              f"  {best[base] / best[name]:7.2f}")  # fmt: skip
    slow = peers.found(lambda: peers.Trimesh(scene))
    if slow is not None:
        focus, ends = asked[0]
        some = ends[:: max(1, len(ends) // (200 if count < 500_000 else 20))]
        one = slow.prepared(focus, some)  # type: ignore[attr-defined]
        slow_one = compared({"trimesh": one}, 1)["trimesh"] / len(some)
        ratio = slow_one * lines / taken["blastfocus, 2 threads"]
        print(f"  {'trimesh over rtree':22} {1e-6 / slow_one:8.5f} million lines/s; "
              f"blastfocus is {ratio:,.0f} times as fast")  # fmt: skip


if __name__ == "__main__":
    print("Ratios are to Open3D on 2 threads.")
    for count in COUNTS:
        run(count)
