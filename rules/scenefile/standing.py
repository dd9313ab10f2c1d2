"""From the keys of a trooper to a silhouette in its place."""

import math
from typing import Final

from meshes.mesh import MeshError
from meshes.silhouettes import Silhouette, silhouette, silhouettes
from rules.dispute import Trooper
from rules.scenefile.draft import Draft
from rules.scenefile.keys import TrooperKeys
from rules.scenefile.places import Steps, quoted
from rules.scenefile.problems import nearest
from spatial.scene import Body, trooper_body
from spatial.support import resting_height

NEVER_PRONE: Final = ("motorcycle", "tag", "vehicle", "aerial")
"""Traits of troopers that can't go prone, in any case of letters."""

LEVEL_SLACK: Final = 0.05
"""How far a floor may be off its level's height and still be that floor, mm."""


def troopers(draft: Draft, bodies: list[Body]) -> list[Trooper]:
    """Put every trooper in its place.

    Parameters
    ----------
    draft : Draft
        Takes note of each problem.
    bodies : list of Body
        The scenery; a piece that couldn't be built is missing.
    """
    placed = []
    for i, one in enumerate(draft.keys.trooper):
        steps: Steps = ("trooper", i)
        shape = _silhouette(one, steps, draft)
        z = _height(one, steps, bodies, shape.diameter / 2 if shape else None, draft)
        _check_within_table(one, steps, draft)
        if shape is not None and z is not None:
            body = trooper_body(one.name, shape.solid, (one.at[0], one.at[1], z))
            placed.append(Trooper(one.name, one.side, shape, one.facing, body))
    return placed


def _check_within_table(one: TrooperKeys, steps: Steps, draft: Draft) -> None:
    table = draft.keys.table
    if table is not None and not all(0 <= one.at[i] <= table.size[i] for i in (0, 1)):
        draft.note((*steps, "at"), "lies off the table; move it, or enlarge the table")


def _silhouette(one: TrooperKeys, steps: Steps, draft: Draft) -> Silhouette | None:
    barred = [trait for trait in one.traits if trait.strip().lower() in NEVER_PRONE]
    if one.prone and barred:
        draft.note((*steps, "prone"), f"a trooper with the trait {barred[0]} can't go prone")
    if not isinstance(one.silhouette, str):
        shape = Silhouette("custom", one.silhouette.diameter, one.silhouette.height)
        return shape.prone() if one.prone else shape
    if one.silhouette.upper() == "SX":
        draft.note((*steps, "silhouette"), "SX is a prone trooper; give its own and prone = true")
        return None
    try:
        shape = silhouette(one.silhouette)
    except MeshError:
        known = f"use one of {', '.join(silhouettes())}, or a table with diameter and height"
        draft.note((*steps, "silhouette"), f"there is no {quoted(one.silhouette)}; {known}")
        return None
    return shape.prone() if one.prone else shape


def _height(
    one: TrooperKeys, steps: Steps, bodies: list[Body], radius: float | None, draft: Draft
) -> float | None:
    """The height of a trooper's base: stated, of a floor, or of what is under it.

    None where it can't be told; `radius` is None where the base isn't known.
    """
    if len(one.at) == 3:
        if one.on is not None or one.level is not None:
            key = "level" if one.on is None else "on"
            draft.note((*steps, "at"), f"has a height, and so has {key}; give one of them")
        if one.at[2] < 0:
            draft.note((*steps, "at"), "lies below the table's top, which is solid; use 0 or more")
        return one.at[2]
    at = (one.at[0], one.at[1])
    if one.on is None:
        if one.level is not None:
            draft.note((*steps, "level"), "needs on, the name of the piece whose level it is")
        return None if radius is None else max(0.0, resting_height(tuple(bodies), at, radius))
    body = next((body for body in bodies if body.name == one.on), None)
    if body is None:
        known = draft.stated("scenery")
        if one.on not in known:
            problem = f"no piece is called {quoted(one.on)}; {nearest(one.on, known)}"
            draft.note((*steps, "on"), problem)
        return None
    if one.level is None:
        z = float("inf") if radius is None else resting_height((body,), at, radius)
        if z == float("-inf"):
            problem = f"no part of {quoted(one.on)} lies under its base; move it"
            draft.note((*steps, "at"), problem)
        return z if math.isfinite(z) else None
    if one.level >= len(body.levels):
        draft.note((*steps, "level"), _no_level(body, one.level))
        return None
    return None if radius is None else _on_level(body, one.level, at, radius, steps, draft)


def _no_level(body: Body, level: int) -> str:
    if not body.levels:
        return f"{quoted(body.name)} has no levels; remove it, or give the height in at"
    last = len(body.levels) - 1
    known = "only level 0" if last == 0 else f"levels 0 to {last}"
    return f"{quoted(body.name)} has {known}, got {level}"


def _on_level(
    body: Body, level: int, at: tuple[float, float], radius: float, steps: Steps, draft: Draft
) -> float | None:
    z = body.levels[level]
    if z <= body.pose.at[2]:
        # A ground floor is whatever the piece stands on, within its footprint.
        x, y, _ = body.pose.to_local([[*at, z]])[0]
        corners = body.pose.to_local(body.mesh.vertices)
        low, high = corners.min(axis=0), corners.max(axis=0)
        if low[0] <= x <= high[0] and low[1] <= y <= high[1]:
            return z
    elif resting_height((body,), at, radius, ceiling=z + LEVEL_SLACK) >= z - LEVEL_SLACK:
        return z
    problem = f"level {level} of {quoted(body.name)} has no floor under its base; move it"
    draft.note((*steps, "at"), problem)
    return None
