"""Units and ways up: known, guessed where nothing else is likely, asked for otherwise."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from meshes.files import save
from meshes.guessing import LARGEST_PIECE, SMALLEST_PIECE, guess_units, guess_up, underside
from meshes.kit import box, ramp
from meshes.mesh import Mesh
from meshes.soup import Shape
from meshes.units import MM_PER


@pytest.mark.parametrize(
    ("kind", "longest", "value", "choices"),
    [
        # 152 mm; in cm, in and m it would be 1.5 m and more.
        (".stl", 152.0, "mm", ("mm",)),
        # 24.9 mm; 632 mm in inches is beyond a piece.
        (".stl", 24.9, "mm", ("mm",)),
        # 6 mm or 6 inches.
        (".stl", 6.0, None, ("mm", "in")),
        (".stl", 2.0, "in", ("in",)),
        (".stl", 0.152, "m", ("m",)),
        (".stl", 0.3, None, ("in", "m")),
        (".stl", 5000.0, None, ("mm", "cm", "in", "m")),
        # An OBJ may be in cm as well.
        (".obj", 24.9, None, ("mm", "cm")),
        (".obj", 2.73, None, ("cm", "in")),
        (".obj", 152.0, "mm", ("mm",)),
        # 5 mm in inches and in centimetres, as single precision writes it: 4.9999999 mm.
        (".stl", float(np.float32(5 / 25.4)), None, ("in", "m")),
        (".obj", 0.499999999, None, ("cm", "in", "m")),
        (".ply", 0.1, "m", ("m",)),
        (".off", 0.3, None, ("in", "m")),
        (".glb", 0.3, "m", ("m",)),
        # A game kit's tile of 1.0 is no metre.
        (".glb", 1.0, None, ("m", "cm", "in")),
    ],
)
def test_units(kind: str, longest: float, value: str | None, choices: tuple[str, ...]) -> None:
    found = guess_units(kind, longest)
    assert (found.value, found.choices) == (value, choices)
    assert found.is_fixed == (kind == ".glb" and value == "m")


def test_a_unit_that_the_file_names_is_no_guess() -> None:
    found = guess_units(".3mf", 2.0, "in")
    assert (found.value, found.is_fixed) == ("in", True)


@given(st.sampled_from([".stl", ".obj", ".ply", ".off"]), st.floats(1e-6, 1e6))
def test_a_guess_is_of_a_likely_size_and_the_only_one(kind: str, longest: float) -> None:
    found = guess_units(kind, longest)
    sizes = {u: longest * MM_PER[u] for u in MM_PER if (kind, u) != (".stl", "cm")}
    for bound in (SMALLEST_PIECE, LARGEST_PIECE):
        # Files round: what is a hair beyond is as likely.
        assume(all(abs(mm / bound - 1) > 1e-4 for mm in sizes.values()))
    likely = [u for u, mm in sizes.items() if SMALLEST_PIECE <= mm <= LARGEST_PIECE]
    assert ([found.value] if found.value else []) == (likely if len(likely) == 1 else [])


def shape(mesh: Mesh) -> Shape:
    return mesh.vertices, mesh.faces.astype(np.int64)


def tent(axis: int) -> Shape:
    """A flat side of 4 x 4 at the low end of an axis, a point at its high end."""
    corners = np.array([[0.0, 0, 0], [4, 0, 0], [4, 4, 0], [0, 4, 0], [2, 2, 3]])
    faces = np.array([[0, 2, 1], [0, 3, 2], [0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4]])
    return np.roll(corners, axis - 2, axis=1), faces


def test_up() -> None:
    assert guess_up(".obj", [tent(2)]).value == "z"
    assert guess_up(".obj", [tent(1)]).value == "y"
    assert guess_up(".stl", [tent(2)]).value == "z"
    # By convention an STL stands on z; a shape that stands on y contradicts that.
    assert guess_up(".stl", [tent(1)]).value is None
    assert guess_up(".stl", [tent(0)]).value == "z"
    assert guess_up(".obj", [tent(0)]).value is None
    crate = shape(box((4, 4, 4)).mesh)
    assert guess_up(".obj", [crate]).value is None
    assert guess_up(".stl", [crate]).value == "z"
    assert guess_up(".glb", [tent(2)]).value == "y"
    assert guess_up(".3mf", [tent(1)]).value == "z"
    assert guess_up(".glb", [tent(2)]).is_fixed
    assert not guess_up(".stl", [tent(2)]).is_fixed


def test_underside_by_hand() -> None:
    corners, faces = tent(2)
    assert underside(corners[faces], 2) == pytest.approx(1)
    assert underside(corners[faces], 1) == 0
    # A ramp's underside is whole and its top an edge; its high end along x is a wall.
    triangles = ramp((4, 2, 3)).mesh.triangles
    assert underside(triangles, 2) == pytest.approx(1)
    assert underside(triangles, 0) == pytest.approx(-1)
    sheet = np.array([[[0.0, 0, 0], [4, 0, 0], [0, 4, 0]]])
    assert [underside(sheet, axis) for axis in range(3)] == [0, 0, 0]


@given(st.floats(0.01, 1000), st.floats(-1000, 1000), st.integers(0, 5))
def test_neither_size_nor_place_nor_order_changes_the_way_up(
    size: float, off: float, first: int
) -> None:
    corners, faces = tent(1)
    moved = corners * size + off
    assert guess_up(".obj", [(moved, np.roll(faces, first, axis=0))]).value == "y"
    parts = [(moved, faces[:first]), (moved, faces[first:])]
    assert guess_up(".obj", parts).value == "y"


def test_the_samples_ways_up(samples: Path) -> None:
    from meshes.files import read

    def up(name: str) -> str | None:
        path = samples / name
        return guess_up(path.suffix, read(path)[1]).value

    assert up("openforge/pillar.stl") == "z"
    assert up("openforge/smooth_wall_2x4.stl") == "z"
    assert up("obj/barricade.obj") == "y"
    # It is printed lying on y: to be asked for.
    assert up("infiniground/Infiniground_High.stl") is None


def test_what_is_written_is_guessed_back(tmp_path: Path) -> None:
    from meshes.files import read

    for suffix in (".stl", ".obj", ".glb", ".ply"):
        path = tmp_path / f"ramp{suffix}"
        save(ramp((120, 80, 60)).mesh, path)
        _, shapes = read(path)
        corners = np.concatenate([points for points, _ in shapes])
        longest = float(np.ptp(corners, axis=0).max())
        wanted = ("m", "y") if suffix == ".glb" else ("mm", "z")
        assert (guess_units(suffix, longest).value, guess_up(suffix, shapes).value) == wanted
