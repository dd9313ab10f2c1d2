"""How deep discs lie in round areas: by hand, against contact, and against points of the disc."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meshes.solids import Cylinder, SweptBall
from spatial.contact import TOUCH, touching
from spatial.depths import Disc, Form, Part, Round, depth, distance, gap
from spatial.scene import Pose, template_body, trooper_body

BLAST = Round((0.0, 0.0, 0.0), 50.0, "ball")
SIZES = st.floats(0.5, 60, allow_nan=False)
PLACES = st.floats(-90, 90, allow_nan=False)
FORMS = st.sampled_from(["ball", "half_ball", "column"])
PARTS = st.sampled_from(["overlap", "centre", "whole"])

# A base of 10 at (40, 0), h above the centre of a ball of 50. Each by hand.
BY_HAND: list[tuple[Form, Part, float, float, float | None]] = [
    ("ball", "overlap", 0, 20, 20),
    ("ball", "centre", 0, 10, 10),
    ("ball", "whole", 0, 0, 0),
    # At 30 up the section is sqrt(50^2 - 30^2) = 40 wide; hypot(40, 30) = 50.
    ("ball", "centre", 30, 0, 0),
    ("ball", "overlap", 30, 50 - math.hypot(30, 30), 10),
    ("ball", "whole", -30, 50 - math.hypot(50, 30), -10),
    ("ball", "overlap", 60, 50 - math.hypot(30, 60), None),
    ("half_ball", "overlap", 30, 50 - math.hypot(30, 30), 10),
    ("half_ball", "overlap", -3, -3, None),
    ("column", "overlap", -3, 20, 20),
    ("column", "whole", 900, 0, 0),
]


@pytest.mark.parametrize(("form", "part", "h", "mm", "sideways"), BY_HAND)
def test_depth_by_hand(form: Form, part: Part, h: float, mm: float, sideways: float | None) -> None:
    found = depth(Round((0, 0, 0), 50, form), Disc((40, 0), 10, h, h), part)
    assert found.mm == pytest.approx(mm)
    assert found.sideways == (None if sideways is None else pytest.approx(sideways))


def test_the_boundary_belongs_to_the_area() -> None:
    assert depth(BLAST, Disc((60, 0), 10, 0, 0), "overlap").inside
    assert not depth(BLAST, Disc((60.001, 0), 10, 0, 0), "overlap").inside
    assert depth(Round((0, 0, 7), 50, "half_ball"), Disc((0, 0), 10, 7, 7), "overlap").inside
    assert not depth(Round((0, 0, 7), 50, "half_ball"), Disc((0, 0), 10, 6, 6.999), "whole").inside


def test_a_whole_base_wider_than_an_area_never_lies_in_it() -> None:
    found = depth(Round((0, 0, 0), 12.7, "ball"), Disc((3, 0), 20, 0, 0), "whole")
    assert not found.inside
    assert found.sideways is None


@settings(deadline=None)
@given(PLACES, PLACES, PLACES, SIZES, SIZES, SIZES, st.booleans())
def test_a_silhouette_overlaps_a_ball_as_contact_says(
    x: float, y: float, z: float, radius: float, height: float, size: float, half: bool
) -> None:
    solid = SweptBall(0, 0, size, size, 0 if half else -size, size)
    met = touching(
        trooper_body("1", Cylinder(radius, height), (x, y, z)),
        template_body("A", solid, Pose((0, 0, 0))),
    )
    area = Round((0, 0, 0), size, "half_ball" if half else "ball")
    found = depth(area, Disc((x, y), radius, z, z + height), "overlap")
    if abs(found.mm) > 1e-5:
        assert found.inside is met


@settings(deadline=None)
@given(PLACES, PLACES, PLACES, SIZES, SIZES, FORMS, PARTS)
def test_depth_is_that_of_the_points_of_the_disc(
    x: float, y: float, z: float, radius: float, size: float, form: Form, part: Part
) -> None:
    area, disc = Round((0, 0, 0), size, form), Disc((x, y), radius, z, z)
    angles = np.linspace(0, 2 * np.pi, 721) + math.atan2(y, x)
    shares = np.linspace(0, 1, 9)[:, None]
    px, py = x + shares * radius * np.cos(angles), y + shares * radius * np.sin(angles)
    flat = np.hypot(px, py)
    away = flat if form == "column" else np.hypot(flat, z)
    inside = away <= size
    if form == "half_ball" and z < -TOUCH:
        inside[:] = False
    wanted = {"overlap": inside.any(), "centre": inside[0, 0], "whole": inside.all()}[part]
    found = depth(area, disc, part)
    # Between two points of the disc a boundary may pass: 1/8 of its radius apart.
    unseen = radius / 8 + 1e-6 if part == "overlap" else 1e-3
    if abs(found.mm) > unseen:
        assert found.inside == wanted


@settings(deadline=None)
@given(PLACES, PLACES, SIZES, SIZES, FORMS, PARTS)
def test_the_sideways_margin_is_what_flips_the_answer(
    x: float, z: float, radius: float, size: float, form: Form, part: Part
) -> None:
    area = Round((0, 0, 0), size, form)
    here = depth(area, Disc((x, 0), radius, z, z), part)
    if here.sideways is None or abs(here.sideways) < 1e-3:
        return
    way = math.copysign(1.0, x if x else 1.0)
    for far, flips in ((1 - 1e-6, False), (1 + 1e-4, True)):
        moved = (
            x + way * here.sideways * far + (1e-4 * way * math.copysign(1, here.sideways)) * flips
        )
        if here.sideways < 0 and moved * way < 0:
            continue
        there = depth(area, Disc((moved, 0), radius, z, z), part)
        if abs(there.mm) > 1e-6:
            assert (there.inside is not here.inside) is flips


@settings(deadline=None)
@given(PLACES, PLACES, PLACES, SIZES, SIZES)
def test_areas_and_parts_are_nested(
    x: float, y: float, z: float, radius: float, size: float
) -> None:
    disc = Disc((x, y), radius, z, z)

    def inside(form: Form, part: Part) -> bool:
        return depth(Round((0, 0, 0), size, form), disc, part).inside

    for form in ("ball", "half_ball", "column"):
        assert inside(form, "whole") <= inside(form, "centre") <= inside(form, "overlap")
    for part in ("overlap", "centre", "whole"):
        assert inside("half_ball", part) <= inside("ball", part) <= inside("column", part)


def test_gaps_by_hand() -> None:
    one, other = Disc((0, 0), 10, 0, 0), Disc((30, 40), 15, 24, 24)
    assert gap(one, other) == pytest.approx(math.hypot(25, 24))
    assert gap(one, Disc((12, 0), 5, 0, 0)) == 0
    assert gap(one, Disc((12, 0), 5, -9, -4)) == 4
    assert distance(one, (0, 0, 7)) == 7
    assert distance(one, (0, -14, -3)) == 5
