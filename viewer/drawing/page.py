"""A page to print: plan, two elevations and the view from the focus, with the ruling's lines.

It is A4 across: 297 x 210 mm.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from viewer.drawing import legend, palette
from viewer.drawing.items import Items
from viewer.drawing.lettering import cut, folded, font
from viewer.drawing.panel import Panel, drawn, parallel
from viewer.drawing.views import ISO, TOP, seen_from
from viewer.drawing.wordings import Said

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

DPI: Final = 300
"""Pixels an inch."""
_S: Final = 2
"""Pixels of the page for each of the layout's, which has 150 an inch."""
WIDTH: Final = 1754
HEIGHT: Final = 1240
_MARGIN: Final = 36
_GAP: Final = 12
_HEAD: Final = 64
_FOOT: Final = 100
_TEXT: Final = 380
_LOW: Final = 400
_SIZES: Final = (16, 15, 14, 13, 12, 11, 10)
_SMALLER: Final = 2
_STRIP: Final = 5
ELEVATIONS: Final = ("south", "east")


def room(is_low: bool = False) -> tuple[int, int]:
    """Return the width and height of a view on the page; an elevation's is lower."""
    wide = (WIDTH - 2 * _MARGIN - _TEXT - 2 * _GAP) // 2
    high = HEIGHT - 2 * _MARGIN - _HEAD - _FOOT - _GAP
    return wide, _LOW if is_low else high - _LOW


def panels(items: Items, view: Panel | None, whole: Items) -> list[Panel]:
    """Return the page's views: plan, the view from a point, two elevations.

    Parameters
    ----------
    items : Items
    view : Panel or None
        From a point, as large as `room` says; without it the view at an angle.
    whole : Items
        What the views are as large as: the items before anything was left out.
    """
    plan = parallel(items, seen_from(TOP, whole, *room()))
    if view is None:
        view = parallel(items, seen_from(ISO, whole, *room()), has_bar=False)
    # The reasons are beside the plan; there is less room here.
    brief = replace(items, labels=tuple(replace(label, why=()) for label in items.labels))
    low = [parallel(brief, seen_from(name, whole, *room(is_low=True))) for name in ELEVATIONS]
    return [plan, view, *low]


def page(items: Items, views: Sequence[Panel], text: Sequence[Said], foot: str) -> "Image":
    """Return the page, 3508 by 2480 pixels.

    Parameters
    ----------
    items : Items
        With the title.
    views : sequence of Panel
        Of `panels`.
    text : sequence of Said
        The ruling's lines.
    foot : str
        By what, and of what, in small print.
    """
    from PIL import Image, ImageDraw

    whole = Image.new("RGB", (WIDTH * _S, HEIGHT * _S), palette.BACKGROUND)
    wide, high = room()
    for number, panel in enumerate(views):
        row, column = divmod(number, 2)
        left = _MARGIN + column * (wide + _GAP)
        top = _MARGIN + _HEAD + row * (high + _GAP)
        whole.paste(drawn(panel, _S), (left * _S, top * _S))
    draw = ImageDraw.Draw(whole)
    across = WIDTH - 2 * _MARGIN
    _write(draw, (_MARGIN, _MARGIN - 6), cut(items.title, 30, True, across), 30, True)
    _write(draw, (_MARGIN, _MARGIN + 32), cut(items.subtitle, 18, False, across), 18)
    left = _MARGIN + 2 * (wide + _GAP) + _GAP
    _column(draw, text, left, _MARGIN + _HEAD, high + _GAP + _LOW)
    top = HEIGHT - _MARGIN - _FOOT + 8
    legend.draw(whole, legend.entries(views, has_sides=True), (_MARGIN, top), across, _S)
    _write(draw, (_MARGIN, HEIGHT - _MARGIN - 12), cut(foot, 12, False, across), 12)
    return whole


def _write(
    draw: "ImageDraw", at: tuple[float, float], text: str, size: int, bold: bool = False
) -> None:
    ink = palette.INK if bold else palette.FAINT_INK
    draw.text((at[0] * _S, at[1] * _S), text, ink, font(size * _S, bold=bold))


def _column(draw: "ImageDraw", text: Sequence[Said], left: int, top: int, high: int) -> None:
    """The ruling's lines, as large as fits; what doesn't fit at all is counted."""
    wide = _TEXT - _GAP
    size = _SIZES[-1]
    for size in _SIZES:
        if sum(_height(one, size, wide) for one in text) <= high:
            break
    y = float(top)
    for number, one in enumerate(text):
        tall = _height(one, size, wide)
        last = number == len(text) - 1
        if y + tall > top + high - (0 if last else 1.4 * size):
            more = f"… and {len(text) - number} more: `blastfocus rule` says them all"
            _write(draw, (left, y), more, size, True)
            return
        _paragraph(draw, one, left, y, size, wide)
        y += tall


def _lines(one: Said, size: int, wide: float) -> list[str]:
    inner = wide - (_STRIP + 6 if one.style == "line" else 0)
    return folded(one.text, _size(one, size), inner, one.style == "head")


def _size(one: Said, size: int) -> int:
    return size - _SMALLER if one.style == "small" else size


def _height(one: Said, size: int, wide: float) -> float:
    after = {"head": 0.3, "line": 0.35, "small": 0.3}[one.style] * size
    return len(_lines(one, size, wide)) * 1.25 * _size(one, size) + after


def _paragraph(
    draw: "ImageDraw", one: Said, left: float, top: float, size: int, wide: float
) -> None:
    lines = _lines(one, size, wide)
    step = 1.25 * _size(one, size)
    x = left
    if one.style == "line":
        x += _STRIP + 6
        colour = palette.verdict(one.colour)
        box = [left, top + 2, left + _STRIP, top + step * len(lines) - 1]
        draw.rectangle([value * _S for value in box], fill=colour)
    for number, line in enumerate(lines):
        bold = one.style == "head"
        ink = palette.FAINT_INK if one.style == "small" else palette.INK
        at = (x * _S, (top + number * step) * _S)
        draw.text(at, line, ink, font(_size(one, size) * _S, bold=bold))
