"""A table served to browsers, until somebody ends it."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias
from urllib.parse import quote

from viewer.web import hosts
from viewer.web.door import Door
from viewer.web.gate import IDLE, Gate
from viewer.web.page import HEADERS, Page, page
from viewer.web.refusals import Refusals
from viewer.web.sharing import Shared, TableClosedError
from viewer.writing import OutputError

if TYPE_CHECKING:
    from aiohttp.web import Request, StreamResponse

    from viewer.live.table import LiveTable

Answering: TypeAlias = "Callable[[Request], Awaitable[StreamResponse]]"

NEEDS: Final = ("aiohttp", "msgpack", "trame", "trame_client", "trame_vtk")
LAUNCHER: Final = "/paraview/"
"""Where trame's client asks first for somebody to talk with."""

_HERE: Final = '{"sessionURL": "ws://use_host/ws", "secret": "wslink-secret"}'
_TICK: Final = 0.15
_SCENE: Final = 10.0
"""How many requests for files one for the scene counts for."""


def check() -> None:
    """Refuse where what serves pages isn't installed.

    Raises
    ------
    OutputError
        With the remedy.
    """
    missing = [one for one in NEEDS if find_spec(one) is None]
    if missing:
        raise OutputError(
            f"serving a table needs {missing[0].replace('_', '-')}, which isn't installed; "
            'install it with: pip install "blastfocus[web]"'
        )


async def serve(
    table: "LiveTable",
    host: str,
    port: int,
    names: Collection[str] = (),
    ready: Callable[[int], None] = lambda port: None,
) -> None:
    """Serve a table until the task is cancelled.

    Parameters
    ----------
    table : LiveTable
    host : str
        The address or name to listen on; 0.0.0.0 for all of this machine's.
    port : int
        0 for any that is free.
    names : collection of str
        Further names to answer to.
    ready : callable
        Is told the port as soon as pages can be opened.

    Raises
    ------
    OutputError
        If nobody can listen there.
    """
    from aiohttp.web import Application, AppRunner

    loop = asyncio.get_running_loop()
    refusals = Refusals()
    loop.set_exception_handler(lambda _, said: refusals.trouble(said.get("exception", said)))
    shown = page()
    door = Door(shown.state, refusals)
    door.shared = Shared(table, door.changed)
    app = Application(client_max_size=1024)
    log = logging.Logger(__name__)
    log.addFilter(lambda record: _is_said(record, refusals))
    runner = AppRunner(
        app, access_log=None, shutdown_timeout=2.0, logger=log, keepalive_timeout=IDLE
    )
    gate = Gate(lambda: runner.server() if runner.server else asyncio.Protocol(), refusals)
    answer = _answering(shown, door, gate, table, hosts.names_for(host, names), refusals)
    app.router.add_get("/{path:.*}", answer)
    app.router.add_post(LAUNCHER, answer)
    await runner.setup()
    listening = None
    try:
        try:
            listening = await loop.create_server(gate, host, port, backlog=64)
        except (OSError, OverflowError) as error:
            raise _trouble(host, port, error) from None
        ready(int(listening.sockets[0].getsockname()[1]))
        while True:
            await asyncio.sleep(_TICK)
            try:
                await door.shared.tick()
            except Exception as error:
                # Whatever went wrong in the background, the table goes on.
                refusals.trouble(error)
    finally:
        refusals.is_muted = True
        door.shared.refuse()
        if listening is not None:
            listening.close()
        await door.close()
        await runner.cleanup()
        door.shared.close()


def _is_said(record: logging.LogRecord, refusals: Refusals) -> bool:
    """Whether aiohttp says it itself: of what went wrong one line is enough."""
    from aiohttp.http_exceptions import HttpProcessingError

    error = record.exc_info and record.exc_info[1]
    if error and not isinstance(error, HttpProcessingError | ConnectionError):
        refusals.trouble(error)
    return not record.exc_info and not refusals.is_muted


def _answering(
    shown: Page,
    door: Door,
    gate: Gate,
    table: "LiveTable",
    names: Collection[str],
    refusals: Refusals,
) -> Answering:
    from aiohttp.web import (
        HTTPForbidden,
        HTTPNotFound,
        HTTPServiceUnavailable,
        HTTPTooManyRequests,
        Response,
        WebSocketResponse,
    )

    async def answer(request: "Request") -> "StreamResponse":
        gate.arrived(request.transport)
        path, host, asker = request.path, request.headers.get("Host", ""), str(request.remote)
        if not gate.may(asker, _SCENE if path == "/scene" else 1.0):
            raise HTTPTooManyRequests(text="too many requests; wait a moment\n", headers=HEADERS)
        if not hosts.is_answered(host, _local(request), names):
            refusals.say(asker, "a page that calls this machine", repr(host[:80]))
            raise HTTPForbidden(
                text="This machine isn't served under that name. Whoever started the server "
                "can allow it: blastfocus serve --name NAME\n",
                headers=HEADERS,
            )
        if request.method == "POST":
            return Response(text=_HERE, content_type="application/json", headers=HEADERS)
        if path == "/ws":
            if not hosts.is_ours(request.headers.get("Origin", ""), host):
                refusals.say(asker, "a page of another site")
                raise HTTPForbidden(headers=HEADERS)
            if not WebSocketResponse().can_prepare(request):
                raise HTTPNotFound(headers=HEADERS)
            return await door.open(request)
        if path == "/scene" and door.shared is not None:
            try:
                text = await door.shared.text()
            except TableClosedError:
                raise HTTPServiceUnavailable(headers=HEADERS) from None
            return Response(
                body=text.encode(),
                content_type="application/octet-stream",
                headers={**HEADERS, "Content-Disposition": attached(table.path)},
            )
        found = shown.files.get(path)
        if found is None:
            raise HTTPNotFound(headers=HEADERS)
        headers = {**HEADERS, "Vary": "Accept-Encoding"}
        body = found.plain
        if "gzip" in request.headers.get("Accept-Encoding", ""):
            headers["Content-Encoding"] = "gzip"
            body = found.packed
        return Response(body=body, content_type=found.type, charset="utf-8", headers=headers)

    return answer


def attached(path: Path) -> str:
    """Return the header that has a browser save a scene under a name like its file's.

    Examples
    --------
    >>> attached(Path("tables/Dach 2.toml"))
    "attachment; filename*=UTF-8''Dach%202-moved.toml"
    """
    name = quote(f"{path.stem}-moved{path.suffix.lower()}", safe="")
    return f"attachment; filename*=UTF-8''{name}"


def _local(request: "Request") -> str:
    """The address of this machine at which a request arrived."""
    known: Any = request.transport and request.transport.get_extra_info("sockname")
    return str(known[0]) if known else ""


def _trouble(host: str, port: int, error: Exception) -> OutputError:
    where = f"{host}:{port}"
    if isinstance(error, OverflowError) or not 0 <= port <= 65535:
        return OutputError(f"--port {port}: a port is a number from 0 to 65535; 8080 is usual")
    said = str(getattr(error, "strerror", "") or error)
    if "in use" in said.lower() or "only one usage" in said.lower():
        return OutputError(
            f"{where}: the port is taken, maybe by another table; end that one, or choose "
            f"another port: --port {port + 1 if port < 65535 else 8080}"
        )
    return OutputError(f"{where}: can't be listened on ({said}); choose another --host or --port")
