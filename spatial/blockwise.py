"""What is asked block by block of a table's places, of those who are near enough."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

import numpy as np

from meshes.mesh import Bools, Floats, Ints
from spatial.stands import Standing
from spatial.working import Job, unpacked


class Part(Job, Protocol):
    """One block's question."""

    @property
    def shape(self) -> tuple[int, ...]:
        """Of its answer: yes or no, for the block's places and for the targets."""


P = TypeVar("P", bound=Part)


@dataclass(frozen=True, slots=True, eq=False)
class Blockwise(Generic[P]):
    """One question for each block of a table's places.

    Parameters
    ----------
    blocks : tuple of ndarray
        Numbers of the places that are asked about, block by block.
    targets : tuple of ndarray
        For each block, the numbers of the targets near enough.
    parts : tuple of Part

    Examples
    --------
    >>> from meshes.silhouettes import silhouette
    >>> from meshes.solids import SweptBall
    >>> from spatial.patches import pieces
    >>> from spatial.scene import Scene
    >>> from spatial.splashes import splashes
    >>> from spatial.standing import standing_map
    >>> from spatial.stands import standing
    >>> bare = Scene((), (400, 100))
    >>> held = standing(standing_map(bare, silhouette("S2"), 25))
    >>> asked = splashes(held, pieces(bare), SweptBall(0, 0, 60, 60, 0, 60))
    >>> len(asked.jobs({})), [len(block) for block in asked.blocks]
    (2, [32, 32])
    """

    blocks: tuple[Ints, ...]
    targets: tuple[Ints, ...]
    parts: tuple[P, ...]

    def jobs(self, known: Mapping[str, bytes]) -> list[P]:
        """Return what is left to do, where some answers are known."""
        return [one for one in self.parts if _read(one, known.get(one.keys[0], b"")) is None]

    def answered(self, known: Mapping[str, bytes]) -> Iterator[tuple[Ints, Ints, int, Bools]]:
        """Give the numbers of places and of targets, the lines, and each answer."""
        for places, targets, part in zip(self.blocks, self.targets, self.parts, strict=True):
            read = _read(part, known[part.keys[0]])
            assert read is not None
            yield places, targets, *read


def _read(part: Part, answer: bytes) -> tuple[int, Bools] | None:
    return unpacked(answer, part.shape)


def near(held: Standing, box: Floats) -> Ints:
    """Return the numbers of the targets that come near a box, neighbours side by side.

    Parameters
    ----------
    held : Standing
    box : ndarray of shape (2, 3)
        In which the axis of a target has to be, in part, mm.

    Examples
    --------
    >>> from meshes.silhouettes import silhouette
    >>> from spatial.scene import Scene
    >>> from spatial.standing import standing_map
    >>> from spatial.stands import standing
    >>> held = standing(standing_map(Scene((), (400, 100)), silhouette("S2"), 25))
    >>> near(held, np.array([[0, 0, 0], [20, 50, 9.0]])).tolist()
    [0, 1, 32, 33]
    """
    order = np.concatenate([np.empty(0, np.int32), *held.target_blocks])
    at, tops = held.targets.at[order], (held.targets.at[:, 2] + held.targets.heights)[order]
    inside = ((at[:, :2] >= box[0, :2]) & (at[:, :2] <= box[1, :2])).all(axis=1)
    inside &= (at[:, 2] <= box[1, 2]) & (tops >= box[0, 2])
    found: Ints = order[inside]
    return found
