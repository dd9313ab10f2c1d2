"""The distance of convex solids: bounds that hold, and meet."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meshes.solids import Cylinder, Point, SweptBall
from spatial.convex import Support, distance

BOUNDS = 1e-6
Corners = list[tuple[int, int, int]]


def hull(corners: Corners) -> Support:
    """The support of the convex hull of points."""

    def support(direction: Point) -> Point:
        x, y, z = max(corners, key=lambda p: sum(a * b for a, b in zip(p, direction, strict=True)))
        return (float(x), float(y), float(z))

    return support


def moved(solid: Cylinder | SweptBall, at: Point) -> Support:
    def support(direction: Point) -> Point:
        x, y, z = solid.support(direction)
        return (x + at[0], y + at[1], z + at[2])

    return support


def agrees(a: Support, b: Support, true: float) -> None:
    found = distance(a, b)
    assert found.lower <= true + 1e-9
    assert true <= found.upper + 1e-9
    assert found.upper - found.lower <= BOUNDS
    assert math.dist(found.on_a, found.on_b) == found.upper


def least_norm(points: np.ndarray) -> float:
    """The distance from the origin to the hull of integer points, simplex by simplex.

    Zero where some tetrahedron, triangle, segment or point holds the origin, told in integers;
    else the least of the distances to all of their corners, sides and triangles.
    """
    n = len(points)
    best = float(np.linalg.norm(points, axis=1).min())
    if n > 1:
        p, q = (points[list(k)] for k in zip(*itertools.combinations(range(n), 2), strict=True))
        edge = q - p
        size = (edge * edge).sum(axis=1)
        t = np.clip(-(p * edge).sum(axis=1) / np.where(size > 0, size, 1), 0, 1)
        best = min(best, float(np.linalg.norm(p + t[:, None] * edge, axis=1).min()))
    if n > 2:
        p, q, r = (points[list(k)] for k in zip(*itertools.combinations(range(n), 3), strict=True))
        normal = np.cross(q - p, r - p)
        size = (normal * normal).sum(axis=1)
        inside = size > 0
        for a, b in ((p, q), (q, r), (r, p)):
            inside &= (np.cross(a, b) * normal).sum(axis=1) >= 0
        height = np.abs((p * normal).sum(axis=1)[inside]) / np.sqrt(size[inside])
        best = min(best, float(height.min(initial=np.inf)))
    if n > 3:
        a, b, c, d = (
            points[list(k)] for k in zip(*itertools.combinations(range(n), 4), strict=True)
        )
        sides = np.stack(
            [volume(b, c, d), -volume(a, c, d), volume(a, b, d), -volume(a, b, c)], axis=1
        )
        whole = sides.sum(axis=1)
        within = (sides * np.sign(whole)[:, None] >= 0).all(axis=1) & (whole != 0)
        if within.any():
            return 0.0
    return best


def volume(p: np.ndarray, q: np.ndarray, r: np.ndarray) -> np.ndarray:
    return (p * np.cross(q, r)).sum(axis=1)


SMALL = st.tuples(*[st.integers(-6, 6)] * 3)
CORNERS = st.lists(SMALL, min_size=1, max_size=4)


@settings(deadline=None, derandomize=True, max_examples=400)
@given(CORNERS, CORNERS, st.integers(0, 12), st.sampled_from([1, 1000]))
def test_hulls_of_whole_numbers(a: Corners, b: Corners, apart: int, scale: int) -> None:
    a = [(scale * x, scale * y, scale * z) for x, y, z in a]
    b = [(scale * (x + apart), scale * y, scale * z) for x, y, z in b]
    difference = np.array([np.subtract(p, q) for p in a for q in b])
    agrees(hull(a), hull(b), least_norm(difference))


SAME = [(0, 0, 0), (0, 0, 0)]
FLAT = [(0, 0, 0), (4, 0, 0), (0, 4, 0)]


@pytest.mark.parametrize(
    ("a", "b", "true"),
    [
        (SAME, SAME, 0.0),
        (SAME, [(3, 4, 12)], 13.0),
        ([(0, 0, 0), (2, 0, 0), (4, 0, 0)], [(2, 5, 0), (2, 5, 9)], 5.0),
        (FLAT, FLAT, 0.0),
        (FLAT, [(1, 1, 7)], 7.0),
        (FLAT, [(1, 1, 0)], 0.0),
        (FLAT, [(4, 4, 0)], 2 * math.sqrt(2)),
        (FLAT, [(x, y, 3) for x, y, _ in FLAT], 3.0),
        ([(0, 0, 0), (9, 0, 0)], [(0, 2, 0), (9, 2, 0)], 2.0),
        ([(0, 0, 0), (9, 9, 9)], [(3, 3, 3), (4, 4, 4)], 0.0),
    ],
)
def test_points_segments_and_flat_hulls(a: Corners, b: Corners, true: float) -> None:
    agrees(hull(a), hull(b), true)
    agrees(hull(b), hull(a), true)


@pytest.mark.parametrize("gap", [1000.0, 7.5, 1e-3, 2e-6, 0.0, -1e-3, -20.0])
@pytest.mark.parametrize("turn", [0.0, 33.0, 90.0, 171.0])
def test_cylinders_side_by_side(gap: float, turn: float) -> None:
    a, b = Cylinder(12.5, 40), Cylinder(20, 45)
    away = 12.5 + 20 + gap
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    agrees(moved(a, (0, 0, 0)), moved(b, (c * away, s * away, 5)), max(gap, 0.0))


@pytest.mark.parametrize("gap", [100.0, 0.25, 1e-4, 0.0, -3.0])
def test_balls_against_what_they_stand_on(gap: float) -> None:
    ball = SweptBall(0, 0, 60, 60, -60, 60)
    agrees(moved(ball, (3, 4, 60 + gap)), moved(Cylinder(300, 10), (0, 0, -10)), max(gap, 0.0))
    agrees(moved(ball, (0, 0, 0)), moved(ball, (72, 96, 0)), 0.0)
    agrees(moved(ball, (0, 0, 0)), moved(ball, (0, 120 + gap, 0)), max(gap, 0.0))


@pytest.mark.parametrize("far", [1.0, 1e3, 1e5])
def test_a_cone_s_tip_against_a_thin_post(far: float) -> None:
    cone = SweptBall(0, 130, 0, 30, -30, 30)
    post = Cylinder(1e-3, 1e-3)
    agrees(moved(cone, (0, 0, 0)), moved(post, (-far, 0, 0)), far - 1e-3)


def any_size(low: float, high: float) -> st.SearchStrategy[float]:
    return st.floats(low, high).map(lambda x: round(x, 3))


@st.composite
def solids(draw: st.DrawFn) -> Cylinder | SweptBall:
    if draw(st.booleans()):
        return Cylinder(draw(any_size(0.01, 40)), draw(any_size(0.01, 80)))
    radius = draw(any_size(0.5, 60))
    length = draw(st.sampled_from([0.0, 1.0, 2.5])) * radius * 2
    small = draw(st.sampled_from([0.0, 0.5, 1.0])) * radius if length else radius
    low = draw(st.sampled_from([0.0, -0.01, -1.0])) * radius
    high = draw(st.sampled_from([0.01, 0.5, 1.0])) * radius
    return SweptBall(0, length, small, radius, low, high, draw(st.booleans()))


PLACE = st.tuples(any_size(-120, 120), any_size(-120, 120), any_size(-120, 120))


@settings(deadline=None, derandomize=True, max_examples=400)
@given(solids(), solids(), PLACE)
def test_bounds_of_round_solids_meet(
    a: Cylinder | SweptBall, b: Cylinder | SweptBall, at: Point
) -> None:
    one, two = moved(a, (0, 0, 0)), moved(b, at)
    found = distance(one, two)
    assert 0 <= found.lower <= found.upper + 1e-12
    assert found.upper - found.lower <= BOUNDS
    # The same question the other way round, and mirrored by exchanging the solids.
    back = distance(two, one)
    assert back.upper == pytest.approx(found.upper, abs=BOUNDS)


@settings(deadline=None, derandomize=True, max_examples=200)
@given(solids(), solids(), PLACE, any_size(0, 100))
def test_stopping_early_proves_what_was_asked(
    a: Cylinder | SweptBall, b: Cylinder | SweptBall, at: Point, above: float
) -> None:
    one, two = moved(a, (0, 0, 0)), moved(b, at)
    whole, early = distance(one, two), distance(one, two, stop_above=above)
    assert early.lower <= whole.upper + BOUNDS
    assert early.upper >= whole.lower - BOUNDS
    assert early.lower > above or early.upper - early.lower <= BOUNDS
