"""A log as JSON: its form, and the schema that says it."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rules.area_templates.battle import Battle
from rules.area_templates.log import run
from rules.area_templates.state import Thing
from rules.scenefile import load, read
from rules.scenefile import schema as scene_schema
from viewer.log_record import dumps, record, schema

jsonschema = pytest.importorskip("jsonschema")

SCENES = Path(__file__).resolve().parents[2] / "scenes" / "area-templates"
NAMES = sorted(path.stem for path in SCENES.glob("*.toml"))


def battle(name: str) -> Battle:
    made = load(SCENES / f"{name}.toml")
    assert isinstance(made, Battle)
    return made


def recorded(name: str) -> dict[str, Any]:
    one = battle(name)
    made: dict[str, Any] = json.loads(dumps(run(one), one))
    return made


def errors(instance: Any) -> list[str]:
    checker = jsonschema.Draft202012Validator(schema())
    return [error.message for error in checker.iter_errors(instance)]


def test_the_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(schema())


@pytest.mark.parametrize("name", NAMES)
def test_every_scenes_log_keeps_to_the_schema(name: str) -> None:
    made = recorded(name)
    assert errors(made) == []
    assert len(made["events"]) == len(battle(name).events)


def test_a_log_says_what_was_derived_by_hand() -> None:
    made = recorded("blast-scatter")
    assert made["rules"] == "area-templates"
    assert made["readings"]["under"] == "overlap"
    second = made["events"][1]
    assert (second["kind"], second["status"]) == ("blast", "resolved")
    scatter = second["findings"][-1]["evidence"]
    assert scatter == {
        "kind": "scatter",
        "roll": {"criticals": 0, "successes": 2, "blanks": 0, "added_criticals": 1},
        "way": "away",
        "start": [200.0, 150.0, 0.0],
        "end": [250.0, 150.0, 0.0],
        "rolled_mm": 50.0,
        "moved_mm": 50.0,
        "stopped_by": None,
        "past_mm": 0.0,
    }
    one = second["verdicts"][2]
    assert (one["trooper"], one["outcome"], one["margin_mm"]) == ("1", "YES", 43.3)
    assert (one["criticals"], one["close_call"], one["defense_dice"]) == (1, False, [])
    under = one["findings"][0]
    assert under["evidence"] == {
        "kind": "within",
        "area": "blast 2",
        "part": "overlap",
        "depth_mm": 43.3,
        "sideways_mm": 43.3,
    }
    assert under["citation"] == {"document": "Area Templates", "heading": "Blast Template"}


def test_the_state_after_each_event_is_there() -> None:
    made = recorded("smoke-grows")
    assert made["start"]["things"] == [{"name": "barrel", "at": [203.2, 152.4, 0.0]}]
    counts = [[t["count"] for t in e["after"]["tokens"]] for e in made["events"]]
    assert counts == [[1], [3], [2], [3], [0], [0], [1], [1]]
    diameters = [[a["diameter_mm"] for a in e["after"]["areas"]] for e in made["events"]]
    assert diameters == [[25.4], *([[76.2]] * 6), []]
    assert [e["after"]["turn"] for e in made["events"]] == [1, 1, 1, 1, 1, 2, 2, 2]
    noisy = recorded("noise")["events"][0]["after"]["noises"]
    assert noisy == [{"event": 1, "centre": [230.0, 150.0, 0.0]}]


def test_the_same_file_gives_the_same_bytes() -> None:
    one = battle("flare")
    assert dumps(run(one), one) == dumps(run(one), one)


def test_a_name_beyond_ascii_is_escaped_not_lost() -> None:
    one = battle("smoke-grows")
    start = replace(one.start, things=(*one.start.things, Thing("fût", (1.0, 2.0, 0.0))))
    text = dumps(run(replace(one, start=start)), replace(one, start=start))
    assert text.isascii()
    assert json.loads(text)["start"]["things"][1]["name"] == "fût"


DAMAGE = {
    "a number for a name": lambda made: made["events"][0].update(kind=3),
    "an unknown key": lambda made: made["events"][0].update(zzz=1),
    "a missing key": lambda made: made["events"][0].pop("status"),
    "an outcome of its own": lambda made: made["events"][0]["verdicts"][0].update(outcome="MAYBE"),
    "another format": lambda made: made.update(format=2),
    "a place of two": lambda made: made["start"]["troopers"][0]["at"].pop(),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_the_schema_refuses(damage: str) -> None:
    made = recorded("noise")
    DAMAGE[damage](made)
    assert errors(made)


def test_the_schema_is_strict_at_every_depth() -> None:
    def tables(node: Any) -> list[dict[str, Any]]:
        if isinstance(node, list):
            return [one for part in node for one in tables(part)]
        if not isinstance(node, dict):
            return []
        return [node, *(one for part in node.values() for one in tables(part))]

    strict = [table for table in tables(schema()) if table.get("type") == "object"]
    assert len(strict) > 10
    assert all("additionalProperties" in table for table in strict)


def scene_errors(text: dict[str, Any]) -> list[str]:
    checker = jsonschema.Draft202012Validator(scene_schema())
    return [error.message for error in checker.iter_errors(text)]


def scene(**more: Any) -> dict[str, Any]:
    return {"format": 1, "name": "Test", "rules": "area-templates", **more}


@pytest.mark.parametrize(
    ("more", "right"),
    [
        ({}, True),
        ({"event": [{"kind": "end turn"}]}, True),
        ({"event": [{"kind": "end turn", "by": "A"}]}, False),
        ({"readings": {"under": "whole"}}, True),
        ({"readings": {"under": "half"}}, False),
        ({"readings": {"template_body": "above"}}, False),
        ({"attack": []}, False),
        ({"rules": "infinity-codeone", "event": []}, False),
        ({"rules": "infinity-codeone", "readings": {"under": "whole"}}, False),
        ({"rules": "infinity-codeone", "readings": {"template_body": "above"}}, True),
    ],
)
def test_the_scene_files_schema_keeps_the_games_apart(more: dict[str, Any], right: bool) -> None:
    content = scene() | more
    assert (not scene_errors(content)) is right
    text = json.dumps(content).encode()
    if right:
        assert read(text, "s.json").name == "Test"
    else:
        with pytest.raises(ValueError, match=r"s\.json: "):
            read(text, "s.json")


def test_the_record_names_its_input() -> None:
    one = battle("noise")
    made = record(run(one), one)
    assert made["input_sha256"] == one.sha256
    assert len(one.sha256) == 64
