"""The gate before the door: how many connections there may be, how slow, and how busy."""

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Final

from viewer.web.refusals import Refusals

EACH: Final = 64
"""Connections from one address: all pages come from one where a web proxy stands before us."""
ALL: Final = 160
"""Connections at one time: fewer than the files that any machine lets a program have open."""
HEADERS: Final = 10.0
"""Seconds until a connection must have asked for something."""
IDLE: Final = 20.0
"""Seconds that a connection may stay without asking for more."""
_RATE: Final = 60.0
_BURST: Final = 600.0


class Gate:
    """Makes aiohttp's protocol for those connections that are let in.

    Parameters
    ----------
    within : callable
        Makes the protocol of one connection.
    refusals : Refusals
    """

    def __init__(self, within: Callable[[], asyncio.Protocol], refusals: Refusals) -> None:
        self._within = within
        self._refusals = refusals
        self._open: dict[asyncio.BaseTransport, _Guarded] = {}
        self._from: Counter[str] = Counter()
        self._asked: dict[str, tuple[float, float]] = {}

    def __call__(self) -> asyncio.Protocol:
        """Return the protocol of a connection that has just been made."""
        return _Guarded(self)

    def arrived(self, transport: asyncio.BaseTransport | None) -> None:
        """Take note that somebody has said what they want."""
        known = self._open.get(transport) if transport is not None else None
        if known is not None:
            known.greeted()

    def may(self, address: str, cost: float = 1.0) -> bool:
        """Whether an address may ask again, rather than later."""
        now = asyncio.get_running_loop().time()
        if len(self._asked) > 1000:
            self._asked = {
                one: (left, at)
                for one, (left, at) in self._asked.items()
                if left + (now - at) * _RATE < _BURST
            }
        left, at = self._asked.get(address, (_BURST, now))
        left = min(_BURST, left + (now - at) * _RATE)
        is_allowed = left >= cost
        self._asked[address] = (left - cost if is_allowed else left, now)
        if not is_allowed:
            self._refusals.say(address, "more requests than pages make")
        return is_allowed

    def let_in(self, transport: asyncio.BaseTransport, one: "_Guarded") -> asyncio.Protocol | None:
        """Return the protocol for a connection; None where there are too many."""
        address = address_of(transport)
        if len(self._open) >= ALL or self._from[address] >= EACH:
            self._refusals.say(address, "more connections than pages need")
            return None
        self._open[transport] = one
        self._from[address] += 1
        return self._within()

    def let_out(self, transport: asyncio.BaseTransport) -> None:
        """Forget a connection that has ended."""
        if self._open.pop(transport, None) is not None:
            address = address_of(transport)
            self._from[address] -= 1
            if not self._from[address]:
                del self._from[address]

    def late(self, transport: asyncio.BaseTransport) -> None:
        """Take note that one never said what it wants."""
        self._refusals.say(address_of(transport), "a connection that asks for nothing")


class _Guarded(asyncio.Protocol):
    """One connection: what comes is handed on, once it is let in."""

    def __init__(self, gate: Gate) -> None:
        self._gate = gate
        self._inner: asyncio.Protocol | None = None
        self._transport: asyncio.Transport | None = None
        self._timer: asyncio.TimerHandle | None = None

    def greeted(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._inner = self._gate.let_in(transport, self)
        if self._inner is None:
            transport.abort()
            return
        self._transport = transport
        self._timer = asyncio.get_running_loop().call_later(HEADERS, self._late)
        self._inner.connection_made(transport)

    def _late(self) -> None:
        if self._transport is not None:
            self._gate.late(self._transport)
            self._transport.abort()

    def connection_lost(self, error: Exception | None) -> None:
        self.greeted()
        if self._transport is not None:
            self._gate.let_out(self._transport)
            self._transport = None
        if self._inner is not None:
            self._inner.connection_lost(error)

    def data_received(self, data: bytes) -> None:
        if self._inner is not None:
            self._inner.data_received(data)

    def eof_received(self) -> bool | None:
        return self._inner.eof_received() if self._inner is not None else None

    def pause_writing(self) -> None:
        if self._inner is not None:
            self._inner.pause_writing()

    def resume_writing(self) -> None:
        if self._inner is not None:
            self._inner.resume_writing()


def address_of(transport: asyncio.BaseTransport) -> str:
    """Return from which address a connection came; empty where that isn't known any more."""
    known = transport.get_extra_info("peername")
    return str(known[0]) if known else ""
