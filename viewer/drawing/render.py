"""Solids to pixels, with PyVista, without a screen."""

import math
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from meshes.mesh import Floats, Mesh
from viewer.drawing import palette
from viewer.drawing.items import VOID, Items
from viewer.drawing.views import View

Pixels: TypeAlias = npt.NDArray[np.uint8]

_OPACITY: Final = 0.36
_VOID_OPACITY: Final = 0.25
_LIFT: Final = 0.05
_BOARD: Final = 20.0
"""How thick the table is in an elevation, mm."""
_SHARP: Final = 25.0
"""Faces that meet at a greater angle than this have an edge drawn, degrees."""
_FINE: Final = 200_000
"""Triangles beyond which a mesh's edges are texture, and not drawn."""
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
            opacity = _VOID_OPACITY if solid.kind in VOID else _OPACITY
            # Many a template lies flat on a floor: it is lifted off, else the two flicker.
            surface = _surface(solid.mesh).translate((0.0, 0.0, _LIFT))
            plotter.add_mesh(surface, color=solid.colour, opacity=opacity, ambient=0.6, diffuse=0.4)
    _aim(plotter, view)
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


def add_solids(plotter: Any, items: Items, factor: float) -> None:
    """Add scenery and troopers, edges as wide as so many pixels a pixel of the view."""
    heights = [solid.mesh.bounds[1, 2] for solid in items.solids if solid.kind == "scenery"]
    top = max([1.0, *heights])
    for solid in items.solids:
        if solid.is_area:
            continue
        surface = _surface(solid.mesh)
        if solid.kind == "scenery":
            surface.point_data["tint"] = _tints(surface.points, top)
            plotter.add_mesh(surface, scalars="tint", rgb=True, ambient=0.5, diffuse=0.5)
            _add_edges(plotter, surface, palette.SCENERY_EDGE, 0.75 * factor)
        elif solid.kind == "section":
            plotter.add_mesh(surface, color=solid.colour, lighting=False)
        else:
            plotter.add_mesh(surface, color=solid.colour, ambient=0.45, diffuse=0.55)
            dark = palette.mixed(solid.colour, "#000000", 0.5)
            _add_edges(plotter, surface, dark, 0.75 * factor)


def _surface(mesh: Mesh) -> Any:
    import pyvista

    return pyvista.PolyData.from_regular_faces(np.array(mesh.vertices), mesh.faces.astype(int))


def light(plotter: Any, toward: Floats, right: Floats, up: Floats) -> None:
    """Add a sun over the eye's left shoulder, and a little light from the eye."""
    import pyvista

    for direction, intensity in (((toward - 0.55 * right + 0.45 * up), 0.8), (toward, 0.3)):
        sun = pyvista.Light(position=tuple(direction), focal_point=(0, 0, 0))
        sun.positional = False
        sun.intensity = intensity
        plotter.add_light(sun)


def _aim(plotter: Any, view: View) -> None:
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


def _tints(points: Floats, top: float) -> npt.NDArray[np.uint8]:
    """The higher the lighter, so that floors can be told apart from above."""
    low, high = (np.array(palette.rgb(c)) for c in (palette.SCENERY_LOW, palette.SCENERY_HIGH))
    share = np.clip(np.asarray(points)[:, 2:3] / top, 0.0, 1.0)
    return np.round(low + (high - low) * share).astype(np.uint8)


def _add_edges(plotter: Any, surface: Any, colour: str, width: float) -> None:
    if surface.n_cells > _FINE:
        return
    # Files repeat a corner for each of its triangles: joined, they have edges.
    edges = surface.clean().extract_feature_edges(
        _SHARP, boundary_edges=True, non_manifold_edges=False, manifold_edges=False
    )
    if edges.n_cells:
        plotter.add_mesh(edges, color=colour, line_width=width, lighting=False)


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
