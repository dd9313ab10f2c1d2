"""A map, or the difference of two, as a picture."""

from typing import TYPE_CHECKING, Final

import numpy as np

from meshes.mesh import Floats
from rules.maps.comparing import Comparison
from rules.maps.layout import TableMap
from viewer.drawing.heights import colour
from viewer.drawing.palette import mixed
from viewer.maps.plan import Row, picture

if TYPE_CHECKING:
    from PIL.Image import Image

_LESS: Final = "#2166AC"
_ALIKE: Final = "#F4F3F0"
_MORE: Final = "#B35806"
"""Blue and brown, apart for any colour vision.

Source: the ends of RdBu and PuOr of ColorBrewer (Brewer and Harrower, 2003).
"""

NAMES: Final = {
    ("exposure", "exposure"): "seen from",
    ("exposure", "exposure prone"): "seen lying down from",
    ("blast", "affected"): "places affected",
    ("blast", "removed"): "taken away by total cover",
    ("template", "reach"): "reached from",
    ("template", "denied"): "denied",
    ("lanes", "lane"): "longest open line",
    ("lanes", "open to"): "places in view across",
}


def diverging(share: float) -> str:
    """Return the colour of a difference, from the least at 0 over none to the greatest at 1.

    Examples
    --------
    >>> diverging(0.0), diverging(0.5), diverging(1.0)
    ('#2166AC', '#F4F3F0', '#B35806')
    """
    place = min(max(share, 0.0), 1.0) * 2 - 1
    return mixed(_ALIKE, _MORE if place > 0 else _LESS, abs(place))


def drawn(found: TableMap) -> "Image":
    """Return a map as a picture: a row for each of its values that is drawn."""
    rows = [_row(found, name) for name in found.drawn]
    return picture(f"{found.layout.asked.name}: {found.kind}", subtitle(found), rows)


def _row(found: TableMap, name: str, high: float = 0.0) -> Row:
    values, unit = found.values[name], found.units[name]
    most = float(np.nanmax(values)) if not np.isnan(values).all() else 0.0
    top = 1.0 if unit == "share" else max(most, high, 1.0)
    ends = found.ends if name == found.drawn[0] else found.ends[:0]
    return Row(found.layout, values, NAMES[found.kind, name], 0.0, top, unit, colour, ends)


def subtitle(found: TableMap) -> str:
    """Return who stands there, and at which spacing, in words."""
    shape = found.layout.found.silhouette
    return (
        f"{shape.name}: {shape.diameter:g} mm across, {shape.height:g} mm high; a place every "
        f"{found.layout.found.spacing:g} mm; by sampling, {found.sampling['lines']:,} lines"
    )


def side_by_side(both: Comparison) -> "Image":
    """Return the same map of two layouts, and what changes from the first to the second."""
    name = both.one.drawn[0]
    most = max(float(np.nanmax(one.main, initial=0.0)) for one in (both.one, both.other))
    rows = []
    for found in (both.one, both.other):
        row = _row(found, name, most)
        rows.append(Row(row.layout, row.values, f"{found.layout.asked.name}: {row.name}",
                        0.0, row.high, row.unit, colour))  # fmt: skip
    change = changed(both)
    widest = float(np.nanmax(np.abs(change), initial=0.0)) or 1.0
    unit = both.one.units[name]
    rows.append(Row(both.other.layout, change, "difference", -widest, widest, unit, diverging))
    names = f"{both.one.layout.asked.name} and {both.other.layout.asked.name}"
    return picture(f"{names}: {both.one.kind}", subtitle(both.other), rows)


def changed(both: Comparison) -> Floats:
    """Return the difference for each place of the second layout; NaN where the first has none."""
    values = np.full(len(both.other.main), np.nan)
    values[both.pairs[:, 1]] = both.difference
    return values
