"""What a map's pictures show: colours to the table's edge, outlines, dots, marks, a legend."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from meshes.silhouettes import silhouette
from rules.maps.exposure import exposure
from rules.maps.layout import layout
from rules.scenefile import read
from tests.browser import CHROMIUM, WHY_NOT, Browser
from tests.viewer.test_map import PARTED, run
from viewer.drawing.heights import colour
from viewer.drawing.palette import rgb
from viewer.maps import plan
from viewer.maps.finished import HeatMap, heat_map
from viewer.maps.heat import drawn, row
from viewer.maps.outlines import outlines
from viewer.picture import trouble

S2 = silhouette("S2")
BARE = 'format = 1\nname = "Bare"\nrules = "infinity-codeone"\n[table]\nsize = [{0}, {1}]\n'
# Four walls without a door, 30 mm thick and 80 high about a square of 120 mm, in one corner.
COURT = BARE.format(600, 300) + "".join(
    f'[[scenery]]\nname = "{name}"\nkit = "box"\nsize = [{x}, {y}, 80]\nat = [{at}, {to}]\n'
    for name, x, y, at, to in (
        ("west", 30, 180, 415, 150),
        ("east", 30, 180, 565, 150),
        ("south", 120, 30, 490, 75),
        ("north", 120, 30, 490, 225),
    )
)


@cache
def made(text: str, spacing: float = 25.0) -> HeatMap:
    return heat_map(exposure(layout(read(text.encode(), "a.toml"), S2, spacing)))


def pixels(image: Image.Image) -> np.ndarray:
    return np.array(image.convert("RGB"))


def count(image: Image.Image, wanted: str) -> int:
    return int((pixels(image) == rgb(wanted)).all(axis=2).sum())


@pytest.mark.parametrize("length", [600, 610, 612, 615, 623])
def test_no_dark_strip_at_the_table_s_edge(length: int) -> None:
    heat = made(BARE.format(length, 300))
    panel = plan._panel(row(heat, "exposure"), np.ones(len(heat.level), dtype=bool), 0, 2.0)
    found = pixels(panel)
    assert not (found == rgb(plan.NOWHERE)).all(axis=2).any()
    # The zones' borders lie on the edge itself, beside them the whole table has one colour.
    assert (found[100, -20:-8] == rgb(colour(1.0))).all()


def test_pieces_are_outlined_where_they_are_cut_over_the_floor() -> None:
    heat = made(PARTED)
    lines = outlines(heat, heat.level == 0, 0)
    # A wall of 10 x 300 mm about (200, 100), cut all round.
    lengths = np.linalg.norm(lines[:, 1] - lines[:, 0], axis=1)
    assert lengths.sum() == pytest.approx(2 * (10 + 300))
    assert lines.reshape(-1, 2).min(axis=0).tolist() == [195, -50]
    assert lines.reshape(-1, 2).max(axis=0).tolist() == [205, 250]


def test_on_a_level_above_only_what_rises_over_its_floor_is_outlined() -> None:
    # A slab on which a crate stands: on the slab's level the crate, not the slab.
    text = BARE.format(200, 200) + (
        '[[scenery]]\nname = "slab"\nkit = "box"\nsize = [160, 160, 5]\nat = [100, 100, 60]\n'
        '[[scenery]]\nname = "crate"\nkit = "box"\nsize = [40, 40, 40]\nat = [60, 100, 65]\n'
    )
    heat = made(text, 20)
    (body,) = (one for one in heat.scene.bodies if one.name == "slab")
    assert float(body.mesh.bounds[1, 2]) == 65
    upper = heat.level == 1
    assert set(heat.places[upper, 2].tolist()) == {65.0, 105.0}
    lines = outlines(heat, upper & (heat.places[:, 2] == 65), 1)
    assert (np.abs(lines.reshape(-1, 2) - [60, 100]).max(axis=1) <= 20.001).all()
    assert len(lines)


def test_dead_ground_has_a_dot() -> None:
    heat = made(COURT)
    # In the court 16 places see one another, and some of the walls' tops see them.
    inside = np.abs(heat.places[:, :2] - [490, 150]).max(axis=1) < 60
    inside &= heat.places[:, 2] == 0
    assert inside.sum() == 16
    most, least = float(heat.main[inside].max()), float(heat.main[~inside].min())
    assert 0.01 < most < least
    assert count(drawn(heat), plan.DEAD) == 0
    between = {**heat.told["dead_ground"], "below": (most + least) / 2}
    dotted = replace(heat, told={**heat.told, "dead_ground": between})
    shown = replace(row(dotted, "exposure"), marks=())
    panel = plan._panel(shown, heat.level == 0, 0, 2.0)
    found = (pixels(panel) == rgb(plan.DEAD)).all(axis=2)
    spots = heat.places[inside, :2] * 2
    for x, y in spots.tolist():
        assert found[round(600 - y), round(x)]
    left, right = (found.nonzero()[1].min(), found.nonzero()[1].max())
    assert 2 * 430 < left < right < 2 * 550, "nowhere else"


def test_counterparts_that_differ_most_are_marked_where_they_are() -> None:
    heat = made(COURT)
    spots = {(text, *spot.tolist()) for text, spot, level in heat.marks if level == 0}
    told = heat.told["symmetry"]
    for number, one in enumerate(told, start=1):
        for end in [worst[name] for worst in one["worst"][:1] for name in ("one", "other")]:
            assert any(
                str(number) in text.split() and (x, y) == (end["x"], end["y"])
                for text, x, y in spots
            )
    # A mirror image along y is the same: nothing differs from south to north.
    assert told[2]["worst"] == []
    assert told[0]["worst"]
    assert told[1]["worst"]
    # The signs are drawn on the plan, and on that of the main value alone.
    everywhere = heat.level == 0
    marked, plain = row(heat, "exposure"), replace(row(heat, "exposure"), marks=())
    one, other = (pixels(plan._panel(each, everywhere, 0, 2.0)) for each in (marked, plain))
    changed = (one != other).any(axis=2)
    for _, x, y in spots:
        about = changed[round(600 - 2 * y) - 12 : round(600 - 2 * y) + 12, round(2 * x) - 9 :]
        assert about[:, :18].any()
    assert row(heat, "exposure prone").marks == ()


def test_layouts_of_one_name_are_told_apart_by_their_files(tmp_path: Path) -> None:
    one, other = tmp_path / "one.toml", tmp_path / "other.toml"
    one.write_text(PARTED)
    other.write_text(PARTED.replace("at = [200, 100]", "at = [100, 100]"))
    done = run("compare", one, other, "exposure", "-o", tmp_path / "out")
    assert done.output.startswith("Parted (one.toml) and Parted (other.toml): exposure. Mean")


@pytest.fixture(scope="module")
def opengl() -> None:
    why = trouble()
    if why is not None:
        pytest.skip(why)


def test_the_picture_in_3d_says_what_it_is(opengl: None) -> None:
    from viewer.maps.solid import drawn as solid

    image = solid(made(PARTED, 50))
    found = pixels(image)
    dark = found.max(axis=2) < 90
    assert dark[:80].any(), "a title"
    foot = found[-58:, :400].reshape(-1, 3)
    assert len({tuple(one) for one in foot.tolist()}) > 50, "a bar of colours"
    assert (found[100:-60] == rgb(plan.ZONE)).all(axis=2).sum() > 200, "zones' borders"
    assert (found[100:-60] == rgb(colour(15 / 31))).all(axis=2).sum() > 10_000, "squares"


@pytest.fixture(scope="module")
def opened(
    opengl: None, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Browser, Path]]:
    if CHROMIUM is None:
        pytest.skip(WHY_NOT)
    from rules.scenefile import load
    from viewer.maps import files
    from viewer.report.making import make

    folder = tmp_path_factory.mktemp("map")
    path, kept = folder / "court.toml", folder / "court.npz"
    path.write_text(COURT)
    found = exposure(layout(load(path), S2, 50))
    kept.write_bytes(files.npz(files.arrays(found)))
    make(path, load(path), folder / "court.html", maps=[kept])
    with Browser(tmp_path_factory.mktemp("profile")) as browser:
        browser.open(folder / "court.html")
        browser.wait_for("frames[0]?.document?.documentElement?.dataset.ready === 'yes'")
        yield browser, folder


def test_a_layer_is_chosen_in_the_report(opened: tuple[Browser, Path]) -> None:
    browser, folder = opened
    own = ("file:", "data:", "about:", "blob:")
    assert [url for url in browser.requests if not url.startswith(own)] == []
    assert browser.complaints == []

    def shown() -> np.ndarray:
        box = browser.run(
            "(() => { const f = document.querySelector('iframe').getBoundingClientRect();"
            "return [f.left + scrollX, f.top + scrollY, f.width - 240, f.height]; })()"
        )
        shot = folder / "shot.png"
        shot.write_bytes(browser.screenshot(tuple(box)))
        with Image.open(shot) as image:
            return pixels(image)

    def choose(layer: int) -> np.ndarray:
        browser.run(
            "(() => { const list = frames[0].document.getElementById('layer');"
            f"list.value = {layer}; list.onchange(); }})()"
        )
        return shown()

    def blue(found: np.ndarray) -> int:
        red, green, blue = found.astype(int).transpose(2, 0, 1)
        return int(((blue > red + 40) & (green > red)).sum())

    names = browser.run(
        "[...frames[0].document.querySelectorAll('#layer option')].map((one) => one.text)"
    )
    assert names[0] == "no map"
    assert len(names) == 3
    # There is nothing but the map: it is there from the start.
    first = shown()
    none = choose(0)
    assert blue(first) > 20 * max(blue(none), 100)
    assert browser.run("frames[0].document.getElementById('legend').innerText") == ""
    assert (choose(1) == first).all()
    assert (choose(2) != first).any()
    said = browser.run("frames[0].document.getElementById('legend').innerText")
    assert "lying down" in said
    assert "100%" in said
    assert browser.complaints == []
