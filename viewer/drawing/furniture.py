"""What every view has: its caption, a scale bar, the axes, a compass, notes."""

import math
from typing import TYPE_CHECKING, Final

import numpy as np

from meshes.mesh import Floats
from viewer.drawing import palette
from viewer.drawing.eyes import EyeView
from viewer.drawing.items import Items
from viewer.drawing.lettering import folded, font, width
from viewer.drawing.overlay import in_line
from viewer.drawing.render import GRID
from viewer.drawing.views import View
from viewer.phrases import listed

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

_BARS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
_NOTE: Final = 15
_LINE: Final = 19
_PLATE: Final = (255, 255, 255, 225)
_WINDS: Final = {0: "east", 45: "north-east", 90: "north", 135: "north-west", 180: "west",
                 225: "south-west", 270: "south", 315: "south-east"}  # fmt: skip


def longest_bar(view: View) -> float:
    """Return the length of a view's scale bar, mm: a round number."""
    return float(max(bar for bar in _BARS if bar * view.scale <= 0.26 * view.width or bar == 1))


def taken(view: View | EyeView, items: Items, bar: float) -> list[list[float]]:
    """Return the boxes that no label may touch: left, top, right, bottom, pixels."""
    lines = _notes(view, items)
    wide = max(256.0, 20.0 + max((width(line, _NOTE) for line in lines), default=0.0))
    wide = max(wide, _caption_width(view, items) + 24.0)
    boxes = [[0.0, 0.0, min(wide, view.width), 34.0 + _LINE * len(lines) + (6 if lines else 0)]]
    if isinstance(view, View):
        boxes.append(_axes_box(view))
    else:
        boxes.append([0.0, view.height - 30.0, float(view.width), float(view.height)])
    if bar:
        boxes.append([0.0, view.height - 62.0, bar * view.scale + 40.0, float(view.height)])
    return boxes


def draw(draw: "ImageDraw", view: View | EyeView, bar: float, f: int) -> None:
    """Draw scale bar and axes, their words excepted, f pixels for each of the view's."""
    if isinstance(view, EyeView):
        _horizon(draw, view, f)
        return
    if bar:
        left, length, base = 20.0, bar * view.scale, view.height - 22.0
        plate = [8 * f, (base - 34) * f, (left + length + 14) * f, (base + 12) * f]
        draw.rounded_rectangle(plate, radius=4 * f, fill=_PLATE)
        half = length / 2
        draw.rectangle([left * f, (base - 7) * f, (left + length) * f, base * f], fill=palette.INK)
        inner = [(left + half) * f, (base - 5.5) * f, (left + length - 1.5) * f, (base - 1.5) * f]
        draw.rectangle(inner, fill="#FFFFFF")
    corner = [
        (value + inset) * f for value, inset in zip(_axes_box(view), (8, 8, -8, -8), strict=True)
    ]
    draw.rounded_rectangle(corner, radius=4 * f, fill=_PLATE)
    for _, start, end in _axes(view):
        way = (end - start) / np.linalg.norm(end - start)
        side = np.array([-way[1], way[0]])
        draw.line([tuple(start * f), tuple(end * f)], fill=palette.FAINT_INK, width=2 * f)
        head = [end + way * 5, end - way * 5 + side * 4.5, end - way * 5 - side * 4.5]
        draw.polygon([tuple(point * f) for point in head], fill=palette.FAINT_INK)


def write(draw: "ImageDraw", view: View | EyeView, items: Items, bar: float, s: int) -> None:
    """Write the caption, notes, and the words of scale bar and axes, s pixels for each."""
    wide = width(view.caption, 18, bold=True)
    lines = _notes(view, items)
    extra = _extra(view, items)
    inner = max(wide + 12 + width(extra, 15), *(width(line, _NOTE) for line in lines), 0.0)
    plate = [8 * s, 7 * s, (24 + inner) * s, (33 + _LINE * len(lines) + (4 if lines else 0)) * s]
    draw.rounded_rectangle(plate, radius=4 * s, fill="#FFFFFF")
    draw.text((16 * s, 9 * s), view.caption, palette.FAINT_INK, font(18 * s, bold=True))
    draw.text(((28 + wide) * s, 12 * s), extra, palette.FAINT_INK, font(15 * s))
    for number, line in enumerate(lines):
        at = (16 * s, (34 + _LINE * number) * s)
        draw.text(at, line, palette.NOTE_INK, font(_NOTE * s))
    if isinstance(view, EyeView):
        for x, name in _bearings(view):
            middle = x - width(name, 14) / 2
            draw.text((middle * s, (view.height - 24) * s), name, palette.FAINT_INK, font(14 * s))
        return
    if bar:
        text = f"{bar:g} mm"
        middle = max(20 + bar * view.scale / 2 - width(text, 17, bold=True) / 2, 14)
        draw.text((middle * s, (view.height - 54) * s), text, palette.INK, font(17 * s, bold=True))
    for name, start, end in _axes(view):
        way = (end - start) / np.linalg.norm(end - start)
        x, y = end + way * 14
        at = ((x - 5) * s, (y - 10) * s)
        draw.text(at, name, palette.FAINT_INK, font(16 * s, bold=True))


def _notes(view: View | EyeView, items: Items) -> list[str]:
    """What the drawing leaves out, in lines no longer than the view is wide."""
    room = min(view.width - 40.0, 760.0)
    notes = list(items.notes)
    smaller = _smaller(view, items)
    if smaller and not _fits_beside(view, smaller):
        notes.append(smaller)
    return [line for note in notes for line in folded(note, _NOTE, room)]


def _smaller(view: View | EyeView, items: Items) -> str:
    """Who is drawn smaller, so that whoever stands behind shows."""
    nearer = () if isinstance(view, EyeView) else in_line(items, view)
    return f"smaller, with others behind: {listed(nearer)}" if nearer else ""


def _fits_beside(view: View | EyeView, note: str) -> bool:
    """Whether a note has room beside the caption, where it costs the labels nothing."""
    wide = width(view.caption, 18, bold=True) + 12 + width(f"{_scale_of(view)}; {note}", 15)
    return wide <= view.width - 40.0


def _extra(view: View | EyeView, items: Items) -> str:
    """What stands beside the caption."""
    smaller = _smaller(view, items)
    beside = smaller if smaller and _fits_beside(view, smaller) else ""
    return f"{_scale_of(view)}; {beside}" if beside else _scale_of(view)


def _scale_of(view: View | EyeView) -> str:
    if isinstance(view, EyeView):
        return "all directions at one scale"
    return "true to scale" if view.is_level else f"grid {GRID:g} mm"


def _caption_width(view: View | EyeView, items: Items) -> float:
    return width(view.caption, 18, bold=True) + 12 + width(_extra(view, items), 15)


def _axes_box(view: View) -> list[float]:
    return [view.width - 96.0, view.height - 108.0, float(view.width), float(view.height)]


def _axes(view: View) -> list[tuple[str, Floats, Floats]]:
    """Name, start and end of the arrows that show which way x, y and z run."""
    start = np.array([view.width - 74.0, view.height - 36.0])
    ways = [np.array([view.right[i], -view.up[i]]) * 44.0 for i in range(3)]
    if any(way[0] < -8 for way in ways):
        start[0] = view.width - 30.0
    arrows = []
    for way, name in zip(ways, "xyz", strict=True):
        if np.linalg.norm(way) > 8:
            arrows.append((name, start, start + way))
    return arrows


def _bearings(view: EyeView) -> list[tuple[float, str]]:
    """Where the eight winds are, in pixels across, as far as there is room for their names."""
    found = []
    for degrees, name in _WINDS.items():
        aside = (degrees - view.turn + 180.0) % 360.0 - 180.0
        x = view.width / 2 - aside * view.scale
        room = width(name, 14) / 2 + 6
        if room < x < view.width - room and (degrees % 90 == 0 or view.scale > 3):
            found.append((x, name))
    return found


def _horizon(draw: "ImageDraw", view: EyeView, f: int) -> None:
    """A strip for the winds at the foot, and a line at the eye's own height."""
    strip = [0, (view.height - 28) * f, view.width * f, view.height * f]
    draw.rectangle(strip, fill=_PLATE)
    for x, _ in _bearings(view):
        ends = [(x * f, (view.height - 28) * f), (x * f, (view.height - 23) * f)]
        draw.line(ends, fill=palette.FAINT_INK, width=round(1.5 * f))
    y = view.height / 2 + view.rise * view.scale
    if 0 < y < view.height - 28 and math.isfinite(y):
        draw.line([(0, y * f), (view.width * f, y * f)], fill=(90, 90, 90, 60), width=f)
