"""Over all placements of a template: which sets of enemies it can catch, and spare its friends.

Source: Infinity CodeOne, Template Weapons and Equipment, "Direct Template Weapons" and
"Template Weapons, and Allied and Neutral Troopers".
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from rules.catching import Catch, Shortfall, Thoroughness
from rules.dispute import Aim, Attack, Dispute
from rules.infinity.confirming import freedom, ruled, typed
from rules.infinity.improving import Goal
from rules.infinity.judging import is_exempt
from rules.infinity.looking import Ground, masks
from rules.infinity.placing import swept_of, template_of, why_refused
from rules.infinity.pointing import Ways
from rules.infinity.quick import spared_by
from rules.infinity.sampling import Samples, Steps, sample
from rules.infinity.sets import Found, nearest, sets
from rules.infinity.sides import enemies_of, melees
from rules.placeholders import unknown

STEPS = Steps()
"""How finely a search looks at first."""


def search(
    dispute: Dispute,
    attack: Attack,
    hit: Sequence[str],
    spare: Sequence[str],
    readings: Mapping[str, str],
    progress: Callable[[float], None],
    steps: Steps = STEPS,
) -> tuple[tuple[Catch, ...], Shortfall | None, Thoroughness]:
    """Return which sets of enemies an attack's template can catch, each with a placement.

    Parameters
    ----------
    dispute : Dispute
    attack : Attack
        With a template weapon, without templates.
    hit, spare : sequence of str
        Who has to be caught, and who may not be.
    readings : mapping of str to str
        Every reading with its choice.
    progress : callable
        Told which share is done, from 0 to 1.
    steps : Steps
        How far apart the placements are that are tried first.

    Returns
    -------
    catches : tuple of Catch
        The most enemies first, then the most room.
    shortfall : Shortfall or None
        How near it came to catching all of `hit`, where nothing does.
    thoroughness : Thoroughness
    """
    ground = _ground(dispute, attack, hit, spare, readings)
    template = template_of(dispute, attack)
    if template.shape == "teardrop":
        return _teardrop(ground, hit, progress, steps)
    if attack.weapon.is_direct:
        aims = [Aim("A")]
    else:
        aims = [
            Aim("A", on=one.name)
            for one in dispute.troopers
            if one.name != attack.by and why_refused(dispute, attack, one.name) is None
        ]
    found: dict[tuple[str, ...], Catch] = {}
    for i, aim in enumerate(aims):
        progress(i / len(aims))
        one = ruled(ground, aim)
        if one is not None and (one.caught or set(hit) & {*one.others}):
            found.setdefault(tuple(sorted((*one.caught, *one.others))), one)
    kind = Thoroughness("one place" if attack.weapon.is_direct else "targets", len(aims))
    return _ordered(list(found.values())), None, kind


def _ground(
    dispute: Dispute,
    attack: Attack,
    hit: Sequence[str],
    spare: Sequence[str],
    readings: Mapping[str, str],
) -> Ground:
    user = dispute.trooper(attack.by)
    spared = {one.name for one in spared_by(dispute, attack)} | set(spare)
    enemies = {one.name for one in enemies_of(dispute, user)}
    wanted = (enemies | set(hit)) - spared
    groups = melees(dispute)
    asked = spared | wanted
    asked = asked.union(*(groups.get(name, ()) for name in asked))
    people = tuple(
        one for one in dispute.troopers if one.name in asked and not is_exempt(attack, one)
    )
    swept = swept_of(dispute, attack, readings)
    sides = masks(people, tuple(wanted)), masks(people, tuple(spared))
    return Ground(dispute, attack, readings, groups, people, *sides, swept, unknown(dispute))


def _teardrop(
    ground: Ground, hit: Sequence[str], progress: Callable[[float], None], steps: Steps
) -> tuple[tuple[Catch, ...], Shortfall | None, Thoroughness]:
    samples = sample(ground, steps, lambda share: progress(0.6 * share))
    asked = frozenset(np.flatnonzero(masks(ground.people, hit)).tolist())
    found = sets(ground, samples, steps, asked, lambda share: progress(0.6 + 0.4 * share))
    catches = _ordered(
        [
            replace(one, turn=freedom(ground, one)) if _is_largest(people, found) else one
            for people, one in found.catches.items()
        ]
    )
    lacks = hit and not found.holds(asked)
    return (
        catches,
        _shortfall(ground, samples, steps, asked) if lacks else None,
        Thoroughness(
            "everywhere",
            samples.tried,
            len(samples.looks),
            steps.rim,
            steps.rise,
            steps.turn,
            0.0 if ground.is_level else steps.tilt,
            tuple(tuple(ground.people[i].name for i in sorted(one)) for one in found.unsure),
        ),
    )


def _is_largest(people: frozenset[int], found: Found) -> bool:
    return not any(people < larger for larger in found.catches)


def _ordered(catches: list[Catch]) -> tuple[Catch, ...]:
    """The most enemies first, then the most room."""
    return tuple(
        sorted(catches, key=lambda one: (-len(one.caught), -round(one.room or 0.0, 1), one.caught))
    )


def _shortfall(
    ground: Ground, samples: Samples, steps: Steps, asked: frozenset[int]
) -> Shortfall | None:
    spot = nearest(ground, samples, steps, asked)
    if spot is None:
        return None
    deep = ground.depths(spot.look, Ways(np.array([spot.turn]), np.array([spot.tilt])))[0]
    names = tuple(ground.people[i].name for i in sorted(asked))
    goal = Goal(masks(ground.people, names), ground.spared)
    aim, _ = typed(ground, goal, spot, 1)
    return Shortfall(
        names,
        max(-spot.room, 0.0),
        aim,
        tuple(ground.people[i].name for i in sorted(asked) if deep[i] <= 0),
        tuple(
            one.name
            for one, near, no in zip(ground.people, deep, ground.spared, strict=True)
            if no and near >= 0
        ),
    )
