"""How deep a silhouette is in scenery, and how far it is to where it is free."""

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from meshes.mesh import Floats
from spatial.contact import contact
from spatial.inside import holds
from spatial.overlap import common_point
from spatial.scene import Body, Scene
from spatial.support import RIM, is_carried, resting_height

DIRECTIONS: Final = 16
REACHES: Final = (0.5, 2.5, 10.0, 25.0, 60.0)
"""How far a free place is looked for sideways, mm; a farther one isn't found."""

FINE: Final = 0.05
"""How finely the way to a free place is found, mm."""


@dataclass(frozen=True, slots=True)
class Way:
    """The way to a place where a silhouette is free.

    Parameters
    ----------
    mm : float
        How far; at most 0.05 mm farther than needed in that direction.
    toward : float or None
        Degrees counter-clockwise from +x; None for straight up.
    """

    mm: float
    toward: float | None


def pierced(scene: Scene, silhouette: Body, slack: float = RIM) -> tuple[tuple[str, float], ...]:
    """Return the scenery that a silhouette is in, and how deep, in scene order.

    Parameters
    ----------
    scene : Scene
    silhouette : Body
    slack : float
        What is no deeper than this doesn't count, mm.

    Returns
    -------
    tuple of (str, float)
        The depth is by how much the silhouette may shrink all round and still meet the
        piece, mm to 0.001: at most its radius, and half its height.

    Examples
    --------
    >>> from meshes.kit import box
    >>> from meshes.solids import Cylinder
    >>> from spatial.scene import Pose, scenery_body, trooper_body
    >>> crate = scenery_body("crate", box((60, 60, 60)).mesh, Pose((0, 0, 0)))
    >>> [(name, deep)] = pierced(Scene((crate,)), trooper_body("1", Cylinder(12.5, 40), (40, 0, 0)))
    >>> name, round(deep, 2)
    ('crate', 2.5)
    """
    found = []
    for body in scene.near(silhouette.box):
        deep = _depth(body, silhouette, slack) if body.role == "scenery" else 0.0
        if deep > 0:
            found.append((body.name, deep))
    return tuple(found)


def holders(scene: Scene, silhouette: Body) -> tuple[str, ...]:
    """Return the scenery in whose solid a whole silhouette lies, in scene order.

    Parameters
    ----------
    scene : Scene
    silhouette : Body
        Its outermost `RIM` doesn't count.

    Examples
    --------
    >>> from meshes.kit import box
    >>> from meshes.solids import Cylinder
    >>> from spatial.scene import Pose, scenery_body, trooper_body
    >>> crate = scenery_body("crate", box((60, 60, 60)).mesh, Pose((0, 0, 0)))
    >>> [holders(Scene((crate,)), trooper_body("1", Cylinder(12.5, 40), (0, 0, z)))
    ...  for z in (0, 20, 30)]
    [('crate',), ('crate',), ()]
    """
    within = silhouette.box + _inward(RIM)
    return tuple(
        body.name
        for body in scene.near(silhouette.box)
        if body.role == "scenery"
        and _holds(body, silhouette)
        and not _met(list(body.meeting(within)), silhouette, RIM)
    )


def is_foot_inside(scene: Scene, silhouette: Body) -> bool:
    """Return whether a base's centre is in the solid of a piece, deeper than `RIM`.

    Examples
    --------
    >>> from meshes.kit import box
    >>> from meshes.solids import Cylinder
    >>> from spatial.scene import Pose, scenery_body, trooper_body
    >>> crate = scenery_body("crate", box((60, 60, 60)).mesh, Pose((0, 0, 0)))
    >>> [is_foot_inside(Scene((crate,)), trooper_body("1", Cylinder(12.5, 40), (0, 0, z)))
    ...  for z in (0, 50, 60)]
    [True, True, False]
    """
    x, y, z = silhouette.pose.at
    at = np.array([x, y, z + 2 * RIM])
    pieces = [body for body in scene.near(silhouette.box) if body.role == "scenery"]
    return any(holds(body, at) for body in pieces)


def free_place(scene: Scene, silhouette: Body) -> Way | None:
    """Return the shortest way found to where something carries a silhouette and it is free.

    Parameters
    ----------
    scene : Scene
    silhouette : Body
        A trooper; others in the scene are in its way.

    Returns
    -------
    Way or None
        Sideways at its height in 16 directions, the first due +x, or straight up; None
        where no way was found.

    Examples
    --------
    >>> from meshes.kit import box
    >>> from meshes.solids import Cylinder
    >>> from spatial.scene import Pose, scenery_body, trooper_body
    >>> crate = scenery_body("crate", box((60, 60, 60)).mesh, Pose((0, 0, 0)))
    >>> way = free_place(Scene((crate,)), trooper_body("1", Cylinder(12.5, 40), (40, 0, 0)))
    >>> way.toward, 2.4 <= way.mm <= 2.5
    (0.0, True)
    """
    up = _upward(scene, silhouette)
    most = math.inf if up is None else up.mm
    aside = _sideways(scene, silhouette, most)
    return up if aside is None else aside


def _depth(body: Body, silhouette: Body, slack: float) -> float:
    """How deep a silhouette is in a piece, mm; 0 where it's no deeper than the slack."""
    shallow, deep = slack, _most(silhouette)
    if _holds(body, silhouette):
        return deep if deep > slack else 0.0
    # Made smaller until its middle is left, it parts from the piece through a face.
    faces = _met(list(body.meeting(silhouette.box + _inward(slack))), silhouette, slack)
    if not faces:
        return 0.0
    while deep - shallow > 0.001:
        middle = (shallow + deep) / 2
        # What a smaller silhouette doesn't meet, one smaller still doesn't either.
        deeper = _met(faces, silhouette, middle)
        shallow, deep, faces = (middle, deep, deeper) if deeper else (shallow, middle, faces)
    return deep


def _most(silhouette: Body) -> float:
    return min(silhouette.cylinder.radius, silhouette.cylinder.height / 2)


def _met(faces: list[Floats], silhouette: Body, by: float) -> list[Floats]:
    """The faces that go through a silhouette made smaller all round by so many mm."""
    if by >= _most(silhouette):
        return []
    (x, y, z), solid = silhouette.pose.at, silhouette.cylinder
    axis, low, high = np.array([x, y]), z + by, z + solid.height - by
    return [
        face for face in faces if common_point(face, axis, solid.radius - by, low, high) is not None
    ]


def _inward(mm: float) -> Floats:
    return np.array([[mm, mm, mm], [-mm, -mm, -mm]])


def _holds(body: Body, silhouette: Body) -> bool:
    """Whether the middle of a silhouette lies in a piece, by winding number."""
    x, y, z = silhouette.pose.at
    return holds(body, np.array([x, y, z + silhouette.cylinder.height / 2]))


def _is_free(scene: Scene, silhouette: Body) -> bool:
    """Whether something carries a silhouette that is in nothing."""
    if not is_carried(scene, silhouette):
        return False
    within = silhouette.box + _inward(RIM)
    for body in scene.near(silhouette.box):
        if body.role == "scenery":
            faces = list(body.meeting(within))
            # The first face met will do.
            if any(_met([face], silhouette, RIM) for face in faces) or _holds(body, silhouette):
                return False
        is_other = body.role == "trooper" and body.name != silhouette.name
        if is_other and contact(silhouette, body).gap < -RIM:
            return False
    return True


def _sideways(scene: Scene, silhouette: Body, most: float) -> Way | None:
    ways = [360.0 * i / DIRECTIONS for i in range(DIRECTIONS)]

    def free(way: float, far: float) -> bool:
        x, y = far * math.cos(math.radians(way)), far * math.sin(math.radians(way))
        return _is_free(scene, silhouette.moved(x, y))

    before = 0.0
    for reach in REACHES:
        best = min(reach, most)
        found = None
        for way in ways:
            near, far = before, best if found is None else best - FINE
            if far <= near or not free(way, far):
                continue
            while far - near > FINE:
                middle = (near + far) / 2
                near, far = (near, middle) if free(way, middle) else (middle, far)
            best, found = far, Way(far, way)
        if found is not None or reach >= most:
            return found
        before = reach
    return None


def _upward(scene: Scene, silhouette: Body) -> Way | None:
    """The least height at which it stands on something and is free."""
    x, y, z = silhouette.pose.at
    radius = silhouette.cylinder.radius
    box = np.array([[x - radius, y - radius, z], [x + radius, y + radius, np.inf]])
    pieces = tuple(body for body in scene.near(box) if body.role == "scenery")
    # It comes to stand where a face ends, or where a slope does under it.
    ends = {end for body in pieces for end in body.meeting(box)[:, :, 2].max(axis=1).tolist()}
    stands = {resting_height(pieces, (x, y), radius, ceiling=end) for end in ends} | {0.0}
    for height in sorted(stands):
        if height > z and _is_free(scene, silhouette.raised(height - z)):
            return Way(height - z, None)
    return None
