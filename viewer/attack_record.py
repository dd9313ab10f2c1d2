"""An attack's ruling as plain JSON values."""

from typing import Any

from rules.verdict import (
    AttackRuling,
    Dodge,
    Engagement,
    Exemption,
    Finding,
    Modifier,
    Placement,
    Remark,
    Search,
    Verdict,
)
from spatial.contact import Contact
from spatial.evidence import LineOfFire, Sight
from viewer import plain


def attack(one: AttackRuling) -> dict[str, Any]:
    """Return an attack's ruling as plain values, numbers rounded to 0.001 mm.

    Examples
    --------
    >>> from rules.ruling import rule
    >>> from rules.scenefile import read, starter
    >>> (one,) = rule(read(starter(), "starter.toml"), margins=False).attacks
    >>> [verdict["outcome"] for verdict in attack(one)["placements"][0]["verdicts"]]
    ['NO', 'YES', 'NO', 'NO', 'NO']
    """
    return {
        "by": one.by,
        "weapon": one.weapon,
        "burst": one.burst,
        "placed": one.placed,
        "against": list(one.against),
        "remarks": _remarks(one.remarks),
        "modifiers": [_modifier(modifier) for modifier in one.modifiers],
        "triggers": [_verdict(verdict) for verdict in one.triggers],
        "placements": [_placement(placement) for placement in one.placements],
        "dodges": [_dodge(dodge) for dodge in one.dodges],
    }


def _placement(placement: Placement) -> dict[str, Any]:
    template = placement.template
    pose = placement.body.pose
    return {
        "template": placement.name,
        "set_off_by": placement.set_off_by or None,
        "kind": template.name,
        "verified": template.verified,
        "blast_focus": plain.point(pose.at),
        "turn": plain.number(pose.turn),
        "tilt": plain.number(pose.tilt),
        "status": placement.status,
        "reasons": list(placement.reasons),
        "citation": placement.citation and plain.citation(placement.citation),
        "notes": list(placement.notes),
        "verdicts": [_verdict(verdict) for verdict in placement.verdicts],
    }


def _verdict(verdict: Verdict) -> dict[str, Any]:
    return {
        "trooper": verdict.trooper,
        "outcome": verdict.outcome.value,
        **plain.margin(verdict.margin),
        "turn": plain.number(verdict.turn),
        "rise_mm": plain.number(verdict.rise),
        "close_call": verdict.close_call,
        "findings": [_finding(finding) for finding in verdict.findings],
        "remarks": _remarks(verdict.remarks),
    }


def _dodge(one: Dodge) -> dict[str, Any]:
    return {
        "trooper": one.trooper,
        "when": one.when,
        "modifier": one.modifier,
        "normal": one.is_normal,
        "templates": list(one.templates),
        "finding": _finding(one.finding),
        "citation": plain.citation(one.citation),
        "remarks": _remarks(one.remarks),
    }


def _modifier(one: Modifier) -> dict[str, Any]:
    return {
        "against": one.against,
        "parts": [{"name": name, "value": value} for name, value in one.parts],
        "total": one.total,
        "citation": plain.citation(one.citation),
    }


def _remarks(remarks: tuple[Remark, ...]) -> list[dict[str, Any]]:
    return [{"text": one.text, "citation": plain.citation(one.citation)} for one in remarks]


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "question": finding.question,
        "outcome": finding.outcome.value,
        **plain.margin(finding.margin),
        "evidence": _evidence(finding),
        "citation": plain.citation(finding.citation),
    }


def _evidence(finding: Finding) -> dict[str, Any]:
    match finding.evidence:
        case Exemption(reason=reason):
            return {"kind": "exemption", "reason": reason}
        case Contact() as touch:
            return {
                "kind": "contact",
                "gap_mm": plain.number(touch.gap),
                "on_silhouette": plain.point(touch.on_a),
                "on_template": plain.point(touch.on_b),
            }
        case Sight() as seen:
            return {
                "kind": "sight",
                "method": seen.method,
                "lines": seen.lines,
                "witness": plain.witness(seen.witness),
                "blockers": [plain.blocker(one) for one in seen.blockers],
            }
        case LineOfFire() as seen:
            return {
                "kind": "line of fire",
                "method": seen.method,
                "certified": seen.is_certified,
                "witness": plain.witness(seen.witness),
                "blockers": [plain.blocker(one) for one in seen.blockers],
                "spacing_mm": plain.number(seen.spacing),
            }
        case Engagement() as melee:
            return {
                "kind": "close combat",
                "through": list(melee.through),
                "group": list(melee.group),
                "declared": melee.is_declared,
            }
        case Search() as search:
            return {
                "kind": "search",
                "tried": search.tried,
                "spacing_mm": plain.number(search.spacing),
                "turn": plain.number(search.turn),
                "hidden_places": search.hidden,
                "blockers": [plain.blocker(one) for one in search.blockers],
                "stopped_by": list(search.stopped_by),
                "in_area": search.in_area,
            }
    raise TypeError(finding.evidence)
