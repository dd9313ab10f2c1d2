"""A focus exactly on a floor's edge that is read to see past it: as if it lay just above."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meshes import kit
from meshes.mesh import Mesh
from meshes.solids import Cylinder, SweptBall
from spatial.atfocus import below_edge
from spatial.contact import contact
from spatial.gathering import blockers
from spatial.outcome import Outcome
from spatial.scene import Body, Pose, Scene, scenery_body, template_body, trooper_body
from spatial.sight import decide, gather, sight

UP = np.array([0.0, 0.0, 1.0])
BOX = np.array([[-200.0, -200, -200], [200, 200, 200]])
FOCUS = np.array([0.0, 0.0, 75.0])


def tower(turn: float) -> Body:
    """A tower whose roof is at 75; its east edge, turned, goes through the focus."""
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    return scenery_body("tower", kit.box((80, 60, 75)).mesh, Pose((-40 * c, -40 * s, 0), turn))


def corner(turn: float) -> Body:
    """The same with a corner of its roof at the focus."""
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    at = (-40 * c + 30 * s, -40 * s - 30 * c, 0.0)
    return scenery_body("tower", kit.box((80, 60, 75)).mesh, Pose(at, turn))


def sheet(turn: float) -> Body:
    """A roof without walls or thickness, its edge through the focus."""
    flat = Mesh([[0, -30, 75], [0, 30, 75], [-80, 30, 75], [-80, -30, 75]], [[0, 1, 2], [0, 2, 3]])
    return scenery_body("sheet", flat, Pose((0, 0, 0), turn))


def sees(body: Body, focus: np.ndarray, way: np.ndarray, past_edges: bool) -> bool:
    around = np.array([focus + way * 2, focus + way * 60])
    around = np.array([around.min(axis=0), around.max(axis=0)])
    cover = blockers(Scene((body,)), focus, around, focus + UP, (), past_edges)
    return bool(cover.first((focus + way * 60)[None])[0][0] < 0)


def ways(turn: float) -> dict[str, np.ndarray]:
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    out, along = np.array([c, s, 0.0]), np.array([-s, c, 0.0])
    return {
        "up and out": out + UP,
        "up and in": UP - out,
        "level and out": out,
        "level and in": -out,
        "down and out": out - UP,
        "steeply down and out": out * 0.05 - UP,
        "down, out and along": out * 0.2 + along - UP,
        "down and in": -out - UP,
        "steeply down and in": -out * 0.05 - UP,
        "down, in and along": along - out * 0.2 - UP,
    }


@pytest.mark.parametrize("turn", [0.0, 37.0, 90.0, 211.0])
@pytest.mark.parametrize("make", [tower, sheet])
def test_past_the_edge_only_what_is_behind_the_floor_is_hidden(make: object, turn: float) -> None:
    body = make(turn)  # type: ignore[operator]
    for name, way in ways(turn).items():
        down = name.count("down") > 0
        behind = down and "in" in name.replace(",", "").split()
        assert sees(body, FOCUS, way, True) is not behind, name
        assert sees(body, FOCUS, way, False) is not down, name


@pytest.mark.parametrize("turn", [0.0, 37.0, 180.0])
def test_at_a_corner_only_a_quarter_is_hidden(turn: float) -> None:
    body = corner(turn)
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    east, north = np.array([c, s, 0.0]), np.array([-s, c, 0.0])
    for x, y in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
        way = x * east + y * north - UP
        # The tower lies to the west and the south of the focus.
        assert sees(body, FOCUS, way, True) is not (x < 0 and y < 0), (x, y)


def test_within_a_floor_nothing_below_is_seen_either_way() -> None:
    body = scenery_body("tower", kit.box((80, 60, 75)).mesh, Pose((0, 0, 0)))
    for way in ways(0.0).values():
        assert sees(body, FOCUS, way, True) is sees(body, FOCUS, way, False)


def test_a_ceiling_is_looked_past_from_below() -> None:
    slab = scenery_body("slab", kit.box((80, 60, 5)).mesh, Pose((-40, 0, 75)))
    focus = np.array([0.0, 0.0, 75.0])
    around = np.array([[-60.0, -60, 76], [60, 60, 140]])
    cover = blockers(Scene((slab,)), focus, around, focus - UP, (), True)
    ends = focus + np.array([[50.0, 0, 50], [-50, 0, 50]])
    assert (cover.first(ends)[0] < 0).tolist() == [True, False]


@settings(deadline=None, max_examples=60)
@given(
    turn=st.floats(0, 360),
    azimuth=st.floats(0, 2 * math.pi),
    rise=st.floats(-1.4, 1.4),
)
def test_it_sees_what_a_point_just_above_sees(turn: float, azimuth: float, rise: float) -> None:
    way = np.array(
        [math.cos(rise) * math.cos(azimuth), math.cos(rise) * math.sin(azimuth), math.sin(rise)]
    )
    out = math.cos(azimuth - math.radians(turn))
    # Near the edge's own plane, and near level, a little height makes a difference.
    if abs(out) < 0.05 or abs(rise) < 0.05:
        return
    for body in (tower(turn), sheet(turn)):
        assert sees(body, FOCUS, way, True) is sees(body, FOCUS + UP * 0.002, way, False)


def test_a_trooper_below_the_edge_and_its_evidence() -> None:
    scene = Scene((tower(0.0),))
    below = trooper_body("1", Cylinder(12.5, 40), (30, 0, 0))
    blast = template_body("A", SweptBall(0, 0, 60, 60, -60, 60), Pose((0, 0, 75)))
    dot = trooper_body("dot", Cylinder(1, 2), (0, 0, 75))
    touch = contact(below, blast)
    for past, expected in ((False, Outcome.NO), (True, Outcome.YES)):
        seen = sight(scene, (0, 0, 75), below, blast, touch, dot, past_edges=past)
        cover = gather(scene, FOCUS, below.box, dot, past_edges=past)
        assert seen.outcome is expected
        assert decide(cover, below, blast)[0] is expected
        if past:
            assert seen.witness is not None
            assert seen.witness.clearance > 1
        else:
            assert [one.piece for one in seen.blockers] == ["tower"]


def test_a_trooper_hugging_the_wall_below_is_seen_too() -> None:
    scene = Scene((tower(0.0),))
    below = trooper_body("1", Cylinder(12.5, 40), (12.6, 0, 20))
    blast = template_body("A", SweptBall(0, 0, 60, 60, -60, 60), Pose((0, 0, 75)))
    dot = trooper_body("dot", Cylinder(1, 2), (0, 0, 75))
    seen = sight(scene, (0, 0, 75), below, blast, contact(below, blast), dot, past_edges=True)
    assert seen.outcome is Outcome.YES


def test_the_cone_below_a_face_covers_its_own_angle() -> None:
    # A face with its corner at the origin, 60 degrees wide; and one 150 degrees wide.
    for wide, count in ((60.0, 1), (150.0, 2)):
        a, b = (
            np.array([math.cos(math.radians(x)), math.sin(math.radians(x)), 0.0]) * 9
            for x in (0.0, wide)
        )
        cones = below_edge(np.array([np.zeros(3), a, b]), -UP, 2.0)
        assert cones.shape == (count, 3, 3)
        assert np.abs(cones).max() <= 2.0 + 1e-9
        assert cones[0, 0] == pytest.approx([2, 0, -2e-6], abs=1e-12)
        assert cones[-1, 2] == pytest.approx([0, 0, -2])
