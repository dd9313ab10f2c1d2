"""The recorded roll: what it does to a template, and what a seed may roll."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.area_templates.rolls import Dice, Roll, rolled, scatter_distance, way
from rules.area_templates.verdicts import Scatter
from rules.verdict import RulingError
from tests.area_tables import blast, log, model, state

# criticals, successes, blanks; what it does by each reading of a mixed roll.
WAYS = [
    ((1, 0, 0), "stays", "stays", "stays"),
    ((1, 2, 3), "stays", "stays", "stays"),
    ((0, 1, 0), "away", "away", "away"),
    ((0, 0, 2), "toward", "toward", "toward"),
    ((0, 1, 2), "away", "toward", "toward"),
    ((0, 2, 1), "away", "toward", "away"),
    ((0, 2, 2), "away", "toward", "away"),
]


@pytest.mark.parametrize(("shown", "success", "blank", "majority"), WAYS)
@pytest.mark.parametrize("added", [0, 2])
def test_what_a_roll_does(
    shown: tuple[int, int, int], success: str, blank: str, majority: str, added: int
) -> None:
    roll = Roll(*shown, added=added)
    assert [way(roll, one) for one in ("success", "blank", "majority")] == [
        success,
        blank,
        majority,
    ]
    assert roll.all_criticals == shown[0] + added


@settings(deadline=None)
@given(
    st.integers(1, 12), st.integers(0, 3), st.integers(0, 3), st.integers(0, 3), st.integers(0, 99)
)
def test_dice_show_their_own_faces(
    count: int, criticals: int, successes: int, blanks: int, seed: int
) -> None:
    dice = Dice(count, criticals, successes, blanks)
    if criticals + successes + blanks == 0:
        with pytest.raises(RulingError, match="no faces"):
            rolled(dice, random.Random(seed))
        return
    roll = rolled(dice, random.Random(seed))
    assert roll == rolled(dice, random.Random(seed))
    assert roll.criticals + roll.successes + roll.blanks == count
    faces = [(roll.criticals, criticals), (roll.successes, successes), (roll.blanks, blanks)]
    for shown, there in faces:
        assert shown >= 0
        if there == 0:
            assert shown == 0
        if there == criticals + successes + blanks:
            assert shown == count


def test_every_face_comes_up() -> None:
    seen = {rolled(Dice(1, 1, 1, 1), random.Random(seed)) for seed in range(60)}
    assert seen == {Roll(1, 0, 0), Roll(0, 1, 0), Roll(0, 0, 1)}


@pytest.mark.parametrize("die", ["d3", "d6", "d10"])
def test_a_scatter_die_has_whole_inches_from_one_to_its_faces(die: str) -> None:
    seen = {scatter_distance(None, die, random.Random(seed)) for seed in range(200)}
    assert seen == {25.4 * (n + 1) for n in range(int(die[1:]))}
    assert scatter_distance(7.0, die, random.Random(1)) == 7.0


@pytest.mark.parametrize(
    ("more", "readings", "message"),
    [
        ({}, {}, "distance: it scatters, and nothing says how far; give the distance"),
        ({"seed": 4}, {}, "or a seed and the reading scatter_die"),
        ({}, {"scatter_die": "d6"}, "give the distance that was rolled, or a seed"),
    ],
)
def test_a_scatter_that_nothing_measures(
    more: dict[str, int], readings: dict[str, str], message: str
) -> None:
    table = state(model("A", (100, 100, 0)))
    with pytest.raises(RulingError) as error:
        log(table, blast((200, 100), Roll(successes=1), **more), **readings)
    assert message in str(error.value)


def test_a_seed_rolls_the_attack_and_then_the_scatter_die() -> None:
    table = state(model("A", (1000, 1000, 0)))
    shot = blast((1200, 1000), Dice(3, 0, 1, 0), seed=5)
    first, again = (log(table, shot, scatter_die="d6").steps[0] for _ in range(2))
    found, other = first.findings[-1].evidence, again.findings[-1].evidence
    assert isinstance(found, Scatter)
    assert found == other
    assert found.roll == Roll(successes=3)
    assert found.rolled in {25.4 * n for n in range(1, 7)}


@pytest.mark.parametrize(
    ("roll", "message"),
    [
        (Roll(), "roll: shows no die"),
        (Roll(added=1), "roll: shows no die"),
        (Dice(2, 1, 1, 1), "roll: has dice to roll; give a seed"),
    ],
)
def test_a_roll_that_shows_nothing(roll: Roll, message: str) -> None:
    with pytest.raises(RulingError, match=message):
        log(state(model("A", (100, 100, 0))), blast((200, 100), roll))
