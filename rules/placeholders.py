"""Pieces whose true shape isn't known: what hangs on one is undecided, and names it.

A scene is ruled on twice, once with every placeholder as total cover where its stand-in
is, once without any. More cover never lets a line through, so what both say alike holds
whatever shape a piece has inside its stand-in. Whoever stands on one is at an unknown height.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Final

import numpy as np

from rules.dispute import Dispute
from rules.finding import Citation, Exemption, Finding
from rules.sighting import Sighting
from rules.stances import stances
from rules.stand_ins import among, cleared
from rules.verdict import AttackRuling, Placement, Verdict
from spatial.evidence import LineOfFire, Sight
from spatial.outcome import Outcome
from spatial.scene import Body, Scene

UNKNOWN: Final = Citation("Blast Focus, docs/formats.md", "Placeholders")


def without(dispute: Dispute) -> Dispute:
    """Return a dispute whose placeholders stop no line and fill no space."""
    return replace(dispute, scene=cleared(dispute.scene))


def bare(dispute: Dispute) -> Dispute | None:
    """Return a dispute without its placeholders; None where it has none."""
    return without(dispute) if among(dispute.scene) else None


def weighed(
    dispute: Dispute,
    ruled: tuple[AttackRuling, ...],
    judge: Callable[[Dispute], tuple[AttackRuling, ...]],
) -> tuple[AttackRuling, ...]:
    """Return rulings with everything undecided that hangs on a placeholder.

    Parameters
    ----------
    dispute : Dispute
    ruled : tuple of AttackRuling
        On the dispute as it is, placeholders as total cover.
    judge : callable
        Rules on another dispute with the same attacks; margins aren't needed.

    Returns
    -------
    tuple of AttackRuling
        `ruled` itself where there is no placeholder.
    """
    plain = bare(dispute)
    if plain is None:
        return ruled
    weighed = (_attack(dispute, *pair) for pair in zip(ruled, judge(plain), strict=True))
    on = _carried(dispute)
    return tuple(_lifted(one, on) for one in weighed)


def weighed_sighting(scene: Scene, seen: Sighting, bare: Sighting) -> tuple[Sighting, str]:
    """Return who sees whom, undecided where that hangs on a placeholder, and a note.

    Parameters
    ----------
    scene : Scene
        With its placeholders.
    seen, bare : Sighting
        Of one pair, with the placeholders and without them.

    Returns
    -------
    sighting : Sighting
    note : str
        Which placeholders it hangs on; empty where it holds.
    """
    if seen.outcome is bare.outcome:
        return seen, ""
    names = _met(scene, [seen.fire], (seen.viewer, seen.target))
    fire = replace(seen.fire, outcome=Outcome.UNDECIDED, witness=None)
    sighting = replace(seen, fire=fire, cover=None, margin=None, is_returned=False)
    return sighting, f"whether {seen.viewer} sees {seen.target} {_hangs(names)}"


def _attack(dispute: Dispute, one: AttackRuling, bare: AttackRuling) -> AttackRuling:
    placements = tuple(
        _placement(dispute, with_them, without_them)
        for with_them, without_them in zip(one.placements, bare.placements, strict=False)
    )
    if len(one.placements) != len(bare.placements):
        # What is shown of a deployable hangs on who sets it off.
        placements = one.placements
    others = {dodge.trooper: dodge for dodge in bare.dodges}
    dodges = tuple(
        replace(
            dodge,
            modifier=None,
            finding=replace(dodge.finding, outcome=Outcome.UNDECIDED),
        )
        if dodge.trooper in others and others[dodge.trooper].modifier != dodge.modifier
        else dodge
        for dodge in one.dodges
    )
    triggers = _verdicts(dispute, one.by, one.triggers, bare.triggers)
    return replace(one, placements=placements, dodges=dodges, triggers=triggers)


def _carried(dispute: Dispute) -> dict[str, tuple[str, ...]]:
    """Who stands on placeholders, and on which: how high they are isn't known either."""
    every = set(among(dispute.scene))
    carried = {one.trooper: tuple(n for n in one.on if n in every) for one in stances(dispute)}
    return {name: on for name, on in carried.items() if on}


def _lifted(one: AttackRuling, on: Mapping[str, tuple[str, ...]]) -> AttackRuling:
    """A ruling in which whoever stands on a placeholder is undecided; all, where its user does."""
    if not on:
        return one

    def lifted(verdict: Verdict) -> Verdict:
        names = on.get(verdict.trooper, ()) + on.get(one.by, ())
        if not names or verdict.outcome is Outcome.UNDECIDED or verdict.trooper == one.by:
            return verdict
        return _undecided(verdict, tuple(dict.fromkeys(names)))

    placements = tuple(
        replace(each, verdicts=tuple(map(lifted, each.verdicts))) for each in one.placements
    )
    return replace(one, placements=placements, triggers=tuple(map(lifted, one.triggers)))


def _placement(dispute: Dispute, one: Placement, bare: Placement) -> Placement:
    if one.status == bare.status == "illegal":
        return one
    if "illegal" in (one.status, bare.status):
        # Its Blast Focus lies in a placeholder: whom it affects is all the same unknown.
        shown = bare if one.status == "illegal" else one
        names = _near(dispute.scene, shown.body.box)
        made = tuple(_undecided(verdict, names) for verdict in shown.verdicts)
        reason = f"whether it may be placed here {_hangs(names)}"
        return replace(
            shown, status="undecided", reasons=(reason,), citation=UNKNOWN, verdicts=made
        )
    verdicts = _verdicts(dispute, one.body, one.verdicts, bare.verdicts)
    if one.status == bare.status:
        return replace(one, verdicts=verdicts)
    names = tuple(
        dict.fromkeys(
            name
            for verdict, old in zip(verdicts, one.verdicts, strict=True)
            if verdict is not old
            for name in _of(dispute.scene, one.verdicts, old.trooper, one.body)
        )
    )
    reason = f"whether it is cancelled {_hangs(names)}"
    return replace(one, status="undecided", reasons=(reason,), citation=UNKNOWN, verdicts=verdicts)


def _verdicts(
    dispute: Dispute, source: Body | str, given: tuple[Verdict, ...], bare: tuple[Verdict, ...]
) -> tuple[Verdict, ...]:
    others: Mapping[str, Verdict] = {verdict.trooper: verdict for verdict in bare}
    made = []
    for verdict in given:
        other = others.get(verdict.trooper, verdict)
        if other.outcome is not verdict.outcome:
            verdict = _undecided(verdict, _of(dispute.scene, given, verdict.trooper, source))
        made.append(verdict)
    return tuple(made)


def _undecided(verdict: Verdict, names: tuple[str, ...]) -> Verdict:
    reason = Exemption(f"whether it is affected {_hangs(names)}")
    finding = Finding("placeholder", Outcome.UNDECIDED, reason, UNKNOWN)
    return Verdict(verdict.trooper, Outcome.UNDECIDED, (*verdict.findings, finding), verdict.slack)


def _of(
    scene: Scene, verdicts: Iterable[Verdict], trooper: str, source: Body | str
) -> tuple[str, ...]:
    """The placeholders that a trooper's verdict hangs on, or that of one engaged with it."""
    mine = [one for one in verdicts if one.trooper == trooper]
    named = _named(scene, [finding.evidence for one in mine for finding in one.findings])
    named = named or _named(scene, [f.evidence for one in verdicts for f in one.findings])
    ends = (trooper, source.name if isinstance(source, Body) else source)
    return named or _met(scene, [], ends, source if isinstance(source, Body) else None)


def _met(
    scene: Scene, evidence: list[LineOfFire], ends: tuple[str, str], more: Body | None = None
) -> tuple[str, ...]:
    """Placeholders that evidence names; where it names none, those between two bodies."""
    named = _named(scene, evidence)
    if named:
        return named
    boxes = [body.box for body in scene.bodies if body.name in ends]
    boxes += [more.box] if more is not None else []
    low, high = np.min([b[0] for b in boxes], axis=0), np.max([b[1] for b in boxes], axis=0)
    return _near(scene, np.array([low, high]))


def _named(scene: Scene, evidence: Iterable[object]) -> tuple[str, ...]:
    pieces = [
        blocker.piece
        for one in evidence
        if isinstance(one, Sight | LineOfFire)
        for blocker in one.blockers
    ]
    return tuple(name for name in among(scene) if name in pieces)


def _near(scene: Scene, box: np.ndarray) -> tuple[str, ...]:
    every = among(scene)
    return tuple(one.name for one in scene.near(box) if one.name in every) or every


def _hangs(names: tuple[str, ...]) -> str:
    """That something hangs on pieces of unknown size, naming at most a dozen."""
    some = ", ".join(names[:12]) + (f" and {len(names) - 12} more" if len(names) > 12 else "")
    if len(names) == 1:
        return f"hangs on {some}, a placeholder for a piece of unknown size"
    return f"hangs on placeholders for pieces of unknown size: {some}"
