"""What is shown of mines: who sets which off, who is hit by it, and what hides the others."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rules.ruling import rule
from rules.scenefile import load, read
from viewer import record
from viewer.drawing.items import Items
from viewer.drawing.ruled import items
from viewer.drawing.wordings import said
from viewer.report.attacks import content
from viewer.text import report

Row = dict[str, Any]
jsonschema = pytest.importorskip("jsonschema")

SCENES = Path(__file__).resolve().parents[2] / "scenes"

TROOPERS = (
    ("Ana", "red", [200, 200]),
    ("Boris", "red", [240, 215]),
    ("Cato", "red", [470, 200]),
    ("Dora", "blue", [330, 330]),
)


def scene(wall: bool = False, **more: Any) -> Any:
    """Two mines; both are set off by Ana and Boris, the eastern one by Cato."""
    mine = {"side": "blue", "kind": "deployable", "weapon": "Mine"}
    content = {
        "format": 1,
        "name": "Two mines",
        "rules": "infinity-codeone",
        "active": "red",
        "trooper": [
            {"name": name, "side": side, "silhouette": "S2", "at": at}
            for name, side, at in TROOPERS
        ],
        "target": [
            mine | {"name": "west mine", "at": [120, 200]},
            mine | {"name": "east mine", "at": [330, 200]},
            {"name": "turret", "side": "red", "kind": "equipment", "silhouette": "S1"}
            | {"at": [230, 180]},
        ],
        "attack": [{"by": "west mine"}, {"by": "east mine"}],
    }
    if wall:
        high = {"name": "wall", "kit": "box", "size": [4, 300, 60], "at": [400, 200]}
        content["scenery"] = [high]
    return read(json.dumps(content | more).encode(), "two.json")


@cache
def shown(wall: bool = False) -> Items:
    found = scene(wall)
    return items(rule(found, margins=False), found)


def label(found: Items, name: str) -> tuple[str, str]:
    one = next(one for one in found.labels if one.subject == name)
    return one.title, " ".join(one.why)


def test_each_placement_has_a_name_of_its_own_and_says_who_set_off_what() -> None:
    found = scene()
    made = record.record(rule(found, margins=False, dodges=True), found)
    jsonschema.validate(made, record.schema())
    placed = [one for attack in made["attacks"] for one in attack["placements"]]
    assert [(one["template"], one["set_off_by"]) for one in placed] == [
        ("west mine at Ana", "Ana"),
        ("west mine at Boris", "Boris"),
        ("east mine at Ana", "Ana"),
        ("east mine at Boris", "Boris"),
        ("east mine at Cato", "Cato"),
    ]


def test_the_pieces_that_hide_somebody_from_a_mine_are_in_the_json() -> None:
    found = scene(wall=True)
    made = record.record(rule(found, margins=False, dodges=True), found)
    jsonschema.validate(made, record.schema())
    (cato,) = (one for one in made["attacks"][1]["triggers"] if one["trooper"] == "Cato")
    evidence = cato["findings"][-1]["evidence"]
    assert (cato["outcome"], evidence["kind"]) == ("NO", "search")
    (wall,) = evidence["blockers"]
    assert (wall["piece"], wall["needed"], wall["alone"]) == ("wall", True, True)
    assert wall["end"][0] == pytest.approx(398, abs=1e-3)


def test_a_template_that_the_scene_places_was_set_off_by_nobody() -> None:
    found = load(SCENES / "covered-enemy.toml")
    made = record.record(rule(found, margins=False), found)
    assert {p["set_off_by"] for a in made["attacks"] for p in a["placements"]} == {None}


def test_labels_say_who_sets_off_what_and_who_else_is_hit() -> None:
    found = shown()
    assert label(found, "Ana") == (
        "Ana: SETS OFF west mine and east mine",
        "AFFECTED by west mine where Boris sets it off and east mine where Boris sets it off",
    )
    assert label(found, "Cato") == ("Cato: SETS OFF east mine", "")
    assert label(found, "Dora") == ("Dora: not affected", "")
    assert label(found, "west mine") == ("west mine: GOES OFF at Ana and Boris", "a deployable")
    assert label(found, "east mine") == ("east mine: GOES OFF at 3 troopers", "a deployable")
    assert label(found, "east mine at Cato")[0] == "east mine, set off by Cato"
    title, small = label(found, "turret")
    assert title == "turret: AFFECTED by west mine, east mine"
    assert small.startswith("equipment AFFECTED by west mine where ")
    assert found.subtitle == "west mine and east mine: whom do they go off at?"


def test_a_picture_shows_which_piece_stops_the_lines_to_whom() -> None:
    found = shown(wall=True)
    title, small = label(found, "Cato")
    assert title == "Cato: doesn't set off west mine or east mine"
    assert small.startswith("east mine: in total cover behind wall")
    assert [(s.kind, s.trooper) for s in found.strokes if s.piece == "wall"] == [
        ("stopped", "Cato")
    ]
    assert "wall" in [one.title for one in found.labels if one.kind == "piece"]
    assert found.blockers == ("wall",)


def test_who_stays_quiet_at_nobody_says_so() -> None:
    far = [{"name": "1", "side": "red", "silhouette": "S2", "at": [600, 600]}]
    found = scene(trooper=far)
    shown = items(rule(found, margins=False), found)
    assert label(shown, "west mine")[0] == "west mine: stays quiet"
    assert label(shown, "1") == ("1: doesn't set off west mine or east mine", "")


def test_the_text_the_page_and_the_report_name_mine_and_trooper() -> None:
    ruling = rule(scene(), margins=False, dodges=True)
    text = " ".join(report(ruling).split())
    assert "west mine, set off by Ana, one way to place its template: small teardrop" in text
    assert (
        "Ana Dodge (second Short Skill): one Normal PH-3 Roll against west mine where Ana or Boris "
        "sets it off"
    ) in text
    assert "It goes off once, at the first of them to act, and is gone" in text
    heads = [one.text for one in said(ruling) if one.style == "head"]
    assert heads[0].startswith("west mine, set off by Ana: small teardrop")
    lines = [one.text for one in said(ruling) if one.style == "line"]
    assert lines[0].startswith("west mine at Ana: GOES OFF, ")
    made = content(ruling, None)
    assert made.subtitle == "west mine and east mine: whom do they go off at?"
    assert [section.title for section in made.sections][:2] == [
        "west mine, a Mine: whom does it go off at?",
        "west mine, set off by Ana",
    ]
    for every in (text, made.text, *(one.text for one in said(ruling))):
        assert "template for" not in every
        assert " for Ana" not in every


def test_a_deployable_whose_template_is_placed_by_hand_attacks_nobody() -> None:
    rows = [{"by": "west mine", "template": [{"name": "A", "aim": "Ana"}]}]
    ruling = rule(scene(attack=rows), margins=False, dodges=True)
    text = report(ruling)
    assert "\nwest mine, a Mine: whom does it affect?\n" in text
    assert "attacks with" not in text
    assert "Declared at" not in text
    assert "against template A" in text
