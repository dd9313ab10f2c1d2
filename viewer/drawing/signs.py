"""Signs of a picture: lines and what ends them, centres of areas, verdicts."""

import math
from itertools import pairwise
from typing import TYPE_CHECKING, Final, TypeAlias

from spatial.outcome import Outcome
from viewer.drawing import palette
from viewer.drawing.items import MarkKind, StrokeKind

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

Pixel: TypeAlias = tuple[float, float]

DASHES: Final[dict[str, tuple[float, float]]] = {
    "reaches": (1.0, 0.0),
    "stopped": (11.0, 5.0),
    "grazes": (5.0, 4.0),
    "misses": (5.0, 3.5),
    "moves": (1.0, 0.0),
    "template": (1.0, 0.0),
    "cancelled": (8.0, 5.0),
    "illegal": (8.0, 5.0),
    "blast": (1.0, 0.0),
    "smoke": (2.5, 3.5),
    "flare": (12.0, 4.0),
    "zone": (6.0, 3.0),
}
"""Dashes and gaps of lines and outlines, pixels."""
_RIMS: Final = ((1.0, 0.0), (9.0, 7.0), (3.0, 4.0))
"""Dashes and gaps of the light in the edges of the second side's troopers and of further ones'."""
_THICK: Final = 18.0
"""A trooper drawn thinner than so many pixels has a thinner edge."""
SIDES: Final = len(_RIMS) + 1
"""How many sides have edges of their own; further ones have that of the last."""
_WIDTH: Final[dict[StrokeKind, float]] = {
    "reaches": 3.6,
    "stopped": 2.6,
    "grazes": 2.6,
    "misses": 2.2,
    "moves": 2.4,
}


def halo(draw: "ImageDraw", kind: StrokeKind, start: Pixel, end: Pixel, factor: float) -> None:
    """Draw the light on both sides of a line, which is to be drawn over it."""
    draw.line([start, end], fill=palette.BACKGROUND, width=round((_WIDTH[kind] + 2.4) * factor))


def line(draw: "ImageDraw", kind: StrokeKind, start: Pixel, end: Pixel, factor: float) -> None:
    """Draw a line of the evidence and the sign at its end."""
    colour = palette.LINE[kind]
    dashed(draw, [start, end], colour, _WIDTH[kind] * factor, DASHES[kind], factor)
    if kind == "misses":
        _disc(draw, start, 3.0 * factor, colour)
    if kind == "moves":
        _arrow(draw, start, end, colour, factor)
    else:
        ending(draw, kind, end, factor)


def ending(draw: "ImageDraw", kind: StrokeKind, end: Pixel, factor: float) -> None:
    """Draw the sign at the end of a line: where it arrives, or what stops it."""
    x, y = end
    colour = palette.LINE[kind]
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
        _disc(draw, end, 3.0 * factor, colour)


def _arrow(draw: "ImageDraw", start: Pixel, end: Pixel, colour: str, factor: float) -> None:
    """The head of an arrow, none where there is no way."""
    length = math.hypot(end[0] - start[0], end[1] - start[1])
    if length < 1:
        return
    u, v = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    long, half = 13 * factor, 6 * factor
    back = end[0] - u * long, end[1] - v * long
    sides = [(back[0] - v * half, back[1] + u * half), (back[0] + v * half, back[1] - u * half)]
    draw.polygon([end, *sides], fill=colour, outline="#FFFFFF", width=round(factor))


def mark(draw: "ImageDraw", kind: MarkKind, at: Pixel, factor: float) -> None:
    """Draw the sign of a Blast Focus, a ringed dot with four rays, or of an area's centre.

    A Smoke Area has a square, a Flare a star.
    """
    x, y = at
    if kind in ("smoke", "flare"):
        for colour, radius in (("#FFFFFF", 11.0), ("#000000", 9.4), (palette.AREA[kind], 7.4)):
            draw.polygon(_corners(at, radius * factor, kind == "flare"), fill=colour)
        _disc(draw, at, 2.2 * factor, "#000000")
        return
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


def _corners(at: Pixel, radius: float, is_star: bool) -> list[Pixel]:
    """A square, or a star with five points."""
    count = 10 if is_star else 4
    found = []
    for i in range(count):
        angle = math.pi * (2 * i / count - 0.5) + (0 if is_star else math.pi / 4)
        far = radius * (0.48 if is_star and i % 2 else 1.15 if is_star else 1.0)
        found.append((at[0] + far * math.cos(angle), at[1] + far * math.sin(angle)))
    return found


def verdict(draw: "ImageDraw", outcome: Outcome | None, at: Pixel, factor: float) -> None:
    """Draw what tells verdicts apart without colour: a star of eight rays for YES, a ring
    for NO, a cut ring for UNDECIDED, a dot where nobody was asked."""
    x, y = at
    if outcome is Outcome.YES:
        for colour, wide, reach in (("#FFFFFF", 3.6, 8.6), ("#000000", 1.8, 7.8)):
            for i in range(4):
                dx, dy = math.cos(math.pi * i / 4), math.sin(math.pi * i / 4)
                ends = [
                    (x - dx * reach * factor, y - dy * reach * factor),
                    (x + dx * reach * factor, y + dy * reach * factor),
                ]
                draw.line(ends, fill=colour, width=round(wide * factor))
        return
    if outcome is None:
        _disc(draw, at, 3.2 * factor, palette.INK)
        return
    for colour, radius, wide in (("#FFFFFF", 7.4, 5.0), ("#000000", 6.4, 2.0)):
        far = radius * factor
        box = [x - far, y - far, x + far, y + far]
        draw.ellipse(box, outline=colour, width=round(wide * factor))
    if outcome is Outcome.UNDECIDED:
        ends = [(x - 6 * factor, y + 6 * factor), (x + 6 * factor, y - 6 * factor)]
        draw.line(ends, fill="#000000", width=round(2 * factor))


def rim(draw: "ImageDraw", hull: list[Pixel], number: int, factor: float) -> None:
    """Draw the edge of a trooper, by the number of its side from 0, without colour.

    Dark for the first, light for the second, dark and light in turn for the third, then in
    shorter dashes: verdicts alone have colours.
    """
    chain = [*hull, hull[0]]
    xs, ys = zip(*hull, strict=True)
    # Of who lies down, seen from the side, some of the verdict's colour is to be left.
    least = min(max(xs) - min(xs), max(ys) - min(ys)) / factor
    share = min(max(least / _THICK, 0.4), 1.0)
    draw.line(chain, fill=palette.INK, width=round(4.6 * share * factor), joint="curve")
    if number > 0:
        light = _RIMS[min(number, len(_RIMS)) - 1]
        dashed(draw, chain, palette.BACKGROUND, 2.6 * share * factor, light, factor)


def _disc(draw: "ImageDraw", at: Pixel, radius: float, colour: str) -> None:
    x, y = at
    draw.ellipse([x - radius, y - radius, x + radius, y + radius], fill=colour)


def ring(
    draw: "ImageDraw", box: list[float], colour: str, dash: tuple[float, float], factor: float
) -> None:
    """Draw an ellipse in dashes, its box given by left, top, right, bottom."""
    left, top, right, bottom = box
    x, y, u, v = (left + right) / 2, (top + bottom) / 2, (right - left) / 2, (bottom - top) / 2
    angles = [2 * math.pi * i / 72 for i in range(73)]
    chain = [(x + u * math.cos(one), y + v * math.sin(one)) for one in angles]
    dashed(draw, chain, colour, 1.8 * factor, dash, factor)
