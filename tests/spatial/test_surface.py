"""A silhouette's surface in patches."""

import math

import numpy as np
import pytest

from meshes.solids import Cylinder
from spatial.front import front
from spatial.scene import trooper_body
from spatial.surface import Patch, patches, prism

BODY = trooper_body("A", Cylinder(12.5, 40), (30, -20, 5))


def halved(patch: Patch, size: float) -> list[Patch]:
    if np.hypot(*patch.lengths) <= size:
        return [patch]
    return [one for part in patch.halves() for one in halved(part, size)]


def whole(size: float) -> list[Patch]:
    return [one for patch in patches(BODY, 0.3) for one in halved(patch, size)]


def test_the_side_is_as_large_as_the_cylinders() -> None:
    side = [patch for patch in whole(3.0) if patch.face == "side"]
    area = sum(math.prod(patch.lengths) for patch in side)
    assert area == pytest.approx(2 * math.pi * 12.5 * 40)


def test_every_point_of_the_surface_is_near_a_spot() -> None:
    # A patch no longer across than 3 mm has its middle within 1.5 mm of all of it; where the
    # middle is beside a disc, no disc of 3 mm across has its own middle in the patch.
    spots = np.array(
        [
            one
            for patch in whole(3.0)
            if not patch.is_off
            for one in [patch.spot(None)]
            if one is not None
        ]
    )
    rng = np.random.default_rng(1)
    turn, up = rng.uniform(0, 2 * np.pi, 300), rng.uniform(0, 40, 300)
    side = np.column_stack([12.5 * np.cos(turn), 12.5 * np.sin(turn), up])
    reach = 11 * np.sqrt(rng.uniform(0, 1, 300))
    top = np.column_stack([reach * np.cos(turn), reach * np.sin(turn), np.full(300, 40.0)])
    for point in np.concatenate([side, top]) + BODY.pose.at:
        assert np.linalg.norm(spots - point, axis=1).min() <= 1.5


def test_corners_hold_their_patch() -> None:
    for patch in whole(6.0):
        spot = patch.spot(None)
        if spot is not None:
            low, high = patch.corners.min(axis=0), patch.corners.max(axis=0)
            assert (low <= spot + 1e-9).all()
            assert (spot <= high + 1e-9).all()


def test_a_patch_faces_who_is_before_it() -> None:
    # Turned by nothing, the first patch of the side spans 0 to 45 degrees.
    first, *_, top, bottom = patches(trooper_body("A", Cylinder(12.5, 40), (0, 0, 0)), 0.0)
    assert first.faces_any(np.array([[100.0, 0, 20]]))
    assert not first.faces_any(np.array([[-100.0, 0, 20]]))
    # Just beside the tangent at 45 degrees, x + y = 12.5 * sqrt(2) = 17.68.
    assert not first.faces_any(np.array([[-80.0, 97.6, 20]]))
    assert first.faces_any(np.array([[-80.0, 97.8, 20]]))
    assert top.faces_any(np.array([[100.0, 0, 41]]))
    assert not top.faces_any(np.array([[100.0, 0, 39]]))
    assert not bottom.faces_any(np.array([[100.0, 0, 1]]))


def test_a_prism_holds_the_silhouette_and_not_what_is_behind() -> None:
    ahead = front(BODY, 90.0)
    corners = prism(BODY, ahead, 0.3)
    assert corners[:, 1].min() == pytest.approx(-20, abs=1e-5)
    assert corners[:, 1].max() == pytest.approx(-7.5, abs=0.3)
    assert len(prism(BODY, front(trooper_body("B", Cylinder(1, 9), (0, 99, 0)), 90.0), 0.3)) == 0


def test_the_border_cuts_a_patch_of_its_own() -> None:
    viewer = trooper_body("B", Cylinder(12.5, 40), (37.5, 60, 0))
    cut = patches(BODY, 0.3, front(viewer, 0.0))[-1]
    # 7.5 mm from the axis a chord of 20 mm: 2 * sqrt(12.5^2 - 7.5^2).
    assert (cut.face, cut.lengths) == ("cut", pytest.approx((20.0, 40.0)))
    spot = cut.spot(None)
    assert spot is not None
    assert spot[0] == pytest.approx(37.5)
