"""The window while something is held, asked or written: what a second thing pressed does."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import numpy as np
import pytest

from rules.scenefile.handles import Handle
from spatial.outcome import Outcome
from tests.viewer.test_window import YARD, Hand
from tests.xvfb import WHY_NOT, XVFB, screen
from viewer.live.table import LiveTable
from viewer.window import opening
from viewer.window.panel import Page
from viewer.window.sheet import page
from viewer.window.window import Window

pytestmark = pytest.mark.skipif(XVFB is None, reason=WHY_NOT)

SCENES: Final = Path(__file__).resolve().parents[2] / "scenes"
MOVES: Final = SCENES / "area-templates" / "smoke-moves.toml"


@pytest.fixture(scope="module", autouse=True)
def _screen() -> Iterator[None]:
    if XVFB is None:
        yield
        return
    with screen():
        yield


@pytest.fixture(scope="module")
def yard(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Window]:
    path = tmp_path_factory.mktemp("yard") / "yard.toml"
    path.write_text(YARD, encoding="utf-8")
    window = opening.opened(LiveTable(path, thinks=False), (900, 640))
    yield window
    opening.close(window)


@pytest.fixture
def hand(yard: Window) -> Hand:
    """A hand at the window, everything as it was opened, seen from above."""
    hand = Hand(yard)
    hand.let_go()
    yard.state.question = None
    yard.is_over = False
    yard.table.drop()
    while yard.table.undo_word:
        yard.table.undo()
    yard.table.save(yard.table.path, replace=True)
    for _ in range(3):
        hand.key("Escape")
    hand.key("1")
    hand.tick()
    return hand


def _page(window: Window) -> Page:
    return page(window.table, window.state, window.look, window.items)


def _at(window: Window, key: str) -> tuple[float, float, float]:
    return next(one.at for one in window.table.handles if one.key == key)


def _take(window: Window, hand: Hand, point: tuple[float, float, float]) -> None:
    """Take hold of what is there, and move it a little."""
    x, y = hand.pixel(point)
    hand.put(x, y)
    hand.press()
    hand.put(x + 30, y)
    hand.tick()
    assert window.table.is_held


@pytest.mark.parametrize("button", ["Right", "Middle"])
def test_only_the_button_that_took_hold_lets_go(yard: Window, hand: Hand, button: str) -> None:
    _take(yard, hand, (110, 210, 20))
    before = tuple(yard.plotter.camera.position)
    hand.button(button, "Press")
    x, y = hand.pixel((150, 230, 0))
    hand.put(x, y)
    hand.tick()
    hand.button(button, "Release")
    assert yard.table.is_held
    hand.let_go()
    assert not yard.table.is_held
    assert tuple(yard.plotter.camera.position) == before
    assert _at(yard, "trooper:1")[0] == pytest.approx(150, abs=2)
    assert "held" not in _page(yard).state
    # A hand that shifts the view takes hold of nothing else.
    hand.button(button, "Press")
    hand.put(*hand.pixel((205, 150, 20)))
    hand.press()
    hand.put(*hand.pixel((300, 60, 0)))
    hand.tick()
    hand.let_go()
    assert not yard.table.is_held
    hand.button(button, "Release")
    assert _at(yard, "trooper:2")[0] == 205.0


def test_undo_puts_back_what_is_dragged_and_the_hand_has_it_no_more(
    yard: Window, hand: Hand
) -> None:
    _take(yard, hand, (110, 210, 20))
    hand.key("z", ctrl=True)
    hand.put(*hand.pixel((180, 230, 0)))
    hand.tick()
    hand.let_go()
    assert _at(yard, "trooper:1")[0] == 110.0
    assert not yard.table.undo_word


def test_other_keys_wait_until_the_hand_is_empty(yard: Window, hand: Hand) -> None:
    _take(yard, hand, (110, 210, 20))
    for name in ("o", "Right", "Tab", "2"):
        hand.key(name)
    assert "let go first" in _page(yard).notice
    assert yard.state.mode == "words"
    assert yard.table.asked.readings == {}
    hand.let_go()
    assert yard.table.undo_word == "moving 1"
    hand.key("z", ctrl=True)
    assert not yard.table.undo_word


def test_a_file_without_a_name_is_not_written(yard: Window, hand: Hand) -> None:
    hand.key("p", ctrl=True)
    for _ in range(len("yard.png")):
        hand.key("BackSpace")
    hand.key("Return")
    assert yard.state.question is not None
    assert yard.state.question.trouble == "type a name for the file first"
    hand.key("Escape")
    assert yard.state.question is None


def test_nothing_is_dragged_while_a_question_is_open(yard: Window, hand: Hand) -> None:
    hand.key("s", ctrl=True)
    before = yard.table.text()
    hand.drag(hand.pixel((110, 210, 20)), hand.pixel((150, 230, 0)))
    assert yard.table.text() == before
    assert yard.state.question is not None


def test_the_windows_cross_puts_back_what_is_dragged(yard: Window, hand: Hand) -> None:
    _take(yard, hand, (110, 210, 20))
    yard.plotter.iren.interactor.InvokeEvent("ExitEvent")
    assert not yard.table.is_held
    assert yard.is_over, "nothing was changed, so nothing is asked"


def test_beyond_the_edge_the_words_say_that_the_table_ends(yard: Window, hand: Hand) -> None:
    hand.drag(hand.pixel((110, 210, 0)), hand.pixel((-40, 210, 0)))
    assert _at(yard, "trooper:1")[0] == 0.0
    assert "the table ends here" in _page(yard).notice
    hand.drag(hand.pixel((0, 210, 20)), hand.pixel((60, 230, 0)))
    assert _page(yard).notice == ""
    hand.key("z", ctrl=True)
    hand.click(*hand.pixel((0, 210, 20)))
    hand.key("Left")
    assert "the table ends here" in _page(yard).notice


def test_what_is_saved_is_not_changed_and_what_was_written_is_no_warning(
    yard: Window, hand: Hand
) -> None:
    hand.click(*hand.pixel((110, 210, 20)))
    hand.key("Right")
    assert "not saved" in _page(yard).file
    hand.key("s", ctrl=True)
    hand.key("Return")
    said = _page(yard)
    assert "not saved" not in said.file
    assert said.news.startswith("wrote ")
    assert said.notice == ""
    hand.key("q", ctrl=True)
    assert yard.is_over


def test_keys_that_come_too_fast_move_by_all_their_steps_at_once(yard: Window, hand: Hand) -> None:
    hand.click(*hand.pixel((110, 210, 20)))
    before = yard.table.version
    press = super(Hand, hand).key
    for _ in range(12):
        press("Right")
    press("bracketleft")
    assert yard.table.version == before
    hand.tick()
    hand.tick()
    assert _at(yard, "trooper:1")[0] == 122.0
    hand.key("z", ctrl=True)
    hand.key("z", ctrl=True)
    assert _at(yard, "trooper:1")[0] == 110.0
    assert not yard.table.undo_word


def test_who_closes_the_window_does_not_wait_for_what_it_was_still_to_do(
    yard: Window, hand: Hand
) -> None:
    hand.click(*hand.pixel((110, 210, 20)))
    press = super(Hand, hand).key
    for name in ("Right", "Up") * 20:
        press(name)
    press("q", ctrl=True)
    hand.tick()
    assert yard.is_over
    assert _at(yard, "trooper:1")[0] == 110.0


def test_one_template_alone_is_said_at_the_top_until_all_are_shown(
    yard: Window, hand: Hand
) -> None:
    hand.key("n")
    assert _page(yard).alone == "only template T is shown; N the next, Esc all of them"
    hand.key("Escape")
    assert _page(yard).alone == ""
    assert yard.look.placement == ""


def test_a_view_that_was_shifted_or_enlarged_is_not_turned(yard: Window, hand: Hand) -> None:
    hand.put(40, 200)
    hand.button("Right", "Press")
    hand.put(90, 240)
    hand.tick()
    hand.button("Right", "Release")
    hand.key("plus")
    hand.key("D", shift=True)
    assert not yard.eye.turned
    hand.key("d")
    assert yard.eye.turned


def test_all_is_in_view_again_from_an_eye_whoever_is_picked(yard: Window, hand: Hand) -> None:
    hand.click(*hand.pixel((110, 210, 20)))
    hand.key("8")
    first = np.array(yard.plotter.camera.focal_point)
    hand.key("Escape")
    hand.key("a")
    hand.key("0")
    assert "pick" not in _page(yard).notice
    assert yard.plotter.camera.focal_point == pytest.approx(tuple(first))


def test_signs_of_outcomes_stay_without_labels(yard: Window, hand: Hand) -> None:
    spots = [hand.pixel(one.at) for one in yard.items.labels if one.kind == "trooper"]

    def seen() -> list[int]:
        """How light the lightest pixel of each sign is."""
        yard.draw()
        pixels = yard.plotter.screenshot(return_img=True)[::-1]
        found = []
        for x, y in (np.round(spot).astype(int) for spot in spots):
            part = pixels[y - 6 : y + 7, x - 6 : x + 7]
            found.append(int(part.min(axis=2).max()))
        return found

    hand.key("space")
    assert not yard.state.has_labels
    without = seen()
    hand.key("space")
    assert len(without) == 3
    # A body's own colour has a dark channel everywhere; a sign has white in it.
    assert min(without) > 200


def test_readings_are_compared_again_after_each_change_and_g_leads_back(
    yard: Window, hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ask(table: LiveTable) -> None:
        table.comparison = f"asked at {_at(yard, 'trooper:1')}"
        table.version += 1

    monkeypatch.setattr(LiveTable, "ask_readings", ask)
    hand.click(*hand.pixel((110, 210, 20)))
    hand.key("g")
    hand.tick()
    assert _page(yard).text == "asked at (110.0, 210.0, 0.0)"
    hand.key("Right")
    hand.tick()
    assert _page(yard).text == "asked at (111.0, 210.0, 0.0)"
    hand.key("z", ctrl=True)
    hand.tick()
    assert _page(yard).text == "asked at (110.0, 210.0, 0.0)"
    hand.key("g")
    assert _page(yard).text == ""


def _of(window: Window, name: str) -> Handle:
    return next(one for one in window.table.handles_in(window.look) if one.name == name)


def test_what_an_event_moved_is_dragged_where_it_is_seen(tmp_path: Path) -> None:
    path = tmp_path / "moves.toml"
    shutil.copyfile(MOVES, path)
    window = opening.opened(LiveTable(path, thinks=False), (820, 600))
    try:
        hand = Hand(window)
        hand.key("1")
        hand.tick()
        while window.look.step != window.table.steps:
            hand.key("n")
        hand.tick()
        content = window.table.now.sheet.content
        assert content["event"][5]["to"] == [200, 60]
        start = dict(content["trooper"][0])
        while window.state.picked != "Beta":
            hand.key("Tab")
        assert _page(window).picked == "Beta, event 6"
        hand.key("Escape")
        hand.put(*hand.pixel((200, 60, 20)))
        hand.press()
        hand.put(*hand.pixel((240, 70, 20)))
        hand.tick()
        # While it is held there are outcomes only, and nothing is asked of a moved model.
        assert {one.subject for one in _page(window).rows if one.outcome is None} >= {"Beta"}
        hand.let_go()
        content = window.table.now.sheet.content
        assert content["event"][5]["to"][:2] == pytest.approx([240, 70], abs=1.5)
        assert dict(content["trooper"][0]) == start
        assert window.table.undo_word == "moving event 6"
        hand.key("8")
        x, y, _ = _of(window, "Beta").at
        eye = window.plotter.camera.position
        assert np.hypot(eye[0] - x, eye[1] - y) < 30
        assert "worked out" not in " ".join(window.items.notes)
        hand.key("bracketleft")
        assert window.table.now.sheet.content["trooper"][0]["facing"] == 1
        hand.key("1")
        while window.look.step != 0:
            hand.key("p")
        hand.key("p", ctrl=True)
        hand.key("Return")
        assert window.state.question is not None
        assert "N goes to the first one" in window.state.question.trouble
    finally:
        opening.close(window)


def test_what_has_no_place_of_its_own_says_so_and_does_not_turn_the_view() -> None:
    path = SCENES / "area-templates" / "noise.toml"
    window = opening.opened(LiveTable(path, thinks=False), (820, 600))
    try:
        hand = Hand(window)
        hand.key("1")
        while window.look.step != window.table.steps:
            hand.key("n")
        hand.tick()
        solid = next(s for s in window.items.solids if s.name == "other")
        x, y, z = solid.mesh.bounds.mean(axis=0)
        before = window.table.text(), tuple(window.plotter.camera.position)
        start = hand.pixel((float(x), float(y), float(z)))
        hand.drag(start, (start[0] + 40, start[1] + 40))
        assert (window.table.text(), tuple(window.plotter.camera.position)) == before
        assert "event 3 moved other here" in _page(window).notice
        hand.key("Right")
        assert "event 3 moved other here" in _page(window).notice
        assert window.table.text() == before[0]
    finally:
        opening.close(window)


def test_the_view_from_a_blast_focus_has_its_templates_rim_in_it() -> None:
    path = SCENES / "burst-across-levels.toml"
    window = opening.opened(LiveTable(path, thinks=False), (900, 600))
    try:
        hand = Hand(window)
        hand.key("7")
        for name in window.table.placements:
            hand.key("n")
            assert window.look.placement == name
            outlook = window.outlook
            assert outlook is not None
            assert outlook.seen is not None
            assert outlook.seen.area is not None
            rim = window.stage.pixels(np.array(outlook.eye) + outlook.seen.area * 100)
            left, bottom, wide, high = window.stage.room
            assert (rim > [left, bottom]).all()
            assert (rim < [left + wide, bottom + high]).all()
            shown = {part.name for part in outlook.seen.parts}
            for label in window.items.labels:
                if label.subject in shown:
                    x, _ = hand.pixel(label.at)
                    assert left < x < left + wide
    finally:
        opening.close(window)


def test_a_small_window_has_its_sliders_and_nothing_of_what_was_over_it() -> None:
    path = SCENES / "covered-enemy.toml"
    window = opening.opened(LiveTable(path, thinks=False), (500, 400))
    try:
        hand = Hand(window)
        hand.key("Tab")
        assert window.panel is not None
        ((left, right, _),) = window.panel.tracks
        assert right - left > 100
        # What was over the strip at the foot isn't there any more at the first tick.
        hand.key("question")
        hand.tick()
        window.plotter.render_window.SetSize(700, 500)
        hand.key("Escape")
        hand.tick()
        pixels = window.plotter.screenshot(return_img=True)
        foot = pixels[-4:, : window.split - 4].reshape(-1, 3)
        assert window.size == (700, 500)
        assert (foot == foot[0]).all()
    finally:
        opening.close(window)


def test_where_labels_have_no_room_who_is_hit_is_still_named(tmp_path: Path) -> None:
    crowd = "".join(
        f'[[trooper]]\nname = "Fusilier with HMG {i}"\nside = "{"red" if i else "blue"}"\n'
        f'silhouette = "S2"\nat = [{60 + 110 * (i % 6)}, {60 + 110 * (i // 6)}]\n'
        for i in range(24)
    )
    path = tmp_path / "crowd.toml"
    path.write_text(
        'format = 1\nname = "Crowd"\nrules = "infinity-codeone"\n[table]\nsize = [800, 800]\n'
        f'{crowd}[[attack]]\nby = "Fusilier with HMG 0"\nweapon = "Nanopulser"\n'
        '[[attack.template]]\nname = "T"\naim = 0\n',
        encoding="utf-8",
    )
    window = opening.opened(LiveTable(path, thinks=False), (500, 400))
    try:
        glass, (_, _, wide, high) = window.glass, window.stage.room
        plates = [one for one in glass.plates() if one[0][0] == "trooper"]
        assert window.state.left_out > 0
        assert f"{window.state.left_out} labels have no room" in _page(window).state
        outcomes = {one.subject: one.outcome for one in window.items.labels}
        hit = {name for name, outcome in outcomes.items() if outcome is Outcome.YES}
        assert hit == {"Fusilier with HMG 1"}
        assert hit <= {name for (_, name), _ in plates}
        taken = window.overlays.surround(window, True)
        boxes = [box for _, box in glass.plates()]
        for i, one in enumerate(boxes):
            assert one[0] >= 0
            assert one[2] <= wide
            assert one[3] <= high
            for other in [*boxes[i + 1 :], *taken]:
                low = np.maximum(one[:2], other[:2])
                assert (np.minimum(one[2:], other[2:]) <= low).any()
    finally:
        opening.close(window)


def test_a_list_of_keys_that_is_too_long_is_scrolled(yard: Window, hand: Hand) -> None:
    yard.plotter.render_window.SetSize(500, 400)
    hand.tick()
    hand.key("question")
    hand.tick()
    first = yard.plotter.screenshot(return_img=True)
    hand.key("Next")
    assert yard.state.is_helping
    hand.tick()
    assert (yard.plotter.screenshot(return_img=True) != first).any()
    for _ in range(9):
        hand.key("Prior")
    hand.tick()
    assert (yard.plotter.screenshot(return_img=True) == first).all()
    hand.key("x")
    assert not yard.state.is_helping
    yard.plotter.render_window.SetSize(900, 640)
    hand.tick()
