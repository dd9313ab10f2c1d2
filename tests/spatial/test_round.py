"""Lines and upright cylinders, against closed forms and dense points."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meshes.mesh import Floats
from meshes.solids import Cylinder
from spatial.region import region
from spatial.round import beside, entered, outlined
from spatial.scene import trooper_body

POST = np.array([50.0, 0, 10, -5, 40])

near = st.floats(-80, 80)
lines = st.tuples(near, near, near).filter(lambda way: max(map(abs, way)) > 1)


def inside(cylinder: Floats, points: Floats, slack: float = 0.0) -> Floats:
    x, y, radius, low, high = cylinder
    away = np.hypot(points[:, 0] - x, points[:, 1] - y) - radius
    over = np.maximum(low - points[:, 2], points[:, 2] - high)
    held: Floats = np.maximum(away, over) <= slack
    return held


@settings(deadline=None, max_examples=80)
@given(lines, st.floats(2, 60), st.floats(-60, 60), st.floats(-60, 60))
def test_a_line_enters_where_its_first_point_inside_lies(
    way: tuple[float, float, float], radius: float, x: float, low: float
) -> None:
    cylinder = np.array([x, 10.0, radius, low, low + 35])
    line = np.array(way)
    t = np.linspace(0, 1, 4001)
    points = line * t[:, None]
    found = float(entered(cylinder, line[None])[0])
    deep = inside(cylinder, points, -0.1)
    if np.isfinite(found):
        assert inside(cylinder, line[None] * found, 1e-6)[0]
        assert not deep[t < found - 1e-9].any()
    else:
        assert not deep.any()


def test_a_level_line_above_or_below_passes_by_and_one_at_the_rim_touches() -> None:
    line = np.array([[100.0, 0, 0]])
    for low, high, enters in ((5, 40, False), (-40, -5, False), (0, 40, True), (-40, 0, True)):
        found = entered(np.array([50.0, 0, 10, low, high]), line)[0]
        assert found == (pytest.approx(0.4) if enters else np.inf)


def test_a_level_way_above_or_below_a_silhouette_misses_it() -> None:
    target = trooper_body("1", Cylinder(12.5, 40), (100, 0, 10))
    for height, reaches in ((9.0, False), (10.0, True), (50.0, True), (51.0, False)):
        seen = region(target, None, (0, 0, height))
        assert seen is not None
        assert seen.holds(np.array([[1.0, 0, 0]]))[0] == reaches


def test_a_line_along_the_side_touches_it_and_one_beside_does_not() -> None:
    t = entered(POST, np.array([[100.0, 20, 0], [100, 0, 0]]))
    # The tangent from the origin: sin = 10 / 50.
    turn = math.asin(0.2)
    ends = np.array([[math.cos(a) * 99, math.sin(a) * 99, 0.0] for a in (turn - 1e-9, turn + 1e-6)])
    assert np.isfinite(entered(POST, ends)).tolist() == [True, False]
    assert t[1] == pytest.approx(0.4)


def test_a_line_that_starts_on_the_surface_and_leaves_does_not_go_in() -> None:
    at_origin = np.array([10.0, 0, 10, -5, 40])
    assert np.isfinite(entered(at_origin, np.array([[-50.0, 0, 0], [50, 0, 0]]))).tolist() == [
        False,
        True,
    ]


@settings(deadline=None, max_examples=60)
@given(lines)
def test_the_distance_is_that_of_dense_points(way: tuple[float, float, float]) -> None:
    line = np.array(way)
    points = line * np.linspace(0, 1, 4001)[:, None]
    aside = np.maximum(np.hypot(points[:, 0] - 50, points[:, 1]) - 10, 0)
    over = np.maximum(np.maximum(-5 - points[:, 2], points[:, 2] - 40), 0)
    least = float(np.hypot(aside, over).min())
    step = float(np.linalg.norm(line)) / 4000
    assert least - step <= beside(POST, line) <= least + 1e-6


def test_a_prism_lies_inside_its_cylinder() -> None:
    corners = outlined(POST, 24)
    assert inside(POST, corners, 1e-9).all()
    assert corners.shape == (48, 3)
