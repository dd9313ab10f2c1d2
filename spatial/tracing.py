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

_SECTIONS: Final = 16
_ROUNDS: Final = 9
"""A ray is cut into sections so often: as 36 halvings would, to the bit, since a convex area
is left once; but asking for few spots costs nearly as much as asking for many."""

_NOISE: Final = 1e-9
_FARTHEST: Final = 1e12


class OutlineError(ValueError):
    """An outline that can't be traced."""


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
        if not holds(centre[None, :])[0]:
            raise OutlineError("the spot to trace from lies outside the area")
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
                raise OutlineError("the area has no end")
        steps = np.arange(1, _SECTIONS)
        for _ in range(_ROUNDS):
            width = (high - low) / _SECTIONS
            spots = self.centre + ways[:, None] * (low[:, None] + width[:, None] * steps)[..., None]
            inside = self._holds(spots.reshape(-1, 2)).reshape(len(low), -1)
            # The first that is outside, so that noise near the border does no harm.
            passed = np.cumprod(inside, axis=1).sum(axis=1)
            low = low + width * passed
            high = low + width
        return self.centre + ways * low[:, None], self.centre + ways * high[:, None]

    @property
    def outer(self) -> Floats:
        """A polygon that holds the area, shape (n, 2), counter-clockwise."""
        tips, _ = self._tips()
        return np.stack([self._beyond, tips], axis=1).reshape(-1, 2)

    def _tips(self) -> tuple[Floats, Floats]:
        """Where neighbouring chords, made longer, meet beyond each chord, and how far.

        Worked out where the rays' ellipse is a circle, so that a thin area's sharp
        ends are as blunt as any.
        """
        b = np.linalg.solve(self._stretch, (self._beyond - self.centre).T).T
        after, beyond = np.roll(b, -1, 0), np.roll(b, -2, 0)
        u, w, x = b - np.roll(b, 1, 0), after - b, beyond - after
        turn_in, turn_out, whole = _cross(u, w), _cross(w, x), _cross(u, x)
        size_u, size_w, size_x = (np.maximum(np.hypot(*way.T), 1e-300) for way in (u, w, x))
        # A short chord made longer carries its ends' noise far.
        noise_u = _NOISE * (size_u + size_w)
        noise_x = _NOISE * (size_x + size_w)
        straight = (np.abs(turn_in) < noise_u) & (np.abs(turn_out) < noise_x)
        straight |= size_w < 10 * _NOISE
        meets = (whole > 0) & (turn_in >= -noise_u) & (turn_out >= -noise_x)
        with np.errstate(divide="ignore", invalid="ignore"):
            tips = b + u * np.maximum(turn_out / whole, 0.0)[:, None]
        out = np.column_stack([w[:, 1], -w[:, 0]])
        middle = (b + after) / 2
        # Chords that part have no tip; more rays will find one.
        tips = np.where(meets[:, None], tips, middle + 5 * out)
        tips = np.where(straight[:, None], middle, tips)
        ends = self._stretch @ np.stack([b, after, tips]).reshape(-1, 2).T
        first, last, tip = ends.T.reshape(3, -1, 2)
        chord = np.maximum(np.hypot(*(last - first).T), 1e-300)
        height = np.abs(_cross(last - first, tip - first)) / chord
        height = np.where(meets | straight, height, np.inf)
        return tip + self.centre, np.where(straight, 0.0, height)

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


def _cross(p: Floats, q: Floats) -> Floats:
    turn: Floats = p[:, 0] * q[:, 1] - p[:, 1] * q[:, 0]
    return turn
