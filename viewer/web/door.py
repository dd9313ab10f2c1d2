"""The door that pages talk through: known orders come in, everything else stays outside.

A page made with trame speaks wslink: messages packed by MessagePack, each in a chunk with a
header of twelve bytes. Trame's own server would let any page overwrite what the others show,
call whatever the server exports, and end it; so it isn't started, and this is what answers.
"""

import asyncio
import time
from typing import TYPE_CHECKING, Any, Final

from viewer.web.asks import AskError, parsed
from viewer.web.refusals import Refusals
from viewer.web.sharing import Shared, TableClosedError

if TYPE_CHECKING:
    from aiohttp.web import Request, WebSocketResponse

LARGEST: Final = 64 * 1024
"""Of a message that comes in, bytes."""
MOST: Final = 40
"""Pages at one time."""

_HEADER: Final = 12
_CHUNK: Final = 512 * 1024
_BEAT: Final = 10.0
_STALLED: Final = 15.0
_HELLO: Final = 10.0
_RATE: Final = 60.0
_BURST: Final = 120.0
_FORGIVEN: Final = 20
_QUIET: Final = ("trame.lifecycle.update", "trame.error.client", "trame.state.update")
"""What trame's page says on its own, and nobody here listens to."""
_TOPIC: Final = "table.changed"


class Door:
    """All connections, and what may be said by them.

    Parameters
    ----------
    state : dict
        What trame's page starts from.
    refusals : Refusals
        Where it says whom it doesn't answer.
    """

    def __init__(self, state: dict[str, Any], refusals: Refusals) -> None:
        self._state = state
        self._refusals = refusals
        self._pages: dict[str, _Page] = {}
        self._count = 0
        self.shared: Shared | None = None

    async def open(self, request: "Request") -> "WebSocketResponse":
        """Talk with one page until it goes."""
        from aiohttp import WSMsgType
        from aiohttp.web import HTTPServiceUnavailable, WebSocketResponse

        if len(self._pages) >= MOST:
            raise HTTPServiceUnavailable(text="too many pages look at this table")
        socket = WebSocketResponse(max_msg_size=LARGEST, heartbeat=_BEAT, compress=True)
        await socket.prepare(request)
        self._count += 1
        page = _Page(f"{self._count}", socket, request)
        self._pages[page.name] = page
        hello = asyncio.get_running_loop().call_later(_HELLO, page.leave_unless_greeted)
        try:
            async for message in socket:
                if message.type is WSMsgType.BINARY:
                    await self._take(page, message.data)
                elif message.type is WSMsgType.TEXT:
                    self._refuse(page, "a message that isn't packed")
                if page.faults > _FORGIVEN:
                    await page.close()
        finally:
            hello.cancel()
            del self._pages[page.name]
            if self.shared is not None:
                await self.shared.left(page.name)
        return socket

    def changed(self) -> None:
        """Tell every page that there is something new to be seen."""
        for page in self._pages.values():
            page.tell()

    async def close(self) -> None:
        """Send everybody away."""
        await asyncio.gather(*(page.close() for page in list(self._pages.values())))

    async def _take(self, page: "_Page", chunk: bytes) -> None:
        """One message: answered if it is known, else passed over and counted."""
        if not page.is_in_time():
            self._refuse(page, "more messages than a hand can send")
            return
        message = _unpacked(chunk)
        if message is None:
            self._refuse(page, "a message that can't be unpacked")
            return
        number, method, given = message
        if method == "wslink.hello":
            page.is_greeted = True
            await page.answer(number, {"clientID": f"c{page.name}", "maxMsgSize": LARGEST})
        elif not page.is_greeted:
            self._refuse(page, "a message before any greeting")
        elif method == "trame.state.get":
            await page.answer(number, self._state)
        elif method in _QUIET:
            await page.answer(number, None)
        elif method.startswith("table.") and self.shared is not None:
            try:
                ask = parsed(method.removeprefix("table."), given[0] if given else None)
                await page.answer(number, await self.shared.answer(page.name, ask))
            except AskError as error:
                self._refuse(page, str(error))
                await page.answer(number, None)
            except TableClosedError:
                await page.answer(number, None)
            except Exception as error:
                # Whatever went wrong for one page isn't to end it, or the table.
                page.faults += 1
                self._refusals.trouble(error)
                await page.answer(number, None)
        else:
            self._refuse(page, "an order that there isn't")
            await page.answer(number, None)

    def _refuse(self, page: "_Page", why: str) -> None:
        """Count it, and say so."""
        page.faults += 1
        self._refusals.say(page.address, why)


class _Page:
    """One connection."""

    def __init__(self, name: str, socket: "WebSocketResponse", request: "Request") -> None:
        self.name = name
        self.address = str(request.remote)
        self.is_greeted = False
        self.faults = 0
        self._socket = socket
        self._request = request
        self._sending = asyncio.Lock()
        self._telling: asyncio.Task[None] | None = None
        self._again = False
        self._told = 0
        self._sent = 0
        self._allowed = _BURST
        self._since = time.monotonic()

    def is_in_time(self) -> bool:
        """Whether it hasn't sent more than a hand can."""
        now = time.monotonic()
        self._allowed = min(_BURST, self._allowed + (now - self._since) * _RATE)
        self._since = now
        if self._allowed < 1.0:
            return False
        self._allowed -= 1.0
        return True

    def leave_unless_greeted(self) -> None:
        if not self.is_greeted:
            self._telling = asyncio.ensure_future(self.close())

    async def answer(self, number: str, value: Any) -> None:
        await self._send({"wslink": "1.0", "id": number, "result": value})

    def tell(self) -> None:
        """Say that there is something new; twice in a row is said once."""
        self._again = True
        if self.is_greeted and (self._telling is None or self._telling.done()):
            self._telling = asyncio.ensure_future(self._tell())

    async def _tell(self) -> None:
        while self._again:
            self._again = False
            self._told += 1
            name = f"publish:{_TOPIC}:{self._told}"
            await self._send({"wslink": "1.0", "id": name, "result": self._told})

    async def close(self) -> None:
        try:
            await asyncio.wait_for(self._socket.close(code=1001), 2.0)
        except (TimeoutError, ConnectionError, RuntimeError):
            self._drop()

    async def _send(self, message: dict[str, Any]) -> None:
        """Send a message; one who doesn't take it in time is sent away, and holds up nobody."""
        import msgpack

        packed: bytes = msgpack.packb(message)
        self._sent += 1
        chunks = _chunks(packed, self._sent)
        try:
            async with self._sending:
                for chunk in chunks:
                    if not self._socket.closed:
                        await asyncio.wait_for(self._socket.send_bytes(chunk), _STALLED)
        except (TimeoutError, ConnectionError, RuntimeError):
            self._drop()

    def _drop(self) -> None:
        """Cut the line: whoever is at its other end connects again."""
        if self._request.transport is not None:
            self._request.transport.abort()


def _chunks(packed: bytes, number: int) -> list[bytes]:
    head = (number % 2**32).to_bytes(4, "little")
    size = len(packed).to_bytes(4, "little")
    return [
        head + at.to_bytes(4, "little") + size + packed[at : at + _CHUNK]
        for at in range(0, len(packed), _CHUNK)
    ]


def _unpacked(chunk: bytes) -> tuple[str, str, list[Any]] | None:
    """A message's number, what it calls and with what; None for anything else.

    A page of ours never sends one that needs more than one chunk.
    """
    import msgpack

    if len(chunk) < _HEADER or chunk[4:8] != b"\0\0\0\0":
        return None
    if int.from_bytes(chunk[8:12], "little") != len(chunk) - _HEADER:
        return None
    try:
        message = msgpack.unpackb(chunk[_HEADER:], strict_map_key=True)
    except (ValueError, RecursionError, msgpack.exceptions.UnpackException):
        return None
    if not isinstance(message, dict):
        return None
    number, method, given = message.get("id"), message.get("method"), message.get("args", [])
    if not isinstance(number, str) or not isinstance(method, str) or not isinstance(given, list):
        return None
    return (number, method, given) if len(number) <= 100 else None
