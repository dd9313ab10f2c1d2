"""Several screens together, against boards whose edges are worked out by hand."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meshes.kit import wall
from meshes.mesh import Floats
from meshes.solids import Cylinder
from spatial.between import Between
from spatial.flat import Screens
from spatial.fused import Fused
from spatial.gathering import blockers
from spatial.scene import Body, Pose, Scene, scenery_body, trooper_body
from spatial.surface import prism

SPOT = np.array([87.5, 0, 20.0])
S2 = Cylinder(12.5, 40)
ONE, TWO = trooper_body("one", S2, (0, 0, 0)), trooper_body("two", S2, (100, 0, 0))


def board(name: str, x: float, low: float, high: float, height: float = 70) -> Body:
    """6 mm thick, across the way from one to the other, from one y to another."""
    mesh = wall((high - low, 6, height)).mesh
    return scenery_body(name, mesh, Pose((x, (low + high) / 2, 0), 90))


def hidden(spot: Floats, *between: Body) -> bool:
    a, b = (prism(body, None, 0.0) for body in (ONE, TWO))
    screens = Screens(Scene((*between, ONE, TWO)), (), ONE, TWO, a, b)
    return Fused(screens.between(b)).hides_from(spot)


@settings(deadline=None, max_examples=25)
@given(st.floats(-4.5, 4.5), st.floats(-3, 3))
def test_two_boards_hide_what_each_leaves_to_the_other(edge: float, other: float) -> None:
    """From the spot a board's edge at y is seen along y / d, by whichever of its faces' d,
    3 mm nearer or farther than its middle, makes it reach farther. The viewer is seen up to
    12.5 / 87.5 on either side, more than any of these edges."""
    left = max(edge / 34.5, edge / 40.5)
    right = min(other / 24.5, other / 30.5)
    if abs(left - right) < 1e-4:
        return
    boards = board("left", 50, -60, edge), board("right", 60, other, 60)
    assert hidden(SPOT, *boards) is (left > right)


def test_one_board_is_enough_and_one_too_low_is_not() -> None:
    assert hidden(SPOT, board("whole", 50, -60, 60))
    # The line from the spot to the viewer's top goes over it.
    assert not hidden(SPOT, board("low", 50, -60, 60, 25))


def test_nothing_hides_nothing() -> None:
    assert not hidden(SPOT)


@pytest.mark.parametrize("seed", range(6))
def test_what_is_gathered_for_both_is_what_is_gathered_for_one_point(seed: int) -> None:
    rng = np.random.default_rng(seed)
    scenery = [
        board(f"{i}", float(x), float(y) - 20, float(y) + 20, 30)
        for i, (x, y) in enumerate(rng.uniform((20, -40), (80, 40), (5, 2)))
    ]
    model = trooper_body("model", S2, (50, 15, 0))
    scene = Scene((*scenery, ONE, TWO, model))
    between = Between(scene, (model,), ONE, TWO)
    for viewer, target in ((ONE, TWO), (TWO, ONE)):
        turn = float(rng.uniform(0, 2 * math.pi))
        x, y, _ = viewer.pose.at
        eye = np.array([x + 12.5 * math.cos(turn), y + 12.5 * math.sin(turn), 40 * rng.random()])
        box = np.array([[target.pose.at[0] - 12.5, -12.5, 0], [target.pose.at[0] + 12.5, 12.5, 40]])
        middle = np.array([x, y, 20.0])
        ends = rng.uniform(box[0], box[1], (60, 3))
        alone, together = (
            blockers(scene, eye, box, middle, (model,)),
            between.blockers(eye, box, middle),
        )
        np.testing.assert_array_equal(alone.corners, together.corners)
        (one, t), (other, u) = alone.first(ends), together.first(ends)
        np.testing.assert_array_equal(t, u)
        names = [
            [cover.names[who] if who >= 0 else "" for who in owner]
            for cover, owner in ((alone, one), (together, other))
        ]
        assert names[0] == names[1]
