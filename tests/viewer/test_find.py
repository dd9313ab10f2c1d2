"""`blastfocus find`: its words, its JSON, and what it refuses."""

import json
import os
import signal
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from rules.ruling import rule
from rules.scenefile import load
from rules.search import find
from tests.viewer.test_cli import COMMAND, ROOT, refused, run
from viewer import found_record, found_text

jsonschema = pytest.importorskip("jsonschema")

# The friend stands before trooper 2, as wide as he and higher than the user.
TABLE = """
format = 1
name = "Two ways"
rules = "infinity-codeone"
readings = { tilt = "level_only" }
trooper = [
    { name = "User", side = "blue", silhouette = "S2", at = [300, 300] },
    { name = "Friend", side = "blue", silhouette = "S6", at = [245, 300] },
    { name = "1", side = "red", silhouette = "S2", at = [400, 300] },
    { name = "2", side = "red", silhouette = "S2", at = [190, 300] },
    { name = "3", side = "red", silhouette = "S2", at = [300, 400] },
]
"""


@pytest.fixture
def scene(tmp_path: Path) -> Path:
    path = tmp_path / "two ways.toml"
    path.write_text(TABLE, encoding="utf-8")
    return path


def asked(path: Path, *arguments: str) -> str:
    done = run("find", path, "--by", "User", *arguments, cwd=path.parent)
    assert done.returncode == 0, done.stderr.decode()
    assert done.stderr == b""
    return done.stdout.decode()


def test_it_says_who_can_be_caught_and_what_to_type(scene: Path) -> None:
    said = asked(scene, "--weapon", "Nanopulser (+1B)")
    text = " ".join(said.split())
    assert "NOT UNDER THE DEFAULT READINGS, but under tilt = level_only." in text
    assert "User with Nanopulser (+1B): direct, small teardrop, burst 2." in text
    assert "Whom can one template catch and spare Friend?" in text
    assert "Yes: the most are 1 of 3 enemies" in text
    assert "Two templates hold the most between them so: 2 enemies, 1 and 3." in text
    assert "small teardrop template is unverified" in text
    assert "from 80 places of User's edge" in text


def test_what_it_says_to_type_is_ruled_as_it_says(scene: Path, tmp_path: Path) -> None:
    said = asked(scene, "--weapon", "Nanopulser (+1B)")
    start = said.index("[[attack]]")
    pasted = said[start : said.index("How it was searched")]
    path = tmp_path / "pasted.toml"
    path.write_text(TABLE + pasted, encoding="utf-8")
    (attack,) = rule(load(path), margins=False).attacks
    caught = {
        verdict.trooper
        for placement in attack.placements
        for verdict in placement.verdicts
        if verdict.outcome.value == "YES"
    }
    assert [placement.status for placement in attack.placements] == ["placed", "placed"]
    assert caught == {"1", "3"}


def test_a_no_says_what_is_in_the_way(scene: Path) -> None:
    said = " ".join(asked(scene, "--weapon", "Nanopulser", "--hit", "2").split())
    assert "It has to catch 2." in said
    assert "No: no placement was found that catches 2. It comes nearest with aim = " in said
    assert "mm are missing" in said


def test_a_direct_circle_and_a_main_target_in_words(tmp_path: Path) -> None:
    path = tmp_path / "impact.toml"
    path.write_text(TABLE, encoding="utf-8")
    said = " ".join(asked(path, "--weapon", "Missile Launcher").split())
    assert '[[attack.template]] name = "A" on = "1"' in said
    # The friend is 55 from trooper 2; his base's edge is within 60.
    assert 'on = "2"' not in said
    assert "every main target: 3 main targets; points on the table aren't searched" in said


def test_json_fits_its_schema_and_is_the_same_each_time(scene: Path) -> None:
    asking = ("--weapon", "Nanopulser (+1B)", "--hit", "1, 3", "--spare", "2", "--json")
    said = asked(scene, *asking)
    assert asked(scene, *asking) == said
    made: dict[str, Any] = json.loads(said)
    checker = jsonschema.Draft202012Validator(found_record.schema())
    assert [error.message for error in checker.iter_errors(made)] == []
    assert (made["hit"], made["spare"], made["allies"]) == (["1", "3"], ["2"], ["Friend"])
    assert sorted(one["caught"] for one in made["catches"]) == [["1"], ["3"]]
    assert [one["holds_hit"] for one in made["catches"]] == [False, False]
    assert made["together"] == [0, 1]
    # They stand a quarter of a circle apart: nothing comes near both.
    assert made["shortfall"] is None
    dispute = load(scene)
    hidden = found_record.record(find(dispute, "User", "Nanopulser", ["2"]), dispute)
    assert [error.message for error in checker.iter_errors(hidden)] == []
    assert hidden["shortfall"]["wanted"] == ["2"]
    impact = found_record.record(find(dispute, "User", "Grenades"), dispute)
    assert [error.message for error in checker.iter_errors(impact)] == []
    assert {one["placement"]["on"] for one in impact["catches"]} == {"1", "3"}


def test_names_are_typed_as_toml() -> None:
    from rules.dispute import Aim

    (aim,) = tomllib.loads("\n".join(found_text.typed(Aim("A", on='"Doc" \\ Ä'))))["attack"][
        "template"
    ]
    assert aim == {"name": "A", "on": '"Doc" \\ Ä'}


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        (("--by", "Usr", "--weapon", "Nanopulser"), 'no trooper is called "Usr"; did you mean'),
        (("--by", "User", "--weapon", "Nanopulse"), 'no weapon is called "Nanopulse"; did you'),
        (
            ("--by", "User", "--weapon", "Nanopulser", "--hit", "Friend"),
            "\"Friend\" can't be attacked: on User's own side",
        ),
        (
            ("--by", "User", "--weapon", "Nanopulser", "--hit", "1,3", "--spare", "3"),
            '"3" is in --hit, too',
        ),
        (("--by", "User", "--weapon", "Nanopulser", "--hit", " , "), '--hit " , ": names nobody'),
        (("--by", "User", "--weapon", "Nanopulser", "--spare", ""), '--spare "": names nobody'),
    ],
)
def test_what_is_refused(arguments: tuple[str, ...], wanted: str, scene: Path) -> None:
    assert wanted in refused("find", scene, *arguments, cwd=scene.parent)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for one process")
def test_interrupted_it_ends_with_one_line(scene: Path) -> None:
    # It is interrupted where it has begun to search: then it says so.
    begin = (
        "import os, signal, sys; import rules.infinity.searching as s; "
        "s.sample = lambda *_: os.kill(os.getpid(), signal.SIGINT); "
        "from viewer.cli import main; main()"
    )
    arguments = ["find", os.fspath(scene), "--by", "User", "--weapon", "Nanopulser"]
    done = subprocess.run(
        [COMMAND[0], "-c", begin, *arguments],
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 128 + signal.SIGINT
    assert done.stdout == b""
    assert done.stderr.decode().splitlines() == ["stopped"]


def test_what_is_to_be_pasted_is_in_the_unit_of_the_file(tmp_path: Path) -> None:
    # In inches, behind a wall that is 31.75 mm high: the narrow end has to lie up to 40 mm up.
    text = (ROOT / "scenes" / "upper-part-visible.toml").read_text(encoding="utf-8")
    path = tmp_path / "inches.toml"
    path.write_text(text, encoding="utf-8")
    done = run("find", path, "--by", "Beta", "--weapon", "Nanopulser", "--hit", "1", cwd=tmp_path)
    assert done.returncode == 0, done.stderr.decode()
    lines = [line.strip() for line in done.stdout.decode().splitlines()]
    first = lines.index("[[attack.template]]")
    pasted = [line for line in lines[first : first + 8] if " = " in line or line.startswith("[[")]
    head, _ = text.split("[[attack]]")
    attack = '[[attack]]\nby = "Beta"\nweapon = "Nanopulser"\n' + "\n".join(pasted)
    path.write_text(f"{head}{attack}\n", encoding="utf-8")
    ruled = json.loads(run("rule", path, "--json", cwd=tmp_path).stdout)
    (placement,) = ruled["attacks"][0]["placements"]
    said = {one["trooper"]: one["outcome"] for one in placement["verdicts"]}
    assert (placement["status"], said["1"]) == ("placed", "YES")


def test_one_enemy_is_one_enemy(scene: Path) -> None:
    others = ('    { name = "2"', '    { name = "3"')
    alone = "\n".join(line for line in TABLE.splitlines() if not line.startswith(others))
    scene.write_text(alone, encoding="utf-8")
    said = " ".join(asked(scene, "--weapon", "Nanopulser (+1B)").split())
    assert "One of the 2 templates holds the most: 1 enemy, 1." in said
