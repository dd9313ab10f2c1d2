"""Where a template comes to lie after its attack roll."""

import math
import random
from collections.abc import Mapping

from meshes.solids import Point
from meshes.units import cos_sin
from rules.area_templates.events import Shot
from rules.area_templates.rolls import Roll, scatter_distance, way
from rules.area_templates.sizes import RADIUS
from rules.area_templates.state import State
from rules.area_templates.verdicts import Scatter
from rules.verdict import RulingError
from spatial.heights import highest_surface, surface_under

SAME: float = 0.001
"""An attacker whose base's centre is no farther than this from a template's, mm, stands on it."""


def scatter(
    state: State,
    shot: Shot,
    centre: Point,
    roll: Roll,
    rng: random.Random | None,
    readings: Mapping[str, str],
) -> Scatter:
    """Return where a template ends: away from the attacker, toward it, or where it was.

    Source: Area Templates, Determine the attack location, steps 3 and 4.

    Parameters
    ----------
    state : State
    shot : Shot
    centre : tuple of 3 floats
        The selected one, mm.
    roll : Roll
        The recorded one.
    rng : Random or None
        To roll a distance that isn't stated.
    readings : dict of str to str

    Raises
    ------
    RulingError
        If the attacker stands on the very centre and no direction is given, or
        nothing says how far it scatters.
    """
    chosen = way(roll, readings["mixed_roll"])
    if chosen == "stays":
        return Scatter(roll, chosen, centre, centre)
    far = scatter_distance(shot.distance, readings["scatter_die"], rng)
    user = state.model(shot.by)
    x, y = centre[0] - user.at[0], centre[1] - user.at[1]
    apart = math.hypot(x, y)
    if apart > SAME:
        ux, uy = x / apart, y / apart
    elif shot.away is not None:
        ux, uy = cos_sin(shot.away)
    else:
        raise RulingError(
            f"at: {shot.by} stands on the very centre, so nothing lies away from it or toward "
            "it; give the direction that counts as away, in degrees, as away"
        )
    free, stopped_by = far, ""
    if chosen == "toward":
        ux, uy = -ux, -uy
        if readings["past_attacker"] == "stops" and far > apart:
            free, stopped_by = apart, "attacker"
    inset = RADIUS if readings["edge_stop"] == "whole" else 0.0
    at, moved = _within_edges(state.size, centre, (ux, uy), free, inset)
    if moved < free:
        stopped_by = "edge"
    z = _height(state, (*at, centre[2]), readings["scattered_height"])
    passes = chosen == "toward" and SAME < apart < moved - SAME
    past = moved - apart if passes else 0.0
    return Scatter(roll, chosen, centre, (*at, z), far, moved, stopped_by, past)


def _within_edges(
    size: tuple[float, float],
    start: Point,
    direction: tuple[float, float],
    far: float,
    inset: float,
) -> tuple[tuple[float, float], float]:
    """As far along as the edges let a centre go, which keeps `inset` mm off them.

    A template that begins nearer to an edge than that can't move any nearer.
    """
    moved, wall, stop = far, -1, 0.0
    for axis in (0, 1):
        if direction[axis] == 0 or math.isinf(size[axis]):
            continue
        edge = size[axis] - inset if direction[axis] > 0 else inset
        until = max((edge - start[axis]) / direction[axis], 0.0)
        if until < moved:
            moved, wall, stop = until, axis, edge
    at = [start[axis] + moved * direction[axis] for axis in (0, 1)]
    if wall >= 0 and moved > 0:
        # On the edge itself, not a rounding beside it.
        at[wall] = stop
    return (at[0], at[1]), moved


def _height(state: State, point: Point, reading: str) -> float:
    if reading == "own":
        return point[2]
    if reading == "highest":
        return highest_surface(state.scene, point[:2])
    return surface_under(state.scene, point)
