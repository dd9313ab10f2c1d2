"""Contact: closed forms by hand, then a certificate for every gap that needs no trust.

A positive gap is proved by two points so far apart, one in each solid, and by a slab between two
parallel planes that is as wide. A negative one is proved by a point of the silhouette that lies
so deep in the template, and by a search that finds none deeper.
"""

import math
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from meshes.solids import Cylinder, Point, SweptBall
from spatial.contact import TOUCH, contact
from spatial.scene import Body, Pose, template_body, trooper_body
from tests.oracle import Array, Blast, Post

EXACT = 2e-6

HALF = SweptBall(0, 0, 60, 60, 0, 60)
BALL = SweptBall(0, 0, 60, 60, -60, 60)
COLUMN = SweptBall(0, 0, 60, 60, 0, 80, straight=True)
DROP = SweptBall(0, 130, 0, 30, 0, 30)
WHOLE_DROP = SweptBall(0, 130, 0, 30, -30, 30)


def trooper(x: float, y: float, z: float, radius: float = 12.5, height: float = 40.0) -> Body:
    return trooper_body("trooper", Cylinder(radius, height), (x, y, z))


def blast(form: SweptBall, z: float = 0.0, turn: float = 0.0, tilt: float = 0.0) -> Body:
    return template_body("blast", form, Pose((0.0, 0.0, z), turn, tilt))


# Each gap worked out by hand; the trooper stands on the x axis.
BY_HAND = {
    # The rim of the half ball at x = 60 against the side of the silhouette at x = 80 - 12.5.
    "apart": (trooper(80, 0, 0), blast(HALF), 7.5),
    "touching": (trooper(72.5, 0, 0), blast(HALF), 0.0),
    "a hair apart": (trooper(72.5005, 0, 0), blast(HALF), 0.0005),
    # The axis' nearest point of the silhouette is 57.5 mm from the centre of a ball of 60.
    "in a whole ball": (trooper(70, 0, -20), blast(BALL), -2.5),
    # Deepest where the way to the floor and to the ball's skin are equal:
    # z = 60 - hypot(47.5, z), so z = (3600 - 2256.25) / 120.
    "in a half ball": (trooper(60, 0, 0), blast(HALF), -(3600 - 2256.25) / 120),
    "wholly inside": (trooper(0, 0, 0, 5, 40), blast(HALF), -30.0),
    "under its plane": (trooper(0, 0, 0), blast(HALF, z=50), 10.0),
    "under its plane and aside": (trooper(100, 0, 0), blast(HALF, z=50), math.hypot(27.5, 10)),
    "under, both sides": (trooper(100, 0, 0), blast(BALL, z=50), math.hypot(87.5, 10) - 60),
    "over the top": (trooper(0, 0, 60.25), blast(HALF), 0.25),
    "over and aside": (trooper(40, 0, 70), blast(HALF), math.hypot(27.5, 70) - 60),
    "prone under its plane, touching": (trooper(30, 0, 0, 12.5, 3), blast(HALF, z=3), 0.0),
    "prone under its plane": (trooper(30, 0, 0, 12.5, 3), blast(HALF, z=3.001), 0.001),
    # On the floor a prone trooper is nowhere deeper than its 3 mm of height.
    "prone inside": (trooper(30, 0, 0, 12.5, 3), blast(HALF), -3.0),
    "on a straight column, touching": (trooper(30, 0, 80), blast(COLUMN), 0.0),
    "on a straight column": (trooper(30, 0, 80.5), blast(COLUMN), 0.5),
    "beside a straight column": (trooper(70, 0, 0), blast(COLUMN), -2.5),
    "before a drop's round end": (trooper(180, 0, 0), blast(DROP), 7.5),
    # The cone's skin rises by 3/13 of the way along it, sine: at 60 from the tip, straight up,
    # it is 60 * (3/13) / sqrt(1 - 9/169) high, and the plane of its skin leans by that sine.
    "over a cone's back": (
        trooper(60 + 1e-6, 0, 25, 1e-6, 10),
        blast(DROP),
        (25 - 60 * 3 / math.sqrt(160)) * math.sqrt(160) / 13,
    ),
    "behind a cone's tip": (trooper(-20, 0, 0), blast(DROP), 7.5),
    # Tilted by 30 degrees the round end's centre is at 130 (cos 30, sin 30).
    "tilted up": (
        trooper(200, 0, 0, 12.5, 140),
        blast(WHOLE_DROP, tilt=30),
        200 - 12.5 - 130 * math.cos(math.radians(30)) - 30,
    ),
    # Straight up, its plane is x = 0 and its body on the side of -x.
    "upright, flat side": (trooper(50, 0, 0, 12.5, 200), blast(DROP, tilt=90), 37.5),
    "upright, round side": (trooper(-50, 0, 0, 12.5, 200), blast(DROP, tilt=90), 7.5),
    # The corner of the silhouette at (90, 20) against the plane x = z.
    "under a tilted plane": (
        trooper(100, 0, 0, 10, 20),
        blast(DROP, tilt=45),
        (90 - 20) / math.sqrt(2),
    ),
    # The same plane pushed through the corner: deepest at that corner, 5 / sqrt(2) over it.
    "through a tilted plane": (
        trooper(70, 0, 0, 10, 65),
        blast(DROP, tilt=45),
        -5 / math.sqrt(2),
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", BY_HAND)
def test_gap_by_hand(case: str) -> None:
    a, b, gap = BY_HAND[case]
    found = contact(a, b)
    assert found.gap == pytest.approx(gap, abs=EXACT)
    assert found.touches == (gap <= 0)


@pytest.mark.parametrize("case", BY_HAND)
@pytest.mark.parametrize("turn", [30.0, 90.0, 217.3])
def test_turning_and_moving_both_changes_nothing(case: str, turn: float) -> None:
    a, b, gap = BY_HAND[case]
    place = Pose((1100.0, -350.0, 70.0), turn)
    x, y, z = place.to_world([list(a.pose.at)])[0].tolist()
    at = place.to_world([list(b.pose.at)])[0].tolist()
    moved = trooper_body("trooper", a.cylinder, (x, y, z))
    pose = Pose((at[0], at[1], at[2]), b.pose.turn + turn, b.pose.tilt)
    found = contact(moved, template_body("blast", b.swept, pose))
    assert found.gap == pytest.approx(gap, abs=EXACT)
    assert found.touches == (gap <= 0)


@pytest.mark.parametrize("diameter", [25, 40, 55, 70])
@pytest.mark.parametrize("tilt", [0.0, 12.0, -12.0, 40.0, 75.0])
@pytest.mark.parametrize("form", [DROP, WHOLE_DROP, SweptBall(0, 200, 0, 40, 0, 40)])
def test_a_drop_that_points_away_from_its_user_just_touches(
    diameter: float, tilt: float, form: SweptBall
) -> None:
    # It would pass through only if it leaned back more than 90 degrees less its half angle.
    user = trooper(300, 200, 0, diameter / 2, 40)
    for turn in (0.0, 40.0, 217.0):
        c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        tip = (300 + diameter / 2 * c, 200 + diameter / 2 * s, 20.0)
        touch = contact(user, template_body("A", form, Pose(tip, float(turn), tilt)))
        assert abs(touch.gap) <= TOUCH


def test_a_drop_laid_through_its_user_is_as_deep_as_its_cone_there() -> None:
    # Aimed through the axis: the user's far side lies 25 mm on, in a cone of sine 3/13.
    touch = contact(trooper(12.5, 0, -30, height=60), blast(WHOLE_DROP))
    assert touch.gap == pytest.approx(-25 * 3 / 13, abs=EXACT)


CYLINDERS = {
    "side by side": ((0, 0, 0), (40, 0, 0), 15.0),
    "touching": ((0, 0, 0), (15, 20, 10), 0.0),
    "one over the other": ((0, 0, 0), (5, 0, 47), 7.0),
    "over and aside": ((0, 0, 0), (29, 0, 43), 5.0),
    "overlapping in plan": ((0, 0, 0), (20, 0, 0), -5.0),
    "overlapping in height": ((0, 0, 0), (0, 0, 38), -2.0),
    "the same place": ((0, 0, 0), (0, 0, 0), -12.5),
}


@pytest.mark.parametrize("case", CYLINDERS)
def test_cylinders_by_hand(case: str) -> None:
    p, q, gap = CYLINDERS[case]
    a, b = trooper(*p), trooper(*q)
    for one, two in ((a, b), (b, a)):
        found = contact(one, two)
        assert found.gap == pytest.approx(gap, abs=1e-9)
        on_a, on_b = np.array([found.on_a]), np.array([found.on_b])
        assert post(one).holds(on_a, 1e-9)[0]
        assert post(two).holds(on_b, 1e-9)[0]
        assert np.linalg.norm(on_a - on_b) == pytest.approx(max(gap, 0.0), abs=1e-9)


def test_contact_asks_for_exact_forms() -> None:
    with pytest.raises(TypeError, match="blast is no upright cylinder"):
        contact(blast(HALF), blast(HALF))


# ------------------------------------------------------------------ random pairs


def post(body: Body) -> Post:
    return Post(body.pose.at, body.cylinder.radius, body.cylinder.height)


def own(body: Body) -> Blast:
    form, pose = body.swept, body.pose
    return Blast(
        pose.at, pose.turn, pose.tilt,
        form.x0, form.x1, form.r0, form.r1, form.low, form.high, form.straight,
    )  # fmt: skip


def numbers(low: float, high: float) -> st.SearchStrategy[float]:
    return st.floats(low, high).map(lambda x: round(x, 2))


@st.composite
def forms(draw: st.DrawFn) -> SweptBall:
    width = draw(st.sampled_from([30.0, 60.0, 80.0, 120.0]))
    radius = width / 2
    length = radius * draw(st.sampled_from([0.0, 0.5, 2.0, 5.0]))
    small = radius * draw(st.sampled_from([0.0, 0.0, 0.6, 1.0])) if length else radius
    # A cone needs more length than growth.
    small = max(small, radius - 0.9 * length)
    height = radius * draw(st.sampled_from([0.2, 0.7, 1.0]))
    straight = draw(st.booleans())
    low = -height if draw(st.booleans()) else 0.0
    return SweptBall(0.0, length, small, radius, low, height, straight)


class Pair(NamedTuple):
    """A silhouette and a template in their places, short to print."""

    cylinder: Cylinder
    at: Point
    form: SweptBall
    pose: Pose

    @property
    def a(self) -> Body:
        return trooper_body("trooper", self.cylinder, self.at)

    @property
    def b(self) -> Body:
        return template_body("blast", self.form, self.pose)

    def moved(self, by: npt.ArrayLike) -> "Pair":
        """The pair with the silhouette moved."""
        x, y, z = (np.array(self.at) + by).tolist()
        return self._replace(at=(x, y, z))

    def taken(self, place: Pose) -> "Pair":
        """Both turned and moved alike."""
        p, q = place.to_world([list(self.at), list(self.pose.at)]).tolist()
        pose = Pose((q[0], q[1], q[2]), self.pose.turn + place.turn, self.pose.tilt)
        return self._replace(at=(p[0], p[1], p[2]), pose=pose)

    def gap(self) -> float:
        return contact(self.a, self.b).gap


@st.composite
def pairs(draw: st.DrawFn) -> Pair:
    tilt = draw(st.one_of(st.just(0.0), st.sampled_from([-90.0, 45.0, 90.0]), numbers(-90, 90)))
    turn = draw(st.one_of(st.sampled_from([0.0, 90.0, 180.0]), numbers(0, 360)))
    pose = Pose((0.0, 0.0, draw(numbers(-20, 60))), turn, tilt)
    size = Cylinder(draw(st.sampled_from([12.5, 20.0, 35.0])), draw(st.sampled_from([3.0, 40.0])))
    at = (draw(numbers(-180, 180)), draw(numbers(-180, 180)), draw(numbers(-60, 120)))
    return Pair(size, at, draw(forms()), pose)


def slab(a: Post, b: Blast, normal: Array) -> float:
    """The width of the slab square to `normal` between the two, `normal` pointing to b."""
    x, y, z = normal
    far_a = a.radius * math.hypot(x, y) + max(z * a.height, 0.0) + normal @ np.array(a.at)
    local = replace(b, focus=(0.0, 0.0, 0.0)).local(-normal[None, :])[0]
    near_b = normal @ np.array(b.focus) - b.reach(local)
    return float(near_b - far_a)


def widest_slab(a: Post, b: Blast, normal: Array, enough: float) -> float:
    """The widest slab found near a direction: that of two points is good to its square alone."""
    best = slab(a, b, normal)
    _, _, (_, u, v) = np.linalg.svd(normal[None, :])
    step = 1e-3
    while best < enough - EXACT and step > 1e-10:
        tried = [normal + step * d for d in (u, -u, v, -v)]
        tried = [d / np.linalg.norm(d) for d in tried]
        widths = [slab(a, b, d) for d in tried]
        i = int(np.argmax(widths))
        if widths[i] > best:
            best, normal = widths[i], tried[i]
        else:
            step /= 2
    return best


def depth(b: Blast, points: Array) -> Array:
    """How deep points lie in a template, or a little less: the least way out of the best of
    many balls, or through a face."""
    x, y, z = b.local(points).T
    rho = np.abs(y) if b.straight else np.hypot(y, z)
    t = np.linspace(0, 1, 201)[:, None] if b.x1 > b.x0 else np.zeros((1, 1))
    skin = b.r0 + t * (b.r1 - b.r0) - np.hypot(x - b.x0 - t * (b.x1 - b.x0), rho)
    return np.minimum(skin.max(axis=0), np.minimum(z - b.low, b.high - z))


def deepest(a: Post, b: Blast) -> float:
    """The depth of the deepest point found of a silhouette: grids that close in on it."""
    centre = np.array([*a.at[:2], a.at[2] + a.height / 2])
    half = np.array([a.radius, a.radius, a.height / 2])
    best = -np.inf
    for _ in range(14):
        steps = np.linspace(-1, 1, 6)
        grid = np.stack(np.meshgrid(steps, steps, steps), axis=-1).reshape(-1, 3)
        points = centre + grid * half
        aside = points[:, :2] - a.at[:2]
        far = np.linalg.norm(aside, axis=1)
        aside = aside * np.minimum(1, a.radius / np.maximum(far, 1e-300))[:, None]
        points[:, :2] = aside + a.at[:2]
        points[:, 2] = np.clip(points[:, 2], a.at[2], a.at[2] + a.height)
        found = depth(b, points)
        i = int(found.argmax())
        if found[i] > best:
            best, centre = float(found[i]), points[i]
        half = half * 0.6
    return best


def check(pair: Pair) -> None:
    found = contact(pair.a, pair.b)
    one, two = post(pair.a), own(pair.b)
    on_a, on_b = np.array(found.on_a), np.array(found.on_b)
    assert one.holds(on_a[None], EXACT)[0]
    assert two.holds(on_b[None], EXACT)[0]
    assert np.linalg.norm(on_a - on_b) == pytest.approx(max(found.gap, 0.0), abs=EXACT)
    if found.gap > 1e-3:
        normal = (on_b - on_a) / np.linalg.norm(on_b - on_a)
        # The nearer the points, the more their rounding turns the direction between them.
        assert widest_slab(one, two, normal, found.gap) == pytest.approx(found.gap, abs=EXACT)
    elif found.gap < -1e-3:
        assert two.holds(on_a[None], found.gap + EXACT)[0]
        assert deepest(one, two) <= -found.gap + EXACT
    else:
        assert deepest(one, two) <= max(-found.gap, 0.0) + EXACT


@settings(deadline=None, derandomize=True, max_examples=150)
@given(pairs())
def test_gap_carries_its_proof(pair: Pair) -> None:
    check(pair)


@settings(deadline=None, derandomize=True, max_examples=60)
@given(pairs(), numbers(0.01, 50))
def test_moving_away_along_the_nearest_points_adds_what_was_moved(pair: Pair, by: float) -> None:
    before = contact(pair.a, pair.b)
    assume(before.gap > 0.01)
    away = (np.array(before.on_a) - np.array(before.on_b)) / before.gap
    # The direction is that of two points exact to a ten-millionth.
    assert pair.moved(by * away).gap() == pytest.approx(before.gap + by, abs=EXACT + by * 1e-5)


@settings(deadline=None, derandomize=True, max_examples=60)
@given(pairs(), st.tuples(numbers(-60, 60), numbers(-60, 60), numbers(-40, 40)))
def test_half_way_between_two_places_the_gap_is_no_greater_than_at_the_greater(
    pair: Pair, step: Point
) -> None:
    # Both solids are convex, so the places with a gap of at most so much are a convex set.
    first, middle, last = (pair.moved(np.array(step) * share).gap() for share in (0.0, 0.5, 1.0))
    assert middle <= max(first, last) + EXACT


@settings(deadline=None, derandomize=True, max_examples=40)
@given(pairs(), numbers(0, 360), st.tuples(numbers(-900, 900), numbers(-900, 900), numbers(0, 99)))
def test_gap_is_the_same_wherever_the_two_are_taken(pair: Pair, turn: float, to: Point) -> None:
    assert pair.taken(Pose(to, turn)).gap() == pytest.approx(pair.gap(), abs=EXACT)


@settings(deadline=None, derandomize=True, max_examples=60)
@given(pairs())
def test_mirrored_the_gap_is_the_same(pair: Pair) -> None:
    (x, y, z), pose = pair.at, pair.pose
    other = pair._replace(at=(x, -y, z), pose=Pose(pose.at, -pose.turn, pose.tilt))
    assert other.gap() == pytest.approx(pair.gap(), abs=EXACT)
