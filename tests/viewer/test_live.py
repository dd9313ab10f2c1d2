"""The table under the hand: what is shown is what the command says of the saved file."""

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from rules.dispute import Dispute
from rules.ruling import glimpse, rule
from rules.scenefile import load, read
from rules.scenefile.changes import AimAt, Carry, Change, Lie, Raise, Read, Tilt, Tip, Turn
from rules.scenefile.editing import Sheet, opened
from rules.scenefile.handles import Handle
from rules.verdict import RulingError
from spatial.outcome import Outcome
from spatial.scene import SceneError
from viewer.cli import app
from viewer.drawing.labels import effect
from viewer.live import thinking
from viewer.live.history import MOST, History
from viewer.live.look import Look
from viewer.live.messages import MessageError, parsed
from viewer.live.saving import proposed
from viewer.live.table import LiveTable
from viewer.live.thinking import Question, Thinker
from viewer.writing import OutputError

ROOT = Path(__file__).resolve().parents[2]
SCENES = ROOT / "scenes"
BURST = SCENES / "burst-across-levels.toml"
EVENTS = SCENES / "area-templates" / "three-kinds.toml"


def table(path: Path = BURST, thinks: bool = False) -> LiveTable:
    return LiveTable(path, thinks=thinks)


def outcomes(live: LiveTable) -> dict[str, Outcome | None]:
    """What is drawn: everybody's outcome by the label."""
    return {one.subject: one.outcome for one in live.items().labels if one.kind == "trooper"}


def command(*words: str) -> dict[str, Any]:
    ran = CliRunner().invoke(app, [*words])
    assert ran.exit_code == 0, ran.output
    found: dict[str, Any] = json.loads(ran.output)
    return found


def in_json(found: dict[str, Any]) -> dict[str, Outcome]:
    """The worst that any placement does to everybody, as `rule --json` has it."""
    worst: dict[str, Outcome] = {}
    order = [Outcome.NO, Outcome.UNDECIDED, Outcome.YES]
    for attack in found["attacks"]:
        for placement in attack["placements"]:
            for verdict in placement["verdicts"]:
                outcome = Outcome[verdict["outcome"]]
                if placement["status"] == "cancelled":
                    outcome = Outcome.NO
                if placement["status"] == "undecided" and outcome is Outcome.YES:
                    outcome = Outcome.UNDECIDED
                before = worst.get(verdict["trooper"], Outcome.NO)
                worst[verdict["trooper"]] = max(before, outcome, key=order.index)
    return worst


def random_change(live: LiveTable, rng: np.random.Generator) -> Change:
    """A change that somebody could make, most of them small."""
    one: Handle = live.handles[rng.integers(len(live.handles))]
    x, y, _ = one.at
    far = float(rng.choice([2.0, 20.0, 60.0]))
    dx, dy = rng.normal(0, far, 2)
    kinds: dict[str, list[Change]] = {
        "trooper": [
            Carry(one.key, x + dx, y + dy),
            Carry(one.key, x + dx, y + dy, float(rng.choice([0.0, 40.0, 80.0]))),
            Turn(one.key, float(rng.uniform(0, 360))),
            Lie(one.key, not one.values.get("prone", False)),
        ],
        "teardrop": [
            Turn(one.key, one.toward + float(rng.normal(0, 20))),
            Tip(one.key, float(rng.uniform(0, 360))),
            Tilt(one.key, float(rng.normal(0, 15))),
            Raise(one.key, float(rng.uniform(0, 40))),
            AimAt(one.key, "1"),
        ],
        "circle": [Carry(one.key, x + dx, y + dy), AimAt(one.key, "1")],
        "area": [Carry(one.key, x + dx, y + dy)],
    }
    readings = [r for r in live.readings if not r.name.startswith("fire_")]
    if rng.random() < 0.1:
        reading = readings[rng.integers(len(readings))]
        return Read(reading.name, reading.choices[rng.integers(len(reading.choices))][0])
    choices = kinds[one.kind]
    return choices[rng.integers(len(choices))]


class Silent(Thinker):
    """Answers nothing: a walk needs no margins."""

    def ask(self, version: int, sheet: Sheet, question: Question) -> None:
        """Take no note."""


WALKS = {
    "burst-across-levels.toml": 40,
    "mesh-table.toml": 30,
    "covered-enemy.json": 25,
    "column-of-five.toml": 25,
    "edge-of-a-roof.toml": 15,
}


@pytest.mark.parametrize("name", WALKS)
def test_random_moves_say_what_the_command_says(name: str, tmp_path: Path) -> None:
    """Over all walks more than a hundred moves: outcomes while held, evidence once let go, and
    the same from the saved file."""
    live = LiveTable(SCENES / name)
    live.close()
    live._thinker = Silent()
    rng = np.random.default_rng(len(name))
    made, flips = 0, 0
    meshes = any("mesh" in row for row in live.now.sheet.content["scenery"])
    for number in range(WALKS[name] * 3):
        if made == WALKS[name]:
            break
        before = outcomes(live)
        if not live.drag(random_change(live, rng)):
            assert live.notice
            assert outcomes(live) == before
            continue
        held = outcomes(live)
        assert live.release()
        made += 1
        flips += held != before
        assert outcomes(live) == held
        if number % 3:
            continue
        content = live.text().encode()
        if meshes:
            # Beside its mesh files, which a saved copy needs.
            fresh = read(content, str(SCENES / name), SCENES)
        else:
            path = tmp_path / f"saved{Path(name).suffix}"
            live.save(path, replace=True)
            assert path.read_bytes() == content
            fresh = load(path)
        assert isinstance(fresh, Dispute)
        again = rule(fresh, margins=False)
        shown = live.now.answer
        assert shown.readings == again.readings
        assert shown.stances == again.stances
        for a, b in zip(shown.attacks, again.attacks, strict=True):
            assert [p.status for p in a.placements] == [p.status for p in b.placements]
            assert [v for p in a.placements for v in p.verdicts] == [
                v for p in b.placements for v in p.verdicts
            ]
    live.close()
    assert made == WALKS[name]
    assert flips >= 2, "the walk has to change somebody's outcome"


def test_the_walks_are_more_than_a_hundred_moves() -> None:
    assert sum(WALKS.values()) >= 100


def test_the_record_is_that_of_the_command(tmp_path: Path) -> None:
    live = table()
    for change in (Turn("template:0:A", 330), Carry("trooper:2", 232, 205), Lie("trooper:1", True)):
        assert live.do(change), live.notice
    path = tmp_path / "saved.toml"
    live.save(path)
    said = command("rule", str(path), "--json")
    assert json.loads(json.dumps(live.record())) == said
    assert outcomes(live) == in_json(said)


def test_the_record_of_events_is_that_of_the_command(tmp_path: Path) -> None:
    live = LiveTable(EVENTS, thinks=False)
    key = next(one.key for one in live.handles if one.kind == "area")
    x, y, _ = next(one.at for one in live.handles if one.key == key)
    assert live.do(Carry(key, x + 3, y - 2)), live.notice
    path = tmp_path / "saved.toml"
    live.save(path)
    assert json.loads(json.dumps(live.record())) == command("rule", str(path), "--json")


@pytest.mark.parametrize("name", ["burst-across-levels", "into-close-combat", "dome-or-ball",
                                  "cancelled-template", "through-its-user", "edge-of-a-roof",
                                  "covered-enemy", "upper-part-visible"])  # fmt: skip
def test_a_glimpse_has_the_outcomes_of_the_ruling(name: str) -> None:
    asked = load(SCENES / f"{name}.toml")
    assert isinstance(asked, Dispute)
    quick, whole = glimpse(asked), rule(asked, margins=False)
    for a, b in zip(quick.attacks, whole.attacks, strict=True):
        assert [(p.name, p.status, p.reasons) for p in a.placements] == [
            (p.name, p.status, p.reasons) for p in b.placements
        ]
        for p, q in zip(a.placements, b.placements, strict=True):
            assert [(v.trooper, v.outcome, effect(p, v)) for v in p.verdicts] == [
                (v.trooper, v.outcome, effect(q, v)) for v in q.verdicts
            ]


def test_a_glimpse_is_undecided_where_a_placeholder_decides(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    text = BURST.read_text(encoding="utf-8")
    assert text.count('kit = "box"')
    path.write_text(text.replace('kit = "box"', 'kit = "box"\nplaceholder = true'), "utf-8")
    asked = load(path)
    assert isinstance(asked, Dispute)
    said = [v.outcome for a in rule(asked, margins=False).attacks
            for p in a.placements for v in p.verdicts]  # fmt: skip
    assert Outcome.UNDECIDED in said
    assert said == [v.outcome for a in glimpse(asked).attacks
                    for p in a.placements for v in p.verdicts]  # fmt: skip


def test_undo_and_redo() -> None:
    live = table()
    start, first = live.text(), outcomes(live)
    assert (live.undo_word, live.redo_word) == ("", "")
    assert not live.undo()
    assert live.notice
    assert live.do(Carry("trooper:1", 222, 40, 0)), live.notice
    second = outcomes(live)
    assert second != first
    assert live.do(Turn("template:0:A", 330))
    assert live.undo_word == "turning A"
    third, text = outcomes(live), live.text()
    assert live.undo()
    assert outcomes(live) == second
    assert live.undo()
    assert (live.text(), outcomes(live)) == (start, first)
    assert live.redo_word == "moving 1"
    assert live.redo()
    assert live.redo()
    assert (live.text(), outcomes(live)) == (text, third)
    assert live.undo()
    assert live.do(Lie("trooper:1", True))
    assert live.redo_word == ""


def test_a_drag_is_one_step_and_can_be_dropped() -> None:
    live = table()
    start = live.text()
    for n in range(5):
        assert live.drag(Turn("template:0:A", 300 + n))
    assert live.is_held
    assert not live.items().strokes
    live.drop()
    assert not live.is_held
    assert live.text() == start
    for n in range(5):
        live.drag(Turn("template:0:A", 300 + n))
    live.release()
    assert live.items().strokes
    assert live.undo()
    assert live.text() == start
    assert not live.release()


def test_no_hand_waits_for_the_text_of_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """With thousands of pieces it takes seconds: only what is written or recorded asks for it."""
    live, asked = table(), []
    text = Sheet.text

    def counted(sheet: Sheet) -> str:
        asked.append(1)
        return text(sheet)

    monkeypatch.setattr(Sheet, "text", counted)
    assert live.drag(Turn("template:0:A", 330))
    assert live.release()
    live.ask_readings()
    assert live.undo()
    assert live.redo()
    assert asked == []
    assert live.record()["input_sha256"] == hashlib.sha256(live.text().encode()).hexdigest()


def test_a_drag_back_to_the_start_is_no_step() -> None:
    live = table()
    x, y, _ = next(one.at for one in live.handles if one.key == "trooper:1")
    live.drag(Carry("trooper:1", x + 3, y))
    live.drag(Carry("trooper:1", x, y))
    live.release()
    assert live.undo_word == ""


def test_a_refused_change_leaves_everything(tmp_path: Path) -> None:
    live = table()
    start = live.text()
    assert not live.do(Carry("trooper:nobody", 1, 1))
    assert "nothing of that name" in live.notice
    assert live.text() == start
    assert live.undo_word == ""
    assert live.do(Turn("template:0:A", 330))
    assert live.notice == ""


def test_why_it_did_not_follow_the_hand_is_still_said_when_it_is_put_down() -> None:
    """2 goes as far as the crate lets it; what stopped it isn't lost with the hand."""
    live = LiveTable(SCENES / "covered-enemy.json", thinks=False)
    x, y, _ = next(one.at for one in live.handles if one.key == "trooper:1")
    assert live.drag(Carry("trooper:1", x + 1, y, 0))
    assert not live.drag(Carry("trooper:1", 150, 150, 0)), "inside the wall"
    why = live.notice
    assert "can't stand there" in why
    assert live.release()
    assert live.notice == f"it stays at the last place where it can be: {why}"
    assert live.do(Lie("trooper:1", True))
    assert live.notice == ""


def test_history_has_an_end() -> None:
    history = History()
    live = table()
    for _ in range(MOST + 20):
        history.add(live.now)
    taken = 0
    while history.back(live.now) is not None:
        taken += 1
    assert taken == MOST


MINE = SCENES / "mine-round-corner.toml"


def test_a_mine_is_asked_when_what_is_held_is_put_down() -> None:
    """The search for how it goes off takes seconds: the hand doesn't wait, and is told so."""
    live = LiveTable(MINE)
    try:
        assert live.now.is_glimpse
        assert live.is_thinking
        live.settle(200)
        assert live.now.is_whole
        before = outcomes(live)
        assert Outcome.YES in before.values()
        key = "trooper:2"
        at = next(one.at for one in live.handles if one.key == key)
        assert live.drag(Carry(key, at[0] + 0.5, at[1]))
        assert "is asked when it is put down" in " ".join(live.items().notes)
        assert "is asked when it is put down" in live.content().glance[-1].word
        name = key.partition(":")[2]
        assert "is asked when it is put down" in " ".join(one.text for one in live.about(name))
        live.release()
        assert "is being worked out" in " ".join(live.items().notes)
        live.undo()
        assert live.now.is_whole, "what is known of the moment before isn't forgotten"
        assert outcomes(live) == before
    finally:
        live.close()


MOVES = SCENES / "area-templates" / "smoke-moves.toml"


def test_what_an_event_moved_is_moved_where_it_is_drawn() -> None:
    """Event 6 of this scene moves Beta: before it Beta's own place counts, after it the
    event's."""
    live = LiveTable(MOVES, thinks=False)
    moves = [i for i, row in enumerate(live.now.sheet.content["event"], 1)
             if row["kind"] == "move" and row["subject"] == "Beta" and "to" in row]  # fmt: skip
    number = moves[0]
    for step in range(live.steps + 1):
        drawn = {s.name: s.mesh.bounds.mean(axis=0) for s in live.items(Look(step=step)).solids
                 if s.kind == "trooper"}  # fmt: skip
        found = [one for one in live.handles_in(Look(step=step)) if one.kind == "trooper"]
        for one in found:
            assert one.at[:2] == pytest.approx(tuple(drawn[one.name][:2]), abs=1e-6)
        keys = {one.name: one.key for one in found}
        assert keys.get("Beta", "").startswith("trooper:" if step < number else "event:")
    beta = next(one for one in live.handles_in(Look(step=number)) if one.name == "Beta")
    assert beta.values["moved_by"] == number
    x, y, _ = beta.at
    assert live.do(Carry(beta.key, x + 4, y)), live.notice
    assert live.now.sheet.content["event"][number - 1]["to"][:2] == pytest.approx([x + 4, y])
    assert "Event" in " ".join(one.text for one in live.about("Beta", Look(step=number)))
    assert not live.do(Lie(beta.key, True))


def test_every_handle_in_a_scene_with_events_is_drawn_where_it_is() -> None:
    for path in sorted((SCENES / "area-templates").glob("*.toml")):
        live = LiveTable(path, thinks=False)
        for step in range(live.steps + 1):
            shown = live.items(Look(step=step))
            marks = {mark.at for mark in shown.marks}
            bases = [s.mesh.bounds for s in shown.solids if s.kind == "trooper"]
            for one in live.handles_in(Look(step=step)):
                if one.kind == "trooper":
                    assert any(np.allclose(b.mean(axis=0)[:2], one.at[:2]) for b in bases), path
                elif one.key.startswith("area:"):
                    assert one.at in marks, path
        assert live.opening_step is None or live.items(Look(step=live.opening_step)).labels


def test_one_look_changes_no_answer() -> None:
    live = table()
    whole = live.items()
    only = live.items(Look(trooper="2"))
    assert {stroke.trooper for stroke in only.strokes} == {"2"}
    assert len(only.strokes) < len(whole.strokes)
    assert {one.subject for one in only.labels if one.kind == "trooper"} == {
        one.subject for one in whole.labels if one.kind == "trooper"
    }
    assert live.items(Look(trooper="nobody")).strokes == whole.strokes
    placed = live.items(Look(placement="B"))
    assert [solid.name for solid in placed.solids if solid.kind == "template"] == ["B"]
    low = live.items(Look(level=0))
    assert low.notes != whole.notes
    assert live.items(Look(cut=10)).notes[0].startswith("cut")


def test_what_is_said_of_a_trooper() -> None:
    """1 of this scene is in the open: its findings in the rule's order, then margins."""
    live = table()
    said = [(one.style, one.text) for one in live.about("1")]
    texts = " ".join(text for _, text in said)
    assert said[0] == ("head", "A: AFFECTED")
    contact = texts.index("overlaps its silhouette")
    line = texts.index("A line from the Blast Focus reaches it")
    assert contact < line < texts.index("sideways move")
    assert "Infinity CodeOne, Template Weapons and Equipment" in texts
    live.drag(Turn("template:0:A", 330))
    held = " ".join(one.text for one in live.about("1"))
    assert "Let go" in held
    assert live.about("nobody") == ()
    assert live.about("A")[0].text == "Template A: PLACED"


def test_what_is_said_of_a_model_in_an_event() -> None:
    live = LiveTable(EVENTS, thinks=False)
    names = [
        label.subject for label in live.items(Look(step=3)).labels if label.outcome is not None
    ]
    assert names
    said = live.about(names[0], Look(step=3))
    assert said[0].style == "head"
    assert said[0].text.startswith("Event 3: ")
    assert live.steps == 8
    assert live.items(Look(step=0)).subtitle == "At the start, turn 1"
    with pytest.raises(RulingError):
        live.items(Look(step=9))


def test_what_an_event_changed_is_said_of_whom_it_changed(tmp_path: Path) -> None:
    """A model called 1 isn't in "smoke 1", nor in "1 inch": nothing of Beta's is said of it."""
    path = tmp_path / "a.toml"
    path.write_text(MOVES.read_text("utf-8").replace('"Gamma"', '"1"'), "utf-8")
    live = LiveTable(path, thinks=False)

    def said(name: str, step: int) -> str:
        return " ".join(one.text for one in live.about(name, Look(step=step)))

    assert said("1", 1) == "It carries 1 Fire Token."
    assert said("1", 3) == "It carries 1 Fire Token."
    assert "Beta has 3 Fire Tokens." in said("Beta", 1)
    assert "Smoke 1 is replaced by one 3 inches across" in said("smoke 1", 1)
    assert "Smoke 4, 1 inch across, is placed on Beta, its centre marked." in said("Beta", 3)
    assert "Event 3 moved it here." in said("Beta", 3)
    assert "is placed on Beta" in said("smoke 4", 3)
    assert "is placed on" not in said("smoke 1", 3)


def test_the_background_brings_margins_and_readings() -> None:
    live = LiveTable(BURST)
    try:
        assert live.is_thinking
        assert "being worked out" in " ".join(one.text for one in live.about("1"))
        live.do(Turn("template:0:A", 330))
        live.settle(120)
        assert not live.is_thinking
        assert live.now.is_whole
        assert any(v.margin for a in live.now.answer.attacks for p in a.placements
                   for v in p.verdicts)  # fmt: skip
        live.ask_readings()
        live.settle(120)
        assert "under every reading" in live.comparison
        # A change makes it a comparison of something else.
        live.do(Turn("template:0:A", 331))
        assert live.comparison == ""
        live.undo()
        assert live.now.is_whole
    finally:
        live.close()
    assert not live.is_thinking


def test_a_background_that_dies_is_said_and_begun_anew() -> None:
    live = LiveTable(BURST)
    try:
        assert live._thinker is not None
        live._thinker._process.kill()
        live.settle(30)
        assert "not everything could be worked out" in live.notice
        live.do(Turn("template:0:A", 330))
        live.settle(120)
        assert live.now.is_whole
    finally:
        live.close()


def test_a_background_that_died_while_it_had_nothing_to_do_is_begun_anew() -> None:
    live = LiveTable(BURST)
    try:
        live.settle(120)
        assert live._thinker is not None
        live._thinker._process.kill()
        live._thinker._process.join()
        assert live.do(Turn("template:0:A", 330))
        assert live.is_thinking
        live.settle(120)
        assert live.now.is_whole
        assert live.notice == ""
    finally:
        live.close()


@pytest.mark.parametrize("back_to", [4, 6])
def test_what_is_no_longer_asked_is_stopped(back_to: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A moment that was taken back is as little of interest as one that was changed."""
    monkeypatch.setattr(thinking, "_PATIENCE", -1.0)
    sheet, thinker = opened(BURST), Thinker()
    try:
        thinker.ask(5, sheet, "ruling")
        while thinker._at_work is None:
            assert thinker.poll() == []
        first = thinker._process
        thinker.turn_to(back_to, sheet, ("ruling",))
        assert thinker.is_busy
        assert thinker._process is not first
        assert not first.is_alive()
        while thinker._at_work is None:
            assert thinker.poll() == []
        # What is known already isn't asked: nothing is to come.
        thinker.turn_to(5, sheet, ())
        assert not thinker.is_busy
        assert thinker.poll() == []
        assert thinker._process is None
    finally:
        thinker.close()


def test_saving(tmp_path: Path) -> None:
    live = table()
    path = tmp_path / "a.toml"
    live.save(path)
    assert path.read_bytes() == BURST.read_bytes()
    live.do(Turn("template:0:A", 330))
    with pytest.raises(OutputError, match="exists already"):
        live.save(path)
    assert path.read_bytes() == BURST.read_bytes()
    live.save(path, replace=True)
    assert "aim = 330" in path.read_text("utf-8")
    assert proposed(path) == tmp_path / "a-2.toml"
    with pytest.raises(OutputError, match="give it that ending"):
        live.save(tmp_path / "a.json")
    with pytest.raises(OutputError, match="there is no folder"):
        live.save(tmp_path / "no" / "a.toml")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["a.toml"]


def test_what_was_saved_is_no_change(tmp_path: Path) -> None:
    live = table()
    assert not live.is_changed
    live.do(Turn("template:0:A", 330))
    assert live.is_changed
    live.save(tmp_path / "a.toml")
    assert not live.is_changed
    live.undo()
    assert live.is_changed, "the file that was written says something else"


@pytest.mark.parametrize("thinks", [False, True])
def test_readings_of_a_scene_without_attacks_can_t_be_asked(thinks: bool) -> None:
    live = LiveTable(SCENES / "railings.toml", thinks=thinks)
    try:
        live.ask_readings()
        live.settle(60)
        assert live.comparison.startswith("That can't be asked: there is no attack")
        assert live.notice == ""
    finally:
        live.close()


def test_a_scene_with_meshes_is_saved_beside_them(tmp_path: Path) -> None:
    live = LiveTable(SCENES / "mesh-table.toml", thinks=False)
    with pytest.raises(OutputError, match="save it in that folder"):
        live.save(tmp_path / "a.toml")


def test_a_faulty_file_is_refused_as_everywhere(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_text("format = 1\n", "utf-8")
    with pytest.raises(SceneError, match="name"):
        LiveTable(path)


HOSTILE: list[object] = [
    None, 3, "carry", [], {}, {"do": None}, {"do": "delete"}, {"do": ["carry"]}, {"do": "carry"},
    {"do": "carry", "key": "trooper:1", "x": 1},
    {"do": "carry", "key": "trooper:1", "x": "1", "y": 2},
    {"do": "carry", "key": "trooper:1", "x": True, "y": 2},
    {"do": "carry", "key": "trooper:1", "x": float("nan"), "y": 2},
    {"do": "carry", "key": "trooper:1", "x": float("inf"), "y": 2},
    {"do": "carry", "key": "trooper:1", "x": 10**400, "y": 2},
    {"do": "carry", "key": "trooper:1", "x": 1, "y": 2, "z": "3"},
    {"do": "carry", "key": "trooper:1", "x": 1, "y": 2, "more": 3},
    {"do": "carry", "key": "x" * 301, "x": 1, "y": 2},
    {"do": "carry", "key": {"a": 1}, "x": 1, "y": 2},
    {"do": "lie", "key": "trooper:1", "prone": 1},
    {"do": "aim", "key": "template:0:A", "name": None},
    {"do": "__class__", "key": "trooper:1"},
]  # fmt: skip


@pytest.mark.parametrize("message", HOSTILE, ids=lambda message: repr(message)[:60])
def test_a_malformed_message_is_no_change(message: object) -> None:
    with pytest.raises(MessageError):
        parsed(message)


def test_well_formed_messages() -> None:
    assert parsed({"do": "carry", "key": "trooper:1", "x": 1, "y": 2.5, "z": None}) == Carry(
        "trooper:1", 1, 2.5
    )
    assert parsed({"do": "raise", "key": "template:0:A", "mm": 3}) == Raise("template:0:A", 3)
    assert parsed({"do": "lie", "key": "trooper:1", "prone": True}) == Lie("trooper:1", True)
    assert parsed({"do": "read", "reading": "tilt", "choice": "x"}) == Read("tilt", "x")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)
KEYS = st.sampled_from(
    ["trooper:Beta", "trooper:1", "trooper:2", "template:0:A", "template:0:B", "template:9:A",
     "event:1", "area:x", "trooper:", ":", "tilt", "template_body"]
)  # fmt: skip
FIELDS = {
    "do": st.sampled_from(["carry", "turn", "lie", "tip", "tilt", "raise", "aim", "read"]),
    "key": KEYS,
    "reading": KEYS,
    "name": st.sampled_from(["1", "2", "Beta", "nobody", "<b>"]),
    "choice": st.sampled_from(["level_only", "above", "x"]),
    "prone": st.booleans(),
}
NUMBERS = st.floats() | st.floats(-50, 700) | st.integers(-500, 500)


@st.composite
def messages(draw: st.DrawFn) -> object:
    """Something from outside: often nearly a change."""
    if draw(st.integers(0, 9)) == 0:
        return draw(JSON)
    made: dict[str, Any] = {"do": draw(FIELDS["do"])}
    wanted = {"carry": ["key", "x", "y", "z"], "turn": ["key", "degrees"], "lie": ["key", "prone"],
              "tip": ["key", "degrees"], "tilt": ["key", "degrees"], "raise": ["key", "mm"],
              "aim": ["key", "name"], "read": ["reading", "choice"]}  # fmt: skip
    for name in wanted[made["do"]]:
        made[name] = draw(JSON if draw(st.integers(0, 19)) == 0 else FIELDS.get(name, NUMBERS))
    return made


@settings(max_examples=40)
@given(st.lists(messages(), min_size=1, max_size=5))
def test_whatever_comes_from_outside_the_table_stays_whole(told: list[object]) -> None:
    """Each message is a change, or none; what is left can be saved, read and taken back."""
    live = LiveTable(SCENES / "covered-enemy.json")
    live.close()
    live._thinker = Silent()
    start, made = live.text(), 0
    for message in told:
        try:
            change = parsed(message)
        except MessageError:
            continue
        before = live.text()
        if live.do(change):
            made += live.text() != before
        else:
            assert live.notice
            assert live.text() == before
    read(live.text().encode(), "covered-enemy.json")
    for _ in range(made):
        assert live.undo()
    assert live.text() == start
