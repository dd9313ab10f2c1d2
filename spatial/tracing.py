"""The outline of a convex area that is only known by asking of each spot.

It is traced along rays from a spot inside: bisection finds the last spot inside
and the first outside. Chords between traced spots lie inside the area, and
neighbouring chords, made longer, meet outside it, so the outline is known
between an inner and an outer polygon.
"""

from collections.abc import Callable
from typing import Final, TypeAlias

import numpy as np

from meshes.mesh import Bools, Floats

Holds: TypeAlias = Callable[[Floats], Bools]

_HALVINGS: Final = 30
_FARTHEST: Final = 1e12


class Trace:
    """The outline of a convex area, between an inner and an outer polygon.

    Parameters
    ----------
    holds : callable
        From spots, shape (n, 2), to which of them lie in the area.
    centre : ndarray of shape (2,)
        In the area.
    stretch : ndarray of shape (2, 2)
        Turns a unit circle into an ellipse about as wide as the area, for rays
        that are spread evenly.
    rays : int
        How many to begin with.

    Examples
    --------
    >>> def disc(spots):
    ...     return np.hypot(*spots.T) <= 1
    >>> trace = Trace(disc, np.zeros(2), np.eye(2), 8)
    >>> trace.refine(1e-4)
    >>> bool(trace.slack() <= 1e-4)
    True
    """

    def __init__(self, holds: Holds, centre: Floats, stretch: Floats, rays: int = 48) -> None:
        self._holds, self.centre = holds, centre
        # Counter-clockwise stays counter-clockwise.
        flip = np.array([np.sign(np.linalg.det(stretch)), 1.0])
        self._stretch = stretch * flip
        self._angles = 2 * np.pi * np.arange(rays) / rays
        self.inner, self._beyond = self._along(self._angles)

    def _along(self, angles: Floats) -> tuple[Floats, Floats]:
        """The last spot inside and the first outside along each ray."""
        ways = np.column_stack([np.cos(angles), np.sin(angles)]) @ self._stretch.T
        low, high = np.zeros(len(angles)), np.full(len(angles), 4.0)
        while (still := self._holds(self.centre + ways * high[:, None])).any():
            low[still], high[still] = high[still], high[still] * 2
            if high.max() > _FARTHEST:
                raise ValueError("the area has no end")
        for _ in range(_HALVINGS):
            middle = (low + high) / 2
            inside = self._holds(self.centre + ways * middle[:, None])
            low, high = np.where(inside, middle, low), np.where(inside, high, middle)
        return self.centre + ways * low[:, None], self.centre + ways * high[:, None]

    @property
    def outer(self) -> Floats:
        """A polygon that holds the area, shape (n, 2), counter-clockwise."""
        tips, _ = self._tips()
        return np.stack([self._beyond, tips], axis=1).reshape(-1, 2)

    def _tips(self) -> tuple[Floats, Floats]:
        """Where neighbouring chords, made longer, meet beyond each chord, and how far."""
        b = self._beyond
        before, after, beyond = np.roll(b, 1, 0), np.roll(b, -1, 0), np.roll(b, -2, 0)
        u, v, w = b - before, after - beyond, after - b
        cross = u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]
        along = w[:, 0] * v[:, 1] - w[:, 1] * v[:, 0]
        with np.errstate(divide="ignore", invalid="ignore"):
            tips = b + u * (along / cross)[:, None]
            size = np.maximum(np.hypot(w[:, 0], w[:, 1]), 1e-300)
            place = ((tips - b) * w).sum(axis=1) / size**2
            height = (w[:, 1] * (tips - b)[:, 0] - w[:, 0] * (tips - b)[:, 1]) / size
        # On a straight side the chords are one line, and meet nowhere or anywhere.
        good = np.isfinite(tips).all(axis=1) & (place > -0.01) & (place < 1.01) & (height >= 0)
        tips = np.where(good[:, None], tips, (b + after) / 2)
        return tips, np.where(good, height, 0.0)

    def slack(self) -> float:
        """How far the outer polygon may lie outside the area."""
        return float(self._tips()[1].max())

    def refine(self, to: float, rounds: int = 12) -> None:
        """Trace further rays until the slack is no more than `to`, as far as that goes."""
        for _ in range(rounds):
            tips, height = self._tips()
            wide = height > to
            if not wide.any():
                return
            # Aiming at the tip finds a corner at once.
            way = np.linalg.solve(self._stretch, (tips[wide] - self.centre).T).T
            fresh = np.arctan2(way[:, 1], way[:, 0]) % (2 * np.pi)
            inner, beyond = self._along(fresh)
            angles = np.concatenate([self._angles, fresh])
            order = np.unique(angles, return_index=True)[1]
            self._angles = angles[order]
            self.inner = np.concatenate([self.inner, inner])[order]
            self._beyond = np.concatenate([self._beyond, beyond])[order]
