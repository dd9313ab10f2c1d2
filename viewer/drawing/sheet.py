"""A picture for the screen: one view or two side by side, a title, labels and a legend."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from viewer.drawing import legend, palette
from viewer.drawing.items import Items
from viewer.drawing.lettering import cut, font
from viewer.drawing.panel import Panel, drawn, parallel
from viewer.drawing.views import ISO, TOP, seen_from

if TYPE_CHECKING:
    from PIL.Image import Image

WIDTH: Final = 1920
HEIGHT: Final = 1200
_HEAD: Final = 78
_FOOT: Final = 84
_GAP: Final = 12


def room(count: int = 1) -> tuple[int, int]:
    """Return the width and height of each of so many views side by side, pixels."""
    return (WIDTH - (count + 1) * _GAP) // count, HEIGHT - _HEAD - _FOOT


def pair(items: Items, whole: Items | None = None) -> tuple[Panel, Panel]:
    """Return the view from above and the one at an angle, all labels in each.

    Parameters
    ----------
    items : Items
    whole : Items or None
        What the views are as large as; by default the items.
    """
    above, aslant = (seen_from(name, whole or items, *room(2)) for name in (TOP, ISO))
    return parallel(items, above), parallel(items, aslant, has_bar=False)


def single(items: Items, name: str, whole: Items | None = None) -> Panel:
    """Return one view without perspective.

    Parameters
    ----------
    items : Items
    name : str
        One of `views.PARALLEL`.
    whole : Items or None
        What the view is as large as; by default the items.
    """
    return parallel(items, seen_from(name, whole or items, *room()), has_bar=name != ISO)


def sheet(items: Items, panels: Sequence[Panel]) -> "Image":
    """Return the picture, `WIDTH` by `HEIGHT` pixels.

    Parameters
    ----------
    items : Items
        With the title.
    panels : sequence of Panel
        Each as large as `room` says.
    """
    from PIL import Image, ImageDraw

    whole = Image.new("RGB", (WIDTH, HEIGHT), palette.BACKGROUND)
    for number, panel in enumerate(panels):
        left = _GAP + number * (panel.view.width + _GAP)
        whole.paste(drawn(panel), (left, _HEAD))
    draw = ImageDraw.Draw(whole)
    wide = WIDTH - 4 * _GAP
    draw.text((2 * _GAP, 9), cut(items.title, 30, True, wide), palette.INK, font(30, bold=True))
    subtitle = cut(items.subtitle, 19, False, wide)
    draw.text((2 * _GAP, 47), subtitle, palette.FAINT_INK, font(19))
    legend.draw(whole, legend.entries(panels, has_sides=True), (2 * _GAP, HEIGHT - _FOOT + 8), wide)
    return whole
