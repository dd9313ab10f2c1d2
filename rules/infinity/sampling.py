"""A grid of placements of a teardrop: how fine, and whom each holds how deep."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np

from meshes.mesh import Floats, Ints
from rules.infinity.looking import FAR, NEAR, Ground, Look
from rules.infinity.pointing import Ways

STEEPEST: Final = 84.0
"""How far a template is tilted, degrees."""

_DEPTH: Final = 1


@dataclass(frozen=True, slots=True)
class Steps:
    """How far apart the placements are that are tried first.

    Parameters
    ----------
    rim : float
        Round the user's base, mm.
    rise : float
        Up its silhouette, mm.
    turn, tilt : float
        Degrees.
    """

    rim: float = 4.0
    rise: float = 14.0
    turn: float = 5.0
    tilt: float = 6.0

    def halved(self) -> "Steps":
        """Return steps half as long."""
        return Steps(self.rim / 2, self.rise / 2, self.turn / 2, self.tilt / 2)


@dataclass(frozen=True, slots=True, eq=False)
class Samples:
    """Placements, and whom each holds how deep.

    Parameters
    ----------
    looks : tuple of Look
    place : ndarray of shape (n,)
        From which of the looks each is.
    turns, tilts : ndarray of shape (n,)
        Degrees.
    depths : ndarray of shape (n, people)
        Of `Ground.depths`.
    ease : ndarray of shape (n,)
        Of `Ground.ease`.
    tried : int
        How many placements were tried in all.
    """

    looks: tuple[Look, ...]
    place: Ints
    turns: Floats
    tilts: Floats
    depths: Floats
    ease: Floats
    tried: int


def sample(ground: Ground, steps: Steps, progress: Callable[[float], None]) -> Samples:
    """Try placements all over, and more of them where what is in sight changes.

    Parameters
    ----------
    ground : Ground
    steps : Steps
    progress : callable
        Told which share is done.
    """
    tips, heights = places(ground, steps)
    looks: list[Look] = []
    for i, tip in enumerate(tips):
        looks += [look for height in heights if (look := ground.look(tip, height)) is not None]
        progress(0.6 * (i + 1) / len(tips))
    found = dict.fromkeys((look.tip, look.height) for look in looks)
    for look in _between(ground, tips, heights):
        if (look.tip, look.height) not in found:
            looks.append(look)
            found[look.tip, look.height] = None
    progress(0.8)
    ways = _ways(ground, steps)
    rows = [_rows(ground, look, ways) for look in looks if _sees(ground, look)]
    looks = [look for look in looks if _sees(ground, look)]
    progress(1.0)
    empty = np.empty(0)
    return Samples(
        tuple(looks),
        np.repeat(np.arange(len(looks)), [len(row.ways.turns) for row in rows]),
        np.concatenate([empty, *(row.ways.turns for row in rows)]),
        np.concatenate([empty, *(row.ways.tilts for row in rows)]),
        np.concatenate([np.empty((0, len(ground.people))), *(row.depths for row in rows)]),
        np.concatenate([empty, *(row.ease for row in rows)]),
        sum(row.tried for row in rows),
    )


def places(ground: Ground, steps: Steps) -> tuple[list[float], list[float]]:
    """Return the places round the user's base, degrees, and the heights on its edge, mm."""
    user = ground.user
    count = max(8, math.ceil(math.pi * user.silhouette.diameter / steps.rim))
    rows = max(1, math.ceil(user.silhouette.height / steps.rise))
    tips = [user.facing + 360.0 * i / count for i in range(count)]
    return tips, [user.silhouette.height * i / rows for i in range(rows + 1)]


def _ways(ground: Ground, steps: Steps) -> Ways:
    count = math.ceil(360.0 / steps.turn)
    turns = ground.user.facing + 360.0 * np.arange(count) / count
    rows = math.ceil(STEEPEST / steps.tilt)
    tilts = np.zeros(1) if ground.is_level else STEEPEST * np.arange(-rows, rows + 1) / rows
    return Ways.grid(turns, tilts)


@dataclass(frozen=True, slots=True, eq=False)
class _Rows:
    """The samples from one place."""

    ways: Ways
    depths: Floats
    ease: Floats
    tried: int


def _sees(ground: Ground, look: Look) -> bool:
    return any(ground.wanted[i] for i in ground.seen(look))


def _rows(ground: Ground, look: Look, ways: Ways) -> _Rows:
    """The ways that come near somebody wanted, and how deep everybody is then."""
    ease = ground.ease(look, ways)
    free, tried = ways.only(ease >= 0), int((ease >= 0).sum())
    ease = ease[ease >= 0]
    deepest = ground.depths(look, free, ground.wanted, rough=True)[:, ground.wanted].max(axis=1)
    kept, ease = free.only(deepest > -NEAR), ease[deepest > -NEAR]
    found = ground.depths(look, kept, rough=True)
    close = found[:, ground.spared].max(axis=1, initial=-FAR) < NEAR
    return _Rows(kept.only(close), found[close], ease[close], tried)


def _between(ground: Ground, tips: list[float], heights: list[float]) -> list[Look]:
    """Further places where one of two neighbours has somebody in sight, and the other not."""
    step = tips[1] - tips[0]
    pairs = [((t, h), (t + step, h)) for t in tips for h in heights]
    pairs += [((t, a), (t, b)) for t in tips for a, b in pairwise(heights)]
    more: list[Look] = []
    for one, other in pairs:
        for _ in range(_DEPTH):
            first, last = ground.look(*one), ground.look(*other)
            if first is None or last is None or ground.seen(first) == ground.seen(last):
                break
            middle = ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2)
            look = ground.look(*middle)
            if look is None:
                break
            more.append(look)
            one, other = (
                (middle, other) if ground.seen(look) == ground.seen(first) else (one, middle)
            )
    return more
