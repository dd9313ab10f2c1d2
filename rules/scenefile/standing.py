"""From the keys of a trooper to a silhouette in its place."""

import math
from collections.abc import Sequence
from typing import Final

from meshes.mesh import MeshError
from meshes.silhouettes import Silhouette, silhouette, silhouettes
from rules.dispute import Trooper
from rules.infinity.weapons import Weapon
from rules.scenefile.attacks import named_weapon
from rules.scenefile.draft import Draft, is_off_table
from rules.scenefile.kept import Kept
from rules.scenefile.keys import TargetKeys, TrooperKeys
from rules.scenefile.levels import LEVEL_SLACK, check_keys, level_height, named_piece
from rules.scenefile.places import Steps, quoted
from rules.scenefile.problems import nearest
from spatial.footing import within
from spatial.scene import Body, trooper_body
from spatial.support import floor_near, resting_height

NEVER_PRONE: Final = ("motorcycle", "tag", "vehicle", "aerial")
"""Traits of troopers that can't go prone, in any case of letters."""

UNCONSCIOUS: Final = "unconscious"
"""The trait of a trooper that lies prone, save motorcycles, TAGs and vehicles."""

UNSTATED: Final = "facing isn't stated for"
"""How the note begins that says whose facing was assumed."""

UPRIGHT: Final = ("motorcycle", "tag", "vehicle")
"""Traits of troopers that an unconscious state doesn't lay prone."""


_TOLD: Final = 0.0005
"""What is less than this many mm off shows in no number of a report."""


def troopers(draft: Draft, bodies: list[Body], kept: Kept) -> list[Trooper]:
    """Put every trooper in its place.

    Parameters
    ----------
    draft : Draft
        Takes note of each problem.
    bodies : list of Body
        The scenery; a piece that couldn't be built is missing.
    kept : Kept
        Who stands where as the scene was last read.
    """
    placed = []
    for i, one in enumerate(draft.keys.trooper):
        found = _stood(one, ("trooper", i), bodies, draft, kept)
        if found is not None:
            lies = _is_unconscious(one.traits)
            shape, body = found
            placed.append(Trooper(one.name, one.side, shape, one.facing, body, unconscious=lies))
    return placed


def targets(draft: Draft, bodies: list[Body], own: dict[str, Weapon], kept: Kept) -> list[Trooper]:
    """Put every other target in its place: markers, deployables, equipment.

    Parameters
    ----------
    draft : Draft
        Takes note of each problem.
    bodies : list of Body
        The scenery.
    own : dict of str to Weapon
        The scene's own weapons.
    kept : Kept
        Who lies where as the scene was last read.
    """
    placed = []
    for i, one in enumerate(draft.keys.target):
        steps: Steps = ("target", i)
        found = _stood(one, ("target", i), bodies, draft, kept)
        arm = None
        if one.weapon is not None and one.kind != "deployable":
            draft.note((*steps, "weapon"), "only a deployable goes off; remove it")
        elif one.weapon is not None:
            arm = named_weapon(one.weapon, (*steps, "weapon"), own, draft)
        if found is not None:
            shape, body = found
            placed.append(Trooper(one.name, one.side, shape, 0.0, body, one.kind, arm))
    return placed


def notes(draft: Draft, placed: Sequence[Trooper]) -> list[str]:
    """Return who was put on a floor that its stated height is a hair off, in words.

    Parameters
    ----------
    draft : Draft
    placed : sequence of Trooper
        Troopers and other targets in their places.
    """
    heights = {one.name: one.body.pose.at[2] for one in placed}
    rows: list[TrooperKeys | TargetKeys] = [*draft.keys.trooper, *draft.keys.target]
    said = []
    for one in rows:
        off = heights[one.name] - one.at[2] if len(one.at) == 3 and one.name in heights else 0.0
        if abs(off) >= _TOLD:
            way = "higher" if off > 0 else "lower"
            said.append(f"{one.name} is put on its floor, {abs(off):.3f} mm {way} than stated")
    return said


def assumed(draft: Draft) -> list[str]:
    """Return what troopers' keys leave open or say in vain, in words.

    Which traits have no effect, and whose facing isn't stated where a line of fire may
    be asked of it.
    """
    said = [
        f"{one.name} is unconscious and declares nothing"
        for one in draft.keys.trooper
        if _is_unconscious(one.traits)
    ]
    for trooper in draft.keys.trooper:
        said += [_no_effect(trooper.name, trait) for trait in trooper.traits if not _known(trait)]
    unstated = _unstated_facing(draft)
    if unstated:
        who = "it faces" if len(unstated) == 1 else "they face"
        said.append(f"{UNSTATED} {', '.join(unstated)}: {who} 0 degrees")
    return said


def can_lie(traits: Sequence[str]) -> bool:
    """Tell whether a trooper may lie down and get up, by its traits.

    Examples
    --------
    >>> can_lie([]), can_lie(["TAG"]), can_lie(["unconscious"])
    (True, False, False)
    """
    return not any(_plain(trait) in (*NEVER_PRONE, UNCONSCIOUS) for trait in traits)


def _plain(trait: str) -> str:
    return trait.strip().casefold()


def _is_unconscious(traits: Sequence[str]) -> bool:
    return any(_plain(trait) == UNCONSCIOUS for trait in traits)


def _known(trait: str) -> bool:
    return _plain(trait) in (*NEVER_PRONE, UNCONSCIOUS)


def _no_effect(name: str, trait: str) -> str:
    known = ("TAG", "vehicle", "motorcycle", "aerial", UNCONSCIOUS)
    return f"{name}'s trait {quoted(trait)} has no effect here; {nearest(trait, known)}"


def _unstated_facing(draft: Draft) -> list[str]:
    """Troopers without a facing that may dodge an attack: that asks what they see.

    In a scene without attacks, where lines of fire are all that is asked, every one.
    """
    sides = {one.name: one.side for one in draft.keys.trooper}
    attackers = {sides[one.by] for one in draft.keys.attack if one.by in sides}
    return [
        one.name
        for one in draft.keys.trooper
        if "facing" not in one.model_fields_set
        and one.side not in draft.keys.neutral
        and (not draft.keys.attack or attackers - {one.side, *draft.keys.neutral})
    ]


def _stood(
    one: TrooperKeys | TargetKeys,
    steps: tuple[str, int],
    bodies: list[Body],
    draft: Draft,
    kept: Kept,
) -> tuple[Silhouette, Body] | None:
    return kept.placed(steps, one, draft, lambda: _put(one, steps, bodies, draft))


def _put(
    one: TrooperKeys | TargetKeys, steps: Steps, bodies: list[Body], draft: Draft
) -> tuple[Silhouette, Body] | None:
    shape = _silhouette(one, steps, draft)
    z = _height(one, steps, bodies, shape.diameter / 2 if shape else None, draft)
    _check_within_table(one, steps, draft)
    if shape is None or z is None:
        return None
    return shape, trooper_body(one.name, shape.solid, (one.at[0], one.at[1], z))


def _check_within_table(one: TrooperKeys | TargetKeys, steps: Steps, draft: Draft) -> None:
    if is_off_table(one.at, draft):
        draft.note((*steps, "at"), "lies off the table; move it, or enlarge the table")


def _silhouette(one: TrooperKeys | TargetKeys, steps: Steps, draft: Draft) -> Silhouette | None:
    prone, traits = (one.prone, one.traits) if isinstance(one, TrooperKeys) else (False, [])
    barred = [trait for trait in traits if _plain(trait) in NEVER_PRONE]
    if _is_unconscious(traits):
        prone = prone or not any(_plain(trait) in UPRIGHT for trait in traits)
        barred = [trait for trait in barred if _plain(trait) in UPRIGHT]
    if prone and barred:
        draft.note((*steps, "prone"), f"a trooper with the trait {barred[0]} can't go prone")
    if not isinstance(one.silhouette, str):
        shape = Silhouette("custom", one.silhouette.diameter, one.silhouette.height)
        return shape.prone() if prone else shape
    if one.silhouette.upper() == "SX":
        draft.note((*steps, "silhouette"), "SX is a prone trooper; give its own and prone = true")
        return None
    try:
        shape = silhouette(one.silhouette)
    except MeshError:
        known = f"use one of {', '.join(silhouettes())}, or a table with diameter and height"
        draft.note((*steps, "silhouette"), f"there is no {quoted(one.silhouette)}; {known}")
        return None
    return shape.prone() if prone else shape


def _height(
    one: TrooperKeys | TargetKeys,
    steps: Steps,
    bodies: list[Body],
    radius: float | None,
    draft: Draft,
) -> float | None:
    """The height of a trooper's base: stated, of a floor, or of what is under it.

    None where it can't be told; `radius` is None where the base isn't known.
    """
    check_keys(one.at, one.on, one.level, steps, draft)
    at = (one.at[0], one.at[1])
    if len(one.at) == 3:
        z = one.at[2]
        floor = None if radius is None else floor_near(tuple(bodies), at, z, radius)
        if floor is None and z < 0:
            draft.note((*steps, "at"), "lies below the table's top, which is solid; use 0 or more")
        return z if floor is None else floor
    if one.on is None:
        return None if radius is None else max(0.0, resting_height(tuple(bodies), at, radius))
    body = named_piece(one.on, bodies, steps, draft)
    if body is None:
        return None
    if one.level is None:
        z = float("inf") if radius is None else resting_height((body,), at, radius)
        if z == float("-inf"):
            problem = f"no part of {quoted(one.on)} lies under its base; move it"
            draft.note((*steps, "at"), problem)
        return z if math.isfinite(z) else None
    level = level_height(body, one.level, steps, draft)
    if radius is None or level is None:
        return None
    return _on_level(body, one.level, at, radius, steps, draft)


def _on_level(
    body: Body, level: int, at: tuple[float, float], radius: float, steps: Steps, draft: Draft
) -> float | None:
    z = body.levels[level]
    if z <= body.pose.at[2]:
        # A ground floor is whatever the piece stands on, within its footprint.
        if within(body, *at):
            return z
    elif resting_height((body,), at, radius, ceiling=z + LEVEL_SLACK) >= z - LEVEL_SLACK:
        return z
    problem = f"level {level} of {quoted(body.name)} has no floor under its base; move it"
    draft.note((*steps, "at"), problem)
    return None
