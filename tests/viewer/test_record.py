"""A ruling as JSON: its form, and the schema that says it."""

import builtins
import copy
import json
import math
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rules.readings import readings_of
from rules.ruling import rule
from rules.scenefile import load, read, schema, starter
from viewer import bundled, record

jsonschema = pytest.importorskip("jsonschema")

STARTER = read(starter(), "starter.toml")


def recorded(path: Path) -> dict[str, Any]:
    dispute = load(path)
    made: dict[str, Any] = json.loads(record.dumps(rule(dispute), dispute))
    return made


def errors(instance: Any) -> list[str]:
    checker = jsonschema.Draft202012Validator(record.schema())
    return [error.message for error in checker.iter_errors(instance)]


@pytest.fixture(scope="module")
def ruling() -> dict[str, Any]:
    made: dict[str, Any] = json.loads(record.dumps(rule(STARTER), STARTER))
    return made


def test_both_schemas_are_schemas_and_name_no_place() -> None:
    for one in (record.schema(), schema()):
        jsonschema.Draft202012Validator.check_schema(one)
        assert "$id" not in json.dumps(one)
        assert one["title"].startswith("Blast Focus ")


@pytest.mark.parametrize("name", [name for name in bundled.names() if "/" not in name])
def test_every_bundled_scenes_ruling_keeps_to_the_schema(name: str) -> None:
    assert errors(recorded(bundled.folder() / f"{name}.toml")) == []


@pytest.mark.parametrize(
    ("reading", "choice"),
    [(one.name, choice) for one in readings_of(STARTER.rules) for choice in one.choices],
)
def test_the_ruling_under_every_reading_keeps_to_the_schema(reading: str, choice: str) -> None:
    dispute = replace(STARTER, readings={reading: choice})
    ruling = rule(dispute, margins=False, dodges=True)
    made = json.loads(record.dumps(ruling, dispute))
    assert errors(made) == []
    assert made["readings"][reading] == choice


def placements(ruling: dict[str, Any]) -> list[dict[str, Any]]:
    made: list[dict[str, Any]] = ruling["attacks"][0]["placements"]
    return made


def test_the_starters_ruling_says_what_was_derived_by_hand(ruling: dict[str, Any]) -> None:
    # Beta's base is 12.5 mm round (100, 200); the template starts on its edge, toward 1.
    (placement,) = placements(ruling)
    assert placement["blast_focus"] == [112.5, 200.0, 0.0]
    assert (placement["turn"], placement["tilt"]) == (0.0, 0.0)
    assert placement["status"] == "placed"
    assert not placement["verified"]
    said = {one["trooper"]: one for one in placement["verdicts"]}
    assert {name: one["outcome"] for name, one in said.items()} == {
        "Beta": "NO",
        "1": "YES",
        "2": "NO",
        "3": "NO",
        "4": "NO",
    }
    assert said["Beta"]["findings"][0]["evidence"]["kind"] == "exemption"
    # 4 stands with its base 40 mm up, its centre (42.5, -10) off that of the template's round end,
    # which has a radius of 30 mm: sqrt((sqrt(42.5² + 10²) - 12.5)² + 40²) - 30 = 20.705.
    assert said["4"]["findings"][-1]["evidence"]["gap_mm"] == pytest.approx(20.705, abs=0.001)
    for name, piece in (("2", "barricade"), ("3", "pipe")):
        (blocker,) = said[name]["findings"][-1]["evidence"]["blockers"]
        assert (blocker["piece"], blocker["share"], blocker["alone"]) == (piece, 1.0, True)
    assert said["1"]["findings"][-1]["evidence"]["witness"]["start"] == [112.5, 200.0, 0.0]


def test_the_record_names_its_input_and_its_assumptions(ruling: dict[str, Any]) -> None:
    assert ruling["format"] == 1
    assert ruling["scene"] == "Behind the barricade"
    assert ruling["slack_mm"] == 0.5
    assert ruling["input_sha256"] == STARTER.sha256
    assert ruling["files"] == []
    assert ruling["readings"]["template_body"] == "above"
    assert any("unverified" in note for note in ruling["notes"])


def test_mesh_files_are_named_with_their_digest() -> None:
    made = recorded(bundled.folder() / "mesh-table.toml")
    assert [file["path"] for file in made["files"]] == sorted(
        {file["path"] for file in made["files"]}
    )
    assert "meshes/silo.stl" in [file["path"] for file in made["files"]]


def test_the_same_file_gives_the_same_bytes() -> None:
    assert record.dumps(rule(STARTER), STARTER) == record.dumps(rule(STARTER), STARTER)


def one_by_one(numbers: Iterable[Any], start: Any = 0) -> Any:
    """What `sum` does up to Python 3.11."""
    for number in numbers:
        start = start + number
    return start


def carrying(numbers: Iterable[Any], start: Any = 0) -> Any:
    """What `sum` does from Python 3.12 on, or better."""
    terms = [start, *numbers]
    return math.fsum(terms) if any(type(one) is float for one in terms) else one_by_one(terms)


@pytest.mark.parametrize(
    "name", ["prone-behind-low-cover", "prone-big-models", "smoke-under-balcony"]
)
def test_the_bytes_do_not_hang_on_how_a_python_adds(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Silhouettes lie along the templates here: many points are equally deep.
    dispute = load(bundled.folder() / f"{name}.toml")
    made = []
    for adding in (one_by_one, carrying):
        monkeypatch.setattr(builtins, "sum", adding)
        made.append(record.dumps(rule(dispute), dispute))
    assert made[0] == made[1]


def test_a_name_beyond_ascii_is_escaped_not_lost() -> None:
    text = starter().decode().replace('name = "1"', 'name = "Zoë 🙂"')
    dispute = read(text.replace('aim = "1"', 'aim = "Zoë 🙂"').encode(), "s.toml")
    dumped = record.dumps(rule(dispute, margins=False), dispute)
    assert dumped.isascii()
    assert "Zoë 🙂" in [one["trooper"] for one in placements(json.loads(dumped))[0]["verdicts"]]


def placement(made: dict[str, Any]) -> dict[str, Any]:
    return placements(made)[0]


def verdict(made: dict[str, Any], name: str) -> dict[str, Any]:
    return {one["trooper"]: one for one in placement(made)["verdicts"]}[name]


def evidence(made: dict[str, Any], name: str) -> dict[str, Any]:
    said: dict[str, Any] = verdict(made, name)["findings"][-1]["evidence"]
    return said


DAMAGE: dict[str, Callable[[dict[str, Any]], object]] = {
    "another format": lambda made: made.update(format=2),
    "an unknown key": lambda made: made.update(extra=1),
    "no notes": lambda made: made.pop("notes"),
    "another game": lambda made: made.update(rules="chess"),
    "a digest cut short": lambda made: made.update(input_sha256="ab"),
    "a slack below zero": lambda made: made.update(slack_mm=-1),
    "an unknown status": lambda made: placement(made).update(status="maybe"),
    "illegal, with verdicts": lambda made: placement(made).update(
        status="illegal",
        reasons=["it is"],
        citation={"document": "d", "heading": "h"},
    ),
    "illegal, without a reason": lambda made: placement(made).update(
        status="illegal", verdicts=[], citation={"document": "d", "heading": "h"}
    ),
    "placed, with a reason": lambda made: placement(made).update(reasons=["it isn't"]),
    "a flat place": lambda made: placement(made).update(blast_focus=[1, 2]),
    "an unknown outcome": lambda made: verdict(made, "1").update(outcome="PERHAPS"),
    "no margin": lambda made: verdict(made, "1").pop("margin_mm"),
    "a margin in words": lambda made: verdict(made, "1").update(margin_mm="near"),
    "nothing found": lambda made: verdict(made, "1").update(findings=[]),
    "an unknown question": lambda made: verdict(made, "1")["findings"][0].update(question="?"),
    "evidence of no kind": lambda made: evidence(made, "1").update(kind="hearsay"),
    "evidence of two kinds": lambda made: evidence(made, "1").update(gap_mm=1),
    "an unknown method": lambda made: evidence(made, "1").update(method="guess"),
    "a share above one": lambda made: evidence(made, "2")["blockers"][0].update(share=1.5),
    "a blocker of no name": lambda made: evidence(made, "2")["blockers"][0].update(piece=""),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_the_schema_refuses(damage: str, ruling: dict[str, Any]) -> None:
    assert errors(ruling) == []
    damaged = copy.deepcopy(ruling)
    DAMAGE[damage](damaged)
    assert errors(damaged) != []


def test_the_schema_is_strict_at_every_depth() -> None:
    def tables(node: Any) -> list[dict[str, Any]]:
        below = node.values() if isinstance(node, dict) else node if isinstance(node, list) else []
        inner = [table for one in below for table in tables(one)]
        return [node, *inner] if isinstance(node, dict) and "properties" in node else inner

    strict = [table for table in tables(record.schema()) if table.get("type") == "object"]
    assert len(strict) > 10
    for table in strict:
        assert table["additionalProperties"] is False
        assert sorted(table["required"]) == sorted(table["properties"])
