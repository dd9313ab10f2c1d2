"""What a base rests on: heights by hand, and against a dense look under the base."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meshes.kit import Hole, Piece, box, building, cylinder, ramp, stairs
from meshes.mesh import Mesh
from meshes.solids import Cylinder
from spatial.scene import Body, Pose, Scene, scenery_body, trooper_body
from spatial.support import RIM, floor_near, is_carried, resting_height

RADIUS = 12.5
REACH = RADIUS - RIM
NOTHING = -math.inf


def piece(made: Piece, x: float = 0, y: float = 0, z: float = 0, turn: float = 0) -> Body:
    return scenery_body("piece", made.mesh, Pose((x, y, z), turn), True, made.levels)


def rests(*bodies: Body, at: tuple[float, float] = (0, 0), ceiling: float = math.inf) -> float:
    return resting_height(bodies, at, RADIUS, ceiling)


CUBE = piece(box((100, 100, 40)))


@pytest.mark.parametrize(
    ("x", "height"),
    [
        (0, 40),
        (50, 40),
        # The roof ends at x = 50; the base reaches 12.5 back, and the last 0.05 don't carry.
        (62.44, 40),
        (62.46, NOTHING),
        (62.5, NOTHING),
        (200, NOTHING),
        (-62.44, 40),
        (-62.46, NOTHING),
    ],
)
def test_edge_of_a_roof(x: float, height: float) -> None:
    assert rests(CUBE, at=(x, 0)) == height
    assert rests(CUBE, at=(0, x)) == height


def test_corner_of_a_roof() -> None:
    near, far = (REACH - 0.01) / math.sqrt(2), (REACH + 0.01) / math.sqrt(2)
    assert rests(CUBE, at=(50 + near, 50 + near)) == 40
    assert rests(CUBE, at=(50 + far, 50 + far)) == NOTHING


def test_the_highest_of_several() -> None:
    low, high = piece(box((100, 100, 10))), piece(box((20, 20, 25)), x=30)
    assert rests(low, high) == 10
    assert rests(low, high, at=(7.6, 0)) == 25
    assert rests(low, high, at=(7.5, 0)) == 10
    assert rests(high, low, at=(7.6, 0)) == 25


def test_a_thin_post_under_the_middle_of_the_base_carries() -> None:
    # No corner, no edge of it comes near the circle.
    assert rests(piece(box((1, 1, 33)), 2, -3)) == 33
    # And a wide one, whose corners and edges all lie outside.
    assert rests(piece(box((1000, 1000, 33)), 2, -3)) == 33


@pytest.mark.parametrize("turn", [0.0, 30.0, 90.0, 211.0])
def test_up_a_ramp_the_uphill_rim_carries(turn: float) -> None:
    # It rises 50 over 100 and ends with a step down at its high end.
    slope = piece(ramp((100, 60, 50)), turn=turn)
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    for x in (0.0, 20.0, -30.0):
        at = (x * c, x * s)
        assert rests(slope, at=at) == pytest.approx(25 + (x + REACH) / 2, abs=1e-9)
    for x in (45.0, 50.0, 60.0):
        assert rests(slope, at=(x * c, x * s)) == pytest.approx(50, abs=1e-9)
    assert rests(slope, at=(-60 * c, -60 * s)) == pytest.approx((REACH - 10) / 2, abs=1e-9)
    assert rests(slope, at=(62.6 * c, 62.6 * s)) == NOTHING


def test_beside_a_ramp_the_rim_s_chord_carries() -> None:
    # Its side is 30 from the middle: of a base centred 40 off, a chord at 10 of the circle.
    half = math.sqrt(REACH**2 - 10**2)
    assert rests(piece(ramp((100, 60, 50))), at=(0, 40)) == pytest.approx(25 + half / 2, abs=1e-9)


def test_on_stairs_the_highest_step_under_the_base() -> None:
    flight = piece(stairs((100, 40, 50), 5))
    # Steps of 20 by 10: the rim at x + 12.45 stands on step floor((x + 12.45 + 50) / 20) + 1.
    for x, height in ((-50, 10), (-43, 10), (-42.4, 20), (0, 40), (45, 50)):
        assert rests(flight, at=(x, 0)) == height


def test_on_a_ball_the_point_nearest_the_top() -> None:
    rings = [[0.0, 0.0, 50.0], [0.0, 0.0, -50.0]]
    turn, rise = np.meshgrid(np.radians(np.arange(0, 360, 3.0)), np.radians(np.arange(-87, 90, 3)))
    rings += (50 * np.stack([np.cos(rise) * np.cos(turn), np.cos(rise) * np.sin(turn),
                             np.sin(rise)], axis=-1)).reshape(-1, 3).tolist()  # fmt: skip
    rows, n = len(rise), 120
    faces = []
    for i in range(n):
        j = (i + 1) % n
        faces.append([1, 2 + j, 2 + i])
        faces.append([0, 2 + (rows - 1) * n + i, 2 + (rows - 1) * n + j])
        for k in range(rows - 1):
            a, b = 2 + k * n + i, 2 + k * n + j
            faces += [[a, b, b + n], [a, b + n, a + n]]
    ball = scenery_body("ball", Mesh(rings, faces), Pose((0, 0, 100)))
    assert rests(ball) == 150
    for x in (15.0, 30.0, 50.0):
        high = 100 + math.sqrt(50**2 - (x - REACH) ** 2)
        # The mesh is inscribed: its faces lie up to 50 (1 - cos 1.5 degrees) / cos below.
        assert high - 0.08 <= rests(ball, at=(x, 0)) <= high


def test_with_a_ceiling_only_what_is_below_carries() -> None:
    house = building((100, 80), 2, 45, holes=[Hole(1, (0, 0), (40, 40))])
    body = piece(house)
    assert house.levels == (0, 45, 90)
    assert rests(body) == 90
    assert rests(body, at=(35, 0), ceiling=60) == 45
    # Over the stairwell, 40 wide, nothing carries on the first floor.
    assert rests(body, ceiling=60) < 45
    # Against the wall it can't stand lower than the wall does.
    assert rests(body, at=(48, 0), ceiling=60) == 45


def test_nothing_under_it() -> None:
    assert resting_height((), (0, 0), 10) == NOTHING


def test_a_floating_piece_carries_all_the_same() -> None:
    assert rests(piece(box((20, 20, 5)), z=70)) == 75


def test_a_sheet_without_thickness_carries() -> None:
    sheet = Mesh([[-50, -50, 7], [50, -50, 7], [50, 50, 17], [-50, 50, 17]], [[0, 1, 2], [0, 2, 3]])
    body = scenery_body("sheet", sheet, Pose((0, 0, 0)))
    assert rests(body) == pytest.approx(12 + REACH / 10, abs=1e-9)


def test_upright_faces_alone_carry_on_their_upper_edge() -> None:
    fence = Mesh([[-50, 3, 0], [50, 3, 0], [50, 3, 20], [-50, 3, 30]], [[0, 1, 2], [0, 2, 3]])
    body = scenery_body("fence", fence, Pose((0, 0, 0)))
    half = math.sqrt(REACH**2 - 3**2)
    assert rests(body) == pytest.approx(25 + half / 10, abs=1e-9)


def dense(triangles: np.ndarray, at: tuple[float, float], reach: float) -> float:
    """The greatest height of many upright lines through the disc, and of many rim points."""
    steps = np.linspace(-reach, reach, 161)
    grid = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    turn = np.linspace(0, 2 * np.pi, 1440)
    grid = np.concatenate([grid, reach * np.column_stack([np.cos(turn), np.sin(turn)])])
    spots = grid[np.hypot(*grid.T) <= reach * (1 + 1e-12)] + at
    best = -np.inf
    for a, b, c in triangles:
        matrix = np.array([b[:2] - a[:2], c[:2] - a[:2]]).T
        if abs(np.linalg.det(matrix)) < 1e-9:
            continue
        u, v = np.linalg.solve(matrix, (spots - a[:2]).T)
        within = (u >= 0) & (v >= 0) & (u + v <= 1)
        heights = a[2] + u * (b[2] - a[2]) + v * (c[2] - a[2])
        best = max(best, heights[within].max(initial=-np.inf))
    return float(best)


CORNER = st.tuples(*[st.integers(-30, 30)] * 2, st.integers(0, 40))


@settings(deadline=None, derandomize=True, max_examples=150)
@given(st.lists(st.tuples(CORNER, CORNER, CORNER), min_size=1, max_size=5))
def test_against_a_dense_look_under_the_base(triangles: list[tuple[tuple[int, ...], ...]]) -> None:
    corners = np.array(triangles, dtype=float)
    mesh = Mesh(corners.reshape(-1, 3), np.arange(3 * len(corners)).reshape(-1, 3))
    found = rests(scenery_body("soup", mesh, Pose((0, 0, 0))))
    looked = dense(corners, (0, 0), REACH)
    assert found >= looked - 1e-9
    if found > looked:
        # Nothing was made up: the height is there at a hair's breadth from some point looked at,
        # however steep the face.
        nearest = min(height_error(found, t) for t in corners)
        assert nearest <= 1e-9


def height_error(z: float, triangle: np.ndarray) -> float:
    """How far from height z the points of a triangle are that lie under the base."""
    level = [
        p + (q - p) * ((z - p[2]) / (q[2] - p[2]))
        for p, q in zip(triangle, np.roll(triangle, 1, axis=0), strict=True)
        if p[2] != q[2] and min(p[2], q[2]) - 1e-9 <= z <= max(p[2], q[2]) + 1e-9
    ]
    level += [p for p in triangle if abs(p[2] - z) <= 1e-9]
    if not level:
        return math.inf
    spots = np.array(level)[:, :2]
    near = math.inf
    for p in spots:
        for q in spots:
            edge = q - p
            size = edge @ edge
            t = np.clip(-(p @ edge) / size, 0, 1) if size > 0 else 0.0
            near = min(near, float(np.linalg.norm(p + t * edge)))
    return max(0.0, near - REACH)


@pytest.mark.parametrize("turn", [0.0, 7.5, 45.0])
def test_round_pieces(turn: float) -> None:
    tank = piece(cylinder(60, 90, 48), turn=turn)
    assert rests(tank, at=(42.3, 0)) == 90
    assert rests(tank, at=(42.5, 0)) == NOTHING


def test_a_ramp_carries_what_rests_on_it_though_it_goes_on_higher() -> None:
    slope = piece(ramp((100, 60, 50)))
    height = rests(slope)
    for off, carried in ((0.0, True), (RIM, True), (0.06, False)):
        trooper = trooper_body("1", Cylinder(RADIUS, 40), (0, 0, height + off))
        assert is_carried(Scene((slope,)), trooper) is carried
    # Lower it isn't a hair off its floor, it is in the ramp.
    assert floor_near((slope,), (0, 0), height - 3, RADIUS) is None
    assert floor_near((slope,), (0, 0), height, RADIUS) == pytest.approx(height, abs=1e-9)


def test_the_floor_that_a_base_is_a_hair_off() -> None:
    step = piece(box((100, 100, 0.03)))
    # The table counts, and of two floors the higher.
    assert floor_near((), (0, 0), 0.04, RADIUS) == 0
    assert floor_near((step,), (0, 0), 0.04, RADIUS) == 0.03
    assert floor_near((step,), (0, 0), -0.01, RADIUS) == 0.03
    assert floor_near((), (0, 0), -0.06, RADIUS) is None
    # A wall that goes through the base isn't its floor, nor is what is beside the wall.
    assert floor_near((piece(box((3, 100, 60))),), (0, 0), 0.02, RADIUS) is None
