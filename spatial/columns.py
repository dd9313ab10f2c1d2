"""Columns of air: what lies above and below many places at once, and the gaps between.

Over a base of its own size a place sees faces as spans of height. What is left
between them, from the table up, are gaps: the floor of one is the height at
which a base comes to rest in it, its ceiling the lowest face above that.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from meshes.mesh import Bools, Floats
from spatial.scene import Scene

Indices: TypeAlias = npt.NDArray[np.int64]

Measure: TypeAlias = Callable[[Floats], tuple[Floats, Floats]]
"""From triangles relative to a place to the lowest and highest height of each."""

_WIDER: Final = 1e-6
"""More than the rounding of a place's distance from a face, mm."""

_AT_ONCE: Final = 32_768


@dataclass(frozen=True, slots=True, eq=False)
class Faces:
    """The triangles of all scenery.

    Parameters
    ----------
    corners : ndarray of shape (m, 3, 3)
        In scene order, mm.
    owner : ndarray of shape (m,)
        Whose triangle each is, a place in `names`.
    names : tuple of str
        The pieces, in scene order.
    """

    corners: Floats
    owner: Indices
    names: tuple[str, ...]

    def near(self, low: Floats, high: Floats) -> "Faces":
        """Return those whose AABBs in plan meet a rectangle, given by two corners, mm."""
        flat = self.corners[:, :, :2]
        meets = (flat.min(axis=1) <= high).all(axis=1) & (flat.max(axis=1) >= low).all(axis=1)
        return Faces(self.corners[meets], self.owner[meets], self.names)


def faces(scene: Scene) -> Faces:
    """Return the triangles of a scene's scenery.

    Examples
    --------
    >>> faces(Scene(())).corners.shape
    (0, 3, 3)
    """
    pieces = scene.scenery
    corners = [body.mesh.triangles for body in pieces]
    owner = np.repeat(np.arange(len(pieces)), [len(one) for one in corners])
    names = tuple(body.name for body in pieces)
    return Faces(np.concatenate([np.empty((0, 3, 3)), *corners]), owner, names)


@dataclass(frozen=True, slots=True, eq=False)
class Spans:
    """Which faces reach over which places, and how low and high.

    Parameters
    ----------
    place : ndarray of shape (k,)
        Numbers of places, rising.
    face : ndarray of shape (k,)
        Numbers of faces, rising at each place.
    low, high : ndarray of shape (k,)
        mm.
    """

    place: Indices
    face: Indices
    low: Floats
    high: Floats


def spans(
    corners: Floats,
    x: Floats,
    y: Floats,
    half: tuple[float, float],
    of: Measure,
    wanted: Bools | None = None,
) -> Spans:
    """Return the spans over the places of a grid, numbered along x first.

    Parameters
    ----------
    corners : ndarray of shape (m, 3, 3)
        mm.
    x, y : ndarray of shape (nx,) and (ny,)
        Where the grid's lines are, rising, mm.
    half : tuple of 2 floats
        How far the shape about a place reaches along x and y, mm.
    of : callable
        `disc_spans` or `rectangle_spans`, its size given.
    wanted : ndarray of shape (nx ny,) or None
        Which places are asked about; None for all.

    Examples
    --------
    >>> from spatial.spans import disc_spans
    >>> sheet = np.array([[[0, 0, 7], [30, 0, 7], [0, 30, 7.0]]])
    >>> lines = np.array([0.0, 50.0])
    >>> found = spans(sheet, lines, lines, (5, 5), lambda near: disc_spans(near, 5))
    >>> found.place.tolist(), found.high.tolist()
    ([0], [7.0])
    """
    parts = [
        _measured(corners, face, column, row, x, y, of, wanted)
        for face, column, row in _pairs(corners, x, y, half)
    ]
    empty = np.empty(0, dtype=np.int64)
    place = np.concatenate([empty, *(part.place for part in parts)])
    face = np.concatenate([empty, *(part.face for part in parts)])
    low = np.concatenate([np.empty(0), *(part.low for part in parts)])
    high = np.concatenate([np.empty(0), *(part.high for part in parts)])
    order = np.argsort(place, kind="stable")
    return Spans(place[order], face[order], low[order], high[order])


def _pairs(
    corners: Floats, x: Floats, y: Floats, half: tuple[float, float]
) -> Iterator[tuple[Indices, Indices, Indices]]:
    """Faces with the columns and rows of the places that their AABBs may reach."""
    low, high = corners.min(axis=1), corners.max(axis=1)
    wide, deep = half[0] + _WIDER, half[1] + _WIDER
    first = np.searchsorted(x, low[:, 0] - wide), np.searchsorted(y, low[:, 1] - deep)
    after = (
        np.searchsorted(x, high[:, 0] + wide, "right"),
        np.searchsorted(y, high[:, 1] + deep, "right"),
    )
    across = after[0] - first[0]
    ends = np.cumsum(across * (after[1] - first[1]))
    total = int(ends[-1]) if len(ends) else 0
    for start in range(0, total, _AT_ONCE):
        pair = np.arange(start, min(start + _AT_ONCE, total))
        face = np.searchsorted(ends, pair, "right")
        row, column = np.divmod(pair - np.where(face > 0, ends[face - 1], 0), across[face])
        yield face, first[0][face] + column, first[1][face] + row


def _measured(
    corners: Floats,
    face: Indices,
    column: Indices,
    row: Indices,
    x: Floats,
    y: Floats,
    of: Measure,
    wanted: Bools | None,
) -> Spans:
    """The spans among pairs of faces and places."""
    if wanted is not None:
        kept = wanted[row * len(x) + column]
        face, column, row = face[kept], column[kept], row[kept]
    at = np.stack([x[column], y[row], np.zeros(len(row))], axis=1)
    low, high = of(corners[face] - at[:, None])
    meet = low <= high
    return Spans((row * len(x) + column)[meet], face[meet], low[meet], high[meet])


@dataclass(frozen=True, slots=True, eq=False)
class Gaps:
    """Free heights over places, from the lowest up at each.

    Parameters
    ----------
    place : ndarray of shape (k,)
        Numbers of places, rising.
    floor : ndarray of shape (k,)
        The height at which what is dropped in the gap comes to rest, mm.
    ceiling : ndarray of shape (k,)
        The lowest height of a face above it, mm; inf where there is none.
    top : ndarray of shape (k,)
        The face whose highest point the floor is; -1 for the table.
    """

    place: Indices
    floor: Floats
    ceiling: Floats
    top: Indices

    def kept(self, which: Bools | Indices) -> "Gaps":
        """Return some of them: which ones, shape (k,), or their numbers."""
        return Gaps(self.place[which], self.floor[which], self.ceiling[which], self.top[which])


def gaps(places: int, found: Spans, least: float) -> Gaps:
    """Return the gaps over so many places that are no lower than `least` mm.

    The table is solid up to z = 0 under every place. Where several faces are
    as high, the table is before a piece and a piece before the next.

    Examples
    --------
    >>> bridge = Spans(np.array([1]), np.array([0]), np.array([40.0]), np.array([45.0]))
    >>> over = gaps(2, bridge, 3)
    >>> over.place.tolist(), over.floor.tolist(), over.ceiling.tolist()
    ([0, 1, 1], [0.0, 0.0, 45.0], [inf, 40.0, inf])
    """
    place = np.concatenate([np.arange(places), found.place])
    face = np.concatenate([np.full(places, -1), found.face])
    low = np.concatenate([np.full(places, -np.inf), found.low])
    high = np.concatenate([np.zeros(places), found.high])
    by_height = np.lexsort((-face, high))
    rank = np.empty(len(high), dtype=np.int64)
    rank[by_height] = np.arange(len(high))
    order = np.lexsort((low, place))
    # The highest so far at each place: places rise, so one running maximum serves all.
    reached = np.maximum.accumulate(place[order] * len(high) + rank[order]) % max(len(high), 1)
    top = by_height[reached]
    here, below = place[order], high[top]
    # Past the last face of a place, and past the last of all, there is only air.
    above = np.append(np.where(here[1:] == here[:-1], low[order][1:], np.inf), np.inf)[: len(here)]
    free: Bools = above - below >= least
    return Gaps(here[free], below[free], above[free], face[top][free])


def shared(place: Indices, places: Indices) -> tuple[Indices, Indices]:
    """Return all pairs of things at one place: the number of one, and of the other.

    Parameters
    ----------
    place : ndarray of shape (k,)
        Where the ones are.
    places : ndarray of shape (m,)
        Where the others are, rising.

    Examples
    --------
    >>> one, other = shared(np.array([7, 4]), np.array([4, 4, 7]))
    >>> one.tolist(), other.tolist()
    ([0, 1, 1], [2, 0, 1])
    """
    first = np.searchsorted(places, place)
    count = np.searchsorted(places, place, "right") - first
    one = np.repeat(np.arange(len(place)), count)
    return one, np.arange(len(one)) + np.repeat(first - np.cumsum(count) + count, count)
