"""What an attacker with a template weapon can reach from its places, and what it denies."""

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from meshes.mesh import Bools, Floats
from meshes.solids import SweptBall
from meshes.templates import Template, templates
from rules.dispute import Dispute
from rules.infinity.weapons import Weapon, weapon
from rules.maps.blast import circle
from rules.maps.layout import Known, Layout, Run, TableMap, mean, plain, settle
from rules.readings import chosen
from rules.verdict import RulingError
from spatial.exposure import views
from spatial.jets import HEIGHTS, ROUND, jets
from spatial.seeing import Sampling
from spatial.splashes import SAMPLES, splashes
from spatial.working import work

_DIRECT: Final = {"underside_of_base": 0.0, "middle_of_silhouette": 0.5, "top_of_silhouette": 1.0}


def users(table: Layout, by: str = "", zone: str = "", move: float = 0.0) -> Bools:
    """Return the places that an attacker attacks from.

    Parameters
    ----------
    table : Layout
    by : str
        A trooper: the place nearest to where it stands, and all within `move` mm of
        there, seen from above.
    zone : str
        In place of a trooper, every place of a zone.
    move : float
        mm.

    Raises
    ------
    RulingError
        If it isn't said who, there is no such trooper or zone, or the trooper stands
        where the map has no place.
    """
    if zone:
        return table.zone(zone)
    asked = table.asked
    if isinstance(asked, Dispute):
        bodies = {one.name: one.body for one in asked.troopers}
        by = by or (asked.attacks[0].by if asked.attacks else "")
    else:
        bodies = {one.name: one.body for one in asked.start.models}
    if not by:
        raise RulingError("say who attacks: --by TROOPER, or --from ZONE for anybody in a zone")
    if by not in bodies:
        known = ", ".join(bodies) or "none"
        raise RulingError(f'no trooper is called "{by}"; there are {known}')
    apart = table.found.places - np.array(bodies[by].pose.at)
    near = np.linalg.norm(apart, axis=1)
    if near.min() > 2 * table.found.spacing:
        raise RulingError(f"{by} stands where the map has no place; use a smaller --spacing")
    found: Bools = np.hypot(apart[:, 0], apart[:, 1]) <= move
    found[int(near.argmin())] = True
    return found


def armed(table: Layout, name: str = "") -> Weapon:
    """Return a template weapon by its name; by default the first that the scene attacks with.

    Raises
    ------
    RulingError
        If it isn't known, has no template, isn't said, or isn't placed by who uses it.
    """
    asked = table.asked
    if not isinstance(asked, Dispute):
        if name:
            raise RulingError("--weapon: in Area Templates it is always a Blast; leave it out")
        return Weapon("Blast", "circular", "impact")
    used = {attack.weapon.name: attack.weapon for attack in asked.attacks}
    own = {**used, **{one.name: one for one in asked.weapons}}
    placed = [one for one in used.values() if one.template is not None and not one.deployable]
    if not name and not placed:
        raise RulingError("say with which weapon: --weapon NAME, such as Nanopulser")
    found = weapon(name, own) if name else placed[0]
    if found.template is None:
        raise RulingError(f"{found.name} has no template; choose another weapon")
    if found.deployable:
        raise RulingError(
            f"{found.name} is left on the table and goes off by itself; choose another weapon"
        )
    return found


def template(
    table: Layout,
    where: Bools,
    arm: Weapon,
    sampling: Sampling | None = None,
    known: Known | None = None,
    run: Run = work,
    done: Callable[[float], None] = lambda _: None,
) -> TableMap:
    """Return what a template weapon reaches from some places, and what it denies.

    Parameters
    ----------
    table : Layout
    where : ndarray of shape (n,)
        The attacker's places, as `users` gives.
    arm : Weapon
        As `armed` gives.
    sampling, known, run, done
        As for `rules.maps.exposure.exposure`.

    Returns
    -------
    TableMap
        ``reach``: from what share of the attacker's places somebody there is reached,
        as tall as one fits; ``reach prone``: the same lying down; ``denied``: 1 where
        even lying down nobody escapes from all of the attacker's places, else 0;
        ``attacker``: 1 at these places, else 0.

    Notes
    -----
    A teardrop may start at any of `ROUND` places round its user, at three heights, and
    point anywhere but through its user. A direct circle lies round its user. An impact
    circle is centred on anybody whom its user sees, at any range. Friends don't count.
    """
    known = {} if known is None else known
    asked: Any
    if is_teardrop(table, arm):
        body, tilted = teardrop(table, arm)
        asked = jets(table.held, table.cover, body, where, tilted)
        found = settle(table, asked, known, run, done)
        reached, lines = _summed(table, ((a, b, c, d) for a, b, c, d in asked.answered(known)))
        points: dict[str, Any] = {"narrow_ends": ROUND * len(HEIGHTS)}
    else:
        reached, lines, found = _circles(
            table, where, arm, sampling or Sampling(), known, run, done
        )
        points = {"points": SAMPLES}
    share = reached / int(where.sum())
    tall = np.where(table.held.upright, share[:, 0], share[:, 1])
    least = np.where(table.held.upright, share.min(axis=1), share[:, 1])
    values = {
        "reach": tall,
        "reach prone": share[:, 1],
        "denied": (least > 0).astype(float),
        "attacker": where.astype(float),
    }
    return TableMap(
        "template",
        table,
        values,
        ("reach", "denied"),
        {"reach": "share", "denied": "share"},
        {
            "weapon": arm.name,
            "template": arm.template,
            "attackers_places": int(where.sum()),
            "reached": int((tall > 0).sum()),
            "reached_share": plain(float((tall > 0).mean())),
            "denied": int((least > 0).sum()),
            "denied_share": plain(float((least > 0).mean())),
            "by_zone": [
                {"zone": one.name, "reached_share": mean((tall[inside] > 0).astype(float))}
                for one in table.zones
                if (inside := one.holds(table.found.places)).any()
            ],
        },
        {
            "spacing_mm": table.found.spacing,
            **points,
            "lines": lines,
            "tiles_worked_out": found,
        },
    )


def teardrop(table: Layout, arm: Weapon) -> tuple[SweptBall, bool]:
    """Return a weapon's direct teardrop, and whether it may point up or down."""
    readings = chosen(table.asked.rules, table.asked.readings)
    body = _shape(table, arm).body(
        both_sides=readings["template_body"] == "both_sides",
        straight_sided=readings["template_profile"] == "straight_sided",
    )
    return body, readings["tilt"] == "allowed"


def is_teardrop(table: Layout, arm: Weapon) -> bool:
    """Whether a weapon places a teardrop from its user; else it places a circle."""
    return arm.placed == "direct" and _shape(table, arm).shape == "teardrop"


def ring(table: Layout, arm: Weapon) -> tuple[SweptBall, float]:
    """Return a weapon's circle, and how high its focus lies in a silhouette; see `circle`."""
    body, rise = circle(table, shape=_shape(table, arm))
    if arm.placed == "direct":
        rise = _DIRECT[chosen(table.asked.rules, table.asked.readings)["direct_circle_height"]]
    return body, rise


def _shape(table: Layout, arm: Weapon) -> Template:
    """The template of a weapon, as high as its ammunition says."""
    own = table.asked.templates if isinstance(table.asked, Dispute) else {}
    shape: Template = {**templates(), **own}[str(arm.template)]
    return shape if arm.height is None else shape.with_height(arm.height)


def _summed(table: Layout, steps: Any) -> tuple[Floats, int]:
    """From how many places each target is reached, shape (n, 2), and the lines."""
    reached, lines = np.zeros(2 * len(table.held.upright)), 0
    for _, targets, drawn, bits in steps:
        reached[targets] += bits.sum(axis=0)
        lines += drawn
    return reached.reshape(-1, 2), lines


def _circles(
    table: Layout,
    where: Bools,
    arm: Weapon,
    how: Sampling,
    known: Known,
    run: Run,
    done: Callable[[float], None],
) -> tuple[Floats, int, int]:
    ball, rise = ring(table, arm)
    if arm.placed == "direct":
        asked = splashes(table.held, table.cover, ball, rise, where)
        found = settle(table, asked, known, run, done)
        steps = ((a, b, lines, bits[1]) for a, b, lines, bits in asked.answered(known))
        return *_summed(table, steps), found
    seeing = views(table.held, table.cover, how, where)
    found = settle(table, seeing, known, run, lambda share: done(0.8 * share))
    hitting = splashes(table.held, table.cover, ball, rise)
    found += settle(table, hitting, known, run, lambda share: done(0.8 + 0.2 * share))
    numbers, count = np.cumsum(where) - 1, len(where)
    seen = np.zeros((int(where.sum()), count), dtype=np.float32)
    # A circle may lie on its user, too.
    seen[numbers[where], np.flatnonzero(where)] = 1
    lines, tall = 0, table.posture
    for viewers, targets, drawn, bits in seeing.answered(known):
        rows, columns = where[viewers], tall[targets // 2] == targets
        seen[np.ix_(numbers[viewers[rows]], targets[columns] // 2)] += bits[rows][:, columns]
        lines += drawn
    reached = np.zeros(2 * count)
    hits = np.zeros((len(seen), 2 * count), dtype=bool)
    for places, targets, drawn, bits in hitting.answered(known):
        hits[:, targets] |= (seen[:, places] @ bits[1].astype(np.float32)) > 0
        lines += drawn
    reached += hits.sum(axis=0)
    return reached.reshape(-1, 2), lines, found
