"""Placement search: windows worked out by hand, and sets that hang on no step."""

import math
from typing import Any

import pytest

from rules.infinity.combining import together
from rules.infinity.sampling import Steps
from rules.search import find
from rules.verdict import RulingError
from tests.tables import random_table, scene_of

COARSE = Steps(rim=8.0, rise=28.0, turn=10.0, tilt=12.0)

# Small teardrop, 160 x 60: half-angle a with sin a = 30 / 130.
HALF = math.degrees(math.asin(30 / 130))


def one(name: str, side: str, at: tuple[float, float], **keys: Any) -> dict[str, Any]:
    return {"name": name, "side": side, "silhouette": "S2", "at": list(at)} | keys


def table(*troopers: dict[str, Any], **keys: Any) -> Any:
    content = {"format": 1, "name": "Table", "rules": "infinity-codeone", "trooper": troopers}
    return scene_of(content | keys)


def around(angle: float, way: float, far: float) -> tuple[float, float]:
    """A place before a user at (300, 300) with his tip at `angle`, from that tip."""
    turn = math.radians(angle)
    x, y = 300 + 12.5 * math.cos(turn), 300 + 12.5 * math.sin(turn)
    turn = math.radians(angle + way)
    return (x + far * math.cos(turn), y + far * math.sin(turn))


def corridor(spare: float, **screens: Any) -> Any:
    """Two friends 50 from the tip, the template's edge `spare` degrees from each; an enemy behind.

    A cone's edge touches a base of radius 12.5 at 50 where it is asin(12.5 / 50) beside its middle.
    With keys for them, screens 30 from the tip hide the friends, and not the enemy.
    """
    way = HALF + math.degrees(math.asin(12.5 / 50)) + spare
    scenery = [
        {"name": f"screen {side}", "kit": "box", "size": [4, 16, 90], "turn": 17.3 + side}
        | {"at": list(around(17.3, side, 30))}
        | screens
        for side in ((way, -way) if screens else ())
    ]
    # Taller than the user: from its upper rim, too, the template runs through them.
    tall = {"silhouette": {"diameter": 25.0, "height": 80.0}}
    return table(
        one("user", "blue", (300, 300)),
        one("left", "blue", around(17.3, way, 50), **tall),
        one("right", "blue", around(17.3, -way, 50), **tall),
        one("enemy", "red", around(17.3, 0, 110), **tall),
        readings={"tilt": "level_only"},
        scenery=scenery,
    )


@pytest.mark.parametrize("steps", [COARSE, Steps()], ids=["coarse", "default"])
def test_a_window_of_one_degree_between_two_friends_is_found(steps: Steps) -> None:
    found = find(corridor(0.5), "user", "Nanopulser", steps=steps)
    (catch,) = found.catches
    assert catch.caught == ("enemy",)
    # Half a degree at 50 mm, measured square to the edge: 50 sin(asin(12.5 / 50) + 0.5) - 12.5.
    assert catch.room == pytest.approx(0.4226, abs=0.11)
    assert catch.aim.aim == pytest.approx(17.3, abs=0.5)
    assert catch.turn is not None
    assert sum(catch.turn) == pytest.approx(1.0, abs=0.25)


def test_where_the_window_is_closed_nothing_is_found_and_it_says_by_how_much() -> None:
    found = find(corridor(-0.5), "user", "Nanopulser", hit=["enemy"], steps=COARSE)
    assert found.catches == ()
    assert found.thoroughness.unsure == ()
    assert found.shortfall is not None
    # 12.5 - 50 sin(asin(12.5 / 50) - 0.5)
    assert found.shortfall.by == pytest.approx(0.4225, abs=0.11)
    assert found.shortfall.missed == ()
    assert set(found.shortfall.touched) <= {"left", "right"}


def test_friends_hidden_by_pieces_of_unknown_shape_are_spared_as_if_in_sight() -> None:
    seen = find(corridor(-0.5, cover="total"), "user", "Nanopulser", steps=COARSE)
    assert [catch.caught for catch in seen.catches] == [("enemy",)]
    unknown = find(corridor(-0.5, placeholder=True), "user", "Nanopulser", steps=COARSE)
    assert unknown.catches == ()


def test_who_stands_on_a_piece_of_unknown_shape_is_caught_for_certain_nowhere() -> None:
    plinth = {"name": "plinth", "kit": "box", "size": [40, 40, 9], "at": [380, 300]}
    people = one("user", "blue", (300, 300)), one("enemy", "red", (380, 300))
    known = find(table(*people, scenery=[plinth]), "user", "Nanopulser", steps=COARSE)
    assert [catch.caught for catch in known.catches] == [("enemy",)]
    hidden = table(*people, scenery=[plinth | {"placeholder": True}])
    found = find(hidden, "user", "Nanopulser", steps=COARSE)
    assert (found.catches, found.thoroughness.unsure) == ((), (("enemy",),))


def thin(**keys: Any) -> Any:
    """An enemy on a base of 4 mm, 35.5 to 39.5 from the tip, and a friend from 41 on behind it."""
    return table(
        one("user", "blue", (300, 300)),
        one("enemy", "red", around(17.3, 0, 37.5), silhouette={"diameter": 4.0, "height": 40.0}),
        one("friend", "blue", around(17.3, 0, 53.5)),
        **keys,
    )


def test_a_few_degrees_of_tilt_into_the_floor_spare_the_friend_behind() -> None:
    # From 40 up the upper edge, tilt + HALF, falls to the floor before the friend at 41 and not
    # before the enemy at 35.5: from atan(40 / 41) to atan(40 / 35.5) below the horizontal.
    found = find(thin(), "user", "Nanopulser", steps=COARSE)
    (catch,) = found.catches
    assert catch.caught == ("enemy",)
    low, high = math.degrees(math.atan(40 / 41)), math.degrees(math.atan(40 / 35.5))
    # Other heights and tips have other windows, none wider and all as steep or less so.
    assert -high - HALF - 2 <= catch.aim.tilt < -low / 2
    assert 0 < (catch.room or 0) < 2.5


def test_level_the_friend_behind_is_always_caught_too() -> None:
    found = find(thin(readings={"tilt": "level_only"}), "user", "Nanopulser", steps=COARSE)
    assert found.fitting == ()


@pytest.mark.parametrize("seed", [6, 14, 20])
def test_halving_the_step_finds_no_further_set(seed: int) -> None:
    dispute = scene_of(random_table(seed))
    found, finer = (
        find(dispute, "user", "small_teardrop", steps=steps) for steps in (COARSE, COARSE.halved())
    )
    assert finer.catches
    assert finer.thoroughness.tried > 4 * found.thoroughness.tried
    for catch in finer.catches:
        assert any(set(catch.caught) <= set(other.caught) for other in found.catches), catch


def test_no_set_where_a_friend_fights_the_only_enemy() -> None:
    # In base contact: whoever is engaged is affected with them, however it is placed.
    dispute = table(
        one("user", "blue", (300, 300)),
        one("enemy", "red", (380, 300)),
        one("friend", "blue", (405, 300)),
    )
    found = find(dispute, "user", "Chain Rifle", steps=COARSE)
    assert found.catches == ()
    assert found.together == ()


def test_two_enemies_far_apart_take_both_templates_of_a_burst() -> None:
    dispute = table(
        one("user", "blue", (300, 300)),
        one("1", "red", (400, 300)),
        one("2", "red", (200, 300)),
    )
    found = find(dispute, "user", "Nanopulser (+1B)", hit=["1", "2"], steps=COARSE)
    assert [catch.caught for catch in found.catches] == [("1",), ("2",)]
    assert found.fitting == ()
    assert found.together == (0, 1)


def test_a_row_is_caught_whole_and_spared_in_part() -> None:
    row = [one(f"{i}", "red", (340 + 30 * i, 300)) for i in range(3)]
    dispute = table(one("user", "blue", (300, 300)), *row)
    found = find(dispute, "user", "Nanopulser", steps=COARSE)
    assert found.fitting[0].caught == ("0", "1", "2")
    # The first one stands before the others: 40 high, and so are they. Over its head, level, the
    # template would meet nobody; into the floor, only the first.
    spared = find(dispute, "user", "Nanopulser", hit=["0"], spare=["2"], steps=COARSE)
    assert {catch.caught for catch in spared.fitting} >= {("0", "1")}
    assert all("2" not in catch.caught for catch in spared.catches)


def test_a_direct_circle_has_one_place() -> None:
    blast = [{"name": "blast", "template": "circular"}]
    attack = [{"by": "user", "weapon": "blast", "template": [{"name": "A"}]}]
    near, far = one("near", "red", (360, 300)), one("far", "red", (380, 300))
    dispute = table(one("user", "blue", (300, 300)), near, far, weapon=blast, attack=attack)
    # 120 across: its edge is 60 away; the bases' 47.5 and 67.5.
    found = find(dispute, "user", "blast")
    assert [catch.caught for catch in found.catches] == [("near",)]
    assert found.thoroughness.kind == "one place"
    friend = one("friend", "blue", (300, 350))
    dispute = table(one("user", "blue", (300, 300)), near, friend, weapon=blast, attack=attack)
    assert find(dispute, "user", "blast").catches == ()


def test_an_impact_circle_is_tried_on_every_main_target() -> None:
    # Bases 12.5, circle 60: whoever is within 72.5 of the main target is caught.
    dispute = table(
        one("user", "blue", (100, 300)),
        one("a", "red", (300, 300)),
        one("b", "red", (370, 300)),
        one("c", "red", (440, 300)),
        one("d", "red", (600, 300)),
        one("friend", "blue", (600, 360)),
    )
    found = find(dispute, "user", "Missile Launcher")
    assert [(catch.caught, catch.aim.on) for catch in found.catches] == [
        (("a", "b", "c"), "b"),
        (("a", "b"), "a"),
        (("b", "c"), "c"),
    ]
    assert found.thoroughness.kind == "targets"
    # The friend may not be a target; d is one.
    assert found.thoroughness.tried == 4


def test_what_has_no_damage_spares_nobody() -> None:
    smoke = [{"name": "smoke", "template": "circular", "placed": "impact", "damage": False}]
    attack = [{"by": "user", "weapon": "smoke", "template": [{"name": "A", "on": "enemy"}]}]
    dispute = table(
        one("user", "blue", (100, 300)),
        one("enemy", "red", (300, 300)),
        one("friend", "blue", (330, 300)),
        weapon=smoke,
        attack=attack,
    )
    found = find(dispute, "user", "smoke")
    assert found.allies == ()
    assert found.catches[0].caught == ("enemy",)
    assert found.catches[0].others == ("friend",)


def test_the_largest_union_is_not_always_the_largest_set_first() -> None:
    caught = [frozenset("abcd"), frozenset("abe"), frozenset("cdf"), frozenset("g")]
    assert together(caught, 1, frozenset()) == (0,)
    assert together(caught, 2, frozenset()) == (1, 2)
    assert together(caught, 3, frozenset()) == (1, 2, 3)
    assert together(caught, 4, frozenset()) == (1, 2, 3)
    assert together(caught, 2, frozenset("g")) == (0, 3)
    assert together(caught, 2, frozenset("h")) == ()


ASKED = table(
    one("Alpha", "blue", (300, 300)),
    one("Bravo", "blue", (300, 400)),
    one("1", "red", (400, 300)),
    one("2", "red", (500, 300), traits=["unconscious"]),
    target=[{"name": "console", "side": "red", "kind": "equipment", "at": [500, 400]}],
    weapon=[{"name": "rifle"}],
    attack=[{"by": "Alpha", "weapon": "rifle", "against": ["1"]}],
)


@pytest.mark.parametrize(
    ("by", "weapon", "hit", "spare", "wanted"),
    [
        ("Alfa", "Nanopulser", [], [], '--by: no trooper is called "Alfa"; did you mean "Alpha"?'),
        ("Alpha", "Nanopulsar", [], [], 'no weapon is called "Nanopulsar"; did you mean'),
        ("Alpha", "Nanopulser", ["3"], [], '--hit: no trooper is called "3"'),
        ("Alpha", "Nanopulser", [], ["Brava"], '--spare: no trooper is called "Brava"'),
        ("Alpha", "Nanopulser", ["Bravo"], [], "\"Bravo\" can't be attacked: on Alpha's own side"),
        ("Alpha", "Nanopulser", ["Alpha"], [], '"Alpha" is the user'),
        ("Alpha", "Nanopulser", ["1"], ["1"], '--spare: "1" is in --hit, too'),
        ("Alpha", "Mine", [], [], "goes off by itself"),
        ("2", "Nanopulser", [], [], '--by: "2" is unconscious and declares nothing; name another'),
        ("console", "Nanopulser", [], [], '--by: "console" is no deployable, so it can\'t attack'),
        ("Alpha", "rifle", [], [], "rifle has no template"),
    ],
)
def test_what_is_refused(
    by: str, weapon: str, hit: list[str], spare: list[str], wanted: str
) -> None:
    with pytest.raises(RulingError) as refused:
        find(ASKED, by, weapon, hit, spare)
    assert wanted in str(refused.value)


def test_all_that_is_wrong_is_said_at_once() -> None:
    with pytest.raises(RulingError) as refused:
        find(ASKED, "Alfa", "Nanopulsar", ["3"])
    assert len(str(refused.value).splitlines()) == 3
