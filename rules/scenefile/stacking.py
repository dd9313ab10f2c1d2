"""Scenery on scenery: each piece let down on the one it is said to rest on."""

import math
from typing import Final

from rules.scenefile.draft import Draft
from rules.scenefile.levels import LEVEL_SLACK, check_keys, level_height, named_piece
from rules.scenefile.places import Steps, quoted
from rules.scenefile.scenery import PieceKeys
from rules.stances import way_back
from spatial.footing import within
from spatial.resting import balance, contact_rise
from spatial.scene import Body

_OFF: Final = "no part of {} lies under it; move it"


def stacked(draft: Draft, built: dict[int, Body]) -> list[Body]:
    """Let every piece that rests on another down on it, whatever their order in the file.

    Parameters
    ----------
    draft : Draft
        Takes note of each problem: pieces that rest on one another in a circle, on
        nothing, or would tip over.
    built : dict of int to Body
        The pieces that could be built, by their number among the draft's; those that
        rest on another with their undersides at any height.

    Returns
    -------
    list of Body
        In the order of the file, without those that can't be placed.
    """
    keys = draft.keys.scenery
    for i, one in enumerate(keys):
        check_keys(one.at, one.on, one.level, ("scenery", i), draft)
    numbers = {body.name: i for i, body in built.items()}
    above = {i: numbers.get(keys[i].on or "") if len(keys[i].at) == 2 else None for i in built}
    circles = _circles(draft, above)
    placed: dict[int, Body | None] = {}
    for i in sorted(built):
        # From the piece down to what is in its place already.
        way, under = [i], above[i]
        while under is not None and under not in placed and not circles & {way[-1], under}:
            way.append(under)
            under = above[under]
        for j in reversed(way):
            under = above[j]
            carrier = None if under is None or j in circles else placed.get(under)
            if j not in placed:
                placed[j] = _let_down(draft, j, built, carrier, circles)
    order = [(i, placed[i]) for i in sorted(built)]
    _check_balance(draft, order, above)
    return [body for _, body in order if body is not None]


def _circles(draft: Draft, above: dict[int, int | None]) -> set[int]:
    """The pieces that rest on themselves, each circle noted once."""
    keys, found = draft.keys.scenery, set[int]()
    for i in sorted(above):
        way, j = [i], above[i]
        while j is not None and j not in way:
            way.append(j)
            j = above[j]
        if j == i and i not in found:
            found |= set(way)
            names = " on ".join(quoted(keys[k].name) for k in [*way, i])
            remedy = "give one of them a height"
            draft.note(("scenery", i, "on"), f"goes round in a circle: {names}; {remedy}")
    return found


def _let_down(
    draft: Draft, i: int, built: dict[int, Body], carrier: Body | None, circles: set[int]
) -> Body | None:
    one, body, steps = draft.keys.scenery[i], built[i], ("scenery", i)
    if one.on is None or len(one.at) == 3:
        return body
    if carrier is None:
        if i not in circles:
            # Of a piece that is there and has no place, the problem is noted already.
            named_piece(one.on, list(built.values()), steps, draft)
        return None
    rise = _rise(draft, one, body, carrier, steps)
    if rise is None:
        return None
    return body.raised(rise)


def _rise(draft: Draft, one: PieceKeys, body: Body, carrier: Body, steps: Steps) -> float | None:
    """By how much the piece has to be raised from where it was built."""
    if one.level is None:
        rise = contact_rise(body, carrier)
        if not math.isfinite(rise):
            draft.note((*steps, "at"), _OFF.format(quoted(carrier.name)))
            return None
        return rise
    floor = level_height(carrier, one.level, steps, draft)
    if floor is None:
        return None
    if floor <= carrier.pose.at[2] and within(carrier, one.at[0], one.at[1]):
        return floor - float(body.box[0, 2])
    rise = contact_rise(body, carrier, ceiling=floor + LEVEL_SLACK)
    if float(body.box[0, 2]) + rise < floor - LEVEL_SLACK:
        problem = f"level {one.level} of {quoted(carrier.name)} has no floor under it; move it"
        draft.note((*steps, "at"), problem)
        return None
    return rise


def _check_balance(
    draft: Draft, order: list[tuple[int, Body | None]], above: dict[int, int | None]
) -> None:
    """Take note of the pieces that would tip over where they are said to rest."""
    for i, body in order:
        one = draft.keys.scenery[i]
        if body is None or one.on is None or len(one.at) == 3:
            continue
        others = [other for j, other in order if other is not None and not _rests(j, i, above)]
        found = balance(body, others)
        if not found.stays and found.toward is not None:
            problem = (
                f"would tip over: its centre of mass is {found.beyond:.1f} mm off what carries it; "
                f"move it {way_back(found.beyond, found.toward)}, or give its height in at if it "
                "is held"
            )
            draft.note(("scenery", i, "on"), problem)


def _rests(j: int, i: int, above: dict[int, int | None]) -> bool:
    """Whether piece `j` is piece `i`, or rests on it."""
    seen: set[int] = set()
    k: int | None = j
    while k is not None and k not in seen:
        if k == i:
            return True
        seen.add(k)
        k = above.get(k)
    return False
