"""`blastfocus stand`: what it says, writes and refuses, and what the picture shows."""

import io
import json
import sys
from pathlib import Path

import numpy as np
import pytest
import typer
from typer.testing import CliRunner, Result

from meshes.kit import box
from meshes.mesh import MeshError
from meshes.silhouettes import silhouette
from rules.scenefile import starter
from spatial.scene import Pose, Scene, SceneError, scenery_body
from spatial.standing import StandingMap, standing_map
from viewer import progress, standing_file, standing_words
from viewer.commands.stand import stand
from viewer.drawing import standing as drawing
from viewer.drawing.palette import rgb
from viewer.writing import OutputError

app = typer.Typer()
app.command()(stand)

# A crate of 60 x 60 x 30 in the middle, a canopy 20 up in the north-west corner.
YARD = """
format = 1
name = "Yard"
rules = "infinity-codeone"
[table]
size = [200, 200]
[[scenery]]
name = "crate"
kit = "box"
size = [60, 60, 30]
at = [100, 100]
[[scenery]]
name = "canopy"
kit = "box"
size = [40, 40, 2]
at = [20, 180, 20]
"""


@pytest.fixture
def yard(tmp_path: Path) -> Path:
    path = tmp_path / "yard.toml"
    path.write_text(YARD)
    return path


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, [str(one) for one in arguments], catch_exceptions=False)


def scene() -> Scene:
    crate, canopy = box((60, 60, 30)), box((40, 40, 2))
    return Scene(
        (
            scenery_body("crate", crate.mesh, Pose((100, 100, 0)), True, crate.levels),
            scenery_body("canopy", canopy.mesh, Pose((20, 180, 20)), True, canopy.levels),
        ),
        (200, 200),
    )


def mapped(spacing: float = 20) -> StandingMap:
    return standing_map(scene(), silhouette("S2"), spacing)


def test_it_says_how_many_places_there_are(yard: Path) -> None:
    # Spots at 10, 30, ... 190: 4 x 4 on the crate, from 70 to 130 with its edges. The canopy
    # is over 2 x 2, and over a part of the base at 2 + 2 more, 10 mm beside it.
    done = run(yard, "--spacing", "20")
    assert done.exit_code == 0
    assert done.output.splitlines()[:6] == [
        "Yard: where S2 (25 x 40 mm) can stand, looked at every 20 mm",
        "",
        "  level 0: 100 places, 100.0% of the spots, 0 to 30 mm up, 8 of them only prone",
        "  level 1: 4 places, 4.0% of the spots, 22 mm up, all upright",
        "",
        "There is a place at each of the 100 spots.",
    ]
    assert "the highest climb is 30 mm, from (70, 50, 0) to (70, 70, 30)." in done.output


def test_json_is_ascii_so_that_no_screen_can_spoil_it(yard: Path) -> None:
    yard.write_text(YARD.replace('"Yard"', '"Höf 中"'), encoding="utf-8")
    told = run(yard, "--spacing", "20", "--json").output
    assert told.isascii()
    assert json.loads(told)["scene"] == "Höf 中"


def test_the_same_in_json(yard: Path) -> None:
    told = json.loads(run(yard, "--spacing", "20", "--json").output)
    assert told["silhouette"] == {"name": "S2", "diameter_mm": 25, "height_mm": 40}
    assert (told["spots"], told["nowhere"], told["places"], told["upright"]) == (100, 0, 104, 96)
    assert told["levels"][1] == {
        "places": 4,
        "share_of_table": 0.04,
        "upright": 4,
        "lowest_mm": 22,
        "highest_mm": 22,
    }
    counts = {row["name"]: row["places"] for row in told["carriers"]}
    assert counts == {"crate": 16, "canopy": 4, "the table": 84}
    assert told["highest_climb"] == {"mm": 30, "from": [70, 50, 0], "to": [70, 70, 30]}


def test_it_writes_a_picture_and_the_map(yard: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    done = run(yard, "-o", out, "--silhouette", "s5", "--spacing", "20")
    assert sorted(path.name for path in out.iterdir()) == [
        "yard-standing-S5-20mm.npz",
        "yard-standing-S5-20mm.png",
    ]
    assert done.output.endswith("yard-standing-S5-20mm.png and yard-standing-S5-20mm.npz\n")
    with np.load(out / "yard-standing-S5-20mm.npz") as held:
        assert held["format"] == 1
        assert held["silhouette"] == "S5"
        assert held["size"].tolist() == [40, 45]
        assert held["carriers"].tolist() == ["crate", "canopy", "the table"]
        assert held["places"].shape == (len(held["level"]), 3)
        assert held["prone"].all()
    before = (
        (out / "yard-standing-S5-20mm.npz").read_bytes(),
        (out / "yard-standing-S5-20mm.png").read_bytes(),
    )
    run(yard, "-o", out / "yard-standing-S5-20mm.png", "--silhouette", "S5", "--spacing", "20")
    after = (
        (out / "yard-standing-S5-20mm.npz").read_bytes(),
        (out / "yard-standing-S5-20mm.png").read_bytes(),
    )
    assert before == after


def test_a_size_of_one_s_own(yard: Path) -> None:
    assert run(yard, "--silhouette", "30x22.5").output.startswith("Yard: where 30x22.5 (30 x 22.5")


def test_the_other_rule_system_s_tables_too(tmp_path: Path) -> None:
    path = tmp_path / "yard.toml"
    path.write_text(YARD.replace("infinity-codeone", "area-templates"))
    assert "level 1: 4 places" in run(path, "--spacing", "20").output


def test_refusals_come_before_any_work(yard: Path, tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="make the folder first"):
        run("nothing.toml", "-o", tmp_path / "none")
    with pytest.raises(OutputError, match="there is no folder"):
        run("nothing.toml", "-o", tmp_path / "none" / "a.png")
    with pytest.raises(MeshError, match='no silhouette is called "S12"'):
        run("nothing.toml", "--silhouette", "s12")
    for size in ("25xinf", "nanx40", "0x40", "-5x40"):
        with pytest.raises(MeshError, match="above 0 and below 1000 mm"):
            run("nothing.toml", "--silhouette", size)
    with pytest.raises(SceneError, match="spacing: expected a number of mm above 0"):
        run(yard, "-o", tmp_path, "--spacing", "0")
    bare = tmp_path / "bare.toml"
    bare.write_text(YARD.replace("[table]\nsize = [200, 200]\n", ""))
    with pytest.raises(SceneError, match=r"\[table\] size"):
        run(bare, "-o", tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bare.toml", "yard.toml"]


def test_the_starter_has_a_map(tmp_path: Path) -> None:
    path = tmp_path / "starter.toml"
    path.write_bytes(starter())
    assert "level 0: " in run(path).output


def test_the_file_has_the_same_bytes_again() -> None:
    content = standing_file.content(mapped())
    assert content == standing_file.content(mapped())
    with np.load(io.BytesIO(content)) as held:
        assert set(held) == set(standing_file.arrays(mapped()))
        assert held["climb"].shape == held["neighbours"].shape == held["crest"].shape


def test_a_map_without_ways_is_put_in_words() -> None:
    one = standing_map(Scene((), (10, 10)), silhouette("S2"), 10)
    told = standing_words.report(one, "Bare")
    assert told.endswith("each of the 1 spots.\nNo way leads from a place to the next.\n")
    rock = scenery_body("rock", box((50, 50, 60)).mesh, Pose((31, 5, 0)))
    none = standing_map(Scene((rock,), (10, 10)), silhouette("S2"), 10)
    assert len(none.places) == 0
    assert "At 1 of the 1 spots, 100.0%, there is none." in standing_words.report(none, "Full")
    drawing.picture(none, Scene((rock,), (10, 10)), "Full")


# The picture.


def test_the_picture_s_colours_are_where_the_places_are() -> None:
    found = mapped(10)
    picture = drawing.picture(found, scene(), "Yard")
    # Two panels of 870 pixels for 200 mm.
    left, top, scale = 24, 84 + 34 - 6, 870 / 200

    def colour(x: float, y: float, panel: int = 0) -> tuple[int, ...]:
        spot = (left + panel * (870 + 24) + x * scale, top + (200 - y) * scale)
        pixel = picture.getpixel((round(spot[0]), round(spot[1])))
        assert isinstance(pixel, tuple)
        return pixel

    assert colour(155, 55) == rgb("#FFFFD9")
    assert colour(95, 105) == rgb("#225EA8")
    assert colour(65, 105) == rgb(drawing.NOWHERE)
    assert colour(65, 105, panel=1) == (255, 255, 255)
    assert colour(95, 105, panel=1) == rgb(drawing.SCENERY)
    # The canopy: only prone below it, hatched; 22 mm up above it.
    below = {colour(x, 185) for x in np.arange(8, 22, 0.5)}
    assert len(below) > 2
    assert rgb("#F3D9EA") in below
    assert colour(15, 185, panel=1) not in (rgb(drawing.SCENERY), (255, 255, 255))


@pytest.mark.parametrize("spacing", [30.0, 35.0, 70.0])
def test_the_picture_is_filled_to_the_table_s_edges(spacing: float) -> None:
    """An empty table, whatever the spacing: no dark strip where it doesn't divide a side."""
    empty = Scene((), (200.0, 170.0))
    found = standing_map(empty, silhouette("S2"), spacing)
    picture = drawing.picture(found, empty, "Empty")
    pixels = np.array(picture.convert("RGB"))
    ground = (pixels == rgb(drawing.colour(0.0))).all(axis=2)
    nowhere = (pixels == rgb(drawing.NOWHERE)).all(axis=2)
    rows, columns = np.nonzero(ground)
    inside = nowhere[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    assert not inside.any()
    high = int(np.median(ground.sum(axis=0)[columns.min() : columns.max() + 1]))
    wide = int(np.median(ground.sum(axis=1)[rows.min() : rows.max() + 1]))
    assert abs(wide / high - 200 / 170) < 0.01


def test_least_rises() -> None:
    found = mapped(10)
    rises = drawing.least_rises(found)
    spots = {tuple(place): rise for place, rise in zip(found.places.tolist(), rises, strict=True)}
    # East, north, west, south. At (55, 95) the crate begins east of it; (5, 5) is a corner.
    assert spots[55, 95, 0].tolist() == [30, 0, 0, 0]
    assert spots[75, 95, 30].tolist() == [0, 0, 30, 0]
    assert spots[5, 5, 0].tolist() == [0, 0, 0, 0]
    # From the canopy one climbs down, 22 mm.
    assert spots[35, 165, 22].tolist() == [22, 0, 0, 22]


def test_many_levels_share_the_last_panel() -> None:
    shelves = [
        scenery_body(f"shelf {i}", box((80, 80, 2)).mesh, Pose((50, 50, 10.0 * i)))
        for i in range(1, 9)
    ]
    table = Scene(tuple(shelves), (100, 100))
    found = standing_map(table, silhouette("S2"), 10)
    assert found.level.max() == 8
    # Two rows of three panels, each 466 pixels high: half of 1000 without a caption's 34.
    size = drawing.picture(found, table, "Shelves").size
    assert size == (3 * (466 + 24) + 24, 84 + 2 * (466 + 34 + 8) + 96)


# The bar of progress.


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_for_terminals_that_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    for stream, patience, shown in (
        (io.StringIO(), 0.0, False),
        (Terminal(), 60.0, False),
        (Terminal(), -1.0, True),
    ):
        monkeypatch.setattr(sys, "stderr", stream)
        monkeypatch.setattr(progress, "PATIENCE", patience)
        with progress.progress("a long question") as done:
            done(0.5)
        assert ("a long question" in stream.getvalue()) == shown
