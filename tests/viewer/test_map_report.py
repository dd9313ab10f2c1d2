"""Maps in a report: read from their own file, laid over the table, refused over another one."""

import base64
import html
import io
import json
import re
import zipfile
from pathlib import Path

import numpy as np
import pytest
import typer
from typer.testing import CliRunner, Result

from meshes.silhouettes import silhouette
from rules.maps.exposure import exposure
from rules.maps.lanes import lanes
from rules.maps.layout import TableMap, layout
from rules.maps.telling import digest
from rules.scenefile import load, read
from rules.verdict import RulingError
from tests.viewer.test_map import PARTED
from viewer.commands.report import report
from viewer.drawing.items import Items
from viewer.maps import files
from viewer.maps.finished import heat_map
from viewer.maps.layers import LIFT, layers, layers_of
from viewer.picture import trouble
from viewer.report.content import Content, Section
from viewer.report.interactive import interactive
from viewer.report.making import make
from viewer.report.mapped import EVERY, laid, maps_of, of_maps, with_maps
from viewer.report.parts import drawn

HOSTILE = "</script><img src=x onerror=alert(1)>"
S2 = silhouette("S2")

app = typer.Typer()
app.command()(report)


@pytest.fixture
def parted(tmp_path: Path) -> Path:
    path = tmp_path / "parted.toml"
    path.write_text(PARTED)
    return path


@pytest.fixture
def kept(parted: Path) -> Path:
    """The map's own file, of exposure."""
    path = parted.with_suffix(".npz")
    path.write_bytes(files.npz(files.arrays(made(parted))))
    return path


def made(path: Path) -> TableMap:
    return exposure(layout(load(path), S2, 50))


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, list(map(str, arguments)), catch_exceptions=False)


# The file.


def test_a_map_is_the_same_when_it_is_read_again(parted: Path, kept: Path) -> None:
    found, again = heat_map(made(parted)), files.opened(kept, load(parted))
    assert (again.places == found.places).all()
    assert (again.level == found.level).all()
    assert list(again.values) == list(found.values)
    assert all((again.values[name] == found.values[name]).all() for name in found.values)
    assert [zone.name for zone in again.zones] == ["left", "right"]
    assert again.subtitle == found.subtitle
    assert (again.cells == found.cells).all()
    one, other = layers_of(found)[0], layers(kept, load(parted))[0]
    assert (one.corners == other.corners).all()
    assert (one.colours == other.colours).all()
    assert one.stops == other.stops


def test_the_same_map_has_the_same_file_however_much_was_known(parted: Path) -> None:
    known: dict[str, bytes] = {}
    table = layout(load(parted), S2, 50, known=known)
    first = exposure(table, known=known)
    again = exposure(layout(load(parted), S2, 50, known=known), known=known)
    assert first.sampling["tiles_worked_out"] > again.sampling["tiles_worked_out"] == 0
    assert files.npz(files.arrays(first)) == files.npz(files.arrays(again))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("at = [200, 100]", "at = [201, 100]"),
        ("size = [400, 200]", "size = [400, 250]"),
        ("box = [0, 0, 200, 200]", "box = [0, 0, 150, 200]"),
        ('name = "left"', 'name = "west"'),
        ("at = [200, 100]", 'at = [200, 100]\ncover = "none"'),
    ],
)
def test_a_map_of_another_layout_is_refused(parted: Path, kept: Path, old: str, new: str) -> None:
    other = read(PARTED.replace(old, new, 1).encode(), "parted.toml")
    with pytest.raises(RulingError, match=r"parted\.npz: is a map of another layout than Parted"):
        files.opened(kept, other)


def test_troopers_and_the_order_of_pieces_are_no_part_of_a_layout(parted: Path) -> None:
    crate = '[[scenery]]\nname = "crate"\nkit = "box"\nsize = [20, 20, 20]\nat = [50, 150]\n'
    wall = PARTED.index("[[scenery]]")
    zone = PARTED.index("[[zone]]")
    before = PARTED[:wall] + crate + PARTED[wall:]
    after = PARTED[:zone] + crate + PARTED[zone:]
    one, other = (digest(read(text.encode(), "a.toml")) for text in (before, after))
    assert one == other != digest(load(parted))
    moved = PARTED.replace("at = [25, 25]", "at = [125, 25]")
    assert digest(read(moved.encode(), "a.toml")) == digest(load(parted))


def changed(path: Path, **other: np.ndarray) -> Path:
    with np.load(path) as held:
        kept = {name: held[name] for name in held.files if name not in other}
    path.write_bytes(files.npz(kept | {k: v for k, v in other.items() if v is not None}))
    return path


def test_a_file_that_is_no_map_is_refused(parted: Path, kept: Path, tmp_path: Path) -> None:
    scene = load(parted)
    whole = kept.read_bytes()
    with pytest.raises(RulingError, match="there is no such file"):
        files.opened(tmp_path / "none.npz", scene)
    with pytest.raises(RulingError, match="is no map that can be read"):
        files.opened(parted, scene)
    for cut in (10, len(whole) // 2, len(whole) - 30):
        kept.write_bytes(whole[:cut])
        with pytest.raises(RulingError, match="is no map that can be read"):
            files.opened(kept, scene)
    stream = io.BytesIO()
    np.savez(stream, places=np.zeros((3, 3)))
    kept.write_bytes(stream.getvalue())
    with pytest.raises(RulingError, match="is no map that can be read"):
        files.opened(kept, scene)
    # Nothing in it is ever unpickled.
    stream = io.BytesIO()
    np.savez(stream, format=np.array([print], dtype=object))
    kept.write_bytes(stream.getvalue())
    with pytest.raises(RulingError, match="is no map that can be read"):
        files.opened(kept, scene)


def test_arrays_that_do_not_go_together_are_refused(parted: Path, kept: Path) -> None:
    scene, whole = load(parted), kept.read_bytes()
    told = json.loads(str(files.arrays(made(parted))["summary"]))

    def said(**other: object) -> dict[str, np.ndarray]:
        return {"summary": np.array(json.dumps(told | other))}

    for other in (
        said(units={}),
        said(units={"none": "share"}),
        said(sampling={}),
        said(sampling=told["sampling"] | {"spacing_mm": 0}),
        said(symmetry=[{"worst": [{"one": {"x": "a", "y": 0, "level": 0}, "other": {}}]}]),
        said(dead_ground={}),
        {"exposure": np.full(32, np.inf)},
        {"exposure": np.full(32, "a")},
        {"exposure": np.zeros(5)},
        {"level": np.zeros(31, dtype=int)},
        {"places": np.zeros((32, 2))},
        {"ends": np.array([[0, 32]])},
        {"summary": np.array("[]")},
        {"summary": np.array("{}")},
        {"summary": np.array("nothing")},
        {"shape": np.zeros(0)},
        {"format": np.array(2)},
    ):
        kept.write_bytes(whole)
        with pytest.raises(RulingError, match="is no map that can be read"):
            files.opened(changed(kept, **other), scene)


def test_a_file_that_would_fill_the_memory_is_refused(
    parted: Path, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with zipfile.ZipFile(kept) as archive:
        size = sum(entry.file_size for entry in archive.infolist())
    monkeypatch.setattr(files, "_LARGEST", size)
    files.opened(kept, load(parted))
    monkeypatch.setattr(files, "_LARGEST", size - 1)
    with pytest.raises(RulingError, match="is no map that can be read"):
        files.opened(kept, load(parted))


# The layers.


def test_a_layer_by_levels() -> None:
    # A slab on legs 60 high: one may stand beneath it and on it.
    text = (
        'format = 1\nname = "Slab"\nrules = "infinity-codeone"\n[table]\nsize = [200, 100]\n'
        '[[scenery]]\nname = "slab"\nkit = "box"\nsize = [100, 100, 5]\nat = [50, 50, 60]\n'
    )
    scene = read(text.encode(), "slab.toml")
    (layer, _) = layers_of(heat_map(exposure(layout(scene, S2, 50))))
    assert layer.levels == 2
    on, beneath = layer.on(1), layer.on(0)
    assert (on.corners[:, 2] == 65 + LIFT).all()
    assert (beneath.corners[:, 2] == LIFT).all()
    assert len(on.faces) + len(beneath.faces) == len(layer.faces) == len(layer.colours)
    assert on.stops == layer.stops


def test_squares_reach_the_edge_of_a_table_that_the_spacing_does_not_divide() -> None:
    # 130 is two and a half times 50 and a bit: three lines, the last from 100 to the edge.
    # 120 is two lines and a rest of 20, which the last line takes on.
    text = 'format = 1\nname = "Odd"\nrules = "infinity-codeone"\n[table]\nsize = [130, 120]\n'
    heat = heat_map(exposure(layout(read(text.encode(), "odd.toml"), S2, 50)))
    assert heat.cells.tolist() == [
        [0, 0, 50, 50], [50, 0, 100, 50], [100, 0, 130, 50],
        [0, 50, 50, 120], [50, 50, 100, 120], [100, 50, 130, 120],
    ]  # fmt: skip
    (layer, _) = layers_of(heat)
    assert (layer.corners[:, :2] >= 0).all()
    assert (layer.corners[:, :2] <= [130, 120]).all()


# The report.


def bare(path: Path) -> Items:
    return Items("", "", (400.0, 200.0), (), (), (), ())


def test_layers_are_parts_of_the_view_each_on_its_level(parted: Path) -> None:
    scene = load(parted)
    table = layout(scene, S2, 50)
    heats = [heat_map(exposure(table)), heat_map(lanes(table))]
    maps = maps_of(heats, True)
    assert [layer.title.partition(",")[0] for layer in maps.layers] == (
        ["exposure", "exposure", *["lanes between left and right"] * 2]
    )
    found = laid(drawn([bare(parted)]), maps, 2)
    squares = [part for part in found.parts if part.tints is not None]
    assert [part.layer for part in squares] == [0, 1, 2, 3]
    assert all(part.steps == (0, 1) for part in found.parts)
    for part, layer in zip(squares, maps.layers, strict=True):
        assert len(part.mesh.faces) == 2 * len(layer.faces)
        assert part.tints is not None
        assert len(part.tints) == len(part.mesh.faces)
    zones = [part.name for part in found.parts if part.layer == EVERY]
    assert zones == ["left", "right"]
    assert [tag["title"] for tag in maps.tags(0)] == ["left", "right"]
    told = maps.told
    assert told["map"] == 1
    assert told["maps"][0]["stops"][-1]["words"] == "100%"
    # Everything in it is plain: it becomes JSON.
    json.dumps(told)


def test_a_report_of_maps_alone_says_their_numbers(parted: Path) -> None:
    heat = heat_map(made(parted))
    said = of_maps("Parted", [heat], [b"png"])
    assert said.subtitle.endswith("somebody can stand: exposure")
    assert said.glance == said.warnings == ()
    (section,) = said.sections
    assert section.title == "Exposure, for S2 (25 x 40 mm), at 32 places 50 mm apart"
    assert section.said[0] == (
        "A place is seen from 48.4% of the table on average, lying down from 48.4%."
    )
    assert ("Mean exposure by zone:", section.lists[0][1]) == section.lists[0]
    assert "right from left: 0.0%" in section.lists[0][1]
    assert section.picture is not None
    assert "By sampling, every 50 mm" in section.picture.says
    assert not section.own_page
    after = with_maps(Content("a", "b", (), (), (Section("A"),), "ruled"), [heat, heat], [b"", b""])
    assert [one.own_page for one in after.sections] == [False, True, True]
    assert after.text.startswith("ruled\n\nParted: exposure")


def test_a_map_stands_in_the_page_with_its_file(parted: Path, kept: Path, tmp_path: Path) -> None:
    pytest.importorskip("pyvista")
    if trouble() is not None:
        pytest.skip("nothing can be drawn here")
    output = tmp_path / "report.html"
    done = run(parted, "-o", output, "--map", kept)
    assert done.output == f"wrote {output}; open it in any browser\n"
    page = output.read_text("utf-8")
    saved = re.search(r'download="parted.npz" href="data:[^"]+base64,([^"]+)"', page)
    assert saved is not None
    assert base64.b64decode(saved[1]) == kept.read_bytes()
    # There is no attack: the report is about the map, and no ruling is offered.
    assert "parted.json" not in page
    assert "Exposure, for S2 (25 x 40 mm)" in page
    view = html.unescape(page[page.index("srcdoc=") : page.index("</iframe>")])
    told = re.search(r'<script type="application/json" id="told">(.*?)</script>', view)
    assert told is not None
    held = json.loads(told[1])
    assert held["map"] == 1
    assert [one["title"] for one in held["maps"]] == [
        "exposure, share of places that see it",
        "exposure, share that sees it lying down",
    ]
    assert {part["layer"] for part in held["parts"] if part.get("group") == "map"} == {-1, 0, 1}
    assert {tag["title"] for tag in held["tags"] if tag["kind"] == "zone"} == {"left", "right"}


def test_a_zone_s_name_is_no_markup(parted: Path) -> None:
    pytest.importorskip("pyvista")
    text = PARTED.replace('name = "left"', f"name = '{HOSTILE}'")
    heat = heat_map(exposure(layout(read(text.encode(), "a.toml"), S2, 50)))
    maps = maps_of([heat], True)
    items = bare(parted)
    page = interactive(laid(drawn([items]), maps, 1), [("", items)], maps)
    assert "alert(1)" in page
    assert HOSTILE not in page
    assert "<img" not in page


def test_a_report_with_a_map_of_another_layout_is_not_begun(
    parted: Path, kept: Path, tmp_path: Path
) -> None:
    moved = tmp_path / "moved.toml"
    moved.write_text(PARTED.replace("at = [200, 100]", "at = [210, 100]"))
    with pytest.raises(RulingError, match="is a map of another layout"):
        make(moved, load(moved), tmp_path / "report.html", maps=[kept])
    assert not (tmp_path / "report.html").exists()
