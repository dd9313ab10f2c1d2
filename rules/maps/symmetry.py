"""How alike the two halves of a layout are: turned by half a turn, and mirrored."""

from typing import Any, Final

import numpy as np

from meshes.mesh import Floats
from rules.maps.layout import Layout, mean, plain, spot
from spatial.columns import Indices
from spatial.standing import StandingMap

ALIKE: Final = 5.0
"""Places are each other's counterparts if their heights differ by no more, mm."""

WAYS: Final = {
    "half turn": (True, True),
    "west to east": (True, False),
    "south to north": (False, True),
}


def partners(found: StandingMap, turned: tuple[bool, bool]) -> Indices:
    """Return the counterpart of each place; -1 where there is none.

    Parameters
    ----------
    found : StandingMap
    turned : tuple of 2 bools
        Whether x, and y, count from the other edge.

    Notes
    -----
    Lines of the grid are counted from the other edge, so counterparts are off by up to
    a spacing where the table's side isn't a whole number of them.
    """
    lines, shape = found.lines, found.shape
    other = [shape[k] - 1 - lines[:, k] if turned[k] else lines[:, k] for k in (0, 1)]
    mine = lines[:, 1].astype(np.int64) * shape[0] + lines[:, 0]
    theirs = other[1].astype(np.int64) * shape[0] + other[0]
    first, last = np.searchsorted(mine, theirs), np.searchsorted(mine, theirs, "right")
    found_at = np.full(len(mine), -1, dtype=np.int64)
    for one, (low, high) in enumerate(zip(first.tolist(), last.tolist(), strict=True)):
        if low < high:
            apart = np.abs(found.places[low:high, 2] - found.places[one, 2])
            if apart.min() <= ALIKE:
                found_at[one] = low + int(apart.argmin())
    return found_at


def symmetry(table: Layout, values: Floats, count: int = 5) -> list[dict[str, Any]]:
    """Return how much the halves of a layout differ, as plain values.

    Parameters
    ----------
    table : Layout
    values : ndarray of shape (n,)
        What is compared.
    count : int
        How many of the worst places are named.

    Examples
    --------
    >>> from meshes.silhouettes import silhouette
    >>> from rules.maps.layout import layout
    >>> from rules.scenefile import read
    >>> text = b'format=1\\nname="a"\\nrules="infinity-codeone"\\ntable={size=[100,50]}'
    >>> bare = layout(read(text, "a.toml"), silhouette("S2"), 50)
    >>> [one["mean_difference"] for one in symmetry(bare, np.array([0.5, 0.75]))]
    [0.25, 0.25, 0.0]
    """
    told = []
    for name, turned in WAYS.items():
        other = partners(table.found, turned)
        apart = np.where(other >= 0, np.abs(values - values[other]), np.nan)
        # Of each pair one.
        worst = np.flatnonzero((np.arange(len(other)) < other) & (apart > 0))
        worst = worst[np.argsort(-apart[worst], kind="stable")][:count]
        told.append(
            {
                "by": name,
                "mean_difference": mean(apart),
                "without_counterpart": int((other < 0).sum()),
                "worst": [
                    {
                        "one": spot(table, i) | {"value": plain(values[i])},
                        "other": spot(table, int(other[i])) | {"value": plain(values[other[i]])},
                        "difference": plain(apart[i]),
                    }
                    for i in worst.tolist()
                ],
            }
        )
    return told
