"""Blast: everyone under it, Criticals one model each, noise, and what keeps it in play."""

import pytest

from rules.area_templates.events import AreaRemoved, BlastAttack, EndTurn, Move, Shot
from rules.area_templates.rolls import Roll
from rules.verdict import RulingError
from spatial.outcome import Outcome
from tests.area_tables import blast, log, model, state

A = model("A", (100, 100, 0), side="blue")
FRIEND = model("F", (130, 100, 0), side="blue")
ENEMY = model("E", (150, 140, 0))
FAR = model("X", (400, 100, 0))
TABLE = state(A, FRIEND, ENEMY, FAR, size=(600, 400))


def test_everyone_under_it_is_affected_the_attacker_too() -> None:
    (step,) = log(TABLE, blast((120, 110))).steps
    assert [v.model for v in step.verdicts] == ["A", "F", "E", "X"]
    assert [v.outcome.value for v in step.verdicts] == ["YES", "YES", "YES", "NO"]
    assert all(v.finding("cover") is not None for v in step.verdicts[:3])
    assert step.verdicts[3].finding("cover") is None


def test_a_critical_goes_to_one_model_and_what_is_left_is_said() -> None:
    roll = Roll(criticals=2, added=1)
    (step,) = log(TABLE, blast((120, 110), roll, criticals_to=("E", "E"))).steps
    assert [v.criticals for v in step.verdicts] == [0, 0, 2, 0]
    assert step.notes == (
        "1 Critical isn't given to any model yet: each goes to one affected model",
    )


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (("E", "F"), "criticals_to: gives 2 Criticals, and the roll has 1; remove some"),
        (("X",), "criticals_to: X isn't under the template, so it takes no Critical; under it: A"),
    ],
)
def test_criticals_that_cannot_be_given(given: tuple[str, ...], message: str) -> None:
    with pytest.raises(RulingError) as error:
        log(TABLE, EndTurn(), blast((120, 110), criticals_to=given))
    assert str(error.value).startswith(f"test.toml: event[2]: {message}")


def test_a_blast_is_removed_unless_a_rule_keeps_it() -> None:
    gone, kept, later, removed = log(
        TABLE,
        blast((120, 110)),
        blast((120, 110), kept_by="burning fuel"),
        EndTurn(),
        AreaRemoved("blast 2"),
    ).steps
    assert [len(s.state.areas) for s in (gone, kept, later, removed)] == [0, 1, 1, 0]
    assert kept.state.areas[0].name == "blast 2"


def test_noise_comes_from_where_it_ended() -> None:
    scattered = blast((200, 100), Roll(successes=1), distance=40, makes_noise=True)
    (quiet, loud) = log(TABLE, blast((200, 100)), scattered).steps
    assert quiet.state.noises == ()
    assert [(one.event, one.centre) for one in loud.state.noises] == [(2, (240, 100, 0))]


def test_nobody_stops_at_a_noise_that_was_never_made() -> None:
    with pytest.raises(RulingError, match=r"event\[1\]: toward_noise: nothing has made a noise"):
        log(TABLE, Move("X", toward_noise=50))


def test_a_model_that_stands_on_the_noise_stays() -> None:
    loud = blast((400, 100), makes_noise=True)
    step = log(TABLE, loud, Move("X", toward_noise=50)).steps[-1]
    assert step.state.place("X") == (400, 100, 0)
    assert "reaches its centre and stops" in step.changes[0].text


@pytest.mark.parametrize("at", [(-1, 100), (601, 100), (100, 400.5, 0)])
def test_no_centre_lies_outside_the_battlefield(at: tuple[float, ...]) -> None:
    with pytest.raises(RulingError, match=r"at: its centre lies outside the battlefield; put it"):
        log(TABLE, blast(at))  # type: ignore[arg-type]


def test_out_of_range_nothing_comes_of_it() -> None:
    shot = Shot("A", (300, 100), 180, Roll(criticals=1))
    step = log(TABLE, BlastAttack(shot, ("X",), makes_noise=True)).steps[0]
    assert (step.status, step.verdicts, step.state) == ("illegal", (), TABLE)
    assert [f.question for f in step.findings] == ["range"]
    # 200 - 12.5 = 187.5, beyond 180 by 7.5; to a range of 187.5 it is exactly enough.
    assert step.findings[0].margin == pytest.approx(-7.5)
    exact = BlastAttack(Shot("A", (300, 100), 187.5, Roll(criticals=1)))
    assert log(TABLE, exact).steps[0].findings[0].outcome is Outcome.YES
    assert log(TABLE, exact).steps[0].is_close(0.5)
