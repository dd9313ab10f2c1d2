"""Smoke: how it grows, that it never shrinks, and what a mover leaves behind."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.area_templates.events import AreaRemoved, Event, Move, TokensAdded, TokensRemoved
from rules.area_templates.state import State, Thing
from rules.verdict import RulingError
from tests.area_tables import log, model, state

INCH = 25.4
BARREL = Thing("barrel", (50.0, 50.0, 0.0))
TABLE = state(model("A", (100, 100, 0)), things=(BARREL,), size=(300, 300))

EVENTS = st.one_of(
    st.builds(TokensAdded, st.sampled_from(["A", "barrel"]), st.integers(1, 3)),
    st.builds(TokensRemoved, st.sampled_from(["A", "barrel"]), st.integers(1, 3)),
    st.builds(
        Move,
        st.sampled_from(["A", "barrel"]),
        st.tuples(st.integers(-20, 320), st.integers(0, 300), st.just(0)),
    ),
)
READINGS = st.fixed_dictionaries(
    {
        "smoke_regrowth": st.sampled_from(["larger", "each"]),
        "smoke_rekindled": st.sampled_from(["same", "anew"]),
        "smoke_off_table": st.sampled_from(["none", "edge"]),
    }
)


def possible(events: list[Event]) -> list[Event]:
    """Return the events, without removals of tokens that aren't there."""
    held = {"A": 0, "barrel": 0}
    kept: list[Event] = []
    for event in events:
        if isinstance(event, TokensAdded):
            held[event.subject] += event.count
        if isinstance(event, TokensRemoved):
            if held[event.subject] < event.count:
                continue
            held[event.subject] -= event.count
        kept.append(event)
    return kept


@settings(deadline=None, max_examples=60)
@given(st.lists(EVENTS, max_size=9), READINGS)
def test_smoke_never_shrinks_nor_goes_nor_wanders(
    events: list[Event], readings: dict[str, str]
) -> None:
    states = [TABLE, *(step.state for step in log(TABLE, *possible(events), **readings).steps)]
    for before, after in pairwise(states):
        now = {area.name: area for area in after.areas}
        for area in before.areas:
            assert now[area.name].diameter >= area.diameter
            assert now[area.name].centre == area.centre
            # One that was left behind is left for good.
            assert now[area.name].is_on_maker <= area.is_on_maker
            if not area.is_on_maker:
                assert now[area.name].diameter == area.diameter
        for name in ("A", "barrel"):
            assert sum(a.is_on_maker and a.maker == name for a in after.areas) <= 1
        for area in after.areas:
            assert round(area.diameter / INCH, 9) == int(round(area.diameter / INCH, 9))
            assert after.is_on_battlefield(area.centre)
            if area.is_on_maker and after.is_on_battlefield(after.place(area.maker)):
                assert area.centre == after.place(area.maker)
                assert area.diameter >= after.tokens[area.maker] * INCH - 1e-9


@settings(deadline=None, max_examples=40)
@given(st.lists(EVENTS, max_size=9), READINGS)
def test_no_event_changes_the_state_it_starts_from(
    events: list[Event], readings: dict[str, str]
) -> None:
    def seen(one: State) -> object:
        return (dict(one.tokens), one.areas, one.things, [m.at for m in one.models], one.used)

    before = seen(TABLE)
    steps = log(TABLE, *possible(events), **readings).steps
    said = [seen(step.state) for step in steps]
    again = [seen(step.state) for step in log(TABLE, *possible(events), **readings).steps]
    assert seen(TABLE) == before
    assert said == again
    with pytest.raises(TypeError):
        TABLE.tokens["A"] = 9  # type: ignore[index]


def test_more_tokens_cannot_be_removed_than_there_are() -> None:
    with pytest.raises(RulingError) as error:
        log(TABLE, TokensAdded("A"), TokensRemoved("A", 2))
    said = "test.toml: event[2]: count: A has 1 Fire Token; remove no more than that"
    assert str(error.value) == said


def test_a_removed_area_makes_room_for_one_of_all_tokens() -> None:
    events = (TokensAdded("A", 2), AreaRemoved("smoke 1", "rain"), TokensAdded("A"))
    step = log(TABLE, *events).steps[-1]
    # Named anew: no name is given twice.
    assert [(a.name, a.diameter) for a in step.state.areas] == [("smoke 2", 3 * INCH)]


def test_an_area_that_is_not_in_play_cannot_be_removed() -> None:
    with pytest.raises(RulingError, match=r'area: no "smoke 9" is in play; in play: smoke 1'):
        log(TABLE, TokensAdded("A"), AreaRemoved("smoke 9"))


def test_moving_back_and_forth_leaves_areas_that_stack() -> None:
    there, back = Move("A", (150, 100, 0)), Move("A", (100, 100, 0))
    step = log(TABLE, TokensAdded("A"), there, back).steps[-1]
    assert [a.centre[0] for a in step.state.areas] == [100, 150, 100]


def test_off_the_table_it_makes_no_smoke_until_it_is_back() -> None:
    events = (Move("A", (-5, 100, 0)), TokensAdded("A", 2), Move("A", (20, 100, 0)))
    off, fed, back = log(TABLE, *events).steps
    assert off.notes == ("A is off the battlefield",)
    assert fed.state.areas == ()
    assert [a.diameter for a in back.state.areas] == [2 * INCH]
