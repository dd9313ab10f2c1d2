"""How wide holes are, and which lines leak through them: by closed forms."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meshes.health import health
from meshes.kit import box, cylinder
from meshes.mesh import Floats, Mesh
from spatial.evidence import Line
from spatial.holes import holes
from spatial.leaks import leaks
from spatial.nearest import nearest_on
from spatial.scene import Body, Pose, Scene, scenery_body
from spatial.spanning import spanned

BOX = box((40, 30, 20)).mesh.triangles
UP = BOX[:, :, 2].min(axis=1) == 20
DOWN = BOX[:, :, 2].max(axis=1) == 0
EAST = BOX[:, :, 0].min(axis=1) == 20


def piece(*triangles: Floats, name: str = "x", z: float = 0, turn: float = 0) -> Body:
    corners = np.concatenate(triangles)
    mesh = Mesh(corners.reshape(-1, 3), np.arange(3 * len(corners)).reshape(-1, 3))
    return scenery_body(name, mesh, Pose((0, 0, z), turn))


def widths(body: Body, *others: Body) -> list[float]:
    return [round(hole.width, 3) for hole in holes(Scene((body, *others)), body)]


@pytest.mark.parametrize("turn", [0.0, 33.0])
def test_a_box_with_a_face_missing(turn: float) -> None:
    # The widest ball that gets in is as wide as the shorter side.
    assert widths(piece(BOX[~UP], turn=turn)) == [30]
    assert widths(piece(BOX[~EAST], turn=turn)) == [20]


def test_a_box_with_a_triangle_missing() -> None:
    # The circle within a right triangle with sides 40 and 20: 40 + 20 less the third side.
    missing = EAST.copy()
    missing[np.flatnonzero(EAST)[0]] = False
    body = piece(BOX[~(EAST & ~missing)])
    assert widths(body) == [round(30 + 20 - math.hypot(30, 20), 3)]


@pytest.mark.parametrize("gap", [0.002, 0.4, 3.0])
def test_a_lid_that_is_off(gap: float) -> None:
    [hole] = holes(Scene(()), piece(BOX[~UP], BOX[UP] + [0, 0, gap]))
    assert hole.width == pytest.approx(gap, abs=1e-6)
    assert hole.at[2] == pytest.approx(20 + gap / 2)
    assert hole.closable


def test_a_lid_off_by_less_than_a_line_takes() -> None:
    assert widths(piece(BOX[~UP], BOX[UP] + [0, 0, 0.0008])) == []


def test_a_lid_that_hangs_on_one_edge() -> None:
    lid = BOX[UP].copy()
    lid[:, :, 2] += 0.4 * (lid[:, :, 0] + 20) / 40
    [hole] = holes(Scene(()), piece(BOX[~UP], lid))
    assert hole.width == pytest.approx(0.4, abs=1e-4)
    assert hole.at[0] == pytest.approx(20)


def test_a_face_moved_aside_leaves_a_strip() -> None:
    # Of 0.4 mm where it no longer reaches.
    assert widths(piece(BOX[~EAST], BOX[EAST] + [0, 0.4, 0])) == [0.4]


def test_a_plug_smaller_than_its_hole() -> None:
    plug = (BOX[UP] - [0, 0, 20]) * [39 / 40, 29 / 30, 1] + [0, 0, 20]
    # In the corners of a frame 0.5 mm wide, a disc between the outer and the inner corner.
    assert widths(piece(BOX[~UP], plug)) == [round(math.sqrt(2) / (1 + math.sqrt(2)), 3)]


def test_a_flat_sheet_has_an_outline_and_no_hole() -> None:
    assert widths(piece(BOX[UP])) == []
    assert widths(piece(BOX[EAST], turn=33)) == []


def test_a_bent_sheet_is_open_as_a_shell_is() -> None:
    # Half a tube, 40 mm across and 60 long.
    angles = np.radians(np.arange(0, 181, 10))
    arch = np.array([[20 * math.cos(a), y, 20 * math.sin(a)] for a in angles for y in (0, 60)])
    faces = [[i, i + 1, i + 2] for i in range(len(arch) - 2)]
    assert widths(piece(arch[faces], z=100)) == [40]
    # On the table nothing goes in beneath it, but at its ends.
    [hole] = holes(Scene(()), piece(arch[faces]))
    assert hole.width == pytest.approx(20)


def test_a_face_missing_beside_a_lid_that_is_off() -> None:
    lid = BOX[UP].copy()
    lid[:, :, 2] += 0.4 * (lid[:, :, 0] + 20) / 40
    [width] = widths(piece(BOX[~(UP | EAST)], lid))
    assert 20 <= width <= 20.4


def test_an_open_bottom_is_closed_by_what_it_stands_on() -> None:
    floor = scenery_body("floor", box((90, 90, 20)).mesh, Pose((0, 0, 0)))
    assert widths(piece(BOX[~DOWN])) == []
    assert widths(piece(BOX[~DOWN], z=-2)) == []
    assert widths(piece(BOX[~DOWN], z=0.3)) == [0.3]
    assert widths(piece(BOX[~DOWN], z=20), floor) == []
    assert widths(piece(BOX[~DOWN], z=18), floor) == []
    assert widths(piece(BOX[~DOWN], z=20.25), floor) == [0.25]
    # High up, the bottom is as wide as it is.
    assert widths(piece(BOX[~DOWN], z=60)) == [30]


def test_a_tube_is_open_at_both_ends() -> None:
    tube = cylinder(20, 50, facets=32).mesh.triangles
    ends = (np.ptp(tube[:, :, 2], axis=1)) == 0
    # The circle within a regular polygon of 32 corners on a circle of 20 mm.
    inner = round(20 * math.cos(math.pi / 32), 3)
    assert widths(piece(tube[~ends], z=100)) == [inner, inner]


@settings(deadline=None, max_examples=15)
@given(
    st.floats(0, 360), st.floats(-200, 200), st.floats(0.01, 5), st.permutations(range(len(BOX)))
)
def test_turned_moved_and_in_any_order(turn: float, x: float, gap: float, order: list[int]) -> None:
    raised = BOX + np.array([0, 0, gap])
    corners = np.where(UP[:, None, None], raised, BOX)[order]
    body = piece(corners, turn=turn).moved(x, 7)
    assert [h.width for h in holes(Scene(()), body)] == pytest.approx([gap], abs=1e-4)


CRACKED = piece(BOX[~UP], BOX[UP] + [0, 0, 0.4], name="hut")


@pytest.mark.parametrize(
    ("start", "end", "passed"),
    [
        ((-50, 0, 20.2), (50, 0, 20.2), [-20, 20]),
        ((-50, 0, 20.2), (0, 0, 20.2), [-20]),
        ((-50, 0, 20.5), (50, 0, 20.5), []),
        ((-50, 40, 20.2), (50, 40, 20.2), []),
        ((-50, 0, 19.9), (50, 0, 19.9), []),
    ],
)
def test_lines_through_a_crack(
    start: tuple[float, float, float], end: tuple[float, float, float], passed: list[float]
) -> None:
    found = leaks(Scene((CRACKED,)), Line(start, end))
    assert [leak.at[0] for leak in found] == pytest.approx(passed)
    assert all(leak.piece == "hut" for leak in found)
    assert [leak.width for leak in found] == pytest.approx([0.4] * len(passed))


def test_a_window_is_no_leak_unless_asked_for() -> None:
    open_box = Scene((piece(BOX[~EAST]),))
    line = Line((50, 0, 10), (0, 0, 10))
    assert leaks(open_box, line) == ()
    [leak] = leaks(open_box, line, widest=25)
    assert leak.at == pytest.approx((20, 0, 10))
    assert leak.width == pytest.approx(20, abs=1e-4)


def test_what_stops_no_line_leaks_nothing() -> None:
    mesh = CRACKED.mesh
    net = scenery_body("net", mesh, Pose((0, 0, 0)), blocks=False)
    assert leaks(Scene((net,)), Line((-50, 0, 20.2), (50, 0, 20.2))) == ()


def test_nearest_points_of_a_triangle() -> None:
    face = np.array([[[0, 0, 0], [10, 0, 0], [0, 10, 0.0]]])
    for point, far, spot in (
        ((2, 3, 4), 4, (2, 3, 0)),
        ((5, -3, 4), 5, (5, 0, 0)),
        ((-3, -4, 12), 13, (0, 0, 0)),
        ((8, 8, 0), 3 * math.sqrt(2), (5, 5, 0)),
    ):
        distances, spots = nearest_on(face, np.array(point, dtype=float))
        assert distances[0] == pytest.approx(far)
        assert spots[0] == pytest.approx(spot)
    line = np.array([[[0, 0, 0], [10, 0, 0], [4, 0, 0.0]]])
    assert nearest_on(line, np.array([5, 3, 4.0]))[0][0] == pytest.approx(5)


def test_a_ring_that_isnt_flat_is_spanned_with_the_least_area() -> None:
    # Three sides of a square, in strips 1 mm high: 3 x 4 x 1 mm2.
    low = [[4, 0, 0], [0, 0, 0], [0, 4, 0], [4, 4, 0]]
    ring = np.array([*low, *([x, y, 1] for x, y, _ in reversed(low))], dtype=float)
    made = spanned(ring, ring[:, [0, 2]], False)
    sides = np.cross(made[:, 1] - made[:, 0], made[:, 2] - made[:, 0])
    assert np.linalg.norm(sides, axis=1).sum() / 2 == pytest.approx(12)
    assert len(made) == len(ring) - 2


def test_many_rims_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spatial.holes.MOST_RIMS", 3)
    boxes = np.concatenate([BOX[~UP] + np.array([99.0 * i, 0, 5]) for i in range(5)])
    body = piece(boxes)
    assert len(health(body.mesh).rims) == 5
    assert len(holes(Scene(()), body)) == 3


def test_a_ring_of_edges_wound_against_one_another_is_still_a_ring() -> None:
    turned = BOX.copy()
    turned[:4] = turned[:4, ::-1]
    assert widths(piece(turned[~UP])) == [30]


@pytest.mark.parametrize("face", range(12))
@pytest.mark.parametrize("signs", [(1, 1, 1), (-1, 1, 1), (1, -1, 1), (1, 1, -1), (-1, -1, -1)])
def test_a_triangle_that_is_off_every_way_leaves_a_crack_and_no_hole(
    face: int, signs: tuple[int, int, int]
) -> None:
    # It is 0.3 off along each axis, so no point of its rim is farther than 0.3 * sqrt(3) from
    # where it belongs, and a lid that is off leaves no wider gap than that.
    corners = box((60, 40, 30)).mesh.triangles.copy()
    corners[face] += 0.3 * np.array(signs)
    soup = Mesh(corners.reshape(-1, 3), np.arange(36).reshape(-1, 3))
    body = scenery_body("hut", soup, Pose((100, 100, 5)))
    widths = [hole.width for hole in holes(Scene((body,)), body, table=False)]
    assert widths
    assert max(widths) <= 0.3 * 3**0.5 + 1e-6
