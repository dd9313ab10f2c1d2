"""Scene files changed by hand: what they say and what their text says stay one thing."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.scenefile import read
from rules.scenefile.editing import GONE, Sheet, opened
from rules.scenefile.kept import Kept
from spatial.scene import SceneError

ROOT = Path(__file__).resolve().parents[2]
SCENES = sorted(ROOT.glob("scenes/**/*.toml")) + sorted(ROOT.glob("scenes/*.json"))
SCENES = [path for path in SCENES if "expected" not in path.parts]

TEXT = """\
# A crate.
format = 1   # the only one

name = "Crate"
rules = "infinity-codeone"

[[trooper]]
name = "1"          # the first
side = "red"
silhouette = "S2"
at = [ 100, 200 ]   # measured twice

[[trooper]]
name = "2"
side = "blue"
silhouette = "S2"
at = [50, 50]
on = "crate"
"""


def sheet(text: str = TEXT, name: str = "a.toml") -> Sheet:
    return Sheet(Path(name), text, tomllib.loads(text))


def test_only_the_changed_line_changes() -> None:
    changed = sheet().changed({("trooper", 0, "at"): [10, 20.5]})
    before, after = TEXT.splitlines(), changed.text().splitlines()
    differing = [(a, b) for a, b in zip(before, after, strict=True) if a != b]
    assert differing == [
        ("at = [ 100, 200 ]   # measured twice", "at = [ 10, 20.5 ]   # measured twice")
    ]


def test_a_key_goes_and_a_table_comes() -> None:
    changed = sheet().changed(
        {("trooper", 1, "on"): GONE, ("readings", "tilt"): "level_only", ("nothing",): GONE}
    )
    found = tomllib.loads(changed.text())
    assert "on" not in found["trooper"][1]
    assert found["readings"] == {"tilt": "level_only"}
    assert found == changed.content
    assert "# measured twice" in changed.text()


def test_the_original_is_left_alone() -> None:
    first = sheet()
    first.changed({("trooper", 0, "at"): [1, 2]})
    assert first.content == tomllib.loads(TEXT)
    assert first.text() == TEXT


def test_an_unchanged_file_is_the_same_to_the_byte(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    content = b"\xef\xbb\xbf" + TEXT.replace("\n", "\r\n").encode()
    path.write_bytes(content)
    assert opened(path).text().encode() == content
    changed = opened(path).changed({("name",): "Box"}).text()
    assert changed.count("\r\n") == TEXT.count("\n")
    assert changed.startswith("\ufeff")
    assert tomllib.loads(changed.removeprefix("\ufeff"))["name"] == "Box"


def test_line_ends_and_comments_between_numbers_stay() -> None:
    text = "at = [\r\n  1, # one\r\n  2, # two\r\n]\r\n"
    changed = sheet(text).changed({("at",): [1, 5], ("prone",): True}).text()
    assert changed == "at = [\r\n  1, # one\r\n  5, # two\r\n]\r\nprone = true\r\n"


def test_a_table_is_never_glued_to_the_line_before() -> None:
    assert sheet("a = 1").changed({("b", "c"): 2}).text() == "a = 1\n\n[b]\nc = 2\n"


def test_inline_tables_and_dotted_keys_take_changes() -> None:
    text = (
        'trooper = [{ name = "1", at = [1, 2] }, { name = "2", at = [3, 4] }]\n'
        'readings.tilt = "level_only"\n'
    )
    changed = sheet(text).changed(
        {("trooper", 1, "at"): [9, 9], ("trooper", 0, "prone"): True, ("readings", "tilt"): GONE}
    )
    assert tomllib.loads(changed.text()) == changed.content
    assert changed.content["trooper"] == [
        {"name": "1", "at": [1, 2], "prone": True},
        {"name": "2", "at": [9, 9]},
    ]


def test_json_stays_json() -> None:
    text = json.dumps({"name": "Ä", "trooper": [{"at": [1, 2]}]})
    one = Sheet(Path("a.json"), text, json.loads(text))
    changed = one.changed({("trooper", 0, "at"): [3, 4]})
    assert json.loads(changed.text()) == {"name": "Ä", "trooper": [{"at": [3, 4]}]}
    assert one.text() == text


@pytest.mark.parametrize("path", SCENES, ids=lambda path: path.name)
def test_every_bundled_scene_can_be_changed(path: Path) -> None:
    """Everybody 1 mm to the east: text and content agree, and what isn't a place stays."""
    first = opened(path)
    edits: dict[Any, Any] = {("name",): "Another name"}
    for section in ("trooper", "target", "token", "area"):
        for i, row in enumerate(first.content.get(section, [])):
            if "at" in row:
                edits[section, i, "at"] = [row["at"][0] + 1, *row["at"][1:]]
    changed = first.changed(edits)
    text = changed.text()
    found = json.loads(text) if path.suffix == ".json" else tomllib.loads(text)
    assert found == changed.content
    assert found != first.content
    kept_comments = [line for line in first.original.splitlines() if line.startswith("#")]
    if path.suffix == ".toml":
        assert [line for line in text.splitlines() if line.startswith("#")] == kept_comments


@settings(max_examples=40)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(
                [
                    ("name",),
                    ("trooper", 0, "at"),
                    ("trooper", 1, "facing"),
                    ("trooper", 1, "on"),
                    ("readings", "tilt"),
                    ("readings", "template body"),
                ]
            ),
            st.one_of(
                st.none(),
                st.text(max_size=8).filter(lambda text: all(c.isprintable() for c in text)),
                st.floats(-1e6, 1e6, allow_nan=False),
                st.lists(st.integers(-1000, 1000), max_size=3),
                st.booleans(),
            ),
        ),
        max_size=6,
    )
)
def test_text_and_content_agree_whatever_was_changed(edits: list[tuple[Any, Any]]) -> None:
    changed = sheet()
    for steps, value in edits:
        changed = changed.changed({steps: value})
    assert tomllib.loads(changed.text()) == changed.content


def test_what_is_kept_is_what_would_be_built(tmp_path: Path) -> None:
    """A reading with everything kept says what a reading of the saved text says."""
    path = ROOT / "scenes" / "mesh-table.toml"
    kept = Kept()
    first = opened(path)
    before = first.read(kept)
    changed = first.changed({("trooper", 1, "at"): [252, 201], ("trooper", 1, "facing"): 90})
    again = changed.read(kept)
    fresh = read(changed.text().encode(), str(path), path.parent)
    assert [b.pose for b in again.scene.bodies] == [b.pose for b in fresh.scene.bodies]
    assert (again.notes, again.files, again.sha256) == (fresh.notes, fresh.files, fresh.sha256)
    scenery = [b for b in again.scene.bodies if b.role == "scenery"]
    assert scenery == [b for b in before.scene.bodies if b.role == "scenery"]
    moved = [t.name for t, old in zip(again.troopers, before.troopers, strict=True)
             if t.body is not old.body]  # fmt: skip
    assert moved == ["1"]


def test_faulty_scenery_is_named_at_every_reading() -> None:
    text = TEXT + '\n[[scenery]]\nname = "crate"\nkit = "box"\nsize = [9, 9]\nat = [50, 50]\n'
    kept = Kept()
    for _ in range(2):
        with pytest.raises(SceneError, match=r"scenery\[1\]\.size"):
            sheet(text).read(kept)
