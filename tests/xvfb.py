"""A screen that nobody sees: Xvfb, for tests that open windows."""

import os
import select
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, Final, TypeAlias

import numpy as np

Pixel: TypeAlias = tuple[float, float]

XVFB: Final = shutil.which("Xvfb")
WHY_NOT: Final = "no Xvfb here: on Debian, apt-get install xvfb"

_PATIENCE: Final = 60.0


# It ends when its standard input does, so after everything of this process that draws on it:
# a window whose screen goes away takes the process with it.
_LIVES: Final = '"$0" "$@" <&- & read -r _; kill $!'


# A process that is forgotten while it runs is warned of.
_ALIVE: Final[list[subprocess.Popen[bytes]]] = []


@cache
def _number() -> str:
    """Start a screen on a free number, for as long as this process lives."""
    assert XVFB is not None
    numbers, own = os.pipe()
    # A bare descriptor: nothing closes it but the end of the process.
    ending, _ = os.pipe()
    flags = ("-displayfd", str(own), "-screen", "0", "1400x1000x24", "-nolisten", "tcp")
    process = subprocess.Popen(
        ["sh", "-c", _LIVES, XVFB, *flags],
        stdin=ending,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        pass_fds=(own,),
    )
    _ALIVE.append(process)
    os.close(own)
    os.close(ending)
    number = ""
    # It writes the number and the end of the line apart, and dies if nobody reads both.
    while not number.endswith("\n"):
        ready, _, _ = select.select([numbers], [], [], _PATIENCE)
        part = os.read(numbers, 16).decode() if ready else ""
        if not part:
            raise RuntimeError("Xvfb didn't start")
        number += part
    os.close(numbers)
    return number.strip()


@contextmanager
def screen() -> Iterator[str]:
    """Name a screen in DISPLAY for a while."""
    before = os.environ.get("DISPLAY")
    os.environ["DISPLAY"] = f":{_number()}"
    try:
        yield os.environ["DISPLAY"]
    finally:
        if before is None:
            os.environ.pop("DISPLAY")
        else:
            os.environ["DISPLAY"] = before


class Hand:
    """Somebody at a window: keys and mouse through the library's own events.

    Parameters
    ----------
    window : viewer.window.window.Window
    """

    def __init__(self, window: Any) -> None:
        self.window = window
        self._interactor = window.plotter.iren.interactor
        self._at = (5, 5)

    def key(self, name: str, letter: str = "", *, ctrl: bool = False, shift: bool = False) -> None:
        """Press a key, by its X name."""
        self._interactor.SetEventInformation(
            *self._at, int(ctrl), int(shift), letter or "\0", 0, name
        )
        self._interactor.KeyPressEvent()
        self._interactor.CharEvent()
        self._interactor.KeyReleaseEvent()

    def put(self, x: float, y: float, *, ctrl: bool = False, shift: bool = False) -> None:
        """Move the mouse to a pixel, from the lower left corner."""
        self._at = (round(x), round(y))
        self._interactor.SetEventInformation(*self._at, int(ctrl), int(shift), "\0", 0, None)
        self._interactor.MouseMoveEvent()

    def press(self) -> None:
        """Press the left button."""
        self._interactor.LeftButtonPressEvent()

    def let_go(self) -> None:
        """Release it."""
        self._interactor.LeftButtonReleaseEvent()

    def click(self, x: float, y: float) -> None:
        """Press and release it at a pixel."""
        self.put(x, y)
        self.press()
        self.let_go()

    def tick(self) -> None:
        """Let the window's clock tick once."""
        self._interactor.InvokeEvent("TimerEvent")

    def drag(self, start: Pixel, end: Pixel, steps: int = 4, *, shift: bool = False) -> None:
        """Drag from a pixel to another, the clock ticking on the way."""
        self.put(*start, shift=shift)
        self.press()
        for i in range(1, steps + 1):
            share = i / steps
            x, y = (a + (b - a) * share for a, b in zip(start, end, strict=True))
            self.put(x, y, shift=shift)
            self.tick()
        self.let_go()

    def pixel(self, point: tuple[float, float, float]) -> Pixel:
        """Return where a point of the table is seen."""
        x, y = self.window.stage.pixels(np.array([point], dtype=np.float64))[0]
        return float(x), float(y)
