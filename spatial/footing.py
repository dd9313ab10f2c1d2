"""How a trooper stands: what carries its base, what it goes through, what is above it."""

import math
from dataclasses import dataclass

from spatial.carrying import LEAN, Support, Under, around, support
from spatial.contact import contact
from spatial.headroom import headroom
from spatial.piercing import holders, is_foot_inside, pierced
from spatial.scene import Body, Scene
from spatial.support import RIM, highest, resting_height

__all__ = ["LEAN", "Footing", "Support", "dropped", "footing", "headroom", "support"]


@dataclass(frozen=True, slots=True)
class Footing:
    """How a trooper stands.

    Parameters
    ----------
    height : float
        Of its base's underside, mm.
    on, share, centred, over, overhang, slope, lean, beyond, toward
        As of its `Support`.
    level : (str, int) or None
        The piece's level that it is on; None on the table and between levels.
    pierced : tuple of (str, float)
        Scenery that its silhouette goes through and how deep, mm, in scene order.
    overlaps : tuple of (str, float)
        Troopers that its silhouette overlaps and how deep, mm, in scene order.
    sunk : float
        How deep it is in the table, mm.
    drop : float
        How far it is above what is under its base, mm; 0 where something carries it.
    headroom : float
        Free space above its base, mm; inf in the open, 0 where its base is inside of
        something.
    within : tuple of str
        Scenery in whose solid it lies wholly, in scene order.
    """

    height: float
    on: tuple[str, ...]
    level: tuple[str, int] | None
    share: float
    centred: bool
    over: bool
    overhang: float
    slope: float
    lean: float
    beyond: float
    toward: float | None
    pierced: tuple[tuple[str, float], ...]
    overlaps: tuple[tuple[str, float], ...]
    sunk: float
    drop: float
    headroom: float
    within: tuple[str, ...] = ()

    @property
    def stands(self) -> bool:
        """Whether a model can be so: it stays, and goes through nothing."""
        clear = not (self.pierced or self.overlaps) and self.sunk <= RIM
        return clear and bool(self.on) and self.lean <= LEAN


def footing(scene: Scene, base: Body) -> Footing:
    """Return how a trooper stands where it is.

    Parameters
    ----------
    scene : Scene
        Troopers of another name in it are what it may overlap.
    base : Body
        A trooper, in the scene or not.

    Examples
    --------
    >>> from meshes.kit import box
    >>> from meshes.solids import Cylinder
    >>> from spatial.scene import Pose, scenery_body, trooper_body
    >>> crate = scenery_body("crate", box((60, 60, 30)).mesh, Pose((0, 0, 0)), levels=[30])
    >>> found = footing(Scene((crate,)), trooper_body("1", Cylinder(12.5, 40), (30, 0, 30)))
    >>> found.on, found.level, round(found.share, 6), found.centred, round(found.overhang, 6)
    (('crate',), ('crate', 0), 0.5, True, 12.5)
    """
    x, y, z = base.pose.at
    radius = base.cylinder.radius
    stood = support(scene, (x, y), z, radius)
    near = scene.near(base.box)
    overlaps = [
        (other.name, -contact(base, other).gap)
        for other in near
        if other.role == "trooper" and other.name != base.name
    ]
    entered = pierced(scene, base, RIM)
    buried = bool(entered) and is_foot_inside(scene, base)
    return Footing(
        height=z,
        on=stood.on,
        level=_level(scene, base, stood.on),
        share=stood.share,
        centred=stood.centred,
        over=stood.over,
        overhang=stood.overhang,
        slope=stood.slope,
        lean=stood.lean,
        beyond=stood.beyond,
        toward=stood.toward,
        pierced=entered,
        overlaps=tuple((name, deep) for name, deep in overlaps if deep > RIM),
        sunk=max(-z, 0.0),
        drop=0.0 if stood.on else z - _under(scene, base),
        headroom=0.0 if buried else headroom(scene, base.pose.at, radius),
        within=holders(scene, base) if buried else (),
    )


def dropped(scene: Scene, base: Body) -> Body:
    """Return a trooper let down on the highest thing under its base, wherever it was.

    Examples
    --------
    >>> from meshes.kit import box
    >>> from meshes.solids import Cylinder
    >>> from spatial.scene import Pose, scenery_body, trooper_body
    >>> crate = scenery_body("crate", box((60, 60, 30)).mesh, Pose((0, 0, 0)))
    >>> dropped(Scene((crate,)), trooper_body("1", Cylinder(12.5, 40), (0, 0, 0))).pose.at
    (0, 0, 30.0)
    """
    x, y, z = base.pose.at
    under = around(scene, (x, y), base.cylinder.radius, math.inf)
    height = max(0.0, resting_height(under, (x, y), base.cylinder.radius))
    return base.raised(height - z) if height != z else base


def _under(scene: Scene, base: Body) -> float:
    """The highest surface under a base that nothing carries, no higher than it, mm."""
    x, y, z = base.pose.at
    found = Under(scene, (x, y), z, base.cylinder.radius)
    return max(0.0, z + highest(found.triangles, found.reach)) if z > 0 else z


def _level(scene: Scene, base: Body, on: tuple[str, ...]) -> tuple[str, int] | None:
    """The level that a base is on: of what carries it, or of the building round it."""
    x, y, z = base.pose.at
    found = [
        (body.name not in on, not within(body, x, y), body.name, number)
        for body in around(scene, (x, y), base.cylinder.radius, math.inf)
        for number, height in enumerate(body.levels)
        if abs(height - z) <= RIM
    ]
    # A ground floor is whatever the piece stands on, within its footprint.
    kept = [one for one in found if not one[0] or (on and one[3] == 0 and not one[1])]
    return min(kept)[2:] if kept else None


def within(piece: Body, x: float, y: float) -> bool:
    """Return whether a place lies within a piece's footprint, its rectangle in plan.

    Examples
    --------
    >>> from meshes.kit import box
    >>> from spatial.scene import Pose, scenery_body
    >>> within(scenery_body("crate", box((60, 20, 30)).mesh, Pose((0, 0, 0), 90)), 9, 29)
    True
    """
    spot = piece.pose.to_local([[x, y, 0.0]])[0]
    corners = piece.pose.to_local(piece.mesh.vertices)
    low, high = corners.min(axis=0), corners.max(axis=0)
    return bool((low[:2] <= spot[:2]).all() and (spot[:2] <= high[:2]).all())
