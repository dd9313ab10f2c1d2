"""What a point lies inside of: winding numbers, whatever the winding; the table; lifting."""

import numpy as np
import pytest

from meshes.kit import Opening, box, building, ramp, wall
from meshes.mesh import Mesh
from meshes.winding import winding
from spatial.inside import SUNK, holding, lifted
from spatial.rays import TABLE
from spatial.scene import Body, Pose, Scene, scenery_body

BOX = box((60, 40, 30)).mesh


def reversed_(mesh: Mesh) -> Mesh:
    return Mesh(mesh.vertices, mesh.faces[:, ::-1])


def piece(mesh: Mesh, name: str = "piece", pose: Pose | None = None, blocks: bool = True) -> Body:
    return scenery_body(name, mesh, pose or Pose((0, 0, 0)), blocks)


@pytest.mark.parametrize(
    ("point", "times"),
    [
        ((0, 0, 15), 1),
        ((29.999, 19.999, 29.999), 1),
        ((0, 0, 30.001), 0),
        ((30.001, 0, 15), 0),
        ((500, 0, 0), 0),
    ],
)
def test_winding_of_a_box(point: tuple[float, float, float], times: float) -> None:
    at = np.array(point, dtype=float)
    assert winding(BOX.triangles, at) == pytest.approx(times, abs=1e-9)
    assert winding(reversed_(BOX).triangles, at) == pytest.approx(-times, abs=1e-9)
    twice = np.concatenate([BOX.triangles, BOX.triangles])
    assert winding(twice, at) == pytest.approx(2 * times, abs=1e-9)


def test_winding_counts_every_shell() -> None:
    inner = BOX.moved(np.eye(3) * 0.5, [0, 0, 5])
    both = np.concatenate([BOX.triangles, inner.triangles])
    hollow = np.concatenate([BOX.triangles, reversed_(inner).triangles])
    at = np.array([0.0, 0.0, 10.0])
    assert winding(both, at) == pytest.approx(2)
    assert winding(hollow, at) == pytest.approx(0)


def test_winding_is_the_same_far_from_the_origin() -> None:
    far = BOX.moved(np.eye(3), [90_000, -40_000, 0])
    for point, times in (((0, 0, 15), 1), ((31, 0, 15), 0)):
        at = np.array(point, dtype=float) + np.array([90_000, -40_000, 0])
        assert winding(far.triangles, at) == pytest.approx(times, abs=1e-6)


def test_winding_of_an_open_sheet_is_less_than_half() -> None:
    # A hemisphere of directions at most, and never all of it.
    sheet = BOX.triangles[:2]
    for x in np.linspace(-100, 100, 21):
        assert abs(winding(sheet, np.array([x, 1.0, 17.0]))) < 0.5


INSIDE, OUTSIDE = True, False


@pytest.mark.parametrize("mesh", [BOX, reversed_(BOX)], ids=["outward", "inward"])
@pytest.mark.parametrize("turn", [0.0, 45.0, 17.3])
@pytest.mark.parametrize(
    ("point", "held"),
    [
        ((0, 0, 15), INSIDE),
        ((0, 0, 29.99), INSIDE),
        ((29.99, 19.99, 0.01), INSIDE),
        ((0, 0, 30.01), OUTSIDE),
        ((30.01, 0, 15), OUTSIDE),
        # Exactly on it, and within a millionth of a millimetre.
        ((0, 0, 30), OUTSIDE),
        ((30, 5, 15), OUTSIDE),
        ((30, 20, 15), OUTSIDE),
        ((30, 20, 30), OUTSIDE),
        ((30, 5, 30), OUTSIDE),
        ((0, 0, 30 - 5e-7), OUTSIDE),
        ((30 - 5e-7, 5, 15), OUTSIDE),
    ],
)
def test_holding(mesh: Mesh, turn: float, point: tuple[float, float, float], held: bool) -> None:
    pose = Pose((210.0, 95.0, 0.0), turn)
    scene = Scene((piece(mesh, pose=pose),))
    x, y, z = pose.to_world([list(point)])[0].tolist()
    assert holding(scene, (x, y, z)) == (("piece",) if held else ())


def test_a_point_on_a_surface_between_two_pieces_lies_on_both() -> None:
    stack = Scene((piece(BOX, "low"), piece(BOX, "high", Pose((0, 0, 30)))))
    assert holding(stack, (3, 4, 30)) == ()
    assert holding(stack, (3, 4, 30.1)) == ("high",)
    overlap = Scene((piece(BOX, "low"), piece(BOX, "high", Pose((0, 0, 20)))))
    assert holding(overlap, (3, 4, 25)) == ("low", "high")


def test_what_does_not_block_holds_nothing() -> None:
    assert holding(Scene((piece(BOX, blocks=False),)), (0, 0, 15)) == ()


@pytest.mark.parametrize(
    ("z", "held"), [(10.0, ()), (0.0, ()), (-5e-7, ()), (-1e-3, (TABLE,)), (-50.0, (TABLE,))]
)
def test_the_table_is_solid_below(z: float, held: tuple[str, ...]) -> None:
    assert holding(Scene(()), (3.0, 4.0, z)) == held


def test_rooms_and_windows_are_air() -> None:
    house = building((100, 80), 2, 45).mesh
    pierced = wall((120, 6, 50), [Opening(0, 20, 10, 20)]).mesh
    scene = Scene((piece(house, "house"), piece(pierced, "wall", Pose((0, 200, 0)))))
    air = [(0, 0, 20), (0, 0, 60), (0, 200, 20), (0, 200, 60)]
    solid = {(0, 0, 43): "house", (48.5, 0, 20): "house", (0, 200, 5): "wall"}
    assert [holding(scene, point) for point in air] == [()] * 4
    assert {point: holding(scene, point) for point in solid} == {
        point: (name,) for point, name in solid.items()
    }


@pytest.mark.parametrize("mesh", [BOX, reversed_(BOX)], ids=["outward", "inward"])
@pytest.mark.parametrize("turn", [0.0, 33.0])
def test_what_sank_a_little_is_lifted_onto_the_face(mesh: Mesh, turn: float) -> None:
    scene = Scene((piece(mesh, pose=Pose((0, 0, 0), turn)),))
    for sunk in (SUNK * 0.98, 0.02, 0.001):
        assert lifted(scene, (3, 4, 30 - sunk)) == pytest.approx(30, abs=1e-9)


@pytest.mark.parametrize("z", [30.0, 30.02, 30 - 5e-7, 29.9, 15.0, 0.01])
def test_what_lies_on_a_face_above_it_or_deep_is_left(z: float) -> None:
    assert lifted(Scene((piece(BOX),)), (3, 4, z)) is None


def test_lifted_out_of_the_table() -> None:
    assert lifted(Scene(()), (3, 4, -0.03)) == pytest.approx(0, abs=1e-9)
    assert lifted(Scene(()), (3, 4, -0.2)) is None


def test_lifted_onto_a_slope() -> None:
    # It rises by 30 over 60, so 0.03 mm under it is 0.03 mm under it straight up.
    scene = Scene((piece(ramp((60, 40, 30)).mesh),))
    assert lifted(scene, (0, 0, 14.97)) == pytest.approx(15, abs=1e-9)
    assert lifted(scene, (0, 0, 14.9)) is None


def test_what_would_be_lifted_into_another_piece_is_left() -> None:
    stack = Scene((piece(BOX, "low"), piece(BOX, "high", Pose((0, 0, 30)))))
    assert lifted(stack, (3, 4, 29.97)) is None
