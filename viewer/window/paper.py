"""Words on paper: paragraphs, tables and signs, one under another, as a picture."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from spatial.outcome import Outcome
from viewer.drawing import palette, signs
from viewer.drawing.lettering import folded, font, width

if TYPE_CHECKING:
    from PIL.Image import Image

Box: TypeAlias = tuple[float, float, float, float]
Ink: TypeAlias = Callable[["Image"], None]

EDGE: Final = 18
BACK: Final = "#FAF9F6"
RULE: Final = "#D8D4CC"
_LEADING: Final = 1.38


@dataclass(frozen=True, slots=True)
class Spot:
    """A part of the paper that can be clicked.

    Parameters
    ----------
    box : tuple of 4 floats
        Left, top, right, bottom, pixels from the paper's upper left corner.
    what, name : str
        What is done, and to whom.
    """

    box: Box
    what: str
    name: str


class Paper:
    """A column of words that grows downward.

    Parameters
    ----------
    wide : int
        Pixels.
    size : int
        Height of the common letters, pixels.

    Examples
    --------
    >>> paper = Paper(300, 15)
    >>> paper.say("Affected: 1 and 4")
    >>> paper.high > 15
    True
    """

    def __init__(self, wide: int, size: int) -> None:
        self.wide = wide
        self.size = size
        self.high = 0.0
        self.spots: list[Spot] = []
        self._inks: list[Ink] = []

    def space(self, high: float) -> None:
        """Leave so many pixels free."""
        self.high += high

    def say(
        self,
        text: str,
        size: int = 0,
        bold: bool = False,
        colour: str = palette.INK,
        left: float = 0.0,
        strip: str = "",
    ) -> None:
        """Add a paragraph.

        Parameters
        ----------
        text : str
            A newline starts a new line.
        size : int
            Height of the letters; the common size by default.
        bold : bool
        colour : str
        left : float
            How far it is indented, pixels.
        strip : str
            Colour of a strip beside it.
        """
        size = size or self.size
        room = self.wide - 2 * EDGE - left
        lines = [line for part in text.split("\n") for line in wrapped(part, size, room, bold)]
        step = round(size * _LEADING)
        top, x = self.high, EDGE + left
        tall = step * len(lines)

        def ink(image: "Image") -> None:
            from PIL import ImageDraw

            draw = ImageDraw.Draw(image)
            if strip:
                box = [x - 11, top + 2, x - 6, top + tall - 2]
                draw.rectangle(box, fill=strip)
            for i, line in enumerate(lines):
                draw.text((x, top + i * step), line, colour, font(size, bold=bold))

        self._inks.append(ink)
        self.high += tall

    def plate(self, text: str, colour: str) -> None:
        """Add a paragraph on a tinted ground, for what mustn't be overlooked."""
        size, top = self.size, self.high
        lines = wrapped(text, size, self.wide - 2 * EDGE - 20)
        step = round(size * _LEADING)
        tall = step * len(lines) + 12

        def ink(image: "Image") -> None:
            from PIL import ImageDraw

            draw = ImageDraw.Draw(image)
            box = [EDGE, top, self.wide - EDGE, top + tall - 4]
            tint = palette.mixed("#FFFFFF", colour, 0.10)
            draw.rounded_rectangle(box, radius=4, fill=tint, outline=colour, width=1)
            for i, line in enumerate(lines):
                at = (EDGE + 10, top + 4 + i * step)
                draw.text(at, line, palette.INK, font(size))

        self._inks.append(ink)
        self.high += tall

    def row(self, name: str, word: str, rest: str, outcome: Outcome | None, what: str = "") -> None:
        """Add a line of a table: a sign, a name, what comes of it; it can be clicked."""
        size, top = self.size, self.high
        line = round(size * _LEADING)
        colour = palette.verdict(outcome)
        left = EDGE + 28.0
        tail = width(rest, size - 2) + 12 if rest else 0.0
        end = self.wide - EDGE - tail
        split = left + max(0.30 * (self.wide - left), 70, width(name, size) + 10)
        if split + width(word, size, bold=True) <= end:
            names, words, below = [name], [word], 0
        else:
            # A name that was cut could be anybody's.
            names = wrapped(name, size, self.wide - EDGE - left)
            split, below = left, len(names)
            words = wrapped(word, size, end - left, bold=True)
        high = line * max(len(names), below + len(words)) + 4

        def ink(image: "Image") -> None:
            from PIL import ImageDraw

            draw = ImageDraw.Draw(image)
            _dot(image, EDGE + 10, top + line / 2 + 2, colour, outcome)
            for i, part in enumerate(names):
                draw.text((left, top + 2 + i * line), part, palette.INK, font(size))
            dark = palette.mixed(colour, "#000000", 0.25)
            for i, part in enumerate(words):
                at = (split, top + 2 + (below + i) * line)
                draw.text(at, part, dark, font(size, bold=True))
            if rest:
                at = (end + 12, top + 3 + below * line)
                draw.text(at, rest, palette.FAINT_INK, font(size - 2))

        self._inks.append(ink)
        if what:
            self.spots.append(Spot((0.0, top, float(self.wide), top + high), what, name))
        self.high += high

    def line(self) -> None:
        """Add a thin rule across."""
        top = self.high + 5

        def ink(image: "Image") -> None:
            from PIL import ImageDraw

            ends = [(EDGE, top), (self.wide - EDGE, top)]
            ImageDraw.Draw(image).line(ends, fill=RULE, width=1)

        self._inks.append(ink)
        self.high += 11

    def add(self, high: float, ink: Ink) -> float:
        """Add something of that height, and return where it begins."""
        top = self.high
        self._inks.append(ink)
        self.high += high
        return top

    def drawn(self, high: int = 0) -> "Image":
        """Return the paper, at least so many pixels high."""
        from PIL import Image

        image = Image.new("RGB", (self.wide, max(high, round(self.high), 1)), BACK)
        for ink in self._inks:
            ink(image)
        return image


def wrapped(text: str, size: int, room: float, bold: bool = False) -> list[str]:
    """Return a text in lines no wider than so many pixels; nothing of it is left out.

    Examples
    --------
    >>> "".join(wrapped("A" * 30, 15, 120.0)) == "A" * 30
    True
    """
    words: list[str] = []
    for word in text.split(" "):
        rest = word
        while width(rest, size, bold) > room and len(rest) > 1:
            count = next(
                n for n in range(len(rest) - 1, 0, -1)
                if n == 1 or width(rest[:n], size, bold) <= room
            )  # fmt: skip
            words.append(rest[:count])
            rest = rest[count:]
        words.append(rest)
    return folded(" ".join(words), size, room, bold)


def _dot(image: "Image", x: float, y: float, colour: str, outcome: Outcome | None) -> None:
    """A trooper as the legend of a picture shows it: a disc with the sign of its outcome."""
    from PIL import Image, ImageDraw

    f, side = 3, 22
    tile = Image.new("RGB", (side * f, side * f), BACK)
    draw = ImageDraw.Draw(tile)
    dark = palette.mixed(colour, "#000000", 0.35)
    draw.ellipse([f, f, (side - 1) * f, (side - 1) * f], fill=colour, outline=dark, width=2 * f)
    signs.verdict(draw, outcome, (side * f / 2, side * f / 2), f * 0.9)
    image.paste(tile.reduce(f), (round(x - side / 2), round(y - side / 2)))
