"""Which templates of a deployable are tried on a trooper: from where, and pointing where.

First level ones from all round its edge, then level ones from the edge's top, then tilted
ones where those may be; from each place straight at the trooper first.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from rules.dispute import Aim, Attack, Dispute, Trooper
from rules.infinity.hidden import Hidden
from rules.infinity.placing import Shot, place, template_of
from spatial.contact import touching

SPACING: Final = 5.0
"""How far apart the places on a base's edge are, degrees round it."""

TURN: Final = 10.0
"""How far apart the directions from each place are, degrees: less than half of a
teardrop's own spread."""

SPREAD: Final = 15.0
"""How far beside a trooper a template is still aimed, degrees."""

TILTED_SPACING: Final = 15.0
"""How far apart the places on the edge are that tilted templates start from, degrees."""

FRONT: Final = 13
"""How many of those places are tried: the half of the edge toward the trooper."""

PARTS: Final = (0.1, 0.5, 0.9)
"""At which shares of a trooper's height a tilted template is aimed."""

ALIKE: Final = 8.0
"""Parts of a trooper that lie in directions no farther apart are aimed at as one, degrees."""

TILTS: Final = (15.0, -15.0, 30.0, -30.0, 45.0, -45.0, 60.0, -60.0)
"""How else it is tilted, degrees."""

BESIDE: Final = 30.0
"""No tilt farther than this from where a trooper lies is tried, degrees: more than a
teardrop's own spread."""


def tries(
    dispute: Dispute, attack: Attack, one: Trooper, readings: Mapping[str, str], hidden: Hidden
) -> Iterator[tuple[Aim, Shot]]:
    """Yield the legal placements that touch a trooper, the likeliest first.

    Parameters
    ----------
    dispute : Dispute
    attack : Attack
        By a deployable.
    one : Trooper
    readings : mapping of str to str
    hidden : Hidden
        What was found of the trooper so far: from places that are done with none follow.
    """

    def turned(tip: float, height: float, tilts: Sequence[float]) -> Iterator[tuple[Aim, Shot]]:
        return placed(_turned(mine, one, tip, height, tilts))

    def placed(aims: Iterable[Aim]) -> Iterator[tuple[Aim, Shot]]:
        for aim in aims:
            if hidden.is_done(aim):
                continue
            shot = place(dispute, attack, aim, readings)
            if shot.illegal is None and touching(one.body, shot.body):
                yield aim, shot

    mine = dispute.trooper(attack.by)
    if template_of(dispute, attack).shape == "circular":
        # A circle lies over its user, whoever is to be reached.
        yield from placed([Aim(f"{mine.name} at {one.name}", 0.0)])
        return
    nearest = readings["mine_focus"] == "nearest_edge"
    for tip in _tips(mine, one, SPACING, nearest):
        yield from turned(tip, 0.0, (0.0,))
    # From behind, a template would pass through its own base, or no farther than from here.
    tips = _tips(mine, one, TILTED_SPACING, nearest)[:FRONT]
    heights = (0.0, mine.silhouette.height)
    for tip in tips:
        yield from turned(tip, heights[1], (0.0,))
    if readings["tilt"] != "allowed":
        return
    for aimed in (True, False):
        for tip in tips:
            for height in heights:
                lowest, middle, highest = _slopes(mine, one, tip, height)
                tilts: tuple[float, ...] = (middle, highest, lowest)
                if highest - lowest < ALIKE:
                    tilts = (middle,)
                if not aimed:
                    low, high = lowest - BESIDE, highest + BESIDE
                    tilts = tuple(tilt for tilt in TILTS if low <= tilt <= high)
                yield from turned(tip, height, tilts)


def _tips(mine: Trooper, one: Trooper, spacing: float, nearest: bool) -> list[float]:
    """Places of a base's edge, degrees round it: 0, 1, -1, 2, -2 ... steps from the nearest."""
    (x, y, _), (p, q, _) = mine.body.pose.at, one.body.pose.at
    toward = math.degrees(math.atan2(q - y, p - x))
    count = 1 if nearest else round(360 / spacing)
    return [toward + spacing * ((step + 1) // 2) * (1 if step % 2 else -1) for step in range(count)]


def _ahead(mine: Trooper, one: Trooper, tip: float) -> tuple[float, float]:
    """From a place of a base's edge to a trooper's axis: degrees, and how far in plan, mm."""
    (x, y, _), (p, q, _) = mine.body.pose.at, one.body.pose.at
    radius = mine.silhouette.diameter / 2
    at_x = x + radius * math.cos(math.radians(tip))
    at_y = y + radius * math.sin(math.radians(tip))
    return math.degrees(math.atan2(q - at_y, p - at_x)), math.hypot(q - at_y, p - at_x)


def _slopes(mine: Trooper, one: Trooper, tip: float, height: float) -> tuple[float, float, float]:
    """How steeply a trooper's lower, middle and upper part lie from a place, degrees."""
    _, far = _ahead(mine, one, tip)
    up = one.body.pose.at[2] - mine.body.pose.at[2] - height
    lower, middle, upper = (
        math.degrees(math.atan2(up + share * one.silhouette.height, max(far, 1e-9)))
        for share in PARTS
    )
    return lower, middle, upper


def _turned(
    mine: Trooper, one: Trooper, tip: float, height: float, tilts: Sequence[float]
) -> Iterator[Aim]:
    """Templates from one place that point about where a trooper is, straight at it first."""
    ahead, far = _ahead(mine, one, tip)
    wide = math.degrees(math.asin(min(1.0, one.silhouette.diameter / 2 / max(far, 1e-9))))
    name = f"{mine.name} at {one.name}"
    for turn in range(1 + 2 * math.ceil((wide + SPREAD) / TURN)):
        way = ahead + TURN * ((turn + 1) // 2) * (1 if turn % 2 else -1)
        for tilt in tilts:
            yield Aim(name, way, tip, tilt, height)
