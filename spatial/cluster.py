"""The same work on several machines: Dask distributed, from the extra `[cluster]`.

The table is sent to each worker once, and built there once. A worker that is lost takes
nothing along: its jobs are given to another.
"""

import itertools
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from typing import Any, Final

from spatial.kernel import Occluder
from spatial.patches import DECIDING
from spatial.program import program
from spatial.quiet import NOTHING, connected, silent, undisturbed
from spatial.scene import SceneError
from spatial.working import Cover, Job, cores, longest_first

_PATIENCE: Final = 30
"""How long a scheduler is waited for, s."""

_LOOK: Final = 5
"""How often it is looked for workers while nothing is answered, s."""

_AHEAD: Final = 2
"""Jobs that each thread of a worker is given: the one it works on, and one that waits."""

_QUIET: Final = {
    "distributed.worker.profile.enabled": False,
    "distributed.admin.system-monitor.interval": "5s",
    "distributed.admin.tick.interval": "500ms",
    "distributed.scheduler.work-stealing": False,
}
"""Workers that are started here don't watch themselves a hundred times a second: it takes
some hundredths of a core each, while they work and while they wait. Nor do they take each
other's jobs: each is given only what it is about to do."""

_TABLES: Final = 2
"""So many a worker keeps built: two may be at work on one cluster."""

_numbers: Final = itertools.count()
_sent: Final[dict[tuple[str, str], Any]] = {}
"""Tables that clients' schedulers have."""


@contextmanager
def cluster(scheduler: str = "", workers: int = 0) -> Iterator[Any]:
    """Give a client of a Dask cluster.

    Parameters
    ----------
    scheduler : str
        Its address, such as ``tcp://10.0.0.5:8786``; empty for processes of this machine,
        started for the occasion.
    workers : int
        How many of those; 0 for one on each core.

    Raises
    ------
    SceneError
        If Dask isn't installed, or the scheduler doesn't answer.
    """
    if find_spec("distributed") is None:
        raise SceneError(
            "a cluster needs Dask distributed, which isn't installed; "
            'install it with: pip install "blastfocus[cluster]"'
        )
    with silent():
        try:
            import dask
            from distributed import LocalCluster
        except ImportError as error:
            raise SceneError(
                f"a cluster needs Dask distributed, which can't be loaded ({error}); "
                'install it again with: pip install --force-reinstall "blastfocus[cluster]"'
            ) from error
        local = client = None
        try:
            if not scheduler:
                # Once for the scheduler, which is part of this process, and once for the workers.
                with undisturbed(), dask.config.set(_QUIET):
                    local = LocalCluster(
                        n_workers=workers or cores(),
                        threads_per_worker=1,
                        dashboard_address="127.0.0.1:0",
                        silence_logs=NOTHING,
                        config=_QUIET,
                    )
            try:
                client = connected(local or scheduler, _PATIENCE)
            except (OSError, TimeoutError, ValueError) as error:
                raise SceneError(
                    f"{scheduler}: no Dask scheduler answers there; start one with: dask scheduler"
                ) from error
            yield client
        finally:
            with undisturbed():
                if client is not None:
                    _forget(client)
                    client.close()
                if local is not None:
                    local.close()


def _forget(client: Any) -> None:
    for one in [sent for sent in _sent if sent[0] == client.id]:
        del _sent[one]


def spread(
    client: Any,
    jobs: Sequence[Job],
    table: Cover,
    keep: Callable[[str, bytes], None],
    *,
    done: Callable[[float], None] = lambda _: None,
) -> None:
    """Answer jobs on a Dask cluster, as `spatial.working.work` does here.

    Parameters
    ----------
    client : distributed.Client
    jobs, table, keep, done
        As for `spatial.working.work`.

    Raises
    ------
    SceneError
        If the scheduler is lost, or all workers, or a job's workers again and again; or if
        a worker hasn't the same program. What was answered has been kept.
    """
    from distributed import CancelledError, KilledWorker
    from distributed.comm import CommClosedError

    hands = _Hands(client, table)
    total, settled = max(1, sum(job.lines for job in jobs)), 0
    try:
        for job, answers in hands.answered(longest_first(jobs)):
            for key, answer in zip(job.keys, answers, strict=True):
                keep(key, answer)
            settled += job.lines
            done(settled / total)
    except KilledWorker:
        raise SceneError(
            "a part of the map cost several workers their lives, perhaps for want of memory; "
            "run it again: what was finished is kept"
        ) from None
    except (CancelledError, CommClosedError, TimeoutError):
        raise SceneError(
            f"{_address(client)}: the Dask scheduler was lost; start one and run it again: "
            "what was finished is kept"
        ) from None
    finally:
        hands.withdraw()


def _address(client: Any) -> str:
    return str(client.scheduler.address)


class _Hands:
    """The workers of a cluster, each given what it is about to do.

    Which worker is given a job is settled here, not by the scheduler: it would hand jobs to
    who has the table already, and leave the others idle until it moves jobs over.

    Parameters
    ----------
    client : distributed.Client
    table : Cover
    """

    def __init__(self, client: Any, table: Cover) -> None:
        self.client, self.name = client, f"table-{table.digest}"
        # No other map may have the same name, on this cluster or from whoever else uses it: its
        # answers would be taken for these.
        self.map = f"map-{client.id}-{next(_numbers)}"
        self.table = _sent_once(client, self.name, _held, table)
        self.out: dict[Any, tuple[Job, str]] = {}

    def answered(self, jobs: Sequence[Job]) -> Iterator[tuple[Job, list[bytes]]]:
        """Give each job with its answers, as they come."""
        left = deque(enumerate(jobs))
        while left or self.out:
            self._hand_out(left)
            ready = [(future, *self.out.pop(future)) for future in self._done()]
            # The workers aren't kept waiting for the answers to be fetched.
            self._hand_out(left)
            for future, job, _ in ready:
                yield job, future.result()

    def _done(self) -> list[Any]:
        """Return what is answered, as soon as something is."""
        from distributed import wait

        while True:
            try:
                with self.client.as_current():
                    done = wait(list(self.out), _LOOK, "FIRST_COMPLETED").done
            except TimeoutError:
                if not self.client.nthreads():
                    _awaited(self.client)
                continue
            return [future for future in self.out if future in done]

    def _hand_out(self, left: deque[tuple[int, Job]]) -> None:
        if not left:
            return
        threads = self.client.nthreads()
        if not (threads or self.out):
            threads = _awaited(self.client)
        given = Counter(address for _, address in self.out.values())
        while left and threads:
            # Towards the end nothing waits: it might wait for a long job while another
            # worker has nothing to do.
            ahead = _AHEAD if len(left) > _AHEAD * sum(threads.values()) else 1
            address = min(threads, key=lambda one: given[one] / threads[one])
            if given[address] >= ahead * threads[address]:
                return
            number, job = left.popleft()
            future = self._given(number, job, address)
            self.out[future] = job, address
            given[address] += 1

    def _given(self, number: int, job: Job, address: str) -> Any:
        there = {"pure": False, "workers": [address], "allow_other_workers": True}
        # A copy of its own, since the scheduler would take back what it holds twice.
        table = _sent_once(self.client, f"{self.name}-{address}", _held, self.table, **there)
        key = f"{self.map}-{number}"
        return self.client.submit(
            _answer, job, table, self.name, program(DECIDING), key=key, **there
        )

    def withdraw(self) -> None:
        """Take back what isn't answered."""
        if self.client.status == "running":
            with suppress(OSError, TimeoutError):
                self.client.cancel(list(self.out))


def _sent_once(client: Any, key: str, *task: Any, **where: Any) -> Any:
    if (client.id, key) not in _sent:
        _sent[client.id, key] = client.submit(*task, key=key, **{"pure": False, **where})
    return _sent[client.id, key]


def _awaited(client: Any) -> dict[str, int]:
    """Return the threads of each worker, once there is one."""
    try:
        client.wait_for_workers(1, timeout=_PATIENCE)
    except TimeoutError:
        address = _address(client)
        raise SceneError(
            f"{address}: the Dask scheduler has no workers; start one with: dask worker {address} "
            "(one that has no Blast Focus ends at once)"
        ) from None
    return dict(client.nthreads())


def _held(table: Cover) -> Cover:
    """A task whose outcome is the table: a worker fetches it once, and it can be made anew."""
    return table


_built: dict[str, Occluder] = {}
_building = threading.Lock()


def _answer(job: Job, table: Cover, name: str, wanted: bytes) -> list[bytes]:
    if program(DECIDING) != wanted:
        raise SceneError(
            "a worker of the cluster has another version of Blast Focus; install the same one "
            "there, and start the worker again"
        )
    return job.answers(_occluder(table, name))


def _occluder(table: Cover, name: str) -> Occluder:
    """A table's cover, built once: a worker's threads ask for it at the same time."""
    with _building:
        occluder = _built.pop(name, None) or table.occluder()
        # The one that was asked for last comes last.
        _built[name] = occluder
        while len(_built) > _TABLES:
            del _built[next(iter(_built))]
    return occluder
