"""Two layouts set side by side: the same map of both, place against place."""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from meshes.mesh import Floats, Ints
from rules.area_templates.battle import Battle
from rules.dispute import Dispute
from rules.maps.layout import TableMap, mean, plain, spot
from rules.verdict import RulingError

ALIKE: Final = 1.0
"""Places of two layouts are the same one if their heights differ by no more, mm."""


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """The same map of two layouts.

    Parameters
    ----------
    one, other : TableMap
    pairs : ndarray of shape (k, 2)
        Numbers of the places that both have.
    difference : ndarray of shape (k,)
        What the map is about, of the second less of the first.
    """

    one: TableMap
    other: TableMap
    pairs: Ints
    difference: Floats

    @property
    def numbers(self) -> dict[str, Any]:
        """About both layouts, as plain values."""
        maps = (self.one, self.other)
        order = np.argsort(-np.abs(np.nan_to_num(self.difference)), kind="stable")[:5]
        changed = np.nan_to_num(self.difference)
        return {
            "mean": [mean(found.main) for found in maps],
            "places": [len(found.main) for found in maps],
            "places_in_both": len(self.pairs),
            "mean_difference": mean(self.difference),
            "more": int((changed > 0).sum()),
            "less": int((changed < 0).sum()),
            "greatest": [
                spot(self.one.layout, int(self.pairs[k, 0]))
                | {
                    "first": plain(float(self.one.main[self.pairs[k, 0]])),
                    "second": plain(float(self.other.main[self.pairs[k, 1]])),
                    "difference": plain(float(self.difference[k])),
                }
                for k in order.tolist()
                if changed[k] != 0
            ],
        }


def compared(one: TableMap, other: TableMap) -> Comparison:
    """Return the difference of the same map of two layouts.

    Parameters
    ----------
    one, other : TableMap
        Of tables of one size, at one spacing.

    Raises
    ------
    RulingError
        If the tables have different sizes.

    Examples
    --------
    >>> from meshes.silhouettes import silhouette
    >>> from rules.maps.exposure import exposure
    >>> from rules.maps.layout import layout
    >>> from rules.scenefile import read
    >>> text = b'format=1\\nname="a"\\nrules="infinity-codeone"\\ntable={size=[300,200]}'
    >>> found = exposure(layout(read(text, "a.toml"), silhouette("S2"), 100))
    >>> compared(found, found).difference.tolist()
    [0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    """
    sizes(one.layout.asked, other.layout.asked)
    a, b = one.layout.found, other.layout.found
    rows = [found.lines[:, 1].astype(np.int64) * found.shape[0] + found.lines[:, 0]
            for found in (a, b)]  # fmt: skip
    pairs = []
    low, high = np.searchsorted(rows[1], rows[0]), np.searchsorted(rows[1], rows[0], "right")
    for i, (first, last) in enumerate(zip(low.tolist(), high.tolist(), strict=True)):
        apart = np.abs(b.places[first:last, 2] - a.places[i, 2])
        if len(apart) and apart.min() <= ALIKE:
            pairs.append((i, first + int(apart.argmin())))
    both = np.array(pairs, dtype=np.int32).reshape(-1, 2)
    return Comparison(one, other, both, other.main[both[:, 1]] - one.main[both[:, 0]])


def sizes(one: Dispute | Battle, other: Dispute | Battle) -> None:
    """Refuse to compare tables of different sizes.

    Raises
    ------
    RulingError
    """
    each = [
        asked.scene.size if isinstance(asked, Dispute) else asked.start.size
        for asked in (one, other)
    ]
    if each[0] != each[1]:
        told = " and ".join(f"{x:g} x {y:g} mm" for x, y in each)
        raise RulingError(f"the tables have different sizes, {told}; compare tables of one size")
