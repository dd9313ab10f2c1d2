"""Templates: outlines, heights and the solids they give, by hand."""

import numpy as np
import pytest

from meshes.mesh import MeshError
from meshes.solids import SweptBall
from meshes.templates import Template, templates


def test_the_default_set_is_stated_and_unverified() -> None:
    sizes = {name: (t.shape, t.width, t.length) for name, t in templates().items()}
    assert sizes == {
        "circular": ("circular", 120, 0),
        "small_teardrop": ("teardrop", 60, 160),
        "large_teardrop": ("teardrop", 80, 240),
    }
    assert not any(t.verified for t in templates().values())


@pytest.mark.parametrize(
    ("name", "solid", "reach"),
    [
        # As high as its radius, or half its width; the round end's centre a radius short.
        ("circular", SweptBall(0, 0, 60, 60, 0, 60), 60),
        ("small_teardrop", SweptBall(0, 130, 0, 30, 0, 30), 160),
        ("large_teardrop", SweptBall(0, 200, 0, 40, 0, 40), 240),
    ],
)
def test_bodies_by_hand(name: str, solid: SweptBall, reach: float) -> None:
    template = templates()[name]
    assert template.body() == solid
    assert template.reach == reach
    both = template.body(both_sides=True)
    assert (both.low, both.high) == (-solid.high, solid.high)
    assert (both.x0, both.x1, both.r0, both.r1) == (solid.x0, solid.x1, solid.r0, solid.r1)


@pytest.mark.parametrize("name", ["circular", "small_teardrop", "large_teardrop"])
@pytest.mark.parametrize("both", [False, True])
@pytest.mark.parametrize("straight", [False, True])
def test_outline_on_its_plane(name: str, both: bool, straight: bool) -> None:
    # Whatever stands on it, the outline is the printed template's: so long and so wide.
    template = templates()[name]
    body = template.body(both, straight)
    ahead, behind = body.support((1.0, 0.0, 0.0)), body.support((-1.0, 0.0, 0.0))
    assert ahead[0] == pytest.approx(template.reach)
    assert behind[0] == pytest.approx(-template.reach if name == "circular" else 0.0)
    across = [body.support((0.0, side, 0.0))[1] for side in (1.0, -1.0)]
    assert across == pytest.approx([template.width / 2, -template.width / 2])
    # The Blast Focus belongs to it.
    assert body.depth([[0, 0, 0]])[0] >= 0


def test_a_teardrop_s_width_along_its_length() -> None:
    # Straight sides of sine 3/13 from the tip: half as wide at 12 as at 24.
    body = templates()["small_teardrop"].body(both_sides=True)
    for x in (12.0, 24.0, 60.0):
        half = x * 3 / np.sqrt(13**2 - 3**2)
        inside, outside = body.depth([[x, half - 1e-6, 0], [x, half + 1e-6, 0]])
        assert inside > 0 > outside


@pytest.mark.parametrize(
    ("height", "straight"), [(5, False), (29.9, False), (30, False), (30.1, True), (75, True)]
)
def test_stated_height(height: float, straight: bool) -> None:
    body = templates()["small_teardrop"].with_height(height).body()
    assert (body.low, body.high, body.straight) == (0, height, straight)
    # The outline on the plane is untouched.
    assert body.support((0.0, 1.0, 0.0))[1] == pytest.approx(30)
    top = body.support((0.3, 0.2, 1.0))
    assert top[2] <= height
    assert body.support((0.0, 0.0, 1.0))[2] == height


def test_stated_height_on_both_sides() -> None:
    body = templates()["circular"].with_height(20).body(both_sides=True)
    assert (body.low, body.high) == (-20, 20)


def test_straight_sided_is_equally_high_all_over() -> None:
    body = templates()["circular"].body(straight_sided=True)
    assert body.depth([[59, 0, 59], [0, 59, 1]]).tolist() == pytest.approx([1, 1])
    round_ = templates()["circular"].body()
    assert round_.depth([[59, 0, 59]])[0] < 0


@pytest.mark.parametrize(
    ("size", "message"),
    [
        ({"shape": "circular", "width": 0}, "its width must be above 0 mm"),
        ({"shape": "circular", "width": -120}, "its width must be above 0 mm"),
        ({"shape": "circular", "width": float("nan")}, "its width must be above 0 mm"),
        ({"shape": "circular", "width": float("inf")}, "its width must be above 0 mm"),
        ({"shape": "teardrop", "width": 60}, "longer than it is wide"),
        ({"shape": "teardrop", "width": 60, "length": 60}, "longer than it is wide"),
        ({"shape": "teardrop", "width": 60, "length": 10}, "longer than it is wide"),
        ({"shape": "teardrop", "width": 60, "length": float("inf")}, "longer than it is wide"),
        ({"shape": "circular", "width": 120, "height": 0}, "its height must be above 0 mm"),
        ({"shape": "circular", "width": 120, "height": -1}, "its height must be above 0 mm"),
    ],
)
def test_a_size_that_is_none_is_refused(size: dict[str, object], message: str) -> None:
    with pytest.raises(MeshError, match=f"template mine: .*{message}"):
        Template("mine", **size)  # type: ignore[arg-type]
