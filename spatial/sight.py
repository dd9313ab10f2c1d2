"""`sight`: what a point can reach of a silhouette inside a template.

Two stages, one answer. Lines are cast at samples of the region's near side: the
first that is clear with room to spare settles a YES. The proof by projection
settles the rest, and finds the evidence: the middle of the widest opening, or
the pieces that hide everything.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from meshes.mesh import Floats
from meshes.solids import Point, point_of
from spatial.contact import Contact, contact, touching
from spatial.evidence import Blocker, Line, Sight, Witness, flat_certificate
from spatial.gathering import WIDEST, blockers, clearance
from spatial.nearside import flat_part, near_side
from spatial.openings import FreeLine, Opening, free_line
from spatial.outcome import Outcome
from spatial.prove import prove
from spatial.rays import TABLE, Blockers
from spatial.reach import line_of, reach, settle
from spatial.region import Region, region
from spatial.scene import Body, Scene

BARE: Final = 0.001
"""A contact no deeper than this, in mm, is bare: its region is as good as flat, and
exact lines decide it."""

AT: Final = 0.005
"""A focus this near a silhouette, in mm, touches it: bases in contact are typed with so
many decimals, and a teardrop is no wider than an opening there."""

BEYOND: Final = 12.0
"""How far beyond its end a clear line is tried, for the questions after it, mm."""

_FEW: Final = 8


def sight(
    scene: Scene,
    focus: Point,
    silhouette: Body,
    template: Body,
    touch: Contact,
    user: Body,
    opening: float = 0.0,
    models: Sequence[Body] = (),
    past_edges: bool = False,
) -> Sight:
    """Ask whether a line from a template's focus reaches a silhouette inside it.

    Parameters
    ----------
    scene : Scene
        Its blocking bodies and the table stop lines; touching blocks.
    focus : tuple of 3 floats
        In the template, mm.
    silhouette, template : Body
        In contact.
    touch : Contact
        Their contact.
    user : Body
        Who placed the template: a face through the focus blocks what leaves on
        the side away from the user's body.
    opening : float
        The side of the square that must fit through, mm; 0 where any opening will
        do.
    models : sequence of Body
        Troopers whose silhouettes stop lines, too.
    past_edges : bool
        Whether a focus exactly on the edge of a floor sees past it.

    Returns
    -------
    Sight

    Examples
    --------
    >>> from meshes.solids import Cylinder, SweptBall
    >>> from spatial.contact import contact
    >>> from spatial.scene import Pose, template_body, trooper_body
    >>> user = trooper_body("Beta", Cylinder(12.5, 40), (0, 0, 0))
    >>> enemy = trooper_body("1", Cylinder(12.5, 40), (100, 0, 0))
    >>> tip = (12.5, 0.0, 0.0)
    >>> flame = template_body("A", SweptBall(0, 130, 0, 30, 0, 30), Pose(tip))
    >>> touch = contact(enemy, flame)
    >>> sight(Scene((user, enemy)), tip, enemy, flame, touch, user).outcome
    <Outcome.YES: 'YES'>
    """
    origin = np.array(focus)
    if holds_focus(silhouette, origin):
        return Sight(Outcome.YES, "inside", 0, Witness(Line(focus, focus), WIDEST))
    seen = region(silhouette, template, focus)
    if seen is None:
        under = Blocker(TABLE, 1.0, Line(focus, focus), True, True)
        return Sight(Outcome.NO, "table", 0, None, (under,))

    def room(end: Floats) -> float:
        # The lines' own blockers are those near enough to stop them; a clearance
        # asks farther.
        return max(clearance(scene, origin, end, _middle(user), models), 0.0)

    deepest = np.array(touch.on_a)
    near = near_side(seen, deepest).points
    proof = None
    if touching(silhouette, template, BARE):
        cover = gather(scene, origin, seen.box, user, models, past_edges)
        proof = prove(cover, seen, near)
    if proof is None or proof.is_flat:
        ends = np.concatenate([flat_part(seen, deepest), near])
        cover = gather(scene, origin, _around(ends), user, models, past_edges)
        clear = ends[cover.first(ends)[0] < 0]
        if len(clear) == 0:
            hides = flat_certificate(cover, ends, focus)
            return Sight(Outcome.NO, "bare contact", len(ends), None, hides)
        seen_by = line_of(Opening(clear[0], room(clear[0])), focus)
        return Sight(Outcome.YES, "bare contact", len(ends), seen_by)
    return reach(cover, seen, near, proof, opening, room)


def gather(
    scene: Scene,
    focus: Floats,
    box: Floats,
    user: Body,
    models: Sequence[Body] = (),
    past_edges: bool = False,
) -> Blockers:
    """Return the total cover that lines from a focus into a box can meet.

    Parameters
    ----------
    scene : Scene
    focus : ndarray of shape (3,)
        mm.
    box : ndarray of shape (2, 3)
        mm.
    user : Body
        Who placed the template.
    models : sequence of Body
        Troopers whose silhouettes stop lines, too.
    past_edges : bool
        Whether a focus exactly on the edge of a floor sees past it.

    Examples
    --------
    >>> from meshes.solids import Cylinder
    >>> from spatial.scene import trooper_body
    >>> user = trooper_body("Beta", Cylinder(12.5, 40), (0, 0, 0))
    >>> gather(Scene((user,)), np.array([12.5, 0, 0]), user.box, user).names
    ('the table',)
    """
    return blockers(scene, focus, box, _middle(user), models, past_edges)


def decide(
    cover: Blockers,
    silhouette: Body,
    template: Body,
    hint: FreeLine | None = None,
    opening: float = 0.0,
) -> tuple[Outcome, FreeLine | None]:
    """Return the outcome of `sight` without its evidence, as fast as it goes.

    Parameters
    ----------
    cover : Blockers
        What `gather` found for a box that holds the silhouette.
    silhouette, template : Body
        Apart, they are a NO.
    hint : FreeLine or None
        From an earlier question with the same focus and cover.
    opening : float
        The side of the square that must fit through, mm.

    Returns
    -------
    outcome : Outcome
    line : FreeLine or None
        On a YES that a line settled.
    """
    focus = cover.focus
    seen = region(silhouette, template, point_of(focus))
    if holds_focus(silhouette, focus):
        return Outcome.YES, None
    if seen is not None and opening <= 0 and hint is not None and hint.reaches(seen):
        return Outcome.YES, hint
    if not touching(silhouette, template) or seen is None:
        return Outcome.NO, None
    if not touching(silhouette, template, BARE):
        return _flat(cover, silhouette, template, seen), None

    def near() -> Floats:
        points = near_side(seen).points
        if len(points) < _FEW:
            points = near_side(seen, np.array(contact(silhouette, template).on_a)).points
        return points

    said, found = settle(cover, seen, near, opening)
    if said is None:
        return _flat(cover, silhouette, template, seen), None
    return said, None if found is None else free_line(cover, found.end, BEYOND)


def _flat(cover: Blockers, silhouette: Body, template: Body, seen: Region) -> Outcome:
    """Whether an exact line reaches a region without depth."""
    deepest = np.array(contact(silhouette, template).on_a)
    ends = np.concatenate([flat_part(seen, deepest), near_side(seen, deepest).points])
    return Outcome.YES if (cover.first(ends)[0] < 0).any() else Outcome.NO


def holds_focus(silhouette: Body, point: Floats) -> bool:
    """Return whether a point, shape (3,), lies in a silhouette or as good as touches it.

    Examples
    --------
    >>> from meshes.solids import Cylinder
    >>> from spatial.scene import trooper_body
    >>> model = trooper_body("A", Cylinder(12.5, 40), (0, 0, 0))
    >>> [holds_focus(model, np.array([x, 0, 40.0])) for x in (12.5, 12.504, 12.506)]
    [True, True, False]
    """
    x, y, z = point - np.array(silhouette.pose.at)
    solid = silhouette.cylinder
    return bool(np.hypot(x, y) <= solid.radius + AT and -AT <= z <= solid.height + AT)


def _around(points: Floats) -> Floats:
    return np.array([points.min(axis=0), points.max(axis=0)])


def _middle(user: Body) -> Floats:
    x, y, z = user.pose.at
    return np.array([x, y, z + user.cylinder.height / 2])
