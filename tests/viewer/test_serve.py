"""A table served: what pages may ask, and what nobody may."""

import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meshes.kit import box
from meshes.mesh import Mesh
from viewer.drawing.items import Solid
from viewer.live import messages
from viewer.web import asks, hands, hosts, serving, sharing
from viewer.web.shapes import Shapes
from viewer.writing import OutputError

WHY_NOT = "nothing to serve pages with: pip install blastfocus[web]"
try:
    serving.check()
    CAN_SERVE = True
except OutputError:
    CAN_SERVE = False
served = pytest.mark.skipif(not CAN_SERVE, reason=WHY_NOT)

# Beta at (100, 200) throws a Nanopulser's small teardrop, 160 long, along +x: its Blast Focus
# is at (112.5, 200). "1" stands in the open at (200, 200), "2" 100 mm to the side of Beta.
OPEN = b"""
format = 1
name = "Open ground"
rules = "infinity-codeone"

[table]
size = [600, 600]

[[scenery]]
name = "crate"
kit = "box"
size = [60, 60, 40]
at = [400, 400]

[[trooper]]
name = "Beta"
side = "blue"
silhouette = "S2"
at = [100, 200]

[[trooper]]
name = "1"
side = "red"
silhouette = "S2"
at = [200, 200]

[[trooper]]
name = "2"
side = "red"
silhouette = "S2"
at = [100, 300]

[[attack]]
by = "Beta"
weapon = "Nanopulser"

[[attack.template]]
name = "A"
aim = 0
"""
TURN = {"do": "turn", "key": "template:0:A", "degrees": 90}


class Serving:
    """A server in a process of its own, as the command starts it."""

    def __init__(self, scene: Path, *options: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "viewer.cli", "serve", str(scene), *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parents[2],
            # Ctrl-C reaches all that a terminal started.
            start_new_session=True,
        )
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        assert "http://127.0.0.1:" in said, (said, self.process.communicate())
        self.port = int(said.split("http://127.0.0.1:")[1].split("/")[0])
        self.url = f"http://127.0.0.1:{self.port}/"

    def interrupt(self) -> tuple[int, str]:
        """Press Ctrl-C; return the exit status and what was said on stderr."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGINT)
        _, said = self.process.communicate(timeout=60)
        return self.process.returncode, said


class Talk:
    """A page without a browser: wslink's messages, well formed or not."""

    def __init__(self, stream: Any) -> None:
        self.stream = stream
        self.number = 0
        self.pushed = 0

    async def send(self, method: str, *given: Any, number: str = "") -> str:
        import msgpack

        self.number += 1
        number = number or f"rpc:c1:{self.number}"
        packed = msgpack.packb(
            {"wslink": "1.0", "id": number, "method": method, "args": list(given), "kwargs": {}}
        )
        await self.stream.send_bytes(framed(packed))
        return number

    async def call(self, method: str, *given: Any, number: str = "") -> Any:
        """Call something, and return what comes back; pushes on the way are counted."""
        import msgpack

        number = await self.send(method, *given, number=number)
        whole = b""
        while True:
            chunk = await self.stream.receive_bytes(timeout=60)
            whole += chunk[12:]
            if len(whole) < int.from_bytes(chunk[8:12], "little"):
                continue
            message, whole = msgpack.unpackb(whole), b""
            if message["id"] == number:
                return message.get("result")
            assert message["id"].startswith("publish:table.changed:")
            self.pushed += 1

    async def greet(self) -> None:
        hello = {"secret": "wslink-secret"}
        found = await self.call("wslink.hello", hello, number="system:c0:0")
        assert found["clientID"].startswith("c")

    async def table(self, verb: str, change: Any = None, **more: Any) -> Any:
        asked = {"look": {}, "solid": False, **more}
        if change is not None:
            asked["change"] = change
        return await self.call(f"table.{verb}", asked)


def framed(packed: bytes, size: int | None = None) -> bytes:
    told = len(packed) if size is None else size
    return b"\1\0\0\0" + b"\0\0\0\0" + told.to_bytes(4, "little") + packed


def outcomes(view: Any) -> dict[str, str]:
    return {one["name"]: one["sign"] for one in view["names"] if one["kind"] == "trooper"}


def state(view: Any) -> Any:
    """What only a change makes another."""
    return [view[key] for key in ("handles", "readings", "undo", "redo", "held")]


def direction(view: Any) -> float:
    found = next(one["toward"] for one in view["handles"] if one["key"] == "template:0:A")
    assert isinstance(found, float)
    return found


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("served") / "open.toml"
    path.write_bytes(OPEN)
    return path


@pytest.fixture(scope="module")
def server(scene: Path) -> Iterator[Serving]:
    """A server of the open ground; whoever changes something takes it back."""
    if os.name == "nt":
        pytest.skip("a process here can't be ended as by Ctrl-C on Windows")
    found = Serving(scene, "--port", "0")
    yield found
    code, said = found.interrupt()
    assert code == 130
    assert "Traceback" not in said, said


@contextlib.asynccontextmanager
async def page(server: Serving, greeted: bool = True, compress: int = 0) -> AsyncIterator[Talk]:
    import aiohttp

    async with aiohttp.ClientSession() as session:
        origin = server.url.rstrip("/")
        async with session.ws_connect(
            f"{server.url}ws", origin=origin, max_msg_size=0, compress=compress
        ) as stream:
            found = Talk(stream)
            if greeted:
                await found.greet()
            yield found


def run(work: Callable[[], Awaitable[None]]) -> None:
    async def whole() -> None:
        await work()

    asyncio.run(whole())


# What a page sees.


@served
def test_a_page_sees_who_is_hit_and_why(server: Serving) -> None:
    async def work() -> None:
        async with page(server) as one:
            view = await one.table("see", about="trooper:1")
            assert outcomes(view) == {"Beta": "no", "1": "yes", "2": "no"}
            said = " ".join(text for _, text, _ in view["about"])
            assert "A line from the Blast Focus" in said
            pieces = view["shapes"][view["scenery"]]["pieces"]
            drawn = [view["scenery"], *(shape for _, _, shape in pieces)]
            assert [name for _, name, _ in pieces] == ["crate"]
            assert set(view["shapes"]) == {*drawn, *(part["shape"] for part in view["plan"])}
            again = await one.table("see")
            assert again["shapes"] == {}

    run(work)


@served
def test_a_move_is_ruled_on_shared_saved_and_taken_back(server: Serving, scene: Path) -> None:
    async def work() -> None:
        import aiohttp

        from rules.ruling import rule
        from rules.scenefile import read

        async with page(server) as one, page(server) as other:
            assert direction(await other.table("see")) == 0.0
            view = await one.table("drag", TURN)
            assert view["held"]
            assert view["mine"]
            assert outcomes(view) == {"Beta": "no", "1": "no", "2": "yes"}
            seen = await other.table("see")
            assert outcomes(seen) == {"Beta": "no", "1": "no", "2": "yes"}
            assert seen["held"]
            assert not seen["mine"]
            refused = await other.table("do", {"do": "turn", "key": "trooper:1", "degrees": 9})
            assert "Somebody else" in refused["notice"]
            released = await one.table("release")
            assert not released["held"]
            assert released["undo"]
            async with (
                aiohttp.ClientSession() as session,
                session.get(f"{server.url}scene") as answer,
            ):
                text = await answer.read()
            saved = rule(read(text, "saved.toml"), margins=False)
            (attack,) = saved.attacks
            (placement,) = attack.placements
            said = {one.trooper: one.outcome.value.lower() for one in placement.verdicts}
            assert said == outcomes(await other.table("see"))
            assert outcomes(await other.table("undo")) == {"Beta": "no", "1": "yes", "2": "no"}
            assert direction(await one.table("see")) == 0.0
            assert one.pushed > 0
            assert other.pushed > 0

    run(work)
    assert scene.read_bytes() == OPEN


@served
def test_what_was_held_by_a_page_that_is_gone_is_back_where_it_was(server: Serving) -> None:
    async def work() -> None:
        async with page(server) as other:
            async with page(server) as one:
                await one.table("drag", TURN)
                assert (await other.table("see"))["held"]
                # Without a word: the line is cut.
                one.stream._response.connection.transport.abort()
            view = await other.table("see")
            while view["held"]:
                view = await other.table("see")
            assert direction(view) == 0.0
            assert not view["undo"]

    run(work)


def test_a_hand_that_is_silent_has_let_go(scene: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from viewer.live.table import LiveTable

    table = LiveTable(scene, thinks=False)
    told: list[int] = []

    async def work() -> None:
        shared = sharing.Shared(table, lambda: told.append(1))
        dragged = await shared.answer("1", asks.parsed("drag", {"change": TURN}))
        assert dragged["held"]
        await shared.tick()
        assert table.is_held
        monkeypatch.setattr(hands, "SILENT", -1.0)
        await shared.tick()
        assert not table.is_held
        late = await shared.answer("1", asks.parsed("release", {}))
        assert "back where it was" in late["notice"]
        assert direction(late) == 0.0
        assert late["undo"] == ""
        shared.close()

    run(work)
    table.close()
    assert told


def test_a_reading_is_changed_for_all(scene: Path) -> None:
    from viewer.live.table import LiveTable

    table = LiveTable(scene, thinks=False)

    async def work() -> None:
        shared = sharing.Shared(table, lambda: None)
        read = {"do": "read", "reading": "template_body", "choice": "both_sides"}
        await shared.answer("1", asks.parsed("do", {"change": read}))
        view = await shared.answer("2", asks.parsed("see", {}))
        chosen = {one["name"]: (one["chosen"], one["default"]) for one in view["readings"]}
        assert chosen["template_body"][0] == "both_sides"
        compared = await shared.answer("2", asks.parsed("compare", {}))
        assert "reading" in compared["comparison"]
        shared.close()

    run(work)
    table.close()


def test_events_are_stepped_through_by_each_page_for_itself() -> None:
    from viewer.live.table import LiveTable

    table = LiveTable(
        Path(__file__).parents[2] / "scenes/area-templates/blast-scatter.toml", thinks=False
    )

    async def work() -> None:
        shared = sharing.Shared(table, lambda: None)
        last = await shared.answer("1", asks.parsed("see", {}))
        third = await shared.answer("2", asks.parsed("see", {"look": {"step": 3}}))
        start = await shared.answer("3", asks.parsed("see", {"look": {"step": 0}}))
        assert last["steps"] == 4
        assert last["event"][0][1].startswith("Event 4.")
        assert third["event"][0][1].startswith("Event 3.")
        assert [one[2] for one in third["glance"]] == ["AFFECTED", "not affected"]
        assert start["event"][0][1].startswith("At the start")
        assert start["glance"] == []
        shared.close()

    run(work)
    table.close()


@served
def test_onto_what_is_on_top_or_at_its_level(server: Serving) -> None:
    async def work() -> None:
        async with page(server) as one:
            # The crate reaches from 370; a base has a radius of 12.5.
            carry = {"do": "carry", "key": "trooper:2", "x": 356, "y": 400}
            assert (await one.table("do", carry))["notice"] == ""
            below = await one.table("do", {**carry, "x": 372})
            assert "can't stand there" in below["notice"]
            above = await one.table("do", {**carry, "x": 390}, onto=True)
            assert above["notice"] == ""
            base = next(one for one in above["handles"] if one["key"] == "trooper:2")
            assert base["at"] == [390.0, 400.0, 40.0]
            await one.table("undo")
            await one.table("undo")

    run(work)


@served
def test_a_page_looks_only_at_what_there_is(server: Serving) -> None:
    async def work() -> None:
        async with page(server) as one:
            view = await one.table(
                "see",
                look={"trooper": "nobody", "placement": "Z", "step": 7, "level": 9},
                about="?",
            )
            assert view["look"]["placement"] == ""
            assert (view["look"]["step"], view["look"]["level"]) == (None, None)
            assert view["about"] == []
            assert outcomes(view) == {"Beta": "no", "1": "yes", "2": "no"}

    run(work)


# What nobody gets.


@served
def test_nothing_is_served_but_the_page_and_the_scene(server: Serving) -> None:
    paths = [
        *("index.html", "table/", "assets/", "assets", "table/report.css", "open.toml"),
        *("../pyproject.toml", "%2e%2e/pyproject.toml", "table/../../cli.py", "static/x"),
        *("//etc/passwd", "table/serve.js/", "logo.png", "coi-serviceworker.min.js"),
    ]

    async def work() -> None:
        import aiohttp
        from yarl import URL

        async with aiohttp.ClientSession() as session:
            for path in paths:
                url = URL(f"{server.url}{path}", encoded=True)
                async with session.get(url, allow_redirects=False) as answer:
                    assert answer.status == 404, path
            async with session.get(server.url, headers={"Origin": "http://evil.example"}) as answer:
                assert answer.status == 200
                assert "Access-Control-Allow-Origin" not in answer.headers
                policy = answer.headers["Content-Security-Policy"]
            assert policy.startswith("default-src 'none'; script-src 'self'")
            for method in ("POST", "PUT", "DELETE", "OPTIONS"):
                async with session.request(method, f"{server.url}scene", data=b"x") as answer:
                    assert answer.status == 405, method
            async with session.get(f"{server.url}ws") as answer:
                assert answer.status == 403

    run(work)


@served
@pytest.mark.parametrize(
    ("host", "origin"),
    [
        ("evil.example", "http://evil.example"),
        ("127.0.0.1", "http://evil.example"),
        ("127.0.0.1:1", "null"),
        ("10.9.8.7", "http://10.9.8.7"),
        ("", ""),
    ],
)
def test_pages_of_other_sites_get_nowhere(server: Serving, host: str, origin: str) -> None:
    async def work() -> None:
        import aiohttp

        async with aiohttp.ClientSession() as session:
            headers = {"Host": host, "Origin": origin}
            with pytest.raises(aiohttp.WSServerHandshakeError, match=r"403|400"):
                await session.ws_connect(f"{server.url}ws", headers=headers)

    run(work)


@served
def test_orders_that_trame_would_obey_do_nothing(server: Serving) -> None:
    template = {"key": "trame__template_main", "value": "<script>alert(1)</script>"}
    orders: list[tuple[str, list[Any]]] = [
        ("application.exit", []),
        ("application.exit.later", [0]),
        ("trame.state.update", [[template]]),
        ("trame.force.push", ["trame__template_main"]),
        ("trame.trigger", ["__import__", ["os"], {}]),
        ("viewport.geometry.view.get.export", ["1"]),
        ("table.save", [{"path": "/tmp/x"}]),
        ("table.do", [{"change": {"do": "save", "key": "/tmp/x"}}]),
        ("table.see", [{"look": {"trooper": {"$ne": 1}}}]),
        ("table.see", []),
        ("table.__class__", [{}]),
    ]

    async def work() -> None:
        async with page(server) as one, page(server) as other:
            before = state(await other.table("see"))
            page_state = await other.call("trame.state.get")
            for method, given in orders:
                assert await one.call(method, *given) is None, method
            assert await other.call("trame.state.get") == page_state
            assert state(await other.table("see")) == before

    run(work)


@served
def test_messages_that_are_none_harm_nobody(server: Serving) -> None:
    import msgpack

    deep = b"\x91" * 30_000 + b"\xc0"
    frames = [
        *(b"", b"\0" * 11, b"\0" * 12, b"\xff" * 64, framed(b"\xc1"), framed(deep)),
        framed(msgpack.packb(1), 4_000_000_000),
        framed(msgpack.packb({"id": 7, "method": "table.see"})),
        framed(msgpack.packb({"id": "rpc:1", "method": ["table.see"], "args": {}})),
        framed(msgpack.packb({"id": "x" * 5000, "method": "table.see", "args": []})),
    ]

    async def work() -> None:
        import aiohttp

        async with page(server) as other:
            before = state(await other.table("see"))
            async with page(server) as one:
                for frame in frames:
                    await one.stream.send_bytes(frame)
                await one.stream.send_str('{"method": "table.undo"}')
                assert state(await one.table("see")) == before
            for compress, size in ((0, 70_000), (15, 50_000_000)):
                async with page(server, compress=compress) as one:
                    await one.stream.send_bytes(framed(b"\0" * size))
                    with pytest.raises((TypeError, aiohttp.ClientError)):
                        await one.table("see")
            async with page(server, greeted=False) as one:
                for _ in range(30):
                    await one.send("table.undo", {})
                message = await one.stream.receive(timeout=60)
                assert message.type in (aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED)
            assert state(await other.table("see")) == before

    run(work)


@served
def test_bytes_that_are_no_request_harm_nobody(server: Serving) -> None:
    for sent in (b"\0\1\2\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"GET /" + b"a" * 20_000, b""):
        with socket.create_connection(("127.0.0.1", server.port), timeout=60) as line:
            line.sendall(sent)

    async def work() -> None:
        async with page(server) as one:
            assert outcomes(await one.table("see")) == {"Beta": "no", "1": "yes", "2": "no"}

    run(work)


@served
def test_a_flood_from_one_page_doesn_t_drown_another(server: Serving) -> None:
    async def work() -> None:
        async with page(server) as one, page(server) as other:
            with contextlib.suppress(ConnectionError):
                for _ in range(600):
                    await one.send("table.see", {"look": {}})
            assert outcomes(await other.table("see")) == {"Beta": "no", "1": "yes", "2": "no"}

    run(work)


@settings(max_examples=60)
@given(
    message=st.recursive(
        st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=4),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(["do", "key", "x", "y", "z", "look", "cut", "step", "change"]),
                inner,
                max_size=4,
            )
        ),
        max_leaves=8,
    ),
    verb=st.sampled_from([*asks.VERBS, "save", ""]),
)
def test_whatever_comes_is_read_or_refused(message: Any, verb: str) -> None:
    with contextlib.suppress(asks.AskError):
        assert asks.parsed(verb, message).verb == verb
    with contextlib.suppress(messages.MessageError):
        messages.parsed(message)


@pytest.mark.parametrize(("step", "is_one"), [(0, 1), (1200, 1), (-1, 0), (10**9, 0), (1.0, 0)])
def test_an_event_is_looked_at_however_many_there_are(step: Any, is_one: int) -> None:
    with contextlib.nullcontext() if is_one else pytest.raises(asks.AskError, match="step"):
        assert asks.parsed("see", {"look": {"step": step}}).look.step == step


@pytest.mark.parametrize("value", [float("nan"), float("inf"), 1e300, "1", None, True, [1]])
def test_a_place_is_made_of_numbers(value: Any) -> None:
    with pytest.raises(messages.MessageError, match="x: "):
        messages.parsed({"do": "carry", "key": "trooper:1", "x": value, "y": 0})


@served
def test_trouble_in_the_background_ends_no_table(
    scene: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    import aiohttp

    from viewer.live.table import LiveTable

    table = LiveTable(scene, thinks=False)
    troubles = [OSError("no process can be started")]

    def poll() -> bool:
        if troubles:
            raise troubles.pop()
        return False

    monkeypatch.setattr(table, "poll", poll)

    async def work() -> None:
        port: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        serving_it = asyncio.create_task(
            serving.serve(table, "127.0.0.1", 0, ready=port.set_result)
        )
        address = f"http://127.0.0.1:{await port}/scene"
        while troubles:
            await asyncio.sleep(0.05)
        await asyncio.sleep(2 * serving._TICK)
        async with aiohttp.ClientSession() as session, session.get(address) as answer:
            assert await answer.read() == OPEN
        serving_it.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await serving_it

    run(work)
    assert "no process can be started" in capfd.readouterr().err
    table.close()


# The command.


@served
def test_a_port_that_is_taken_is_one_message(scene: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = subprocess.run(
            [sys.executable, "-m", "viewer.cli", "serve", str(scene), "--port", str(port)],
            capture_output=True,
            text=True,
            cwd=Path(__file__).parents[2],
            check=False,
        )
    assert done.returncode == 2
    assert done.stdout == ""
    (said,) = done.stderr.splitlines()
    assert said.startswith(f"127.0.0.1:{port}: the port is taken")
    assert f"--port {port + 1}" in said


def test_without_the_extra_the_remedy_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "find_spec", lambda name: None)
    with pytest.raises(OutputError, match=r"pip install \"blastfocus\[web\]\""):
        serving.check()


def test_only_names_of_this_machine_are_answered() -> None:
    assert hosts.is_answered("LOCALHOST:8080", "127.0.0.1", ())
    assert hosts.is_answered("[::1]:8080", "::1", ())
    assert hosts.is_answered("192.168.1.7:8080", "192.168.1.7", ())
    assert hosts.is_answered("192.168.1.7:8080", "::ffff:192.168.1.7", ())
    assert hosts.is_answered("[fe80::1]:8080", "fe80::1%eth0", ())
    assert hosts.is_answered(
        "club.example", "10.0.0.1", hosts.names_for("0.0.0.0", ["Club.example"])
    )
    for host in (
        "",
        "192.168.1.8",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "2130706433",
    ):
        assert not hosts.is_answered(host, "192.168.1.7", hosts.names_for("127.0.0.1"))


@pytest.mark.parametrize(("bound", "is_old"), [("0.0.0.0", True), ("::", False)])
def test_who_listens_everywhere_is_told_addresses_that_answer(bound: str, is_old: bool) -> None:
    found = hosts.addresses(bound, 8080)
    assert found[-1] == ("http://127.0.0.1:8080/" if is_old else "http://[::1]:8080/")
    assert {"[" not in one for one in found} == {is_old}


# Shapes.


def test_from_above_the_higher_is_drawn_later_whichever_way_round() -> None:
    low, high = box((100, 100, 20)).mesh, box((40, 40, 60)).mesh
    vertices = np.concatenate([low.vertices, high.vertices])
    faces = np.concatenate([low.faces, high.faces[:, ::-1] + len(low.vertices)])
    shapes = Shapes()
    name = shapes.from_above(Mesh(vertices, faces), "", is_convex=False, top=60.0)
    tints, paths = zip(*shapes.told(name)["paths"], strict=True)
    spans = [sorted({float(x) for x in d.strip("MZ").replace("L", " ").split()}) for d in paths]
    low_span, high_span = spans[-2], spans[-1]
    assert low_span == sorted({*low.vertices[:, 0].tolist(), *low.vertices[:, 1].tolist()})
    assert high_span == sorted({*high.vertices[:, 0].tolist(), *high.vertices[:, 1].tolist()})
    assert tints[-1] == "#DEDAD3"


def test_scenery_that_is_as_it_was_is_drawn_once() -> None:
    """Thousands of pieces are looked at anew only where one of them is another."""
    shapes, made = Shapes(), []
    meshes = [box((10, 10, high)).mesh for high in (10, 20, 30)]

    def names(*shown: Mesh) -> list[str]:
        solids = [Solid("crate", "scenery", mesh, "#B4AFA6") for mesh in shown]

        def make() -> tuple[list[str], list[str]]:
            made.append(len(solids))
            found = [shapes.solid(mesh, True) for mesh in shown]
            return found, found

        return shapes.settled("3D", solids, make)

    first = names(*meshes)
    assert names(*meshes) == first
    assert made == [3]
    assert names(*meshes[:2]) == first[:2]
    assert names(box((10, 10, 40)).mesh, *meshes[1:])[1:] == first[1:]
    assert made == [3, 2, 3]
    # What was forgotten meanwhile is made again.
    for number in range(1000):
        shapes.keep(f"other {number}", {})
    shapes.forget([])
    with pytest.raises(KeyError):
        shapes.told(first[0])
    assert names(*meshes) == first
    assert made == [3, 2, 3, 3]
    assert all(shapes.told(name) for name in first)


def test_a_copy_of_a_shape_has_its_name() -> None:
    shapes = Shapes()
    one, other = box((10, 10, 10)).mesh, box((10, 10, 10)).mesh
    assert shapes.solid(one, True) == shapes.solid(other, True)
    assert shapes.solid(one, True) != shapes.solid(box((10, 10, 11)).mesh, True)
