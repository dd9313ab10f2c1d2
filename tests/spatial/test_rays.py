"""Lines against triangles: exact fractions, closed meshes nothing leaves, room about a line."""

from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meshes.kit import Hole, Opening, SideOpening, box, building, cylinder, ramp, stairs, wall
from meshes.mesh import Mesh
from spatial.atfocus import through_origin
from spatial.gathering import blockers
from spatial.rays import TABLE, Blockers
from spatial.scene import Body, Pose, Scene, scenery_body
from tests import oracle

Vector = tuple[int, int, int]
Triangle = tuple[Vector, Vector, Vector]


def minus(p: Vector, q: Vector) -> Vector:
    return (p[0] - q[0], p[1] - q[1], p[2] - q[2])


def cross(p: Vector, q: Vector) -> Vector:
    return (p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0])


def dot(p: Vector, q: Vector) -> int:
    return p[0] * q[0] + p[1] * q[1] + p[2] * q[2]


def crossing(start: Vector, end: Vector, triangle: Triangle) -> Fraction | None:
    """Where a closed segment meets a closed triangle, as a share of the segment, in fractions.

    None also where the triangle is seen edge-on from the start.
    """
    a, b, c = triangle
    normal = cross(minus(b, a), minus(c, a))
    before, after = dot(minus(start, a), normal), dot(minus(end, a), normal)
    if before == 0 or before * after > 0:
        return None
    t = Fraction(before, before - after)
    spot = [start[i] + t * (end[i] - start[i]) for i in range(3)]
    turns = []
    for p, q in ((a, b), (b, c), (c, a)):
        e, f = minus(q, p), [spot[i] - p[i] for i in range(3)]
        out = (e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0])
        turns.append(sum(out[i] * normal[i] for i in range(3)))
    return t if min(turns) >= 0 else None


def cast(focus: Vector, triangles: list[Triangle], owners: list[int] | None = None) -> Blockers:
    """Triangles as seen from a focus; a piece each."""
    corners = np.array(triangles, dtype=np.float64).reshape(-1, 3, 3) - np.array(focus)
    owner = np.arange(len(corners), dtype=np.int32) if owners is None else np.array(owners)
    names = (*(str(i) for i in range(len(corners))), TABLE)
    none = np.empty(0, dtype=np.int32)
    return Blockers(np.array(focus, dtype=float), names, owner, corners, np.empty((0, 3)), none)


COORDINATE = st.integers(-9, 9)
POINT = st.tuples(COORDINATE, COORDINATE, st.integers(1, 19))
TRIANGLE = st.tuples(POINT, POINT, POINT)


@settings(deadline=None, derandomize=True, max_examples=600)
@given(POINT, st.lists(POINT, min_size=1, max_size=6), st.lists(TRIANGLE, min_size=1, max_size=6))
def test_lines_against_triangles_in_fractions(
    focus: Vector, ends: list[Vector], triangles: list[Triangle]
) -> None:
    owner, t = cast(focus, triangles).first(np.array(ends, dtype=float))
    for i, end in enumerate(ends):
        met = [crossing(focus, end, triangle) for triangle in triangles]
        stops = [share for share in met if share is not None]
        if not stops or end == focus:
            assert owner[i] == -1
            assert t[i] == np.inf
        else:
            assert t[i] == pytest.approx(float(min(stops)), abs=1e-12)
            assert met[owner[i]] == min(stops)


@settings(deadline=None, derandomize=True, max_examples=400)
@given(POINT, TRIANGLE, st.integers(0, 8), st.integers(0, 8), st.integers(1, 3))
def test_lines_through_a_triangle_s_own_points(
    focus: Vector, triangle: Triangle, i: int, j: int, beyond: int
) -> None:
    # A point of the triangle, on a side where i or j or 8 - i - j is zero, at a corner where two
    # of them are, all times 8; the line ends there, or two or three times as far.
    i, j = min(i, j), max(i, j)
    weights = (i, j - i, 8 - j)
    scaled = tuple(tuple(8 * x for x in corner) for corner in triangle)
    spot = tuple(sum(w * c[k] for w, c in zip(weights, triangle, strict=True)) for k in range(3))
    start = tuple(8 * x for x in focus)
    end = tuple(start[k] + beyond * (spot[k] - start[k]) for k in range(3))
    if end[2] <= 0:
        return
    edge_on = crossing(start, end, scaled) is None
    owner, t = cast(start, [scaled]).first(np.array([end], dtype=float))
    assert (owner[0] == -1) == edge_on
    if not edge_on:
        assert t[0] == pytest.approx(1 / beyond, abs=1e-12)


def test_a_line_that_stops_just_short_is_clear_and_one_that_touches_is_not() -> None:
    sheet = cast((0, 0, 5), [((10, -5, 0), (10, 5, 0), (10, 0, 20))])
    ends = np.array([[10 - 1e-6, 0, 5], [10, 0, 5], [10 + 1e-6, 0, 5], [10, 6, 5]])
    owner, _ = sheet.first(ends)
    assert owner.tolist() == [-1, 0, 0, -1]


def test_a_sheet_seen_edge_on_hides_nothing_but_leaves_no_room_in_its_plane() -> None:
    sheet = cast((0, 0, 5), [((10, 0, 0), (20, 0, 0), (15, 0, 20))])
    owner, _ = sheet.first(np.array([[30, 1e-3, 5], [30, -1e-3, 5]]))
    assert owner.tolist() == [-1, -1]
    assert sheet.clearance(np.array([30, 0, 5.0])) == 0
    # The line leaves the plane by a hundredth; at z = 5 the sheet begins 11.25 mm on.
    assert sheet.clearance(np.array([30, 0.3, 5])) == pytest.approx(0.1125, rel=1e-3)


def test_the_table_stops_lines_that_end_on_it_or_below() -> None:
    over = cast((0, 0, 10), [])
    owner, t = over.first(np.array([[50, 0, 0.0], [50, 0, 0.001], [50, 0, -10]]))
    assert owner.tolist() == [0, -1, 0]
    assert t.tolist() == [1.0, np.inf, 0.5]


# ------------------------------------------------------------------ closed meshes


def wound(mesh: Mesh, how: str) -> Mesh:
    """The same faces wound otherwise: none of it may matter."""
    faces = np.array(mesh.faces)
    if how == "reversed":
        faces = faces[:, ::-1]
    elif how == "mixed":
        faces[::2] = faces[::2, ::-1]
    elif how == "doubled":
        faces = np.concatenate([faces, faces[:, [1, 0, 2]]])
    return Mesh(mesh.vertices, faces)


WINDINGS = ("as made", "reversed", "mixed", "doubled")

# A mesh and points inside its material.
CLOSED: dict[str, tuple[Callable[[], Mesh], list[list[float]]]] = {
    "box": (lambda: box((60, 40, 30)).mesh, [[0, 0, 15], [29, 19, 29.5]]),
    "cylinder": (lambda: cylinder(50, 60, 17).mesh, [[0, 0, 30], [0, 0, 0.01]]),
    "ramp": (lambda: ramp((60, 40, 30)).mesh, [[20, 0, 10]]),
    "stairs": (lambda: stairs((60, 40, 30), 5).mesh, [[20, 0, 10], [-25, 3, 3]]),
    "wall": (
        lambda: wall((120, 6, 50), [Opening(0, 20, 10, 20), Opening(30, 14, 0, 35)]).mesh,
        [[-40, 0, 25], [0, 0, 5], [15, 1, 45]],
    ),
    "building": (
        lambda: (
            building(
                (100, 80),
                2,
                45,
                parapet=10,
                openings=[
                    SideOpening("south", 1, 5, 20, 8, 20),
                    SideOpening("east", 0, 0, 25, 0, 35),
                ],
                holes=[Hole(1, (10, 0), (20, 20))],
            ).mesh
        ),
        [[-48.5, 0, 20], [-20, 10, 43.5], [48.5, 30, 95]],
    ),
}


def placed(mesh: Mesh, pose: Pose) -> Body:
    return scenery_body("piece", mesh, pose)


def escapes(body: Body, point: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """Which lines from a point to far ends nothing stops."""
    scene = Scene((body,))
    box_ = np.array([ends.min(axis=0), ends.max(axis=0)])
    owner, _ = blockers(scene, point, box_, point + np.array([0, 0, 1])).first(ends)
    return np.flatnonzero(owner < 0)


@pytest.mark.parametrize("winding", WINDINGS)
@pytest.mark.parametrize("name", CLOSED)
@pytest.mark.parametrize(
    "pose",
    [Pose((0, 0, 2000)), Pose((777.77, -333.3, 2000.1), 33.3), Pose((0.1, 0.2, 2000.3), 45)],
    ids=["in place", "turned", "askew"],
)
def test_no_line_leaves_a_closed_piece(name: str, pose: Pose, winding: str) -> None:
    make, inside = CLOSED[name]
    body = placed(wound(make(), winding), pose)
    rng = np.random.default_rng(1)
    corners = body.mesh.vertices
    edges = body.mesh.faces[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2)
    share = rng.random((len(edges), 1))
    on_edges = corners[edges[:, 0]] * share + corners[edges[:, 1]] * (1 - share)
    around = rng.normal(size=(500, 3))
    for point in pose.to_world(inside):
        aimed = np.concatenate([corners, corners[edges].mean(axis=1), on_edges, point + around])
        away = aimed - point
        away = away[np.linalg.norm(away, axis=1) > 1e-6]
        # Exactly through what was aimed at, and a rounding's breadth beside it.
        ends = point + away * (1000 / np.linalg.norm(away, axis=1))[:, None]
        ends = np.concatenate([ends, point + away * 4, ends + rng.normal(size=ends.shape) * 1e-10])
        ends = ends[np.linalg.norm(ends - point, axis=1) > 250]
        assert len(escapes(body, point, ends)) == 0


def test_no_line_leaves_a_random_hull_of_whole_numbers() -> None:
    # Two pyramids on a common base, their shared edges aimed at exactly.
    rng = np.random.default_rng(5)
    for _ in range(40):
        base = np.array([[9, 0, 0], [0, 7, 0], [-8, 0, 0], [0, -6, 0]]) + rng.integers(
            -2, 3, (4, 3)
        )
        tips = np.array([[0, 0, 11], [0, 0, -11]]) + rng.integers(-2, 3, (2, 3))
        points = np.concatenate([base, tips]) + np.array([0, 0, 1000])
        faces = [[i, (i + 1) % 4, tip] for i in range(4) for tip in (4, 5)]
        body = placed(Mesh(points, faces), Pose((0.0, 0.0, 0.0)))
        centre = np.array([0.0, 0.0, 1000.0])
        aimed = np.concatenate([points, points[:4] + points[[1, 2, 3, 0]] - np.array([0, 0, 1000])])
        ends = centre + (aimed - centre) * 16
        assert len(escapes(body, centre, ends)) == 0


@pytest.mark.parametrize("winding", WINDINGS[1:])
@pytest.mark.parametrize("name", CLOSED)
def test_winding_changes_nothing(name: str, winding: str) -> None:
    mesh = CLOSED[name][0]()
    rng = np.random.default_rng(2)
    focus = np.array([-150.0, 31.0, 47.0])
    ends = rng.uniform([-20, -120, 1], [200, 120, 100], (2000, 3))
    limits = np.array([ends.min(axis=0), ends.max(axis=0)])
    stops = []
    for how in ("as made", winding):
        scene = Scene((placed(wound(mesh, how), Pose((0, 0, 0), 20)),))
        owner, t = blockers(scene, focus, limits, focus + np.array([0, 0, 1])).first(ends)
        stops.append((owner, t))
    assert 50 < (stops[0][0] == 0).sum() < 1950
    np.testing.assert_array_equal(stops[0][0], stops[1][0])
    np.testing.assert_allclose(stops[0][1], stops[1][1], rtol=1e-12)


def test_a_window_lets_through_what_passes_it_and_no_more() -> None:
    pierced = wall((120, 6, 50), [Opening(0, 20, 10, 20)]).mesh.moved(np.eye(3), [0, 0, 0])
    scene = Scene((placed(pierced, Pose((0, 0, 0))),))
    focus = np.array([0.0, -53.0, 20.0])
    # The window's near edges are 50 mm ahead, the far ones 56; a line to y = 59 widens by
    # 112/56 from the far edge: 10 mm aside there becomes 20.
    ends = np.array([[20 - 1e-6, 59, 20], [20, 59, 20], [20.001, 59, 20], [-19.9, 59, 20]])
    owner, _ = blockers(scene, focus, np.array([ends.min(axis=0), ends.max(axis=0)]), focus).first(
        ends
    )
    assert owner.tolist() == [-1, 0, 0, -1]


# ------------------------------------------------------------------ faces through the focus


def sheet(z: float) -> Body:
    corners = [[-100, -100, z], [100, -100, z], [100, 100, z], [-100, 100, z]]
    return placed(Mesh(corners, [[0, 1, 2], [0, 2, 3]]), Pose((0, 0, 0)))


@pytest.mark.parametrize("side", [1, -1])
def test_a_face_through_the_focus_stops_what_leaves_away_from_the_user(side: int) -> None:
    focus, user = np.array([30.0, 20.0, 50.0]), np.array([30.0, 20.0, 50.0 + 20 * side])
    ends = np.array([[60.0, 20, 50 + 10 * side], [60, 20, 50], [60, 20, 50 - 10 * side]])
    limits = np.array([ends.min(axis=0), ends.max(axis=0)])
    cover = blockers(Scene((sheet(50),)), focus, limits, user)
    owner, t = cover.first(ends)
    assert [cover.names[i] if i >= 0 else "" for i in owner] == ["", "", "piece"]
    assert t[2] == 0


def test_a_face_that_the_focus_is_a_hair_over_stops_lines_down() -> None:
    focus = np.array([30.0, 20.0, 50.001])
    ends = np.array([[60.0, 20, 49], [60, 20, 50.0005], [60, 20, 51]])
    limits = np.array([ends.min(axis=0), ends.max(axis=0)])
    owner, _ = blockers(Scene((sheet(50),)), focus, limits, focus + np.array([0, 0, 20])).first(
        ends
    )
    assert owner.tolist() == [0, -1, -1]


def test_what_holds_the_origin() -> None:
    triangles = np.array(
        [
            [[-1, -1, 0], [2, -1, 0], [0, 2, 0]],  # inside
            [[0, 0, 0], [2, 0, 0], [0, 2, 0]],  # at a corner
            [[-1, 0, 0], [1, 0, 0], [0, 0, 3]],  # on a side
            [[1, 1, 0], [2, 1, 0], [1, 2, 0]],  # in its plane, outside
            [[-1, -1, 0.1], [2, -1, 0.1], [0, 2, 0.1]],  # beside its plane
            [[-1, 0, 0], [0, 0, 0], [1, 0, 0]],  # no triangle
        ],
        dtype=np.float64,
    )
    places, normals = through_origin(triangles)
    assert places.tolist() == [0, 1, 2]
    assert np.abs(normals).tolist() == [[0, 0, 1], [0, 0, 1], [0, 1, 0]]


def test_only_blocking_pieces_between_focus_and_ends_are_gathered() -> None:
    cube = box((10, 10, 10)).mesh
    pieces = (
        scenery_body("between", cube, Pose((50, 0, 0))),
        scenery_body("glass", cube, Pose((70, 0, 0)), blocks=False),
        scenery_body("aside", cube, Pose((50, 90, 0))),
    )
    limits = np.array([[100, -5, 0], [110, 5, 20.0]])
    cover = blockers(Scene(pieces), np.array([0, 0, 5.0]), limits, np.array([0, 0, 20.0]))
    assert cover.names == ("between", TABLE)
    assert len(pieces[0].meeting(limits)) == 0


# ------------------------------------------------------------------ clearance


def by_brute_force(focus: np.ndarray, end: np.ndarray, triangles: np.ndarray, n: int) -> float:
    """The least distance, square to the line, of many points of the triangles passed."""
    i, j = (k.ravel() for k in np.meshgrid(np.arange(n + 1), np.arange(n + 1)))
    keep = i + j <= n
    weights = np.stack([i[keep], j[keep], n - i[keep] - j[keep]], axis=1) / n
    points = np.einsum("wk,tkx->twx", weights, triangles).reshape(-1, 3) - focus
    length = np.linalg.norm(end - focus)
    along = points @ (end - focus) / length
    passed = points[(along >= 0) & (along <= length)]
    if len(passed) == 0:
        return float("inf")
    return float((np.linalg.norm(np.cross(passed, end - focus), axis=1) / length).min())


@settings(deadline=None, derandomize=True, max_examples=300)
@given(POINT, POINT, st.lists(TRIANGLE, min_size=1, max_size=3))
def test_clearance_is_the_least_distance_square_to_the_line(
    focus: Vector, end: Vector, triangles: list[Triangle]
) -> None:
    if focus == end:
        return
    seen = cast(focus, triangles)
    if seen.first(np.array([end], dtype=float))[0][0] >= 0:
        return
    start, stop = np.array(focus, dtype=float), np.array(end, dtype=float)
    shapes = np.array(triangles, dtype=float)
    room = seen.clearance(stop)
    assert room == pytest.approx(oracle.room(start, stop, shapes), abs=1e-9)
    dense = min(by_brute_force(start, stop, shapes, 50), focus[2], end[2])
    assert room <= dense + 1e-9
    depth = (shapes - start) @ (stop - start)
    if depth.min() >= 0 and depth.max() <= (stop - start) @ (stop - start):
        # Points of a triangle next to each other are at most its longest side / 50 apart.
        sides = shapes - np.roll(shapes, 1, axis=1)
        assert dense - room <= np.linalg.norm(sides, axis=2).max() / 50


def test_clearance_by_hand() -> None:
    post: Triangle = ((10, 3, 0), (10, 5, 0), (10, 4, 20))
    seen = cast((0, 0, 6), [post])
    # Level along x: the nearest of the post at z = 6 is its edge from y = 3 to y = 4 over 20 mm.
    edge = 3 * 20 / np.hypot(20, 1) + 6 / np.hypot(20, 1)
    assert seen.clearance(np.array([20, 0, 6.0])) == pytest.approx(edge, rel=1e-9)
    # It ends before the post: only the table is passed.
    assert seen.clearance(np.array([9, 0, 6.0])) == 6
    # It leaves the other way.
    assert seen.clearance(np.array([-20, 0, 2.0])) == 2
