"""Sliders under the words: what of the picked thing, and of the look, has a number."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from rules.scenefile.changes import Change, Raise, Tilt, Tip, Turn
from rules.scenefile.handles import Handle
from viewer.drawing import palette
from viewer.drawing.lettering import font, width
from viewer.live.look import Look
from viewer.window.moving import turned
from viewer.window.paper import EDGE, RULE, Paper
from viewer.window.pulling import signed

if TYPE_CHECKING:
    from PIL.Image import Image

Way: TypeAlias = Literal["change", "cut", "step"]

_ROW: Final = 30
_NAME: Final = 84
_VALUE: Final = 74
_KEYS: Final = 52
_NARROW: Final = 300
"""A panel that is narrower has the words of a slider over its track, pixels."""


@dataclass(frozen=True, slots=True)
class Slider:
    """A number that can be dragged.

    Parameters
    ----------
    name, unit, keys : str
        As it is written, and the keys that do the same.
    low, high, value : float
    way : {"change", "cut", "step"}
        Whether it changes the table, or only how it is looked at.
    change : callable or None
        The change that a value is.
    """

    name: str
    unit: str
    keys: str
    low: float
    high: float
    value: float
    way: Way
    change: Callable[[float], Change] | None = None

    def at(self, share: float) -> float:
        """Return the value at a share of the track: whole numbers, for a hand isn't finer.

        Examples
        --------
        >>> Slider("tilt", "°", "R F", -90.0, 90.0, 0.0, "change").at(0.25)
        -45.0
        """
        value = self.low + (self.high - self.low) * min(max(share, 0.0), 1.0)
        return float(min(max(round(value), self.low), self.high))


def sliders(handle: Handle | None, look: Look, top: float, steps: int) -> tuple[Slider, ...]:
    """Return the sliders there are.

    Parameters
    ----------
    handle : Handle or None
        What is picked.
    look : Look
    top : float
        How high the table reaches, mm.
    steps : int
        How many events there are.
    """
    found: list[Slider] = []
    # Any other target faces no way.
    if handle is not None and handle.kind == "trooper" and handle.steps[:1] != ("target",):
        found.append(_degrees("facing", handle, Turn))
    if handle is not None and handle.kind == "teardrop":
        values = handle.values
        key = handle.key
        found.append(_degrees("direction", handle, Turn))
        tip = signed(float(values["tip"]))
        found.append(Slider("tip", "°", "← →", -180, 180, tip, "change", lambda v: Tip(key, v)))
        tilt = float(values["tilt"])
        found.append(Slider("tilt", "°", "R F", -90, 90, tilt, "change", lambda v: Tilt(key, v)))
        height, highest = float(values["height"]), float(values["highest"])
        found.append(
            Slider("height", " mm", "↑ ↓", 0, highest, height, "change", lambda v: Raise(key, v))
        )
    if steps:
        step = steps if look.step is None else look.step
        found.append(Slider("event", f" of {steps}", "P N", 0, steps, step, "step"))
    if look.cut is not None:
        found.append(Slider("cut at", " mm", "V B", 0, max(top, 1.0), look.cut, "cut"))
    return tuple(found)


def _degrees(name: str, handle: Handle, change: type[Turn]) -> Slider:
    key = turned(handle)
    toward = signed(handle.toward)
    return Slider(name, "°", "[  ]", -180, 180, toward, "change", lambda v: change(key, v))


def add(paper: Paper, found: tuple[Slider, ...]) -> list[tuple[float, float, float]]:
    """Draw sliders on paper.

    Returns
    -------
    list of (left, right, middle)
        Of each track, pixels from the paper's upper left corner.
    """
    tracks = []
    is_narrow = paper.wide < _NARROW
    row = 2 * _ROW - 12 if is_narrow else _ROW
    middle = row - _ROW / 2
    for one in found:
        left = EDGE + (8 if is_narrow else _NAME)
        right = paper.wide - EDGE - (8 if is_narrow else _VALUE + _KEYS)
        top = paper.add(row, _ink(one, left, right, paper.wide, paper.high, is_narrow))
        tracks.append((float(left), float(right), top + middle))
    return tracks


def _ink(
    one: Slider, left: float, right: float, wide: int, top: float, is_narrow: bool
) -> "Callable[[Image], None]":
    row = 2 * _ROW - 12 if is_narrow else _ROW
    middle = row - _ROW / 2

    def ink(image: "Image") -> None:
        from PIL import Image, ImageDraw

        f = 3
        tile = Image.new("RGB", (wide * f, row * f), image.getpixel((2, 2)))
        draw = ImageDraw.Draw(tile)
        draw.rounded_rectangle(
            [left * f, (middle - 2) * f, right * f, (middle + 2) * f], 2 * f, fill=RULE
        )
        share = (one.value - one.low) / max(one.high - one.low, 1e-9)
        x = left + (right - left) * min(max(share, 0.0), 1.0)
        knob = [(x - 7) * f, (middle - 7) * f, (x + 7) * f, (middle + 7) * f]
        draw.ellipse(knob, fill="#FFFFFF", outline=palette.INK, width=2 * f)
        image.paste(tile.reduce(f), (0, round(top)))
        draw = ImageDraw.Draw(image)
        number = f"{one.value:.1f}".removesuffix(".0")
        said = f"{number}{one.unit}"
        long = width(said, 14, bold=True)
        # Where it is narrow there is a line for the words, and the keys stand by the name.
        y = top + (3 if is_narrow else middle - 9)
        end = wide - EDGE if is_narrow else right + 10 + _VALUE - 14
        keys = EDGE + width(one.name, 14) + 10 if is_narrow else wide - EDGE - width(one.keys, 13)
        draw.text((EDGE, y), one.name, palette.INK, font(14))
        draw.text((end - long, y), said, palette.INK, font(14, bold=True))
        draw.text((keys, y + 1), one.keys, palette.FAINT_INK, font(13))

    return ink
