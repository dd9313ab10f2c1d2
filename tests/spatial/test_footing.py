"""How a base stands: areas and heights in closed form, and against a dense look under it."""

import itertools
import math
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from meshes.kit import Hole, Piece, box, building, cylinder, ramp, stairs
from meshes.mesh import Mesh
from meshes.solids import Cylinder
from spatial.cutting import cut_above
from spatial.disc import covered, nearest, spots
from spatial.footing import Footing, dropped, footing, headroom, support
from spatial.piercing import free_place, pierced
from spatial.scene import Body, Pose, Scene, scenery_body, trooper_body
from spatial.support import RIM, floor_near, is_carried

R = 12.5
AREA = math.pi * R**2
TABLE = ("the table",)


def beyond(d: float) -> float:
    """The share of a base beyond a chord at d from its middle."""
    return (R**2 * math.acos(d / R) - d * math.sqrt(R**2 - d**2)) / AREA


def piece(
    made: Piece, name: str, x: float = 0, y: float = 0, z: float = 0, turn: float = 0
) -> Body:
    return scenery_body(name, made.mesh, Pose((x, y, z), turn), True, made.levels)


def base(x: float = 0, y: float = 0, z: float = 0, height: float = 40) -> Body:
    return trooper_body("trooper", Cylinder(R, height), (x, y, z))


def stands(*pieces: Body, at: tuple[float, float] = (0, 0), height: float = 40) -> Footing:
    """How a base stands that is let down."""
    scene = Scene(pieces)
    return footing(scene, dropped(scene, base(*at, height=height)))


def spun(x: float, y: float, turn: float) -> tuple[float, float]:
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    return (c * x - s * y, s * x + c * y)


TURNS = pytest.mark.parametrize("turn", [0.0, 30.0, 135.0])


@TURNS
@pytest.mark.parametrize("off", [-20.0, -12.0, -3.0, 0.0, 3.0, 8.0, 12.0])
def test_over_an_edge(turn: float, off: float) -> None:
    # The roof ends at x = 50; the base's centre is `off` beyond it, or short of it.
    found = stands(piece(box((100, 100, 40)), "tower", turn=turn), at=spun(50 + off, 0, turn))
    share = 1.0 if off <= -R else 1 - beyond(-off) if off < 0 else beyond(off)
    assert (found.height, found.on, found.level) == (40, ("tower",), ("tower", 0))
    assert found.share == pytest.approx(share, abs=1e-9)
    assert found.overhang == pytest.approx(max(R + off, 0), abs=1e-9)
    assert found.centred is found.over is (off <= 0)
    assert found.beyond == pytest.approx(max(off, 0), abs=1e-9)
    assert found.slope == 0
    if off <= 0:
        assert found.lean == 0
        assert found.toward is None
        assert found.stands
    else:
        # It would lean on the roof's edge and the table, 40 lower.
        assert found.lean == pytest.approx(math.degrees(math.atan2(40, R + off)), abs=0.05)
        assert math.cos(math.radians((found.toward or 0) - 180 - turn)) == pytest.approx(1)
        assert not found.stands


@TURNS
def test_at_the_corner_of_a_roof_a_quarter_is_supported(turn: float) -> None:
    found = stands(piece(box((100, 100, 40)), "tower", turn=turn), at=spun(50, 50, turn))
    assert found.share == pytest.approx(0.25, abs=1e-9)
    assert found.centred
    assert found.over


@TURNS
@pytest.mark.parametrize("aside", [0.0, 2.0, 5.0, 7.0])
def test_on_a_beam_the_strip_of_the_disc(turn: float, aside: float) -> None:
    found = stands(piece(box((10, 200, 30)), "beam", turn=turn), at=spun(aside, 0, turn))
    near = 1 - beyond(5 - aside) if aside <= 5 else beyond(aside - 5)
    assert found.share == pytest.approx(near - beyond(5 + aside), abs=1e-9)
    assert found.centred is (aside <= 5)
    assert found.overhang == pytest.approx(R - (5 - aside), abs=1e-9)


def test_between_two_beams_it_is_centred_over_no_surface() -> None:
    found = stands(piece(box((4, 200, 30)), "west", -8), piece(box((4, 200, 30)), "east", 8))
    assert found.on == ("west", "east")
    assert found.share == pytest.approx(2 * (beyond(6) - beyond(10)), abs=1e-9)
    assert found.centred
    assert not found.over
    assert found.overhang == pytest.approx(2.5, abs=1e-9)


def test_pieces_on_top_of_one_another_count_once() -> None:
    twice = [piece(box((10, 200, 30)), "one"), piece(box((10, 200, 30)), "two", turn=180)]
    assert stands(*twice).share == pytest.approx(1 - 2 * beyond(5), abs=1e-9)


@TURNS
def test_on_a_ramp_it_lies_flat(turn: float) -> None:
    found = stands(piece(ramp((100, 60, 25)), "ramp", turn=turn))
    steep = math.degrees(math.atan(0.25))
    assert found.height == pytest.approx(12.5 + (R - RIM) / 4, abs=1e-9)
    assert (found.share, found.centred, found.over) == (1, True, True)
    assert (found.slope, found.lean) == pytest.approx((steep, steep), abs=1e-6)
    assert found.stands
    assert found.level is None


def test_on_the_side_of_a_ramp_its_part() -> None:
    # The ramp's side is 30 off its middle line.
    found = stands(piece(ramp((100, 60, 25)), "ramp"), at=(0, 26))
    assert found.share == pytest.approx(1 - beyond(4), abs=1e-9)
    assert found.lean == pytest.approx(math.degrees(math.atan(0.25)), abs=1e-6)


def test_a_steep_ramp_is_no_place_to_stand() -> None:
    found = stands(piece(ramp((100, 60, 60)), "ramp"))
    assert found.lean == pytest.approx(math.degrees(math.atan(0.6)), abs=1e-6)
    assert found.centred
    assert not found.stands


def test_at_the_foot_of_a_ramp_it_leans_on_its_rim() -> None:
    # Its uphill rim is 2.5 over the ramp, which rises 1 in 2: 1.25 up, over 25 mm of base.
    found = stands(piece(ramp((100, 60, 50)), "ramp"), at=(-60, 0))
    assert found.lean == pytest.approx(math.degrees(math.atan(1.25 / 25)), abs=0.05)
    assert not found.centred
    assert found.stands


def test_over_a_low_kerb_it_leans_a_little() -> None:
    found = stands(piece(box((60, 60, 3)), "kerb"), at=(35, 0))
    assert found.share == pytest.approx(beyond(5), abs=1e-9)
    assert found.lean == pytest.approx(math.degrees(math.atan(3 / 17.5)), abs=0.02)
    assert found.stands


def test_on_stairs_the_highest_tread() -> None:
    found = stands(piece(stairs((100, 40, 50), 5), "stairs"))
    assert found.height == 40
    assert found.share == pytest.approx(beyond(10), abs=1e-9)
    assert found.lean == pytest.approx(math.degrees(math.atan(0.5)), abs=0.02)


def test_between_a_ramp_and_the_deck_it_leads_to() -> None:
    deck = piece(box((60, 60, 25)), "deck", 80)
    slope = piece(ramp((100, 60, 25)), "ramp")
    # Where they meet, 6 to one side, each is within 0.05 of the other's plane for 0.2 more.
    level = stands(slope, deck, at=(56, 0))
    assert (level.height, level.on, level.lean) == (25, ("ramp", "deck"), 0)
    assert level.share == pytest.approx(1 - beyond(6.2), abs=1e-9)
    tilted = stands(slope, deck, at=(44, 0))
    assert (tilted.height, tilted.on, tilted.centred) == (25, ("ramp", "deck"), True)
    assert tilted.share == pytest.approx(1 - beyond(6.2), abs=1e-9)
    assert tilted.lean == pytest.approx(math.degrees(math.atan(0.25)), abs=1e-6)


def test_a_round_roof_carries_all_of_it_or_a_lens() -> None:
    assert stands(piece(cylinder(60, 90), "tank")).share == 1
    post = stands(piece(cylinder(10, 90, 720), "post"))
    assert post.share == pytest.approx(25 / R**2, abs=1e-4)
    assert post.centred


@pytest.mark.parametrize(("off", "on"), [(RIM, ("crate",)), (-RIM, ("crate",)), (0.06, ())])
def test_a_hair_over_or_in_its_floor_it_is_carried(off: float, on: tuple[str, ...]) -> None:
    crate = piece(box((60, 60, 40)), "crate")
    trooper = base(z=40 + off)
    assert footing(Scene((crate,)), trooper).on == on
    assert is_carried(Scene((crate,)), trooper) is bool(on)
    near = floor_near((crate,), (0, 0), 40 + off, R)
    assert near == (40 if on else None)


def test_in_the_air_nothing_carries_it() -> None:
    crate = piece(box((60, 60, 40)), "crate")
    found = footing(Scene((crate,)), base(z=52))
    assert (found.on, found.share, found.drop, found.stands) == ((), 0, 12, False)
    assert footing(Scene((crate,)), base(100, 0, 7)).drop == 7


HOUSE = building((100, 80), 2, 45, parapet=10, holes=[Hole(1, (25, 0), (30, 30))])


def test_levels_of_a_house() -> None:
    house = piece(HOUSE, "house")
    scene = Scene((house,))
    found = {z: footing(scene, base(-25, 0, z)) for z in (0.0, 45.0, 90.0)}
    assert [one.level for one in found.values()] == [("house", i) for i in range(3)]
    assert [one.on for one in found.values()] == [TABLE, ("house",), ("house",)]
    assert [one.headroom for one in found.values()] == [42, 42, math.inf]
    # Beside it, the table is no level; over the stairwell nothing carries.
    assert footing(scene, base(-80, 0, 0)).level is None
    assert footing(scene, base(25, 0, 45)).on == ()
    # The ground under the stairwell has the roof above it.
    assert footing(scene, base(25, 0, 0)).headroom == 87


def test_headroom_is_to_the_lowest_thing_over_the_base() -> None:
    sheet = Mesh(
        [[-50, -50, 60], [50, -50, 80], [50, 50, 80], [-50, 50, 60]], [[0, 1, 2], [0, 2, 3]]
    )
    scene = Scene((scenery_body("awning", sheet, Pose((0, 0, 0))),))
    assert headroom(scene, (0, 0, 0), R) == pytest.approx(70 - (R - RIM) / 5, abs=1e-9)
    assert headroom(scene, (0, 0, 75), R) == math.inf
    assert headroom(scene, (0, 0, 70), R) == 0
    beam = piece(box((4, 4, 4)), "beam", 12, 0, 30)
    assert headroom(Scene((beam,)), (0, 0, 0), R) == 30
    assert headroom(Scene((beam,)), (-2.46, 0, 0), R) == math.inf


@pytest.mark.parametrize(("x", "deep"), [(42.5, 0), (42.46, 0), (42.4, 0.1), (38.5, 4), (30, 12.5)])
def test_how_deep_a_silhouette_is_in_a_wall(x: float, deep: float) -> None:
    # The wall is 60 wide, so its face is at x = 30; deeper than the axis it only gets flatter.
    wall = piece(box((60, 100, 60)), "wall")
    found = pierced(Scene((wall,)), base(x))
    assert [name for name, _ in found] == (["wall"] if deep else [])
    assert [mm for _, mm in found] == pytest.approx([deep] if deep else [], abs=0.002)


def test_wholly_inside_a_solid_it_is_as_deep_as_can_be() -> None:
    block = piece(box((100, 100, 100)), "block")
    assert pierced(Scene((block,)), base(z=20)) == (("block", R),)
    assert pierced(Scene((block,)), base(z=20, height=3)) == (("block", 1.5),)
    # A room isn't solid.
    assert pierced(Scene((piece(HOUSE, "house"),)), base(-25, 0, 0)) == ()


def test_the_way_to_a_free_place() -> None:
    wall = piece(box((60, 100, 60)), "wall")
    aside = free_place(Scene((wall,)), base(38.5))
    assert aside is not None
    assert aside.toward == 0
    assert 4 - RIM <= aside.mm <= 4
    # Sunk 2 mm in a floor with walls around it, up is nearer.
    up = free_place(Scene((piece(HOUSE, "house"),)), base(-25, 0, 43))
    assert (up and up.mm, up and up.toward) == (2, None)
    # In the middle of a ramp, its height is the uphill rim's.
    slope = free_place(Scene((piece(ramp((100, 200, 25)), "ramp"),)), base(z=12.5))
    assert slope is not None
    assert slope.toward is None
    assert slope.mm == pytest.approx((R - RIM) / 4, abs=1e-9)


def test_troopers_overlap_by_the_lesser_of_both_ways() -> None:
    others = [trooper_body(name, Cylinder(R, 40), at) for name, at in
              (("near", (22, 0, 0)), ("touching", (0, 25, 0)), ("above", (0, 0, 38)))]  # fmt: skip
    found = footing(Scene((*others, base())), base())
    assert [name for name, _ in found.overlaps] == ["near", "above"]
    assert [mm for _, mm in found.overlaps] == pytest.approx([3, 2])
    assert not found.stands


def test_neither_winding_nor_order_of_the_pieces_matters() -> None:
    pieces = [
        piece(box((10, 90, 30)), "beam", -6),
        piece(ramp((100, 60, 50)), "ramp", 40, 5, turn=20),
        piece(stairs((60, 40, 32), 4), "stairs", -20, -15, turn=75),
    ]
    wanted = stands(*pieces)
    for some in itertools.permutations(pieces):
        turned = [
            scenery_body(
                one.name, Mesh(one.mesh.vertices, one.mesh.faces[::-1, ::-1]), Pose((0, 0, 0))
            )
            for one in some
        ]
        found = stands(*turned)
        for key in ("height", "share", "overhang", "slope", "lean", "beyond"):
            assert getattr(found, key) == pytest.approx(getattr(wanted, key), abs=1e-9), key
        assert set(found.on) == set(wanted.on)


NUMBER = st.integers(-30, 30)
BOXES = st.lists(
    st.tuples(NUMBER, NUMBER, st.sampled_from([0, 20, 20.03, 33]), st.integers(3, 40),
              st.integers(3, 40), st.integers(0, 11)),
    min_size=1,
    max_size=5,
)  # fmt: skip


def boxes(rows: Any, turn: float = 0) -> list[Body]:
    return [
        piece(box((length, width, 7)), f"box {i}", *spun(x, y, turn), z, 30 * k + turn)
        for i, (x, y, z, length, width, k) in enumerate(rows)
    ]


@settings(deadline=None, derandomize=True, max_examples=40)
@given(BOXES)
def test_dropped_twice_it_rests_at_the_same_height_and_is_carried(rows: Any) -> None:
    scene = Scene(tuple(boxes(rows)))
    once = dropped(scene, base())
    assert dropped(scene, once).pose.at == once.pose.at
    assert footing(scene, once).on


@settings(deadline=None, derandomize=True, max_examples=40)
@given(BOXES, st.floats(0, 360))
def test_a_turned_table_carries_it_alike(rows: Any, turn: float) -> None:
    one, other = stands(*boxes(rows)), stands(*boxes(rows, turn))
    # A centre exactly on a border, and a rim exactly at an edge, may fall either way.
    assume(one.on == other.on and one.centred == other.centred)
    for key in ("height", "share", "overhang", "headroom", "beyond"):
        assert getattr(one, key) == pytest.approx(getattr(other, key), abs=1e-6), key
    assert one.lean == pytest.approx(other.lean, abs=0.3)


@settings(deadline=None, derandomize=True, max_examples=30)
@given(BOXES, BOXES)
def test_scenery_above_changes_headroom_alone(rows: Any, more: Any) -> None:
    scene = Scene(tuple(boxes(rows)))
    stood = dropped(scene, base())
    raised = [
        scenery_body(f"above {i}", one.mesh, Pose((0, 0, 80))) for i, one in enumerate(boxes(more))
    ]
    before, after = footing(scene, stood), footing(scene.with_bodies(*raised), stood)
    assert before.headroom >= after.headroom
    for key in ("height", "on", "level", "share", "overhang", "slope", "lean", "pierced"):
        assert getattr(before, key) == getattr(after, key), key


def looked(pieces: list[Body], z: float, steps: int = 201) -> tuple[float, float]:
    """The share of upright lines through a base that meet something at its height, and the
    lowest thing over it."""
    side = (np.arange(steps) + 0.5) / steps * 2 * R - R
    spot = np.stack(np.meshgrid(side, side), axis=-1).reshape(-1, 2)
    spot = spot[np.hypot(*spot.T) < R]
    held, room = np.zeros(len(spot), dtype=bool), math.inf
    for a, b, c in np.concatenate([one.mesh.triangles for one in pieces]):
        matrix = np.array([b[:2] - a[:2], c[:2] - a[:2]]).T
        if abs(np.linalg.det(matrix)) < 1e-9:
            continue
        u, v = np.linalg.solve(matrix, (spot - a[:2]).T)
        height = a[2] + u * (b[2] - a[2]) + v * (c[2] - a[2])
        within = (u >= 0) & (v >= 0) & (u + v <= 1)
        held |= within & (np.abs(height - z) <= RIM)
        room = min(room, (height[within & (height > z + RIM)] - z).min(initial=math.inf))
    return held.mean(), room


@settings(deadline=None, derandomize=True, max_examples=40)
@given(BOXES)
def test_share_and_headroom_against_a_dense_look(rows: Any) -> None:
    pieces = boxes(rows)
    scene = Scene(tuple(pieces))
    for z in (27.0, 40.0):
        found = support(scene, (0, 0), z, R)
        held, room = looked(pieces, z)
        # A box that reaches under the last 0.05 of the rim alone doesn't carry.
        if found.on:
            assert found.share == pytest.approx(held, abs=0.01)
        else:
            assert held < 0.003
        above = headroom(scene, (0, 0, z), R)
        assert above <= room + 1e-9 or above == math.inf
        assert above == pytest.approx(room, abs=1e-9) or room - above >= 1e-9


@settings(deadline=None, derandomize=True, max_examples=60)
@given(st.lists(st.tuples(NUMBER, NUMBER, NUMBER), min_size=3, max_size=3), NUMBER)
def test_a_cut_keeps_what_is_above(rows: list[tuple[int, int, int]], level: int) -> None:
    triangle = np.array([rows], dtype=float)
    above, source = cut_above(triangle, triangle[:, :, 2] - level)
    below, _ = cut_above(triangle, level - triangle[:, :, 2])
    assert (above[:, :, 2] >= level - 1e-9).all()
    assert (source == 0).all()

    def area(triangles: np.ndarray) -> float:
        a, b, c = (triangles[:, i] for i in range(3))
        return float(np.linalg.norm(np.cross(b - a, c - a), axis=1).sum())

    flat = np.ptp(triangle[:, :, 2]) == 0
    if not (flat and triangle[0, 0, 2] == level):
        assert area(above) + area(below) == pytest.approx(area(triangle), abs=1e-9)


def test_covered_shares_of_a_disc() -> None:
    whole = np.array([[[-99, -99], [99, -99], [0, 180.0]]])
    assert covered(whole, R) == pytest.approx(1, abs=1e-12)
    assert covered(whole + 400, R) == pytest.approx(0, abs=1e-12)
    assert covered(np.empty((0, 3, 2)), R) == 0
    inside = np.array([[[0, 0], [4, 0], [0, 3.0]]])
    assert covered(inside, R) == pytest.approx(6 / AREA, abs=1e-12)
    # A sector of 90 degrees, from two triangles that overlap, wound either way.
    sector = np.array([[[0, 0], [99, 0], [0, 99.0]], [[0, 0], [0, 99], [50, 50.0]]])
    assert covered(sector, R) == pytest.approx(0.25, abs=1e-9)


def test_a_ring_of_support_holds_its_centre() -> None:
    # Four small areas round it: their hull is a square of 10 with its corners cut off.
    spot = np.array([[0, 0], [1, 0], [0, 1.0]])
    around = np.array([(spot + 4) * [i, k] for i in (-1, 1) for k in (-1, 1)])
    depth, _ = nearest(spots(around, R), R)
    assert depth == pytest.approx(5, abs=1e-9)
