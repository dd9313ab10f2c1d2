"""Pieces whose true shape isn't known: what hangs on one is undecided, and names it.

A scene is ruled on twice, once with every placeholder as total cover where its stand-in
is, once without any. More cover never lets a line through, so what both say alike holds
whatever shape a piece has inside its stand-in. Whoever stands on one is at an unknown height.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

import numpy as np

from rules.declaration import Dodge
from rules.dispute import Attack, Dispute
from rules.finding import Citation, Engagement, Exemption, Finding, Remark, Search
from rules.infinity.quick import status
from rules.infinity.sides import melees
from rules.sighting import Sighting
from rules.stand_ins import among, cleared
from rules.verdict import AttackRuling, Placement, Verdict
from spatial.evidence import LineOfFire, Sight
from spatial.footing import footing
from spatial.outcome import Outcome
from spatial.scene import Body, Scene

UNKNOWN: Final = Citation("Blast Focus, docs/formats.md", "Placeholders")

_ARC: Final = "arc"  # Where a viewer faces decides, whatever its height.

Names: TypeAlias = tuple[str, ...]
Follow: TypeAlias = Callable[
    [Dispute, Attack, tuple[Placement, ...]], tuple[tuple[Remark, ...], tuple[Dodge, ...]]
]


@dataclass(frozen=True, slots=True, eq=False)
class Unknown:
    """What isn't known of a dispute with placeholders.

    Parameters
    ----------
    dispute : Dispute
        As it is, placeholders as total cover.
    bare : Dispute
        Without them: they stop no line and fill no space.
    on : mapping of str to tuple of str
        Who stands on placeholders, and on which.
    groups : mapping of str to tuple of str
        The close combats, of `sides.melees`.
    """

    dispute: Dispute
    bare: Dispute
    on: Mapping[str, Names]
    groups: Mapping[str, Names]


def unknown(dispute: Dispute) -> Unknown | None:
    """Return what isn't known of a dispute; None where it has no placeholder."""
    every = set(among(dispute.scene))
    if not every:
        return None
    carried = {one.name: footing(dispute.scene, one.body).on for one in dispute.troopers}
    on = {name: tuple(n for n in names if n in every) for name, names in carried.items()}
    return Unknown(dispute, replace(dispute, scene=cleared(dispute.scene)), on, melees(dispute))


def weighed(
    dispute: Dispute,
    ruled: tuple[AttackRuling, ...],
    judge: Callable[[Dispute], tuple[AttackRuling, ...]],
    follow: Follow,
) -> tuple[AttackRuling, ...]:
    """Return rulings with everything undecided that hangs on a placeholder.

    Parameters
    ----------
    dispute : Dispute
    ruled : tuple of AttackRuling
        On the dispute as it is, placeholders as total cover.
    judge : callable
        Rules on another dispute with the same attacks; neither margins nor Dodges are
        needed.
    follow : callable
        Tells of a dispute, one of its attacks and its placements which remarks and Dodges
        follow from them.

    Returns
    -------
    tuple of AttackRuling
        `ruled` itself where there is no placeholder.
    """
    table = unknown(dispute)
    if table is None:
        return ruled
    made = []
    for attack, one, bare in zip(dispute.attacks, ruled, judge(table.bare), strict=True):
        placements = one.placements
        # What is shown of a deployable hangs on who sets it off.
        if len(one.placements) == len(bare.placements):
            placements = tuple(
                weighed_placement(table, attack, *pair)
                for pair in zip(one.placements, bare.placements, strict=True)
            )
        hanging = _hanging(table, one.by, one.by, one.triggers, bare.triggers)
        remarks, dodges = follow(dispute, attack, placements)
        _, seen = follow(table.bare, attack, placements)
        made.append(
            replace(
                one,
                placements=placements,
                remarks=remarks,
                dodges=tuple(_dodge(table, one.by, *two) for two in zip(dodges, seen, strict=True)),
                triggers=tuple(_weighed(verdict, hanging) for verdict in one.triggers),
            )
        )
    return tuple(made)


def weighed_placement(table: Unknown, attack: Attack, one: Placement, bare: Placement) -> Placement:
    """Return a placement with everything undecided that hangs on a placeholder.

    Parameters
    ----------
    table : Unknown
    attack : Attack
    one, bare : Placement
        Ruled on with the placeholders and without them.
    """
    scene = table.dispute.scene
    if one.status == bare.status == "illegal":
        return one
    if "illegal" in (one.status, bare.status):
        # Its Blast Focus lies in a placeholder: whom it affects is all the same unknown.
        shown = bare if one.status == "illegal" else one
        names = _near(scene, shown.body.box)
        made = tuple(_undecided(verdict, names) for verdict in shown.verdicts)
        reason = f"whether it may be placed here {_hangs(names)}"
        return replace(
            shown, status="undecided", reasons=(reason,), citation=UNKNOWN, verdicts=made
        )
    mains = {aim.name: aim.on for aim in attack.templates}
    start = mains.get(one.name, "") if attack.weapon.placed == "impact" else attack.by
    hanging = _hanging(table, start, one.body, one.verdicts, bare.verdicts)
    verdicts = tuple(_weighed(verdict, hanging) for verdict in one.verdicts)
    outcomes = {verdict.trooper: verdict.outcome for verdict in verdicts}
    standing, who = status(table.dispute, attack, outcomes)
    if standing == one.status:
        return replace(one, verdicts=verdicts)
    spared = [hanging.get(other.name, ()) for other in who]
    reason = f"whether it is cancelled {_hangs(tuple(dict.fromkeys(sum(spared, ()))))}"
    return replace(one, status=standing, reasons=(reason,), citation=UNKNOWN, verdicts=verdicts)


def weighed_sighting(table: Unknown, seen: Sighting, bare: Sighting) -> tuple[Sighting, Names]:
    """Return who sees whom, undecided where that hangs on a placeholder, and notes.

    Parameters
    ----------
    table : Unknown
    seen, bare : Sighting
        Of one pair, with the placeholders and without them.

    Returns
    -------
    sighting : Sighting
    notes : tuple of str
        Which placeholders it, or the target's cover, hangs on; none where it holds.
    """
    scene, pair = table.dispute.scene, (seen.viewer, seen.target)
    stood = _stood(table, *pair)
    if seen.outcome is not bare.outcome or (stood and seen.fire.method != _ARC):
        names = stood if seen.outcome is bare.outcome else _met(scene, [seen.fire], pair)
        fire = replace(seen.fire, outcome=Outcome.UNDECIDED, witness=None)
        sighting = replace(seen, fire=fire, cover=None, margin=None, is_returned=False)
        return sighting, (f"whether {seen.viewer} sees {seen.target} {_hangs(names)}",)
    given = () if seen.cover is None else tuple(piece for piece, _ in seen.cover.pieces)
    if given and set(given) <= set(among(scene)):
        said = f"whether {seen.target} has partial cover from {seen.viewer} {_hangs(given)}"
        return replace(seen, cover=None), (said,)
    return seen, ()


def _dodge(table: Unknown, by: str, one: Dodge, bare: Dodge) -> Dodge:
    evidence = one.finding.evidence
    if not isinstance(evidence, LineOfFire):
        return one
    raised = bool(_stood(table, by, one.trooper)) and evidence.method != _ARC
    if not raised and one.modifier == bare.modifier:
        return one
    finding = replace(one.finding, outcome=Outcome.UNDECIDED)
    return replace(one, modifier=None, finding=finding)


def _hanging(
    table: Unknown,
    start: str,
    source: Body | str,
    given: Sequence[Verdict],
    bare: Sequence[Verdict],
) -> dict[str, Names]:
    """By trooper, the placeholders that its verdict hangs on.

    `start` is at whom the template starts: the heights of the two move with one another.
    """
    others = {verdict.trooper: verdict for verdict in bare}
    found: dict[str, Names] = {}
    for verdict in given:
        name = verdict.trooper
        stood = () if name == start else _stood(table, name, start)
        if others.get(name, verdict).outcome is not verdict.outcome:
            found[name] = _of(table.dispute.scene, given, name, source)
        elif stood and not _holds(table, source, verdict):
            found[name] = stood
    for verdict in given:
        # Whoever is engaged is affected where anybody of that close combat is.
        mates = [found[name] for name in table.groups.get(verdict.trooper, ()) if name in found]
        evidence = verdict.deciding.evidence
        through = set(evidence.through) if isinstance(evidence, Engagement) else set()
        is_shared = verdict.outcome is Outcome.NO or (through and through <= found.keys())
        if mates and is_shared and verdict.trooper not in (start, *found):
            found[verdict.trooper] = tuple(dict.fromkeys(sum(mates, ())))
    return found


def _stood(table: Unknown, *names: str) -> Names:
    """The placeholders that some troopers stand on."""
    return tuple(dict.fromkeys(one for name in names for one in table.on.get(name, ())))


def _holds(table: Unknown, source: Body | str, verdict: Verdict) -> bool:
    """Whether a verdict is the same however high the two are, or undecided already."""
    if isinstance(source, str) or verdict.outcome is not Outcome.NO:
        return verdict.outcome is Outcome.UNDECIDED
    one, other = source.box, table.dispute.trooper(verdict.trooper).body.box
    return bool((one[0, :2] > other[1, :2]).any() or (other[0, :2] > one[1, :2]).any())


def _weighed(verdict: Verdict, hanging: Mapping[str, Names]) -> Verdict:
    names = hanging.get(verdict.trooper)
    return verdict if names is None else _undecided(verdict, names)


def _undecided(verdict: Verdict, names: Names) -> Verdict:
    asked = "it is affected"
    if verdict.findings[0].question == "reach":
        asked = "the deployable goes off at it"
    reason = Exemption(f"whether {asked} {_hangs(names)}")
    finding = Finding("placeholder", Outcome.UNDECIDED, reason, UNKNOWN)
    return Verdict(verdict.trooper, Outcome.UNDECIDED, (*verdict.findings, finding), verdict.slack)


def _of(scene: Scene, verdicts: Iterable[Verdict], trooper: str, source: Body | str) -> Names:
    """The placeholders that a trooper's verdict hangs on, or that of one engaged with it."""
    mine = [one for one in verdicts if one.trooper == trooper]
    named = _named(scene, [finding.evidence for one in mine for finding in one.findings])
    named = named or _named(scene, [f.evidence for one in verdicts for f in one.findings])
    ends = (trooper, source.name if isinstance(source, Body) else source)
    return named or _met(scene, [], ends, source if isinstance(source, Body) else None)


def _met(
    scene: Scene, evidence: list[LineOfFire], ends: tuple[str, str], more: Body | None = None
) -> Names:
    """Placeholders that evidence names; where it names none, those between two bodies."""
    named = _named(scene, evidence)
    if named:
        return named
    boxes = [body.box for body in scene.bodies if body.name in ends]
    boxes += [more.box] if more is not None else []
    low, high = np.min([b[0] for b in boxes], axis=0), np.max([b[1] for b in boxes], axis=0)
    return _near(scene, np.array([low, high]))


def _named(scene: Scene, evidence: Iterable[object]) -> Names:
    pieces = [
        blocker.piece
        for one in evidence
        if isinstance(one, Sight | LineOfFire | Search)
        for blocker in one.blockers
    ]
    return tuple(name for name in among(scene) if name in pieces)


def _near(scene: Scene, box: np.ndarray) -> Names:
    every = among(scene)
    return tuple(one.name for one in scene.near(box) if one.name in every) or every


def _hangs(names: Names) -> str:
    """That something hangs on pieces of unknown size, naming at most a dozen."""
    some = ", ".join(names[:12]) + (f" and {len(names) - 12} more" if len(names) > 12 else "")
    if len(names) == 1:
        return f"hangs on {some}, a placeholder for a piece of unknown size"
    return f"hangs on placeholders for pieces of unknown size: {some}"
