"""Pictures: what is drawn, where, in which colours, and what happens where nothing can be."""

import dataclasses
import math
import os
import platform
import subprocess
import sys
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from rules.dispute import Dispute
from rules.ruling import rule
from rules.scenefile import read
from rules.verdict import Placement, Ruling, Verdict
from spatial.contact import Contact
from spatial.evidence import Blocker, Line, Sight
from spatial.outcome import Outcome
from viewer import picture
from viewer.drawing import legend, palette, signs
from viewer.drawing.items import Items, Stroke
from viewer.drawing.labels import short
from viewer.drawing.lettering import font, legible, width
from viewer.drawing.overlay import frame, outline, overlay
from viewer.drawing.panel import Panel
from viewer.drawing.placing import Ground, place
from viewer.drawing.ruled import items
from viewer.drawing.sheet import pair, single
from viewer.drawing.views import PARALLEL, View, seen_from
from viewer.writing import OutputError

ROOT = Path(__file__).resolve().parents[2]

HEAD = """
format = 1
name = "{name}"
rules = "infinity-codeone"
"""

TROOPER = """
[[trooper]]
name = "{name}"
side = "{side}"
silhouette = "S2"
at = [{x}, {y}]
prone = {prone}
"""


def trooper(name: str, x: float, y: float, side: str = "red", prone: bool = False) -> str:
    return TROOPER.format(name=name, side=side, x=x, y=y, prone=str(prone).lower())


# Beta at (100, 200) throws A along +x: its Blast Focus is at (112.5, 200, 0). 1 stands in the
# open; 2 behind a wall whose near face is x = 237; 3 beside the template; 4 far from it. B begins
# behind Beta and passes through it.
YARD = (
    HEAD.format(name="Yard")
    + "[table]\nsize = [600, 600]\n"
    + '[[scenery]]\nname = "wall"\nkit = "box"\nsize = [6, 120, 60]\nat = [240, 200]\n'
    + trooper("Beta", 100, 200, "blue")
    + trooper("1", 180, 200)
    + trooper("2", 290, 200)
    + trooper("3", 200, 270, prone=True)
    + trooper("4", 200, 500)
    + '[[attack]]\nby = "Beta"\nweapon = "Chain Rifle (+1B)"\n'
    + '[[attack.template]]\nname = "A"\naim = 0.0\n'
    + '[[attack.template]]\nname = "B"\naim = 0.0\ntip = 180.0\n'
)

# A circle of 120 mm about Gamma, alone on a table whose size isn't known.
CIRCLE = (
    HEAD.format(name="Circle")
    + '[[weapon]]\nname = "Pulse"\ntemplate = "circular"\n'
    + trooper("Gamma", 0, 0, "blue")
    + '[[attack]]\nby = "Gamma"\nweapon = "Pulse"\n[[attack.template]]\nname = "A"\n'
)

CROWD = (
    HEAD.format(name="Crowd")
    + "[table]\nsize = [1220, 1220]\n"
    + '[[scenery]]\nname = "hall"\nkit = "box"\nsize = [150, 90, 50]\nat = [470, 660]\n'
    + '[[scenery]]\nname = "silo"\nkit = "cylinder"\ndiameter = 80\nheight = 110\nat = [420, 470]\n'
    + trooper("Alpha", 560, 560, "blue")
    + "".join(
        trooper(str(number), x, y, prone=number % 4 == 0)
        for number, (x, y) in enumerate(
            [
                (640, 600),
                (665, 640),
                (600, 610),
                (610, 500),
                (690, 520),
                (720, 455),
                (500, 500),
                (470, 650),
                (430, 600),
                (560, 640),
                (545, 690),
            ],
            start=1,
        )
    )
    + '[[attack]]\nby = "Alpha"\nweapon = "Chain Rifle (+3B)"\n'
    + "".join(
        f'[[attack.template]]\nname = "{name}"\naim = {aim}\n'
        for name, aim in (("A", 38.0), ("B", -50.0), ("C", 135.0), ("D", 90.0))
    )
)

NOBODY = HEAD.format(name="Nobody")


def ruled(scene: str) -> tuple[Ruling, Dispute]:
    dispute = read(scene.encode(), "scene.toml")
    assert isinstance(dispute, Dispute)
    return rule(dispute, margins=False), dispute


@pytest.fixture(scope="module")
def yard() -> tuple[Ruling, Dispute]:
    return ruled(YARD)


@pytest.fixture(scope="module")
def crowd() -> Items:
    return items(*ruled(CROWD))


def strokes(shown: Items, kind: str) -> list[Stroke]:
    return [stroke for stroke in shown.strokes if stroke.kind == kind]


def evidence(ruling: Ruling, placement: str, name: str) -> Contact | Sight:
    placements = [one for attack in ruling.attacks for one in attack.placements]
    (found,) = [
        verdict.deciding.evidence
        for one in placements
        if one.name == placement
        for verdict in one.verdicts
        if verdict.trooper == name
    ]
    assert isinstance(found, Contact | Sight)
    return found


# What is drawn


def test_every_trooper_and_placement_has_its_words(yard: tuple[Ruling, Dispute]) -> None:
    assert [(label.kind, label.title) for label in items(*yard).labels] == [
        ("trooper", "Beta: not affected"),
        ("trooper", "1: AFFECTED by A"),
        ("trooper", "2: not affected"),
        ("trooper", "3: not affected"),
        ("trooper", "4: not affected"),
        ("template", "A"),
        ("template", "B: ILLEGAL"),
        ("piece", "wall"),
    ]


def test_small_print_says_why(yard: tuple[Ruling, Dispute]) -> None:
    why = {label.subject: " ".join(label.why) for label in items(*yard).labels}
    assert why["2"] == "in total cover behind wall"
    assert why["3"].startswith("A misses by 3")
    assert why["1"] == why["4"] == why["A"] == ""
    assert "Beta" in why["B"]


def test_colour_is_the_verdict(yard: tuple[Ruling, Dispute]) -> None:
    colours = {solid.name: solid.colour for solid in items(*yard).solids if solid.kind == "trooper"}
    affected, spared = palette.VERDICT[Outcome.YES], palette.VERDICT[Outcome.NO]
    assert colours == {"Beta": spared, "1": affected, "2": spared, "3": spared, "4": spared}
    assert len({*palette.VERDICT.values(), palette.UNRULED}) == 4


def test_solids_are_the_scenes_own(yard: tuple[Ruling, Dispute]) -> None:
    ruling, dispute = yard
    shown = items(ruling, dispute)
    assert [(solid.kind, solid.name) for solid in shown.solids] == [
        ("scenery", "wall"),
        *(("trooper", name) for name in ("Beta", "1", "2", "3", "4")),
        ("template", "A"),
        ("illegal", "B"),
    ]
    assert shown.solids[0].mesh is dispute.scene.body("wall").mesh
    assert shown.solids[6].mesh is ruling.attacks[0].placements[0].body.mesh
    assert [mark.at for mark in shown.marks] == [
        pytest.approx((112.5, 200.0, 0.0)),
        pytest.approx((87.5, 200.0, 0.0)),
    ]


def test_a_clear_line_runs_from_the_focus_to_its_witness(yard: tuple[Ruling, Dispute]) -> None:
    (line,) = strokes(items(*yard), "reaches")
    seen = evidence(yard[0], "A", "1")
    assert isinstance(seen, Sight)
    assert seen.witness is not None
    assert (line.trooper, line.placement) == ("1", "A")
    assert (line.start, line.end) == (seen.witness.line.start, seen.witness.line.end)
    assert line.start == pytest.approx((112.5, 200.0, 0.0))
    x, y, z = line.end
    assert math.hypot(x - 180, y - 200) == pytest.approx(12.5, abs=0.01)
    assert 0 <= z <= 40


def test_a_stopped_line_ends_at_the_piece_that_stops_it(yard: tuple[Ruling, Dispute]) -> None:
    (line,) = strokes(items(*yard), "stopped")
    assert (line.trooper, line.placement) == ("2", "A")
    assert line.start == pytest.approx((112.5, 200.0, 0.0))
    assert line.end[0] == pytest.approx(237.0, abs=1e-6)
    assert 140 <= line.end[1] <= 260
    assert 0 <= line.end[2] <= 60


def test_a_near_miss_is_measured_and_a_far_one_is_not(yard: tuple[Ruling, Dispute]) -> None:
    (line,) = strokes(items(*yard), "misses")
    touch = evidence(yard[0], "A", "3")
    assert isinstance(touch, Contact)
    assert (line.trooper, line.placement) == ("3", "A")
    assert (line.start, line.end) == (touch.on_b, touch.on_a)
    assert math.dist(line.start, line.end) == pytest.approx(touch.gap, abs=1e-3)
    far = evidence(yard[0], "A", "4")
    assert isinstance(far, Contact)
    assert far.gap > 60


def swapped(ruling: Ruling, name: str, *verdicts: Verdict | None) -> Ruling:
    """The ruling, one trooper's verdict changed under each placement in turn."""
    placements = []
    for placement, verdict in zip(ruling.attacks[0].placements, verdicts, strict=True):
        kept = [one for one in placement.verdicts if one.trooper != name]
        placements.append(
            dataclasses.replace(
                placement,
                status="placed",
                verdicts=(*kept, *([] if verdict is None else [verdict])),
            )
        )
    attack = dataclasses.replace(ruling.attacks[0], placements=tuple(placements))
    return dataclasses.replace(ruling, attacks=(attack,))


def verdict_of(placement: Placement, name: str) -> Verdict:
    (found,) = [verdict for verdict in placement.verdicts if verdict.trooper == name]
    return found


def undecided(verdict: Verdict) -> Verdict:
    graze = Blocker("wall", 1.0, Line((112.5, 200.0, 0.0), (237.0, 200.0, 5.0)))
    seen = Sight(Outcome.UNDECIDED, "projection", 9, None, (graze,))
    last = dataclasses.replace(verdict.deciding, outcome=Outcome.UNDECIDED, evidence=seen)
    return dataclasses.replace(
        verdict, outcome=Outcome.UNDECIDED, findings=(*verdict.findings[:-1], last)
    )


def test_undecided_has_a_colour_words_and_a_line_of_its_own(yard: tuple[Ruling, Dispute]) -> None:
    ruling, dispute = yard
    unsure = undecided(verdict_of(ruling.attacks[0].placements[0], "2"))
    shown = items(swapped(ruling, "2", unsure, None), dispute)
    (label,) = [label for label in shown.labels if label.subject == "2"]
    assert label.title == "2: UNDECIDED by A"
    assert label.colour == palette.VERDICT[Outcome.UNDECIDED]
    (line,) = strokes(shown, "grazes")
    assert line.end == (237.0, 200.0, 5.0)


def test_affected_by_any_template_outweighs_the_others(yard: tuple[Ruling, Dispute]) -> None:
    ruling, dispute = yard
    hit = verdict_of(ruling.attacks[0].placements[0], "1")
    shown = items(swapped(ruling, "1", hit, undecided(hit)), dispute)
    (label,) = [label for label in shown.labels if label.subject == "1"]
    assert label.title == "1: AFFECTED by A, UNDECIDED by B"
    assert label.colour == palette.VERDICT[Outcome.YES]
    both = items(swapped(ruling, "1", hit, hit), dispute)
    assert [label.title for label in both.labels if label.subject == "1"] == ["1: AFFECTED by A, B"]


def test_nobody_is_ruled_on_without_an_attack() -> None:
    shown = items(*ruled(NOBODY + trooper("1", 50, 50)))
    assert [label.title for label in shown.labels] == ["1: not ruled on"]
    assert shown.solids[0].colour == palette.UNRULED
    assert not shown.strokes
    assert not shown.marks


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("<script>alert(1)", "<script>alert(1)"),
        ("tab\tand\nline", "tab and line"),
        ("\u202eright to left", "right to left"),
        ("n" * 80, "n" * 21 + "…"),
        ("Обстрел 😀", "Обстрел 😀"),
    ],
)
def test_names_fit_a_label(name: str, label: str) -> None:
    assert short(name) == label


def test_legend_explains_what_is_there_and_nothing_else(yard: tuple[Ruling, Dispute]) -> None:
    assert [means for _, means in legend.entries(pair(items(*yard)), has_sides=True)] == [
        "trooper AFFECTED",
        "trooper not affected",
        "side blue",
        "side red",
        "Blast Focus",
        "template",
        "ILLEGAL placement",
        "clear line from the Blast Focus",
        "line stopped by total cover",
        "how far the nearest template misses",
        "what stops a line",
    ]
    assert legend.entries(pair(items(*ruled(NOBODY)))) == []


# Where it is drawn


def check_labels(labelled: Panel, shown: Items) -> None:
    subjects = [(label.kind, label.subject) for label in labelled.labels]
    troopers = [("trooper", solid.name) for solid in shown.solids if solid.kind == "trooper"]
    assert [one for one in subjects if one[0] == "trooper"] == troopers
    assert [one[1] for one in subjects if one[0] == "template"] == [
        mark.placement for mark in shown.marks
    ]
    assert labelled.boxes.shape == (len(subjects), 4)
    assert labelled.apart
    assert (labelled.boxes[:, :2] >= 0).all()
    assert (labelled.boxes[:, 2] <= labelled.view.width).all()
    assert (labelled.boxes[:, 3] <= labelled.view.height).all()
    for one, other in combinations(labelled.boxes, 2):
        beside = one[2] <= other[0] or other[2] <= one[0]
        assert beside or one[3] <= other[1] or other[3] <= one[1]


def test_each_view_labels_everyone_once_and_no_label_hides_another(
    yard: tuple[Ruling, Dispute], crowd: Items
) -> None:
    for shown in (items(*yard), crowd):
        for labelled in (*pair(shown), *(single(shown, name) for name in ("south", "west"))):
            check_labels(labelled, shown)


def test_more_labels_than_fit_are_all_there_all_the_same() -> None:
    scene = NOBODY + "".join(trooper(str(n), 30 * (n % 10), 30 * (n // 10)) for n in range(100))
    shown = items(*ruled(scene))
    for labelled in pair(shown):
        assert len(labelled.boxes) == len(labelled.labels) == 100
        assert np.isfinite(labelled.boxes).all()
        assert (labelled.boxes[:, 2] <= labelled.view.width).all()


def test_labels_keep_off_what_is_taken_even_where_it_is_nearest() -> None:
    taken = np.array([[0.0, 0.0, 300.0, 120.0]])
    ground = Ground(300, 300, taken, np.zeros((0, 4)), np.zeros((0, 2)))
    boxes, apart = place(np.array([[150.0, 40.0]]), np.zeros(1), np.array([[60.0, 30.0]]), ground)
    assert apart
    assert boxes[0, 1] >= 120
    full = dataclasses.replace(ground, taken=np.array([[0.0, 0.0, 300.0, 300.0]]))
    boxes, apart = place(np.array([[150.0, 40.0]]), np.zeros(1), np.array([[60.0, 30.0]]), full)
    assert not apart
    assert boxes.shape == (1, 4)


def test_nothing_that_matters_is_cut_off(yard: tuple[Ruling, Dispute], crowd: Items) -> None:
    for shown in (items(*yard), crowd, items(*ruled(CIRCLE))):
        for name in PARALLEL:
            view = seen_from(name, shown, 900, 1000)
            for solid in shown.solids:
                if solid.acts:
                    at = view.pixels(solid.mesh.vertices)
                    assert (at > 0).all()
                    assert (at < [900, 1000]).all()


def test_both_views_are_true_to_scale(yard: tuple[Ruling, Dispute]) -> None:
    above, aslant = (seen_from(name, items(*yard), 900, 1000) for name in ("top", "iso"))
    here, east, north, up = above.pixels([[0, 0, 0], [100, 0, 0], [0, 100, 0], [0, 0, 100]])
    assert east - here == pytest.approx([100 * above.scale, 0])
    assert north - here == pytest.approx([0, -100 * above.scale])
    assert up == pytest.approx(here)
    # From an angle a height is shortened by the cosine of the elevation, 38 degrees.
    low, high = aslant.pixels([[0, 0, 0], [0, 0, 100]])
    shortened = 100 * math.cos(math.radians(38)) * aslant.scale
    assert high - low == pytest.approx([0, -shortened])


def test_an_outline_is_the_convex_hull() -> None:
    square = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]]
    inside = [[1.0, 1.0], [2.0, 3.0], [2.0, 0.0]]
    assert set(outline(np.array(square + inside))) == {(0, 0), (4, 0), (4, 4), (0, 4)}


def test_the_pieces_that_a_verdict_names_are_outlined_and_labelled(
    yard: tuple[Ruling, Dispute],
) -> None:
    shown = items(*yard)
    seen = evidence(yard[0], "A", "2")
    assert isinstance(seen, Sight)
    named = [blocker.piece for blocker in seen.blockers if blocker.needed]
    assert named == ["wall"]
    assert shown.blockers == ("wall",)
    (label,) = [label for label in shown.labels if label.kind == "piece"]
    assert (label.subject, label.title) == ("wall", "wall")
    assert label.at == strokes(shown, "stopped")[0].end


def test_an_outline_runs_round_a_piece() -> None:
    from PIL import Image

    square = np.array([[[20, 30], [80, 30], [80, 70]], [[20, 30], [80, 70], [20, 70.0]]])
    whole = Image.new("RGBA", (120, 100), "#FFFFFF")
    frame(whole, square, 1)
    red = np.argwhere(close_to_each(np.array(whole)[:, :, :3], palette.BLOCKER))
    assert red.min(axis=0) == pytest.approx([30, 20], abs=2)
    assert red.max(axis=0) == pytest.approx([70, 80], abs=2)
    assert not ((np.abs(red - [50, 50]) < [16, 26]).all(axis=1)).any()


def test_verdicts_have_signs_of_their_own_beside_their_colours(
    yard: tuple[Ruling, Dispute],
) -> None:
    from PIL import Image, ImageDraw

    outcomes = [label.outcome for label in items(*yard).labels if label.kind == "trooper"]
    assert outcomes == [Outcome.NO, Outcome.YES, Outcome.NO, Outcome.NO, Outcome.NO]
    drawn = set()
    for outcome in (*Outcome, None):
        patch = Image.new("RGB", (40, 40), "#FFFFFF")
        signs.verdict(ImageDraw.Draw(patch), outcome, (20, 20), 2)
        drawn.add(patch.convert("1").tobytes())
    assert len(drawn) == 4


def test_a_cancelled_template_affects_nobody_and_says_so(yard: tuple[Ruling, Dispute]) -> None:
    ruling, dispute = yard
    (first, second) = ruling.attacks[0].placements
    why = ("it would affect 4, on Beta's side",)
    gone = dataclasses.replace(first, status="cancelled", reasons=why)
    attack = dataclasses.replace(ruling.attacks[0], placements=(gone, second))
    shown = items(dataclasses.replace(ruling, attacks=(attack,)), dispute)
    labels = {label.subject: label for label in shown.labels}
    assert labels["A"].title == "A: CANCELLED"
    assert labels["1"].title == "1: not affected"
    assert labels["1"].why == ("within its area, but it is CANCELLED",)
    assert labels["1"].colour == palette.VERDICT[Outcome.NO]
    doubtful = dataclasses.replace(first, status="undecided", reasons=why)
    attack = dataclasses.replace(ruling.attacks[0], placements=(doubtful, second))
    shown = items(dataclasses.replace(ruling, attacks=(attack,)), dispute)
    labels = {label.subject: label for label in shown.labels}
    assert labels["A"].title == "A: UNDECIDED"
    assert labels["1"].title == "1: UNDECIDED by A"


def test_targets_that_are_no_troopers_say_what_they_are(yard: tuple[Ruling, Dispute]) -> None:
    ruling, dispute = yard
    troopers = tuple(
        dataclasses.replace(one, kind="deployable") if one.name == "1" else one
        for one in dispute.troopers
    )
    shown = items(ruling, dataclasses.replace(dispute, troopers=troopers))
    (label,) = [label for label in shown.labels if label.subject == "1"]
    assert label.title == "1: AFFECTED by A"
    assert label.why == ("a deployable",)


# What comes out


def tinted(pixels: np.ndarray) -> int:
    """How many pixels have a template over something pale: amber, whatever the shade."""
    red, green, blue = np.moveaxis(pixels.astype(int), -1, 0)
    return int(((red - blue > 40) & (green > 0.65 * red) & (green < red)).sum())


def close_to_each(pixels: np.ndarray, colour: str) -> np.ndarray:
    """Which pixels have a colour, or nearly."""
    near: np.ndarray = np.abs(pixels.astype(int) - palette.rgb(colour)).max(axis=-1) < 40
    return near


def close_to(pixels: np.ndarray, colour: str) -> int:
    """How many pixels have a colour, or nearly."""
    return int(close_to_each(pixels, colour).sum())


@pytest.mark.usefixtures("opengl")
def test_a_template_covers_as_many_pixels_as_it_should() -> None:
    from viewer.drawing.render import render

    shown = items(*ruled(CIRCLE))
    above = seen_from("top", shown, 400, 400)
    pixels = render(shown, above, 2)
    assert pixels.shape == (800, 800, 3)
    # A circle of radius 60 mm, less Gamma's base of radius 12.5 mm below it.
    area = math.pi * (60**2 - 12.5**2) * (2 * above.scale) ** 2
    assert tinted(pixels) == pytest.approx(area, rel=0.05)
    without = dataclasses.replace(
        shown, solids=tuple(solid for solid in shown.solids if solid.kind != "template")
    )
    assert tinted(render(without, above, 2)) == 0


@pytest.mark.usefixtures("opengl")
def test_a_picture_has_its_colours_and_its_scale(yard: tuple[Ruling, Dispute]) -> None:
    from viewer.drawing import sheet

    shown = items(*yard)
    pixels = np.array(sheet.sheet(shown, pair(shown)))
    assert pixels.shape == (sheet.HEIGHT, sheet.WIDTH, 3)
    for half in np.split(pixels[80:-90], 2, axis=1):
        assert tinted(half) > 5000
        for outcome in (Outcome.YES, Outcome.NO):
            assert close_to(half, palette.VERDICT[outcome]) > 300
        for kind in ("reaches", "stopped"):
            assert close_to(half, palette.LINE[kind]) > 40
    above, aslant = pair(shown)
    assert isinstance(above.view, View)
    assert above.bar == 100
    assert aslant.bar == 0
    # Nothing else is dark for so long, along one row, at the bottom of the view from above.
    bottom = pixels[-160:-90, : sheet.WIDTH // 2].max(axis=-1) < 60
    rows = ("".join(" x"[int(dark)] for dark in row) for row in bottom)
    longest = max(len(run) for row in rows for run in row.split())
    assert longest == pytest.approx(100 * above.view.scale, abs=2)


@pytest.mark.usefixtures("opengl")
@pytest.mark.parametrize("scene", [NOBODY, CROWD], ids=["nobody", "crowd"])
def test_a_picture_is_the_same_each_time(scene: str, tmp_path: Path) -> None:
    from PIL import Image

    ruling, dispute = ruled(scene)
    for name in ("one.png", "two.png"):
        picture.save(ruling, dispute, tmp_path / name)
    with Image.open(tmp_path / "one.png") as drawn:
        assert (drawn.size, drawn.format) == ((1920, 1200), "PNG")
    assert (tmp_path / "one.png").read_bytes() == (tmp_path / "two.png").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one.png", "two.png"]


@pytest.mark.usefixtures("opengl")
def test_names_in_any_script_are_drawn(tmp_path: Path) -> None:
    names = ["<script>", "😀 emoji", "射手", "عربي", "x" * 80]
    scene = NOBODY + "".join(trooper(name, 60 * n, 0) for n, name in enumerate(names))
    picture.save(*ruled(scene), tmp_path / "out.png")
    assert (tmp_path / "out.png").stat().st_size > 10_000


def test_what_the_font_has_no_letters_for_is_spelt_out_and_never_a_box() -> None:
    # DejaVu Sans has the faces among the emoji, and Latin, Greek, Cyrillic, Arabic, Hebrew.
    for known in ("Łukasz", "Ωμέγα", "Жук", "عربي", "שלום", "\N{GRINNING FACE}", "x…y", "a\u00a0b"):
        assert legible(known) == known
    assert legible("射手 2") == "[U+5C04 624B] 2"
    assert legible("\N{ROCKET}") == "[U+1F680]"
    england, scotland = (
        "\N{WAVING BLACK FLAG}" + "".join(chr(0xE0000 + ord(c)) for c in f"{letters}\x7f")
        for letters in ("gbeng", "gbsct")
    )
    assert legible(england) != legible(scotland)
    # What one is given is what is drawn and measured, whoever draws it.
    for bold in (False, True):
        plain, spelt = font(18, bold).getmask2("手"), font(18, bold).getmask2("[U+624B]")
        assert bytes(plain[0]) == bytes(spelt[0])
        assert plain[1] == spelt[1]
        assert font(18, bold).getlength("手") == font(18, bold).getlength("[U+624B]")
        assert font(18, bold).getbbox("手") == font(18, bold).getbbox("[U+624B]")
    assert width("手" * 9, 18) == width("手" * 4 + "足" + "手" * 4, 18), "a long run is shortened"


@pytest.mark.usefixtures("opengl")
def test_two_names_without_letters_are_told_apart() -> None:
    from PIL import Image, ImageDraw

    drawn = []
    for name in ("射手", "射箭"):
        image = Image.new("L", (300, 40), 255)
        ImageDraw.Draw(image).text((5, 5), name, 0, font(20))
        drawn.append(image.tobytes())
    assert drawn[0] != drawn[1]


# Sides


def test_the_edge_of_a_trooper_is_that_of_its_side(yard: tuple[Ruling, Dispute]) -> None:
    from PIL import Image

    shown = items(*yard)
    assert shown.sides == ("blue", "red")
    alone = dataclasses.replace(shown, strokes=(), marks=(), labels=(), blockers=())
    view = seen_from("top", alone, 900, 700)
    white = Image.new("RGB", (900, 700), "#FFFFFF")
    picture = np.array(overlay(white, alone, view, 1).convert("RGB")).astype(int)
    for name, is_dark in (("Beta", True), ("4", False)):
        (body,) = [solid for solid in alone.solids if solid.name == name]
        (west, _, _), (east, north, _) = body.mesh.bounds.tolist()
        # On the rim, away from the template: north of the middle.
        x, y = view.pixels([[(west + east) / 2, north, 0.0]])[0]
        shade = int(picture[round(float(y)), round(float(x))].max())
        assert shade < 100 if is_dark else shade > 200, name


def test_a_clear_line_shows_through_the_gaps_of_a_stopped_one_on_the_same_way(
    yard: tuple[Ruling, Dispute],
) -> None:
    from PIL import Image

    shown = items(*yard)
    both = (
        Stroke("stopped", (100, 100, 0), (500, 100, 0), "1", "A"),
        Stroke("reaches", (100, 100, 0), (500, 100, 0), "1", "A"),
    )
    alone = dataclasses.replace(shown, solids=(), strokes=both, marks=(), labels=(), blockers=())
    view = View("from above", (1, 0, 0), (0, 1, 0), (300, 100, 0), 1.0, 600, 100)
    white = Image.new("RGB", (600, 100), "#FFFFFF")
    row = np.array(overlay(white, alone, view, 1).convert("RGB"))[50, 110:480]
    seen = {tuple(pixel) for pixel in row.tolist()}
    assert seen == {palette.rgb(palette.LINE["stopped"]), palette.rgb(palette.LINE["reaches"])}


def test_the_legend_names_the_sides_where_there_are_several(yard: tuple[Ruling, Dispute]) -> None:
    shown = items(*yard)
    said = [text for _, text in legend.entries(pair(shown), has_sides=True)]
    assert said[said.index("side blue") + 1] == "side red"
    red = tuple(dataclasses.replace(one, side="red" if one.side else "") for one in shown.solids)
    one_side = dataclasses.replace(shown, solids=red)
    assert one_side.sides == ()
    assert not any(
        text.startswith("side") for _, text in legend.entries(pair(one_side), has_sides=True)
    )
    names = iter("abcdefgh")
    many = tuple(dataclasses.replace(s, side=next(names) if s.side else "") for s in shown.solids)
    said = [
        text
        for _, text in legend.entries(pair(dataclasses.replace(shown, solids=many)), has_sides=True)
    ]
    assert [text for text in said if text.startswith("side")] == (
        ["side a", "side b", "side c", "side d or e"]
    )


# Where nothing can be drawn


def draw(
    output: Path, before: str = "pass", **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own."""
    program = f"import sys; {before}; from viewer.cli import main; main()"
    scene = output.parent / "scene.toml"
    clean = {key: value for key, value in os.environ.items() if key not in {"DISPLAY"}}
    return subprocess.run(
        [sys.executable, "-c", program, "draw", str(scene), "-o", str(output)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=ROOT,
        env={**clean, "PYTHONIOENCODING": "utf-8", **environment},
        check=False,
    )


def test_without_the_drawing_library_the_remedy_is_named(tmp_path: Path) -> None:
    (tmp_path / "scene.toml").write_text(YARD, encoding="utf-8")
    run = draw(tmp_path / "out.png", "sys.modules['pyvista'] = None")
    assert run.returncode == 2
    assert 'pip install "blastfocus[viewer]"' in run.stderr
    assert "Traceback" not in run.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["scene.toml"]


@pytest.mark.usefixtures("opengl")
@pytest.mark.skipif(platform.system() != "Linux", reason="EGL is how Linux draws without a screen")
def test_without_opengl_the_packages_are_named_and_nothing_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nowhere = str(tmp_path / "no-vendor.json")
    monkeypatch.setenv("__EGL_VENDOR_LIBRARY_FILENAMES", nowhere)
    monkeypatch.delenv("DISPLAY", raising=False)
    if picture.trouble() is None:
        pytest.skip("OpenGL doesn't come by way of EGL's vendors here")
    # Not even the scene is read: it doesn't exist.
    run = draw(tmp_path / "out.png", __EGL_VENDOR_LIBRARY_FILENAMES=nowhere)
    assert run.returncode == 2
    assert "OpenGL" in run.stderr
    assert "apt-get install libegl1 libgl1" in run.stderr
    assert len(run.stderr.splitlines()) <= 3
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("program", "words"),
    [
        ("import sys; print('loaded'); sys.exit(139)", "needs OpenGL"),
        ("raise ImportError('libGL.so.1: cannot open shared object file')", "needs OpenGL"),
        ("raise ImportError('numpy is too old')", "numpy is too old"),
        ("import time; time.sleep(60)", "more than 1 s"),
    ],
    ids=["dies", "no libGL", "no library", "hangs"],
)
def test_a_probe_that_fails_is_a_message(
    program: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    probe = tmp_path / "probe.py"
    probe.write_text(program, encoding="utf-8")
    monkeypatch.setattr(picture, "_PROBE", probe)
    monkeypatch.setattr(picture, "_PATIENCE", 1.0 if "sleep" in program else 60.0)
    pytest.importorskip("pyvista", reason="the drawing library isn't installed")
    with pytest.raises(OutputError, match=words):
        picture.check(tmp_path / "out.png")


@pytest.mark.parametrize(
    ("path", "words"),
    [("gone/out.png", "no folder"), ("out.jpg", r"\.pdf"), ("out", r"\.png"), (".", "is a folder")],
)
def test_a_place_that_cannot_be_is_refused_before_any_work(
    path: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(picture, "trouble", lambda: pytest.fail("probed for nothing"))
    with pytest.raises(OutputError, match=words):
        picture.check(tmp_path / path)


def test_the_drawing_library_is_loaded_by_drawing_alone() -> None:
    program = (
        "import sys, viewer.picture, viewer.drawing.sheet; "
        "sys.exit(bool({'pyvista', 'vtkmodules', 'PIL', 'matplotlib'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=False).returncode == 0
