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
        self._shown: tuple[int, int | None, int] | None = None
        self.legend: Image | None = None

    def __len__(self) -> int:
        return len(self._layers)

    def show(self, number: int, level: int | None, room: int = _WIDE) -> None:
        """Show one of the layers, or for a number that none has no layer.

        Parameters
        ----------
        number : int
            From 0.
        level : int or None
            The one floor that is looked at; all by default.
        room : int
            For its legend, pixels across.
        """
        if (number, level, room) == self._shown:
            return
        self._shown = number, level, room
        for actor in self._actors:
            self._renderer.RemoveActor(actor)
        self._actors, self.legend = [], None
        if not 0 <= number < len(self._layers):
            return
        layer = self._layers[number]
        self.legend = legend(layer, max(min(_WIDE, room), 120))
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


def legend(layer: "Layer", wide: int) -> "Image":
    """Return the bar of a map's colours with words at its stops, and what else it shows.

    Parameters
    ----------
    layer : Layer
    wide : int
        Pixels.
    """
    from PIL import Image, ImageDraw

    title = folded(layer.title, 15, wide - 24, bold=True)
    about = folded(layer.about, 12, wide - 24)
    signs = [(colour, folded(words, 12, wide - 50)) for colour, words in layer.signs]
    high = 14 + 20 * len(title) + 16 * len(about) + _BAR + 34
    high += sum(6 + 16 * len(lines) for _, lines in signs)
    image = Image.new("RGBA", (wide, high), (255, 255, 255, 238))
    draw = ImageDraw.Draw(image)
    draw.rectangle([0, 0, wide - 1, high - 1], outline=palette.TABLE_EDGE)
    y = 7.0
    for line in title:
        draw.text((12, y), line, palette.INK, font(15, bold=True))
        y += 20
    y += 3
    for line in about:
        draw.text((12, y), line, palette.FAINT_INK, font(12))
        y += 16
    y += 6
    long = wide - 60
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
    for colour, lines in signs:
        draw.rectangle([12, y + 2, 30, y + 16], fill=colour, outline=palette.TABLE_EDGE)
        for line in lines:
            draw.text((38, y), line, palette.INK, font(12))
            y += 16
        y += 6
    return image
