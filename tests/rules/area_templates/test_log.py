"""Laws of a log: order, place and turn of the table change no answer."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meshes import kit
from meshes.solids import Point
from rules.area_templates.events import (
    Attack,
    BlastAttack,
    ControlZone,
    EndTurn,
    Event,
    FlareAttack,
    Move,
    Shot,
    TokensAdded,
)
from rules.area_templates.readings import AREA_READINGS
from rules.area_templates.rolls import Roll
from rules.area_templates.state import Model
from rules.area_templates.verdicts import Log
from rules.reading import Reading
from rules.verdict import RulingError
from spatial.scene import Body, Pose, scenery_body
from tests.area_tables import log, model, state

NAMES = ("A", "B", "C", "D")
HERE = Pose((0.0, 0.0, 0.0))


def placed(at: Point, pose: Pose) -> Point:
    x, y, z = pose.to_world([[*at]])[0].tolist()
    return (x, y, z)


def table(rng: random.Random, pose: Pose, order: list[str]) -> tuple[tuple[Model, ...], Body]:
    """Return four models and a wall, the same for a seed, in their pose and order."""
    spots = {name: (rng.uniform(100, 260), rng.uniform(100, 260), 0.0) for name in NAMES}
    models = tuple(model(name, placed(spots[name], pose)) for name in order)
    at = placed((rng.uniform(120, 240), rng.uniform(120, 240), 0.0), pose)
    wall = scenery_body("wall", kit.box((5, 60, 25)).mesh, Pose(at, pose.turn + 20.0))
    return models, wall


def events(rng: random.Random, pose: Pose) -> list[Event]:
    def spot() -> Point:
        return placed((rng.uniform(120, 240), rng.uniform(120, 240), 0.0), pose)

    roll = Roll(*rng.choice([(1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 1, 1)]))
    shot = Shot("A", spot(), 400.0, roll, distance=rng.uniform(0, 90))
    return [
        TokensAdded("B", rng.randint(1, 3)),
        TokensAdded("C", rng.randint(1, 3)),
        BlastAttack(shot, makes_noise=True),
        Move("B", spot()),
        FlareAttack(Shot("A", spot(), 400.0, needs_sight=False)),
        Attack("shoot", "A", "B"),
        Attack("melee", "D", "C"),
        ControlZone("D"),
        EndTurn(),
        Attack("shoot", "A", "B"),
    ]


def answers(one: Log) -> list[object]:
    """Return what every event says of whom, without lengths; close calls may fall either way."""
    said: list[object] = []
    for step in one.steps:
        areas = [(a.name, round(a.diameter, 6)) for a in step.state.areas]
        verdicts = {
            v.model: (
                [(f.question, f.outcome) for f in (*v.findings, *v.further)],
                v.attack_dice,
                v.defense_dice,
            )
            for v in step.verdicts
            if not v.close_call
        }
        said.append((step.status, areas, sorted(verdicts.items())))
    return said


def ruled(seed: int, pose: Pose = HERE, order: tuple[str, ...] = NAMES) -> Log:
    rng = random.Random(seed)
    models, wall = table(rng, pose, list(order))
    happening = events(rng, pose)
    return log(state(*models, pieces=(wall,)), *happening, scattered_height="own")


def has_narrow(one: Log) -> bool:
    return any(step.is_close(0.5) for step in one.steps)


@settings(deadline=None, max_examples=10)
@given(st.integers(0, 10**6), st.permutations(NAMES))
def test_the_order_of_models_changes_nothing(seed: int, order: list[str]) -> None:
    assert answers(ruled(seed)) == answers(ruled(seed, order=tuple(order)))


@settings(deadline=None, max_examples=10)
@given(st.integers(0, 10**6), st.integers(1, 35), st.floats(-900, 900), st.floats(-900, 900))
def test_moving_and_turning_the_table_changes_nothing(
    seed: int, tens: int, x: float, y: float
) -> None:
    here = ruled(seed)
    if not has_narrow(here):
        assert answers(here) == answers(ruled(seed, Pose((x, y, 0.0), 10.0 * tens)))


@pytest.mark.parametrize("reading", AREA_READINGS, ids=lambda one: one.name)
def test_every_choice_of_every_reading_can_be_ruled_on(reading: Reading) -> None:
    start = state(model("A", (100, 100, 0)), model("B", (200, 100, 0)), size=(400, 400))
    shot = Shot("A", (150, 100), 90.0, Roll(successes=1), distance=20.0, needs_sight=False)
    happening = (
        TokensAdded("B"),
        BlastAttack(shot, makes_noise=True),
        Move("A", toward_noise=20.0),
        Move("B", (410, 100, 0)),
        Attack("shoot", "A", "B"),
        EndTurn(),
    )
    for choice in list(reading.choices)[1:]:
        one = log(start, *happening, **{reading.name: choice})
        assert one.readings[reading.name] == choice
        assert len(one.steps) == len(happening)


@pytest.mark.parametrize(
    ("readings", "message"),
    [
        ({"under": "half"}, 'readings.under: expected "overlap" or "centre" or "whole"'),
        ({"template_body": "above"}, 'no reading is called "template_body"'),
    ],
)
def test_an_unknown_reading_is_refused(readings: dict[str, str], message: str) -> None:
    with pytest.raises(RulingError) as error:
        log(state(), **readings)
    assert message in str(error.value)


def test_every_reading_has_a_source_and_says_each_choice_in_words() -> None:
    names = [one.name for one in AREA_READINGS]
    assert len(set(names)) == len(names)
    for one in AREA_READINGS:
        assert one.rules == "area-templates"
        assert one.source.endswith(".")
        assert len(one.choices) > 1
        assert not any(words.endswith(".") for words in one.choices.values())


def test_a_control_zone_is_measured_between_edges_on_every_level() -> None:
    # 30 up and 65 - 25 = 40 aside: hypot(40, 30) = 50 within 50.8.
    one = log(state(model("A", (0, 0, 0)), model("B", (65, 0, 30))), ControlZone("A")).steps[0]
    assert one.verdicts[0].deciding.margin == pytest.approx(0.8)
