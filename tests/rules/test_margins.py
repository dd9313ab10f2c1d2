"""Margins against moves worked out by hand, each asked again a little before and beyond."""

import json
import math
from typing import Any

import pytest

from rules.margin import FINE
from rules.ruling import rule
from rules.scenefile import read
from rules.verdict import Verdict
from spatial.outcome import Outcome

TURNS = pytest.mark.parametrize("turn", [0.0, 40.0])


def verdict(
    at: tuple[float, float],
    *,
    turn: float = 0.0,
    template: str = "circular",
    height: float = 0.0,
    silhouette: Any = "S2",
    wall: tuple[float, float, float] | None = None,
    levels: tuple[float, float] = (0.0, 0.0),
) -> Verdict:
    """A user at the origin of a table turned as a whole, and one trooper beside it.

    A circle of 60 mm lies over the user's base, or a small teardrop along the turned x axis.
    The wall, if any, is given by its place along that axis, its thickness and its height.
    `levels` are the heights of the user's and the trooper's underside.
    """
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))

    def place(x: float, y: float) -> list[float]:
        return [1000 + c * x - s * y, 1000 + s * x + c * y]

    one: dict[str, Any] = {"name": "A"}
    if template != "circular":
        one |= {"aim": turn, "height": height}
    scene = {
        "format": 1,
        "name": "Margins",
        "rules": "infinity-codeone",
        "weapon": [{"name": "blast", "template": template}],
        "trooper": [
            {
                "name": "user",
                "side": "blue",
                "silhouette": "S2",
                "at": [*place(0, 0), levels[0]],
            },
            {"name": "1", "side": "red", "silhouette": silhouette, "at": [*place(*at), levels[1]]},
        ],
        "attack": [{"by": "user", "weapon": "blast", "template": [one]}],
    }
    if wall is not None:
        x, thick, high = wall
        scene["scenery"] = [
            {
                "name": "wall",
                "kit": "box",
                "size": [thick, 400, high],
                "at": place(x, 0),
                "turn": turn,
            }
        ]
    ruling = rule(read(json.dumps(scene).encode(), "margins.json"))
    return ruling.attacks[0].placements[0].verdicts[1]


def check(found: Verdict, outcome: Outcome, mm: float, toward: float | None) -> None:
    """The margin is no less than the hand-worked move and no more than the search's fineness."""
    assert found.outcome is outcome
    assert found.margin is not None
    sign = 1 if outcome is Outcome.YES else -1
    assert mm - 1e-6 <= sign * found.margin.mm <= mm + FINE + 1e-6
    if toward is None:
        assert found.margin.toward is None
    else:
        assert found.margin.toward == pytest.approx(toward % 360, abs=1e-6)


@TURNS
def test_out_of_reach_by_two_millimetres(turn: float) -> None:
    # Circle of 60, base of 12.5: they touch at 72.5.
    check(verdict((74.5, 0), turn=turn), Outcome.NO, 2.0, 180 + turn)


@TURNS
def test_within_reach_by_three_millimetres(turn: float) -> None:
    check(verdict((69.5, 0), turn=turn), Outcome.YES, 3.0, turn)


@TURNS
def test_far_out_of_reach_and_deep_inside(turn: float) -> None:
    check(verdict((90, 0), turn=turn), Outcome.NO, 10.0, None)
    check(verdict((40, 0), turn=turn), Outcome.YES, 10.0, None)


@TURNS
def test_a_move_into_scenery_does_not_count(turn: float) -> None:
    # The wall's face touches the trooper from behind. Moved along it, it would have to go
    # sqrt(72.5**2 - 69.5**2) = 20.6 to leave the circle.
    behind = verdict((69.5, 0), turn=turn, wall=(69.5 + 12.5 + 5, 10, 60))
    check(behind, Outcome.YES, 10.0, None)


@TURNS
def test_out_from_behind_a_wall(turn: float) -> None:
    # The lowest line over a wall that begins 38 mm off and is 25 high climbs 25 in 38, and
    # leaves the circle 60 / sqrt(1 + (25 / 38)**2) = 50.125 off. The trooper begins at 52.5.
    hidden = verdict((65, 0), turn=turn, wall=(40, 4, 25))
    assert [finding.outcome for finding in hidden.findings] == [Outcome.YES, Outcome.NO]
    check(hidden, Outcome.NO, 52.5 - 60 / math.hypot(1, 25 / 38), 180 + turn)


@TURNS
@pytest.mark.parametrize("side", [1, -1])
def test_turning_a_teardrop(turn: float, side: int) -> None:
    # Its sides stand asin(30 / 130) = 13.3427 degrees off its middle. A base of 12.5 with its
    # centre 100 from the tip touches a side at 13.3427 + asin(0.125) = 20.5235 degrees.
    angle = math.degrees(math.asin(30 / 130) + math.asin(0.125)) + 2.0
    at = (12.5 + 100 * math.cos(math.radians(angle)), side * 100 * math.sin(math.radians(angle)))
    missed = verdict(at, turn=turn, template="small_teardrop")
    assert missed.outcome is Outcome.NO
    assert missed.turn is not None
    assert 2.0 - 1e-6 <= side * missed.turn <= 2.0 + FINE + 1e-6
    # 100 * sin(angle - 13.3427) - 12.5 apart.
    gap = 100 * math.sin(math.radians(angle) - math.asin(30 / 130)) - 12.5
    assert missed.margin is not None
    assert gap <= -missed.margin.mm <= gap / math.cos(math.radians(11.25)) + FINE


@TURNS
def test_just_over_a_head_is_a_close_call(turn: float) -> None:
    # The template's plane is 0.1 above an S1, which is 25 high, whichever way it moves.
    over = verdict((80, 0), turn=turn, template="small_teardrop", height=25.1, silhouette="S1")
    check(over, Outcome.NO, 10.0, None)
    assert over.rise is not None
    assert 0.1 - 1e-6 <= -over.rise <= 0.1 + FINE + 1e-6
    assert over.close_call


def test_a_raise_off_the_users_silhouette_does_not_count() -> None:
    # From the top of an S2, 40 up, the template reaches 30 higher: 0.2 short of a base.
    short = {"template": "small_teardrop", "levels": (0.0, 70.2)}
    under = verdict((142.5, 0), height=40, **short)
    assert (under.outcome, under.rise, under.close_call) == (Outcome.NO, None, False)
    # Half a millimetre lower down there is room on the silhouette for twice that.
    lower = verdict((142.5, 0), height=39.5, template="small_teardrop", levels=(0.0, 69.7))
    assert lower.rise is not None
    assert 0.2 - 1e-6 <= lower.rise <= 0.2 + FINE + 1e-6
    # From the foot of the silhouette, its plane is 0.1 over a head, and can't come down.
    over = verdict((80, 0), template="small_teardrop", silhouette="S1", levels=(50.0, 24.9))
    assert (over.outcome, over.rise, over.close_call) == (Outcome.NO, None, False)


@TURNS
def test_a_hair_of_an_opening_is_a_close_call(turn: float) -> None:
    # A wall that begins 50 mm from the tip hides all from 50 * 30 / sqrt(130**2 - 30**2) on,
    # which is 11.8585.
    over = verdict((100, 0), turn=turn, template="small_teardrop", wall=(65, 5, 11.855))
    assert over.outcome is Outcome.YES
    assert over.close_call
    under = verdict((100, 0), turn=turn, template="small_teardrop", wall=(65, 5, 11.862))
    assert under.outcome is Outcome.NO
    assert under.close_call
    assert not verdict((100, 0), turn=turn, template="small_teardrop").close_call
