"""Whether a window can be opened here, and the window once it is: its events and its end."""

import os
import platform
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from viewer.live.table import LiveTable
from viewer.writing import OutputError

if TYPE_CHECKING:
    from viewer.maps.layers import Layer
    from viewer.window.window import Window

_PROBE: Final = Path(__file__).parents[1] / "drawing" / "screen_probe.py"
_PATIENCE: Final = 120.0
_REMEDY: Final = "run it on a desktop, or draw a picture: blastfocus draw SCENE -o picture.png"
SIZE: Final = (1280, 820)
LEAST: Final = (300, 200)
"""Of a window that is asked for, pixels."""
_TICK: Final = 15
"""Between two looks at the clock, ms."""


def check() -> None:
    """Refuse where no window can be opened, before any work is done.

    Raises
    ------
    OutputError
        If there is no screen, the drawing library isn't installed, or nothing can be drawn.
    """
    if find_spec("pyvista") is None:
        raise OutputError(
            "the window needs PyVista, which isn't installed; "
            'install it with: pip install "blastfocus[viewer]"'
        )
    display = os.environ.get("DISPLAY", "")
    if platform.system() == "Linux" and not display:
        raise OutputError(f"the window needs a screen, and DISPLAY names none; {_REMEDY}")
    # -P keeps a pyvista.py in the current folder from being taken for the library.
    command = [sys.executable, "-P", os.fspath(_PROBE)]
    try:
        probe = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace",
            timeout=_PATIENCE, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise OutputError(
            f"a window was tried and took more than {_PATIENCE:g} s; check the graphics driver"
        ) from None
    if probe.returncode == 0:
        return
    if probe.returncode == 3:
        raise OutputError(f"the window needs a screen, and {display} isn't one; {_REMEDY}")
    if "loaded" in probe.stdout or "libGL" in probe.stderr:
        raise OutputError(f"the window needs OpenGL, which can't be had here; {_REMEDY}")
    last = (probe.stderr.strip().splitlines() or [f"exit status {probe.returncode}"])[-1]
    raise OutputError(
        f"the window needs PyVista, which can't be loaded ({last}); "
        'install it again with: pip install --force-reinstall "blastfocus[viewer]"'
    )


def opened(
    table: LiveTable, size: tuple[int, int] = SIZE, layers: Sequence["Layer"] = ()
) -> "Window":
    """Return a window on the screen, with its keys, mouse and clock.

    Parameters
    ----------
    table : LiveTable
    size : tuple of 2 ints
        Pixels.
    layers : sequence of Layer
        Of a map of this table.
    """
    import pyvista
    from vtkmodules.vtkCommonCore import vtkLogger

    from viewer.window.events import Events
    from viewer.window.window import Window

    vtkLogger.SetStderrVerbosity(vtkLogger.VERBOSITY_ERROR)
    plotter: Any = pyvista.Plotter(
        window_size=list(size),
        lighting="none",
        theme=pyvista.themes.DocumentTheme(),
        title=f"{table.asked.name or table.path.stem} - Blast Focus",
    )
    plotter.disable_anti_aliasing()
    window = Window(table, plotter, layers)
    plotter.show(interactive_update=True, auto_close=False)
    window.events = Events(window)
    window.events.bind()
    window.arrange()
    window.fit()
    window.draw()
    return window


def run(window: "Window") -> None:
    """Let the window live until it is closed."""
    interactor = window.plotter.iren.interactor
    interactor.CreateRepeatingTimer(_TICK)
    window.is_running = True
    if not window.is_over:
        interactor.Start()
    window.is_running = False
    close(window)


def close(window: "Window") -> None:
    """Take the window off the screen, and end what runs in the background."""
    window.plotter.close()
    window.table.close()
    window.watch.close()
