"""Where solids stand: poses, bodies, the index over them, the tree over their triangles."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meshes.kit import box, building
from meshes.mesh import Mesh
from meshes.solids import Cylinder, SweptBall
from spatial.index import Index
from spatial.outcome import Outcome
from spatial.scene import Body, Pose, Scene, SceneError, scenery_body, template_body, trooper_body
from spatial.tree import tree

ANGLE = st.floats(-400, 400)
PLACE = st.tuples(*[st.floats(-1000, 1000)] * 3)


@pytest.mark.parametrize(
    ("turn", "tilt", "x", "y", "z"),
    [
        (0, 0, [1, 0, 0], [0, 1, 0], [0, 0, 1]),
        (90, 0, [0, 1, 0], [-1, 0, 0], [0, 0, 1]),
        (180, 0, [-1, 0, 0], [0, -1, 0], [0, 0, 1]),
        (-90, 0, [0, -1, 0], [1, 0, 0], [0, 0, 1]),
        (0, 90, [0, 0, 1], [0, 1, 0], [-1, 0, 0]),
        (0, -90, [0, 0, -1], [0, 1, 0], [1, 0, 0]),
        (90, 90, [0, 0, 1], [-1, 0, 0], [0, -1, 0]),
    ],
)
def test_axes_of_a_pose_by_hand(
    turn: float, tilt: float, x: list[int], y: list[int], z: list[int]
) -> None:
    pose = Pose((10.0, 20.0, 30.0), turn, tilt)
    axes = pose.to_world([[1, 0, 0], [0, 1, 0], [0, 0, 1]]) - [10, 20, 30]
    # Quarter turns are exact.
    assert axes.tolist() == [x, y, z]


def test_tilt_raises_the_far_end() -> None:
    pose = Pose((0.0, 0.0, 5.0), 0.0, 30.0)
    np.testing.assert_allclose(pose.to_world([[10, 0, 0]])[0], [10 * math.sqrt(3) / 2, 0, 10])


@settings(deadline=None, derandomize=True)
@given(PLACE, ANGLE, st.floats(-90, 90))
def test_pose_there_and_back(at: tuple[float, float, float], turn: float, tilt: float) -> None:
    pose = Pose(at, turn, tilt)
    points = np.random.default_rng(3).uniform(-200, 200, (20, 3))
    np.testing.assert_allclose(pose.to_local(pose.to_world(points)), points, atol=1e-9)
    np.testing.assert_allclose(pose.rotation @ pose.rotation.T, np.eye(3), atol=1e-12)
    assert np.linalg.det(pose.rotation) == pytest.approx(1)
    # The template's own y axis stays level, and its plane leans by the tilt.
    assert pose.rotation[2, 1] == 0
    assert pose.rotation[2, 2] == pytest.approx(math.cos(math.radians(tilt)), abs=1e-12)


def test_bodies_stand_where_they_were_put() -> None:
    post = trooper_body("1", Cylinder(12.5, 40), (100, 50, 7))
    assert post.box.tolist() == [[87.5, 37.5, 7], [112.5, 62.5, 47]]
    assert post.cylinder.radius == 12.5
    blast = template_body("A", SweptBall(0, 130, 0, 30, 0, 30), Pose((100, 0, 0), 90))
    np.testing.assert_allclose(blast.box, [[70, 0, 0], [130, 160, 30]], atol=0.1)
    assert blast.swept.x1 == 130
    crate = scenery_body("crate", box((20, 10, 5)).mesh, Pose((0, 0, 3), 90), levels=[0, 5])
    assert crate.box.tolist() == [[-5, -10, 3], [5, 10, 8]]
    assert crate.levels == (3, 8)
    assert crate.blocks


def test_a_box_without_end_meets_all_that_is_over_a_place() -> None:
    low, high, far = (
        scenery_body(name, box((20, 10, 5)).mesh, Pose((x, 0, z)))
        for name, x, z in (("low", 0, -3), ("high", 0, 4000), ("far", 50, 0))
    )
    post = trooper_body("1", Cylinder(12.5, 40), (0, 0, 7))
    scene = Scene((low, high, far, post))
    over = np.array([[-1, -1, -np.inf], [1, 1, np.inf]])
    assert scene.near(over) == (low, high, post)
    assert scene.near(np.array([[-np.inf] * 3, [np.inf] * 3])) == scene.bodies
    assert scene.scenery == (low, high, far)


def test_bodies_know_what_they_are_not() -> None:
    post = trooper_body("1", Cylinder(12.5, 40), (0, 0, 0))
    crate = scenery_body("crate", box((20, 10, 5)).mesh, Pose((0, 0, 0)))
    with pytest.raises(TypeError, match="crate is no upright cylinder"):
        crate.cylinder  # noqa: B018
    with pytest.raises(TypeError, match="1 is no template"):
        post.swept  # noqa: B018
    with pytest.raises(TypeError, match="1 is no scenery"):
        post.meeting(np.array([[0, 0, 0], [1, 1, 1.0]]))


def test_bodies_can_t_be_changed() -> None:
    crate = scenery_body("crate", box((20, 10, 5)).mesh, Pose((0, 0, 0)))
    with pytest.raises(ValueError, match="read-only"):
        crate.box[0, 0] = 1
    with pytest.raises(AttributeError):
        crate.name = "barrel"  # type: ignore[misc]


def crate(name: str, x: float) -> Body:
    return scenery_body(name, box((10, 10, 10)).mesh, Pose((x, 0.0, 0.0)))


def test_scene_finds_its_bodies() -> None:
    scene = Scene((crate("a", 0), crate("b", 100)))
    assert scene.body("b").pose.at[0] == 100
    with pytest.raises(SceneError, match='nothing on the table is called "c"'):
        scene.body("c")
    with pytest.raises(SceneError, match='two bodies are called "a"'):
        Scene((crate("a", 0), crate("a", 100)))
    more = scene.with_bodies(crate("c", 200))
    assert [body.name for body in more.bodies] == ["a", "b", "c"]
    assert [body.name for body in scene.bodies] == ["a", "b"]


def test_near_answers_in_scene_order_and_touching_counts() -> None:
    scene = Scene(tuple(crate(str(i), 10.0 * i) for i in (5, 3, 4, 9, 0)))
    near = scene.near(np.array([[35, 0, 0], [45, 1, 10.0]]))
    assert [body.name for body in near] == ["5", "3", "4"]
    assert scene.near(np.array([[0, 0, 50], [1, 1, 60.0]])) == ()
    assert Scene(()).near(np.array([[0, 0, 0], [1, 1, 1.0]])) == ()


@settings(deadline=None, derandomize=True, max_examples=60)
@given(st.integers(0, 10**6), st.integers(1, 60))
def test_index_against_every_box(seed: int, n: int) -> None:
    rng = np.random.default_rng(seed)
    low = rng.integers(0, 20, (n, 3)).astype(float)
    boxes = np.stack([low, low + rng.integers(0, 6, (n, 3))], axis=1)
    asked = np.array([[5, 5, 5], rng.integers(5, 20, 3)], dtype=float)
    meets = (boxes[:, 0] <= asked[1]).all(axis=1) & (boxes[:, 1] >= asked[0]).all(axis=1)
    assert Index(boxes).meeting(asked).tolist() == np.flatnonzero(meets).tolist()


@settings(deadline=None, derandomize=True, max_examples=60)
@given(st.integers(0, 10**6), st.integers(1, 1500))
def test_tree_against_every_triangle(seed: int, n: int) -> None:
    rng = np.random.default_rng(seed)
    corners = rng.integers(-50, 50, (n, 1, 3)) + rng.integers(-8, 9, (n, 3, 3))
    mesh = Mesh(corners.reshape(-1, 3), np.arange(3 * n).reshape(-1, 3))
    low, high = corners.min(axis=1), corners.max(axis=1)
    asked = np.sort(rng.integers(-60, 60, (2, 3)), axis=0).astype(float)
    meets = (low <= asked[1]).all(axis=1) & (high >= asked[0]).all(axis=1)
    found = tree(mesh)
    assert found.meeting(asked).tolist() == np.flatnonzero(meets).tolist()
    # With planes: nothing that reaches inside them all may be left out, nor is any found twice,
    # and what lies wholly outside one by its AABB is left out.
    planes = np.column_stack([rng.integers(-3, 4, (2, 3)), rng.integers(-40, 41, 2)]).astype(float)
    some = found.meeting(asked, planes)
    reach = corners @ planes[:, :3].T + planes[:, 3]
    inside = (reach.max(axis=1) >= 0).all(axis=1)
    assert np.isin(np.flatnonzero(meets & inside), some).all()
    assert np.isin(some, np.flatnonzero(meets)).all()
    assert (np.diff(some) > 0).all()


def test_tree_of_a_building_by_way_of_its_body() -> None:
    house = scenery_body("house", building((100, 80), 2, 45).mesh, Pose((0, 0, 0)))
    everything = house.meeting(np.array([[-60, -60, -1], [60, 60, 100.0]]))
    np.testing.assert_array_equal(everything, house.mesh.triangles)
    roof = house.meeting(np.array([[-60, -60, 89], [60, 60, 100.0]]))
    assert 0 < len(roof) < len(everything)
    assert (roof[:, :, 2].max(axis=1) >= 89).all()


def test_an_outcome_is_never_true_or_false() -> None:
    for outcome in Outcome:
        with pytest.raises(TypeError, match="three values"):
            bool(outcome)
