"""What a picture shows, read off a ruling: solids, lines, marks and labels."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from meshes.mesh import Mesh
from meshes.solids import Point
from rules.dispute import Dispute
from rules.verdict import Ruling
from spatial.contact import Contact
from spatial.evidence import Sight
from spatial.outcome import Outcome
from viewer.drawing import palette
from viewer.drawing.labels import (
    Label,
    Mine,
    nearest_miss,
    placement_label,
    printable,
    trooper_label,
)

Kind: TypeAlias = Literal["scenery", "trooper", "template", "illegal"]
StrokeKind: TypeAlias = Literal["reaches", "stopped", "grazes", "misses"]


@dataclass(frozen=True, slots=True, eq=False)
class Solid:
    """A body to draw."""

    name: str
    kind: Kind
    mesh: Mesh
    colour: str


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line of the evidence, from `start` to `end`, mm.

    Parameters
    ----------
    kind : {"reaches", "stopped", "grazes", "misses"}
        A clear line to its witness; one up to the piece that stops it; one of
        an undecided search; the shortest way between a trooper and the
        template that misses it.
    start, end : tuple of 3 floats
    trooper, placement : str
        Whose verdict it belongs to.
    """

    kind: StrokeKind
    start: Point
    end: Point
    trooper: str
    placement: str


@dataclass(frozen=True, slots=True)
class Mark:
    """The Blast Focus of a placement."""

    placement: str
    at: Point


@dataclass(frozen=True, slots=True, eq=False)
class Items:
    """Everything in a picture of a ruling.

    Parameters
    ----------
    title, subtitle : str
    size : tuple of 2 floats
        The table's extent in mm; inf where it isn't known.
    solids : tuple of Solid
        Scenery, troopers, then templates.
    strokes : tuple of Stroke
    marks : tuple of Mark
    labels : tuple of Label
        One for every trooper and every placement.
    """

    title: str
    subtitle: str
    size: tuple[float, float]
    solids: tuple[Solid, ...]
    strokes: tuple[Stroke, ...]
    marks: tuple[Mark, ...]
    labels: tuple[Label, ...]


def items(ruling: Ruling, dispute: Dispute) -> Items:
    """Return what a picture of a ruling shows.

    Examples
    --------
    >>> from rules.ruling import rule
    >>> from rules.scenefile import read, starter
    >>> dispute = read(starter(), "starter.toml")
    >>> [label.title for label in items(rule(dispute), dispute).labels][:2]
    ['Beta: not affected', '1: AFFECTED by A']
    """
    placements = [placement for attack in ruling.attacks for placement in attack.placements]
    solids = [
        Solid(body.name, "scenery", body.mesh, palette.SCENERY_LOW)
        for body in dispute.scene.bodies
        if body.role == "scenery"
    ]
    strokes: list[Stroke] = []
    labels: list[Label] = []
    for trooper in dispute.troopers:
        mine = [
            (placement, verdict)
            for placement in placements
            for verdict in placement.verdicts
            if verdict.trooper == trooper.name
        ]
        colour = _colour(mine)
        solids.append(Solid(trooper.name, "trooper", trooper.body.mesh, colour))
        labels.append(trooper_label(trooper, mine, colour))
        strokes += _strokes(trooper.name, mine)
    for placement in placements:
        legal = placement.status == "placed"
        kind: Kind = "template" if legal else "illegal"
        tint = palette.TEMPLATE if legal else palette.ILLEGAL
        solids.append(Solid(placement.name, kind, placement.body.mesh, tint))
        labels.append(placement_label(placement))
    return Items(
        printable(ruling.scene),
        printable("; ".join(f"{a.by} attacks with {a.weapon}" for a in ruling.attacks))
        or "no attack in this scene",
        dispute.scene.size,
        tuple(solids),
        tuple(strokes),
        tuple(Mark(placement.name, placement.body.pose.at) for placement in placements),
        tuple(labels),
    )


def _colour(mine: Mine) -> str:
    """The worst that any placement does to a trooper."""
    outcomes = {verdict.outcome for _, verdict in mine}
    for outcome in (Outcome.YES, Outcome.UNDECIDED, Outcome.NO):
        if outcome in outcomes:
            return palette.VERDICT[outcome]
    return palette.UNRULED


def _strokes(trooper: str, mine: Mine) -> list[Stroke]:
    """The deciding lines of one trooper, as the evidence has them."""
    strokes = []
    nearest = nearest_miss(mine)
    for placement, verdict in mine:
        match verdict.deciding.evidence:
            case Sight(witness=None) as seen:
                undecided = seen.outcome is Outcome.UNDECIDED
                kind: StrokeKind = "grazes" if undecided else "stopped"
                needed = [blocker for blocker in seen.blockers if blocker.needed]
                for blocker in needed or seen.blockers:
                    line = blocker.line
                    strokes.append(Stroke(kind, line.start, line.end, trooper, placement.name))
            case Sight(witness=witness) if witness is not None:
                line = witness.line
                strokes.append(Stroke("reaches", line.start, line.end, trooper, placement.name))
            case Contact(on_a=on_a, on_b=on_b):
                if placement is nearest:
                    strokes.append(Stroke("misses", on_b, on_a, trooper, placement.name))
    return strokes
