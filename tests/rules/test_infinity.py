"""Infinity: who may be attacked, what cancels a template, what may be declared about it."""

import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rules.dispute import Dispute
from rules.infinity.lines import Lines
from rules.infinity.placing import place
from rules.infinity.quick import affected, status
from rules.infinity.sides import melees
from rules.infinity.weapons import Weapon, weapon, weapons
from rules.readings import chosen
from rules.ruling import rule
from rules.scenefile import load, read
from rules.verdict import AttackRuling, Engagement, RulingError, Verdict
from spatial.evidence import Sight
from spatial.outcome import Outcome

ROOT = Path(__file__).resolve().parents[2]

Row = dict[str, Any]


def trooper(name: str, side: str, x: float, y: float, **more: Any) -> Row:
    facing = 180 if side == "red" else 0
    row = {"name": name, "side": side, "silhouette": "S2", "at": [x, y], "facing": facing}
    return row | more


def attack(weapon: str = "Nanopulser", *aims: Any, **more: Any) -> Row:
    rows = [
        aim if isinstance(aim, dict) else {"name": "ABC"[i], "aim": aim}
        for i, aim in enumerate(aims or ("1",))
    ]
    return {"by": "Beta", "weapon": weapon, "template": rows} | more


def scene(*troopers: Row, **more: Any) -> Dispute:
    """A table with Beta, of blue, at (100, 100), looking along +x; by default one attack at 1."""
    content = {
        "format": 1,
        "name": "Test",
        "rules": "infinity-codeone",
        "active": "blue",
        "trooper": [trooper("Beta", "blue", 100, 100), *troopers],
        "attack": [attack()],
    }
    return read(json.dumps(content | more).encode(), "test.json")


def ruled(*troopers: Row, dodges: bool = True, **more: Any) -> AttackRuling:
    (one,) = rule(scene(*troopers, **more), margins=False, dodges=dodges).attacks
    return one


def outcomes(one: AttackRuling, place: int = 0) -> dict[str, str]:
    return {verdict.trooper: verdict.outcome.value for verdict in one.placements[place].verdicts}


ENEMY = trooper("1", "red", 170, 100)
BEHIND = 215  # mm: the teardrop from x = 112.5 reaches on to 272.5


# Weapons.


def test_the_weapons_of_the_text_and_of_later_editions_are_known() -> None:
    small = {"Chain-colt", "Light Flamethrower", "Nanopulser", "Mine"}
    large = {"Chain Rifle", "Heavy Flamethrower", "E/Marat", "Pulzar"}
    impact = {"Grenades", "Missile Launcher", "Rocket Launcher"}
    known = weapons()
    assert {name for name, one in known.items() if one.template == "small_teardrop"} == small
    assert {name for name, one in known.items() if one.template == "large_teardrop"} == large
    assert {name for name, one in known.items() if one.placed == "impact"} == impact
    assert all(one.edition for one in known.values())
    assert [name for name, one in known.items() if one.deployable] == ["Mine"]


@pytest.mark.parametrize("written", ["Chain-colt (+1B)", "Chain-colt (B+1)", "Chain-colt  ( +1B )"])
def test_a_bonus_in_brackets_adds_to_the_burst(written: str) -> None:
    assert weapon(written, {}).burst == 2


def test_a_weapon_that_nobody_knows_is_refused() -> None:
    with pytest.raises(RulingError, match='no weapon is called "Feather"'):
        weapon("Feather", {})


@pytest.mark.parametrize(
    ("damage", "state", "harms"), [(True, "", True), (False, "Isolated", True), (False, "", False)]
)
def test_damage_or_a_state_harms(damage: bool, state: str, harms: bool) -> None:
    assert Weapon("it", "circular", damage=damage, state=state).harms is harms


# Whom an attack may be declared at.


@pytest.mark.parametrize(("side", "who"), [("blue", "on Beta's own side"), ("neutral", "neutral")])
def test_an_attack_declared_at_a_friend_or_a_neutral_is_refused(side: str, who: str) -> None:
    one = ruled(trooper("1", side, 170, 100), dodges=False)
    assert one.placements[0].status == "illegal"
    assert one.placements[0].reasons == (f"it is declared at 1, who is {who}",)
    assert one.placements[0].citation is not None
    assert one.placements[0].citation.heading.endswith("Allied and Neutral Troopers")


def test_another_side_may_be_neutral() -> None:
    bystander = trooper("1", "grey", 170, 100)
    assert ruled(bystander, dodges=False).placements[0].status == "placed"
    assert ruled(bystander, dodges=False, neutral=["grey"]).placements[0].status == "illegal"


def test_who_is_named_only_for_a_direction_is_not_attacked() -> None:
    # Beta points past a friend at 60 degrees to nobody in particular, but says at whom.
    friend = trooper("2", "blue", 100, 400)
    by_name = ruled(ENEMY, friend, attack=[attack("Nanopulser", "2")], dodges=False)
    assert by_name.placements[0].status == "illegal"
    declared = attack("Nanopulser", "2", against=["1"])
    one = ruled(ENEMY, friend, attack=[declared], dodges=False)
    assert one.placements[0].status == "placed"
    assert one.against == ("1",)


def test_a_friend_among_those_declared_at_refuses_every_template() -> None:
    friend = trooper("2", "blue", 100, 400)
    rows = attack("Nanopulser (+1B)", "1", 90.0, against=["1", "2"])
    one = ruled(ENEMY, friend, attack=[rows], dodges=False)
    assert [placed.status for placed in one.placements] == ["illegal", "illegal"]


def test_a_weapon_without_a_template_declared_at_a_friend_is_refused_in_a_remark() -> None:
    rifle = [{"name": "Rifle"}]
    shot = {"by": "Beta", "weapon": "Rifle", "against": ["1"]}
    one = ruled(trooper("1", "blue", 170, 100), weapon=rifle, attack=[shot])
    assert one.placed == ""
    assert [remark.text for remark in one.remarks] == [
        "it is declared at 1, who is on Beta's own side"
    ]
    assert one.modifiers == ()


# What cancels a template.


@pytest.mark.parametrize("side", ["blue", "neutral"])
def test_a_friend_or_a_neutral_in_the_template_cancels_it_and_enemies_may_still_dodge(
    side: str,
) -> None:
    one = ruled(ENEMY, trooper("2", side, BEHIND, 100))
    (placed,) = one.placements
    assert placed.status == "cancelled"
    assert outcomes(one) == {"Beta": "NO", "1": "YES", "2": "YES"}
    assert [dodge.trooper for dodge in one.dodges] == ["1"]
    assert any("ARO all the same" in remark.text for remark in one.remarks)


SMOKE = {"name": "Smoke", "template": "small_teardrop", "damage": False}


@pytest.mark.parametrize(
    ("traits", "expected"), [({}, "placed"), ({"state": "Isolated"}, "cancelled")]
)
def test_without_damage_and_state_a_friend_may_be_affected(traits: Row, expected: str) -> None:
    friend = trooper("2", "blue", BEHIND, 100)
    one = ruled(ENEMY, friend, weapon=[SMOKE | traits], attack=[attack("Smoke")], dodges=False)
    assert one.placements[0].status == expected
    assert outcomes(one)["2"] == "YES"


def test_only_the_template_that_affects_a_friend_is_cancelled() -> None:
    enemies = [ENEMY, trooper("3", "red", 100, 170)]
    rows = attack("Nanopulser (+1B)", "1", "3")
    friend = trooper("2", "blue", BEHIND, 100)
    one = ruled(*enemies, friend, attack=[rows], dodges=False)
    assert [placed.status for placed in one.placements] == ["cancelled", "placed"]


@pytest.mark.parametrize("uses", [0, 2])
def test_a_disposable_use_is_spent_when_the_template_is_cancelled(uses: int) -> None:
    own = {"name": "Popper", "template": "small_teardrop", "disposable": uses}
    friend = trooper("2", "blue", BEHIND, 100)
    one = ruled(ENEMY, friend, weapon=[own], attack=[attack("Popper")], dodges=False)
    spent = [remark.text for remark in one.remarks if "spent" in remark.text]
    assert spent == (
        ["one of Popper's Disposable uses (2) is spent, cancelled or not"] if uses else []
    )


@pytest.mark.parametrize(
    ("kind", "expected"),
    [("marker", "cancelled"), ("deployable", "placed"), ("equipment", "placed")],
)
def test_a_marker_stands_for_a_trooper_and_other_targets_do_not(kind: str, expected: str) -> None:
    token = {"name": "token", "side": "blue", "kind": kind, "at": [BEHIND, 100]}
    one = ruled(ENEMY, target=[token], dodges=False)
    assert one.placements[0].status == expected
    assert outcomes(one)["token"] == "YES"


@pytest.fixture
def undecided(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Let no line to the trooper of that name be decided."""
    real = Lines.to

    def to(lines: Lines, trooper: Any, template: Any, touch: Any) -> Sight:
        if trooper.name == "2":
            return Sight(Outcome.UNDECIDED, "projection")
        return real(lines, trooper, template, touch)

    monkeypatch.setattr(Lines, "to", to)
    return iter("2")


def test_an_undecided_friend_leaves_the_template_undecided(undecided: Iterator[str]) -> None:
    name = next(undecided)
    one = ruled(ENEMY, trooper(name, "blue", BEHIND, 100))
    assert one.placements[0].status == "undecided"
    assert one.placements[0].reasons == (f"it may affect {name}, on Beta's own side",)
    assert outcomes(one) == {"Beta": "NO", "1": "YES", name: "UNDECIDED"}
    assert [dodge.trooper for dodge in one.dodges] == ["1"]


def test_an_affected_friend_outweighs_an_undecided_one(undecided: Iterator[str]) -> None:
    friends = [trooper(next(undecided), "blue", BEHIND, 100), trooper("3", "blue", 245, 100)]
    one = ruled(ENEMY, *friends, dodges=False)
    assert one.placements[0].status == "cancelled"
    assert one.placements[0].reasons == ("it would affect 3, on Beta's own side",)


def test_an_undecided_enemy_may_dodge(undecided: Iterator[str]) -> None:
    one = ruled(ENEMY, trooper(next(undecided), "red", BEHIND, 100))
    assert one.placements[0].status == "placed"
    assert [dodge.trooper for dodge in one.dodges] == ["1", "2"]


def test_the_user_of_an_impact_template_counts_as_its_own_side() -> None:
    near = trooper("1", "red", 140, 100)
    blast = {"by": "Beta", "weapon": "Grenades", "template": [{"name": "A", "on": "1"}]}
    one = ruled(near, attack=[blast], dodges=False)
    assert one.placements[0].status == "cancelled"
    assert one.placements[0].reasons == ("it would affect Beta, its user",)
    own = {"name": "Bomb", "template": "circular", "placed": "impact", "affects_user": True}
    bomb = blast | {"weapon": "Bomb"}
    one = ruled(near, weapon=[own], attack=[bomb], dodges=False)
    assert one.placements[0].status == "placed"
    assert outcomes(one)["Beta"] == "YES"


def test_a_direct_circle_affects_its_user_only_where_its_description_says_so() -> None:
    for says in (False, True):
        ring = {"name": "Ring", "template": "circular", "affects_user": says}
        rows = {"by": "Beta", "weapon": "Ring", "template": [{"name": "A"}]}
        one = ruled(trooper("1", "red", 140, 100), weapon=[ring], attack=[rows], dodges=False)
        assert one.placements[0].status == "placed"
        assert outcomes(one) == {"Beta": "YES" if says else "NO", "1": "YES"}


# Close combat.


def test_engaged_are_opposing_sides_in_contact_and_whoever_touches_one_of_them() -> None:
    found = melees(
        scene(
            ENEMY,
            trooper("2", "blue", 195, 100),  # touches 1
            trooper("3", "red", 220, 100),  # touches 2
            trooper("4", "red", 145, 100),  # touches 1, of its own side, and Beta not
            trooper("5", "neutral", 220, 125),  # touches 3
            trooper("6", "blue", 170.0, 125.006),  # 0.006 from 1
        )
    )
    assert found == dict.fromkeys(("1", "2", "3"), ("1", "2", "3"))


def test_bases_typed_in_contact_are_in_contact() -> None:
    # 25 mm at 60 degrees, in decimals: (12.5, 21.651), 0.0001 too far.
    found = melees(scene(ENEMY, trooper("2", "blue", 182.5, 121.651)))
    assert set(found) == {"1", "2"}


def test_the_scene_may_say_who_is_engaged() -> None:
    troopers = [ENEMY, trooper("2", "blue", 195, 100), trooper("3", "blue", 100, 300)]
    assert set(melees(scene(*troopers, engaged=[["1", "3"]]))) == {"1", "3"}
    assert melees(scene(*troopers, engaged=[])) == {}


def test_everybody_engaged_is_affected_whatever_their_cover() -> None:
    # The wall hides 2 wholly; 2 fights 1, who is in the open.
    wall = {"name": "wall", "kit": "box", "size": [2, 90, 60], "at": [183.5, 157]}
    troopers = [trooper("1", "red", 170, 100), trooper("2", "blue", 195, 130)]
    one = ruled(*troopers, scenery=[wall], dodges=False, engaged=[["1", "2"]])
    (placed,) = one.placements
    assert placed.status == "cancelled"
    verdict = placed.verdicts[2]
    assert [finding.question for finding in verdict.findings][-1] == "close combat"
    assert verdict.deciding.evidence == Engagement(("1",), ("1", "2"), True)
    free = ruled(*troopers, scenery=[wall], dodges=False)
    assert free.placements[0].status == "placed"
    assert outcomes(free)["2"] == "NO"


@pytest.mark.parametrize("more", [{}, {"engaged": [["1", "2"]]}], ids=["touching", "declared"])
def test_no_hair_decides_on_who_is_affected_through_another_all_the_same(more: Row) -> None:
    # From the tip, 100 mm away, a base of 12.5 touches the teardrop's side 20.5235 degrees
    # off its middle. Beside it, to the middle, is one that it fights.
    way = math.radians(20.4)
    x, y = 112.5 + 100 * math.cos(way), 100 + 100 * math.sin(way)
    grazed, deep = trooper("1", "red", x, y), trooper("2", "green", x, y - 25)
    shot = attack("Nanopulser", 0)

    def asked(*people: Row, **keys: Any) -> Verdict:
        (one,) = rule(scene(*people, attack=[shot], **keys)).attacks
        return one.placements[0].verdicts[1]

    alone = asked(grazed)
    assert (alone.outcome, alone.close_call) == (Outcome.YES, True)
    assert alone.turn == pytest.approx(-0.1235, abs=0.05)
    both = asked(grazed, deep, **more)
    assert (both.outcome, both.turn, both.rise) == (Outcome.YES, None, None)
    # Where they only touch, a move parts the two.
    assert (both.margin is None) is bool(more)


def test_who_attacks_with_a_direct_template_is_spared_even_engaged() -> None:
    near = trooper("1", "red", 125, 100)
    one = ruled(near, dodges=False)
    assert outcomes(one) == {"Beta": "NO", "1": "YES"}
    assert one.placements[0].status == "placed"


def test_each_engaged_friend_gives_minus_6_and_the_attacker_does_not() -> None:
    friends = [trooper("2", "blue", 195, 100), trooper("3", "blue", 170, 125)]
    shot = {"by": "Beta", "weapon": "Rifle", "against": ["1"], "mods": {"range": 3}}
    rifle = [{"name": "Rifle"}]
    (found,) = ruled(ENEMY, *friends, weapon=rifle, attack=[shot]).modifiers
    assert found.parts == (("range", 3), ("2 is engaged with it", -6), ("3 is engaged with it", -6))
    assert found.total == -9
    shot["by"] = "2"
    (found,) = ruled(ENEMY, *friends, weapon=rifle, attack=[shot]).modifiers
    assert found.parts == (("range", 3), ("3 is engaged with it", -6))


# Dodges.


@pytest.mark.parametrize(
    ("active", "when"),
    [("blue", "ARO"), ("red", "second Short Skill"), (None, "ARO or second Short Skill")],
)
def test_whose_turn_it_is_says_when_one_dodges(active: str | None, when: str) -> None:
    (dodge,) = ruled(ENEMY, active=active).dodges
    assert dodge.when == when
    assert dodge.is_normal


@pytest.mark.parametrize(("facing", "modifier"), [(180, 0), (0, -3)])
def test_without_line_of_fire_a_dodge_is_at_minus_3(facing: float, modifier: int) -> None:
    (dodge,) = ruled(ENEMY | {"facing": facing}).dodges
    assert dodge.modifier == modifier
    assert dodge.finding.question == "line of fire"
    assert (dodge.finding.outcome is Outcome.YES) is (modifier == 0)


def test_one_dodge_for_all_templates_of_an_attack() -> None:
    rows = attack("Nanopulser (+1B)", 0.0, 5.0)
    (dodge,) = ruled(ENEMY, attack=[rows]).dodges
    assert dodge.templates == ("A", "B")


def test_one_dodge_for_all_attacks_of_an_order() -> None:
    dispute = scene(ENEMY, attack=[attack(), attack("Chain Rifle")])
    ruling = rule(dispute, margins=False, dodges=True)
    assert [len(one.dodges) for one in ruling.attacks] == [1, 1]
    assert any("1 may dodge 2 attacks" in note for note in ruling.notes)
    single = rule(scene(ENEMY), margins=False, dodges=True)
    assert not any("may dodge" in note for note in single.notes)


def test_whoever_attacks_in_return_rolls_normal_and_saves() -> None:
    (dodge,) = ruled(ENEMY).dodges
    texts = [remark.text for remark in dodge.remarks]
    assert len(texts) == 2
    assert "Normal Roll" in texts[0]
    assert "Saving Roll" in texts[1]
    (dodge,) = ruled(ENEMY, weapon=[SMOKE], attack=[attack("Smoke")]).dodges
    assert len(dodge.remarks) == 1


def test_of_an_impact_template_the_kind_of_roll_is_not_said() -> None:
    blast = {"by": "Beta", "weapon": "Grenades", "template": [{"name": "A", "on": "1"}]}
    one = ruled(trooper("1", "red", 300, 100), attack=[blast])
    (dodge,) = one.dodges
    assert dodge.is_normal is None
    assert dodge.remarks == ()
    assert not any("BS Roll" in remark.text for remark in one.remarks)


def test_partial_cover_helps_nobody_against_damage() -> None:
    one = ruled(ENEMY, dodges=False)
    assert len(one.placements[0].verdicts[1].remarks) == 1
    one = ruled(ENEMY, weapon=[SMOKE], attack=[attack("Smoke")], dodges=False)
    assert one.placements[0].verdicts[1].remarks == ()


# Impact templates on a point.


def test_a_point_without_a_height_lies_on_the_highest_thing_there() -> None:
    crate = {"name": "crate", "kit": "box", "size": [40, 40, 25], "at": [300, 100]}
    point = {"name": "A", "at": [300, 100]}
    blast = {"by": "Beta", "weapon": "Grenades", "template": [point]}
    one = ruled(scenery=[crate], attack=[blast], dodges=False)
    assert one.placements[0].body.pose.at == (300, 100, 25)
    point["at"] = [340, 100]
    one = ruled(scenery=[crate], attack=[blast], dodges=False)
    assert one.placements[0].body.pose.at == (340, 100, 0)


def test_a_point_inside_scenery_is_illegal() -> None:
    crate = {"name": "crate", "kit": "box", "size": [40, 40, 25], "at": [300, 100]}
    blast = {"by": "Beta", "weapon": "Grenades", "template": [{"name": "A", "at": [300, 100, 9]}]}
    (placed,) = ruled(scenery=[crate], attack=[blast], dodges=False).placements
    assert placed.status == "illegal"
    assert "inside crate" in placed.reasons[0]


# A flat template behind low cover.


def test_the_height_that_clears_low_cover_at_ones_feet_is_said() -> None:
    # A kerb of 12 mm, 8 to 10 mm before the tip; the teardrop's sides rise by 0.2372. From a
    # height h the steepest line in it is at h + 0.2372 * 8 before the kerb: 12 - 1.9 = 10.1.
    kerb = {"name": "kerb", "kit": "box", "size": [2, 200, 12], "at": [121.5, 100]}
    (placed,) = ruled(ENEMY, scenery=[kerb], dodges=False).placements
    assert outcomes(ruled(ENEMY, scenery=[kerb], dodges=False))["1"] == "NO"
    (note,) = placed.notes
    assert "from 10.2 mm up" in note
    assert "clear kerb and affect 1" in note
    rows = attack("Nanopulser", {"name": "A", "aim": "1", "height": 10.2})
    one = ruled(ENEMY, scenery=[kerb], attack=[rows], dodges=False)
    assert outcomes(one)["1"] == "YES"


def test_a_height_at_which_a_friend_would_be_affected_clears_nothing() -> None:
    kerb = {"name": "kerb", "kit": "box", "size": [2, 200, 12], "at": [121.5, 100]}
    # Straight behind the enemy: in the template's sides there is no steeper line to either.
    friend = trooper("Gamma", "blue", 200, 100)
    (placed,) = ruled(ENEMY, friend, scenery=[kerb], dodges=False).placements
    assert (placed.status, placed.notes) == ("placed", ())
    # One that isn't in the template from there spoils nothing.
    aside = trooper("Gamma", "blue", 200, 160)
    (placed,) = ruled(ENEMY, aside, scenery=[kerb], dodges=False).placements
    assert "clear kerb and affect 1" in placed.notes[0]


def test_cover_higher_than_the_user_is_not_cleared() -> None:
    wall = {"name": "wall", "kit": "box", "size": [2, 200, 60], "at": [121.5, 100]}
    (placed,) = ruled(ENEMY, scenery=[wall], dodges=False).placements
    assert placed.notes == ()


# Readings.


def test_models_stop_lines_where_they_are_read_so() -> None:
    token = {"name": "token", "side": "red", "kind": "equipment", "silhouette": "S2"}
    troopers = [ENEMY, trooper("2", "red", BEHIND, 100)]
    for choice, expected in (("no", "YES"), ("yes", "NO")):
        one = ruled(*troopers, readings={"models_block": choice}, dodges=False)
        assert outcomes(one) == {"Beta": "NO", "1": "YES", "2": expected}
    # Equipment is no model.
    placed = token | {"at": [145, 100]}
    one = ruled(ENEMY, target=[placed], readings={"models_block": "yes"}, dodges=False)
    assert outcomes(one)["1"] == "YES"


# The verdicts without their evidence are the verdicts.


@pytest.mark.parametrize("path", sorted((ROOT / "scenes").glob("*.toml")), ids=lambda it: it.stem)
def test_quick_outcomes_are_those_of_the_ruling(path: Path) -> None:
    dispute = load(path)
    readings = chosen(dispute.rules, dispute.readings)
    groups = melees(dispute)
    found = rule(dispute, margins=False, dodges=False)
    for made, stated in zip(found.attacks, dispute.attacks, strict=True):
        for aim, placed in zip(stated.templates, made.placements, strict=False):
            if placed.status == "illegal":
                continue
            shot = place(dispute, stated, aim, readings)
            quick = affected(dispute, stated, shot, readings, groups)
            assert quick == {verdict.trooper: verdict.outcome for verdict in placed.verdicts}
            assert status(dispute, stated, quick)[0] == placed.status


# Neutrals, cancelled templates, main targets on one's own side.


@pytest.mark.parametrize("name", ["Beta", "1"])
def test_a_neutral_attacker_has_no_enemies(name: str) -> None:
    shot = attack("Nanopulser", name, by="2")
    one = ruled(ENEMY, trooper("2", "neutral", 135, 160), attack=[shot])
    (placed,) = one.placements
    assert placed.status == "illegal"
    assert placed.reasons == (
        f"it is declared at {name}, who is no enemy of 2: 2 is neutral and has no enemies",
    )


def test_in_cancelled_templates_only_nobody_saves_and_the_aro_is_kept() -> None:
    friend = trooper("2", "blue", 215, 100)
    one = ruled(ENEMY, friend)
    assert one.placements[0].status == "cancelled"
    (dodge,) = one.dodges
    said = [remark.text for remark in dodge.remarks]
    assert not any("Saving Roll" in text for text in said)
    assert said[-1] == "1 may still declare its ARO, although template A is cancelled"


def test_where_another_template_stands_whoever_attacks_saves() -> None:
    friend = trooper("2", "blue", 215, 80)
    rows = attack("Nanopulser (+1B)", -10.0, 20.0)
    one = ruled(ENEMY, friend, attack=[rows])
    assert [placed.status for placed in one.placements] == ["cancelled", "placed"]
    (dodge,) = one.dodges
    assert dodge.templates == ("A", "B")
    said = [remark.text for remark in dodge.remarks]
    assert any("Saving Roll" in text for text in said)
    assert not any("cancelled" in text for text in said)


def test_shooting_smoke_at_an_engaged_friend_gives_no_minus_6() -> None:
    friends = [trooper("2", "blue", 325, 100), trooper("3", "blue", 300, 125)]
    enemy = trooper("1", "red", 300, 100)
    smoke = {"name": "Smoke", "template": "circular", "placed": "impact", "damage": False}
    for main, parts in (("2", []), ("1", ["2 is engaged with it", "3 is engaged with it"])):
        rows = attack("Smoke", {"name": "A", "on": main})
        one = ruled(enemy, *friends, weapon=[smoke], attack=[rows])
        assert [name for found in one.modifiers for name, _ in found.parts] == parts


@pytest.mark.parametrize("written", ["(+1 B)", "(+1b)", "( + 1 B )", "(B +1)"])
def test_blanks_in_a_bonus_do_not_matter(written: str) -> None:
    assert weapon(f"Chain Rifle {written}", {}).burst == weapons()["Chain Rifle"].burst + 1


def test_who_is_unconscious_declares_nothing() -> None:
    one = ruled(ENEMY | {"traits": ["unconscious"]})
    assert outcomes(one)["1"] == "YES"
    assert one.dodges == ()
    awake = ruled(ENEMY | {"prone": True})
    assert [dodge.trooper for dodge in awake.dodges] == ["1"]
