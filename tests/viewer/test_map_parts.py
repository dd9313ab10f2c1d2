"""Parts of a standing map that are kept: the same map, and no more work than a change asks for."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meshes.kit import box, ramp
from meshes.silhouettes import silhouette
from spatial import parts
from spatial.scene import Body, Pose, Scene, scenery_body
from spatial.standing import StandingMap, standing_map
from viewer.maps.kept import Kept

S2 = silhouette("S2")
ROWS = ("places", "level", "carrier", "floor", "upright", "share", "centred", "slope", "lean",
        "headroom", "neighbours", "crest")  # fmt: skip


def piece(name: str, x: float, y: float, kind: str = "box") -> Body:
    made = box((70, 60, 45)) if kind == "box" else ramp((120, 60, 45))
    return scenery_body(name, made.mesh, Pose((x, y, 0)), levels=[45.0] if kind == "box" else [])


def table(*bodies: Body) -> Scene:
    return Scene(bodies, (800, 500))


def alike(one: StandingMap, other: StandingMap) -> bool:
    same = all(np.array_equal(getattr(one, row), getattr(other, row)) for row in ROWS)
    return same and one.carriers == other.carriers


@pytest.fixture
def worked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """The parts that were worked out, by their corners."""
    found: list[tuple[int, int]] = []
    tile: Callable[..., object] = parts.tile

    def watched(*given: object) -> object:
        found.append(given[6])  # type: ignore[arg-type]
        return tile(*given)

    monkeypatch.setattr(parts, "tile", watched)
    return found


def test_a_moved_piece_costs_the_parts_that_it_touches(worked: list[tuple[int, int]]) -> None:
    # 40 x 25 lines of 20 mm in parts of 16: corners at 0, 16 and 32 along x, at 0 and 16 along y.
    still = (piece("a", 120, 120), piece("b", 700, 400, "ramp"))
    known: dict[str, bytes] = {}
    before = table(*still, piece("c", 120, 420))
    after = table(*still, piece("c", 470, 420))
    first = standing_map(before, S2, 20, known=known)
    assert len(worked) == 6
    assert alike(first, standing_map(before, S2, 20))
    worked.clear()
    assert alike(standing_map(before, S2, 20, known=known), first)
    assert worked == []
    moved = standing_map(after, S2, 20, known=known)
    # Where it was, along y from 320 on, and where it is.
    assert worked == [(0, 16), (16, 16)]
    worked.clear()
    assert alike(moved, standing_map(after, S2, 20))


def test_another_silhouette_or_spacing_is_another_question() -> None:
    known: dict[str, bytes] = {}
    scene = table(piece("a", 120, 120))
    for shape, spacing in ((S2, 20), (silhouette("S4"), 20), (S2, 25)):
        found = standing_map(scene, shape, spacing, known=known)
        assert alike(found, standing_map(scene, shape, spacing))
    steep = table(piece("b", 300, 200, "ramp"))
    standing_map(steep, S2, 20, known=known)
    level = standing_map(steep, S2, 20, steepest=5, known=known)
    assert alike(level, standing_map(steep, S2, 20, steepest=5))


def test_pieces_before_others_in_the_file_keep_their_places() -> None:
    known: dict[str, bytes] = {}
    a, b = piece("a", 120, 120), piece("b", 600, 350)
    standing_map(table(a, b), S2, 20, known=known)
    for bodies in ((b, a), (b,), (piece("new", 400, 100, "ramp"), a, b)):
        found = standing_map(table(*bodies), S2, 20, known=known)
        assert alike(found, standing_map(table(*bodies), S2, 20))


@settings(deadline=None, max_examples=8)
@given(st.lists(st.tuples(st.integers(0, 80), st.integers(0, 50)), min_size=1, max_size=3))
def test_what_is_known_never_changes_the_map(spots: list[tuple[int, int]]) -> None:
    known: dict[str, bytes] = {}
    for x, y in spots:
        scene = table(piece("a", 10.0 * x, 10.0 * y), piece("b", 400, 250, "ramp"))
        assert alike(standing_map(scene, S2, 25, known=known), standing_map(scene, S2, 25))


@pytest.mark.parametrize("harm", [b"", b"\xff" * 200], ids=["cut", "filled"])
def test_an_answer_that_cannot_be_one_is_worked_out_again(harm: bytes) -> None:
    known: dict[str, bytes] = {}
    scene = table(piece("a", 120, 120), piece("b", 700, 400, "ramp"))
    found = standing_map(scene, S2, 25, known=known)
    whole = dict(known)
    for key, answer in whole.items():
        known[key] = harm or answer[:-1]
    assert alike(standing_map(scene, S2, 25, known=known), found)
    assert known == whole


def test_a_flipped_bit_is_found(tmp_path: Path) -> None:
    scene = table(piece("a", 120, 120))
    with Kept(tmp_path) as kept:
        found = standing_map(scene, S2, 50, known=kept)
        keys = list(kept)
        assert len(keys) == 2
        for key in keys:
            kept._base.execute(
                "UPDATE answers SET answer = CAST(substr(answer, 1, length(answer) - 1) || x'2a' "
                "AS BLOB) WHERE key = ?",
                (key,),
            )
    with Kept(tmp_path) as kept:
        assert not any(key in kept for key in keys)
        assert alike(standing_map(scene, S2, 50, known=kept), found)
        assert all(key in kept for key in keys)
