"""On which readings answers depend: derived by hand for worked scenes."""

from pathlib import Path

import pytest

from rules.area_templates.battle import Battle
from rules.area_templates.dependence import Dependence, dependences
from rules.area_templates.rolls import Roll
from rules.scenefile import load
from tests.area_tables import blast, model, state

SCENES = Path(__file__).resolve().parents[3] / "scenes" / "area-templates"


def found(name: str) -> dict[tuple[int, str], Dependence]:
    battle = load(SCENES / f"{name}.toml")
    assert isinstance(battle, Battle)
    return {(one.event, one.model): one for one in dependences(battle)}


def choices(one: Dependence) -> set[tuple[str, str]]:
    return {(flip.reading, flip.choice) for flip in one.flips}


def test_what_under_depends_on() -> None:
    # By the distances in the scene's expected file: 30, 45, 58, 63.3 and 70.
    said = found("under")
    assert choices(said[1, "1"]) == set()
    assert choices(said[1, "2"]) == {("under", "whole")}
    assert choices(said[1, "3"]) == {("under", "centre"), ("under", "whole")}
    assert choices(said[1, "4"]) == {("under", "centre"), ("under", "whole")}
    assert choices(said[1, "5"]) == set()
    assert said[1, ""].answer == "resolved; in play: nothing"


def test_what_a_growing_smoke_depends_on() -> None:
    said = found("smoke-grows")
    # Only from the fourth event on, 3 tokens after 2 after 3, do the readings part.
    assert [choices(said[number, ""]) for number in range(1, 8)] == [
        set(),
        set(),
        set(),
        {("smoke_regrowth", "each")},
        {("smoke_regrowth", "each")},
        {("smoke_regrowth", "each")},
        {("smoke_regrowth", "each"), ("smoke_rekindled", "anew")},
    ]


def test_what_dice_depend_on() -> None:
    said = found("smoke-defense")
    assert said[1, "1"].answer == "YES, Defense dice 2"
    # The bin's area holds 17.5 of 25.4 at the nearest, and neither centre nor whole base.
    flips = {(flip.reading, flip.choice): flip.answer for flip in said[1, "1"].flips}
    assert flips == {
        ("containing", "centre"): "YES, Defense dice 1",
        ("containing", "whole"): "YES, Defense dice 1",
    }
    assert ("blast_is_shoot", "no") in choices(said[4, "1"])


def test_an_answer_that_another_reading_makes_impossible() -> None:
    # Under "centre" B, 58 away, isn't under the template, and can't take the Critical.
    start = state(model("A", (500, 100, 0)), model("B", (158, 100, 0)))
    battle = Battle("Test", start, (blast((100, 100), Roll(1), criticals_to=("B",)),))
    said = {(one.event, one.model): one for one in dependences(battle)}
    flips = {(flip.reading, flip.choice): flip.answer for flip in said[1, "B"].flips}
    assert set(flips) == {("under", "centre"), ("under", "whole")}
    assert "criticals_to: B isn't under the template" in flips["under", "centre"]


@pytest.mark.parametrize("name", ["noise", "control-zone"])
def test_what_depends_on_nothing_says_so(name: str) -> None:
    said = found(name)
    # Places are no part of an answer; who is affected and what is in play is.
    assert all(one.answer for one in said.values())
    assert {choice for one in said.values() for choice in choices(one)} <= {
        ("under", "centre"),
        ("under", "whole"),
        ("cover", "half"),
    }
