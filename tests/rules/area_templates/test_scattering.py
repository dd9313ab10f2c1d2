"""Scatter: along the line, stopped exactly at edges, and never without a direction."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meshes import kit
from meshes.solids import Point
from rules.area_templates.rolls import Roll
from rules.area_templates.verdicts import Scatter
from rules.verdict import RulingError
from spatial.scene import Pose, scenery_body
from tests.area_tables import blast, log, model, state

PLACES = st.floats(-400, 400, allow_nan=False)
FAR = st.floats(0, 300, allow_nan=False)
SUCCESS, BLANK = Roll(successes=1), Roll(blanks=1)


def scattered(
    attacker: Point,
    at: Point | tuple[float, float],
    roll: Roll,
    distance: float,
    size: tuple[float, float] = (math.inf, math.inf),
    **readings: str,
) -> Scatter:
    table = state(model("A", attacker), size=size)
    (step,) = log(table, blast(at, roll, distance=distance), **readings).steps
    (found,) = [one.evidence for one in step.findings if isinstance(one.evidence, Scatter)]
    return found


@st.composite
def shots(draw: st.DrawFn) -> tuple[Point, Point, float]:
    x, y, p, q = (draw(PLACES) + 500 for _ in range(4))
    return (x, y, 0.0), (p, q, 0.0), draw(FAR)


@settings(deadline=None, max_examples=60)
@given(shots(), st.booleans())
def test_a_scatter_stays_on_the_line(shot: tuple[Point, Point, float], away: bool) -> None:
    attacker, at, far = shot
    before = math.dist(attacker, at)
    if before < 0.01:
        return
    found = scattered(attacker, at, SUCCESS if away else BLANK, far, (1000, 1000))
    assert math.dist(found.start, found.end) == pytest.approx(found.moved, abs=1e-6)
    assert found.moved <= far
    assert (found.moved < far) is (found.stopped_by == "edge")
    # Along the unit vector u from the attacker: away adds, toward takes off.
    u = [(b - a) / before for a, b in zip(attacker, at, strict=True)]
    sign = 1 if away else -1
    for i in (0, 1):
        assert found.end[i] == pytest.approx(at[i] + sign * found.moved * u[i], abs=1e-6)
        assert 0 <= found.end[i] <= 1000
    if found.stopped_by:
        assert any(found.end[i] in (0, 1000) for i in (0, 1))


@settings(deadline=None, max_examples=40)
@given(shots(), st.booleans(), st.integers(1, 35), PLACES)
def test_turning_and_moving_the_table_turns_and_moves_the_scatter(
    shot: tuple[Point, Point, float], away: bool, tens: int, along: float
) -> None:
    attacker, at, far = shot
    if math.dist(attacker, at) < 1:
        return
    roll = SUCCESS if away else BLANK
    pose = Pose((along, -along, 0), 10.0 * tens)
    placed = [tuple(row) for row in pose.to_world([[*attacker], [*at]]).tolist()]
    here = scattered(attacker, at, roll, far)
    there = scattered(placed[0], placed[1], roll, far)
    wanted = pose.to_world([[*here.end]])[0]
    assert there.end == pytest.approx(tuple(wanted), abs=1e-6)
    assert (here.stopped_by, there.stopped_by) == ("", "")


def test_a_scatter_into_a_corner_is_stopped_by_the_nearer_edge() -> None:
    found = scattered((100, 100, 0), (130, 140, 0), SUCCESS, 500, (200, 200))
    # Along (0.6, 0.8): y = 200 after 75, x = 200 after 116.7.
    assert found.end == (175, 200, 0)
    assert found.moved == pytest.approx(75)


@pytest.mark.parametrize("far", [0.0, 10.0])
def test_a_centre_on_the_edge_moves_no_farther_out_but_along_it(far: float) -> None:
    out = scattered((100, 100, 0), (200, 100, 0), SUCCESS, far, (200, 200))
    assert (out.end, out.moved) == ((200, 100, 0), 0)
    along = scattered((200, 50, 0), (200, 100, 0), SUCCESS, far, (200, 200))
    assert along.end == (200, 100 + far, 0)


def test_the_whole_template_may_start_over_the_edge_and_come_back() -> None:
    back = scattered((100, 100, 0), (190, 100, 0), BLANK, 60, (200, 200), edge_stop="whole")
    assert back.end == (130, 100, 0)
    out = scattered((100, 100, 0), (190, 100, 0), SUCCESS, 60, (200, 200), edge_stop="whole")
    assert (out.end, out.stopped_by) == ((190, 100, 0), "edge")


@pytest.mark.parametrize("at", [(100, 100, 0), (100, 100, 60), (100, 100.0005, 0)])
def test_an_attacker_on_the_very_centre_has_to_say_which_way_is_away(at: Point) -> None:
    with pytest.raises(RulingError, match=r"^test.toml: event\[1\]: at: A stands on the very") as e:
        scattered((100, 100, 0), at, SUCCESS, 30)
    assert "give the direction" in str(e.value)
    # A Critical needs none.
    table = state(model("A", (100, 100, 0)))
    assert log(table, blast(at)).steps[0].status == "resolved"


@pytest.mark.parametrize(("roll", "end"), [(SUCCESS, (100, 130, 0)), (BLANK, (100, 70, 0))])
def test_a_stated_direction_is_away(roll: Roll, end: Point) -> None:
    table = state(model("A", (100, 100, 0)))
    (step,) = log(table, blast((100, 100), roll, distance=30.0, away=90.0)).steps
    found = step.findings[-1].evidence
    assert isinstance(found, Scatter)
    assert found.end == end


HILL = scenery_body("hill", kit.box((100, 100, 30)).mesh, Pose((300, 100, 0)))


@pytest.mark.parametrize(("reading", "height"), [("surface", 30), ("highest", 30), ("own", 0)])
def test_a_centre_that_scatters_into_a_hill(reading: str, height: float) -> None:
    table = state(model("A", (100, 100, 0)), pieces=(HILL,))
    (step,) = log(table, blast((200, 100), SUCCESS, distance=80), scattered_height=reading).steps
    found = step.findings[-1].evidence
    assert isinstance(found, Scatter)
    assert found.end == (280, 100, height)


def test_under_a_bridge_only_the_highest_surface_is_the_bridge() -> None:
    bridge = scenery_body("bridge", kit.box((100, 100, 5)).mesh, Pose((300, 100, 60)))
    table = state(model("A", (100, 100, 0)), pieces=(bridge,))
    ends = []
    for reading in ("surface", "highest", "own"):
        (step,) = log(
            table, blast((200, 100), SUCCESS, distance=80), scattered_height=reading
        ).steps
        found = step.findings[-1].evidence
        assert isinstance(found, Scatter)
        ends.append(found.end[2])
    assert ends == [0, 65, 0]
