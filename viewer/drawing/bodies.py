"""How a solid looks: its surface, its edges and their colours, in any plotter."""

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from meshes.mesh import Floats, Mesh
from viewer.drawing import palette
from viewer.drawing.items import VOID, Items, Solid

_OPACITY: Final = 0.36
_VOID_OPACITY: Final = 0.25
_LIFT: Final = 0.05
SHARP: Final = 25.0
"""Faces that meet at a greater angle than this have an edge drawn, degrees."""
_FINE: Final = 200_000
"""Triangles beyond which a mesh's edges are texture, and not drawn."""
_EDGE: Final = 0.75


def highest(items: Items) -> float:
    """Return how high the scenery reaches, mm, at least 1: there it is lightest."""
    heights = [solid.mesh.bounds[1, 2] for solid in items.solids if solid.kind == "scenery"]
    return float(max([1.0, *heights]))


def rim_colour(solid: Solid) -> str:
    """Return the colour of a trooper's or an area's outline.

    Examples
    --------
    >>> from meshes.kit import box
    >>> rim_colour(Solid("1", "trooper", box((25, 25, 40)).mesh, "#E69F00"))
    '#966700'
    """
    if solid.kind == "trooper":
        return palette.mixed(solid.colour, "#000000", 0.35)
    return palette.AREA_EDGE[solid.kind]


def surface(mesh: Mesh, lift: float = 0.0) -> Any:
    """Return a mesh as PyVista takes it, raised by so many mm."""
    import pyvista

    made = pyvista.PolyData.from_regular_faces(np.array(mesh.vertices), mesh.faces.astype(int))
    return made.translate((0.0, 0.0, lift)) if lift else made


def shape(solid: Solid, top: float) -> Any:
    """Return what is drawn of a solid: its surface, with tints where it is scenery.

    Parameters
    ----------
    solid : Solid
    top : float
        How high the scenery reaches, mm.
    """
    if solid.is_area:
        # Many a template lies flat on a floor: it is lifted off, else the two flicker.
        return surface(solid.mesh, _LIFT)
    made = surface(solid.mesh)
    if solid.kind == "scenery":
        made.point_data["tint"] = _tints(made.points, top)
    return made


def edges(solid: Solid, made: Any) -> Any | None:
    """Return the lines along the sharp edges of a solid; None where none are drawn.

    Parameters
    ----------
    solid : Solid
    made : pyvista.PolyData
        Its shape.
    """
    if solid.kind not in ("scenery", "trooper") or made.n_cells > _FINE:
        return None
    # Files repeat a corner for each of its triangles: joined, they have edges.
    found = made.clean().extract_feature_edges(
        SHARP, boundary_edges=True, non_manifold_edges=False, manifold_edges=False
    )
    return found if found.n_cells else None


def edge_colour(solid: Solid) -> str:
    """Return the colour of a solid's edges."""
    if solid.kind == "scenery":
        return palette.SCENERY_EDGE
    return palette.mixed(solid.colour, "#000000", 0.5)


def add_shape(plotter: Any, solid: Solid, made: Any) -> Any:
    """Add a solid's shape to a plotter and return its actor."""
    if solid.is_area:
        opacity = _VOID_OPACITY if solid.kind in VOID else _OPACITY
        return plotter.add_mesh(made, color=solid.colour, opacity=opacity, ambient=0.6, diffuse=0.4)
    if solid.kind == "scenery":
        return plotter.add_mesh(made, scalars="tint", rgb=True, ambient=0.5, diffuse=0.5)
    if solid.kind == "section":
        return plotter.add_mesh(made, color=solid.colour, lighting=False)
    return plotter.add_mesh(made, color=solid.colour, ambient=0.45, diffuse=0.55)


def add_edges(plotter: Any, solid: Solid, found: Any, factor: float) -> Any:
    """Add a solid's edges to a plotter, so many pixels for each of the view's."""
    return plotter.add_mesh(
        found, color=edge_colour(solid), line_width=_EDGE * factor, lighting=False
    )


def add_solids(plotter: Any, items: Items, factor: float) -> None:
    """Add scenery and troopers, edges as wide as so many pixels a pixel of the view."""
    top = highest(items)
    for solid in items.solids:
        if solid.is_area:
            continue
        made = shape(solid, top)
        add_shape(plotter, solid, made)
        found = edges(solid, made)
        if found is not None:
            add_edges(plotter, solid, found, factor)


def _tints(points: Floats, top: float) -> npt.NDArray[np.uint8]:
    """The higher the lighter, so that floors can be told apart from above."""
    low, high = (np.array(palette.rgb(c)) for c in (palette.SCENERY_LOW, palette.SCENERY_HIGH))
    share = np.clip(np.asarray(points)[:, 2:3] / top, 0.0, 1.0)
    return np.round(low + (high - low) * share).astype(np.uint8)
