"""The lines of the evidence in a plotter: by kind, dashed, light around."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from meshes.mesh import Floats
from viewer.drawing import palette
from viewer.drawing.items import Stroke, StrokeKind

_WIDTH: Final[dict[StrokeKind, float]] = {
    "reaches": 3.6,
    "stopped": 2.8,
    "grazes": 2.8,
    "misses": 2.2,
    "moves": 2.4,
}
_DASHES: Final[dict[StrokeKind, tuple[float, float]]] = {
    "stopped": (7.0, 3.5),
    "grazes": (4.0, 3.0),
    "misses": (3.0, 2.2),
}
"""Dashes and gaps, mm on the table; a line without any is whole."""
_HALO: Final = 2.6
_MOST: Final = 400


class Threads:
    """Lines in a renderer that has nothing else in it.

    Parameters
    ----------
    layer : vtkRenderer
    factor : float
        Pixels for each of the picture's.
    """

    def __init__(self, layer: Any, factor: float) -> None:
        self._layer = layer
        self._factor = factor
        self._shown: tuple[Stroke, ...] = ()
        self._actors: dict[tuple[StrokeKind, bool], Any] = {}

    def show(self, strokes: Sequence[Stroke]) -> None:
        """Show these lines, and no others."""
        if tuple(strokes) == self._shown:
            return
        self._shown = tuple(strokes)
        for kind in _WIDTH:
            mine = [stroke for stroke in strokes if stroke.kind == kind]
            ends = np.array([[s.start, s.end] for s in mine], dtype=np.float64).reshape(-1, 2, 3)
            for is_halo in (True, False):
                # The light one under it is whole: dashes on it are seen from afar.
                parts = ends if is_halo else dashes(ends, *_DASHES.get(kind, (0.0, 0.0)))
                self._set(kind, is_halo, parts)

    def _set(self, kind: StrokeKind, is_halo: bool, parts: Floats) -> None:
        import pyvista

        actor = self._actors.get((kind, is_halo))
        if len(parts) == 0:
            if actor is not None:
                actor.SetVisibility(False)
            return
        made = pyvista.line_segments_from_points(parts.reshape(-1, 3))
        if actor is None:
            mapper = pyvista.DataSetMapper(made)
            # The dark line wins over the light one that it lies on.
            mapper.SetResolveCoincidentTopologyToPolygonOffset()
            shift = -2.0 if is_halo else -8.0
            mapper.SetRelativeCoincidentTopologyLineOffsetParameters(0.0, shift)
            actor = self._actors[kind, is_halo] = pyvista.Actor(mapper=mapper)
            actor.prop.lighting = False
            actor.prop.color = palette.BACKGROUND if is_halo else palette.LINE[kind]
            wide = _WIDTH[kind] + (_HALO if is_halo else 0.0)
            actor.prop.line_width = wide * self._factor
            self._layer.AddActor(actor)
        actor.mapper.SetInputData(made)
        actor.SetVisibility(True)


def dashes(ends: Floats, on: float, off: float) -> Floats:
    """Return lines of shape (n, 2, 3) cut into dashes of shape (m, 2, 3); no gap, no dashes.

    Examples
    --------
    >>> line = np.array([[[0.0, 0.0, 0.0], [10.0, 0.0, 0.0]]])
    >>> dashes(line, 4.0, 2.0)[:, :, 0].tolist()
    [[0.0, 4.0], [6.0, 10.0]]
    """
    if off == 0.0:
        return ends
    parts = []
    for start, end in ends:
        long = float(np.linalg.norm(end - start))
        step = max(on + off, long / _MOST)
        first = np.arange(0.0, max(long, 1e-9), step)
        last = np.minimum(first + step * on / (on + off), long)
        shares = np.column_stack([first, last]) / max(long, 1e-9)
        parts.append(start + (end - start) * shares[:, :, None])
    return np.concatenate(parts) if parts else np.zeros((0, 2, 3))
