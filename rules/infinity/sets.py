"""Which sets of enemies a teardrop can catch, from samples refined where they are near."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final, TypeAlias

import numpy as np

from meshes.mesh import Bools, Floats
from rules.catching import Catch
from rules.infinity.confirming import confirmed
from rules.infinity.improving import Goal, Spot, improved, turned
from rules.infinity.looking import FAR, NEAR, Ground
from rules.infinity.sampling import Samples, Steps

People: TypeAlias = frozenset[int]

STARTS: Final = 3
"""From how many places of each height a set is looked for by turning and tilting."""

FOLLOWED: Final = 4
"""From how many heights it is looked for by moving the tip, too."""

HOPELESS: Final = -6.0
"""What misses a set by more than this isn't looked at from further places, mm."""

_SHARES: Final = (0.0, 0.25, 0.5, 1.0)


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """Sets that can be caught, and those that only seemed so.

    Parameters
    ----------
    catches : dict of People to Catch
    unsure : list of People
        Sets for which no placement was confirmed.
    """

    catches: dict[People, Catch] = field(default_factory=dict)
    unsure: list[People] = field(default_factory=list)

    def holds(self, people: People) -> bool:
        """Whether some of the catches hold all of these people."""
        return any(people <= larger for larger in self.catches)


def sets(
    ground: Ground, samples: Samples, steps: Steps, hit: People, progress: Callable[[float], None]
) -> Found:
    """Return which sets of enemies can be caught.

    Parameters
    ----------
    ground : Ground
    samples : Samples
    steps : Steps
        How far apart those are.
    hit : frozenset of int
        Who is asked for, places among the people.
    progress : callable
        Told which share is done.
    """
    found = Found()
    failed: list[People] = []
    near = _near(ground, samples, hit)
    pairs = [one for one in near if len(one) == 2]
    # Pairs first: where two can't be had together, no larger set is tried with both.
    order = [*pairs, *(one for one in near if len(one) != 2)]
    for i, people in enumerate(order):
        progress(i / len(order))
        if found.holds(people) or any(small <= people for small in failed):
            continue
        if not _sought(ground, samples, steps, people, found):
            failed.append(people)
    for people in _exact(ground, samples):
        if people not in found.catches:
            _add(ground, found, _goal(ground, people), _starts(ground, samples, people)[:1])
    return found


def nearest(ground: Ground, samples: Samples, steps: Steps, people: People) -> Spot | None:
    """Return the placement that comes nearest to catching a set, None where none is near.

    Parameters
    ----------
    ground : Ground
    samples : Samples
    steps : Steps
    people : frozenset of int
    """
    goal = _goal(ground, people)
    starts = [turned(ground, goal, s, steps) for s in _starts(ground, samples, people)]
    best = max(starts, key=lambda spot: round(spot.room, 6), default=None)
    return None if best is None else improved(ground, goal, best, steps)


def _sought(ground: Ground, samples: Samples, steps: Steps, people: People, found: Found) -> bool:
    """Look for one set closely; whether it is found."""
    goal = _goal(ground, people)
    starts = [turned(ground, goal, s, steps) for s in _starts(ground, samples, people)]
    starts.sort(key=lambda spot: -round(spot.room, 6))
    spots: list[Spot] = []
    heights: set[float] = set()
    for spot in starts:
        if spot.room < HOPELESS or len(spots) == FOLLOWED:
            break
        if spot.look.height in heights:
            continue
        heights.add(spot.look.height)
        spots.append(improved(ground, goal, spot, steps))
        if spots[-1].room > 0:
            break
    good = [spot for spot in [*spots[::-1], *starts] if spot.room > 0]
    if _add(ground, found, goal, good):
        return True
    if good:
        found.unsure.append(people)
    return False


def _add(ground: Ground, found: Found, goal: Goal, spots: Iterable[Spot]) -> bool:
    """Take note of the first placement that is confirmed, under all whom it catches."""
    for spot in spots:
        catch = confirmed(ground, goal, spot)
        if catch is None:
            continue
        names = {*catch.caught, *catch.others}
        caught = frozenset(
            i for i, one in enumerate(ground.people) if ground.wanted[i] and one.name in names
        )
        known = found.catches.get(caught)
        if known is None or (catch.room or 0.0) > (known.room or 0.0):
            found.catches[caught] = catch
        return True
    return False


def _goal(ground: Ground, people: People) -> Goal:
    caught = np.zeros(len(ground.people), dtype=bool)
    caught[sorted(people)] = True
    return Goal(caught, ground.spared)


def _starts(ground: Ground, samples: Samples, people: People) -> list[Spot]:
    """The best samples for a set, each from another place, of every height some."""
    room = _goal(ground, people).room(samples.depths, samples.ease)
    spots: list[Spot] = []
    taken: set[int] = set()
    heights: Counter[float] = Counter()
    # Equal ones in the order they were tried in.
    for i in np.argsort(-room.round(6), kind="stable").tolist():
        if room[i] <= -NEAR:
            break
        place = int(samples.place[i])
        look = samples.looks[place]
        if place not in taken and heights[look.height] < STARTS:
            taken.add(place)
            heights[look.height] += 1
            turn, tilt = float(samples.turns[i]), float(samples.tilts[i])
            spots.append(Spot(look, turn, tilt, float(room[i])))
    return spots


def _near(ground: Ground, samples: Samples, hit: People) -> list[People]:
    """The sets that some sample catches or nearly does, large ones first."""
    wanted = np.flatnonzero(ground.wanted)
    depths = samples.depths[:, wanted]
    clear = -samples.depths[:, ground.spared].max(axis=1, initial=-FAR)
    rooms: dict[People, float] = {}

    def ask(people: People) -> None:
        if people and people not in rooms:
            found = _goal(ground, people).room(samples.depths, samples.ease)
            rooms[people] = float(found.max(initial=-FAR))

    for share in _SHARES:
        for row in np.unique(depths[clear > -share * NEAR] > -share * NEAR, axis=0):
            ask(frozenset(wanted[row].tolist()))
    for i in wanted.tolist():
        ask(frozenset([i]))
    for pair in combinations(wanted.tolist(), 2):
        ask(frozenset(pair))
    ask(hit)
    near = [people for people, room in rooms.items() if room > -NEAR]
    return sorted(near, key=lambda people: (-len(people), -round(rooms[people], 3), sorted(people)))


def _exact(ground: Ground, samples: Samples) -> list[People]:
    """The sets that some samples catch, and nobody else."""
    wanted = np.flatnonzero(ground.wanted)
    rows = _caught(samples.depths[:, wanted], samples.depths[:, ground.spared])
    return sorted(
        (frozenset(wanted[row].tolist()) for row in np.unique(rows, axis=0) if row.any()),
        key=lambda people: (-len(people), sorted(people)),
    )


def _caught(wanted: Floats, spared: Floats) -> Bools:
    free = spared.max(axis=1, initial=-FAR) < 0
    caught: Bools = wanted[free] > 0
    return caught
