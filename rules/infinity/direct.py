"""Direct templates: where they may be placed and whom they affect.

Source: Infinity CodeOne, "Template Weapons and Equipment", revision of 21 May
2020; each finding cites its heading.
"""

import math
from typing import Final

from meshes.units import cos_sin
from rules.dispute import Aim, Attack, Dispute, Trooper
from rules.infinity.margins import with_margins
from rules.verdict import AttackRuling, Citation, Exemption, Finding, Placement, Verdict
from spatial.contact import TOUCH, contact, touching
from spatial.inside import holding, lifted
from spatial.outcome import Outcome
from spatial.scene import Body, Pose, template_body
from spatial.sight import sight

DOCUMENT: Final = "Infinity CodeOne, Template Weapons and Equipment"
AREA: Final = Citation(DOCUMENT, "Area of Effect")
DIRECT: Final = Citation(DOCUMENT, "Direct Template Weapons")
COVER: Final = Citation(DOCUMENT, "Template Weapons, Scenery Elements and Total Cover")

OPENINGS: Final = {"any": 0.0, "3x3": 3.0}
"""The side of the square that must fit between blockers by reading, mm."""


def rule_attack(
    dispute: Dispute, attack: Attack, readings: dict[str, str], margins: bool
) -> AttackRuling:
    """Judge every template of an attack by itself.

    Parameters
    ----------
    dispute : Dispute
    attack : Attack
        By a trooper of the dispute.
    readings : dict of str to str
        Every reading with its choice.
    margins : bool
        Whether to ask how far each verdict is from the other one.
    """
    placements = tuple(
        _placement(dispute, attack, aim, readings, margins) for aim in attack.templates
    )
    return AttackRuling(attack.by, attack.weapon.name, attack.weapon.burst, placements)


def _placement(
    dispute: Dispute, attack: Attack, aim: Aim, readings: dict[str, str], margins: bool
) -> Placement:
    user = dispute.trooper(attack.by)
    template = dispute.templates[attack.weapon.template]
    if attack.weapon.height is not None:
        template = template.with_height(attack.weapon.height)
    swept = template.body(
        both_sides=readings["template_body"] == "both_sides",
        straight_sided=readings["template_profile"] == "straight_sided",
    )
    if template.shape == "circular":
        pose = _over_base(user, readings["direct_circle_height"])
    else:
        pose = _on_edge(dispute, user, aim)
    focus, notes = pose.at, []
    raised = lifted(dispute.scene, focus)
    if raised is not None:
        notes.append(f"the Blast Focus was {raised - focus[2]:.3f} mm inside scenery; lifted out")
        focus = (focus[0], focus[1], raised)
        pose = Pose(focus, pose.turn, pose.tilt)
    body = template_body(aim.name, swept, pose)
    illegal = _why_illegal(dispute, user, aim, template.shape == "teardrop", body)
    if illegal is not None:
        reason, citation = illegal
        return Placement(aim.name, template, body, "illegal", (reason,), citation)
    opening = OPENINGS[readings["minimum_opening"]]
    verdicts = tuple(
        _verdict(dispute, attack, trooper, body, opening, margins) for trooper in dispute.troopers
    )
    own = [
        verdict.trooper
        for verdict, trooper in zip(verdicts, dispute.troopers, strict=True)
        if verdict.outcome is not Outcome.NO and trooper.side == user.side and trooper is not user
    ]
    if own:
        notes.append(
            f"on {user.name}'s own side: {', '.join(own)}; whether the shot is cancelled "
            "isn't ruled on here"
        )
    return Placement(aim.name, template, body, "placed", (), None, verdicts, tuple(notes))


def _over_base(user: Trooper, reading: str) -> Pose:
    """A circle: over the centre of the user's base, as high as the reading says."""
    x, y, z = user.body.pose.at
    share = {"underside_of_base": 0.0, "middle_of_silhouette": 0.5, "top_of_silhouette": 1.0}
    return Pose((x, y, z + share[reading] * user.silhouette.height), user.facing)


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
    dispute: Dispute, user: Trooper, aim: Aim, teardrop: bool, body: Body
) -> tuple[str, Citation] | None:
    """What the placement breaks, in words, and the rule."""
    if aim.height > user.silhouette.height:
        return (
            f"its Blast Focus is {aim.height:g} mm up, above {user.name}'s silhouette "
            f"({user.silhouette.height:g} mm)",
            DIRECT,
        )
    inside = holding(dispute.scene, body.pose.at)
    if inside:
        return f"its Blast Focus lies inside {', '.join(inside)}", COVER
    if teardrop and touching(user.body, body, 2 * TOUCH):
        return (
            f"it passes through {user.name}'s own silhouette; {_way_out(user.body, body)}",
            DIRECT,
        )
    return None


def _way_out(user: Body, body: Body) -> str:
    """The smallest turn that takes a template out of its user's silhouette, in words."""

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


def _verdict(
    dispute: Dispute, attack: Attack, trooper: Trooper, body: Body, opening: float, margins: bool
) -> Verdict:
    """Ask the rule's questions of one trooper, in order, until one decides."""
    if trooper.name == attack.by and not attack.weapon.affects_user:
        spared = Exemption("a direct template doesn't affect its own user")
        finding = Finding("own template", Outcome.NO, spared, DIRECT)
        return Verdict(trooper.name, Outcome.NO, (finding,), dispute.slack)
    touch = contact(trooper.body, body)
    met = Outcome.YES if touch.touches else Outcome.NO
    findings = [Finding("contact", met, touch, AREA)]
    user = dispute.trooper(attack.by).body
    if touch.touches:
        seen = sight(dispute.scene, body.pose.at, trooper.body, body, touch, user, opening)
        findings.append(Finding("focus line", seen.outcome, seen, COVER))
    verdict = Verdict(trooper.name, findings[-1].outcome, tuple(findings), dispute.slack)
    if not margins:
        return verdict
    return with_margins(verdict, dispute.scene, trooper.body, body, user, opening)
