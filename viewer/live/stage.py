"""What of the items is drawn in a plotter, and what of it has changed since.

Three layers, each with the same camera: solids; troopers and areas as seen through whatever
hides them; outlines and the lines of the evidence, over everything.
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from meshes.mesh import Floats, Mesh
from meshes.solids import Point
from viewer.drawing import bodies, palette
from viewer.drawing.items import VOID, Items, Kind, Solid
from viewer.drawing.render import add_table, carry_light
from viewer.live.outlines import Frames, Outline, alike, plain
from viewer.live.pointing import Pointing, Sieve, Subject
from viewer.live.threads import Threads

_VEIL: Final = 0.1
_THROUGH: Final[dict[str, float]] = {"trooper": 0.45, "cancelled": 0.0, "illegal": 0.0}
"""How strongly a kind shows through what hides it; others as `_VEIL`."""
_OUTLINE: Final = 1.8
_CHOSEN: Final = 4.5
_REACH: Final = 3000.0


@dataclass(slots=True, eq=False)
class _Shown:
    """A solid with what stands for it in the layers."""

    solid: Solid
    top: float
    actor: Any
    edges: Any = None
    ghost: Any = None
    outline: Any = None


class Stage:
    """A plotter's solids and lines, brought up to date by difference.

    Nothing is rendered here.

    Parameters
    ----------
    plotter : pyvista.Plotter
        Empty; on a screen or off it.
    factor : float
        Pixels for each of the picture's: how wide lines are drawn.
    viewport : tuple of 4 floats
        Left, bottom, right, top of the window's part that is drawn into, 0 to 1.

    Examples
    --------
    >>> from rules.ruling import rule
    >>> from rules.scenefile import read, starter
    >>> from viewer.drawing.render import opened
    >>> from viewer.drawing.ruled import items
    >>> dispute = read(starter(), "starter.toml")
    >>> plotter = opened((200, 150))
    >>> stage = Stage(plotter)
    >>> stage.show(items(rule(dispute, margins=False), dispute))
    >>> stage.met((10.0, 10.0, 900.0), (0.0, 0.0, -1.0))
    (('scenery', ''), (10.0, 10.0, 0.0))
    """

    def __init__(
        self,
        plotter: Any,
        factor: float = 1.0,
        viewport: tuple[float, float, float, float] = (0.0, 0.0, 1.0, 1.0),
    ) -> None:
        from vtkmodules.vtkRenderingCore import vtkRenderer

        self.plotter = plotter
        self.factor = factor
        self.items: Items | None = None
        self._shown: dict[tuple[Kind, str, int], _Shown] = {}
        self._table: tuple[tuple[float, float], list[Any]] | None = None
        self._pieces: tuple[list[Mesh], float] = ([], 1.0)
        self._chosen: tuple[str, str] | None = None
        base = plotter.renderer
        self.layers = [base, vtkRenderer(), vtkRenderer()]
        window = plotter.render_window
        window.SetNumberOfLayers(max(window.GetNumberOfLayers(), 3))
        for number, layer in enumerate(self.layers[1:], 1):
            layer.SetLayer(number)
            layer.SetActiveCamera(base.GetActiveCamera())
            layer.InteractiveOff()
            window.AddRenderer(layer)
        for layer in self.layers:
            # Translucent faces are blended as they come, alike in any order where their colour
            # is: peeling loses some from the second frame on with some drivers.
            layer.SetUseDepthPeeling(False)
            layer.SetUseOIT(False)
        self.place(viewport)
        carry_light(plotter)
        # The camera is whoever's looks, and not set by what is added.
        plotter.camera_set = True
        self._frames = Frames(self.layers[2], base.GetActiveCamera(), factor)
        self._threads = Threads(self.layers[2], factor)
        self._pointing = Pointing()

    def place(self, viewport: tuple[float, float, float, float]) -> None:
        """Draw into another part of the window."""
        for layer in self.layers:
            layer.SetViewport(*viewport)

    def show(self, items: Items) -> None:
        """Show these items: what is as it was isn't touched.

        Parameters
        ----------
        items : Items
            A mesh that is the same one, or has the same corners, is the same.
        """
        self.items = items
        # Else a plotter on a screen draws everything anew for each thing that is added.
        self.plotter.suppress_rendering = True
        try:
            self._bring(items)
        finally:
            self.plotter.suppress_rendering = False

    def _bring(self, items: Items) -> None:
        self._lay_table(items.size)
        top = self._highest(items)
        left = dict(self._shown)
        count: dict[Subject, int] = {}
        for solid in items.solids:
            subject = (solid.kind, solid.name)
            number = count[subject] = count.get(subject, -1) + 1
            key = (*subject, number)
            known = left.pop(key, None)
            if known is None:
                self._shown[key] = self._added(solid, top)
            else:
                self._update(known, solid, top)
        for key, gone in left.items():
            self._remove(gone)
            del self._shown[key]
        self._frames.show(items)
        self._threads.show(items.strokes)
        self._mark_chosen()

    def _highest(self, items: Items) -> float:
        """How high the scenery reaches, asked once for the same pieces."""
        pieces = [solid.mesh for solid in items.solids if solid.kind == "scenery"]
        known, top = self._pieces
        if len(known) != len(pieces) or any(a is not b for a, b in zip(known, pieces, strict=True)):
            top = bodies.highest(items)
            self._pieces = pieces, top
        return top

    def see_through(self, does: bool) -> None:
        """Show what is hidden through what hides it, or its outline alone."""
        self.layers[1].SetDraw(does)

    def choose(self, kind: str = "", name: str = "") -> None:
        """Outline a trooper or an area in bold; without a name nothing."""
        self._chosen = (kind, name) if name else None
        self._mark_chosen()

    def actor_of(self, kind: Kind, name: str) -> Any | None:
        """Return the actor of a solid's surface; None if it isn't shown."""
        return None if (known := self._shown.get((kind, name, 0))) is None else known.actor

    def ray(self, x: float, y: float) -> tuple[Point, Point]:
        """Return where the line of sight through a pixel starts, mm, and its direction.

        Parameters
        ----------
        x, y : float
            Pixels from the window's lower left corner.
        """
        left, bottom, wide, high = self.room
        flat = np.array([(x - left) / wide * 2 - 1, (y - bottom) / high * 2 - 1])
        ends = np.array([[*flat, -1.0, 1.0], [*flat, 1.0, 1.0]])
        ends = ends @ np.linalg.inv(self._projection()).T
        near, far = ends[:, :3] / ends[:, 3:]
        way = (far - near) / np.linalg.norm(far - near)
        return tuple(near.tolist()), tuple(way.tolist())

    def pixels(self, points: Floats) -> Floats:
        """Return where points of shape (n, 3) are seen.

        Returns
        -------
        ndarray of shape (n, 2)
            From the window's lower left corner; nan behind the eye.
        """
        left, bottom, wide, high = self.room
        at = np.column_stack([points, np.ones(len(points))]) @ self._projection().T
        ahead = np.where(at[:, 3:] > 0, at[:, 3:], np.nan)
        flat: Floats = (at[:, :2] / ahead + 1) / 2 * [wide, high] + [left, bottom]
        return flat

    def met(self, start: Point, way: Point, sieve: Sieve = "all") -> tuple[Subject, Point] | None:
        """Return the first solid that a line from a point meets, and where; see `Pointing`."""
        return None if self.items is None else self._pointing.met(self.items, start, way, sieve)

    def floor(self, start: Point, way: Point) -> Point | None:
        """Return where a line first meets what one can stand on; see `Pointing`."""
        return None if self.items is None else self._pointing.floor(self.items, start, way)

    @property
    def room(self) -> tuple[float, float, float, float]:
        """The viewport's lower left corner and its extent, pixels."""
        wide, high = self.plotter.render_window.GetSize()
        left, bottom, right, top = self.layers[0].GetViewport()
        return left * wide, bottom * high, (right - left) * wide, (top - bottom) * high

    def _projection(self) -> Floats:
        _, _, wide, high = self.room
        camera = self.layers[0].GetActiveCamera()
        matrix = camera.GetCompositeProjectionTransformMatrix(wide / max(high, 1.0), -1, 1)
        return np.array([[matrix.GetElement(i, j) for j in range(4)] for i in range(4)])

    def _lay_table(self, size: tuple[float, float]) -> None:
        if self._table is not None and self._table[0] == size:
            return
        for actor in () if self._table is None else self._table[1]:
            self.plotter.remove_actor(actor, reset_camera=False, render=False)
        before = set(self.plotter.actors)
        x, y = (value / 2 if np.isfinite(value) else 0.0 for value in size)
        add_table(self.plotter, size, (x, y), _REACH, self.factor)
        own = [actor for name, actor in self.plotter.actors.items() if name not in before]
        self._table = (size, own)

    def _added(self, solid: Solid, top: float) -> _Shown:
        made = bodies.shape(solid, top)
        shown = _Shown(solid, top, bodies.add_shape(self.plotter, solid, made))
        lines = bodies.edges(solid, made)
        if lines is not None:
            shown.edges = bodies.add_edges(self.plotter, solid, lines, self.factor)
        if solid.acts:
            shown.ghost = plain(made, solid.colour, 1.0)
            shown.ghost.prop.opacity = _THROUGH.get(solid.kind, _VEIL)
            camera = self.layers[0].GetActiveCamera()
            shown.outline = Outline(made, camera, solid.kind in VOID)
            self.layers[1].AddActor(shown.ghost)
            for actor in shown.outline.actors:
                self.layers[2].AddActor(actor)
        return shown

    def _update(self, shown: _Shown, solid: Solid, top: float) -> None:
        old, shown.solid = shown.solid, solid
        is_retinted = solid.kind == "scenery" and top != shown.top
        if is_retinted or not alike(old.mesh, solid.mesh):
            shown.top = top
            made = bodies.shape(solid, top)
            for actor in (shown.actor, shown.ghost):
                if actor is not None:
                    actor.mapper.SetInputData(made)
            if shown.outline is not None:
                shown.outline.set(made)
            lines = bodies.edges(solid, made)
            if lines is not None and shown.edges is None:
                shown.edges = bodies.add_edges(self.plotter, solid, lines, self.factor)
            elif shown.edges is not None:
                shown.edges.SetVisibility(lines is not None)
                shown.edges.mapper.SetInputData(made if lines is None else lines)
        if old.colour != solid.colour:
            for actor in (shown.actor, shown.ghost):
                if actor is not None:
                    actor.prop.color = solid.colour
            if shown.edges is not None:
                shown.edges.prop.color = bodies.edge_colour(solid)

    def _remove(self, shown: _Shown) -> None:
        for actor in (shown.actor, shown.edges):
            if actor is not None:
                self.plotter.remove_actor(actor, reset_camera=False, render=False)
        if shown.ghost is not None:
            self.layers[1].RemoveActor(shown.ghost)
            for actor in shown.outline.actors:
                self.layers[2].RemoveActor(actor)

    def _mark_chosen(self) -> None:
        for (kind, name, _), shown in self._shown.items():
            if shown.outline is None:
                continue
            is_chosen = self._chosen == ("trooper" if kind == "trooper" else "area", name)
            colour = palette.INK if is_chosen else bodies.rim_colour(shown.solid)
            shown.outline.ink(colour, (_CHOSEN if is_chosen else _OUTLINE) * self.factor)
