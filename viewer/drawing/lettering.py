"""Words as pixels: fonts, and the size of a label."""

import os
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from viewer.drawing.items import Label

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont

PAD: Final = 7
"""Between a label's edge and its words, pixels."""
BAR: Final = 6
"""Width of the strip in the verdict's colour, pixels."""

_FIRST, _LAST = 4, 3
"""How many code points are written of a long run of them."""
_SIZE: Final = 24
_NOTHING: Final = "\U0010ffff"
_TAGS: Final = 0xE0000


@cache
def font(size: int, bold: bool = False) -> "FreeTypeFont":
    """Return DejaVu Sans, which Matplotlib brings along, as high as so many pixels."""
    spec = find_spec("matplotlib")
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError("matplotlib comes with pyvista, and its fonts are used")
    folder = Path(spec.origin).parent / "mpl-data" / "fonts" / "ttf"
    path = folder / f"DejaVuSans{'-Bold' if bold else ''}.ttf"
    return _legible()(os.fspath(path), size)


def legible(text: str, bold: bool = False) -> str:
    """Return a text with the code points of what the font has no letters for.

    Where other programs would draw empty boxes, all alike, names can be told apart: those
    of most emoji, of Chinese, Japanese, Korean. No other font is asked, for another machine
    would have another one.

    Parameters
    ----------
    text : str
    bold : bool
        In which of the two fonts: the bold one has fewer.

    Examples
    --------
    >>> legible("Łukasz \u674e\u96f7"), legible("\u674e" * 4 + "\u96f7" * 5)
    ('Łukasz [U+674E 96F7]', '[U+674E 674E 674E 674E … 96F7 96F7 96F7]')
    """
    said = []
    for is_missing, run in groupby(text, lambda letter: _is_missing(letter, bold)):
        letters = list(run)
        if not is_missing:
            said += letters
            continue
        codes = [f"{ord(letter):04X}" for letter in letters]
        if len(codes) > _FIRST + _LAST:
            codes = [*codes[:_FIRST], "…", *codes[-_LAST:]]
        said.append(f"[U+{' '.join(codes)}]")
    return "".join(said)


@cache
def _is_missing(letter: str, bold: bool) -> bool:
    """Whether a font draws what it draws for all that it doesn't know."""
    if letter.isascii():
        return False
    # Tags are passed over by one layout and drawn as boxes by another.
    return ord(letter) >= _TAGS or _drawn(letter, bold) == _drawn(_NOTHING, bold)


def _drawn(letter: str, bold: bool) -> tuple[tuple[int, int], bytes]:
    from PIL import ImageFont

    mask, _ = ImageFont.FreeTypeFont.getmask2(font(_SIZE, bold), letter, "L")
    return mask.size, bytes(mask)


@cache
def _legible() -> "type[FreeTypeFont]":
    """A font that is asked for no letter that it doesn't have, whoever draws with it."""
    from PIL import ImageFont

    class Legible(ImageFont.FreeTypeFont):
        @property
        def _bold(self) -> bool:
            return self.getname()[1] == "Bold"

        def getlength(self, text: Any, *args: Any, **kwargs: Any) -> float:
            return super().getlength(legible(text, self._bold), *args, **kwargs)

        def getbbox(self, text: Any, *args: Any, **kwargs: Any) -> Any:
            return super().getbbox(legible(text, self._bold), *args, **kwargs)

        def getmask2(self, text: Any, *args: Any, **kwargs: Any) -> Any:
            return super().getmask2(legible(text, self._bold), *args, **kwargs)

    return Legible


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
