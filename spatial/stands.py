"""Who may stand where: silhouettes at the places of a standing map, in blocks of the grid."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from meshes.mesh import Bools, Floats, Ints
from meshes.silhouettes import Silhouette
from spatial.columns import Indices
from spatial.standing import StandingMap

BLOCK: Final = 8
"""Lines of the grid in a block, along x and along y, at least."""

_ACROSS: Final = 8
"""Blocks along the longer side of the table, at most."""


@dataclass(frozen=True, slots=True, eq=False)
class Stands:
    """Silhouettes of one diameter, each at a place.

    Parameters
    ----------
    at : ndarray of shape (n, 3)
        Centres of the underside of their bases, mm.
    heights : ndarray of shape (n,)
        mm.
    radius : float
        mm.

    Examples
    --------
    >>> Stands(np.array([[0, 0, 5.0]]), np.array([40.0]), 12.5).box.tolist()
    [[-12.5, -12.5, 5.0], [12.5, 12.5, 45.0]]
    """

    at: Floats
    heights: Floats
    radius: float

    def __len__(self) -> int:
        return len(self.at)

    @property
    def box(self) -> Floats:
        """The AABB of all of them, shape (2, 3), mm."""
        beside = np.array([self.radius, self.radius, 0.0])
        low, high = self.at.min(axis=0) - beside, self.at.max(axis=0) + beside
        high[2] = float((self.at[:, 2] + self.heights).max())
        return np.array([low, high])

    def kept(self, which: Bools | Ints | Indices) -> "Stands":
        """Return some of them."""
        return Stands(self.at[which], self.heights[which], self.radius)

    def content(self) -> bytes:
        """Return what tells them from others, as bytes."""
        at, heights = self.at.astype("<f8"), self.heights.astype("<f8")
        return at.tobytes() + heights.tobytes() + np.array(self.radius, "<f8").tobytes()


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """Everybody who may stand on a table: who looks, and who is looked at.

    Parameters
    ----------
    viewers : Stands
        One at each place: upright where the silhouette fits so, else prone.
    targets : Stands
        Two at each place: upright, and prone; in this order.
    upright : ndarray of shape (n,)
        Whether it fits upright: where it doesn't, nobody is the upright target.
    viewer_blocks, target_blocks : tuple of ndarray
        Numbers of the viewers, and of the targets that there are, block by block of
        the grid; both in the same order of blocks, each as they lie side by side.
    """

    viewers: Stands
    targets: Stands
    upright: Bools
    viewer_blocks: tuple[Ints, ...]
    target_blocks: tuple[Ints, ...]


def standing(found: StandingMap) -> Standing:
    """Return everybody who may stand where a standing map has a place.

    Examples
    --------
    >>> from meshes.silhouettes import silhouette
    >>> from spatial.scene import Scene
    >>> from spatial.standing import standing_map
    >>> made = standing(standing_map(Scene((), (100, 50)), silhouette("S2"), 25))
    >>> len(made.viewers), len(made.targets), [len(one) for one in made.target_blocks]
    (8, 16, [16])
    """
    tall, prone = found.silhouette, found.silhouette.prone()
    viewers = _of(found, found.upright, tall, prone)
    count = len(found.places)
    targets = Stands(
        np.repeat(found.places, 2, axis=0),
        np.tile([tall.height, prone.height], count),
        tall.diameter / 2,
    )
    there = np.repeat(found.upright, 2)
    there[1::2] = True
    places = blocks(found)
    both = (np.stack([2 * one, 2 * one + 1], axis=1).ravel() for one in places)
    return Standing(viewers, targets, found.upright, places, tuple(one[there[one]] for one in both))


def _of(found: StandingMap, upright: Bools, tall: Silhouette, prone: Silhouette) -> Stands:
    heights = np.where(upright, tall.height, prone.height)
    return Stands(found.places, heights, tall.diameter / 2)


def blocks(found: StandingMap) -> tuple[Ints, ...]:
    """Return the numbers of a map's places, block by block of its grid.

    Those of a block come along a curve (Morton's) that keeps neighbours together.

    Examples
    --------
    >>> from meshes.silhouettes import silhouette
    >>> from spatial.scene import Scene
    >>> from spatial.standing import standing_map
    >>> found = standing_map(Scene((), (250, 50)), silhouette("S2"), 25)
    >>> [one.tolist() for one in blocks(found)]
    [[0, 1, 10, 11, 2, 3, 12, 13, 4, 5, 14, 15, 6, 7, 16, 17], [8, 9, 18, 19]]
    """
    lines = found.lines
    side = max(BLOCK, -(-max(found.shape) // _ACROSS))
    corner, within = np.divmod(lines, side)
    across = -(-found.shape[0] // side)
    curve = _interleaved(within)
    order = np.lexsort((found.level, curve, corner[:, 1] * across + corner[:, 0]))
    block = (corner[:, 1] * across + corner[:, 0])[order]
    starts = np.flatnonzero(np.diff(block, prepend=-1))
    return tuple(part.astype(np.int32) for part in np.split(order, starts[1:]) if len(part))


def _interleaved(lines: Ints) -> Indices:
    """The digits of two numbers in turns, base two."""
    curve = np.zeros(len(lines), dtype=np.int64)
    for bit in range(16):
        curve |= ((lines[:, 0].astype(np.int64) >> bit) & 1) << (2 * bit)
        curve |= ((lines[:, 1].astype(np.int64) >> bit) & 1) << (2 * bit + 1)
    return curve


def joined(parts: Sequence[Stands]) -> Stands:
    """Return several of one radius as one, in order.

    Examples
    --------
    >>> one = Stands(np.array([[0, 0, 5.0]]), np.array([40.0]), 12.5)
    >>> len(joined([one, one]))
    2
    """
    return Stands(
        np.concatenate([part.at for part in parts]),
        np.concatenate([part.heights for part in parts]),
        parts[0].radius,
    )
