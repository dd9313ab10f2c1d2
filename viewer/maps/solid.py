"""A map over its table in three dimensions: a coloured square at each place."""

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from meshes.mesh import Floats, Ints
from rules.maps.layout import TableMap
from viewer.drawing.heights import colours
from viewer.drawing.palette import rgb

if TYPE_CHECKING:
    from PIL.Image import Image

LIFT: Final = 0.6
"""Squares float so high over the floor, mm: else the two flicker."""

_SHARE: Final = 0.86
_SIZE: Final = (3000, 2000)
_ROOM: Final = 1.06


def squares(found: TableMap) -> tuple[Floats, Ints, npt.NDArray[np.uint8]]:
    """Return a map's places as coloured squares, to be laid over any view of its table.

    Parameters
    ----------
    found : TableMap

    Returns
    -------
    corners : ndarray of shape (4 k, 3)
        mm.
    faces : ndarray of shape (k, 4)
        Numbers of corners, counter-clockwise from above.
    colours : ndarray of shape (k, 3)
        Red, green and blue, 0 to 255. Places without a value have no square.
    """
    which = np.flatnonzero(~np.isnan(found.main))
    half = found.layout.found.spacing / 2 * _SHARE
    ring = np.array([[-half, -half, LIFT], [half, -half, LIFT], [half, half, LIFT],
                     [-half, half, LIFT]])  # fmt: skip
    corners = (found.layout.found.places[which, None] + ring).reshape(-1, 3)
    faces = np.arange(len(corners), dtype=np.int32).reshape(-1, 4)
    is_share = found.units[found.drawn[0]] == "share"
    most = 1.0 if is_share else max(1.0, float(found.main[which].max(initial=0.0)))
    tints = [rgb(one) for one in colours(found.main[which], most)]
    return corners, faces, np.array(tints, dtype=np.uint8).reshape(-1, 3)


def drawn(found: TableMap) -> "Image":
    """Return the table at an angle with the map over it."""
    import pyvista
    from PIL import Image

    from viewer.drawing.render import add_table, light, opened

    plotter: Any = opened(_SIZE)
    scene = found.layout.scene
    middle = np.array([scene.size[0] / 2, scene.size[1] / 2, 0.0])
    toward = np.array([-0.45, -0.75, 0.85])
    toward /= np.linalg.norm(toward)
    right = np.cross([0.0, 0.0, 1.0], toward)
    right /= np.linalg.norm(right)
    up = np.cross(toward, right)
    light(plotter, toward, right, up)
    add_table(plotter, scene.size, (middle[0], middle[1]), max(scene.size), 2.0)
    for body in scene.bodies:
        faces = np.array(body.mesh.faces, dtype=int)
        surface = pyvista.PolyData.from_regular_faces(np.array(body.mesh.vertices), faces)
        plotter.add_mesh(surface, color="#D8D4CC", ambient=0.45, diffuse=0.55)
    corners, quads, tints = squares(found)
    if len(quads):
        laid = pyvista.PolyData.from_regular_faces(corners, quads.astype(int))
        laid.cell_data["tint"] = tints
        plotter.add_mesh(laid, scalars="tint", rgb=True, lighting=False)
    solids = [body.mesh.vertices for body in scene.bodies]
    rim = np.array([[x, y, 0.0] for x in (0.0, scene.size[0]) for y in (0.0, scene.size[1])])
    seen = np.concatenate([rim, *solids])
    across, along = seen @ right, seen @ up
    wide, high = float(np.ptp(across)), float(np.ptp(along))
    middle = right * (across.min() + wide / 2) + up * (along.min() + high / 2)
    camera = plotter.camera
    camera.focal_point = tuple(middle)
    camera.position = tuple(middle + toward * 10 * max(scene.size))
    camera.up = (0.0, 0.0, 1.0)
    camera.parallel_projection = True
    camera.parallel_scale = _ROOM / 2 * max(high, wide * _SIZE[1] / _SIZE[0])
    plotter.renderer.ResetCameraClippingRange()
    pixels = np.array(plotter.screenshot(return_img=True))[:, :, :3]
    plotter.close()
    return Image.fromarray(pixels).resize((_SIZE[0] // 2, _SIZE[1] // 2), Image.Resampling.BOX)
