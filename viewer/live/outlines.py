"""Outlines of shapes as a camera sees them, and of the pieces that stop a line."""

import math
from typing import Any, Final

import numpy as np

from meshes.mesh import Mesh
from viewer.drawing import bodies, palette
from viewer.drawing.items import Items

_WHOLE: Final = 20_000
"""Triangles beyond which a piece's box is outlined in place of its shape."""
_WIDTH: Final = 2.8
_HATCH: Final = 1.2
_APART: Final = 12.0
"""Between the lines of a hatched area, mm."""


class Frames:
    """Outlines of the pieces that stop a line.

    Parameters
    ----------
    layer : vtkRenderer
    camera : vtkCamera
    factor : float
        Pixels for each of the picture's.
    """

    def __init__(self, layer: Any, camera: Any, factor: float) -> None:
        self._layer = layer
        self._camera = camera
        self._factor = factor
        self._shown: dict[str, tuple[Mesh, Any]] = {}

    def show(self, items: Items) -> None:
        """Outline the pieces that a verdict names, and no others."""
        wanted = {
            solid.name: solid.mesh
            for solid in items.solids
            if solid.name in items.blockers and solid.kind == "scenery"
        }
        for name, (mesh, actor) in list(self._shown.items()):
            if name not in wanted or not alike(mesh, wanted[name]):
                self._layer.RemoveActor(actor)
                del self._shown[name]
        for name, mesh in wanted.items():
            if name not in self._shown:
                self._shown[name] = (mesh, self._added(mesh))

    def _added(self, mesh: Mesh) -> Any:
        made = bodies.surface(mesh)
        if made.n_cells > _WHOLE:
            actor = plain(made.outline(), palette.BLOCKER, _WIDTH * self._factor)
        else:
            outline = Outline(made.clean(), self._camera)
            outline.ink(palette.BLOCKER, _WIDTH * self._factor)
            (actor,) = outline.actors
        self._layer.AddActor(actor)
        return actor


class Outline:
    """A shape's outline as a camera sees it, wherever that goes.

    Parameters
    ----------
    made : pyvista.PolyData
        Its corners joined.
    camera : vtkCamera
    is_hatched : bool
        Whether it has slanting lines all over: an area that affects nobody.
    """

    def __init__(self, made: Any, camera: Any, is_hatched: bool = False) -> None:
        from vtkmodules.vtkFiltersHybrid import vtkPolyDataSilhouette

        silhouette = vtkPolyDataSilhouette()
        silhouette.SetCamera(camera)
        silhouette.SetEnableFeatureAngle(0)
        self._cutter = _cutter() if is_hatched else None
        self._filters = [silhouette] if self._cutter is None else [silhouette, self._cutter]
        self.set(made)
        self.actors = [_drawn(one) for one in self._filters]

    def set(self, made: Any) -> None:
        """Outline another shape."""
        if self._cutter is not None:
            _hatch(self._cutter, made)
        for one in self._filters:
            one.SetInputData(made)

    def ink(self, colour: str, width: float) -> None:
        """Draw it in a colour, so many pixels wide."""
        for actor in self.actors:
            actor.prop.color = colour
            actor.prop.line_width = _HATCH
        self.actors[0].prop.line_width = width


def _cutter() -> Any:
    """Cuts a shape by upright planes, all alike."""
    from vtkmodules.vtkCommonDataModel import vtkPlane
    from vtkmodules.vtkFiltersCore import vtkCutter

    plane = vtkPlane()
    plane.SetNormal(math.sqrt(0.5), math.sqrt(0.5), 0.0)
    cutter = vtkCutter()
    cutter.SetCutFunction(plane)
    return cutter


def _hatch(cutter: Any, made: Any) -> None:
    """Have planes equally far apart all over a shape, wherever it is."""
    along = made.points @ np.array(cutter.GetCutFunction().GetNormal())
    first = math.floor(float(along.min()) / _APART)
    values = [i * _APART for i in range(first, math.ceil(float(along.max()) / _APART) + 1)]
    cutter.SetNumberOfContours(len(values))
    for i, value in enumerate(values):
        cutter.SetValue(i, value)


def _drawn(source: Any) -> Any:
    import pyvista

    mapper = pyvista.DataSetMapper()
    mapper.SetInputConnection(source.GetOutputPort())
    return _unlit(mapper)


def _unlit(mapper: Any) -> Any:
    import pyvista

    mapper.scalar_visibility = False
    actor = pyvista.Actor(mapper=mapper)
    actor.prop.lighting = False
    return actor


def plain(made: Any, colour: str, width: float) -> Any:
    """Return an actor of a shape or of lines in one colour, so many pixels wide."""
    import pyvista

    actor = _unlit(pyvista.DataSetMapper(made))
    actor.prop.color = colour
    actor.prop.line_width = width
    return actor


def alike(mesh: Mesh, other: Mesh) -> bool:
    """Whether two meshes are drawn alike."""
    if mesh is other:
        return True
    return (
        mesh.vertices.shape == other.vertices.shape
        and mesh.faces.shape == other.faces.shape
        and np.array_equal(mesh.vertices, other.vertices)
        and np.array_equal(mesh.faces, other.faces)
    )
