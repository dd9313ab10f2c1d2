"""What the colours and lines of a picture mean: those that it has."""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from spatial.outcome import Outcome
from viewer.drawing import overlay, palette
from viewer.drawing.items import Items, StrokeKind
from viewer.drawing.lettering import font, width
from viewer.words import affected

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

Sign: TypeAlias = Callable[["ImageDraw", float, float, float], None]

_MEANS: dict[StrokeKind, str] = {
    "reaches": "clear line from the Blast Focus",
    "stopped": "line stopped by total cover",
    "grazes": "line that grazes total cover",
    "misses": "how far the nearest template misses",
}
_SIGN = 46
_BETWEEN = 30
_ROW = 34
_SIZE = 17


def entries(items: Items) -> list[tuple[Sign, str]]:
    """Return the signs that a picture has, each with what it means."""
    colours = {solid.colour for solid in items.solids if solid.kind == "trooper"}
    kinds = {solid.kind for solid in items.solids}
    lines = {stroke.kind for stroke in items.strokes}
    found: list[tuple[Sign, str]] = []
    for outcome in (Outcome.YES, Outcome.UNDECIDED, Outcome.NO):
        if palette.VERDICT[outcome] in colours:
            found.append((_trooper(palette.VERDICT[outcome]), f"trooper {affected(outcome)}"))
    if palette.UNRULED in colours:
        found.append((_trooper(palette.UNRULED), "trooper not ruled on"))
    if items.marks:
        found.append((_focus, "Blast Focus"))
    if "template" in kinds:
        found.append((_template, "template"))
    if "illegal" in kinds:
        found.append((_illegal, "ILLEGAL placement"))
    found += [(_line(kind), means) for kind, means in _MEANS.items() if kind in lines]
    return found


def draw(whole: "Image", items: Items, at: tuple[int, int], room: int) -> None:
    """Draw the legend into a picture, its top left corner and width given in pixels."""
    from PIL import Image, ImageDraw

    found = entries(items)
    f = 3
    signs = Image.new("RGB", (room * f, 2 * _ROW * f), palette.BACKGROUND)
    on_signs = ImageDraw.Draw(signs)
    words = []
    x, y = 0.0, 0.0
    for sign, text in found:
        wide = _SIGN + 10 + width(text, _SIZE)
        if x and x + wide > room:
            x, y = 0.0, y + _ROW
        sign(on_signs, x * f, (y + _ROW / 2) * f, f)
        words.append((at[0] + x + _SIGN + 10, at[1] + y + _ROW / 2 - _SIZE * 0.62, text))
        x += wide + _BETWEEN
    whole.paste(signs.reduce(f), at)
    pen = ImageDraw.Draw(whole)
    for left, top, text in words:
        pen.text((left, top), text, palette.INK, font(_SIZE))


def _trooper(colour: str) -> Sign:
    def sign(draw: "ImageDraw", x: float, y: float, f: float) -> None:
        box = [x + 14 * f, y - 11 * f, x + 36 * f, y + 11 * f]
        dark = palette.mixed(colour, "#000000", 0.35)
        draw.ellipse(box, fill=colour, outline=dark, width=round(2 * f))

    return sign


def _line(kind: StrokeKind) -> Sign:
    def sign(draw: "ImageDraw", x: float, y: float, f: float) -> None:
        overlay.line(draw, kind, (x + 2 * f, y), (x + (_SIGN - 8) * f, y), f)

    return sign


def _focus(draw: "ImageDraw", x: float, y: float, f: float) -> None:
    overlay.focus(draw, (x + 27 * f, y), f)


def _template(draw: "ImageDraw", x: float, y: float, f: float) -> None:
    tint = palette.mixed(palette.TABLE, palette.TEMPLATE, 0.42)
    box = [x + 4 * f, y - 11 * f, x + _SIGN * f, y + 11 * f]
    draw.ellipse(box, fill=tint, outline=palette.TEMPLATE_EDGE, width=round(1.8 * f))


def _illegal(draw: "ImageDraw", x: float, y: float, f: float) -> None:
    left, right, top, bottom = x + 4 * f, x + _SIGN * f, y - 10 * f, y + 10 * f
    for step in range(4):
        start = left + step * 11 * f
        ends = [(start, bottom), (min(start + 20 * f, right), top)]
        draw.line(ends, fill=palette.ILLEGAL_EDGE, width=round(1.5 * f))
    ring = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)]
    overlay.dashed(draw, ring, palette.ILLEGAL_EDGE, 2.2 * f, (8.0, 5.0), f)
