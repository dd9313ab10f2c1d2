"""The exposure map: what share of the table, or of a zone, can see each place."""

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from meshes.mesh import Floats
from rules.maps.layout import WHOLE, Known, Layout, Run, TableMap, extremes, mean, settle
from rules.maps.symmetry import symmetry
from spatial.exposure import Views, counts, views
from spatial.seeing import Sampling
from spatial.working import work

DEAD: Final = 0.01
"""Ground that is seen from less than this share of the table is dead."""


def exposure(
    table: Layout,
    zone: str = "",
    sampling: Sampling | None = None,
    known: Known | None = None,
    run: Run = work,
    done: Callable[[float], None] = lambda _: None,
) -> TableMap:
    """Return from what share of a zone's places each place is seen.

    Parameters
    ----------
    table : Layout
    zone : str
        Whose places look; by default the whole table's.
    sampling : Sampling or None
    known : mapping of str to bytes or None
        Answers that are known; new ones are put into it.
    run : Run
    done : callable

    Returns
    -------
    TableMap
        ``exposure`` (as tall as fits there), ``exposure upright`` and ``exposure prone``:
        shares, 0 to 1, NaN where the silhouette doesn't fit so; ``exposure from ZONE``.

    Notes
    -----
    A place is a silhouette there; viewers are upright where that fits, else prone. A
    place's own viewer doesn't count.

    Examples
    --------
    >>> from meshes.silhouettes import silhouette
    >>> from rules.maps.layout import layout
    >>> from rules.scenefile import read
    >>> text = b'format=1\\nname="a"\\nrules="infinity-codeone"\\ntable={size=[300,200]}'
    >>> bare = layout(read(text, "a.toml"), silhouette("S2"), 100)
    >>> exposure(bare).main.tolist()
    [1.0, 1.0, 1.0, 1.0, 1.0, 1.0]
    """
    how, known = sampling or Sampling(), {} if known is None else known
    looking = table.zone(zone)
    asked = views(table.held, table.cover, how, viewers=looking)
    found = settle(table, asked, known, run, done)
    names = [zone or WHOLE]
    if not zone:
        names += [one.name for one in table.zones if one.holds(table.found.places).any()]
    masks = [table.zone(name) for name in names]
    shares, _, lines = counts(asked, known, masks)
    tall = np.where(table.held.upright, shares[:, :, 0], shares[:, :, 1])
    values = {
        "exposure": tall[0],
        "exposure upright": shares[0, :, 0],
        "exposure prone": shares[0, :, 1],
    }
    for name, mine in zip(names[1:], tall[1:], strict=True):
        values[f"exposure from {name}"] = mine
    return TableMap(
        "exposure",
        table,
        values,
        ("exposure", "exposure prone"),
        {"exposure": "share", "exposure prone": "share"},
        {
            "zone": zone or WHOLE,
            "mean": {
                "exposure": mean(tall[0]),
                "upright": mean(shares[0, :, 0]),
                "prone": mean(shares[0, :, 1]),
            },
            "by_zone": _by_zone(table, names, tall),
            "dead_ground": _dead(values["exposure"]),
            "dead_ground_prone": _dead(shares[0, :, 1]),
            **extremes(table, values["exposure"]),
            "symmetry": symmetry(table, values["exposure"]),
        },
        told(table, how, asked, lines, found),
    )


def _by_zone(table: Layout, names: list[str], tall: Floats) -> list[dict[str, Any]]:
    """The mean exposure of each zone's places to each zone."""
    seen = [WHOLE, *(one.name for one in table.zones if one.holds(table.found.places).any())]
    return [
        {"seen_from": name, "place_in": other, "mean": mean(mine[table.zone(other)])}
        for name, mine in zip(names, tall, strict=True)
        for other in seen
    ]


def _dead(values: Floats) -> dict[str, Any]:
    there = values[~np.isnan(values)]
    return {
        "below": DEAD,
        "places": int((there < DEAD).sum()),
        "unseen": int((there == 0).sum()),
        "of": len(there),
    }


def told(table: Layout, how: Sampling, asked: Views, lines: int, found: int) -> dict[str, Any]:
    """Return how the views of a table were sampled, as plain values."""
    held = table.held
    pairs = sum(len(held.viewer_blocks[a]) * len(held.target_blocks[b]) for a, b in asked.keys)
    return {
        "spacing_mm": table.found.spacing,
        "viewer_points": how.viewer_points,
        "target_points": how.target_points,
        "eyes_mm": list(how.eyes) or None,
        "pairs": pairs,
        "lines": lines,
        "tiles": len(asked.keys),
        "tiles_worked_out": found,
    }
