"""Traced outlines against areas known in closed form."""

import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from meshes.mesh import Bools, Floats
from spatial.polygons import Polygons
from spatial.tracing import Trace

CORNERS = np.array([[0.0, 1.0], [-1.0, -0.6], [1.0, -0.6]])


def disc(spots: Floats) -> Bools:
    return np.hypot(spots[:, 0], spots[:, 1]) <= 1


def square(spots: Floats) -> Bools:
    return (np.abs(spots) <= 1).all(axis=1)


def lens(spots: Floats) -> Bools:
    """Two discs in common, their centres 1.6 apart: sharp ends."""
    aside = np.array([0.8, 0.0])
    return disc(spots - aside) & disc(spots + aside)


def triangle(spots: Floats) -> Bools:
    inside = np.ones(len(spots), dtype=bool)
    for a, b in zip(CORNERS, np.roll(CORNERS, -1, axis=0), strict=True):
        side = (b[0] - a[0]) * (spots[:, 1] - a[1]) - (b[1] - a[1]) * (spots[:, 0] - a[0])
        inside &= side >= 0
    return inside


SHAPES: dict[str, tuple[Callable[[Floats], Bools], float]] = {
    "disc": (disc, math.pi),
    "square": (square, 4.0),
    "lens": (lens, 2 * math.acos(0.8) - 2 * 0.8 * 0.6),
    "triangle": (triangle, 1.6),
}


@pytest.mark.parametrize("shape", sorted(SHAPES))
@given(
    turn=st.floats(0, 360),
    thin=st.floats(-4, 0),
    rays=st.integers(12, 60),
    off=st.floats(-0.1, 0.1),
)
def test_polygons_hold_the_area_between_them(
    shape: str, turn: float, thin: float, rays: int, off: float
) -> None:
    inside, area = SHAPES[shape]
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    matrix = np.array([[c, -s], [s, c]]) @ np.diag([1.0, 10.0**thin])
    back = np.linalg.inv(matrix)
    centre = matrix @ np.array([off, off / 2])
    trace = Trace(lambda spots: inside(spots @ back.T), centre, matrix * 0.5, rays)
    scale = 1000.0 / math.sqrt(10.0**thin)

    def size(ring: Floats) -> float:
        return Polygons([ring * scale]).area / 1000.0**2

    rough = size(trace.outer)
    trace.refine(1e-4 * 10.0**thin)
    assert trace.slack() <= 1e-4 * 10.0**thin
    assert size(trace.inner) <= area * (1 + 1e-6)
    assert area * (1 - 1e-6) <= size(trace.outer) <= rough * (1 + 1e-6)
    assert size(trace.outer) - size(trace.inner) <= 1e-3 * area


def test_an_area_without_end_is_refused() -> None:
    with pytest.raises(ValueError, match="no end"):
        Trace(lambda spots: spots[:, 0] >= -1, np.zeros(2), np.eye(2))
