"""The longest open lines between two zones, level by level; what the first turn looks like."""

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from meshes.mesh import Floats, Ints
from rules.maps.exposure import told
from rules.maps.layout import Known, Layout, Run, TableMap, mean, plain, settle, spot
from rules.verdict import RulingError
from spatial.exposure import lanes as longest
from spatial.exposure import views
from spatial.seeing import Sampling
from spatial.working import work

APART: Final = 75.0
"""Lanes that begin and end within so many mm of a longer one's ends aren't named again."""

_NAMED: Final = 5


def lanes(
    table: Layout,
    between: tuple[str, str] | None = None,
    sampling: Sampling | None = None,
    known: Known | None = None,
    run: Run = work,
    done: Callable[[float], None] = lambda _: None,
) -> TableMap:
    """Return the longest open lines from each place of a zone to another zone, both ways.

    Parameters
    ----------
    table : Layout
    between : tuple of 2 str or None
        Names of zones; by default the first two.
    sampling, known, run, done
        As for `rules.maps.exposure.exposure`.

    Returns
    -------
    TableMap
        ``lane``: the length of the longest from each place, mm, 0 where all are closed
        and NaN outside both zones; ``open to``: to how many places of the other zone.

    Raises
    ------
    RulingError
        If there are no two zones, or nobody can stand in one.

    Examples
    --------
    >>> from meshes.silhouettes import silhouette
    >>> from rules.maps.layout import layout
    >>> from rules.scenefile import read
    >>> text = b'format=1\\nname="a"\\nrules="infinity-codeone"\\ntable={size=[900,100]}'
    >>> bare = layout(read(text, "a.toml"), silhouette("S2"), 100)
    >>> lanes(bare).main.tolist()
    [800.0, 700.0, 600.0, nan, nan, nan, 600.0, 700.0, 800.0]
    """
    how, known = sampling or Sampling(), {} if known is None else known
    if between is None:
        if len(table.zones) < 2:
            raise RulingError(
                "lanes lead from one zone to another, and the scene has one; give it another "
                "[[zone]], or none for the two ends of the table"
            )
        between = (table.zones[0].name, table.zones[1].name)
    one, other = (table.zone(name) for name in between)
    there = views(table.held, table.cover, how, one, other)
    back = views(table.held, table.cover, how, other, one)
    found = settle(table, there, known, run, lambda share: done(share / 2))
    found += settle(table, back, known, run, lambda share: done(0.5 + share / 2))
    ways = [longest(there, known, one, other), longest(back, known, other, one)]
    length, end, open_to = ways[0]
    better = np.nan_to_num(ways[1][0], nan=-1.0) > np.nan_to_num(length, nan=-1.0)
    values = {
        "lane": np.where(better, ways[1][0], length),
        "open to": np.where(one | other, np.where(better, ways[1][2], open_to), np.nan),
    }
    far = np.where(better, ways[1][1], end)
    named = _named(table, values["lane"], far.astype(np.int32))
    pairs = int((one[:, None] & other[None, :]).sum()) - int((one & other).sum())
    drawn = sum(step[2] for step in there.answered(known))
    return TableMap(
        "lanes",
        table,
        values,
        ("lane", "open to"),
        {"lane": "mm", "open to": "places"},
        {
            "between": list(between),
            "longest_mm": plain(float(np.nanmax(values["lane"]))),
            "pairs": pairs,
            "first_turn": [
                _first_turn(table, name, mine, step)
                for name, mine, step in zip(between, (one, other), ways, strict=True)
            ],
            "lanes": [
                {
                    "mm": plain(float(values["lane"][a])),
                    "from": spot(table, a),
                    "to": spot(table, b),
                }
                for a, b in named
            ],
        },
        told(table, how, there, drawn, found),
        np.array(named, dtype=np.int32).reshape(-1, 2),
    )


def _named(table: Layout, length: Floats, end: Ints) -> list[tuple[int, int]]:
    """The longest lanes from each level, none of them nearly another one."""
    at, found = table.found.places, list[tuple[int, int]]()
    for level in range(int(table.found.level.max()) + 1):
        mine = np.flatnonzero((table.found.level == level) & (end >= 0))
        mine = mine[np.argsort(-length[mine], kind="stable")]
        taken: list[tuple[int, int]] = []
        for start in mine.tolist():
            if len(taken) == _NAMED:
                break
            ends = (start, int(end[start]))
            if not any(_alike(at, ends, lane) for lane in [*found, *taken]):
                taken.append(ends)
        found += taken
    return found


def _alike(at: Floats, one: tuple[int, int], other: tuple[int, int]) -> bool:
    def near(a: int, b: int) -> bool:
        return bool(np.linalg.norm(at[a] - at[b]) <= APART)

    (a, b), (c, d) = one, other
    return (near(a, c) and near(b, d)) or (near(a, d) and near(b, c))


def _first_turn(table: Layout, name: str, mine: Any, way: tuple[Floats, Ints, Ints]) -> Any:
    """What those who deploy in a zone have in view in the other one."""
    length, _, open_to = way
    seeing = int((open_to[mine] > 0).sum())
    return {
        "zone": name,
        "places": int(mine.sum()),
        "places_with_a_lane": seeing,
        "share_with_a_lane": plain(seeing / max(1, int(mine.sum()))),
        "open_pairs": int(open_to[mine].sum()),
        "mean_longest_mm": mean(length[mine]),
    }
