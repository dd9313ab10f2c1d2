"""Surfaces over a place: by hand on kit pieces, and where edges and solids meet."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meshes import kit
from meshes.mesh import Mesh
from spatial.heights import highest_surface, surface_under
from spatial.scene import Body, Pose, Scene, scenery_body

BOX = kit.box((100, 60, 30))
RAMP = kit.ramp((100, 60, 40))
HOUSE = kit.building((100, 80), 2, 40)


def placed(piece: kit.Piece, x: float, y: float, z: float = 0.0, turn: float = 0.0) -> Body:
    return scenery_body("piece", piece.mesh, Pose((x, y, z), turn))


@pytest.mark.parametrize(
    ("at", "height"),
    [((0, 0), 30), ((49.9, 0), 30), ((50, 0), 30), ((50, 30), 30), ((50.1, 0), 0), ((0, 31), 0)],
)
def test_a_box_has_its_top_up_to_its_edges(at: tuple[float, float], height: float) -> None:
    assert highest_surface(Scene((placed(BOX, 0, 0),)), at) == height


def test_a_ramp_is_as_high_as_it_rises() -> None:
    scene = Scene((placed(RAMP, 0, 0),))
    assert highest_surface(scene, (0, 0)) == pytest.approx(20)
    assert surface_under(scene, (25, 10, 90)) == pytest.approx(30)
    # A point in it, low down, comes to lie on it.
    assert surface_under(scene, (25, 10, 0)) == pytest.approx(30)


def test_a_point_falls_no_farther_than_the_next_surface() -> None:
    scene = Scene((placed(BOX, 0, 0), scenery_body("lid", BOX.mesh, Pose((0, 0, 70)))))
    assert highest_surface(scene, (0, 0)) == 100
    assert surface_under(scene, (0, 0, 500)) == 100
    assert surface_under(scene, (0, 0, 100)) == 100
    assert surface_under(scene, (0, 0, 69)) == 30
    assert surface_under(scene, (0, 0, 30)) == 30
    assert surface_under(scene, (60, 0, 100)) == 0


def test_a_point_in_a_solid_is_lifted_to_its_top() -> None:
    scene = Scene((placed(BOX, 0, 0),))
    # On the table, where the box stands, and half-way up.
    assert surface_under(scene, (10, 5, 0)) == 30
    assert surface_under(scene, (10, 5, 12)) == 30
    # Two boxes on each other are lifted through.
    tower = Scene((placed(BOX, 0, 0), scenery_body("upper", BOX.mesh, Pose((0, 0, 30)))))
    assert surface_under(tower, (10, 5, 0)) == 60


def test_inside_a_building_a_point_stays_on_its_floor() -> None:
    scene = Scene((placed(HOUSE, 0, 0),))
    assert surface_under(scene, (10, 5, 0)) == 0
    assert surface_under(scene, (10, 5, 30)) == 0
    assert surface_under(scene, (10, 5, 60)) == 40
    assert highest_surface(scene, (10, 5)) == 80


def test_a_sheet_carries_and_holds_nothing_inside() -> None:
    sheet = Mesh([[0, 0, 20], [50, 0, 20], [50, 50, 20], [0, 50, 20]], [[0, 1, 2], [0, 2, 3]])
    scene = Scene((scenery_body("sheet", sheet, Pose((0, 0, 0))),))
    # The diagonal belongs to both its triangles.
    assert surface_under(scene, (25, 25, 60)) == 20
    assert surface_under(scene, (25, 25, 0)) == 0


@settings(deadline=None)
@given(st.floats(-49, 49), st.floats(-29, 29), st.integers(0, 35), st.floats(-500, 500))
def test_a_turned_and_moved_table_has_the_same_heights(
    x: float, y: float, turn: int, away: float
) -> None:
    at = Pose((away, -away, 0), turn * 10).to_world([[x, y, 0]])[0]
    scene = Scene((placed(RAMP, away, -away, 0, turn * 10),))
    assert highest_surface(scene, (at[0], at[1])) == pytest.approx(20 + 0.4 * x, abs=1e-6)
