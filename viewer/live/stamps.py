"""Small pictures, each made once: ends of lines, centres, outcomes, labels."""

from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from spatial.outcome import Outcome
from viewer.drawing import signs
from viewer.drawing.items import Label, MarkKind, StrokeKind
from viewer.drawing.lettering import BAR, Lettering

if TYPE_CHECKING:
    from PIL.Image import Image

SIDE: Final = 30
"""Of each sign, pixels."""
_SMOOTH: Final = 3


def _blank() -> "Image":
    from PIL import Image

    side = SIDE * _SMOOTH
    return Image.new("RGBA", (side, side), (255, 255, 255, 0))


_MIDDLE: Final = (SIDE * _SMOOTH / 2, SIDE * _SMOOTH / 2)


@lru_cache
def ending(kind: StrokeKind) -> "Image":
    """Return the sign at the end of a line."""
    from PIL import ImageDraw

    image = _blank()
    signs.ending(ImageDraw.Draw(image), kind, _MIDDLE, _SMOOTH)
    return image.reduce(_SMOOTH)


@lru_cache
def mark(kind: MarkKind) -> "Image":
    """Return the sign of a Blast Focus, or of an area's centre."""
    from PIL import ImageDraw

    image = _blank()
    signs.mark(ImageDraw.Draw(image), kind, _MIDDLE, _SMOOTH)
    return image.reduce(_SMOOTH)


@lru_cache
def verdict(outcome: Outcome | None) -> "Image":
    """Return the sign of an outcome, or of nothing asked."""
    from PIL import ImageDraw

    image = _blank()
    signs.verdict(ImageDraw.Draw(image), outcome, _MIDDLE, _SMOOTH)
    return image.reduce(_SMOOTH)


@lru_cache
def arrow(turn: int) -> "Image":
    """Return the tip of an arrow, its shaft turned by so many degrees in the picture."""
    from PIL import ImageDraw

    image = _blank()
    long = 0.45 * SIDE * _SMOOTH
    way = np.radians(turn)
    start = (_MIDDLE[0] - long * float(np.cos(way)), _MIDDLE[1] + long * float(np.sin(way)))
    signs.line(ImageDraw.Draw(image), "moves", start, _MIDDLE, _SMOOTH)
    return image.reduce(_SMOOTH)


@lru_cache(maxsize=512)
def plate(label: Label, letters: Lettering) -> "Image":
    """Return a label as a small picture: white, edged in the colour of its outcome."""
    from PIL import Image, ImageDraw

    wide, high = (round(value) for value in letters.size(label))
    f = _SMOOTH
    image = Image.new("RGBA", (wide * f, high * f), (255, 255, 255, 0))
    draw = ImageDraw.Draw(image)
    box = [0, 0, wide * f - 1, high * f - 1]
    edge = round((2.4 if label.kind == "piece" else 1.5) * f)
    draw.rounded_rectangle(
        box, radius=4 * f, fill=(255, 255, 255, 240), outline=label.colour, width=edge
    )
    draw.rectangle([0, 3 * f, BAR * f, (high - 3) * f], fill=label.colour)
    image = image.reduce(f)
    letters.write(ImageDraw.Draw(image), label, 0, 0)
    return image
