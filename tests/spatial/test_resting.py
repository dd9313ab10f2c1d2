"""Scenery on scenery, and the floors of a mesh: by hand, and against a dense look."""

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meshes.files import load
from meshes.kit import Hole, Piece, box, building, cylinder, ramp, stairs
from meshes.mesh import Mesh
from spatial.floors import floors
from spatial.hanging import hanging
from spatial.resting import balance, centre_of_mass, contact_rise, fall
from spatial.scene import Body, Pose, Scene, scenery_body

MESHES = Path(__file__).resolve().parents[2] / "scenes" / "meshes"


def piece(
    made: Piece | Mesh, name: str, x: float = 0, y: float = 0, z: float = 0, turn: float = 0
) -> Body:
    mesh = made if isinstance(made, Mesh) else made.mesh
    return scenery_body(name, mesh, Pose((x, y, z), turn))


def joined(*parts: Body) -> Mesh:
    corners = np.concatenate([one.mesh.triangles for one in parts])
    return Mesh(corners.reshape(-1, 3), np.arange(3 * len(corners)).reshape(-1, 3))


def rests(
    made: Piece | Mesh, *under: Body, at: tuple[float, float] = (0, 0), turn: float = 0
) -> Body:
    """A piece let down on the first of several."""
    one = piece(made, "piece", *at, turn=turn)
    return one.raised(contact_rise(one, under[0]))


TOWER = piece(box((90, 90, 60)), "tower")
CRATE = box((30, 30, 20))
TURNS = pytest.mark.parametrize("turn", [0.0, 20.0, 45.0])


@TURNS
def test_a_crate_on_a_tower(turn: float) -> None:
    crate = rests(CRATE, TOWER, at=(20, -10), turn=turn)
    assert crate.box[0, 2] == 60
    assert balance(crate, [TOWER]).stays


@pytest.mark.parametrize(("x", "beyond"), [(45, 0), (44.9, 0), (46, 1), (59.9, 14.9)])
def test_it_tips_where_its_middle_is_past_the_edge(x: float, beyond: float) -> None:
    found = balance(rests(CRATE, TOWER, at=(x, 0)), [TOWER])
    assert found.on == ("tower",)
    assert found.beyond == pytest.approx(beyond, abs=1e-9)
    assert found.toward == (180 if beyond else None)


def test_beside_it_there_is_nothing_to_rest_on() -> None:
    assert contact_rise(piece(CRATE, "crate", 61), TOWER) == -math.inf


def test_a_plank_across_two_crates_keeps_its_balance_on_both_alone() -> None:
    west, east = piece(CRATE, "west", -50), piece(CRATE, "east", 50)
    plank = rests(box((140, 20, 3)), west, east)
    assert plank.box[0, 2] == 20
    assert balance(plank, [west, east]).on == ("west", "east")
    assert balance(plank, [west, east]).stays
    # Of the western one only the part up to x = -35 is under it.
    alone = balance(plank, [west])
    assert (alone.beyond, alone.toward) == (pytest.approx(35), pytest.approx(180))


def test_on_a_ramp_it_touches_with_its_uphill_edge_and_tips() -> None:
    slope = piece(ramp((100, 60, 50)), "ramp")
    crate = rests(CRATE, slope)
    assert crate.box[0, 2] == pytest.approx(25 + 7.5)
    found = balance(crate, [slope])
    assert found.beyond == pytest.approx(15, abs=0.11)
    assert found.toward == pytest.approx(0)


def test_an_arch_comes_down_over_a_post_or_on_it() -> None:
    arch = joined(
        piece(box((10, 20, 40)), "leg", -25),
        piece(box((10, 20, 40)), "other leg", 25),
        piece(box((60, 20, 5)), "lintel", z=40),
    )
    # The legs reach the table first, 40 below the lintel; a post of 50 holds the lintel up.
    low, high = piece(box((20, 20, 30)), "low"), piece(box((20, 20, 50)), "high")
    assert contact_rise(piece(arch, "arch"), low) == -10
    assert contact_rise(piece(arch, "arch"), high) == 10


def test_under_a_ceiling_it_rests_on_the_floor() -> None:
    house = piece(building((100, 80), 2, 45), "house")
    crate = piece(CRATE, "crate")
    assert contact_rise(crate, house) == 90
    assert contact_rise(crate, house, ceiling=45.05) == 45


@pytest.mark.parametrize(("x", "drop"), [(-30, 12.5), (-60, 27.5), (-64.9, 29.95), (-66, math.inf)])
def test_how_far_it_falls_onto_a_ramp_whose_end_is_above_it(x: float, drop: float) -> None:
    # From x = -50 to 50 the ramp rises to 50; the crate reaches 15 to each side, at 30.
    slope, crate = piece(ramp((100, 60, 50)), "ramp"), piece(CRATE, "crate", x, z=30)
    assert fall(crate, slope) == pytest.approx(drop)
    hung = hanging(Scene((slope, crate)), ())
    assert [one.piece for one in hung] == ["crate"]
    assert hung[0].drop == pytest.approx(min(drop, 30))
    assert hung[0].onto == ("ramp" if drop < 30 else None)


def test_in_a_house_it_falls_onto_the_floor_and_not_the_roof() -> None:
    house, crate = piece(building((100, 80), 2, 45), "house"), piece(CRATE, "crate", z=60)
    assert fall(crate, house) == 15
    assert fall(crate.raised(60), house) == 30


def test_what_lies_on_a_piece_doesn_t_carry_it() -> None:
    crate = rests(CRATE, TOWER, at=(50, 0))
    lid = piece(box((200, 200, 2)), "lid", z=80)
    assert balance(crate, [TOWER, lid]).on == ("tower",)
    assert not balance(crate, [TOWER, lid]).stays


def test_on_the_table() -> None:
    found = balance(piece(ramp((100, 60, 50)), "ramp"), [])
    assert (found.on, found.stays) == (("the table",), True)
    assert balance(piece(CRATE, "crate", z=5), []).on == ()


def test_centre_of_mass() -> None:
    # Of a wedge a third from its high end and from its underside, wound either way.
    wedge = ramp((90, 40, 60)).mesh
    for faces in (wedge.faces, wedge.faces[:, ::-1]):
        assert centre_of_mass(Mesh(wedge.vertices, faces)) == pytest.approx([15, 0, 20])
    # Far from the origin, and of an L of three cubes of 10.
    corner = joined(
        *(piece(box((10, 10, 10)), "cube", x, y) for x, y in ((500, 0), (510, 0), (500, 10)))
    )
    assert centre_of_mass(corner) == pytest.approx([500 + 10 / 3, 10 / 3, 5])
    # An open sheet: of its faces.
    sheet = Mesh([[0, 0, 5], [30, 0, 5], [0, 30, 5]], [[0, 1, 2]])
    assert centre_of_mass(sheet) == pytest.approx([10, 10, 5])


SHAPES = st.sampled_from(
    [box((20, 30, 10)), ramp((40, 20, 15)), stairs((30, 20, 18), 3), cylinder(24, 12, 7)]
)
PLACED = st.tuples(SHAPES, st.integers(-15, 15), st.integers(-15, 15), st.integers(0, 23))


@settings(deadline=None, derandomize=True, max_examples=40)
@given(PLACED, PLACED)
def test_contact_height_against_a_dense_look(upper: Any, lower: Any) -> None:
    (made, x, y, turn), (under, u, v, spin) = upper, lower
    one, two = piece(made, "one", x, y, turn=15 * turn), piece(under, "two", u, v, turn=15 * spin)
    grid = np.stack(np.meshgrid(*[np.linspace(-40, 40, 161) + 0.013] * 2), axis=-1).reshape(-1, 2)
    over, below = _surface(two, grid, max), _surface(one, grid, min)
    looked = float(np.fmax.reduce(over - below, initial=-math.inf))
    rise = contact_rise(one, two)
    assert rise >= looked - 1e-9
    # What is missed between the lines is within 2 mm of some, and no slope rises 1 in 2.
    about = float(np.fmax.reduce(_near(over, np.fmax) - _near(below, np.fmin), initial=-math.inf))
    assert rise <= about + 2
    if math.isfinite(rise):
        assert contact_rise(one.raised(rise), two) == pytest.approx(0, abs=1e-9)


def _near(heights: np.ndarray, fold: Any) -> np.ndarray:
    """The extreme height within 2 mm each way."""
    rows = np.pad(heights.reshape(161, 161), 4, constant_values=np.nan)
    ways = [np.roll(rows, (i, k), (0, 1)) for i in range(-4, 5) for k in range(-4, 5)]
    return fold.reduce(ways)[4:-4, 4:-4].ravel()


def _surface(body: Body, spots: np.ndarray, extreme: Any) -> np.ndarray:
    """The highest or lowest height of a piece over each place; nan where it isn't there."""
    fold = np.fmax if extreme is max else np.fmin
    found = np.full(len(spots), np.nan)
    for a, b, c in body.mesh.triangles:
        matrix = np.array([b[:2] - a[:2], c[:2] - a[:2]]).T
        if abs(np.linalg.det(matrix)) < 1e-9:
            continue
        u, v = np.linalg.solve(matrix, (spots - a[:2]).T)
        height = a[2] + u * (b[2] - a[2]) + v * (c[2] - a[2])
        found = fold(found, np.where((u >= 0) & (v >= 0) & (u + v <= 1), height, np.nan))
    return found


HOUSE = building((100, 80), 2, 45, holes=[Hole(1, (20, 0), (30, 30))])


@pytest.mark.parametrize(
    ("made", "levels"),
    [
        (HOUSE, (0, 45, 90)),
        (building((100, 80), 1, 45, parapet=10), (0, 45)),
        (box((60, 60, 30)), (30,)),
        # Exactly as wide as the base, and a little less.
        (box((25, 60, 30)), (30,)),
        (box((24.8, 60, 30)), ()),
        (cylinder(60, 90), (90,)),
        (ramp((100, 60, 50)), ()),
        (stairs((150, 40, 50), 5), (10, 20, 30, 40, 50)),
        (stairs((100, 40, 50), 5), ()),
    ],
)
def test_floors_of_kit_pieces_as_meshes(made: Piece, levels: tuple[float, ...]) -> None:
    assert floors(made.mesh) == pytest.approx(levels)
    # Inside out, or wound at random: the same.
    assert floors(Mesh(made.mesh.vertices, made.mesh.faces[:, ::-1])) == pytest.approx(levels)
    for seed in range(3):
        swapped = made.mesh.faces.copy()
        flip = np.random.default_rng(seed).random(len(swapped)) < 0.5
        swapped[flip] = swapped[flip, ::-1]
        assert floors(Mesh(made.mesh.vertices, swapped)) == pytest.approx(levels)


def test_a_bridge_has_the_ground_under_it_and_its_deck() -> None:
    bridge = joined(
        piece(box((10, 40, 45)), "pier", -50),
        piece(box((10, 40, 45)), "other pier", 50),
        piece(box((110, 40, 5)), "deck", z=45),
    )
    assert floors(bridge) == (0, 50)
    # Too low to lie under, there is the deck alone.
    assert floors(joined(piece(box((110, 40, 5)), "deck", z=2.9), piece(CRATE, "block", 90))) == (
        pytest.approx((7.9, 20))
    )


def test_a_floor_that_something_lies_on_everywhere_is_none() -> None:
    pile = joined(piece(box((60, 60, 30)), "low"), piece(box((50, 50, 20)), "high", z=30))
    assert floors(pile) == (50,)


def test_an_open_sheet_is_a_floor() -> None:
    sheet = Mesh([[0, 0, 5], [60, 0, 5], [60, 60, 5.004], [0, 60, 5]], [[0, 2, 1], [0, 2, 3]])
    assert floors(sheet) == (5.004,)


def test_floors_of_the_scenes_mesh_files() -> None:
    house = load(MESHES / "house.glb", units="m", up="y")
    assert floors(house) == pytest.approx((0, 50, 100), abs=1e-4)
    assert floors(load(MESHES / "silo.stl", units="in")) == pytest.approx((3.2 * 25.4,), abs=1e-4)


BOTH_SIDES = Mesh(
    [[-20, -15, 0], [20, -15, 0], [20, 15, 0], [-20, 15, 0]],
    [[0, 1, 2], [0, 2, 3], [0, 3, 1], [1, 3, 2]],
)
"""A sheet with a face to each side: closed, and of no volume."""


@pytest.mark.parametrize("turn", [0.0, 13.0, 30.0, 77.0])
@pytest.mark.parametrize("tilt", [0.0, 10.0])
def test_the_middle_of_a_sheet_with_two_sides_is_that_of_its_faces(
    turn: float, tilt: float
) -> None:
    pose = Pose((12.0, -7.0, 60.0), turn, tilt)
    mesh = BOTH_SIDES.moved(pose.rotation, pose.at)
    assert centre_of_mass(mesh).tolist() == pytest.approx(pose.at, abs=1e-9)


@pytest.mark.parametrize("turn", [0.0, 13.0])
def test_a_sheet_with_two_sides_rests(turn: float) -> None:
    sheet = rests(BOTH_SIDES, TOWER, turn=turn)
    found = balance(sheet, [TOWER])
    assert (found.on, found.stays) == (("tower",), True)
    over = balance(rests(BOTH_SIDES, TOWER, at=(47, 0), turn=turn), [TOWER])
    assert (over.on, over.beyond) == (("tower",), pytest.approx(2, abs=1e-6))
