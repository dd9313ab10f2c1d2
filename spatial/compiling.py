"""Compiling the kernel's loops: when first asked, with a word about it, and kept."""

import hashlib
import importlib
import importlib.util
import sys
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any, Final

_lock: Final = Lock()
_ready: dict[str, Any] = {}
_said: list[str] = []


@cache
def available() -> bool:
    """Return whether numba can be loaded; without it the same answers come slower."""
    if importlib.util.find_spec("numba") is None:
        return False
    try:
        importlib.import_module("numba")
    except Exception as error:
        # One that is there and refuses the numpy beside it says so in ways of its own.
        print(f"numba can't be loaded ({error}); going on without it, slower.", file=sys.stderr)
        return False
    return True


def compiled(name: str) -> Any:
    """The compiled function of that name; compiles, or loads from the cache, when first asked."""
    with _lock:
        if name not in _ready:
            _ready[name] = _compile(name)
    return _ready[name]


def _compile(name: str) -> Any:
    from spatial import blocks, packets, walk
    from spatial import compiled as tests

    numba = tests.numba
    function = getattr(walk, name)
    # One function's code holds the others': the cache must tell by all of the text.
    modules = (blocks, tests, packets, walk)
    text = b"".join(Path(str(module.__file__)).read_bytes() for module in modules)
    function.__qualname__ = f"{name}-{hashlib.sha256(text).hexdigest()[:12]}"
    options = {"nogil": True, "error_model": "numpy"}
    try:
        made = numba.njit(cache=True, **options)(function)
        note = "once"
    except RuntimeError:
        made = numba.njit(**options)(function)
        note = "anew at every start: there is no folder to keep it in; set NUMBA_CACHE_DIR to one"
    with numba.core.event.install_listener("numba:compile", _announcing(numba, note)):
        made.compile(_signatures(numba)[name])
    return made


def _announcing(numba: Any, note: str) -> Any:
    """A listener that says, before the first compilation only, that it takes a while."""

    def on_start(self: Any, event: Any) -> None:
        if not _said:
            _said.append(note)
            print(f"Compiling the kernel, a few seconds, {note}.", file=sys.stderr)

    def on_end(self: Any, event: Any) -> None:
        pass

    listener = numba.core.event.Listener
    return type("Announcement", (listener,), {"on_start": on_start, "on_end": on_end})()


def _signatures(numba: Any) -> dict[str, Any]:
    def array(kind: Any, axes: int, readonly: bool = True) -> Any:
        return numba.types.Array(kind, axes, "C", readonly=readonly)

    t = numba.types
    tables, rows, numbers = array(t.float64, 3), array(t.float64, 2), array(t.float64, 1)
    return {
        "occluded": t.void(
            array(t.float32, 3), array(t.int32, 2), tables, t.int64, numbers, rows, rows, rows,
            t.float64, t.float64, t.float32, array(t.int32, 1), array(t.boolean, 1, False),
        ),
        "first": t.void(
            tables, rows, numbers, t.float64, t.float64,
            array(t.float64, 1, False), array(t.int32, 1, False),
        ),
        "arranged": t.void(rows, array(t.int32, 1, False)),
    }  # fmt: skip
