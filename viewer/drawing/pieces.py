"""Mesh files as a picture: each piece in a row, an S2 before them for its size."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np

from meshes.inspecting import Inspection
from meshes.silhouettes import silhouette
from viewer.drawing import palette
from viewer.drawing.items import Items, Solid
from viewer.drawing.lettering import cut, font
from viewer.drawing.render import render
from viewer.drawing.views import ISO, seen_from
from viewer.picture import content
from viewer.writing import write

_WIDTH: Final = 1600
_HEIGHT: Final = 900
_LINE: Final = 26
_GAP: Final = 25.0
_NAMED: Final = 8
"""How many lines of captions there are at the most."""
_FINER: Final = 2


def save(found: Sequence[tuple[Path, Inspection]], output: Path) -> None:
    """Draw pieces and write them as a PNG or PDF file, whole or not at all.

    Parameters
    ----------
    found : sequence of (Path, Inspection)
        A unit or a way up that can't be told is drawn as the first that may be, and the
        picture says so.
    output : Path

    Raises
    ------
    OutputError
        If it can't be written.
    MeshError
        If a file can't be read any more.
    """
    from PIL import Image, ImageDraw

    from meshes.files import load

    tall = silhouette("S2")
    # All in one line at their fronts, so that none hides the S2.
    solids, captions, x = [], [], tall.diameter + _GAP
    for path, one in found:
        units, up = (guess.value or guess.choices[0] for guess in (one.units, one.up))
        mesh = load(path, units=units, up="y" if up == "y" else "z")
        wide, deep, high = np.ptp(mesh.bounds, axis=0)
        moved = mesh.moved(np.eye(3), (x + wide / 2, deep / 2, 0.0))
        solids.append(Solid(one.name, "scenery", moved, palette.SCENERY_LOW))
        x += float(wide) + _GAP
        sure = one.units.value is not None and one.up.value is not None
        doubt = "" if sure else "; this is one of several that may be"
        size = f"{wide:.1f} x {deep:.1f} mm, {high:.1f} mm high"
        captions.append(f"{one.name}: {size} with 1 = 1 {units} and {up} up{doubt}")
    person = tall.solid.mesh().moved(np.eye(3), (tall.diameter / 2, tall.diameter / 2, 0.0))
    items = Items("", "", (np.inf, np.inf), tuple(solids), (), (), ())
    alike = Solid("S2", "scenery", person, palette.SCENERY_LOW)
    if len(captions) > _NAMED:
        captions = [*captions[: _NAMED - 1], f"and {len(captions) - _NAMED + 1} more"]
    captions.append(f"the cylinder is an S2, {tall.height:g} mm high")
    head = _LINE * len(captions) + 16
    view = seen_from(ISO, replace(items, solids=(*solids, alike)), _WIDTH, _HEIGHT - head)
    shown = replace(items, solids=(*solids, Solid("S2", "trooper", person, palette.UNRULED)))
    pixels = Image.fromarray(render(shown, view, _FINER)).resize((_WIDTH, _HEIGHT - head))
    sheet = Image.new("RGB", (_WIDTH, _HEIGHT), palette.BACKGROUND)
    sheet.paste(pixels, (0, head))
    draw = ImageDraw.Draw(sheet)
    for row, line in enumerate(captions):
        seen = cut(line, 18, False, _WIDTH - 24)
        draw.text((12, 8 + _LINE * row), seen, palette.INK, font(18))
    write(output, content(sheet, output.suffix, "Pieces"))
