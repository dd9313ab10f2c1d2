"""The table in a browser, as somebody with a tablet has it: tapped, dragged, shared, cut off."""

import json
import os
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.ruling import rule
from rules.scenefile import read
from tests.browser import CHROMIUM, Browser
from tests.browser import WHY_NOT as NO_BROWSER
from tests.viewer.test_serve import CAN_SERVE, OPEN, WHY_NOT, Serving

pytestmark = [
    pytest.mark.skipif(CHROMIUM is None or os.name == "nt", reason=NO_BROWSER),
    pytest.mark.skipif(not CAN_SERVE, reason=WHY_NOT),
]

READY = "document.querySelectorAll('#names .trooper').length > 0"
NAMES = (
    "<img src=x onerror=alert(1)>",
    "{{ constructor.constructor('alert(2)')() }}",
    "\"'`</script><script>alert(3)</script>",
    "\N{HEBREW LETTER ALEF}\N{HEBREW LETTER BET} " + 12 * "long ",
)


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with Browser(tmp_path_factory.mktemp("profile"), 1024, 768) as opened:
        opened.finger(True)
        yield opened


@pytest.fixture
def server(browser: Browser, tmp_path: Path) -> Iterator[Serving]:
    path = tmp_path / "open.toml"
    path.write_bytes(OPEN)
    found = Serving(path, "--port", "0")
    yield found
    browser.leave()
    code, said = found.interrupt()
    assert code == 130
    assert "Traceback" not in said, said


def visit(browser: Browser, server: Serving) -> None:
    browser.visit(server.url)
    browser.wait_for(READY)


def centre(browser: Browser, selector: str) -> tuple[float, float]:
    x, y = browser.run(
        f"(() => {{ const r = document.querySelector({json.dumps(selector)})"
        ".getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]; })()"
    )
    return x, y


def tap(browser: Browser, selector: str) -> None:
    """Tap something once it has come to rest: words that arrive move what is below them."""
    before, now = None, centre(browser, selector)
    while before != now:
        time.sleep(0.15)
        before, now = now, centre(browser, selector)
    browser.tap(*now)


def shown(browser: Browser) -> dict[str, str]:
    """Return who is shown with which outcome."""
    found = browser.run(
        "Object.fromEntries([...document.querySelectorAll('#names .trooper')]"
        ".map((one) => [one.dataset.name, one.dataset.sign]))"
    )
    assert isinstance(found, dict)
    return found


def wait_for(browser: Browser, name: str, sign: str) -> None:
    selector = f"#names .trooper[data-name='{name}'][data-sign='{sign}']"
    browser.wait_for(f"document.querySelector({json.dumps(selector)}) !== null")


def ruled(server: Serving) -> dict[str, str]:
    """Return what the rules say to the scene that the page offers to save."""
    with urllib.request.urlopen(f"{server.url}scene") as answer:
        ruling = rule(read(answer.read(), "saved.toml"), margins=False)
    return {
        verdict.trooper: verdict.outcome.value.lower()
        for attack in ruling.attacks
        for placement in attack.placements
        for verdict in placement.verdicts
    }


def outside(browser: Browser, server: Serving) -> list[str]:
    own = (server.url, server.url.replace("http", "ws"), "data:", "blob:", "about:")
    return [url for url in browser.requests if not url.startswith(own)]


def test_a_trooper_is_tapped_and_says_why(browser: Browser, server: Serving) -> None:
    visit(browser, server)
    assert shown(browser) == {"Beta": "no", "1": "yes", "2": "no"}
    tap(browser, "g.trooper[data-id='trooper:1']")
    browser.wait_for("document.querySelector('#why')?.textContent.includes('A: AFFECTED')")
    said = browser.run("document.querySelector('#why').innerText")
    assert "A line from the Blast Focus reaches it" in said
    assert "Template Weapons" in said
    # Only its own line is left.
    assert browser.run("document.querySelectorAll('#plan .line').length") == 1
    small = browser.run(
        "[...document.querySelectorAll('button, select, summary, a')].filter((one) => {"
        "const r = one.getBoundingClientRect(); return r.width && !one.matches('.tag')"
        " && (r.width < 44 || r.height < 44); }).map((one) => one.textContent)"
    )
    assert small == []
    assert browser.complaints == []
    assert outside(browser, server) == []


def test_escape_puts_back_what_is_dragged(browser: Browser, server: Serving) -> None:
    visit(browser, server)
    two = "g.trooper[data-id='trooper:2']"
    tap(browser, two)
    browser.wait_for("document.querySelector('#chosen h2')?.textContent === '2'")
    x, y = centre(browser, two)
    browser.swipe([(x, y), (x + 30, y), (x + 60, y)], lift=False)
    browser.wait_for("document.querySelector('#why')?.innerText.includes('when it is put down')")
    assert centre(browser, two)[0] > x + 20
    browser.ask("Input.dispatchKeyEvent", type="keyDown", key="Escape")
    browser.wait_for("!document.querySelector('#why')?.innerText.includes('when it is put down')")
    assert centre(browser, two) == pytest.approx((x, y), abs=1)
    browser.ask("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
    assert browser.run("document.querySelector('#chosen h2').textContent") == "2"
    assert browser.run("document.querySelector('#bar button').disabled")
    assert browser.complaints == []


def test_a_template_is_turned_by_finger_and_taken_back(
    browser: Browser, server: Serving, tmp_path: Path
) -> None:
    visit(browser, server)
    with Browser(tmp_path, 768, 1024) as other:
        other.visit(server.url)
        other.wait_for(READY)
        # Beside "1", who stands in its middle.
        x, y, wide, high = browser.run(
            "(() => { const r = document.querySelector('g.template path').getBoundingClientRect();"
            "return [r.left, r.top, r.width, r.height]; })()"
        )
        browser.tap(x + 0.85 * wide, y + 0.2 * high)
        browser.wait_for("document.querySelector('.knob[data-what=turn]') !== null")
        end = centre(browser, ".knob[data-what=turn]")
        focus = centre(browser, ".knob[data-what=tip]")
        far = end[0] - focus[0]
        over = (focus[0], focus[1] - far)
        browser.swipe([end, (end[0], end[1] - far), over], lift=False)
        wait_for(browser, "1", "no")
        wait_for(browser, "2", "yes")
        assert browser.run("document.querySelector('#why').innerText").count("put down") == 1
        wait_for(other, "2", "yes")
        assert "Somebody is moving" in other.run("document.querySelector('#said').innerText")
        browser.ask("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        browser.wait_for("!document.querySelector('#bar button').disabled")
        assert shown(browser) == ruled(server) == {"Beta": "no", "1": "no", "2": "yes"}
        other.wait_for("document.querySelector('#said').innerText === ''")
        assert shown(other) == shown(browser)
        tap(browser, "#bar button")
        wait_for(browser, "1", "yes")
        wait_for(other, "1", "yes")
        assert shown(browser) == ruled(server) == {"Beta": "no", "1": "yes", "2": "no"}
        assert other.complaints == []
    assert browser.complaints == []


def test_a_trooper_is_dragged_out_of_it(browser: Browser, server: Serving) -> None:
    visit(browser, server)
    tap(browser, "g.trooper[data-id='trooper:1']")
    browser.wait_for("document.querySelector('g.trooper.chosen') !== null")
    x, y = centre(browser, "g.trooper[data-id='trooper:1']")
    browser.swipe([(x, y), (x, y + 40), (x, y + 120), (x, y + 160)])
    wait_for(browser, "1", "no")
    browser.wait_for("!document.querySelector('#bar button').disabled")
    assert ruled(server)["1"] == "no"
    # A finger beside it moves the sheet, and nothing on it.
    before = browser.run("document.querySelector('#plan svg').getAttribute('viewBox')")
    browser.swipe([(300, 700), (320, 660), (360, 600)])
    assert browser.run("document.querySelector('#plan svg').getAttribute('viewBox')") != before
    assert browser.run("document.querySelector('#bar button').title") == "moving 1"


def test_in_three_dimensions_a_trooper_is_tapped(browser: Browser, server: Serving) -> None:
    visit(browser, server)
    browser.run(
        "[...document.querySelectorAll('#tools button')].find((one) => one.textContent === '3D')"
        ".click()"
    )
    browser.wait_for("document.documentElement.dataset.space === 'ready'")
    x, y = centre(browser, "#space")
    before = centre(browser, "#names .trooper[data-name='1']")
    browser.swipe([(x, y), (x + 20, y), (x + 60, y + 10)])
    assert centre(browser, "#names .trooper[data-name='1']") != before
    tap(browser, "#names .trooper[data-name='1']")
    browser.wait_for("document.querySelector('#why')?.textContent.includes('A: AFFECTED')")
    assert browser.complaints == []
    assert outside(browser, server) == []


def test_names_are_never_markup_or_code(browser: Browser, tmp_path: Path) -> None:
    text = OPEN.decode().replace('name = "1"', f"name = {json.dumps(NAMES[0])}")
    text = text.replace('name = "2"', f"name = {json.dumps(NAMES[1])}")
    text = text.replace('name = "crate"', f"name = {json.dumps(NAMES[2])}")
    text = text.replace('name = "Open ground"', f"name = {json.dumps(NAMES[1])}")
    text = text.replace("Beta", NAMES[3].strip())
    path = tmp_path / "hostile.toml"
    path.write_text(text, "utf-8")
    server = Serving(path, "--port", "0")
    try:
        visit(browser, server)
        assert set(shown(browser)) == {NAMES[0], NAMES[1], NAMES[3].strip()}
        browser.run("document.querySelectorAll('#names .trooper')[0].click()")
        browser.wait_for("document.querySelector('#why')?.textContent.length > 20")
        said = browser.run("document.body.innerText")
        assert NAMES[0] in said
        assert NAMES[1] in said
        assert browser.run("document.querySelectorAll('#table img, #table script').length") == 0
        assert browser.complaints == []
        assert outside(browser, server) == []
    finally:
        browser.leave()
        server.interrupt()


def test_a_lost_connection_is_said_and_comes_back(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "open.toml"
    path.write_bytes(OPEN)
    server = Serving(path, "--port", "0")
    visit(browser, server)
    server.interrupt()
    browser.wait_for("document.querySelector('#lost').hidden === false")
    assert "Reconnecting" in browser.run("document.querySelector('#lost').innerText")
    path.write_bytes(OPEN.replace(b"aim = 0", b"aim = 90"))
    again = Serving(path, "--port", str(server.port))
    try:
        wait_for(browser, "2", "yes")
        browser.wait_for("document.querySelector('#lost').hidden === true")
        tap(browser, "g.trooper[data-id='trooper:2']")
        browser.wait_for("document.querySelector('#why')?.textContent.includes('A: AFFECTED')")
    finally:
        browser.leave()
        again.interrupt()
