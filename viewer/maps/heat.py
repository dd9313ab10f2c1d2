"""A map, or the difference of two, as a picture."""

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from meshes.mesh import Floats
from rules.maps.comparing import Comparison
from viewer.drawing.heights import colour
from viewer.drawing.palette import mixed
from viewer.maps.finished import HeatMap, heat_map
from viewer.maps.plan import Row, picture

if TYPE_CHECKING:
    from PIL.Image import Image

_LESS: Final = "#2166AC"
_ALIKE: Final = "#F4F3F0"
_MORE: Final = "#B35806"
"""Blue and brown, apart for any colour vision.

Source: the ends of RdBu and PuOr of ColorBrewer (Brewer and Harrower, 2003).
"""


def diverging(share: float) -> str:
    """Return the colour of a difference, from the least at 0 over none to the greatest at 1.

    Examples
    --------
    >>> diverging(0.0), diverging(0.5), diverging(1.0)
    ('#2166AC', '#F4F3F0', '#B35806')
    """
    place = min(max(share, 0.0), 1.0) * 2 - 1
    return mixed(_ALIKE, _MORE if place > 0 else _LESS, abs(place))


def drawn(heat: HeatMap) -> "Image":
    """Return a map as a picture: a row for each of its values that is drawn."""
    rows = [row(heat, name) for name in heat.units]
    return picture(f"{heat.name}: {heat.subject}", heat.subtitle, rows)


def row(heat: HeatMap, name: str, high: float = 0.0) -> Row:
    """Return what the plans of one of a map's values show.

    Parameters
    ----------
    heat : HeatMap
    name : str
    high : float
        What has the last colour at least, but for shares.
    """
    is_main, unit = name == next(iter(heat.units)), heat.units[name]
    return Row(
        heat,
        heat.values[name],
        heat.says(name),
        0.0,
        heat.top(name) if unit == "share" else max(heat.top(name), high),
        unit,
        colour,
        heat.ends if is_main else heat.ends[:0],
        heat.dead,
        heat.marks if is_main else (),
    )


def side_by_side(both: Comparison) -> "Image":
    """Return the same map of two layouts, and what changes from the first to the second."""
    maps = [heat_map(found) for found in (both.one, both.other)]
    name = next(iter(maps[0].units))
    most = max(heat.top(name) for heat in maps)
    rows = []
    for heat in maps:
        made = row(heat, name, most)
        rows.append(replace(made, name=heat.name, ends=heat.ends[:0], marks=()))
    change = changed(both)
    widest = float(np.nanmax(np.abs(change), initial=0.0)) or 1.0
    unit = maps[0].units[name]
    rows.append(Row(maps[1], change, "difference", -widest, widest, unit, diverging))
    names = f"{maps[0].name} and {maps[1].name}"
    # Long names are cut off at the end; the rows have them, too.
    title = f"{maps[0].subject}, {maps[0].says(name)}: {names}"
    return picture(title, maps[1].subtitle, rows)


def changed(both: Comparison) -> Floats:
    """Return the difference for each place of the second layout; NaN where the first has none."""
    values = np.full(len(both.other.main), np.nan)
    values[both.pairs[:, 1]] = both.difference
    return values
