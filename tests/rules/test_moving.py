"""Changes by hand: where things come to stand, and what is refused."""

import math
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.scenefile import read
from rules.scenefile.changes import AimAt, Carry, Change, Lie, Raise, Read, Tilt, Tip, Turn
from rules.scenefile.editing import Sheet, opened
from rules.scenefile.handles import handles
from rules.scenefile.kept import Kept
from rules.scenefile.moving import MoveError, moved

ROOT = Path(__file__).resolve().parents[2]

TABLE = """\
format = 1
name = "Crate, stairs, house"
rules = "infinity-codeone"

[table]
size = [600, 400]

[[scenery]]
name = "crate"
kit = "box"
size = [60, 60, 40]
at = [100, 100]

[[scenery]]
name = "stairs"
kit = "stairs"
size = [120, 60, 60]
steps = 6
at = [250, 100]

[[scenery]]
name = "house"
kit = "building"
size = [120, 120]
storeys = 2
storey = 60
at = [450, 200]

[[trooper]]
name = "1"
side = "red"
silhouette = "S2"
at = [300, 300]

[[trooper]]
name = "2"
side = "blue"
silhouette = "S2"
at = [450, 200]
on = "house"
level = 1

[[trooper]]
name = "tank"
side = "blue"
silhouette = "S7"
at = [100, 320]
traits = ["TAG"]

[[target]]
name = "mine"
side = "blue"
kind = "deployable"
at = [200, 300]

[[attack]]
by = "2"
weapon = "Nanopulser"

[[attack.template]]
name = "A"
aim = "1"

[[attack]]
by = "1"
weapon = "Grenades"

[[attack.template]]
name = "G"
on = "2"
"""


def sheet(text: str = TABLE) -> Sheet:
    return Sheet(Path("a.toml"), text, tomllib.loads(text))


def after(*changes: Change, text: str = TABLE) -> tuple[Sheet, Any]:
    kept = Kept()
    now = sheet(text)
    asked = now.read(kept)
    for change in changes:
        now, asked = moved(now, asked, change, kept)
    return now, asked


def row(now: Sheet, name: str) -> dict[str, Any]:
    return next(one for one in now.content["trooper"] if one["name"] == name)


def height(asked: Any, name: str) -> float:
    return float(asked.trooper(name).body.pose.at[2])


def test_on_open_ground_only_its_place_changes() -> None:
    now, asked = after(Carry("trooper:1", 310.0004, 290.5))
    assert row(now, "1") == {"name": "1", "side": "red", "silhouette": "S2", "at": [310, 290.5]}
    assert height(asked, "1") == 0


def test_what_is_pointed_at_is_where_it_stands() -> None:
    """On top of the crate, or on the floor beside it: as the height says."""
    now, asked = after(Carry("trooper:1", 100, 100, 40))
    assert height(asked, "1") == 40
    assert row(now, "1")["at"] == [100, 100], "the highest thing there needs no height"
    now, asked = after(Carry("trooper:1", 450, 170, 60))
    assert height(asked, "1") == 60
    assert row(now, "1")["at"] == [450, 170, 60], "the roof is higher, so it is written"


def test_nudged_it_climbs_stairs_and_drops_off_an_edge() -> None:
    """Six steps of 10 mm over 120 mm, from x = 190 to 310; by hand."""
    changes: list[Change] = [Carry("trooper:1", 160, 100, 0)]
    changes += [Carry("trooper:1", 160 + 10 * n, 100) for n in range(1, 14)]
    _, asked = after(*changes)
    # At x = 290 the base, 12.5 mm round, reaches the last step.
    assert height(asked, "1") == pytest.approx(60)
    _, asked = after(*changes, Carry("trooper:1", 345, 100))
    assert height(asked, "1") == 0


def test_nudged_it_does_not_climb_a_crate() -> None:
    with pytest.raises(MoveError, match=r"1 can't stand there: it stands .* inside crate"):
        after(Carry("trooper:1", 100, 145, 0), Carry("trooper:1", 100, 138))


def test_it_keeps_the_floor_that_the_file_names() -> None:
    now, asked = after(Carry("trooper:2", 440, 210))
    assert row(now, "2")["at"] == [440, 210]
    assert (row(now, "2")["on"], row(now, "2")["level"]) == ("house", 1)
    assert height(asked, "2") == 60
    now, asked = after(Carry("trooper:2", 330, 230, 0))
    assert not {"on", "level"} & set(row(now, "2"))
    assert height(asked, "2") == 0


def test_it_goes_no_farther_than_the_table() -> None:
    now, _ = after(Carry("trooper:1", 5000, -3))
    assert row(now, "1")["at"] == [600, 0]


def test_nobody_is_put_into_another() -> None:
    with pytest.raises(MoveError, match="overlaps mine"):
        after(Carry("trooper:1", 205, 300))


def test_who_stands_where_nobody_can_may_be_moved_anywhere() -> None:
    text = TABLE.replace("at = [300, 300]", "at = [300, 300, 25]")
    now, asked = after(Carry("trooper:1", 100, 136, 0), text=text)
    assert height(asked, "1") == 0
    assert row(now, "1")["at"] == [100, 136, 0]


def test_lying_down_and_getting_up() -> None:
    now, asked = after(Lie("trooper:1", True))
    assert row(now, "1")["prone"] is True
    assert asked.trooper("1").silhouette.height == 3
    now, asked = after(Lie("trooper:1", True), Lie("trooper:1", False))
    assert "prone" not in row(now, "1")
    with pytest.raises(MoveError, match="tank can't lie down"):
        after(Lie("trooper:tank", True))


def test_getting_up_under_a_floor_that_is_too_low() -> None:
    """A slab 30 mm up: an S2, 40 mm high, has no room there."""
    slab = '[[scenery]]\nname = "slab"\nkit = "box"\nsize = [80, 80, 5]\nat = [300, 300, 30]\n\n'
    text = TABLE.replace("[[trooper]]\n", slab + "[[trooper]]\n", 1)
    text = text.replace("at = [300, 300]\n", "at = [300, 300, 0]\nprone = true\n")
    with pytest.raises(MoveError, match=r"1 can't stand there: it stands .* inside slab"):
        after(Lie("trooper:1", False), text=text)


def test_turning() -> None:
    now, asked = after(Turn("trooper:1", -90))
    assert row(now, "1")["facing"] == 270
    assert asked.trooper("1").facing == 270
    with pytest.raises(MoveError, match="mine faces no way"):
        after(Turn("trooper:mine", 10))


def test_a_teardrop_in_every_way() -> None:
    now, asked = after(
        Turn("template:0:A", 370.004),
        Tip("template:0:A", 45),
        Tilt("template:0:A", -120),
        Raise("template:0:A", 55),
    )
    (template,) = now.content["attack"][0]["template"]
    assert template == {"name": "A", "aim": 10, "tip": 45, "tilt": -90, "height": 40}
    found = {one.key: one for one in handles(now, asked)}["template:0:A"]
    x, y, z = found.at
    # The tip on a base 25 mm across round (450, 200), 40 mm above the floor at 60.
    expected = (450 + 12.5 * math.sqrt(0.5), 200 + 12.5 * math.sqrt(0.5), 100)
    assert (x, y, z) == pytest.approx(expected)
    now, _ = after(Tip("template:0:A", 45), AimAt("template:0:A", "tank"))
    assert now.content["attack"][0]["template"][0] == {"name": "A", "aim": "tank"}


def test_a_circle_leaves_its_target_and_takes_another() -> None:
    now, _ = after(Carry("template:1:G", 100, 100, 40))
    assert now.content["attack"][1]["template"][0] == {"name": "G", "at": [100, 100]}
    now, _ = after(Carry("template:1:G", 450, 170, 60))
    assert now.content["attack"][1]["template"][0] == {"name": "G", "at": [450, 170, 60]}
    now, _ = after(Carry("template:1:G", 9, 9, 0), AimAt("template:1:G", "tank"))
    assert now.content["attack"][1]["template"][0] == {"name": "G", "on": "tank"}


def test_readings() -> None:
    now, asked = after(Read("tilt", "level_only"))
    assert asked.readings == {"tilt": "level_only"}
    now, asked = after(Read("tilt", "level_only"), Read("tilt", "allowed"))
    assert asked.readings == {}
    assert now.content["readings"] == {}


@pytest.mark.parametrize(
    "change",
    [
        Carry("trooper:nobody", 1, 1),
        Carry("", 1, 1),
        Turn("template:0:Z", 1),
        Turn("template:1:G", 1),
        Carry("template:0:A", 1, 1),
        Lie("template:0:A", True),
        Tip("trooper:1", 1),
        Carry("trooper:1", math.nan, 1),
        Carry("trooper:1", 1, math.inf),
        Turn("trooper:1", math.nan),
        Tilt("template:0:A", math.inf),
        Raise("template:0:A", math.nan),
        AimAt("template:0:A", "nobody"),
        AimAt("template:0:A", "2"),
        AimAt("trooper:1", "2"),
        Read("tilt", "sideways"),
        Read("no such reading", "x"),
    ],
    ids=repr,
)
def test_what_makes_no_sense_is_refused(change: Change) -> None:
    with pytest.raises(MoveError):
        after(change)


def test_inches_stay_inches() -> None:
    text = TABLE.replace('rules = "infinity', 'units = "in"\nrules = "infinity')
    for mm, inches in (("[600, 400]", "[24, 16]"), ("[60, 60, 40]", "[2, 2, 2]"),
                       ("[120, 60, 60]", "[4, 2, 2]"), ("[120, 120]", "[4, 4]"),
                       ("storey = 60", "storey = 2"), ("[300, 300]", "[12, 12]"),
                       ("[450, 200]", "[18, 8]"), ("[100, 320]", "[4, 12.5]"),
                       ("[200, 300]", "[8, 12]"), ("[100, 100]", "[4, 4]"),
                       ("[250, 100]", "[10, 4]")):  # fmt: skip
        text = text.replace(mm, inches)
    now, asked = after(Carry("trooper:1", 254, 300), text=text)
    assert row(now, "1")["at"] == [10, 11.81102]
    x, y, _ = asked.trooper("1").body.pose.at
    assert (x, y) == pytest.approx((254, 300), abs=0.0005)


AREAS = ROOT / "scenes" / "area-templates" / "three-kinds.toml"


def test_areas_of_the_other_game() -> None:
    kept = Kept()
    now = opened(AREAS)
    asked = now.read(kept)
    for one in handles(now, asked):
        if one.kind == "area":
            x, y, _ = one.at
            new, made = moved(now, asked, Carry(one.key, x + 5, y), kept)
            at = {each.key: each.at for each in handles(new, made)}[one.key]
            assert at[:2] == pytest.approx((x + 5, y), abs=0.001)
            assert new.text() != now.text()


@settings(max_examples=30)
@given(
    st.lists(
        st.tuples(st.sampled_from(["1", "2", "tank", "mine"]), st.floats(-20, 620),
                  st.floats(-20, 420), st.one_of(st.none(), st.floats(0, 130))),
        min_size=1, max_size=4,
    )
)  # fmt: skip
def test_nobody_ever_ends_where_nobody_can_stand(steps: list[Any]) -> None:
    from rules.stances import stances

    kept = Kept()
    now = sheet()
    asked: Any = now.read(kept)
    assert not any(one.faults for one in stances(asked))
    for name, x, y, z in steps:
        try:
            now, asked = moved(now, asked, Carry(f"trooper:{name}", x, y, z), kept)
        except MoveError:
            continue
    assert not any(one.faults for one in stances(asked))
    fresh: Any = read(now.text().encode(), "a.toml")
    assert [b.pose for b in fresh.scene.bodies] == [b.pose for b in asked.scene.bodies]
    assert fresh.notes == asked.notes
