"""Line of fire as Infinity reads it: facing, cover, reciprocity, margins."""

import math
from dataclasses import replace

import pytest

from rules.dispute import Dispute, Trooper
from rules.infinity.fire import partial_cover, sees, sighting
from rules.lines_of_fire import between, everybody
from rules.readings import chosen
from rules.scenefile import read
from rules.verdict import RulingError
from spatial.outcome import Outcome

TABLE = """
format = 1
name = "Lines"
units = "mm"
rules = "infinity-codeone"
[table]
size = [400, 400]
"""

WATCH = """
[[trooper]]
name = "Watch"
side = "blue"
silhouette = "S2"
at = [100, 200]
facing = 0
"""

TARGET = """
[[trooper]]
name = "Target"
side = "red"
silhouette = "S2"
at = [{x}, {y}]
facing = 180
"""

WALL = """
[[scenery]]
name = "wall"
kit = "wall"
size = [{length}, 6, {height}]
at = [{x}, {y}]
turn = 90
"""


def table(*parts: str) -> Dispute:
    return read("".join([TABLE, *parts]).encode(), "lines.toml")


def readings(**choices: str) -> dict[str, str]:
    return chosen("infinity-codeone", choices)


def pair(dispute: Dispute) -> tuple[Trooper, Trooper]:
    return dispute.trooper("Watch"), dispute.trooper("Target")


# A wall in contact, its far face at x = 287.5, where the target's silhouette begins. From
# Watch's upper front, x = 112.5 and z = 40, a wall of h mm hides no more than h of 40.
@pytest.mark.parametrize(
    ("height", "by_any", "by_third"),
    [(10, Outcome.YES, Outcome.NO), (20, Outcome.YES, Outcome.YES)],
)
def test_partial_cover_by_reading(height: int, by_any: Outcome, by_third: Outcome) -> None:
    wall = WALL.format(length=80, height=height, x=284.5, y=200)
    dispute = table(WATCH, TARGET.format(x=300, y=200), wall)
    for reading, wanted in (("any", by_any), ("third", by_third)):
        found = sighting(dispute, *pair(dispute), readings(partial_cover=reading))
        assert found.outcome is Outcome.YES
        assert found.cover is not None
        assert found.cover.outcome is wanted, reading
        assert found.cover.touches == ("wall",)


def test_a_piece_off_contact_gives_no_partial_cover() -> None:
    # The base is 1 mm from the wall, which hides half of it all the same.
    wall = WALL.format(length=80, height=20, x=283.5, y=200)
    dispute = table(WATCH, TARGET.format(x=300, y=200), wall)
    found = sighting(dispute, *pair(dispute), readings())
    assert found.fire.hidden is not None
    assert found.fire.hidden > 0.4
    assert found.cover is not None
    assert (found.cover.outcome, found.cover.touches) == (Outcome.NO, ())


def test_a_piece_in_contact_that_hides_nothing_gives_no_partial_cover() -> None:
    # It stands behind the target.
    wall = WALL.format(length=80, height=60, x=315.5, y=200)
    dispute = table(WATCH, TARGET.format(x=300, y=200), wall)
    found = sighting(dispute, *pair(dispute), readings())
    assert found.cover is not None
    assert (found.cover.outcome, found.cover.touches) == (Outcome.NO, ("wall",))


def test_who_faces_away_sees_nothing_and_is_seen() -> None:
    away = TARGET.format(x=300, y=200).replace("facing = 180", "facing = 0")
    dispute = table(WATCH, away)
    watch, target = pair(dispute)
    assert sees(dispute, watch, target, readings()).outcome is Outcome.YES
    assert sees(dispute, target, watch, readings()).method == "arc"
    # Reciprocity needs the front as well.
    mutual = readings(fire_reciprocity="in_front")
    assert sees(dispute, target, watch, mutual).method == "arc"


def test_what_has_no_front_sees_all_round() -> None:
    away = TARGET.format(x=300, y=200).replace("facing = 180", "facing = 0")
    dispute = table(WATCH, away)
    watch, target = pair(dispute)
    mine = replace(target, kind="deployable")
    assert sees(dispute, mine, watch, readings()).outcome is Outcome.YES


def test_end_reading_decides_on_a_target_across_the_border() -> None:
    # Watch looks east; the border is x = 100. Target reaches from x = 90 to 115, so that
    # 15 mm of it are in front; a wall from x = 101 on hides these, up to 60 mm: only what
    # is behind the border is in sight, from points of Watch that are in front of it.
    dispute = table(
        WATCH,
        TARGET.format(x=102.5, y=300),
        """
[[scenery]]
name = "wall"
kit = "wall"
size = [60, 6, 60]
at = [129, 270]
""",
    )
    watch, target = pair(dispute)
    assert sees(dispute, watch, target, readings()).outcome is Outcome.NO
    loose = readings(fire_end="anywhere")
    assert sees(dispute, watch, target, loose).outcome is Outcome.YES


@pytest.mark.parametrize(("y", "said"), [(170.0, Outcome.NO), (180.0, Outcome.YES)])
def test_margin_is_a_move_that_flips_and_a_shorter_one_does_not(y: float, said: Outcome) -> None:
    # The wall ends at y = 200. A line past it from Watch's side, (100, 212.5), falls 12.5
    # in 97 and is at y = 186.3 where x = 300: there a target's side must reach 3 mm above.
    wall = WALL.format(length=180, height=60, x=200, y=110)
    dispute = table(WATCH, TARGET.format(x=300, y=y), wall)
    watch, target = pair(dispute)
    found = sighting(dispute, watch, target, readings(), margins=True)
    assert found.outcome is said
    margin = found.margin
    assert margin is not None
    assert margin.toward is not None
    assert (margin.mm > 0) is (said is Outcome.YES)

    def moved(far: float) -> Outcome:
        way = math.radians(margin.toward or 0.0)
        body = target.body.moved(far * math.cos(way), far * math.sin(way))
        bodies = tuple(body if one is target.body else one for one in dispute.scene.bodies)
        other = replace(dispute, scene=replace(dispute.scene, bodies=bodies))
        return sees(other, watch, replace(target, body=body), readings()).outcome

    far = abs(margin.mm)
    assert moved(far) is not said
    assert moved(far - 0.2) is said


# Watch's front begins at x = 100, and of Target so much has to lie in it that 3 mm are seen:
# its own line is lost 0.3 mm from x = 90. With reciprocity it is enough that Target touches
# the front, which its base does to x = 87.5.
@pytest.mark.parametrize(
    ("x", "said", "is_returned", "far"),
    [
        (90.0, Outcome.YES, False, 2.5),
        (89.0, Outcome.YES, True, 1.5),
        (87.2, Outcome.NO, False, 0.3),
    ],
)
def test_margin_with_reciprocity_is_a_move_that_ends_both_lines(
    x: float, said: Outcome, is_returned: bool, far: float
) -> None:
    dispute = table(WATCH, TARGET.format(x=x, y=300).replace("180", "270"))
    mutual = readings(fire_reciprocity="in_front")
    found = sighting(dispute, *pair(dispute), mutual, margins=True)
    assert (found.outcome, found.is_returned) == (said, is_returned)
    assert found.margin is not None
    # The move is along one of 16 directions, and found to 0.05 mm.
    assert far <= abs(found.margin.mm) <= far / math.cos(math.radians(11.25)) + 0.1


def test_questions_that_cannot_be_asked() -> None:
    dispute = table(WATCH, TARGET.format(x=300, y=200))
    with pytest.raises(RulingError, match='no trooper is called "Taget"; use one of Watch, Target'):
        between(dispute, "Watch", "Taget")
    with pytest.raises(RulingError, match="name two troopers"):
        between(dispute, "Watch", "Watch")


def test_everybody_asks_every_pair_once_in_scene_order() -> None:
    dispute = table(
        WATCH, TARGET.format(x=300, y=200), TARGET.format(x=300, y=300).replace("Target", "Other")
    )
    found = everybody(dispute)
    names = ["Watch", "Target", "Other"]
    wanted = [(a, b) for a in names for b in names if a != b]
    assert [(one.viewer, one.target) for one in found.sightings] == wanted
    assert found.between("Other", "Watch") is found.sightings[4]
    assert found.between("Watch", "Watch") is None
    # The same without evidence, only shorter.
    quick = everybody(dispute, evidence=False)
    assert [one.outcome for one in quick.sightings] == [one.outcome for one in found.sightings]
    assert all(one.fire.part is None for one in quick.sightings)


def test_cover_is_asked_only_where_something_is_seen() -> None:
    dispute = table(
        WATCH, TARGET.format(x=300, y=200), WALL.format(length=80, height=60, x=200, y=200)
    )
    found = sighting(dispute, *pair(dispute), readings())
    assert (found.outcome, found.cover) == (Outcome.NO, None)
    seen = sees(table(WATCH, TARGET.format(x=300, y=200)), *pair(dispute), readings())
    assert partial_cover(dispute.scene, dispute.trooper("Target").body, seen, "any").pieces == ()
