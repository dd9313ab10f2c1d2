"""What the mouse does: picks, drags, turns the view, moves sliders, scrolls."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import numpy as np

from viewer.live.pointing import Subject
from viewer.window import pulling
from viewer.window.naming import stuck
from viewer.window.pulling import Pixel, Pull
from viewer.window.state import handle_of

if TYPE_CHECKING:
    from viewer.window.window import Window

Hold: TypeAlias = Literal["", "pull", "slider", "orbit", "shift", "wait", "stuck"]
Button: TypeAlias = Literal["left", "middle", "right"]

_STILL: Final = 3.0
"""A hand that moves less than this clicks, pixels."""
_AT_MARK: Final = 14.0
_TURN: Final = 0.35
"""Degrees a pixel."""
_NEAR: Final = 1.12
_SCROLL: Final = 60
_AT_TRACK: Final = 14.0


@dataclass(slots=True)
class Mouse:
    """A hand on the mouse.

    Parameters
    ----------
    window : Window
    """

    window: "Window"
    _hold: Hold = ""
    _button: Button = "left"
    _start: Pixel = (0.0, 0.0)
    _last: Pixel = (0.0, 0.0)
    _newest: Pixel | None = None
    _pull: Pull | None = None
    _track: int = 0
    _subject: Subject | None = None

    @property
    def is_pulling(self) -> bool:
        """Whether the hand has hold of something that it moves."""
        return self._hold in ("pull", "slider")

    def press(self, at: Pixel, shift: bool, ctrl: bool) -> None:
        """Take hold of whatever is there.

        Parameters
        ----------
        at : tuple of 2 floats
            Pixels from the window's lower left corner, as all places here.
        shift, ctrl : bool
        """
        window = self.window
        if self._hold and self._button != "left":
            return
        if self._hold:
            # It was let go where nobody saw it.
            self.let_go(at, "left")
        self._start = self._last = at
        self._newest = self._pull = self._subject = None
        self._button = "left"
        if window.state.question is not None:
            return
        if window.state.is_helping:
            window.state.is_helping = False
            window.refresh()
            return
        if at[0] >= window.split:
            self._press_words(at)
            return
        self._hold = "wait"
        self._subject = subject_at(window, at)
        if self._subject is None:
            return
        handle = handle_of(self._subject, window.items, window.table, window.look)
        if handle is not None and window.outlook is None:
            self._pull = pulling.pull(handle, window.table.asked, window.stage, at, shift, ctrl)

    def press_other(self, at: Pixel, button: Button) -> None:
        """Take hold of the view: to shift it, or with the middle button to turn it.

        While another button holds something, nothing happens.
        """
        if self._hold and self._button != button:
            return
        self._last, self._button = at, button
        self._hold = "orbit" if button == "middle" else "shift"

    def move(self, at: Pixel) -> None:
        """Note where the hand is; of many places between two ticks only the last counts."""
        if self._hold:
            self._newest = at

    def follow(self) -> None:
        """Do what the hand's newest place means."""
        at, window = self._newest, self.window
        self._newest = None
        if at is None or not self._hold:
            return
        if self._hold == "wait":
            if max(abs(at[0] - self._start[0]), abs(at[1] - self._start[1])) < _STILL:
                return
            self._begin()
        dx, dy = at[0] - self._last[0], at[1] - self._last[1]
        self._last = at
        if self._hold == "pull" and self._pull is not None:
            change = pulling.change(self._pull, window.stage, window.eye, at)
            if change is not None:
                made = window.table.drag(change)
                window.state.said = pulling.edge(change, window.items.size) if made else ""
            window.refresh()
        elif self._hold == "slider":
            self._slide(at)
        elif self._hold == "orbit":
            window.eye.orbit(-dx * _TURN, -dy * _TURN)
            window.moved()
        elif self._hold == "shift":
            window.eye.shift(dx, dy, window.stage.room[3])
            window.moved()

    def _begin(self) -> None:
        """The hand has moved: it pulls what it has hold of, or turns the view."""
        window, subject = self.window, self._subject
        window.state.hush()
        self._hold = "orbit"
        if subject is None:
            return
        if self._pull is not None:
            self._hold = "pull"
            window.state.pick(subject, window.items, window.table)
        elif window.outlook is None and subject[0] not in ("scenery", "section"):
            self._hold = "stuck"
            window.state.pick(subject, window.items, window.table)
            name, is_trooper = subject[1], subject[0] == "trooper"
            window.state.said = stuck(name, is_trooper, window.table, window.look)
            window.refresh()

    def let_go(self, at: Pixel, button: Button) -> None:
        """Let go: a drag is one step that can be undone, and a still hand picks.

        Only the button that took hold can let go.
        """
        window = self.window
        if button != self._button:
            return
        if self._hold:
            self._newest = at
            self.follow()
        held, self._hold = self._hold, ""
        if held in ("pull", "slider"):
            if window.table.is_held:
                window.table.release()
            window.refresh()
        elif held == "wait":
            window.state.hush()
            if self._subject is None:
                window.state.leave()
            else:
                window.state.pick(self._subject, window.items, window.table)
            window.refresh()
        self._pull = None

    def give_up(self) -> None:
        """Drop what is dragged."""
        if self._hold in ("pull", "slider") and self.window.table.is_held:
            self.window.table.drop()
        self._hold, self._pull, self._newest = "", None, None

    def wheel(self, at: Pixel, up: bool) -> None:
        """Scroll the words, or come nearer to what is under the hand."""
        window = self.window
        if window.state.is_helping:
            window.overlays.scroll_help(window, -1 if up else 1)
            window.refresh()
            return
        if at[0] >= window.split:
            most = 0 if window.panel is None else window.panel.most
            scroll = window.state.scroll + (-_SCROLL if up else _SCROLL)
            window.state.scroll = min(max(scroll, 0), most)
            window.refresh()
            return
        factor = _NEAR if up else 1 / _NEAR
        left, bottom, wide, high = window.stage.room
        window.eye.near(factor)
        if window.eye.is_parallel:
            dx, dy = at[0] - left - wide / 2, at[1] - bottom - high / 2
            window.eye.shift(dx * (1 - factor), dy * (1 - factor), high)
        window.moved()

    def _press_words(self, at: Pixel) -> None:
        """A row picks its trooper; a slider is taken hold of."""
        window = self.window
        if window.panel is None:
            return
        x, y = at[0] - window.split, window.size[1] - at[1]
        for number, (left, right, middle) in enumerate(window.panel.tracks):
            if left - 10 <= x <= right + 10 and abs(y - middle) <= _AT_TRACK:
                self._hold, self._track = "slider", number
                self._newest = at
                self.follow()
                return
        for spot in window.panel.spots:
            left, top, right, bottom = spot.box
            if left <= x <= right and top <= y <= bottom:
                found = window.table.handles_in(window.look)
                handle = next((h for h in found if h.name == spot.name), None)
                window.state.hush()
                if handle is not None:
                    window.state.take(handle)
                else:
                    window.state.pick(("trooper", spot.name), window.items, window.table)
                window.refresh()
                return

    def _slide(self, at: Pixel) -> None:
        window = self.window
        if window.panel is None or self._track >= len(window.sliders):
            return
        left, right, _ = window.panel.tracks[self._track]
        one = window.sliders[self._track]
        value = one.at((at[0] - window.split - left) / max(right - left, 1.0))
        if one.way == "step":
            window.state.look = replace(window.state.look, step=round(value))
        elif one.way == "cut":
            window.state.look = replace(window.state.look, cut=max(value, 0.5), level=None)
        elif one.change is not None:
            window.table.drag(one.change(value))
        window.refresh()


def subject_at(window: "Window", at: Pixel) -> Subject | None:
    """Return what is under a pixel: a trooper before a Blast Focus, areas and pieces.

    A trooper is found through whatever hides it, as it is seen through it.
    """
    start, way = window.stage.ray(*at)
    found = window.stage.met(start, way, "troopers")
    if found is not None:
        return found[0]
    for mark in window.items.marks:
        x, y = window.stage.pixels(np.array([mark.at]))[0]
        if abs(x - at[0]) <= _AT_MARK and abs(y - at[1]) <= _AT_MARK:
            for solid in window.items.solids:
                if solid.is_area and solid.name == mark.placement:
                    return solid.kind, solid.name
    found = window.stage.met(start, way, "areas") or window.stage.met(start, way, "surfaces")
    if found is None or found[0][1] == "":
        return None
    return found[0]
