"""On which surface a base comes to stand that is put down: boxes and ramps by hand."""

import numpy as np
import pytest

from meshes.kit import Piece, box, building, ramp
from meshes.mesh import Mesh
from spatial.putting import height_under
from spatial.scene import Body, Pose, scenery_body
from spatial.support import RIM

REACH = 12.5 - RIM


def piece(made: Piece, x: float = 0, z: float = 0, turn: float = 0) -> Body:
    return scenery_body(f"piece {x} {z}", made.mesh, Pose((x, 0, z), turn))


CRATE = piece(box((60, 60, 40)))
RAMP = piece(ramp((100, 60, 50)))
"""From x = -50 to 50 it rises by 1 in 2."""


@pytest.mark.parametrize(
    ("x", "ceiling", "height"),
    [
        (0, 40, 40),
        (0, 100, 40),
        (0, 39.9, 0),
        (30 + REACH - 0.01, 50, 40),
        (30 + REACH + 0.01, 50, 0),
    ],
)
def test_on_a_crate_or_beside_it(x: float, ceiling: float, height: float) -> None:
    for at in ((x, 0), (-x, 0), (0, x), (0, -x)):
        assert height_under((CRATE,), at, 12.5, ceiling) == height
    inside_out = scenery_body(
        "crate", Mesh(CRATE.mesh.vertices, CRATE.mesh.faces[:, ::-1]), Pose((0, 0, 0))
    )
    assert height_under((inside_out,), (x, 0), 12.5, ceiling) == height


def test_with_nothing_there_it_is_the_table() -> None:
    assert height_under((), (0, 0), 12.5, 40) == 0
    assert height_under((piece(box((60, 60, 10)), z=-20),), (0, 0), 12.5, 40) == 0


@pytest.mark.parametrize("turn", [0.0, 180.0])
@pytest.mark.parametrize(
    ("ceiling", "height"), [(60, 25 + REACH / 2), (40, 25 + REACH / 2), (30, 30), (10, 0)]
)
def test_up_a_ramp_whose_end_is_above_the_ceiling(
    ceiling: float, height: float, turn: float
) -> None:
    # About its middle its surface is from 25 - REACH / 2 to 25 + REACH / 2 high.
    found = height_under((piece(ramp((100, 60, 50)), turn=turn),), (0, 0), 12.5, ceiling)
    assert found == pytest.approx(height, abs=1e-9)


@pytest.mark.parametrize(("rise", "height"), [(49.9, 49.9 * (REACH + 15) / 30), (54.1, 0)])
def test_a_face_steeper_than_60_degrees_is_a_wall(rise: float, height: float) -> None:
    # atan(49.9 / 30) is 59.0 degrees, atan(54.1 / 30) is 61.0.
    found = height_under((piece(ramp((30, 60, rise))),), (0, 0), 12.5, 99)
    assert found == pytest.approx(height, abs=1e-9)


def test_of_several_the_highest() -> None:
    low, deck, far = (
        piece(box((60, 60, 20))),
        piece(box((60, 60, 5)), z=50),
        piece(CRATE_HIGH, x=200),
    )
    for pieces in ((low, deck, far), (far, deck, low)):
        assert height_under(pieces, (0, 0), 12.5, 60) == 55
        # Between the deck's underside, 50, and its top one doesn't hang within it.
        assert height_under(pieces, (0, 0), 12.5, 54) == 20
        assert height_under(pieces, (0, 0), 12.5, 49) == 20


HOUSE = building((100, 80), 2, 45)
"""Its slabs are from 42 to 45 and from 87 to 90."""


def turned(mesh: Mesh, change: str) -> Mesh:
    faces = mesh.faces.copy()
    if change == "inside out":
        faces = faces[:, ::-1]
    elif change == "open":
        # Without the underside of the roof.
        faces = faces[~((mesh.triangles[:, :, 2] == 87).all(axis=1))]
    return Mesh(mesh.vertices, faces)


@pytest.mark.parametrize("change", ["as it is", "inside out", "open"])
@pytest.mark.parametrize(
    ("ceiling", "height"), [(41, 0), (42, 0), (44, 0), (45, 45), (80, 45), (89, 45), (99, 90)]
)
def test_on_a_floor_of_a_house_and_never_within_a_slab(
    ceiling: float, height: float, change: str
) -> None:
    house = scenery_body("house", turned(HOUSE.mesh, change), Pose((0, 0, 0)))
    assert height_under((house,), (10, 5), 12.5, ceiling) == height


@pytest.mark.parametrize(("ceiling", "height"), [(45, 45), (80, 45), (99, 90)])
def test_a_house_is_stood_on_beside_a_larger_one_wound_the_other_way(
    ceiling: float, height: float
) -> None:
    other = box((200, 200, 200)).mesh.moved(np.eye(3), (500, 0, 0))
    faces = np.concatenate([HOUSE.mesh.faces, other.faces[:, ::-1] + len(HOUSE.mesh.vertices)])
    both = Mesh(np.concatenate([HOUSE.mesh.vertices, other.vertices]), faces)
    body = scenery_body("both", both, Pose((0, 0, 0)))
    assert height_under((body,), (10, 5), 12.5, ceiling) == height


def test_a_sheet_is_stood_on_whichever_way_it_looks() -> None:
    sheet = Mesh([[-40, -40, 20], [40, -40, 20], [0, 60, 20]], [[0, 1, 2]])
    for mesh in (sheet, Mesh(sheet.vertices, sheet.faces[:, ::-1])):
        body = scenery_body("sheet", mesh, Pose((0, 0, 0)))
        assert height_under((body,), (0, 0), 12.5, 30) == 20


CRATE_HIGH = box((60, 60, 90))


def test_a_base_no_larger_than_the_rim() -> None:
    assert height_under((CRATE,), (30.04, 0), RIM, 50) == 40
    assert height_under((CRATE,), (30.06, 0), RIM, 50) == 0
