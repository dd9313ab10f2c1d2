"""Where a picture is seen from: parallel projections and what they frame."""

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from meshes.mesh import Floats
from meshes.solids import Point
from viewer.drawing.items import Items, Solid, Stroke

_CLOSEST: Final = 6.0
"""Greatest scale, pixels a mm: a lone trooper doesn't fill the picture."""
_ROOM: Final = 0.12
"""Share of the view kept free on each side, for labels."""
_AROUND: Final = 45.0
"""Scenery this near to what matters belongs in the picture, mm."""
_AZIMUTH: Final = -62.0
_ELEVATION: Final = 38.0

TOP: Final = "top"
ISO: Final = "iso"
PARALLEL: Final = {
    TOP: "from above",
    "north": "from the north",
    "south": "from the south",
    "east": "from the east",
    "west": "from the west",
    ISO: "at an angle",
}
"""Views without perspective, and what each is called in a picture."""

_RIGHT: Final[dict[str, Point]] = {
    "north": (-1.0, 0.0, 0.0),
    "south": (1.0, 0.0, 0.0),
    "east": (0.0, 1.0, 0.0),
    "west": (0.0, -1.0, 0.0),
}


@dataclass(frozen=True, slots=True)
class View:
    """A parallel projection onto a picture.

    Parameters
    ----------
    caption : str
    right, up : tuple of 3 floats
        The picture's own axes in the table's frame, unit length.
    centre : tuple of 3 floats
        What is seen in the middle, mm.
    scale : float
        Pixels a mm, alike in both directions of the picture.
    width, height : int
        Pixels.

    Examples
    --------
    >>> view = View("from above", (1, 0, 0), (0, 1, 0), (50, 0, 0), 2.0, 200, 100)
    >>> view.pixels([[50, 0, 0], [60, 10, 7]])
    array([[100.,  50.],
           [120.,  30.]])
    """

    caption: str
    right: Point
    up: Point
    centre: Point
    scale: float
    width: int
    height: int

    @property
    def is_level(self) -> bool:
        """Whether it looks along the table: an elevation."""
        return self.up[2] == 1.0

    @property
    def toward(self) -> Floats:
        """The direction from the table to the eye, unit length."""
        return np.cross(self.right, self.up)

    def pixels(self, points: Floats | list[list[float]]) -> Floats:
        """Where points of shape (n, 3), mm, lie in the picture: (n, 2), y downward."""
        from_centre = np.asarray(points, dtype=np.float64) - np.array(self.centre)
        across = from_centre @ np.array(self.right) * self.scale + self.width / 2
        down = self.height / 2 - from_centre @ np.array(self.up) * self.scale
        return np.column_stack([across, down])


def seen_from(name: str, items: Items, width: int, height: int) -> View:
    """Return a parallel view of that many pixels.

    It shows every trooper and template whole, and the scenery about them.

    Parameters
    ----------
    name : str
        One of `PARALLEL`.
    items : Items
    width, height : int
    """
    shown = framed(items)
    right, up = _axes(name)
    return _fitted(PARALLEL[name], right, up, shown, width, height)


def _axes(name: str) -> tuple[Point, Point]:
    """The right and the up of a view."""
    if name == TOP:
        return (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)
    if name in _RIGHT:
        return _RIGHT[name], (0.0, 0.0, 1.0)
    azimuth, elevation = math.radians(_AZIMUTH), math.radians(_ELEVATION)
    right = (-math.sin(azimuth), math.cos(azimuth), 0.0)
    up = (
        -math.cos(azimuth) * math.sin(elevation),
        -math.sin(azimuth) * math.sin(elevation),
        math.cos(elevation),
    )
    return right, up


def framed(items: Items) -> Floats:
    """Return points, shape (n, 3), mm, that a picture has to show."""
    acting = [solid.mesh.vertices for solid in items.solids if solid.acts]
    scenery = [solid for solid in items.solids if not solid.acts]
    if not acting:
        boxes = [corners(solid.mesh.bounds) for solid in scenery]
        return np.concatenate([*boxes, np.zeros((1, 3))])
    points = np.concatenate([*acting, *(_ends(stroke) for stroke in items.strokes)])
    low, high = points.min(axis=0) - _AROUND, points.max(axis=0) + _AROUND
    near = [_clipped(solid, low, high) for solid in scenery]
    return np.concatenate([points, *(part for part in near if part is not None)])


def _ends(stroke: Stroke) -> Floats:
    return np.array([stroke.start, stroke.end])


def corners(box: Floats) -> Floats:
    """Return the eight corners, shape (8, 3), of an AABB of shape (2, 3)."""
    low, high = box
    x, y, z = np.meshgrid(*zip(low, high, strict=True), indexing="ij")
    return np.column_stack([x.ravel(), y.ravel(), z.ravel()])


def _clipped(solid: Solid, low: Floats, high: Floats) -> Floats | None:
    """The corners of the part of a piece that is near in plan; its height is kept."""
    box = np.array(solid.mesh.bounds)
    if (box[1, :2] < low[:2]).any() or (box[0, :2] > high[:2]).any():
        return None
    box[0, :2] = np.maximum(box[0, :2], low[:2])
    box[1, :2] = np.minimum(box[1, :2], high[:2])
    return corners(box)


def _fitted(caption: str, right: Point, up: Point, shown: Floats, width: int, height: int) -> View:
    """The view that has the points in its middle part."""
    across, along = shown @ np.array(right), shown @ np.array(up)
    toward = np.cross(right, up)
    depth = shown @ toward
    wide = max(float(np.ptp(across)), 1.0)
    tall = max(float(np.ptp(along)), 1.0)
    scale = min(width * (1 - 2 * _ROOM) / wide, height * (1 - 2 * _ROOM) / tall, _CLOSEST)
    middle = [(values.min() + values.max()) / 2 for values in (across, along, depth)]
    x, y, z = np.array([right, up, toward]).T @ np.array(middle)
    return View(caption, right, up, (float(x), float(y), float(z)), scale, width, height)
