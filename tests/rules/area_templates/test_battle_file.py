"""The scene file of Area Templates: what it builds, and all that is wrong with it at once."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from rules.area_templates.battle import Battle
from rules.area_templates.events import BlastAttack, FlareAttack, Move, Shot
from rules.area_templates.log import run
from rules.area_templates.rolls import Dice, Roll
from rules.scenefile import read
from spatial.scene import SceneError
from tests.rules.damage import in_mm

SCENES = Path(__file__).resolve().parents[3] / "scenes" / "area-templates"
HEAD = """
format = 1
name = "Test"
rules = "area-templates"
[table]
size = [400, 300]
"""
PEOPLE = """
[[scenery]]
name = "crate"
kit = "box"
size = [40, 40, 30]
at = [200, 150]
[[trooper]]
name = "Alpha"
side = "blue"
silhouette = "S2"
at = [50, 50]
[[trooper]]
name = "1"
side = "red"
silhouette = "S2"
at = [300, 150]
"""

OUTSIDE = """
[[scenery]]
name = "wreck"
kit = "box"
size = [40, 40, 20]
at = [-30, 150]
"""


def battle(text: str) -> Battle:
    made = read((HEAD + PEOPLE + text).encode(), "s.toml")
    assert isinstance(made, Battle)
    return made


def problems(text: str, head: str = HEAD + PEOPLE) -> list[str]:
    with pytest.raises(SceneError) as error:
        read((head + text).encode(), "s.toml")
    lines = str(error.value).split("\n")
    assert all(line.startswith("s.toml: ") for line in lines)
    return [line.removeprefix("s.toml: ") for line in lines]


def event(**keys: Any) -> str:
    return "[[event]]\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in keys.items())


BLAST = '[[event]]\nkind = "blast"\nby = "Alpha"\nat = [200, 150]\nrange = 200\n'


def test_a_centre_without_a_height_lies_on_the_highest_surface() -> None:
    made = battle(BLAST + "roll = { criticals = 1 }\n")
    (one,) = made.events
    assert one == BlastAttack(Shot("Alpha", (200, 150), 200, Roll(1)))
    step = run(made).steps[0]
    assert step.findings[-1].evidence.end == (200, 150, 30)  # type: ignore[union-attr]


def test_all_keys_of_a_shot_are_read_in_its_unit() -> None:
    text = (
        HEAD.replace("[table]", 'units = "in"\n[table]').replace("400, 300", "16, 12")
        + '[[trooper]]\nname = "A"\nside = "b"\nsilhouette = "S2"\nat = [2, 2]\n'
        + '[[event]]\nkind = "flare"\nby = "A"\nweapon = "Flare gun"\nat = [4, 5, 1]\nrange = 8\n'
        + 'ignores = ["line of sight"]\nblast = true\ndistance = 3\nseed = 7\naway = 90\n'
        + "roll = { dice = 3, die = { criticals = 1, successes = 3, blanks = 2 } }\n"
    )
    made = read(text.encode(), "s.toml")
    assert isinstance(made, Battle)
    (one,) = made.events
    assert isinstance(one, FlareAttack)
    assert one.has_blast
    shot = one.shot
    assert shot.at == pytest.approx((101.6, 127, 25.4))
    assert (shot.reach, shot.distance) == (pytest.approx(203.2), pytest.approx(76.2))
    assert (shot.roll, shot.seed, shot.away) == (Dice(3, 1, 3, 2), 7, 90)
    assert (shot.weapon, shot.needs_sight) == ("Flare gun", False)


def test_tokens_and_areas_at_the_start() -> None:
    made = battle(
        '[[token]]\nsubject = "barrel"\ncount = 3\nat = [200, 150]\n'
        '[[token]]\nsubject = "1"\ncount = 2\n'
        '[[token]]\nsubject = "crate"\ncount = 1\n'
        '[[area]]\nname = "old"\nkind = "smoke"\nsubject = "Alpha"\ndiameter = 60\nat = [90, 90]\n'
        '[[area]]\nname = "own"\nkind = "smoke"\nsubject = "1"\ndiameter = 101.6\n'
        '[[area]]\nname = "light"\nkind = "flare"\nat = [100, 100]\n'
        '[[area]]\nname = "fuel"\nkind = "blast"\nat = [150, 100]\n'
        '[[event]]\nkind = "end turn"\n'
    )
    start = made.start
    assert dict(start.tokens) == {"barrel": 3, "1": 2, "crate": 1}
    assert [(a.name, round(a.diameter, 3), a.centre, a.is_on_maker) for a in start.areas] == [
        ("old", 60, (90, 90, 0), False),
        ("own", 101.6, (300, 150, 0), True),
        ("light", 101.6, (100, 100, 0), False),
        ("fuel", 101.6, (150, 100, 0), False),
        # The barrel stands on the crate, whose own fire is where its underside is.
        ("smoke 1", 76.2, (200, 150, 30), True),
        ("smoke 2", 25.4, (200, 150, 0), True),
    ]
    after = run(made).steps[0].state
    assert [a.name for a in after.areas] == ["old", "own", "fuel", "smoke 1", "smoke 2"]


def test_who_carries_tokens_has_smoke_of_its_own_beside_what_it_left_behind() -> None:
    made = battle(
        '[[token]]\nsubject = "1"\ncount = 2\n'
        '[[area]]\nname = "old"\nkind = "smoke"\nsubject = "1"\nat = [90, 90]\ndiameter = 60\n'
    )
    assert [(a.name, a.centre[:2], round(a.diameter, 3)) for a in made.start.areas] == [
        ("old", (90, 90), 60),
        ("smoke 1", (300, 150), 50.8),
    ]


@pytest.mark.parametrize(("reading", "centres"), [("none", []), ("edge", [(0, 150, 0)])])
def test_fire_off_the_battlefield_makes_smoke_as_it_is_read(
    reading: str, centres: list[tuple[float, float, float]]
) -> None:
    made = battle(
        f'[readings]\nsmoke_off_table = "{reading}"\n' + OUTSIDE + '[[token]]\nsubject = "wreck"\n'
    )
    assert [area.centre for area in made.start.areas] == centres


def test_a_move_without_a_height_ends_on_the_highest_thing_under_the_base() -> None:
    made = battle(event(kind="move", subject="1", to=[230, 150], cause="a push"))
    assert made.events == (Move("1", (230, 150), None, "a push"),)
    # Its base reaches 2.5 mm over the crate.
    assert run(made).steps[0].state.place("1") == (230, 150, 30)


WRONG = {
    "target": (
        BLAST + 'roll = { criticals = 1 }\ntarget = "1"\n',
        "event[1].target: it is aimed at a point, not at a model; give the point in at",
    ),
    "smoke": (
        event(kind="smoke", at=[1, 2]),
        'event[1].kind: smoke comes from Fire Tokens only; use kind = "add tokens"',
    ),
    "no such event": (
        event(kind="flares"),
        'event[1].kind: there is no event called "flares"; did you mean "flare"?',
    ),
    "no kind": (
        "[[event]]\nby = 1\n",
        "event[1]: needs a kind: blast, flare, add tokens, remove tokens, move, shoot, melee, "
        "control zone, remove area, end turn",
    ),
    "kind of another kind": (
        "[[event]]\nkind = 3\n",
        "event[1].kind: expected one of blast, flare, add tokens, remove tokens, move, shoot, "
        "melee, control zone, remove area, end turn, got 3",
    ),
    "unknown key": (
        event(kind="move", subject="1", two=[1, 2]),
        'event[1].two: is no known key; did you mean "to"?',
    ),
    "unknown key of a roll": (
        BLAST + "roll = { critical = 1 }\n",
        'event[1].roll.critical: is no known key; did you mean "criticals"?',
    ),
    "off the battlefield": (
        BLAST.replace("200, 150", "401, 150") + "roll = { criticals = 1 }\n",
        "event[1].at: lies outside the battlefield; put it on the table",
    ),
    "in the table": (
        BLAST.replace("200, 150", "200, 150, -1") + "roll = { criticals = 1 }\n",
        "event[1].at: lies below the table's top, which is solid; use 0 or more",
    ),
    "no range": (
        BLAST.replace("range = 200\n", "") + "roll = { criticals = 1 }\n",
        'event[1].range: is missing; give the weapon\'s range, or ignores = ["range"]',
    ),
    "no roll": (BLAST, "event[1].roll: is missing; give what the attack roll shows"),
    "an empty roll": (
        BLAST + "roll = { added_criticals = 1 }\n",
        "event[1].roll: shows no die; give its criticals, successes and blanks",
    ),
    "more criticals than rolled": (
        BLAST + 'roll = { criticals = 1 }\ncriticals_to = ["1", "1"]\n',
        "event[1].criticals_to: gives 2 Criticals, and the roll has 1; remove some",
    ),
    "dice without a seed": (
        BLAST + "roll = { dice = 2, die = { criticals = 1 } }\n",
        "event[1].seed: is missing; dice that are rolled here need one",
    ),
    "dice without faces": (
        BLAST + "seed = 1\nroll = { dice = 2 }\n",
        "event[1].roll.die: has no faces; give how many show criticals, successes and blanks",
    ),
    "dice and what they show": (
        BLAST + "seed = 1\nroll = { dice = 2, die = { criticals = 1 }, blanks = 1 }\n",
        "event[1].roll.dice: the roll says already what it shows; remove one of the two",
    ),
    "a die and no dice": (
        BLAST + "roll = { die = { criticals = 1 } }\n",
        "event[1].roll.dice: is missing; add it",
    ),
    "nobody": (
        event(kind="shoot", by="Alfa", target="1"),
        'event[1].by: no trooper is called "Alfa"; did you mean "Alpha"?',
    ),
    "itself": (
        event(kind="melee", by="1", target="1"),
        "event[1].target: nobody attacks itself; name another",
    ),
    "nothing": (
        event(kind="add tokens", subject="barel"),
        'event[1].subject: nothing is called "barel"; there are "Alpha", "1", "crate"; or give it '
        "a [[token]] with at",
    ),
    "no tokens": (
        event(kind="add tokens", subject="1", count=0),
        "event[1].count: expected 1 or more, got 0",
    ),
    "a move to nowhere": (
        event(kind="move", subject="1"),
        "event[1].to: give either to, where it ends, or toward, and one of them only",
    ),
    "a move without its length": (
        event(kind="move", subject="1", toward="noise"),
        "event[1].distance: is missing; add it",
    ),
    "a length too many": (
        event(kind="move", subject="1", to=[9, 9], distance=3),
        "event[1].distance: only a move toward something has one; remove it",
    ),
    "smoke of nobody": (
        '[[area]]\nname = "s"\nkind = "smoke"\nat = [9, 9]\ndiameter = 50\n',
        'area[1].subject (of "s"): is missing; smoke comes from Fire Tokens only, so say whose',
    ),
    "smoke of no size": (
        '[[area]]\nname = "s"\nkind = "smoke"\nsubject = "1"\n',
        'area[1].diameter (of "s"): is missing; its subject carries no Fire Tokens that would '
        "tell it",
    ),
    "a flare of its own size": (
        '[[area]]\nname = "f"\nkind = "flare"\nat = [9, 9]\ndiameter = 50\n',
        'area[1].diameter (of "f"): only a Smoke Area has a size of its own; remove it',
    ),
    "a flare nowhere": (
        '[[area]]\nname = "f"\nkind = "flare"\n',
        'area[1].at (of "f"): is missing; give its centre',
    ),
    "smoke on what lies off the battlefield": (
        OUTSIDE + '[[area]]\nname = "s"\nkind = "smoke"\nsubject = "wreck"\ndiameter = 50\n',
        'area[1].at (of "s"): is missing; its subject lies outside the battlefield',
    ),
    "one name for two areas": (
        '[[area]]\nname = "f"\nkind = "flare"\nat = [9, 9]\n' * 2,
        'area[2].name: "f" is taken; give each a name of its own',
    ),
    "tokens twice": (
        '[[token]]\nsubject = "1"\n' * 2,
        "token[2].subject: has its tokens already; write them together in one count",
    ),
    "a thing with a trooper's name": (
        '[[token]]\nsubject = "1"\nat = [9, 9]\n',
        'token[1].subject: "1" is taken; give each a name of its own',
    ),
    "a reading of another game": (
        '[readings]\ntemplate_body = "above"\n',
        'readings.template_body: there is no reading of that name; did you mean "area_body"?',
    ),
    "an attack of another game": (
        '[[attack]]\nby = "Alpha"\nweapon = "Nanopulser"\n',
        'attack: belongs to rules = "infinity-codeone"; remove it, or change rules',
    ),
    "no list": (
        '[event]\nkind = "end turn"\n',
        "event: expected a list of tables; head each with [[event]]",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_problem_names_its_place_and_its_remedy(case: str) -> None:
    text, message = WRONG[case]
    said = problems(text)
    assert said == [message]


def test_events_belong_to_this_game_alone() -> None:
    head = HEAD.replace("area-templates", "infinity-codeone") + PEOPLE
    said = problems(event(kind="end turn"), head)
    assert said == ['event: belongs to rules = "area-templates"; remove it, or change rules']


def test_all_problems_are_said_at_once() -> None:
    texts = [text for name, (text, _) in WRONG.items() if name in ("target", "no range", "itself")]
    said = problems("".join(texts) + '[[token]]\nsubject = "x"\n')
    assert [line.split(":")[0] for line in said] == [
        "event[1].target",
        "token[1].subject",
        "event[2].range",
        "event[3].target",
    ]


def test_names_of_what_is_left_out_stay_known() -> None:
    # A trooper with a fault is no reason to doubt the events that name it.
    said = problems(event(kind="shoot", by="Alpha", target="1"), HEAD + PEOPLE.replace("S2", "S99"))
    assert [line.split(":")[0] for line in said] == [
        'trooper[1].silhouette (of "Alpha")',
        'trooper[2].silhouette (of "1")',
    ]


LENGTHS = {"at", "to", "size", "range", "distance", "diameter", "height"}


@pytest.mark.parametrize("name", ["three-kinds", "control-zone"])
def test_a_scene_in_inches_is_ruled_as_the_same_in_mm(name: str) -> None:
    content = tomllib.loads((SCENES / f"{name}.toml").read_text(encoding="utf-8"))
    assert content["units"] == "in"
    logs = []
    for one in (content, in_mm(content, LENGTHS)):
        made = read(json.dumps(one).encode(), "s.json")
        assert isinstance(made, Battle)
        logs.append(run(made))
    said = [
        [
            (step.status, [(v.model, v.outcome, v.defense_dice) for v in step.verdicts])
            for step in log.steps
        ]
        for log in logs
    ]
    assert said[0] == said[1]
