"""The front of a base: the half-space that a trooper faces."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meshes.solids import Cylinder
from spatial.front import front
from spatial.scene import Body, trooper_body


def trooper(x: float, y: float) -> Body:
    return trooper_body("A", Cylinder(12.5, 40), (x, y, 0))


@pytest.mark.parametrize(
    ("facing", "way"), [(0, (1, 0)), (90, (0, 1)), (180, (-1, 0)), (-90, (0, -1))]
)
def test_depth_is_exact_for_a_quarter_turn(facing: float, way: tuple[int, int]) -> None:
    ahead = front(trooper(30, -20), facing)
    point = np.array([30 + 7 * way[0], -20 + 7 * way[1], 99.0])
    assert ahead.depth(point) == 7.0
    assert ahead.depth(np.array([30.0, -20, 5])) == 0.0


@pytest.mark.parametrize(("x", "reaches"), [(-12.5, True), (-12.501, False)])
def test_touching_the_border_is_in_front(x: float, reaches: bool) -> None:
    assert front(trooper(0, 0), 0).reaches(trooper(x, 99)) is reaches


@settings(deadline=None, max_examples=40)
@given(st.floats(0, 360), st.floats(-99, 99), st.floats(-99, 99))
def test_what_is_in_front_is_behind_for_who_is_turned_round(
    facing: float, x: float, y: float
) -> None:
    viewer, point = trooper(5, 5), np.array([x, y, 0.0])
    one, other = front(viewer, facing).depth(point), front(viewer, facing + 180).depth(point)
    assert one == pytest.approx(-other, abs=1e-9)
    turn = math.radians(facing)
    assert one == pytest.approx((x - 5) * math.cos(turn) + (y - 5) * math.sin(turn), abs=1e-9)
