"""Line of fire in Infinity: who sees whom, and what cover the seen one has.

The text on template weapons uses lines of fire and doesn't define them; the
definition is the one that the editions share.
"""

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from meshes.solids import Point
from rules.dispute import Dispute, Trooper
from rules.finding import Citation, Margin
from rules.margin import sideways
from rules.sighting import Cover, Sighting
from spatial.contact import TOUCH, contact
from spatial.evidence import LineOfFire, turned_round
from spatial.fire import PART, Where, line_of_fire
from spatial.front import front
from spatial.outcome import Outcome
from spatial.overlap import overlapping, touched
from spatial.scene import Body, Scene

FIRE: Final = Citation("Infinity, the rules that its editions share", "Line of Fire")

_START: Final[Mapping[str, Where]] = {"front_half": "front", "anywhere": "anywhere"}
_END: Final[Mapping[str, Where]] = {"in_front": "front", "anywhere": "anywhere"}
_THIRD: Final = 1 / 3


def sees(
    dispute: Dispute,
    viewer: Trooper,
    target: Trooper,
    readings: Mapping[str, str],
    evidence: bool = True,
) -> LineOfFire:
    """Ask whether one trooper has line of fire to another.

    Parameters
    ----------
    dispute : Dispute
    viewer, target : Trooper
        Deployables and the like see all round.
    readings : mapping of str to str
        Every reading with its choice.
    evidence : bool
        Whether to say how much is seen.

    Returns
    -------
    LineOfFire
        With reciprocity, where only the target's own line reaches, that line turned round.

    Examples
    --------
    >>> from rules.readings import chosen
    >>> from rules.scenefile import read, starter
    >>> dispute = read(starter(), "starter.toml")
    >>> beta, one = dispute.trooper("Beta"), dispute.trooper("1")
    >>> sees(dispute, beta, one, chosen(dispute.rules, {})).outcome
    <Outcome.YES: 'YES'>
    """
    return _either(dispute, viewer, target, readings, evidence)


def sighting(
    dispute: Dispute,
    viewer: Trooper,
    target: Trooper,
    readings: Mapping[str, str],
    margins: bool = False,
    evidence: bool = True,
) -> Sighting:
    """Return what one trooper sees of another, with its cover and margin.

    Parameters
    ----------
    dispute, viewer, target, readings, evidence
        As for `sees`.
    margins : bool
        Whether to ask how far the answer is from the other one.
    """
    fire = sees(dispute, viewer, target, readings, evidence)
    returned = False
    if fire.outcome is Outcome.YES and readings["fire_reciprocity"] != "none":
        alone = {**readings, "fire_reciprocity": "none"}
        returned = sees(dispute, viewer, target, alone, False).outcome is not Outcome.YES
    cover = None
    # Of the target's own line it isn't known what the viewer would find hidden.
    if evidence and fire.outcome is Outcome.YES and not returned:
        cover = partial_cover(dispute.scene, target.body, fire, readings["partial_cover"])
    margin = None
    if margins:
        margin = _margin(dispute, viewer, target, readings, fire)
    return Sighting(
        viewer.name, target.name, fire, FIRE, PART, cover, margin, dispute.slack, returned
    )


def partial_cover(scene: Scene, target: Body, seen: LineOfFire, reading: str) -> Cover:
    """Return whether a trooper that is seen has partial cover.

    Parameters
    ----------
    scene : Scene
    target : Body
    seen : LineOfFire
        A YES with its evidence: the viewer looks from where it sees most.
    reading : {"any", "third"}
        How much a piece in contact must hide.
    """
    touches = touched(scene, target)
    least = _THIRD if reading == "third" else 0.0
    pieces = tuple(
        (one.piece, one.share)
        for one in seen.blockers
        if one.piece in touches and one.share > 0 and one.share >= least
    )
    return Cover(Outcome.YES if pieces else Outcome.NO, pieces, touches)


def _facing(viewer: Trooper) -> float | None:
    return viewer.facing if viewer.is_trooper else None


def _either(
    dispute: Dispute,
    viewer: Trooper,
    target: Trooper,
    readings: Mapping[str, str],
    evidence: bool,
    searching: bool = True,
    hint: Point | None = None,
) -> LineOfFire:
    """A viewer's own line; with reciprocity, where it doesn't reach, its target's turned round."""
    facing = _facing(viewer)
    is_mutual = readings["fire_reciprocity"] != "none" and (
        facing is None or front(viewer.body, facing).reaches(target.body)
    )
    other = None
    if is_mutual and not searching:
        # Any line will do, and the border of the viewer's front doesn't bear on this one.
        other = _line(dispute, target, viewer.body, readings, evidence, searching)
        if other.outcome is Outcome.YES:
            return turned_round(other)
    own = _line(dispute, viewer, target.body, readings, evidence, searching, hint)
    if own.outcome is Outcome.YES or not is_mutual:
        return own
    other = other or _line(dispute, target, viewer.body, readings, evidence, searching)
    return turned_round(other) if other.outcome is Outcome.YES else own


def _line(
    dispute: Dispute,
    who: Trooper,
    target: Body,
    readings: Mapping[str, str],
    evidence: bool,
    searching: bool = True,
    hint: Point | None = None,
) -> LineOfFire:
    # A flat token hides nobody.
    tokens = [one.name for one in dispute.troopers if not one.is_trooper]
    return line_of_fire(
        dispute.scene,
        who.body,
        target,
        _facing(who),
        start=_START[readings["fire_start"]],
        end=_END[readings["fire_end"]],
        passing=tokens,
        evidence=evidence,
        searching=searching,
        hint=hint,
    )


def _margin(
    dispute: Dispute,
    viewer: Trooper,
    target: Trooper,
    readings: Mapping[str, str],
    fire: LineOfFire,
) -> Margin | None:
    """The smallest sideways move of a target that flips the answer.

    A move into sight is shown by a clear line. A move out of sight is looked for where
    no clear line is found at once; the smallest one is then searched in full.
    """
    said = fire.outcome
    if said is Outcome.UNDECIDED:
        return None
    scene = dispute.scene
    hint = None if fire.witness is None else fire.witness.line.start
    through = set(overlapping(scene, target.body))

    def asked(x: float, y: float, searching: bool) -> Outcome:
        moved = replace(target, body=target.body.moved(x, y))
        return _either(dispute, viewer, moved, readings, False, searching, hint).outcome

    def flipped(x: float, y: float) -> bool:
        moved = target.body.moved(x, y)
        if not through.issuperset(overlapping(scene, moved)):
            return False
        if contact(viewer.body, moved).gap < -TOUCH:
            return False
        return (asked(x, y, False) is Outcome.YES) is (said is Outcome.NO)

    (x, y, _), (p, q, _) = viewer.body.pose.at, target.body.pose.at
    found = sideways(flipped, said, math.degrees(math.atan2(q - y, p - x)))
    if said is Outcome.NO or found.toward is None:
        return found
    way = math.radians(found.toward)
    if asked(found.mm * math.cos(way), found.mm * math.sin(way), True) is Outcome.NO:
        return found
    return None
