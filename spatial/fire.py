"""`line_of_fire`: what one volume sees of another, and a volume and a point of each other.

A clear line is looked for first, from the likeliest points of the viewer. Where none
is found, one flat blocker is tried, which proves a NO for all lines at once; then the
target is searched patch by patch and point by point.
"""

import math
from dataclasses import replace
from typing import Final, Literal, TypeAlias

import numpy as np

from meshes.solids import Point
from spatial.contact import contact
from spatial.evidence import Line, LineOfFire, Witness, turned_round
from spatial.flat import flat_blocker
from spatial.front import EDGE, front
from spatial.gathering import WIDEST
from spatial.outcome import Outcome
from spatial.scene import Body, Scene
from spatial.searching import search
from spatial.sight import AT, holds_focus
from spatial.surface import prism
from spatial.viewing import View, looked, viewpoints

PART: Final = 3.0
"""The side of the square that must be visible of a target, mm."""

_BEST: Final = 5
_UP: Final = np.array([0.0, 0.0, 1.0])

Where: TypeAlias = Literal["front", "anywhere"]


def line_of_fire(
    scene: Scene,
    viewer: Body,
    target: Body,
    facing: float | None = None,
    *,
    start: Where = "front",
    end: Where = "front",
    part: float = PART,
    models: bool = True,
    evidence: bool = True,
) -> LineOfFire:
    """Ask whether a trooper sees another: volume to volume.

    Parameters
    ----------
    scene : Scene
        Its total cover stops lines, and so do its other troopers where `models` says so.
    viewer, target : Body
        Troopers.
    facing : float or None
        Where the viewer faces, degrees: the target must lie at least partly in its front
        180 degrees. None where it sees all round.
    start, end : {"front", "anywhere"}
        Whether the line must start, and end, in the viewer's front.
    part : float
        The side of the square that must be visible of the target, mm; 0 where any line
        will do.
    models : bool
    evidence : bool
        Whether to look for the point that sees most, and to say how much; else the
        first clear line is enough.

    Returns
    -------
    LineOfFire

    Examples
    --------
    >>> from meshes.solids import Cylinder
    >>> from spatial.scene import trooper_body
    >>> a, b, c = (trooper_body(f"{x} mm", Cylinder(12.5, 40), (x, 0, 0)) for x in (0, 60, 120))
    >>> line_of_fire(Scene((a, b, c)), a, b, facing=0).outcome
    <Outcome.YES: 'YES'>
    >>> line_of_fire(Scene((a, b, c)), a, c, facing=0).blockers[0].piece
    '60 mm'
    """
    ahead = None if facing is None else front(viewer, facing)
    if ahead is not None and not ahead.reaches(target):
        return LineOfFire(Outcome.NO, "arc")
    others = standing(scene, viewer, target) if models else ()
    starts, ends = (ahead if where == "front" else None for where in (start, end))
    touch = contact(viewer, target)
    if touch.gap <= AT and all(
        one is None or one.depth(np.array(touch.on_a)) >= -EDGE for one in (starts, ends)
    ):
        here = Witness(Line(touch.on_a, touch.on_b), WIDEST)
        return LineOfFire(Outcome.YES, "inside", here, None, 0.0)
    view = View(scene, others, viewer, target, starts, ends, part)
    found = _likeliest(view, evidence)
    if found is not None:
        return found
    (x, y, _), (p, q, _) = viewer.pose.at, target.pose.at
    toward = math.atan2(q - y, p - x)
    volumes = prism(viewer, starts, toward), prism(target, ends, toward)
    flat = flat_blocker(scene, others, *volumes) if all(map(len, volumes)) else None
    if flat is not None:
        return LineOfFire(Outcome.NO, "flat blocker", blockers=(flat,))
    return search(view, volumes[0], toward, evidence)


def fire_to_point(
    scene: Scene,
    viewer: Body,
    point: Point,
    facing: float | None = None,
    *,
    start: Where = "front",
    models: bool = True,
) -> LineOfFire:
    """Ask whether a trooper sees a point: exact, and no least part.

    Parameters
    ----------
    scene, viewer, facing, start, models
        As for `line_of_fire`. Who holds the point doesn't hide it.
    point : tuple of 3 floats
        mm; on a surface it is seen from the surface's outside: of a floor, from above.

    Examples
    --------
    >>> from meshes.solids import Cylinder
    >>> from spatial.scene import trooper_body
    >>> a = trooper_body("a", Cylinder(12.5, 40), (0, 0, 0))
    >>> [fire_to_point(Scene((a,)), a, (x, 0, 0), facing=0).outcome.value for x in (90, -90)]
    ['YES', 'NO']
    """
    at = np.array(point)
    ahead = None if facing is None else front(viewer, facing)
    if ahead is not None and ahead.depth(at) < -EDGE:
        return LineOfFire(Outcome.NO, "arc")
    if holds_focus(viewer, at):
        return LineOfFire(Outcome.YES, "inside", Witness(Line(point, point), WIDEST), None, 0.0)
    others = [one for one in standing(scene, viewer) if not holds_focus(one, at)] if models else ()
    starts = ahead if start == "front" else None
    seen = looked(scene, others, at, at + _UP, viewer, starts, 0.0, True)
    return replace(turned_round(seen), hidden=None, part=None)


def fire_from_point(
    scene: Scene,
    point: Point,
    target: Body,
    *,
    part: float = 0.0,
    models: bool = False,
) -> LineOfFire:
    """Ask whether a point sees a trooper, and how much of it is hidden: exact.

    Parameters
    ----------
    scene : Scene
    point : tuple of 3 floats
        mm; on a surface it sees from the surface's outside.
    target : Body
        A trooper.
    part : float
        The side of the square that must be visible, mm; 0 where any line will do.
    models : bool
        Whether other troopers' silhouettes stop lines.

    Examples
    --------
    >>> from meshes.solids import Cylinder
    >>> from spatial.scene import trooper_body
    >>> b = trooper_body("b", Cylinder(12.5, 40), (90, 0, 0))
    >>> seen = fire_from_point(Scene((b,)), (0.0, 0.0, 0.0), b)
    >>> seen.outcome, seen.hidden
    (<Outcome.YES: 'YES'>, 0.0)
    """
    at = np.array(point)
    if holds_focus(target, at):
        return LineOfFire(Outcome.YES, "inside", Witness(Line(point, point), WIDEST), None, 0.0)
    others = [one for one in standing(scene, target) if not holds_focus(one, at)] if models else ()
    return looked(scene, others, at, at + _UP, target, None, part, True)


def standing(scene: Scene, *without: Body) -> tuple[Body, ...]:
    """Return the scene's troopers but some, in scene order."""
    names = {body.name for body in without}
    return tuple(body for body in scene.bodies if body.role == "trooper" and body.name not in names)


def _likeliest(view: View, evidence: bool) -> LineOfFire | None:
    """A clear line from one of a few points of the viewer: the one that sees most."""
    tried = []
    for place, start in enumerate(viewpoints(view)):
        share = view.glimpsed(start)
        if share > 0:
            tried.append((-round(share, 9), place, start))
        if not evidence and share > 0:
            found = view.from_point(start, False)
            if found.outcome is Outcome.YES:
                return found
    for _, _, start in sorted(tried, key=lambda one: one[:2])[: _BEST if evidence else 0]:
        found = view.from_point(start, evidence)
        if found.outcome is Outcome.YES:
            return found
    return None
