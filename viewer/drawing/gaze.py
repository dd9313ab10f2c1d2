"""The view from a Blast Focus: what it sees, and the visible part of each target."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from meshes.mesh import Bools, Floats
from rules.dispute import Dispute
from rules.verdict import Placement, Ruling, RulingError
from spatial.scene import Body
from spatial.sight import holds_focus
from viewer import words
from viewer.drawing import seen
from viewer.drawing.eyes import EyeView, looking
from viewer.drawing.items import Items, Label
from viewer.drawing.labels import short
from viewer.drawing.overlay import outline
from viewer.drawing.ruled import items

_AROUND: Final = 0.05
"""Points nearer the focus than this have no direction, mm."""
_BEHIND: Final = 0.02
_LONGEST: Final = 6
_CLOSE: Final = 24.0
"""Labels that point at places nearer than this are hard to tell apart, pixels."""


@dataclass(frozen=True, slots=True, eq=False)
class Gaze:
    """What there is to draw of the view from a point.

    Parameters
    ----------
    view : EyeView
    items : Items
        Without who holds the eye, and without what isn't in the view.
    parts : tuple of Part
        What is seen of each target, by the engine's proof.
    faces : ndarray of shape (n, 3)
        Normals of the faces that the eye lies on: below them nothing is seen.
    area : ndarray of shape (n, 3) or None
        The outline of the template as directions; None where it lies all round, or
        there is none.
    """

    view: EyeView
    items: Items
    parts: tuple[seen.Part, ...]
    faces: Floats
    area: Floats | None = None


def placement_of(ruling: Ruling, template: str) -> Placement:
    """Return the placement of that name, or for an empty name the first that is placed.

    Raises
    ------
    RulingError
        If there is none.
    """
    every = [placement for attack in ruling.attacks for placement in attack.placements]
    if not every:
        asked = f"--template {template}" if template else "--view focus"
        raise RulingError(f"{asked}: no template is placed in this scene; leave it out")
    if not template:
        return next((one for one in every if one.status == "placed"), every[0])
    for one in every:
        if one.name == template:
            return one
    known = ", ".join(one.name for one in every)
    raise RulingError(f"--template {template}: no template is called so; use one of {known}")


def from_focus(
    ruling: Ruling, dispute: Dispute, placement: Placement, width: int, height: int
) -> Gaze:
    """Return what the Blast Focus of a placement sees.

    Parameters
    ----------
    ruling : Ruling
    dispute : Dispute
    placement : Placement
    width, height : int
        Pixels of the view.
    """
    focus = placement.body.pose.at
    shown = items(ruling, dispute, placement.name)
    touched = {v.trooper for v in placement.verdicts if _is_touched(shown, v.trooper)}
    troopers = [one for one in dispute.troopers if one.name in touched]
    parts = [seen.from_focus(dispute, ruling, placement, one) for one in troopers]
    area = _outline(placement.body)
    ways = [one.body.mesh.vertices - np.array(focus) for one in troopers]
    ways = [one for one in ways if _away(one).all()]
    ways += [] if area is None else [area]
    if not ways:
        ways = [placement.body.pose.rotation[:, :1].T]
    caption = f"from the Blast Focus of {short(placement.name)}"
    view = looking(caption, focus, np.concatenate(ways), width, height)
    holding = [one.name for one in dispute.troopers if holds_focus(one.body, np.array(focus))]
    strokes = tuple(s for s in shown.strokes if s.kind != "misses")
    kept = replace(
        shown,
        solids=tuple(s for s in shown.solids if not s.is_area),
        strokes=strokes,
        marks=(),
        labels=tuple(label for label in shown.labels if label.kind != "template"),
    )
    found = tuple(one for one in parts if one is not None)
    kept = in_view(kept, view, holding, "isn't drawn: the Blast Focus is at its silhouette")
    if placement.status != "placed":
        said = f"{short(placement.name)} is {placement.status.upper()}"
        kept = replace(kept, notes=(*kept.notes, said))
    if area is None:
        kept = replace(kept, notes=(*kept.notes, "the template lies all round"))
    if len(found) > 1 and ruling.readings.get("models_block") == "no":
        kept = replace(kept, notes=(*kept.notes, "models stop no line from the Blast Focus"))
    faces = seen.faces_at_focus(dispute, ruling, placement)
    if len(faces):
        said = "the Blast Focus lies on scenery: below that face nothing is seen"
        kept = replace(kept, notes=(*kept.notes, said))
    return Gaze(view, pointed(kept, found, view), found, faces, area)


def _is_touched(shown: Items, trooper: str) -> bool:
    return any(s.trooper == trooper for s in shown.strokes)


def in_view(shown: Items, view: EyeView, holding: Sequence[str], said: str) -> Items:
    """Return the items that a view shows; who isn't in it is named in a note.

    Parameters
    ----------
    shown : Items
    view : EyeView
    holding : sequence of str
        Who holds the eye, and isn't drawn.
    said : str
        What is said of them.
    """
    labels: list[Label] = []
    outside: list[str] = []
    notes: list[str] = []
    for label in shown.labels:
        if label.kind == "trooper" and label.subject in holding:
            notes.append(f"{label.title}; it {said}")
        elif view.shows(np.array([label.at]), 4.0)[0]:
            labels.append(label)
        elif label.kind == "trooper":
            outside.append(short(label.subject))
    if outside:
        more = len(outside) - _LONGEST
        names = outside[:_LONGEST] + ([f"{more} more"] if more > 0 else [])
        notes.append(f"not in this view: {words.listed(names)}")
    solids = tuple(s for s in shown.solids if s.kind != "trooper" or s.name not in holding)
    return replace(shown, solids=solids, labels=tuple(labels), notes=(*shown.notes, *notes))


def pointed(items: Items, parts: Sequence[seen.Part], view: EyeView) -> Items:
    """Return the items with each target's label at the middle of what is asked for of it."""
    middles = {}
    for part in parts:
        middles[part.name] = view.within(view.largest(part.visible or part.rings))
    spots = {name: view.pixels([list(at)])[0] for name, at in middles.items()}
    for solid in items.solids:
        near = [spots[name] - spots.get(solid.name, np.inf) for name in spots]
        if solid.name in middles and sum(np.hypot(*one) < _CLOSE for one in near) > 1:
            # One behind another: each is shown at its own top.
            (west, south, _), (east, north, top) = solid.mesh.bounds.tolist()
            middles[solid.name] = ((west + east) / 2, (south + north) / 2, top)
    labels = tuple(
        replace(label, at=middles[label.subject])
        if label.kind == "trooper" and label.subject in middles
        else label
        for label in items.labels
    )
    return replace(items, labels=labels)


def _outline(template: Body) -> Floats | None:
    """The directions in which a template lies from its Blast Focus: their outline.

    The template is convex and holds its focus, so they are a convex cone.
    """
    ways = template.mesh.vertices - np.array(template.pose.at)
    ways = ways[_away(ways)]
    axis, side, up = template.pose.rotation.T
    depth = ways @ axis
    if len(ways) == 0 or (depth <= _BEHIND * np.linalg.norm(ways, axis=1)).any():
        return None
    hull = np.array(outline(np.column_stack([ways @ side, ways @ up]) / depth[:, None]))
    after = np.roll(hull, -1, axis=0)
    shares = (np.arange(6) / 6)[None, :, None]
    fine = (hull[:, None] + (after - hull)[:, None] * shares).reshape(-1, 2)
    found: Floats = axis + fine[:, :1] * side + fine[:, 1:] * up
    return found


def _away(ways: Floats) -> Bools:
    far: Bools = np.linalg.norm(ways, axis=1) > _AROUND
    return far
