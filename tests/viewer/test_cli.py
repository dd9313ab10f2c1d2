"""The command: what it prints, what it refuses, and what it leaves alone."""

import io
import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rules.scenefile import schema, starter
from viewer import bundled, json_text, picture, record
from viewer.writing import OutputError, check_folder, write, write_new

ROOT = Path(__file__).resolve().parents[2]
COMMAND = [sys.executable, "-m", "viewer.cli"]


def run(
    *arguments: str | Path, cwd: Path, **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """Run the command from a folder."""
    path = os.pathsep.join(filter(None, [os.fspath(ROOT), os.environ.get("PYTHONPATH", "")]))
    return subprocess.run(
        [*COMMAND, *map(os.fspath, arguments)],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": path, **environment},
        capture_output=True,
        check=False,
    )


def refused(*arguments: str | Path, cwd: Path, **environment: str) -> str:
    """Run the command, which must refuse, and return what it says."""
    before = sorted(cwd.rglob("*"))
    done = run(*arguments, cwd=cwd, **environment)
    said = done.stderr.decode()
    assert done.returncode == 2, said
    assert done.stdout == b""
    assert said.strip()
    assert "Traceback" not in said
    assert sorted(cwd.rglob("*")) == before
    return said


@pytest.fixture
def scene(tmp_path: Path) -> Path:
    path = tmp_path / "my table.toml"
    path.write_bytes(starter())
    return path


def test_new_then_rule(tmp_path: Path) -> None:
    made = run("new", "my table.toml", cwd=tmp_path)
    assert made.returncode == 0
    assert made.stdout.decode().split() == (
        ["wrote", "my", "table.toml;", "now:", "blastfocus", "rule", '"my', 'table.toml"']
    )
    assert (tmp_path / "my table.toml").read_bytes() == starter()
    ruled = run("rule", "my table.toml", cwd=tmp_path)
    assert ruled.returncode == 0, ruled.stderr
    assert ruled.stderr == b""
    assert ruled.stdout.decode().splitlines()[0] == "Behind the barricade"
    assert b"\x1b" not in ruled.stdout


def test_rule_in_json(scene: Path) -> None:
    done = run("rule", scene, "--json", cwd=scene.parent)
    assert done.returncode == 0
    assert json.loads(done.stdout)["scene"] == "Behind the barricade"


def test_a_bundled_scene_is_found_from_anywhere_unless_a_file_is_in_the_way(
    tmp_path: Path,
) -> None:
    (name, *_) = bundled.names()
    headline = tomllib.loads((bundled.folder() / f"{name}.toml").read_text("utf-8"))["name"]
    done = run("rule", f"scenes/{name}.toml", cwd=tmp_path)
    assert done.stdout.decode().splitlines()[0] == headline
    (tmp_path / "scenes").mkdir()
    (tmp_path / "scenes" / f"{name}.toml").write_bytes(starter())
    done = run("rule", f"scenes/{name}.toml", cwd=tmp_path)
    assert done.stdout.decode().splitlines()[0] == "Behind the barricade"
    said = refused("rule", f"other/{name}.toml", cwd=tmp_path)
    assert said.endswith(f"{name}.toml: no such file or directory; check the path\n")


def test_a_bundled_scene_spelt_wrong_gets_a_suggestion(tmp_path: Path) -> None:
    (name, *_) = bundled.names()
    said = refused("rule", f"scenes/{name}x.toml", cwd=tmp_path)
    assert said.endswith(f"did you mean scenes/{name}.toml?\n")
    assert refused("rule", "scenes/zzzzzz.toml", cwd=tmp_path).endswith(
        "`blastfocus scenes` lists them\n"
    )
    assert "there is no such file" in refused("rule", f"scenes/{'x' * 400}.toml", cwd=tmp_path)


def test_scenes_lists_them(tmp_path: Path) -> None:
    done = run("scenes", cwd=tmp_path)
    assert done.stdout.decode().split() == [f"scenes/{name}.toml" for name in bundled.names()]


def test_schemas(tmp_path: Path) -> None:
    assert json.loads(run("schema", cwd=tmp_path).stdout) == schema()
    assert json.loads(run("schema", "--ruling", cwd=tmp_path).stdout) == record.schema()


def test_one_schema_at_a_time(tmp_path: Path) -> None:
    said = refused("schema", "--log", "--found", cwd=tmp_path)
    assert "--log and --found" in said
    assert "ask for one" in said


def test_version(tmp_path: Path) -> None:
    done = run("--version", cwd=tmp_path)
    assert done.stdout.decode() in (f"blastfocus {json_text.version()}\n",)


# Refusals.


def test_every_problem_is_told_and_nothing_is_printed(tmp_path: Path) -> None:
    text = starter().decode().replace('silhouette = "S2"', 'silhouette = "S12"', 1)
    (tmp_path / "bad.toml").write_text(text.replace("facing = 0 ", 'facing = "left" '))
    said = refused("rule", "bad.toml", cwd=tmp_path)
    assert said.splitlines() == [
        'bad.toml: trooper[1].facing (of "Beta"): expected a number of degrees, got "left"'
    ]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["rule", "none.toml"], "none.toml: no such file or directory; check the path"),
        (["rule", "."], ".: is a folder; name the scene file in it"),
        (["rule", "x" * 400], ": file name too long; check the path"),
        (["rule"], "Missing argument 'SCENE'"),
        (["rule", "a.toml", "--jsn"], "No such option"),
        (["ruel", "a.toml"], "No such command 'ruel'"),
        (["new"], "Missing argument 'FILE'"),
        (["new", "."], ".: is a folder; name a file in it"),
        (["new", "no/such.toml"], "no/such.toml: there is no folder no; make it first"),
        (["new", "x" * 400], ": file name too long; choose another place"),
        (["new", "scene.json"], "scene.json: the scene to start from is TOML; name it scene.toml"),
        (["draw", "none.toml", "-o", "no/such.png"], "there is no folder no; make it first"),
    ],
    ids=range(12),
)
def test_a_mistake_is_status_2_and_one_message(
    tmp_path: Path, arguments: list[str], said: str
) -> None:
    assert said in refused(*arguments, cwd=tmp_path)


def test_new_never_overwrites(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text("mine")
    said = refused("new", "mine.toml", cwd=tmp_path)
    assert said == "mine.toml: exists already; choose another name\n"
    assert (tmp_path / "mine.toml").read_text() == "mine"
    os.symlink(tmp_path / "elsewhere.toml", tmp_path / "link.toml")
    refused("new", "link.toml", cwd=tmp_path)
    assert not (tmp_path / "elsewhere.toml").exists()


def test_a_name_that_the_screen_lacks_is_spelt_out(tmp_path: Path) -> None:
    text = starter().decode().replace("pipe", "Röhre 🙂")
    (tmp_path / "s.toml").write_text(text, encoding="utf-8")
    done = run("rule", "s.toml", cwd=tmp_path, PYTHONIOENCODING="ascii")
    assert done.returncode == 0, done.stderr
    assert rb"in total cover behind R\xf6hre \U0001f642" in done.stdout
    text = text.replace('kit = "wall"', 'kit = "wäll"')
    (tmp_path / "s.toml").write_text(text, encoding="utf-8")
    assert r'"w\xe4ll"' in refused("rule", "s.toml", cwd=tmp_path, PYTHONIOENCODING="ascii")
    done = run("rule", "s.toml", "--json", cwd=tmp_path, PYTHONIOENCODING="ascii")
    assert done.returncode == 2


ENDINGS = [["rule", "s.toml"], ["rule", "s.toml", "--json"], ["schema"]]


@pytest.mark.skipif(os.name == "nt", reason="needs pipes that break")
@pytest.mark.parametrize(
    "arguments", [["rule", "s.toml"], ["schema"], ["rule", "s.toml", "--json"]]
)
def test_a_reader_that_has_gone_is_no_error_to_tell(tmp_path: Path, arguments: list[str]) -> None:
    (tmp_path / "s.toml").write_bytes(starter())
    process = subprocess.Popen(
        [*COMMAND, *arguments],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.fspath(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    with process.stderr as stream:
        assert stream.read() == b""
    assert process.wait() == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize(
    "arguments",
    [("rule", "s.toml"), ("draw", "s.toml", "-o", "s.png"), ("report", "s.toml", "-o", "s.html")],
    ids=lambda arguments: str(arguments[0]),
)
def test_a_full_disk_is_told(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    if arguments[0] != "rule" and picture.trouble() is not None:
        pytest.skip("nothing can be drawn on this machine")
    (tmp_path / "s.toml").write_bytes(starter())
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*COMMAND, *arguments],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": os.fspath(ROOT)},
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == b"standard output: no space left on device; write it elsewhere\n"


@pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")
def test_on_a_terminal_verdicts_have_colour_and_names_stay_as_they_are(tmp_path: Path) -> None:
    import pty

    text = starter().decode().replace('name = "2"', 'name = "[red]:smile:"')
    (tmp_path / "s.toml").write_text(text)
    inner, outer = pty.openpty()
    process = subprocess.Popen(
        [*COMMAND, "rule", "s.toml"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.fspath(ROOT), "TERM": "xterm", "COLUMNS": "40"},
        stdout=outer,
    )
    os.close(outer)
    shown = b""
    while True:
        try:
            more = os.read(inner, 4096)
        except OSError:
            break
        if not more:
            break
        shown += more
    os.close(inner)
    assert process.wait() == 0
    assert b"\x1b[" in shown
    assert b"[red]:smile:" in shown


# Start-up.

HEAVY = {"trimesh", "pyvista", "vtk", "numba", "scipy", "rich", "matplotlib", "PIL", "networkx"}


@pytest.mark.parametrize("arguments", [["rule"], ["rule", "--json"]])
def test_a_ruling_on_the_kit_alone_imports_nothing_heavy(scene: Path, arguments: list[str]) -> None:
    code = (
        "import sys\nfrom viewer.cli import main\n"
        f"sys.argv = {['blastfocus', *arguments, os.fspath(scene)]!r}\n"
        "try:\n    main()\n"
        "except SystemExit as end:\n    assert not end.code, end.code\n"
        "print(*sorted({name.partition('.')[0] for name in sys.modules}), file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=scene.parent,
        env={**os.environ, "PYTHONPATH": os.fspath(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    imported = set(done.stderr.split())
    assert {"numpy", "rules", "viewer"} <= imported
    assert not imported & HEAVY


# Files.


def test_a_file_is_written_whole_and_replaced_whole(tmp_path: Path) -> None:
    path = tmp_path / "out.bin"
    write(path, b"one")
    write(path, b"two")
    assert path.read_bytes() == b"two"
    assert list(tmp_path.iterdir()) == [path]


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    for function in (lambda path: write(path, b""), lambda path: write_new(path, b"")):
        with pytest.raises(OutputError, match="there is no folder"):
            function(tmp_path / "file" / "out")
        with pytest.raises(OutputError, match="file name too long; choose another place"):
            function(tmp_path / ("x" * 400))
    with pytest.raises(OutputError, match="is a folder; name a file in it"):
        check_folder(tmp_path)


@pytest.mark.parametrize("function", [write, write_new])
def test_a_file_that_is_interrupted_is_taken_away(
    function: Callable[[Path, bytes], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Torn(io.BytesIO):
        def write(self, _: Any) -> int:
            raise KeyboardInterrupt

    monkeypatch.setattr(Path, "open", lambda path, mode: (path.touch(), Torn())[1])
    monkeypatch.setattr(os, "fdopen", lambda handle, mode: (os.close(handle), Torn())[1])
    with pytest.raises(KeyboardInterrupt):
        function(tmp_path / "out.bin", b"half of it")
    assert list(tmp_path.iterdir()) == []


# The scene file's schema.


def checker() -> Any:
    jsonschema = pytest.importorskip("jsonschema")
    return jsonschema.Draft202012Validator(schema())


@pytest.mark.parametrize("path", sorted(bundled.folder().glob("*.toml")), ids=lambda p: p.stem)
def test_the_schema_accepts_every_bundled_scene(path: Path) -> None:
    assert not list(checker().iter_errors(tomllib.loads(path.read_text("utf-8"))))


def test_the_schema_accepts_the_starter_and_refuses_unknown_keys_and_values() -> None:
    content = tomllib.loads(starter().decode())
    assert not list(checker().iter_errors(content))
    for damage in (
        {"zzz": 1},
        {"format": 2},
        {"units": "ft"},
        {"readings": {"template_body": "both"}},
        {"readings": {"zzz": "above"}},
        {"trooper": [{**content["trooper"][0], "zzz": 1}]},
        {"scenery": [{**content["scenery"][0], "zzz": 1}]},
        {"scenery": [{**content["scenery"][0], "size": [1, 2]}]},
        {"templates": {"mine": {"radius": 1}}},
    ):
        assert list(checker().iter_errors({**content, **damage})), damage


def test_the_schema_explains_itself_to_an_editor() -> None:
    made = schema()
    assert made["title"] == "Blast Focus scene"
    tables = [made, *made["$defs"].values()]
    for table in tables:
        assert table["additionalProperties"] is False
        assert table["description"]
        for key, one in table["properties"].items():
            if key not in ("kit", "table"):
                assert one.get("description"), f"{table['title']}.{key}"
