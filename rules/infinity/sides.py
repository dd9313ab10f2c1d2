"""Who is whose friend, and who is in close combat with whom.

Source: Infinity CodeOne, Template Weapons and Equipment, "Template Weapons, and Allied
and Neutral Troopers" and "Template Weapons Into Close Combat".
"""

from collections.abc import Mapping
from itertools import combinations
from typing import Final

from rules.dispute import Attack, Dispute, Trooper
from spatial.contact import contact

BASES: Final = 0.005
"""Bases no farther apart than this, in mm, are in contact: they are typed with so many
decimals."""


def is_neutral(dispute: Dispute, one: Trooper) -> bool:
    """Tell whether a trooper is nobody's enemy."""
    return one.side in dispute.neutral


def are_enemies(dispute: Dispute, a: Trooper, b: Trooper) -> bool:
    """Tell whether two troopers are of opposing sides; neutral ones are nobody's enemy.

    Examples
    --------
    >>> from rules.scenefile import read, starter
    >>> dispute = read(starter(), "starter.toml")
    >>> beta, one, two = dispute.troopers[:3]
    >>> are_enemies(dispute, beta, one), are_enemies(dispute, one, two)
    (True, False)
    """
    return a.side != b.side and not is_neutral(dispute, a) and not is_neutral(dispute, b)


def enemies_of(dispute: Dispute, user: Trooper) -> tuple[Trooper, ...]:
    """Return the troopers and markers of opposing sides, in scene order.

    Examples
    --------
    >>> from rules.scenefile import read, starter
    >>> dispute = read(starter(), "starter.toml")
    >>> [one.name for one in enemies_of(dispute, dispute.trooper("Beta"))]
    ['1', '2', '3', '4']
    """
    return tuple(
        one for one in dispute.troopers if one.is_trooper and are_enemies(dispute, user, one)
    )


def is_spared(dispute: Dispute, user: Trooper, other: Trooper) -> bool:
    """Tell whether a trooper is one that the user's attacks may not affect.

    Allied and neutral troopers are, and markers, which stand for troopers;
    deployables and equipment aren't.
    """
    return other.is_trooper and not are_enemies(dispute, user, other)


def is_deployed(dispute: Dispute, attack: Attack) -> bool:
    """Tell whether an attack is a Deployable Weapon's: by its kind, or by who attacks."""
    return attack.weapon.deployable or dispute.trooper(attack.by).kind == "deployable"


def whose(dispute: Dispute, user: Trooper, other: Trooper) -> str:
    """Return in words what a trooper is to the user."""
    if other is user:
        return "its user"
    if is_neutral(dispute, user):
        return f"no enemy of {user.name}: {user.name} is neutral and has no enemies"
    return "neutral" if is_neutral(dispute, other) else f"on {user.name}'s own side"


def melees(dispute: Dispute) -> Mapping[str, tuple[str, ...]]:
    """Return each engaged trooper's whole close combat, itself included.

    Engaged are troopers of opposing sides in contact, or those that the scene
    names; whoever is engaged with one of a group is in it.

    Returns
    -------
    mapping of str to tuple of str
        By name, in scene order; who isn't engaged is missing.

    Examples
    --------
    >>> from rules.scenefile import read, starter
    >>> melees(read(starter(), "starter.toml"))
    {}
    """
    fighters = [one for one in dispute.troopers if one.is_trooper]
    if dispute.engaged is not None:
        pairs = [pair for group in dispute.engaged for pair in combinations(group, 2)]
    else:
        pairs = [
            (one.name, other.name)
            for one, other in combinations(fighters, 2)
            if are_enemies(dispute, one, other) and contact(one.body, other.body).gap <= BASES
        ]
    group_of: dict[str, set[str]] = {}
    for one_name, other_name in pairs:
        joined = group_of.get(one_name, {one_name}) | group_of.get(other_name, {other_name})
        group_of |= dict.fromkeys(joined, joined)
    return {
        one.name: tuple(other.name for other in fighters if other.name in group_of[one.name])
        for one in fighters
        if one.name in group_of
    }
