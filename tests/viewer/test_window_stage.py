"""What a plotter shows of a table that changes: by difference, as pictures have it."""

from dataclasses import replace
from functools import cache
from typing import Any, Final

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.ruling import rule
from rules.scenefile import read
from tests.viewer.test_window import YARD
from viewer.drawing.items import Items
from viewer.drawing.opened import cut
from viewer.drawing.render import aim, opened
from viewer.drawing.ruled import items
from viewer.drawing.views import seen_from
from viewer.live.outlines import Outline
from viewer.live.pointing import TABLE, Pointing
from viewer.live.stage import Stage
from viewer.picture import trouble

SIZE: Final = (360, 260)


@pytest.fixture(scope="module", autouse=True)
def _draws() -> None:
    why = trouble()
    if why is not None:
        pytest.skip(why)


def _items(two: tuple[float, float] = (205, 150), aim_at: float = 0.0) -> Items:
    text = YARD.replace("at = [205, 150]", f"at = [{two[0]}, {two[1]}]")
    dispute = read(text.replace("aim = 0", f"aim = {aim_at}").encode(), "yard.toml")
    return items(rule(dispute, margins=False), dispute)


@cache
def _first() -> Items:
    return _items()


def _seen(stage: Stage, plotter: Any, view: str = "iso") -> np.ndarray:
    aim(plotter, seen_from(view, _first(), *SIZE))
    plotter.render_window.Render()
    pixels: np.ndarray = plotter.screenshot(return_img=True)[:, :, :3].astype(int)
    return pixels


def test_a_stage_that_was_changed_shows_what_a_new_one_does() -> None:
    first, second = _items(), _items((250, 90), 51.0)
    plotter, other = opened(SIZE), opened(SIZE)
    old, new = Stage(plotter), Stage(other)
    old.show(first)
    _seen(old, plotter)
    old.show(second)
    new.show(second)
    assert np.abs(_seen(old, plotter) - _seen(new, other)).max() <= 2
    old.show(first)
    old.choose("trooper", "2")
    old.choose()
    old.show(second)
    assert np.abs(_seen(old, plotter) - _seen(new, other)).max() <= 2
    old.show(replace(second, solids=second.solids[:-1]))
    assert old.actor_of("template", "T") is None
    plotter.close()
    other.close()


def test_scenery_that_is_cut_and_whole_again_looks_as_before() -> None:
    whole = _first()
    plotter, other = opened(SIZE), opened(SIZE)
    old, new = Stage(plotter), Stage(other)
    old.show(whole)
    before = _seen(old, plotter)
    low = cut(whole, 12.0)
    old.show(low)
    new.show(low)
    assert any(solid.kind == "section" for solid in low.solids)
    assert np.abs(_seen(old, plotter) - _seen(new, other)).max() <= 2
    assert np.abs(_seen(old, plotter) - before).max() > 20
    old.show(whole)
    assert np.abs(_seen(old, plotter) - before).max() <= 2
    plotter.close()
    other.close()


def test_what_did_not_move_is_not_touched() -> None:
    shown = _items()
    plotter = opened(SIZE)
    stage = Stage(plotter)
    stage.show(shown)
    box, one = stage.actor_of("scenery", "box"), stage.actor_of("trooper", "1")
    assert box is not None
    assert one is not None
    before = box.mapper.GetInput(), one.mapper.GetInput()
    moved = _items((250, 90))
    scenery = [s for s in shown.solids if s.kind == "scenery"]
    acting = [s for s in moved.solids if s.kind != "scenery"]
    stage.show(replace(moved, solids=(*scenery, *acting)))
    assert stage.actor_of("scenery", "box") is box
    assert stage.actor_of("trooper", "1") is one
    assert (box.mapper.GetInput(), one.mapper.GetInput()) == before
    plotter.close()


def test_a_template_has_the_same_colour_in_every_frame() -> None:
    shown = replace(_items(), strokes=())
    plotter = opened(SIZE)
    stage = Stage(plotter)
    stage.show(shown)
    # It is seen through what hides it, too: without that there are its two faces.
    stage.see_through(False)
    for view in ("top", "iso", "top"):
        seen = seen_from(view, shown, *SIZE)
        for _ in range(2):
            aim(plotter, seen)
            plotter.render_window.Render()
            x, y = seen.pixels([[110.0, 150.0, 0.0]])[0].astype(int)
            blue = int(plotter.screenshot(return_img=True)[y, x, 2])
            # The template has no blue: through each face comes 1 - 0.36 of the table's 234.
            assert blue == pytest.approx(234 * 0.64**2, abs=2)
    plotter.close()


@settings(max_examples=25)
@given(
    x=st.floats(5, 395),
    y=st.floats(5, 295),
    view=st.sampled_from(["top", "iso"]),
)
def test_a_line_of_sight_goes_where_the_point_is_seen(x: float, y: float, view: str) -> None:
    stage, plotter = _stage()
    assert stage.items is not None
    aim(plotter, seen_from(view, stage.items, *SIZE))
    across, up = stage.pixels(np.array([[x, y, 0.0]]))[0]
    start, way = stage.ray(float(across), float(up))
    far = -start[2] / way[2]
    assert start[0] + way[0] * far == pytest.approx(x, abs=1e-3)
    assert start[1] + way[1] * far == pytest.approx(y, abs=1e-3)


_KEPT: list[tuple[Stage, Any]] = []


def _stage() -> tuple[Stage, Any]:
    if not _KEPT:
        plotter = opened(SIZE)
        stage = Stage(plotter)
        stage.show(_first())
        _KEPT.append((stage, plotter))
    return _KEPT[0]


def test_what_lies_under_a_line() -> None:
    shown, down = _items(), (0.0, 0.0, -1.0)
    pointing = Pointing()
    # The box is 30 mm high about (160, 150); a trooper 40 mm; the table is at 0.
    assert pointing.met(shown, (160.0, 150.0, 90.0), down, "surfaces") == (
        ("scenery", "box"),
        pytest.approx((160.0, 150.0, 30.0)),
    )
    found = pointing.met(shown, (110.0, 210.0, 90.0), down)
    assert found is not None
    assert found[0] == ("trooper", "1")
    assert found[1][2] == pytest.approx(40.0)
    assert pointing.met(shown, (390.0, 10.0, 90.0), down) == (TABLE, (390.0, 10.0, 0.0))
    assert pointing.met(shown, (390.0, 10.0, 90.0), (0.0, 0.0, 1.0)) is None
    assert pointing.met(shown, (-5.0, 10.0, 90.0), down) is None
    area = pointing.met(shown, (120.0, 150.0, 90.0), down, "areas")
    assert area is not None
    assert area[0] == ("template", "T")


def test_a_wall_is_no_floor_and_a_roof_is_one() -> None:
    shown, pointing = _items(), Pointing()
    assert pointing.floor(shown, (100.0, 150.0, 15.0), (1.0, 0.0, 0.0)) is None
    assert pointing.floor(shown, (130.0, 150.0, 60.0), (1.0, 0.0, -1.0)) == pytest.approx(
        (160.0, 150.0, 30.0)
    )
    assert pointing.floor(shown, (20.0, 20.0, 60.0), (0.0, 0.0, -1.0)) == (20.0, 20.0, 0.0)


@pytest.mark.parametrize("far", [0.0, 500.0, 5000.0, -40.0])
def test_an_area_that_affects_nobody_is_hatched_wherever_it_is_moved(far: float) -> None:
    """A square 120 across has lines 12 mm apart along its diagonal of 170: 14 or 15."""
    import pyvista
    from vtkmodules.vtkRenderingCore import vtkCamera

    square = pyvista.Plane(center=(60.0, 60.0, 0.0), i_size=120, j_size=120, direction=(0, 0, 1))
    outline = Outline(square, vtkCamera(), is_hatched=True)
    outline.set(square.translate((far, far, 0.0)))
    lines = outline.actors[1].mapper
    lines.Update()
    ways = pyvista.wrap(lines.GetInput()).points @ np.array([np.sqrt(0.5), np.sqrt(0.5), 0.0])
    steps = np.unique(np.round(ways / 12.0, 3))
    assert np.array_equal(steps, np.round(steps))
    assert np.array_equal(np.diff(steps), np.ones(len(steps) - 1))
    assert len(steps) in (14, 15)
