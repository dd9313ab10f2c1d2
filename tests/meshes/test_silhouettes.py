"""Silhouettes: sizes by hand from the tables they cite, and the SX."""

import pytest

from meshes.mesh import MeshError
from meshes.silhouettes import Silhouette, edition, silhouette, silhouettes
from meshes.solids import Cylinder

# Base diameter and height in mm: the silhouette tables of Infinity N5 (all) and N3 (S1 to S8).
SIZES = {
    "S0": (25, 3),
    "S1": (25, 25),
    "S2": (25, 40),
    "S3": (40, 32),
    "S4": (55, 32),
    "S5": (40, 45),
    "S6": (40, 55),
    "S7": (55, 67),
    "S8": (70, 70),
}


def test_the_table_holds_these_and_no_others() -> None:
    assert list(silhouettes()) == list(SIZES)
    assert {k: (s.diameter, s.height) for k, s in silhouettes().items()} == SIZES
    assert not any(s.is_prone for s in silhouettes().values())
    assert "N5" in edition()


@pytest.mark.parametrize("name", SIZES)
def test_solid(name: str) -> None:
    diameter, height = SIZES[name]
    assert silhouette(name).solid == Cylinder(diameter / 2, height)


@pytest.mark.parametrize("name", SIZES)
def test_prone_keeps_the_base_and_is_3_mm_high(name: str) -> None:
    prone = silhouette(name).prone()
    assert (prone.name, prone.diameter, prone.height) == ("SX", SIZES[name][0], 3)
    assert prone.is_prone
    assert prone.prone() == prone


def test_prone_never_grows() -> None:
    assert Silhouette("custom", 40, 2).prone().height == 2


def test_an_unknown_one_is_refused_and_the_known_are_named() -> None:
    with pytest.raises(MeshError, match=r'no silhouette is called "S9"; use one of S0, S1, .* S8'):
        silhouette("S9")


@pytest.mark.parametrize(
    ("diameter", "height"),
    [(0, 40), (25, 0), (-25, 40), (25, -1), (float("nan"), 40), (25, float("inf"))],
)
def test_a_size_that_is_none_is_refused(diameter: float, height: float) -> None:
    with pytest.raises(MeshError, match="silhouette custom: diameter and height must be above 0"):
        Silhouette("custom", diameter, height)
