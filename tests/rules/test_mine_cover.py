"""What hides a trooper from a mine: named pieces really hide it, and without them it is seen."""

import json
import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meshes.mesh import Bools, Floats
from rules.ruling import rule
from rules.scenefile import read
from rules.verdict import Search, Verdict

Row = dict[str, Any]

MINE = (200.0, 200.0)
RADIUS = 12.5
REACH = 160.0


def box(name: str, x: tuple[float, float], y: tuple[float, float], high: float = 60) -> Row:
    size = [x[1] - x[0], y[1] - y[0], high]
    return {"name": name, "kit": "box", "size": size, "at": [sum(x) / 2, sum(y) / 2]}


def trigger(pieces: Sequence[Row], at: tuple[float, float] = (270, 200), **more: Any) -> Verdict:
    """Whether a mine at (200, 200) goes off at a trooper of 25 x 40."""
    content = {
        "format": 1,
        "name": "Test",
        "rules": "infinity-codeone",
        "scenery": list(pieces),
        "trooper": [{"name": "1", "side": "red", "silhouette": "S2", "at": list(at)}],
        "target": [
            {"name": "mine", "side": "blue", "kind": "deployable", "weapon": "Mine", "at": MINE}
        ],
        "attack": [{"by": "mine"}],
    }
    if not pieces:
        del content["scenery"]
    scene = read(json.dumps(content | more).encode(), "test.json")
    ((verdict,),) = (one.triggers for one in rule(scene, margins=False, dodges=False).attacks)
    return verdict


def search_of(verdict: Verdict) -> Search:
    assert (verdict.outcome.value, verdict.deciding.question) == ("NO", "trigger area")
    assert isinstance(verdict.deciding.evidence, Search)
    return verdict.deciding.evidence


# Each wall covers one half of what lies between: north of y = 195, south of y = 205.
NORTH = box("north wall", (235, 239), (195, 400))
SOUTH = box("south wall", (225, 229), (0, 205))
# It hides the lowest part of 1, which the walls hide as well.
KERB = box("kerb", (243, 245), (150, 250), 2)
SHED = box("shed", (100, 140), (300, 340))


def test_two_pieces_that_hide_it_together_are_named_and_neither_alone_does() -> None:
    search = search_of(trigger([NORTH, SOUTH, KERB, SHED]))
    assert {it.piece for it in search.blockers if it.needed} == {"north wall", "south wall"}
    assert {it.piece for it in search.blockers if it.alone} == {"north wall", "south wall"}
    assert "shed" not in {it.piece for it in search.blockers}
    shares = [it.share for it in search.blockers]
    assert shares == sorted(shares, reverse=True)
    assert all(0 < share <= 1 for share in shares)
    # Whatever isn't needed may go; with one of the walls gone the mine goes off.
    search_of(trigger([NORTH, SOUTH]))
    assert trigger([NORTH, KERB, SHED]).outcome.value == "YES"
    assert trigger([SOUTH, KERB, SHED]).outcome.value == "YES"


def test_of_two_walls_that_each_hide_it_none_is_missed_and_one_is_enough() -> None:
    first, second = box("first", (235, 239), (0, 400)), box("second", (245, 249), (0, 400))
    search = search_of(trigger([first, second]))
    assert [it.piece for it in search.blockers] == ["first", "second"]
    assert [it.share for it in search.blockers] == pytest.approx([1, 1])
    assert [it.needed for it in search.blockers] == [True, False]
    assert [it.alone for it in search.blockers] == [False, False]


def test_a_line_is_shown_from_the_edge_to_the_piece_that_stops_it() -> None:
    for blocker in search_of(trigger([NORTH, SOUTH])).blockers:
        start, end = blocker.line.start, blocker.line.end
        assert math.dist(start[:2], MINE) == pytest.approx(RADIUS)
        assert start[2] in (0.0, 3.0)
        assert end[0] == pytest.approx({"north wall": 235, "south wall": 225}[blocker.piece])


def test_a_level_template_needs_only_what_hides_its_own_height() -> None:
    # Level ones are 30 high: the low wall is enough, whatever may be seen above it.
    low, high = box("low", (225, 229), (0, 400), 35), box("lintel", (240, 244), (0, 400), 20)
    level = {"tilt": "level_only"}
    search = search_of(trigger([low, high | {"at": [242, 200, 36]}], readings=level))
    assert [it.piece for it in search.blockers if it.needed] == ["low"]


def test_where_a_template_cannot_hold_what_is_in_sight_placements_are_judged_one_by_one() -> None:
    # Gaps of 1 mm half-way are 2 mm at 1, where a square of 3 x 3 mm must pass: lines get
    # through, but none that counts.
    readings = {"minimum_opening": "3x3", "mine_focus": "nearest_edge", "tilt": "level_only"}
    slats = [box(f"slat {i}", (235, 237), (80 + 4 * i, 83 + 4 * i)) for i in range(60)]
    search = search_of(trigger(slats, readings=readings))
    assert search.tried > 0
    assert "slat 30" in {it.piece for it in search.blockers}
    assert not any(it.needed or it.alone for it in search.blockers)


def test_models_hide_where_they_do_and_are_named() -> None:
    giant = {"name": "2", "side": "red", "silhouette": "S8", "at": [260, 200]}
    one = {"name": "1", "side": "red", "silhouette": "S2", "at": [325, 200]}
    readings = {"models_block": "yes", "mine_focus": "nearest_edge"}
    content = {
        "format": 1,
        "name": "Test",
        "rules": "infinity-codeone",
        "readings": readings,
        "trooper": [one, giant],
        "target": [
            {"name": "mine", "side": "blue", "kind": "deployable", "weapon": "Mine", "at": MINE}
        ],
        "attack": [{"by": "mine"}],
    }
    scene = read(json.dumps(content).encode(), "test.json")
    (ruled,) = rule(scene, margins=False, dodges=False).attacks
    search = search_of(ruled.triggers[0])
    assert [(it.piece, it.needed) for it in search.blockers] == [("2", True)]
    assert search.spacing == 0


def stopped(start: Floats, ends: Floats, piece: Row) -> Bools:
    """Which lines from a point meet a box, closed, by slabs."""
    (x, y), (w, d, h) = piece["at"], piece["size"]
    low, high = np.array([x - w / 2, y - d / 2, 0]), np.array([x + w / 2, y + d / 2, h])
    way = ends - start
    with np.errstate(divide="ignore", invalid="ignore"):
        a, b = (low - start) / way, (high - start) / way
    parallel, within = way == 0, (low <= start) & (start <= high)
    first = np.where(parallel, np.where(within, -np.inf, np.inf), np.minimum(a, b)).max(axis=1)
    last = np.where(parallel, np.where(within, np.inf, -np.inf), np.maximum(a, b)).min(axis=1)
    return (first <= last) & (last >= 0) & (first <= 1)


def edge_on(spot: float, rng: np.random.Generator, at: tuple[float, float]) -> tuple[Any, Floats]:
    """A place on the mine's lower edge that faces a trooper, and points all over the trooper."""
    toward = math.atan2(at[1] - MINE[1], at[0] - MINE[0]) + spot
    start = np.array([MINE[0] + RADIUS * math.cos(toward), MINE[1] + RADIUS * math.sin(toward), 0])
    turn, high = rng.uniform(0, 2 * math.pi, 200), rng.uniform(0, 30, 200)
    radius = RADIUS * np.sqrt(rng.uniform(0, 1, 200))
    ends = np.column_stack([at[0] + radius * np.cos(turn), at[1] + radius * np.sin(turn), high])
    return start, ends[np.linalg.norm(ends - start, axis=1) < REACH]


spans = st.tuples(st.integers(-60, 60), st.integers(30, 150))


@settings(deadline=None, max_examples=6)
@given(
    spans=st.lists(spans, min_size=1, max_size=3),
    distance=st.integers(85, 120),
    seed=st.integers(0, 999),
)
def test_lines_from_the_edge_to_all_over_the_trooper_meet_what_is_needed(
    spans: list[tuple[int, int]], distance: int, seed: int
) -> None:
    pieces = [
        box(
            f"wall {i}",
            (222 + 8 * i, 225 + 8 * i),
            (200 + middle - wide / 2, 200 + middle + wide / 2),
        )
        for i, (middle, wide) in enumerate(spans)
    ]
    at = (200.0 + distance, 200.0)
    level = {"tilt": "level_only"}
    verdict = trigger(pieces, at, readings=level)
    if verdict.deciding.question != "trigger area":
        # A line for everybody to check: it meets no wall.
        seen = verdict.findings[1].evidence
        line = seen.witness.line  # type: ignore[union-attr]
        ends = np.array([line.end])
        assert not any(stopped(np.array(line.start), ends, piece).any() for piece in pieces)
        return
    needed = {it.piece for it in search_of(verdict).blockers if it.needed}
    kept = [piece for piece in pieces if piece["name"] in needed]
    assert kept
    rng = np.random.default_rng(seed)
    for spot in rng.uniform(-0.5, 0.5, 8):
        start, ends = edge_on(spot, rng, at)
        dark = np.any([stopped(start, ends, piece) for piece in kept], axis=0)
        # Between the places that were tried, 5 degrees apart, a hair may be in sight.
        assert dark.mean() > 0.97
    search_of(trigger(kept, at, readings=level))
    for blocker in search_of(verdict).blockers:
        if blocker.alone:
            rest = [piece for piece in pieces if piece["name"] != blocker.piece]
            assert trigger(rest, at, readings=level).outcome.value == "YES"
