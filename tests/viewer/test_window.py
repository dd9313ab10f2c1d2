"""The window on a screen, driven through its own keys and mouse."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np
import pytest

from rules.dispute import Dispute
from rules.ruling import rule
from rules.scenefile import load
from spatial.outcome import Outcome
from tests.xvfb import WHY_NOT, XVFB, screen
from tests.xvfb import Hand as AnyHand
from viewer import record
from viewer.drawing import palette
from viewer.live.table import LiveTable
from viewer.window import opening
from viewer.window.acting import ACTIONS
from viewer.window.keys import KEYS
from viewer.window.sheet import page
from viewer.window.window import Window

pytestmark = pytest.mark.skipif(XVFB is None, reason=WHY_NOT)

ROOT: Final = Path(__file__).resolve().parents[2]

# A stands before a box of 30 x 60 x 30 mm; 1 is in the open before it, 2 behind the box.
YARD: Final = """# kept
format = 1
name = "Yard"
rules = "infinity-codeone"
[table]
size = [400, 300]
[[scenery]]
name = "box"
kit = "box"
size = [30, 60, 30]
at = [160, 150]
[[trooper]]
name = "A"
side = "blue"
silhouette = "S2"
at = [60, 150]
facing = 0
[[trooper]]
name = "1"
side = "red"
silhouette = "S2"
at = [110, 210]
facing = 180
[[trooper]]
name = "2"
side = "red"
silhouette = "S2"
at = [205, 150]
facing = 180
[[attack]]
by = "A"
weapon = "Nanopulser"
[[attack.template]]
name = "T"
aim = 0
"""


class Hand(AnyHand):
    """A hand at a window that does what keys say before the next one is pressed."""

    def key(self, name: str, letter: str = "", *, ctrl: bool = False, shift: bool = False) -> None:
        """Press a key, by its X name."""
        super().key(name, letter, ctrl=ctrl, shift=shift)
        self.window.events.catch_up()

    def button(self, name: str, does: str) -> None:
        """Press or release the right or the middle button."""
        getattr(self.window.plotter.iren.interactor, f"{name}Button{does}Event")()


@pytest.fixture(scope="module", autouse=True)
def _screen() -> Iterator[None]:
    if XVFB is None:
        yield
        return
    with screen():
        yield


def _opened(path: Path, size: tuple[int, int] = (900, 640)) -> Window:
    return opening.opened(LiveTable(path, thinks=False), size)


@pytest.fixture(scope="module")
def yard(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Window]:
    path = tmp_path_factory.mktemp("yard") / "yard.toml"
    path.write_text(YARD, encoding="utf-8")
    window = _opened(path)
    yield window
    opening.close(window)


@pytest.fixture
def hand(yard: Window) -> Hand:
    """A hand at the window, everything as it was opened, seen from above."""
    hand = Hand(yard)
    yard.state.question = None
    yard.table.drop()
    while yard.table.undo_word:
        yard.table.undo()
    yard.table.save(yard.table.path, replace=True)
    yard.is_over = False
    for _ in range(3):
        hand.key("Escape")
    hand.key("1")
    hand.key("0")
    hand.tick()
    return hand


def _outcomes(window: Window) -> dict[str, Outcome | None]:
    labels = window.table.items().labels
    return {one.subject: one.outcome for one in labels if one.kind == "trooper"}


def _words(window: Window) -> str:
    said = page(window.table, window.state, window.look, window.items)
    told = [said.picked, *(one.text for one in said.said), said.notice, said.news, said.alone]
    return "\n".join(told)


def _colour(window: Window, hand: Hand, point: tuple[float, float, float]) -> np.ndarray:
    x, y = hand.pixel(point)
    pixels = window.plotter.screenshot(return_img=True)
    found: np.ndarray = pixels[pixels.shape[0] - 1 - round(y), round(x)]
    return found.astype(int)


def _is_near(colour: np.ndarray, wanted: str, most: int = 60) -> bool:
    return int(np.abs(colour - palette.rgb(wanted)).max()) <= most


def _ruled(path: Path) -> dict[str, Any]:
    asked = load(path)
    assert isinstance(asked, Dispute)
    return record.record(rule(asked), asked)


def test_a_click_on_a_trooper_says_its_reason_and_shows_its_lines_alone(
    yard: Window, hand: Hand
) -> None:
    assert {stroke.trooper for stroke in yard.items.strokes} >= {"2"}
    hand.click(*hand.pixel((205, 150, 20)))
    said = _words(yard)
    assert said.startswith("2\nT: not affected")
    assert "box hides all of its part in the template" in said
    assert {stroke.trooper for stroke in yard.items.strokes} == {"2"}
    hand.key("Escape")
    assert yard.state.picked == ""


def test_a_trooper_is_picked_through_the_template_and_its_focus_and_body_pick_the_template(
    yard: Window, hand: Hand
) -> None:
    hand.click(*hand.pixel((112, 150, 0)))
    assert (yard.state.kind, yard.state.picked) == ("area", "T")
    assert "Template T: PLACED" in _words(yard)
    hand.key("Escape")
    # The focus lies on A's edge: just outside it is the sign of the focus.
    hand.click(*hand.pixel((74, 150, 0)))
    assert yard.state.picked == "T"
    hand.key("Escape")
    hand.click(*hand.pixel((160, 175, 30)))
    assert (yard.state.kind, yard.state.picked) == ("piece", "box")
    assert "box hides" in _words(yard)


def test_turning_the_template_with_the_mouse_hits_whom_the_saved_scene_says(
    yard: Window, hand: Hand
) -> None:
    before = yard.table.record()
    assert _outcomes(yard)["1"] is Outcome.NO
    assert _is_near(_colour(yard, hand, (117, 215, 40)), palette.VERDICT[Outcome.NO])
    # Held at its far part, it is turned to where 1 stands.
    start = hand.pixel((120, 150, 0))
    end = hand.pixel((72.5 + 30, 150 + 37, 0))
    hand.put(*start)
    hand.press()
    hand.put(*end)
    hand.tick()
    assert yard.table.is_held
    assert _outcomes(yard)["1"] is Outcome.YES
    assert not yard.items.strokes
    assert _is_near(_colour(yard, hand, (117, 215, 40)), palette.VERDICT[Outcome.YES])
    hand.let_go()
    assert not yard.table.is_held
    assert {s.trooper for s in yard.table.items().strokes if s.kind == "reaches"} == {"1"}
    path = yard.table.path.with_name("turned.toml")
    yard.table.save(path, replace=True)
    assert yard.table.record()["attacks"] == _ruled(path)["attacks"]
    hand.key("z", ctrl=True)
    assert yard.table.record() == before
    assert _outcomes(yard)["1"] is Outcome.NO
    hand.key("y", ctrl=True)
    assert _outcomes(yard)["1"] is Outcome.YES


def test_a_trooper_is_dragged_onto_a_roof_and_down_again(yard: Window, hand: Hand) -> None:
    hand.drag(hand.pixel((205, 150, 0)), hand.pixel((160, 150, 30)))
    two = next(one for one in yard.table.handles if one.key == "trooper:2")
    assert two.at[2] == pytest.approx(30.0)
    assert two.at[:2] == pytest.approx((160, 150), abs=1.5)
    hand.drag(hand.pixel((160, 150, 30)), hand.pixel((320, 220, 0)))
    two = next(one for one in yard.table.handles if one.key == "trooper:2")
    assert two.at[2] == pytest.approx(0.0)
    hand.key("z", ctrl=True)
    hand.key("z", ctrl=True)
    two = next(one for one in yard.table.handles if one.key == "trooper:2")
    assert two.at == (205.0, 150.0, 0.0)


def test_what_cannot_be_is_not_done_and_the_panel_says_why(yard: Window, hand: Hand) -> None:
    hand.key("3")
    hand.tick()
    hand.click(*hand.pixel((205, 150, 20)))
    for _ in range(3):
        hand.key("Left", ctrl=True)
    two = next(one for one in yard.table.handles if one.key == "trooper:2")
    # The box ends at x = 175 and its base is 25 across: there is room for one step only.
    assert two.at[0] == 195.0
    assert "box" in yard.table.notice
    assert yard.table.notice.lower() in _words(yard).lower()


def test_many_places_between_two_ticks_are_ruled_on_once(yard: Window, hand: Hand) -> None:
    hand.put(*hand.pixel((110, 210, 0)))
    hand.press()
    before = yard.table.version
    for i in range(40):
        x, y = hand.pixel((110 + i, 210, 0))
        hand.put(x, y)
    assert yard.table.version == before
    hand.tick()
    assert yard.table.version == before + 1
    one = next(one for one in yard.table.handles if one.key == "trooper:1")
    assert one.at[0] == pytest.approx(149, abs=1.5)
    hand.key("Escape")
    assert not yard.table.is_held
    one = next(one for one in yard.table.handles if one.key == "trooper:1")
    assert one.at[0] == 110.0


def test_dragging_nothing_turns_the_view_and_not_the_table(yard: Window, hand: Hand) -> None:
    before = yard.table.text(), np.array(yard.plotter.camera.position)
    hand.drag((20, 100), (90, 130))
    assert yard.table.text() == before[0]
    assert np.linalg.norm(np.array(yard.plotter.camera.position) - before[1]) > 10


def test_steps_of_the_keys(yard: Window, hand: Hand) -> None:
    hand.click(*hand.pixel((110, 210, 20)))
    hand.key("Right")
    hand.key("Up", shift=True)
    hand.key("bracketleft", ctrl=True)
    hand.key("l")
    one = yard.state.handle(yard.table)
    assert one is not None
    assert one.at == pytest.approx((111.0, 210.1, 0.0))
    assert one.toward % 360 == pytest.approx(190.0)
    assert one.values["prone"]
    hand.key("Tab")
    hand.key("Tab")
    assert yard.state.key == "template:0:T"
    for name in ("Left", "Up", "r", "comma"):
        hand.key(name)
    teardrop = yard.state.handle(yard.table)
    assert teardrop is not None
    assert teardrop.values["tip"] == pytest.approx(1.0)
    assert teardrop.values["height"] == pytest.approx(1.0)
    assert teardrop.values["tilt"] == pytest.approx(1.0)
    assert teardrop.toward == pytest.approx(1.0)
    hand.key("i")
    assert yard.state.handle(yard.table).values["aim"] == "1"  # type: ignore[union-attr]


def test_a_slider_turns_the_teardrop(yard: Window, hand: Hand) -> None:
    hand.click(*hand.pixel((112, 150, 0)))
    names = [one.name for one in yard.sliders]
    assert names == ["direction", "tip", "tilt", "height"]
    assert yard.panel is not None
    left, right, middle = yard.panel.tracks[names.index("direction")]
    y = yard.size[1] - middle
    middle_x = yard.split + (left + right) / 2
    hand.drag((middle_x, y), (middle_x + (right - left) / 4, y))
    handle = yard.state.handle(yard.table)
    assert handle is not None
    assert handle.toward == pytest.approx(90.0, abs=2.0)
    assert yard.table.undo_word


def test_random_moves_show_what_rule_says_of_the_saved_scene(yard: Window, hand: Hand) -> None:
    random = Random(7)
    keys = ["Left", "Right", "Up", "Down", "bracketleft", "bracketright", "r", "f", "i", "l"]
    path = yard.table.path.with_name("random.toml")
    made = 0
    for _ in range(18):
        hand.key("Tab")
        hand.key(random.choice(keys), ctrl=random.random() < 0.6)
        if random.random() < 0.3:
            hand.key("z", ctrl=True)
        if not yard.table.undo_word:
            continue
        made += 1
        if made % 3:
            continue
        yard.table.save(path, replace=True)
        ruled = _ruled(path)
        shown = json.loads(json.dumps(yard.table.record()))
        assert shown == json.loads(json.dumps(ruled))
        verdicts = {
            v["trooper"]: v["outcome"]
            for a in ruled["attacks"]
            for p in a["placements"]
            if p["status"] == "placed"
            for v in p["verdicts"]
        }
        for name, outcome in verdicts.items():
            found = _outcomes(yard)[name]
            assert found is not None
            assert found.value == outcome
    assert made > 4


def test_views_from_the_focus_and_from_an_eye(yard: Window, hand: Hand) -> None:
    hand.key("7")
    hand.tick()
    assert tuple(yard.plotter.camera.position) == pytest.approx((72.5, 150.0, 0.0))
    assert yard.outlook is not None
    assert not any(solid.is_area for solid in yard.items.solids)
    assert "A" not in {s.name for s in yard.items.solids if s.kind == "trooper"}
    hand.key("8")
    assert "pick a trooper first" in _words(yard).lower()
    hand.key("Tab")
    hand.key("Tab")
    hand.key("8")
    hand.tick()
    # 1 looks west from its base's edge at (110, 210), 40 mm up.
    assert tuple(yard.plotter.camera.position) == pytest.approx((97.5, 210.0, 40.0))
    hand.key("2")
    assert yard.outlook is None


def test_an_eye_is_told_whom_it_sees(tmp_path: Path) -> None:
    """The box reaches over both: 2 is hidden by it, and 1 stands in the open."""
    path = tmp_path / "high.toml"
    path.write_text(YARD.replace("size = [30, 60, 30]", "size = [30, 60, 60]"), encoding="utf-8")
    window = _opened(path)

    def way() -> np.ndarray:
        camera = window.plotter.camera
        found: np.ndarray = np.array(camera.focal_point) - np.array(camera.position)
        return found / np.linalg.norm(found)

    try:
        hand = Hand(window)
        hand.key("Tab")
        hand.key("8")
        hand.key("a")
        ahead = way()
        assert window.state.picked == "A"
        assert "whom it sees is being worked out" in window.items.notes
        window.settle()
        labels = {one.subject: one.outcome for one in window.items.labels if one.kind == "trooper"}
        assert labels == {"1": Outcome.YES, "2": Outcome.NO}
        two = [(one.kind, one.piece) for one in window.items.strokes if one.trooper == "2"]
        assert set(two) == {("stopped", "box")}
        assert window.outlook is not None
        assert window.outlook.seen is not None
        assert way() == pytest.approx(ahead), "the head stays turned as it was"
        eye = np.array(window.plotter.camera.position) - [60, 150, 0]
        assert np.hypot(*eye[:2]) <= 12.5 + 1e-6
        assert 0 <= eye[2] <= 40
        # Of another table it isn't known yet.
        hand.key("l")
        assert window.outlook.seen is None
        window.settle()
        assert window.outlook.seen is not None
        assert window.plotter.camera.position[2] <= 3
        hand.key("1")
        assert {one.kind for one in window.items.labels} >= {"template"}
    finally:
        opening.close(window)


def test_the_table_is_cut_by_a_plane_that_keys_move(yard: Window, hand: Hand) -> None:
    hand.key("c")
    cut = yard.look.cut
    assert cut is not None
    assert "cut at" in " ".join(yard.items.notes)
    hand.key("v")
    assert yard.look.cut == pytest.approx(cut - 5)
    hand.key("b", shift=True)
    assert yard.look.cut == pytest.approx(cut - 4.5)
    for _ in range(3):
        hand.key("v")
    assert any(solid.kind == "section" for solid in yard.items.solids)
    hand.key("c")
    assert yard.look.cut is None


def test_a_scene_is_saved_to_a_new_file_and_over_an_old_one_only_when_asked_twice(
    yard: Window, hand: Hand
) -> None:
    path = yard.table.path
    original = path.read_bytes()
    hand.click(*hand.pixel((110, 210, 20)))
    hand.key("Right")
    new = path.with_name("yard-2.toml")
    assert not new.exists()
    hand.key("s", ctrl=True)
    hand.key("Return")
    assert yard.state.question is None
    assert new.read_text(encoding="utf-8") == yard.table.text()
    assert new.read_text(encoding="utf-8").startswith("# kept")
    assert path.read_bytes() == original
    hand.key("s", ctrl=True)
    for _ in range(len("yard-3.toml")):
        hand.key("BackSpace")
    for letter in "yard-2.toml":
        hand.key("period" if letter == "." else letter, letter)
    hand.key("Right")
    before = new.read_bytes()
    new.write_bytes(b"something else")
    hand.key("Return")
    question = yard.state.question
    assert question is not None
    assert question.replaces
    assert new.read_bytes() == b"something else"
    hand.key("Escape")
    assert new.read_bytes() == b"something else"
    hand.key("s", ctrl=True)
    for _ in range(len("yard-3.toml")):
        hand.key("BackSpace")
    for letter in "yard-2.toml":
        hand.key("period" if letter == "." else letter, letter)
    hand.key("s", ctrl=True)
    hand.key("s", ctrl=True)
    assert new.read_bytes() == before
    assert "wrote" in _words(yard)


def test_a_picture_and_a_glb_are_written_without_waiting_for_the_background(
    yard: Window, hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    import trimesh
    from PIL import Image

    def waits(*_: object) -> None:
        raise AssertionError("it waits")

    monkeypatch.setattr(LiveTable, "settle", waits)
    folder = yard.table.path.parent
    hand.key("p", ctrl=True)
    hand.key("Return")
    assert yard.state.question is None
    with Image.open(folder / "yard.png") as image:
        assert image.size[0] > 600
    hand.key("e", ctrl=True)
    hand.key("Return")
    made = trimesh.load(folder / "yard.glb")
    assert {"box", "A", "1", "2", "template T"} <= set(made.geometry)


def test_closing_asks_where_changes_would_be_lost(yard: Window, hand: Hand) -> None:
    hand.click(*hand.pixel((110, 210, 20)))
    hand.key("Right")
    hand.key("q", ctrl=True)
    assert not yard.is_over
    assert yard.state.question is not None
    hand.key("Escape")
    assert yard.state.question is None
    hand.key("z", ctrl=True)
    assert not yard.table.is_changed


def test_every_key_does_something_that_is_known(yard: Window, hand: Hand) -> None:
    assert {key.action for _, keys in KEYS for key in keys} == ACTIONS
    strokes = [stroke for _, keys in KEYS for key in keys for stroke in key.strokes]
    assert len(strokes) == len(set(strokes))
    # Comparing readings takes long, and has its own test.
    yard.table.comparison = "the same under all"
    for _, keys in KEYS:
        for key in keys:
            for stroke in key.strokes:
                name = stroke.rpartition("+")[2]
                if key.action == "quit":
                    continue
                held = {"ctrl": stroke.startswith("ctrl+"), "shift": stroke.startswith("shift+")}
                hand.key(name, **held)
                if key.is_stepped:
                    hand.key(name, ctrl=True)
                if yard.state.question is not None or yard.state.is_helping:
                    hand.key("Escape")
        hand.tick()
    assert not yard.is_over


def test_the_list_of_keys_lists_all_and_any_key_closes_it(yard: Window, hand: Hand) -> None:
    hand.key("question")
    assert yard.state.is_helping
    hand.tick()
    hand.key("x")
    assert not yard.state.is_helping
    listed = (ROOT / "docs" / "live.md").read_text(encoding="utf-8")
    for _, keys in KEYS:
        for key in keys:
            assert f"| {key.shown} | {key.does} |" in listed


def test_events_are_stepped_through_and_areas_dragged(tmp_path: Path) -> None:
    name = "area-templates/three-kinds.toml"
    path = tmp_path / "kinds.toml"
    shutil.copyfile(ROOT / "scenes" / name, path)
    window = _opened(path, (820, 600))
    try:
        hand = Hand(window)
        # The eighth event removes an area; the seventh is the last that rules on anybody.
        assert (window.look.step, window.table.steps) == (7, 8)
        hand.key("p")
        assert window.look.step == 6
        while window.look.step:
            hand.key("p")
        assert window.items.title == window.table.items(window.look).title
        hand.key("n")
        assert window.look.step == 1
        hand.key("1")
        hand.tick()
        for _ in window.table.handles_in(window.look):
            hand.key("Tab")
            hand.key("Right", ctrl=True)
            hand.key("8")
            hand.key("1")
        assert window.table.undo_word
    finally:
        opening.close(window)


def test_margins_come_from_the_background_into_the_words(tmp_path: Path) -> None:
    path = tmp_path / "yard.toml"
    path.write_text(YARD, encoding="utf-8")
    window = opening.opened(LiveTable(path), (700, 500))
    try:
        hand = Hand(window)
        hand.key("Tab")
        hand.key("Tab")
        hand.key("Tab")
        assert window.state.picked == "2"
        hand.key("Right")
        window.settle()
        assert "it would be affected" in _words(window) or "No sideways move" in _words(window)
        hand.key("g")
        window.settle()
        said = page(window.table, window.state, window.look, window.items).text
        assert "under every reading" in said
    finally:
        opening.close(window)
