"""Which of many silhouettes see which, by sampling: fixed points of each, lines between.

A pair sees if any of its lines is clear. Every sample lies inside its silhouette, so a
clear line is one that a ruling would find, too; a pair that sees only past all of them
is missed. What is sampled, and in which order, depends on the two silhouettes alone, so
the answer is the same however pairs are put together.
"""

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from meshes.mesh import Bools, Floats, Ints
from spatial.columns import Indices
from spatial.kernel import Occluder
from spatial.stands import Stands

INSET: Final = 0.9
"""Samples lie at so much of the radius: a base may touch a wall."""


@dataclass(frozen=True, slots=True)
class Sampling:
    """Between which points of two silhouettes lines are drawn.

    Parameters
    ----------
    eyes : tuple of float
        Heights of the viewer's points above the underside of its base, mm, where it
        is that tall; none for nine tenths of its height.
    levels : tuple of float
        Heights of the target's points, as shares of its height.
    around : int
        How many points lie round the axis at each height, besides the one on it.

    Examples
    --------
    >>> Sampling().viewer_points, Sampling().target_points
    (5, 9)
    """

    eyes: tuple[float, ...] = ()
    levels: tuple[float, ...] = (0.9, 0.4)
    around: int = 4

    @property
    def viewer_points(self) -> int:
        """How many points a viewer has."""
        return max(1, len(self.eyes)) * (1 + self.around)

    @property
    def target_points(self) -> int:
        """How many points a target has: one on its axis, the highest."""
        return 1 + len(self.levels) * self.around

    @property
    def lines(self) -> int:
        """How many lines a pair has, at most."""
        return self.viewer_points * self.target_points

    def of_viewers(self, viewers: Stands) -> Floats:
        """Return the points of viewers, shape (n, k, 3), mm; those on the axis first."""
        tops = viewers.heights * INSET
        heights = [np.minimum(eye, tops) for eye in self.eyes] or [tops]
        rings = [_ring(viewers, height, self.around) for height in heights]
        axes = [_axis(viewers, height)[:, None] for height in heights]
        return np.concatenate([*axes, *rings], axis=1)

    def of_targets(self, targets: Stands) -> Floats:
        """Return the points of targets, shape (n, m, 3), mm; the one on the axis first."""
        first = _axis(targets, targets.heights * max(self.levels))[:, None]
        rings = [_ring(targets, targets.heights * share, self.around) for share in self.levels]
        return np.concatenate([first, *rings], axis=1)

    def content(self) -> bytes:
        """Return what tells it from another, as bytes."""
        return repr((self.eyes, self.levels, self.around, INSET)).encode()


def _axis(stands: Stands, height: Floats) -> Floats:
    points = stands.at.copy()
    points[:, 2] += height
    return points


def _ring(stands: Stands, height: Floats, count: int) -> Floats:
    """Points round the axis, the first toward north-east, shape (n, count, 3)."""
    points = np.repeat(_axis(stands, height)[:, None], count, axis=1)
    for k in range(count):
        angle = 2 * math.pi * (k + 0.5) / count
        points[:, k, 0] += stands.radius * INSET * math.cos(angle)
        points[:, k, 1] += stands.radius * INSET * math.sin(angle)
    return points


def seen(
    occluder: Occluder, viewers: Stands, targets: Stands, starts: Ints, sampling: Sampling
) -> tuple[Bools, Indices]:
    """Return who sees whom.

    Parameters
    ----------
    occluder : Occluder
    viewers, targets : Stands
        Fast where neighbours in the arrays are neighbours on the table.
    starts : ndarray of shape (b,)
        Where in `targets` groups of them begin; rising from 0.
    sampling : Sampling

    Returns
    -------
    seen : ndarray of shape (viewers, targets)
    lines : ndarray of shape (b,)
        How many were drawn to each group: none to a target after it has been seen.

    Examples
    --------
    >>> from spatial.scene import Scene
    >>> pair = Stands(np.array([[0, 0, 0], [300, 0, 0.0]]), np.array([40, 40.0]), 12.5)
    >>> found, lines = seen(Occluder(Scene(())), pair, pair, np.array([0], np.int32), Sampling())
    >>> found.all(), lines
    (np.True_, array([4]))
    """
    foci, ends = sampling.of_viewers(viewers), sampling.of_targets(targets)
    found = np.zeros((len(viewers), len(targets)), dtype=bool)
    cast = np.zeros(len(starts), dtype=np.int64)
    group = np.zeros(len(targets), dtype=np.int64)
    group[starts[1:]] = 1
    group = np.cumsum(group)
    single, rest = np.ascontiguousarray(ends[:, 0]), np.ascontiguousarray(ends[:, 1:])
    for one, points in enumerate(foci):
        blocked = occluder.occluded(points[0], single, None, starts, 1)
        cast += np.bincount(group, minlength=len(starts))
        left = _unseen(occluder, points[0], rest, np.flatnonzero(blocked), group, cast)
        for focus in points[1:]:
            if len(left):
                left = _unseen(occluder, focus, ends, left, group, cast)
        found[one] = True
        found[one, left] = False
    return found, cast


def _unseen(
    occluder: Occluder,
    focus: Floats,
    ends: Floats,
    left: Indices,
    group: Indices,
    cast: Indices,
) -> Indices:
    """Those of the targets that are left which a point doesn't see either."""
    if len(left) == 0:
        return left
    count = ends.shape[1]
    begins = np.flatnonzero(np.diff(group[left], prepend=-1))
    lines = ends[left].reshape(-1, 3)
    blocked = occluder.occluded(focus, lines, None, (begins * count).astype(np.int32), 1)
    cast += count * np.bincount(group[left], minlength=len(cast))
    return left[blocked.reshape(-1, count).all(axis=1)]
