"""Who sees whom over a whole table, block by block of its places."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from meshes.mesh import Bools, Floats, Ints
from spatial.kernel import Occluder
from spatial.patches import Pieces, digest, keys
from spatial.seeing import Sampling, seen
from spatial.stands import Standing, Stands, joined
from spatial.working import packed, unpacked

_PAIRS: Final = 60_000
"""Pairs that are worked on together, at most, unless two blocks have more."""

_DRAWN: Final = 0.45
"""Of all lines of a pair, about how many are drawn before one is clear."""


@dataclass(frozen=True, slots=True, eq=False)
class Sees:
    """Who of a block of viewers sees whom of blocks of targets.

    Parameters
    ----------
    keys : tuple of str
        One for each block of targets.
    viewers : Stands
    targets : tuple of Stands
    sampling : Sampling
    """

    keys: tuple[str, ...]
    viewers: Stands
    targets: tuple[Stands, ...]
    sampling: Sampling

    @property
    def lines(self) -> int:
        """About how many lines it takes."""
        pairs = len(self.viewers) * sum(len(one) for one in self.targets)
        return int(pairs * self.sampling.lines * _DRAWN)

    def answers(self, occluder: Occluder) -> list[bytes]:
        """Return for each block how many lines were drawn, and who sees whom."""
        counts = [len(one) for one in self.targets]
        starts = np.cumsum([0, *counts[:-1]]).astype(np.int32)
        found, lines = seen(occluder, self.viewers, joined(self.targets), starts, self.sampling)
        parts = np.split(found, starts[1:], axis=1)
        return [packed(int(one), part) for one, part in zip(lines, parts, strict=True)]


@dataclass(frozen=True, slots=True, eq=False)
class Views:
    """Every question of who sees whom on a table.

    Parameters
    ----------
    standing : Standing
    sampling : Sampling
    keys : dict of (int, int) to str
        Of each pair of a block of viewers and a block of targets that is asked about.
    """

    standing: Standing
    sampling: Sampling
    keys: Mapping[tuple[int, int], str]

    def jobs(self, known: Mapping[str, bytes]) -> list[Sees]:
        """Return what is left to do, where some answers are known."""
        todo: list[Sees] = []
        some: list[int] = []
        last = pairs = 0
        for (a, b), key in self.keys.items():
            if key in known and self._read(known[key], a, b) is not None:
                continue
            more = len(self.standing.viewer_blocks[a]) * len(self.standing.target_blocks[b])
            if some and (a != last or pairs + more > _PAIRS):
                todo.append(self._job(last, some))
                some, pairs = [], 0
            some.append(b)
            last, pairs = a, pairs + more
        if some:
            todo.append(self._job(last, some))
        return todo

    def _job(self, a: int, blocks: Sequence[int]) -> Sees:
        held = self.standing
        return Sees(
            tuple(self.keys[a, b] for b in blocks),
            held.viewers.kept(held.viewer_blocks[a]),
            tuple(held.targets.kept(held.target_blocks[b]) for b in blocks),
            self.sampling,
        )

    def _read(self, answer: bytes, a: int, b: int) -> tuple[int, Bools] | None:
        held = self.standing
        return unpacked(answer, (len(held.viewer_blocks[a]), len(held.target_blocks[b])))

    def answered(self, known: Mapping[str, bytes]) -> Iterator[tuple[Ints, Ints, int, Bools]]:
        """Give the numbers of viewers and of targets, the lines, and who sees whom."""
        for (a, b), key in self.keys.items():
            read = self._read(known[key], a, b)
            assert read is not None
            yield self.standing.viewer_blocks[a], self.standing.target_blocks[b], *read


def views(
    held: Standing,
    cover: Pieces,
    sampling: Sampling,
    viewers: Bools | None = None,
    targets: Bools | None = None,
) -> Views:
    """Return every question of who sees whom.

    Parameters
    ----------
    held : Standing
    cover : Pieces
    sampling : Sampling
    viewers, targets : ndarray of shape (n,) or None
        Places of the map that are asked about; blocks without any are left out.

    Examples
    --------
    >>> from meshes.silhouettes import silhouette
    >>> from spatial.patches import pieces
    >>> from spatial.scene import Scene
    >>> from spatial.standing import standing_map
    >>> from spatial.stands import standing
    >>> bare = Scene((), (400, 100))
    >>> held = standing(standing_map(bare, silhouette("S2"), 25))
    >>> len(views(held, pieces(bare), Sampling()).keys)
    4
    """
    what = b"sees " + sampling.content()
    blocks = [held.targets.kept(one) for one in held.target_blocks]
    digests = [digest(one) for one in blocks]
    wanted = [
        b for b, one in enumerate(held.target_blocks) if targets is None or targets[one // 2].any()
    ]
    found: dict[tuple[int, int], str] = {}
    for a, mine in enumerate(held.viewer_blocks):
        if viewers is not None and not viewers[mine].any():
            continue
        others, known = [blocks[b] for b in wanted], [digests[b] for b in wanted]
        made = keys(cover, what, held.viewers.kept(mine), others, known)
        found.update(((a, b), key) for b, key in zip(wanted, made, strict=True))
    return Views(held, sampling, found)


def counts(
    asked: Views, known: Mapping[str, bytes], zones: Sequence[Bools]
) -> tuple[Floats, Ints, int]:
    """Return from how many places of each zone every target is seen.

    Parameters
    ----------
    asked : Views
    known : mapping of str to bytes
        Every answer.
    zones : sequence of ndarray of shape (n,)
        Which places are in each.

    Returns
    -------
    shares : ndarray of shape (z, n, 2)
        Of the zone's places, but the target's own: upright and prone. NaN where the
        silhouette doesn't fit, or the zone has no other place.
    seen_from : ndarray of shape (z, n, 2)
        How many see it.
    lines : int
        How many were drawn for it.
    """
    held = asked.standing
    count = len(held.upright)
    inside = np.array(zones, dtype=np.int64).reshape(len(zones), count)
    found = np.zeros((len(zones), 2 * count), dtype=np.int64)
    lines = 0
    for viewers, targets, drawn, bits in asked.answered(known):
        other = bits & (viewers[:, None] != targets[None, :] // 2)
        found[:, targets] += inside[:, viewers] @ other.astype(np.int64)
        lines += drawn
    seen_from = found.reshape(len(zones), count, 2)
    others = (inside.sum(axis=1)[:, None] - inside)[:, :, None]
    with np.errstate(invalid="ignore", divide="ignore"):
        shares = np.where(others > 0, seen_from / others, np.nan)
    shares[:, ~held.upright, 0] = np.nan
    return shares, seen_from.astype(np.int32), lines


def lanes(
    asked: Views, known: Mapping[str, bytes], starts: Bools, ends: Bools
) -> tuple[Floats, Ints, Ints]:
    """Return the longest open line from each place of a zone to the other zone.

    Parameters
    ----------
    asked : Views
    known : mapping of str to bytes
    starts, ends : ndarray of shape (n,)
        Which places are in the zone of the viewers, and in that of the targets.

    Returns
    -------
    length : ndarray of shape (n,)
        Between the axes of the two, in space, mm; NaN outside the zone, 0 where none
        is open. A target counts as upright where it can be, else as prone.
    end : ndarray of shape (n,)
        The place at its other end; of equals the first; -1 where there is none.
    open_to : ndarray of shape (n,)
        How many places of the other zone each sees.
    """
    held, at = asked.standing, asked.standing.viewers.at
    length = np.where(starts, 0.0, np.nan)
    end = np.full(len(at), -1, dtype=np.int32)
    open_to = np.zeros(len(at), dtype=np.int32)
    for viewers, targets, _, bits in asked.answered(known):
        tall = (targets % 2 == 0) == held.upright[targets // 2]
        rows = np.flatnonzero(starts[viewers])
        columns = np.flatnonzero(ends[targets // 2] & tall)
        if len(rows) == 0 or len(columns) == 0:
            continue
        one, other = viewers[rows], targets[columns] // 2
        clear = bits[np.ix_(rows, columns)] & (one[:, None] != other[None, :])
        far = np.linalg.norm(at[one][:, None] - at[other][None, :], axis=2) * clear
        open_to[one] += clear.sum(axis=1, dtype=np.int32)
        # Of equally long ones the place that comes first, whatever the order of blocks.
        order = np.argsort(other, kind="stable")
        best = order[far[:, order].argmax(axis=1)]
        longest = far[np.arange(len(one)), best]
        better = (longest > length[one]) | (
            (longest == length[one]) & (longest > 0) & (other[best] < end[one])
        )
        length[one[better]] = longest[better]
        end[one[better]] = other[best[better]]
    return length, end, open_to
