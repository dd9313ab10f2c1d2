"""What is seen from a point, all round, as pixels: pieces drawn in perspective and laid out
by direction."""

import math
from dataclasses import replace
from itertools import pairwise
from typing import Any, Final

import numpy as np

from meshes.mesh import Floats
from viewer.drawing import palette
from viewer.drawing.bodies import add_solids
from viewer.drawing.eyes import EyeView
from viewer.drawing.items import Items
from viewer.drawing.render import Pixels, add_table, light, opened

_WIDEST: Final = 60.0
"""Degrees of one piece, either way."""
_BELOW: Final = 1e-6
_NEAREST: Final = 0.25
_FARTHEST: Final = 20_000.0
_TABLE: Final = 3000.0
_MOST: Final = 4096
"""Pixels of a piece, either way."""


def render_eye(items: Items, view: EyeView, faces: Floats, factor: int) -> Pixels:
    """Return scenery and troopers as seen from a point, without lines or words.

    Parameters
    ----------
    items : Items
        Without the body that the eye is in.
    view : EyeView
    faces : array of shape (n, 3)
        Normals of faces through the eye: what is below them is the piece's inside.
    factor : int
        How many pixels are drawn for each of the view's, either way.

    Returns
    -------
    array of shape (height, width, 3), uint8
        Beyond straight up and down there is only the background.
    """
    wide, high = view.width * factor, view.height * factor
    whole = np.full((high, wide, 3), palette.rgb(palette.BACKGROUND), dtype=np.uint8)
    solids = tuple(solid for solid in items.solids if not solid.is_area)
    shown = replace(items, solids=solids)
    columns = _steps(wide, view.width / view.scale)
    rows = _steps(high, view.height / view.scale)
    for left, right in pairwise(columns):
        for top, bottom in pairwise(rows):
            across, down = np.meshgrid(
                (np.arange(left, right) + 0.5) / factor, (np.arange(top, bottom) + 0.5) / factor
            )
            rise = view.rise + (view.height / 2 - down) / view.scale
            ways = view.ways(across, down)
            drawn = _piece(shown, view, ways, view.scale * factor, factor)
            level = (ways[:, :, 2] < 0) & (np.abs(drawn - _SKY).max(axis=2) < 2)
            drawn[level] = palette.rgb(palette.GROUND)
            for normal in faces:
                drawn[ways @ normal < -_BELOW] = palette.rgb(palette.SCENERY_LOW)
            inside = np.abs(rise) <= 90.0
            whole[top:bottom, left:right][inside] = drawn[inside]
    return whole


_SKY: Final = np.array(palette.rgb(palette.SKY), dtype=np.int16)


def _steps(pixels: int, degrees: float) -> list[int]:
    """Where pieces begin and end."""
    count = max(math.ceil(degrees / _WIDEST), 1)
    return [round(pixels * i / count) for i in range(count + 1)]


def _piece(items: Items, view: EyeView, ways: Floats, density: float, factor: int) -> Pixels:
    """One piece: drawn in perspective toward its middle, then looked up by direction."""
    middle = ways[ways.shape[0] // 2, ways.shape[1] // 2]
    turn = math.atan2(middle[1], middle[0])
    right = np.array([math.sin(turn), -math.cos(turn), 0.0])
    up = np.cross(right, middle)
    ahead = np.maximum(ways @ middle, 1e-6)
    u, v = (ways @ right) / ahead, (ways @ up) / ahead
    half = min(max(float(np.abs(u).max()), float(np.abs(v).max())), 6.0) * 1.002
    size = min(round(2 * half * density * 180 / math.pi), _MOST)
    plotter: Any = opened((size, size), palette.SKY)
    # The sun stands where it does for all pieces: they meet without a seam.
    sun = view.ways(np.array(view.width / 2), np.array(view.height / 2))
    aside = np.array([sun[1], -sun[0], 0.0]) / max(float(np.hypot(sun[0], sun[1])), 1e-9)
    light(plotter, -sun, aside, np.cross(aside, sun))
    add_table(plotter, items.size, view.eye[:2], _TABLE, factor)
    add_solids(plotter, items, factor)
    camera = plotter.camera
    camera.position = view.eye
    camera.focal_point = tuple(np.array(view.eye) + middle)
    camera.up = tuple(up)
    camera.view_angle = math.degrees(2 * math.atan(half))
    camera.clipping_range = (_NEAREST, _FARTHEST)
    pixels: Pixels = np.array(plotter.screenshot(return_img=True))[:, :, :3]
    plotter.close()
    x = np.clip((u / half + 1) * size / 2 - 0.5, 0, size - 1.001)
    y = np.clip((1 - v / half) * size / 2 - 0.5, 0, size - 1.001)
    return _between(pixels, x, y)


def _between(pixels: Pixels, x: Floats, y: Floats) -> Pixels:
    """The colours at places between pixels: the mean of the four about each."""
    left, top = x.astype(int), y.astype(int)
    a, b = (x - left)[..., None].astype(np.float32), (y - top)[..., None].astype(np.float32)
    upper = pixels[top, left] * (1 - a) + pixels[top, left + 1] * a
    lower = pixels[top + 1, left] * (1 - a) + pixels[top + 1, left + 1] * a
    return np.round(upper * (1 - b) + lower * b).astype(np.uint8)
