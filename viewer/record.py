"""A ruling for programs: JSON with a version and a schema."""

import json
import math
from importlib.resources import files
from typing import Any, Final

from rules.dispute import Dispute
from rules.verdict import Citation, Exemption, Finding, Margin, Placement, Ruling, Verdict
from spatial.contact import Contact
from spatial.evidence import Line, Sight

FORMAT: Final = 1


def version() -> str:
    """Return the program's version; of a checkout that isn't installed, that it has none."""
    # Looked up when it is asked for: the look-up takes as long as many a ruling.
    from importlib import metadata

    try:
        return metadata.version("blastfocus")
    except metadata.PackageNotFoundError:
        return "not installed"


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a ruling.

    Examples
    --------
    >>> schema()["properties"]["format"]["const"] == FORMAT
    True
    """
    text = files("viewer").joinpath("data/ruling.schema.json").read_text("utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded


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
        "slack_mm": _number(dispute.slack),
        "program": {"name": "blastfocus", "version": version()},
        "input_sha256": dispute.sha256,
        "files": [{"path": path, "sha256": digest} for path, digest in dispute.files],
        "notes": list(ruling.notes),
        "troopers": [
            {
                "trooper": one.trooper,
                "side": one.side,
                "silhouette": one.silhouette,
                "at": _point(one.at),
                "on": list(one.on),
                "faults": list(one.faults),
            }
            for one in ruling.stances
        ],
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
    """Return a ruling as JSON text, the same bytes for the same file.

    In ASCII, names escaped where they need it, so that no terminal's or
    shell's encoding can spoil it.
    """
    return json.dumps(record(ruling, dispute), indent=2, allow_nan=False) + "\n"


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
        "citation": placement.citation and _citation(placement.citation),
        "notes": list(placement.notes),
        "verdicts": [_verdict(verdict) for verdict in placement.verdicts],
    }


def _verdict(verdict: Verdict) -> dict[str, Any]:
    return {
        "trooper": verdict.trooper,
        "outcome": verdict.outcome.value,
        **_margin(verdict.margin),
        "turn": _number(verdict.turn),
        "rise_mm": _number(verdict.rise),
        "close_call": verdict.close_call,
        "findings": [_finding(finding) for finding in verdict.findings],
    }


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "question": finding.question,
        "outcome": finding.outcome.value,
        **_margin(finding.margin),
        "evidence": _evidence(finding),
        "citation": _citation(finding.citation),
    }


def _margin(margin: Margin | None) -> dict[str, float | None]:
    if margin is None:
        return {"margin_mm": None, "margin_toward": None}
    return {"margin_mm": _number(margin.mm), "margin_toward": _number(margin.toward)}


def _citation(citation: Citation) -> dict[str, str]:
    return {"document": citation.document, "heading": citation.heading}


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
        "witness": witness
        and {
            **_line(witness.line),
            "clearance_mm": _number(witness.clearance),
            "width_mm": _number(witness.width),
        },
        "blockers": [
            {
                "piece": one.piece,
                "share": _number(one.share),
                "needed": one.needed,
                "alone": one.alone,
                **_line(one.line),
            }
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
