"""From a placement to a better one near it: turned, tilted, its tip moved along the edge."""

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from meshes.mesh import Bools, Floats
from rules.infinity.looking import Ground, Look, room
from rules.infinity.pointing import Ways
from rules.infinity.sampling import Steps

_ACROSS: Final = 7
_CLOSER: Final = 0.4
_ROUNDS: Final = 6
_AGAIN: Final = 4
_HALVINGS: Final = 4
_HOPELESS: Final = -3.0


@dataclass(frozen=True, slots=True, eq=False)
class Spot:
    """A placement, and by how many mm it catches and spares whom it should.

    Parameters
    ----------
    look : Look
        The place of its tip.
    turn, tilt : float
        Degrees.
    room : float
        mm; below zero, by how much it fails to.
    """

    look: Look
    turn: float
    tilt: float
    room: float


@dataclass(frozen=True, slots=True, eq=False)
class Goal:
    """Whom a placement should catch and spare, among the people of a search.

    Parameters
    ----------
    caught, spared : ndarray of shape (people,)
    """

    caught: Bools
    spared: Bools

    @property
    def asked(self) -> Bools:
        """Whoever matters."""
        return self.caught | self.spared

    def room(self, found: Floats, ease: Floats) -> Floats:
        """Return by how many mm placements do, shape (n,)."""
        return room(found, ease, self.caught, self.spared)


def turned(ground: Ground, goal: Goal, spot: Spot, steps: Steps, rounds: int = _ROUNDS) -> Spot:
    """Return the best placement with the tip in one place, near a turn and a tilt.

    Parameters
    ----------
    ground : Ground
    goal : Goal
    spot : Spot
        Where to start; its room is asked again.
    steps : Steps
        How far it may be turned and tilted at first.
    rounds : int
        How often a grid of directions is drawn closer.
    """
    turn, tilt = steps.turn, 0.0 if ground.is_level else steps.tilt
    grid = np.linspace(-1.0, 1.0, _ACROSS)
    best = replace(spot, room=-np.inf)
    for _ in range(rounds):
        tilts = best.tilt + grid * tilt if tilt else np.array([best.tilt])
        ways = Ways.grid(best.turn + grid * turn, np.clip(tilts, -90.0, 90.0))
        ease = ground.ease(best.look, ways)
        free, ease = ways.only(ease >= 0), ease[ease >= 0]
        if len(ease):
            found = goal.room(ground.depths(best.look, free, goal.asked), ease)
            i = int(found.argmax())
            if found[i] > best.room:
                at = (float(free.turns[i]), float(free.tilts[i]), float(found[i]))
                best = Spot(best.look, *at)
        turn, tilt = turn * _CLOSER, tilt * _CLOSER
    return best


def improved(ground: Ground, goal: Goal, spot: Spot, steps: Steps) -> Spot:
    """Return a placement with more room, found by small moves of the tip, turns and tilts.

    Parameters
    ----------
    ground : Ground
    goal : Goal
    spot : Spot
        Where to start.
    steps : Steps
        How far apart the placements were that it comes from.
    """
    best = turned(ground, goal, spot, steps)
    top = ground.user.silhouette.height
    round_ = 360.0 * steps.rim / (2 * np.pi * ground.user.silhouette.diameter / 2)
    rise, near = steps.rise, steps
    for i in range(_HALVINGS):
        round_, rise, near = round_ / 2, rise / 2, near.halved()
        moved = True
        while moved:
            moved = False
            for aside, up in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                height = min(max(best.look.height + up * rise, 0.0), top)
                look = ground.look(best.look.tip + aside * round_, height)
                if look is None or look is best.look:
                    continue
                start = Spot(look, best.turn, best.tilt, -np.inf)
                other = turned(ground, goal, start, near, _AGAIN)
                if other.room > best.room + 0.01:
                    best, moved = other, True
        if i and best.room < _HOPELESS:
            break
    return best
