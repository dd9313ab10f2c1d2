"""The scene file: what is read from it, and what is said of a wrong one."""

import json
import math
import os
from pathlib import Path
from typing import Any

import pytest

from meshes.files import save
from meshes.kit import box
from rules.dispute import Dispute
from rules.scenefile import load, read, starter
from spatial.scene import SceneError

HEAD = 'format = 1\nname = "Test"\nrules = "infinity-codeone"\n'
TROOPER = """
[[trooper]]
name = "Beta"
side = "blue"
silhouette = "S2"
at = [50, 50]
"""
ENEMY = """
[[trooper]]
name = "1"
side = "red"
silhouette = "S2"
at = [150, 50]
"""
ATTACK = """
[[attack]]
by = "Beta"
weapon = "Nanopulser"
[[attack.template]]
name = "A"
aim = "1"
"""
BOX = """
[[scenery]]
name = "tower"
kit = "box"
size = [100, 100, 40]
at = [50, 50]
"""


def scene(text: str, name: str = "s.toml") -> Dispute:
    return read(text.encode(), name)


def problems(text: str | bytes, name: str = "s.toml") -> list[str]:
    """Return what is said of a scene, a line a problem, without the file's name."""
    with pytest.raises(SceneError) as caught:
        read(text if isinstance(text, bytes) else text.encode(), name)
    lines = str(caught.value).split("\n")
    assert all(line.startswith(f"{name}: ") for line in lines)
    said = [line.removeprefix(f"{name}: ") for line in lines]
    for word in ("pydantic", "validation", "Input should", "Extra inputs", "function-after"):
        assert word not in str(caught.value)
    return said


# What is wrong is said with its place and what to do.

ONE_PROBLEM = {
    # Not TOML, not a scene.
    "": "is empty; `blastfocus new` writes a scene to start from",
    "# only a comment\n": "is empty; `blastfocus new` writes a scene to start from",
    'format = 1\nname = "x\n': "line 2, column 10: ",
    "format = 1\nname = Beta\n": "line 2, column 8: invalid value; put texts in quotes",
    "[table]\n[table]\n": "line 2, column 7: a key or a table stands twice; keep one",
    "a = " + "[" * 5000: "is nested too deeply",
    "a = " + "9" * 5000: "a number has too many digits",
    # The head of the file.
    HEAD + "slck = 1\n": 'slck: is no known key; did you mean "slack"?',
    HEAD + "slack = -1\n": "slack: expected 0 or more, got -1",
    HEAD + "slack = nan\n": "slack: expected a finite number, got nan",
    HEAD + "slack = inf\n": "slack: expected a finite number, got inf",
    HEAD + "slack = true\n": "slack: expected a number, got true",
    HEAD + "slack = 2020-01-01\n": "slack: expected a number, got 2020-01-01",
    HEAD + 'slack = "1"\n': 'slack: expected a number, got "1"',
    HEAD + "slack = 1" + "0" * 400 + "\n": "slack: expected a finite number, got inf",
    HEAD + "slack = 1e9\n": "slack: expected at most 100000 mm, got 1e+09 mm",
    HEAD + 'units = "ft"\n': 'units: expected "mm", "cm" or "in", got "ft"',
    HEAD + 'active = "red"\n' + TROOPER: 'active: no trooper is on side "red"; there is "blue"',
    HEAD + "[table]\nsize = [1]\n": "table.size: expected 2 numbers, got 1",
    HEAD + "[table]\nsize = [1, 2, 3]\n": "table.size: expected at most 2 numbers, got 3",
    HEAD + "[table]\nsize = [100, 0]\n": "table.size[2]: expected a number above 0, got 0",
    HEAD + "[[table]]\n": "table: expected a table, got a list of 1",
    # Readings and templates.
    HEAD + '[readings]\ntemplate_bdy = "above"\n': (
        'readings.template_bdy: there is no reading of that name; did you mean "template_body"?'
    ),
    HEAD + '[readings]\ntemplate_body = "both"\n': (
        'readings.template_body: expected "above" or "both_sides", got "both"'
    ),
    HEAD + "[templates.small_teardrop]\ndiameter = 5\n": (
        "templates.small_teardrop: is a teardrop: give its length and width, not a diameter"
    ),
    HEAD + "[templates.circular]\nlength = 5\n": (
        "templates.circular: is a circle: give its diameter, not a length or width"
    ),
    HEAD + "[templates.mine]\nwidth = 5\n": (
        "templates.mine: expected a diameter (a circle), or a length and a width (a teardrop)"
    ),
    HEAD + "[templates.mine]\nwidth = 5\nlength = 5\n": (
        "templates.mine: a teardrop must be longer than it is wide"
    ),
    HEAD + '[templates."my own"]\ndiameter = 0\n': (
        'templates."my own".diameter: expected a number above 0, got 0'
    ),
    HEAD + "[templates.mine]\ndiameter = 3000\n": (
        "templates.mine.diameter: expected at most 2000 mm, got 3000 mm"
    ),
    HEAD + '[templates."a\\u0007"]\ndiameter = 9\n': (
        r'templates: the name "a\u0007" has a character that can' "'t be seen, U+0007; remove it"
    ),
    # Scenery.
    HEAD + "[scenery]\n": "scenery: expected a list of tables; head each with [[scenery]]",
    HEAD + "scenery = [1]\n": "scenery[1]: expected a table, got 1",
    HEAD + BOX.replace('"box"', '"bax"'): (
        'scenery[1].kit (of "tower"): there is no kit called "bax"; did you mean "box"?'
    ),
    HEAD + BOX.replace('kit = "box"', ""): 'scenery[1] ("tower"): needs a kit (box, wall, ramp',
    HEAD + BOX.replace('"box"', "[1]"): 'scenery[1].kit (of "tower"): expected one of box, wall',
    HEAD + BOX + "box = 1\n": 'scenery[1].box (of "tower"): is no known key; known here: name',
    HEAD
    + BOX
    + "Size = 1\n": 'scenery[1].Size (of "tower"): is no known key; did you mean "size"?',
    HEAD + BOX.replace("40]", "-40]"): (
        'scenery[1].size[3] (of "tower"): expected a number above 0, got -40'
    ),
    HEAD + BOX.replace("40]", "1e-9]"): (
        'scenery[1].size[3] (of "tower"): expected at least 0.001 mm, got 1e-09 mm'
    ),
    HEAD + BOX.replace('"tower"', '"the table"'): (
        'scenery[1].name: "the table" is what reports call the table; choose another'
    ),
    HEAD + BOX.replace('"tower"', '" "'): "scenery[1].name: is empty; write a text",
    HEAD + BOX.replace('"tower"', '"a\\nb"'): (
        "scenery[1].name: has a character that can't be seen, U+000A; remove it"
    ),
    HEAD + BOX.replace('"tower"', '"\\u202Eb"'): (
        "scenery[1].name: has a character that can't be seen, U+202E; remove it"
    ),
    HEAD + BOX.replace('"tower"', '"' + "x" * 81 + '"'): (
        "scenery[1].name: is longer than 80 characters; shorten it"
    ),
    # Troopers.
    HEAD + TROOPER + "facng = 3\n": (
        'trooper[1].facng (of "Beta"): is no known key; did you mean "facing"?'
    ),
    HEAD + TROOPER + 'facing = "left"\n': (
        'trooper[1].facing (of "Beta"): expected a number of degrees, got "left"'
    ),
    HEAD + TROOPER + "prone = 1\n": ('trooper[1].prone (of "Beta"): expected true or false, got 1'),
    HEAD + TROOPER + 'prone = true\ntraits = ["TAG"]\n': (
        'trooper[1].prone (of "Beta"): a trooper with the trait TAG can\'t go prone'
    ),
    HEAD + TROOPER.replace('"S2"', '"S9"'): (
        'trooper[1].silhouette (of "Beta"): there is no "S9"; use one of S0, S1'
    ),
    HEAD + TROOPER.replace('"S2"', '"SX"'): (
        'trooper[1].silhouette (of "Beta"): SX is a prone trooper; give its own and prone = true'
    ),
    HEAD + TROOPER.replace('"S2"', "2"): (
        'trooper[1].silhouette (of "Beta"): expected a name such as "S2", or a table with'
    ),
    HEAD + TROOPER.replace('"S2"', "{ diameter = 25, hight = 40, height = 1 }"): (
        'trooper[1].silhouette.hight (of "Beta"): is no known key; did you mean "height"?'
    ),
    HEAD + TROOPER.replace('"S2"', "{ diameter = 25, height = 301 }"): (
        'trooper[1].silhouette.height (of "Beta"): expected at most 300 mm, got 301 mm'
    ),
    HEAD + TROOPER.replace("[50, 50]", "5"): (
        'trooper[1].at (of "Beta"): expected a list of numbers, got 5'
    ),
    HEAD + TROOPER.replace("[50, 50]", "[5]"): (
        'trooper[1].at (of "Beta"): expected at least 2 numbers, got 1'
    ),
    HEAD + TROOPER.replace("[50, 50]", '[5, "x"]'): (
        'trooper[1].at[2] (of "Beta"): expected a number, got "x"'
    ),
    HEAD + TROOPER.replace("[50, 50]", "[5, 5, -1]"): (
        'trooper[1].at (of "Beta"): lies below the table'
    ),
    HEAD + "[table]\nsize = [40, 90]\n" + TROOPER: (
        'trooper[1].at (of "Beta"): lies off the table; move it, or enlarge the table'
    ),
    HEAD + TROOPER + 'on = "towr"\n' + BOX: (
        'trooper[1].on (of "Beta"): no piece is called "towr"; did you mean "tower"?'
    ),
    HEAD + TROOPER + "level = 1\n": 'trooper[1].level (of "Beta"): needs on, the name of the piece',
    HEAD + TROOPER + 'on = "tower"\nlevel = 1\n' + BOX: (
        'trooper[1].level (of "Beta"): "tower" has only level 0, got 1'
    ),
    HEAD + TROOPER.replace("[50, 50]", "[50, 50, 9]") + 'on = "tower"\n' + BOX: (
        'trooper[1].at (of "Beta"): has a height, and so has on; give one of them'
    ),
    HEAD + TROOPER.replace("[50, 50]", "[150, 50]") + 'on = "tower"\n' + BOX: (
        'trooper[1].at (of "Beta"): no part of "tower" lies under its base; move it'
    ),
    HEAD + TROOPER + TROOPER: 'trooper[2].name: "Beta" is taken; give each a name of its own',
    HEAD + TROOPER + TROOPER.replace("Beta", "Be ta"): (
        'trooper[2].name: "Be ta" looks like "Beta"; rename one of them'
    ),
    HEAD + TROOPER.replace("Beta", "tower") + BOX: (
        'trooper[1].name: "tower" is taken; give each a name of its own'
    ),
    # Attacks.
    HEAD + TROOPER + ENEMY + ATTACK.replace('"Beta"', '"Betta"'): (
        'attack[1].by: no trooper is called "Betta"; did you mean "Beta"?'
    ),
    HEAD + TROOPER + ENEMY + ATTACK.replace("Nanopulser", "Nanopulsar"): (
        'attack[1].weapon: no weapon is called "Nanopulsar"; did you mean "Nanopulser"? Or'
    ),
    HEAD + TROOPER + ENEMY + ATTACK.replace('aim = "1"', 'aim = "Beta"'): (
        'attack[1].template[1].aim (of "A"): a trooper can\'t aim at itself'
    ),
    HEAD + TROOPER + ENEMY + ATTACK.replace('aim = "1"', 'aim = "2"'): (
        'attack[1].template[1].aim (of "A"): no trooper is called "2"; '
    ),
    HEAD + TROOPER + ENEMY + ATTACK.replace('aim = "1"', ""): (
        'attack[1].template[1].aim (of "A"): is missing; give a trooper'
    ),
    HEAD + TROOPER + ENEMY + ATTACK.replace('aim = "1"', "aim = true"): (
        'attack[1].template[1].aim (of "A"): expected a trooper'
    ),
    HEAD + TROOPER + ENEMY + ATTACK + "tilt = 91\n": (
        'attack[1].template[1].tilt (of "A"): expected 90 or less, got 91'
    ),
    HEAD + TROOPER + ENEMY + ATTACK + '[[attack.template]]\nname = "B"\naim = 9\n': (
        "attack[1].template: places 2 templates, more than the burst of 1 of Nanopulser"
    ),
    HEAD + TROOPER + ENEMY + ATTACK.replace("[[attack.template]]", "[attack.template]"): (
        'attack[1].template ("A"): expected a list of tables; head each with [[attack.template]]'
    ),
    HEAD + TROOPER + ENEMY + '[[attack]]\nby = "Beta"\nweapon = "Nanopulser"\ntemplate = []\n': (
        "attack[1].template: expected at least one template, got none"
    ),
    HEAD + TROOPER + ENEMY.replace("[150, 50]", "[50, 50, 80]") + ATTACK: (
        'attack[1].template[1].aim (of "A"): "1" stands straight above or below; give degrees'
    ),
    HEAD + '[[weapon]]\nname = "Pot"\ntemplate = "pot"\n': (
        'weapon[1].template (of "Pot"): there is no template "pot"; use one of '
    ),
}


@pytest.mark.parametrize("text", ONE_PROBLEM, ids=range(len(ONE_PROBLEM)))
def test_one_problem_is_said_once_with_its_place(text: str) -> None:
    (said,) = problems(text)
    assert said.startswith(ONE_PROBLEM[text])


UNKNOWN_KEYS = [
    ("", "zzzz"),
    ("[table]\nsize = [9, 9]\n", "table.zzzz"),
    ("[templates.mine]\ndiameter = 9\n", "templates.mine.zzzz"),
    ('[[weapon]]\nname = "w"\ntemplate = "circular"\n', 'weapon[1].zzzz (of "w")'),
    (BOX, 'scenery[1].zzzz (of "tower")'),
    ('[[scenery]]\nname = "m"\nat = [0, 0]\nmesh = "m.stl"\n', 'scenery[1].zzzz (of "m")'),
    (
        '[[scenery]]\nname = "w"\nkit = "wall"\nsize = [99, 9, 9]\nat = [0, 0]\n'
        "[[scenery.openings]]\nat = 0\nwidth = 5\nheight = 5\n",
        'scenery[1].openings[1].zzzz (of "w")',
    ),
    (
        '[[scenery]]\nname = "b"\nkit = "building"\nsize = [99, 99]\nstorey = 50\nat = [0, 0]\n'
        '[[scenery.openings]]\nside = "east"\nat = 0\nwidth = 5\nheight = 5\n',
        'scenery[1].openings[1].zzzz (of "b")',
    ),
    (
        '[[scenery]]\nname = "b"\nkit = "building"\nsize = [99, 99]\nstorey = 50\nat = [0, 0]\n'
        "[[scenery.holes]]\nlevel = 1\nat = [0, 0]\nsize = [9, 9]\n",
        'scenery[1].holes[1].zzzz (of "b")',
    ),
    (TROOPER, 'trooper[1].zzzz (of "Beta")'),
    (
        TROOPER.replace('"S2"', "{ diameter = 9, height = 9, zzzz = 1 }") + "#",
        'trooper[1].silhouette.zzzz (of "Beta")',
    ),
    (
        '[[attack]]\nby = "Beta"\nweapon = "Nanopulser"\ntemplate = [{ name = "A", aim = 1 }]\n',
        "attack[1].zzzz",
    ),
    (ATTACK, 'attack[1].template[1].zzzz (of "A")'),
]


@pytest.mark.parametrize(("text", "where"), UNKNOWN_KEYS, ids=[where for _, where in UNKNOWN_KEYS])
def test_unknown_key_is_refused_at_every_depth_with_those_known_there(
    text: str, where: str
) -> None:
    people = "" if text in ("", TROOPER) or "zzzz" in text else TROOPER + ENEMY
    # What is appended lands in the last table of the text.
    (said,) = problems(HEAD + people + text + "zzzz = 1\n")
    assert said.startswith(f"{where}: is no known key; known here: ")
    assert "zzzz" not in said.removeprefix(where)


def test_all_problems_come_at_once_also_those_between_sound_items() -> None:
    said = problems(
        HEAD
        + 'active = "green"\n'
        + TROOPER
        + TROOPER.replace('"Beta"', '"2"').replace("at =", "att =")
        + TROOPER.replace('"Beta"', '"3"').replace('"S2"', '"S12"')
        + 'on = "tower"\n'
        + BOX.replace('"tower"', '"hut"').replace("40]", "0]")
        + BOX.replace('"tower"', '"wall"')
        + BOX.replace('"tower"', '"wall"')
        + ATTACK.replace('aim = "1"', 'aim = "2"')
        + ATTACK.replace('"Beta"', '"Zoe"').replace('aim = "1"', 'aim = "2"')
    )
    assert said == [
        'scenery[1].size[3] (of "hut"): expected a number above 0, got 0',
        'trooper[2].at (of "2"): is missing; add it',
        'trooper[2].att (of "2"): is no known key; did you mean "at"?',
        'scenery[3].name: "wall" is taken; give each a name of its own',
        'active: no trooper is on side "green"; there is "blue"',
        'trooper[3].silhouette (of "3"): there is no "S12"; use one of S0, S1, S2, S3, S4, S5, '
        "S6, S7, S8, or a table with diameter and height",
        'trooper[3].on (of "3"): no piece is called "tower"; there are "hut", "wall"',
        'attack[2].by: no trooper is called "Zoe"; there are "Beta", "2", "3"',
    ]


def test_a_piece_that_could_not_be_built_is_not_said_to_be_missing() -> None:
    wall = (
        '[[scenery]]\nname = "wall"\nkit = "wall"\nsize = [100, 5, 30]\nat = [50, 50]\n'
        "openings = [{ at = 45, width = 20, height = 20 }]\n"
    )
    assert problems(HEAD + wall + TROOPER + 'on = "wall"\nlevel = 0\n') == [
        'scenery[1].openings[1].at (of "wall"): it reaches from 35 to 55 mm, '
        "the wall from -50 to 50; move or narrow it"
    ]


def test_a_faulty_weapon_or_template_is_not_said_to_be_missing() -> None:
    text = HEAD + TROOPER + ENEMY + ATTACK.replace("Nanopulser", "Pot (+1B)")
    text += '[[attack.template]]\nname = "B"\naim = 90\n'
    text += '[[weapon]]\nname = "Pot"\ntemplate = "pot"\nbrst = 2\n[templates.pot]\ndiameter = 0\n'
    assert problems(text) == [
        "templates.pot.diameter: expected a number above 0, got 0",
        'weapon[1].brst (of "Pot"): is no known key; did you mean "burst"?',
    ]


@pytest.mark.parametrize(
    ("value", "remedy"),
    [
        ("2", "update blastfocus"),
        ("0", "write format = 1"),
        ('"1"', "write format = 1"),
        ("true", "write format = 1"),
        ("1.0", "write format = 1"),
        ("[1]", "write format = 1"),
    ],
)
def test_another_format_is_all_that_is_said(value: str, remedy: str) -> None:
    (said,) = problems(f"format = {value}\nname = 3\nfuture = 1\n[[trooper]]\n")
    assert said.startswith("format: this program reads format 1, got ")
    assert said.endswith(f"; {remedy}")


def test_a_circle_needs_no_aim() -> None:
    weapon = '[[weapon]]\nname = "Ring"\ntemplate = "circular"\n'
    attack = ATTACK.replace("Nanopulser", "Ring")
    (said,) = problems(HEAD + TROOPER + ENEMY + weapon + attack)
    assert said.startswith('attack[1].template[1].aim (of "A"): a circle lies over')
    assert scene(HEAD + TROOPER + ENEMY + weapon + attack.replace('aim = "1"', "")).attacks


# Bytes.


def test_bytes_that_are_no_text_are_refused_with_their_line() -> None:
    assert problems(HEAD.encode() + b"\xff\n") == ["line 4: is no UTF-8 text; save it as UTF-8"]
    assert problems(HEAD.encode("utf-16")) == ["line 1: is no UTF-8 text; save it as UTF-8"]


def test_line_ends_and_a_byte_order_mark_change_nothing() -> None:
    plain = scene(HEAD + TROOPER + ENEMY + ATTACK)
    windows = read(
        b"\xef\xbb\xbf" + (HEAD + TROOPER + ENEMY + ATTACK).replace("\n", "\r\n").encode(), "s.toml"
    )
    assert windows.attacks == plain.attacks
    assert [one.body.pose for one in windows.troopers] == [one.body.pose for one in plain.troopers]


CONTENT: dict[str, Any] = {
    "format": 1,
    "name": "Test",
    "rules": "infinity-codeone",
    "trooper": [{"name": "Beta", "side": "blue", "silhouette": "S2", "at": [50, 50.5]}],
}


def test_json_says_the_same() -> None:
    from_json = scene(json.dumps(CONTENT), "S.JSON")
    from_toml = scene(HEAD + TROOPER.replace("[50, 50]", "[50, 50.5]"))
    assert from_json.troopers[0].body.pose == from_toml.troopers[0].body.pose
    assert from_json.name == from_toml.name


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "line 1, column 2: "),
        ("[1]", "expected a table of keys at the top"),
        ("null", "expected a table of keys at the top"),
        ("{}", "is empty; `blastfocus new`"),
        ("[" * 100_000, "is nested too deeply"),
        ('{"format": 1, "format": 1}', 'the key "format" stands twice; correct it'),
        ('{"x": ' + "9" * 5000 + "}", "a number has too many digits"),
        ('{"\\ud800": 1}', r'the key "\ud800" has a character that can'),
        (json.dumps(CONTENT)[:-1] + ', "slack": NaN}', "slack: expected a finite number, got nan"),
        (
            json.dumps(CONTENT)[:-1] + ', "slack": 1e999}',
            "slack: expected a finite number, got inf",
        ),
        (json.dumps({**CONTENT, "name": "\ud800"}), "name: expected a text of whole characters"),
        (json.dumps({**CONTENT, "name": None}), "name: expected a text in quotes, got null"),
    ],
    ids=range(12),
)
def test_json_of_its_own_kind_of_wrong(text: str, said: str) -> None:
    (line,) = problems(text, "s.json")
    assert line.startswith(said)


def test_control_characters_never_reach_a_terminal() -> None:
    said = problems(HEAD + '"\\u001b[2J" = 1\n')
    assert said[0].startswith('"\\u001b[2J": is no known key')


@pytest.mark.parametrize("name", ["🙂", "👩‍🚀", "Zoë", "[bold]x[/bold]", "a.b", "%s {0}", "日本"])
def test_names_may_be_what_can_be_seen(name: str) -> None:
    assert scene(HEAD + TROOPER.replace("Beta", name)).troopers[0].name == name


# Lengths.


def test_every_length_is_in_the_files_unit_and_defaults_are_in_mm() -> None:
    made = scene(
        HEAD
        + """
        units = "in"
        slack = 1
        [table]
        size = [40, 20]
        [templates.mine]
        diameter = 2
        height = 0.5
        [templates.small_teardrop]
        length = 7
        [[weapon]]
        name = "Pot"
        template = "mine"
        height = 2
        [[scenery]]
        name = "box"
        kit = "box"
        size = [1, 2, 3]
        at = [10, 5, 1]
        [[scenery]]
        name = "house"
        kit = "building"
        size = [4, 4]
        storeys = 2
        storey = 3
        parapet = 1
        at = [20, 10]
        openings = [{ side = "east", at = 0.5, width = 1, sill = 0.25, height = 2 }]
        holes = [{ level = 1, at = [0.5, -0.5], size = [1, 1] }]
        [[trooper]]
        name = "Beta"
        side = "blue"
        silhouette = { diameter = 1, height = 2 }
        at = [2, 3, 4]
        [[trooper]]
        name = "1"
        side = "red"
        silhouette = "S2"
        at = [5, 5]
        [[attack]]
        by = "Beta"
        weapon = "Nanopulser"
        template = [{ name = "A", aim = 0, height = 1.5 }]
        """.replace("\n        ", "\n")
    )
    inch = 25.4
    assert made.slack == inch
    assert made.scene.size == (40 * inch, 20 * inch)
    assert made.templates["mine"].width == 2 * inch
    assert made.templates["mine"].height == 0.5 * inch
    # One number alone is the scene's; the other stays the program's own, and unverified.
    assert made.templates["small_teardrop"].length == 7 * inch
    assert made.templates["small_teardrop"].width == 60
    assert not made.templates["small_teardrop"].verified
    assert made.templates["mine"].verified
    block = made.scene.body("box").box
    assert block.tolist() == [
        pytest.approx([9.5 * inch, 4 * inch, inch]),
        pytest.approx([10.5 * inch, 6 * inch, 4 * inch]),
    ]
    house = made.scene.body("house")
    assert house.levels == pytest.approx((0, 3 * inch, 6 * inch))
    assert house.box[1, 2] == pytest.approx(7 * inch)
    planes = {round(float(x), 6) for x in house.mesh.vertices[:, 0] - 20 * inch}
    # Outer wall and, 3 mm further in, the inner one; the hole from 0 to 1 inch.
    assert {round(x, 6) for x in (2 * inch, 2 * inch - 3, 0.0, inch)} <= planes
    heights = {round(float(z), 6) for z in house.mesh.vertices[:, 2]}
    # The first floor's top and, 3 mm lower, its underside; the window from 0.25 to 2.25 inches.
    wanted = (3 * inch, 3 * inch - 3, 0.25 * inch, 2.25 * inch)
    assert {round(z, 6) for z in wanted} <= heights
    beta = made.trooper("Beta")
    assert (beta.silhouette.diameter, beta.silhouette.height) == (inch, 2 * inch)
    assert beta.body.pose.at == (2 * inch, 3 * inch, 4 * inch)
    assert made.trooper("1").silhouette.height == 40
    assert made.attacks[0].templates[0].height == 1.5 * inch


def test_a_wall_opening_and_a_weapons_height_are_lengths_too() -> None:
    made = scene(
        HEAD
        + 'units = "cm"\n[[weapon]]\nname = "Pot"\ntemplate = "circular"\nheight = 2\n'
        + '[[scenery]]\nname = "wall"\nkit = "wall"\nsize = [10, 1, 4]\nat = [0, 0]\n'
        + "openings = [{ at = 1, width = 2, sill = 0.5, height = 3 }]\n"
        + TROOPER.replace("[50, 50]", "[5, 5]")
        + '[[attack]]\nby = "Beta"\nweapon = "Pot"\ntemplate = [{ name = "A" }]\n'
    )
    vertices = made.scene.body("wall").mesh.vertices
    assert set(vertices[:, 0].tolist()) == {-50, 0, 20, 50}
    assert set(vertices[:, 2].tolist()) == {0, 5, 35, 40}
    assert made.attacks[0].weapon.height == 20


# Standing.


@pytest.mark.parametrize(
    ("keys", "height"),
    [
        ("", 40.0),
        ('on = "tower"', 40.0),
        ('on = "tower"\nlevel = 0', 40.0),
    ],
)
def test_a_trooper_rests_on_what_is_under_it_also_where_it_hides_nothing(
    keys: str, height: float
) -> None:
    for cover in ("total", "none"):
        made = scene(HEAD + BOX + f'cover = "{cover}"\n' + TROOPER + keys + "\n")
        assert made.trooper("Beta").body.pose.at[2] == height
        assert made.scene.body("tower").blocks is (cover == "total")


def test_the_ground_floor_of_a_turned_building_ends_at_its_walls() -> None:
    house = (
        '[[scenery]]\nname = "house"\nkit = "building"\nsize = [100, 20]\nstorey = 50\n'
        "at = [100, 100]\nturn = 45\n"
    )
    inside = TROOPER.replace("[50, 50]", "[130, 130]") + 'on = "house"\nlevel = 0\n'
    assert scene(HEAD + house + inside).trooper("Beta").body.pose.at[2] == 0
    outside = inside.replace("[130, 130]", "[130, 70]")
    assert problems(HEAD + house + outside) == [
        'trooper[1].at (of "Beta"): level 0 of "house" has no floor under its base; move it'
    ]


# Weapons.


def test_a_known_weapon_can_be_described_anew_and_the_ruling_says_so() -> None:
    own = '[[weapon]]\nname = "Nanopulser"\ntemplate = "large_teardrop"\nburst = 3\n'
    made = scene(HEAD + TROOPER + ENEMY + ATTACK + own)
    assert made.attacks[0].weapon.template == "large_teardrop"
    assert made.attacks[0].weapon.burst == 3
    assert 'the weapon "Nanopulser" is as the scene describes it' in made.notes


# Files.

MESH = '[[scenery]]\nname = "hut"\nmesh = "{}"\nat = [50, 50]\n'


def test_a_scene_that_cannot_be_opened_says_why(tmp_path: Path) -> None:
    with pytest.raises(SceneError, match=r"none\.toml: no such file or directory; check the path"):
        load(tmp_path / "none.toml")
    with pytest.raises(SceneError, match="is a folder; name the scene file in it"):
        load(tmp_path)
    with pytest.raises(SceneError, match="file name too long; check the path"):
        load(tmp_path / ("x" * 400))
    large = tmp_path / "large.toml"
    large.write_bytes(b"#" * 10_000_001)
    with pytest.raises(SceneError, match="is larger than 10000000 bytes"):
        load(large)


def of_mesh(folder: Path, written: str, outside: bool = False) -> Dispute:
    path = folder / "scene.toml"
    path.write_text(HEAD + MESH.format(written), encoding="utf-8")
    return load(path, outside)


def test_mesh_paths_stay_in_the_scenes_folder_unless_they_may_leave(tmp_path: Path) -> None:
    folder = tmp_path / "scene"
    (folder / "parts").mkdir(parents=True)
    hut = box((40, 40, 30)).mesh
    save(hut, folder / "parts" / "hut.stl")
    save(hut, tmp_path / "hut.stl")
    assert of_mesh(folder, "parts/hut.stl").scene.body("hut").box[1, 2] == 30
    assert of_mesh(folder, "parts/../parts/hut.stl").files[0][0] == "parts/../parts/hut.stl"
    os.symlink(tmp_path / "hut.stl", folder / "link.stl")
    for written in ("../hut.stl", (tmp_path / "hut.stl").as_posix(), "link.stl"):
        with pytest.raises(SceneError) as caught:
            of_mesh(folder, written)
        assert 'scenery[1].mesh (of "hut"): ' in str(caught.value)
        assert "leaves the scene file's folder; move the mesh there, or allow it" in str(
            caught.value
        )
        assert of_mesh(folder, written, outside=True).scene.body("hut").box[1, 2] == 30


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("none.stl", "none.stl: there is no such file; check the name and the folder"),
        ("parts", '"parts" is a folder; name a mesh file'),
        ("parts.stl", '"parts.stl" is a folder; name a mesh file'),
        ("hut.txt", "hut.txt: is of an unknown kind; export it as one of "),
        ("parts\\\\hut.stl", '"parts\\hut.stl"; write / between folders'),
        ("loop.stl", '"loop.stl" '),
        ("x" * 400 + ".stl", "; check the path"),
        ("bad.stl", "bad.stl: "),
        ("empty.obj", "empty.obj: has no triangles; export the piece again"),
        ("big.obj", "big.obj: is 2e+06 mm long, more than 100000; check its units and scale"),
    ],
)
def test_a_mesh_that_cannot_be_had_is_refused_with_the_reason(
    tmp_path: Path, written: str, said: str
) -> None:
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts.stl").mkdir()
    (tmp_path / "hut.txt").write_text("x")
    (tmp_path / "bad.stl").write_bytes(b"\x00" * 99)
    (tmp_path / "empty.obj").write_text("v 0 0 0\n")
    (tmp_path / "big.obj").write_text("v 0 0 0\nv 2000000 0 0\nv 0 1 1\nf 1 2 3\n")
    os.symlink("loop.stl", tmp_path / "loop.stl")
    with pytest.raises(SceneError) as caught:
        of_mesh(tmp_path, written)
    (line,) = str(caught.value).split("\n")
    assert 'scenery[1].mesh (of "hut"): ' in line
    assert said in line


def test_a_control_character_in_a_mesh_path_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SceneError, match=r"U\+0000; remove it"):
        of_mesh(tmp_path, "a\\u0000.stl")


def test_a_scene_without_a_folder_has_no_meshes() -> None:
    (said,) = problems(HEAD + MESH.format("hut.stl"))
    assert said.endswith("this scene has no folder to take a mesh from; use a kit piece")


def test_a_mesh_shown_twice_is_listed_once(tmp_path: Path) -> None:
    save(box((40, 40, 30)).mesh, tmp_path / "hut.stl")
    path = tmp_path / "scene.toml"
    second = MESH.format("hut.stl").replace('"hut"', '"hut 2"') + "scale = 2\n"
    path.write_text(HEAD + MESH.format("hut.stl") + second, encoding="utf-8")
    made = load(path)
    assert [name for name, _ in made.files] == ["hut.stl"]
    assert [made.scene.body(name).box[1, 2] for name in ("hut", "hut 2")] == [30, 60]


# The scene to start from.


def test_the_starter_is_a_scene_of_what_its_comments_say() -> None:
    made = read(starter(), "starter.toml")
    assert [one.name for one in made.troopers] == ["Beta", "1", "2", "3", "4"]
    assert made.trooper("3").silhouette.is_prone
    assert made.trooper("4").body.pose.at[2] == 40
    assert math.isclose(made.slack, 0.5)
    # Its lines that are commented out are right as well.
    text = starter().decode()
    for line in ('template_body = "both_sides"', "tip = 0"):
        assert f"# {line}" in text
        text = text.replace(f"# {line}", line)
    weapon = '[[weapon]]\n# name = "Pepper pot"\n# template = "small_teardrop"'
    assert weapon in text
    text = text.replace(weapon, weapon.replace("# ", "")).replace("# burst = 2", "burst = 2")
    text = text.replace("# [templates.small_teardrop]", "[templates.small_teardrop]")
    text = text.replace("# length = 160", "length = 160").replace("# width = 60", "width = 60")
    text = text.replace("# [[weapon]]", "[[weapon]]")
    again = read(text.encode(), "starter.toml")
    assert again.readings == {"template_body": "both_sides"}
    assert again.templates["small_teardrop"].verified
    assert again.attacks[0].templates[0].tip == 0
