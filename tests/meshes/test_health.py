"""A mesh by itself: open rims, shared edges, twins, faces that are lines, shells inside out."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meshes.common import common_parts
from meshes.health import health
from meshes.kit import box, building
from meshes.mesh import Floats, Mesh
from meshes.repair import cleaned, closed, oriented
from meshes.topology import WELD, topology

BOX = box((40, 30, 20)).mesh
UP = BOX.triangles[:, :, 2].min(axis=1) == 20
CAVITY = box((10, 10, 10)).mesh.moved(np.eye(3), (0, 0, 5))


def soup(*triangles: Floats) -> Mesh:
    """A mesh of loose triangles, as STL files have them."""
    corners = np.concatenate(triangles)
    return Mesh(corners.reshape(-1, 3), np.arange(3 * len(corners)).reshape(-1, 3))


def volume(mesh: Mesh) -> float:
    a, b, c = (mesh.triangles[:, i] for i in range(3))
    return float(np.einsum("ij,ij->", a, np.cross(b, c))) / 6


def test_a_closed_box_has_nothing_wrong_even_as_loose_triangles() -> None:
    for mesh in (BOX, soup(BOX.triangles)):
        found = health(mesh)
        assert found.is_closed
        assert found.rims == ()
        assert found.inside_out == ()
        assert len(found.flat) == len(found.topology.twins) == len(found.topology.shared) == 0
        # 12 triangles share 18 edges.
        assert len(found.topology.edges) == 18


def test_a_missing_face_is_one_ring_of_its_four_corners() -> None:
    found = health(soup(BOX.triangles[~UP]))
    [rim] = found.rims
    corners = found.topology.mesh.vertices[rim]
    assert sorted(map(tuple, corners.tolist())) == [
        (-20, -15, 20), (-20, 15, 20), (20, -15, 20), (20, 15, 20),
    ]  # fmt: skip


def test_two_missing_faces_are_two_rings_the_longer_first() -> None:
    east = BOX.triangles[:, :, 0].min(axis=1) == 20
    west = BOX.triangles[:, :, 0].max(axis=1) == -20
    found = health(soup(BOX.triangles[~(east | west)]))
    assert [len(rim) for rim in found.rims] == [4, 4]
    top_and_west = health(soup(BOX.triangles[~(UP | west)]))
    # They have an edge in common, so it is one ring round both.
    assert [len(rim) for rim in top_and_west.rims] == [6]


def test_faces_that_meet_in_a_corner_only_have_rings_of_their_own() -> None:
    one = np.array([[[0, 0, 0], [9, 0, 0], [0, 9, 0.0]]])
    found = health(soup(one, -one))
    assert [len(rim) for rim in found.rims] == [3, 3]


@pytest.mark.parametrize(("apart", "rims"), [(WELD * 0.9, 0), (WELD * 4, 2)])
def test_corners_within_a_hair_are_one(apart: float, rims: int) -> None:
    lid = BOX.triangles[UP] + [0, 0, apart]
    assert len(health(soup(BOX.triangles[~UP], lid)).rims) == rims


def test_an_edge_of_four_faces() -> None:
    other = box((40, 30, 20)).mesh.moved(np.eye(3), (40, 30, 0))
    found = topology(soup(BOX.triangles, other.triangles))
    [edge] = found.mesh.vertices[found.shared]
    assert sorted(map(tuple, edge.tolist())) == [(20, 15, 0), (20, 15, 20)]


def test_twins_are_counted_and_make_no_shared_edge() -> None:
    twice = soup(BOX.triangles, BOX.triangles[:3, ::-1], BOX.triangles[:1])
    found = health(twice)
    assert found.topology.twins.tolist() == [12, 13, 14, 15]
    assert len(found.topology.shared) == 0
    made, said = cleaned(twice)
    assert len(made.faces) == 12
    assert said == ("removed 4 faces that were there twice",)


def test_faces_that_are_lines() -> None:
    line = np.array([[[0, 0, 20], [5, 0, 20], [9, 0, 20.0]]])
    point = np.array([[[1, 1, 20], [1, 1, 20], [1, 1, 20.0]]])
    found = health(soup(BOX.triangles, line, point))
    assert found.flat.tolist() == [12, 13]
    assert found.needed.tolist() == []
    made, said = cleaned(found.topology.mesh)
    assert len(made.faces) == 12
    assert said == ("removed 2 faces without a surface",)


def test_a_line_that_holds_a_surface_together_stays() -> None:
    # A square of two triangles on one side, of three on the other: a corner within an edge.
    a, b, c, d, m = map(np.array, ([0, 0, 0], [4, 0, 0], [4, 4, 0], [0, 4, 0], [2, 0, 0.0]))
    top, under = np.array([[a, b, c], [a, c, d]]), np.array([[m, a, d], [c, m, d], [b, m, c]])
    line = np.array([[a, m, b]])
    found = health(soup(top, under, line))
    assert found.flat.tolist() == found.needed.tolist() == [5]
    assert cleaned(found.topology.mesh)[1] == ()


def test_a_line_that_sticks_out_stays_for_the_pieces_place() -> None:
    out = np.array([[[20, 0, 5], [30, 0, 5], [40, 0, 5.0]]])
    made, said = cleaned(soup(BOX.triangles, out))
    assert made.bounds.tolist() == [[-20, -15, 0], [40, 15, 20]]
    assert said == ()


def test_a_box_inside_out_is_turned() -> None:
    inverted = Mesh(BOX.vertices, BOX.faces[:, ::-1])
    assert health(inverted).inside_out == (0,)
    made, said = oriented(inverted)
    assert volume(made) == pytest.approx(40 * 30 * 20)
    assert said == ("turned 1 shell right side out",)


def test_a_cavity_looks_inward_and_stays_so() -> None:
    hollow = soup(BOX.triangles, CAVITY.triangles[:, ::-1])
    assert health(hollow).inside_out == ()
    assert oriented(hollow)[1] == ()
    assert health(building((60, 60), 2, 50).mesh).inside_out == ()


def test_both_shells_of_a_hollow_box_inside_out() -> None:
    # The outer one is wrong; the inner one is no cavity but a solid in a solid.
    assert health(soup(BOX.triangles[:, ::-1], CAVITY.triangles)).inside_out == (0,)


@pytest.mark.parametrize("turned", [1, 3, 5])
def test_some_faces_turned_round(turned: int) -> None:
    faces = BOX.faces.copy()
    faces[:turned] = faces[:turned, ::-1]
    mixed = Mesh(BOX.vertices, faces)
    found = health(mixed)
    assert len(found.topology.turned) > 0
    assert found.inside_out == ()
    made, said = oriented(mixed)
    assert volume(made) == pytest.approx(40 * 30 * 20)
    assert said[0].startswith(f"turned {turned} face")


def test_a_hole_is_closed_with_the_winding_of_its_neighbours() -> None:
    mesh = Mesh(BOX.vertices, BOX.faces[~UP])
    [rim] = health(mesh).rims
    a, b, c, d = mesh.vertices[rim]
    made = closed(mesh, [np.array([[a, b, c], [a, c, d]])])
    assert health(made).is_closed
    assert len(topology(made).turned) == 0
    assert volume(made) == pytest.approx(40 * 30 * 20)


@settings(deadline=None, max_examples=25)
@given(st.permutations(range(10)), st.integers(0, 2**10 - 1))
def test_rims_depend_on_no_order(order: list[int], flips: int) -> None:
    faces = BOX.triangles[~UP][order]
    plain = health(soup(faces))
    rolled = np.array([np.roll(f, flips >> i & 1, axis=0) for i, f in enumerate(faces)])
    again = health(soup(rolled))
    one, other = (found.topology.mesh.vertices[found.rims[0]].tolist() for found in (plain, again))
    assert (
        one
        == other
        == health(soup(BOX.triangles[~UP]))
        .topology.mesh.vertices[health(soup(BOX.triangles[~UP])).rims[0]]
        .tolist()
    )


def test_many_corners_in_one_place_are_left_apart() -> None:
    # 6000 loose slivers within a hair: more pairs than are worth a look.
    spots = np.linspace(0, WELD / 4, 6000)
    corners = np.stack([np.column_stack([spots, spots * 0, spots * 0])] * 3, axis=1)
    corners[:, 1, 1] = corners[:, 2, 2] = 1.0
    assert len(topology(soup(corners)).kept) == 6000


def test_what_two_solids_both_fill() -> None:
    beside = BOX.moved(np.eye(3), (38, 0, 0))
    [both] = common_parts(BOX, Mesh(beside.vertices, beside.faces[:, ::-1])) or []
    assert np.ptp(both, axis=0).tolist() == pytest.approx([2, 30, 20])
    assert common_parts(BOX, BOX.moved(np.eye(3), (41, 0, 0))) == []
    assert common_parts(BOX, Mesh(BOX.vertices, BOX.faces[1:])) is None
