"""Which cover may matter for lines between two parts of a table, and a key that says so.

What comes of lines between two blocks of places depends on those places and on the
pieces that reach into the convex hull of both. A key names exactly these, so an answer
found under it holds, whatever has changed elsewhere on the table.
"""

import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np

from meshes.mesh import Bools, Floats
from spatial.program import program
from spatial.scene import Scene
from spatial.stands import Stands

_MARGIN: Final = 1.0
"""Pieces so near the hull are taken to matter, mm: far more than any slack of a line."""

_WAYS: Final = 32
"""Directions in plan in which a piece may be told apart from a hull."""

DECIDING: Final = ("exposure", "jets", "splashes")
"""Modules that answer, with all that they import."""


@dataclass(frozen=True, slots=True, eq=False)
class Pieces:
    """The total cover of a scene, as far as it says what lines may meet.

    Parameters
    ----------
    boxes : ndarray of shape (b, 2, 3)
        AABBs, mm.
    digests : tuple of bytes
        Of each piece's mesh.
    """

    boxes: Floats
    digests: tuple[bytes, ...]

    def key(self, what: bytes, which: Bools) -> str:
        """Return the key of what is asked among some of the pieces: in any order."""
        found = hashlib.sha256(program(DECIDING) + what)
        for digest in sorted(self.digests[i] for i in np.flatnonzero(which)):
            found.update(digest)
        return found.hexdigest()

    def meeting(self, box: Floats) -> Bools:
        """Return which pieces come near a box, shape (2, 3)."""
        low, high = box[0] - _MARGIN, box[1] + _MARGIN
        near: Bools = ((self.boxes[:, 0] <= high) & (self.boxes[:, 1] >= low)).all(axis=1)
        return near

    def between(self, one: Floats, other: Floats) -> Bools:
        """Return which pieces come near the convex hull of two boxes.

        Parameters
        ----------
        one, other : ndarray of shape (2, 3)
            mm.

        Returns
        -------
        ndarray of shape (b,)
            True for every piece that reaches into the hull, and for a few beside it.

        Examples
        --------
        >>> boxes = np.array([[[40, 40, 0], [60, 60, 9]], [[80, 0, 0], [99, 20, 9.0]]])
        >>> found = Pieces(boxes, (b"", b""))
        >>> spot = np.array([[0, 0, 0], [9, 9, 9.0]])
        >>> found.between(spot, spot + [90, 90, 0]).tolist()
        [True, False]
        """
        near = self.meeting(np.array([np.minimum(one[0], other[0]), np.maximum(one[1], other[1])]))
        which = np.flatnonzero(near)
        ways = _ways()
        # Along each direction, how far the hull reaches and where each piece begins.
        reach = np.maximum(_farthest(one, ways), _farthest(other, ways))
        for i in which:
            near[i] = bool((-_farthest(self.boxes[i], -ways) <= reach + _MARGIN).all())
        return near


def pieces(scene: Scene) -> Pieces:
    """Return the total cover of a scene.

    Examples
    --------
    >>> len(pieces(Scene(())).digests)
    0
    """
    cover = [body for body in scene.scenery if body.blocks]
    digests = []
    for body in cover:
        made = hashlib.sha256(body.mesh.vertices.astype("<f8").tobytes())
        made.update(body.mesh.faces.astype("<i4").tobytes())
        digests.append(made.digest())
    boxes = np.array([body.box for body in cover]).reshape(-1, 2, 3)
    return Pieces(boxes, tuple(digests))


def digest(stands: Stands) -> bytes:
    """Return what tells a block of silhouettes from others, short.

    Examples
    --------
    >>> block = Stands(np.array([[0, 0, 5.0]]), np.array([40.0]), 12.5)
    >>> digest(block) == digest(block.kept(np.array([0]))), len(digest(block))
    (True, 32)
    """
    return hashlib.sha256(stands.content()).digest()


def keys(
    cover: Pieces, what: bytes, one: Stands, others: Sequence[Stands], digests: Sequence[bytes]
) -> tuple[str, ...]:
    """Return the keys of what is asked between a block of silhouettes and each of others.

    Parameters
    ----------
    cover : Pieces
    what : bytes
        The question, and how it is asked.
    one : Stands
    others : sequence of Stands
    digests : sequence of bytes
        Of the others.

    Examples
    --------
    >>> block = Stands(np.array([[0, 0, 5.0]]), np.array([40.0]), 12.5)
    >>> [key] = keys(pieces(Scene(())), b"who sees whom", block, [block], [digest(block)])
    >>> len(key)
    64
    """
    box, mine = one.box, digest(one)
    return tuple(
        cover.key(what + mine + theirs, cover.between(box, other.box))
        for other, theirs in zip(others, digests, strict=True)
    )


def _farthest(box: Floats, ways: Floats) -> Floats:
    """How far a box reaches along each direction."""
    reach: Floats = np.where(ways > 0, ways * box[1], ways * box[0]).sum(axis=1)
    return reach


@cache
def _ways() -> Floats:
    angles = [2 * math.pi * k / _WAYS for k in range(_WAYS)]
    return np.array([[math.cos(angle), math.sin(angle), 0.0] for angle in angles])
