"""Which pieces may matter between two blocks: none on a line between them is left out."""

import ast
from pathlib import Path

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from meshes.kit import box
from spatial.patches import DECIDING, Pieces, digest, keys, pieces
from spatial.program import needed
from spatial.scene import Pose, Scene, scenery_body
from spatial.stands import Stands

ROOT = Path(__file__).resolve().parents[2]

number = st.floats(0, 400).map(lambda value: round(value, 2))
corner = st.tuples(number, number, number)
side = st.floats(0, 1)


def box_of(one: tuple[float, ...], other: tuple[float, ...]) -> np.ndarray:
    return np.sort(np.array([one, other]), axis=0)


@settings(deadline=None, max_examples=200)
@given(
    corner, corner, corner, corner, st.tuples(side, side, side), st.tuples(side, side, side), side
)
def test_a_piece_on_a_line_is_never_left_out(
    a: tuple[float, ...], b: tuple[float, ...], c: tuple[float, ...], d: tuple[float, ...],
    in_one: tuple[float, ...], in_other: tuple[float, ...], along: float,
) -> None:  # fmt: skip
    one, other = box_of(a, b), box_of(c, d)
    start = one[0] + np.array(in_one) * (one[1] - one[0])
    end = other[0] + np.array(in_other) * (other[1] - other[0])
    middle = start + along * (end - start)
    piece = np.array([[middle - 0.5, middle + 0.5]])
    assert Pieces(piece, (b"",)).between(one, other).tolist() == [True]
    assert Pieces(piece, (b"",)).between(other, one).tolist() == [True]


def test_a_piece_beside_the_hull_is_left_out() -> None:
    # Two blocks at opposite corners of a square: a piece in a third corner is clear of both.
    one = np.array([[0, 0, 0], [100, 100, 40.0]])
    other = one + np.array([300, 300, 0])
    beside = np.array([[[300, 0, 0], [380, 80, 60.0]], [[150, 150, 0], [200, 200, 60]],
                       [[0, 0, 42], [400, 400, 60]]])  # fmt: skip
    found = Pieces(beside, (b"", b"", b""))
    assert found.between(one, other).tolist() == [False, True, False]
    assert found.meeting(one).tolist() == [False, False, False]


def test_the_program_is_told_apart_by_all_that_it_imports() -> None:
    for names in (DECIDING, ("parts",)):
        files = set(needed(names))
        for path in files:
            for one in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(one, ast.ImportFrom) and one.module:
                    both = [one.module, *(f"{one.module}.{each.name}" for each in one.names)]
                    found = [ROOT.joinpath(*each.split(".")).with_suffix(".py") for each in both]
                    assert {each for each in found if each.is_file()} <= files, path
    kernel = {"blocks", "compiled", "kernel", "packets", "rays", "walk", "mesh", "contact"}
    assert kernel <= {path.stem for path in needed(DECIDING)}


def test_a_key_names_what_it_hangs_on_and_nothing_else() -> None:
    def asked(*at: float, size: float = 40.0, question: bytes = b"sees") -> tuple[str, ...]:
        bodies = (scenery_body(f"{x}", box((size, 40, 60)).mesh, Pose((x, 100, 0))) for x in at)
        here = Stands(np.array([[30, 100, 0.0]]), np.array([40.0]), 12.5)
        there = Stands(np.array([[230, 100, 0.0]]), np.array([40.0]), 12.5)
        cover = pieces(Scene(tuple(bodies), (600, 200)))
        return keys(cover, question, here, [there], [digest(there)])

    assert asked(130, 400) == asked(400, 130) == asked(130, 430)
    distinct = {asked(130, 400), asked(131, 400), asked(130, 400, size=41), asked(400)}
    assert len(distinct | {asked(130, 400, question=b"hears")}) == 5
