"""Steps of a log as pictures: areas by kind, who is affected, where centres and models go."""

from pathlib import Path

import numpy as np
import pytest

from rules.area_templates.battle import Battle
from rules.area_templates.log import run
from rules.area_templates.verdicts import Log, Step
from rules.scenefile import load, read
from rules.verdict import RulingError
from spatial.outcome import Outcome
from viewer import picture
from viewer.drawing import legend, palette
from viewer.drawing.framing import Framing
from viewer.drawing.items import Items
from viewer.drawing.sheet import pair
from viewer.drawing.stepped import said, step_items

ROOT = Path(__file__).resolve().parents[2]
INCH = 25.4


def bundled(name: str) -> tuple[Battle, Log]:
    battle = load(ROOT / "scenes" / "area-templates" / f"{name}.toml")
    assert isinstance(battle, Battle)
    return battle, run(battle)


def shown(name: str, number: int) -> Items:
    _, log = bundled(name)
    return step_items(log, log.steps[number - 1])


def kinds(found: Items) -> dict[str, str]:
    return {solid.name: solid.kind for solid in found.solids if solid.is_area}


def test_a_blast_is_drawn_where_it_ended_and_how_it_got_there() -> None:
    # Alpha at (100, 150) throws at (200, 150), and the Blast scatters 50 mm away from it.
    found = shown("blast-scatter", 2)
    assert list(kinds(found).values()) == ["blast"]
    (mark,) = found.marks
    assert mark.kind == "blast"
    assert mark.at == pytest.approx((250.0, 150.0, 0.0))
    (way,) = [stroke for stroke in found.strokes if stroke.kind == "moves"]
    assert way.start == pytest.approx((200.0, 150.0, 0.0))
    assert way.end == pytest.approx(mark.at)
    (blast,) = [solid for solid in found.solids if solid.kind == "blast"]
    low, high = blast.mesh.bounds
    # A ball of 2 inches, as far as it is above the table.
    assert low == pytest.approx([250 - 2 * INCH, 150 - 2 * INCH, 0], abs=0.2)
    assert high == pytest.approx([250 + 2 * INCH, 150 + 2 * INCH, 2 * INCH], abs=0.2)


def test_a_blast_that_a_critical_holds_goes_nowhere() -> None:
    found = shown("blast-scatter", 1)
    assert found.marks[0].at == pytest.approx((200.0, 150.0, 0.0))
    assert not [stroke for stroke in found.strokes if stroke.kind == "moves"]


def test_models_have_the_colour_and_the_words_of_their_verdict() -> None:
    # 1 at (270, 150) is within 2 inches of (250, 150); Alpha and Beta aren't.
    found = shown("blast-scatter", 2)
    colours = {solid.name: solid.colour for solid in found.solids if solid.kind == "trooper"}
    hit, spared = palette.VERDICT[Outcome.YES], palette.VERDICT[Outcome.NO]
    assert colours == {"Alpha": spared, "Beta": spared, "1": hit}
    titles = [label.title for label in found.labels if label.kind == "trooper"]
    assert titles == ["Alpha: not affected", "Beta: not affected", "1: AFFECTED"]


def test_all_three_kinds_are_told_apart_without_colour() -> None:
    # After the fifth event: two Smoke Areas, the Flare, and a Blast that is kept.
    found = shown("three-kinds", 5)
    assert sorted(kinds(found).values()) == ["blast", "flare", "smoke", "smoke"]
    assert {mark.kind for mark in found.marks} == {"blast", "flare", "smoke"}
    assert len({palette.AREA[kind] for kind in ("blast", "flare", "smoke")}) == 3
    means = [said for _, said in legend.entries(pair(found))]
    for kind in ("Blast", "Smoke Area", "Flare"):
        assert kind in means
        assert f"centre of a {kind}" in means
    titles = [label.title for label in found.labels if label.kind == "template"]
    assert len(titles) == len(set(titles)) == 4


def test_a_move_is_an_arrow_from_where_the_model_was() -> None:
    # Beta walks from (12, 6) to (12, 7) inches.
    found = shown("three-kinds", 2)
    (way,) = found.strokes
    assert (way.kind, way.trooper) == ("moves", "Beta")
    assert way.start == pytest.approx((12 * INCH, 6 * INCH, 0))
    assert way.end == pytest.approx((12 * INCH, 7 * INCH, 0))
    assert {solid.colour for solid in found.solids if solid.kind == "trooper"} == {palette.UNRULED}


def test_a_control_zone_reaches_two_inches_from_the_base() -> None:
    _, log = bundled("control-zone")
    found = step_items(log, log.steps[0])
    (zone,) = [solid for solid in found.solids if solid.kind == "zone"]
    radius = log.start.model(zone.name).radius
    assert np.ptp(zone.mesh.bounds, axis=0)[:2] == pytest.approx([2 * (radius + 2 * INCH)] * 2)
    assert "model IN IT" in [said for _, said in legend.entries(pair(found))]


@pytest.mark.parametrize(
    ("form", "low", "high"),
    [("ball", 0.0, 20 + 2 * INCH), ("half_ball", 20.0, 20 + 2 * INCH), ("column", 0.0, 90.0)],
)
def test_an_area_is_drawn_as_it_is_read(form: str, low: float, high: float) -> None:
    # The centre is on a crate of 20 mm; 2 stands on it and reaches 60. A ball of 2 inches about it
    # begins in the table; a column goes on without end and is drawn 30 mm above everything.
    scene = f"""
format = 1
name = "Crate"
rules = "area-templates"
[table]
size = [400, 300]
[readings]
area_body = "{form}"
[[scenery]]
name = "crate"
kit = "box"
size = [60, 60, 20]
at = [200, 150]
[[trooper]]
name = "1"
side = "blue"
silhouette = "S2"
at = [80, 150]
[[trooper]]
name = "2"
side = "red"
silhouette = "S2"
at = [215, 150]
on = "crate"
[[event]]
kind = "blast"
by = "1"
at = [200, 150]
range = 300
roll = {{ criticals = 1 }}
"""
    battle = read(scene.encode(), "scene.toml")
    assert isinstance(battle, Battle)
    log = run(battle)
    (blast,) = [s for s in step_items(log, log.steps[0]).solids if s.kind == "blast"]
    assert tuple(blast.mesh.bounds[:, 2]) == pytest.approx((low, high), abs=0.2)


def test_cover_shows_the_line_and_what_hides() -> None:
    found = shown("cover-and-criticals", 1)
    _, log = bundled("cover-and-criticals")
    step: Step = log.steps[0]
    covers = {v.model: v.finding("cover") for v in step.verdicts}
    covered = {m for m, one in covers.items() if one is not None and one.outcome is Outcome.YES}
    assert {s.trooper for s in found.strokes if s.kind == "stopped"} == covered
    pieces = {label.subject for label in found.labels if label.kind == "piece"}
    assert pieces == set(found.blockers) == {s.piece for s in found.strokes if s.piece}
    for stroke in found.strokes:
        if stroke.kind == "stopped":
            assert stroke.start == pytest.approx(found.marks[0].at)


def test_a_step_in_words_has_a_line_for_every_model() -> None:
    _, log = bundled("blast-scatter")
    lines = [one.text for one in said(log, log.steps[1]) if one.style == "line"]
    assert [line.partition(":")[0] for line in lines] == ["Alpha", "Beta", "1"]


def test_a_step_is_chosen_by_number_or_the_last() -> None:
    _, log = bundled("blast-scatter")
    assert picture.step_of(log, None) is log.steps[3]
    assert picture.step_of(log, 2) is log.steps[1]
    for number in (0, 5):
        with pytest.raises(RulingError, match="use 1 to 4"):
            picture.step_of(log, number)


@pytest.mark.parametrize("framing", [Framing("focus"), Framing("eye:1"), Framing(template="A")])
def test_a_scene_with_events_has_no_focus_and_no_eye(framing: Framing, tmp_path: Path) -> None:
    battle, log = bundled("blast-scatter")
    with pytest.raises(RulingError, match="no view from a focus or an eye"):
        picture.save_step(log, battle, log.steps[0], tmp_path / "out.png", framing)


@pytest.mark.usefixtures("opengl")
def test_every_kind_of_area_has_its_own_colour_in_the_picture(tmp_path: Path) -> None:
    from PIL import Image

    battle, log = bundled("three-kinds")
    picture.save_step(log, battle, log.steps[4], tmp_path / "out.png", Framing("top"))
    with Image.open(tmp_path / "out.png") as drawn:
        assert drawn.size == (1920, 1200)
        pixels = np.array(drawn.convert("RGB")).astype(int)
    for kind in ("blast", "smoke", "flare"):
        edge = np.array(palette.rgb(palette.AREA_EDGE[kind]))
        assert (np.abs(pixels - edge).max(axis=-1) < 40).sum() > 100, kind
