"""`Mesh`: what it refuses, and that it can't be changed."""

import numpy as np
import pytest

from meshes.mesh import Mesh, MeshError, frozen
from meshes.units import cos_sin, to_mm

CORNERS = [[0, 0, 0], [3, 0, 0], [0, 4, 0], [0, 0, 5]]
FACES = [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]]


def test_triangles_and_bounds() -> None:
    mesh = Mesh([*CORNERS, [99, 99, 99]], FACES)
    assert mesh.triangles[1].tolist() == [[0, 0, 0], [3, 0, 0], [0, 0, 5]]
    # A corner that no face uses takes no room.
    assert mesh.bounds.tolist() == [[0, 0, 0], [3, 4, 5]]
    assert mesh.vertices.dtype == np.float64


@pytest.mark.parametrize(
    ("corners", "faces", "message"),
    [
        ([[0, 0], [1, 0], [0, 1]], [[0, 1, 2]], r"expected \(n, 3\) numbers"),
        ([0, 1, 2], [[0, 1, 2]], r"expected \(n, 3\) numbers"),
        (CORNERS, [], "no triangles"),
        (CORNERS, np.empty((0, 3)), "no triangles"),
        (CORNERS, [[0, 1, 2, 3]], "no triangles"),
        (CORNERS, [[0, 1, 4]], "a vertex that doesn't exist"),
        (CORNERS, [[0, 1, -1]], "a vertex that doesn't exist"),
        (CORNERS, np.array([[0, 1, 2 + 2**32]]), "a vertex that doesn't exist"),
        (CORNERS, [[0, 1, 2**70]], "a vertex that doesn't exist"),
        (CORNERS, [[0, 1, 1.5]], "a vertex that doesn't exist"),
        (CORNERS, [[0, 1, float("nan")]], "a vertex that doesn't exist"),
        ([[0, 0, float("nan")], *CORNERS], FACES, "not a finite number"),
        ([[0, float("inf"), 0], *CORNERS], FACES, "not a finite number"),
    ],
)
def test_what_is_no_mesh_is_refused(corners: object, faces: object, message: str) -> None:
    with pytest.raises(MeshError, match=message):
        Mesh(corners, faces)  # type: ignore[arg-type]


def test_a_mesh_can_t_be_changed_and_keeps_no_hold_on_what_it_was_made_of() -> None:
    corners = np.array(CORNERS, dtype=float)
    mesh = Mesh(corners, FACES)
    corners[0] = 77
    assert mesh.vertices[0].tolist() == [0, 0, 0]
    with pytest.raises(ValueError, match="read-only"):
        mesh.vertices[0, 0] = 1
    with pytest.raises(ValueError, match="read-only"):
        mesh.faces[0, 0] = 1
    with pytest.raises(AttributeError):
        mesh.deviation = 1  # type: ignore[misc]
    with pytest.raises(ValueError, match="read-only"):
        frozen([1, 2])[0] = 3


def test_moved_turns_first_and_keeps_the_deviation() -> None:
    quarter = [[0, -1, 0], [1, 0, 0], [0, 0, 1]]
    moved = Mesh(CORNERS, FACES, deviation=0.25).moved(quarter, [10, 0, 1])
    assert moved.vertices.tolist() == [[10, 0, 1], [10, 3, 1], [6, 0, 1], [10, 0, 6]]
    assert moved.faces.tolist() == FACES
    assert moved.deviation == 0.25


@pytest.mark.parametrize(
    ("value", "unit", "mm"), [(3, "mm", 3), (3, "cm", 30), (2, "in", 50.8), (0.5, "m", 500)]
)
def test_lengths(value: float, unit: str, mm: float) -> None:
    assert to_mm(value, unit) == mm


def test_an_unknown_unit() -> None:
    with pytest.raises(KeyError):
        to_mm(1, "ft")


@pytest.mark.parametrize(
    ("angle", "cos", "sin"),
    [
        (0, 1, 0),
        (90, 0, 1),
        (180, -1, 0),
        (270, 0, -1),
        (-90, 0, -1),
        (-180, -1, 0),
        (360, 1, 0),
        (450, 0, 1),
        (-810, 0, -1),
        (36_000_000_090, 0, 1),
    ],
)
def test_quarter_turns_are_exact(angle: float, cos: float, sin: float) -> None:
    assert cos_sin(angle) == (cos, sin)


def test_other_turns() -> None:
    for angle, cos, sin in (
        (60, 0.5, 3**0.5 / 2),
        (-45, 2**-0.5, -(2**-0.5)),
        (390, 3**0.5 / 2, 0.5),
    ):
        assert cos_sin(angle) == pytest.approx((cos, sin), abs=1e-15)
