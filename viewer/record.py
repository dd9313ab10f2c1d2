"""A ruling for programs: JSON with a version and a schema."""

import math
from typing import Any, Final

from rules.dispute import Dispute
from rules.verdict import Ruling
from spatial.footing import Footing
from viewer import json_text, plain
from viewer.attack_record import attack

FORMAT: Final = 1


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a ruling.

    Examples
    --------
    >>> schema()["properties"]["format"]["const"] == FORMAT
    True
    """
    return json_text.schema("ruling")


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
        "slack_mm": plain.number(dispute.slack),
        "program": json_text.program(),
        "input_sha256": dispute.sha256,
        "files": json_text.files(dispute.files),
        "notes": list(ruling.notes),
        "troopers": [
            {
                "trooper": one.trooper,
                "side": one.side,
                "silhouette": one.silhouette,
                "at": plain.point(one.at),
                "on": list(one.on),
                "faults": list(one.faults),
                "notes": list(one.notes),
                "remedy": one.remedy,
                "footing": one.footing and _footing(one.footing),
            }
            for one in ruling.stances
        ],
        "attacks": [attack(one) for one in ruling.attacks],
    }


def dumps(ruling: Ruling, dispute: Dispute) -> str:
    """Return a ruling as JSON text, the same bytes for the same file."""
    return json_text.dumps(record(ruling, dispute))


def _footing(found: Footing) -> dict[str, Any]:
    level = found.level and {"piece": found.level[0], "number": found.level[1]}
    return {
        "level": level,
        "share": plain.number(found.share),
        "centred": found.centred,
        "over": found.over,
        "overhang_mm": plain.number(found.overhang),
        "slope": plain.number(found.slope),
        "lean": plain.number(found.lean),
        "headroom_mm": plain.number(found.headroom) if math.isfinite(found.headroom) else None,
        "pierced": [{"piece": name, "depth_mm": plain.number(mm)} for name, mm in found.pierced],
        "overlaps": [
            {"trooper": name, "depth_mm": plain.number(mm)} for name, mm in found.overlaps
        ],
    }
