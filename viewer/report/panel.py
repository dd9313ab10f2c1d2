"""What the panel beside the view in 3D has to know of meshes, names, levels and maps."""

import math
from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from meshes.mesh import Floats
from viewer.drawing.items import Items, Mark
from viewer.report.mapped import Maps
from viewer.report.parts import Drawn

_AROUND: Final = 150.0
_NEAR: Final = 40.0
_UNKNOWN: Final = 400.0


def told(
    drawn: Drawn, steps: Sequence[tuple[str, Items]], shown: list[dict[str, Any]], maps: Maps
) -> dict[str, Any]:
    """Return what the panel has to know, as plain values.

    Parameters
    ----------
    drawn : Drawn
    steps : sequence of (caption, Items)
    shown : list of dict
        Of each mesh in the scene.
    maps : Maps
    """
    levels = [f"floors at {round(height, 1):g} mm" for height in drawn.floors]
    levels[0] = "the table"
    return {
        "parts": shown,
        "levels": levels,
        "steps": [caption for caption, _ in steps],
        "tags": [
            {
                "title": label.title,
                "why": list(label.why),
                "kind": label.kind,
                "at": [round(value, 2) for value in label.at],
                "colour": label.colour,
                "level": _level_of(label.subject, label.kind, drawn),
                "step": step,
            }
            for step, (_, items) in enumerate(steps)
            for label in items.labels
        ]
        + [tag for step in range(len(steps)) for tag in maps.tags(step)],
        "marks": [
            {
                "name": mark.placement,
                "at": [round(value, 2) for value in mark.at],
                "toward": _toward(mark, items),
                "step": step,
            }
            for step, (_, items) in enumerate(steps)
            for mark in items.marks
        ],
        "about": _whole([items for _, items in steps])
        if maps.is_shown
        else _about([items for _, items in steps]),
        **maps.told,
    }


def _toward(mark: Mark, items: Items) -> list[float]:
    """Where to look from a Blast Focus: along its template, or else to the middle."""
    own = [s.mesh.bounds for s in items.solids if s.is_area and s.name == mark.placement]
    for box in [*own, np.reshape(_about([items]), (3, 2)).T]:
        middle = box.mean(axis=0)
        if np.linalg.norm(middle[:2] - np.array(mark.at[:2])) > 1.0:
            return [round(float(value), 2) for value in middle]
    x, y, z = mark.at
    return [x + 100.0, y, z]


def _level_of(name: str, kind: str, drawn: Drawn) -> int:
    levels = [part.level for part in drawn.parts if part.name == name and part.group == kind]
    return min(levels, default=0)


def _about(steps: Sequence[Items]) -> list[float]:
    """What the view looks at first: x, y and z from and to."""
    boxes = [s.mesh.bounds for items in steps for s in items.solids if s.acts]
    boxes = boxes or [s.mesh.bounds for items in steps for s in items.solids]
    if not boxes:
        return [0.0, 400.0, 0.0, 400.0, 0.0, 100.0]
    every = np.concatenate(boxes)
    low, high = every.min(axis=0) - _NEAR, every.max(axis=0) + _NEAR
    return [round(float(value), 2) for pair in zip(low, high, strict=True) for value in pair]


def _whole(steps: Sequence[Items]) -> list[float]:
    """The whole table, as `_about` has it."""
    low, high = extent(steps)
    top = max([1.0, *(float(s.mesh.bounds[1, 2]) for items in steps for s in items.solids)])
    pairs = zip([*low, 0.0], [*high, top], strict=True)
    return [round(float(value), 2) for pair in pairs for value in pair]


def extent(steps: Sequence[Items]) -> tuple[Floats, Floats]:
    """Return the table's corners; those of everything on it where its size isn't known."""
    size = steps[0].size
    if all(math.isfinite(side) for side in size):
        return np.zeros(2), np.array(size, dtype=np.float64)
    boxes = [solid.mesh.bounds[:, :2] for items in steps for solid in items.solids]
    if not boxes:
        return np.zeros(2), np.full(2, _UNKNOWN)
    every = np.concatenate(boxes)
    return every.min(axis=0) - _AROUND, every.max(axis=0) + _AROUND
