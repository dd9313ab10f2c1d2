"""From the keys of an attack to its weapon, its templates and where they are aimed."""

from meshes.mesh import MeshError
from meshes.templates import Template, templates
from rules.dispute import Aim, Attack
from rules.infinity.weapons import Weapon, weapon, weapons
from rules.scenefile.draft import Draft
from rules.scenefile.keys import AimKeys, AttackKeys, TemplateKeys
from rules.scenefile.places import Steps, quoted
from rules.scenefile.problems import nearest
from rules.verdict import RulingError


def template_set(draft: Draft) -> dict[str, Template]:
    """Return the templates by name: the scene's own sizes over the default ones.

    Of a default template a scene may state one number alone. A size is verified
    where the scene states the whole outline.
    """
    out = dict(templates())
    for name, size in draft.keys.templates.items():
        steps: Steps = ("templates", name)
        problem = _outline_problem(size, out.get(name))
        if problem is not None:
            draft.note(steps, problem)
            continue
        try:
            out[name] = _sized(name, size, out.get(name))
        except MeshError as error:
            draft.note(steps, str(error).removeprefix(f"template {name}: "))
    return out


def _outline_problem(size: TemplateKeys, default: Template | None) -> str | None:
    circle = size.diameter is not None
    teardrop = size.length is not None or size.width is not None
    whole = circle or (size.length is not None and size.width is not None)
    if circle and teardrop:
        return "expected a diameter (a circle), or a length and a width (a teardrop), not both"
    if default is None:
        need = "expected a diameter (a circle), or a length and a width (a teardrop)"
        return None if whole else need
    if circle and default.shape == "teardrop":
        return "is a teardrop: give its length and width, not a diameter"
    if teardrop and default.shape == "circular":
        return "is a circle: give its diameter, not a length or width"
    return None


def _sized(name: str, size: TemplateKeys, default: Template | None) -> Template:
    if size.diameter is not None:
        return Template(name, "circular", size.diameter, 0.0, size.height, True)
    if size.length is not None and size.width is not None:
        return Template(name, "teardrop", size.width, size.length, size.height, True)
    if default is None:
        raise TypeError(f"template {name} has no outline")
    width = default.width if size.width is None else size.width
    length = default.length if size.length is None else size.length
    height = default.height if size.height is None else size.height
    return Template(name, default.shape, width, length, height, default.verified)


def attacks(draft: Draft, sizes: dict[str, Template]) -> list[Attack]:
    """Put every attack together.

    Parameters
    ----------
    draft : Draft
        Takes note of each problem.
    sizes : dict of str to Template
        The template set.
    """
    own = {row.name: Weapon(**row.model_dump()) for row in draft.keys.weapon}
    stated = draft.content.get("templates")
    faulty = list(stated) if isinstance(stated, dict) else []
    for i, row in enumerate(draft.keys.weapon):
        if row.template not in sizes and row.template not in faulty:
            draft.note(("weapon", i, "template"), _no_template(row.template, sizes))
    made = []
    for i, one in enumerate(draft.keys.attack):
        steps: Steps = ("attack", i)
        _check_trooper(one.by, (*steps, "by"), draft)
        arm = _weapon(one, steps, own, draft)
        if arm is not None and len(one.template) > arm.burst:
            placed = f"places {len(one.template)} templates, more than the burst of {arm.burst}"
            draft.note((*steps, "template"), f"{placed} of {arm.name}; remove some")
        template = sizes.get(arm.template) if arm is not None else None
        aims = [
            _aim(aim, one.by, (*steps, "template", k), template, draft)
            for k, aim in enumerate(one.template)
        ]
        if arm is not None and template is not None:
            made.append(Attack(one.by, arm, tuple(aims)))
    return made


def _check_trooper(name: str, steps: Steps, draft: Draft) -> None:
    known = draft.stated("trooper")
    if name not in known:
        draft.note(steps, f"no trooper is called {quoted(name)}; {nearest(name, known)}")


def _no_template(name: str, sizes: dict[str, Template]) -> str:
    given = f"or give its size under [templates.{name}]"
    return f"there is no template {quoted(name)}; use one of {', '.join(sizes)}, {given}"


def _weapon(one: AttackKeys, steps: Steps, own: dict[str, Weapon], draft: Draft) -> Weapon | None:
    # A weapon whose own description is faulty is known, but not yet what it does.
    faulty = [name for name in draft.stated("weapon") if name not in own]
    if any(one.weapon == name or one.weapon.startswith(f"{name} (") for name in faulty):
        return None
    try:
        return weapon(one.weapon, own)
    except RulingError:
        hint = nearest(one.weapon, [*own, *weapons()])
        further = " Or" if hint.endswith("?") else "; or"
        problem = f"no weapon is called {quoted(one.weapon)}; {hint}{further}"
        draft.note((*steps, "weapon"), f"{problem} describe it in [[weapon]]")
        return None


def _aim(one: AimKeys, by: str, steps: Steps, template: Template | None, draft: Draft) -> Aim:
    if isinstance(one.aim, str):
        if one.aim == by:
            problem = "a trooper can't aim at itself; name another, or give degrees"
            draft.note((*steps, "aim"), problem)
        else:
            _check_trooper(one.aim, (*steps, "aim"), draft)
            if one.tip is None and _plan(one.aim, draft) == _plan(by, draft) is not None:
                problem = f"{quoted(one.aim)} stands straight above or below; give degrees"
                draft.note((*steps, "aim"), problem)
    if template is not None and template.shape == "circular":
        for key in ("aim", "tip", "tilt", "height"):
            if key in one.model_fields_set:
                draft.note((*steps, key), "a circle lies over its user's base; remove this")
    elif template is not None and one.aim is None:
        draft.note((*steps, "aim"), "is missing; give a trooper's name, or degrees")
    return Aim(one.name, one.aim, one.tip, one.tilt, one.height)


def _plan(name: str, draft: Draft) -> list[float] | None:
    """Where a trooper stands in x and y, if that is known."""
    return next((one.at[:2] for one in draft.keys.trooper if one.name == name), None)
