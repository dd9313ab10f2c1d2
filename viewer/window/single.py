"""The one template that is shown alone, also where another attack has one of its name."""

from dataclasses import replace

from rules.verdict import Ruling
from viewer.live.look import Look
from viewer.live.moment import Moment


def single(now: Moment, look: Look, position: int) -> Moment:
    """Return a moment with no other template of the one's name.

    Parameters
    ----------
    now : Moment
    look : Look
        With the template's name, if one is shown alone.
    position : int
        Of the template among all, from 1; 0 for all.
    """
    if not isinstance(now.answer, Ruling) or not _is_shared(now, look):
        return now
    attack = now.answer.attacks[_attack_of(now.answer, position)]
    return replace(now, answer=replace(now.answer, attacks=(attack,)))


def named(now: Moment, look: Look, position: int) -> str:
    """Return what the one template is called; empty where all are shown, or it isn't there.

    Parameters
    ----------
    now : Moment
    look : Look
    position : int
    """
    if look.placement not in now.placements:
        return ""
    if not isinstance(now.answer, Ruling) or not _is_shared(now, look):
        return look.placement
    return f"{look.placement} of attack {_attack_of(now.answer, position) + 1}"


def _is_shared(now: Moment, look: Look) -> bool:
    return now.placements.count(look.placement) > 1


def _attack_of(ruling: Ruling, position: int) -> int:
    """The number, from 0, of the attack that has the template."""
    for number, attack in enumerate(ruling.attacks):
        if position <= len(attack.placements):
            return number
        position -= len(attack.placements)
    return len(ruling.attacks) - 1
