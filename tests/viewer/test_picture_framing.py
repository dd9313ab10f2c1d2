"""What can be asked of a picture, and the page to print."""

import dataclasses
import math
import re
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from rules.dispute import Dispute
from rules.ruling import rule
from rules.scenefile import load, read
from rules.verdict import Ruling, RulingError
from spatial.outcome import Outcome
from viewer import picture
from viewer.commands.draw import draw
from viewer.drawing import gaze, page, palette
from viewer.drawing.framing import Framing
from viewer.drawing.items import Items
from viewer.drawing.panel import Panel, from_point
from viewer.drawing.ruled import items
from viewer.drawing.views import PARALLEL, seen_from
from viewer.drawing.wordings import Said, said

ROOT = Path(__file__).resolve().parents[2]


def bundled(name: str) -> tuple[Ruling, Dispute]:
    dispute = load(ROOT / "scenes" / f"{name}.toml")
    assert isinstance(dispute, Dispute)
    return rule(dispute, margins=False), dispute


@pytest.fixture(scope="module")
def covered() -> tuple[Ruling, Dispute]:
    return bundled("covered-enemy")


# What may be asked


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"view": "up"}, "--view up: there is no such view; use top, north"),
        ({"view": "eye:"}, "there is no such view"),
        ({"view": "top", "is_sheet": True}, "leave out --view"),
        ({"cut": 30.0, "level": 1}, "give one of them"),
        ({"view": "focus", "cut": 30.0}, "leave out --cut and --level"),
        ({"view": "eye:1", "level": 0}, "leave out --cut and --level"),
        ({"view": "eye:1", "template": "A"}, "--view eye:1 shows no template"),
        ({"cut": math.nan}, "--cut nan: expected a number of mm"),
        ({"cut": math.inf}, "--cut inf: expected a number of mm"),
    ],
)
def test_what_cannot_be_is_refused(asked: dict[str, object], words: str) -> None:
    with pytest.raises(RulingError, match=words):
        dataclasses.replace(Framing(), **asked)  # type: ignore[arg-type]


def test_every_view_is_named_once_and_may_be_asked() -> None:
    assert list(PARALLEL) == ["top", "north", "south", "east", "west", "iso"]
    assert len(set(PARALLEL.values())) == len(PARALLEL)
    assert [Framing(name).is_from_point for name in PARALLEL] == [False] * len(PARALLEL)
    assert Framing("focus").is_from_point
    assert Framing("eye:eye:1").eye == "eye:1"


def test_a_template_that_is_not_there_is_refused(
    covered: tuple[Ruling, Dispute], tmp_path: Path
) -> None:
    with pytest.raises(RulingError, match="--template Z: no template is called so; use one of A"):
        picture.save(*covered, tmp_path / "out.png", Framing(template="Z"))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("scene", "asked", "words"),
    [
        ("covered-enemy", {"step": 1}, "--step 1: this scene has no events"),
        ("area-templates/flare", {"step": 99}, "--step 99: use 1 to"),
        ("area-templates/flare", {"view": "focus"}, "no view from a focus or an eye"),
        ("covered-enemy", {"view": "eye:Zeta"}, "eye:Zeta: no trooper is called so"),
        ("covered-enemy", {"level": 7}, "--level 7: no piece on this table"),
        ("facing-a-wall", {"template": "A"}, "--template A: no template is placed"),
        ("facing-a-wall", {"view": "focus"}, "--view focus: no template is placed"),
    ],
)
def test_the_command_refuses_what_the_scene_has_not(
    scene: str,
    asked: dict[str, object],
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(picture, "check", lambda output: None)
    path = ROOT / "scenes" / f"{scene}.toml"
    with pytest.raises(RulingError, match=words):
        draw(path, tmp_path / "out.png", **asked)  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == []


def test_one_template_of_several_is_drawn_alone() -> None:
    shown = items(*bundled("burst-across-levels"), "B")
    assert [solid.name for solid in shown.solids if solid.is_area] == ["B"]
    assert {stroke.placement for stroke in shown.strokes} == {"B"}
    titles = {label.subject: label.title for label in shown.labels}
    assert titles["4"] == "4: AFFECTED by B"
    assert titles["1"] == "1: not affected"


# Elevations


@pytest.mark.parametrize(
    ("name", "east", "north"),
    [("south", 1, 0), ("north", -1, 0), ("east", 0, 1), ("west", 0, -1)],
)
def test_an_elevation_has_its_own_right_and_z_upward(
    name: str, east: int, north: int, covered: tuple[Ruling, Dispute]
) -> None:
    view = seen_from(name, items(*covered), 800, 500)
    here, x, y, z = view.pixels([[0, 0, 0], [10, 0, 0], [0, 10, 0], [0, 0, 10]])
    assert x - here == pytest.approx([10 * view.scale * east, 0])
    assert y - here == pytest.approx([10 * view.scale * north, 0])
    assert z - here == pytest.approx([0, -10 * view.scale])
    # From the south, what is nearer lies toward -y; from the east, toward +x.
    assert view.toward == pytest.approx([north, -east, 0])


# The page


@pytest.fixture(scope="module")
def views(covered: tuple[Ruling, Dispute]) -> tuple[Items, list[Panel]]:
    shown = items(*covered)
    ruling, dispute = covered
    seen = gaze.from_focus(ruling, dispute, gaze.placement_of(ruling, ""), *page.room())
    return shown, page.panels(shown, from_point(seen), shown)


def test_a_page_has_plan_focus_and_two_elevations(views: tuple[Items, list[Panel]]) -> None:
    _, panels = views
    assert [panel.view.caption for panel in panels] == [
        "from above",
        "from the Blast Focus of A",
        "from the south",
        "from the east",
    ]
    assert [panel.bar > 0 for panel in panels] == [True, False, True, True]


def test_every_label_of_a_page_is_there_and_apart(views: tuple[Items, list[Panel]]) -> None:
    _, panels = views
    for panel in panels:
        assert panel.apart
        troopers = [label.subject for label in panel.labels if label.kind == "trooper"]
        # From the focus its own user isn't drawn, but named in a note.
        expected = ["Beta", "1", "2"] if panel.gaze is None else ["1", "2"]
        assert troopers == expected
        assert (panel.boxes[:, :2] >= 0).all()
        assert (panel.boxes[:, 2:] <= [panel.view.width, panel.view.height]).all()
        for one, other in combinations(panel.boxes, 2):
            beside = one[2] <= other[0] or other[2] <= one[0]
            assert beside or one[3] <= other[1] or other[3] <= one[1]


def test_the_lines_of_a_page_are_the_rulings(covered: tuple[Ruling, Dispute]) -> None:
    found = said(covered[0])
    assert found[0].text.startswith("A: small teardrop")
    assert [(one.text.partition(",")[0], one.colour) for one in found if one.style == "line"] == [
        ("Beta: not affected", Outcome.NO),
        ("1: not affected", Outcome.NO),
        ("2: AFFECTED", Outcome.YES),
    ]
    assert "in total cover behind wall" in found[2].text


def test_a_cancelled_template_is_said_to_be() -> None:
    ruling, dispute = bundled("cancelled-template")
    lines = [one.text for one in said(ruling)]
    assert "B: CANCELLED" in lines
    shown = items(ruling, dispute)
    titles = {label.subject: label.title for label in shown.labels}
    assert titles["B"] == "B: CANCELLED"
    assert titles["3"] == "3: not affected"
    assert titles["4"] == "4: not affected"
    assert [solid.kind for solid in shown.solids if solid.is_area] == ["template", "cancelled"]


@pytest.mark.usefixtures("opengl")
def test_a_page_is_a4_across_at_300_dots_an_inch(
    covered: tuple[Ruling, Dispute], tmp_path: Path
) -> None:
    from PIL import Image

    image = picture.image_of(*covered, Framing(is_sheet=True))
    assert image.size == (3508, 2480)
    png = picture.content(image, ".png", "Covered enemy", is_sheet=True)
    (tmp_path / "page.png").write_bytes(png)
    with Image.open(tmp_path / "page.png") as drawn:
        assert drawn.info["dpi"] == pytest.approx((300, 300), abs=0.1)
    pdf = picture.content(image, ".PDF", "Covered enemy", is_sheet=True)
    assert pdf == picture.content(image, ".pdf", "Covered enemy", is_sheet=True)
    box = re.search(rb"/MediaBox \[ ?0 0 ([\d.]+) ([\d.]+) ?\]", pdf)
    assert box is not None
    # A4 is 297 x 210 mm, and a point 25.4 / 72 mm.
    millimetres = [float(value) * 25.4 / 72 for value in box.groups()]
    assert millimetres == pytest.approx([297, 210], abs=0.1)
    pixels = np.array(image.reduce(4)).astype(int)
    for colour in (*(palette.VERDICT[one] for one in (Outcome.YES, Outcome.NO)), palette.BLOCKER):
        assert (np.abs(pixels - palette.rgb(colour)).max(axis=-1) < 50).sum() > 100


@pytest.mark.usefixtures("opengl")
def test_lines_that_do_not_fit_a_page_are_counted(views: tuple[Items, list[Panel]]) -> None:
    shown, panels = views
    many = [Said("line", f"{n}: not affected, " + "the template misses it " * 6) for n in range(90)]
    full = np.array(page.page(shown, panels[:1], many, "").reduce(4)).astype(int)
    bare = np.array(page.page(shown, panels[:1], many[:2], "").reduce(4)).astype(int)
    # The column is on the right; its foot is reached, and nothing is written below it.
    changed = np.argwhere(np.abs(full - bare).max(axis=-1) > 40)
    low, high = changed.min(axis=0), changed.max(axis=0)
    assert low[1] > 0.7 * full.shape[1]
    assert 0.8 * full.shape[0] < high[0] < 0.9 * full.shape[0]


def test_a_page_says_first_under_which_readings_it_is_not_the_usual_one() -> None:
    path = ROOT / "scenes" / "covered-enemy.toml"
    content = path.read_text(encoding="utf-8") + '\n[readings]\nmodels_block = "yes"\n'
    dispute = read(content.encode(), "scene.toml")
    assert isinstance(dispute, Dispute)
    lines = said(rule(dispute, margins=False))
    assert (lines[0].style, lines[0].text) == (
        ("head", "NOT UNDER THE DEFAULT READINGS, but under models_block = yes.")
    )
    assert not any("NOT UNDER" in line.text for line in said(bundled("covered-enemy")[0]))
