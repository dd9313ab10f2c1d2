"""How attacks and templates are called: a deployable's by who sets it off."""

from collections.abc import Sequence

from rules.verdict import AttackRuling, Placement
from viewer.phrases import listed


def named(placement: Placement, noun: str = "") -> str:
    """Return what to call a template: its name, after a noun, or who sets off whose.

    Examples
    --------
    >>> from meshes.templates import templates
    >>> from spatial.scene import Pose, template_body
    >>> flame = templates()["small_teardrop"]
    >>> body = template_body("A", flame.body(), Pose((0, 0, 0)))
    >>> named(Placement("A", flame, body, "placed"), "Template")
    'Template A'
    >>> named(Placement("mine at 2", flame, body, "placed", by="mine", set_off_by="2"), "Template")
    'mine, set off by 2'
    """
    if placement.set_off_by:
        return f"{placement.by}, set off by {placement.set_off_by}"
    return f"{noun} {placement.name}" if noun else placement.name


def through(placements: Sequence[Placement]) -> str:
    """Return by which templates somebody is affected.

    A deployable goes off once, so of its templates it is one or another.

    Examples
    --------
    >>> from meshes.templates import templates
    >>> from spatial.scene import Pose, template_body
    >>> flame = templates()["small_teardrop"]
    >>> body = template_body("A", flame.body(), Pose((0, 0, 0)))
    >>> some = [Placement("A", flame, body, "placed")]
    >>> some += [
    ...     Placement(f"mine at {who}", flame, body, "placed", by="mine", set_off_by=who)
    ...     for who in ("2", "3")
    ... ]
    >>> through(some)
    'A and mine where 2 or 3 sets it off'
    """
    parts = [one.name for one in placements if not one.set_off_by]
    for mine in dict.fromkeys(one.by for one in placements if one.set_off_by):
        who = [one.set_off_by for one in placements if one.set_off_by and one.by == mine]
        parts.append(f"{mine} where {listed(who, 'or')} sets it off")
    return listed(parts)


def a(noun: str) -> str:
    """Return a name with its article.

    Examples
    --------
    >>> a("Mine"), a("E/M Mine")
    ('a Mine', 'an E/M Mine')
    """
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


def headline(attack: AttackRuling) -> str:
    """Return what an attack is, or what is asked of a deployable.

    Examples
    --------
    >>> headline(AttackRuling("Beta", "Nanopulser", 1, ()))
    'Beta attacks with Nanopulser'
    """
    what = f"{attack.by}, {a(attack.weapon)}"
    if attack.triggers:
        return f"{what}: whom does it go off at?"
    if goes_off(attack):
        asked = "whom does it affect?" if attack.placements else "it has no enemy to set it off"
        return f"{what}: {asked}"
    return f"{attack.by} attacks with {attack.weapon}"


def goes_off(attack: AttackRuling) -> bool:
    """Tell whether it is no attack, but a deployable that goes off where it lies."""
    return attack.deployed and attack.placed == "direct"


def headlines(attacks: Sequence[AttackRuling]) -> str:
    """Return what some attacks are, the deployables of whom one thing is asked together.

    Examples
    --------
    >>> headlines([AttackRuling("Beta", "Nanopulser", 1, ()), AttackRuling("1", "Combi", 3, ())])
    'Beta attacks with Nanopulser; 1 attacks with Combi'
    """
    asked = [one for one in attacks if one.triggers]
    said = [headline(one) for one in attacks if not one.triggers or len(asked) == 1]
    if len(asked) > 1:
        said.append(f"{listed([one.by for one in asked])}: whom do they go off at?")
    return "; ".join(said)
