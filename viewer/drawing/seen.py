"""What a point sees of a silhouette: the engine's own proof, as polygons of directions.

It is the outline of the region that is asked about less the shadows of all that stands
before it, and no second look at drawn pixels.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from meshes.mesh import Floats
from meshes.solids import Point
from rules.dispute import Dispute, Trooper
from rules.infinity.lines import lines_to
from rules.infinity.placing import Shot, place
from rules.verdict import Placement, Ruling
from spatial.chart import Chart, chart
from spatial.fire import standing
from spatial.front import Front
from spatial.gathering import blockers
from spatial.nearside import near_side
from spatial.polygons import Polygons
from spatial.prove import prove
from spatial.rays import TABLE, Blockers
from spatial.region import Region, region
from spatial.scene import Body, Scene
from spatial.shadows import shadows
from spatial.sight import holds_focus
from spatial.viewing import middle_of

_STEPS: Final = 8


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """What a point sees of a silhouette, or of its part in a template.

    Parameters
    ----------
    name : str
    rings : tuple of ndarray of shape (n, 3)
        The outline of what it would see if nothing stood before it: directions.
    visible : tuple of ndarray of shape (n, 3)
        The outlines of what it does see; one within another is a hole.
    share : float
        Of the outline, in the engine's flat map, what is visible.
    """

    name: str
    rings: tuple[Floats, ...]
    visible: tuple[Floats, ...]
    share: float


def from_focus(
    dispute: Dispute, ruling: Ruling, placement: Placement, trooper: Trooper
) -> Part | None:
    """Return what a template's Blast Focus sees of a trooper's part in it.

    None where it has none, is too thin to be drawn, or holds the focus.
    """
    focus = placement.body.pose.at
    seen = region(trooper.body, placement.body, focus)
    if seen is None or holds_focus(trooper.body, np.array(focus)):
        return None
    lines = lines_to(dispute, _shot(dispute, ruling, placement), trooper, ruling.readings)
    return part(lines.gather(np.array(focus), seen.box), seen, trooper.name)


def from_eye(
    scene: Scene, viewer: Body, eye: Point, target: Body, ends: Front | None
) -> Part | None:
    """Return what a point of a viewer sees of another silhouette, other models in the way."""
    seen = region(target, None, eye, ends)
    if seen is None or holds_focus(target, np.array(eye)):
        return None
    models: Sequence[Body] = standing(scene, viewer, target)
    cover = blockers(scene, np.array(eye), seen.box, middle_of(viewer), models)
    return part(cover, seen, target.name)


def faces_at_focus(dispute: Dispute, ruling: Ruling, placement: Placement) -> Floats:
    """Return the faces through a Blast Focus: what they block, as normals of shape (n, 3).

    Nothing is seen in a direction that leads below one of them. The table isn't counted.
    """
    if not dispute.troopers:
        return np.empty((0, 3))
    shot = _shot(dispute, ruling, placement)
    lines = lines_to(dispute, shot, dispute.troopers[0], ruling.readings)
    return _faces(lines.gather(np.array(placement.body.pose.at), _everything(dispute.scene)))


def faces_at_eye(scene: Scene, viewer: Body, eye: Point) -> Floats:
    """Return the faces through a point of a viewer, as of `faces_at_focus`."""
    box = _everything(scene)
    return _faces(blockers(scene, np.array(eye), box, middle_of(viewer)))


def _everything(scene: Scene) -> Floats:
    boxes = np.array([body.box for body in scene.bodies])
    return np.array([boxes[:, 0].min(axis=0), boxes[:, 1].max(axis=0)])


def _faces(cover: Blockers) -> Floats:
    owners = np.array([cover.names[i] for i in cover.half_owner], dtype=object)
    found: Floats = cover.halves[owners != TABLE].reshape(-1, 3)
    return found


def part(cover: Blockers, seen: Region, name: str) -> Part | None:
    """Return what is left of a region's outline when all shadows are taken from it.

    Parameters
    ----------
    cover : Blockers
        Everything that may stand between.
    seen : Region
    name : str
        Of the silhouette.
    """
    near = near_side(seen).points
    if len(near) == 0:
        return None
    proof = prove(cover, seen, near)
    if proof.is_flat or proof.outline.empty:
        return None
    view = chart(seen)
    (ring, *_) = proof.outline.rings()
    # A clear line is found before faces that go through a silhouette are looked at.
    dark = shadows(cover, seen, view, ring)
    left = proof.outline - Polygons.union(list(dark.values()))
    if left.shrunk(proof.least).empty:
        left = Polygons()
    return Part(
        name,
        _ways(view, proof.outline),
        _ways(view, left),
        left.area / proof.outline.area,
    )


def _ways(view: Chart, area: Polygons) -> tuple[Floats, ...]:
    """Outlines in a chart as directions, their long edges in steps: straight there, and
    curved in a picture all round."""
    found = []
    for ring in area.rings():
        after = np.roll(ring, -1, axis=0)
        shares = (np.arange(_STEPS) / _STEPS)[None, :, None]
        fine = (ring[:, None] + (after - ring)[:, None] * shares).reshape(-1, 2)
        found.append(view.directions(fine))
    return tuple(found)


def _shot(dispute: Dispute, ruling: Ruling, placement: Placement) -> Shot:
    """The template as it was placed: whose silhouette its Blast Focus lies at."""
    readings: Mapping[str, str] = ruling.readings
    for attack, ruled in zip(dispute.attacks, ruling.attacks, strict=True):
        if placement not in ruled.placements:
            continue
        for aim in attack.templates:
            if aim.name == placement.name:
                return place(dispute, attack, aim, readings)
        user = dispute.trooper(attack.by)
        return Shot(placement.name, attack.by, placement.template, placement.body, user.body)
    raise ValueError(f"{placement.name} is no placement of this ruling")
