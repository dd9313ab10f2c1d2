"""A ruling as a picture: checked first, drawn without a screen, written whole."""

import io
import os
import platform
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rules.area_templates.battle import Battle
from rules.area_templates.verdicts import Log, Step
from rules.dispute import Dispute
from rules.verdict import Ruling, RulingError
from viewer.drawing.framing import Framing
from viewer.writing import OutputError, check_folder, write

if TYPE_CHECKING:
    from PIL.Image import Image

PACKAGES: Final = ("libegl1", "libgl1")
"""What Debian and Ubuntu call the libraries that draw without a screen."""

_PROBE: Final = Path(__file__).parent / "drawing" / "probe.py"
_PATIENCE: Final = 120.0
_ENDINGS: Final = (".png", ".pdf")
_SCREEN_DPI: Final = 165
"""At which a picture for the screen fills a page of A4 across."""
_NO_TIME: Final = time.gmtime(0)
"""A PDF says when it was made; these are alike each time."""


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
    if output.suffix.lower() not in _ENDINGS:
        raise OutputError(
            f"{output}: a picture is a PNG or a PDF file; give it the ending .png or .pdf"
        )
    check_machine()


def check_machine() -> None:
    """Refuse to draw where that can't be done.

    Raises
    ------
    OutputError
        If the drawing library isn't installed, or nothing can be drawn on this machine.
    """
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


def save(ruling: Ruling, dispute: Dispute, output: Path, framing: Framing | None = None) -> None:
    """Draw a ruling and write it as a PNG or PDF file, whole or not at all.

    Parameters
    ----------
    ruling : Ruling
    dispute : Dispute
        What was ruled on.
    output : Path
    framing : Framing or None
        What is to be seen; by default the table from above and at an angle.

    Raises
    ------
    OutputError
        If the file can't be written.
    RulingError
        If the scene has nothing of what is to be seen.
    """
    asked = framing or Framing()
    image = image_of(ruling, dispute, asked)
    write(output, content(image, output.suffix, ruling.scene, asked.is_sheet))


def save_eye(dispute: Dispute, output: Path, framing: Framing) -> None:
    """Draw whom a trooper sees and write it, without a ruling on the attacks.

    Parameters
    ----------
    dispute : Dispute
    output : Path
    framing : Framing
        With an eye.

    Raises
    ------
    OutputError, RulingError
        As for `save`.
    """
    write(output, content(eye_image(dispute, framing.eye), output.suffix, dispute.name))


def save_step(
    log: Log, battle: Battle, step: Step, output: Path, framing: Framing | None = None
) -> None:
    """Draw a step of a log and write it as a PNG or PDF file.

    Parameters
    ----------
    log : Log
    battle : Battle
        What was ruled on.
    step : Step
        One of the log's.
    output : Path
    framing : Framing or None
        What is to be seen; by default the table from above and at an angle.

    Raises
    ------
    OutputError, RulingError
        As for `save`.
    """
    asked = framing or Framing()
    image = step_image(log, battle, step, asked)
    write(output, content(image, output.suffix, log.scene, asked.is_sheet))


def step_of(log: Log, number: int | None) -> Step:
    """Return the step of that number, from 1; without one the last.

    Raises
    ------
    RulingError
        If there is none.
    """
    if not log.steps:
        raise RulingError("nothing happens in this scene; give it an event to draw")
    if number is None:
        return log.steps[-1]
    if not 1 <= number <= len(log.steps):
        raise RulingError(f"--step {number}: use 1 to {len(log.steps)}")
    return log.steps[number - 1]


def image_of(ruling: Ruling, dispute: Dispute, framing: Framing) -> "Image":
    """Return the picture of a ruling.

    Raises
    ------
    RulingError
        If the scene has nothing of what is to be seen.
    """
    from viewer.drawing.composing import of_ruling

    return of_ruling(ruling, dispute, framing)


def eye_image(dispute: Dispute, viewer: str) -> "Image":
    """Return the picture of whom a trooper sees.

    Raises
    ------
    RulingError
        If there is no trooper of that name, or nobody to be seen.
    """
    from viewer.drawing.composing import of_eye

    return of_eye(dispute, viewer)


def step_image(log: Log, battle: Battle, step: Step, framing: Framing) -> "Image":
    """Return the picture of a log's step.

    Raises
    ------
    RulingError
        If it has nothing of what is to be seen.
    """
    from viewer.drawing.composing import of_step

    return of_step(log, battle, step, framing)


def content(image: "Image", ending: str, title: str, is_sheet: bool = False) -> bytes:
    """Return a picture as the bytes of a file.

    Parameters
    ----------
    image : Image
    ending : str
        ``".pdf"`` for a PDF of one page; anything else is PNG.
    title : str
    is_sheet : bool
        Whether it is the page to print, with its own resolution.
    """
    from viewer.drawing.page import DPI

    out = io.BytesIO()
    dpi = DPI if is_sheet else _SCREEN_DPI
    if ending.lower() == ".pdf":
        image.save(
            out,
            "PDF",
            resolution=dpi,
            title=title,
            quality=95,
            subsampling=0,
            creationDate=_NO_TIME,
            modDate=_NO_TIME,
        )
    else:
        image.save(out, "PNG", dpi=(dpi, dpi))
    return out.getvalue()
