"""What a hand that drags something means: which change, at which place of the cursor."""

import math
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

import numpy as np

from meshes.solids import Point
from rules.dispute import Dispute
from rules.scenefile.changes import Carry, Change, Raise, Tilt, Tip, Turn
from rules.scenefile.handles import Handle
from viewer.live.stage import Stage
from viewer.window.views import Eye

Way: TypeAlias = Literal["carry", "turn", "tip", "tilt", "raise"]
Pixel: TypeAlias = tuple[float, float]

AT_FOCUS: Final = 22.0
"""A hand as near as this to a Blast Focus, in pixels, has hold of it."""
_DEGREES: Final = 0.25
"""A pixel of a hand that tilts, or turns where there is no plane to point at."""
_FLAT: Final = 0.05
"""A line of sight that falls less than this meets no level plane of use."""


@dataclass(frozen=True, slots=True)
class Pull:
    """Something that is being dragged.

    Parameters
    ----------
    handle : Handle
        As it was at the start.
    way : {"carry", "turn", "tip", "tilt", "raise"}
        What dragging it does.
    start : tuple of 2 floats
        Where the hand took hold, pixels from the lower left corner.
    hub : tuple of 3 floats
        What a direction is measured round: the Blast Focus, or its user's axis.
    """

    handle: Handle
    way: Way
    start: Pixel
    hub: Point


def pull(handle: Handle, asked: object, stage: Stage, at: Pixel, shift: bool, ctrl: bool) -> Pull:
    """Return what taking hold of a handle there begins.

    Parameters
    ----------
    handle : Handle
    asked : Dispute or Battle
    stage : Stage
    at : tuple of 2 floats
        Pixels from the window's lower left corner.
    shift, ctrl : bool
        Whether these keys are held.
    """
    if handle.kind != "teardrop":
        return Pull(handle, "carry", at, handle.at)
    if shift:
        return Pull(handle, "tilt", at, handle.at)
    if ctrl:
        return Pull(handle, "raise", at, handle.at)
    focus = stage.pixels(np.array([handle.at]))[0]
    if float(np.hypot(*(focus - at))) <= AT_FOCUS and isinstance(asked, Dispute):
        user = asked.trooper(asked.attacks[handle.values["attack"]].by)
        x, y, _ = user.body.pose.at
        return Pull(handle, "tip", at, (x, y, handle.at[2]))
    return Pull(handle, "turn", at, handle.at)


def change(one: Pull, stage: Stage, eye: Eye, at: Pixel) -> Change | None:
    """Return the change that a hand at a pixel means; None where it means none.

    Parameters
    ----------
    one : Pull
    stage : Stage
    eye : Eye
    at : tuple of 2 floats
        Pixels from the window's lower left corner.
    """
    handle = one.handle
    dx, dy = at[0] - one.start[0], at[1] - one.start[1]
    match one.way:
        case "carry":
            return _carried(handle, stage, eye, (dx, dy))
        case "tilt":
            tilt = float(handle.values["tilt"]) + dy * _DEGREES
            return Tilt(handle.key, round(min(max(tilt, -90.0), 90.0), 2))
        case "raise":
            mm = float(handle.values["height"]) + dy * mm_a_pixel(stage, eye, handle.at)
            highest = float(handle.values["highest"])
            return Raise(handle.key, round(min(max(mm, 0.0), highest), 2))
    before, now = _bearing(one, stage, one.start), _bearing(one, stage, at)
    turned = (now - before) if before is not None and now is not None else dx * _DEGREES
    if one.way == "tip":
        return Tip(handle.key, signed(float(handle.values["tip"]) + turned))
    return Turn(handle.key, signed(handle.toward + turned))


def edge(change: Change, size: tuple[float, float]) -> str:
    """Return that the table ends here, if a hand carries something beyond its edge.

    Parameters
    ----------
    change : Change
    size : tuple of 2 floats
        Of the table, mm.

    Examples
    --------
    >>> edge(Carry("trooper:1", -3.0, 20.0), (100.0, 100.0))
    'the table ends here: a centre stays on it'
    >>> edge(Carry("trooper:1", 3.0, 20.0), (100.0, 100.0))
    ''
    """
    if not isinstance(change, Carry):
        return ""
    if 0 <= change.x <= size[0] and 0 <= change.y <= size[1]:
        return ""
    return "the table ends here: a centre stays on it"


def _carried(handle: Handle, stage: Stage, eye: Eye, by: Pixel) -> Change | None:
    """Put down where the middle of its base is dragged to, on what is seen there."""
    x, y = stage.pixels(np.array([handle.at]))[0] + np.array(by)
    if not math.isfinite(x):
        return None
    start, way = stage.ray(x, y)
    found = stage.floor(start, way)
    if found is not None:
        return Carry(handle.key, round(found[0], 2), round(found[1], 2), round(found[2], 3))
    level = _on_plane(start, way, handle.at[2])
    if level is None:
        # Seen along the table: it goes aside, as far from the eye as it was.
        right, _ = eye.axes()
        ahead = np.array(handle.at) + right * by[0] * mm_a_pixel(stage, eye, handle.at)
        level = (float(ahead[0]), float(ahead[1]))
    return Carry(handle.key, round(level[0], 2), round(level[1], 2))


def _bearing(one: Pull, stage: Stage, at: Pixel) -> float | None:
    """The direction from the hub to what is pointed at, on the hub's level, degrees."""
    start, way = stage.ray(*at)
    found = _on_plane(start, way, one.hub[2])
    if found is None:
        return None
    return math.degrees(math.atan2(found[1] - one.hub[1], found[0] - one.hub[0]))


def _on_plane(start: Point, way: Point, height: float) -> Pixel | None:
    if abs(way[2]) < _FLAT:
        return None
    far = (height - start[2]) / way[2]
    if far < 0:
        return None
    return start[0] + way[0] * far, start[1] + way[1] * far


def mm_a_pixel(stage: Stage, eye: Eye, at: Point) -> float:
    """Return how long a pixel is, mm, at the distance of a point."""
    _, _, _, high = stage.room
    camera = eye.camera
    if eye.is_parallel:
        return float(2 * camera.parallel_scale / max(high, 1.0))
    far = math.dist(at, camera.position)
    return float(2 * far * math.tan(math.radians(camera.view_angle / 2)) / max(high, 1.0))


def signed(degrees: float, digits: int = 2) -> float:
    """Return a direction as more than -180 degrees and at most 180, to so many digits.

    Examples
    --------
    >>> signed(270), signed(-180), signed(90.123, 1)
    (-90.0, 180.0, 90.1)
    """
    return round(180.0 - (180.0 - degrees) % 360.0, digits)
