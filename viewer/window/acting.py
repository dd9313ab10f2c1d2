"""What the keys do, one action each."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from rules.scenefile.changes import Read
from viewer.window import keeping
from viewer.window.keys import Press
from viewer.window.moving import MOVES, aim, lie, move

if TYPE_CHECKING:
    from viewer.window.window import Window

_ORBIT: Final = 5.0
_SHIFT: Final = 40.0
_NEAR: Final = 1.15
_PLANE: Final = 5.0
_PAGE: Final = 0.6


def act(window: "Window", press: Press) -> None:
    """Do what a key says."""
    window.state.hush()
    if window.state.mode == "readings" and press.action in _IN_LIST:
        _IN_LIST[press.action](window)
    elif press.action in MOVES:
        move(window, press)
    elif press.action in _PLAIN:
        _PLAIN[press.action](window)
    else:
        _STEPPED[press.action](window, press.step)
    window.refresh()


def _cycle(by: int) -> Callable[["Window"], None]:
    """Pick the next of everything that can be moved."""

    def action(window: "Window") -> None:
        found = window.table.handles_in(window.look)
        if not found:
            window.state.said = "nothing on this table can be moved"
            return
        keys = [one.key for one in found]
        now = window.state.handle(window.table)
        at = (-1 if by > 0 else 0) if now is None else keys.index(now.key)
        window.state.take(found[(at + by) % len(found)])

    return action


def _leave(window: "Window") -> None:
    if window.state.is_helping:
        window.state.is_helping = False
    elif window.table.is_held:
        window.table.drop()
    elif window.state.mode != "words":
        window.state.mode = "words"
    elif window.state.picked:
        window.state.leave()
    else:
        _alone(window, 0)


def _onward(by: int) -> Callable[["Window"], None]:
    """Show the next event, or the next template alone."""

    def action(window: "Window") -> None:
        look, table = window.state.look, window.table
        if table.steps:
            now = table.steps if look.step is None else look.step
            step = min(max(now + by, 0), table.steps)
            window.state.look = replace(look, step=step)
            return
        if not table.placements:
            window.state.said = "there is no template here to be shown alone"
            return
        _alone(window, (window.state.position + by) % (len(table.placements) + 1))

    return action


def _alone(window: "Window", position: int) -> None:
    """Show one template alone, by its place among all; for 0 show all of them."""
    state = window.state
    state.position = position
    name = window.table.placements[position - 1] if position else ""
    state.look = replace(state.look, placement=name)


def _level(window: "Window") -> None:
    look, most = window.state.look, window.table.levels
    level: int | None = 0 if look.level is None else look.level + 1
    if level is not None and (level >= most or most < 2):
        level = None
        if most < 2:
            window.state.said = "no piece on this table says which floors it has"
    window.state.look = replace(look, level=level, cut=None)


def _cut(window: "Window") -> None:
    look = window.state.look
    cut = round(window.top / 2, 1) if look.cut is None else None
    window.state.look = replace(look, cut=cut, level=None)


def _plane(way: int) -> Callable[["Window", float], None]:
    def action(window: "Window", step: float) -> None:
        look, top = window.state.look, window.top
        now = top if look.cut is None else look.cut
        cut = min(max(now + way * step * _PLANE, 0.5), top)
        window.state.look = replace(look, cut=round(cut, 2), level=None)

    return action


def _mode(name: str) -> Callable[["Window"], None]:
    def action(window: "Window") -> None:
        state = window.state
        state.mode = "words" if state.mode == name else name  # type: ignore[assignment]
        state.scroll = 0

    return action


def _scroll(by: float) -> Callable[["Window"], None]:
    def action(window: "Window") -> None:
        most = 0 if window.panel is None else window.panel.most
        window.state.scroll = min(max(window.state.scroll + round(by * window.size[1]), 0), most)

    return action


def _letters(by: int) -> Callable[["Window"], None]:
    def action(window: "Window") -> None:
        window.state.size = min(max(window.state.size + by, 11), 26)

    return action


def _row(by: int) -> Callable[["Window"], None]:
    def action(window: "Window") -> None:
        window.state.row = (window.state.row + by) % max(len(window.table.readings), 1)

    return action


def _choice(by: int) -> Callable[["Window"], None]:
    def action(window: "Window") -> None:
        found = window.table.readings
        if found:
            one = found[window.state.row % len(found)]
            values = [value for value, _ in one.choices]
            at = values.index(one.chosen) + by
            window.table.do(Read(one.name, values[at % len(values)]))

    return action


def _toggle(name: str) -> Callable[["Window"], None]:
    def action(window: "Window") -> None:
        setattr(window.state, name, not getattr(window.state, name))

    return action


def _map(window: "Window") -> None:
    """Lay the map's next value over the table, after the last none."""
    if len(window.laid) == 0:
        window.state.said = "no map was given: blastfocus view SCENE --map FILE.npz"
        return
    window.state.map = (window.state.map + 1) % (len(window.laid) + 1)


def _orbit(aside: float, over: float) -> Callable[["Window"], None]:
    return lambda window: window.eye.orbit(aside * _ORBIT, over * _ORBIT)


def _shift(across: float, along: float) -> Callable[["Window"], None]:
    return lambda window: window.eye.shift(across * _SHIFT, along * _SHIFT, window.stage.room[3])


def _look_from(name: str) -> Callable[["Window"], None]:
    return lambda window: window.view(name)


_IN_LIST: Final[dict[str, Callable[["Window"], None]]] = {
    "up": _row(-1),
    "down": _row(1),
    "left": _choice(-1),
    "right": _choice(1),
}
_PLAIN: Final[dict[str, Callable[["Window"], None]]] = {
    "next": _cycle(1),
    "before": _cycle(-1),
    "leave": _leave,
    "lie": lie,
    "aim": aim,
    "undo": lambda window: _done(window.table.undo()),
    "redo": lambda window: _done(window.table.redo()),
    **{name: _look_from(name) for name in ("top", "north", "south", "east", "west", "iso")},
    "focus": _look_from("focus"),
    "eye": _look_from("eye"),
    "fit": lambda window: window.fit(),
    "orbit_left": _orbit(-1, 0),
    "orbit_right": _orbit(1, 0),
    "orbit_up": _orbit(0, 1),
    "orbit_down": _orbit(0, -1),
    "shift_left": _shift(1, 0),
    "shift_right": _shift(-1, 0),
    "shift_up": _shift(0, -1),
    "shift_down": _shift(0, 1),
    "nearer": lambda window: window.eye.near(_NEAR),
    "farther": lambda window: window.eye.near(1 / _NEAR),
    "onward": _onward(1),
    "back": _onward(-1),
    "level": _level,
    "cut": _cut,
    "labels": _toggle("has_labels"),
    "map": _map,
    "help": _toggle("is_helping"),
    "text": _mode("text"),
    "readings": _mode("readings"),
    "compare": _mode("comparison"),
    "scroll_up": _scroll(-_PAGE),
    "scroll_down": _scroll(_PAGE),
    "larger": _letters(1),
    "smaller": _letters(-1),
    "save": lambda window: keeping.ask(window, "save"),
    "picture": lambda window: keeping.ask(window, "picture"),
    "export": lambda window: keeping.ask(window, "export"),
    "quit": lambda window: keeping.leave(window),
}
_STEPPED: Final[dict[str, Callable[["Window", float], None]]] = {
    "plane_up": _plane(1),
    "plane_down": _plane(-1),
}


def _done(_: bool) -> None:
    """What became of it, the table's notice says."""


ACTIONS: Final = frozenset({*MOVES, *_PLAIN, *_STEPPED})
"""Every action that a key may name."""
