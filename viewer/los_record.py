"""Lines of fire for programs: JSON with a version."""

from typing import Any, Final

from rules.area_templates.battle import Battle
from rules.dispute import Dispute
from rules.sighting import Cover, Sighting, Sightings
from viewer import json_text, plain

FORMAT: Final = 1


def schema() -> dict[str, Any]:
    """Return the JSON Schema of lines of fire.

    Examples
    --------
    >>> schema()["properties"]["format"]["const"] == FORMAT
    True
    """
    return json_text.schema("los")


def record(found: Sightings, scene: Dispute | Battle) -> dict[str, Any]:
    """Return lines of fire as plain values, numbers rounded to 0.001 mm.

    Examples
    --------
    >>> from rules.lines_of_fire import between
    >>> from rules.scenefile import read, starter
    >>> dispute = read(starter(), "starter.toml")
    >>> made = record(between(dispute, "Beta", "1", margin=False), dispute)
    >>> made["lines_of_fire"][0]["outcome"]
    'YES'
    """
    return {
        "format": FORMAT,
        "scene": found.scene,
        "rules": found.rules,
        "readings": dict(found.readings),
        "slack_mm": plain.number(scene.slack),
        "program": json_text.program(),
        "input_sha256": scene.sha256,
        "files": json_text.files(scene.files),
        "notes": list(found.notes),
        "troopers": list(found.troopers),
        "lines_of_fire": [_sighting(one) for one in found.sightings],
    }


def dumps(found: Sightings, scene: Dispute | Battle) -> str:
    """Return lines of fire as JSON text, the same bytes for the same file."""
    return json_text.dumps(record(found, scene))


def _sighting(one: Sighting) -> dict[str, Any]:
    fire = one.fire
    return {
        "viewer": one.viewer,
        "target": one.target,
        "outcome": one.outcome.value,
        "method": fire.method,
        "certified": fire.is_certified,
        **plain.margin(one.margin),
        "close_call": one.close_call,
        "by_reciprocity": one.is_returned,
        "witness": plain.witness(fire.witness),
        "part_mm": plain.number(fire.part),
        "part_needed_mm": plain.number(one.needed),
        "too_small": fire.too_small,
        "hidden": plain.number(fire.hidden),
        "blockers": [plain.blocker(blocker) for blocker in fire.blockers],
        "spacing_mm": plain.number(fire.spacing),
        "points": fire.points,
        "patches": fire.patches,
        "partial_cover": one.cover and _cover(one.cover),
        "citation": plain.citation(one.citation),
    }


def _cover(cover: Cover) -> dict[str, Any]:
    return {
        "outcome": cover.outcome.value,
        "pieces": [{"piece": name, "share": plain.number(share)} for name, share in cover.pieces],
        "touches": list(cover.touches),
    }
