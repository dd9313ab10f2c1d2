"""Whom a teardrop can reach from each place of its user, over all ways to place it.

Every point of a silhouette that is no farther from the narrow end than the teardrop is
long lies on the axis of some teardrop. So a silhouette is reached where a clear line
leads to one of its points, on the side away from the user: found by sampling.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from meshes.mesh import Bools, Floats
from meshes.solids import SweptBall
from spatial.blockwise import Blockwise, near
from spatial.columns import Indices
from spatial.kernel import Occluder
from spatial.patches import Pieces, digest
from spatial.seeing import INSET, Sampling
from spatial.stands import Standing, Stands
from spatial.working import packed

ROUND: Final = 8
"""Narrow ends that are tried round the user's base, at each height."""

HEIGHTS: Final = (0.0, 0.5, 1.0)
"""Heights of the narrow end on the edge of the user's silhouette, as shares of its height."""

_ENDS: Final = Sampling()


@dataclass(frozen=True, slots=True, eq=False)
class Jet:
    """Whom a teardrop reaches from the places of a block.

    Parameters
    ----------
    keys : tuple of one str
    users, targets : Stands
    drop : SweptBall
        The teardrop's, in its own frame.
    tilted : bool
        Whether it may point up or down.
    """

    keys: tuple[str, ...]
    users: Stands
    targets: Stands
    drop: SweptBall
    tilted: bool

    @property
    def shape(self) -> tuple[int, ...]:
        """Of its answer: who is reached from which place."""
        return len(self.users), len(self.targets)

    @property
    def lines(self) -> int:
        """About how many lines it takes."""
        return len(self.users) * len(self.targets) * len(HEIGHTS) * ROUND

    def answers(self, occluder: Occluder) -> list[bytes]:
        """Return how many lines were drawn, and who is reached from which place."""
        bits = np.zeros((len(self.users), len(self.targets)), dtype=bool)
        drawn = 0
        for one in range(len(self.users)):
            for tip, axis, out in self._tips(one):
                left = np.flatnonzero(~bits[one])
                ends, who, which = self._lines(tip, out, left)
                clear = ~occluder.occluded(tip, ends[who, which], axis, None, 1)
                bits[one, left[who[clear]]] = True
                drawn += len(who)
        return [packed(drawn, bits)]

    def line(self, occluder: Occluder) -> tuple[Floats, Floats] | None:
        """Return the first clear line from the first user to the first target, by its ends."""
        for tip, axis, out in self._tips(0):
            ends, who, which = self._lines(tip, out, np.zeros(1, dtype=np.int64))
            clear = ~occluder.occluded(tip, ends[who, which], axis, None, 1)
            if clear.any():
                return tip, ends[who, which][clear][0]
        return None

    def _tips(self, one: int) -> Iterator[tuple[Floats, Floats, Floats]]:
        """Narrow ends on the edge of a user: the point, the axis beside it, the way outward."""
        for share in HEIGHTS:
            axis = self.users.at[one] + np.array([0.0, 0.0, share * self.users.heights[one]])
            for k in range(ROUND):
                angle = 2 * math.pi * k / ROUND
                out = np.array([math.cos(angle), math.sin(angle), 0.0])
                yield axis + self.users.radius * out, axis, out

    def _lines(self, tip: Floats, out: Floats, left: Indices) -> tuple[Floats, Indices, Indices]:
        """Ends of lines to targets that are left, and which of them a teardrop has in it."""
        fixed = _ENDS.of_targets(self.targets.kept(left))
        ends = np.concatenate([fixed, self._nearest(tip, left)], axis=1)
        who, which = np.nonzero(self._inside(ends - tip, out))
        return ends, who, which

    def _nearest(self, tip: Floats, left: Indices) -> Floats:
        """A point of each target that is nearly its nearest to the narrow end, (n, 1, 3)."""
        held = self.targets
        points, heights = held.at[left].copy(), held.heights[left]
        aside = tip[:2] - points[:, :2]
        apart = np.hypot(aside[:, 0], aside[:, 1])
        short = np.minimum(1.0, 0.98 * held.radius / np.maximum(apart, 1e-9))
        points[:, :2] += aside * short[:, None]
        low, high = (1 - INSET) * heights, INSET * heights
        points[:, 2] += np.clip(tip[2] - points[:, 2], low, high)
        return points[:, None]

    def _inside(self, lines: Floats, out: Floats) -> Bools:
        """Which lines some teardrop has in it that doesn't pass through its user."""
        far = np.linalg.norm(lines, axis=2)
        flat = np.hypot(lines[..., 0], lines[..., 1])
        away = lines @ out
        reach = self.drop.x1 + self.drop.r1
        if self.tilted:
            found: Bools = (far <= reach) & (away >= self.drop.slope * far)
            return found
        local = np.stack([flat, np.zeros_like(flat), lines[..., 2]], axis=-1)
        held: Bools = self.drop.depth(local.reshape(-1, 3)).reshape(flat.shape) >= 0
        return held & (away >= self.drop.slope * flat)


def jets(
    held: Standing, cover: Pieces, drop: SweptBall, where: Bools, tilted: bool = True
) -> Blockwise[Jet]:
    """Return the question of whom a teardrop reaches from some places.

    Parameters
    ----------
    held : Standing
    cover : Pieces
    drop : SweptBall
        The teardrop's, in its own frame.
    where : ndarray of shape (n,)
        The places of its user.
    tilted : bool
        Whether it may point up or down.

    Examples
    --------
    >>> from meshes.silhouettes import silhouette
    >>> from meshes.templates import templates
    >>> from spatial.patches import pieces
    >>> from spatial.scene import Scene
    >>> from spatial.standing import standing_map
    >>> from spatial.stands import standing
    >>> bare = Scene((), (400, 50))
    >>> held = standing(standing_map(bare, silhouette("S2"), 50))
    >>> drop = templates()["small_teardrop"].body()
    >>> asked = jets(held, pieces(bare), drop, held.viewers.at[:, 0] < 50)
    >>> held.targets.at[asked.targets[0], 0].max()
    np.float64(175.0)
    """
    reach = drop.x1 + drop.r1 + 2 * held.targets.radius
    # One of its ammunition's own height may be higher than it is long.
    upward = max(reach, drop.high, -drop.low)
    places, targets, parts = [], [], []
    for block in held.viewer_blocks:
        mine = block[where[block]]
        if len(mine) == 0:
            continue
        users = held.viewers.kept(mine)
        box = users.box + np.array([[-1.0], [1.0]]) * [reach, reach, upward]
        targets.append(near(held, box))
        others = held.targets.kept(targets[-1])
        what = b"jet " + repr((drop, tilted, ROUND, HEIGHTS)).encode()
        what += _ENDS.content() + digest(users) + digest(others)
        parts.append(Jet((cover.key(what, cover.meeting(box)),), users, others, drop, tilted))
        places.append(mine)
    return Blockwise(tuple(places), tuple(targets), tuple(parts))
