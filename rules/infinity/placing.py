"""Where a template comes to lie, and whether it may.

Source: Infinity CodeOne, Template Weapons and Equipment, "Types of Templates" and
"Direct Template Weapons".
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from meshes.mesh import Mesh
from meshes.solids import Cylinder, SweptBall
from meshes.templates import Template
from meshes.units import cos_sin
from rules.dispute import Aim, Attack, Dispute, Trooper
from rules.infinity.citations import ALLIES, COVER, DIRECT
from rules.infinity.sides import is_spared, whose
from rules.verdict import Citation
from spatial.contact import TOUCH, touching
from spatial.inside import holding, lifted
from spatial.scene import Body, Pose, trooper_body

_CENTRES: Final = {"underside_of_base": 0.0, "middle_of_silhouette": 0.5, "top_of_silhouette": 1.0}
_POINT: Final = Cylinder(1.0, 2.0)


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """A template in its place, before anybody is judged.

    Parameters
    ----------
    name : str
    by : str
        Its user.
    template : Template
    body : Body
        Its Blast Focus is at ``body.pose.at``.
    origin : Body
        Whose silhouette the Blast Focus lies at: a face through the focus blocks
        what leaves on its other side. Of a circle on a point, a dot on that point.
    illegal : tuple of (reason, Citation), or None
        What the placement breaks, in words, and the rule.
    notes : tuple of str
    is_through_user : bool
        Whether it is illegal because it passes through its user's silhouette.
    """

    name: str
    by: str
    template: Template
    body: Body
    origin: Body
    illegal: tuple[str, Citation] | None = None
    notes: tuple[str, ...] = ()
    is_through_user: bool = False


def place(dispute: Dispute, attack: Attack, aim: Aim, readings: Mapping[str, str]) -> Shot:
    """Put one template of an attack in its place, and say whether it may lie there.

    Parameters
    ----------
    dispute : Dispute
    attack : Attack
        With a template weapon.
    aim : Aim
        One of its own, or any other.
    readings : mapping of str to str
        Every reading with its choice.

    Returns
    -------
    Shot

    Examples
    --------
    >>> from rules.readings import chosen
    >>> from rules.scenefile import read, starter
    >>> dispute = read(starter(), "starter.toml")
    >>> shot = place(
    ...     dispute, dispute.attacks[0], Aim("A", 0.0, height=20), chosen(dispute.rules, {})
    ... )
    >>> shot.body.pose.at, shot.illegal
    ((112.5, 200.0, 20.0), None)
    """
    user = dispute.trooper(attack.by)
    template, swept = template_of(dispute, attack), swept_of(dispute, attack, readings)
    pose, origin = _pose(dispute, attack, aim, template, readings)
    notes = []
    raised = lifted(dispute.scene, pose.at)
    if raised is not None:
        x, y, z = pose.at
        notes.append(f"the Blast Focus was {raised - z:.3f} mm inside scenery; lifted out")
        pose = Pose((x, y, raised), pose.turn, pose.tilt)
    mesh = _solid(swept).moved(pose.rotation, pose.at)
    body = Body(aim.name, "template", mesh, pose, swept)
    illegal = _why_illegal(dispute, attack, aim, body, readings)
    through = (
        illegal is None and template.shape == "teardrop" and touching(user.body, body, 2 * TOUCH)
    )
    if through:
        illegal = f"it passes through {user.name}'s own silhouette", DIRECT
    return Shot(aim.name, user.name, template, body, origin, illegal, tuple(notes), through)


@lru_cache(maxsize=64)
def _solid(swept: SweptBall) -> Mesh:
    """A template's mesh in its own frame: a search places one template many times."""
    return swept.mesh()


def template_of(dispute: Dispute, attack: Attack) -> Template:
    """Return the template of an attack's weapon, as high as its ammunition says.

    Raises
    ------
    TypeError
        If it has none.

    Examples
    --------
    >>> from rules.scenefile import read, starter
    >>> dispute = read(starter(), "starter.toml")
    >>> template_of(dispute, dispute.attacks[0]).name
    'small_teardrop'
    """
    if attack.weapon.template is None:
        raise TypeError(f"{attack.weapon.name} has no template")
    template = dispute.templates[attack.weapon.template]
    if attack.weapon.height is None:
        return template
    return template.with_height(attack.weapon.height)


def swept_of(dispute: Dispute, attack: Attack, readings: Mapping[str, str]) -> SweptBall:
    """Return the solid of an attack's template in its own frame, as the readings have it."""
    return template_of(dispute, attack).body(
        both_sides=readings["template_body"] == "both_sides",
        straight_sided=readings["template_profile"] == "straight_sided",
    )


def _pose(
    dispute: Dispute, attack: Attack, aim: Aim, template: Template, readings: Mapping[str, str]
) -> tuple[Pose, Body]:
    user = dispute.trooper(attack.by)
    if aim.at is not None:
        return Pose(aim.at), trooper_body(user.name, _POINT, aim.at)
    if aim.on:
        main = dispute.trooper(aim.on)
        return _over_base(main, readings["impact_circle_centre"]), main.body
    if template.shape == "circular":
        return _over_base(user, readings["direct_circle_height"]), user.body
    return _on_edge(dispute, user, aim), user.body


def _over_base(one: Trooper, reading: str) -> Pose:
    """A circle: over the centre of a base, as high as the reading says."""
    x, y, z = one.body.pose.at
    return Pose((x, y, z + _CENTRES[reading] * one.silhouette.height), one.facing)


def _on_edge(dispute: Dispute, user: Trooper, aim: Aim) -> Pose:
    """A teardrop: its narrow end on the edge of the user's silhouette."""
    x, y, z = user.body.pose.at
    target = dispute.trooper(aim.aim).body.pose.at if isinstance(aim.aim, str) else None
    if aim.tip is not None:
        tip = aim.tip
    elif target is not None:
        tip = math.degrees(math.atan2(target[1] - y, target[0] - x))
    else:
        tip = float(aim.aim or 0.0)
    cos, sin = cos_sin(tip)
    radius = user.silhouette.diameter / 2
    at = (x + radius * cos, y + radius * sin, z + aim.height)
    if aim.tip is not None and target is not None:
        turn = math.degrees(math.atan2(target[1] - at[1], target[0] - at[0]))
    else:
        turn = tip if target is not None else float(aim.aim or 0.0)
    return Pose(at, turn, aim.tilt)


def _why_illegal(
    dispute: Dispute, attack: Attack, aim: Aim, body: Body, readings: Mapping[str, str]
) -> tuple[str, Citation] | None:
    """What the placement breaks, in words, and the rule."""
    user = dispute.trooper(attack.by)
    if not attack.against:
        refused = why_refused(dispute, attack, aim.on or aim.aim)
        if refused is not None:
            return refused, ALLIES
    if aim.height > user.silhouette.height:
        return (
            f"its Blast Focus is {aim.height:g} mm up, above {user.name}'s silhouette "
            f"({user.silhouette.height:g} mm)",
            DIRECT,
        )
    if aim.tilt != 0 and readings["tilt"] == "level_only":
        return (
            f"it is tilted by {aim.tilt:g} degrees; as the rules are read here it may not",
            DIRECT,
        )
    inside = holding(dispute.scene, body.pose.at)
    if inside:
        return f"its Blast Focus lies inside {', '.join(inside)}", COVER
    return None


def why_refused(dispute: Dispute, attack: Attack, name: str | float | None) -> str | None:
    """Return why an attack may not be declared at somebody; None where it may.

    Source: Infinity CodeOne, Template Weapons and Equipment, "Template Weapons, and Allied
    and Neutral Troopers".

    Parameters
    ----------
    dispute : Dispute
    attack : Attack
    name : str, float or None
        Anything but a trooper's name is no declaration.

    Returns
    -------
    str or None
        A clause without a full stop.
    """
    if not isinstance(name, str) or not attack.weapon.harms:
        return None
    user, other = dispute.trooper(attack.by), dispute.trooper(name)
    if other is user or not is_spared(dispute, user, other):
        return None
    return f"it is declared at {name}, who is {whose(dispute, user, other)}"


def way_out(user: Body, body: Body) -> str:
    """Return in words the smallest turn that takes a template out of its user's silhouette."""

    def out(degrees: float) -> bool:
        return not touching(user, body.turned(degrees), 2 * TOUCH)

    turns = []
    for sign, name in ((1.0, "counter-clockwise"), (-1.0, "clockwise")):
        far = next((step for step in range(5, 181, 5) if out(sign * step)), None)
        if far is None:
            continue
        low, high = far - 5.0, float(far)
        while high - low > 0.05:
            middle = (low + high) / 2
            low, high = (low, middle) if out(sign * middle) else (middle, high)
        turns.append((high, name))
    if not turns:
        return "no turn about its narrow end takes it out"
    high, name = min(turns)
    return f"turned {high:.1f} degrees {name} it would not"
