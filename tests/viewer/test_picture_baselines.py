"""Whole pictures against ones that were looked at, small and with tolerance.

`python tests/viewer/test_picture_baselines.py` draws them anew: look at each before it is kept.
"""

import io
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
import pytest

from rules.area_templates.battle import Battle
from rules.area_templates.log import run
from rules.ruling import rule
from rules.scenefile import load, read
from viewer import picture
from viewer.drawing.framing import Framing

if TYPE_CHECKING:
    from PIL.Image import Image as Drawn

ROOT: Final = Path(__file__).resolve().parents[2]
BASELINES: Final = Path(__file__).parent / "baselines"
WIDE: Final = 640

# A looks east: 1 stands in the open, 2 behind a railing, 3 behind a wall.
GUARD: Final = """
format = 1
name = "Guard"
rules = "infinity-codeone"
[table]
size = [600, 600]
[[scenery]]
name = "wall"
kit = "box"
size = [6, 90, 60]
at = [240, 280]
[[scenery]]
name = "railing"
kit = "wall"
size = [80, 4, 44]
at = [180, 190]
turn = 90
openings = [
    { at = -12, width = 16, sill = 8, height = 28 },
    { at = 12, width = 16, sill = 8, height = 28 },
]
""" + "".join(
    f'[[trooper]]\nname = "{name}"\nside = "red"\nsilhouette = "S2"\nat = [{x}, {y}]\nfacing = 0\n'
    for name, x, y in (("A", 100, 200), ("1", 190, 120), ("2", 240, 190), ("3", 300, 290))
)

PICTURES: Final = {
    "covered-enemy": ("covered-enemy", Framing()),
    "covered-enemy-focus": ("covered-enemy", Framing("focus")),
    "covered-enemy-page": ("covered-enemy", Framing(is_sheet=True)),
    "column-of-five-level-0": ("column-of-five", Framing("iso", level=0)),
    "guard-eye": (GUARD, Framing("eye:A")),
    "three-kinds-5": ("area-templates/three-kinds", Framing()),
}


def drawn(name: str) -> "Drawn":
    """Draw a picture and make it small."""
    scene, framing = PICTURES[name]
    if "\n" in scene:
        asked = read(scene.encode(), "scene.toml")
    else:
        asked = load(ROOT / "scenes" / f"{scene}.toml")
    if isinstance(asked, Battle):
        log = run(asked)
        whole = picture.step_image(log, asked, log.steps[4], framing)
    elif framing.eye:
        whole = picture.eye_image(asked, framing.eye)
    else:
        whole = picture.image_of(rule(asked, margins=False), asked, framing)
    return small(whole)


def small(whole: "Drawn") -> "Drawn":
    from PIL import Image

    size = WIDE, round(whole.height * WIDE / whole.width)
    return whole.convert("RGB").resize(size, Image.Resampling.LANCZOS)


def compact(image: "Drawn") -> bytes:
    out = io.BytesIO()
    image.quantize(256, kmeans=2).save(out, "PNG", optimize=True)
    return out.getvalue()


@pytest.mark.usefixtures("opengl")
@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_as_it_was_when_it_was_looked_at(name: str, tmp_path: Path) -> None:
    from PIL import Image

    now = drawn(name)
    now.save(tmp_path / f"{name}.png")
    with Image.open(BASELINES / f"{name}.png") as kept:
        before = np.array(kept.convert("RGB")).astype(int)
    pixels = np.array(now).astype(int)
    assert pixels.shape == before.shape
    apart = np.abs(pixels - before).max(axis=-1)
    # Another driver shades a little otherwise; a label elsewhere or a missing body is more.
    assert apart.mean() < 5.0, f"see {tmp_path / name}.png"
    assert (apart > 70).mean() < 0.01, f"see {tmp_path / name}.png"


@pytest.mark.parametrize("name", PICTURES)
def test_a_baseline_is_small(name: str) -> None:
    assert (BASELINES / f"{name}.png").stat().st_size < 60_000


def test_every_baseline_is_used() -> None:
    assert {path.stem for path in BASELINES.iterdir()} == set(PICTURES)


if __name__ == "__main__":
    for one in PICTURES:
        (BASELINES / f"{one}.png").write_bytes(compact(drawn(one)))
