"""Circles and teardrops at every place of a table: contact exact, cover by closed forms."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from meshes.kit import box
from meshes.silhouettes import silhouette
from meshes.solids import Cylinder, SweptBall
from meshes.templates import templates
from spatial.contact import touching
from spatial.jets import jets
from spatial.patches import pieces
from spatial.scene import Body, Pose, Scene, scenery_body, template_body, trooper_body
from spatial.splashes import commons, splashes
from spatial.standing import standing_map
from spatial.stands import Standing, Stands, standing
from spatial.working import cover, work

CIRCLE = SweptBall(0, 0, 60, 60, 0, 60)
DROP = templates()["small_teardrop"].body()

coordinate = st.floats(-90, 90).map(lambda value: round(value, 3))


@settings(deadline=None, max_examples=60)
@given(coordinate, coordinate, coordinate, st.booleans(), st.sampled_from([0.0, -60.0, -20.0]))
def test_contact_is_that_of_the_exact_forms(
    x: float, y: float, z: float, straight: bool, low: float
) -> None:
    ball = SweptBall(0, 0, 60, 60, low, 60 if straight else 45, straight)
    body = trooper_body("a", Cylinder(12.5, 40), (x, y, z))
    stands = Stands(np.array([[x, y, z]]), np.array([40.0]), 12.5)
    points, there, touched = commons(np.zeros(3), stands, ball)
    # Shrunk and grown by a hair, as `touching` allows contact 1e-6 mm apart.
    exact = touching(body, template_body("t", ball, Pose((0, 0, 0))))
    assert touched[0] == exact
    # Every sample is in both.
    held = points[0][there[0]]
    assert (ball.depth(held) >= -1e-5).all()
    assert (np.hypot(held[:, 0] - x, held[:, 1] - y) <= 12.5 + 1e-9).all()


def held_on(scene: Scene, spacing: float) -> Standing:
    return standing(standing_map(scene, silhouette("S2"), spacing))


def splashed(scene: Scene, held: Standing, ball: SweptBall) -> np.ndarray:
    """How many are touched and reached at each place, upright, shape (2, n)."""
    asked, found = splashes(held, pieces(scene), ball), dict[str, bytes]()
    work(asked.jobs(found), cover(scene), found.__setitem__, workers=1)
    sums = np.zeros((2, len(held.upright)), dtype=int)
    for places, targets, _, bits in asked.answered(found):
        sums[:, places] = bits[:, :, targets % 2 == 0].sum(axis=2)
    assert not asked.jobs(found)
    return sums


def wall(height: float, x: float = 200.0) -> Body:
    return scenery_body("wall", box((10, 500, height)).mesh, Pose((x, 200, 0)))


def test_a_circle_on_an_empty_table_affects_all_it_touches() -> None:
    # 50 mm apart: 60 + 12.5 mm reach the eight neighbours, 70.7 mm off at the corners.
    scene = Scene((), (400, 400))
    held = held_on(scene, 50)
    touched, reached = splashed(scene, held, CIRCLE)
    assert (touched == reached).all()
    assert touched.reshape(8, 8)[1:-1, 1:-1].tolist() == [[9] * 6] * 6
    assert touched[0] == 4


def test_a_wall_takes_away_the_column_behind_it() -> None:
    # Places 25 mm on either side of it: three neighbours are behind.
    scene = Scene((wall(100),), (400, 400))
    held = held_on(scene, 50)
    touched, reached = splashed(scene, held, CIRCLE)
    beside = (np.abs(held.viewers.at[:, 0] - 200) == 25) & (held.viewers.at[:, 1] == 175)
    assert beside.sum() == 2
    assert (touched[beside] == 9).all()
    assert (reached[beside] == 6).all()
    away = (np.abs(held.viewers.at[:, 0] - 200) == 125) & (held.viewers.at[:, 1] == 175)
    assert (reached[away] == 9).all()


def test_the_same_wall_elsewhere_changes_only_what_is_near_it() -> None:
    size = (1200, 400)
    one, other = Scene((wall(100, 1000),), size), Scene((wall(100, 1050),), size)
    first, second = (splashes(held_on(s, 50), pieces(s), CIRCLE) for s in (one, other))
    same = [a.keys == b.keys for a, b in zip(first.parts, second.parts, strict=True)]
    assert same == [True, True, False]


def jetted(scene: Scene, held: Standing, user: int, tilted: bool = True) -> np.ndarray:
    """Whether each target is reached from one place, shape (n, 2)."""
    where = np.arange(len(held.upright)) == user
    asked, found = jets(held, pieces(scene), DROP, where, tilted), dict[str, bytes]()
    work(asked.jobs(found), cover(scene), found.__setitem__, workers=1)
    reached = np.zeros(2 * len(held.upright), dtype=bool)
    for _, targets, _, bits in asked.answered(found):
        reached[targets] |= bits[0]
    return reached.reshape(-1, 2)


def test_a_teardrop_reaches_as_far_as_it_is_long() -> None:
    scene = Scene((), (600, 100))
    held = held_on(scene, 25)
    at = held.viewers.at
    user = int(np.flatnonzero((at[:, 0] == 287.5) & (at[:, 1] == 37.5))[0])
    reached = jetted(scene, held, user)
    # From edge to edge: 12.5 + 160 + 12.5 mm.
    apart = np.hypot(*(at[:, :2] - at[user, :2]).T)
    assert not reached[apart > 185].any()
    near = (apart < 170) & (apart > 0)
    assert reached[near].all()


def test_a_teardrop_does_not_pass_a_wall_and_level_ones_stay_level() -> None:
    scene = Scene((wall(100),), (400, 100))
    held = held_on(scene, 50)
    at = held.viewers.at
    user = int(np.flatnonzero((at[:, 0] == 175) & (at[:, 1] == 25))[0])
    reached = jetted(scene, held, user)
    assert not reached[at[:, 0] > 200].any()
    assert reached[(at[:, 0] < 200) & (at[:, 0] > 50) & (at[:, 0] < 175)].all()
    # Beside a tower of 50 mm a teardrop from 40 mm up can rise over its edge; a level one is
    # only 6 mm high there.
    tower = scenery_body("tower", box((110, 110, 50)).mesh, Pose((300, 50, 0)))
    towered = Scene((tower,), (400, 100))
    held = held_on(towered, 50)
    at = held.viewers.at
    user = int(np.flatnonzero((at[:, 0] == 225) & (at[:, 1] == 25))[0])
    top = at[:, 2] == 50
    assert top.any()
    assert jetted(towered, held, user)[top].any()
    assert not jetted(towered, held, user, tilted=False)[top].any()
