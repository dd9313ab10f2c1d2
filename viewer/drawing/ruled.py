"""A ruling on template weapons as what a picture shows."""

from rules.dispute import Dispute
from rules.verdict import Placement, Ruling, Search, Verdict
from spatial.contact import Contact
from spatial.evidence import Blocker, Sight
from spatial.outcome import Outcome
from spatial.scene import Body
from viewer.drawing import palette
from viewer.drawing.items import Items, Kind, Label, Mark, Solid, Stroke, StrokeKind
from viewer.drawing.labels import (
    Mine,
    effect,
    nearest_miss,
    piece_labels,
    placement_label,
    printable,
    trooper_label,
)
from viewer.outcomes import worst
from viewer.template_words import headlines


def items(ruling: Ruling, dispute: Dispute, template: str = "") -> Items:
    """Return what a picture of a ruling shows.

    Parameters
    ----------
    ruling : Ruling
    dispute : Dispute
        What was ruled on.
    template : str
        The one template to be drawn; empty for all.

    Examples
    --------
    >>> from rules.ruling import rule
    >>> from rules.scenefile import read, starter
    >>> dispute = read(starter(), "starter.toml")
    >>> [label.title for label in items(rule(dispute), dispute).labels][:2]
    ['Beta: not affected', '1: AFFECTED by A']
    """
    placements = [
        placement
        for attack in ruling.attacks
        for placement in attack.placements
        if template in ("", placement.name)
    ]
    solids = scenery_of(dispute.scene.bodies)
    strokes: list[Stroke] = []
    labels: list[Label] = []
    for trooper in dispute.troopers:
        mine = [
            (placement, verdict)
            for placement in placements
            for verdict in placement.verdicts
            if verdict.trooper == trooper.name
        ]
        asked = [
            (attack.by, verdict)
            for attack in ruling.attacks
            for verdict in attack.triggers
            if verdict.trooper == trooper.name
        ]
        own = [v for attack in ruling.attacks if attack.by == trooper.name for v in attack.triggers]
        outcomes = [effect(placement, verdict) for placement, verdict in mine]
        outcome = worst([*outcomes, *(verdict.outcome for _, verdict in asked)])
        colour = palette.verdict(outcome)
        solids.append(Solid(trooper.name, "trooper", trooper.body.mesh, colour, trooper.side))
        labels.append(trooper_label(trooper, mine, asked, own, outcome))
        strokes += _strokes(trooper.name, mine)
        strokes += _unseen(trooper.name, [] if template else [verdict for _, verdict in asked])
    for placement in placements:
        kind = _kind(placement)
        tint = palette.ILLEGAL if kind != "template" else palette.TEMPLATE
        solids.append(Solid(placement.name, kind, placement.body.mesh, tint))
        labels.append(placement_label(placement))
    known = [body.name for body in dispute.scene.bodies]
    return Items(
        printable(ruling.scene),
        printable(headlines(ruling.attacks)) or "no attack in this scene",
        dispute.scene.size,
        tuple(solids),
        tuple(strokes),
        tuple(Mark(placement.name, placement.body.pose.at) for placement in placements),
        (*labels, *piece_labels(strokes, solids)),
        stopping(strokes, known),
        notes=unknown(dispute.scene.bodies),
    )


def unknown(bodies: tuple[Body, ...]) -> tuple[str, ...]:
    """Return what has to be said of pieces whose shape isn't known, none where all are."""
    names = [body.name for body in bodies if body.placeholder]
    if not names:
        return ()
    if len(names) > 3:
        return (f"{len(names)} pieces are placeholders: boxes for shapes that aren't known",)
    return (f"placeholder, a box for a shape that isn't known: {', '.join(names)}",)


def scenery_of(bodies: tuple[Body, ...]) -> list[Solid]:
    """Return the scenery among some bodies, to draw."""
    return [
        Solid(body.name, "scenery", body.mesh, palette.SCENERY_LOW)
        for body in bodies
        if body.role == "scenery"
    ]


def stopping(strokes: list[Stroke], known: list[str]) -> tuple[str, ...]:
    """Return the bodies that stop lines, each once, in the order of the lines."""
    pieces = [stroke.piece for stroke in strokes if stroke.kind in ("stopped", "grazes")]
    return tuple(dict.fromkeys(piece for piece in pieces if piece in known))


def _kind(placement: Placement) -> Kind:
    match placement.status:
        case "illegal":
            return "illegal"
        case "cancelled":
            return "cancelled"
    return "template"


def _strokes(trooper: str, mine: Mine) -> list[Stroke]:
    """The deciding lines of one trooper, as the evidence has them."""
    strokes = []
    nearest = nearest_miss(mine)
    for placement, verdict in mine:
        match verdict.deciding.evidence:
            case Sight(witness=None) as seen:
                undecided = seen.outcome is Outcome.UNDECIDED
                kind: StrokeKind = "grazes" if undecided else "stopped"
                for blocker in deciding_blockers(seen.blockers):
                    line = blocker.line
                    strokes.append(
                        Stroke(kind, line.start, line.end, trooper, placement.name, blocker.piece)
                    )
            case Sight(witness=witness) if witness is not None:
                line = witness.line
                strokes.append(Stroke("reaches", line.start, line.end, trooper, placement.name))
            case Contact(on_a=on_a, on_b=on_b):
                if placement is nearest:
                    strokes.append(Stroke("misses", on_b, on_a, trooper, placement.name))
    return strokes


def _unseen(trooper: str, triggers: list[Verdict]) -> list[Stroke]:
    """A line for each piece that hides a trooper from a deployable, from wherever it starts."""
    return [
        Stroke(
            "stopped" if verdict.outcome is Outcome.NO else "grazes",
            blocker.line.start,
            blocker.line.end,
            trooper,
            "",
            blocker.piece,
        )
        for verdict in triggers
        for finding in verdict.findings
        if isinstance(finding.evidence, Search)
        for blocker in deciding_blockers(finding.evidence.blockers)
    ]


def deciding_blockers(blockers: tuple[Blocker, ...]) -> tuple[Blocker, ...]:
    """Return those that are enough to hide all, where that is known; else every one."""
    return tuple(one for one in blockers if one.needed) or blockers
