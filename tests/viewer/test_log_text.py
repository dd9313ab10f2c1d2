"""A log in words: what a judge reads aloud, for worked scenes."""

from dataclasses import replace
from pathlib import Path

import pytest

from rules.area_templates.battle import Battle
from rules.area_templates.citations import DOCUMENT
from rules.area_templates.log import run
from rules.area_templates.readings import AREA_READINGS
from rules.scenefile import load
from viewer.log_text import report

SCENES = Path(__file__).resolve().parents[2] / "scenes" / "area-templates"
NAMES = sorted(path.stem for path in SCENES.glob("*.toml"))


def battle(name: str) -> Battle:
    made = load(SCENES / f"{name}.toml")
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
        ("flare", "1 UNDER IT the direct target, and alone in suffering damage"),
        ("flare", "3 UNDER IT no damage"),
        ("flare", "The centre lies 30.0 mm below the level of its base"),
        ("flare", "Flare 1 is in play round a Flare marker until the end of turn 1"),
        ("flare", "2 added to the attack roll by flare 1 and flare 2"),
        ("flare", "Flare 2 is removed at the end of turn 1"),
        ("flare", "3 no dice"),
        ("three-kinds", "Blast 1 stays in play, its centre marked: burning fuel"),
        ("three-kinds", "In play: - smoke 1: 2 inches across round (304.8, 152.4, 0.0) mm, on "
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
