"""The view in 3D: PyVista's scene in the page that its export brings, with a panel of our own."""

import base64
import html
import io
import json
import math
import re
import zipfile
from collections.abc import Sequence
from importlib.resources import files
from itertools import count
from typing import Any, Final

import numpy as np

from viewer.drawing import palette
from viewer.drawing.bodies import SHARP
from viewer.drawing.items import Items
from viewer.drawing.render import GRID
from viewer.report.mapped import Maps
from viewer.report.offline import inert, without_hosts
from viewer.report.panel import extent, told
from viewer.report.parts import Drawn, Part
from viewer.writing import OutputError

NO_MAPS: Final = Maps()

FINE: Final = 20_000
"""Triangles beyond which a mesh's edges are texture, and no browser is sent them."""
_END: Final = "</body>"
_START: Final = re.compile(r"<body[^>]*>")
# Always the same moment: the same ruling gives the same file.
_MOMENT: Final = (1980, 1, 1, 0, 0, 0)
_ADDRESS: Final = re.compile(r"(?<=[\"{])[0-9a-f]{16}(?=[\"}-])")


def interactive(drawn: Drawn, steps: Sequence[tuple[str, Items]], maps: Maps = NO_MAPS) -> str:
    """Return a page with the view in 3D: turn, zoom, levels, and a name at everything.

    Parameters
    ----------
    drawn : Drawn
    steps : sequence of (caption, Items)
        What `drawn` was made of.
    maps : Maps
        What is laid over it; `drawn` has its parts.

    Raises
    ------
    OutputError
        If the page that comes with the export isn't as it was, and may not work
        without a network.

    Notes
    -----
    The scene and its page are written by trame-vtk, as by PyVista's ``export_html``; that
    one also starts a web server on this machine, which a file doesn't need.
    """
    plotter, shown = _plotter(drawn, [items for _, items in steps])
    try:
        scene = _zipped(_scene(plotter))
    finally:
        plotter.close()
    from trame_vtk.tools import vtksz2html

    page = without_hosts(vtksz2html.HTML_VIEWER_PATH.read_text(encoding="utf-8"))
    start = _START.search(page)
    if start is None or "OfflineLocalView" not in page:
        raise OutputError("the installed trame-vtk brings no viewer; install it again")
    known = inert(told(drawn, steps, shown, maps))
    # Before the viewer's own script, which asks for the scene as soon as it runs.
    added = (
        f"\n<style>{_data('report-view.css')}</style>\n"
        '<main><div class="content"></div><svg id="lines"></svg><div id="tags"></div></main>'
        '<div id="panel"></div>\n'
        f'<script type="text/plain" id="scene">{base64.b64encode(scene).decode()}</script>\n'
        f'<script type="application/json" id="told">{known}</script>\n'
        f"<script>{_data('report-view.js')}</script>\n"
    )
    return page[: start.end()] + added + page[start.end() :]


def framed(page: str) -> str:
    """Return the view as an element of another page.

    Examples
    --------
    >>> framed('<p class="a">')
    '<iframe class="view" title="The table in 3D" srcdoc="&lt;p class=&quot;a&quot;&gt;"></iframe>'
    """
    return f'<iframe class="view" title="The table in 3D" srcdoc="{html.escape(page)}"></iframe>'


def _data(name: str) -> str:
    return files("viewer").joinpath(f"data/{name}").read_text("utf-8")


def _plotter(drawn: Drawn, steps: Sequence[Items]) -> tuple[Any, list[dict[str, Any]]]:
    """The scene, and of each mesh in it where it belongs."""
    import pyvista
    from vtkmodules.vtkCommonCore import vtkLogger

    # It warns on stderr of every display it tries and doesn't find.
    vtkLogger.SetStderrVerbosity(vtkLogger.VERBOSITY_ERROR)
    plotter: Any = pyvista.Plotter(off_screen=True, lighting="none")
    plotter.set_background(palette.BACKGROUND)
    shown: list[dict[str, Any]] = []
    every = list(range(len(steps)))
    for surface, colour in _table(steps):
        plotter.add_mesh(surface, color=colour, lighting=False)
        shown.append({"group": "table", "level": 0, "cap": False, "steps": every})
    for part in drawn.parts:
        of = {
            "group": part.group,
            "level": part.level,
            "cap": part.is_cap,
            "steps": list(part.steps),
            "layer": part.layer,
        }
        surface = _surface(part)
        if part.tints is not None:
            surface.cell_data["tint"] = part.tints
            plotter.add_mesh(surface, scalars="tint", rgb=True, lighting=False)
        elif part.group == "map":
            plotter.add_mesh(surface, color=part.colour, lighting=False)
        else:
            plotter.add_mesh(
                surface, color=part.colour, opacity=part.opacity, ambient=0.5, diffuse=0.5
            )
        shown.append(of)
        edges, dark = _edges(part, surface)
        if edges is not None and edges.n_cells:
            plotter.add_mesh(edges, color=dark, lighting=False)
            shown.append(of)
    return plotter, shown


def _surface(part: Part) -> Any:
    import pyvista

    points: Any = np.array(part.mesh.vertices, dtype=np.float32)
    surface = pyvista.PolyData.from_regular_faces(points, part.mesh.faces.astype(int))
    return surface.clean() if part.group == "scenery" else surface


def _edges(part: Part, surface: Any) -> tuple[Any, str]:
    """The sharp edges of a solid, and their colour; None where there are none to draw."""
    dark = palette.SCENERY_EDGE
    if part.group == "trooper":
        dark = palette.mixed(part.colour, "#000000", 0.5)
    if part.group not in ("scenery", "trooper") or part.is_cap or len(part.mesh.faces) > FINE:
        return None, dark
    edges = surface.clean().extract_feature_edges(
        SHARP, boundary_edges=False, non_manifold_edges=False, manifold_edges=False
    )
    return edges, dark


def _table(steps: Sequence[Items]) -> list[tuple[Any, str]]:
    """The table's top, and on it a grid."""
    import pyvista

    low, high = extent(steps)
    ring = np.array([(low[0], low[1]), (high[0], low[1]), (high[0], high[1]), (low[0], high[1])])
    below = np.column_stack([ring, np.full(4, -0.4)]).astype(np.float32)
    top = pyvista.PolyData(below, faces=[4, 0, 1, 2, 3])
    ends = []
    for axis in (0, 1):
        for at in np.arange(math.ceil(low[axis] / GRID) * GRID, high[axis] + 1e-9, GRID):
            for end in (low[1 - axis], high[1 - axis]):
                ends.append((at, end, -0.2) if axis == 0 else (end, at, -0.2))
    points: Any = np.array(ends, dtype=np.float32)
    lines = pyvista.line_segments_from_points(points)
    return [(top, palette.TABLE), (lines, palette.TABLE_EDGE)]


def _scene(plotter: Any) -> str:
    """The scene as the export's viewer reads it: JSON."""
    from trame_vtk.modules.vtk import serializers

    serializers.initialize_serializers()
    context = serializers.SynchronizationContext()
    context.set_ignore_last_dependencies(True)
    window, camera = plotter.render_window, plotter.renderer.GetActiveCamera()
    scene = serializers.serialize(None, window, serializers.reference_id(window), context, 1)
    scene["mtime"] = 0
    scene["extra"] = {
        "vtkRefId": serializers.reference_id(window),
        "centerOfRotation": camera.GetFocalPoint(),
        "camera": serializers.reference_id(camera),
    }
    hashes = {
        entry["hash"]: {**entry, "content": context.get_cached_data_array(entry["hash"], False)}
        for entry in serializers.extract_array_hash(scene)
    }
    # Things are called by their addresses in memory: by numbers, they are so every time.
    numbers = count(1)
    known: dict[str, str] = {}

    def numbered(address: re.Match[str]) -> str:
        if address[0] not in known:
            known[address[0]] = f"{next(numbers):016x}"
        return known[address[0]]

    said = _ADDRESS.sub(numbered, json.dumps(scene))
    return f'{{"scene": {said}, "hashes": {json.dumps(hashes)}}}'


def _zipped(scene: str) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        entry = zipfile.ZipInfo("index.json", _MOMENT)
        archive.writestr(entry, scene, zipfile.ZIP_DEFLATED, 9)
    return content.getvalue()
