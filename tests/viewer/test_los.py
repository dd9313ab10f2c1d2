"""`blastfocus los`: its words, its JSON, and what it refuses."""

import json
from pathlib import Path
from typing import Any

import pytest

from rules.lines_of_fire import between, everybody
from rules.scenefile import load
from tests.viewer.test_cli import ROOT, refused, run
from viewer import los_record, los_text

jsonschema = pytest.importorskip("jsonschema")

WALL = ROOT / "scenes" / "facing-a-wall.toml"
RAILINGS = ROOT / "scenes" / "railings.toml"


def words(path: Path, viewer: str, target: str) -> str:
    return " ".join(los_text.report(between(load(path), viewer, target, margin=False)).split())


def test_a_yes_in_words() -> None:
    said = words(WALL, "Sniper", "Sentry")
    assert "Does Sniper see Sentry? YES." in said
    assert "A straight line from Sniper at (317.5, 200.0, 190.0) mm to Sentry at " in said
    assert "3 x 3 mm are enough" in said
    assert "Partial cover: YES, in contact with wall" in said


def test_a_no_by_one_flat_blocker_in_words() -> None:
    said = words(RAILINGS, "C", "3")
    assert "Does C see 3? NO." in said
    assert "panel alone stops every line" in said


# Two walls that overlap by 6 mm as seen from A; neither alone hides B.
TWO_WALLS = """
format = 1
name = "Two walls"
rules = "infinity-codeone"
scenery = [
    { name = "left", kit = "wall", size = [30, 6, 60], at = [175, 188], turn = 90 },
    { name = "right", kit = "wall", size = [30, 6, 60], at = [185, 212], turn = 90 },
]
trooper = [
    { name = "A", side = "blue", silhouette = "S2", at = [100, 200] },
    { name = "B", side = "red", silhouette = "S2", at = [250, 200], facing = 180 },
]
"""


def test_a_searched_no_in_words(tmp_path: Path) -> None:
    path = tmp_path / "walls.toml"
    path.write_text(TWO_WALLS, encoding="utf-8")
    said = words(path, "A", "B")
    assert "Does A see B? NO." in said
    assert "Searched: " in said
    assert "no more than 3.0 mm apart" in said
    assert "is proved to see nothing of A" in said
    assert "What stops the lines, by share of B: left " in said or "B: right " in said


def test_a_part_too_small_in_words() -> None:
    said = words(RAILINGS, "B", "2")
    assert "Does B see 2? NO, CLOSE CALL." in said
    assert "Something of 2 is in sight, but no part of 3 x 3 mm was found." in said


def test_readings_that_are_not_the_default_come_first(tmp_path: Path) -> None:
    other = tmp_path / "other.toml"
    text = WALL.read_text(encoding="utf-8")
    readings = '\n[readings]\nfire_reciprocity = "in_front"\n\n[table]'
    other.write_text(text.replace("\n[table]", readings), encoding="utf-8")
    said = words(other, "Sentry", "Sniper")
    assert "NOT UNDER THE DEFAULT READINGS, but under fire_reciprocity = in_front." in said
    assert "Does Sentry see Sniper? YES." in said
    assert "It is Sniper's own line" in said


def test_matrix_names_everybody(tmp_path: Path) -> None:
    done = run("los", WALL, "--all", cwd=tmp_path)
    assert done.returncode == 0, done.stderr.decode()
    lines = done.stdout.decode().splitlines()
    rows = {line.split()[0]: line.split()[1:] for line in lines if line.startswith("  S")}
    assert rows["Sentry"] == [".", "-"]
    assert rows["Sniper"] == ["yes", "."]


def test_json_fits_its_schema_and_is_what_the_words_say() -> None:
    wall, railings = load(WALL), load(RAILINGS)
    pairs = (("A", "1"), ("B", "2"), ("C", "3"))
    asked = [(everybody(wall), wall)]
    asked += [(between(railings, *pair, margin=pair == ("A", "1")), railings) for pair in pairs]
    outcomes, methods = set(), set()
    for found, dispute in asked:
        made: dict[str, Any] = json.loads(los_record.dumps(found, dispute))
        checker = jsonschema.Draft202012Validator(los_record.schema())
        assert [error.message for error in checker.iter_errors(made)] == []
        rows = made["lines_of_fire"]
        assert [(one["viewer"], one["target"], one["outcome"]) for one in rows] == [
            (one.viewer, one.target, one.outcome.value) for one in found.sightings
        ]
        outcomes |= {one["outcome"] for one in rows}
        methods |= {one["method"] for one in rows}
    assert outcomes == {"YES", "NO"}
    assert methods == {"square", "searched", "flat blocker"}


def test_json_on_the_command_line(tmp_path: Path) -> None:
    done = run("los", RAILINGS, "C", "3", "--json", cwd=tmp_path)
    made = json.loads(done.stdout)
    assert [one["method"] for one in made["lines_of_fire"]] == ["flat blocker"]
    again = run("los", RAILINGS, "C", "3", "--json", cwd=tmp_path)
    assert again.stdout == done.stdout


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        (("C", "33"), 'no trooper is called "33"'),
        (("C", "C"), "name two troopers"),
        (("C",), "name two troopers, A and B, or ask for --all"),
        ((), "name two troopers, A and B, or ask for --all"),
        (("C", "3", "--all"), "name two troopers, A and B, or ask for --all"),
    ],
)
def test_what_is_refused(arguments: tuple[str, ...], wanted: str, tmp_path: Path) -> None:
    said = refused("los", RAILINGS, *arguments, cwd=tmp_path)
    assert wanted in " ".join(said.replace("\u2502", " ").split())


def test_bad_stances_are_named_and_strict_refuses_them(tmp_path: Path) -> None:
    path = tmp_path / "hangs.toml"
    path.write_text(TWO_WALLS.replace("[250, 200]", "[250, 200, 9]"), encoding="utf-8")
    fault = "stands on nothing, 9.0 mm in the air"
    said = words(path, "A", "B")
    assert said.count(f"NO REAL TABLE: B {fault}.") == 1
    found = between(load(path), "A", "B", margin=False)
    assert los_record.record(found, load(path))["notes"][0] == f"NO REAL TABLE: B {fault}"
    assert f'trooper "B": {fault}' in refused("los", path, "A", "B", "--strict", cwd=tmp_path)


def test_readings_at_their_defaults_take_one_line() -> None:
    lines = los_text.report(between(load(RAILINGS), "C", "3", margin=False)).splitlines()
    named = "fire_start, fire_end, fire_reciprocity, partial_cover"
    assert lines[-1] == f"  - readings at their defaults: {named}"
    assert not any("- reading " in line for line in lines)


def test_names_too_long_for_the_matrix_are_told_apart(tmp_path: Path) -> None:
    scene = tmp_path / "long.toml"
    row = '[[trooper]]\nname = "{}"\nside = "red"\nsilhouette = "S2"\nat = [{}, 100]\n'
    names = ["Fusilier with rifle", "Fusilier with hacker", "Bo", "Bo with a long name"]
    scene.write_text(
        'format = 1\nname = "Long"\nrules = "infinity-codeone"\n[table]\nsize = [900, 200]\n'
        + "".join(row.format(name, 100 + 90 * i) for i, name in enumerate(names))
    )
    lines = los_text.report(everybody(load(scene))).splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("Who sees whom"))
    heads = lines[start + 2].split("  ")
    shown = [head.strip() for head in heads if head.strip()]
    assert len(set(shown)) == len(names)
    rows = [line[2:].split("  ")[0] for line in lines[start + 3 : start + 7]]
    assert rows == shown
    # Whoever is shown by another name is found by it.
    assert "1 is Fusilier with rifle" in " ".join(lines[start:])
