"""From the library's events to keys and mouse."""

import math
from collections import deque
from dataclasses import dataclass, replace
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from viewer.window import keeping
from viewer.window.acting import act
from viewer.window.keys import pressed
from viewer.window.mouse import Mouse
from viewer.window.moving import MOVES

if TYPE_CHECKING:
    from viewer.window.window import Window

_OURS: Final = (
    "KeyPressEvent",
    "CharEvent",
    "KeyReleaseEvent",
    "LeftButtonPressEvent",
    "LeftButtonReleaseEvent",
    "LeftButtonDoubleClickEvent",
    "RightButtonPressEvent",
    "RightButtonReleaseEvent",
    "MiddleButtonPressEvent",
    "MiddleButtonReleaseEvent",
    "MouseMoveEvent",
    "MouseWheelForwardEvent",
    "MouseWheelBackwardEvent",
    "TimerEvent",
    "ExitEvent",
)
_MODIFIERS: Final = ("Shift", "Control", "Alt", "Meta", "Super", "Hyper", "Caps", "ISO_Level")


_TURN: Final = 0.1
"""How long keys may take before the clock, and who closes the window, have their turn, s."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """A key as it was pressed: its name, what it types, and what was held with it."""

    name: str
    letter: str
    shift: bool
    ctrl: bool


class Events:
    """What the screen tells a window; the clock's ticks do what keys and mouse say.

    Parameters
    ----------
    window : Window
    """

    def __init__(self, window: "Window") -> None:
        self.window = window
        self.mouse = Mouse(window)
        self._interactor: Any = window.plotter.iren.interactor
        self._waiting: deque[Stroke] = deque()

    def bind(self) -> None:
        """Listen, and let nobody else listen: the library has keys of its own."""
        # It would turn the view by itself, and end the window at Q.
        self._interactor.SetInteractorStyle(None)
        for name in _OURS:
            self._interactor.RemoveObservers(name)
        listeners = {
            "KeyPressEvent": self._key,
            "LeftButtonPressEvent": self._press,
            "LeftButtonReleaseEvent": lambda *_: self.mouse.let_go(self._at(), "left"),
            "RightButtonPressEvent": lambda *_: self.mouse.press_other(self._at(), "right"),
            "RightButtonReleaseEvent": lambda *_: self.mouse.let_go(self._at(), "right"),
            "MiddleButtonPressEvent": lambda *_: self.mouse.press_other(self._at(), "middle"),
            "MiddleButtonReleaseEvent": lambda *_: self.mouse.let_go(self._at(), "middle"),
            "MouseMoveEvent": lambda *_: self.mouse.move(self._at()),
            "MouseWheelForwardEvent": lambda *_: self.mouse.wheel(self._at(), True),
            "MouseWheelBackwardEvent": lambda *_: self.mouse.wheel(self._at(), False),
            "TimerEvent": self._tick,
            "ExitEvent": self._leave,
        }
        for name, listener in listeners.items():
            self._interactor.AddObserver(name, listener)

    def _at(self) -> tuple[float, float]:
        x, y = self._interactor.GetEventPosition()
        return float(x), float(y)

    def _key(self, *_: object) -> None:
        interactor = self._interactor
        name = interactor.GetKeySym() or ""
        if name.startswith(_MODIFIERS):
            return
        shift, ctrl = bool(interactor.GetShiftKey()), bool(interactor.GetControlKey())
        stroke = Stroke(name, interactor.GetKeyCode() or "", shift, ctrl)
        press = pressed(name, shift, ctrl)
        if press is not None and press.action == "quit":
            # Who closes the window doesn't wait for what it was still to do.
            self._waiting.clear()
        self._waiting.append(stroke)

    def catch_up(self, seconds: float = math.inf) -> None:
        """Do what the keys that were pressed say, in their order, for about so long.

        A key that is held, or pressed faster than the table can be ruled on, moves by all its
        steps at once.
        """
        end = monotonic() + seconds
        while self._waiting and not self.window.is_over:
            stroke = self._waiting.popleft()
            times = 1
            if self._is_move(stroke):
                while self._waiting and self._waiting[0] == stroke:
                    self._waiting.popleft()
                    times += 1
            self._do(stroke, times)
            if monotonic() > end:
                break
        if self.window.is_over:
            self._waiting.clear()
        self._end()

    def _is_move(self, stroke: Stroke) -> bool:
        state = self.window.state
        press = pressed(stroke.name, stroke.shift, stroke.ctrl)
        is_free = state.question is None and not state.is_helping and state.mode != "readings"
        return is_free and press is not None and press.action in MOVES

    def _do(self, stroke: Stroke, times: int) -> None:
        window = self.window
        if window.state.question is not None:
            keeping.answer(window, stroke.name, stroke.letter, stroke.ctrl)
            return
        press = pressed(stroke.name, stroke.shift, stroke.ctrl)
        if window.state.is_helping:
            ways = {"scroll_up": -1, "scroll_down": 1}
            if press is not None and press.action in ways:
                window.overlays.scroll_help(window, ways[press.action])
            else:
                window.state.is_helping = False
            window.refresh()
        elif press is not None and self.mouse.is_pulling:
            if press.action in ("leave", "undo"):
                self.mouse.give_up()
                window.state.hush()
            else:
                window.state.said = "let go first, or press Esc to put it back"
            window.refresh()
        elif press is not None:
            act(window, replace(press, step=press.step * times) if times > 1 else press)

    def _press(self, *_: object) -> None:
        self.catch_up()
        interactor = self._interactor
        shift, ctrl = bool(interactor.GetShiftKey()), bool(interactor.GetControlKey())
        self.mouse.press(self._at(), shift, ctrl)

    def _tick(self, *_: object) -> None:
        self.mouse.follow()
        self.catch_up(_TURN)
        if not self.window.is_over:
            self.window.tick()

    def _leave(self, *_: object) -> None:
        """The window's own cross: asks once where changes would be lost."""
        self._waiting.clear()
        self.mouse.give_up()
        state = self.window.state
        if state.question is not None and state.question.purpose == "quit":
            self.window.is_over = True
        else:
            keeping.leave(self.window)
            self.window.refresh()
        self._end()

    def _end(self) -> None:
        # A loop that hasn't begun can't be ended: the library would crash.
        if self.window.is_over and self.window.is_running:
            self._interactor.TerminateApp()
