"""The pictures of the tutorial, drawn by its own commands.

    python -m docs.generate.tutorial

They are kept in ``docs/pictures``, so that the page can be read where it isn't built.
"""

import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from docs.generate.console import blocks, run

if TYPE_CHECKING:
    from PIL.Image import Image

DOCS: Final = Path(__file__).resolve().parents[1]
PAGE: Final = DOCS / "tutorial.md"
MESH: Final = DOCS / "tutorial" / "ruin.stl"
_WIDTH: Final = 1200

PICTURES: Final = {
    "ruin.png": "tutorial-ruin.png",
    "standing.png": "tutorial-standing.png",
    "maps/table-exposure-S2.png": "tutorial-exposure.png",
    "shot.png": "tutorial-shot.png",
    "focus.png": "tutorial-focus.png",
    "sheet.png": "tutorial-sheet.png",
}
"""What the page's commands write, and what the page shows."""


def draw(into: Path) -> None:
    """Type the page's commands in an empty folder, and keep its pictures, smaller.

    Parameters
    ----------
    into : Path
        The folder for them.
    """
    from PIL import Image

    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        shutil.copy(MESH, folder)
        for block in blocks(PAGE.read_text(encoding="utf-8")):
            if block.file:
                (folder / block.file).write_text(block.text, encoding="utf-8")
            for command in block.commands:
                # A PDF file is for the printer; its picture is the same page.
                run(command.replace("sheet.pdf", "sheet.png"), folder)
        for name, kept in PICTURES.items():
            with Image.open(folder / name) as picture:
                _smaller(picture.convert("RGB")).save(into / kept, "PNG", optimize=True)


def _smaller(picture: "Image") -> "Image":
    from PIL import Image

    if picture.width > _WIDTH:
        size = (_WIDTH, round(picture.height * _WIDTH / picture.width))
        picture = picture.resize(size, Image.Resampling.LANCZOS)
    # PIL's own choice of colours would spend them on greys, and make the green lines blue.
    return picture.quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)


if __name__ == "__main__":
    draw(DOCS / "pictures")
