"""Flat pictures that lie over what a plotter shows, at places in pixels."""

from typing import TYPE_CHECKING, Any

import numpy as np

from meshes.mesh import Floats
from viewer.drawing import palette

if TYPE_CHECKING:
    from PIL.Image import Image


def flat_layer(window: Any) -> Any:
    """Return a renderer for flat things, over all that a render window has so far."""
    from vtkmodules.vtkRenderingCore import vtkRenderer

    layer = vtkRenderer()
    number = window.GetNumberOfLayers()
    window.SetNumberOfLayers(number + 1)
    layer.SetLayer(number)
    layer.InteractiveOff()
    window.AddRenderer(layer)
    return layer


class Sprite:
    """A flat picture in a renderer that covers the whole window.

    Parameters
    ----------
    layer : vtkRenderer
        In it, what was added later lies over what was added before.
    """

    def __init__(self, layer: Any) -> None:
        from vtkmodules.vtkRenderingCore import (
            vtkPolyDataMapper2D,
            vtkTexture,
            vtkTexturedActor2D,
        )

        self._layer = layer
        self._image: Image | None = None
        self._texture = vtkTexture()
        self._texture.SetInterpolate(False)
        self._mapper = vtkPolyDataMapper2D()
        self.actor = vtkTexturedActor2D()
        self.actor.SetMapper(self._mapper)
        self.actor.SetTexture(self._texture)
        self.actor.GetPositionCoordinate().SetCoordinateSystemToViewport()
        self.actor.SetVisibility(False)
        layer.AddViewProp(self.actor)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height, pixels; zero without a picture."""
        return (0, 0) if self._image is None else self._image.size

    def set(self, image: "Image") -> None:
        """Show this picture, which isn't changed afterwards."""
        if image is self._image:
            return
        import pyvista

        pixels = np.ascontiguousarray(np.asarray(image.convert("RGBA"))[::-1])
        wide, high = image.size
        grid = pyvista.ImageData(dimensions=(wide, high, 1))
        grid.point_data["colour"] = pixels.reshape(-1, 4)
        grid.set_active_scalars("colour")
        self._texture.SetInputData(grid)
        if self._image is None or self._image.size != image.size:
            corners = np.array([[0, 0, 0], [wide, 0, 0], [wide, high, 0], [0, high, 0]], float)
            quad = pyvista.PolyData(corners, faces=[4, 0, 1, 2, 3])
            quad.active_texture_coordinates = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], float)
            self._mapper.SetInputData(quad)
        self._image = image

    def put(self, left: float, bottom: float) -> None:
        """Show it there, pixels from the window's lower left corner."""
        self.actor.SetPosition(round(left), round(bottom))
        self.actor.SetVisibility(True)

    def hide(self) -> None:
        """Show nothing."""
        self.actor.SetVisibility(False)

    def remove(self) -> None:
        """Take it out of its renderer."""
        self._layer.RemoveViewProp(self.actor)


class Leaders:
    """Thin dark lines with light around them, in pixels.

    Parameters
    ----------
    layer : vtkRenderer
    """

    def __init__(self, layer: Any) -> None:
        from vtkmodules.vtkRenderingCore import vtkActor2D, vtkPolyDataMapper2D

        self._mapper = vtkPolyDataMapper2D()
        for colour, wide in ((palette.BACKGROUND, 3.4), (palette.INK, 1.3)):
            actor = vtkActor2D()
            actor.SetMapper(self._mapper)
            actor.GetProperty().SetColor(*(value / 255 for value in palette.rgb(colour)))
            actor.GetProperty().SetLineWidth(wide)
            actor.GetPositionCoordinate().SetCoordinateSystemToViewport()
            layer.AddViewProp(actor)
        self.draw(np.zeros((0, 2, 2)))

    def draw(self, ends: Floats) -> None:
        """Draw lines of shape (n, 2, 2), pixels from the window's lower left corner."""
        import pyvista

        if len(ends) == 0:
            self._mapper.SetInputData(pyvista.PolyData())
            return
        points = np.concatenate([ends.reshape(-1, 2), np.zeros((2 * len(ends), 1))], axis=1)
        self._mapper.SetInputData(pyvista.line_segments_from_points(points))
