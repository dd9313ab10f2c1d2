"""The same work on several machines: Dask distributed, from the extra `[cluster]`.

The table is sent to each worker once, and built there once. A worker that is lost takes
nothing along: its jobs are given to another.
"""

import itertools
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any, Final

from spatial.kernel import Occluder
from spatial.scene import SceneError
from spatial.working import Cover, Job, cores

_PATIENCE: Final = 30
"""How long a scheduler is waited for, s."""

_AHEAD: Final = 2
"""Jobs that are handed out for each thread of a worker."""

_QUIET: Final = {
    "distributed.worker.profile.enabled": False,
    "distributed.admin.system-monitor.interval": "5s",
    "distributed.admin.tick.interval": "500ms",
}
"""Workers that are started here don't watch themselves a hundred times a second: it takes
some hundredths of a core each, while they work and while they wait."""

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
    try:
        from distributed import Client, LocalCluster
    except ImportError as error:
        raise SceneError(
            f"a cluster needs Dask distributed, which can't be loaded ({error}); "
            'install it again with: pip install --force-reinstall "blastfocus[cluster]"'
        ) from error

    if scheduler:
        try:
            client = Client(scheduler, timeout=_PATIENCE, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            raise SceneError(
                f"{scheduler}: no Dask scheduler answers there; start one with: dask scheduler"
            ) from error
        with client, _forgotten(client):
            yield client
        return
    local = LocalCluster(
        n_workers=workers or cores(),
        threads_per_worker=1,
        dashboard_address="127.0.0.1:0",
        config=_QUIET,
    )
    with local, Client(local, set_as_default=False) as client, _forgotten(client):
        yield client


@contextmanager
def _forgotten(client: Any) -> Iterator[None]:
    try:
        yield
    finally:
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
        If a job's workers were lost again and again. What was answered has been kept.
    """
    from distributed import KilledWorker, as_completed

    name, number = f"table-{table.digest}", next(_numbers)
    total, settled = max(1, sum(job.lines for job in jobs)), 0
    left = iter(enumerate(jobs))
    futures: dict[Any, Job] = {}
    coming = as_completed(loop=client.loop)
    with warnings.catch_warnings():
        # It holds the table large for what a task says; the scheduler is to have it, so
        # that it isn't lost with a worker.
        warnings.filterwarnings("ignore", "Sending large graph", UserWarning)
        if (client.id, name) not in _sent:
            _sent[client.id, name] = client.submit(_held, table, key=name, pure=False)
    held = _sent[client.id, name]

    def hand_out() -> None:
        # A worker has one job and one that waits. Given all at once, they would be shared
        # out before it is known how long each takes, and a worker be idle at the end.
        room = _AHEAD * max(1, sum(client.nthreads().values())) - len(futures)
        for k, job in itertools.islice(left, max(room, 0)):
            key = f"{name}-{number}-{k}"
            future = client.submit(_answer, job, held, name, key=key, pure=False)
            futures[future] = job
            coming.add(future)

    try:
        hand_out()
        for future in coming:
            answers, job = future.result(), futures.pop(future)
            hand_out()
            for key, answer in zip(job.keys, answers, strict=True):
                keep(key, answer)
            settled += job.lines
            done(settled / total)
    except KilledWorker:
        raise SceneError(
            "a part of the map cost several workers their lives, perhaps for want of memory; "
            "run it again: what was finished is kept"
        ) from None
    finally:
        client.cancel(list(futures))


def _held(table: Cover) -> Cover:
    """A task whose outcome is the table: each worker fetches it once, and it can be made anew."""
    return table


_built: dict[str, Occluder] = {}


def _answer(job: Job, table: Cover, name: str) -> list[bytes]:
    if name not in _built:
        # Of an earlier map nothing is needed any more.
        _built.clear()
        _built[name] = table.occluder()
    return job.answers(_built[name])
