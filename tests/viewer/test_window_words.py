"""What the window says beside and below the view, without a screen."""

from pathlib import Path
from typing import Final

import numpy as np
import pytest

from rules.scenefile.changes import Turn
from spatial.outcome import Outcome
from tests.viewer.test_window import YARD
from viewer.drawing.items import Items
from viewer.drawing.lettering import width
from viewer.live.look import Look
from viewer.live.table import LiveTable
from viewer.maps.layers import Layer, Stop
from viewer.window.laid import legend
from viewer.window.margins import lettered
from viewer.window.naming import apart, called, stuck
from viewer.window.panel import Page, panel
from viewer.window.paper import Paper, wrapped
from viewer.window.sheet import page
from viewer.window.single import named, single
from viewer.window.state import State

SCENES: Final = Path(__file__).resolve().parents[2] / "scenes"
LONG: Final = ("Fusilier with HMG Alpha", "Fusilier with HMG Bravo")


def _table(tmp_path: Path, text: str) -> LiveTable:
    path = tmp_path / "yard.toml"
    path.write_text(text, encoding="utf-8")
    return LiveTable(path, thinks=False)


def _page(table: LiveTable, state: State) -> Page:
    return page(table, state, state.look, table.items(state.look))


def _pick(table: LiveTable, name: str) -> State:
    state = State()
    state.pick(("trooper", name), table.items(), table)
    return state


def test_a_newcomer_is_told_what_to_do_until_it_is_done(tmp_path: Path) -> None:
    table, state = _table(tmp_path, YARD), State()
    assert _page(table, state).hint.startswith("Drag a trooper or a template")
    assert table.do(Turn("template:0:T", 10))
    assert _page(table, state).hint == ""
    events = LiveTable(SCENES / "area-templates" / "smoke-moves.toml", thinks=False)
    assert _page(events, State()).hint.startswith("Drag a model or an area")


def test_who_is_near_an_illegal_template_is_told_why_it_is_none() -> None:
    table = LiveTable(SCENES / "through-its-user.toml", thinks=False)
    placements = [p for one in table.now.answer.attacks for p in one.placements]  # type: ignore[union-attr]
    (illegal,) = [one for one in placements if one.status == "illegal"]
    trooper = next(one for one in table.asked.troopers if one.name != "Beta")  # type: ignore[union-attr]
    said = " ".join(one.text for one in _page(table, _pick(table, trooper.name)).said)
    assert f"Template {illegal.name}: ILLEGAL" in said
    assert illegal.reasons[0][1:] in said


def test_a_piece_that_hides_nobody_says_so(tmp_path: Path) -> None:
    table = _table(tmp_path, YARD)
    state = State()
    state.pick(("scenery", "box"), table.items(), table)
    assert _page(table, state).said[0].text == "box hides"
    assert table.do(Turn("template:0:T", 180))
    (said,) = _page(table, state).said
    assert said.text == "It hides nobody from a template here."


TWO: Final = (
    YARD
    + """
[[attack]]
by = "A"
weapon = "Nanopulser"
[[attack.template]]
name = "T"
aim = 90
"""
)


def test_two_templates_of_one_name_are_each_shown_and_called_apart(tmp_path: Path) -> None:
    table = _table(tmp_path, TWO)
    found = [one for one in table.handles if one.kind == "teardrop"]
    assert [called(one, table.handles) for one in found] == ["T, attack 1", "T, attack 2"]
    look = Look(placement="T")
    bounds = []
    for position in (1, 2):
        items = single(table.now, look, position).items(look)
        (area,) = [solid for solid in items.solids if solid.is_area]
        bounds.append(area.mesh.bounds)
        assert named(table.now, look, position) == f"T of attack {position}"
    # The one points along x from 72.5, the other along y from 162.5; both are 160 long.
    assert bounds[0][1, 0] == pytest.approx(232.5, abs=0.1)
    assert bounds[1][1, 1] == pytest.approx(322.5, abs=0.1)
    assert named(table.now, Look(), 0) == ""


def test_long_names_that_end_differently_are_told_apart(tmp_path: Path) -> None:
    text = YARD.replace('name = "1"', f'name = "{LONG[0]}"')
    table = _table(tmp_path, text.replace('name = "2"', f'name = "{LONG[1]}"'))
    titles = [one.title for one in apart(table.items()).labels if one.subject in LONG]
    assert [title.partition(":")[0][-5:] for title in titles] == ["Alpha", "Bravo"]
    assert all("…" in title for title in titles)
    drawn = []
    for name in LONG:
        paper = Paper(430, 15)
        paper.row(name, "not affected", "close call", Outcome.NO)
        drawn.append(np.asarray(paper.drawn()))
    assert drawn[0].shape == drawn[1].shape
    assert (drawn[0] != drawn[1]).any()
    # A narrow column has the name above the outcome.
    narrow, short = Paper(210, 15), Paper(210, 15)
    narrow.row(LONG[0], "not affected", "", Outcome.NO)
    short.row("1", "not affected", "", Outcome.NO)
    assert narrow.high > short.high


def test_nothing_of_a_word_is_left_out() -> None:
    lines = wrapped("n" * 40, 15, 100.0)
    assert "".join(lines) == "n" * 40
    assert max(width(line, 15) for line in lines) <= 100.0


def test_whom_nothing_is_asked_of_has_a_word_for_it_while_something_is_held() -> None:
    table = LiveTable(SCENES / "area-templates" / "smoke-moves.toml", thinks=False)
    items = table.items()
    rows = tuple(one for one in items.labels if one.kind == "trooper" and one.outcome is None)
    assert rows
    said: list[str] = []
    row = Paper.row

    def noted(paper: Paper, name: str, word: str, *rest: object) -> None:
        said.append(word)
        row(paper, name, word, *rest)  # type: ignore[arg-type]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Paper, "row", noted)
        held = Page("a", "a", "", "", "", (), None, rows=rows)
        panel(held, (), 300, 400, 15, 0)
    assert said == ["not ruled on"] * len(rows)


def test_a_mines_area_says_what_is_to_be_moved_and_a_corner_what_is_known() -> None:
    table = LiveTable(SCENES / "mine-round-corner.toml", thinks=False)
    (attack,) = table.now.answer.attacks  # type: ignore[union-attr]
    name = attack.placements[0].name
    assert stuck(name, False, table, Look()) == (
        f"{name} shows how mine would go off: move mine itself"
    )
    state = State()
    state.pick(("scenery", "block"), table.items(), table)
    said = " ".join(one.text for one in _page(table, state).said)
    assert said.startswith("block hides 1, from mine: in total cover behind block from every")


def _shown() -> Items:
    return LiveTable(SCENES / "covered-enemy.toml", thinks=False).items()


@pytest.mark.parametrize(("wide", "high"), [(850, 68), (522, 102), (290, 126)])
def test_every_sign_has_its_words_in_the_strip(wide: int, high: int) -> None:
    found, rows, share, size = lettered(_shown(), wide, high)
    assert [text for row in rows for _, _, text in row] == [text for _, text in found]
    assert len(found) >= 7
    assert round(34 * share) * len(rows) <= high
    for row in rows:
        for x, _, text in row:
            assert 14 + x + 56 * share + width(text, size) <= wide


def test_a_maps_title_stays_inside_its_legend() -> None:
    none = np.zeros(0, dtype=np.int64)
    title = "Where the exposure to a template is greatest, of all floors"
    stops = (Stop(0.0, "#FFFFFF", "0"), Stop(1.0, "#000000", "1"))
    layer = Layer(
        title, "", np.zeros((0, 3)), none.reshape(0, 4), np.zeros((0, 3), dtype=np.uint8), none,
        stops, (), np.zeros((0, 2, 3)),
    )  # fmt: skip
    image = np.asarray(legend(layer, 200).convert("RGB"))
    # Beside the border there is a margin free of ink, left and right.
    for columns in (image[2:-2, 2:10], image[2:-2, -10:-2]):
        assert columns.min() > 200
