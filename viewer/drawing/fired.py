"""The view from a trooper's eye: whom it sees, and how much of each."""

import math
from typing import Final

import numpy as np

from meshes.mesh import Floats
from meshes.solids import Point
from rules.dispute import Dispute, Trooper
from rules.lines_of_fire import between
from rules.sighting import Sighting, Sightings
from rules.verdict import RulingError
from spatial.front import Front, front
from spatial.outcome import Outcome
from spatial.sight import holds_focus
from viewer import words
from viewer.drawing import palette, seen
from viewer.drawing.eyes import looking
from viewer.drawing.gaze import Gaze, in_view, pointed
from viewer.drawing.items import Items, Label, Solid, Stroke
from viewer.drawing.labels import few, piece_labels, printable, short, wrapped
from viewer.drawing.ruled import deciding_blockers, scenery_of, stopping, unknown

_EYES: Final = 6
_LINES: Final = 3
_SAME: Final = 1e-6
_SAID: Final = {Outcome.YES: "SEEN", Outcome.NO: "not seen", Outcome.UNDECIDED: "UNDECIDED"}


def sightings(dispute: Dispute, viewer: str) -> tuple[Sighting, ...]:
    """Return what a trooper sees of every other, in scene order.

    Raises
    ------
    RulingError
        If there is no trooper of that name, or no other.
    """
    names = [one.name for one in dispute.troopers]
    if viewer not in names:
        known = ", ".join(names) or "there is none"
        raise RulingError(f"--view eye:{viewer}: no trooper is called so; use one of {known}")
    found: list[Sighting] = []
    for other in names:
        if other != viewer:
            asked: Sightings = between(dispute, viewer, other, margin=False)
            found += asked.sightings
    if not found:
        raise RulingError(f"--view eye:{viewer}: there is nobody else to be seen")
    return tuple(found)


def from_eye(
    dispute: Dispute, viewer: str, found: tuple[Sighting, ...], width: int, height: int
) -> Gaze:
    """Return what a trooper sees, from the point of its silhouette that sees most.

    Parameters
    ----------
    dispute : Dispute
    viewer : str
    found : tuple of Sighting
        Of `sightings`.
    width, height : int
        Pixels of the view.
    """
    who = dispute.trooper(viewer)
    ahead = front(who.body, who.facing) if who.is_trooper else None
    eye, parts = _best_eye(dispute, who, found, ahead)
    asked = [dispute.trooper(one.target) for one in found if one.fire.method != "arc"]
    ways = [_corners(one) - np.array(eye) for one in asked if not _holds(one, eye)]
    if not ways:
        turn = math.radians(who.facing)
        ways = [np.array([[math.cos(turn), math.sin(turn), 0.0]])]
    caption = f"from the eye of {short(viewer)}, at {words.point(eye)}"
    view = looking(caption, eye, np.concatenate(ways), width, height)
    shown = _items(dispute, who, found, eye, parts)
    holding = [viewer, *(one.name for one in dispute.troopers if _holds(one, eye))]
    kept = in_view(shown, view, holding, "isn't drawn: the eye is at its silhouette")
    labelled = {label.subject for label in kept.labels}
    parts = tuple(part for part in parts if part.name in labelled)
    faces = seen.faces_at_eye(dispute.scene, who.body, eye)
    return Gaze(view, pointed(kept, parts, view), parts, faces)


def _best_eye(
    dispute: Dispute, who: Trooper, found: tuple[Sighting, ...], ahead: Front | None
) -> tuple[Point, tuple[seen.Part, ...]]:
    """The start of a clear line from which most are seen, and what is seen from there."""
    starts = [
        one.fire.witness.line.start
        for one in found
        if one.fire.witness is not None and one.fire.method != "inside" and not one.is_returned
    ]
    tried = list(dict.fromkeys(starts))[:_EYES] or [_brow(who)]
    best: tuple[tuple[int, float], Point, tuple[seen.Part, ...]] | None = None
    for eye in tried:
        parts = []
        for one in found:
            target = dispute.trooper(one.target)
            part = seen.from_eye(dispute.scene, who.body, eye, target.body, ahead)
            if part is not None and one.fire.method != "arc":
                parts.append(part)
        score = sum(bool(p.visible) for p in parts), round(sum(p.share for p in parts), 6)
        if best is None or score > best[0]:
            best = score, eye, tuple(parts)
    assert best is not None
    return best[1], best[2]


def _brow(who: Trooper) -> Point:
    """The foremost point of a silhouette's top."""
    x, y, z = who.body.pose.at
    radius, turn = who.silhouette.diameter / 2, math.radians(who.facing)
    return (
        x + radius * math.cos(turn),
        y + radius * math.sin(turn),
        z + who.silhouette.height,
    )


def _corners(one: Trooper) -> Floats:
    return one.body.mesh.vertices


def _holds(one: Trooper, eye: Point) -> bool:
    return holds_focus(one.body, np.array(eye))


def _items(
    dispute: Dispute,
    who: Trooper,
    found: tuple[Sighting, ...],
    eye: Point,
    parts: tuple[seen.Part, ...],
) -> Items:
    solids = scenery_of(dispute.scene.bodies)
    labels: list[Label] = []
    strokes: list[Stroke] = []
    visible = {part.name for part in parts if part.visible}
    for one in found:
        target = dispute.trooper(one.target)
        colour = palette.VERDICT[one.outcome]
        solids.append(Solid(target.name, "trooper", target.body.mesh, colour, target.side))
        x, y, z = target.body.pose.at
        at = (x, y, z + target.silhouette.height / 2)
        title = f"{short(target.name)}: {_SAID[one.outcome]}"
        why = few(wrapped("; ".join(_why(one, target.name in visible))), _LINES)
        labels.append(Label(target.name, "trooper", title, why, at, colour, one.outcome))
        strokes += _strokes(one, eye)
    known = [body.name for body in dispute.scene.bodies]
    seen_ones = [short(one.target) for one in found if one.outcome is Outcome.YES]
    subtitle = f"{short(who.name)} sees {words.listed(seen_ones) or 'nobody'}"
    return Items(
        printable(dispute.name),
        subtitle,
        dispute.scene.size,
        tuple(solids),
        tuple(strokes),
        (),
        (*labels, *piece_labels(strokes, solids)),
        stopping(strokes, known),
        wording="fire",
        notes=unknown(dispute.scene.bodies),
    )


def _why(one: Sighting, is_visible: bool) -> list[str]:
    """The reasons in small print."""
    fire, said = one.fire, []
    if fire.method == "inside":
        said.append("their silhouettes touch")
    if one.outcome is Outcome.YES:
        if one.is_returned:
            said.append("only because it sees the viewer")
        elif fire.method != "inside" and not is_visible:
            assert fire.witness is not None
            said.append(f"from elsewhere: {words.point(fire.witness.line.start)}")
        if fire.hidden is not None and fire.hidden >= 0.005:
            said.append(f"{fire.hidden:.0%} of it hidden")
        if one.cover is not None and one.cover.outcome is Outcome.YES:
            said.append(f"partial cover from {words.listed([p for p, _ in one.cover.pieces])}")
    elif fire.method == "arc":
        said.append("wholly behind: nothing of it is in the front 180 degrees")
    else:
        pieces = list(dict.fromkeys(b.piece for b in deciding_blockers(fire.blockers)))
        if pieces:
            said.append(f"hidden by {words.listed(pieces)}")
        if fire.too_small:
            said.append(f"no part of {one.needed:g} x {one.needed:g} mm in sight")
    if one.close_call:
        said.append("a CLOSE CALL")
    return said


def _strokes(one: Sighting, eye: Point) -> list[Stroke]:
    """A clear line, where it starts at this eye, or the lines that are stopped."""
    fire = one.fire
    if fire.witness is not None:
        line = fire.witness.line
        if math.dist(line.start, eye) > _SAME or fire.method == "inside":
            return []
        return [Stroke("reaches", line.start, line.end, one.target, "")]
    return [
        Stroke("stopped", b.line.start, b.line.end, one.target, "", b.piece)
        for b in deciding_blockers(fire.blockers)
    ]
