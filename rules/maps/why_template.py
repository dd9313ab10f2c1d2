"""Why a place is in reach of a teardrop, or isn't: some of the attacker's places, exactly."""

import math
from typing import Any

import numpy as np

from meshes.mesh import Bools
from meshes.solids import SweptBall
from rules.infinity.weapons import Weapon
from rules.maps.layout import Known, Layout
from rules.maps.template import teardrop
from rules.maps.why import ASKED, Gathered, Why, body_at, posture, spread
from spatial.contact import TOUCH, contact, touching
from spatial.evidence import Line
from spatial.fire import line_of_fire
from spatial.jets import Jet, jets
from spatial.kernel import Occluder
from spatial.outcome import Outcome
from spatial.scene import Body, Pose, template_body
from spatial.sight import sight


def why_template(
    table: Layout,
    number: int,
    where: Bools,
    arm: Weapon,
    known: Known | None = None,
    asked: int = ASKED,
) -> Why:
    """Rule exactly on some of an attacker's places, whether a teardrop reaches a place.

    Parameters
    ----------
    table : Layout
    number : int
        Of the place.
    where : ndarray of shape (n,)
        The attacker's places.
    arm : Weapon
        With a direct teardrop.
    known : mapping of str to bytes or None
        Answers that are known, of the whole map.
    asked : int
        How many of the places that reach it are asked, and how many that don't.

    Notes
    -----
    From a place that reaches it, the teardrop is placed and judged by contact and
    sight: YES, or UNDECIDED where just that one doesn't. From a place that doesn't the
    answer is NO where it is too far, or no line at all leads from silhouette to
    silhouette; else UNDECIDED, since not every way to place it can be tried.
    """
    known = {} if known is None else known
    held, at = table.held, table.found.places
    target, (drop, tilted) = int(table.posture[number]), teardrop(table, arm)
    reaching = np.zeros(len(where), dtype=bool)
    for places, targets, _, bits in jets(held, table.cover, drop, where, tilted).answered(known):
        column = np.flatnonzero(targets == target)
        if len(column):
            reaching[places] = bits[:, column[0]]
    mark = held.targets.kept(np.array([target], dtype=np.int32))
    body = body_at("target", at[number], mark.heights[0], mark.radius)
    told = Gathered(table, number, "reaching", "not reaching")
    occluder = Occluder(table.scene)
    others = where & ~reaching
    others[number] = False
    for name, which in (("reaching", reaching), ("not reaching", others)):
        for i in spread(np.flatnonzero(which), told.apart, asked):
            way: Line | None = None
            hiding: set[str] = set()
            users = held.viewers.kept(np.array([i], dtype=np.int32))
            user = body_at("user", at[i], users.heights[0], users.radius)
            if name == "reaching":
                line = Jet((), users, mark, drop, tilted).line(occluder)
                answer = Outcome.UNDECIDED
                if line is not None and _placed(table, line, user, body, drop, tilted):
                    answer = Outcome.YES
                    (a, b, c), (p, q, r) = line[0].tolist(), line[1].tolist()
                    way = Line((a, b, c), (p, q, r))
            elif contact(user, body).gap > drop.x1 + drop.r1:
                answer = Outcome.NO
            else:
                fire = line_of_fire(table.scene, user, body, part=0.0, models=False)
                answer = Outcome.NO if fire.outcome is Outcome.NO else Outcome.UNDECIDED
                if answer is Outcome.NO:
                    hiding = {one.piece for one in fire.blockers}
            told.add(name, i, answer, way, hiding)
    return told.why(posture(target), int(reaching.sum()), int(where.sum()))


def _placed(
    table: Layout, line: Any, user: Body, body: Body, drop: SweptBall, tilted: bool
) -> bool:
    """Whether a teardrop along a line affects a silhouette and doesn't pass through its user."""
    tip, end = line
    x, y, z = (end - tip).tolist()
    flat = math.hypot(x, y)
    tilt = math.degrees(math.atan2(z, flat)) if tilted else 0.0
    a, b, c = tip.tolist()
    area = template_body(
        "the template", drop, Pose((a, b, c), math.degrees(math.atan2(y, x)), tilt)
    )
    touch = contact(body, area)
    if not touch.touches or touching(user, area, 2 * TOUCH):
        return False
    return sight(table.scene, (a, b, c), body, area, touch, user).outcome is Outcome.YES
