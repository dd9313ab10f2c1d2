"""Line of fire: worked cases, each expectation derived by hand."""

import math

import numpy as np
import pytest

from meshes.kit import box as box_mesh
from meshes.mesh import Mesh
from meshes.solids import Cylinder
from spatial.evidence import LineOfFire
from spatial.fire import fire_from_point, fire_to_point, line_of_fire
from spatial.outcome import Outcome
from spatial.scene import Body, Pose, Scene, scenery_body, trooper_body

YES, NO = Outcome.YES, Outcome.NO
S2, SX, S8 = Cylinder(12.5, 40), Cylinder(12.5, 3), Cylinder(35, 70)
SUNK = 12.5 - math.sqrt(12.5**2 - 1.5**2)
"""How deep a chord of 3 mm lies in a circle of 25 mm across: a 3 x 3 mm square against the
round side has its corners on it, and its plane so far behind the nearest point."""


def block(name: str, low: tuple[float, float, float], high: tuple[float, float, float]) -> Body:
    size = np.subtract(high, low)
    x, y, _ = np.add(low, high) / 2
    mesh = box_mesh((float(size[0]), float(size[1]), float(size[2]))).mesh
    return scenery_body(name, mesh, Pose((float(x), float(y), low[2])))


def sheet(name: str, *corners: tuple[float, float, float]) -> Body:
    return scenery_body(name, Mesh(list(corners), [[0, 1, 2]]), Pose((0, 0, 0)))


def trooper(name: str, solid: Cylinder, x: float, y: float = 0, z: float = 0) -> Body:
    return trooper_body(name, solid, (x, y, z))


def asked(viewer: Body, target: Body, *others: Body, **how: object) -> LineOfFire:
    scene = Scene((*others, viewer, target))
    found = line_of_fire(scene, viewer, target, **how)  # type: ignore[arg-type]
    quick = line_of_fire(scene, viewer, target, evidence=False, **how)  # type: ignore[arg-type]
    assert quick.outcome is found.outcome
    return found


class TestWall:
    """A at x = 0, B at x = 200, a long wall 1 mm thick from x = 100.

    A's best point is the top of its front, (12.5, 0, 40): from there the line to B's nearest
    point is level, so the square stands upright at x = 187.5 + SUNK. A line over the wall's
    far edge, at (101, h), meets that plane at 40 - (40 - h) (175 + SUNK) / 88.5.
    """

    @staticmethod
    def seen(over: float, part: float = 3.0) -> LineOfFire:
        height = 40 - over * 88.5 / (175 + SUNK)
        wall = block("wall", (100, -300, 0), (101, 300, height))
        return asked(trooper("A", S2, 0), trooper("B", S2, 200), wall, part=part)

    def test_three_millimetres_over_it_are_seen(self) -> None:
        assert self.seen(3.002).outcome is YES

    def test_less_is_not_but_something_was_in_sight(self) -> None:
        found = self.seen(2.99)
        assert (found.outcome, found.too_small) == (NO, True)

    def test_any_opening_will_do_where_no_part_is_asked_for(self) -> None:
        assert self.seen(0.01, 0.0).outcome is YES
        assert self.seen(-0.01, 0.0).outcome is NO

    def test_a_wall_as_high_as_both_is_one_flat_blocker(self) -> None:
        found = self.seen(-1.0)
        assert (found.outcome, found.method) == (NO, "flat blocker")
        assert [one.piece for one in found.blockers] == ["wall"]
        # Its face toward the viewer is where the shown line ends.
        assert found.blockers[0].line.end[0] == pytest.approx(100, abs=1e-6)

    def test_what_is_seen_over_it_is_measured(self) -> None:
        # 12 mm over a wall: the square's upper side is B's top, its lower side the wall's
        # shadow; B is wide enough. A larger square lies deeper, by half its chord's sagitta.
        found = self.seen(12.0)
        deeper = 12.5 - math.sqrt(12.5**2 - 6.0**2)
        assert found.part == pytest.approx(12.0 * (175 + deeper) / (175 + SUNK), abs=0.15)


@pytest.mark.parametrize("apart", [30.0, 60.0, 100.0, 500.0])
def test_two_prone_troopers_see_each_other_in_the_open(apart: float) -> None:
    # 3 mm high, seen flat-on from their own height: exactly 3 x 3 mm.
    assert asked(trooper("A", SX, 0), trooper("B", SX, apart), facing=0).outcome is YES


def test_a_target_below_three_millimetres_is_no_part_seen_flat_on() -> None:
    low = Cylinder(12.5, 2.9)
    found = asked(trooper("A", low, 0), trooper("B", low, 100))
    assert (found.outcome, found.too_small) == (NO, True)


def test_the_same_target_is_seen_from_above() -> None:
    # From 40 mm up its disc shows, too: 25 mm at more than 3 in 10.
    assert asked(trooper("A", S2, 0), trooper("B", Cylinder(12.5, 2.9), 100)).outcome is YES


@pytest.mark.parametrize(("radius", "outcome"), [(1.45, NO), (1.55, YES)])
def test_a_pole_must_be_as_wide_as_the_part(radius: float, outcome: Outcome) -> None:
    assert asked(trooper("A", S2, 0), trooper("B", Cylinder(radius, 40), 100)).outcome is outcome


def test_a_small_target_is_hidden_behind_a_big_model_and_not_the_other_way_round() -> None:
    big, small = trooper("B", S8, 200), trooper("C", S2, 100)
    assert asked(trooper("A", S2, 0), small, trooper("M", S8, 50)).outcome is NO
    # 70 mm high, it rises above a model of 40 mm as seen from 40 mm.
    assert asked(trooper("A", S2, 0), big, small).outcome is YES


class TestGap:
    """Two models of 25 x 40 mm side by side at x = 100, a gap between them on the x axis, two
    more beside them. From A's front, 87.5 mm before the gap, B's square is 175 + SUNK away: it
    shows 2 times the gap and a little."""

    @staticmethod
    def seen(gap: float, **how: object) -> LineOfFire:
        ys = (12.5 + gap / 2, 37.5 + gap / 2)
        models = [trooper(f"{y}", S2, 100, side * y) for y in ys for side in (1, -1) if y or side]
        named = [trooper_body(f"M{i}", S2, one.pose.at) for i, one in enumerate(models)]
        return asked(trooper("A", S2, 0), trooper("B", S2, 200), *named, facing=0, **how)

    def test_a_gap_that_shows_three_millimetres(self) -> None:
        assert self.seen(1.51).outcome is YES

    def test_a_gap_that_shows_less(self) -> None:
        found = self.seen(1.4)
        assert (found.outcome, found.too_small) == (NO, True)

    def test_models_that_touch_leave_none(self) -> None:
        assert self.seen(0.0, part=0.0).outcome is NO

    def test_the_least_gap_where_no_part_is_asked_for(self) -> None:
        assert self.seen(0.01, part=0.0).outcome is YES

    def test_models_that_stop_nothing(self) -> None:
        assert self.seen(0.0, models=False).outcome is YES


class TestFront:
    def test_a_target_wholly_behind(self) -> None:
        found = asked(trooper("A", S2, 0), trooper("B", S2, -12.6, 100), facing=0)
        assert (found.outcome, found.method) == (NO, "arc")

    def test_turned_round_it_is_seen(self) -> None:
        assert asked(trooper("A", S2, 0), trooper("B", S2, -100), facing=180).outcome is YES

    def test_as_much_as_the_part_must_lie_in_front(self) -> None:
        # Of B 0.5 mm lies in front of the border through A's middle.
        viewer, target = trooper("A", S2, 0), trooper("B", S2, -12, 100)
        assert asked(viewer, target, facing=0).outcome is NO
        assert asked(viewer, target, facing=0, end="anywhere").outcome is YES
        assert asked(viewer, trooper("C", S2, -8, 100), facing=0).outcome is YES

    def test_a_start_behind_is_a_reading(self) -> None:
        # A faces east. A screen from x = -1 on lies between y = 13 and 15; B, to the north, is
        # in front from x = 0 on. From x >= 0 to x >= 0 every line crosses the screen; from A's
        # rear, (-10, 7.5), the line to (4, 47.6) is at x = -7.4 where it passes it.
        screen = block("screen", (-1, 13, 0), (300, 15, 90))
        viewer, target = trooper("A", S2, 0), trooper("B", S2, 5, 60)
        assert asked(viewer, target, screen, facing=0, start="front").outcome is NO
        assert asked(viewer, target, screen, facing=0, start="anywhere").outcome is YES

    def test_it_is_not_symmetric_by_facing(self) -> None:
        one, two = trooper("A", S2, 0), trooper("B", S2, 100)
        assert asked(one, two, facing=0).outcome is YES
        assert asked(two, one, facing=0).outcome is NO

    def test_it_is_not_symmetric_by_where_lines_start(self) -> None:
        # A touches a wall 60 mm high and faces it; B stands on a roof beyond it, from z = 150
        # to 190. Each lies in the other's front. The steepest line over the wall's near edge,
        # (12.5, 60), starts at B's upper front, (117.5, 190): it falls 130 in 105 and is down
        # at A's top, z = 40, at x = 12.5 - 20 * 105 / 130 = -3.7. So 8.8 mm of A's top show,
        # all of it in A's rear half, which begins at x = 0.
        walls = (
            block("wall", (12.5, -80, 0), (18.5, 80, 60)),
            block("roof", (117.5, -60, 0), (200, 60, 150)),
        )
        one, two = trooper("A", S2, 0), trooper("B", S2, 130, 0, 150)
        assert asked(two, one, *walls, facing=180).outcome is YES
        assert asked(one, two, *walls, facing=0, start="front").outcome is NO
        assert asked(one, two, *walls, facing=0, start="anywhere").outcome is YES


class TestTouching:
    def test_base_contact_in_front(self) -> None:
        found = asked(trooper("A", S2, 0), trooper("B", S2, 25), facing=0)
        assert (found.outcome, found.method) == (YES, "inside")

    def test_base_contact_behind(self) -> None:
        assert asked(trooper("A", S2, 0), trooper("B", S2, -25), facing=0).outcome is NO

    def test_overlapping_with_the_deepest_point_behind(self) -> None:
        # B's middle lies behind the border; the two circles still meet 1.25 mm in front of it.
        found = asked(trooper("A", S2, 0), trooper("B", S2, -10, 15), facing=0)
        assert found.outcome is YES

    def test_a_sheet_between_two_that_touch_it(self) -> None:
        upright = sheet("sheet", (12.5, -99, 0), (12.5, 99, 0), (12.5, 0, 199))
        low = Cylinder(12.5, 6)
        assert asked(trooper("A", low, 0), trooper("B", low, 25), upright, facing=0).outcome is NO

    def test_a_roof_without_thickness_between_two_that_touch_it(self) -> None:
        roof = sheet("roof", (-99, -99, 3), (99, -99, 3), (0, 99, 3))
        assert asked(trooper("A", SX, 0), trooper("B", SX, 0, 0, 3), roof, facing=0).outcome is NO

    def test_a_model_against_the_viewer(self) -> None:
        # As wide as the viewer and as high, it hides what is as wide and as high, farther on.
        model = trooper("M", S2, 25)
        found = asked(trooper("A", S2, 0), trooper("B", S2, 200), model, facing=0)
        assert (found.outcome, found.method) == (NO, "flat blocker")

    def test_a_model_into_the_target_hides_it_too(self) -> None:
        model = trooper("M", S2, 190)
        found = asked(trooper("A", S2, 0), trooper("B", S2, 200), model, facing=0)
        assert found.outcome is NO


class TestLevels:
    def test_a_slab_between_one_above_the_other(self) -> None:
        slab = block("slab", (-99, -99, 40), (99, 99, 43))
        found = asked(trooper("A", S2, 0), trooper("B", S2, 0, 0, 43), slab)
        assert (found.outcome, found.method) == (NO, "flat blocker")

    def test_straight_up_with_nothing_between(self) -> None:
        assert asked(trooper("A", S2, 0), trooper("B", S2, 0, 0, 80)).outcome is YES

    def test_a_roof_hides_who_stands_under_its_edge(self) -> None:
        # A stands 25 mm from the roof's edge, 37.5 mm with its far side: from 40 mm above the
        # roof its steepest line over the edge falls 40 in 12.5 from its front. B, 75 mm lower
        # and touching the wall, would need 75 in its farthest 25.
        roof = block("roof", (-100, -100, 0), (0, 100, 75))
        viewer = trooper("A", S2, -25, 0, 75)
        # At x = 25 that line is 75 - 80 = below the table: all of B's top is seen.
        assert asked(viewer, trooper("B", S2, 12.5), roof, facing=0).outcome is YES
        # Farther back, 87.5 from its front, it falls 40 in 87.5: at x = 25 it is at 63.6.
        away = trooper("A", S2, -100, 0, 75)
        assert asked(away, trooper("B", S2, 12.5), roof, facing=0).outcome is NO

    def test_two_prone_on_roofs_over_a_street(self) -> None:
        roofs = (
            block("one", (-50, -50, 0), (50, 50, 75)),
            block("two", (150, -50, 0), (250, 50, 75)),
        )
        found = asked(trooper("A", SX, 0, 0, 75), trooper("B", SX, 200, 0, 75), *roofs, facing=0)
        assert found.outcome is YES


class TestOpenMeshes:
    def test_one_triangle_hides(self) -> None:
        one = sheet("one", (50, -99, 0), (50, 99, 0), (50, 0, 199))
        found = asked(trooper("A", S2, 0), trooper("B", S2, 200), one)
        assert (found.outcome, found.method) == (NO, "flat blocker")

    def test_one_triangle_seen_edge_on_does_not(self) -> None:
        one = sheet("one", (50, 0, 0), (90, 0, 0), (70, 0, 60))
        assert asked(trooper("A", S2, 0), trooper("B", S2, 200), one).outcome is YES

    def test_an_empty_shell_hides_only_by_its_walls(self) -> None:
        # Four walls, no roof, a doorway of 20 mm through both walls on the line: closed loops
        # in every section through the walls, but the way is free.
        walls = [
            block("a", (90, 10, 0), (92, 60, 60)),
            block("b", (90, -60, 0), (92, -10, 60)),
            block("c", (120, 10, 0), (122, 60, 60)),
            block("d", (120, -60, 0), (122, -10, 60)),
        ]
        assert asked(trooper("A", S2, 0), trooper("B", S2, 200), *walls).outcome is YES


class TestPoint:
    def test_a_point_on_the_table_behind_a_wall(self) -> None:
        # From (0, 0, 40)'s far edge, (12.5, 40), over (101, 20): down at 12.5 + 88.5 * 2.
        wall = block("wall", (100, -300, 0), (101, 300, 20))
        scene = Scene((wall, trooper("A", S2, 0)))
        for x, outcome in ((189.0, NO), (190.0, YES)):
            assert fire_to_point(scene, scene.body("A"), (x, 0, 0), 0).outcome is outcome

    def test_a_point_on_a_roof_is_seen_from_above_only(self) -> None:
        roof = block("roof", (80, -20, 0), (120, 20, 30))
        low, high = trooper("A", Cylinder(12.5, 29), 0), trooper("B", S2, 0, 90, 0)
        scene = Scene((roof, low, high))
        assert fire_to_point(scene, low, (100, 0, 30)).outcome is NO
        assert fire_to_point(scene, high, (100, 0, 30)).outcome is YES

    def test_a_point_on_a_wall_is_seen_from_its_side(self) -> None:
        wall = block("wall", (100, -300, 0), (104, 300, 60))
        scene = Scene((wall, trooper("A", S2, 0), trooper("B", S2, 200)))
        assert fire_to_point(scene, scene.body("A"), (100, 0, 20)).outcome is YES
        assert fire_to_point(scene, scene.body("B"), (100, 0, 20)).outcome is NO

    def test_under_a_bridge_and_on_its_underside(self) -> None:
        bridge = block("bridge", (60, -30, 50), (140, 30, 55))
        scene = Scene((bridge, trooper("A", S2, 0), trooper("B", S2, 100, 0, 55)))
        for point in ((100, 0, 0), (100, 0, 50)):
            assert fire_to_point(scene, scene.body("A"), point).outcome is YES
            assert fire_to_point(scene, scene.body("B"), point).outcome is NO

    def test_a_point_inside_scenery_is_seen_by_nobody(self) -> None:
        scene = Scene((block("rock", (80, -20, 0), (120, 20, 30)), trooper("A", S2, 0)))
        assert fire_to_point(scene, scene.body("A"), (100, 0, 10)).outcome is NO

    def test_a_point_inside_a_silhouette(self) -> None:
        scene = Scene((trooper("A", S2, 0), trooper("B", S2, 100)))
        viewer = scene.body("A")
        assert fire_to_point(scene, viewer, (0, 0, 10)).method == "inside"
        # Who holds the point doesn't hide it, and who stands before it does.
        assert fire_to_point(scene, viewer, (100, 0, 10)).outcome is YES
        assert fire_to_point(scene, viewer, (120, 0, 10)).outcome is NO
        assert fire_to_point(scene, viewer, (120, 0, 10), models=False).outcome is YES

    def test_a_point_behind(self) -> None:
        scene = Scene((trooper("A", S2, 0),))
        found = fire_to_point(scene, scene.body("A"), (-90, 0, 0), 0)
        assert (found.outcome, found.method) == (NO, "arc")

    def test_what_a_point_sees_and_how_much_is_hidden(self) -> None:
        # From (0, 0, 20) a wall at x = 87.5 hides the half of B below 20 mm: seen from there
        # it is one half of the outline, which is the same above and below.
        wall = block("wall", (87, -300, 0), (87.5, 300, 20))
        scene = Scene((wall, trooper("B", S2, 100)))
        found = fire_from_point(scene, (0.0, 0.0, 20.0), scene.body("B"))
        assert found.outcome is YES
        assert found.hidden == pytest.approx(0.5, abs=1e-3)
        assert [one.piece for one in found.blockers] == ["wall"]

    def test_a_focus_at_a_roofs_edge_does_not_see_past_it(self) -> None:
        roof = block("roof", (-100, -100, 0), (0, 100, 75))
        scene = Scene((roof, trooper("B", S2, 30)))
        assert fire_from_point(scene, (0.0, 0.0, 75.0), scene.body("B")).outcome is NO
        assert fire_from_point(scene, (1.0, 0.0, 75.0), scene.body("B")).outcome is YES


def test_a_witness_says_how_much_room_it_has() -> None:
    # Two posts of scenery 10 mm apart half-way: the line through their middle keeps 5 mm.
    posts = (block("l", (99, 5, 0), (101, 90, 90)), block("r", (99, -90, 0), (101, -5, 90)))
    found = asked(trooper("A", S2, 0), trooper("B", S2, 200), *posts, facing=0)
    assert found.witness is not None
    y = found.witness.line.start[1] + (found.witness.line.end[1] - found.witness.line.start[1]) * (
        100 - found.witness.line.start[0]
    ) / (found.witness.line.end[0] - found.witness.line.start[0])
    assert found.witness.clearance == pytest.approx(5 - abs(y), abs=0.2)


@pytest.mark.parametrize(("radius", "y"), [(12.5, 100.0), (20.0, 200.0), (35.0, 350.0)])
@pytest.mark.parametrize("facing", [0.0, 90.0, 180.0])
def test_who_only_touches_the_border_is_not_in_front(
    radius: float, y: float, facing: float
) -> None:
    # The target's rim lies on the viewer's border: nothing of it has any width in front.
    way = math.radians(facing)
    ahead, aside = (
        np.array([math.cos(way), math.sin(way)]),
        np.array([-math.sin(way), math.cos(way)]),
    )
    x, z = (y * aside - radius * ahead).tolist()
    target = trooper("B", Cylinder(radius, 40), x, z)
    found = asked(trooper("A", S2, 0), target, facing=facing)
    assert (found.outcome, found.method) == (Outcome.NO, "arc")
    # Where a line may end anywhere on who lies partly in front, touching is enough.
    loose = asked(trooper("A", S2, 0), target, facing=facing, end="anywhere")
    assert loose.outcome is Outcome.YES


def test_nobody_sees_into_or_out_of_another_model() -> None:
    big = trooper("big", Cylinder(27.5, 67), 100)
    inside, other = trooper("in", S2, 110), trooper("out", S2, 250)
    for viewer, target in ((other, inside), (inside, other)):
        found = asked(viewer, target, big)
        assert (found.outcome, found.method) == (Outcome.NO, "enclosed")
        assert [one.piece for one in found.blockers] == ["big"]


def test_overlapping_models_are_asked_in_bounded_time() -> None:
    # Half of the target stands in another model, the other half is in sight.
    neighbour = trooper("n", S2, 200, 12.5)
    assert asked(trooper("A", S2, 0), trooper("B", S2, 200), neighbour).outcome is Outcome.YES


class TestRim:
    """A sheet at x = 100 hides a target from a point but for a sliver at its side.

    From (0, 0, 20) the target's side, 12.5 mm from (200, 0), is seen under asin(12.5 / 200);
    an opening counts from 0.001 mm, measured where the line passes the sheet.
    """

    @staticmethod
    def seen(width: float) -> Outcome:
        angle = math.asin(12.5 / 200)
        edge = 100 * math.tan(angle) - width / math.cos(angle)
        low, high = (100.0, -50.0, -5.0), (100.0, edge, 90.0)
        corners = [low, (100, edge, -5.0), high, (100, -50.0, 90.0)]
        wall = scenery_body("wall", Mesh(corners, [[0, 1, 2], [0, 2, 3]]), Pose((0, 0, 0)))
        target = trooper("B", S2, 200)
        return fire_from_point(Scene((wall, target)), (0.0, 0.0, 20.0), target).outcome

    def test_a_little_wider_than_an_opening_is_one(self) -> None:
        assert self.seen(0.00105) is YES

    def test_a_little_narrower_is_none_and_is_decided(self) -> None:
        assert self.seen(0.00095) is NO
        assert self.seen(0.0009) is NO
