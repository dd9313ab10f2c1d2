"""`blastfocus import`, `inspect` and `export`: what they say, write, refuse and leave alone."""

import json
import os
import struct
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from meshes.files import load, save
from meshes.kit import box, ramp
from meshes.mesh import MeshError
from rules.ruling import rule
from rules.scenefile import load as load_scene
from rules.scenefile import starter
from spatial.outcome import Outcome
from spatial.scene import SceneError
from tests.rules.tabletop_simulator import saves
from viewer.bundled import folder as bundled
from viewer.cli import app
from viewer.drawing import palette
from viewer.drawing.ruled import items
from viewer.exporting import of_ruling
from viewer.folders import whole_folder
from viewer.writing import OutputError


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(app, [os.fspath(word) for word in words])


def refused(kind: type[Exception], *words: str | Path) -> str:
    done = run(*words)
    assert isinstance(done.exception, kind), done.output
    return str(done.exception)


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A save of a mat, a block, a bundle and a note."""
    content = saves.save(
        saves.mat(),
        saves.model("1", Nickname="Crate", where=saves.transform((5, 1.06, 5))),
        saves.bundle("2", Nickname="Palm"),
        {"Name": "Notecard", "Nickname": "Water", "Description": "is deep"},
    )
    (tmp_path / "save.json").write_bytes(content)
    return tmp_path / "save.json"


# Importing.


def test_import_writes_a_scene_and_says_what_became_of_every_piece(table: Path) -> None:
    out = table.parent / "out"
    models = saves.cache(table.parent)
    done = run("import", "tts", table, "-o", out, "--models", models, "--name", "My table")
    assert done.exit_code == 0, done.exception
    assert done.output == (
        f"wrote {out / 'scene.toml'}: 4 pieces of the save, 1 with a mesh, 1 placeholder, "
        "0 troopers, 1 left out\n\nplaceholders\n"
        "  - Palm: an asset bundle can't be read\n\nleft out\n"
        "  - Water: a Notecard is no scenery\n\n"
        "What a placeholder may hide is UNDECIDED in a ruling. unread.toml lists their addresses, "
        "for --map.\n"
    )
    files = sorted(p.relative_to(out).as_posix() for p in out.rglob("*") if p.is_file())
    assert files == ["meshes/0001.ply", "scene.toml", "unread.toml"]
    scene = load_scene(out / "scene.toml")
    assert scene.name == "My table"
    assert run("rule", out / "scene.toml").exit_code == 0
    # Nothing else is left beside it.
    assert sorted(os.listdir(table.parent)) == ["Mods", "out", "save.json"]


def test_the_list_of_what_is_unread_is_a_mapping_to_fill_in(table: Path) -> None:
    out, again = table.parent / "out", table.parent / "again"
    assert run("import", "tts", table, "-o", out).exit_code == 0
    unread = out / "unread.toml"
    assert run("import", "tts", table, "-o", again, "--map", unread).exit_code == 0
    (out / "palm.obj").write_text(saves.BLOCK_OBJ)
    text = unread.read_text()
    for address in (saves.BLOCK, saves.BUNDLE):
        assert f'# "{address}" = ""' in text
        text = text.replace(f'# "{address}" = ""', f'"{address}" = "palm.obj"')
    unread.write_text(text)
    third = table.parent / "third"
    done = run("import", "tts", table, "-o", third, "--map", unread)
    assert "2 with a mesh, 0 placeholders" in done.output


def test_import_never_writes_where_something_is(table: Path) -> None:
    here = table.parent
    (here / "full").mkdir()
    (here / "full" / "mine.txt").write_text("x")
    (here / "empty").mkdir()
    os.symlink(here / "empty", here / "link")
    for name, why in (
        ("full", "has something in it already; name an empty or a new folder"),
        ("save.json", "is no folder; name another one"),
        ("link", "is no folder; name another one"),
        ("none/out", "there is no folder"),
    ):
        assert why in refused(OutputError, "import", "tts", table, "-o", here / name)
    assert os.listdir(here / "full") == ["mine.txt"]
    assert run("import", "tts", table, "-o", here / "empty").exit_code == 0
    assert (here / "empty" / "scene.toml").is_file()


def test_an_interrupted_import_leaves_nothing(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from meshes import files

    models = saves.cache(table.parent)
    before = sorted(os.listdir(table.parent))

    def interrupted(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(files, "save", interrupted)
    done = run("import", "tts", table, "-o", table.parent / "out", "--models", models)
    assert done.exit_code != 0
    assert sorted(os.listdir(table.parent)) == before


def test_a_folder_that_cannot_be_finished_is_taken_away(tmp_path: Path) -> None:
    with (
        pytest.raises(OutputError, match=r"no space left on device; choose another place"),
        whole_folder(tmp_path / "out"),
    ):
        raise OSError(28, "No space left on device")
    assert os.listdir(tmp_path) == []


def test_import_refuses(table: Path) -> None:
    out = table.parent / "out"
    assert "no such file" in refused(SceneError, "import", "tts", "none.json", "-o", out)
    assert "expected 1 to 1000 mm" in refused(
        OutputError, "import", "tts", table, "-o", out, "--stand-in", "0"
    )
    assert "there is no such folder" in refused(
        OutputError, "import", "tts", table, "-o", out, "--models", "none"
    )
    table.write_bytes(b'{"ObjectStates": []}')
    said = refused(SceneError, "import", "tts", table, "-o", out)
    assert said == f"{table}: has nothing in it; save the table with its pieces"
    assert not out.exists()


def test_import_opens_no_connection(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import socket

    def connecting(*_: Any, **__: Any) -> None:
        raise AssertionError("a connection was opened")

    monkeypatch.setattr(socket, "socket", connecting)
    assert run("import", "tts", table, "-o", table.parent / "out").exit_code == 0


# Inspecting.


def test_inspect_says_sizes_under_each_unit(tmp_path: Path) -> None:
    save(ramp((120, 80, 49)).mesh, tmp_path / "hut.stl")
    done = run("inspect", tmp_path / "hut.stl")
    assert done.exit_code == 0
    assert done.output == (
        "hut.stl: STL, binary, 8 triangles, 6 corners, 1 body, 1 shell\n"
        "  up: z, a guess: it has a flat underside along z alone\n"
        "  unit: mm, a guess: no other unit makes a piece of a likely size\n"
        "    if 1 is 1 mm  120.0 x 80.0 mm and 49.0 mm high; an S2 is 40 mm high (likely)\n"
        "    if 1 is 1 cm  1200.0 x 800.0 mm and 490.0 mm high; an S2 is 40 mm high\n"
        "    if 1 is 1 in  3048.0 x 2032.0 mm and 1244.6 mm high; an S2 is 40 mm high\n"
        "    if 1 is 1 m   120000.0 x 80000.0 mm and 49000.0 mm high; an S2 is 40 mm high\n"
        "  surface: closed, no edge shared by more than two faces\n"
    )


def test_inspect_in_json_and_what_it_refuses(tmp_path: Path, table: Path) -> None:
    save(box((40, 40, 30)).mesh, tmp_path / "crate.obj")
    (tmp_path / "bad.stl").write_bytes(b"x")
    done = run("inspect", tmp_path / "crate.obj", tmp_path / "bad.stl", table, "--json")
    assert done.exit_code == 2
    found = json.loads(done.output)
    (one,) = found["files"]
    assert one["sizes_mm"]["cm"] == [400, 400, 300]
    assert one["up"] == {
        "value": None,
        "guessed": True,
        "reason": "neither z nor y alone shows a flat underside",
        "choices": ["z", "y"],
    }
    assert [said.split(":")[0] for said in found["refused"]] == ["bad.stl"]
    said = refused(MeshError, "inspect", tmp_path / "crate.obj", tmp_path / "bad.stl")
    assert said.startswith("bad.stl: ")


def test_inspect_knows_a_save(table: Path) -> None:
    assert "save.json: a save of Tabletop Simulator, 4 pieces" in run("inspect", table).output


def test_inspect_draws(tmp_path: Path) -> None:
    pytest.importorskip("pyvista")
    from PIL import Image

    from viewer.picture import trouble

    if trouble() is not None:
        pytest.skip("nothing can be drawn on this machine")
    save(ramp((120, 80, 49)).mesh, tmp_path / "hut.stl")
    save(box((40, 40, 30)).mesh, tmp_path / "crate.obj")
    out = tmp_path / "hut.png"
    done = run("inspect", tmp_path / "hut.stl", tmp_path / "crate.obj", "-o", out)
    assert done.exit_code == 0, done.exception
    assert f"wrote {out}" in done.output
    with Image.open(out) as picture:
        assert picture.size == (1600, 900)
        assert len(picture.getcolors(1_000_000)) > 50
    page = tmp_path / "hut.pdf"
    assert run("inspect", tmp_path / "crate.obj", "-o", page).exit_code == 0
    assert page.read_bytes().startswith(b"%PDF-")


def test_every_sample_through_inspect(samples: Path) -> None:
    paths = sorted(p for p in samples.rglob("*") if p.is_file() and p.suffix != ".lua")
    found = json.loads(run("inspect", *paths, "--json").output)
    saved = [p for p in paths if p.suffix == ".json"]
    assert sorted(said.split(":")[0] for said in found["refused"]) == [
        "null.obj",
        "zero_triangles.stl",
    ]
    assert len(found["files"]) + 2 + len(saved) == len(paths)


@pytest.mark.parametrize("name", ["SET_Beachhead.json", "SET_Hanger_Bay.json"])
def test_a_sample_imported_by_the_command(samples: Path, tmp_path: Path, name: str) -> None:
    done = run("import", "tts", samples / "tts" / name, "-o", tmp_path / "out")
    assert done.exit_code == 0, done.exception
    assert load_scene(tmp_path / "out" / "scene.toml").scene.bodies


# Exporting.


def header(path: Path) -> dict[str, Any]:
    file = path.read_bytes()
    (length,) = struct.unpack_from("<I", file, 12)
    made: dict[str, Any] = json.loads(file[20 : 20 + length])
    return made


def colours(path: Path) -> dict[str, tuple[float, ...]]:
    """The colour of each node by its name."""
    made = header(path)
    paints = [m["pbrMetallicRoughness"]["baseColorFactor"] for m in made["materials"]]
    return {
        node["name"]: tuple(
            paints[made["meshes"][node["mesh"]]["primitives"][0].get("material", 0)]
        )
        for node in made["nodes"]
        if "mesh" in node
    }


def paint(colour: str) -> Any:
    return pytest.approx([part / 255 for part in palette.rgb(colour)], abs=1 / 255)


def test_export_has_table_templates_lines_and_verdict_colours(tmp_path: Path) -> None:
    scene = tmp_path / "scene.toml"
    scene.write_bytes(starter())
    out = tmp_path / "table.glb"
    done = run("export", scene, "-o", out)
    assert done.exit_code == 0, done.exception
    seen = colours(out)
    # The starter's ruling: 1 is affected, 2 is not, by a line from the template's focus to 1.
    assert seen["1"][:3] == paint("#D55E00")
    assert seen["2"][:3] == paint("#0072B2")
    assert "line A to 1" in seen
    assert seen["template A"][3] < 1
    assert all(f"{name}" in seen for name in ("table", "Beta", "3", "4"))
    mesh = load(out, units="m", up="y")
    size = mesh.bounds[1] - mesh.bounds[0]
    table = load_scene(scene).scene.size
    assert size[:2].tolist() == pytest.approx(table, abs=1)


def test_export_of_the_other_game(tmp_path: Path) -> None:
    (scene, *_) = sorted((bundled() / "area-templates").glob("*.toml"))
    out = tmp_path / "table.glb"
    assert run("export", scene, "-o", out).exit_code == 0
    names = set(colours(out))
    asked = load_scene(scene)
    assert {one.name for one in asked.start.models} <= names


def test_export_refuses(tmp_path: Path) -> None:
    scene = tmp_path / "scene.toml"
    scene.write_bytes(starter())
    assert "give it the ending .glb" in refused(OutputError, "export", scene, "-o", "t.stl")
    scene.write_text('format = 1\nname = "x"\nrules = "infinity-codeone"\n')
    said = refused(OutputError, "export", scene, "-o", tmp_path / "t.glb")
    assert "has nothing to export" in said


def test_export_has_the_colours_of_the_picture(tmp_path: Path) -> None:
    for name in ("cancelled-template", "mine-round-corner", "burst-across-levels"):
        scene = bundled() / f"{name}.toml"
        out = tmp_path / f"{name}.glb"
        assert run("export", scene, "-o", out).exit_code == 0
        seen = colours(out)
        dispute = load_scene(scene)
        for solid in items(rule(dispute, margins=False), dispute).solids:
            if solid.kind == "trooper":
                assert seen[solid.name][:3] == paint(solid.colour), solid.name


def test_an_undecided_template_is_exported_as_undecided() -> None:
    dispute = load_scene(bundled() / "covered-enemy.toml")
    ruling = rule(dispute, margins=False)
    (attack,) = ruling.attacks
    unsure = tuple(replace(one, status="undecided") for one in attack.placements)
    doubt = replace(ruling, attacks=(replace(attack, placements=unsure),))
    hit = {v.trooper for one in unsure for v in one.verdicts if v.outcome is Outcome.YES}
    assert hit
    made = of_ruling(doubt, dispute)
    for name in hit:
        assert made.colours[name][:3] == palette.rgb(palette.VERDICT[Outcome.UNDECIDED])


def test_inspect_knows_a_save_in_json_too(table: Path) -> None:
    (one,) = json.loads(run("inspect", table, "--json").output)["saves"]
    assert one == {"file": "save.json", "pieces": 4, "scenery": 2, "left_out": 1, "mat": True}


def test_inspect_draws_no_save_and_says_so(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("viewer.picture.check", lambda output: None)
    out = table.parent / "out.png"
    assert "no mesh file to draw" in refused(OutputError, "inspect", table, "-o", out)
    assert not out.exists()
