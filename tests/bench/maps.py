"""Whole-table maps: how much of the kernel's speed is left, peers line by line, workers.

`python -m tests.bench.maps`, or parts of it: `python -m tests.bench.maps kernel whole workers`.
A table of 1220 x 1220 mm with 81 houses and rocks; targets upright and prone.
"""

import multiprocessing
import statistics
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from functools import partial

import numpy as np

from meshes.silhouettes import silhouette
from spatial import working
from spatial.exposure import Sees, Views, counts, views
from spatial.kernel import Occluder
from spatial.patches import pieces
from spatial.scene import Scene
from spatial.seeing import Sampling
from spatial.standing import standing_map
from spatial.stands import standing
from spatial.working import Cover, cover, work
from tests.bench import peers
from tests.bench.tables import table, triangles

COUNTS = (10_000, 100_000, 500_000)
RUNS = 5
SLICES = 8


def asked(scene: Scene, spacing: float) -> Views:
    held = standing(standing_map(scene, silhouette("S2"), spacing))
    return views(held, pieces(scene), Sampling())


class Watched(Occluder):
    """An occluder that knows how long its lines took, in seconds of processor time."""

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.spent, self.lines, self.some = 0.0, 0, []

    def occluded(self, focus, ends, toward=None, bundles=None, threads=2):  # type: ignore[no-untyped-def]
        start = time.process_time()
        blocked = super().occluded(focus, ends, toward, bundles, threads)
        self.spent += time.process_time() - start
        self.lines += len(ends)
        if len(self.some) < 400 and len(ends):
            self.some.append((focus, ends[len(ends) // 2]))
        return blocked


def kernel(spacing: float = 50.0) -> None:
    """The map's lines a second of one process, beside those of its kernel's calls alone."""
    print(f"\nKernel: whole exposure maps, places {spacing:g} mm apart, one process")
    for count in COUNTS:
        scene = table(count)
        held = standing(standing_map(scene, silhouette("S2"), spacing))
        occluder = Watched(scene)
        start = time.process_time()
        questions = views(held, pieces(scene), Sampling())
        found: dict[str, bytes] = {}
        for job in questions.jobs(found):
            found.update(zip(job.keys, job.answers(occluder), strict=True))
        everywhere = np.ones(len(held.upright), dtype=bool)
        _, _, lines = counts(questions, found, [everywhere])
        whole = time.process_time() - start
        assert lines == occluder.lines
        print(
            f"  {len(triangles(scene)):9,} triangles: {len(held.upright):,} places, "
            f"{lines:,} lines, {lines / whole / 1e6:.2f} million a second; of the kernel's rate "
            f"{occluder.spent / whole:.2f}"
        )
        line_by_line(scene, occluder.some, lines / whole)


def line_by_line(scene: Scene, some: list, rate: float) -> None:  # type: ignore[type-arg]
    """The same lines with a peer, one at a time."""

    def timed(name: str, cast: Callable[[np.ndarray, np.ndarray], object], count: int) -> None:
        start = time.process_time()
        for focus, end in some[:count]:
            cast(focus, end)
        each = (time.process_time() - start) / count
        print(f"      {name}: {1 / each:,.0f} lines a second; the map is {rate * each:,.0f} times")

    few = 60 if len(triangles(scene)) > 50_000 else 200
    slow = peers.found(lambda: peers.Trimesh(scene))
    if slow is not None:
        ray = slow.scene  # type: ignore[attr-defined]
        timed("trimesh, a line at a time",
              lambda a, b: ray.intersects_any(a[None], (b - a)[None]), few)  # fmt: skip
    try:
        import pyvista
    except ImportError as error:
        print(f"  left out: {error}")
        return
    vertices, faces = peers.joined(scene)
    mesh = pyvista.PolyData.from_regular_faces(vertices.astype(float), faces.astype(int))
    mesh.ray_trace(*some[0], first_point=True)
    timed("PyVista, a line at a time", lambda a, b: mesh.ray_trace(a, b, first_point=True), few)


def whole(count: int = 500_000, spacing: float = 25.0) -> None:
    """How long a map of the whole table takes, on all cores."""
    scene = table(count)
    print(f"\nWhole: {len(triangles(scene)):,} triangles, every {spacing:g} mm, "
          f"on {working.cores()} cores")  # fmt: skip
    start = time.perf_counter()
    held = standing(standing_map(scene, silhouette("S2"), spacing))
    print(f"  where one can stand: {time.perf_counter() - start:.1f} s; "
          f"{len(held.upright):,} places on three levels")  # fmt: skip
    start, found = time.perf_counter(), dict[str, bytes]()
    questions = views(held, pieces(scene), Sampling())
    work(questions.jobs(found), cover(scene), found.__setitem__)
    taken = time.perf_counter() - start
    _, _, lines = counts(questions, found, [np.ones(len(held.upright), dtype=bool)])
    pairs = len(held.viewers) * sum(map(len, held.target_blocks))
    print(f"  who sees whom: {taken:.1f} s, {pairs:,} pairs, {lines:,} lines, "
          f"{lines / taken / 1e6:.2f} million a second")  # fmt: skip


def workers(count: int = 10_000, spacing: float = 32.0) -> None:
    """From one to two single-threaded workers: Dask beside a plain pool, all warm, in turns.

    A run's work is handed out in slices, each of them to all four in turn, so that whatever
    else the machine does meets them alike.
    """
    from spatial.cluster import cluster, spread

    scene = table(count)
    jobs, sent = asked(scene, spacing).jobs({}), cover(scene)
    found: dict[str, bytes] = {}
    context = multiprocessing.get_context("spawn")
    names = [f"{kind} {number}" for number in (1, 2) for kind in ("pool", "Dask")]
    taken: dict[str, list[float]] = {name: [0.0] * RUNS for name in names}
    spent: dict[str, list[float]] = {name: [0.0] * RUNS for name in names}
    with ExitStack() as stack:
        asks: dict[str, Callable[[list[Sees]], object]] = {}
        for number in (1, 2):
            pool = ProcessPoolExecutor(number, context, working._begin, (sent,))
            stack.enter_context(pool)
            client = stack.enter_context(cluster(workers=number))
            list(pool.map(_warm, range(2 * number)))
            spread(client, jobs[: 4 * number], sent, found.__setitem__)
            asks[f"pool {number}"] = partial(_pooled, pool, found)
            asks[f"Dask {number}"] = partial(_spread, client, sent, found)
        others = Others()
        turn = 0
        for run in range(RUNS):
            for first in range(SLICES):
                some = jobs[first::SLICES]
                for name in names[turn % 4 :] + names[: turn % 4]:
                    start, before = time.perf_counter(), processor()[1]
                    asks[name](some)
                    taken[name][run] += time.perf_counter() - start
                    spent[name][run] += processor()[1] - before
                turn += 1
        busy = others.cores()
    print(f"\nWorkers: {len(jobs)} jobs, about {sum(job.lines for job in jobs):,} lines; "
          f"other work took {busy:.2f} of {working.cores()} cores; s, run by run")  # fmt: skip
    for name, each in taken.items():
        print(f"  {name}: {_listed(each)}; of processor time {_listed(spent[name])}")
    pool_up, dask_up = (
        [a / b for a, b in zip(taken[f"{kind} 1"], taken[f"{kind} 2"], strict=True)]
        for kind in ("pool", "Dask")
    )
    print(f"  speed-up from one to two, pool: {_listed(pool_up)}")
    print(f"  speed-up from one to two, Dask: {_listed(dask_up)}")
    ratios = [b / a for a, b in zip(pool_up, dask_up, strict=True)]
    print(f"  of the pool's speed-up Dask has: {_listed(ratios)}")


class Others:
    """How much of the cores other work takes meanwhile."""

    def __init__(self) -> None:
        self.start, self.before = time.perf_counter(), processor()

    def cores(self) -> float:
        everybody, we = (
            after - before for after, before in zip(processor(), self.before, strict=True)
        )
        return (everybody - we) / (time.perf_counter() - self.start)


def processor() -> tuple[float, float]:
    """Seconds of processor time: everybody's, and of this process and those that it started."""
    import psutil  # Dask brings it along.

    every, me = psutil.cpu_times(), psutil.Process()
    mine = [one.cpu_times() for one in (me, *me.children(recursive=True))]
    everybody = every.user + every.system + getattr(every, "nice", 0.0)
    return everybody, sum(one.user + one.system for one in mine)


def _listed(each: list[float]) -> str:
    told = ", ".join(f"{one:.2f}" for one in each)
    return f"{told}; median {statistics.median(each):.2f}"


def _pooled(pool: ProcessPoolExecutor, found: dict[str, bytes], jobs: list[Sees]) -> None:
    jobs = working.longest_first(jobs)
    for job, answers in zip(jobs, pool.map(working._answer, jobs), strict=True):
        found.update(zip(job.keys, answers, strict=True))


def _spread(client: object, sent: Cover, found: dict[str, bytes], jobs: list[Sees]) -> None:
    from spatial.cluster import spread

    spread(client, jobs, sent, found.__setitem__)


def _warm(_: int) -> int:
    time.sleep(0.3)
    return 0


PARTS = {"kernel": kernel, "whole": whole, "workers": workers}

if __name__ == "__main__":
    for part in sys.argv[1:] or PARTS:
        PARTS[part]()
