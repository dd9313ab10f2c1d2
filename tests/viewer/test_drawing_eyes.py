"""Views from a Blast Focus and from an eye: what they show is the engine's own proof."""

import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.dispute import Dispute
from rules.ruling import rule
from rules.scenefile import load, read
from rules.verdict import Ruling, RulingError
from spatial.evidence import Sight
from spatial.outcome import Outcome
from viewer.drawing import fired, gaze, palette, seen, sheet
from viewer.drawing.eye_overlay import eye_overlay
from viewer.drawing.eyes import EyeView, angles, looking
from viewer.drawing.gaze import Gaze
from viewer.drawing.panel import from_point

ROOT = Path(__file__).resolve().parents[2]

HEAD = """
format = 1
name = "Yard"
rules = "infinity-codeone"
[table]
size = [600, 600]
"""

TROOPER = """
[[trooper]]
name = "{}"
side = "{}"
silhouette = "S2"
at = [{}, {}]
facing = {}
"""

ATTACK = """
[[attack]]
by = "Beta"
weapon = "Chain Rifle"
[[attack.template]]
name = "A"
aim = 0.0
"""


def wall(name: str, x: float, low: float, high: float) -> str:
    """A wall across x, 6 mm thick and 60 high, from one y to another."""
    middle = (low + high) / 2
    size = f"[6, {high - low}, 60]"
    return f'[[scenery]]\nname = "{name}"\nkit = "box"\nsize = {size}\nat = [{x}, {middle}]\n'


def trooper(name: str, x: float, y: float, side: str = "red") -> str:
    return TROOPER.format(name, side, x, y, 0.0)


# Beta at (100, 200) throws A along +x from (112.5, 200, 0). A wall hides exactly the half of 1
# that lies at y > 200; 2 stands behind a wall that hides it wholly.
HALF = (
    HEAD
    + wall("half", 150, 200, 300)
    + wall("whole", 240, 150, 250)
    + trooper("Beta", 100, 200, "blue")
    + trooper("1", 200, 200)
    + trooper("2", 290, 200)
    + ATTACK
)

# A faces east. 1 stands in the open, 2 behind a wall, 3 wholly behind A.
GUARD = (
    HEAD
    + wall("wall", 240, 100, 300)
    + trooper("A", 100, 200)
    + trooper("1", 180, 260)
    + trooper("2", 290, 200)
    + trooper("3", 20, 200)
)


def ruled(scene: str) -> tuple[Ruling, Dispute]:
    dispute = read(scene.encode(), "scene.toml")
    assert isinstance(dispute, Dispute)
    return rule(dispute, margins=False), dispute


def bundled(name: str) -> tuple[Ruling, Dispute]:
    dispute = load(ROOT / "scenes" / f"{name}.toml")
    assert isinstance(dispute, Dispute)
    return rule(dispute, margins=False), dispute


@pytest.fixture(scope="module")
def half() -> Gaze:
    ruling, dispute = ruled(HALF)
    return gaze.from_focus(ruling, dispute, gaze.placement_of(ruling, ""), 400, 300)


@pytest.fixture(scope="module")
def guard() -> Gaze:
    _, dispute = ruled(GUARD)
    return fired.from_eye(dispute, "A", fired.sightings(dispute, "A"), 600, 400)


def part(shown: Gaze, name: str) -> seen.Part:
    (found,) = [one for one in shown.parts if one.name == name]
    return found


def holds(ring: np.ndarray, at: np.ndarray) -> bool:
    """Whether a polygon holds a point, by the number of its edges to the point's right."""
    a, b = ring, np.roll(ring, -1, axis=0)
    across = (a[:, 1] > at[1]) != (b[:, 1] > at[1])
    a, b = a[across], b[across]
    x = a[:, 0] + (at[1] - a[:, 1]) / (b[:, 1] - a[:, 1]) * (b[:, 0] - a[:, 0])
    return bool((x > at[0]).sum() % 2)


# The projection


def test_a_degree_has_as_many_pixels_across_as_upward() -> None:
    view = EyeView("", (10.0, 20.0, 30.0), 90.0, 10.0, 4.0, 800, 600)
    ahead = [10.0, 120.0, 30.0 + 100 * math.tan(math.radians(10))]
    left = [10.0 - 100 * math.tan(math.radians(30)), 120.0, 30.0]
    assert view.pixels([ahead]) == pytest.approx(np.array([[400, 300]]))
    assert view.pixels([left]) == pytest.approx(np.array([[400 - 30 * 4, 300 + 10 * 4]]))


@settings(deadline=None, max_examples=40)
@given(st.floats(-179, 179), st.floats(-80, 80), st.floats(-360, 360), st.floats(-30, 30))
def test_a_pixel_leads_back_to_its_direction(
    turn: float, rise: float, middle: float, height: float
) -> None:
    view = EyeView("", (0.0, 0.0, 0.0), middle, height, 2.0, 720, 400)
    level = math.cos(math.radians(rise))
    t, r = math.radians(turn), math.radians(rise)
    way = np.array([math.cos(t) * level, math.sin(t) * level, math.sin(r)])
    x, y = view.of_ways(way[None])[0]
    assert view.ways(np.array(x), np.array(y)) == pytest.approx(way, abs=1e-9)


@pytest.mark.parametrize(
    ("turns", "middle"), [((170.0, 190.0), 180.0), ((80.0, 100.0), 90.0), ((-85.0, 85.0), 0.0)]
)
def test_a_view_looks_where_there_is_something(turns: tuple[float, float], middle: float) -> None:
    ways = np.array([[math.cos(math.radians(t)), math.sin(math.radians(t)), 0] for t in turns])
    view = looking("", (0.0, 0.0, 0.0), ways, 900, 500)
    assert math.cos(math.radians(view.turn - middle)) == pytest.approx(1)
    at = view.of_ways(ways)
    assert (at > 0).all()
    assert (at < [900, 500]).all()
    assert angles(ways)[1] == pytest.approx(np.zeros(2))


# What a focus sees


def test_half_of_a_target_is_in_sight_where_a_wall_ends_at_its_middle(half: Gaze) -> None:
    found = part(half, "1")
    assert found.share == pytest.approx(0.5, abs=0.002)
    ways = np.concatenate(found.visible)
    # The wall covers what lies to the left, at y > 200.
    assert ways[:, 1].max() < 1e-3
    assert ways[:, 1].min() < -0.05
    whole = np.concatenate(found.rings)
    assert whole[:, 1].max() == pytest.approx(-whole[:, 1].min(), abs=1e-3)


def test_nothing_is_in_sight_of_a_target_behind_a_wall(half: Gaze) -> None:
    found = part(half, "2")
    assert found.visible == ()
    assert found.share == 0
    assert half.items.blockers == ("whole",)
    assert [(s.kind, s.trooper, s.piece) for s in half.items.strokes] == [
        ("reaches", "1", ""),
        ("stopped", "2", "whole"),
    ]


def test_the_user_is_named_and_not_drawn(half: Gaze) -> None:
    troopers = [solid.name for solid in half.items.solids if solid.kind == "trooper"]
    assert troopers == ["1", "2"]
    assert any(note.startswith("Beta: not affected") for note in half.items.notes)
    labelled = [label.subject for label in half.items.labels if label.kind == "trooper"]
    assert labelled == ["1", "2"]


def test_the_area_is_as_wide_as_the_teardrops_cone(half: Gaze) -> None:
    # The large teardrop is 240 x 80: a ball of 40 whose centre is 200 from its tip.
    assert half.area is not None
    turns, rises = angles(half.area)
    widest = math.degrees(math.asin(40 / 200))
    assert turns.max() == pytest.approx(widest, abs=0.05)
    assert turns.min() == pytest.approx(-widest, abs=0.05)
    assert rises.max() == pytest.approx(widest, abs=0.05)
    assert rises.min() == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("name", ["covered-enemy", "column-of-five", "burst-across-levels"])
def test_what_is_tinted_agrees_with_what_was_decided(name: str) -> None:
    ruling, dispute = bundled(name)
    asked = 0
    for placement in ruling.attacks[0].placements:
        shown = gaze.from_focus(ruling, dispute, placement, 800, 600)
        parts = {one.name: one for one in shown.parts}
        for verdict in placement.verdicts:
            evidence = verdict.deciding.evidence
            if not isinstance(evidence, Sight) or verdict.trooper not in parts:
                continue
            asked += 1
            tinted = parts[verdict.trooper].visible
            assert bool(tinted) is (verdict.outcome is Outcome.YES)
            if evidence.witness is not None:
                at = shown.view.pixels([list(evidence.witness.line.end)])[0]
                inside = [holds(shown.view.outline(ring), at) for ring in tinted]
                assert sum(inside) == 1
    assert asked > 0


def test_a_circle_round_its_focus_has_no_outline() -> None:
    ruling, dispute = bundled("circle-on-roof")
    placement = gaze.placement_of(ruling, "A")
    shown = gaze.from_focus(ruling, dispute, placement, 800, 600)
    assert shown.area is None
    assert "the template lies all round" in shown.items.notes
    # It lies on the roof, and below that nothing is seen.
    assert shown.faces == pytest.approx(np.array([[0, 0, 1.0]]))


def test_a_placement_is_chosen_by_name_or_the_first_that_is_placed() -> None:
    ruling, _ = bundled("through-its-user")
    placements = [one for attack in ruling.attacks for one in attack.placements]
    assert [one.status for one in placements] == ["illegal", "placed"]
    assert gaze.placement_of(ruling, "") is placements[1]
    assert gaze.placement_of(ruling, "A") is placements[0]
    with pytest.raises(RulingError, match="use one of A, B"):
        gaze.placement_of(ruling, "C")
    nobody, _ = ruled(HEAD + trooper("1", 50, 50))
    with pytest.raises(RulingError, match="no template is placed"):
        gaze.placement_of(nobody, "")


# What an eye sees


def test_an_eye_says_who_is_seen_and_who_hides_the_others(guard: Gaze) -> None:
    labels = {label.subject: label for label in guard.items.labels if label.kind == "trooper"}
    assert set(labels) == {"1", "2"}
    assert labels["1"].title == "1: SEEN"
    assert labels["2"].title == "2: not seen"
    assert labels["2"].why == ("hidden by wall",)
    assert guard.items.blockers == ("wall",)
    assert "not in this view: 3" in guard.items.notes
    assert guard.items.subtitle == "A sees 1"


def test_an_eye_is_where_the_clear_line_starts_and_sees_its_end(guard: Gaze) -> None:
    (line,) = [stroke for stroke in guard.items.strokes if stroke.kind == "reaches"]
    assert line.trooper == "1"
    assert line.start == guard.view.eye
    x, y, z = guard.view.eye
    assert math.hypot(x - 100, y - 200) <= 12.5 + 1e-6
    assert 0 <= z <= 40
    at = guard.view.pixels([list(line.end)])[0]
    assert any(holds(guard.view.outline(ring), at) for ring in part(guard, "1").visible)
    assert part(guard, "2").visible == ()


def test_an_eye_has_to_be_a_troopers() -> None:
    _, dispute = ruled(GUARD)
    with pytest.raises(RulingError, match="eye:4: no trooper is called so; use one of A, 1, 2, 3"):
        fired.sightings(dispute, "4")
    _, alone = ruled(HEAD + trooper("A", 50, 50))
    with pytest.raises(RulingError, match="nobody else"):
        fired.sightings(alone, "A")


# What comes out


@pytest.mark.parametrize("which", ["half", "guard"])
def test_labels_of_a_view_from_a_point_lie_apart(
    which: str, request: pytest.FixtureRequest
) -> None:
    panel = from_point(request.getfixturevalue(which))
    assert panel.apart
    assert len(panel.boxes) == len(panel.labels)
    assert (panel.boxes >= 0).all()
    assert (panel.boxes[:, 2:] <= [panel.view.width, panel.view.height]).all()


@pytest.mark.usefixtures("opengl")
def test_pixels_show_what_the_proof_says(half: Gaze) -> None:
    from PIL import Image

    from viewer.drawing.allround import render_eye

    view = half.view
    solids = Image.fromarray(render_eye(half.items, view, half.faces, 2))
    assert solids.size == (800, 600)
    drawn = np.array(eye_overlay(solids, half, 2).convert("RGB")).astype(int)
    tint = np.array(palette.rgb(palette.VERDICT[Outcome.YES]))

    def strength(y: float) -> int:
        """How far from the tint the picture is at a point of 1's front."""
        x = 200 - math.sqrt(12.5**2 - (y - 200) ** 2)
        u, v = (view.pixels([[x, y, 6.0]])[0] * 2).astype(int)
        return int(np.abs(drawn[v, u] - tint).max())

    # To the right of the wall's end 1 is seen; to the left, the wall.
    assert strength(193) < 60
    assert strength(207) > 90


@pytest.mark.usefixtures("opengl")
def test_a_view_from_a_focus_is_the_same_each_time(half: Gaze) -> None:
    one, two = (sheet.sheet(half.items, [from_point(half)]).tobytes() for _ in range(2))
    assert one == two
