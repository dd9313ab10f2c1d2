"""A map laid over the table in the window, one of its values at a time, with its legend."""

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from viewer.drawing import palette
from viewer.drawing.lettering import folded, font, width
from viewer.live.outlines import plain

if TYPE_CHECKING:
    from PIL.Image import Image

    from viewer.maps.layers import Layer

_WIDE: Final = 300
_BAR: Final = 14


class Laid:
    """A map's layers over a stage.

    Parameters
    ----------
    layers : sequence of Layer
        None of them is shown at first but the first.
    renderer : vtkRenderer
        That of the solids.
    """

    def __init__(self, layers: Sequence["Layer"], renderer: Any) -> None:
        self._layers = tuple(layers)
        self._renderer = renderer
        self._actors: list[Any] = []
        self._shown: tuple[int, int | None] | None = None
        self.legend: Image | None = None

    def __len__(self) -> int:
        return len(self._layers)

    def show(self, number: int, level: int | None) -> None:
        """Show one of the layers, or for a number that none has no layer.

        Parameters
        ----------
        number : int
            From 0.
        level : int or None
            The one floor that is looked at; all by default.
        """
        if (number, level) == self._shown:
            return
        self._shown = number, level
        for actor in self._actors:
            self._renderer.RemoveActor(actor)
        self._actors, self.legend = [], None
        if not 0 <= number < len(self._layers):
            return
        layer = self._layers[number]
        self.legend = _legend(layer)
        self._add(layer if level is None else layer.on(level))

    def _add(self, layer: "Layer") -> None:
        import pyvista

        if len(layer.faces):
            made = pyvista.PolyData.from_regular_faces(layer.corners, layer.faces.astype(int))
            made.cell_data["tint"] = layer.colours
            mapper = pyvista.DataSetMapper(made)
            mapper.SetScalarModeToUseCellFieldData()
            mapper.SelectColorArray("tint")
            mapper.SetColorModeToDirectScalars()
            mapper.scalar_visibility = True
            actor = pyvista.Actor(mapper=mapper)
            actor.prop.lighting = False
            self._actors.append(actor)
        if len(layer.lines):
            lines = pyvista.line_segments_from_points(layer.lines.reshape(-1, 3))
            self._actors.append(plain(lines, layer.line_colour, 2.0))
        for actor in self._actors:
            self._renderer.AddActor(actor)


def _legend(layer: "Layer") -> "Image":
    """The bar of a map's colours with words at its stops, and what else it shows."""
    from PIL import Image, ImageDraw

    about = folded(layer.about, 12, _WIDE - 24)
    high = 34 + 16 * len(about) + _BAR + 34 + 22 * len(layer.signs)
    image = Image.new("RGBA", (_WIDE, high), (255, 255, 255, 238))
    draw = ImageDraw.Draw(image)
    draw.rectangle([0, 0, _WIDE - 1, high - 1], outline=palette.TABLE_EDGE)
    draw.text((12, 7), layer.title, palette.INK, font(15, bold=True))
    y = 30.0
    for line in about:
        draw.text((12, y), line, palette.FAINT_INK, font(12))
        y += 16
    y += 6
    long = _WIDE - 60
    stops = layer.stops
    for a, b in pairwise(stops):
        start, end = 30 + a.share * long, 30 + b.share * long
        for x in range(round(start), round(end)):
            share = (x - start) / max(end - start, 1.0)
            draw.line([(x, y), (x, y + _BAR)], fill=palette.mixed(a.colour, b.colour, share))
    for one in stops:
        at = (30 + one.share * long - width(one.words, 12) / 2, y + _BAR + 3)
        draw.text(at, one.words, palette.INK, font(12))
    y += _BAR + 24
    for colour, words in layer.signs:
        draw.rectangle([12, y + 2, 30, y + 16], fill=colour, outline=palette.TABLE_EDGE)
        draw.text((38, y), words, palette.INK, font(12))
        y += 22
    return image
