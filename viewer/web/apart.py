"""Templates told apart: one name may be given in several attacks, or to a trooper too."""

from collections import Counter
from dataclasses import replace
from functools import lru_cache

from rules.dispute import Dispute
from rules.verdict import Ruling
from viewer.live.moment import Moment


@lru_cache(maxsize=8)
def apart(moment: Moment) -> Moment:
    """Return a moment in which no template has the name of anything else.

    Parameters
    ----------
    moment : Moment

    Returns
    -------
    Moment
        The same one where all names differ; for showing, not for its record.
    """
    answer = moment.answer
    if not isinstance(answer, Ruling) or not isinstance(moment.asked, Dispute):
        return moment
    taken = [body.name for body in moment.bodies]
    named = [one.name for attack in answer.attacks for one in attack.placements]
    count = Counter([*taken, *named])
    if all(count[name] == 1 for name in named):
        return moment
    used = {*taken, *named}
    attacks = []
    for number, attack in enumerate(answer.attacks, 1):
        told: dict[str, str] = {}
        placements = []
        for one in attack.placements:
            name = one.name
            if count[name] > 1:
                name = _unused(f"{one.name}, by {attack.by}", number, used)
            told[one.name] = name
            placements.append(replace(one, name=name))
        dodges = tuple(
            replace(dodge, templates=tuple(told.get(name, name) for name in dodge.templates))
            for dodge in attack.dodges
        )
        attacks.append(replace(attack, placements=tuple(placements), dodges=dodges))
    return replace(moment, answer=replace(answer, attacks=tuple(attacks)))


def _unused(name: str, attack: int, used: set[str]) -> str:
    found, number = name, attack
    while found in used:
        found = f"{name}, attack {number}"
        number += 1
    used.add(found)
    return found


def shown_name(moment: Moment, attack: int, name: str) -> str:
    """Return under which name a template is shown.

    Parameters
    ----------
    moment : Moment
    attack : int
        Its attack's number, from 0.
    name : str
        As the scene has it.
    """
    before, after = moment.answer, apart(moment).answer
    if not isinstance(before, Ruling) or not isinstance(after, Ruling):
        return name
    for one, other in zip(
        before.attacks[attack].placements, after.attacks[attack].placements, strict=True
    ):
        if one.name == name:
            return other.name
    return name
