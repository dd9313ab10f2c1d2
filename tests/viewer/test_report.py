"""The report: what it says, what it draws, and that nothing in it is markup but ours."""

import base64
import hashlib
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

from meshes.mesh import Mesh
from meshes.solids import Cylinder
from rules.area_templates.battle import Battle
from rules.area_templates.dependence import dependences
from rules.area_templates.log import run as run_log
from rules.comparing import compare
from rules.ruling import rule
from rules.scenefile import load, read
from tests.viewer.test_cli import ROOT, refused
from viewer import picture
from viewer.drawing.items import Items, Solid, Stroke
from viewer.drawing.ruled import items
from viewer.report import attacks, events, html, making, markdown, offline
from viewer.report.content import Content, Glance, Picture, Row, Section, Table
from viewer.report.interactive import framed, interactive
from viewer.report.parts import drawn
from viewer.report.source import Source, source
from viewer.report.thinning import thinned
from viewer.writing import OutputError

HOSTILE = "<script>alert(1)</script>"

# Beta at (100, 200) throws A along +x: its Blast Focus is at (112.5, 200, 0). The hostile one
# stands in the open, "behind" wholly behind a wall 60 high, "top" on a tower 100 high.
YARD = f"""
format = 1
name = "{HOSTILE} & more"
rules = "infinity-codeone"

[table]
size = [600, 600]

[[scenery]]
name = "</script><img src=x onerror=alert(2)>"
kit = "box"
size = [6, 120, 60]
at = [240, 200]

[[scenery]]
name = "tower"
kit = "box"
size = [60, 50, 100]
at = [400, 400]

[[trooper]]
name = "Beta"
side = "blue"
silhouette = "S2"
at = [100, 200]

[[trooper]]
name = "{HOSTILE}"
side = "red"
silhouette = "S2"
at = [180, 200]

[[trooper]]
name = "behind"
side = "red"
silhouette = "S2"
at = [265, 200]

[[trooper]]
name = "top"
side = "red"
silhouette = "S2"
at = [400, 400]
on = "tower"

[[attack]]
by = "Beta"
weapon = "Nanopulser"

[[attack.template]]
name = "A"
aim = 0
""".encode()

PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154789c63f8ff"
    "ff3f0005fe02fea7356b0000000049454e44ae426082"
)


class Markup(HTMLParser):
    """Every element of a page, and every text in it."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[str] = []
        self.handlers: list[str] = []
        self.texts: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.handlers += [name for name, _ in attrs if name.startswith("on")]

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


@pytest.fixture(scope="module")
def yard() -> tuple[Content, Items]:
    dispute = read(YARD, "yard.toml")
    ruling = rule(dispute)
    said = attacks.content(ruling, compare(dispute), Picture("sheet", PIXEL, "The table."))
    return said, items(ruling, dispute)


@pytest.fixture
def of() -> Source:
    return Source("yard.toml", YARD, b"{}", (("meshes/tower.stl", "ab" * 32),))


# What it says.


def test_a_glance_says_who_is_affected_and_by_what(yard: tuple[Content, Items]) -> None:
    assert yard[0].glance == (
        Glance("yes", "AFFECTED", (f"{HOSTILE} (by A)",)),
        Glance("no", "not affected", ("Beta", "behind", "top")),
    )
    assert yard[0].warnings == ()


def test_every_trooper_has_its_row_with_reason_margin_and_readings(
    yard: tuple[Content, Items],
) -> None:
    (section,) = yard[0].sections
    assert section.table is not None
    rows = {row.name: row for row in section.table.rows}
    assert list(rows) == ["Beta", HOSTILE, "behind", "top"]
    behind = rows["behind"]
    assert (behind.outcome, behind.sign) == ("not affected", "no")
    assert behind.cells[0] == "In total cover behind </script><img src=x onerror=alert(2)>."
    assert rows[HOSTILE].cells[2] == "Holds under every reading"
    assert all(len(row.cells) + 2 == len(section.table.heads) for row in rows.values())


def test_a_reading_that_flips_a_verdict_is_named() -> None:
    # Below the edge of a roof: in the template only where its body reaches below its plane.
    dispute = load(ROOT / "scenes/teardrop-past-edge.toml")
    said = attacks.content(rule(dispute), compare(dispute))
    cells = [row.cells[2] for s in said.sections if s.table for row in s.table.rows]
    assert "But AFFECTED under template_body = both_sides" in cells


def test_what_must_not_be_overlooked_is_a_warning() -> None:
    # The template ends in a ball of 30 about (242.5, 200): one of 12.5 at 42.3 from it is 0.2 in.
    text = YARD.decode().replace("at = [180, 200]", "at = [242.5, 242.3]")
    text = text.replace("[table]", '[readings]\ntemplate_body = "both_sides"\n\n[table]')
    text = text.replace("at = [240, 200]", "at = [540, 200]")
    dispute = read(text.encode(), "yard.toml")
    said = attacks.content(rule(dispute), None)
    assert said.warnings == (
        "NOT UNDER THE DEFAULT READINGS, but under template_body = both_sides.",
        f"CLOSE CALL under template A: {HOSTILE}.",
    )


def test_a_mine_says_at_whom_it_goes_off_and_affects_nobody_yet() -> None:
    dispute = load(ROOT / "scenes/mine-round-corner.toml")
    said = attacks.content(rule(dispute, margins=False), None)
    assert [(one.sign, one.word) for one in said.glance] == (
        [("yes", "mine GOES OFF at"), ("no", "mine stays quiet at")]
    )
    assert said.glance[0].names == ("2",)
    assert said.subtitle == "mine, a Mine: whom does it go off at?"


def test_a_log_has_a_section_for_each_event_with_areas_changes_and_dice() -> None:
    battle = load(ROOT / "scenes/area-templates/flare.toml")
    said = events.content(run_log(battle), dependences(battle))
    assert len(said.sections) == 1 + 6
    start, first, _, shoot, *_ = said.sections
    assert start.lists == (("Areas in play", ("No area.",)),)
    assert first.table is not None
    assert {row.name for row in first.table.rows if row.sign == "yes"} >= {"1", "2"}
    assert [title for title, _ in first.lists] == ["What changed", "Areas in play"]
    assert shoot.table is not None
    dice = {row.name: row.cells[1] for row in shoot.table.rows}
    # 3 stands in both flares: each adds one to the attack against it.
    assert dice["3"].startswith("2 Attack dice (")
    assert all(section.own_page for section in said.sections[1:])


# What it draws.


def bare(*solids: Solid, strokes: tuple[Stroke, ...] = ()) -> Items:
    return Items("", "", (600.0, 600.0), solids, strokes, (), ())


def cylinder(x: float, y: float, z: float) -> Mesh:
    return Cylinder(12.5, 40).mesh().moved(np.eye(3), (x, y, z))


def test_scenery_is_parted_by_levels_and_cut_open_on_them(yard: tuple[Content, Items]) -> None:
    # Troopers at 0 and 100: the lower level is cut at 70.
    found = drawn([yard[1]])
    assert found.floors == (0.0, 100.0)
    tower = [part for part in found.parts if part.name == "tower" and part.group == "scenery"]
    bounds = {(p.level, p.is_cap): p.mesh.bounds[:, 2].tolist() for p in tower}
    assert bounds == {(0, False): [0, 70], (1, False): [70, 100], (0, True): [70, 70]}
    (cap,) = [part for part in tower if part.is_cap]
    a, b, c = cap.mesh.triangles.transpose(1, 0, 2)
    areas = np.linalg.norm(np.cross(b - a, c - a), axis=1) / 2
    assert areas.sum() == pytest.approx(60 * 50)


def test_a_trooper_is_on_the_level_where_it_stands(yard: tuple[Content, Items]) -> None:
    levels = {p.name: p.level for p in drawn([yard[1]]).parts if p.group == "trooper"}
    assert levels == {"Beta": 0, HOSTILE: 0, "behind": 0, "top": 1}


def test_a_line_ends_where_its_stroke_does() -> None:
    stroke = Stroke("reaches", (10.0, 20.0, 0.0), (110.0, 20.0, 30.0), "1", "A")
    (part,) = drawn([bare(strokes=(stroke,))]).parts
    middle = part.mesh.vertices[-6:].mean(axis=0)
    assert middle == pytest.approx([110, 20, 30])
    along = part.mesh.vertices[:-6] @ np.array([100, 0, 30]) / np.hypot(100, 30)
    assert np.ptp(along) == pytest.approx(np.hypot(100, 30))


def test_what_stays_the_same_in_several_steps_is_drawn_once() -> None:
    still, before, after = cylinder(0, 0, 0), cylinder(50, 0, 0), cylinder(90, 0, 0)
    steps = [
        bare(Solid("1", "trooper", still, "#000000"), Solid("2", "trooper", mesh, "#000000"))
        for mesh in (before, after)
    ]
    found = {(part.name, part.steps) for part in drawn(steps).parts}
    assert found == {("1", (0, 1)), ("2", (0,)), ("2", (1,))}


def hills(count: int) -> Mesh:
    """A bumpy ground of 2 n^2 loose triangles."""
    side = np.linspace(0, 300, count + 1)
    x, y = np.meshgrid(side, side, indexing="ij")
    z = 30 + 20 * np.sin(x / 40) * np.cos(y / 30) + 0.5 * np.sin(7 * x) * np.sin(5 * y)
    grid = np.arange((count + 1) ** 2).reshape(count + 1, count + 1)
    a, b, c, d = (
        part.ravel() for part in (grid[:-1, :-1], grid[1:, :-1], grid[1:, 1:], grid[:-1, 1:])
    )
    faces = np.concatenate([np.stack([a, b, c], axis=1), np.stack([a, c, d], axis=1)])
    corners = np.column_stack([x.ravel(), y.ravel(), z.ravel()])[faces.reshape(-1)]
    return Mesh(corners, np.arange(len(corners), dtype=np.int32).reshape(-1, 3))


def test_only_what_is_drawn_has_fewer_triangles_and_small_pieces_keep_theirs() -> None:
    pytest.importorskip("pyvista")
    ground, crate = hills(60), cylinder(0, 0, 0)
    rough, same = thinned([ground, crate], most=3000)
    assert same is crate
    assert len(ground.faces) == 7200
    assert 1500 < len(rough.faces) + len(crate.faces) <= 3000
    assert rough.bounds == pytest.approx(ground.bounds, abs=4.0)
    assert thinned([ground, crate], most=10_000)[0] is ground


def test_a_hundred_thousand_triangles_fit_in_a_page() -> None:
    pytest.importorskip("pyvista")
    table = bare(
        Solid("hills", "scenery", hills(224), "#B4AFA6"),
        Solid("1", "trooper", cylinder(150, 150, 60), "#D55E00"),
    )
    found = drawn([table])
    assert found.of == 2 * 224**2 > 100_000
    assert found.triangles <= 60_000
    # The sheet, under a megabyte or two, and the words come on top of it.
    assert len(framed(interactive(found, [("", table)]))) < 7_000_000


def test_the_same_ruling_gives_the_same_view(yard: tuple[Content, Items]) -> None:
    pytest.importorskip("pyvista")
    found = drawn([yard[1]])
    first, second = (interactive(found, [("", yard[1])]) for _ in range(2))
    assert first == second


# Whole in itself, and inert.


def test_a_page_may_speak_of_an_address_and_load_nothing() -> None:
    assert (
        offline.references("<p>http://example.org</p><script>// see www.example.org</script>") == []
    )


@pytest.mark.parametrize(
    "page",
    [
        '<img src="http://example.org/a.png">',
        '<img src="//example.org/a.png">',
        '<img src="a.png">',
        '<link rel="icon" href="https://example.org/favicon.ico">',
        "<style>@import 'a.css';</style>",
        "<style>p { background: url(https://example.org/a.png) }</style>",
        '<p style="background: url(a.png)"></p>',
        "<script>fetch('https://example.org')</script>",
        '<script>new WebSocket("wss://example.org")</script>',
        '<script>import("//example.org/a.js")</script>',
        '<script src="a.js"></script>',
        '<iframe srcdoc="&lt;img src=&quot;a.png&quot;&gt;"></iframe>',
        '<meta http-equiv="refresh" content="0; url=https://example.org">',
        '<svg><use xlink:href="https://example.org/a.svg"></use></svg>',
    ],
)
def test_whatever_would_be_loaded_is_found_and_refused(page: str) -> None:
    assert offline.references(page)
    with pytest.raises(OutputError, match="from elsewhere"):
        offline.check(page)


def test_the_viewer_of_the_export_is_made_whole_or_refused() -> None:
    icons = "<script>e.href=`https://kitware.github.io/vtk-js/icon/favicon-${t}.png`</script>"
    assert "http" not in offline.without_hosts(icons)
    with pytest.raises(OutputError, match="its icons"):
        offline.without_hosts("<script>e.href=`https://example.org/favicon.png`</script>")
    with pytest.raises(OutputError, match="refers to script: https://example"):
        offline.without_hosts(icons + "<script>fetch('https://example.org')</script>")


def test_scripts_are_allowed_by_what_they_are_and_no_others() -> None:
    # The SHA-256 of nothing at all, in base 64.
    empty = "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="
    page = '<script></script><script type="application/json">{}</script>'
    assert f"script-src 'sha256-{empty}';" in offline.policy([page])
    assert "default-src 'none'" in offline.policy([page])
    assert "script-src 'none'" in offline.policy([""])


def test_no_name_is_markup_in_the_page(yard: tuple[Content, Items], of: Source) -> None:
    made = html.page(yard[0], of, "")
    markup = Markup(made)
    assert not {"script", "iframe"} & set(markup.tags)
    assert markup.tags.count("img") == 1
    assert markup.handlers == []
    assert markup.texts.count(f"{HOSTILE} & more") == 2
    assert HOSTILE in markup.texts
    assert HOSTILE not in made


def test_no_name_ends_the_views_data(yard: tuple[Content, Items]) -> None:
    pytest.importorskip("pyvista")
    page = interactive(drawn([yard[1]]), [("", yard[1])])
    assert "alert(1)" in page
    assert HOSTILE not in page
    assert "<img" not in page
    told = re.search(r'<script type="application/json" id="told">(.*?)</script>', page)
    assert told is not None
    titles = [tag["title"] for tag in json.loads(told[1])["tags"]]
    assert any(title.startswith("<script>alert(1)</scr") for title in titles)


def test_what_cannot_be_seen_is_shown(of: Source) -> None:
    row = Row("a\u202eb", "AFFECTED", "yes", ("x\x00y",))
    section = Section("title", table=Table(("Trooper", "Ruling", "Why"), (row,)))
    made = html.page(Content("t", "", (), (), (section,), ""), of, "")
    assert "a\ufffdb" in made
    assert "x\ufffdy" in made


def test_the_scene_file_is_in_the_page_byte_for_byte(
    yard: tuple[Content, Items], of: Source
) -> None:
    made = html.page(yard[0], of, "")
    saved = re.search(r'download="yard.toml" href="(data:[^"]+)"', made)
    assert saved is not None
    assert base64.b64decode(saved[1].partition("base64,")[2]) == YARD
    assert hashlib.sha256(YARD).hexdigest() in made
    assert "ab" * 32 in made


def test_a_scene_that_changed_meanwhile_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "yard.toml"
    path.write_bytes(YARD)
    known = hashlib.sha256(YARD).hexdigest()
    assert source(path, known, "{}", ()).scene == YARD
    path.write_bytes(YARD + b"\n")
    with pytest.raises(OutputError, match="changed while"):
        source(path, known, "{}", ())
    with pytest.raises(OutputError, match="changed while"):
        source(tmp_path / "none.toml", known, "{}", ())


def test_the_judges_page_has_a_scene_that_rules_as_it_says() -> None:
    text = (ROOT / "docs/judge.md").read_text(encoding="utf-8")
    (scene,) = re.findall(r"^```toml\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    said = attacks.content(rule(read(scene.encode(), "judge.md")), None)
    # Seen from (112.5, 200, 0) the crate's shadow is 42.7 wide where 2 stands, and 64 high.
    assert said.glance == (
        Glance("yes", "AFFECTED", ("1 (by A)",)),
        Glance("no", "not affected", ("Beta", "2")),
    )
    (section,) = said.sections
    assert section.table is not None
    assert [row.cells[0] for row in section.table.rows if row.name == "2"] == (
        ["In total cover behind crate."]
    )


# Markdown.


@pytest.mark.parametrize(
    ("said", "literal"),
    [
        ("plain words, 12.5 mm (north-east).", "plain words, 12.5 mm (north-east)."),
        ("<b> & </b>", "&lt;b&gt; &amp; &lt;/b&gt;"),
        ("*it* _is_ `code` [x](y) ~~z~~ a|b", r"\*it\* \_is\_ \`code\` \[x\](y) \~\~z\~\~ a\|b"),
        ("# no heading", r"\# no heading"),
        ("1. no list", r"1\. no list"),
        ("- no list", r"\- no list"),
        ("http://example.org www.example.org", r"http\://example.org www\.example.org"),
        ("@everyone", r"\@everyone"),
        ("two\nlines\x00", "two lines\ufffd"),
    ],
)
def test_a_name_is_itself_in_markdown(said: str, literal: str) -> None:
    assert markdown.literal(said) == literal


def test_markdown_names_its_pictures_and_closes_its_block(of: Source) -> None:
    text = "a name ```` with a fence\n```\n"
    picture = Picture("sheet", PIXEL, "The table.")
    row = Row("1", "AFFECTED", "yes", ("why | not",), close=True)
    section = Section("Template A", ("Said.",), Table(("Trooper", "Ruling", "Why"), (row,)))
    made = markdown.page(
        Content(
            "Yard",
            "Beta attacks",
            (Glance("yes", "AFFECTED", ("1",)),),
            (),
            (section,),
            text,
            picture,
        ),
        of,
        {"sheet": "yard-sheet.png"},
    )
    lines = made.splitlines()
    assert lines[0] == "# Yard"
    assert "**● AFFECTED**: 1" in lines
    assert "| **1** | **● AFFECTED** **CLOSE CALL** | why \\| not |" in lines
    assert "![The table.](yard-sheet.png)" in lines
    assert lines.count("`````text") == lines.count("`````") == 1
    assert text in made


def test_markdown_is_written_with_its_pictures_beside_it(
    yard: tuple[Content, Items], of: Source, tmp_path: Path
) -> None:
    markdown.save(yard[0], of, tmp_path / "a ruling.md")
    assert sorted(path.name for path in tmp_path.iterdir()) == (
        ["a ruling-sheet.png", "a ruling.md"]
    )
    assert (tmp_path / "a ruling-sheet.png").read_bytes() == PIXEL
    text = (tmp_path / "a ruling.md").read_text(encoding="utf-8")
    assert "](a%20ruling-sheet.png)" in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text


# What is refused.


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("-o", "ruling.md"), "is a .html file"),
        (("-o", "ruling.html", "--md"), "is a .md file"),
        (("-o", "ruling"), "is a .html file"),
        (("-o", "nowhere/ruling.html"), "there is no folder"),
        (("-o", "."), "is a folder"),
    ],
)
def test_a_report_that_cannot_be_written_is_refused_at_once(
    arguments: tuple[str, ...], says: str, tmp_path: Path
) -> None:
    (tmp_path / "yard.toml").write_bytes(YARD)
    assert says in refused("report", "yard.toml", *arguments, cwd=tmp_path)


def test_what_else_lies_in_the_folder_is_in_nobodys_way(tmp_path: Path) -> None:
    (tmp_path / "ruling.png").mkdir()
    why = picture.trouble()
    if why is not None:
        pytest.skip(why)
    making.check(tmp_path / "ruling.html", as_markdown=False)


def test_a_log_on_no_real_table_says_so_before_all_else() -> None:
    scene = """
format = 1
name = "Adrift"
rules = "area-templates"
[[trooper]]
name = "R"
side = "red"
silhouette = { diameter = 25, height = 40 }
at = [50, 50, 9]
[[event]]
kind = "end turn"
"""
    battle = read(scene.encode(), "scene.toml")
    assert isinstance(battle, Battle)
    warnings = events.content(run_log(battle)).warnings
    assert warnings == ("NO REAL TABLE: R stands on nothing, 9.0 mm in the air.",)
