"""What is wrong with a table, for programs: JSON with a version."""

import json
from importlib.resources import files
from typing import Any, Final

from rules.area_templates.battle import Battle
from rules.checking import Checkup
from rules.dispute import Dispute
from rules.flaw import Flaw
from rules.repairing import MeshRepair
from viewer import plain
from viewer.record import version

FORMAT: Final = 1


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a checkup.

    Examples
    --------
    >>> schema()["properties"]["format"]["const"] == FORMAT
    True
    """
    text = files("viewer").joinpath("data/check.schema.json").read_text("utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded


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
        "program": {"name": "blastfocus", "version": version()},
        "input_sha256": scene.sha256,
        "files": [{"path": path, "sha256": digest} for path, digest in scene.files],
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
    """Return a checkup as JSON text in ASCII, the same bytes for the same file."""
    return json.dumps(record(found, scene, repairs), indent=2, allow_nan=False) + "\n"


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
