"""The blast map: whom a circular template affects, wherever it may be centred."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import numpy as np

from meshes.solids import SweptBall
from meshes.templates import Template, templates
from rules.area_templates.sizes import RADIUS
from rules.dispute import Dispute
from rules.maps.layout import Known, Layout, Run, TableMap, extremes, mean, settle
from rules.maps.symmetry import symmetry
from rules.readings import chosen
from spatial.splashes import SAMPLES, splashes
from spatial.working import work

CENTRES: Final = {"underside_of_base": 0.0, "middle_of_silhouette": 0.5}
_ENDLESS: Final = 10_000.0


def circle(
    table: Layout, diameter: float | None = None, shape: Template | None = None
) -> tuple[SweptBall, float]:
    """Return a circular template's solid, and how high its focus lies in a silhouette.

    Parameters
    ----------
    table : Layout
        Of whose game it is, with its readings.
    diameter : float or None
        mm; by default that of the scene's template set, or of a Blast.
    shape : Template or None
        In place of that set's circle; Area Templates has no other one.

    Returns
    -------
    body : SweptBall
    rise : float
        As a share of the silhouette's height.
    """
    asked = table.asked
    if not isinstance(asked, Dispute):
        radius = (diameter or 2 * RADIUS) / 2
        form = chosen(asked.rules, asked.readings)["area_body"]
        low = {"ball": -radius, "half_ball": 0.0, "column": -_ENDLESS}[form]
        high = _ENDLESS if form == "column" else radius
        return SweptBall(0.0, 0.0, radius, radius, low, high, form == "column"), 0.0
    readings = chosen(asked.rules, asked.readings)
    template: Template = shape or {**templates(), **asked.templates}["circular"]
    if diameter is not None:
        template = replace(template, width=diameter)
    body = template.body(
        both_sides=readings["template_body"] == "both_sides",
        straight_sided=readings["template_profile"] == "straight_sided",
    )
    return body, CENTRES[readings["impact_circle_centre"]]


def blast(
    table: Layout,
    diameter: float | None = None,
    known: Known | None = None,
    run: Run = work,
    done: Callable[[float], None] = lambda _: None,
) -> TableMap:
    """Return how many places a circular template affects, centred on each place.

    Parameters
    ----------
    table : Layout
    diameter : float or None
        mm.
    known, run, done
        As for `rules.maps.exposure.exposure`.

    Returns
    -------
    TableMap
        ``affected`` and ``touched``: places, as tall as one fits there, its own
        included; ``removed``: the share of those touched that total cover takes away;
        ``affected prone`` and ``touched prone``: the same if everybody lies down.

    Examples
    --------
    >>> from meshes.silhouettes import silhouette
    >>> from rules.maps.layout import layout
    >>> from rules.scenefile import read
    >>> text = b'format=1\\nname="a"\\nrules="infinity-codeone"\\ntable={size=[300,300]}'
    >>> bare = layout(read(text, "a.toml"), silhouette("S2"), 60)
    >>> blast(bare).main.reshape(5, 5)[2].tolist()
    [4.0, 5.0, 5.0, 5.0, 4.0]
    """
    known = {} if known is None else known
    ball, rise = circle(table, diameter)
    asked = splashes(table.held, table.cover, ball, rise)
    found = settle(table, asked, known, run, done)
    tall, count = table.posture, len(table.held.upright)
    sums = np.zeros((4, count))
    lines = 0
    for places, targets, drawn, bits in asked.answered(known):
        own = tall[targets // 2] == targets
        lying = targets % 2 == 1
        for row, (which, some) in enumerate(((1, own), (0, own), (1, lying), (0, lying))):
            sums[row, places] = bits[which][:, some].sum(axis=1)
        lines += drawn
    affected, touched, affected_prone, touched_prone = sums
    removed = 1 - affected / np.maximum(touched, 1)
    total = touched.sum()
    values = {
        "affected": affected,
        "removed": removed,
        "touched": touched,
        "affected prone": affected_prone,
        "touched prone": touched_prone,
    }
    return TableMap(
        "blast",
        table,
        values,
        ("affected", "removed"),
        {"affected": "places", "removed": "share"},
        {
            "radius_mm": ball.r1,
            "mean": {name: mean(values[name]) for name in values},
            "removed_in_all": float(1 - affected.sum() / total) if total else 0.0,
            **extremes(table, affected),
            "symmetry": symmetry(table, affected),
        },
        {
            "spacing_mm": table.found.spacing,
            "points": SAMPLES,
            "lines": lines,
            "tiles": len(asked.parts),
            "tiles_worked_out": found,
        },
    )
