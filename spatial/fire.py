"""`line_of_fire`: what one volume sees of another, and a volume and a point of each other.

A clear line is looked for first, from the likeliest points of the viewer. Where none
is found, screens are tried, each of which proves a NO for all lines at once; then the
target is searched patch by patch and point by point.
"""

import math
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final, Literal, TypeAlias

import numpy as np

from meshes.mesh import Floats
from meshes.solids import Point
from spatial.contact import contact
from spatial.evidence import Blocker, Line, LineOfFire, Witness, turned_round
from spatial.flat import Screens
from spatial.front import EDGE, Front, front
from spatial.gathering import WIDEST, blockers
from spatial.inside import holding
from spatial.outcome import Outcome
from spatial.scene import Body, Scene
from spatial.searching import search
from spatial.sight import AT, BARE, holds_focus
from spatial.surface import prism
from spatial.tally import Lines
from spatial.viewing import View, first_glimpses, likeliest, looked, middle_of

PART: Final = 3.0
"""The side of the square that must be visible of a target, mm."""

_UP: Final = np.array([0.0, 0.0, 1.0])
_STEP: Final = 0.01

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
    passing: Collection[str] = (),
    evidence: bool = True,
    searching: bool = True,
    hint: Point | None = None,
) -> LineOfFire:
    """Ask whether a trooper sees another: volume to volume.

    Parameters
    ----------
    scene : Scene
        Its total cover stops lines, and so do its other troopers where `models` says so.
    viewer, target : Body
    facing : float or None
        Where the viewer faces, degrees: the target must lie at least partly in its front
        180 degrees. None where it sees all round.
    start, end : {"front", "anywhere"}
        Whether the line must start, and end, in the viewer's front.
    part : float
        The side of the square that must be visible of the target, mm; 0 where any line
        will do.
    models : bool
    passing : collection of str
        Names of troopers that stop no lines all the same, such as flat tokens.
    evidence : bool
        Whether to look for the point that sees most, and to say how much; else the
        first clear line is enough.
    searching : bool
        Whether to go on where no clear line is found at once: it takes by far the
        longest. Otherwise the answer is then UNDECIDED.
    hint : tuple of 3 floats or None
        A point of the viewer, mm, from where to look first where evidence isn't asked.

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
    # Of what only touches the border nothing is seen in front.
    if ahead is not None and not ahead.reaches(target, BARE if end == "front" else -EDGE):
        return LineOfFire(Outcome.NO, "arc")
    standers = standing(scene, viewer, target) if models else ()
    others = tuple(one for one in standers if one.name not in passing)
    starts, ends = (ahead if where == "front" else None for where in (start, end))
    here = _touching(scene, viewer, target, starts or ends)
    if here is not None:
        return LineOfFire(Outcome.YES, "inside", Witness(here, WIDEST), None, 0.0)
    around = _enclosed(others, viewer, target)
    if around is not None:
        return LineOfFire(Outcome.NO, "enclosed", blockers=(around,))
    view = View(scene, others, viewer, target, starts, ends, part)
    if hint is not None and not evidence:
        hinted = view.from_point(np.array(hint), False)
        if hinted.outcome is Outcome.YES:
            return hinted
    (x, y, _), (p, q, _) = viewer.pose.at, target.pose.at
    toward = math.atan2(q - y, p - x)
    a, b = prism(viewer, starts, toward), prism(target, ends, toward)
    some = len(a) > 0 and len(b) > 0
    glimpsed = first_glimpses(view)
    # Where the likeliest points see nothing, one screen is the likelier answer.
    looks = not searching or not some or any(glimpsed)
    found = likeliest(view, evidence, glimpsed) if looks else None
    if found is not None:
        return found
    if not searching:
        return LineOfFire(Outcome.UNDECIDED, "not searched")
    if not some:
        return LineOfFire(Outcome.NO, "arc")
    screens = Screens(scene, others, viewer, target, a, b)
    if screens.hides(b):
        return _screened(view, screens, b, evidence)
    found = None if looks else likeliest(view, evidence, glimpsed)
    return search(view, screens, b, toward, evidence) if found is None else found


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
        mm; on a surface it is seen from the surface's outside: of a floor, from above,
        of a closed piece's underside, from below.

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
    seen = looked(scene, others, at, at + _outward(scene, at), viewer, starts, 0.0, True)
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
    return looked(scene, others, at, at + _outward(scene, at), target, None, part, True)


def _enclosed(models: Sequence[Body], viewer: Body, target: Body) -> Blocker | None:
    """The model that one of the two stands wholly inside of: no line leads out of it."""
    for model in models:
        for one, other in ((viewer, target), (target, viewer)):
            (x, y, z), (p, q, r) = one.pose.at, model.pose.at
            inner, outer = one.cylinder, model.cylinder
            within = math.hypot(x - p, y - q) + inner.radius <= outer.radius + EDGE
            if within and z >= r - EDGE and z + inner.height <= r + outer.height + EDGE:
                here = tuple(middle_of(one).tolist())
                there = tuple(middle_of(other).tolist())
                line = Line(here, here) if one is viewer else Line(there, here)
                return Blocker(model.name, 1.0, line, True, True)
    return None


def standing(scene: Scene, *without: Body) -> tuple[Body, ...]:
    """Return the scene's troopers but some, in scene order."""
    names = {body.name for body in without}
    return tuple(body for body in scene.bodies if body.role == "trooper" and body.name not in names)


def _touching(scene: Scene, viewer: Body, target: Body, ahead: Front | None) -> Line | None:
    """A point that two silhouettes share, in front where that is asked for, twice."""
    touch = contact(viewer, target)
    if touch.gap > AT:
        return None
    at = np.array(touch.on_a)
    if ahead is not None and ahead.depth(at) < -EDGE:
        found = _foremost(viewer, target, ahead)
        if found is None:
            return None
        at = found
    low = max(viewer.pose.at[2], target.pose.at[2])
    high = min(one.pose.at[2] + one.cylinder.height for one in (viewer, target))
    at[2] = (low + high) / 2
    if touch.gap > -AT:
        # A sheet may lie between what only touches.
        cover = blockers(scene, at, np.array([at, at]), middle_of(viewer))
        if (cover.halves @ (middle_of(target) - at) < 0).any():
            return None
    x, y, z = at.tolist()
    return Line((x, y, z), (x, y, z))


def _foremost(viewer: Body, target: Body, ahead: Front) -> Floats | None:
    """The foremost point that two overlapping silhouettes share; None where it is behind."""
    (x, y, z), (p, q, r) = viewer.pose.at, target.pose.at
    low, high = max(z, r), min(z + viewer.cylinder.height, r + target.cylinder.height)
    middles, radii = np.array([[x, y], [p, q]]), (viewer.cylinder.radius, target.cylinder.radius)
    way, apart = middles[1] - middles[0], math.hypot(p - x, q - y)
    spots = [
        one + np.array([ahead.x, ahead.y]) * radius
        for one, radius in zip(middles, radii, strict=True)
    ]
    if apart > 0:
        along = (apart**2 + radii[0] ** 2 - radii[1] ** 2) / (2 * apart)
        aside = math.sqrt(max(radii[0] ** 2 - along**2, 0.0))
        square = np.array([-way[1], way[0]]) / apart
        spots += [middles[0] + way / apart * along + square * side for side in (aside, -aside)]
    spots = [
        np.array([*spot, (low + high) / 2])
        for spot in spots
        if all(
            np.hypot(*(spot - one)) <= radius + AT
            for one, radius in zip(middles, radii, strict=True)
        )
    ]
    best = max(spots, key=lambda spot: float(ahead.depth(spot)), default=None)
    return None if best is None or ahead.depth(best) < -EDGE else best


def _outward(scene: Scene, at: Floats) -> Floats:
    """Up, or down from a point on a closed piece's underside."""
    above, below = (
        holding(scene, (float(at[0]), float(at[1]), float(at[2]) + step))
        for step in (_STEP, -_STEP)
    )
    return -_UP if above and not below else _UP


def _screened(view: View, screens: Screens, b: Floats, evidence: bool) -> LineOfFire:
    """A NO by one screen, where evidence is asked with its pieces and a line that each stops."""
    hiding, lines = screens.hiding(b) if evidence else (), Lines(view)
    stopped = ((name, share, lines.stopped_by(name)) for name, share in hiding)
    alone = len(hiding) == 1
    pieces = [Blocker(name, share, one, True, alone) for name, share, one in stopped if one]
    return LineOfFire(Outcome.NO, "flat blocker", blockers=tuple(pieces))
