"""From the library's events to keys and mouse."""

from typing import TYPE_CHECKING, Any, Final

from viewer.window import keeping
from viewer.window.acting import act
from viewer.window.keys import pressed
from viewer.window.mouse import Mouse

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


class Events:
    """What the screen tells a window.

    Parameters
    ----------
    window : Window
    """

    def __init__(self, window: "Window") -> None:
        self.window = window
        self.mouse = Mouse(window)
        self._interactor: Any = window.plotter.iren.interactor

    def bind(self) -> None:
        """Listen, and let nobody else listen: the library has keys of its own."""
        # It would turn the view by itself, and end the window at Q.
        self._interactor.SetInteractorStyle(None)
        for name in _OURS:
            self._interactor.RemoveObservers(name)
        listeners = {
            "KeyPressEvent": self._key,
            "LeftButtonPressEvent": self._press,
            "LeftButtonReleaseEvent": self._let_go,
            "RightButtonPressEvent": lambda *_: self.mouse.press_other(self._at(), False),
            "RightButtonReleaseEvent": self._let_go,
            "MiddleButtonPressEvent": lambda *_: self.mouse.press_other(self._at(), True),
            "MiddleButtonReleaseEvent": self._let_go,
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
        interactor, window = self._interactor, self.window
        name = interactor.GetKeySym() or ""
        if name.startswith(_MODIFIERS):
            return
        ctrl = bool(interactor.GetControlKey())
        if window.state.question is not None:
            keeping.answer(window, name, interactor.GetKeyCode() or "", ctrl)
        else:
            press = pressed(name, bool(interactor.GetShiftKey()), ctrl)
            if window.state.is_helping:
                window.state.is_helping = False
                window.refresh()
            elif press is not None:
                if press.action == "leave":
                    self.mouse.give_up()
                act(window, press)
        self._end()

    def _press(self, *_: object) -> None:
        interactor = self._interactor
        shift, ctrl = bool(interactor.GetShiftKey()), bool(interactor.GetControlKey())
        self.mouse.press(self._at(), shift, ctrl)

    def _let_go(self, *_: object) -> None:
        self.mouse.let_go(self._at())

    def _tick(self, *_: object) -> None:
        self.mouse.follow()
        self.window.tick()

    def _leave(self, *_: object) -> None:
        """The window's own cross: asks once where changes would be lost."""
        state = self.window.state
        if state.question is not None and state.question.purpose == "quit":
            self.window.is_over = True
        else:
            keeping.leave(self.window)
            self.window.refresh()
        self._end()

    def _end(self) -> None:
        if self.window.is_over:
            self._interactor.TerminateApp()
