"""Solids to pixels, with PyVista, without a screen."""

import math
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from meshes.mesh import Floats
from viewer.drawing import palette
from viewer.drawing.bodies import add_shape, add_solids, shape
from viewer.drawing.items import Items
from viewer.drawing.views import View

Pixels: TypeAlias = npt.NDArray[np.uint8]

_BOARD: Final = 20.0
"""How thick the table is in an elevation, mm."""
GRID: Final = 100.0
"""Between the lines on the table, mm."""


def render(items: Items, view: View, factor: int) -> Pixels:
    """Return the solids as seen, without lines or words.

    Parameters
    ----------
    items : Items
    view : View
    factor : int
        How many pixels are drawn for each of the view's, either way. They are
        to be averaged: the library's own smoothing loses the templates.

    Returns
    -------
    array of shape (height, width, 3), uint8
    """
    plotter = opened((view.width * factor, view.height * factor))
    plotter.enable_depth_peeling(12, occlusion_ratio=0.0)
    light(plotter, view.toward, np.array(view.right), np.array(view.up))
    x, y, z = view.centre
    reach = 3 * max(view.width, view.height) / view.scale + abs(z)
    add_table(plotter, items.size, (x, y), reach, factor, _BOARD if view.is_level else 0.0)
    add_solids(plotter, items, factor)
    for solid in items.solids:
        if solid.is_area:
            add_shape(plotter, solid, shape(solid, 0.0))
    aim(plotter, view)
    pixels: Pixels = np.array(plotter.screenshot(return_img=True))[:, :, :3]
    plotter.close()
    return pixels


def opened(size: tuple[int, int], sky: str = palette.BACKGROUND) -> Any:
    """Return a window that isn't shown, of so many pixels, nothing in it."""
    import pyvista
    from vtkmodules.vtkCommonCore import vtkLogger

    # It warns on stderr of every display it tries and doesn't find.
    vtkLogger.SetStderrVerbosity(vtkLogger.VERBOSITY_ERROR)
    plotter: Any = pyvista.Plotter(
        off_screen=True,
        window_size=list(size),
        lighting="none",
        theme=pyvista.themes.DocumentTheme(),
    )
    plotter.disable_anti_aliasing()
    plotter.set_background(sky)
    return plotter


def light(plotter: Any, toward: Floats, right: Floats, up: Floats) -> None:
    """Add a sun over the eye's left shoulder, and a little light from the eye."""
    import pyvista

    for direction, intensity in (((toward - 0.55 * right + 0.45 * up), 0.8), (toward, 0.3)):
        sun = pyvista.Light(position=tuple(direction), focal_point=(0, 0, 0))
        sun.positional = False
        sun.intensity = intensity
        plotter.add_light(sun)


def carry_light(plotter: Any) -> None:
    """Light a plotter as `light` does, wherever the eye goes."""
    import pyvista

    plotter.renderer.remove_all_lights()
    for x, y, intensity in ((-0.55, 0.45, 0.8), (0.0, 0.0, 0.3)):
        sun = pyvista.Light(position=(x, y, 1.0), focal_point=(0, 0, 0), light_type="camera light")
        sun.positional = False
        sun.intensity = intensity
        plotter.add_light(sun)


def aim(plotter: Any, view: View) -> None:
    """Look through a plotter as a view does."""
    centre = np.array(view.centre)
    # Outside everything seen: the table and its scenery slant through a view like this.
    far = 10 * max(view.width, view.height) / view.scale
    camera = plotter.camera
    camera.focal_point = tuple(centre)
    camera.position = tuple(centre + view.toward * far)
    camera.up = view.up
    camera.parallel_projection = True
    camera.parallel_scale = view.height / 2 / view.scale
    plotter.renderer.ResetCameraClippingRange()


def add_table(
    plotter: Any,
    size: tuple[float, float],
    middle: tuple[float, float],
    reach: float,
    factor: float,
    board: float = 0.0,
) -> None:
    """Add the table's top with a grid.

    Parameters
    ----------
    plotter : pyvista.Plotter
    size : tuple of 2 floats
        Its extent, mm; where it isn't known, the table is `reach` mm wide all round.
    middle : tuple of 2 floats
        Of the view, mm.
    reach : float
    factor : float
        Pixels drawn for each of the view's.
    board : float
        How thick the table is drawn, mm: seen from the side it would be a line.
    """
    import pyvista

    x, y = middle
    low = [0.0, 0.0]
    high = list(size)
    known = math.isfinite(high[0]) and math.isfinite(high[1])
    if not known:
        low, high = [x - reach, y - reach], [x + reach, y + reach]
    ring = [(low[0], low[1]), (high[0], low[1]), (high[0], high[1]), (low[0], high[1])]
    top = pyvista.PolyData(np.array([(*corner, 0.0) for corner in ring]), faces=[4, 0, 1, 2, 3])
    plotter.add_mesh(top, color=palette.TABLE, lighting=False)
    if board:
        box = pyvista.Box(bounds=(low[0], high[0], low[1], high[1], -board, 0.0))
        plotter.add_mesh(box, color=palette.GROUND, lighting=False)
    ends = []
    for axis in (0, 1):
        for at in np.arange(math.ceil(low[axis] / GRID) * GRID, high[axis], GRID):
            for end in (low[1 - axis], high[1 - axis]):
                ends.append((at, end, 0.0) if axis == 0 else (end, at, 0.0))
    if ends:
        grid = pyvista.line_segments_from_points(np.array(ends))
        plotter.add_mesh(grid, color=palette.GRID, line_width=0.75 * factor, lighting=False)
    if known:
        border = pyvista.lines_from_points(
            np.array([(*corner, 0.0) for corner in ring]), close=True
        )
        plotter.add_mesh(border, color=palette.TABLE_EDGE, line_width=factor, lighting=False)
