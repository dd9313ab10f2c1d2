"""What a finger chooses on the page, and what it is told: events, floors, names alike."""

import contextlib
import json
import math
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser import CHROMIUM, Browser
from tests.browser import WHY_NOT as NO_BROWSER
from tests.viewer.test_serve import CAN_SERVE, TURN, WHY_NOT, Serving, page, run
from tests.viewer.test_serve_opened import centre, tap, visit, wait_for
from tests.viewer.test_serve_shown import SCENES, TWINS

pytestmark = [
    pytest.mark.skipif(CHROMIUM is None or os.name == "nt", reason=NO_BROWSER),
    pytest.mark.skipif(not CAN_SERVE, reason=WHY_NOT),
]


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with Browser(tmp_path_factory.mktemp("profile"), 1024, 768) as opened:
        opened.finger(True)
        yield opened


@contextlib.contextmanager
def opened(browser: Browser, scene: Path) -> Iterator[Serving]:
    server = Serving(scene, "--port", "0")
    try:
        visit(browser, server)
        yield server
        assert browser.complaints == []
    finally:
        browser.leave()
        code, said = server.interrupt()
    assert code == 130
    assert said.splitlines() == ["the table is closed; pages that are open say so"]


def says(browser: Browser, selector: str, words: str) -> None:
    browser.wait_for(
        f"document.querySelector({json.dumps(selector)})?.innerText.includes({json.dumps(words)})"
    )


def head(browser: Browser, words: str) -> None:
    says(browser, "#chosen h2", words)


def step(browser: Browser, button: str, said: str) -> None:
    """Go from event to event until one is shown."""
    while (before := browser.run("document.querySelector('.step').textContent")) != said:
        browser.run(f"document.querySelector('#tools [aria-label=\"{button}\"]').click()")
        browser.wait_for(f"document.querySelector('.step').textContent !== {json.dumps(before)}")


def test_a_model_that_an_event_moved_is_chosen_and_moved_there(browser: Browser) -> None:
    beta = "g.trooper[data-id='trooper:Beta']"
    with opened(browser, SCENES / "area-templates/smoke-moves.toml"):
        step(browser, "the event before", "event 6 of 8")
        tap(browser, beta)
        head(browser, "Beta")
        says(browser, "#chosen", "changes where event 6 ends")
        x, y = centre(browser, beta)
        browser.swipe([(x, y), (x + 20, y + 15), (x + 60, y + 40)])
        browser.wait_for("!document.querySelector('#bar button').disabled")
        after = centre(browser, beta)
        assert abs(after[0] - x - 60) < 3
        assert abs(after[1] - y - 40) < 3
        # What nobody can move by hand is chosen too, and says so.
        tap(browser, "#names [data-id='area:smoke 3']")
        head(browser, "smoke 3")
        says(browser, ".still", "it moves with Gamma")


# Of each area its disc and its name's box, and of each leader its ends: pixels of the window.
AREAS = """(() => {
  const box = (one) => {
    const r = one.getBoundingClientRect();
    return [r.left, r.top, r.right, r.bottom];
  };
  const found = {};
  document.querySelectorAll('#plan g.solid.smoke').forEach((one) => {
    const tag = document.querySelector(`#names [data-id="${one.dataset.id}"]`);
    found[one.dataset.id] = { disc: box(one), name: box(tag) };
  });
  const { left, top } = document.querySelector('#leaders').getBoundingClientRect();
  const leaders = [...document.querySelectorAll('#leaders .template')].map((one) =>
    ['x1', 'y1', 'x2', 'y2'].map((key, i) => Number(one.getAttribute(key)) + (i % 2 ? top : left)));
  return { areas: Object.values(found), leaders };
})()"""


def test_names_of_smokes_over_one_another_are_told_apart(browser: Browser) -> None:
    """1, 5 and 4 lie in a row, over one another; 2 beside 6, on whose crate there is a name."""
    with opened(browser, SCENES / "area-templates/smoke-moves.toml"):
        step(browser, "the next event", "event 8 of 8")
        browser.wait_for("document.querySelectorAll('#names .template').length === 7")
        found = browser.run(AREAS)
    areas, leaders = found["areas"], found["leaders"]
    assert (len(areas), len(leaders)) == (6, 7)
    for one in areas:
        left, top, right, bottom = one["name"]
        for other in areas:
            (x0, y0, x1, y1), reach = other["disc"], (other["disc"][2] - other["disc"][0]) / 2
            x, y = (x0 + x1) / 2, (y0 + y1) / 2
            near = (min(max(x, left), right), min(max(y, top), bottom))
            if other is not one:
                assert math.dist(near, (x, y)) > reach - 2, "a name lies on another's disc"
            for ax, ay, bx, by in leaders:
                if math.dist((ax, ay), (x, y)) > 2:
                    spots = [(ax + (bx - ax) * i / 50, ay + (by - ay) * i / 50) for i in range(51)]
                    assert min(math.dist(spot, (x, y)) for spot in spots) > 10


def test_it_opens_at_what_was_ruled_on(browser: Browser) -> None:
    with opened(browser, SCENES / "area-templates/noise.toml"):
        assert browser.run("document.querySelector('.step').textContent") == "event 1 of 3"
        step(browser, "the next event", "event 3 of 3")
        tap(browser, "g.trooper[data-id='trooper:guard']")
        head(browser, "guard")
        says(browser, ".still", "has no place of its own")
        assert browser.run("document.querySelectorAll('#chosen input').length") == 0


def test_templates_and_a_trooper_of_one_name(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "twins.toml"
    path.write_text(TWINS, "utf-8")
    with opened(browser, path):
        for name in ("A, by Gamma", "A, by Beta"):
            tap(browser, f"#names [data-id='area:{name}']")
            head(browser, name)
            browser.wait_for("document.querySelectorAll('.knob').length === 2")
            assert browser.run(
                "[...document.querySelectorAll('#plan .chosen')].map((one) => one.dataset.id)"
            ) == [f"area:{name}"]
            # Its far end lies on its own axis: up from Gamma, to the right of Beta.
            far, tip = (centre(browser, f".knob[data-what={what}]") for what in ("turn", "tip"))
            across, along = (abs(a - b) for a, b in zip(far, tip, strict=True))
            assert (across < along) == (name == "A, by Gamma")
        tap(browser, "g.trooper[data-id='trooper:A']")
        browser.wait_for("document.querySelector('#chosen h2').innerText === 'A'")
        assert browser.run("document.querySelectorAll('.knob').length") == 0


def test_a_circle_beneath_its_user_is_chosen_by_its_name(browser: Browser) -> None:
    browser.size(768, 1024)
    try:
        with opened(browser, SCENES / "circle-on-roof.toml"):
            tap(browser, "#names [data-id='area:A']")
            head(browser, "A")
            says(browser, ".still", "it moves with Alpha")
            tap(browser, "g.trooper[data-id='trooper:1']")
            head(browser, "1")
            # In portrait the words come into sight by themselves.
            browser.wait_for(
                "(() => { const why = document.querySelector('#why .head');"
                "return why && why.getBoundingClientRect().bottom < innerHeight; })()"
            )
    finally:
        browser.size(1024, 768)


def test_who_isnt_drawn_on_this_floor_is_shown_on_its_own(browser: Browser) -> None:
    with opened(browser, SCENES / "burst-across-levels.toml"):
        browser.run(
            "(() => { const list = [...document.querySelectorAll('#tools select')]"
            ".find((one) => [...one.options].some((option) => option.value === 'floor 0'));"
            # Something is on its way already: its answer, of the whole scenery, comes first.
            "list.onchange(); list.value = 'floor 0'; list.onchange(); })()"
        )
        browser.wait_for("document.querySelector(\"g.trooper[data-id='trooper:3']\") === null")
        tap(browser, ".chip[data-id='trooper:3']")
        says(browser, ".hidden", "isn't drawn on this floor")
        assert browser.run("document.querySelectorAll('.facing').length") == 0
        browser.wait_for("document.querySelector('#why .head') !== null")
        tap(browser, ".hidden button")
        browser.wait_for("document.querySelector(\"g.trooper[data-id='trooper:3']\") !== null")
        browser.wait_for("document.querySelector('.hidden') === null")
        head(browser, "3")


def test_a_button_stays_under_the_finger_whatever_others_do(
    browser: Browser, tmp_path: Path
) -> None:
    path = tmp_path / "twins.toml"
    path.write_text(TWINS, "utf-8")
    with opened(browser, path) as server:

        async def turn() -> None:
            async with page(server) as other:
                await other.table("do", TURN)

        before = browser.run("document.documentElement.dataset.version")
        browser.swipe([centre(browser, ".chip[data-id='trooper:Gamma']")], lift=False)
        run(turn)
        browser.wait_for(f"document.documentElement.dataset.version !== {json.dumps(before)}")
        wait_for(browser, "1", "no")
        browser.ask("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        head(browser, "Gamma")
        browser.wait_for("!document.querySelector('#bar button').disabled")


def test_while_a_mine_is_asked_about_nothing_is_called_quiet(browser: Browser) -> None:
    one = "g.trooper[data-id='trooper:1']"
    with opened(browser, SCENES / "mine-round-corner.toml"):
        says(browser, "#glance", "GOES OFF")
        tap(browser, one)
        head(browser, "1")
        browser.wait_for("document.querySelector('#why .head') !== null")
        x, y = centre(browser, one)
        browser.swipe([(x, y), (x + 10, y), (x + 12, y + 2)], lift=False)
        says(browser, "#glance", "is asked when it is put down")
        says(browser, "#names [data-name='1']", "1: asked when put down")
        assert "Nothing is said" not in browser.run("document.querySelector('#why').innerText")
        browser.ask("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        says(browser, "#glance", "GOES OFF")
        browser.wait_for("!document.querySelector('#why').innerText.includes('put down')")
