"""Slits, thin walls, overlaps, floating and sunk pieces: by closed forms."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meshes.kit import Opening, box, wall
from meshes.mesh import Floats, Mesh
from spatial.facing import facing
from spatial.hanging import beyond, hanging, sunk
from spatial.overlaps import overlaps
from spatial.scene import Body, Pose, Scene, scenery_body
from spatial.slits import slits
from spatial.thin import thin

BOX = box((40, 30, 20)).mesh


def crate(
    name: str, x: float = 0, y: float = 0, z: float = 0, turn: float = 0, mesh: Mesh = BOX
) -> Body:
    return scenery_body(name, mesh, Pose((x, y, z), turn))


def soup(*triangles: Floats) -> Mesh:
    corners = np.concatenate(triangles)
    return Mesh(corners.reshape(-1, 3), np.arange(3 * len(corners)).reshape(-1, 3))


def block(size: tuple[float, float, float], x: float = 0, y: float = 0, z: float = 0) -> Floats:
    return box(size).mesh.triangles + np.array([x, y, z])


def inverted(mesh: Mesh) -> Mesh:
    return Mesh(mesh.vertices, mesh.faces[:, ::-1])


@pytest.mark.parametrize("other", [BOX, inverted(BOX)])
def test_two_boxes_a_hair_apart(other: Mesh) -> None:
    left, right = crate("left", 100, 100), crate("right", 140.2, 100, mesh=other)
    [slit] = slits(Scene((left, right)), 0.5)
    assert slit.pieces == ("left", "right")
    assert slit.width == pytest.approx(0.2)
    assert slit.at[0] == pytest.approx(120.1)
    assert slits(Scene((left, right)), 0.19) == ()
    # Touching, or too near for a line, is closed.
    assert slits(Scene((left, crate("right", 140, 100))), 0.5) == ()
    assert slits(Scene((left, crate("right", 140.0009, 100))), 0.5) == ()


def test_one_above_the_other_is_a_slit_too() -> None:
    [slit] = slits(Scene((crate("low"), crate("high", z=20.3))), 0.5)
    assert slit.width == pytest.approx(0.3)
    assert slit.at[2] == pytest.approx(20.15)


def test_what_stops_no_line_bounds_no_slit() -> None:
    net = scenery_body("net", BOX, Pose((40.2, 0, 0)), blocks=False)
    assert slits(Scene((crate("left"), net)), 0.5) == ()


def test_a_slot_in_a_wall_is_a_slit_and_a_groove_is_none() -> None:
    slotted = wall((60, 4, 40), [Opening(0, 0.4, 10, 20)]).mesh
    [slit] = slits(Scene((crate("wall", mesh=slotted),)), 0.5)
    assert slit.pieces == ("wall", "wall")
    assert slit.width == pytest.approx(0.4)
    back = crate("back", 0, 2.0 + 1, mesh=box((60, 2, 40)).mesh)
    # With its back closed nothing passes.
    assert slits(Scene((crate("wall", mesh=slotted), back)), 0.5)[0].pieces == ("wall", "wall")
    grooved = soup(
        block((60, 2, 40)), block((29.8, 2, 40), -15.1, 2), block((29.8, 2, 40), 15.1, 2)
    )
    roofed = soup(grooved.triangles, block((60, 9, 5), z=40))
    outer = soup(roofed.triangles, block((60, 2, 40), y=4))
    assert slits(Scene((crate("closed", mesh=outer),)), 0.5) == ()


@settings(deadline=None, max_examples=15)
@given(st.floats(0, 360), st.floats(0.002, 0.49), st.floats(-15, 15), st.booleans())
def test_slits_turned_moved_and_named_the_other_way(
    turn: float, gap: float, aside: float, swap: bool
) -> None:
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    x, y = 40 + gap, aside
    one, other = crate("a", turn=turn), crate("b", c * x - s * y, s * x + c * y, turn=turn)
    [slit] = slits(Scene((other, one) if swap else (one, other)), 0.5)
    assert slit.width == pytest.approx(gap, abs=1e-6)


def test_a_thin_wall() -> None:
    pane = crate("pane", 50, 60, mesh=box((8, 0.3, 9)).mesh)
    for body in (pane, crate("pane", 50, 60, mesh=inverted(box((8, 0.3, 9)).mesh))):
        [place] = thin(body, 0.8)
        assert place.thickness == pytest.approx(0.3)
        assert place.at[1] == pytest.approx(60)
    assert thin(pane, 0.299) == ()
    assert thin(crate("thick"), 0.8) == ()


def test_a_long_thin_wall_has_a_place_every_so_often() -> None:
    # One in each half, for its two sides are two triangles each.
    assert len(thin(crate("pane", mesh=box((400, 0.3, 9)).mesh), 0.8)) == 2


def test_solids_in_one_another_are_no_thin_wall() -> None:
    # A panel that is 0.2 mm deep in what it stands against.
    panel = block((10, 3, 10), 0, 16.3, 5)
    assert thin(crate("hut", mesh=soup(BOX.triangles, panel)), 0.8) == ()


def test_a_sheet_has_no_thickness() -> None:
    sheet = BOX.triangles[BOX.triangles[:, :, 2].min(axis=1) == 20]
    [place] = thin(crate("sheet", mesh=soup(sheet)), 0.8)
    assert place.thickness == 0
    open_box = BOX.triangles[BOX.triangles[:, :, 2].max(axis=1) > 0]
    assert thin(crate("box", mesh=soup(open_box)), 0.8) == ()


def test_faces_along_each_other() -> None:
    found = facing(crate("a"), crate("b", 40.25, 25), 0.5)
    # They have 5 mm of the side in common.
    assert found.low == pytest.approx([0.25] * len(found))
    assert (found.spot[:, 1] >= 10).all()
    assert (found.spot[:, 1] <= 15).all()
    assert len(facing(crate("a"), crate("b", 40.25, 30), 0.5)) == 0
    # Turned, no faces but their undersides and tops are parallel.
    turned = facing(crate("a"), crate("b", 40.25, z=3, turn=20), 0.5)
    assert len(turned) == 0


@pytest.mark.parametrize("turn", [0.0, 27.0])
@pytest.mark.parametrize("depth", [0.1, 2.0, 15.0])
def test_boxes_in_one_another(depth: float, turn: float) -> None:
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    right = crate("right", c * (40 - depth), s * (40 - depth), turn=turn)
    [found] = overlaps(Scene((crate("left", turn=turn), right)))
    assert found.pieces == ("left", "right")
    assert found.depth == pytest.approx(depth)
    assert found.exact


def test_what_touches_or_barely_overlaps_is_no_overlap() -> None:
    assert overlaps(Scene((crate("left"), crate("right", 40)))) == ()
    assert overlaps(Scene((crate("left"), crate("right", 39.96)))) == ()
    assert overlaps(Scene((crate("low"), crate("high", z=20)))) == ()


def test_of_several_common_parts_the_thickest_counts() -> None:
    posts = soup(*(block((4, 4, 40), x, 0, -10) for x in (-21.5, 21)))
    [found] = overlaps(Scene((crate("plate"), crate("posts", mesh=posts))))
    # 0.5 mm of one post and 1 mm of the other.
    assert found.depth == pytest.approx(1)
    assert found.at[0] == pytest.approx(19.5)


def test_of_an_open_mesh_the_depth_is_at_least() -> None:
    open_box = soup(BOX.triangles[BOX.triangles[:, :, 2].max(axis=1) > 0])
    [found] = overlaps(Scene((crate("left"), crate("right", 38, mesh=open_box))))
    assert not found.exact
    assert found.depth == pytest.approx(2)
    assert overlaps(Scene((crate("left"), crate("right", 41, mesh=open_box)))) == ()


@pytest.mark.parametrize("turn", [5, 17, 24])
def test_of_several_places_as_deep_the_lowest_is_named(turn: float) -> None:
    # The middles of four edges lie 15 mm from the larger box's sides; turned they differ by
    # rounding, and that by the corner that a face begins with.
    outer, faces = box((40, 30, 90)).mesh.triangles, block((10, 24, 10), z=40)
    faces = faces[faces[:, :, 2].min(axis=1) < 50]
    named = set()
    for first in range(3):
        meshes = (soup(np.roll(one, first, axis=1)) for one in (outer, faces))
        pieces = (crate(f"{i}", 100.3, 7.7, 0, turn, mesh) for i, mesh in enumerate(meshes))
        [found] = overlaps(Scene(tuple(pieces)))
        assert found.depth == pytest.approx(15)
        named.add(tuple(round(x, 4) for x in found.at))
    assert len(named) == 1


def test_a_box_in_the_air() -> None:
    [up] = hanging(Scene((crate("up", z=5),)), ())
    assert (up.drop, up.onto) == (5, None)
    low = crate("low", 10, 0)
    [above] = hanging(Scene((low, crate("up", z=27))), ())
    assert (above.drop, above.onto) == (7, "low")
    assert hanging(Scene((low, crate("up", z=20))), ()) == ()
    assert hanging(Scene((low, crate("up", z=20.04))), ()) == ()


def test_what_is_fixed_to_a_wall_does_not_float() -> None:
    assert hanging(Scene((crate("wall"), crate("sign", 40, z=5))), ()) == ()
    apart = Scene((crate("wall"), crate("sign", 41, z=5)))
    assert [one.piece for one in hanging(apart, ())] == ["sign"]
    deep = Scene((crate("wall"), crate("beam", 38, z=5)))
    assert hanging(deep, overlaps(deep)) == ()


def test_a_box_sunk_in_the_table() -> None:
    [low] = sunk(Scene((crate("low", z=-3),)))
    assert (low.mm, low.wholly) == (3, False)
    [gone] = sunk(Scene((crate("gone", z=-20),)))
    assert (gone.mm, gone.wholly) == (20, True)
    assert sunk(Scene((crate("flat", z=-0.04),))) == ()


def test_pieces_over_the_tables_edge() -> None:
    bodies = (crate("in", 80, 80), crate("west", 17, 80), crate("north", 80, 150, turn=90))
    found = beyond(Scene((*bodies, crate("off", 300, 80)), (160, 160)))
    assert [(one.piece, round(one.mm, 6), one.wholly) for one in found] == [
        ("west", 3, False),
        ("north", 10, False),
        ("off", 160, True),
    ]
    assert beyond(Scene(bodies)) == ()
