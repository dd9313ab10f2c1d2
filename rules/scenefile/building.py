"""Keys that fit together: troopers on their pieces, attacks by somebody there."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from meshes.mesh import MeshError
from meshes.silhouettes import Silhouette, silhouette
from meshes.templates import Template, templates
from rules.dispute import Aim, Attack, Dispute, Trooper
from rules.infinity.weapons import Weapon, weapon
from rules.readings import chosen
from rules.scenefile import pieces
from rules.scenefile.keys import AttackKeys, SceneKeys, TemplateKeys, TrooperKeys
from rules.scenefile.problems import place, refuse
from rules.verdict import RulingError
from spatial.scene import Body, Scene, trooper_body
from spatial.support import resting_height

NEVER_PRONE: Final = ("motorcycle", "tag", "vehicle", "aerial")
"""Traits of troopers that can't go prone, in any case of letters."""

LEVEL_SLACK: Final = 0.05
"""How far a floor may be off its level's height and still be that floor, mm."""


def dispute(
    keys: SceneKeys, source: str, folder: Path | None, outside: bool, sha256: str
) -> Dispute:
    """Put a scene's keys together, or raise a SceneError with all that doesn't fit."""
    found: list[str] = []
    note = _Noter(keys, found)
    _unique(keys, note)
    bodies, files = pieces.bodies(keys.scenery, folder, outside, note)
    troopers = [
        trooper
        for i, one in enumerate(keys.trooper)
        if (trooper := _trooper(one, ("trooper", i), bodies, keys, note)) is not None
    ]
    sizes = _templates(keys.templates, note)
    attacks = [
        attack
        for i, one in enumerate(keys.attack)
        if (attack := _attack(one, ("attack", i), keys, sizes, note)) is not None
    ]
    try:
        chosen(keys.rules, keys.readings)
    except RulingError as error:
        found.append(str(error))
    if keys.active is not None and keys.active not in {one.side for one in keys.trooper}:
        note(("active",), f'no trooper is on side "{keys.active}"; name a side')
    refuse(source, found)
    size = keys.table.size if keys.table else (float("inf"), float("inf"))
    return Dispute(
        name=keys.name,
        rules=keys.rules,
        slack=0.5 if keys.slack is None else keys.slack,
        active=keys.active or "",
        readings=keys.readings,
        scene=Scene((*bodies, *(trooper.body for trooper in troopers)), size),
        troopers=tuple(troopers),
        attacks=tuple(attacks),
        templates=sizes,
        sha256=sha256,
        files=tuple(files),
    )


class _Noter:
    """Collects problems, each with its place."""

    def __init__(self, keys: SceneKeys, found: list[str]) -> None:
        self.content, self.found = keys.model_dump(), found

    def __call__(self, steps: tuple[int | str, ...], problem: str) -> None:
        self.found.append(f"{place(steps, self.content)}: {problem}")


Note = Callable[[tuple[int | str, ...], str], None]


def _unique(keys: SceneKeys, note: Note) -> None:
    groups: list[list[tuple[tuple[int | str, ...], str]]] = [
        [
            *((("scenery", i, "name"), one.name) for i, one in enumerate(keys.scenery)),
            *((("trooper", i, "name"), one.name) for i, one in enumerate(keys.trooper)),
        ],
        [(("weapon", i, "name"), one.name) for i, one in enumerate(keys.weapon)],
    ]
    for k, attack in enumerate(keys.attack):
        groups.append(
            [(("attack", k, "template", i, "name"), t.name) for i, t in enumerate(attack.template)]
        )
    for group in groups:
        seen: set[str] = set()
        for steps, name in group:
            if name in seen:
                note(steps, f'"{name}" is taken; give each a name of its own')
            seen.add(name)


def _trooper(
    one: TrooperKeys, steps: tuple[int | str, ...], bodies: list[Body], keys: SceneKeys, note: Note
) -> Trooper | None:
    shape = _silhouette(one, steps, note)
    if shape is None:
        return None
    barred = [trait for trait in one.traits if trait.lower() in NEVER_PRONE]
    if one.prone and barred:
        note((*steps, "prone"), f"a {barred[0]} can't go prone; set it to false")
    if one.prone:
        shape = shape.prone()
    z = _height(one, steps, bodies, shape.diameter / 2, keys, note)
    if z is None:
        return None
    body = trooper_body(one.name, shape.solid, (one.at[0], one.at[1], z))
    return Trooper(one.name, one.side, shape, one.facing, body)


def _silhouette(one: TrooperKeys, steps: tuple[int | str, ...], note: Note) -> Silhouette | None:
    if not isinstance(one.silhouette, str):
        return Silhouette("custom", one.silhouette.diameter, one.silhouette.height)
    if one.silhouette.upper() == "SX":
        note((*steps, "silhouette"), "SX is a prone trooper; give its own and prone = true")
        return None
    try:
        return silhouette(one.silhouette)
    except MeshError as error:
        note((*steps, "silhouette"), str(error))
        return None


def _height(
    one: TrooperKeys,
    steps: tuple[int | str, ...],
    bodies: list[Body],
    radius: float,
    keys: SceneKeys,
    note: Note,
) -> float | None:
    """The height of a trooper's base: stated, of a floor, or of what is under it."""
    if len(one.at) == 3:
        if one.on is not None or one.level is not None:
            note((*steps, "at"), "has a height, and so has `on`; give one of them")
        return one.at[2]
    at = (one.at[0], one.at[1])
    if one.on is None:
        if one.level is not None:
            note((*steps, "level"), "needs `on`, the piece whose level it is")
        return max(0.0, resting_height(tuple(bodies), at, radius))
    body = next((body for body in bodies if body.name == one.on), None)
    if body is None:
        if one.on not in {piece.name for piece in keys.scenery}:
            note((*steps, "on"), f'no piece is called "{one.on}"; name one of the scenery')
        return None
    if one.level is None:
        z = resting_height((body,), at, radius)
        if z == float("-inf"):
            note((*steps, "at"), f'no part of "{one.on}" lies under its base; move it')
            return None
        return z
    if one.level >= len(body.levels):
        known = f"0 to {len(body.levels) - 1}" if body.levels else "none"
        note((*steps, "level"), f'"{one.on}" has levels {known}, got {one.level}')
        return None
    return _on_level(body, one.level, at, radius, (*steps, "at"), note)


def _on_level(
    body: Body,
    level: int,
    at: tuple[float, float],
    radius: float,
    steps: tuple[int | str, ...],
    note: Note,
) -> float | None:
    z = body.levels[level]
    if z <= body.pose.at[2]:
        # A ground floor is whatever the piece stands on, within its footprint.
        low, high = body.box[0], body.box[1]
        if low[0] <= at[0] <= high[0] and low[1] <= at[1] <= high[1]:
            return z
    elif resting_height((body,), at, radius, ceiling=z + LEVEL_SLACK) >= z - LEVEL_SLACK:
        return z
    note(steps, f'level {level} of "{body.name}" has no floor under its base; move it')
    return None


def _templates(sizes: dict[str, TemplateKeys], note: Note) -> dict[str, Template]:
    out = dict(templates())
    for name, size in sizes.items():
        steps = ("templates", name)
        circle, teardrop = size.diameter is not None, size.length is not None
        if circle == teardrop or teardrop != (size.width is not None):
            note(steps, "expected a diameter (a circle), or a length and a width (a teardrop)")
            continue
        try:
            if size.diameter is not None:
                out[name] = Template(name, "circular", size.diameter, 0.0, size.height, True)
            else:
                width, length = size.width or 0.0, size.length or 0.0
                out[name] = Template(name, "teardrop", width, length, size.height, True)
        except MeshError as error:
            note(steps, str(error))
    return out


def _attack(
    one: AttackKeys,
    steps: tuple[int | str, ...],
    keys: SceneKeys,
    sizes: dict[str, Template],
    note: Note,
) -> Attack | None:
    names = {trooper.name for trooper in keys.trooper}
    if one.by not in names:
        note((*steps, "by"), f'no trooper is called "{one.by}"; name one on the table')
    own = {row.name: Weapon(**row.model_dump()) for row in keys.weapon}
    try:
        arm = weapon(one.weapon, own)
    except RulingError as error:
        note((*steps, "weapon"), str(error))
        return None
    if arm.template not in sizes:
        known = ", ".join(sizes)
        note(
            (*steps, "weapon"),
            f'its template "{arm.template}" is not in the template set; use one of {known}, '
            f"or give its size under [templates.{arm.template}]",
        )
        return None
    if len(one.template) > arm.burst:
        note(
            (*steps, "template"),
            f"places {len(one.template)} templates, but the burst of {arm.name} is {arm.burst}; "
            "remove some",
        )
    circle = sizes[arm.template].shape == "circular"
    aims = []
    for i, aim in enumerate(one.template):
        here = (*steps, "template", i)
        if isinstance(aim.aim, str) and (aim.aim not in names or aim.aim == one.by):
            whom = "itself" if aim.aim == one.by else f'"{aim.aim}", who is not on the table'
            note((*here, "aim"), f"aims at {whom}; name another trooper, or give degrees")
        if circle:
            for key in ("tip", "tilt", "height", "aim"):
                if key in aim.model_fields_set:
                    note((*here, key), "a circle lies over its user's base; remove this")
        elif aim.aim is None:
            note((*here, "aim"), "is missing; give a trooper's name, or degrees")
        aims.append(Aim(aim.name, aim.aim, aim.tip, aim.tilt, aim.height))
    return Attack(one.by, arm, tuple(aims))
