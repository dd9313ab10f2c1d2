"""From the keys of template sizes to the templates of a scene."""

from meshes.mesh import MeshError
from meshes.templates import Template, templates
from rules.scenefile.draft import Draft
from rules.scenefile.keys import TemplateKeys
from rules.scenefile.places import Steps


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
