"""What is wrong with a table, for programs: JSON with a version."""

from typing import Any, Final

from rules.area_templates.battle import Battle
from rules.checking import Checkup
from rules.dispute import Dispute
from rules.flaw import Flaw
from rules.repairing import MeshRepair
from viewer import json_text, plain

FORMAT: Final = 1


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a checkup.

    Examples
    --------
    >>> schema()["properties"]["format"]["const"] == FORMAT
    True
    """
    return json_text.schema("check")


def record(
    found: Checkup, scene: Dispute | Battle, repairs: tuple[MeshRepair, ...] | None = None
) -> dict[str, Any]:
    """Return a checkup as plain values, numbers rounded to 0.001 mm.

    Parameters
    ----------
    found : Checkup
    scene : Dispute or Battle
    repairs : tuple of MeshRepair or None
        What was changed in copies of its mesh files; None where no copy was asked for.

    Examples
    --------
    >>> from rules.checking import check
    >>> from rules.scenefile import read, starter
    >>> dispute = read(starter(), "starter.toml")
    >>> record(check(dispute), dispute)["clean"]
    True
    """
    return {
        "format": FORMAT,
        "scene": found.scene,
        "rules": scene.rules,
        "program": json_text.program(),
        "input_sha256": scene.sha256,
        "files": json_text.files(scene.files),
        "notes": list(found.notes),
        "slit_mm": plain.number(found.slit),
        "thin_mm": plain.number(found.thin),
        "pieces": found.pieces,
        "triangles": found.triangles,
        "troopers": found.troopers,
        "clean": found.is_clean,
        "flaws": [_flaw(flaw) for flaw in found.flaws],
        "repairs": None if repairs is None else [_repair(one) for one in repairs],
    }


def dumps(
    found: Checkup, scene: Dispute | Battle, repairs: tuple[MeshRepair, ...] | None = None
) -> str:
    """Return a checkup as JSON text, the same bytes for the same file."""
    return json_text.dumps(record(found, scene, repairs))


def _repair(one: MeshRepair) -> dict[str, Any]:
    return {"file": one.written, "changes": list(one.changes), "left": list(one.left)}


def _flaw(flaw: Flaw) -> dict[str, Any]:
    return {
        "kind": flaw.kind,
        "severity": flaw.severity,
        "pieces": list(flaw.pieces),
        "at": None if flaw.at is None else plain.point(flaw.at),
        "mm": plain.number(flaw.mm),
        "count": flaw.count,
        "text": flaw.text,
        "remedy": flaw.remedy,
    }
