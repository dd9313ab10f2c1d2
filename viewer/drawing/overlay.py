"""What is drawn over the solids: outlines, lines of the evidence, the Blast Focus."""

import math
from itertools import pairwise
from typing import TYPE_CHECKING, Final, TypeAlias

from meshes.mesh import Floats
from viewer.drawing import palette
from viewer.drawing.items import Items, Solid, StrokeKind
from viewer.drawing.views import View

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

Pixel: TypeAlias = tuple[float, float]

DASHES: Final[dict[StrokeKind, tuple[float, float]]] = {
    "reaches": (1.0, 0.0),
    "stopped": (11.0, 5.0),
    "grazes": (5.0, 4.0),
    "misses": (5.0, 3.5),
}
WIDTH: Final[dict[StrokeKind, float]] = {
    "reaches": 3.6,
    "stopped": 2.6,
    "grazes": 2.6,
    "misses": 2.2,
}
_GHOST: Final = {"trooper": 165, "template": 36}
"""How strongly a body shows through what hides it, of 255."""


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


def _height(solid: Solid) -> tuple[bool, float]:
    return solid.kind == "trooper", float(solid.mesh.bounds[0, 2])


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


def overlay(picture: "Image", items: Items, view: View, factor: int) -> "Image":
    """Return the picture of the solids with everything but words drawn over it.

    Silhouettes and templates are convex, so their outlines are hulls, and are
    drawn whole: who stands under a roof is seen through it.
    """
    from PIL import Image, ImageDraw

    whole = picture.convert("RGBA")
    edges: list[tuple[list[Pixel], str, float, tuple[float, float]]] = []
    # Troopers last: nothing tints the colour of a verdict. Of two on one spot the upper
    # comes later and is drawn smaller, so that both colours show.
    acting = [solid for solid in items.solids if solid.kind != "scenery"]
    drawn: list[list[Pixel]] = []
    for solid in sorted(acting, key=_height):
        hull = outline(view.pixels(solid.mesh.vertices) * factor)
        if solid.kind == "trooper":
            stacked = sum(_is_on(hull, other) for other in drawn)
            drawn.append(hull)
            hull = _smaller(hull, 0.62**stacked)
        if solid.kind == "illegal":
            veil = _hatched(picture.size, hull, factor)
        else:
            veil = Image.new("RGBA", picture.size, (0, 0, 0, 0))
            opacity = 255 if solid.kind == "trooper" and stacked else _GHOST[solid.kind]
            tint = (*palette.rgb(solid.colour), opacity)
            ImageDraw.Draw(veil).polygon(hull, fill=tint)
        whole.alpha_composite(veil)
        if solid.kind == "trooper":
            edges.append((hull, palette.mixed(solid.colour, "#000000", 0.35), 1.8, (1.0, 0.0)))
        elif solid.kind == "template":
            edges.append((hull, palette.TEMPLATE_EDGE, 1.8, (1.0, 0.0)))
        else:
            edges.append((hull, palette.ILLEGAL_EDGE, 2.2, (8.0, 5.0)))
    draw = ImageDraw.Draw(whole)
    for hull, colour, width, dash in edges:
        dashed(draw, [*hull, hull[0]], colour, width * factor, dash, factor)
    # Clear lines first: a stopped one on the same way is dashed, and shows both.
    for stroke in sorted(items.strokes, key=lambda stroke: stroke.kind != "reaches"):
        start, end = (view.pixels([list(stroke.start), list(stroke.end)]) * factor).tolist()
        line(draw, stroke.kind, (start[0], start[1]), (end[0], end[1]), factor)
    for mark in items.marks:
        x, y = (view.pixels([list(mark.at)])[0] * factor).tolist()
        focus(draw, (x, y), factor)
    return whole


def line(draw: "ImageDraw", kind: StrokeKind, start: Pixel, end: Pixel, factor: float) -> None:
    """Draw a line of the evidence and the sign at its end."""
    colour = palette.LINE[kind]
    draw.line([start, end], fill="#FFFFFF", width=round((WIDTH[kind] + 2.4) * factor))
    dashed(draw, [start, end], colour, WIDTH[kind] * factor, DASHES[kind], factor)
    x, y = end
    if kind == "reaches":
        _disc(draw, end, 6.2 * factor, "#FFFFFF")
        _disc(draw, end, 5.0 * factor, colour)
    elif kind == "stopped":
        arm = 6.0 * factor
        for colour_, width in (("#FFFFFF", 6.0), (colour, 3.4)):
            for way in (1, -1):
                draw.line(
                    [(x - arm, y - arm * way), (x + arm, y + arm * way)],
                    fill=colour_,
                    width=round(width * factor),
                )
    elif kind == "grazes":
        _disc(draw, end, 6.0 * factor, colour)
        _disc(draw, end, 3.0 * factor, "#FFFFFF")
    else:
        for tip in (start, end):
            _disc(draw, tip, 3.0 * factor, colour)


def focus(draw: "ImageDraw", at: Pixel, factor: float) -> None:
    """Draw the sign of a Blast Focus: a ringed dot with four rays."""
    x, y = at
    for colour, wide, reach, radius in (("#FFFFFF", 4.4, 12.6, 8.4), ("#000000", 2.0, 11.8, 7.2)):
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            near, far = radius * 0.7 * factor, reach * factor
            draw.line(
                [(x + dx * near, y + dy * near), (x + dx * far, y + dy * far)],
                fill=colour,
                width=round(wide * factor),
            )
        _disc(draw, at, radius * factor, colour)
    _disc(draw, at, 5.2 * factor, palette.TEMPLATE)
    _disc(draw, at, 2.2 * factor, "#000000")


def dashed(
    draw: "ImageDraw",
    chain: list[Pixel],
    colour: str,
    width: float,
    dash: tuple[float, float],
    factor: float,
) -> None:
    """Draw a chain of lines in dashes and gaps of so many pixels; no gap, no dashes."""
    on, off = dash[0] * factor, dash[1] * factor
    if off == 0:
        draw.line(chain, fill=colour, width=round(width), joint="curve")
        return
    done = 0.0
    for (x0, y0), (x1, y1) in pairwise(chain):
        length = math.hypot(x1 - x0, y1 - y0)
        at = -(done % (on + off))
        while at < length:
            a, b = max(at, 0.0) / length, min(at + on, length) / length
            if b > a:
                ends = [(x0 + (x1 - x0) * t, y0 + (y1 - y0) * t) for t in (a, b)]
                draw.line(ends, fill=colour, width=round(width))
            at += on + off
        done += length


def _disc(draw: "ImageDraw", at: Pixel, radius: float, colour: str) -> None:
    x, y = at
    draw.ellipse([x - radius, y - radius, x + radius, y + radius], fill=colour)


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
