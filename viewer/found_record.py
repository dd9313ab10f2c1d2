"""A search's catches for programs: JSON with a version."""

from typing import Any, Final

from rules.catching import Catch, Catches, Shortfall
from rules.dispute import Aim, Dispute
from viewer import json_text, plain

FORMAT: Final = 1


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a search's catches.

    Examples
    --------
    >>> schema()["properties"]["format"]["const"] == FORMAT
    True
    """
    return json_text.schema("found")


def record(found: Catches, dispute: Dispute) -> dict[str, Any]:
    """Return what a search found as plain values.

    Examples
    --------
    >>> from rules.scenefile import read, starter
    >>> from rules.search import find
    >>> dispute = read(starter(), "starter.toml")
    >>> made = record(find(dispute, "Beta", "Grenades"), dispute)
    >>> made["catches"][1]["placement"], made["catches"][1]["caught"]
    ({'on': '2'}, ['1', '2', '3'])
    """
    how = found.thoroughness
    return {
        "format": FORMAT,
        "scene": found.scene,
        "rules": found.rules,
        "readings": dict(found.readings),
        "program": json_text.program(),
        "input_sha256": dispute.sha256,
        "files": json_text.files(dispute.files),
        "notes": list(found.notes),
        "citations": [plain.citation(one) for one in found.citations],
        "by": found.by,
        "weapon": found.weapon,
        "burst": found.burst,
        "placed": found.placed,
        "template": found.template.name,
        "hit": list(found.hit),
        "spare": list(found.spare),
        "allies": list(found.allies),
        "enemies": list(found.enemies),
        "catches": [_catch(one, found) for one in found.catches],
        "together": list(found.together),
        "shortfall": found.shortfall and _shortfall(found.shortfall),
        "search": {
            "kind": how.kind,
            "tried": how.tried,
            "places": how.places,
            "rim_mm": plain.number(how.rim),
            "rise_mm": plain.number(how.rise),
            "turn": plain.number(how.turn),
            "tilt": plain.number(how.tilt),
            "unsure": [list(names) for names in how.unsure],
        },
    }


def dumps(found: Catches, dispute: Dispute) -> str:
    """Return what a search found as JSON text, the same bytes for the same file."""
    return json_text.dumps(record(found, dispute))


def _catch(one: Catch, found: Catches) -> dict[str, Any]:
    return {
        "caught": list(one.caught),
        "others": list(one.others),
        "holds_hit": one in found.fitting,
        "part_of_larger": found.is_part(one),
        "placement": _placement(one.aim),
        "room_mm": plain.number(one.room),
        "turn_clockwise": plain.number(one.turn[0]) if one.turn else None,
        "turn_counter_clockwise": plain.number(one.turn[1]) if one.turn else None,
    }


def _placement(aim: Aim) -> dict[str, Any]:
    """Its keys in a scene file, lengths in mm."""
    if aim.on:
        return {"on": aim.on}
    if aim.tip is None or not isinstance(aim.aim, float):
        return {}
    return {
        "aim": plain.number(aim.aim),
        "tip": plain.number(aim.tip),
        "tilt": plain.number(aim.tilt),
        "height_mm": plain.number(aim.height),
    }


def _shortfall(short: Shortfall) -> dict[str, Any]:
    return {
        "wanted": list(short.wanted),
        "by_mm": plain.number(short.by),
        "placement": _placement(short.aim),
        "missed": list(short.missed),
        "touched": list(short.touched),
    }
