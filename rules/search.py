"""Which placements catch whom: which rule system searches, and what may be asked."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from rules.catching import Catch, Catches
from rules.dispute import Aim, Attack, Dispute
from rules.infinity.citations import ALLIES, AREA, DIRECT
from rules.infinity.combining import together
from rules.infinity.placing import template_of, why_refused
from rules.infinity.quick import spared_by
from rules.infinity.readings import INFINITY_READINGS
from rules.infinity.sampling import Steps
from rules.infinity.searching import STEPS, search
from rules.infinity.sides import enemies_of
from rules.infinity.weapons import Weapon, weapon, weapons
from rules.readings import chosen
from rules.ruling import rule
from rules.scenefile.problems import nearest
from rules.verdict import RulingError

_OF_MINES = ("mine_focus", "mine_ally")


def find(
    dispute: Dispute,
    by: str,
    weapon_name: str,
    hit: Sequence[str] = (),
    spare: Sequence[str] = (),
    progress: Callable[[float], None] = lambda _: None,
    steps: Steps = STEPS,
) -> Catches:
    """Return which sets of enemies a template can catch without an ally, best first.

    Parameters
    ----------
    dispute : Dispute
    by : str
        Whose attack it is.
    weapon_name : str
        As on a profile, a bonus to the burst in brackets.
    hit, spare : sequence of str
        Names of those who have to be caught, and of those who may not be besides
        allied and neutral troopers.
    progress : callable
        Told which share is done, from 0 to 1.
    steps : Steps
        How far apart the placements are that are tried first.

    Returns
    -------
    Catches
        Each placement is confirmed by its ruling.

    Raises
    ------
    RulingError
        If a name or the weapon isn't known, or the question contradicts itself; all
        of its problems at once.

    Examples
    --------
    >>> from rules.scenefile import read, starter
    >>> found = find(read(starter(), "starter.toml"), "Beta", "Grenades", hit=["4"])
    >>> [(one.caught, one.aim.on) for one in found.fitting]
    [(('1', '2', '3', '4'), '1'), (('4',), '4')]
    """
    attack = _question(dispute, by, weapon_name, hit, spare)
    readings = chosen(dispute.rules, dispute.readings)
    catches, shortfall, thoroughness = search(
        dispute, attack, hit, spare, readings, progress, steps
    )
    template, arm = template_of(dispute, attack), attack.weapon
    user = dispute.trooper(by)
    held = [frozenset((*one.caught, *(set(hit) & {*one.others}))) for one in catches]
    return Catches(
        dispute.name,
        dispute.rules,
        by,
        arm.name,
        arm.burst,
        arm.placed,
        template,
        tuple(hit),
        tuple(spare),
        tuple(one.name for one in spared_by(dispute, attack) if one is not user),
        tuple(one.name for one in enemies_of(dispute, user)),
        {one.name: readings[one.name] for one in INFINITY_READINGS if one.name not in _OF_MINES},
        catches,
        together(held, arm.burst, frozenset(hit)) if arm.burst > 1 else (),
        shortfall,
        thoroughness,
        (*((DIRECT,) if arm.is_direct else ()), AREA, *((ALLIES,) if arm.harms else ())),
        _grounds(dispute, attack, catches),
        units=dispute.units,
    )


def _grounds(dispute: Dispute, attack: Attack, catches: Sequence[Catch]) -> tuple[str, ...]:
    """What the rulings stand on, whichever placement is ruled on."""
    aim = catches[0].aim if catches else Aim("A", at=(0.0, 0.0, 0.0))
    asked = replace(dispute, attacks=(replace(attack, templates=(aim,)),))
    return rule(asked, margins=False).notes


def _question(
    dispute: Dispute, by: str, weapon_name: str, hit: Sequence[str], spare: Sequence[str]
) -> Attack:
    """The attack that is asked about, or an error with all that is wrong."""
    known = [one.name for one in dispute.troopers]
    said = [
        f'{option}: no trooper is called "{name}"; {nearest(name, known)}'
        for option, names in (("--by", [by]), ("--hit", hit), ("--spare", spare))
        for name in names
        if name not in known
    ]
    if by in known:
        user = dispute.trooper(by)
        if user.unconscious:
            said.append(f'--by: "{by}" is unconscious and declares nothing; name another')
        elif user.kind in ("marker", "equipment"):
            said.append(f'--by: "{by}" is no deployable, so it can\'t attack; name another')
    arm = None
    try:
        arm = weapon(weapon_name, _own(dispute))
    except RulingError:
        every = {**weapons(), **_own(dispute)}
        said.append(f'--weapon: no weapon is called "{weapon_name}"; {nearest(weapon_name, every)}')
    if arm is not None and arm.template is None:
        said.append(f"--weapon: {arm.name} has no template; nothing is placed")
    elif arm is not None and arm.deployable:
        said.append(
            f"--weapon: {arm.name} is left on the table and goes off by itself; ask "
            "blastfocus rule whom it goes off at"
        )
    both = [name for name in dict.fromkeys(hit) if name in spare]
    said += [f'--spare: "{name}" is in --hit, too; leave it out of one of them' for name in both]
    if not said and arm is not None:
        attack = Attack(by, arm, ())
        for name in hit:
            refused = why_refused(dispute, attack, name)
            if name == by:
                said.append(f'--hit: "{name}" is the user; name another')
            elif refused is not None:
                said.append(
                    f'--hit: "{name}" can\'t be attacked: {refused.partition(", who is ")[2]}; '
                    "leave it out"
                )
        if not said:
            return attack
    raise RulingError("\n".join(said))


def _own(dispute: Dispute) -> dict[str, Weapon]:
    """The weapons as the scene describes them."""
    used = {attack.weapon.name: attack.weapon for attack in dispute.attacks}
    return {**used, **{one.name: one for one in dispute.weapons}}
