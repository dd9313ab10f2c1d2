"""`blastfocus map` and `blastfocus compare`: what they say, write, keep and refuse."""

import csv
import io
import json
import sqlite3
from pathlib import Path

import numpy as np
import pytest
import typer
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner, Result

from meshes.mesh import MeshError
from meshes.silhouettes import silhouette
from rules.maps.blast import blast
from rules.maps.exposure import exposure
from rules.maps.lanes import lanes
from rules.maps.layout import layout
from rules.maps.template import armed, template, users
from rules.scenefile import load
from rules.verdict import RulingError
from spatial import parts
from spatial.seeing import Sampling
from viewer.commands.compare import compare
from viewer.commands.map_ import map_
from viewer.commands.stand import stand
from viewer.drawing.heights import colour
from viewer.drawing.palette import rgb
from viewer.maps import files, plan
from viewer.maps import kept as kept_module
from viewer.maps.asking import part, sized
from viewer.maps.finished import HeatMap, heat_map
from viewer.maps.heat import diverging, drawn
from viewer.maps.kept import Kept
from viewer.maps.layers import LIFT, layers_of
from viewer.maps.making import stopped
from viewer.writing import OutputError

app = typer.Typer()
app.command("map")(map_)
app.command()(compare)
app.command()(stand)

# A wall between two zones, with places 25 mm on either side of it.
PARTED = """
format = 1
name = "Parted"
rules = "infinity-codeone"
[table]
size = [400, 200]
[[scenery]]
name = "wall"
kit = "box"
size = [10, 300, 100]
at = [200, 100]
[[zone]]
name = "left"
box = [0, 0, 200, 200]
[[zone]]
name = "right"
box = [200, 0, 400, 200]
[[trooper]]
name = "Beta"
side = "blue"
silhouette = "S2"
at = [25, 25]
"""


@pytest.fixture
def parted(tmp_path: Path) -> Path:
    path = tmp_path / "parted.toml"
    path.write_text(PARTED)
    return path


def run(*arguments: str | Path) -> Result:
    alone = () if arguments[0] == "stand" else ("--workers", "1")
    whole = [*map(str, arguments), "--spacing", "50", *alone]
    return CliRunner().invoke(app, whole, catch_exceptions=False)


def made(path: Path) -> HeatMap:
    return heat_map(exposure(layout(load(path), silhouette("S2"), 50)))


def test_a_map_is_said_written_and_kept(parted: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = run("map", parted, "exposure", "-o", out)
    assert done.output.startswith("Parted: exposure, for S2 (25 x 40 mm), at 32 places 50 mm apart")
    assert "seen from 48.4% of the table on average" in " ".join(done.output.split())
    assert "right from left: 0.0%" in done.output
    assert "states no zones" not in done.output
    names = [f"parted-exposure-S2-50mm.{ending}" for ending in ("csv", "npz", "png")]
    assert sorted(path.name for path in out.iterdir()) == ["cache", *names]
    before = [(out / name).read_bytes() for name in names]
    told = json.loads(run("map", parted, "exposure", "-o", out, "--json").output)
    assert told["sampling"]["tiles_worked_out"] == 0
    assert told["sampling"]["tiles"] == 1
    assert told["zones"] == ["left", "right"]
    assert [(out / name).read_bytes() for name in names] == before
    with np.load(out / names[1]) as held:
        assert held["places"].shape == (32, 3)
        assert (held["exposure"] == 15 / 31).all()
        assert held["zone:left"].sum() == 16
        assert held["upright"].dtype == bool
    rows = list(csv.DictReader(io.StringIO((out / names[0]).read_text())))
    assert len(rows) == 32
    assert rows[0]["x_mm"] == rows[0]["y_mm"] == "25"
    assert rows[0]["upright"] == "1"
    assert rows[0]["exposure"] == rows[0]["exposure_prone"] == "0.483871"
    assert rows[0]["exposure_from_right"] == "0"


def test_a_cell_is_asked_why(parted: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = run("map", parted, "exposure", "-o", out, "--why", "170,110")
    said = " ".join(done.output.split())
    assert "(175, 125, 0), level 0, upright: the map has it seen from 15 of 31 places" in said
    assert "of those that see it on the map, 12: 12 YES" in said
    assert "of those that don't, 12: 12 NO" in said
    assert "from how many: wall (12)." in said
    told = json.loads(run("map", parted, "lanes", "-o", out, "--why", "170,110,0", "--json").output)
    assert told["why"]["count"] == 0
    assert told["why"]["of"] == 16
    assert told["why"]["blockers"] == [{"piece": "wall", "hides": 12}]


def test_a_circle_is_asked_why(parted: Path, tmp_path: Path) -> None:
    done = run("map", parted, "blast", "-o", tmp_path / "out", "--why", "170,110")
    said = " ".join(done.output.split())
    assert "the map has 6 of the 9 affected that a circle there touches" in said
    assert "of those that the map has affected, 6: 6 YES" in said
    assert "of those that it has taken away by cover, 3: 3 NO" in said
    assert said.count("What hides the others, and how many: wall (3).") == 1


def test_a_teardrop_is_asked_why(parted: Path, tmp_path: Path) -> None:
    arm = ("--from", "left", "--weapon", "Nanopulser", "-o", tmp_path / "out", "--why")
    near = " ".join(run("map", parted, "template", *arm, "70,80").output.split())
    # 16 places but its own, the farthest 141 mm off: all within 160 mm and its edges.
    assert "the map has it reached from 15 of 16 places" in near
    assert "of those from which it is reached on the map, 12: 12 YES" in near
    far = " ".join(run("map", parted, "template", *arm, "225,75").output.split())
    assert "the map has it reached from 0 of 16 places" in far
    assert "of those from which it isn't, 12: 12 NO" in far
    thrown = " ".join(run("map", parted, "template", "--from", "left", "--weapon", "Grenades",
                          "-o", tmp_path / "out", "--why", "175,75").output.split())  # fmt: skip
    assert "the map has it reached from 16 of 16 places" in thrown
    assert "of those from which it is reached on the map, 12: 12 YES" in thrown


def names(out: Path) -> list[str]:
    return sorted(path.name for path in out.glob("*.npz"))


def test_another_question_is_another_file(parted: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    arm = ("template", "--by", "Beta", "--weapon")
    for asked in (
        ("exposure",),
        ("exposure", "--zone", "left"),
        ("exposure", "--eye", "20"),
        ("lanes", "--between", "right", "left"),
        ("blast", "--diameter", "100"),
        (*arm, "Nanopulser (+1B)"),
        (*arm, "Nanopulser", "--move", "60"),
    ):
        run("map", parted, *asked, "-o", out)
    assert names(out) == [
        "parted-blast-S2-50mm-diameter-100.npz",
        "parted-exposure-S2-50mm-eye-20.npz",
        "parted-exposure-S2-50mm-from-left.npz",
        "parted-exposure-S2-50mm.npz",
        "parted-lanes-S2-50mm-right-left.npz",
        "parted-template-S2-50mm-Beta-Nanopulser-+1B.npz",
        "parted-template-S2-50mm-Beta-move-60-Nanopulser.npz",
    ]
    # Once more is the same one.
    run("map", parted, "exposure", "-o", out)
    assert len(names(out)) == 7


@given(st.lists(st.text(), min_size=2, max_size=2))
def test_names_come_into_file_names_as_far_as_they_may(texts: list[str]) -> None:
    for text in texts:
        made = part(text)
        assert 0 < len(made) <= 47
        assert Path(made).name == made
        assert not set(made) & set('/\\:*?"<>| ')
    if all(text.isalnum() and text.isascii() for text in texts) and texts[0] != texts[1]:
        assert part(texts[0]) != part(texts[1])


def test_two_files_of_one_name_are_told_apart_by_their_folders(
    parted: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other" / "parted.toml"
    other.parent.mkdir()
    other.write_text(PARTED)
    said = " ".join(
        run("compare", parted, other, "exposure", "-o", tmp_path / "out").output.split()
    )
    assert f"Parted ({parted}) and Parted ({other}): exposure." in said


def test_the_picture_says_what_was_asked(parted: Path) -> None:
    table = layout(load(parted), silhouette("S2"), 50)
    left = heat_map(exposure(table, "left", Sampling(eyes=(20.0, 30.0))))
    assert left.subject == "exposure to left, eyes at 20 and 30 mm"
    assert heat_map(blast(table)).subject == "blast, 120 mm across"
    where = users(table, "Beta")
    reach = heat_map(template(table, where, armed(table, "Nanopulser")))
    assert reach.subject == "template, Nanopulser from 1 place"
    assert reach.starts.tolist() == where.tolist()
    # Beta's place is marked in both rows.
    shown = np.asarray(drawn(reach).convert("RGB")).astype(int)
    marks = np.flatnonzero((shown == rgb(plan.ATTACKER)).all(axis=2).any(axis=1))
    assert np.ptp(marks) > 400


def test_a_standing_map_takes_what_is_known_in_a_folder_of_maps(
    parted: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, plain = tmp_path / "out", tmp_path / "plain"
    run("map", parted, "exposure", "-o", out)
    plain.mkdir()
    run("stand", parted, "-o", plain)
    assert names(plain) == ["parted-standing-S2-50mm.npz"]
    assert sorted(path.suffix for path in plain.iterdir()) == [".npz", ".png"]
    monkeypatch.setattr(parts, "tile", None)
    run("stand", parted, "-o", out)
    known, fresh = (folder / "parted-standing-S2-50mm.npz" for folder in (out, plain))
    assert known.read_bytes() == fresh.read_bytes()


def test_every_kind_has_its_words(parted: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert (
        "Between left and right no line is open." in run("map", parted, "lanes", "-o", out).output
    )
    blast = " ".join(run("map", parted, "blast", "-o", out).output.split())
    assert "A circle with a radius of 60 mm affects" in blast
    arm = ("--by", "Beta", "--weapon", "Nanopulser")
    reach = " ".join(run("map", parted, "template", "-o", out, *arm).output.split())
    assert "With Nanopulser (small_teardrop) from 1 place" in reach
    assert "in right 0.0% can be reached" in reach
    kinds = {path.name.split("-")[1] for path in out.glob("*.png")}
    assert kinds == {"lanes", "blast", "template"}


def test_two_layouts_side_by_side(parted: Path, tmp_path: Path) -> None:
    other = tmp_path / "open.toml"
    other.write_text(PARTED.replace("Parted", "Open").replace("at = [200, 100]", "at = [600, 100]"))
    out = tmp_path / "out"
    done = run("compare", parted, other, "exposure", "-o", out)
    said = " ".join(done.output.split())
    assert "Mean 48.4% and 100.0%; of 32 places in both, 32 have more in Open and 0 less." in said
    with np.load(out / "parted-open-exposure-S2-50mm.npz") as held:
        assert (held["difference"] == 1 - 15 / 31).all()
    assert (out / "parted-open-exposure-S2-50mm.png").exists()
    told = json.loads(run("compare", parted, other, "exposure", "-o", out, "--json").output)
    assert told["compared"]["more"] == 32
    assert told["second"]["sampling"]["tiles_worked_out"] == 0
    smaller = tmp_path / "small.toml"
    smaller.write_text(PARTED.replace("[400, 200]", "[400, 300]"))
    with pytest.raises(RulingError, match="different sizes"):
        run("compare", parted, smaller, "exposure", "-o", out)


def test_refusals_come_before_any_work(parted: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    for arguments, message in (
        (("heat",), 'there is no map called "heat"; there are exposure, blast, template, lanes'),
        (("blast", "--zone", "left"), "--zone belongs to exposure; leave it out of blast"),
        (("exposure", "--eye", "0"), "--eye: expected a height"),
        (("blast", "--diameter", "-1"), "--diameter: expected a number above 0"),
        (("exposure", "--why", "1"), "--why: expected 2 or 3 numbers"),
        (("exposure", "--why", "a,b"), '--why: expected 2 or 3 numbers with commas, got "a,b"'),
        (("template", "--by", "Beta", "--from", "left"), "give one of them"),
        (("template", "--from", "left", "--move", "9"), "--move belongs to --by"),
        (("lanes", "--between", "left", ""), "--between: expected the names of two zones"),
    ):
        with pytest.raises(RulingError, match=message):
            run("map", "nothing.toml", arguments[0], "-o", out, *arguments[1:])
    assert not out.exists()
    with pytest.raises(OutputError, match="choose another folder"):
        run("map", parted, "blast", "-o", tmp_path / "none" / "deep")
    with pytest.raises(RulingError, match="say who attacks"):
        run("map", parted, "template", "-o", out, "--weapon", "Nanopulser")
    assert [path.name for path in out.iterdir()] == ["cache"]


def test_what_was_finished_is_kept_when_the_work_is_stopped(
    parted: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = layout(load(parted), silhouette("S2"), 50)
    whole = exposure(table)
    with Kept(tmp_path) as kept:

        def run_a_part(jobs, cover, keep, *, done):  # type: ignore[no-untyped-def]
            occluder = cover.occluder()
            for job in jobs:
                for key, answer in zip(job.keys, job.answers(occluder), strict=True):
                    keep(key, answer)
                raise KeyboardInterrupt

        with pytest.raises(SystemExit) as ended, stopped():
            exposure(table, known=kept, run=run_a_part)
        assert ended.value.code == 130
        assert "run it again to go on" in capsys.readouterr().err
        assert len(kept) == 1
    with Kept(tmp_path) as kept:
        again = exposure(table, known=kept)
        assert again.sampling["tiles_worked_out"] == 0
        assert files.npz(files.arrays(again)) == files.npz(files.arrays(whole))
        assert list(kept) == sorted(kept)
        del kept[next(iter(kept))]
        with pytest.raises(KeyError):
            del kept["none"]


@pytest.mark.parametrize(("diameter", "height"), [(-5, 10), (10, 0), (1000, 10), (10, 1e9)])
def test_a_size_that_nobody_has(diameter: float, height: float) -> None:
    with pytest.raises(MeshError, match="must be numbers above 0 and below 1000 mm"):
        sized(f"{diameter:g}x{height:g}")


def test_a_cache_that_is_in_use_or_full_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_module, "_PATIENCE", 0.1)
    with Kept(tmp_path) as kept:
        other = sqlite3.connect(kept.path, isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(OutputError, match="another program has it open; wait for it"):
            kept["a"] = b"1"
        other.close()
        kept["a"] = b"1"
        kept._base.execute("PRAGMA max_page_count = 3")
        with pytest.raises(OutputError, match="the disk is full; make room, or choose another"):
            kept["b"] = bytes(1 << 16)
        assert kept["a"] == b"1"
    (tmp_path / "file").touch()
    with pytest.raises(OutputError, match="choose another folder"):
        Kept(tmp_path / "file")


def test_what_was_found_stays_whatever_becomes_of_the_file(parted: Path, tmp_path: Path) -> None:
    table = layout(load(parted), silhouette("S2"), 50)
    with Kept(tmp_path) as kept:

        def lose(_: float) -> None:
            kept._base.execute("DELETE FROM answers")

        found = blast(table, known=kept, done=lose)
        assert len(kept) == 0
    assert (found.main == blast(table).main).all()


def test_a_damaged_cache_is_named(tmp_path: Path) -> None:
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache" / "tiles.sqlite").write_bytes(b"this is no database" * 100)
    with pytest.raises(OutputError, match="delete the file, or choose another folder"):
        Kept(tmp_path)


# The pictures.


def test_the_plan_s_colours_are_where_the_values_are(parted: Path) -> None:
    found = made(parted)
    picture = drawn(found)
    # One panel of 1752 pixels for 400 mm, cut to a height of 820 for 200.
    scale = min(1752 / 400, 820 / 200)
    left, top = 24, 84 + 30

    def pixel(x: float, y: float) -> tuple[int, ...]:
        at = picture.getpixel((round(left + x * scale), round(top + (200 - y) * scale)))
        assert isinstance(at, tuple)
        return at

    assert pixel(120, 80) == rgb(colour(15 / 31))
    assert pixel(330, 120) == rgb(colour(15 / 31))


def test_lanes_are_drawn_and_what_is_not_asked_is_grey(parted: Path, tmp_path: Path) -> None:
    path = tmp_path / "gap.toml"
    path.write_text(
        PARTED.replace("[10, 300, 100]", "[10, 60, 100]").replace("200, 200]", "90, 200]")
    )
    found = heat_map(lanes(layout(load(path), silhouette("S2"), 50)))
    shown = drawn(found).convert("RGB")
    colours = {pixel for _, pixel in shown.getcolors(1 << 24) or []}
    assert rgb(plan.LANE) in colours
    assert rgb(plan.NOT_ASKED) in colours


def test_differences_have_two_colours_and_none_is_pale() -> None:
    assert diverging(0.25) != diverging(0.75)
    assert sum(rgb(diverging(0.5))) > 700


def test_squares_for_the_view_in_3d(parted: Path) -> None:
    main, lying = layers_of(made(parted))
    assert main.title == "exposure, share of places that see it"
    assert lying.title == "exposure, share that sees it lying down"
    assert main.corners.shape == (4 * 32, 3)
    assert main.faces.shape == (32, 4)
    assert (main.corners[:, 2] == LIFT).all()
    assert {tuple(one) for one in main.colours.tolist()} == {rgb(colour(15 / 31))}
    assert [(stop.share, stop.words) for stop in main.stops[::2]] == (
        [(0.0, "0%"), (0.5, "50%"), (1.0, "100%")]
    )
    # Counter-clockwise from above.
    a, b, c = main.corners[main.faces[0, :3]]
    assert np.cross(b - a, c - b)[2] > 0


def test_however_long_a_name_is_its_level_and_its_mean_can_be_read(parted: Path) -> None:
    heat = made(parted)

    def shown(name: str) -> "np.ndarray":
        rows = [plan.Row(heat, heat.main, name, 0.0, 1.0, "share", colour)]
        picture = np.asarray(plan.picture("title", "subtitle", rows))
        # The caption of its one panel, without the edges of the picture.
        return np.asarray((picture[84:112, 24:-24] < 128).all(axis=2).any(axis=0))

    end = np.flatnonzero(shown(""))
    long = np.flatnonzero(shown("name " * 60))
    # It goes on to the edge, and what is there is what a caption without a name says.
    assert long.max() > shown("").size - 20
    assert np.ptp(end) > 100
    assert np.array_equal(np.diff(end)[-40:], np.diff(long)[-40:])
