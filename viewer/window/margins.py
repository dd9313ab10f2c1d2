"""What stands round the view: caption, notes, scale bar, axes, legend, questions."""

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from viewer.drawing import furniture, legend, palette
from viewer.drawing.items import Items
from viewer.drawing.lettering import LETTERINGS, folded, font, width
from viewer.drawing.panel import Panel
from viewer.drawing.views import PARALLEL, View
from viewer.window.views import Eye

if TYPE_CHECKING:
    from PIL.Image import Image

_F: Final = 2
_NOTE: Final = 14


def furnished(eye: Eye, items: Items, wide: int, high: int) -> "Image":
    """Return caption, notes, scale bar and axes of a parallel view, on nothing."""
    from PIL import Image, ImageDraw

    camera = eye.camera
    right, up = eye.axes()
    x, y, z = camera.focal_point
    caption = "turned by hand" if eye.turned else PARALLEL[eye.name]
    view = View(
        caption,
        _point(right),
        _point(up),
        (x, y, z),
        high / 2 / camera.parallel_scale,
        wide,
        high,
    )
    bar = furniture.longest_bar(view)
    whole = Image.new("RGBA", (wide * _F, high * _F), (255, 255, 255, 0))
    furniture.draw(ImageDraw.Draw(whole), view, bar, _F)
    whole = whole.reduce(_F)
    # Of the items it takes the notes. Nobody is drawn smaller here, whoever stands behind.
    furniture.write(ImageDraw.Draw(whole), view, replace(items, solids=()), bar, 1)
    return whole


def _point(way: "np.ndarray") -> tuple[float, float, float]:
    # An axis that is level to a millionth is level, else it would be called none.
    x, y, z = np.round(way, 6).tolist()
    return x, y, z


def captioned(caption: str, notes: tuple[str, ...], wide: int) -> "Image":
    """Return the caption and the notes of a view from a point."""
    from PIL import Image, ImageDraw

    lines = [line for note in notes for line in folded(note, _NOTE, wide - 60)]
    inner = max([width(caption, 18, bold=True), *(width(line, _NOTE) for line in lines)])
    size = (round(inner) + 24, 34 + 18 * len(lines))
    image = Image.new("RGBA", size, (255, 255, 255, 235))
    draw = ImageDraw.Draw(image)
    draw.text((10, 5), caption, palette.FAINT_INK, font(18, bold=True))
    for i, line in enumerate(lines):
        draw.text((10, 31 + 18 * i), line, palette.NOTE_INK, font(_NOTE))
    return image


def legend_strip(items: Items, wide: int, high: int) -> "Image":
    """Return what the colours and lines mean, as a strip of so many pixels."""
    from PIL import Image

    panel = Panel(_ANY, items, items.labels, np.zeros((0, 4)), LETTERINGS[0], True)
    found = legend.entries([panel])
    strip = Image.new("RGB", (wide, high), palette.BACKGROUND)
    if found:
        legend.draw(strip, found, (14, 0), wide - 28)
    return strip


_ANY: Final = View("", (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 0.0), 1.0, 1, 1)


def question_plate(words: tuple[str, str, str], wide: int) -> "Image":
    """Return a question with what is typed and what may be pressed."""
    from PIL import Image, ImageDraw

    asked, typed, hint = words
    room = wide - 48
    lines = [(line, 15, False) for line in folded(asked, 15, room)]
    lines += [(line, 20, True) for line in folded(typed + "▏", 20, room, True)] if typed else []
    lines += [(line, 14, False) for line in folded(hint, 14, room)]
    high = sum(round(size * 1.5) for _, size, _ in lines) + 24
    image = Image.new("RGB", (wide, high), "#FFFFFF")
    draw = ImageDraw.Draw(image)
    draw.rectangle([0, 0, wide - 1, high - 1], outline=palette.INK, width=2)
    y = 12.0
    for line, size, bold in lines:
        draw.text((24, y), line, palette.INK, font(size, bold=bold))
        y += round(size * 1.5)
    return image
