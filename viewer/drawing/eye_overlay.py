"""What is drawn over the view from a point: the area, who stops lines, what is seen of whom."""

from typing import TYPE_CHECKING, Final

import numpy as np

from meshes.mesh import Floats
from viewer.drawing import palette
from viewer.drawing.eyes import EyeView
from viewer.drawing.gaze import Gaze
from viewer.drawing.items import Items, Solid
from viewer.drawing.overlay import frame, outline
from viewer.drawing.signs import Pixel, dashed, ending

if TYPE_CHECKING:
    from PIL.Image import Image

_TINT: Final = 150
"""How strongly what is seen of a target is tinted, of 255."""
_HIDDEN: Final = 46
"""How strongly what is hidden of it is."""
_COARSE: Final = 3.0
"""Degrees across which edges are drawn straight."""
_ROUNDS: Final = 8
_SMALL: Final = (5.0, 4.0)


def eye_overlay(picture: "Image", gaze: Gaze, factor: int) -> "Image":
    """Return the picture of the solids with everything but words drawn over it."""
    from PIL import Image, ImageDraw

    view, items = gaze.view, gaze.items
    whole = picture.convert("RGBA")
    colours = {s.name: s.colour for s in items.solids if s.kind == "trooper"}
    for part in gaze.parts:
        colour = palette.rgb(colours[part.name])
        for rings, strength in ((part.rings, _HIDDEN), (part.visible, _TINT)):
            mask = _filled(picture.size, _flat(view, rings, factor))
            veil = Image.new("RGBA", picture.size, (*colour, 0))
            veil.putalpha(mask.point(lambda value, most=strength: most if value else 0))
            whole.alpha_composite(veil)
    for solid in items.solids:
        if solid.kind in ("scenery", "trooper") and solid.name in items.blockers:
            frame(whole, _triangles(view, solid) * factor, factor)
    draw = ImageDraw.Draw(whole)
    if gaze.area is not None:
        chain = _chain(view.outline(gaze.area) * factor)
        dashed(draw, chain, palette.BACKGROUND, 5.0 * factor, (1, 0), factor)
        dashed(draw, chain, palette.TEMPLATE, 3.4 * factor, (1, 0), factor)
        dashed(draw, chain, palette.TEMPLATE_EDGE, 1.2 * factor, (1, 0), factor)
    for name, hull in silhouettes(items, view).items():
        dark = palette.mixed(colours[name], "#000000", 0.25)
        dashed(draw, _chain(hull * factor), dark, 1.4 * factor, _SMALL, factor)
    for part in gaze.parts:
        dark = palette.mixed(colours[part.name], "#000000", 0.4)
        for chain in map(_chain, _flat(view, part.visible, factor)):
            draw.line(chain, fill="#FFFFFF", width=round(4.4 * factor), joint="curve")
            draw.line(chain, fill=dark, width=round(2.4 * factor), joint="curve")
    for stroke in items.strokes:
        x, y = (view.pixels([list(stroke.end)])[0] * factor).tolist()
        ending(draw, stroke.kind, (x, y), factor)
    return whole


def silhouettes(items: Items, view: EyeView) -> dict[str, Floats]:
    """Return the outline of every labelled trooper in a view, pixels of shape (n, 2)."""
    labelled = {label.subject for label in items.labels if label.kind == "trooper"}
    found = {}
    for solid in items.solids:
        if solid.kind == "trooper" and solid.name in labelled:
            at = view.outline(_fine(solid, view) - np.array(view.eye))
            found[solid.name] = np.array(outline(at))
    return found


def _fine(solid: Solid, view: EyeView) -> Floats:
    """Corners of a body, and points along its edges where it is near."""
    corners = solid.mesh.triangles
    shares = (np.arange(4) / 4)[None, :, None]
    sides = [
        (corners[:, None, i] + (corners[:, (i + 1) % 3] - corners[:, i])[:, None] * shares)
        for i in range(3)
    ]
    points: Floats = np.concatenate([side.reshape(-1, 3) for side in sides])
    return np.unique(np.round(points, 6), axis=0)


def _flat(view: EyeView, rings: tuple[Floats, ...], factor: int) -> list[Floats]:
    return [view.outline(ring) * factor for ring in rings]


def _chain(ring: Floats) -> list[Pixel]:
    return [(float(x), float(y)) for x, y in [*ring, ring[0]]]


def _filled(size: tuple[int, int], rings: list[Floats]) -> "Image":
    """What outlines hold, as a mask: one within another is a hole."""
    from PIL import Image, ImageChops, ImageDraw

    mask = Image.new("1", size, 0)
    for ring in rings:
        own = Image.new("1", size, 0)
        ImageDraw.Draw(own).polygon(_chain(ring), fill=1)
        mask = ImageChops.logical_xor(mask, own)
    return mask.convert("L")


def _triangles(view: EyeView, solid: Solid) -> Floats:
    """A body in a view, shape (n, 3, 2): parts so small that they are as good as flat."""
    left = solid.mesh.triangles - np.array(view.eye)
    small = []
    for _ in range(_ROUNDS):
        ways = left / np.maximum(np.linalg.norm(left, axis=2), 1e-9)[:, :, None]
        after = np.roll(ways, -1, axis=1)
        cosine = np.clip((ways * after).sum(axis=2), -1, 1).min(axis=1)
        large = cosine < np.cos(np.radians(_COARSE))
        small.append(left[~large])
        left = _quartered(left[large])
        if len(left) == 0:
            break
    else:
        # The eye lies on it: it has no outline from there.
        return np.zeros((1, 3, 2))
    triangles = np.concatenate(small)
    at = view.of_ways(triangles.reshape(-1, 3)).reshape(-1, 3, 2)
    # What crosses the view's back would cover all of it.
    near = np.ptp(at[:, :, 0], axis=1) < 60 * view.scale
    inside = ((at >= -200) & (at <= np.array([view.width, view.height]) + 200)).any(axis=(1, 2))
    shown = at[near & inside]
    return shown if len(shown) else np.zeros((1, 3, 2))


def _quartered(triangles: Floats) -> Floats:
    a, b, c = (triangles[:, i] for i in range(3))
    d, e, f = (a + b) / 2, (b + c) / 2, (c + a) / 2
    parts = [(a, d, f), (d, b, e), (f, e, c), (d, e, f)]
    return np.concatenate([np.stack(part, axis=1) for part in parts])
