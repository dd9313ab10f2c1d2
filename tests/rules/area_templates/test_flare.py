"""Flare: the direct target, the light over the turn, and the dice it gives."""

import pytest

from rules.area_templates.events import Attack, EndTurn, FlareAttack, Move, Shot
from rules.area_templates.rolls import Roll
from rules.verdict import RulingError
from spatial.outcome import Outcome
from tests.area_tables import log, model, state

TABLE = state(
    model("A", (100, 100, 0), side="blue"),
    model("1", (300, 100, 0)),
    model("2", (330, 130, 0)),
)


def flare(x: float, y: float, z: float = 0.0, **more: object) -> FlareAttack:
    has_blast = bool(more.pop("has_blast", False))
    shot = Shot("A", (x, y, z), None, needs_sight=False, **more)  # type: ignore[arg-type]
    return FlareAttack(shot, has_blast)


@pytest.mark.parametrize(
    ("at", "direct"),
    [
        ((300, 100, 0), ["YES", "NO"]),
        # On the very edge of its base.
        ((312.5, 100, 0), ["YES", "NO"]),
        ((312.6, 100, 0), ["NO", "NO"]),
        # Right over it, on another level.
        ((300, 100, 20), ["NO", "NO"]),
        ((300, 100, 0.04), ["YES", "NO"]),
    ],
)
def test_only_who_holds_the_centre_on_its_own_level_is_hurt(
    at: tuple[float, float, float], direct: list[str]
) -> None:
    (step,) = log(TABLE, flare(*at)).steps
    found = [v.finding("direct target") for v in step.verdicts[1:]]
    assert [f.outcome.value for f in found if f is not None] == direct
    assert step.verdicts[0].finding("direct target") is None


def test_two_bases_that_touch_at_the_centre_are_both_named() -> None:
    table = state(model("A", (0, 0, 0)), model("1", (100, 100, 0)), model("2", (125, 100, 0)))
    (step,) = log(table, flare(112.5, 100)).steps
    assert "the text knows one direct target" in step.notes[0]


def test_it_does_not_scatter_unless_it_has_blast() -> None:
    roll = Roll(successes=1)
    plain, burst = log(
        TABLE,
        flare(300, 100, roll=roll, distance=30),
        flare(300, 100, roll=roll, distance=30, has_blast=True),
    ).steps
    assert plain.state.areas[0].centre == (300, 100, 0)
    assert burst.state.areas[1].centre == (330, 100, 0)
    with pytest.raises(RulingError, match="roll: is missing"):
        log(TABLE, flare(300, 100, has_blast=True))


def test_each_flare_is_removed_at_the_end_of_its_own_turn() -> None:
    steps = log(TABLE, flare(300, 100), EndTurn(), flare(300, 100), EndTurn()).steps
    assert [[a.name for a in s.state.areas] for s in steps] == [["flare 1"], [], ["flare 2"], []]
    assert [s.state.turn for s in steps] == [1, 2, 2, 3]


def test_it_helps_to_shoot_at_who_is_under_it_now() -> None:
    shoot, melee = Attack("shoot", "A", "1"), Attack("melee", "A", "1")
    away = Move("1", (500, 100, 0))
    steps = log(TABLE, flare(300, 100), shoot, melee, away, shoot).steps
    dice = [v.attack_dice for s in steps for v in s.verdicts if v.model == "1"][1:]
    assert dice == [("flare 1",), (), ()]
    assert steps[1].verdicts[0].outcome is Outcome.YES
    assert [v.model for v in steps[1].verdicts] == ["1"]
