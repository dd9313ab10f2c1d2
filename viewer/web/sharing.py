"""One table for all pages: one change after another, and one hand at a time."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from viewer.live.messages import MessageError, parsed
from viewer.web.apart import apart
from viewer.web.asks import Ask, AskError
from viewer.web.hands import BUSY, Hands
from viewer.web.shapes import Shapes
from viewer.web.shown import view, within

if TYPE_CHECKING:
    from rules.scenefile.changes import Change
    from rules.scenefile.editing import Sheet
    from viewer.drawing.items import Items
    from viewer.live.table import LiveTable

T = TypeVar("T")


class TableClosedError(Exception):
    """Nobody is answered any more: the table is being closed."""


class Shared:
    """A table that several pages look at and change.

    Whatever touches the table happens on one thread, one thing after another. The text of a
    file takes seconds where it has thousands of pieces, and is written on another.

    Parameters
    ----------
    table : LiveTable
    changed : callable
        Is told, on the event loop, that there is something new to be seen.
    """

    def __init__(self, table: "LiveTable", changed: Callable[[], None]) -> None:
        self._table = table
        self._changed = changed
        self._shapes = Shapes()
        self._thread = ThreadPoolExecutor(1, "table")
        self._writing = ThreadPoolExecutor(1, "text")
        self._hands = Hands()
        self._sent: dict[str, set[str]] = {}
        self._text: tuple[Sheet, str] | None = None
        self._is_closed = False
        self._seen = (-1, False, False, "")

    async def answer(self, page: str, ask: Ask) -> dict[str, Any]:
        """Do what a page asks, and return what it sees then.

        Parameters
        ----------
        page : str
            Which connection it came by.
        ask : Ask

        Raises
        ------
        AskError
            If it asks for a change that there isn't.
        TableClosedError
        """
        shown = await self._on_thread(lambda: self._answer(page, ask))
        self._tell()
        return shown

    async def left(self, page: str) -> None:
        """Put back what a page was moving when it went away."""
        if not self._is_closed:
            await self._on_thread(lambda: self._left(page))
            self._tell()

    async def tick(self) -> None:
        """Take what has been worked out in the background, and let go for hands that are gone."""
        await self._on_thread(self._tick)
        self._tell()

    async def text(self) -> str:
        """Return the scene file as it now stands; one that is known waits for nobody."""
        known, sheet = self._text, self._table.now.sheet
        if known is None or known[0] is not sheet:
            known = await self._on_thread(lambda: self._told(sheet), self._writing)
        return known[1]

    def refuse(self) -> None:
        """Answer nobody any more."""
        self._is_closed = True

    def close(self) -> None:
        """Wait for what is being done, drop what isn't begun, and end."""
        self._is_closed = True
        for thread in (self._thread, self._writing):
            thread.shutdown(wait=True, cancel_futures=True)

    async def _on_thread(
        self, work: Callable[[], T], thread: ThreadPoolExecutor | None = None
    ) -> T:
        if self._is_closed:
            raise TableClosedError
        return await asyncio.get_running_loop().run_in_executor(thread or self._thread, work)

    def _tell(self) -> None:
        table = self._table
        now = (table.version, table.is_held, table.is_thinking, table.comparison)
        if now != self._seen:
            self._seen = now
            self._changed()

    def _told(self, sheet: "Sheet") -> "tuple[Sheet, str]":
        if self._text is None or self._text[0] is not sheet:
            self._text = sheet, sheet.text()
        return self._text

    def _tick(self) -> None:
        self._table.poll()
        match self._hands.overdue():
            case "drop":
                self._table.drop()
            case "release":
                self._table.release()

    def _left(self, page: str) -> None:
        self._sent.pop(page, None)
        self._drop(page)
        self._hands.left(page)

    def _drop(self, page: str) -> None:
        if page == self._hands.holder:
            self._hands.end(page)
            self._table.drop()

    def _answer(self, page: str, ask: Ask) -> dict[str, Any]:
        notice = self._done(page, ask)
        shown = view(self._table, ask, self._shapes, self._sent.setdefault(page, set()))
        shown["notice"] = notice
        shown["mine"] = self._hands.holder == page
        return shown

    def _done(self, page: str, ask: Ask) -> str:
        """Do it; return what has to be said of that, mostly why it wasn't done."""
        table, hands = self._table, self._hands
        match ask.verb:
            case "see":
                return ""
            case "keep":
                hands.heard(page)
                return ""
            case "drop":
                self._drop(page)
                return hands.owed(page)
            case "release":
                if hands.holder != page:
                    return hands.owed(page)
                hands.end(page)
                # What couldn't follow the hand to the end stays short of it, and says so.
                table.release()
                return table.notice
            case "compare":
                table.ask_readings()
                return ""
        change = self._change(ask) if ask.verb in ("drag", "do") else None
        if not hands.take(page, holds=ask.verb == "drag"):
            return BUSY
        if ask.verb == "drag" and change is not None:
            return "" if table.drag(change) else table.notice
        # What the same hand was dragging is released before it does something else.
        if hands.holder:
            hands.end(page)
            table.release()
        if change is not None:
            return "" if table.do(change) else table.notice
        return "" if (table.undo() if ask.verb == "undo" else table.redo()) else table.notice

    def _change(self, ask: Ask) -> "Change":
        message = dict(ask.change or {})
        try:
            change = parsed(message)
            if ask.onto and message.get("do") == "carry":
                now = apart(self._table.now)
                items = now.items(within(now, ask.look))
                at = surface(items, float(message["x"]), float(message["y"]))
                change = parsed({**message, "z": at})
        except MessageError as error:
            raise AskError(str(error)) from None
        return change


def surface(items: "Items", x: float, y: float) -> float:
    """Return how high the scenery that is shown reaches over a point, mm; 0 for the table.

    Examples
    --------
    >>> from meshes.kit import box
    >>> from viewer.drawing.items import Items, Solid
    >>> crate = Solid("crate", "scenery", box((20, 20, 30)).mesh, "#B4AFA6")
    >>> items = Items("", "", (100.0, 100.0), (crate,), (), (), ())
    >>> surface(items, 5, 5), surface(items, 50, 50)
    (30.0, 0.0)
    """
    best = 0.0
    for solid in items.solids:
        low, high = solid.mesh.bounds
        if solid.kind != "scenery" or not (
            low[0] <= x <= high[0] and low[1] <= y <= high[1] and high[2] > best
        ):
            continue
        corners = solid.mesh.triangles
        a, b, c = (corners[:, i, :2] for i in range(3))
        at = np.array([x, y])
        twice = _cross(b - a, c - a)
        with np.errstate(divide="ignore", invalid="ignore"):
            u = _cross(at - a, c - a) / twice
            v = _cross(b - a, at - a) / twice
            inside = (twice != 0) & (u >= -1e-9) & (v >= -1e-9) & (u + v <= 1 + 1e-9)
        if inside.any():
            z = corners[:, :, 2]
            heights = z[:, 0] + u * (z[:, 1] - z[:, 0]) + v * (z[:, 2] - z[:, 0])
            best = max(best, float(heights[inside].max()))
    return best


def _cross(a: "np.ndarray[Any, Any]", b: "np.ndarray[Any, Any]") -> "np.ndarray[Any, Any]":
    found: np.ndarray[Any, Any] = a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
    return found
