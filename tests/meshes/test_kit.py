"""The scenery kit: exact coordinates, closed outward meshes, openings that are open."""

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meshes.booleans import Cut, carved
from meshes.kit import (
    Hole,
    Opening,
    Piece,
    SideOpening,
    box,
    building,
    cylinder,
    ramp,
    stairs,
    wall,
)
from meshes.mesh import Floats, Mesh, MeshError

LENGTHS = st.floats(0.5, 2000, allow_nan=False).map(lambda x: round(x, 3))


def volume(mesh: Mesh) -> float:
    """Sum of the signed tetrahedra on the origin; positive when wound outwards."""
    a, b, c = mesh.triangles[:, 0], mesh.triangles[:, 1], mesh.triangles[:, 2]
    return float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6)


def is_closed(mesh: Mesh) -> bool:
    """Every directed edge occurs once and its reverse once."""
    edges = Counter((int(f[i]), int(f[i - 2])) for f in mesh.faces for i in range(3))
    return all(n == 1 and edges[b, a] == 1 for (a, b), n in edges.items())


def crossings(mesh: Mesh, start: tuple[float, ...], end: tuple[float, ...]) -> int:
    """Triangles a segment crosses, by the signs of five tetrahedra each."""
    p, q = np.array(start), np.array(end)

    def side(a: Floats, b: Floats, c: Floats, d: Floats) -> float:
        return float(np.dot(np.cross(b - a, c - a), d - a))

    count = 0
    for a, b, c in mesh.triangles:
        if side(a, b, c, p) * side(a, b, c, q) > 0:
            continue
        turns = [side(p, q, a, b), side(p, q, b, c), side(p, q, c, a)]
        if all(t > 0 for t in turns) or all(t < 0 for t in turns):
            count += 1
    return count


def heights(piece: Piece) -> list[float]:
    return sorted(set(piece.mesh.vertices[:, 2].tolist()))


def check(piece: Piece, size: tuple[float, float, float], solid: float) -> None:
    """What holds for every piece: bounds to the last digit, closed, outward, volume."""
    x, y, z = size
    assert piece.mesh.bounds.tolist() == [[-x / 2, -y / 2, 0.0], [x / 2, y / 2, z]]
    assert is_closed(piece.mesh)
    assert piece.mesh.deviation == 0.0
    assert volume(piece.mesh) == pytest.approx(solid, rel=1e-9)
    assert list(piece.levels) == sorted(piece.levels)


def test_the_helpers_see_a_hole_and_a_wall() -> None:
    open_box = Mesh(box((2, 2, 2)).mesh.vertices, box((2, 2, 2)).mesh.faces[:-1])
    assert not is_closed(open_box)
    assert crossings(box((2, 2, 2)).mesh, (-5, 0.1, 1.3), (5, 0.1, 1.3)) == 2
    assert crossings(box((2, 2, 2)).mesh, (-5, 1.1, 1.3), (5, 1.1, 1.3)) == 0


@settings(deadline=None)
@given(LENGTHS, LENGTHS, LENGTHS)
def test_box(x: float, y: float, z: float) -> None:
    piece = box((x, y, z))
    check(piece, (x, y, z), x * y * z)
    assert piece.levels == (z,)
    assert len(piece.mesh.faces) == 12


@settings(deadline=None)
@given(LENGTHS, LENGTHS, LENGTHS)
def test_ramp(x: float, y: float, z: float) -> None:
    piece = ramp((x, y, z))
    check(piece, (x, y, z), x * y * z / 2)
    assert piece.levels == (z,)


def test_ramp_rises_along_plus_x() -> None:
    mesh = ramp((100, 40, 50)).mesh
    assert mesh.vertices[mesh.vertices[:, 2] > 0][:, 0].tolist() == [50.0, 50.0]


@settings(deadline=None, max_examples=50)
@given(LENGTHS, LENGTHS, LENGTHS, st.integers(1, 12))
def test_stairs(x: float, y: float, z: float, steps: int) -> None:
    piece = stairs((x, y, z), steps)
    # Column i of n is i/n of the full height: the sum is (n + 1) / 2n.
    check(piece, (x, y, z), x * y * z * (steps + 1) / (2 * steps))
    assert heights(piece) == [z * i / steps for i in range(steps)] + [z]


def test_stairs_rise_along_plus_x_by_equal_steps() -> None:
    mesh = stairs((60, 40, 30), steps=3).mesh
    for x, top in ((-20.5, 10), (-0.5, 20), (19.5, 30)):
        assert crossings(mesh, (x, 1.7, top + 0.1), (x, 1.7, 100)) == 0
        assert crossings(mesh, (x, 1.7, top - 0.1), (x, 1.7, 100)) == 1


@settings(deadline=None)
@given(LENGTHS, LENGTHS, st.integers(3, 100))
def test_cylinder(diameter: float, height: float, facets: int) -> None:
    piece = cylinder(diameter, height, facets)
    radius = diameter / 2
    polygon = facets * radius**2 * math.sin(2 * math.pi / facets) / 2
    assert is_closed(piece.mesh)
    assert volume(piece.mesh) == pytest.approx(polygon * height, rel=1e-9)
    assert piece.levels == (height,)
    assert heights(piece) == [0.0, height]
    np.testing.assert_allclose(np.hypot(*piece.mesh.vertices[:, :2].T), radius, rtol=1e-15)


def test_cylinder_bounds_are_the_diameter() -> None:
    check(cylinder(25.4, 33.3), (25.4, 25.4, 33.3), 24 * 12.7**2 * math.sin(math.pi / 24) * 33.3)


@pytest.mark.parametrize("z", [80.0, 33.3, 25.4, 0.1, 2e-3, 99_999.9])
def test_heights_are_the_very_numbers_given(z: float) -> None:
    assert heights(box((10, 20, z))) == [0.0, z]
    assert heights(ramp((10, 20, z))) == [0.0, z]
    assert heights(cylinder(10, z)) == [0.0, z]
    assert heights(wall((10, 2, z), [Opening(0, 3, z / 2, z / 2)])) == [0.0, z / 2, z]


def test_wall_with_door_and_window() -> None:
    piece = wall((200, 5, 60), [Opening(-40, 30, 0, 45), Opening(50, 20, 25.4, 15)])
    check(piece, (200, 5, 60), (200 * 60 - 30 * 45 - 20 * 15) * 5)
    assert piece.levels == (60.0,)
    assert heights(piece) == [0.0, 25.4, 25.4 + 15, 45.0, 60.0]
    for x, z, blocked in (
        (-40.2, 20.1, False), (-54.9, 44.9, False), (-25.1, 0.1, False),
        (-55.1, 20.1, True), (-24.9, 20.1, True), (-40.2, 45.1, True),
        (50.2, 30.1, False), (40.1, 25.5, False), (59.9, 40.3, False),
        (50.2, 25.3, True), (50.2, 40.5, True), (39.9, 30.1, True), (60.1, 30.1, True),
    ):  # fmt: skip
        assert crossings(piece.mesh, (x, -50, z), (x, 50, z)) == (2 if blocked else 0), (x, z)


def test_overlapping_openings_are_one() -> None:
    piece = wall((100, 4, 50), [Opening(-5, 20, 10, 20), Opening(5, 20, 10, 20)])
    check(piece, (100, 4, 50), (100 * 50 - 30 * 20) * 4)
    same = wall((100, 4, 50), [Opening(0, 20, 10, 20)] * 2)
    check(same, (100, 4, 50), (100 * 50 - 20 * 20) * 4)


def test_openings_that_meet_by_rounding_are_one() -> None:
    # 0.1 + 0.2 exceeds 0.3 in floating point: the two share one edge all the same.
    piece = wall((10, 1, 5), [Opening(0.1, 0.2, 1, 1), Opening(0.3, 0.2, 1, 1)])
    check(piece, (10, 1, 5), 50 - 0.4)
    assert crossings(piece.mesh, (0.2, -5, 1.5), (0.2, 5, 1.5)) == 0


def test_battlements_keep_the_height() -> None:
    piece = wall((90, 3, 40), [Opening(-30, 10, 30, 10), Opening(30, 10, 30, 10)])
    check(piece, (90, 3, 40), (90 * 40 - 2 * 100) * 3)
    assert crossings(piece.mesh, (-30, -9, 35.1), (-30, 9, 35.1)) == 0


@settings(deadline=None)
@given(st.data())
def test_wall_with_any_window(data: st.DataObject) -> None:
    length, height = data.draw(st.floats(10, 500)), data.draw(st.floats(10, 200))
    width = data.draw(st.floats(0.5, length * 0.9))
    tall = data.draw(st.floats(0.5, height * 0.9))
    # Planes nearer than a thousandth of a millimetre are one plane.
    at = round(data.draw(st.floats(-0.5, 0.5)) * (length - width) * 0.99, 3)
    sill = math.floor(data.draw(st.floats(0, 1)) * (height - tall) * 1000) / 1000
    piece = wall((length, 4, height), [Opening(at, width, sill, tall)])
    check(piece, (length, 4, height), (length * height - width * tall) * 4)
    assert crossings(piece.mesh, (at, -9, sill + tall / 2), (at, 9, sill + tall / 2)) == 0


@settings(deadline=None, max_examples=200)
@given(
    st.lists(
        st.tuples(*[st.tuples(st.integers(0, n - 1), st.integers(1, n)) for n in (9, 4, 7)]).map(
            lambda spans: (
                tuple(low for low, _ in spans),
                tuple(max(low + 1, high) for low, high in spans),
            )
        ),
        max_size=6,
    )
)
def test_carved_against_counted_cells(cuts: list[Cut]) -> None:
    cells = np.ones((9, 4, 7), dtype=bool)
    for low, high in cuts:
        cells[tuple(slice(int(a), int(b)) for a, b in zip(low, high, strict=True))] = False
    if not cells.any():
        with pytest.raises(MeshError, match="leave nothing"):
            carved((0, 0, 0), (9, 4, 7), cuts)
        return
    mesh, _ = carved((0, 0, 0), (9, 4, 7), cuts)
    assert is_closed(mesh)
    assert volume(mesh) == pytest.approx(np.count_nonzero(cells), rel=1e-9)
    kept = np.argwhere(cells)
    assert mesh.bounds.tolist() == [kept.min(axis=0).tolist(), (kept.max(axis=0) + 1).tolist()]
    for cell in ((0, 0, 0), (4, 2, 3), (8, 3, 6), (2, 1, 5)):
        # Up from inside the cell: an odd number of faces when it is solid.
        x, y, z = (c + d for c, d in zip(cell, (0.43, 0.61, 0.52), strict=True))
        assert crossings(mesh, (x, y, z), (x, y, 50)) % 2 == int(cells[cell])


DOOR = SideOpening("south", level=0, at=10, width=30, sill=0, height=45)
WINDOW = SideOpening("east", level=1, at=-20, width=20, sill=15, height=25)


def test_building_levels_and_volume() -> None:
    piece = building((120, 100), storeys=2, storey=60, wall=3, slab=4, parapet=10)
    assert piece.levels == (0.0, 60.0, 120.0)
    shell = 120 * 100 - 114 * 94
    check(piece, (120, 100, 130), shell * 130 + 2 * 114 * 94 * 4)
    assert heights(piece) == [0.0, 56.0, 60.0, 116.0, 120.0, 130.0]


@pytest.mark.parametrize("storey", [80.0, 33.3, 25.4, 70.1])
def test_floors_are_the_very_numbers(storey: float) -> None:
    piece = building((150, 120), storeys=3, storey=storey)
    assert piece.levels == (0.0, storey, 2 * storey, 3 * storey)
    assert set(piece.levels) <= set(heights(piece))
    check(
        piece,
        (150, 120, 3 * storey),
        (150 * 120 - 144 * 114) * 3 * storey + 3 * 144 * 114 * 3,
    )


def test_building_openings_are_open() -> None:
    mesh = building((120, 100), 2, 60, openings=[DOOR, WINDOW]).mesh
    inside = (1.3, 2.1)
    assert crossings(mesh, (10, -99, 20.2), (10, 2.1, 20.2)) == 0
    assert crossings(mesh, (-5.1, -99, 20.2), (-5.1, 2.1, 20.2)) == 2
    assert crossings(mesh, (25.1, -99, 20.2), (25.1, 2.1, 20.2)) == 2
    assert crossings(mesh, (10, -99, 45.1), (10, 2.1, 45.1)) == 2
    assert crossings(mesh, (10, 99, 20.2), (10, 2.1, 20.2)) == 2
    assert crossings(mesh, (99, -20.3, 60 + 30.1), (1.3, -20.3, 60 + 30.1)) == 0
    assert crossings(mesh, (99, -20.3, 30.1), (1.3, -20.3, 30.1)) == 2
    assert crossings(mesh, (99, -20.3, 60 + 14.9), (1.3, -20.3, 60 + 14.9)) == 2
    assert crossings(mesh, (99, 20.3, 60 + 30.1), (1.3, 20.3, 60 + 30.1)) == 2
    # No floor of its own on the ground, two slabs above.
    assert crossings(mesh, (*inside, -5), (*inside, 30)) == 0
    assert crossings(mesh, (*inside, 30), (*inside, 90)) == 2
    assert crossings(mesh, (*inside, 90), (*inside, 200)) == 2


@pytest.mark.parametrize(
    ("side", "start", "end"),
    [
        ("north", (12.3, 90, 25), (12.3, 1, 25)),
        ("south", (12.3, -90, 25), (12.3, -1, 25)),
        ("east", (90, 12.3, 25), (1, 12.3, 25)),
        ("west", (-90, 12.3, 25), (-1, 12.3, 25)),
    ],
)
def test_sides_and_the_sense_of_at(
    side: str, start: tuple[float, float, float], end: tuple[float, float, float]
) -> None:
    opening = SideOpening(side, 0, at=12, width=8, sill=20, height=10)  # type: ignore[arg-type]
    mesh = building((100, 100), 1, 50, openings=[opening]).mesh
    assert crossings(mesh, start, end) == 0
    mirrored = building((100, 100), 1, 50, openings=[SideOpening(side, 0, -12, 8, 20, 10)])  # type: ignore[arg-type]
    assert crossings(mirrored.mesh, start, end) == 2


def test_stairwell_and_roof_hatch() -> None:
    holes = [Hole(1, at=(30, 20), size=(40, 30)), Hole(2, at=(-30, 0), size=(20, 20))]
    piece = building((120, 100), 2, 60, parapet=8, holes=holes)
    shell = (120 * 100 - 114 * 94) * 128
    check(piece, (120, 100, 128), shell + (2 * 114 * 94 - 40 * 30 - 20 * 20) * 3)
    assert heights(piece) == [0.0, 57.0, 60.0, 117.0, 120.0, 128.0]
    assert crossings(piece.mesh, (30.2, 20.1, 5), (30.2, 20.1, 100)) == 0
    assert crossings(piece.mesh, (9.9, 20.1, 5), (9.9, 20.1, 100)) == 2
    assert crossings(piece.mesh, (-30.2, 0.1, 70), (-30.2, 0.1, 300)) == 0
    assert crossings(piece.mesh, (-30.2, 0.1, 30), (-30.2, 0.1, 70)) == 2


def test_an_open_deck_stands_on_its_corner_posts() -> None:
    sides = ("north", "south", "east", "west")
    lengths = {"north": 94, "south": 94, "east": 74, "west": 74}
    openings = [SideOpening(side, 0, 0, lengths[side], 0, 47) for side in sides]  # type: ignore[arg-type]
    piece = building((100, 80), 1, 50, openings=openings)
    check(piece, (100, 80, 50), 4 * 9 * 47 + 100 * 80 * 3)


@settings(deadline=None, max_examples=40)
@given(
    LENGTHS.filter(lambda v: v > 20),
    LENGTHS.filter(lambda v: v > 20),
    st.integers(1, 6),
    st.floats(10, 120).map(lambda v: round(v, 2)),
    st.floats(0.5, 5),
    st.floats(0.5, 8),
)
def test_any_building(
    x: float, y: float, storeys: int, storey: float, thick: float, slab: float
) -> None:
    opening = SideOpening("west", storeys - 1, 1.5, 2.5, 0, (storey - slab) / 2)
    hole = Hole(storeys, (-0.5, 0.25), (2, 3))
    piece = building(
        (x, y), storeys, storey, wall=thick, slab=slab, openings=[opening], holes=[hole]
    )
    room = (x - 2 * thick) * (y - 2 * thick)
    solid = (x * y - room) * storeys * storey + storeys * room * slab
    solid -= 2.5 * (storey - slab) / 2 * thick + 2 * 3 * slab
    check(piece, (x, y, storeys * storey), solid)
    assert piece.levels == tuple(n * storey for n in range(storeys + 1))
    assert set(piece.levels) <= set(heights(piece))


def test_the_same_call_gives_the_same_mesh() -> None:
    one, two = (building((120, 100), 3, 60, openings=[DOOR, WINDOW]).mesh for _ in range(2))
    assert one.vertices.tobytes() == two.vertices.tobytes()
    assert one.faces.tobytes() == two.faces.tobytes()


def refusal(build: object) -> list[str]:
    assert callable(build)
    with pytest.raises(MeshError) as caught:
        build()
    return str(caught.value).splitlines()


@pytest.mark.parametrize("bad", [0, -1, math.nan, math.inf, 1e6, "5", None, True, 1e-4])
def test_lengths_out_of_range(bad: float) -> None:
    for lines, name in (
        (refusal(lambda: box((5, bad, 5))), "size[1]"),
        (refusal(lambda: ramp((5, 5, bad))), "size[2]"),
        (refusal(lambda: stairs((bad, 5, 5), 3)), "size[0]"),
        (refusal(lambda: wall((5, bad, 5))), "size[1]"),
        (refusal(lambda: cylinder(bad, 5)), "diameter"),
        (refusal(lambda: cylinder(5, bad)), "height"),
        (refusal(lambda: building((50, bad), 1, 50)), "size[1]"),
        (refusal(lambda: building((50, 50), 1, bad)), "storey"),
        (refusal(lambda: building((50, 50), 1, 50, wall=bad)), "wall"),
        (refusal(lambda: building((50, 50), 1, 50, slab=bad)), "slab"),
        (refusal(lambda: wall((50, 2, 50), [Opening(0, bad, 0, 5)])), "openings[0].width"),
        (refusal(lambda: wall((50, 2, 50), [Opening(0, 5, 0, bad)])), "openings[0].height"),
        (refusal(lambda: building((50, 50), 1, 50, holes=[Hole(1, (0, 0), (bad, 5))])),
         "holes[0].size[0]"),
    ):  # fmt: skip
        assert lines == [f"{name}: expected a length from 0.001 to 100000 mm, got {bad!r}"]


@pytest.mark.parametrize("bad", [0, -2, 2.5, "3", True, 5000])
def test_counts_out_of_range(bad: int) -> None:
    assert refusal(lambda: stairs((5, 5, 5), bad)) == [
        f"steps: expected a whole number from 1 to 200, got {bad!r}"
    ]
    assert refusal(lambda: cylinder(5, 5, bad)) == [
        f"facets: expected a whole number from 3 to 1000, got {bad!r}"
    ]
    assert refusal(lambda: building((50, 50), bad, 50)) == [
        f"storeys: expected a whole number from 1 to 100, got {bad!r}"
    ]


def test_wrong_number_of_lengths() -> None:
    assert refusal(lambda: box((5, 5))) == ["size: expected 3 lengths in mm, got (5, 5)"]  # type: ignore[arg-type]
    assert refusal(lambda: box("big")) == ["size: expected 3 lengths in mm, got 'big'"]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("opening", "start"),
    [
        (Opening(45, 20, 0, 30), "openings[1].at: it reaches from 35 to 55 mm, the wall"),
        (Opening(-45, 20, 0, 30), "openings[1].at: it reaches from -55 to -35 mm, the wall"),
        (Opening(0, 20, 40, 30), "openings[1].height: its upper edge is at 70 mm, the wall"),
        (Opening(0, 20, -1, 30), "openings[1].sill: expected a length from 0 to"),
        (Opening(math.nan, 20, 0, 30), "openings[1].at: expected a number of mm, got nan"),
    ],
)
def test_openings_beyond_the_wall(opening: Opening, start: str) -> None:
    (line,) = refusal(lambda: wall((100, 4, 60), [Opening(0, 5, 5, 5), opening]))
    assert line.startswith(start)


def test_openings_that_leave_no_wall() -> None:
    (line,) = refusal(lambda: wall((100, 4, 60), [Opening(0, 20, 0, 60)]))
    assert line.startswith("openings: they cut the wall into pieces")
    ring = [Opening(0, 50, 10, 5), Opening(0, 50, 40, 5), Opening(-22, 6, 10, 35),
            Opening(22, 6, 10, 35)]  # fmt: skip
    assert refusal(lambda: wall((100, 4, 60), ring))[0].startswith("openings: they cut")
    assert refusal(lambda: wall((100, 4, 60), [Opening(-40, 20, 0, 60)]))[0].startswith(
        "openings: they take away an end"
    )
    assert refusal(lambda: wall((100, 4, 60), [Opening(0, 100, 40, 20)]))[0].startswith(
        "openings: they take away an end"
    )
    assert refusal(lambda: wall((100, 4, 60), [Opening(0, 100, 0, 60)]))[0].startswith(
        "the cuts leave nothing"
    )


@pytest.mark.parametrize(
    ("opening", "start"),
    [
        (SideOpening("up", 0, 0, 9, 0, 9), "openings[0].side: expected one of north"),  # type: ignore[arg-type]
        (SideOpening("east", 2, 0, 9, 0, 9), "openings[0].level: expected a whole number from 0"),
        (SideOpening("east", -1, 0, 9, 0, 9), "openings[0].level: expected a whole number from 0"),
        (SideOpening("east", 1, 45, 9, 0, 9), "openings[0].at: it reaches from 40.5 to 49.5"),
        (SideOpening("north", 1, 56, 9, 0, 9), "openings[0].at: it reaches from 51.5 to 60.5"),
        (SideOpening("north", 1, 0, 9, 50, 9), "openings[0].height: its upper edge is at 59 mm"),
    ],
)
def test_building_openings_refused(opening: SideOpening, start: str) -> None:
    (line,) = refusal(lambda: building((120, 100), 2, 60, openings=[opening]))
    assert line.startswith(start)


@pytest.mark.parametrize(
    ("hole", "start"),
    [
        (Hole(0, (0, 0), (9, 9)), "holes[0].level: expected a whole number from 1 to 2, got 0"),
        (Hole(3, (0, 0), (9, 9)), "holes[0].level: expected a whole number from 1 to 2, got 3"),
        (Hole(1, (55, 0), (9, 9)), "holes[0].at[0]: it reaches from 50.5 to 59.5 mm, the floor"),
        (Hole(1, (0, -45), (9, 9)), "holes[0].at[1]: it reaches from -49.5 to -40.5 mm, the floor"),
        (Hole(1, (0,), (9, 9)), "holes[0].at: expected x and y in mm, got (0,)"),  # type: ignore[arg-type]
        (Hole(1, (0, "a"), (9, 9)), "holes[0].at[1]: expected a number of mm, got 'a'"),  # type: ignore[arg-type]
    ],
)
def test_holes_refused(hole: Hole, start: str) -> None:
    (line,) = refusal(lambda: building((120, 100), 2, 60, holes=[hole]))
    assert line.startswith(start)


def test_a_floor_that_would_hang_in_the_air() -> None:
    ring = [Hole(1, (0, 30), (70, 5)), Hole(1, (0, -30), (70, 5)), Hole(1, (30, 0), (5, 65)),
            Hole(1, (-30, 0), (5, 65))]  # fmt: skip
    (line,) = refusal(lambda: building((120, 100), 2, 60, holes=ring))
    assert line.startswith("openings, holes: they leave parts that hang in the air")


def test_walls_and_slabs_too_thick() -> None:
    assert refusal(lambda: building((120, 100), 2, 60, wall=50, slab=60)) == [
        "wall: the walls leave no room between them; make them thinner",
        "slab: the floors leave no room between them; make them thinner",
    ]


def test_steps_too_fine() -> None:
    lines = refusal(lambda: stairs((0.1, 5, 50), 200))
    assert [line.split(":")[0] for line in lines] == ["size[0] / steps"]


def test_one_error_tells_every_fault() -> None:
    lines = refusal(
        lambda: building(
            (120, 100),
            2,
            60,
            openings=[SideOpening("east", 5, 0, -1, 0, 9), DOOR, SideOpening("up", 0, 0, 9, 0, 9)],  # type: ignore[arg-type]
            holes=[Hole(1, (0, 0), (9, 500))],
        )
    )
    assert [line.split(":")[0] for line in lines] == [
        "openings[0].level",
        "openings[0].width",
        "openings[2].side",
        "holes[0].at[1]",
    ]
