"""What is drawn over the solids: outlines, lines of the evidence, centres of areas."""

from typing import TYPE_CHECKING, Final

import numpy as np

from meshes.mesh import Floats
from viewer.drawing import palette
from viewer.drawing.bodies import rim_colour
from viewer.drawing.items import VOID, Items, Solid
from viewer.drawing.signs import DASHES, Pixel, dashed, halo, line, mark, rim
from viewer.drawing.views import View

if TYPE_CHECKING:
    from PIL.Image import Image

_GHOST: Final = 165
"""How strongly a trooper shows through what hides it, of 255."""
_VEIL: Final = 36
"""How strongly an area does."""
_FRAME: Final = ((palette.BACKGROUND, 2.4), (palette.BLOCKER, 1.4))
"""Colours of a blocker's outline, and half its width, pixels."""

_INSET: Final = 0.88
"""Share of a trooper that stops a line within which its side's edge is drawn."""


def outline(points: Floats) -> list[Pixel]:
    """Return the convex hull of points of shape (n, 2), by Andrew's chain.

    Examples
    --------
    >>> import numpy as np
    >>> outline(np.array([[0.0, 0.0], [2.0, 0.0], [1.0, 0.5], [1.0, 2.0]]))
    [(0.0, 0.0), (2.0, 0.0), (1.0, 2.0)]
    """
    ordered = sorted({(float(x), float(y)) for x, y in points})
    if len(ordered) < 3:
        return ordered
    halves = []
    for way in (ordered, ordered[::-1]):
        chain: list[Pixel] = []
        for point in way:
            while len(chain) > 1 and _turn(chain[-2], chain[-1], point) <= 0:
                chain.pop()
            chain.append(point)
        halves.append(chain[:-1])
    return halves[0] + halves[1]


def _turn(a: Pixel, b: Pixel, c: Pixel) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _farther_first(solid: Solid, view: View) -> tuple[bool, float]:
    """Areas first, then troopers, whatever is nearer to the eye later."""
    depth = solid.mesh.bounds.mean(axis=0) @ view.toward
    return solid.kind == "trooper", round(float(depth), 6)


def frame(whole: "Image", triangles: Floats, factor: int) -> None:
    """Draw the outline of a piece that stops a line.

    Parameters
    ----------
    whole : Image
        RGBA; is drawn into.
    triangles : ndarray of shape (n, 3, 2)
        The piece's, pixels of that image.
    factor : int
        How many of those there are for each of the view's.
    """
    from PIL import Image, ImageDraw, ImageFilter

    room = round(_FRAME[0][1] * factor) + 2
    low = np.maximum(np.floor(triangles.min(axis=(0, 1))) - room, 0).astype(int)
    high = np.minimum(np.ceil(triangles.max(axis=(0, 1))) + room, whole.size).astype(int)
    if (high <= low).any():
        return
    (left, top), (wide, tall) = low.tolist(), (high - low).tolist()
    mask = Image.new("L", (wide, tall), 0)
    draw = ImageDraw.Draw(mask)
    for corners in (triangles - low).reshape(-1, 6).tolist():
        draw.polygon(corners, fill=255)
    for colour, half in _FRAME:
        # Within so many pixels of both the piece and what is not the piece.
        near = mask.filter(ImageFilter.BoxBlur(half * factor))
        band = near.point([0, *[255] * 254, 0])
        whole.paste(colour, (left, top), band)


def _middle(hull: list[Pixel]) -> Pixel:
    xs, ys = zip(*hull, strict=True)
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def _is_on(hull: list[Pixel], other: list[Pixel]) -> bool:
    """Whether two outlines have nearly one middle."""
    (x, y), (u, v) = _middle(hull), _middle(other)
    wide = max(one for one, _ in hull) - min(one for one, _ in hull)
    return max(abs(x - u), abs(y - v)) < wide / 4


def _smaller(hull: list[Pixel], share: float) -> list[Pixel]:
    u, v = _middle(hull)
    return [(u + (x - u) * share, v + (y - v) * share) for x, y in hull]


def in_line(items: Items, view: View) -> tuple[str, ...]:
    """Return the troopers that are drawn smaller, before others on the same line of sight."""
    drawn: list[list[Pixel]] = []
    found = []
    acting = [solid for solid in items.solids if solid.acts and solid.kind == "trooper"]
    for solid in sorted(acting, key=lambda solid: _farther_first(solid, view)):
        hull = outline(view.pixels(solid.mesh.vertices))
        if any(_is_on(hull, other) for other in drawn):
            found.append(solid.name)
        drawn.append(hull)
    return tuple(found)


def overlay(picture: "Image", items: Items, view: View, factor: int) -> "Image":
    """Return the picture of the solids with everything but words drawn over it.

    Silhouettes and templates are convex, so their outlines are hulls, and are
    drawn whole: who stands under a roof is seen through it.
    """
    from PIL import Image, ImageDraw

    whole = picture.convert("RGBA")
    edges: list[tuple[list[Pixel], str, float, tuple[float, float]]] = []
    rims: list[tuple[list[Pixel], int]] = []
    # Troopers last: nothing tints the colour of a verdict. Of two on one spot the nearer
    # comes later and is drawn smaller, so that both colours show.
    acting = [solid for solid in items.solids if solid.acts]
    drawn: list[list[Pixel]] = []
    for solid in sorted(acting, key=lambda solid: _farther_first(solid, view)):
        hull = outline(view.pixels(solid.mesh.vertices) * factor)
        if solid.kind == "trooper":
            stacked = sum(_is_on(hull, other) for other in drawn)
            drawn.append(hull)
            hull = _smaller(hull, 0.62**stacked)
        if solid.kind in VOID:
            veil = _hatched(picture.size, hull, factor)
        else:
            veil = Image.new("RGBA", picture.size, (0, 0, 0, 0))
            opacity = _VEIL if solid.is_area else 255 if stacked else _GHOST
            tint = (*palette.rgb(solid.colour), opacity)
            ImageDraw.Draw(veil).polygon(hull, fill=tint)
        whole.alpha_composite(veil)
        if solid.side in items.sides:
            # The frame of what stops a line is drawn about it.
            inner = _smaller(hull, _INSET) if solid.name in items.blockers else hull
            rims.append((inner, items.sides.index(solid.side)))
        elif solid.kind == "trooper":
            edges.append((hull, rim_colour(solid), 1.8, (1.0, 0.0)))
        else:
            width = 2.2 if solid.kind in VOID else 1.8
            edges.append((hull, rim_colour(solid), width, DASHES[solid.kind]))
    for solid in items.solids:
        if solid.kind in ("scenery", "trooper") and solid.name in items.blockers:
            frame(whole, view.pixels(solid.mesh.vertices)[solid.mesh.faces] * factor, factor)
    draw = ImageDraw.Draw(whole)
    for hull, colour, width, dash in edges:
        dashed(draw, [*hull, hull[0]], colour, width * factor, dash, factor)
    for hull, number in rims:
        rim(draw, hull, number, factor)
    # Clear lines first: a stopped one on the same way is dashed, and shows both. The light
    # beside a line would hide the one below it.
    ordered = sorted(items.strokes, key=lambda stroke: stroke.kind != "reaches")
    for draw_one in (halo, line):
        for stroke in ordered:
            start, end = (view.pixels([list(stroke.start), list(stroke.end)]) * factor).tolist()
            draw_one(draw, stroke.kind, (start[0], start[1]), (end[0], end[1]), factor)
    for one in items.marks:
        x, y = (view.pixels([list(one.at)])[0] * factor).tolist()
        mark(draw, one.kind, (x, y), factor)
    return whole


def _hatched(size: tuple[int, int], hull: list[Pixel], factor: int) -> "Image":
    """Return slanting lines inside an outline: what may not lie there."""
    from PIL import Image, ImageDraw

    lines = Image.new("RGBA", size, (0, 0, 0, 0))
    draw = ImageDraw.Draw(lines)
    wide, high = size
    for x in range(-high, wide, 16 * factor):
        draw.line([(x, high), (x + high, 0)], fill=palette.ILLEGAL_EDGE, width=2 * factor)
    inside = Image.new("L", size, 0)
    ImageDraw.Draw(inside).polygon(hull, fill=150)
    veil = Image.new("RGBA", size, (0, 0, 0, 0))
    veil.paste(
        lines, (0, 0), Image.composite(inside, Image.new("L", size, 0), lines.getchannel("A"))
    )
    return veil
