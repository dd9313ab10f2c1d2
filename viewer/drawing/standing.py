"""A standing map as a picture: one plan for each level, height as colour."""

import math
from typing import TYPE_CHECKING, Final

import numpy as np

from meshes.mesh import Bools, Floats, Ints
from spatial.scene import Scene
from spatial.standing import StandingMap
from viewer.drawing import palette
from viewer.drawing.heights import colour, colours, ticks
from viewer.drawing.lettering import cut, font, width

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

CLIMB: Final = 10.0
"""A climb of more than so many mm is drawn."""

NOWHERE: Final = "#2E2C2A"
SCENERY: Final = "#C9C4BC"
_CLIMB_LINE: Final = "#D55E00"
_BLOCKED_LINE: Final = "#111111"
_HATCH: Final = "#7A1F5C"

_PANELS: Final = 6
_ACROSS: Final = 3
_WIDTH: Final = 1800
_TALLEST: Final = 1000
_GAP: Final = 24
_HEAD: Final = 84
_CAPTION: Final = 34
_FOOT: Final = 96
_FACTOR: Final = 2


def picture(standing: StandingMap, scene: Scene, title: str) -> "Image":
    """Return a standing map as a picture.

    Parameters
    ----------
    standing : StandingMap
    scene : Scene
        Of which it is.
    title : str

    Notes
    -----
    The first panel has the lowest place at every x, y, the next the one above it;
    where there are many, the last panel has the rest, the highest on top. North, +y,
    is up.
    """
    from PIL import Image, ImageDraw

    last = int(standing.level.max(initial=0))
    panels = min(last + 1, _PANELS)
    across = min(panels, _ACROSS)
    down = math.ceil(panels / across)
    room = (_WIDTH - (across + 1) * _GAP) / across
    scale = min(room / scene.size[0], (_TALLEST / down - _CAPTION) / scene.size[1])
    size = round(scene.size[0] * scale), round(scene.size[1] * scale)
    wide = max(across * (size[0] + _GAP) + _GAP, 900)
    left = (wide - across * (size[0] + _GAP) + _GAP) // 2
    high = _HEAD + down * (size[1] + _CAPTION + 8) + _FOOT
    whole = Image.new("RGB", (wide, high), palette.BACKGROUND)
    draw = ImageDraw.Draw(whole)
    draw.text((_GAP, 10), cut(title, 28, True, wide - 2 * _GAP), palette.INK, font(28, bold=True))
    draw.text((_GAP, 48), _subtitle(standing, wide - 2 * _GAP), palette.FAINT_INK, font(18))
    for number in range(panels):
        row, column = divmod(number, across)
        x = left + column * (size[0] + _GAP)
        y = _HEAD + row * (size[1] + _CAPTION + 8)
        shown = standing.level >= number if number == _PANELS - 1 else standing.level == number
        draw.text((x, y), _caption(number, last, shown), palette.INK, font(18, bold=True))
        panel = _panel(standing, scene, scale * _FACTOR, shown, number == 0)
        whole.paste(panel.resize(size, Image.Resampling.BOX), (x, y + _CAPTION - 6))
        edge = [x - 1, y + _CAPTION - 7, x + size[0], y + _CAPTION - 6 + size[1]]
        draw.rectangle(edge, outline=palette.TABLE_EDGE)
    _legend(draw, standing, _GAP, high - _FOOT + 10, wide - 2 * _GAP)
    return whole


def _subtitle(standing: StandingMap, room: int) -> str:
    shape = standing.silhouette
    text = (
        f"{shape.name}: {shape.diameter:g} mm across, {shape.height:g} mm high; "
        f"a place every {standing.spacing:g} mm; mm above the table"
    )
    return cut(text, 18, False, room)


def _caption(number: int, last: int, shown: Bools) -> str:
    count = f"{int(shown.sum())} place{'' if shown.sum() == 1 else 's'}"
    if number == 0:
        return f"Level 0, the lowest at each spot: {count}"
    if number == _PANELS - 1 and last > number:
        return f"Levels {number} to {last}: {count}"
    return f"Level {number}: {count}"


def _panel(
    standing: StandingMap, scene: Scene, scale: float, shown: Bools, is_lowest: bool
) -> "Image":
    """One plan, `scale` pixels to a mm."""
    from PIL import Image, ImageDraw

    size = round(scene.size[0] * scale), round(scene.size[1] * scale)
    ground = NOWHERE if is_lowest else palette.BACKGROUND
    panel = Image.new("RGB", size, ground)
    draw = ImageDraw.Draw(panel)
    if not is_lowest:
        for body in scene.bodies:
            if body.role == "scenery":
                flat = body.mesh.triangles[:, :, :2] * scale
                flat[:, :, 1] = size[1] - flat[:, :, 1]
                for corners in flat.reshape(-1, 6).tolist():
                    draw.polygon(corners, fill=SCENERY)
    which = np.flatnonzero(shown).astype(np.int32)
    boxes = _boxes(standing, which, scale, size)
    tints = colours(standing.places[which, 2], _highest(standing))
    lying = Image.new("1", size, 0)
    on_lying = ImageDraw.Draw(lying)
    for box, tint, upright in zip(boxes.tolist(), tints, standing.upright[which], strict=True):
        draw.rectangle(box, fill=tint)
        if not upright:
            on_lying.rectangle(box, fill=1)
    panel.paste(_hatched(size), (0, 0), lying)
    _borders(draw, standing, which, boxes, scale)
    return panel


def _boxes(standing: StandingMap, which: Ints, scale: float, size: tuple[int, int]) -> Ints:
    """The squares about places: left, top, right, bottom, pixels; they meet without a seam.

    Those of the last lines reach to the table's edge, however the spacing divides its sides.
    """
    high = size[1]
    half = standing.spacing / 2
    x, y = standing.places[which, 0], standing.places[which, 1]
    low = np.round(np.stack([(x - half), (y - half)], axis=1) * scale).astype(np.int64)
    top = np.round(np.stack([(x + half), (y + half)], axis=1) * scale).astype(np.int64)
    is_last = standing.lines[which] == np.array(standing.shape) - 1
    top = np.where(is_last, np.array(size), top)
    rows = [low[:, 0], high - top[:, 1], top[:, 0] - 1, high - low[:, 1] - 1]
    return np.stack(rows, axis=1).astype(np.int32)


def _hatched(size: tuple[int, int]) -> "Image":
    from PIL import Image, ImageDraw

    pattern = Image.new("RGB", size, "#F3D9EA")
    draw = ImageDraw.Draw(pattern)
    for start in range(-size[1], size[0], 9):
        draw.line([(start, size[1]), (start + size[1], 0)], fill=_HATCH, width=3)
    return pattern


def _highest(standing: StandingMap) -> float:
    return float(standing.places[:, 2].max(initial=0.0))


def _borders(
    draw: "ImageDraw", standing: StandingMap, which: Ints, boxes: Ints, scale: float
) -> None:
    """Lines where the least climb to the next place is high, or there is no way to it."""
    rises = least_rises(standing)[which]
    beside = _shown_beside(standing, which)
    thick = max(2, min(6, round(standing.spacing * scale / 7)))
    for (left, top, right, bottom), rise, other in zip(boxes.tolist(), rises, beside, strict=True):
        sides = (
            (right, top, right, bottom),
            (left, top, right, top),
            (left, top, left, bottom),
            (left, bottom, right, bottom),
        )
        for side, mm, has in zip(sides, rise.tolist(), other, strict=True):
            if mm > CLIMB and (math.isfinite(mm) or has):
                fill = _CLIMB_LINE if math.isfinite(mm) else _BLOCKED_LINE
                draw.line(side, fill=fill, width=thick)


def least_rises(standing: StandingMap) -> Floats:
    """Return the least climb between each place and the next, east, north, west and south.

    Parameters
    ----------
    standing : StandingMap

    Returns
    -------
    ndarray of shape (n, 4)
        mm: there or back, whichever is higher; of several places there the one that
        takes the least. inf where there is no way, 0 at the table's edge.
    """
    lines = standing.lines
    rises = np.full((len(lines), 4), np.inf)
    first, second = standing.neighbours.T
    climb = standing.climb.max(axis=1, initial=0.0)
    along = (lines[first] == lines[second])[:, 0].astype(np.int64)
    np.minimum.at(rises, (first, along), climb)
    np.minimum.at(rises, (second, along + 2), climb)
    for side, (axis, end) in enumerate(((0, standing.shape[0] - 1), (1, standing.shape[1] - 1),
                                        (0, 0), (1, 0))):  # fmt: skip
        rises[lines[:, axis] == end, side] = 0.0
    return rises


def _shown_beside(standing: StandingMap, which: Ints) -> list[list[bool]]:
    """Whether the same panel has a place east, north, west and south of each."""
    grid = np.zeros((standing.shape[0] + 2, standing.shape[1] + 2), dtype=bool)
    x, y = (standing.lines[which] + 1).T
    grid[x, y] = True
    sides = [grid[x + 1, y], grid[x, y + 1], grid[x - 1, y], grid[x, y - 1]]
    return [list(row) for row in np.stack(sides, axis=1).tolist()]


def _legend(draw: "ImageDraw", standing: StandingMap, left: int, top: int, room: int) -> None:
    """The colours with their mm, and the signs."""
    highest = _highest(standing)
    bar = min(420, room // 2)
    for step in range(bar):
        draw.line([(left + step, top), (left + step, top + 18)], fill=colour(step / (bar - 1)))
    draw.rectangle([left - 1, top - 1, left + bar, top + 19], outline=palette.TABLE_EDGE)
    for mm in ticks(highest):
        x = left + (mm / highest if highest > 0 else 0.0) * (bar - 1)
        draw.line([(x, top + 19), (x, top + 24)], fill=palette.INK)
        text = f"{mm:g}"
        draw.text((x - width(text, 15) / 2, top + 25), text, palette.INK, font(15))
    draw.text((left + bar + 14, top), "height in mm", palette.INK, font(16))
    x, y = float(left), top + 54
    has_levels = bool(standing.level.any())
    has_holes = (standing.level == 0).sum() < standing.shape[0] * standing.shape[1]
    signs = [(NOWHERE, "nowhere to stand")] if has_holes else []
    signs += [("hatch", "only prone")] if not standing.upright.all() else []
    signs += [(SCENERY, "scenery")] if has_levels else []
    signs += [
        (_CLIMB_LINE, f"climb of more than {CLIMB:g} mm to the next"),
        (_BLOCKED_LINE, "no way to the next"),
    ]
    for sign, text in signs:
        box = [x, y, x + 26, y + 18]
        if sign == "hatch":
            draw.rectangle(box, fill="#F3D9EA")
            for start in (0, 7, 14, 21):
                draw.line([(x + max(start - 6, 0), y + 18), (x + min(start + 8, 26), y)], _HATCH, 2)
        elif sign in (_CLIMB_LINE, _BLOCKED_LINE):
            draw.line([(x, y + 9), (x + 26, y + 9)], fill=sign, width=4)
        else:
            draw.rectangle(box, fill=sign)
        draw.text((x + 34, y - 1), text, palette.INK, font(16))
        x += 34 + width(text, 16) + 26
