"""From the keys of an attack to its weapon, its templates and where they are aimed."""

import math
from collections.abc import Sequence
from typing import Final

from meshes.solids import Point
from meshes.templates import Template
from meshes.units import cos_sin
from rules.dispute import Aim, Attack, Trooper
from rules.infinity.weapons import Weapon, weapon, weapons
from rules.scenefile.draft import Draft, is_off_table
from rules.scenefile.keys import AimKeys, AttackKeys
from rules.scenefile.places import Steps, quoted
from rules.scenefile.problems import nearest
from rules.verdict import RulingError
from spatial.scene import Body
from spatial.support import resting_height

_DOT: Final = 1e-6
_SAME: Final = 0.001
_MISSING: Final = "is missing; add it"


def own_weapons(draft: Draft) -> dict[str, Weapon]:
    """Return the weapons that the scene describes, by name."""
    return {row.name: Weapon(**row.model_dump()) for row in draft.keys.weapon}


def attacks(
    draft: Draft,
    sizes: dict[str, Template],
    own: dict[str, Weapon],
    bodies: list[Body],
    placed: Sequence[Trooper],
) -> list[Attack]:
    """Put every attack together.

    Parameters
    ----------
    draft : Draft
        Takes note of each problem.
    sizes : dict of str to Template
        The template set.
    own : dict of str to Weapon
        The scene's own weapons.
    bodies : list of Body
        The scenery.
    placed : sequence of Trooper
        Troopers and other targets in their places.
    """
    _check_weapons(draft, sizes)
    idle = {one.name for one in placed if one.unconscious}
    radii = {one.name: one.silhouette.diameter / 2 for one in placed}
    made = []
    for i, one in enumerate(draft.keys.attack):
        steps: Steps = ("attack", i)
        _check_somebody(one.by, (*steps, "by"), draft)
        if one.by in idle:
            problem = f"{quoted(one.by)} is unconscious and declares nothing; name another"
            draft.note((*steps, "by"), problem)
        arm = _weapon(one, steps, own, draft)
        if arm is not None:
            _check_templates(one, arm, steps, draft)
            _check_declaration(one, arm, steps, draft)
        template = sizes.get(arm.template or "") if arm is not None else None
        for k, aim in enumerate(one.template):
            _check_aim(aim, one.by, (*steps, "template", k), radii.get(one.by), draft)
        aims = [
            _aim(aim, one.by, (*steps, "template", k), arm, template, bodies, draft)
            for k, aim in enumerate(one.template)
        ]
        if arm is not None and (template is not None or arm.template is None):
            mods = tuple(one.mods.items())
            made.append(Attack(one.by, arm, tuple(aims), tuple(one.against), mods))
    return made


def _check_weapons(draft: Draft, sizes: dict[str, Template]) -> None:
    stated = draft.content.get("templates")
    faulty = list(stated) if isinstance(stated, dict) else []
    for i, row in enumerate(draft.keys.weapon):
        if row.template is None or row.template in faulty:
            continue
        template = sizes.get(row.template)
        if template is None:
            draft.note(("weapon", i, "template"), _no_template(row.template, sizes))
        elif row.placed == "impact" and template.shape != "circular":
            problem = "an impact template is a circle; name one, or remove placed"
            draft.note(("weapon", i, "placed"), problem)


def _check_templates(one: AttackKeys, arm: Weapon, steps: Steps, draft: Draft) -> None:
    here: Steps = (*steps, "template")
    if len(one.template) > arm.burst:
        placed = f"places {len(one.template)} templates, more than the burst of {arm.burst}"
        draft.note(here, f"{placed} of {arm.name}; remove some")
    if arm.template is None and one.template:
        draft.note(here, f"{arm.name} has no template; remove it")
    if arm.template is not None and not one.template and not _lies_there(one.by, draft):
        stated = "template" in one.model_fields_set
        draft.note(here, "expected at least one template, got none" if stated else _MISSING)


def _check_declaration(one: AttackKeys, arm: Weapon, steps: Steps, draft: Draft) -> None:
    for k, name in enumerate(one.against):
        _check_somebody(name, (*steps, "against", k), draft)
        if name == one.by:
            draft.note((*steps, "against", k), "nobody attacks itself; name another")
    if arm.template is None and not one.against:
        problem = "is missing; name whom a weapon without a template attacks"
        draft.note((*steps, "against"), problem)
    if arm.is_direct and one.mods:
        draft.note((*steps, "mods"), "a direct template asks for no BS roll; remove them")


def _lies_there(name: str, draft: Draft) -> bool:
    """Whether a name is a deployable's."""
    return any(one.name == name and one.kind == "deployable" for one in draft.keys.target)


def _check_somebody(name: str, steps: Steps, draft: Draft) -> None:
    troopers, others = draft.stated("trooper"), draft.stated("target")
    if name not in (*troopers, *others):
        who = "trooper or target" if others else "trooper"
        known = (*troopers, *others)
        draft.note(steps, f"no {who} is called {quoted(name)}; {nearest(name, known)}")


def _no_template(name: str, sizes: dict[str, Template]) -> str:
    given = "or give its size in [templates]"
    return f"there is no template {quoted(name)}; use one of {', '.join(sizes)}, {given}"


def _weapon(one: AttackKeys, steps: Steps, own: dict[str, Weapon], draft: Draft) -> Weapon | None:
    lying = next((row for row in draft.keys.target if row.name == one.by), None)
    if lying is not None and lying.kind != "deployable":
        draft.note((*steps, "by"), f"{quoted(one.by)} is no deployable, so it can't attack")
    name, here = one.weapon, (*steps, "weapon")
    if name is None and lying is not None:
        if lying.weapon is None and lying.kind == "deployable":
            draft.note(here, f"is missing; add it, or give {quoted(one.by)} one")
        # A weapon that isn't known is a problem of the target's own.
        return None if lying.weapon is None else _known(lying.weapon, own)
    if name is None:
        lay = f'; or lay {quoted(one.by)} as a [[target]] with kind = "deployable"'
        draft.note(here, _MISSING if one.template or lying else f"{_MISSING}{lay}")
        return None
    arm = named_weapon(name, here, own, draft)
    if arm is not None and arm.deployable and one.by in draft.stated("trooper"):
        lay = f'[[target]] with kind = "deployable" and weapon = {quoted(name)}'
        problem = f"{name} goes off where it lies; lay it as a {lay}, and name that in by"
        draft.note(here, problem)
        return None
    return arm


def _known(name: str, own: dict[str, Weapon]) -> Weapon | None:
    try:
        return weapon(name, own)
    except RulingError:
        return None


def named_weapon(name: str, steps: Steps, own: dict[str, Weapon], draft: Draft) -> Weapon | None:
    """Return a weapon by its name, or take note that there is none."""
    # A weapon whose own description is faulty is known, but not yet what it does.
    faulty = [stated for stated in draft.stated("weapon") if stated not in own]
    if any(name == stated or name.startswith(f"{stated} (") for stated in faulty):
        return None
    found = _known(name, own)
    if found is None:
        every = [*own, *weapons()]
        sizes = [one for one in every if one.casefold().endswith(f" {name.casefold()}")]
        hint = nearest(name, every)
        if len(sizes) > 1:
            hint = f"did you mean {' or '.join(quoted(one) for one in sizes)}?"
        further = " Or" if hint.endswith("?") else "; or"
        problem = f"no weapon is called {quoted(name)}; {hint}{further}"
        draft.note(steps, f"{problem} describe it in [[weapon]]")
    return found


def _aim(
    one: AimKeys,
    by: str,
    steps: Steps,
    arm: Weapon | None,
    template: Template | None,
    bodies: list[Body],
    draft: Draft,
) -> Aim:
    if arm is not None and template is not None and not arm.is_direct:
        return _on_impact(one, by, steps, bodies, draft)
    for key in ("on", "at"):
        if key in one.model_fields_set and template is not None:
            draft.note((*steps, key), "a direct template starts from its user; remove this")
    if template is not None and template.shape == "circular":
        for key in ("aim", "tip", "tilt", "height"):
            if key in one.model_fields_set:
                draft.note((*steps, key), "a circle lies over its user's base; remove this")
    elif template is not None and one.aim is None:
        draft.note((*steps, "aim"), "is missing; give a trooper's name, or degrees")
    return Aim(one.name, one.aim, one.tip, one.tilt, one.height)


def _on_impact(one: AimKeys, by: str, steps: Steps, bodies: list[Body], draft: Draft) -> Aim:
    """An impact template: on its main target, or on a point."""
    for key in ("aim", "tip", "tilt", "height"):
        if key in one.model_fields_set:
            problem = "an impact template lies on what was hit; remove this, and give on or at"
            draft.note((*steps, key), problem)
    if one.on is None and one.at is None:
        draft.note((*steps, "on"), "is missing; name its main target, or give a point in at")
    elif one.on is not None and one.at is not None:
        draft.note((*steps, "at"), "it has a main target already; remove one of the two")
    if one.on is not None:
        _check_somebody(one.on, (*steps, "on"), draft)
        if one.on == by:
            draft.note((*steps, "on"), "nobody attacks itself; name another")
    return Aim(one.name, on=one.on or "", at=_point(one, steps, bodies, draft))


def _point(one: AimKeys, steps: Steps, bodies: list[Body], draft: Draft) -> Point | None:
    if one.at is None:
        return None
    if is_off_table(one.at, draft):
        draft.note((*steps, "at"), "lies off the table; move it, or enlarge the table")
    if len(one.at) == 3:
        if one.at[2] < 0:
            draft.note((*steps, "at"), "lies below the table's top, which is solid; use 0 or more")
        return (one.at[0], one.at[1], one.at[2])
    flat = (one.at[0], one.at[1])
    return (*flat, max(0.0, resting_height(tuple(bodies), flat, _DOT)))


def _check_aim(one: AimKeys, by: str, steps: Steps, radius: float | None, draft: Draft) -> None:
    """Take note of whom no direction leads to from the tip; `radius` is of its user's base."""
    here: Steps = (*steps, "aim")
    if not isinstance(one.aim, str):
        return
    if one.aim == by:
        draft.note(here, "a trooper can't aim at itself; name another, or give degrees")
        return
    _check_somebody(one.aim, here, draft)
    start, end = _plan(by, draft), _plan(one.aim, draft)
    aside = 0.0 if one.tip is None else radius
    if start is None or end is None or aside is None:
        return
    cos, sin = cos_sin(one.tip or 0.0)
    if math.dist((start[0] + aside * cos, start[1] + aside * sin), end) <= _SAME:
        draft.note(here, f"{quoted(one.aim)} stands straight above or below; give degrees")


def _plan(name: str, draft: Draft) -> list[float] | None:
    """Where a trooper or target stands in x and y, if that is known."""
    every = [(one.name, one.at) for one in draft.keys.trooper]
    every += [(one.name, one.at) for one in draft.keys.target]
    return next((at[:2] for stated, at in every if stated == name), None)
