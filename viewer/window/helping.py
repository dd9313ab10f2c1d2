"""The list of keys, and of what the mouse does, as a sheet over the window."""

from typing import TYPE_CHECKING, TypeAlias

from viewer.drawing import palette
from viewer.drawing.lettering import width
from viewer.window.paper import BACK, Paper

if TYPE_CHECKING:
    from PIL.Image import Image

Groups: TypeAlias = tuple[tuple[str, tuple[tuple[str, str], ...]], ...]


def help_sheet(groups: Groups, wide: int, high: int) -> "Image":
    """Return the list of keys and sliders as a sheet that fits so many pixels.

    Parameters
    ----------
    groups : tuple of (title, tuple of (keys, what they do))
    wide, high : int
    """
    from PIL import Image, ImageDraw

    for size in (15, 14, 13, 12, 11, 10):
        columns = _columns(groups, size, wide)
        tall = max(column.high for column in columns)
        if tall <= high - 60 or size == 10:
            break
    if tall > high:
        groups = (("Page Down, Page Up: the rest", ()), *groups)
        columns = _columns(groups, size, wide)
        tall = max(column.high for column in columns)
    whole = sum(column.wide for column in columns)
    image = Image.new("RGB", (whole, round(tall) + 24), BACK)
    left = 0
    for column in columns:
        image.paste(column.drawn(), (left, 12))
        left += column.wide
    box = [0, 0, image.width - 1, image.height - 1]
    ImageDraw.Draw(image).rectangle(box, outline=palette.INK, width=2)
    return image


def _columns(groups: Groups, size: int, wide: int) -> list[Paper]:
    count = 3 if wide >= 1100 else 2
    columns = [Paper(min((wide - 40) // count, 480), size) for _ in range(count)]
    indent = 8.6 * size
    total = sum(len(keys) + 2 for _, keys in groups)
    done, number = 0, 0
    for title, keys in groups:
        if done > total * (number + 1) / count - len(keys) / 2 and number < count - 1:
            number += 1
        paper = columns[number]
        paper.space(6)
        paper.say(title, size + 1, bold=True)
        for shown, does in keys:
            top = paper.high
            paper.say(shown, bold=True)
            # What is done with the mouse has a long name.
            if width(shown, size, bold=True) < indent - 6:
                paper.high = top
            paper.say(does, left=indent)
        done += len(keys) + 2
    return columns
