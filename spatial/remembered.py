"""Parts of a standing map that are known already, each under a key of all that it hangs on.

What comes of a part of the grid depends on its lines, on the silhouette and on the
pieces over or beside it. An answer found under such a key holds, whatever has changed
elsewhere on the table.
"""

import hashlib
from collections.abc import MutableMapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from meshes.mesh import Bools, Floats
from spatial.climbing import Ways
from spatial.columns import Faces, Gaps, Indices
from spatial.program import program
from spatial.scene import Body
from spatial.staying import Stays
from spatial.tiles import Tile

_DECIDING: Final = ("parts",)
"""Modules that answer, with all that they import."""

_TILE: Final = ("<i8", "<f8", "<f8", "<i8", "<i8", "?", "?", "?", "<f8", "?", "<f8", "<f8")
_WAYS: Final = ("<i8", "<f8")


@dataclass(frozen=True, slots=True, eq=False)
class Plot:
    """The scenery of a table, as far as it says what parts of its map hang on.

    Parameters
    ----------
    every : Faces
        Of all pieces.
    low, high : ndarray of shape (m, 2)
        The AABB of each face in plan, mm.
    boxes : ndarray of shape (p, 2, 3)
        AABBs of the pieces, mm.
    digests : tuple of bytes
        Of the pieces.
    """

    every: Faces
    low: Floats
    high: Floats
    boxes: Floats
    digests: tuple[bytes, ...]

    def near(self, rectangle: Floats) -> Indices:
        """Return the numbers of the pieces that meet a rectangle in plan, shape (2, 2)."""
        meets = (self.boxes[:, 0, :2] <= rectangle[1]) & (self.boxes[:, 1, :2] >= rectangle[0])
        return np.flatnonzero(meets.all(axis=1)).astype(np.int64)

    def faces(self, rectangle: Floats) -> Faces:
        """Return the faces whose AABBs in plan meet a rectangle, shape (2, 2)."""
        meets = ((self.low <= rectangle[1]) & (self.high >= rectangle[0])).all(axis=1)
        return Faces(self.every.corners[meets], self.every.owner[meets], self.every.names)

    def key(self, what: bytes, pieces: Indices) -> str:
        """Return the key of what is asked of some of the pieces, in the scene's order."""
        found = hashlib.sha256(program(_DECIDING) + what)
        for number in pieces.tolist():
            found.update(self.digests[number])
        return found.hexdigest()


def plot(pieces: Sequence[Body], every: Faces) -> Plot:
    """Return the scenery of a table.

    Parameters
    ----------
    pieces : sequence of Body
        In scene order.
    every : Faces
        All of theirs.
    """
    flat = every.corners[:, :, :2]
    digests = []
    for piece in pieces:
        made = hashlib.sha256(piece.mesh.vertices.astype("<f8").tobytes())
        made.update(piece.mesh.faces.astype("<i4").tobytes())
        digests.append(made.digest())
    boxes = np.array([piece.box for piece in pieces]).reshape(-1, 2, 3)
    return Plot(every, flat.min(axis=1), flat.max(axis=1), boxes, tuple(digests))


Known: TypeAlias = MutableMapping[str, bytes]
"""Answers by key."""


def put_tile(known: Known, key: str, made: Tile, place: Indices, near: Indices) -> None:
    """Keep a part's gaps.

    Parameters
    ----------
    known : mapping of str to bytes
    key : str
    made : Tile
    place : ndarray of shape (n,)
        Over which place of the part each of its gaps is.
    near : ndarray of shape (q,)
        Numbers of the pieces that it hangs on, rising.
    """
    # Pieces are numbered among these: others may come and go.
    table = int(made.carrier.max(initial=0)) + 1
    own = np.full(max(table, int(near.max(initial=-1)) + 1), -1, dtype=np.int64)
    own[near] = np.arange(len(near))
    gaps, stays = made.gaps, made.stays
    known[key] = _packed(
        _TILE,
        (place, gaps.floor, gaps.ceiling, gaps.top, own[made.carrier], made.kept, made.upright,
         stays.stays, stays.share, stays.centred, stays.slope, stays.lean),
    )  # fmt: skip


def tile_of(known: Known, key: str, columns: Indices, near: Indices, pieces: int) -> Tile | None:
    """Return a part's gaps; None where they aren't known.

    Parameters
    ----------
    known : mapping of str to bytes
    key : str
    columns : ndarray of shape (k,)
        The number on the whole grid of each of the part's places.
    near : ndarray of shape (q,)
        Numbers of the pieces that it hangs on, rising.
    pieces : int
        How many there are on the table.
    """
    held = _unpacked(_TILE, known.get(key, b""))
    if held is None:
        return None
    place, floor, ceiling, top, carrier, kept, upright, *stays = held
    count, stood = len(place), int(np.count_nonzero(kept))
    lengths = {len(floor), len(ceiling), len(top), len(carrier), len(kept), len(upright)}
    if lengths != {count} or {len(one) for one in stays} != {stood}:
        return None
    numbers = np.append(near, pieces)
    return Tile(
        columns[place], Gaps(place, floor, ceiling, top), numbers[carrier], kept, upright,
        Stays(*stays),
    )  # fmt: skip


def put_ways(known: Known, key: str, found: Ways) -> None:
    """Keep the ways from and to a part's places."""
    known[key] = _packed(_WAYS, (found.ends.ravel(), found.crest.ravel()))


def ways_of(known: Known, key: str, gaps: int, heights: int) -> Ways | None:
    """Return the ways of a part between so many gaps; None where they aren't known."""
    held = _unpacked(_WAYS, known.get(key, b""))
    if held is None:
        return None
    ends, crest = held
    if len(ends) % 2 or len(crest) != len(ends) // 2 * heights:
        return None
    if len(ends) and not 0 <= ends.min() <= ends.max() < gaps:
        return None
    return Ways(ends.reshape(-1, 2), crest.reshape(-1, heights))


def _packed(kinds: Sequence[str], rows: Sequence[npt.NDArray[Any]]) -> bytes:
    parts = [np.ascontiguousarray(row).astype(kind) for kind, row in zip(kinds, rows, strict=True)]
    counts = np.array([len(part) for part in parts], dtype="<i8")
    return b"".join([counts.tobytes(), *(part.tobytes() for part in parts)])


def _unpacked(kinds: Sequence[str], answer: bytes) -> list[npt.NDArray[Any]] | None:
    """What `_packed` made bytes of; None where it can't have been."""
    head = 8 * len(kinds)
    if len(answer) < head:
        return None
    counts = np.frombuffer(answer, "<i8", len(kinds)).tolist()
    sizes = [np.dtype(kind).itemsize for kind in kinds]
    whole = sum(count * size for count, size in zip(counts, sizes, strict=True))
    if min(counts) < 0 or len(answer) != head + whole:
        return None
    rows, start = [], head
    for kind, count, size in zip(kinds, counts, sizes, strict=True):
        row = np.frombuffer(answer, kind, count, start)
        rows.append(row.astype(np.dtype(kind).newbyteorder("=")))
        start += count * size
    return rows


def question(name: bytes, *rows: Floats | Bools | float) -> bytes:
    """Return what is asked as bytes: its name, then numbers."""
    parts = [np.asarray(row, dtype="<f8") for row in rows]
    return name + b"".join(np.array(part.size, "<i8").tobytes() + part.tobytes() for part in parts)
