"""Whom a circular template affects, for each place where it may be centred.

Contact is exact: an upright cylinder meets a ball cut by level planes where the nearest
point of its disc, seen from above, has a height in common with it. What total cover
removes is found by sampling what silhouette and template have in common.
"""

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from meshes.mesh import Bools, Floats
from meshes.solids import SweptBall
from spatial.blockwise import Blockwise, near
from spatial.contact import TOUCH
from spatial.kernel import Occluder
from spatial.patches import Pieces, digest
from spatial.seeing import INSET
from spatial.stands import Standing, Stands
from spatial.working import packed

LEVELS: Final = (0.9, 0.5, 0.1)
"""Heights of the samples, as shares of what silhouette and template have in common."""

SAMPLES: Final = 4 * len(LEVELS)
"""Points of a target, at most: its nearest, its axis and both sides, at each height."""


def commons(focus: Floats, targets: Stands, ball: SweptBall) -> tuple[Floats, Bools, Bools]:
    """Return points that silhouettes have in common with a circle centred on a point.

    Parameters
    ----------
    focus : ndarray of shape (3,)
        mm.
    targets : Stands
    ball : SweptBall
        A circular template's, in its own frame.

    Returns
    -------
    points : ndarray of shape (n, 12, 3)
        mm.
    there : ndarray of shape (n, 12)
        Which of them there are.
    touched : ndarray of shape (n,)
        Whether silhouette and template meet; touching counts.

    Examples
    --------
    >>> near = Stands(np.array([[72.5, 0, 0], [72.6, 0, 0]]), np.array([40.0, 40]), 12.5)
    >>> commons(np.zeros(3), near, SweptBall(0, 0, 60, 60, 0, 60))[2].tolist()
    [True, False]
    """
    aside = focus[:2] - targets.at[:, :2]
    apart = np.hypot(aside[:, 0], aside[:, 1])
    way = np.where(apart[:, None] > 0, aside, [1.0, 0.0]) / np.where(apart > 0, apart, 1.0)[:, None]
    across = np.stack([-way[:, 1], way[:, 0]], axis=1) * targets.radius * INSET
    nearest = way * np.minimum(apart, targets.radius)[:, None]
    flat = targets.at[:, None, :2] + np.stack(
        [nearest, np.zeros_like(nearest), across, -across], axis=1
    )
    far = np.hypot(flat[..., 0] - focus[0], flat[..., 1] - focus[1])
    within = far <= ball.r1 + TOUCH
    rise = np.sqrt(np.maximum(ball.r1**2 - far**2, 0.0))
    if ball.straight:
        rise = np.full_like(far, math.inf)
    low = np.maximum(focus[2] + np.maximum(ball.low, -rise), targets.at[:, None, 2])
    top = (targets.at[:, 2] + targets.heights)[:, None]
    high = np.minimum(focus[2] + np.minimum(ball.high, rise), top)
    within &= low <= high + TOUCH
    heights = low[..., None] + (high - low)[..., None] * np.array(LEVELS)
    points = np.concatenate(
        [
            np.broadcast_to(flat[:, :, None], (*heights.shape, 2)),
            np.where(within[..., None], heights, 0.0)[..., None],
        ],
        axis=-1,
    ).reshape(len(flat), -1, 3)
    return points, np.repeat(within, len(LEVELS), axis=1), within[:, 0]


@dataclass(frozen=True, slots=True, eq=False)
class Splash:
    """Whom circles centred on the points of a block affect.

    Parameters
    ----------
    keys : tuple of one str
    foci : ndarray of shape (n, 3)
        mm.
    targets : Stands
    ball : SweptBall
    """

    keys: tuple[str, ...]
    foci: Floats
    targets: Stands
    ball: SweptBall

    @property
    def shape(self) -> tuple[int, ...]:
        """Of its answer: who is touched, and who is reached."""
        return 2, len(self.foci), len(self.targets)

    @property
    def lines(self) -> int:
        """About how many lines it takes."""
        return len(self.foci) * len(self.targets) * SAMPLES // 2

    def answers(self, occluder: Occluder) -> list[bytes]:
        """Return how many lines were drawn, who is touched, and who is reached."""
        bits = np.zeros((2, len(self.foci), len(self.targets)), dtype=bool)
        drawn = 0
        for one, focus in enumerate(self.foci):
            points, there, touched = commons(focus, self.targets, self.ball)
            bits[0, one] = touched
            who, which = np.nonzero(there & touched[:, None])
            clear = ~occluder.occluded(focus, points[who, which], None, None, 1)
            bits[1, one] = np.bincount(who[clear], minlength=len(touched)) > 0
            drawn += len(who)
        return [packed(drawn, bits)]


def splashes(
    held: Standing, cover: Pieces, ball: SweptBall, rise: float = 0.0, where: Bools | None = None
) -> Blockwise[Splash]:
    """Return the question of whom a circle affects, at each place.

    Parameters
    ----------
    held : Standing
    cover : Pieces
    ball : SweptBall
        A circular template's, in its own frame.
    rise : float
        How high its focus lies, as a share of the height of who stands there.
    where : ndarray of shape (n,) or None
        The places where it may be centred; by default all.

    Examples
    --------
    >>> from meshes.silhouettes import silhouette
    >>> from spatial.patches import pieces
    >>> from spatial.scene import Scene
    >>> from spatial.standing import standing_map
    >>> from spatial.stands import standing
    >>> bare = Scene((), (400, 100))
    >>> held = standing(standing_map(bare, silhouette("S2"), 25))
    >>> len(splashes(held, pieces(bare), SweptBall(0, 0, 60, 60, 0, 60)).parts)
    2
    """
    places = [one if where is None else one[where[one]] for one in held.viewer_blocks]
    places = [one for one in places if len(one)]
    # Who is too far above or below is no target either.
    reach = ball.r1 + held.targets.radius + TOUCH
    upward = ball.high if ball.straight else ball.r1
    targets, parts = [], []
    for one in places:
        foci = held.viewers.at[one].copy()
        foci[:, 2] += rise * held.viewers.heights[one]
        box = np.array([foci.min(axis=0) - reach, foci.max(axis=0) + reach])
        box[:, 2] += [reach - upward - TOUCH, upward + TOUCH - reach]
        mine = near(held, box)
        others = held.targets.kept(mine)
        what = b"splash " + repr(ball).encode() + foci.astype("<f8").tobytes() + digest(others)
        parts.append(Splash((cover.key(what, cover.meeting(box)),), foci, others, ball))
        targets.append(mine)
    return Blockwise(tuple(places), tuple(targets), tuple(parts))
