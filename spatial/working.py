"""Many independent questions about one table, on every core; each answer is kept at once.

A job answers for itself: its answers depend neither on who works on it nor on when.
"""

import hashlib
import multiprocessing
import os
import signal
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np

from meshes.mesh import Bools, Mesh
from spatial.compiling import available, compiled
from spatial.kernel import Occluder
from spatial.quiet import undisturbed
from spatial.scene import Body, Pose, Scene, SceneError

LEAST: Final = 2_000_000
"""Lines, about, that are worth starting other processes for."""


class Job(Protocol):
    """Some questions about a table that are answered together."""

    @property
    def keys(self) -> tuple[str, ...]:
        """A name for each of its answers."""

    @property
    def lines(self) -> int:
        """About how many lines it takes."""

    def answers(self, occluder: Occluder) -> list[bytes]:
        """Return the answers, one for each key."""


@dataclass(frozen=True, slots=True, eq=False)
class Cover:
    """The total cover of a scene, to be sent to who works on it.

    Parameters
    ----------
    meshes : tuple of Mesh
    size : tuple of 2 floats
        Of the table, mm.
    """

    meshes: tuple[Mesh, ...]
    size: tuple[float, float]

    def __sizeof__(self) -> int:
        """About how many bytes it takes to send it: who hands out work weighs that."""
        return 200 + sum(mesh.vertices.nbytes + mesh.faces.nbytes for mesh in self.meshes)

    @property
    def digest(self) -> str:
        """What tells it from another, short."""
        found = hashlib.sha256(repr(self.size).encode())
        for mesh in self.meshes:
            found.update(mesh.vertices.tobytes())
            found.update(mesh.faces.tobytes())
        return found.hexdigest()[:16]

    def occluder(self) -> Occluder:
        """Return what lines meet."""
        here = Pose((0.0, 0.0, 0.0))
        bodies = (
            Body(str(i), "scenery", mesh, here, None, True) for i, mesh in enumerate(self.meshes)
        )
        return Occluder(Scene(tuple(bodies), self.size))


def cover(scene: Scene) -> Cover:
    """Return the total cover of a scene.

    Examples
    --------
    >>> cover(Scene((), (100, 50))).size
    (100, 50)
    """
    blocking = (body for body in scene.bodies if body.role == "scenery" and body.blocks)
    return Cover(tuple(body.mesh for body in blocking), scene.size)


def longest_first(jobs: Sequence[Job]) -> list[Job]:
    """Return jobs in the order in which several workers end about together.

    Source: the rule of the longest processing time first, Graham (1969).
    """
    return sorted(jobs, key=lambda job: -job.lines)


def cores() -> int:
    """Return how many workers this machine has room for."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def work(
    jobs: Sequence[Job],
    table: Cover,
    keep: Callable[[str, bytes], None],
    workers: int = 0,
    done: Callable[[float], None] = lambda _: None,
    least: int = LEAST,
) -> None:
    """Answer jobs, on as many processes as asked.

    Parameters
    ----------
    jobs : sequence of Job
    table : Cover
        It is sent to each worker once.
    keep : callable
        Given each key and its answer as soon as it is there, in any order.
    workers : int
        Processes; 0 for one on each core. One works in this process.
    done : callable
        Told how much is done, from 0 to 1.
    least : int
        Fewer lines than this are drawn in this process, whatever `workers` says.

    Raises
    ------
    SceneError
        If a process ends before its work is done. What was answered has been kept.
    KeyboardInterrupt
        As it comes; jobs in the making are finished and kept first.
    """
    workers = workers or cores()
    total = max(1, sum(job.lines for job in jobs))
    settled = 0

    def kept(job: Job, answers: list[bytes]) -> None:
        nonlocal settled
        for key, answer in zip(job.keys, answers, strict=True):
            keep(key, answer)
        settled += job.lines
        done(settled / total)

    if workers <= 1 or len(jobs) <= 1 or total < least:
        occluder = table.occluder() if jobs else None
        for job in jobs:
            assert occluder is not None
            kept(job, job.answers(occluder))
        return
    if available():
        # Compiled here once, so that the workers find it.
        compiled("occluded")
        compiled("arranged")
    pool = ProcessPoolExecutor(
        min(workers, len(jobs)), multiprocessing.get_context("spawn"), _begin, (table,)
    )
    futures: dict[Future[list[bytes]], Job] = {}
    try:
        # Nor do the processes hear it while they load.
        with undisturbed():
            futures.update((pool.submit(_answer, job), job) for job in longest_first(jobs))
        _collect(futures, kept)
    except BrokenProcessPool:
        raise SceneError(
            "a worker process ended before its work was done, perhaps for want of memory; "
            "run it again with fewer --workers: what was finished is kept"
        ) from None
    except KeyboardInterrupt:
        for future in futures:
            future.cancel()
        pool.shutdown(wait=True)
        for future, job in futures.items():
            if future.done() and not future.cancelled() and future.exception() is None:
                kept(job, future.result())
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _collect(
    futures: dict[Future[list[bytes]], Job], kept: Callable[[Job, list[bytes]], None]
) -> None:
    while futures:
        ready, _ = wait(futures, return_when=FIRST_COMPLETED)
        for future in ready:
            answers = future.result()
            kept(futures.pop(future), answers)


_mine: list[Occluder] = []


def _begin(table: Cover) -> None:
    """A worker's start: the table is built once, and Ctrl-C is left to who gave the work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _mine[:] = [table.occluder()]


def _answer(job: Job) -> list[bytes]:
    return job.answers(_mine[0])


def packed(lines: int, bits: Bools) -> bytes:
    """Return a table of yes and no as bytes, after how many lines it took."""
    return np.array(lines, "<i8").tobytes() + np.packbits(bits).tobytes()


def unpacked(answer: bytes, shape: tuple[int, ...]) -> tuple[int, Bools] | None:
    """Return what `packed` made bytes of; None where it can't have been of that shape.

    Examples
    --------
    >>> lines, bits = unpacked(packed(7, np.array([[True, False]])), (1, 2))
    >>> lines, bits.tolist()
    (7, [[True, False]])
    """
    count = int(np.prod(shape))
    if len(answer) != 8 + -(-count // 8):
        return None
    bits = np.unpackbits(np.frombuffer(answer, np.uint8, offset=8), count=count)
    return int(np.frombuffer(answer, "<i8", 1)[0]), bits.reshape(shape).astype(bool)
