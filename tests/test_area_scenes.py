"""The worked scenes of Area Templates: each ruled as its expected file, written by hand, says."""

import tomllib
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rules.area_templates.battle import Battle
from rules.area_templates.log import run
from rules.area_templates.readings import AREA_READINGS
from rules.area_templates.state import State
from rules.area_templates.verdicts import ModelVerdict, Scatter, Step, Within
from rules.scenefile import load
from spatial.evidence import LineOfFire

SCENES = Path(__file__).resolve().parents[1] / "scenes" / "area-templates"
EXPECTED = SCENES / "expected"
FILES = sorted(SCENES.glob("*.toml"))
INCH = 25.4

# What an expected file may say of an event, of a model in it, and of an area after it.
OF_EVENT = {"status", "because", "decided_by", "behind", "centre", "moved", "ends"}
OF_MODEL = {"outcome", "because", "gap", "cover", "direct", "attack", "defense", "criticals"}
OF_AREA = {"inches", "centre", "left"}


def expectation(name: str) -> dict[str, Any]:
    return tomllib.loads((EXPECTED / f"{name}.toml").read_text(encoding="utf-8"))


@cache
def battle(path: Path) -> Battle:
    made = load(path)
    assert isinstance(made, Battle)
    return made


def cases() -> list[Any]:
    return [
        pytest.param(path, case, id=f"{path.name}-{i}")
        for path in FILES
        for i, case in enumerate(expectation(path.stem)["case"])
    ]


def test_every_scene_has_its_expected_file_and_every_expected_file_its_scene() -> None:
    assert FILES
    assert {path.stem for path in FILES} == {path.stem for path in EXPECTED.iterdir()}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_expected_file_states_its_source_and_each_case_once(path: Path) -> None:
    wanted = expectation(path.stem)
    assert set(wanted) == {"source", "case"}
    assert wanted["source"].startswith("Area Templates, ")
    readings = [case["readings"] for case in wanted["case"]]
    assert readings[0] == {}
    assert all(readings.count(one) == 1 for one in readings)


def test_the_scenes_show_every_reading_with_a_choice_of_its_own() -> None:
    every = [case for path in FILES for case in expectation(path.stem)["case"]]
    shown = {name for case in every for name in case["readings"]}
    # What is rolled can't be derived by hand: tests of the rolls show the die.
    assert shown == {reading.name for reading in AREA_READINGS} - {"scatter_die"}


@pytest.mark.parametrize(("path", "case"), cases())
def test_scene_is_ruled_as_expected(path: Path, case: dict[str, Any]) -> None:
    scene = battle(path)
    log = run(replace(scene, readings={**scene.readings, **case["readings"]}))
    assert set(case) == {"readings", "event"}
    assert len(log.steps) == len(case["event"])
    for step, wanted in zip(log.steps, case["event"], strict=True):
        check_event(step, wanted)


def check_event(step: Step, wanted: dict[str, Any]) -> None:
    where = f"event {step.number}"
    assert set(wanted) <= OF_EVENT | {"verdicts", "areas"}, where
    assert wanted["because"].strip(), where
    assert step.status == wanted["status"], where
    if step.status != "resolved":
        decided = step.findings[-1]
        assert decided.question == wanted["decided_by"], where
        assert not step.verdicts, where
        if "behind" in wanted:
            assert isinstance(decided.evidence, LineOfFire)
            assert sorted(one.piece for one in decided.evidence.blockers) == wanted["behind"]
    if "centre" in wanted:
        (scatter,) = [one.evidence for one in step.findings if isinstance(one.evidence, Scatter)]
        assert scatter.end == pytest.approx(wanted["centre"], abs=0.001), where
        if "moved" in wanted:
            assert scatter.moved == pytest.approx(wanted["moved"], abs=0.001), where
    for name, at in wanted.get("ends", {}).items():
        assert step.state.place(name) == pytest.approx(at, abs=0.001), where
    if "verdicts" in wanted:
        assert [one.model for one in step.verdicts] == list(wanted["verdicts"]), where
        for verdict in step.verdicts:
            check_verdict(verdict, wanted["verdicts"][verdict.model], f"{where}, {verdict.model}")
    if "areas" in wanted:
        check_areas(step.state, wanted["areas"], where)


def check_verdict(verdict: ModelVerdict, wanted: dict[str, Any], where: str) -> None:
    assert set(wanted) <= OF_MODEL | {"close"}, where
    assert wanted["because"].strip(), where
    assert verdict.outcome.value == wanted["outcome"], where
    if "gap" in wanted:
        margin = verdict.deciding.margin
        assert margin == pytest.approx(-wanted["gap"], abs=0.001), where
    for question, key in (("cover", "cover"), ("direct target", "direct")):
        if key in wanted:
            found = verdict.finding(question)
            assert found is not None, where
            assert found.outcome.value == wanted[key], where
    if "attack" in wanted:
        assert list(verdict.attack_dice) == wanted["attack"], where
    if "defense" in wanted:
        assert list(verdict.defense_dice) == wanted["defense"], where
    assert verdict.criticals == wanted.get("criticals", 0), where
    assert verdict.close_call == wanted.get("close", False), where


def check_areas(state: State, wanted: dict[str, Any], where: str) -> None:
    assert sorted(area.name for area in state.areas) == sorted(wanted), where
    for area in state.areas:
        said = wanted[area.name]
        assert set(said) <= OF_AREA, where
        assert area.diameter == pytest.approx(said["inches"] * INCH, abs=1e-6), where
        if "centre" in said:
            assert area.centre == pytest.approx(said["centre"], abs=0.001), where
        if "left" in said:
            assert area.is_on_maker is not said["left"], where


def test_a_smoke_area_that_is_kept_out_of_a_margin_is_measured_from_its_boundary() -> None:
    # Alpha's base, 12.5 round its own smoke of 12.7: the nearest point lies 12.7 deep.
    step = run(battle(SCENES / "smoke-defense.toml")).steps[2]
    found = next(
        one.evidence
        for one in step.verdicts[0].findings
        if isinstance(one.evidence, Within) and one.evidence.area == "smoke 3"
    )
    assert found.depth.mm == pytest.approx(12.7)


def test_readme_lists_every_scene() -> None:
    lines = (SCENES / "README.md").read_text(encoding="utf-8").splitlines()
    rows = [line.split("`")[1] for line in lines if line.startswith("| `")]
    assert rows == [path.name for path in FILES]
