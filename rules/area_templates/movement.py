"""Moves: where a subject ends, and what its fire leaves behind."""

import math
from collections.abc import Mapping

from meshes.solids import Point
from rules.area_templates.citations import MOVING, RESOLVE
from rules.area_templates.events import Move
from rules.area_templates.smoke import left_behind
from rules.area_templates.state import State
from rules.area_templates.verdicts import Change, Resolved
from rules.verdict import RulingError
from spatial.heights import surface_under
from spatial.support import resting_height


def move(state: State, event: Move, readings: Mapping[str, str]) -> Resolved:
    """Move a subject, whatever the cause, and resolve its smoke when it has ended.

    Source: Area Templates, Moving fire and smoke; toward a noise: Resolve the
    attack, step 4.

    Parameters
    ----------
    state : State
    event : Move
    readings : dict of str to str

    Raises
    ------
    RulingError
        If it moves toward a noise and there is none.
    """
    note = ""
    if event.to is not None:
        at = _put_down(state, event.subject, event.to)
        said = "ends its move"
    else:
        at, reached = _toward_noise(state, event.subject, event.toward_noise or 0.0, readings)
        said = "moves toward the noise and ends"
        if reached:
            said = "moves toward the noise, reaches its centre and stops"
    after = state.moved(event.subject, at)
    rule = MOVING if event.to is not None else RESOLVE
    changes = [Change(f"{event.subject} {said}", rule, at)]
    if not after.is_on_battlefield(at):
        note = f"{event.subject} is off the battlefield"
    after, left = left_behind(after, event.subject, readings)
    return Resolved(after, changes=(*changes, *left), notes=(note,) if note else ())


def _radius(state: State, subject: str) -> float:
    return next((model.radius for model in state.models if model.name == subject), 0.0)


def _put_down(state: State, subject: str, to: tuple[float, ...]) -> Point:
    """Where a subject ends: at the stated height, or on the highest thing under it."""
    if len(to) == 3:
        return (to[0], to[1], to[2])
    if any(piece.name == subject for piece in state.pieces):
        return (to[0], to[1], state.place(subject)[2])
    radius = _radius(state, subject)
    z = max(0.0, resting_height(state.pieces, (to[0], to[1]), radius))
    return (to[0], to[1], z)


def _toward_noise(
    state: State, subject: str, far: float, readings: Mapping[str, str]
) -> tuple[Point, bool]:
    """Straight toward the last noise, no farther than its centre; whether it got there."""
    if not state.noises:
        raise RulingError("toward_noise: nothing has made a noise yet; give a place, as to")
    centre = state.noises[-1].centre
    x, y, z = state.place(subject)
    apart = math.dist((x, y), centre[:2])
    reach = _radius(state, subject) if readings["npc_stops"] == "base" else 0.0
    room = max(apart - reach, 0.0)
    step = min(far, room)
    if step <= 0:
        return (x, y, z), room <= 0
    at = (x + (centre[0] - x) * step / apart, y + (centre[1] - y) * step / apart)
    return (*at, surface_under(state.scene, (*at, z))), far >= room
