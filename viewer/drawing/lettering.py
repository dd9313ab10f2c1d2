"""Words as pixels: fonts, and the size of a label."""

from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from viewer.drawing.items import Label

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont

PAD: Final = 7
"""Between a label's edge and its words, pixels."""
BAR: Final = 6
"""Width of the strip in the verdict's colour, pixels."""


@cache
def font(size: int, bold: bool = False) -> "FreeTypeFont":
    """Return DejaVu Sans, which Matplotlib brings along, as high as so many pixels."""
    from PIL import ImageFont

    spec = find_spec("matplotlib")
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError("matplotlib comes with pyvista, and its fonts are used")
    folder = Path(spec.origin).parent / "mpl-data" / "fonts" / "ttf"
    return ImageFont.truetype(folder / f"DejaVuSans{'-Bold' if bold else ''}.ttf", size)


def width(text: str, size: int, bold: bool = False) -> float:
    """Return the width of a text in pixels."""
    return float(font(size, bold).getlength(text))


def cut(text: str, size: int, bold: bool, room: float) -> str:
    """Return a text shortened to a width in pixels, an ellipsis in place of its end."""
    if width(text, size, bold) <= room:
        return text
    while text and width(text + "…", size, bold) > room:
        text = text[:-1]
    return text.rstrip() + "…"


def folded(text: str, size: int, room: float, bold: bool = False) -> list[str]:
    """Return a text in lines no wider than so many pixels; what has no spaces is cut."""
    lines: list[str] = []
    # A number keeps its unit.
    for word in text.replace(" mm", "\u00a0mm").split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width(longer, size, bold) <= room:
            lines[-1] = longer
        else:
            lines.append(cut(word, size, bold, room))
    return lines


@dataclass(frozen=True, slots=True)
class Lettering:
    """How large labels are written: pixels of the title, and of the small print."""

    title: int
    small: int

    def size(self, label: Label) -> tuple[float, float]:
        """Return the width and height of a label's box, pixels."""
        widths = [width(label.title, self.title, bold=True)]
        widths += [width(line, self.small) for line in label.why]
        high = self._line(self.title) + self._line(self.small) * len(label.why)
        return float(round(max(widths) + 2 * PAD + BAR)), float(round(high + PAD))

    def write(
        self, draw: "ImageDraw", label: Label, left: float, top: float, density: int = 1
    ) -> None:
        """Write a label's words into its box, so many pixels for each."""
        s = density
        x, y = left + PAD + BAR, top + PAD / 2
        draw.text((x * s, y * s), label.title, "#1E1E1E", font(self.title * s, bold=True))
        y += self._line(self.title)
        for line in label.why:
            draw.text((x * s, y * s), line, "#3C3C3C", font(self.small * s))
            y += self._line(self.small)

    @staticmethod
    def _line(size: int) -> float:
        return round(size * 1.25)


LETTERINGS: Final = tuple(
    Lettering(size, max(size - 5, 9)) for size in (22, 20, 18, 16, 14, 12, 10)
)
"""The largest that leaves every label a place of its own is used."""
