"""What the keys that move something come to: one change of the table."""

import math
from typing import TYPE_CHECKING, Final

import numpy as np

from rules.dispute import Dispute
from rules.scenefile.changes import AimAt, Carry, Change, Lie, Raise, Tilt, Tip, Turn
from rules.scenefile.handles import Handle
from viewer.window.keys import Press
from viewer.window.naming import stuck
from viewer.window.pulling import edge, signed

if TYPE_CHECKING:
    from viewer.window.window import Window

MOVES: Final = frozenset(
    {"left", "right", "up", "down", "turn_left", "turn_right", "tilt_up", "tilt_down"}
)
"""Actions that move or turn what is picked."""


def move(window: "Window", press: Press) -> None:
    """Move or turn what is picked by a step."""
    handle = window.state.handle(window.table)
    if handle is None:
        window.state.said = _none(window)
        return
    change = moved(handle, press, _ways(window))
    if change is None:
        window.state.said = f"{handle.name} can't be moved that way"
        return
    if window.table.do(change):
        window.state.said = edge(change, window.items.size)


def _none(window: "Window") -> str:
    """Why there is nothing to move."""
    state = window.state
    if state.kind in ("", "piece"):
        return "pick what is to be moved first: with Tab, or a click"
    return stuck(state.picked, state.kind == "trooper", window.table, window.look)


def _ways(window: "Window") -> dict[str, tuple[float, float]]:
    """The axes of the table that lie nearest to right and up in the view."""
    right, up = window.eye.axes()
    ahead = up[:2] if math.hypot(*up[:2]) > 1e-3 else np.array([-right[1], right[0]])
    # Of two directions equally near an axis the first is as good.
    x, y = _axis(right[:2]), _axis(ahead)
    if abs(x[0]) == abs(y[0]):
        y = (-x[1], x[0])
    return {"right": x, "left": (-x[0], -x[1]), "up": y, "down": (-y[0], -y[1])}


def _axis(way: "np.ndarray") -> tuple[float, float]:
    if abs(way[0]) >= abs(way[1]):
        return math.copysign(1.0, way[0]), 0.0
    return 0.0, math.copysign(1.0, way[1])


def moved(handle: Handle, press: Press, ways: dict[str, tuple[float, float]]) -> Change | None:
    """Return the change that a key means for a handle; None where it means none.

    Parameters
    ----------
    handle : Handle
    press : Press
    ways : dict of str to (x, y)
        What ``left``, ``right``, ``up`` and ``down`` are on the table.

    Examples
    --------
    >>> gun = Handle("trooper", "trooper:1", "1", (10.0, 20.0, 0.0), 90.0)
    >>> moved(gun, Press("turn_left", 0.1), {})
    Turn(key='trooper:1', degrees=90.1)
    >>> moved(gun, Press("up", 10.0), {"up": (0.0, 1.0)})
    Carry(key='trooper:1', x=10.0, y=30.0, z=None)
    """
    step, key, values = press.step, handle.key, handle.values
    is_teardrop = handle.kind == "teardrop"
    turns = is_teardrop or handle.kind == "trooper"
    match press.action:
        case "turn_left" | "turn_right" if turns:
            by = step if press.action == "turn_left" else -step
            return Turn(turned(handle), signed(handle.toward + by, 3))
        case "left" | "right" if is_teardrop:
            by = step if press.action == "left" else -step
            return Tip(key, signed(float(values["tip"]) + by, 3))
        case "up" | "down" if is_teardrop:
            by = step if press.action == "up" else -step
            mm = min(max(float(values["height"]) + by, 0.0), float(values["highest"]))
            return Raise(key, round(mm, 3))
        case "tilt_up" | "tilt_down" if is_teardrop:
            by = step if press.action == "tilt_up" else -step
            return Tilt(key, round(min(max(float(values["tilt"]) + by, -90.0), 90.0), 3))
        case "left" | "right" | "up" | "down":
            x, y = ways[press.action]
            at = handle.at
            return Carry(key, round(at[0] + x * step, 3), round(at[1] + y * step, 3))
        case _:
            return None


def turned(handle: Handle) -> str:
    """Return the key that turns a handle's thing: its own, whichever event has moved it."""
    return f"trooper:{handle.name}" if handle.kind == "trooper" else handle.key


def lie(window: "Window") -> None:
    """Let the trooper that is picked lie down, or get up."""
    handle = window.state.handle(window.table)
    if handle is None or not handle.values.get("can_lie"):
        window.state.said = "pick a trooper that can lie down first"
        return
    window.table.do(Lie(handle.key, not handle.values["prone"]))


def aim(window: "Window") -> None:
    """Aim the template that is picked at the next trooper."""
    handle, asked = window.state.handle(window.table), window.table.asked
    if (
        handle is None
        or handle.kind not in ("teardrop", "circle")
        or not isinstance(asked, Dispute)
    ):
        window.state.said = "pick a template first: with Tab, or a click on it"
        return
    by = asked.attacks[handle.values["attack"]].by
    names = [one.name for one in asked.troopers if one.name != by]
    now = handle.values.get("aim" if handle.kind == "teardrop" else "on", "")
    if names:
        after = names.index(now) + 1 if now in names else 0
        window.table.do(AimAt(handle.key, names[after % len(names)]))
