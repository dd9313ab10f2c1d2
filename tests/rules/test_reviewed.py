"""Close combat said, facing assumed, traits, sides and points: what a scene takes for granted."""

import json
from typing import Any

import pytest

from rules.comparing import compare
from rules.dispute import Dispute
from rules.ruling import rule
from rules.scenefile import read, starter
from spatial.scene import SceneError
from viewer import compared
from viewer.text import report

jsonschema = pytest.importorskip("jsonschema")

Row = dict[str, Any]


def trooper(name: str, side: str, x: float, y: float, **more: Any) -> Row:
    return {"name": name, "side": side, "silhouette": "S2", "at": [x, y], "facing": 0} | more


BETA = trooper("Beta", "blue", 100, 100)
ENEMY = trooper("1", "red", 170, 100)
SHOT = {"by": "Beta", "weapon": "Nanopulser", "template": [{"name": "A", "aim": "1"}]}


def scene(*troopers: Row, **more: Any) -> Dispute:
    content = {"format": 1, "name": "Test", "rules": "infinity-codeone"}
    return read(json.dumps(content | {"trooper": list(troopers)} | more).encode(), "s.json")


def problems(*troopers: Row, **more: Any) -> list[str]:
    with pytest.raises(SceneError) as caught:
        scene(*troopers, **more)
    return [line.removeprefix("s.json: ") for line in str(caught.value).split("\n")]


# Close combat.


def test_who_is_in_close_combat_with_whom_is_said_once() -> None:
    near = trooper("2", "blue", 195, 100)
    dispute = scene(BETA, ENEMY, near, attack=[SHOT, SHOT])
    text = " ".join(report(rule(dispute, margins=False)).split())
    assert text.count("in close combat, as their bases touch: 1 (red) with 2 (blue)") == 1


def test_a_close_combat_that_the_scene_names_is_said_so() -> None:
    far = [trooper("2", "blue", 300, 100), trooper("3", "blue", 300, 300)]
    dispute = scene(BETA, ENEMY, *far, engaged=[["1", "2", "3"]])
    assert "in close combat, as the scene says so: 1 (red) with 2, 3 (blue)" in dispute.notes


def test_nobody_in_close_combat_is_not_mentioned() -> None:
    assert not any("close combat" in note for note in scene(BETA, ENEMY).notes)


# Facing.


def unfaced(name: str, side: str, x: float, y: float) -> Row:
    row = trooper(name, side, x, y)
    del row["facing"]
    return row


def test_a_facing_that_is_not_stated_is_said_of_whoever_may_dodge() -> None:
    enemies = [unfaced("1", "red", 170, 100), unfaced("2", "red", 170, 300)]
    friend = unfaced("3", "blue", 300, 300)
    notes = scene(BETA, *enemies, friend, attack=[SHOT]).notes
    assert "facing isn't stated for 1, 2: they face 0 degrees" in notes
    notes = scene(BETA, enemies[0], friend, attack=[SHOT]).notes
    assert "facing isn't stated for 1: it faces 0 degrees" in notes


def test_a_facing_of_0_that_is_stated_is_not_mentioned() -> None:
    assert not any("facing" in note for note in scene(BETA, ENEMY, attack=[SHOT]).notes)


def test_the_report_says_so_where_a_line_of_fire_was_asked() -> None:
    near, far = unfaced("1", "red", 170, 100), unfaced("1", "red", 170, 300)
    for enemy, aim, times in ((near, 0.0, 1), (far, 0.0, 0)):
        shot = SHOT | {"template": [{"name": "A", "aim": aim}]}
        dispute = scene(BETA, enemy, attack=[shot])
        text = report(rule(dispute, margins=False, dodges=True))
        assert text.count("facing isn't stated for 1: it faces 0 degrees") == times


# A mine asks for no line of fire.
def test_no_facing_is_asked_for_against_a_mine() -> None:
    mine = {"name": "mine", "side": "blue", "kind": "deployable", "weapon": "Mine", "at": [90, 90]}
    dispute = scene(unfaced("1", "red", 170, 100), target=[mine], attack=[{"by": "mine"}])
    assert not any("facing" in note for note in dispute.notes)


# Traits.


@pytest.mark.parametrize(
    ("traits", "silhouette"),
    [
        (["unconscious"], "SX"),
        ([" Unconscious "], "SX"),
        (["aerial", "unconscious"], "SX"),
        (["TAG", "unconscious"], "S2"),
        (["unconscious", "Vehicle"], "S2"),
        (["motorcycle", "unconscious"], "S2"),
        (["TAG"], "S2"),
    ],
)
def test_an_unconscious_trooper_lies_prone_save_tags_vehicles_and_motorcycles(
    traits: list[str], silhouette: str
) -> None:
    made = scene(BETA, ENEMY | {"traits": traits})
    assert made.trooper("1").silhouette.name == silhouette
    assert not any("trait" in note for note in made.notes)


def test_a_trait_without_effect_is_said_with_the_nearest_that_has_one() -> None:
    notes = scene(BETA, ENEMY | {"traits": ["uncoscious"]}).notes
    assert '1\'s trait "uncoscious" has no effect here; did you mean "unconscious"?' in notes
    (note,) = (one for one in scene(BETA, ENEMY | {"traits": ["zz"]}).notes if "trait" in one)
    assert note == (
        '1\'s trait "zz" has no effect here; there are "TAG", "vehicle", "motorcycle", "aerial", '
        '"unconscious"'
    )


# Sides.


def test_a_neutral_side_that_nobody_is_on_is_refused() -> None:
    civilian = trooper("C", "civilian", 220, 300)
    assert problems(BETA, ENEMY, civilian, neutral=["civilians"]) == [
        'neutral[1]: no trooper is on side "civilians"; did you mean "civilian"?'
    ]
    assert scene(BETA, ENEMY, civilian, neutral=["civilian"]).neutral == ("civilian",)
    assert scene(BETA, ENEMY).neutral == ("neutral",)
    assert scene(BETA, ENEMY, neutral=[]).neutral == ()


@pytest.mark.parametrize("written", ["Blue", "blue ", " BLUE", "b lue"])
def test_sides_that_look_alike_are_refused_once(written: str) -> None:
    others = [trooper(str(i), written, 300, 100 * i) for i in (2, 3)]
    assert problems(BETA, ENEMY, *others) == [
        f'trooper[3].side (of "2"): "{written}" looks like "blue"; write one side in one way'
    ]


def test_the_side_of_a_target_is_compared_as_well() -> None:
    mine = {"name": "mine", "side": "Red", "kind": "equipment", "at": [300, 300]}
    assert problems(BETA, ENEMY, target=[mine]) == [
        'target[1].side (of "mine"): "Red" looks like "red"; write one side in one way'
    ]


# Attacks.


@pytest.mark.parametrize("more", [{}, {"template": []}, {"template": [{"name": "A", "aim": "1"}]}])
def test_a_mine_in_a_troopers_hand_is_to_be_laid(more: Row) -> None:
    assert problems(BETA, ENEMY, attack=[{"by": "Beta", "weapon": "Mine"} | more]) == [
        "attack[1].weapon: Mine goes off where it lies; lay it as a [[target]] with kind = "
        '"deployable" and weapon = "Mine", and name that in by'
    ]


def test_a_mine_written_as_a_trooper_is_to_be_laid() -> None:
    mine = trooper("mine", "blue", 300, 300)
    assert problems(BETA, ENEMY, mine, attack=[{"by": "mine"}]) == [
        'attack[1].weapon: is missing; add it; or lay "mine" as a [[target]] with kind = '
        '"deployable"'
    ]


@pytest.mark.parametrize("at", [[601, 100], [100, 400.5], [-1, 100], [900, 230, 20]])
def test_a_point_off_the_table_is_refused(at: list[float]) -> None:
    blast = {"by": "Beta", "weapon": "Grenades", "template": [{"name": "A", "at": at}]}
    assert problems(BETA, ENEMY, attack=[blast], table={"size": [600, 400]}) == [
        'attack[1].template[1].at (of "A"): lies off the table; move it, or enlarge the table'
    ]
    edge = blast | {"template": [{"name": "A", "at": [600, 400]}]}
    assert scene(BETA, ENEMY, attack=[edge], table={"size": [600, 400]}).attacks


# Readings compared.


def test_a_comparison_follows_its_schema() -> None:
    schema = compared.schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    checker = jsonschema.Draft202012Validator(schema)
    mine = {
        "name": "mine",
        "side": "blue",
        "kind": "deployable",
        "weapon": "Mine",
        "at": [170, 200],
    }
    edge = {"mine_focus": "nearest_edge"}
    mines = scene(BETA, ENEMY, target=[mine], attack=[{"by": "mine"}, SHOT], readings=edge)
    for dispute in (mines, read(starter(), "starter.toml")):
        made = json.loads(compared.dumps(compare(dispute), dispute))
        checker.validate(made)
        assert made["answers"]
        for key in ("answers", "changes", "readings"):
            assert not checker.is_valid({k: v for k, v in made.items() if k != key})
        wrong = json.loads(json.dumps(made))
        wrong["answers"][0]["answer"] = "perhaps"
        assert not checker.is_valid(wrong)
