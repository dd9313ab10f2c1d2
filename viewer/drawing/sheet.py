"""The whole picture: two views side by side, a title, labels and a legend."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from meshes.mesh import Floats
from viewer.drawing import legend, palette
from viewer.drawing.items import Items
from viewer.drawing.labels import Label
from viewer.drawing.lettering import BAR, LETTERINGS, Lettering, cut, font, width
from viewer.drawing.overlay import outline, overlay
from viewer.drawing.placing import Ground, leader, place
from viewer.drawing.render import GRID, render
from viewer.drawing.views import View, views

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

WIDTH: Final = 1920
HEIGHT: Final = 1200
_HEAD: Final = 78
_FOOT: Final = 84
_GAP: Final = 12
_FACTOR: Final = 2
_FULL: Final = 0.4
"""Labels that fill more of a view than this are written smaller at once."""
_BARS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)


@dataclass(frozen=True, slots=True, eq=False)
class Labelled:
    """A view and where its labels go.

    Parameters
    ----------
    view : View
    labels : tuple of Label
    boxes : array of shape (n, 4)
        Of each label: left, top, right, bottom, pixels of the view.
    lettering : Lettering
    apart : bool
        Whether no label touches another.
    bar : float
        Length of the scale bar, mm; zero where the view has none.
    """

    view: View
    labels: tuple[Label, ...]
    boxes: Floats
    lettering: Lettering
    apart: bool
    bar: float = 0.0


def sheet(items: Items) -> "Image":
    """Return the picture, `WIDTH` by `HEIGHT` pixels."""
    from PIL import Image, ImageDraw

    whole = Image.new("RGB", (WIDTH, HEIGHT), palette.BACKGROUND)
    for number, labelled in enumerate(labelled_views(items)):
        left = _GAP + number * (labelled.view.width + _GAP)
        whole.paste(_drawn(items, labelled), (left, _HEAD))
    draw = ImageDraw.Draw(whole)
    room = WIDTH - 4 * _GAP
    draw.text((2 * _GAP, 9), cut(items.title, 30, True, room), palette.INK, font(30, bold=True))
    subtitle = cut(items.subtitle, 19, False, room)
    draw.text((2 * _GAP, 47), subtitle, palette.FAINT_INK, font(19))
    legend.draw(whole, items, (2 * _GAP, HEIGHT - _FOOT + 8), room)
    return whole


def labelled_views(items: Items) -> tuple[Labelled, Labelled]:
    """Return the two views with every label of the items in its place in each."""
    across = (WIDTH - 3 * _GAP) // 2
    above, aslant = views(items, across, HEIGHT - _HEAD - _FOOT)
    longest = max(bar for bar in _BARS if bar * above.scale <= 0.26 * above.width or bar == 1)
    return _labelled(items, above, float(longest)), _labelled(items, aslant, 0.0)


def _labelled(items: Items, view: View, bar: float) -> Labelled:
    labels = items.labels
    anchors = view.pixels(np.array([label.at for label in labels]).reshape(-1, 3))
    ground, reach = _ground(items, view, bar)
    radii = np.array([reach.get((label.kind, label.subject), 14.0) for label in labels])
    boxes, apart, lettering = np.zeros((0, 4)), True, LETTERINGS[0]
    for lettering in LETTERINGS:
        sizes = np.array([lettering.size(label) for label in labels]).reshape(-1, 2)
        crowded = sizes.prod(axis=1).sum() > _FULL * view.width * view.height
        if crowded and lettering is not LETTERINGS[-1]:
            continue
        boxes, apart = place(anchors, radii, sizes, ground)
        if apart:
            break
    return Labelled(view, labels, boxes, lettering, apart, bar)


def _ground(items: Items, view: View, bar: float) -> tuple[Ground, dict[tuple[str, str], float]]:
    """What labels keep clear of, and how far each trooper reaches in pixels."""
    bodies = []
    reach: dict[tuple[str, str], float] = {}
    for solid in items.solids:
        if solid.kind == "trooper":
            hull = np.array(outline(view.pixels(solid.mesh.vertices)))
            low, high = hull.min(axis=0), hull.max(axis=0)
            bodies.append([*low, *high])
            reach["trooper", solid.name] = float((high - low).max() / 2)
    for mark in items.marks:
        x, y = view.pixels([list(mark.at)])[0]
        bodies.append([x - 15, y - 15, x + 15, y + 15])
    lines = [np.zeros((0, 2))]
    for stroke in items.strokes:
        start, end = view.pixels([list(stroke.start), list(stroke.end)])
        steps = max(int(np.linalg.norm(end - start) / 10), 1)
        lines.append(start + (end - start) * np.linspace(0, 1, steps + 1)[:, None])
    taken = [[0.0, 0.0, 256.0, 34.0], _axes_box(view)]
    if bar:
        taken.append([0.0, view.height - 62.0, bar * view.scale + 40.0, float(view.height)])
    ground = Ground(
        view.width,
        view.height,
        np.array(taken, dtype=np.float64),
        np.array(bodies, dtype=np.float64).reshape(-1, 4),
        np.concatenate(lines),
    )
    return ground, reach


def _axes_box(view: View) -> list[float]:
    return [view.width - 96.0, view.height - 108.0, float(view.width), float(view.height)]


def _drawn(items: Items, labelled: Labelled) -> "Image":
    """One view with everything in it."""
    from PIL import Image, ImageDraw

    view, f = labelled.view, _FACTOR
    picture = overlay(Image.fromarray(render(items, view, f)), items, view, f)
    on_plates = Image.new("RGBA", picture.size, (0, 0, 0, 0))
    draw = ImageDraw.Draw(on_plates)
    anchors = view.pixels(np.array([label.at for label in labelled.labels]).reshape(-1, 3))
    for anchor, box, label in zip(anchors, labelled.boxes, labelled.labels, strict=True):
        end = leader(anchor, box)
        ends = [tuple((point * f).tolist()) for point in (end, anchor)]
        draw.line(ends, fill=(255, 255, 255, 210), width=round(3.4 * f))
        draw.line(ends, fill=palette.INK, width=round(1.3 * f))
        if label.kind == "trooper":
            x, y = anchor * f
            draw.ellipse([x - 3.2 * f, y - 3.2 * f, x + 3.2 * f, y + 3.2 * f], fill=palette.INK)
    for box, label in zip(labelled.boxes, labelled.labels, strict=True):
        left, top, right, bottom = (box * f).tolist()
        draw.rounded_rectangle(
            [left, top, right, bottom],
            radius=4 * f,
            fill=(255, 255, 255, 238),
            outline=label.colour,
            width=round(1.5 * f),
        )
        draw.rectangle([left, top + 3 * f, left + BAR * f, bottom - 3 * f], fill=label.colour)
    _furniture(draw, labelled, f)
    picture = Image.alpha_composite(picture, on_plates).convert("RGB").reduce(f)
    draw = ImageDraw.Draw(picture)
    for box, label in zip(labelled.boxes, labelled.labels, strict=True):
        labelled.lettering.write(draw, label, box[0], box[1])
    _captions(draw, labelled)
    draw.rectangle([0, 0, view.width - 1, view.height - 1], outline="#C9C4BB")
    return picture


def _axes(view: View) -> list[tuple[str, Floats, Floats]]:
    """Name, start and end of the arrows that show which way x, y and z run."""
    start = np.array([view.width - 66.0, view.height - 36.0])
    arrows = []
    for axis, name in enumerate("xyz"):
        way = np.array([view.right[axis], -view.up[axis]]) * 44.0
        if np.linalg.norm(way) > 8:
            arrows.append((name, start, start + way))
    return arrows


def _furniture(draw: "ImageDraw", labelled: Labelled, f: int) -> None:
    """The scale bar and the arrows of the axes, their words excepted."""
    view = labelled.view
    if labelled.bar:
        left, length, base = 20.0, labelled.bar * view.scale, view.height - 22.0
        plate = [8 * f, (base - 34) * f, (left + length + 14) * f, (base + 12) * f]
        draw.rounded_rectangle(plate, radius=4 * f, fill=(255, 255, 255, 225))
        half = length / 2
        draw.rectangle([left * f, (base - 7) * f, (left + length) * f, base * f], fill=palette.INK)
        inner = [(left + half) * f, (base - 5.5) * f, (left + length - 1.5) * f, (base - 1.5) * f]
        draw.rectangle(inner, fill="#FFFFFF")
    corner = [
        (value + inset) * f for value, inset in zip(_axes_box(view), (8, 8, -8, -8), strict=True)
    ]
    draw.rounded_rectangle(corner, radius=4 * f, fill=(255, 255, 255, 225))
    for _, start, end in _axes(view):
        way = (end - start) / np.linalg.norm(end - start)
        side = np.array([-way[1], way[0]])
        draw.line([tuple(start * f), tuple(end * f)], fill=palette.FAINT_INK, width=2 * f)
        head = [end + way * 5, end - way * 5 + side * 4.5, end - way * 5 - side * 4.5]
        draw.polygon([tuple(point * f) for point in head], fill=palette.FAINT_INK)


def _captions(draw: "ImageDraw", labelled: Labelled) -> None:
    view = labelled.view
    wide = width(view.caption, 18, bold=True)
    grid = f"grid {GRID:g} mm"
    plate = [8, 7, 16 + wide + 12 + width(grid, 15) + 8, 33]
    draw.rounded_rectangle(plate, radius=4, fill="#FFFFFF")
    draw.text((16, 9), view.caption, palette.FAINT_INK, font(18, bold=True))
    draw.text((16 + wide + 12, 12), grid, palette.FAINT_INK, font(15))
    if labelled.bar:
        text = f"{labelled.bar:g} mm"
        middle = 20 + labelled.bar * view.scale / 2 - width(text, 17, bold=True) / 2
        draw.text((max(middle, 14), view.height - 54), text, palette.INK, font(17, bold=True))
    for name, start, end in _axes(view):
        way = (end - start) / np.linalg.norm(end - start)
        x, y = end + way * 14
        draw.text((x - 5, y - 10), name, palette.FAINT_INK, font(16, bold=True))
