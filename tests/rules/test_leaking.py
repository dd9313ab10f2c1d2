"""A ruling whose line passes through a crack in a mesh says so."""

from pathlib import Path

import pytest

from rules.dispute import Dispute
from rules.lines_of_fire import between
from rules.ruling import rule
from rules.scenefile import load
from spatial.outcome import Outcome

SCENE = """
format = 1
name = "A crack"
rules = "infinity-codeone"
scenery = [{ name = "hut", mesh = "hut.obj", units = "mm", up = "z", at = [160, 200] }]
trooper = [
    { name = "Beta", side = "blue", silhouette = "S2", at = [100, 200] },
    { name = "1", side = "red", silhouette = "S2", at = [200, 200], facing = 180 },
]
[[attack]]
by = "Beta"
weapon = "Chain Rifle"
template = [{ name = "A", aim = "1", height = 20.2 }]
"""


def hut(gap: float) -> str:
    """A hut of 40 x 60 mm, 70 high, whose walls are parted all round at a height of 20 mm."""
    lines, first = [], 1
    for low, high, cap in ((0.0, 20.0, "bottom"), (20.0 + gap, 70.0, "top")):
        ring = ((-20, -30), (20, -30), (20, 30), (-20, 30))
        lines += [f"v {x} {y} {z}" for z in (low, high) for x, y in ring]
        faces = [(i, (i + 1) % 4, (i + 1) % 4 + 4, i + 4) for i in range(4)]
        faces.append((3, 2, 1, 0) if cap == "bottom" else (4, 5, 6, 7))
        lines += ["f " + " ".join(str(first + i) for i in face) for face in faces]
        first += 8
    return "\n".join(lines) + "\n"


@pytest.fixture
def cracked(tmp_path: Path) -> Dispute:
    (tmp_path / "hut.obj").write_text(hut(0.4), encoding="utf-8")
    (tmp_path / "scene.toml").write_text(SCENE, encoding="utf-8")
    made = load(tmp_path / "scene.toml")
    assert isinstance(made, Dispute)
    return made


def test_a_yes_through_a_crack_is_noted(cracked: Dispute) -> None:
    placement = rule(cracked, margins=False).attacks[0].placements[0]
    verdict = next(one for one in placement.verdicts if one.trooper == "1")
    assert verdict.outcome is Outcome.YES
    # Into the hut at x = 140 and out again at x = 180.
    notes = [one for one in placement.notes if "crack" in one]
    assert [note.split("(")[1].split(",")[0] for note in notes] == ["140.0", "180.0"]
    for note in notes:
        assert note.startswith("1 is affected, but its line passes through a crack in hut, 0.4")
        assert note.endswith("repair the mesh and rule again")


def test_a_hut_without_a_crack_hides_who_is_behind_it(tmp_path: Path) -> None:
    (tmp_path / "hut.obj").write_text(hut(0.0), encoding="utf-8")
    (tmp_path / "scene.toml").write_text(SCENE, encoding="utf-8")
    made = load(tmp_path / "scene.toml")
    assert isinstance(made, Dispute)
    placement = rule(made, margins=False).attacks[0].placements[0]
    assert all(one.outcome is Outcome.NO for one in placement.verdicts)
    assert not any("crack" in one for one in placement.notes)


def test_a_line_of_sight_through_a_crack_is_noted(tmp_path: Path) -> None:
    # Where any line will do, a crack is enough to see through.
    text = SCENE.replace("infinity-codeone", "area-templates").split("[[attack]]")[0]
    (tmp_path / "hut.obj").write_text(hut(0.4), encoding="utf-8")
    (tmp_path / "scene.toml").write_text(text, encoding="utf-8")
    seen = between(load(tmp_path / "scene.toml"), "Beta", "1", margin=False)
    assert seen.sightings[0].outcome is Outcome.YES
    assert [one for one in seen.notes if one.startswith("Beta sees 1, but its line passes through")]
