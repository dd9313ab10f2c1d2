"""How far a long question has come, on a terminal that waits for it."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

PATIENCE: Final = 1.0
"""What takes no longer than so many seconds shows no progress."""


@contextmanager
def progress(what: str) -> Iterator[Callable[[float], None]]:
    """Give a function that is told how much is done, from 0 to 1.

    A bar is drawn on stderr where that is a terminal, after a second.
    """
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import Progress

    bar = Progress(console=Console(stderr=True), transient=True)
    task = bar.add_task(what, total=1.0)
    start, started = time.monotonic(), False

    def done(share: float) -> None:
        nonlocal started
        if not started and time.monotonic() - start > PATIENCE:
            # An interrupt within start must find it to be stopped.
            started = True
            bar.start()
        bar.update(task, completed=share)

    try:
        yield done
    finally:
        if started:
            bar.stop()
