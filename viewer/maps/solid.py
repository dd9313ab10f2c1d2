"""A map over its table in three dimensions, as a picture."""

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from meshes.mesh import Floats
from viewer.drawing import palette
from viewer.drawing.lettering import cut, font
from viewer.maps.finished import HeatMap
from viewer.maps.heat import row
from viewer.maps.layers import LIFT, Layer, layers_of
from viewer.maps.plan import ZONE, legend

if TYPE_CHECKING:
    from PIL.Image import Image

_SIZE: Final = (1500, 1000)
_FACTOR: Final = 2
_ROOM: Final = 1.06
_HEAD: Final = 84
_FOOT: Final = 58
_GAP: Final = 24
_TOWARD: Final = np.array([-0.45, -0.75, 0.85])


def drawn(heat: HeatMap) -> "Image":
    """Return the table at an angle with a map over it, what it is, and its colours."""
    from PIL import Image, ImageDraw

    name = next(iter(heat.units))
    (layer, *_) = layers_of(heat)
    whole = Image.new("RGB", (_SIZE[0], _HEAD + _SIZE[1] + _FOOT), palette.BACKGROUND)
    draw = ImageDraw.Draw(whole)
    inner = _SIZE[0] - 2 * _GAP
    title = cut(f"{heat.name}: {layer.title}", 28, True, inner)
    draw.text((_GAP, 10), title, palette.INK, font(28, bold=True))
    draw.text((_GAP, 48), cut(heat.subtitle, 18, False, inner), palette.FAINT_INK, font(18))
    picture, names = _seen(heat, layer)
    whole.paste(picture, (0, _HEAD))
    for x, y, text in names:
        at = (x, _HEAD + y)
        draw.text(at, text, ZONE, font(17), "mm", stroke_width=3, stroke_fill="#FFFFFF")
    signs = [*layer.signs, ("", "no square: nowhere to stand, or not asked")]
    legend(draw, row(heat, name), _GAP, _HEAD + _SIZE[1] + 8, inner, signs)
    return whole


def _seen(heat: HeatMap, layer: Layer) -> tuple["Image", list[tuple[float, float, str]]]:
    """The view, and where on it each zone's name stands, pixels."""
    import pyvista
    from PIL import Image

    from viewer.drawing.render import add_table, light, opened

    plotter: Any = opened((_SIZE[0] * _FACTOR, _SIZE[1] * _FACTOR))
    scene = heat.scene
    toward = _TOWARD / np.linalg.norm(_TOWARD)
    right = np.cross([0.0, 0.0, 1.0], toward)
    right /= np.linalg.norm(right)
    up = np.cross(toward, right)
    light(plotter, toward, right, up)
    centre = (scene.size[0] / 2, scene.size[1] / 2)
    add_table(plotter, scene.size, centre, max(scene.size), _FACTOR)
    for body in scene.bodies:
        faces = np.array(body.mesh.faces, dtype=int)
        surface = pyvista.PolyData.from_regular_faces(np.array(body.mesh.vertices), faces)
        plotter.add_mesh(surface, color="#D8D4CC", ambient=0.45, diffuse=0.55)
    if len(layer.faces):
        laid = pyvista.PolyData.from_regular_faces(layer.corners, layer.faces.astype(int))
        laid.cell_data["tint"] = layer.colours
        plotter.add_mesh(laid, scalars="tint", rgb=True, lighting=False)
    rings = [
        np.column_stack([np.array(zone.corners), np.full(len(zone.corners), 2 * LIFT)])
        for zone in heat.zones
    ]
    for ring in rings:
        border = pyvista.lines_from_points(ring, close=True)
        plotter.add_mesh(border, color=ZONE, line_width=3 * _FACTOR, lighting=False)
    for ends in layer.lines:
        way = pyvista.lines_from_points(ends)
        plotter.add_mesh(way, color=layer.line_colour, line_width=2 * _FACTOR, lighting=False)
    rim = np.array([[x, y, 0.0] for x in (0.0, scene.size[0]) for y in (0.0, scene.size[1])])
    seen = np.concatenate([rim, *(body.mesh.vertices for body in scene.bodies)])
    across, along = seen @ right, seen @ up
    wide, high = float(np.ptp(across)), float(np.ptp(along))
    middle = right * (across.min() + wide / 2) + up * (along.min() + high / 2)
    tall = _ROOM * max(high, wide * _SIZE[1] / _SIZE[0])
    camera = plotter.camera
    camera.focal_point = tuple(middle)
    camera.position = tuple(middle + toward * 10 * max(scene.size))
    camera.up = (0.0, 0.0, 1.0)
    camera.parallel_projection = True
    camera.parallel_scale = tall / 2
    plotter.renderer.ResetCameraClippingRange()
    pixels = np.array(plotter.screenshot(return_img=True))[:, :, :3]
    plotter.close()
    names = []
    for zone, ring in zip(heat.zones, rings, strict=True):
        x, y = _spot(ring, middle, right, up) * _SIZE[1] / tall
        names.append((_SIZE[0] / 2 + x, _SIZE[1] / 2 - y, zone.name))
    return Image.fromarray(pixels).resize(_SIZE, Image.Resampling.BOX), names


def _spot(ring: Floats, middle: Floats, right: Floats, up: Floats) -> Floats:
    """Beside the lowest corner of a zone's border, from the view's middle, mm."""
    flat = np.column_stack([(ring - middle) @ right, (ring - middle) @ up])
    spot: Floats = flat[flat[:, 1].argmin()]
    return spot
