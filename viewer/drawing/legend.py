"""What the colours and lines of a picture mean: those that it has."""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

from spatial.outcome import Outcome
from viewer.drawing import palette, signs
from viewer.drawing.items import Kind, Label, MarkKind, StrokeKind, Wording
from viewer.drawing.labels import short
from viewer.drawing.lettering import font, width
from viewer.drawing.panel import Panel
from viewer.outcomes import WORST_FIRST
from viewer.phrases import listed
from viewer.words import affected

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

Sign: TypeAlias = Callable[["ImageDraw", float, float, float], None]

_OUTCOMES: Final[Mapping[Wording, Mapping[Outcome, str]]] = {
    "templates": {one: f"trooper {affected(one)}" for one in Outcome},
    "fire": {
        Outcome.YES: "trooper that is SEEN",
        Outcome.NO: "trooper not seen",
        Outcome.UNDECIDED: "trooper of whom it is UNDECIDED",
    },
}
_CLEAR: Final[Mapping[Wording, str]] = {
    "templates": "clear line from the Blast Focus",
    "areas": "clear line to or from a centre",
    "fire": "clear line",
}
_MARKS: Final[Mapping[MarkKind, str]] = {
    "focus": "Blast Focus",
    "blast": "centre of a Blast",
    "smoke": "centre of a Smoke Area",
    "flare": "centre of a Flare",
}
_AREAS: Final[Mapping[Kind, str]] = {
    "template": "template",
    "cancelled": "CANCELLED template",
    "illegal": "ILLEGAL placement",
    "blast": "Blast",
    "smoke": "Smoke Area",
    "flare": "Flare",
    "zone": "Control Zone",
}
_SIGN: Final = 46
_WHOLE: Final = 0.999
_BETWEEN: Final = 30
_ROW: Final = 34
_SIZE: Final = 17


def entries(panels: Sequence[Panel], has_sides: bool = False) -> list[tuple[Sign, str]]:
    """Return the signs that the views of a picture have, each with what it means.

    Parameters
    ----------
    panels : sequence of Panel
    has_sides : bool
        Whether troopers' edges are drawn by their sides, as `overlay.overlay` does.
    """
    shown = [panel.items for panel in panels]
    solids = [solid for items in shown for solid in items.solids]
    labels = [label for items in shown for label in items.labels]
    said = {label.outcome for label in labels if label.kind == "trooper"}
    wording = shown[0].wording if shown else "templates"
    found: list[tuple[Sign, str]] = []
    for outcome in WORST_FIRST:
        if outcome in said:
            found.append((_trooper(outcome), _outcome(outcome, wording, labels)))
    if None in said:
        unruled = "model" if wording == "areas" else "trooper not ruled on"
        found.append((_trooper(None), unruled))
    flat = [panel for panel in panels if panel.gaze is None]
    sides = flat[0].items.sides if flat and has_sides else ()
    for number in range(min(len(sides), signs.SIDES)):
        alike = sides[number:] if number == signs.SIDES - 1 else sides[number : number + 1]
        found.append((_side(number), f"side {listed([short(side) for side in alike], 'or')}"))
    marks = {mark.kind for items in shown for mark in items.marks}
    found += [(_mark(kind), means) for kind, means in _MARKS.items() if kind in marks]
    kinds = {solid.kind for solid in solids}
    found += [(_area(kind), means) for kind, means in _AREAS.items() if kind in kinds]
    gazes = [panel.gaze for panel in panels if panel.gaze is not None]
    if any(gaze.area is not None for gaze in gazes):
        found.append((_cone, "outline of the template"))
    parts = [part for gaze in gazes for part in gaze.parts]
    if any(part.visible for part in parts):
        found.append((_patch(True), "part in sight"))
    if any(part.share < _WHOLE for part in parts):
        found.append((_patch(False), "part out of sight"))
    lines = {stroke.kind for panel in flat for stroke in panel.items.strokes}
    means: dict[StrokeKind, str] = {
        "reaches": _CLEAR[wording],
        "stopped": "line stopped by total cover",
        "grazes": "line that grazes total cover",
        "misses": "how far the nearest template misses",
        "moves": "way that it was moved",
    }
    found += [(_line(kind), said) for kind, said in means.items() if kind in lines]
    ends = {s.kind for gaze in gazes for s in gaze.items.strokes}
    found += [
        (_end(kind), said)
        for kind, said in (("reaches", "end of a clear line"), ("stopped", "line stopped here"))
        if kind in ends
    ]  # type: ignore[misc]
    if any(items.blockers for items in shown):
        found.append((_blocker, "what stops a line"))
    if "section" in kinds:
        found.append((_section, "scenery cut open"))
    return found


def _outcome(outcome: Outcome, wording: Wording, labels: Sequence[Label]) -> str:
    """What a verdict is called: of areas it depends on the event."""
    if wording != "areas":
        return _OUTCOMES[wording][outcome]
    label = next(one for one in labels if one.outcome is outcome)
    return f"model {label.title.rpartition(': ')[2]}"


def draw(
    whole: "Image",
    found: Sequence[tuple[Sign, str]],
    at: tuple[int, int],
    room: int,
    s: int = 1,
) -> None:
    """Draw a legend into a picture.

    Parameters
    ----------
    whole : Image
    found : sequence of (Sign, str)
    at : tuple of 2 ints
        Its top left corner, before magnification.
    room : int
        Its width, likewise.
    s : int
        Magnification: pixels for each.
    """
    from PIL import Image, ImageDraw

    placed, x, row = [], 0.0, 0
    size = _SIZE
    while size > 11 and len(_rows(found, room, size)) > 2:
        size -= 1
    f = 3
    for row, line in enumerate(_rows(found, room, size)):
        x = 0.0
        for sign, text in line:
            placed.append((x, row * _ROW, sign, text))
            x += _SIGN + 10 + width(text, size) + _BETWEEN
    high = _ROW * (row + 1)
    on = Image.new("RGB", (room * f * s, high * f * s), palette.BACKGROUND)
    pen = ImageDraw.Draw(on)
    for x, y, sign, _ in placed:
        sign(pen, x * f * s, (y + _ROW / 2) * f * s, f * s)
    whole.paste(on.reduce(f), (at[0] * s, at[1] * s))
    pen = ImageDraw.Draw(whole)
    for x, y, _, text in placed:
        left, top = at[0] + x + _SIGN + 10, at[1] + y + _ROW / 2 - size * 0.62
        pen.text((left * s, top * s), text, palette.INK, font(size * s))


def _rows(found: Sequence[tuple[Sign, str]], room: int, size: int) -> list[list[tuple[Sign, str]]]:
    lines: list[list[tuple[Sign, str]]] = []
    x = float(room)
    for sign, text in found:
        wide = _SIGN + 10 + width(text, size)
        if x + wide > room:
            lines.append([])
            x = 0.0
        lines[-1].append((sign, text))
        x += wide + _BETWEEN
    return lines


def _trooper(outcome: Outcome | None) -> Sign:
    colour = palette.verdict(outcome)

    def sign(draw: "ImageDraw", x: float, y: float, f: float) -> None:
        box = [x + 13 * f, y - 12 * f, x + 37 * f, y + 12 * f]
        dark = palette.mixed(colour, "#000000", 0.35)
        draw.ellipse(box, fill=colour, outline=dark, width=round(2 * f))
        signs.verdict(draw, outcome, (x + 25 * f, y), f)

    return sign


def _side(number: int) -> Sign:
    def sign(draw: "ImageDraw", x: float, y: float, f: float) -> None:
        middle, radius = x + 25 * f, 10 * f
        turns = [math.pi * i / 24 for i in range(48)]
        hull = [(middle + radius * math.cos(one), y + radius * math.sin(one)) for one in turns]
        draw.polygon(hull, fill=palette.UNRULED)
        signs.rim(draw, hull, number, f)

    return sign


def _line(kind: StrokeKind) -> Sign:
    def sign(draw: "ImageDraw", x: float, y: float, f: float) -> None:
        signs.line(draw, kind, (x + 2 * f, y), (x + (_SIGN - 8) * f, y), f)

    return sign


def _end(kind: StrokeKind) -> Sign:
    def sign(draw: "ImageDraw", x: float, y: float, f: float) -> None:
        signs.ending(draw, kind, (x + 28 * f, y), f)

    return sign


def _mark(kind: MarkKind) -> Sign:
    def sign(draw: "ImageDraw", x: float, y: float, f: float) -> None:
        signs.mark(draw, kind, (x + 27 * f, y), f)

    return sign


def _area(kind: Kind) -> Sign:
    if kind in ("illegal", "cancelled"):
        return _void

    def sign(draw: "ImageDraw", x: float, y: float, f: float) -> None:
        tint = palette.mixed(palette.TABLE, palette.AREA[kind], 0.42)
        box = [x + 4 * f, y - 11 * f, x + _SIGN * f, y + 11 * f]
        draw.ellipse(box, fill=tint)
        signs.ring(draw, box, palette.AREA_EDGE[kind], signs.DASHES[kind], f)

    return sign


def _void(draw: "ImageDraw", x: float, y: float, f: float) -> None:
    left, right, top, bottom = x + 4 * f, x + _SIGN * f, y - 10 * f, y + 10 * f
    for step in range(4):
        start = left + step * 11 * f
        ends = [(start, bottom), (min(start + 20 * f, right), top)]
        draw.line(ends, fill=palette.ILLEGAL_EDGE, width=round(1.5 * f))
    ring = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)]
    signs.dashed(draw, ring, palette.ILLEGAL_EDGE, 2.2 * f, (8.0, 5.0), f)


def _cone(draw: "ImageDraw", x: float, y: float, f: float) -> None:
    box = [x + 8 * f, y - 11 * f, x + (_SIGN - 2) * f, y + 11 * f]
    draw.ellipse(box, outline=palette.TEMPLATE, width=round(3.4 * f))


def _patch(in_sight: bool) -> Sign:
    def sign(draw: "ImageDraw", x: float, y: float, f: float) -> None:
        box = [x + 12 * f, y - 11 * f, x + 38 * f, y + 11 * f]
        colour = palette.VERDICT[Outcome.YES]
        tint = palette.mixed("#FFFFFF", colour, 0.75 if in_sight else 0.2)
        draw.rectangle(box, fill=tint)
        corners = [(box[i], box[j]) for i, j in ((0, 1), (2, 1), (2, 3), (0, 3), (0, 1))]
        dark = palette.mixed(colour, "#000000", 0.4)
        dash = (1.0, 0.0) if in_sight else (5.0, 4.0)
        signs.dashed(draw, corners, dark, (2.4 if in_sight else 1.4) * f, dash, f)

    return sign


def _blocker(draw: "ImageDraw", x: float, y: float, f: float) -> None:
    box = [x + 6 * f, y - 9 * f, x + 42 * f, y + 9 * f]
    draw.rectangle(box, fill=palette.SCENERY_HIGH, outline=palette.BLOCKER, width=round(2.8 * f))


def _section(draw: "ImageDraw", x: float, y: float, f: float) -> None:
    draw.rectangle([x + 6 * f, y - 7 * f, x + 42 * f, y + 7 * f], fill=palette.SECTION)
