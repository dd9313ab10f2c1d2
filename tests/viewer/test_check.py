"""`blastfocus check`: its words, its JSON, its exit status, and the copies that it repairs."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from meshes.files import save
from meshes.kit import box
from meshes.mesh import Floats, Mesh
from rules.checking import check
from rules.scenefile import load
from tests.viewer.test_cli import ROOT, refused, run
from viewer import check_record, check_text
from viewer.repaired import write_repaired

jsonschema = pytest.importorskip("jsonschema")

CLEAN = ROOT / "scenes" / "facing-a-wall.toml"
FOOTING = ROOT / "scenes" / "footing.toml"
BOX = box((40, 30, 20)).mesh
UP = BOX.triangles[:, :, 2].min(axis=1) == 20


def soup(*triangles: Floats) -> Mesh:
    corners = np.concatenate(triangles)
    return Mesh(corners.reshape(-1, 3), np.arange(3 * len(corners), dtype=np.int32).reshape(-1, 3))


MESSY = """\
# A comment that a copy keeps.
format = 1
name = "Messy"
rules = "infinity-codeone"
scenery = [
    { name = "crack", mesh = "m/crack.glb", units = "m", up = "y", at = [50, 50] },
    { name = "inverted", mesh = "m/inverted.stl", units = "cm", up = "z", at = [900, 900] },
    { name = "twice", mesh = "m/twice.ply", units = "mm", up = "z", at = [250, 50] },
    { name = "off", mesh = "m/off.off", units = "mm", up = "z", at = [350, 50] },
    { name = "fine", mesh = "fine.obj", units = "mm", up = "z", at = [450, 50] },
]
"""


@pytest.fixture
def messy(tmp_path: Path) -> Path:
    folder = tmp_path / "table"
    (folder / "m").mkdir(parents=True)
    raised = BOX.triangles[UP] + np.array([0, 0, 0.4])
    save(soup(BOX.triangles[~UP], raised), folder / "m" / "crack.glb")
    inverted = Mesh(BOX.vertices, BOX.faces[:, ::-1])
    save(inverted, folder / "m" / "inverted.stl")
    save(soup(BOX.triangles, BOX.triangles[:2]), folder / "m" / "twice.ply")
    save(BOX, folder / "fine.obj")
    corners = "".join(f"{x} {y} {z}\n" for x, y, z in BOX.vertices.tolist())
    faces = "".join(f"3 {c} {b} {a}\n" for a, b, c in BOX.faces.tolist())
    (folder / "m" / "off.off").write_text(f"OFF\n8 12 0\n{corners}{faces}", "ascii")
    scene = folder / "messy.toml"
    scene.write_text(MESSY, "utf-8")
    return scene


def test_a_clean_table(tmp_path: Path) -> None:
    done = run("check", CLEAN, cwd=tmp_path)
    assert done.returncode == 0
    said = done.stdout.decode()
    assert "for slits narrower than 0.5 mm and walls thinner than 0.8 mm" in " ".join(said.split())
    assert said.endswith("Nothing is wrong with it.\n")


def test_a_table_with_troopers_that_cant_stand(tmp_path: Path) -> None:
    done = run("check", FOOTING, cwd=tmp_path)
    assert done.returncode == 1
    assert done.stderr == b""
    said = " ".join(done.stdout.decode().split())
    assert "through scenery: in the wall stands 4.0 mm inside house, at (271.5, 300.0, 0.0)" in said
    assert "Found 4 errors." in said


def test_what_is_wrong_with_meshes_in_words(messy: Path) -> None:
    said = " ".join(check_text.report(check(load(messy))).split())
    for part in (
        "hole: crack has a crack, at its widest 0.4 mm, through which a line would leak, at (",
        "close it where the piece was made, or with --repair.",
        "inside out: inverted has 1 shell turned inside out",
        "duplicate face: twice has 2 faces that are there already",
        "Found 1 error and 3 warnings.",
        "fine, from fine.obj, is 40.0 x 30.0 mm and 20.0 mm high",
    ):
        assert part in said


def test_json_fits_its_schema(messy: Path, tmp_path: Path) -> None:
    seen = set()
    checker = jsonschema.Draft202012Validator(check_record.schema())
    for path in (messy, CLEAN, FOOTING):
        dispute = load(path)
        checked = check(dispute)
        made: dict[str, Any] = json.loads(check_record.dumps(checked, dispute))
        assert [error.message for error in checker.iter_errors(made)] == []
        assert made["clean"] is checked.is_clean
        assert made["repairs"] is None
        seen |= {flaw["kind"] for flaw in made["flaws"]}
    assert {"hole", "inside out", "footing"} <= seen
    kinds = check_record.schema()["$defs"]["flaw"]["properties"]["kind"]["enum"]
    assert seen <= set(kinds)


def test_the_schema_knows_every_kind() -> None:
    from typing import get_args

    from rules.flaw import Kind

    kinds = check_record.schema()["$defs"]["flaw"]["properties"]["kind"]["enum"]
    assert kinds == list(get_args(Kind))


def test_json_on_the_command_line_with_a_repaired_copy(messy: Path, tmp_path: Path) -> None:
    done = run("check", messy, "--json", "--repair", "fixed", cwd=tmp_path)
    assert done.returncode == 1, done.stderr
    made = json.loads(done.stdout)
    checker = jsonschema.Draft202012Validator(check_record.schema())
    assert [error.message for error in checker.iter_errors(made)] == []
    assert [one["file"] for one in made["repairs"]] == [
        "m/crack.glb",
        "m/inverted.stl",
        "m/twice.ply",
        "m/off.off",
    ]


def test_a_repaired_copy_is_sound_and_the_original_untouched(messy: Path, tmp_path: Path) -> None:
    before = {path: path.read_bytes() for path in messy.parent.rglob("*") if path.is_file()}
    done = run("check", messy, "--repair", tmp_path / "fixed", cwd=tmp_path)
    said = " ".join(done.stdout.decode().split())
    assert done.returncode == 1, done.stderr
    for part in (
        "m/crack.glb: closed 1 crack, at the widest 0.4 mm",
        "m/inverted.stl: turned 1 shell right side out",
        "m/twice.ply: removed 2 faces that were there twice",
        "In the copy: Nothing is wrong with it.",
    ):
        assert part in said
    assert {path: path.read_bytes() for path in before} == before
    copy = tmp_path / "fixed" / "messy.toml"
    assert copy.read_bytes() == messy.read_bytes()
    assert (tmp_path / "fixed" / "fine.obj").read_bytes() == before[messy.parent / "fine.obj"]
    old, new = load(messy), load(copy)
    assert check(new).flaws == ()
    for one, other in zip(old.scene.bodies, new.scene.bodies, strict=True):
        assert other.box == pytest.approx(one.box, abs=1e-4)
    assert not list(tmp_path.glob(".fixed*"))


def test_nothing_to_repair_writes_nothing(tmp_path: Path) -> None:
    scene = tmp_path / "scene.toml"
    scene.write_bytes(CLEAN.read_bytes())
    done = run("check", scene, "--repair", "fixed", cwd=tmp_path)
    assert done.returncode == 0
    assert b"Nothing of it can be repaired here, and nothing was written." in done.stdout
    assert not (tmp_path / "fixed").exists()


def test_a_copy_never_takes_the_place_of_something(messy: Path, tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    assert "exists already" in refused("check", messy, "--repair", "here", cwd=tmp_path)
    assert "exists already" in refused("check", messy, "--repair", messy.parent, cwd=tmp_path)
    assert "make it first" in refused("check", messy, "--repair", "no/where", cwd=tmp_path)


def test_a_mesh_elsewhere_cant_be_copied(messy: Path, tmp_path: Path) -> None:
    inner = messy.parent / "inner"
    inner.mkdir()
    scene = inner / "scene.toml"
    scene.write_text(messy.read_text("utf-8").replace('mesh = "', 'mesh = "../'), "utf-8")
    said = refused("check", scene, "--outside", "--repair", "fixed", cwd=tmp_path)
    assert "../m/crack.glb, ../m/inverted.stl" in said
    assert "lies outside the scene file's folder" in said


def test_an_interrupted_copy_leaves_nothing(
    messy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("viewer.repaired._save", stop)
    with pytest.raises(KeyboardInterrupt):
        write_repaired(messy, tmp_path / "fixed")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["table"]


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        (("--slit", "-1"), "--slit -1: expected 0 to 50 mm"),
        (("--thin", "nan"), "--thin nan: expected 0 to 50 mm"),
        (("--repair", "fixed", "--close", "-2"), "--close -2: expected a number of mm, 0 or more"),
    ],
)
def test_widths_that_cant_be(messy: Path, arguments: tuple[str, ...], wanted: str) -> None:
    assert wanted in refused("check", messy, *arguments, cwd=messy.parent)


def test_a_repaired_copy_is_a_folder_like_any_other(messy: Path, tmp_path: Path) -> None:
    write_repaired(messy, tmp_path / "fixed")
    (tmp_path / "plain").mkdir()
    modes = [(tmp_path / name).stat().st_mode for name in ("fixed", "plain")]
    assert modes[0] == modes[1]
