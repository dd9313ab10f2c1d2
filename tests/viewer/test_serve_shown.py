"""What pages are shown: told apart, where it is drawn, and by whose hand it moves."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.viewer.test_serve import OPEN, TURN, outcomes
from viewer.live.table import LiveTable
from viewer.web import asks, drawn, hands, sharing
from viewer.web.door import Door
from viewer.web.refusals import Refusals

SCENES = Path(__file__).parents[2] / "scenes"
# Two attacks with a template "A" each, and a trooper of that name: Beta's goes along +x over
# "1", Gamma's from (100, 300) along +y over nobody.
TWINS = (
    OPEN.decode().replace('name = "2"', 'name = "Gamma"')
    + """
[[trooper]]
name = "A"
side = "red"
silhouette = "S2"
at = [500, 100]

[[attack]]
by = "Gamma"
weapon = "Nanopulser"

[[attack.template]]
name = "A"
aim = 90
"""
)
CARRY = {"do": "carry", "key": "trooper:1", "x": 205, "y": 205}


class Pages:
    """A table in this process, and what pages ask of it."""

    def __init__(self, path: Path, thinks: bool = False) -> None:
        self.table = LiveTable(path, thinks=thinks)
        self.shared = sharing.Shared(self.table, lambda: None)

    async def ask(self, page: str, verb: str, **message: Any) -> dict[str, Any]:
        return await self.shared.answer(page, asks.parsed(verb, message))


@pytest.fixture
def pages(tmp_path: Path) -> Iterator[Callable[[str | Path], Pages]]:
    opened: list[Pages] = []

    def made(scene: str | Path) -> Pages:
        path = scene if isinstance(scene, Path) else tmp_path / "scene.toml"
        if isinstance(scene, str):
            path.write_text(scene, "utf-8")
        opened.append(Pages(path))
        return opened[-1]

    yield made
    for one in opened:
        one.shared.close()
        one.table.close()


def run(work: Callable[[], Awaitable[None]]) -> None:
    async def whole() -> None:
        await work()

    asyncio.run(whole())


def by_id(rows: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    assert len({one["id"] for one in rows}) == len(rows)
    return {one["id"]: one for one in rows}


# Told apart.


def test_templates_of_one_name_are_chosen_each_for_itself(
    pages: Callable[[str | Path], Pages],
) -> None:
    both = pages(TWINS)

    async def work() -> None:
        view = await both.ask("1", "see", about="area:A, by Gamma")
        handles, names = by_id(view["handles"]), by_id(view["names"])
        assert handles["area:A, by Beta"]["key"] == "template:0:A"
        assert handles["area:A, by Gamma"]["key"] == "template:1:A"
        assert handles["trooper:A"]["key"] == "trooper:A"
        assert names["area:A, by Gamma"]["title"] == "A, by Gamma"
        assert set(by_id(view["plan"])) >= {"area:A, by Beta", "area:A, by Gamma", "trooper:A"}
        assert view["about"][0][1].startswith("Template A, by Gamma")
        assert names["trooper:1"]["title"] == "1: AFFECTED by A, by Beta"
        assert [name for name, _ in view["placements"]] == ["A, by Beta", "A, by Gamma"]
        alone = await both.ask("1", "see", look={"placement": "A, by Gamma"}, about="trooper:A")
        assert [one["kind"] for one in alone["plan"]].count("template") == 1
        assert outcomes(alone)["1"] == "no"
        heads = [text for style, text, _ in alone["about"] if style == "head"]
        assert heads == ["A, by Gamma: not affected"]

    run(work)


def test_who_is_named_is_known_whatever_the_words_look_like(
    pages: Callable[[str | Path], Pages],
) -> None:
    family = "\N{MAN}\N{ZERO WIDTH JOINER}\N{WOMAN}"
    scene = TWINS.replace('name = "1"', f'name = "{family}"')
    # Not hit, and called as the words for one that is.
    scene = scene.replace('name = "Gamma"', f'name = "{family} (by A, by Beta)"')
    scene = scene.replace('by = "Gamma"', f'by = "{family} (by A, by Beta)"')
    both = pages(scene)

    async def work() -> None:
        view = await both.ask("1", "see")
        said = {word: chips for _, _, word, chips in view["glance"]}
        assert said["AFFECTED"] == [
            [f"{family} (by A, by Beta)", f"trooper:{family}", family],
        ]
        ids = [one for _, one, _ in said["not affected"]]
        assert f"trooper:{family} (by A, by Beta)" in ids
        assert by_id(view["names"])[f"trooper:{family}"]["name"] == family

    run(work)


# Where it is drawn.


def test_what_an_event_moved_is_moved_by_that_event(pages: Callable[[str | Path], Pages]) -> None:
    smoke = pages(SCENES / "area-templates/smoke-moves.toml")

    async def work() -> None:
        start = await smoke.ask("1", "see", look={"step": 0})
        after = await smoke.ask("1", "see", look={"step": 3})
        assert by_id(start["handles"])["trooper:Beta"]["key"] == "trooper:Beta"
        beta = by_id(after["handles"])["trooper:Beta"]
        assert (beta["key"], beta["values"]["moved_by"]) == ("event:3", 3)
        assert beta["at"] == by_id(after["plan"])["trooper:Beta"]["at"]
        assert beta["at"] != by_id(start["plan"])["trooper:Beta"]["at"]
        x, y, _ = beta["at"]
        change = {"do": "carry", "key": "event:3", "x": x + 5, "y": y + 3}
        moved = await smoke.ask("1", "do", look={"step": 3}, change=change)
        assert moved["notice"] == ""
        assert by_id(moved["plan"])["trooper:Beta"]["at"][:2] == [x + 5, y + 3]
        again = await smoke.ask("1", "see", look={"step": 0})
        assert again["plan"] == start["plan"]

    run(work)


def test_what_cant_be_moved_says_why(pages: Callable[[str | Path], Pages]) -> None:
    noise = pages(SCENES / "area-templates/noise.toml")
    circle = pages(SCENES / "circle-on-roof.toml")

    async def work() -> None:
        view = await noise.ask("1", "see", first=True)
        assert view["look"]["step"] == 1
        view = await noise.ask("1", "see", look={"step": 2}, about="trooper:guard")
        assert "trooper:guard" not in by_id(view["handles"])
        assert "trooper:guard" in by_id(view["plan"])
        assert "has no place of its own" in view["still"]["trooper:guard"]
        view = await circle.ask("1", "see")
        assert "it moves with Alpha" in view["still"]["area:A"]

    run(work)


def test_who_is_on_another_floor_is_found_there(pages: Callable[[str | Path], Pages]) -> None:
    levels = pages(SCENES / "burst-across-levels.toml")

    async def work() -> None:
        whole = await levels.ask("1", "see")
        everybody = {one["id"] for one in whole["plan"] if one["kind"] == "trooper"}
        ground = await levels.ask("1", "see", look={"level": 0})
        hidden = sorted(everybody - set(by_id(ground["plan"])))
        assert hidden
        for one in hidden:
            view = await levels.ask("1", "see", look={"level": 0}, about=one)
            there = await levels.ask("1", "see", look=view["elsewhere"], about=one)
            assert one in by_id(there["plan"])
            assert there["elsewhere"] is None

    run(work)


@pytest.mark.parametrize(("has_crate", "level", "shown"), [(1, 0, 0), (1, 1, None), (0, 0, None)])
def test_a_floor_that_there_isnt_is_the_whole_table(
    pages: Callable[[str | Path], Pages], has_crate: int, level: int, shown: int | None
) -> None:
    before, _, rest = OPEN.decode().partition("[[scenery]]")
    bare = before + rest[rest.index("[[trooper]]") :]
    plain = pages(OPEN.decode() if has_crate else bare)

    async def work() -> None:
        view = await plain.ask("1", "see", look={"level": level})
        assert view["look"]["level"] == shown
        assert outcomes(view)["1"] == "yes"

    run(work)


def test_a_table_of_many_pieces_opens(pages: Callable[[str | Path], Pages]) -> None:
    rows = [
        f'[[scenery]]\nname = "p{i}"\nkit = "box"\nsize = [4, 4, {5 + i / 100}]\n'
        f"at = [{700 + 8 * (i % 40)}, {8 * (i // 40)}]\n"
        for i in range(1000)
    ]
    many = pages(OPEN.decode().replace("[600, 600]", "[1100, 600]") + "\n".join(rows))

    async def work() -> None:
        for page in ("1", "2"):
            view = await many.ask(page, "see")
            pieces = view["shapes"][view["scenery"]]["pieces"]
            assert len(pieces) == 1001
            assert {shape for _, _, shape in pieces} <= set(view["shapes"])
        again = await many.ask("1", "see")
        assert again["shapes"] == {}

    run(work)


# Not known yet.


def test_at_whom_a_mine_goes_off_is_worked_out_when_it_is_put_down() -> None:
    mine = Pages(SCENES / "mine-round-corner.toml", thinks=True)
    carry = {"do": "carry", "key": "trooper:1"}

    async def settled() -> dict[str, Any]:
        while (view := await mine.ask("1", "see"))["glimpse"]:
            await asyncio.sleep(0.05)
            await mine.shared.tick()
        return view

    async def work() -> None:
        before = await settled()
        x, y, _ = by_id(before["plan"])["trooper:1"]["at"]
        held = await mine.ask("1", "drag", change={**carry, "x": x + 1, "y": y}, about="trooper:1")
        assert (held["held"], held["glimpse"]) == (True, True)
        assert "is asked when it is put down" in " ".join(word for _, _, word, _ in held["glance"])
        assert by_id(held["names"])["trooper:1"]["title"] == "1: asked when put down"
        let_go = await mine.ask("1", "release", about="trooper:1")
        assert (let_go["held"], let_go["glimpse"]) == (False, True)
        assert by_id(let_go["names"])["trooper:1"]["title"] == "1: being worked out"
        said = " ".join(text for _, text, _ in let_go["about"])
        assert "being worked out" in said
        assert "put down" not in said
        assert "Let go" not in said
        after = await settled()
        assert [one[2] for one in after["glance"]] == [one[2] for one in before["glance"]]

    try:
        run(work)
    finally:
        mine.shared.close()
        mine.table.close()


# Hands.


def test_what_couldnt_follow_the_hand_says_so_when_it_is_put_down(
    pages: Callable[[str | Path], Pages],
) -> None:
    plain = pages(OPEN.decode())

    async def work() -> None:
        await plain.ask("1", "drag", change={**CARRY, "key": "trooper:2", "x": 340, "y": 400})
        # Into the crate.
        bad = await plain.ask("1", "drag", change={**CARRY, "key": "trooper:2", "x": 372, "y": 400})
        assert "can't stand there" in bad["notice"]
        put = await plain.ask("1", "release")
        assert put["notice"].startswith("it stays at the last place where it can be: ")
        assert "can't stand there" in put["notice"]
        assert by_id(put["plan"])["trooper:2"]["at"] == [340.0, 400.0, 0.0]

    run(work)


def test_whoever_came_second_isnt_told_that_it_is_back(
    pages: Callable[[str | Path], Pages],
) -> None:
    plain = pages(OPEN.decode())

    async def work() -> None:
        await plain.ask("1", "drag", change=TURN)
        assert (await plain.ask("2", "drag", change=CARRY))["notice"] == hands.BUSY
        assert (await plain.ask("1", "release"))["notice"] == ""
        assert (await plain.ask("2", "release"))["notice"] == hands.LATE
        assert (await plain.ask("2", "release"))["notice"] == ""
        assert (await plain.ask("2", "see"))["undo"] == "turning A"

    run(work)


def test_nobody_holds_a_thing_for_ever(
    pages: Callable[[str | Path], Pages], monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = pages(OPEN.decode())
    clock = [1000.0]
    monkeypatch.setattr(hands, "time", SimpleNamespace(monotonic=lambda: clock[0]))

    async def later(seconds: int, keeping: str, trying: str = "") -> None:
        for _ in range(seconds):
            clock[0] += 1.0
            await plain.ask(keeping, "keep")
            if trying:
                await plain.ask(trying, "drag", change=CARRY)
            await plain.shared.tick()

    async def work() -> None:
        await plain.ask("1", "drag", change=TURN)
        await later(59, "1")
        assert plain.table.is_held
        await later(2, "1")
        assert not plain.table.is_held
        rested = await plain.ask("1", "release")
        assert rested["notice"] == hands.RESTED
        assert rested["undo"] == "turning A"
        # Somebody waits; once it is their turn, it is.
        await plain.ask("1", "drag", change={**TURN, "degrees": 45})
        await later(24, "1", "2")
        assert plain.table.is_held
        assert (await plain.ask("2", "see"))["mine"]
        assert (await plain.ask("1", "drag", change=TURN))["notice"] == hands.BUSY
        assert (await plain.ask("2", "release"))["notice"] == ""

    run(work)


# Whatever goes wrong.


@pytest.mark.parametrize("value", [10**400, -(10**400), float("nan"), float("-inf"), 1e7])
def test_a_height_is_a_number_of_a_table(value: float) -> None:
    with pytest.raises(asks.AskError, match="cut"):
        asks.parsed("see", {"look": {"cut": value}})
    with pytest.raises(asks.AskError, match="step"):
        asks.parsed("see", {"look": {"step": value}})


def test_what_goes_wrong_for_one_page_is_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    msgpack = pytest.importorskip("msgpack")

    class Broken:
        async def answer(self, page: str, ask: asks.Ask) -> dict[str, Any]:
            raise KeyError("p1")

    class Page:
        def __init__(self) -> None:
            self.name, self.address, self.faults, self.is_greeted = "1", "10.0.0.7", 0, True
            self.answered: list[Any] = []

        def is_in_time(self) -> bool:
            return True

        async def answer(self, number: str, value: Any) -> None:
            self.answered.append(value)

    door, page = Door({}, Refusals()), Page()
    monkeypatch.setattr(door, "shared", Broken())
    packed = msgpack.packb({"id": "1", "method": "table.see", "args": [{}]})
    chunk = b"\1\0\0\0\0\0\0\0" + len(packed).to_bytes(4, "little") + packed

    async def work() -> None:
        for _ in range(5):
            await door._take(page, chunk)  # type: ignore[arg-type]

    run(work)
    assert page.answered == [None] * 5
    assert page.faults == 5
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("trouble, and the table goes on: \"KeyError: 'p1'\"")


def test_the_file_is_written_while_the_table_is_busy(pages: Callable[[str | Path], Pages]) -> None:
    plain = pages(OPEN.decode())

    async def work() -> None:
        assert (await plain.ask("1", "do", change=CARRY))["notice"] == ""
        done = threading.Event()
        busy = asyncio.create_task(plain.shared._on_thread(done.wait))
        try:
            text = await asyncio.wait_for(plain.shared.text(), 60)
        finally:
            done.set()
            await busy
        assert text == plain.table.text()
        assert "205" in text

    run(work)


def test_what_is_told_apart_by_kind_has_a_name_by_kind() -> None:
    assert len({drawn.ident(kind, "A") for kind in ("trooper", "template", "scenery")}) == 3
