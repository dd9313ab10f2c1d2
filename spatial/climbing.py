"""How high one climbs from a place to the next."""

from dataclasses import dataclass
from functools import partial

import numpy as np

from meshes.mesh import Bools, Floats
from spatial.columns import Gaps, Indices, Spans, gaps, shared, spans
from spatial.spans import rectangle_spans


@dataclass(frozen=True, slots=True, eq=False)
class Ways:
    """The lowest ways from places to the next.

    Parameters
    ----------
    ends : ndarray of shape (k, 2)
        Numbers of gaps, the one at the lower x or y first.
    crest : ndarray of shape (k, h)
        How high the underside of the base has to come for each of the heights asked
        about, mm; inf where there is no way.
    """

    ends: Indices
    crest: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """What ways lead over.

    Parameters
    ----------
    corners : ndarray of shape (m, 3, 3)
        Of faces, mm.
    x, y : ndarray of shape (nx,) and (ny,)
        Where the grid's lines are, mm.
    reach : float
        Radius of the base, mm.
    free : Gaps
        All over discs of that radius about the places, that are no lower than the least
        of the heights asked about.
    kept : ndarray of shape (g,)
        Which of these are places to stand.
    own : ndarray of shape (nx ny,)
        Where ways are looked for from, both ways.
    """

    corners: Floats
    x: Floats
    y: Floats
    reach: float
    free: Gaps
    kept: Bools
    own: Bools


def ways(ground: Ground, heights: tuple[float, ...], lines: int) -> Ways:
    """Return the ways from places along the grid's lines to the next that can be reached.

    Parameters
    ----------
    ground : Ground
    heights : tuple of floats
        What has to fit between floor and ceiling all the way, mm, rising.
    lines : int
        How many lines off the next place may be.

    Notes
    -----
    A way is straight up, straight across, straight down. Between its two places a
    base sweeps two discs and the rectangle between their centres; a gap over all
    three lies in one gap of either place and joins these two. Of several the one
    with the lowest floor counts, and that floor is the crest. From a place with
    no way to the next line of the grid one to the line after that is looked for.

    Examples
    --------
    >>> rail = np.array([[[4, -9, 12], [6, -9, 12], [5, 99, 12.0]]])
    >>> lines = np.array([0.0, 10.0])
    >>> apart = Spans(*np.empty((2, 0), dtype=np.int64), *np.empty((2, 0)))
    >>> every = np.ones(2, dtype=bool)
    >>> ground = Ground(rail, lines, lines[:1], 2.0, gaps(2, apart, 3), every, every)
    >>> found = ways(ground, (3.0, 40.0), 1)
    >>> found.ends.tolist(), found.crest.tolist()
    ([[0, 1]], [[0.0, 12.0]])
    """
    ends, crests = [np.empty((0, 2), dtype=np.int64)], [np.empty((0, len(heights)))]
    solid = _solid(ground.free)
    own = ground.own[ground.free.place] & ground.kept
    for along in (0, 1):
        forward, backward = own.copy(), own.copy()
        last = min(lines, len((ground.x, ground.y)[along]) - 1)
        for far in range(1, last + 1):
            found = _ways(ground, solid, heights, along, far, forward, backward)
            ends.append(found.ends)
            crests.append(found.crest)
            forward[found.ends[:, 0]] = False
            backward[found.ends[:, 1]] = False
    return Ways(np.concatenate(ends), np.concatenate(crests))


def _ways(
    ground: Ground,
    solid: Spans,
    heights: tuple[float, ...],
    along: int,
    far: int,
    forward: Bools,
    backward: Bools,
) -> Ways:
    """Ways of so many lines along x (0) or y (1) from gaps that look ahead or back."""
    x, y, free = ground.x, ground.y, ground.free
    step = far * (1 if along == 0 else len(x))
    place = np.arange(len(x) * len(y)).reshape(len(y), len(x))
    start = (place[:, :-far] if along == 0 else place[:-far]).ravel()
    from_here, to_here = (np.zeros(place.size, dtype=bool) for _ in range(2))
    from_here[free.place[forward]] = True
    to_here[free.place[backward]] = True
    wanted = from_here[start] | to_here[start + step]
    none = Ways(np.empty((0, 2), dtype=np.int64), np.empty((0, len(heights))))
    if not wanted.any():
        return none
    found = _swept(ground, solid, start, step, along, far, wanted)
    made = []
    for height in heights:
        over = gaps(len(start), found, height)
        over = over.kept(wanted[over.place])
        one, other = _holding(start, over, free), _holding(start + step, over, free)
        both = np.intersect1d(one[0], other[0], assume_unique=True, return_indices=True)
        pairs = np.stack([one[1][both[1]], other[1][both[2]]], axis=1)
        looked = forward[pairs[:, 0]] | backward[pairs[:, 1]]
        good = ground.kept[pairs].all(axis=1) & looked
        made.append(_lowest(pairs[good], over.floor[both[0]][good]))
    ends, lowest = made[0]
    crest = np.full((len(ends), len(heights)), np.inf)
    crest[:, 0] = lowest
    for column, (pairs, high) in enumerate(made[1:], start=1):
        # What lets a higher one through lets a lower one through as well.
        crest[np.isin(_keys(ends), _keys(pairs)), column] = high
    return Ways(ends, crest)


def _keys(pairs: Indices) -> Indices:
    keys: Indices = pairs[:, 0] * (1 << 32) + pairs[:, 1]
    return keys


def _lowest(pairs: Indices, crest: Floats) -> tuple[Indices, Floats]:
    """Of several ways between two gaps the one with the lowest crest; pairs rising."""
    order = np.lexsort((crest, pairs[:, 1], pairs[:, 0]))
    pairs, crest = pairs[order], crest[order]
    first = np.ones(len(pairs), dtype=bool)
    first[1:] = (pairs[1:] != pairs[:-1]).any(axis=1)
    return pairs[first], crest[first]


def _swept(
    ground: Ground, solid: Spans, start: Indices, step: int, along: int, far: int, wanted: Bools
) -> Spans:
    """What reaches over whole moves, from a line to one some lines on."""
    lines = [ground.x, ground.y]
    half = [ground.reach, ground.reach]
    line = lines[along]
    lines[along] = (line[:-far] + line[far:]) / 2
    half[along] = float(line[far] - line[0]) / 2
    between = partial(_between, half=(half[0], half[1]), along=along, reach=ground.reach)
    size = (half[0], half[1])
    parts = [spans(ground.corners, lines[0], lines[1], size, between, wanted)]
    number = np.full(len(ground.x) * len(ground.y), -1)
    number[start[wanted]] = np.flatnonzero(wanted)
    for ahead in (0, step):
        at = solid.place - ahead
        move = np.where(at >= 0, number[at], -1)
        kept = move >= 0
        parts.append(Spans(move[kept], solid.face[kept], solid.low[kept], solid.high[kept]))
    rows = [np.concatenate([getattr(one, name) for one in parts]) for name in Spans.__slots__]
    return Spans(*rows)


def _solid(free: Gaps) -> Spans:
    """What lies under each gap, down to the next; above the highest there is nothing."""
    first = np.append(True, free.place[1:] != free.place[:-1])[: len(free.place)]
    below = np.append(-np.inf, free.ceiling[:-1])[: len(first)]
    return Spans(free.place, free.top, np.where(first, -np.inf, below), free.floor)


def _between(
    corners: Floats, half: tuple[float, float], along: int, reach: float
) -> tuple[Floats, Floats]:
    """Spans over the rectangle between two discs, of faces that don't lie in one of these."""
    low, high = np.full(len(corners), np.inf), np.full(len(corners), -np.inf)
    within = np.zeros(len(corners), dtype=bool)
    for end in (-half[along], half[along]):
        aside = corners[:, :, along] - end
        within |= np.hypot(aside, corners[:, :, 1 - along]).max(axis=1) < reach
    kept = ~within
    low[kept], high[kept] = rectangle_spans(corners[kept], (2 * half[0], 2 * half[1]))
    return low, high


def _holding(place: Indices, swept: Gaps, free: Gaps) -> tuple[Indices, Indices]:
    """Which gaps over moves lie in which gap over a place: at most one each."""
    which, gap = shared(place[swept.place], free.place)
    kept = (free.floor[gap] <= swept.floor[which]) & (free.ceiling[gap] >= swept.ceiling[which])
    return which[kept], gap[kept]
