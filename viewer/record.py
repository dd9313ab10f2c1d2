"""A ruling for programs: JSON with a version and a schema."""

import json
import math
from importlib.metadata import version
from typing import Any, Final

from rules.dispute import Dispute
from rules.verdict import Exemption, Finding, Placement, Ruling, Verdict
from spatial.contact import Contact
from spatial.sight import Line, Sight

FORMAT: Final = 1


def record(ruling: Ruling, dispute: Dispute) -> dict[str, Any]:
    """Return a ruling as plain values, numbers rounded to 0.001 mm.

    Examples
    --------
    >>> from rules.ruling import rule
    >>> from rules.scenefile import read, starter
    >>> dispute = read(starter(), "starter.toml")
    >>> record(rule(dispute), dispute)["format"]
    1
    """
    return {
        "format": FORMAT,
        "scene": ruling.scene,
        "rules": ruling.rules,
        "readings": ruling.readings,
        "program": {"name": "blastfocus", "version": version("blastfocus")},
        "input_sha256": dispute.sha256,
        "files": [{"path": path, "sha256": digest} for path, digest in dispute.files],
        "notes": list(ruling.notes),
        "attacks": [
            {
                "by": attack.by,
                "weapon": attack.weapon,
                "burst": attack.burst,
                "placements": [_placement(placement) for placement in attack.placements],
            }
            for attack in ruling.attacks
        ],
    }


def dumps(ruling: Ruling, dispute: Dispute) -> str:
    """Return a ruling as JSON text, the same bytes for the same file."""
    return json.dumps(record(ruling, dispute), indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def _placement(placement: Placement) -> dict[str, Any]:
    template = placement.template
    pose = placement.body.pose
    return {
        "template": placement.name,
        "kind": template.name,
        "verified": template.verified,
        "blast_focus": _point(pose.at),
        "turn": _number(pose.turn),
        "tilt": _number(pose.tilt),
        "status": placement.status,
        "reasons": list(placement.reasons),
        "citation": None if placement.citation is None else str(placement.citation),
        "notes": list(placement.notes),
        "verdicts": [_verdict(verdict) for verdict in placement.verdicts],
    }


def _verdict(verdict: Verdict) -> dict[str, Any]:
    return {
        "trooper": verdict.trooper,
        "outcome": verdict.outcome.value,
        "margin_mm": _number(verdict.margin),
        "close_call": verdict.close_call,
        "findings": [_finding(finding) for finding in verdict.findings],
    }


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "question": finding.question,
        "outcome": finding.outcome.value,
        "margin_mm": _number(finding.margin),
        "evidence": _evidence(finding),
        "citation": {
            "document": finding.citation.document,
            "heading": finding.citation.heading,
        },
    }


def _evidence(finding: Finding) -> dict[str, Any]:
    match finding.evidence:
        case Exemption(reason=reason):
            return {"kind": "exemption", "reason": reason}
        case Contact() as touch:
            return {
                "kind": "contact",
                "gap_mm": _number(touch.gap),
                "on_silhouette": _point(touch.on_a),
                "on_template": _point(touch.on_b),
            }
        case Sight() as seen:
            return _sight(seen)
    raise TypeError(finding.evidence)


def _sight(seen: Sight) -> dict[str, Any]:
    witness = seen.witness
    return {
        "kind": "sight",
        "method": seen.method,
        "lines": seen.lines,
        "spacing_mm": _number(seen.spacing),
        "witness": witness and {**_line(witness.line), "clearance_mm": _number(witness.clearance)},
        "blockers": [
            {"piece": one.piece, "share": _number(one.share), **_line(one.line)}
            for one in seen.blockers
        ],
    }


def _line(line: Line) -> dict[str, Any]:
    return {"start": _point(line.start), "end": _point(line.end)}


def _point(point: tuple[float, float, float]) -> list[float | None]:
    return [_number(value) for value in point]


def _number(value: float | None) -> float | None:
    """Rounded to 0.001; an endless length is null, and there is no minus zero."""
    if value is None or math.isinf(value):
        return None
    return round(value, 3) + 0.0
