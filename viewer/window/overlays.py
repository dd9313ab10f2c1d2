"""The flat parts of the window: the words, what surrounds the view, and what covers it."""

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from viewer.drawing.items import Items
from viewer.drawing.sprites import Sprite
from viewer.window.helping import help_sheet
from viewer.window.keys import KEYS, MOUSE
from viewer.window.margins import captioned, furnished, legend_strip, question_plate

if TYPE_CHECKING:
    from PIL.Image import Image

    from viewer.window.window import Window


class Overlays:
    """Flat pictures over the window.

    Parameters
    ----------
    layer : vtkRenderer
        Covers the whole window.
    """

    def __init__(self, layer: Any) -> None:
        self._furniture = Sprite(layer)
        self._strip = Sprite(layer)
        self._map = Sprite(layer)
        self._panel = Sprite(layer)
        self._plate = Sprite(layer)
        self._help = Sprite(layer)
        self._legend: tuple[object, Image] | None = None

    def write(self, image: "Image", left: int) -> None:
        """Show the words, from so many pixels on."""
        self._panel.set(image)
        self._panel.put(left, 0)

    def surround(self, window: "Window", rests: bool) -> list[list[float]]:
        """Show caption, scale, axes and legend, as far as they hold while things move.

        Returns
        -------
        list of (left, top, right, bottom)
            The boxes that they take, pixels from the view's upper left corner.
        """
        left, bottom, wide, high = window.stage.room
        taken: list[list[float]] = []
        if window.outlook is not None:
            outlook = window.outlook
            image = captioned(outlook.caption, outlook.items.notes, round(wide))
            self._furniture.set(image)
            self._furniture.put(left + 8, bottom + high - image.height - 8)
            taken.append([0.0, 0.0, image.width + 12.0, image.height + 12.0])
        elif rests:
            image, taken = furnished(window.eye, window.items, round(wide), round(high))
            self._furniture.set(image)
            self._furniture.put(left, bottom)
        else:
            self._furniture.hide()
        if window.laid.legend is None:
            self._map.hide()
        else:
            self._map.set(window.laid.legend)
            wide_map, high_map = self._map.size
            self._map.put(left + wide - wide_map - 10, bottom + high - high_map - 10)
            taken.append([wide - wide_map - 14.0, 0.0, wide, high_map + 14.0])
        if rests or self._legend is None:
            self._strip.set(self._meant(window.items, round(wide), round(bottom)))
            self._strip.put(0, bottom - self._strip.size[1])
        return taken

    def _meant(self, items: Items, wide: int, high: int) -> "Image":
        said = (
            (wide, high),
            frozenset(solid.kind for solid in items.solids),
            frozenset(stroke.kind for stroke in items.strokes),
            frozenset((label.kind, label.outcome) for label in items.labels),
            frozenset(mark.kind for mark in items.marks),
            bool(items.blockers),
            items.wording,
        )
        if self._legend is None or self._legend[0] != said:
            self._legend = said, legend_strip(items, wide, high)
        return self._legend[1]

    def cover(self, window: "Window") -> None:
        """Show the list of keys, or a question, if one is open."""
        wide, high = window.size
        question = window.state.question
        if question is None:
            self._plate.hide()
        else:
            image = question_plate(question.words(), min(window.split - 60, 760))
            self._plate.set(image)
            self._plate.put((window.split - image.width) / 2, 100)
        if not window.state.is_helping:
            window.state.help_scroll = 0
            self._help.hide()
            return
        image = self._listed(wide, high)
        if image.height > high:
            scroll = window.state.help_scroll
            image = image.crop((0, scroll, image.width, scroll + high))
        self._help.set(image)
        self._help.put((wide - image.width) / 2, (high - image.height) / 2)

    def scroll_help(self, window: "Window", way: int) -> None:
        """Scroll the list of keys by most of a window's height, down for 1 and up for -1."""
        wide, high = window.size
        image = self._listed(wide, high)
        scroll = window.state.help_scroll + way * round(0.8 * high)
        window.state.help_scroll = min(max(scroll, 0), max(image.height - high, 0))

    @staticmethod
    @lru_cache(maxsize=1)
    def _listed(wide: int, high: int) -> "Image":
        keys = tuple((title, tuple((k.shown, k.does) for k in group)) for title, group in KEYS)
        return help_sheet((*keys, ("Mouse", MOUSE)), wide, high)
