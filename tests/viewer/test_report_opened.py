"""The report opened in a browser, as whoever gets it does: looked at, turned, printed, re-run."""

import base64
import io
import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from rules.ruling import rule
from rules.scenefile import load, read
from rules.verdict import Ruling
from tests.browser import CHROMIUM, WHY_NOT, Browser
from tests.viewer.test_report import HOSTILE, ROOT, YARD
from viewer.report.making import make

pytestmark = pytest.mark.skipif(CHROMIUM is None or os.name == "nt", reason=WHY_NOT)

READY = "frames[0]?.document?.documentElement?.dataset.ready === 'yes'"
BATTLE = ROOT / "scenes/area-templates/blast-levels.toml"
# The colour of whoever is affected, in any light: far more red than blue.
AFFECTED_PIXELS = 400


@pytest.fixture(scope="module")
def folder(opengl: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The reports of a hostile scene and of a log."""
    found = tmp_path_factory.mktemp("report")
    path = found / "yard.toml"
    path.write_bytes(YARD)
    make(path, load(path), found / "yard.html")
    make(BATTLE, load(BATTLE), found / "battle.html")
    return found


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with Browser(tmp_path_factory.mktemp("profile")) as opened:
        yield opened


@pytest.fixture
def yard(browser: Browser, folder: Path) -> Iterator[Browser]:
    """The hostile scene's report, as it opens; nobody after this test sees it."""
    browser.size(1280, 900)
    browser.open(folder / "yard.html")
    browser.wait_for(READY)
    yield browser
    browser.leave()


@pytest.fixture
def still(browser: Browser, folder: Path) -> Browser:
    """The same, for tests that leave it as it is."""
    browser.size(1280, 900)
    if not browser.run("location.pathname").endswith("/yard.html"):
        browser.open(folder / "yard.html")
        browser.wait_for(READY)
    return browser


def outside(browser: Browser) -> list[str]:
    """Return whatever was asked for beyond the file itself."""
    own = ("file:", "data:", "about:", "blob:")
    return [url for url in browser.requests if not url.startswith(own)]


def canvas(browser: Browser) -> np.ndarray:
    """Return the view in 3D as pixels, without the panel beside it."""
    from PIL import Image

    box = browser.run(
        "(() => { const f = document.querySelector('iframe').getBoundingClientRect();"
        "const c = frames[0].document.querySelector('canvas').getBoundingClientRect();"
        "return [f.left + c.left + scrollX, f.top + c.top + scrollY, c.width, c.height]; })()"
    )
    return np.array(Image.open(io.BytesIO(browser.screenshot(tuple(box)))).convert("RGB"))


def orange(pixels: np.ndarray) -> int:
    red, green, blue = pixels.astype(int).transpose(2, 0, 1)
    return int(((red > 110) & (red > 1.6 * green) & (green > blue)).sum())


def panel(browser: Browser, script: str) -> object:
    return browser.run(f"(() => {{ const d = frames[0].document; {script} }})()")


def names_shown(browser: Browser) -> list[str]:
    found = panel(browser, "return [...d.querySelectorAll('.tag')].map((one) => one.textContent)")
    assert isinstance(found, list)
    return sorted(found)


def outcomes(ruling: Ruling) -> list[tuple[str, str, str]]:
    return [
        (placement.name, verdict.trooper, verdict.outcome.value)
        for attack in ruling.attacks
        for placement in attack.placements
        for verdict in placement.verdicts
    ]


def pages(pdf: bytes, folder: Path) -> list[str]:
    """Return the text of each page."""
    if shutil.which("pdftotext") is None:
        pytest.skip("no pdftotext here: on Debian, apt-get install poppler-utils")
    path = folder / "printed.pdf"
    path.write_bytes(pdf)
    command = ["pdftotext", "-layout", path, "-"]
    done = subprocess.run(command, capture_output=True, check=True, text=True)
    return done.stdout.split("\f")[:-1]


def test_it_opens_without_a_request_or_a_complaint(still: Browser) -> None:
    assert outside(still) == []
    assert still.requests[0].startswith("file:")
    assert still.complaints == []


def test_the_table_says_who_is_affected_and_why(still: Browser) -> None:
    rows = still.run(
        "[...document.querySelectorAll('.verdicts tbody tr')].map((row) => row.innerText)"
    )
    assert [row.split("\t")[:2] for row in rows] == [
        ["Beta", "○ not affected"],
        [HOSTILE, "● AFFECTED"],
        ["behind", "○ not affected"],
        ["top", "○ not affected"],
    ]
    assert "In total cover behind </script><img src=x onerror=alert(2)>." in rows[2]
    assert still.run("document.querySelector('h1').textContent") == f"{HOSTILE} & more"
    shown = still.run("[...document.images].map((one) => one.naturalWidth)")
    assert len(shown) == 1
    assert shown[0] > 1500


def test_names_are_text_in_the_view_too(still: Browser) -> None:
    listed = panel(still, "return [...d.querySelectorAll('#who li')].map((one) => one.innerText)")
    assert isinstance(listed, list)
    assert any(entry.startswith("<script>alert(1)</scr") for entry in listed)
    assert len([name for name in names_shown(still) if "alert(1)" in name]) == 1
    elements = panel(still, "return d.querySelectorAll('img, script[src], #tags script').length")
    assert elements == 0


@pytest.mark.parametrize("width", [1280, 390])
def test_nothing_is_cut_off_on_a_screen(still: Browser, width: int) -> None:
    still.size(width, 800)
    assert still.run("document.documentElement.scrollWidth") <= width
    narrow = still.run(
        "[...document.querySelectorAll('.verdicts th[scope=row]')]"
        ".filter((one) => one.offsetParent).map((one) => one.offsetWidth)"
    )
    assert min(narrow) > 60


def test_the_scene_in_it_rules_to_the_same_outcome(still: Browser) -> None:
    links = still.run("[...document.querySelectorAll('a')].map((one) => [one.download, one.href])")
    saved = {name: base64.b64decode(href.partition("base64,")[2]) for name, href in links}
    assert list(saved) == ["yard.toml", "yard.json"]
    again = outcomes(rule(read(saved["yard.toml"], "yard.toml")))
    told = json.loads(saved["yard.json"])
    assert again == [
        (placement["template"], verdict["trooper"], verdict["outcome"])
        for attack in told["attacks"]
        for placement in attack["placements"]
        for verdict in placement["verdicts"]
    ]
    assert ("A", HOSTILE, "YES") in again
    assert told["program"]["version"] in still.run("document.querySelector('.source').innerText")
    # It is the file's own content that decides: another reading, another file.
    other = replace(read(saved["yard.toml"], "yard.toml"), attacks=())
    assert outcomes(rule(other)) == []


def test_it_prints_in_one_piece(still: Browser, tmp_path: Path) -> None:
    printed = still.pdf()
    found = pages(printed, tmp_path)
    # The verdicts, the words and how to check them, and the sheet by itself.
    assert 3 <= len(found) <= 5
    first, sheet = found[0], found[-1]
    for words in ("AFFECTED", "behind", "In total cover", "Holds under every", HOSTILE[:8]):
        assert words in first
    assert "In words" in first, "the first page is full: what follows the verdicts begins on it"
    assert not sheet.strip(), "the sheet is a picture, alone on its page"
    assert all(page.strip() for page in found[:-1])
    assert not any("from above" in page or "Show" in page for page in found), "no buttons in print"
    assert any("Check it yourself" in page and "SHA-256" in page for page in found)
    boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", printed)
    shapes = [float(width) > float(height) for width, height in boxes]
    assert shapes.count(True) == 1, "the sheet's page lies across"


def test_on_a_screen_the_sheet_stands_between_the_verdicts_and_the_view(still: Browser) -> None:
    still.size(1280, 900)
    tops = still.run(
        "['.verdicts', 'figure.sheet', 'section.screen', '.words', '.source'].map("
        "(one) => document.querySelector(one).getBoundingClientRect().top)"
    )
    assert tops == sorted(tops)


def test_nothing_is_wider_than_the_paper(still: Browser) -> None:
    still.size(688, 1000)  # 182 mm of 96 to the inch
    still.ask("Emulation.setEmulatedMedia", media="print")
    try:
        wide = still.run(
            "[...document.querySelectorAll('body *')].filter((one) => one.offsetParent"
            " && one.getBoundingClientRect().right > 689).map((one) => one.tagName)"
        )
        assert wide == []
    finally:
        still.ask("Emulation.setEmulatedMedia", media="")


def test_the_view_shows_the_table_and_turns(yard: Browser) -> None:
    first = canvas(yard)
    assert len(np.unique(first.reshape(-1, 3), axis=0)) > 50
    assert orange(first) > AFFECTED_PIXELS
    yard.run("document.querySelector('iframe').scrollIntoView()")
    camera = "global.renderWindow.getRenderers()[1].getActiveCamera().getPosition()"
    before = yard.run(f"frames[0].{camera}")
    left, top = yard.run(
        "(() => { const b = document.querySelector('iframe').getBoundingClientRect();"
        "return [b.left, b.top]; })()"
    )

    def mouse(kind: str, x: float, **more: object) -> None:
        yard.ask("Input.dispatchMouseEvent", type=kind, x=left + x, y=top + 200, **more)

    mouse("mousePressed", 200, button="left", buttons=1, clickCount=1)
    for x in range(210, 400, 10):
        mouse("mouseMoved", x, button="left", buttons=1)
        if yard.run(f"frames[0].{camera}") != before:
            break
    mouse("mouseReleased", 400, button="left", clickCount=1)
    turned = yard.run(f"frames[0].{camera}")
    assert turned != before
    assert turned[2] == pytest.approx(before[2]), "a drag along the table turns about the vertical"
    assert (canvas(yard) != first).any(axis=2).mean() > 0.05


def test_the_wheel_scrolls_past_the_view_until_it_was_clicked(yard: Browser) -> None:
    zoomed = "frames[0].global.renderWindow.getRenderers()[1].getActiveCamera().getDistance()"
    wheel = "new WheelEvent('wheel', { deltaY: 240, bubbles: true, cancelable: true })"
    send = f"frames[0].document.querySelector('canvas').dispatchEvent({wheel})"
    far = yard.run(zoomed)
    assert yard.run(send), "the page has it"
    assert yard.run(zoomed) == far
    down = "new PointerEvent('pointerdown', { bubbles: true })"
    yard.run(f"frames[0].document.querySelector('canvas').dispatchEvent({down})")
    yard.run(send)
    yard.wait_for(f"{zoomed} !== {far}")


def test_levels_and_what_is_shown_can_be_chosen(yard: Browser) -> None:
    assert "top: not affected" in names_shown(yard)
    everything = canvas(yard)
    choose = "d.getElementById('level').value = 0; d.getElementById('level').onchange();"
    panel(yard, choose)
    assert "top: not affected" not in names_shown(yard)
    assert any(name.startswith("behind") for name in names_shown(yard))
    assert (canvas(yard) != everything).any(axis=2).mean() > 0.003
    panel(yard, "d.querySelectorAll('input').forEach((box) => box.click());")
    assert names_shown(yard) == []
    assert orange(canvas(yard)) > 0, "troopers are always shown"
    assert yard.complaints == []


def test_a_view_of_the_panel_draws(yard: Browser) -> None:
    seen = {canvas(yard).tobytes()}
    names = panel(yard, "return [...d.querySelectorAll('#panel button')].map((b) => b.innerText)")
    assert isinstance(names, list)
    assert len(names) == 7
    for number in (names.index("from above"), names.index("from A's centre")):
        panel(yard, f"d.querySelectorAll('#panel button')[{number}].click();")
        pixels = canvas(yard)
        assert len(np.unique(pixels.reshape(-1, 3), axis=0)) > 30
        seen.add(pixels.tobytes())
    assert len(seen) == 3
    assert yard.complaints == []


def test_the_policy_lets_nothing_else_run_or_load(yard: Browser) -> None:
    for place in ("document", "frames[0].document"):
        yard.run(
            f"(() => {{ const made = {place}.createElement('script');"
            f"made.textContent = 'top.ran = true'; {place}.body.append(made); }})()"
        )
        yard.run(f"{place}.body.insertAdjacentHTML('beforeend', '<img src=x onerror=alert(3)>')")
    refused = yard.run("fetch('http://127.0.0.1:9/').then(() => false, () => true)")
    assert yard.run("typeof ran") == "undefined"
    assert refused
    assert not [one for one in yard.complaints if "dialog" in one]
    assert len([one for one in yard.complaints if "Content Security Policy" in one]) >= 3


def test_a_browser_without_3d_says_so_and_shows_the_rest(browser: Browser, folder: Path) -> None:
    blind = browser.ask(
        "Page.addScriptToEvaluateOnNewDocument",
        source="HTMLCanvasElement.prototype.getContext = () => null",
    )
    try:
        browser.open(folder / "yard.html")
        browser.wait_for("frames[0]?.document.querySelector('.nothing')?.innerText")
        assert browser.complaints == []
        assert browser.run("document.querySelectorAll('.verdicts tbody tr').length") == 4
    finally:
        browser.ask("Page.removeScriptToEvaluateOnNewDocument", **blind)
        browser.leave()


def test_a_log_has_a_section_and_a_picture_for_each_event(
    browser: Browser, folder: Path, tmp_path: Path
) -> None:
    browser.size(1280, 900)
    browser.open(folder / "battle.html")
    browser.wait_for(READY)
    assert outside(browser) == []
    assert browser.complaints == []
    titles = browser.run("[...document.querySelectorAll('.event h2')].map((one) => one.innerText)")
    assert [title.partition(".")[0] for title in titles] == ["Event 1", "Event 2"]
    assert browser.run("document.querySelectorAll('.event figure img').length") == 2
    assert browser.run("document.querySelectorAll('.event .verdicts').length") == 2
    steps = panel(browser, "return [...d.querySelectorAll('#step option')].map((o) => o.text)")
    assert steps == ["after event 1", "after event 2"]
    panel(browser, "d.getElementById('step').value = 0; d.getElementById('step').onchange();")
    before = names_shown(browser)
    panel(browser, "d.getElementById('step').value = 1; d.getElementById('step').onchange();")
    assert names_shown(browser) != before
    # The first event follows the glance; each further one starts a page.
    printed = pages(browser.pdf(), tmp_path)
    assert "\nEvent 1." in printed[0]
    starts = [page.strip().splitlines()[0] for page in printed]
    assert [line.partition(".")[0] for line in starts if line.startswith("Event")] == ["Event 2"]


def test_nothing_is_left_half_written(folder: Path) -> None:
    assert sorted(path.name for path in folder.iterdir()) == (
        ["battle.html", "yard.html", "yard.toml"]
    )
    assert (folder / "yard.html").stat().st_size < 10_000_000
