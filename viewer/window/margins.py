"""What stands round the view: caption, notes, scale bar, axes, legend, questions."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from viewer.drawing import furniture, legend, palette
from viewer.drawing.items import Items
from viewer.drawing.lettering import LETTERINGS, folded, font, width
from viewer.drawing.panel import Panel
from viewer.drawing.views import PARALLEL, View
from viewer.window.views import Eye

if TYPE_CHECKING:
    from PIL.Image import Image

Row: TypeAlias = list[tuple[float, legend.Sign, str]]

_F: Final = 2
_NOTE: Final = 14
_NARROW: Final = 400
"""A view that is narrower has its caption in smaller letters, pixels."""


def furnished(eye: Eye, items: Items, wide: int, high: int) -> tuple["Image", list[list[float]]]:
    """Return caption, notes, scale bar and axes of a parallel view, on nothing.

    Beside it the boxes that they take: left, top, right, bottom.
    """
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
    noted = replace(items, solids=())
    furniture.write(ImageDraw.Draw(whole), view, noted, bar, 1)
    return whole, furniture.taken(view, noted, bar)


def _point(way: "np.ndarray") -> tuple[float, float, float]:
    # An axis that is level to a millionth is level, else it would be called none.
    x, y, z = np.round(way, 6).tolist()
    return x, y, z


def captioned(caption: str, notes: tuple[str, ...], wide: int) -> "Image":
    """Return the caption and the notes of a view from a point."""
    from PIL import Image, ImageDraw

    large, small = (18, _NOTE) if wide >= _NARROW else (14, 11)
    room = wide - 44
    heads = folded(caption, large, room, bold=True)
    lines = [line for note in notes for line in folded(note, small, room)]
    inner = max(width(line, large, bold=True) for line in heads)
    inner = max([inner, *(width(line, small) for line in lines)])
    size = (round(inner) + 24, 12 + (large + 5) * len(heads) + (small + 4) * len(lines))
    image = Image.new("RGBA", size, (255, 255, 255, 235))
    draw = ImageDraw.Draw(image)
    y = 5
    for line in heads:
        draw.text((10, y), line, palette.FAINT_INK, font(large, bold=True))
        y += large + 5
    for line in lines:
        draw.text((10, y + 3), line, palette.NOTE_INK, font(small))
        y += small + 4
    return image


def legend_strip(items: Items, wide: int, high: int) -> "Image":
    """Return what the colours and lines mean, as a strip of so many pixels."""
    from PIL import Image, ImageDraw

    _, rows, share, size = lettered(items, wide, high)
    f, step = 3, round(_ROW * share)
    strip = Image.new("RGB", (wide * f, max(high, step * len(rows)) * f), palette.BACKGROUND)
    pen = ImageDraw.Draw(strip)
    for number, row in enumerate(rows):
        for x, sign, _ in row:
            sign(pen, (14 + x) * f, (number + 0.5) * step * f, f * share)
    strip = strip.reduce(f).crop((0, 0, wide, high))
    pen = ImageDraw.Draw(strip)
    for number, row in enumerate(rows):
        for x, _, text in row:
            at = (14 + x + 56 * share, (number + 0.5) * step - size * 0.62)
            pen.text(at, text, palette.INK, font(size))
    return strip


def lettered(
    items: Items, wide: int, high: int
) -> tuple[list[tuple[legend.Sign, str]], list[Row], float, int]:
    """Return what a strip has to say, in rows of the largest letters that fit it.

    Parameters
    ----------
    items : Items
    wide, high : int
        Of the strip, pixels.

    Returns
    -------
    found : list of (Sign, str)
    rows : list of list of (left, Sign, str)
    share : float
        How large the signs are, and the rows, of 34 pixels.
    size : int
        Of the letters, pixels.
    """
    panel = Panel(_ANY, items, items.labels, np.zeros((0, 4)), LETTERINGS[0], True)
    found = legend.entries([panel])
    rows: list[Row] = []
    share, size = _LETTERS[0]
    for share, size in _LETTERS:
        rows = _rows(found, wide - 28, share, size)
        longest = max((56 * share + width(text, size) for _, text in found), default=0.0)
        if round(_ROW * share) * len(rows) <= high and longest <= wide - 28:
            break
    return found, rows, share, size


def _rows(
    found: Sequence[tuple[legend.Sign, str]], room: float, share: float, size: int
) -> list[Row]:
    """Signs and words in rows: where each begins."""
    rows: list[Row] = []
    x = room
    for sign, text in found:
        wide = 56 * share + width(text, size)
        if x + wide > room:
            rows.append([])
            x = 0.0
        rows[-1].append((x, sign, text))
        x += wide + 30 * share
    return rows


_ROW: Final = 34
_LETTERS: Final = (
    *((1.0, size) for size in range(17, 11, -1)),
    (0.8, 12), (0.7, 11), (0.6, 11), (0.5, 10), (0.45, 10),
)  # fmt: skip
"""How large signs are, as a share, and the words beside them, pixels: the first that fit."""


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
