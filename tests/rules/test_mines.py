"""Deployables: the union over a mine's edge, its reach, and friends that keep it quiet."""

import json
from typing import Any

import pytest

from rules.ruling import rule
from rules.scenefile import read
from rules.verdict import AttackRuling, Engagement, Search, Verdict
from spatial.evidence import Sight
from viewer import evidence_words

Row = dict[str, Any]


def trooper(name: str, side: str, x: float, y: float, **more: Any) -> Row:
    return {"name": name, "side": side, "silhouette": "S2", "at": [x, y]} | more


def ruled(*troopers: Row, **more: Any) -> AttackRuling:
    """A blue mine, 25 mm across, at (200, 200)."""
    mine = {"name": "mine", "side": "blue", "kind": "deployable", "weapon": "Mine"}
    content = {
        "format": 1,
        "name": "Test",
        "rules": "infinity-codeone",
        "trooper": list(troopers),
        "target": [mine | {"at": [200, 200]}],
        "attack": [{"by": "mine"}],
    }
    scene = read(json.dumps(content | more).encode(), "test.json")
    (one,) = rule(scene, margins=False, dodges=True).attacks
    return one


def trigger(one: AttackRuling, name: str) -> Verdict:
    return {verdict.trooper: verdict for verdict in one.triggers}[name]


def said(one: AttackRuling, name: str) -> tuple[str, str]:
    verdict = trigger(one, name)
    return verdict.outcome.value, verdict.deciding.question


# The template is 160 long; 12.5 of the mine's base and 12.5 of the trooper's come on top.
@pytest.mark.parametrize(
    ("x", "expected"),
    [(384.9, ("YES", "allies")), (385.1, ("NO", "reach"))],
)
def test_the_trigger_area_reaches_as_far_as_the_template_from_the_edge(
    x: float, expected: tuple[str, str]
) -> None:
    assert said(ruled(trooper("1", "red", x, 200)), "1") == expected


def test_it_sees_all_round_and_each_enemy_has_its_own_placement() -> None:
    enemies = [
        trooper(str(i), "red", 200 + x, 200 + y)
        for i, (x, y) in enumerate(((90, 0), (0, 90), (-90, 0), (0, -90)))
    ]
    one = ruled(*enemies)
    assert [verdict.outcome.value for verdict in one.triggers] == ["YES"] * 4
    assert [placed.name for placed in one.placements] == [f"mine at {i}" for i in range(4)]
    assert [placed.set_off_by for placed in one.placements] == [str(i) for i in range(4)]
    assert {placed.by for placed in one.placements} == {"mine"}
    assert [placed.status for placed in one.placements] == ["placed"] * 4
    for placed, enemy in zip(one.placements, enemies, strict=True):
        hit = [verdict.trooper for verdict in placed.verdicts if verdict.outcome.value == "YES"]
        assert hit == [enemy["name"]]
    # Each dodges at PH-3, whatever it sees.
    assert {dodge.modifier for dodge in one.dodges} == {-3}
    assert {dodge.finding.question for dodge in one.dodges} == {"deployable weapon"}


def test_its_own_side_and_neutrals_are_not_asked_about() -> None:
    one = ruled(trooper("1", "blue", 290, 200), trooper("2", "neutral", 200, 290))
    assert one.triggers == ()
    assert one.placements == ()


def test_total_cover_from_the_whole_edge_is_searched_and_names_what_hides() -> None:
    wall = {"name": "wall", "kit": "box", "size": [4, 300, 60], "at": [240, 200]}
    one = ruled(trooper("1", "red", 290, 200), scenery=[wall])
    assert said(one, "1") == ("NO", "trigger area")
    search = trigger(one, "1").deciding.evidence
    assert isinstance(search, Search)
    # From every place of the half of the edge that faces 1: every 5 degrees of its
    # underside, every 15 of its top. From none of them is anything in sight.
    assert search.hidden >= 36
    assert search.tried == 0
    assert search.spacing == pytest.approx(12.5 * 3.14159265 / 36, abs=1e-6)
    assert search.stopped_by == ()
    assert [(it.piece, it.needed, it.alone) for it in search.blockers] == [("wall", True, True)]


def test_what_one_side_of_the_edge_sees_is_enough() -> None:
    # A post of 20 mm hides 1 from the mine's nearest edge and its middle, not from its sides:
    # from (200, 212.5) the post, 26 to 30 mm east, hides down from y = 210 only.
    post = {"name": "post", "kit": "box", "size": [4, 20, 60], "at": [228, 200]}
    enemy = trooper("1", "red", 290, 200)
    assert said(ruled(enemy, scenery=[post]), "1") == ("YES", "allies")
    seen = trigger(ruled(enemy, scenery=[post]), "1").findings[1].evidence
    assert isinstance(seen, Sight)
    assert seen.witness is not None


@pytest.mark.parametrize(
    ("reading", "expected"), [("by_template", ("YES", "allies")), ("by_area", ("NO", "allies"))]
)
def test_a_friend_elsewhere_in_the_area(reading: str, expected: tuple[str, str]) -> None:
    one = ruled(
        trooper("1", "red", 290, 200),
        trooper("2", "blue", 110, 200),
        readings={"mine_ally": reading},
    )
    assert said(one, "1") == expected
    if reading == "by_area":
        search = trigger(one, "1").deciding.evidence
        assert isinstance(search, Search)
        assert search.stopped_by == ("2",)
        assert search.in_area
        assert clause(one, "1") == "2 is within the Trigger Area"


@pytest.mark.parametrize("side", ["blue", "neutral"])
def test_it_does_not_go_off_where_every_template_would_affect_a_friend(side: str) -> None:
    one = ruled(trooper("1", "red", 290, 200), trooper("2", side, 315, 200), engaged=[])
    # 2 stands behind 1: aimed past him, a template may still catch 1 alone.
    assert said(one, "1") == ("YES", "allies")
    hit = {v.trooper: v.outcome.value for v in one.placements[0].verdicts}
    assert (hit["1"], hit["2"]) == ("YES", "NO")
    # In close combat with him it can't.
    if side == "blue":
        one = ruled(trooper("1", "red", 290, 200), trooper("2", side, 315, 200))
        assert said(one, "1") == ("NO", "allies")
        assert one.placements == ()
        melee = trigger(one, "1").deciding.evidence
        assert melee == Engagement(("2",), ("1", "2"), False)
        assert clause(one, "1") == "in close combat with 2, who would be affected too"


def test_a_template_of_a_deployable_may_be_placed_by_hand() -> None:
    rows = [{"by": "mine", "template": [{"name": "A", "aim": "1"}]}]
    one = ruled(trooper("1", "red", 290, 200), attack=rows)
    (placed,) = one.placements
    assert placed.body.pose.at == (212.5, 200.0, 0.0)
    assert [dodge.modifier for dodge in one.dodges] == [-3]
    assert one.triggers == ()


def test_it_stands_where_it_lies() -> None:
    roof = {"name": "roof", "kit": "box", "size": [60, 60, 80], "at": [200, 200]}
    target = {"name": "mine", "side": "blue", "kind": "deployable", "weapon": "Mine"}
    one = ruled(
        trooper("1", "red", 220, 200, on="roof"),
        trooper("2", "red", 290, 200),
        scenery=[roof],
        target=[target | {"at": [190, 200], "on": "roof"}],
    )
    assert said(one, "1") == ("YES", "allies")
    assert said(one, "2") == ("NO", "trigger area")


HOUSE = {"name": "house", "kit": "box", "size": [100, 100, 35], "at": [300, 200]}


# A level template is 30 mm high and 1 stands 35 mm up: only a tilted one gets there.
def test_a_template_is_tilted_up_to_a_roof_where_it_may_be() -> None:
    enemy = trooper("1", "red", 263, 200, on="house")
    one = ruled(enemy, scenery=[HOUSE])
    assert said(one, "1") == ("YES", "allies")
    (placed,) = one.placements
    assert placed.status == "placed"
    assert placed.body.pose.tilt > 0
    level = ruled(enemy, scenery=[HOUSE], readings={"tilt": "level_only"})
    assert said(level, "1") == ("NO", "trigger area")
    assert "total cover" not in clause(level, "1")
    assert clause(level, "1").startswith("no placement that was tried reaches it")


def clause(one: AttackRuling, name: str) -> str:
    return evidence_words.clause(trigger(one, name).deciding)


def test_a_template_that_is_tilted_by_hand_reaches_a_roof() -> None:
    rows = [{"by": "mine", "template": [{"name": "A", "aim": "1", "tilt": 40}]}]
    one = ruled(trooper("1", "red", 263, 200, on="house"), scenery=[HOUSE], attack=rows)
    hit = {verdict.trooper: verdict.outcome.value for verdict in one.placements[0].verdicts}
    assert hit["1"] == "YES"


def test_where_tilted_templates_reach_too_total_cover_is_named() -> None:
    wall = {"name": "wall", "kit": "box", "size": [4, 400, 400], "at": [240, 200]}
    one = ruled(trooper("1", "red", 263, 200, on="house"), scenery=[HOUSE, wall])
    assert said(one, "1") == ("NO", "trigger area")
    assert clause(one, "1").startswith("in total cover behind wall from every place tried on")


def test_the_top_of_the_edge_is_tried_as_well() -> None:
    # A kerb 2 mm high all round hides whoever lies prone, 3 mm high, from the mine's underside
    # (seen past it, the lines have risen by more), and from its top, 3 mm up, it doesn't.
    kerbs = [
        {"name": f"kerb {i}", "kit": "box", "size": size, "at": at}
        for i, (size, at) in enumerate(
            [
                ([2, 60, 2], [216, 200]),
                ([2, 60, 2], [184, 200]),
                ([30, 2, 2], [200, 216]),
                ([30, 2, 2], [200, 184]),
            ]
        )
    ]
    enemy = trooper("1", "red", 290, 200, prone=True)
    one = ruled(enemy, scenery=kerbs, readings={"tilt": "level_only"})
    assert said(one, "1") == ("YES", "allies")
    (placed,) = one.placements
    assert placed.body.pose.at[2] == 3.0


def test_a_weapon_of_ones_own_that_lies_there_is_a_deployable_weapon() -> None:
    cyber = {"name": "Cybermine", "template": "small_teardrop", "state": "Isolated"}
    mine = {"name": "mine", "side": "blue", "kind": "deployable", "weapon": "Cybermine"}
    one = ruled(
        trooper("1", "red", 270, 200, facing=180),
        weapon=[cyber],
        target=[mine | {"at": [200, 200]}],
    )
    (dodge,) = one.dodges
    assert (dodge.modifier, dodge.finding.question) == (-3, "deployable weapon")
    assert dodge.remarks == ()
    assert one.remarks == ()


def test_who_is_unconscious_sets_nothing_off() -> None:
    one = ruled(trooper("1", "red", 270, 200, traits=["unconscious"]))
    assert said(one, "1") == ("NO", "activity")
    assert one.placements == ()
    assert one.dodges == ()


def test_a_marker_sets_a_mine_off_and_equipment_does_not() -> None:
    target = {"side": "red", "silhouette": "S2"}
    mine = {"name": "mine", "side": "blue", "kind": "deployable", "weapon": "Mine"}
    camo = target | {"name": "camo", "kind": "marker", "at": [270, 200]}
    turret = target | {"name": "turret", "kind": "equipment", "at": [200, 270]}
    one = ruled(target=[mine | {"at": [200, 200]}, camo, turret])
    assert [(verdict.trooper, verdict.outcome.value) for verdict in one.triggers] == [
        ("camo", "YES")
    ]


def test_it_goes_off_once_which_is_said_where_several_set_it_off() -> None:
    two = ruled(trooper("1", "red", 270, 200), trooper("2", "red", 200, 270))
    assert [remark.text for remark in two.remarks] == [
        "it goes off once, at the first of them to act, and is gone"
    ]
    assert ruled(trooper("1", "red", 270, 200)).remarks == ()


def test_a_template_placed_by_hand_on_an_ally_is_no_going_off() -> None:
    rows = [{"by": "mine", "template": [{"name": "A", "aim": "1"}]}]
    one = ruled(trooper("1", "red", 270, 200), trooper("2", "blue", 310, 200), attack=rows)
    (placed,) = one.placements
    assert placed.status == "cancelled"
    assert placed.reasons == ("it would affect 2, on mine's own side, so it doesn't go off",)
    # Nothing was declared, so there is nothing to dodge and no use is spent.
    assert one.dodges == ()
    assert one.remarks == ()


def test_every_template_would_affect_a_neutral_who_stands_before_the_enemy() -> None:
    one = ruled(trooper("1", "red", 200, 285), trooper("2", "neutral", 200, 260), engaged=[])
    assert said(one, "1") == ("NO", "allies")
    search = trigger(one, "1").deciding.evidence
    assert isinstance(search, Search)
    assert search.stopped_by == ("2",)
    assert not search.in_area
    assert clause(one, "1").startswith("every template that reaches it would affect 2 (")


def test_from_the_nearest_place_alone_two_heights_are_asked() -> None:
    wall = {"name": "wall", "kit": "box", "size": [4, 300, 60], "at": [240, 200]}
    one = ruled(
        trooper("1", "red", 290, 200), scenery=[wall], readings={"mine_focus": "nearest_edge"}
    )
    assert clause(one, "1") == (
        "in total cover behind wall from the nearest place on the edge (2 heights searched)"
    )


# A circle lies over the mine's middle, 60 across its radius: there is nothing to aim.
@pytest.mark.parametrize(
    ("x", "friend", "expected"),
    [
        (272.4, 200 - 72.6, ("YES", "allies")),
        (272.4, 200 - 72.4, ("NO", "allies")),
        (272.6, 200 - 72.6, ("NO", "contact")),
    ],
)
def test_a_deployable_with_a_circle_has_one_placement(
    x: float, friend: float, expected: tuple[str, str]
) -> None:
    bomb = {"name": "Bomb", "template": "circular"}
    mine = {"name": "mine", "side": "blue", "kind": "deployable", "weapon": "Bomb"}
    one = ruled(
        trooper("1", "red", x, 200),
        trooper("2", "blue", friend, 200),
        weapon=[bomb],
        target=[mine | {"at": [200, 200]}],
    )
    assert said(one, "1") == expected
    evidence = trigger(one, "1").deciding.evidence
    if isinstance(evidence, Search):
        assert evidence.tried <= 1
        assert clause(one, "1") == "every template that reaches it would affect 2"


def test_a_hair_of_an_opening_makes_a_trigger_a_close_call() -> None:
    # Two walls 0.3 apart, end to end, straight between the mine's middle and 1.
    walls = [
        {"name": name, "kit": "box", "size": [4, 300, 60], "at": [240, y]}
        for name, y in (("north", 350.15), ("south", 49.85))
    ]
    verdict = trigger(ruled(trooper("1", "red", 290, 200), scenery=walls), "1")
    assert verdict.outcome.value == "YES"
    assert verdict.close_call
    assert not trigger(ruled(trooper("1", "red", 290, 200)), "1").close_call
