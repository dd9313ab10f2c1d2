"""A map's values over the plan of its table: a panel for each level, colours with a legend."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import numpy as np

from meshes.mesh import Bools, Floats, Ints
from rules.maps.symmetry import WAYS
from viewer.drawing import palette
from viewer.drawing.lettering import cut, font, width
from viewer.maps.finished import HeatMap
from viewer.maps.outlines import outlines

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

NOWHERE: Final = "#2E2C2A"
NOT_ASKED: Final = "#D8D4CE"
SCENERY: Final = "#B9B3AA"
ZONE: Final = "#1B6A98"
LANE: Final = "#D55E00"
DEAD: Final = "#8F2D56"
ATTACKER: Final = "#D55E00"

_LEVELS: Final = 4
"""Panels beside one another; the last has all higher levels."""

_WIDTH: Final = 1800
_NARROWEST: Final = 900
_TALLEST: Final = 820
_GAP: Final = 24
_HEAD: Final = 84
_CAPTION: Final = 30
_SCALE: Final = 76
_FACTOR: Final = 2


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """What one row of panels shows.

    Parameters
    ----------
    heat : HeatMap
        Of whose places.
    values : ndarray of shape (n,)
        For each place; NaN where there is none.
    name : str
        In words.
    low, high : float
        The values with the first and the last colour.
    unit : {"share", "places", "mm"}
    colour : callable
        From 0 to 1.
    ends : ndarray of shape (k, 2)
        Lines between places.
    dead : float
        Places with less than this have a dot; 0 for none.
    marks : tuple of (sign, spot, level)
        Places that are pointed out.
    """

    heat: HeatMap
    values: Floats
    name: str
    low: float
    high: float
    unit: str
    colour: Callable[[float], str]
    ends: Ints = field(default_factory=lambda: np.empty((0, 2), dtype=np.int32))
    dead: float = 0.0
    marks: tuple[tuple[str, Floats, int], ...] = ()


def picture(title: str, subtitle: str, rows: Sequence[Row]) -> "Image":
    """Return rows of panels, each level of a layout beside the one below it.

    Parameters
    ----------
    title, subtitle : str
    rows : sequence of Row
        All of tables of one size.
    """
    from PIL import Image, ImageDraw

    size = rows[0].heat.scene.size
    across = max(_panels(row) for row in rows)
    room = (_WIDTH - (across + 1) * _GAP) / across
    scale = min(room / size[0], _TALLEST / size[1])
    wide, high = round(size[0] * scale), round(size[1] * scale)
    total = max(across * (wide + _GAP) + _GAP, _NARROWEST)
    step = high + _CAPTION + _SCALE
    whole = Image.new("RGB", (total, _HEAD + len(rows) * step + 8), palette.BACKGROUND)
    draw = ImageDraw.Draw(whole)
    inner = total - 2 * _GAP
    draw.text((_GAP, 10), cut(title, 28, True, inner), palette.INK, font(28, bold=True))
    draw.text((_GAP, 48), cut(subtitle, 18, False, inner), palette.FAINT_INK, font(18))
    for number, row in enumerate(rows):
        top = _HEAD + number * step
        for k in range(_panels(row)):
            left = _GAP + k * (wide + _GAP)
            shown = _shown(row, k)
            level = _level(row, k, shown)
            room = max(0, wide - width(level, 17, True))
            caption = cut(row.name, 17, True, int(room)) + level
            draw.text((left, top), caption, palette.INK, font(17, bold=True))
            panel = _panel(row, shown, k, scale * _FACTOR)
            whole.paste(panel.resize((wide, high), Image.Resampling.BOX), (left, top + _CAPTION))
            edge = [left - 1, top + _CAPTION - 1, left + wide, top + _CAPTION + high]
            draw.rectangle(edge, outline=palette.TABLE_EDGE)
        legend(draw, row, _GAP, top + _CAPTION + high + 10, inner, _signs(row))
    return whole


def _panels(row: Row) -> int:
    return min(row.heat.levels, _LEVELS)


def _shown(row: Row, number: int) -> Bools:
    level = row.heat.level
    found: Bools = level >= number if number == _LEVELS - 1 else level == number
    return found


def _level(row: Row, number: int, shown: Bools) -> str:
    """The end of a panel's caption, which isn't cut: its level, and the mean there."""
    last = row.heat.levels - 1
    level = f", level {number}"
    if number == _LEVELS - 1 and last > number:
        level = f", levels {number} to {last}"
    there = row.values[shown & ~np.isnan(row.values)]
    return f"{level}: mean {said(float(there.mean()), row.unit)}" if len(there) else level


def said(value: float, unit: str) -> str:
    """Return a value in words.

    Examples
    --------
    >>> said(0.123, "share"), said(7.0, "places"), said(812.4, "mm")
    ('12%', '7', '812 mm')
    """
    if unit == "share":
        return f"{value:.0%}"
    return f"{value:.3g} mm" if unit == "mm" else f"{value:.3g}"


def _panel(row: Row, shown: Bools, level: int, scale: float) -> "Image":
    from PIL import Image, ImageDraw

    table = row.heat.scene
    size = round(table.size[0] * scale), round(table.size[1] * scale)
    panel = Image.new("RGB", size, palette.BACKGROUND if level else NOWHERE)
    draw = ImageDraw.Draw(panel)
    if level:
        for body in table.bodies:
            flat = body.mesh.triangles[:, :, :2] * scale
            flat[:, :, 1] = size[1] - flat[:, :, 1]
            for corners in flat.reshape(-1, 6).tolist():
                draw.polygon(corners, fill=SCENERY)
    which = np.flatnonzero(shown)
    cells = np.round(row.heat.cells[which] * scale).astype(int)
    for number, (left, low, right, high) in zip(which.tolist(), cells.tolist(), strict=True):
        value = float(row.values[number])
        fill = NOT_ASKED if math.isnan(value) else row.colour(_share(row, value))
        draw.rectangle([left, size[1] - high, right - 1, size[1] - low - 1], fill=fill)
    _over(draw, row, shown, level, scale, size[1])
    return panel


def _share(row: Row, value: float) -> float:
    return (value - row.low) / (row.high - row.low) if row.high > row.low else 0.0


def _over(draw: "ImageDraw", row: Row, shown: Bools, level: int, scale: float, high: int) -> None:
    """What lies over the colours: dead ground, outlines, zones, lines, marks."""
    heat = row.heat
    dead = shown & _dead(row)
    for x, y in (heat.places[dead, :2] * scale).tolist():
        size = max(2.0, min(0.16 * heat.spacing * scale, 8.0))
        draw.ellipse([x - size, high - y - size, x + size, high - y + size], fill=DEAD)
    for x, y in (heat.places[shown & heat.starts, :2] * scale).tolist():
        size = max(2.0, min(0.12 * heat.spacing * scale, 6.0))
        ring = [x - size, high - y - size, x + size, high - y + size]
        draw.rectangle(ring, fill=ATTACKER, outline="#FFFFFF")
    lines = (outlines(heat, shown, level) * [scale, -scale] + [0, high]).reshape(-1, 4).tolist()
    for fill, wide in ((NOWHERE, 5), ("#FFFFFF", 3)):
        for line in lines:
            draw.line(line, fill=fill, width=wide)
    for zone in heat.zones:
        ring = [(x * scale, high - y * scale) for x, y in (*zone.corners, zone.corners[0])]
        draw.line(ring, fill=ZONE, width=4)
        x, y = min(at[0] for at in ring) + 10, max(min(at[1] for at in ring) + 6, 4.0)
        _lettered(draw, (x, y), zone.name, ZONE, "la")
    for a, b in row.ends.tolist():
        if not (shown[a] or shown[b]):
            continue
        ends = [(heat.places[i, 0] * scale, high - heat.places[i, 1] * scale) for i in (a, b)]
        draw.line(ends, fill="#FFFFFF", width=7)
        draw.line(ends, fill=LANE, width=4)
    for sign, spot, on in row.marks:
        if min(on, _LEVELS - 1) == level:
            x, y = (spot * scale).tolist()
            _lettered(draw, (x, high - y), sign, palette.INK, "mm")


def _dead(row: Row) -> Bools:
    dead: Bools = (row.values < row.dead) & (row.dead > 0)
    return dead


def _lettered(
    draw: "ImageDraw", at: tuple[float, float], text: str, colour: str, anchor: str
) -> None:
    lettering = font(15 * _FACTOR, bold=anchor == "mm")
    draw.text(at, text, colour, lettering, anchor, stroke_width=4, stroke_fill="#FFFFFF")


def legend(
    draw: "ImageDraw",
    row: Row,
    left: int,
    top: int,
    room: int,
    signs: Sequence[tuple[str, str]],
) -> None:
    """Draw what a row's colours mean, and signs with their words.

    Parameters
    ----------
    draw : ImageDraw
    row : Row
    left, top, room : int
        From which corner on, and how wide at most, pixels.
    signs : sequence of (colour, words)
        Without a colour, words alone.
    """
    bar = min(360, room // 2)
    for step in range(bar):
        fill = row.colour(step / (bar - 1))
        draw.line([(left + step, top), (left + step, top + 14)], fill=fill)
    draw.rectangle([left - 1, top - 1, left + bar, top + 15], outline=palette.TABLE_EDGE)
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        text = said(row.low + share * (row.high - row.low), row.unit).removesuffix(" mm")
        x = left + share * (bar - 1)
        draw.line([(x, top + 15), (x, top + 19)], fill=palette.INK)
        at = min(max(x - width(text, 14) / 2, left), left + bar - width(text, 14))
        draw.text((at, top + 20), text, palette.INK, font(14))
    x = left + bar + 28
    if row.unit == "mm":
        draw.text((x - 16, top - 3), "mm", palette.INK, font(16))
        x += 40
    first = x
    for sign, text in signs:
        wide = round(width(text, 16)) + (30 if sign else 0)
        if x > first and x + wide > left + room:
            x, top = first, top + 21
        if sign:
            draw.rectangle([x, top, x + 22, top + 14], fill=sign)
        draw.text((x + (30 if sign else 0), top - 3), text, palette.INK, font(16))
        x += wide + 24


def _signs(row: Row) -> list[tuple[str, str]]:
    """What else the legend explains: a colour, and words."""
    signs = [(NOWHERE, "nowhere to stand"), ("", "outlines: scenery, cut at knee height")]
    if np.isnan(row.values).any():
        signs.append((NOT_ASKED, "not asked, or it doesn't fit"))
    if _dead(row).any():
        signs.append((DEAD, f"a dot: less than {said(row.dead, row.unit)}"))
    if row.heat.starts.any():
        signs.append((ATTACKER, "the attacker's places"))
    if len(row.ends):
        signs.append((LANE, "the longest open lines"))
    if row.marks:
        ways = ", ".join(f"{number} {way}" for number, way in enumerate(WAYS, start=1))
        signs.append(("", f"worst counterparts: {ways}"))
    return signs
