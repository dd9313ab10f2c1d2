"""A Dask cluster without a word of its own: neither its log, nor Ctrl-C in its processes."""

import importlib
import logging
import signal
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing import resource_tracker
from typing import Any, Final

NOTHING: Final = logging.CRITICAL + 1
"""The level of a log that says nothing."""

_TALKING: Final = ("asyncio", "bokeh", "dask", "distributed", "tornado")


@contextmanager
def silent() -> Iterator[None]:
    """Keep Dask's log and its warnings from the terminal: what matters is raised."""
    with suppress(ImportError):
        # It sets up its log as it is loaded.
        importlib.import_module("distributed")
    names = (name for name in logging.root.manager.loggerDict if name.split(".")[0] in _TALKING)
    before = [(logger, logger.level) for logger in map(logging.getLogger, sorted(names))]
    try:
        for logger, _ in before:
            logger.setLevel(NOTHING)
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", module=rf"({'|'.join(_TALKING)})\b")
            yield
    finally:
        for logger, level in before:
            logger.setLevel(level)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Hear Ctrl-C only afterwards; processes that are begun meanwhile never hear it.

    Neither do those that are begun later by threads that are begun meanwhile.

    Raises
    ------
    KeyboardInterrupt
        Afterwards.
    """
    # In a shell's background nobody hears it.
    is_heard = signal.getsignal(signal.SIGINT) not in (signal.SIG_IGN, None)
    if threading.current_thread() is not threading.main_thread() or not is_heard:
        yield
        return
    times: list[int] = []
    heard = signal.signal(signal.SIGINT, lambda number, _: times.append(number))
    try:
        with _masked():
            yield
    finally:
        signal.signal(signal.SIGINT, heard)
    if times:
        raise KeyboardInterrupt


@contextmanager
def _masked() -> Iterator[None]:
    """Threads that are begun meanwhile don't take SIGINT, nor do processes of theirs."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # The first process that is begun starts this one, which would lift the mask.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def connected(where: Any, patience: float) -> Any:
    """Return a client of a Dask scheduler.

    Parameters
    ----------
    where : str or distributed.LocalCluster
        The scheduler's address, or a cluster of this machine.
    patience : float
        How long it is waited for, s.

    Raises
    ------
    OSError, TimeoutError, ValueError
        If it doesn't answer.
    """
    from distributed import Client

    client = Client.__new__(Client)
    try:
        Client.__init__(client, where, timeout=patience, set_as_default=False)
    except BaseException:
        # Half made, it would be closed as it is thrown away, and complain.
        client.status = "closed"
        raise
    return client
