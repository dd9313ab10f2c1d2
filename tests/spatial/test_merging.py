"""Many triangles as few outlines, against the triangles themselves."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spatial.merging import merged
from spatial.polygons import Polygons


def test_two_halves_of_a_square_have_one_outline_whatever_their_winding() -> None:
    square = np.array([[[0, 0], [4, 0], [4, 4]], [[0, 0], [0, 4], [4, 4.0]]])
    for turned in (square, square[:, ::-1], square[::-1]):
        rings = merged(turned)
        assert [len(ring) for ring in rings] == [4]
        assert Polygons.wound(rings).area == pytest.approx(16)


def test_a_ring_of_triangles_leaves_its_hole() -> None:
    # A square of 6 with a hole of 2, in eight triangles.
    outer = np.array([[-3, -3], [3, -3], [3, 3], [-3, 3.0]])
    inner = outer / 3
    quads = [(outer[i], outer[i - 3], inner[i - 3], inner[i]) for i in range(4)]
    faces = [face for a, b, c, d in quads for face in ([a, b, c], [a, c, d])]
    rings = merged(np.array(faces))
    assert sorted(len(ring) for ring in rings) == [4, 4]
    assert Polygons.wound(rings).area == pytest.approx(36 - 4)


def test_what_lies_twice_over_another_counts_once() -> None:
    one = np.array([[0, 0], [4, 0], [0, 4.0]])
    rings = merged(np.array([one, one, one[::-1], one + np.ones(2)]))
    # The second, larger by nothing, is moved by (1, 1): they share a triangle with legs of 2.
    assert Polygons.wound(rings).area == pytest.approx(8 + 8 - 2)


def test_of_nothing_there_are_none() -> None:
    assert merged(np.empty((0, 3, 2))) == []


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10**6), st.integers(1, 40))
def test_they_cover_what_the_triangles_cover(seed: int, count: int) -> None:
    rng = np.random.default_rng(seed)
    # On a coarse grid many corners and edges coincide, and some triangles have no area.
    triangles = rng.integers(0, 5, (count, 3, 2)).astype(float)
    whole = Polygons(list(triangles))
    found = Polygons.wound(merged(triangles))
    assert (whole - found).area == pytest.approx(0, abs=1e-6)
    assert (found - whole).area == pytest.approx(0, abs=1e-6)
