"""A log in words: what a judge reads aloud, for worked scenes."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from rules.area_templates.battle import Battle
from rules.area_templates.citations import DOCUMENT
from rules.area_templates.events import Move
from rules.area_templates.log import run
from rules.area_templates.readings import AREA_READINGS
from rules.area_templates.standing import refuse
from rules.scenefile import load
from rules.verdict import RulingError
from tests.area_tables import log, model, state
from tests.viewer.test_cli import refused
from viewer.log_record import record
from viewer.log_text import report

SCENES = Path(__file__).resolve().parents[2] / "scenes" / "area-templates"
NAMES = sorted(path.stem for path in SCENES.glob("*.toml"))


def battle(name: str) -> Battle:
    return loaded(SCENES / f"{name}.toml")


def loaded(path: Path) -> Battle:
    made = load(path)
    assert isinstance(made, Battle)
    return made


def said(name: str, **readings: str) -> str:
    """Return a report on one line."""
    text = report(run(replace(battle(name), readings=readings)))
    return " ".join(text.split())


@pytest.mark.parametrize("name", NAMES)
def test_every_scenes_log_is_narrow_and_numbers_every_event_and_rule(name: str) -> None:
    one = battle(name)
    lines = report(run(one)).splitlines()
    assert lines[0] == one.name
    assert all(len(line) <= 100 for line in lines)
    assert all(line == line.rstrip() for line in lines)
    events = [line for line in lines if line.startswith("Event ")]
    assert [line.split(".")[0] for line in events] == [
        f"Event {n}" for n in range(1, len(one.events) + 1)
    ]
    rules = [line for line in lines if line.startswith("  [")]
    assert all(f"] {DOCUMENT}, " in line for line in rules)
    text = " ".join(lines)
    assert all(f"[{n}]" in text for n in range(1, len(rules) + 1))
    assert f"[{len(rules) + 1}]" not in text
    for reading in AREA_READINGS:
        assert f"reading {reading.name} = {reading.default}:" in text


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("general-rules", "The centre is 87.5 mm (3.44 in) from the edge of its user's base, "
            "within the range of 90.0 mm (3.54 in)"),
        ("general-rules", "beyond the range of 90.0 mm"),
        ("general-rules", "No line from Alpha reaches the centre past wall [1]. ILLEGAL"),
        ("general-rules", "The rule of this attack asks for no Line of Sight"),
        ("general-rules", "3 AFFECTED rolls Defense against the recorded roll; has Cover"),
        ("general-rules", "No line from the centre reaches it past wall: it has Cover"),
        ("blast-scatter", "The recorded roll shows 1 Critical and 2 blanks: it stays where it was "
            "put"),
        ("blast-scatter", "2 successes, and 1 added Critical: it scatters directly away from "
            "Alpha, 50.0 mm (1.97 in), to (250.0, 150.0, 0.0) mm"),
        ("blast-scatter", "2 blanks: it scatters directly toward Alpha"),
        ("blast-scatter", "rolls Defense against the recorded roll; no Cover; takes 1 Critical"),
        ("blast-stopped", "75.0 mm (2.95 in) of 100.0 mm (3.94 in), stopped at the battlefield's "
            "edge, to (185.0, 200.0, 0.0) mm"),
        ("under", "4 AFFECTED"),
        ("under", "Its base lies exactly on the boundary of blast 1, which counts [3]."),
        ("under", "CLOSE CALL, with a slack of 0.500 mm."),
        ("control-zone", "1 IN IT 50.8 mm (2.00 in) away; a CLOSE CALL"),
        ("control-zone", "farther than 50.8 mm (2.00 in)"),
        ("noise", "The noise comes from the template's centre"),
        ("noise", "Guard moves toward the noise, reaches its centre and stops at (238.8, 158.8, "
            "0.0) mm"),
        ("smoke-grows", "Smoke 1 is replaced by one 3 inches across, on the same subject"),
        ("smoke-grows", "Smoke 1 stays 3 inches across"),
        ("smoke-grows", "Smoke 1 and its marker are removed: the scenario's wind"),
        ("smoke-moves", "smoke 4: 1 inch across round (160.0, 100.0, 0.0) mm, left behind by Beta"),
        ("smoke-moves", "Gamma is off the battlefield"),
        ("smoke-defense", "1 DICE ADDED 2 added to the Defense roll by smoke 1 and smoke 2"),
        ("flare", "1 UNDER IT the direct target, the only one to suffer damage"),
        ("flare", "3 UNDER IT no damage"),
        ("flare", "The centre lies 30.0 mm below the level of its base"),
        ("flare", "Flare 1 is in play round a Flare marker until the end of turn 1"),
        ("flare", "2 added to the attack roll by flare 1 and flare 2"),
        ("flare", "Flare 2 is removed at the end of turn 1"),
        ("flare", "3 no dice"),
        ("three-kinds", "Blast 1 stays in play, its centre marked: burning fuel"),
        ("three-kinds", "In play: - smoke 1: 2 inches across round (12, 6, 0) in, on "
            "Beta Beta has 2 Fire Tokens."),
        ("three-kinds", "Turn 2 begins"),
    ],
)  # fmt: skip
def test_a_log_says(name: str, sentence: str) -> None:
    assert sentence in said(name)


def test_a_share_that_is_hidden_is_said() -> None:
    text = said("cover-and-criticals")
    assert "From the centre, wall hides " in text
    assert "Nothing hides any of it from the centre: it has no Cover" in text


def test_another_reading_is_said_first_and_again_at_the_end() -> None:
    text = said("under", under="whole", area_body="column")
    named = "area_body = column and under = whole"
    assert f"NOT UNDER THE DEFAULT READINGS, but under {named}." in text
    assert "reading, NOT THE DEFAULT (overlap): under = whole: a model is under" in text
    assert "Its whole base" not in text
    assert "All its base lies 8.3 mm into blast 1" in text
    assert "All its base is 6.7 mm outside blast 1" in text


def test_a_battle_without_events_says_so() -> None:
    assert "Nothing happens in this scene." in report(run(replace(battle("noise"), events=())))


IN_INCHES = """
format = 1
name = "In inches"
units = "in"
rules = "area-templates"
[table]
size = [24, 24]
[[scenery]]
name = "bridge"
kit = "box"
size = [6, 6, 0.5]
at = [12, 12, 3]
[[trooper]]
name = "Alpha"
side = "blue"
silhouette = { diameter = 1, height = 1.5 }
at = [6, 4]
[[trooper]]
name = "R"
side = "red"
silhouette = { diameter = 1, height = 1.5 }
at = [HERE]
[[event]]
kind = "blast"
by = "Alpha"
at = [12, 12]
ignores = ["range", "line of sight"]
roll = { blanks = 1 }
distance = 12
[[event]]
kind = "move"
subject = "R"
to = [12, 12, 3]
[[event]]
kind = "move"
subject = "R"
to = [6.5, 4]
"""


def written(tmp_path: Path, at: str = "20, 20") -> Path:
    path = tmp_path / "inches.toml"
    path.write_text(IN_INCHES.replace("HERE", at), encoding="utf-8")
    return path


def test_places_are_in_the_files_unit_and_a_looked_up_height_is_said(tmp_path: Path) -> None:
    text = " ".join(report(run(loaded(written(tmp_path)))).split())
    # 3.5 in are 88.9 mm; 10 in from Alpha to the centre, and 2 of 12 are beyond.
    assert "its centre put on (12, 12) in, on bridge, 88.9 mm (3.50 in) up." in text
    past = "it passes Alpha and ends 50.8 mm (2.00 in) beyond the centre of its base"
    assert f"{past}, at (4.8, 2.4, 0) in [" in text
    assert "R ends its move at (6.5, 4, 0) in [" in text
    assert not re.search(r"\) mm\b", text)


def test_illegal_stances_are_named_at_the_start_and_after_each_move(tmp_path: Path) -> None:
    one = loaded(written(tmp_path, "20, 20, 1"))
    made = run(one)
    start = "NO REAL TABLE: R stands on nothing, 25.4 mm in the air"
    # Half an inch of a bridge that goes through it, 12.7; its middle is 4 mm above that.
    moved = "NO REAL TABLE: R stands 12.7 mm inside bridge"
    onto = "NO REAL TABLE: Alpha overlaps R by 12.7 mm; R overlaps Alpha by 12.7 mm"
    text = " ".join(report(made).split())
    assert [text.count(f"{said}.") for said in (start, moved, onto)] == [1, 1, 1]
    assert text.index(start) < text.index("At the start") < text.index(moved) < text.index(onto)
    plain = record(made, one)
    assert plain["notes"][0] == start
    assert [event["notes"] for event in plain["events"]] == [[], [moved], [onto]]
    with pytest.raises(RulingError) as caught:
        refuse(made)
    assert [line.partition(";")[0] for line in str(caught.value).splitlines()] == [
        'trooper "R": stands on nothing, 25.4 mm in the air',
        'event[2]: trooper "R": stands 12.7 mm inside bridge',
        'event[3]: trooper "Alpha": overlaps R by 12.7 mm',
        'event[3]: trooper "R": overlaps Alpha by 12.7 mm',
    ]


def test_strict_refuses_a_move_that_ends_in_an_illegal_stance(tmp_path: Path) -> None:
    said = refused("rule", written(tmp_path), "--strict", cwd=tmp_path)
    assert 'event[2]: trooper "R": stands 12.7 mm inside bridge' in " ".join(said.split())


def test_a_stance_that_was_illegal_before_is_not_named_again() -> None:
    start = state(model("A", (0, 0, 0)), model("B", (90, 0, 7)))
    made = log(start, Move("A", (30.0, 0.0)))
    assert [one.trooper for one in made.illegal] == ["B"]
    assert made.steps[0].illegal == ()
