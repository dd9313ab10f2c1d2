"""Which of many floors a base stays on, and what share of it lies there.

The same answers as `spatial.carrying.support`, which is asked where neither the
table nor a level face under the base's centre settles them, and where a bound
doesn't show that the base falls over.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from meshes.mesh import Bools, Floats
from spatial.carrying import support
from spatial.columns import Faces, Gaps, Indices, Spans, shared
from spatial.disc import common_areas
from spatial.falling import falls, over_origin
from spatial.polygons import Polygons
from spatial.scene import Scene
from spatial.support import RIM

_AT_ONCE: Final = 1_000_000


@dataclass(frozen=True, slots=True, eq=False)
class Stays:
    """How a base is carried on each of many floors; see `spatial.carrying.Support`.

    Parameters
    ----------
    stays : ndarray of shape (k,)
        Whether it leans no more than `LEAN` degrees. What follows holds where it does.
    share : ndarray of shape (k,)
    centred : ndarray of shape (k,)
    slope, lean : ndarray of shape (k,)
        Degrees.
    """

    stays: Bools
    share: Floats
    centred: Bools
    slope: Floats
    lean: Floats

    def kept(self, which: Bools) -> "Stays":
        """Return those of them that are kept, shape (k,)."""
        on, centred = self.stays[which], self.centred[which]
        return Stays(on, self.share[which], centred, self.slope[which], self.lean[which])


def stays(
    scene: Scene,
    faces: Faces,
    x: Floats,
    y: Floats,
    found: Spans,
    free: Gaps,
    radius: float,
    done: Callable[[int], None] = lambda _: None,
) -> Stays:
    """Return how a base stays on the floor of each gap.

    Parameters
    ----------
    scene : Scene
    faces : Faces
        All of its faces that are near.
    x, y : ndarray of shape (nx,) and (ny,)
        Where the grid's lines are, mm.
    found : Spans
        Of those faces over the discs that the base rests by.
    free : Gaps
        Between those spans.
    radius : float
        Of the base, mm.
    done : callable
        Told how many more floors are settled, as they are.
    """
    count = len(free.place)
    on_table: Bools = free.floor <= RIM
    made = Stays(on_table, np.ones(count), np.ones(count, dtype=bool), *np.zeros((2, count)))
    level, share = _on_level_faces(faces, x, y, found, free, np.flatnonzero(~on_table), radius)
    made.stays[level], made.share[level] = True, share
    rest = np.flatnonzero(~made.stays)
    rest = rest[~falls(faces.corners, x, y, free, rest, radius)]
    done(count - len(rest))
    for i in rest:
        row, column = divmod(int(free.place[i]), len(x))
        at = (float(x[column]), float(y[row]))
        one = support(scene, at, float(free.floor[i]), radius)
        made.stays[i], made.share[i], made.centred[i] = one.stays, one.share, one.centred
        made.slope[i], made.lean[i] = one.slope, one.lean
        done(1)
    return made


def _on_level_faces(
    faces: Faces,
    x: Floats,
    y: Floats,
    found: Spans,
    free: Gaps,
    which: Indices,
    radius: float,
) -> tuple[Indices, Floats]:
    """The gaps on whose floors a level face carries the base's centre, and the base's share.

    Beside it only upright faces and level ones of the same piece come near the base.
    """
    number, span = shared(free.place[which], found.place)
    floor = free.floor[which][number]
    band = (found.high[span] >= floor - RIM) & (found.high[span] <= floor)
    number, span, floor = number[band], span[band], floor[band]
    corners, owner = faces.corners[found.face[span]], faces.owner[found.face[span]]
    row, column = np.divmod(free.place[which], len(x))
    at = np.stack([x[column], y[row]], axis=1)
    a, b, c = (corners[:, i] for i in range(3))
    normal = np.abs(np.cross(b - a, c - a))
    upright = normal[:, 2] <= 1e-9 * normal[:, :2].max(axis=1)
    level = ~upright & (corners[:, :, 2] == floor[:, None]).all(axis=1)
    under = level & over_origin(corners[:, :, :2] - at[number, None])
    total = len(which)
    carried = np.bincount(number[under], minlength=total) > 0
    others = np.bincount(number[~level & ~upright], minlength=total) > 0
    lowest, highest = np.full(total, len(faces.names)), np.full(total, -1)
    np.minimum.at(lowest, number[level], owner[level])
    np.maximum.at(highest, number[level], owner[level])
    good = np.flatnonzero(carried & ~others & (lowest == highest))
    share = _shares(faces, highest[good], free.floor[which[good]], at[good], radius)
    return which[good], share


def _shares(faces: Faces, owner: Indices, height: Floats, at: Floats, radius: float) -> Floats:
    """What share of discs lies on the level faces of a piece at a height."""
    shares = np.ones(len(owner))
    heights = faces.corners[:, :, 2]
    level = (heights == heights[:, :1]).all(axis=1)
    keys = np.stack([owner.astype(np.float64), height], axis=1)
    plates, plate = np.unique(keys, axis=0, return_inverse=True)
    for number, (piece, z) in enumerate(plates):
        kept = level & (faces.owner == piece) & (heights[:, 0] == z)
        rings = Polygons(list(faces.corners[kept, :, :2])).rings()
        mine = np.flatnonzero(plate.reshape(-1) == number)
        start = np.concatenate([np.empty((0, 2)), *rings])
        end = np.concatenate([np.empty((0, 2)), *(np.roll(ring, -1, axis=0) for ring in rings)])
        shares[mine] = _common(start, end, at[mine], radius)
    return shares


def _common(start: Floats, end: Floats, places: Floats, radius: float) -> Floats:
    """The share of discs about places that an outline's edges bound."""
    shares = np.empty(len(places))
    step = max(1, _AT_ONCE // max(len(start), 1))
    for first in range(0, len(places), step):
        some = places[first : first + step, None]
        p, q = ((ends[None] - some).reshape(-1, 2) for ends in (start, end))
        areas = common_areas(p, q, radius).reshape(len(some), -1).sum(axis=1)
        shares[first : first + step] = np.clip(areas / (math.pi * radius**2), 0.0, 1.0)
    return shares
