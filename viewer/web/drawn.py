"""What is drawn for a page: in the plan, in 3D, and the names beside it."""

import hashlib
import json
import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np

from meshes.mesh import Mesh
from rules.verdict import Ruling
from viewer.drawing import palette
from viewer.drawing.bodies import highest, rim_colour
from viewer.drawing.items import VOID, Items, Solid
from viewer.drawing.labels import short
from viewer.live.moment import Moment
from viewer.report.content import MARKS, SIGNS, visible
from viewer.report.parts import drawn
from viewer.web.shapes import Shapes

_GHOST: Final = 0.36
_VOID: Final = 0.25
_TINTS: Final = 24
_AROUND: Final = 150.0
_PARTS: Final = {"trooper": "trooper", "zone": "trooper", "scenery": "piece", "section": "piece"}


def ident(kind: str, name: str) -> str:
    """Return what a page calls something: by this it is chosen, whatever is shown of its name.

    Parameters
    ----------
    kind : str
        A solid's, a label's or a handle's.
    name : str
        Under which it is drawn.

    Examples
    --------
    >>> ident("trooper", "A"), ident("template", "A"), ident("teardrop", "A")
    ('trooper:A', 'area:A', 'area:A')
    """
    return f"{'piece' if kind == 'piece' else _PARTS.get(kind, 'area')}:{name}"


def plan(items: Items, shapes: Shapes) -> tuple[str, list[dict[str, Any]]]:
    """Return the table from above: the scenery, as a shape's name, and what acts.

    Both in the order in which they are drawn.
    """

    def order(solid: Solid) -> tuple[bool, float]:
        return not solid.is_area, float(solid.mesh.bounds[1, 2])

    acting = []
    for solid in sorted((one for one in items.solids if one.acts), key=order):
        low, high = solid.mesh.bounds
        acting.append(
            {
                "id": ident(solid.kind, solid.name),
                "kind": solid.kind,
                "colour": solid.colour,
                "edge": rim_colour(solid),
                "shape": shapes.from_above(solid.mesh, solid.colour, True),
                "at": flat((*((low + high) / 2)[:2], low[2])),
                "reach": round(float(np.ptp(solid.mesh.bounds[:, 0])) / 2, 1),
            }
        )
    return shapes.settled("plan", _scenery(items), lambda: _lying(items, shapes)), acting


def _scenery(items: Items) -> list[Solid]:
    return [solid for solid in items.solids if not solid.acts]


def _lying(items: Items, shapes: Shapes) -> tuple[str, list[str]]:
    """The name of the pieces from above, the lowest first, and of what they are drawn with."""
    top = highest(items)
    pieces = []
    for solid in sorted(_scenery(items), key=lambda one: float(one.mesh.bounds[1, 2])):
        if solid.kind == "section":
            shape = shapes.from_above(solid.mesh, palette.SECTION, False, -1.0)
        else:
            shape = shapes.from_above(solid.mesh, solid.colour, False, top)
        pieces.append([solid.kind, solid.name, shape])
    # Thousands of pieces, and seldom another one: told once, as a shape is.
    named = json.dumps(pieces).encode()
    name = f"l{hashlib.blake2b(named, digest_size=8).hexdigest()}"
    shapes.keep(name, {"pieces": pieces})
    return name, [name, *(shape for _, _, shape in pieces)]


def in_space(items: Items, shapes: Shapes) -> list[dict[str, Any]]:
    """What is drawn in 3D: scenery as it is, the rest as the report's view has it."""
    found = [*shapes.settled("3D", _scenery(items), lambda: _standing(items, shapes))]
    void = {solid.name for solid in items.solids if solid.kind in VOID}
    acting = replace(items, solids=tuple(solid for solid in items.solids if solid.acts))
    for number, part in enumerate(drawn([acting]).parts):
        is_area = part.group == "area"
        opacity = (_VOID if part.name in void else _GHOST) if is_area else 1.0
        found.append(
            {
                "key": f"{part.group}{number}",
                "shape": shapes.solid(part.mesh, part.group == "trooper"),
                "colour": part.colour,
                "edge": palette.mixed(part.colour, "#000000", 0.5),
                "opacity": opacity,
            }
        )
    return found


def _standing(items: Items, shapes: Shapes) -> tuple[list[dict[str, Any]], list[str]]:
    """The pieces in 3D, and what they are drawn with."""
    top = highest(items)
    # Pieces of one colour are one part: a browser takes a few dozen of them, not thousands.
    alike: dict[tuple[str, str], list[Mesh]] = {}
    for solid in _scenery(items):
        share = min(max(float(solid.mesh.bounds[:, 2].mean()) / top, 0.0), 1.0)
        tint = palette.mixed(
            palette.SCENERY_LOW, palette.SCENERY_HIGH, round(share * _TINTS) / _TINTS
        )
        colour = tint if solid.kind == "scenery" else solid.colour
        alike.setdefault((solid.kind, colour), []).append(solid.mesh)
    found: list[dict[str, Any]] = [
        {
            "key": f"{kind} {colour}",
            "shape": shapes.solids(meshes, kind == "scenery"),
            "colour": colour,
            "edge": palette.SCENERY_EDGE,
            "opacity": 1.0,
        }
        for (kind, colour), meshes in alike.items()
    ]
    return found, [one["shape"] for one in found]


def names(items: Items, now: Moment) -> list[dict[str, Any]]:
    """Return what stands beside troopers, templates and pieces."""
    reach = {
        solid.name: float(np.ptp(solid.mesh.bounds[:, 0])) / 2
        for solid in items.solids
        if solid.kind == "trooper"
    }
    later = "asked when put down" if now.is_held else "being worked out"
    attacks = now.answer.attacks if isinstance(now.answer, Ruling) else ()
    users = {attack.by for attack in attacks}
    found = []
    for label in items.labels:
        is_trooper = label.kind == "trooper"
        sign = "none" if label.outcome is None else SIGNS[label.outcome]
        title = label.title
        if is_trooper and label.outcome is None and now.waiting:
            title = short(label.subject)
            title += "" if label.subject in users else f": {later}"
        found.append(
            {
                "id": ident(label.kind, label.subject),
                "kind": label.kind,
                "name": visible(label.subject),
                "title": visible(title),
                "at": flat(label.at),
                "reach": round(reach.get(label.subject, 0.0), 1) if is_trooper else 0.0,
                "colour": label.colour,
                "sign": sign,
                "mark": MARKS[sign],
            }
        )
    return found


def shapes_of(scenery: str, acting: Sequence[dict[str, Any]], shapes: Shapes) -> list[str]:
    """Return the shapes that a plan is drawn with, that of its scenery first."""
    pieces = [shape for _, _, shape in shapes.told(scenery)["pieces"]]
    return [scenery, *pieces, *(one["shape"] for one in acting)]


def acting(items: Items) -> list[float]:
    """The box of all troopers and areas: x, y, z from, and x, y, z to."""
    boxes = [solid.mesh.bounds for solid in items.solids if solid.acts]
    if not boxes:
        x0, y0, x1, y1 = bounds(items)
        return [x0, y0, 0.0, x1, y1, 100.0]
    every = np.concatenate(boxes)
    return [round(float(value), 1) for value in (*every.min(axis=0), *every.max(axis=0))]


def bounds(items: Items) -> list[float]:
    """The table's corners; those of everything on it where its size isn't known."""
    if all(math.isfinite(side) for side in items.size):
        return [0.0, 0.0, *(float(side) for side in items.size)]
    boxes = [solid.mesh.bounds[:, :2] for solid in items.solids]
    if not boxes:
        return [0.0, 0.0, 400.0, 400.0]
    every = np.concatenate(boxes)
    low, high = every.min(axis=0) - _AROUND, every.max(axis=0) + _AROUND
    return [round(float(value), 1) for value in (*low, *high)]


def flat(point: Any) -> list[float]:
    """Return a point in numbers short enough to send, mm."""
    return [round(float(value), 2) for value in point]
