"""The gallery's pictures: every worked scene, drawn small enough to be read on a page."""

from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Final

from docs.generate.worked import Worked, worked
from rules.area_templates.log import run
from rules.dispute import Dispute
from rules.ruling import rule
from rules.scenefile import load
from viewer import bundled
from viewer.drawing import fired, ruled, stepped
from viewer.drawing.items import Items
from viewer.drawing.panel import Panel, drawn, from_point, parallel
from viewer.drawing.views import ISO, TOP, seen_from

if TYPE_CHECKING:
    from PIL.Image import Image

SIZE: Final = (700, 540)
"""Of one view, pixels: two side by side fill a page's column at the size they are drawn."""
FEW: Final = 2
"""Events of a scene that are shown from two sides; of more, each is shown from above."""
_GAP: Final = 12
_WIDE: Final = (2 * SIZE[0] + _GAP, SIZE[1])
"""Of a view from an eye, which has words at its head."""


def draw_all(scenes: Iterable[str], into: Path, processes: int = 2) -> None:
    """Draw bundled scenes, a PNG file or more for each, without those that are there.

    Parameters
    ----------
    scenes : iterable of str
        As `bundled.names` has them.
    into : Path
        The folder; made where it is missing.
    processes : int
        How many draw at once.
    """
    into.mkdir(parents=True, exist_ok=True)
    waiting = [name for name in scenes if not is_drawn(name, into)]
    if not waiting:
        return
    # The drawing library keeps a context of its own: a process that was forked may not share it.
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        for _ in pool.map(draw, waiting, [into] * len(waiting)):
            pass


def is_drawn(name: str, into: Path) -> bool:
    """Tell whether all of a scene's pictures are newer than the scene and the program."""
    drawn_at = [file.stat().st_mtime for file in _files(name, into) if file.is_file()]
    if len(drawn_at) < len(_files(name, into)):
        return False
    root = Path(__file__).resolve().parents[2]
    scene = bundled.folder() / f"{name}.toml"
    sources = [scene, scene.parent / "expected" / scene.name, Path(__file__)]
    for layer in ("meshes", "spatial", "rules", "viewer"):
        sources += (root / layer).rglob("*.py")
    return min(drawn_at) > max(source.stat().st_mtime for source in sources)


def stem(name: str) -> str:
    """Return what a scene's pictures are called.

    Examples
    --------
    >>> stem("area-templates/flare")
    'area-templates-flare'
    """
    return name.replace("/", "-")


def names(one: Worked) -> list[str]:
    """Return what the pictures of a scene are called, without their ending.

    Of a scene with attacks there is one; of one that only asks who sees whom, also what
    the first who looks sees; of one with events, one for each.

    Examples
    --------
    >>> names(worked("covered-enemy")), names(worked("railings"))
    (['covered-enemy'], ['railings', 'railings-eye-A'])
    >>> names(worked("area-templates/blast-levels"))
    ['area-templates-blast-levels-1', 'area-templates-blast-levels-2']
    """
    first = one.cases[0]
    if "event" in first:
        return [f"{stem(one.name)}-{number + 1}" for number in range(len(first["event"]))]
    eyes = [] if first["placements"] else one.viewers[:1]
    return [stem(one.name), *(f"{stem(one.name)}-eye-{viewer}" for viewer in eyes)]


def draw(name: str, into: Path) -> None:
    """Draw one bundled scene: every picture that `names` says."""
    asked = load(bundled.folder() / f"{name}.toml")
    files = _files(name, into)
    if not isinstance(asked, Dispute):
        log = run(asked)
        for step, file in zip(log.steps, files, strict=True):
            shown = stepped.step_items(log, step)
            _save(_beside(_pair(shown) if len(files) <= FEW else [_above(shown)]), file)
        return
    shown = ruled.items(rule(asked, margins=False, dodges=False), asked)
    _save(_beside(_pair(shown)), files[0])
    for file, viewer in zip(files[1:], worked(name).viewers, strict=False):
        found = fired.sightings(asked, viewer)
        seen = fired.from_eye(asked, viewer, found, *_WIDE)
        _save(drawn(from_point(seen)), file)


def _files(name: str, into: Path) -> list[Path]:
    return [into / f"{one}.png" for one in names(worked(name))]


def _pair(items: Items) -> list[Panel]:
    return [_above(items), parallel(items, seen_from(ISO, items, *SIZE), has_bar=False)]


def _above(items: Items) -> Panel:
    return parallel(items, seen_from(TOP, items, *SIZE))


def _beside(panels: Sequence[Panel]) -> "Image":
    from PIL import Image

    wide, high = SIZE
    whole = Image.new("RGB", (len(panels) * (wide + _GAP) - _GAP, high), "white")
    for number, panel in enumerate(panels):
        whole.paste(drawn(panel), (number * (wide + _GAP), 0))
    return whole


def _save(image: "Image", path: Path) -> None:
    image.save(path, "PNG", optimize=True)
