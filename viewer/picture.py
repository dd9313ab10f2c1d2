"""A ruling as a picture: checked first, drawn without a screen, written whole."""

import io
import os
import platform
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from rules.dispute import Dispute
from rules.verdict import Ruling
from viewer.writing import OutputError, check_folder, write

PACKAGES: Final = ("libegl1", "libgl1")
"""What Debian and Ubuntu call the libraries that draw without a screen."""

_PROBE: Final = Path(__file__).parent / "drawing" / "probe.py"
_PATIENCE: Final = 120.0


def check(output: Path) -> None:
    """Refuse what can't end in a picture, before any work is done.

    Parameters
    ----------
    output : Path
        The picture to be written.

    Raises
    ------
    OutputError
        If it can't be written there, the drawing library isn't installed, or
        nothing can be drawn on this machine.
    """
    check_folder(output)
    if output.suffix.lower() != ".png":
        raise OutputError(f"{output}: a picture is a PNG file; give it the ending .png")
    if find_spec("pyvista") is None:
        raise OutputError(
            "drawing needs PyVista, which isn't installed; "
            'install it with: pip install "blastfocus[viewer]"'
        )
    why = trouble()
    if why is not None:
        raise OutputError(why)


def trouble() -> str | None:
    """Return why nothing can be drawn on this machine, and the remedy; None if it can."""
    # -P keeps a pyvista.py in the current folder from being taken for the library.
    command = [sys.executable, "-P", os.fspath(_PROBE)]
    try:
        probe = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"drawing was tried and took more than {_PATIENCE:g} s; check the graphics driver"
    if probe.returncode == 0:
        return None
    if "loaded" in probe.stdout or "libGL" in probe.stderr:
        return "drawing needs OpenGL, which can't be had here; " + _remedy()
    last = (probe.stderr.strip().splitlines() or [f"exit status {probe.returncode}"])[-1]
    return (
        f"drawing needs PyVista, which can't be loaded ({last}); "
        'install it again with: pip install --force-reinstall "blastfocus[viewer]"'
    )


def _remedy() -> str:
    if platform.system() == "Linux":
        return (
            f"on Debian or Ubuntu: apt-get install {' '.join(PACKAGES)} (no screen is needed); "
            "elsewhere: libEGL, libGL and Mesa's software renderer"
        )
    return "update the graphics driver, or draw on another machine"


def save(ruling: Ruling, dispute: Dispute, output: Path) -> None:
    """Draw a ruling and write it as a PNG file, whole or not at all.

    Parameters
    ----------
    ruling : Ruling
    dispute : Dispute
        What was ruled on.
    output : Path

    Raises
    ------
    OutputError
        If the file can't be written.
    """
    from viewer.drawing.items import items
    from viewer.drawing.sheet import sheet

    content = io.BytesIO()
    sheet(items(ruling, dispute)).save(content, "PNG")
    write(output, content.getvalue())
