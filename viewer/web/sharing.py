"""One table for all pages: one change after another, and one hand at a time."""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Final, TypeVar

import numpy as np

from viewer.live.messages import MessageError, parsed
from viewer.web.asks import Ask, AskError
from viewer.web.shapes import Shapes
from viewer.web.shown import view, within

if TYPE_CHECKING:
    from rules.scenefile.changes import Change
    from viewer.drawing.items import Items
    from viewer.live.table import LiveTable

T = TypeVar("T")

PATIENCE: Final = 8.0
"""A hand that says nothing for so many seconds has let go."""
_BUSY: Final = "Somebody else is moving something. Try again when it is put down."
_GONE: Final = "What was being moved is back where it was: the hand was away too long."


class Shared:
    """A table that several pages look at and change.

    Whatever touches the table happens on one thread, one thing after another.

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
        self._hand = ""
        self._heard = 0.0
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
        """
        shown = await self._on_thread(lambda: self._answer(page, ask))
        self._tell()
        return shown

    async def left(self, page: str) -> None:
        """Put back what a page was moving when it went away."""
        await self._on_thread(lambda: self._let_go(page))
        self._tell()

    async def tick(self) -> None:
        """Take what has been worked out in the background, and let go for hands that are gone."""
        await self._on_thread(self._tick)
        self._tell()

    async def text(self) -> str:
        """Return the scene file as it now stands."""
        return await self._on_thread(self._table.text)

    def close(self) -> None:
        """Wait for what is being done, and end."""
        self._thread.shutdown(wait=True)

    async def _on_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def _tell(self) -> None:
        table = self._table
        now = (table.version, table.is_held, table.is_thinking, table.comparison)
        if now != self._seen:
            self._seen = now
            self._changed()

    def _tick(self) -> None:
        self._table.poll()
        if self._hand and time.monotonic() - self._heard > PATIENCE:
            self._let_go(self._hand)

    def _let_go(self, page: str) -> None:
        if page == self._hand:
            self._hand = ""
            self._table.drop()

    def _answer(self, page: str, ask: Ask) -> dict[str, Any]:
        notice = self._done(page, ask)
        shown = view(self._table, ask, self._shapes)
        shown["notice"] = notice
        shown["mine"] = self._hand == page
        return shown

    def _done(self, page: str, ask: Ask) -> str:
        """Do it; return why it wasn't done, or nothing."""
        table = self._table
        if ask.verb == "see":
            return ""
        if self._hand not in ("", page):
            return "" if ask.verb in ("keep", "release", "drop") else _BUSY
        if ask.verb in ("keep", "release", "drop") and self._hand != page:
            return _GONE if ask.verb == "release" else ""
        self._heard = time.monotonic()
        match ask.verb:
            case "keep":
                return ""
            case "drop":
                self._let_go(page)
                return ""
            case "release":
                self._hand = ""
                return "" if table.release() else table.notice
            case "compare":
                table.ask_readings()
                return ""
            case "undo" | "redo":
                self._put_down()
                made = table.undo() if ask.verb == "undo" else table.redo()
                return "" if made else table.notice
            case "drag":
                change = self._change(ask)
                self._hand = page
                return "" if table.drag(change) else table.notice
        change = self._change(ask)
        self._put_down()
        return "" if table.do(change) else table.notice

    def _put_down(self) -> None:
        """What the same hand was dragging is released before it does something else."""
        if self._hand:
            self._hand = ""
            self._table.release()

    def _change(self, ask: Ask) -> "Change":
        message = dict(ask.change or {})
        try:
            change = parsed(message)
            if ask.onto and message.get("do") == "carry":
                items = self._table.items(within(self._table, ask.look))
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
