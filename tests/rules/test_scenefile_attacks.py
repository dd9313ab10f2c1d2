"""Targets, impact templates, close combat and weapons in a scene file, and what is said of
wrong ones."""

import json
import math
from typing import Any

import pytest

from rules.dispute import Dispute
from rules.scenefile import read
from spatial.scene import SceneError

Row = dict[str, Any]

TROOPERS = [
    {"name": "Beta", "side": "blue", "silhouette": "S2", "at": [50, 50]},
    {"name": "1", "side": "red", "silhouette": "S2", "at": [150, 50]},
]
MINE = {"name": "mine", "side": "red", "kind": "deployable", "at": [50, 150]}
SHOT = {"by": "Beta", "weapon": "Nanopulser", "template": [{"name": "A", "aim": "1"}]}
BLAST = {"by": "Beta", "weapon": "Grenades", "template": [{"name": "A", "on": "1"}]}
HEAD = {"format": 1, "name": "Test", "rules": "infinity-codeone", "trooper": TROOPERS}


def scene(**more: Any) -> Dispute:
    return read(json.dumps(HEAD | more).encode(), "s.json")


def problems(**more: Any) -> list[str]:
    with pytest.raises(SceneError) as caught:
        scene(**more)
    return [line.removeprefix("s.json: ") for line in str(caught.value).split("\n")]


def attack(base: Row, **more: Any) -> list[Row]:
    return [base | more]


def test_a_target_stands_as_a_trooper_does() -> None:
    crate = {"name": "crate", "kit": "box", "size": [60, 60, 30], "at": [50, 150]}
    dispute = scene(scenery=[crate], target=[MINE | {"weapon": "Mine"}])
    mine = dispute.trooper("mine")
    assert mine.body.pose.at == (50, 150, 30)
    assert (mine.kind, mine.silhouette.name, mine.is_trooper) == ("deployable", "S0", False)
    assert mine.weapon is not None
    assert mine.weapon.template == "small_teardrop"
    assert [one.name for one in dispute.troopers] == ["Beta", "1", "mine"]


def test_a_marker_stands_for_a_trooper() -> None:
    marker = MINE | {"kind": "marker", "silhouette": {"diameter": 25, "height": 40}}
    assert scene(target=[marker]).trooper("mine").is_trooper


def test_a_deployable_attacks_with_its_own_weapon() -> None:
    (made,) = scene(target=[MINE | {"weapon": "Mine"}], attack=[{"by": "mine"}]).attacks
    assert made.weapon.name == "Mine"
    assert made.templates == ()
    other = [{"by": "mine", "weapon": "Nanopulser"}]
    (made,) = scene(target=[MINE], attack=other).attacks
    assert made.weapon.name == "Nanopulser"


def test_whom_an_attack_is_declared_at() -> None:
    assert scene(attack=[SHOT]).attacks[0].declared_at == ("1",)
    assert scene(attack=[BLAST]).attacks[0].declared_at == ("1",)
    pointed = attack(SHOT, template=[{"name": "A", "aim": 0}])
    assert scene(attack=pointed).attacks[0].declared_at == ()
    stated = attack(SHOT, template=[{"name": "A", "aim": 0}], against=["1"])
    assert scene(attack=stated).attacks[0].declared_at == ("1",)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (
            {"target": [MINE | {"name": "1"}]},
            'target[1].name: "1" is taken; give each a name of its own',
        ),
        (
            {"target": [MINE | {"kind": "totem"}]},
            'target[1].kind (of "mine"): expected "marker", "deployable" or "equipment", '
            'got "totem"',
        ),
        (
            {"target": [MINE | {"silhouette": "S9"}]},
            'target[1].silhouette (of "mine"): there is no "S9"; use one of S0, S1, S2, S3, S4, '
            "S5, S6, S7, S8, or a table with diameter and height",
        ),
        (
            {"target": [MINE | {"kind": "equipment", "weapon": "Mine"}]},
            'target[1].weapon (of "mine"): only a deployable goes off; remove it',
        ),
        (
            {"target": [MINE | {"weapon": "Mime"}]},
            'target[1].weapon (of "mine"): no weapon is called "Mime"; did you mean "Mine"? Or '
            "describe it in [[weapon]]",
        ),
        (
            {"target": [MINE | {"prone": True}]},
            'target[1].prone (of "mine"): is no known key; known here: name, side, kind, '
            "silhouette, at, on, level, weapon",
        ),
        (
            {"target": [MINE], "attack": [{"by": "mine"}]},
            'attack[1].weapon: is missing; add it, or give "mine" one',
        ),
        (
            {
                "target": [MINE | {"kind": "equipment"}],
                "attack": attack(SHOT, by="mine"),
            },
            'attack[1].by: "mine" is no deployable, so it can\'t attack',
        ),
        (
            {"attack": attack(SHOT, against=["Zoe"])},
            'attack[1].against[1]: no trooper is called "Zoe"; there are "Beta", "1"',
        ),
        (
            {"attack": attack(SHOT, against=["Beta"])},
            "attack[1].against[1]: nobody attacks itself; name another",
        ),
        (
            {"attack": attack(SHOT, mods={"range": 3})},
            "attack[1].mods: a direct template asks for no BS roll; remove them",
        ),
        (
            {"attack": attack(BLAST, mods={"range": "far"})},
            'attack[1].mods.range: expected a whole number, got "far"',
        ),
        (
            {"attack": attack(SHOT, weapon="Flamethrower")},
            'attack[1].weapon: no weapon is called "Flamethrower"; did you mean "Heavy '
            'Flamethrower" or "Light Flamethrower"? Or describe it in [[weapon]]',
        ),
        (
            {"attack": attack(SHOT, template=[{"name": "A", "aim": "1", "on": "1"}])},
            'attack[1].template[1].on (of "A"): a direct template starts from its user; remove '
            "this",
        ),
        (
            {"attack": attack(BLAST, template=[{"name": "A"}])},
            'attack[1].template[1].on (of "A"): is missing; name its main target, or give a point '
            "in at",
        ),
        (
            {"attack": attack(BLAST, template=[{"name": "A", "on": "1", "at": [1, 2]}])},
            'attack[1].template[1].at (of "A"): it has a main target already; remove one of the '
            "two",
        ),
        (
            {"attack": attack(BLAST, template=[{"name": "A", "on": "1", "tilt": 5}])},
            'attack[1].template[1].tilt (of "A"): an impact template lies on what was hit; remove '
            "this, and give on or at",
        ),
        (
            {"attack": attack(BLAST, template=[{"name": "A", "on": "Beta"}])},
            'attack[1].template[1].on (of "A"): nobody attacks itself; name another',
        ),
        (
            {"attack": attack(BLAST, template=[{"name": "A", "at": [1, 2, -3]}])},
            'attack[1].template[1].at (of "A"): lies below the table\'s top, which is solid; use 0 '
            "or more",
        ),
        (
            {"attack": attack(BLAST, template=[{"name": c, "at": [1, 2]} for c in "AB"])},
            "attack[1].template: places 2 templates, more than the burst of 1 of Grenades; remove "
            "some",
        ),
        (
            {"weapon": [{"name": "Rifle"}], "attack": [{"by": "Beta", "weapon": "Rifle"}]},
            "attack[1].against: is missing; name whom a weapon without a template attacks",
        ),
        (
            {
                "weapon": [{"name": "Rifle"}],
                "attack": attack(SHOT, weapon="Rifle", against=["1"]),
            },
            "attack[1].template: Rifle has no template; remove it",
        ),
        (
            {"weapon": [{"name": "Gun", "template": "small_teardrop", "placed": "impact"}]},
            'weapon[1].placed (of "Gun"): an impact template is a circle; name one, or remove '
            "placed",
        ),
        (
            {"engaged": [["Beta", "Zoe"]]},
            'engaged[1][2]: no trooper is called "Zoe"; there are "Beta", "1"',
        ),
        ({"engaged": [["Beta"]]}, "engaged[1]: expected at least two names, got 1"),
        (
            {"trooper": [TROOPERS[0] | {"traits": ["Unconscious"]}, TROOPERS[1]], "attack": [SHOT]},
            'attack[1].by: "Beta" is unconscious and declares nothing; name another',
        ),
        (
            {"engaged": [["Beta", "1"]], "neutral": ["red"]},
            "engaged[1]: close combat is between opposing sides; name one of each",
        ),
        (
            {"engaged": [["Beta", "1", "mine"]], "target": [MINE]},
            'engaged[1][3]: "mine" is a deployable, and fights nobody; name troopers',
        ),
        (
            {"engaged": [["Beta", "mine"]], "target": [MINE]},
            'engaged[1][2]: "mine" is a deployable, and fights nobody; name troopers',
        ),
    ],
)
def test_a_wrong_key_is_said_with_its_place_and_its_remedy(more: Row, said: str) -> None:
    assert problems(**more) == [said]


def test_a_marker_may_be_engaged() -> None:
    marker = MINE | {"kind": "marker"}
    assert scene(target=[marker], engaged=[["Beta", "mine"]]).engaged == (("Beta", "mine"),)


def test_the_side_whose_turn_it_is_may_have_nothing_but_a_deployable() -> None:
    mine = MINE | {"side": "green", "weapon": "Mine"}
    assert scene(target=[mine], active="green").active == "green"
    assert problems(target=[mine], active="white") == [
        'active: no trooper is on side "white"; there are "blue", "red", "green"'
    ]


@pytest.mark.parametrize("tip", [0, 90, 33.3])
def test_no_direction_leads_to_who_stands_over_the_tip(tip: float) -> None:
    # The tip is 12.5 from Beta's axis, at (50, 50).
    way = math.radians(tip)
    over = [50 + 12.5 * math.cos(way), 50 + 12.5 * math.sin(way), 60]
    roof = {"name": "roof", "kit": "box", "size": [90, 90, 15], "at": [50, 50, 45]}
    people = [TROOPERS[0], TROOPERS[1] | {"at": over}]
    aimed = [{"name": "A", "aim": "1", "tip": tip, "tilt": 60, "height": 40}]
    (said,) = problems(trooper=people, scenery=[roof], attack=attack(SHOT, template=aimed))
    assert said == (
        'attack[1].template[1].aim (of "A"): "1" stands straight above or below; give degrees'
    )
    beside = [TROOPERS[0], TROOPERS[1] | {"at": [over[0] + 0.01, over[1], 60]}]
    scene(trooper=beside, scenery=[roof], attack=attack(SHOT, template=aimed))


def test_two_places_for_one_attack_cannot_be_said() -> None:
    # All templates of a burst start from where the user stands, the one place there is.
    rows = [{"name": "A", "aim": "1", "from": [60, 60]}]
    (said,) = problems(attack=attack(SHOT, template=rows))
    assert said.startswith('attack[1].template[1].from (of "A"): is no known key')
