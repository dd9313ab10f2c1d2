"""The worked scenes: each ruled as its expected file, written by hand, says."""

import json
import math
import runpy
import tomllib
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from meshes.files import load as load_mesh
from rules.dispute import Dispute
from rules.lines_of_fire import between
from rules.ruling import rule
from rules.scenefile import load
from rules.sighting import Sighting
from rules.verdict import AttackRuling, Placement, Stance, Verdict
from spatial.contact import Contact
from spatial.sight import Sight
from viewer import bundled

ROOT = Path(__file__).resolve().parents[1]
SCENES = ROOT / "scenes"
EXPECTED = SCENES / "expected"
FILES = sorted([*SCENES.glob("*.toml"), *SCENES.glob("*.json")])

# What an expected file may say of a placement and of a trooper.
OF_PLACEMENT = {"status", "focus", "reason"}
OF_FIRE = {"outcome", "method", "because", "cover", "too_small", "behind"}
OF_TROOPER = {"outcome", "decided_by", "because", "behind", "gap", "close"}
OF_ATTACK = {"dodges", "triggers", "modifiers"}

# What it may say of how a trooper stands, and how exactly: shares to 1e-5, mm and degrees to 0.001.
NUMBERS_TO = dict.fromkeys(("height", "overhang", "slope", "lean"), 0.001) | {"share": 1e-5}
NUMBERS_OF_STANCE = set(NUMBERS_TO)
OF_STANCE = NUMBERS_OF_STANCE | {
    *("on", "level", "centred", "over", "headroom", "faults", "remedy", "because"),
}


def expectation(name: str) -> dict[str, Any]:
    return tomllib.loads((EXPECTED / f"{name}.toml").read_text(encoding="utf-8"))


@cache
def dispute(path: Path) -> Dispute:
    return load(path)


def cases() -> list[Any]:
    return [
        pytest.param(path, case, id=f"{path.name}-{i}")
        for path in FILES
        for i, case in enumerate(expectation(path.stem)["case"])
    ]


def test_every_scene_has_its_expected_file_and_every_expected_file_its_scene() -> None:
    assert {path.stem for path in FILES} == {path.stem for path in EXPECTED.iterdir()}


@pytest.mark.parametrize("name", sorted({path.stem for path in FILES}))
def test_expected_file_states_its_source_and_each_case_once(name: str) -> None:
    wanted = expectation(name)
    assert set(wanted) == {"source", "case"}
    assert wanted["source"].strip()
    readings = [case["readings"] for case in wanted["case"]]
    assert readings[0] == {}
    assert all(readings.count(one) == 1 for one in readings)


@pytest.mark.parametrize(("path", "case"), cases())
def test_scene_is_ruled_as_expected(path: Path, case: dict[str, Any]) -> None:
    scene = dispute(path)
    read_as = replace(scene, readings={**scene.readings, **case["readings"]})
    ruling = rule(read_as)
    assert set(case) - OF_ATTACK - {"stances", "fire"} == {"readings", "placements"}
    placements = [placement for attack in ruling.attacks for placement in attack.placements]
    assert [placement.name for placement in placements] == list(case["placements"])
    for placement in placements:
        check_placement(placement, case["placements"][placement.name], scene)
    check_attacks(ruling.attacks, case)
    for pair, wanted in case.get("fire", {}).items():
        viewer, target = pair.split(" > ")
        check_fire(between(read_as, viewer, target, margin=False).sightings[0], wanted)
    if "stances" in case:
        assert [stance.trooper for stance in ruling.stances] == list(case["stances"])
        for stance in ruling.stances:
            check_stance(stance, case["stances"][stance.trooper])


def check_attacks(attacks: tuple[AttackRuling, ...], case: dict[str, Any]) -> None:
    """Check who may dodge, whom a deployable goes off at, and the MODs, where a case says so."""
    if "dodges" in case:
        dodges = [dodge for attack in attacks for dodge in attack.dodges]
        assert {
            dodge.trooper: {
                "when": dodge.when,
                "modifier": dodge.modifier,
                "templates": list(dodge.templates),
            }
            for dodge in dodges
        } == case["dodges"]
    triggers = [verdict for attack in attacks for verdict in attack.triggers]
    assert [verdict.trooper for verdict in triggers] == list(case.get("triggers", {}))
    for verdict in triggers:
        check_verdict(verdict, case["triggers"][verdict.trooper], f"trigger, {verdict.trooper}")
    modifiers = {one.against: one.total for attack in attacks for one in attack.modifiers}
    assert modifiers == {name: one["total"] for name, one in case.get("modifiers", {}).items()}


def check_fire(found: Sighting, wanted: dict[str, Any]) -> None:
    where = f"{found.viewer} > {found.target}"
    assert set(wanted) <= OF_FIRE, where
    assert wanted["because"].strip(), where
    assert (found.outcome.value, found.fire.method) == (wanted["outcome"], wanted["method"]), where
    assert (found.cover.outcome.value if found.cover else None) == wanted.get("cover"), where
    assert found.fire.too_small is wanted.get("too_small", False), where
    if "behind" in wanted:
        assert sorted(one.piece for one in found.fire.blockers) == sorted(wanted["behind"]), where


def check_placement(placement: Placement, wanted: dict[str, Any], scene: Dispute) -> None:
    where = f"template {placement.name}"
    assert placement.status == wanted["status"], f"{where}: {placement.reasons}"
    if "focus" in wanted:
        assert placement.body.pose.at == pytest.approx(wanted["focus"], abs=0.001), where
    troopers = {key: said for key, said in wanted.items() if key not in OF_PLACEMENT}
    if placement.status == "illegal":
        assert not troopers, where
    if placement.status != "placed":
        assert wanted["reason"] in " ".join(placement.reasons), where
    if placement.status == "illegal":
        return
    assert list(troopers) == [trooper.name for trooper in scene.troopers], where
    for verdict in placement.verdicts:
        check_verdict(verdict, troopers[verdict.trooper], f"{where}, {verdict.trooper}")


def check_stance(stance: Stance, wanted: dict[str, Any]) -> None:
    where = f"stance of {stance.trooper}"
    assert set(wanted) <= OF_STANCE, where
    assert wanted["because"].strip(), where
    found = stance.footing
    assert found is not None
    assert list(stance.on) == wanted["on"], where
    assert list(found.level or []) == wanted.get("level", []), where
    for key in NUMBERS_OF_STANCE & set(wanted):
        assert getattr(found, key) == pytest.approx(wanted[key], abs=NUMBERS_TO[key]), (
            f"{where}: {key}"
        )
    for key in {"centred", "over"} & set(wanted):
        assert getattr(found, key) is wanted[key], f"{where}: {key}"
    assert found.headroom == pytest.approx(wanted.get("headroom", math.inf), abs=0.001), where
    faults = wanted.get("faults", [])
    assert len(stance.faults) == len(faults), f"{where}: {stance.faults}"
    for fault, said in zip(stance.faults, faults, strict=True):
        assert said in fault, where
    assert wanted.get("remedy", "") in stance.remedy, where
    assert bool(stance.remedy) is ("remedy" in wanted), where


def check_verdict(verdict: Verdict, wanted: dict[str, Any], where: str) -> None:
    assert set(wanted) <= OF_TROOPER, where
    assert wanted["because"].strip(), where
    found = (verdict.outcome.value, verdict.deciding.question)
    assert found == (wanted["outcome"], wanted["decided_by"]), where
    evidence = verdict.deciding.evidence
    if found == ("NO", "focus line"):
        assert isinstance(evidence, Sight)
        assert sorted(one.piece for one in evidence.blockers) == sorted(wanted["behind"]), where
    else:
        assert "behind" not in wanted, where
    if "gap" in wanted:
        assert isinstance(evidence, Contact), where
        assert evidence.gap == pytest.approx(wanted["gap"], abs=0.001), where
    # Nobody should have to argue about a worked scene, unless about its close call.
    assert verdict.close_call is wanted.get("close", False), where


def test_json_scene_is_its_toml_scene() -> None:
    pairs = [(path, path.with_suffix(".toml")) for path in SCENES.glob("*.json")]
    assert pairs
    for one, other in pairs:
        as_json = json.loads(one.read_text(encoding="utf-8"))
        assert as_json == tomllib.loads(other.read_text(encoding="utf-8"))


def test_bundled_scenes_are_these() -> None:
    assert bundled.folder() == SCENES
    others = (SCENES / "area-templates").glob("*.toml")
    assert bundled.names() == [
        *sorted(path.stem for path in SCENES.glob("*.toml")),
        *sorted(f"area-templates/{path.stem}" for path in others),
    ]


def test_readme_lists_every_scene() -> None:
    lines = (SCENES / "README.md").read_text(encoding="utf-8").splitlines()
    rows = [line.split("`")[1] for line in lines if line.startswith("| `")]
    assert sorted(rows) == sorted(path.name for path in FILES)


# The mesh files: what each holds, and what the scene says of it. Sizes in mm.
MESHES = {
    "house.glb": (120, 100, 100),
    "scaffold.stl": (70, 60, 50),
    "stairs.obj": (60, 40, 50),
    "silo.stl": (2.4 * 25.4, 2.4 * 25.4, 3.2 * 25.4),
}


def test_mesh_table_takes_every_mesh_file_in_its_own_unit() -> None:
    scene = tomllib.loads((SCENES / "mesh-table.toml").read_text(encoding="utf-8"))
    pieces = [Path(piece["mesh"]).name for piece in scene["scenery"]]
    assert sorted(pieces) == sorted(MESHES)
    assert sorted(pieces) == sorted(path.name for path in (SCENES / "meshes").iterdir())
    assert {piece.get("units", "mm") for piece in scene["scenery"]} == {"mm", "cm", "in", "m"}


@pytest.mark.parametrize("name", MESHES)
def test_mesh_file_is_what_its_maker_makes(name: str) -> None:
    scene = tomllib.loads((SCENES / "mesh-table.toml").read_text(encoding="utf-8"))
    piece = next(one for one in scene["scenery"] if one["mesh"] == f"meshes/{name}")
    mesh = load_mesh(
        SCENES / piece["mesh"], units=piece.get("units", "mm"), up=piece.get("up", "z")
    )
    size = mesh.bounds[1] - mesh.bounds[0]
    # STL and GLB hold single precision.
    assert size == pytest.approx(MESHES[name], abs=1e-4)
    made = runpy.run_path(str(ROOT / "tests" / "make_scene_meshes.py"))["pieces"]()[name]
    assert np.allclose(corners(mesh.triangles), corners(made.triangles), atol=1e-4, rtol=0)


def corners(triangles: np.ndarray) -> np.ndarray:
    """Return each triangle's corners in one order, whatever order they were written in."""
    rounded = triangles.round(3) + 0.0
    rows = [sorted(map(tuple, one)) for one in rounded.tolist()]
    return np.array(sorted(rows))


def test_mesh_files_are_said_with_their_sizes() -> None:
    # The sizes of tests/make_scene_meshes.py; the silo's 2.4 and 3.2 inches are 60.96 and 81.28.
    notes = load(ROOT / "scenes" / "mesh-table.toml").notes
    assert [note for note in notes if note.endswith(" mm high")] == [
        "house, from meshes/house.glb, is 120.0 x 100.0 mm and 100.0 mm high",
        "scaffold, from meshes/scaffold.stl, is 70.0 x 60.0 mm and 50.0 mm high",
        "stairs, from meshes/stairs.obj, is 60.0 x 40.0 mm and 50.0 mm high",
        "silo, from meshes/silo.stl, is 61.0 x 61.0 mm and 81.3 mm high",
    ]
