"""A table served among people who mean no good: slow, many, loud, and one Ctrl-C."""

import asyncio
import os
import signal
import socket
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.viewer.test_serve import CAN_SERVE, OPEN, WHY_NOT, Serving, Talk, outcomes, page, run
from viewer.web import gate

pytestmark = [
    pytest.mark.skipif(not CAN_SERVE, reason=WHY_NOT),
    pytest.mark.skipif(os.name == "nt", reason="no signals as a terminal sends them"),
]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Serving]:
    path = tmp_path / "open.toml"
    path.write_bytes(OPEN)
    found = Serving(path, "--port", "0")
    yield found
    found.interrupt()


def half(server: Serving, text: bytes = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n") -> socket.socket:
    found = socket.create_connection(("127.0.0.1", server.port), timeout=30)
    found.sendall(text)
    return found


def ended(one: socket.socket) -> bool:
    """Whether the other end has hung up."""
    try:
        return one.recv(1) == b""
    except ConnectionError:
        return True


def fetched(server: Serving, path: str, host: str = "127.0.0.1") -> int:
    """Ask for a file on a connection of its own; return the status."""
    request = f"GET /{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
    with half(server, request.encode()) as one:
        first = one.makefile("rb").readline()
    return int(first.split()[1]) if first else 0


def test_half_requests_are_cut_and_keep_nobody_out(server: Serving) -> None:
    import resource

    # As where a machine lets a program have few files open.
    _, most = resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE)
    resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (256, most))
    many = [half(server) for _ in range(400)]

    async def work() -> None:
        async with page(server) as one:
            assert outcomes(await one.table("see"))["1"] == "yes"

    # Those beyond what one address may have are sent away at once.
    start = time.monotonic()
    assert all(ended(one) for one in many[gate.EACH :])
    assert time.monotonic() - start < gate.HEADERS
    # The others have not to be waited for any longer than a request may take.
    assert all(ended(one) for one in many[: gate.EACH])
    run(work)
    for one in many:
        one.close()
    code, said = server.interrupt()
    assert code == 130
    lines = said.splitlines()
    assert any("a connection that asks for nothing" in line for line in lines)
    assert any("more connections than pages need" in line for line in lines)
    assert len(lines) == 3, said


test_half_requests_are_cut_and_keep_nobody_out = pytest.mark.skipif(
    sys.platform != "linux", reason="the limit of another process is set on Linux only"
)(test_half_requests_are_cut_and_keep_nobody_out)


def test_the_scene_is_asked_for_as_often_as_people_do(server: Serving) -> None:
    async def work() -> None:
        async with page(server) as other:
            found: Counter[int] = Counter()
            many = [asyncio.to_thread(fetched, server, "scene") for _ in range(150)]
            found.update(await asyncio.gather(*many))
            assert set(found) == {200, 429}, found
            # Whoever is connected has nothing to do with it.
            assert outcomes(await other.table("see"))["1"] == "yes"

    run(work)
    code, said = server.interrupt()
    assert code == 130
    assert [line for line in said.splitlines() if "refused" in line] == [
        "refused from 127.0.0.1: more requests than pages make"
    ]


def test_a_name_that_isnt_ours_is_said_once(server: Serving) -> None:
    for number in range(40):
        assert fetched(server, "", f"evil{number}.example") == 403
    code, said = server.interrupt()
    assert code == 130
    refused = [line for line in said.splitlines() if line.startswith("refused")]
    assert refused == [
        "refused from 127.0.0.1: a page that calls this machine 'evil0.example'",
    ]


@pytest.mark.parametrize("late", [0.0, 0.3])
def test_ctrl_c_in_the_middle_of_work_is_quiet(server: Serving, late: float) -> None:
    async def work() -> None:
        async with page(server) as one, page(server) as other:
            await one.table("drag", {"do": "turn", "key": "template:0:A", "degrees": 1})
            for talk in (one, other):
                await flood(talk)
            await asyncio.sleep(late)
            os.killpg(server.process.pid, signal.SIGINT)
            if late:
                for talk in (one, other):
                    talk.stream._response.connection.transport.abort()

    async def flood(talk: Talk) -> None:
        for degrees in range(50):
            change = {"do": "turn", "key": "template:0:A", "degrees": degrees}
            await talk.send("table.do", {"look": {}, "solid": True, "change": change})

    run(work)
    _, said = server.process.communicate(timeout=60)
    assert server.process.returncode == 130
    assert said.splitlines() == ["the table is closed; pages that are open say so"]
