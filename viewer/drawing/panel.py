"""One view with everything in it: solids, lines, labels, scale bar and axes."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from meshes.mesh import Floats
from viewer.drawing import furniture, palette, signs
from viewer.drawing.allround import render_eye
from viewer.drawing.eye_overlay import eye_overlay, silhouettes
from viewer.drawing.eyes import EyeView
from viewer.drawing.gaze import Gaze
from viewer.drawing.items import Items, Label
from viewer.drawing.lettering import BAR, LETTERINGS, Lettering
from viewer.drawing.overlay import outline, overlay
from viewer.drawing.placing import Ground, leader, place
from viewer.drawing.render import render
from viewer.drawing.views import View

if TYPE_CHECKING:
    from PIL.Image import Image

SMOOTH: Final = 2
"""How many pixels are drawn for each that is kept, either way."""
_FULL: Final = 0.4
"""Labels that fill more of a view than this are written smaller at once."""
_PALE: Final = 0.55
_LATTICE: Final = 16.0


@dataclass(frozen=True, slots=True, eq=False)
class Panel:
    """A view and where its labels go.

    Parameters
    ----------
    view : View or EyeView
    items : Items
        What it shows.
    labels : tuple of Label
    boxes : array of shape (n, 4)
        Of each label: left, top, right, bottom, pixels of the view.
    lettering : Lettering
    apart : bool
        Whether no label touches another.
    bar : float
        Length of the scale bar, mm; zero where the view has none.
    gaze : Gaze or None
        What there is besides in a view from a point.
    """

    view: View | EyeView
    items: Items
    labels: tuple[Label, ...]
    boxes: Floats
    lettering: Lettering
    apart: bool
    bar: float = 0.0
    gaze: Gaze | None = None


def parallel(items: Items, view: View, has_bar: bool = True) -> Panel:
    """Return a view without perspective, every label of the items in its place."""
    return _labelled(items, view, furniture.longest_bar(view) if has_bar else 0.0, None)


def from_point(gaze: Gaze) -> Panel:
    """Return a view from a point, its labels in their places."""
    return _labelled(gaze.items, gaze.view, 0.0, gaze)


def _labelled(items: Items, view: View | EyeView, bar: float, gaze: Gaze | None) -> Panel:
    labels = items.labels
    anchors = _anchors(view, labels)
    ground, reach = _ground(items, view, bar, gaze)
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
    return Panel(view, items, labels, boxes, lettering, apart, bar, gaze)


def _anchors(view: View | EyeView, labels: tuple[Label, ...]) -> Floats:
    return view.pixels(np.array([label.at for label in labels]).reshape(-1, 3))


def _ground(
    items: Items, view: View | EyeView, bar: float, gaze: Gaze | None
) -> tuple[Ground, dict[tuple[str, str], float]]:
    """What labels keep clear of, and how far each trooper reaches in pixels."""
    if isinstance(view, View):
        hulls = {
            solid.name: np.array(outline(view.pixels(solid.mesh.vertices)))
            for solid in items.solids
            if solid.kind == "trooper"
        }
    else:
        hulls = silhouettes(items, view)
    lines = [np.zeros((0, 2))]
    for part in () if gaze is None else gaze.parts:
        assert isinstance(view, EyeView)
        hulls[part.name] = view.largest(part.visible or part.rings)
        lines += [_lattice(view.outline(ring)) for ring in part.rings]
    bodies = []
    reach: dict[tuple[str, str], float] = {}
    for name, hull in hulls.items():
        low, high = hull.min(axis=0), hull.max(axis=0)
        bodies.append([*low, *high])
        reach["trooper", name] = float((high - low).max() / 2)
    for mark in items.marks:
        x, y = view.pixels([list(mark.at)])[0]
        bodies.append([x - 15, y - 15, x + 15, y + 15])
    for stroke in items.strokes:
        start, end = view.pixels([list(stroke.start), list(stroke.end)])
        start = start if isinstance(view, View) else end
        steps = max(int(np.linalg.norm(end - start) / 10), 1)
        lines.append(start + (end - start) * np.linspace(0, 1, steps + 1)[:, None])
    ground = Ground(
        view.width,
        view.height,
        np.array(furniture.taken(view, items, bar), dtype=np.float64),
        np.array(bodies, dtype=np.float64).reshape(-1, 4),
        np.concatenate(lines),
    )
    return ground, reach


def _lattice(flat: Floats) -> Floats:
    """Points over the box of an outline: what a label had better not hide."""
    low, high = flat.min(axis=0), flat.max(axis=0)
    counts = np.clip((high - low) // _LATTICE, 2, 40).astype(int)
    steps = [np.linspace(a, b, n) for a, b, n in zip(low, high, counts, strict=True)]
    points: Floats = np.stack(np.meshgrid(*steps), axis=-1).reshape(-1, 2)
    return points


def drawn(panel: Panel, density: int = 1) -> "Image":
    """Return one view with everything in it, so many pixels for each of the view's."""
    from PIL import Image, ImageDraw

    view, f = panel.view, SMOOTH * density
    picture = _solids(panel, f)
    on_plates = Image.new("RGBA", picture.size, (0, 0, 0, 0))
    draw = ImageDraw.Draw(on_plates)
    anchors = _anchors(view, panel.labels)
    for anchor, box, label in zip(anchors, panel.boxes, panel.labels, strict=True):
        end = leader(anchor, box)
        ends = [tuple((point * f).tolist()) for point in (end, anchor)]
        draw.line(ends, fill=(255, 255, 255, 210), width=round(3.4 * f))
        draw.line(ends, fill=palette.INK, width=round(1.3 * f))
        if label.kind == "trooper":
            x, y = (anchor * f).tolist()
            signs.verdict(draw, label.outcome, (x, y), f)
    for box, label in zip(panel.boxes, panel.labels, strict=True):
        left, top, right, bottom = (box * f).tolist()
        draw.rounded_rectangle(
            [left, top, right, bottom],
            radius=4 * f,
            fill=(255, 255, 255, 238),
            outline=label.colour,
            width=round((2.4 if label.kind == "piece" else 1.5) * f),
        )
        draw.rectangle([left, top + 3 * f, left + BAR * f, bottom - 3 * f], fill=label.colour)
    furniture.draw(draw, view, panel.bar, f)
    picture = Image.alpha_composite(picture, on_plates).convert("RGB").reduce(SMOOTH)
    draw = ImageDraw.Draw(picture)
    for box, label in zip(panel.boxes, panel.labels, strict=True):
        panel.lettering.write(draw, label, box[0], box[1], density)
    furniture.write(draw, view, panel.items, panel.bar, density)
    frame = [0, 0, view.width * density - 1, view.height * density - 1]
    draw.rectangle(frame, outline="#C9C4BB", width=density)
    return picture


def _solids(panel: Panel, factor: int) -> "Image":
    """Solids with the evidence over them."""
    from PIL import Image

    view, gaze = panel.view, panel.gaze
    if isinstance(view, View) or gaze is None:
        assert isinstance(view, View)
        pixels = Image.fromarray(render(panel.items, view, factor))
        return overlay(pixels, panel.items, view, factor)
    # Targets are pale, so that what is seen of them stands out.
    pale = tuple(
        replace(solid, colour=palette.mixed(solid.colour, "#FFFFFF", _PALE))
        if solid.kind == "trooper"
        else solid
        for solid in panel.items.solids
    )
    shown = replace(panel.items, solids=pale)
    # It is smooth as it comes: for print only what is drawn over it needs finer pixels.
    pixels = Image.fromarray(render_eye(shown, view, gaze.faces, min(factor, SMOOTH)))
    if factor > SMOOTH:
        pixels = pixels.resize(
            (view.width * factor, view.height * factor), Image.Resampling.BICUBIC
        )
    return eye_overlay(pixels, gaze, factor)
