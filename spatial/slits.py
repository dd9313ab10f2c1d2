"""Slits between faces that a line passes, and that would decide a ruling by a hair."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from meshes.mesh import Floats
from meshes.solids import Point, point_of
from meshes.winding import encloses
from spatial.facing import Facing, facing
from spatial.gathering import blockers
from spatial.scene import Body, Scene
from spatial.seams import NARROWEST

APART: Final = 5.0
"""Of slits nearer together than about so many mm only the narrowest is looked at."""

MOST_TRIED: Final = 80
"""So many places between two pieces are looked at, the narrowest first."""

_DIRECTIONS: Final = 24


@dataclass(frozen=True, slots=True)
class Slit:
    """A narrow way between two faces that a straight line passes.

    Parameters
    ----------
    pieces : tuple of 2 str
        Whose faces they are, in scene order; twice the same within one piece.
    width : float
        Where it is narrowest, mm.
    at : tuple of 3 floats
        There, half-way between the faces, mm.
    """

    pieces: tuple[str, str]
    width: float
    at: Point


def slits(scene: Scene, narrower: float, within: float | None = None) -> tuple[Slit, ...]:
    """Return the slits between total cover that are narrower than stated.

    Parameters
    ----------
    scene : Scene
    narrower : float
        mm. What is narrower than 0.001 mm isn't passed, and no slit.
    within : float or None
        The width asked of `facing`, which remembers what it found; at least `narrower`.

    Returns
    -------
    tuple of Slit
        The narrowest of each two pieces, in scene order.

    Notes
    -----
    Faces that run along each other, whatever their winding, with air between them, and a
    line between them that leaves both pieces clear at both ends: a groove is no slit.

    Examples
    --------
    >>> from meshes.kit import box
    >>> from spatial.scene import Pose, scenery_body
    >>> left = scenery_body("left", box((40, 30, 20)).mesh, Pose((0, 0, 0)))
    >>> right = scenery_body("right", box((40, 30, 20)).mesh, Pose((40.2, 0, 0)))
    >>> [slit] = slits(Scene((left, right)), 0.5)
    >>> slit.pieces, round(slit.width, 6), round(slit.at[0], 6)
    (('left', 'right'), 0.2, 20.1)
    """
    found = []
    reach = max(narrower, within or 0.0)
    for one, other in pairs(scene, narrower):
        slit = _narrowest(scene, facing(one, other, reach), one, other, narrower)
        if slit is not None:
            found.append(slit)
    return tuple(found)


def pairs(scene: Scene, within: float) -> Iterator[tuple[Body, Body]]:
    """Yield pairs of total cover no farther apart than so many mm, each with itself too.

    Examples
    --------
    >>> from meshes.kit import box
    >>> from spatial.scene import Pose, scenery_body
    >>> row = [scenery_body(f"{x}", box((9, 9, 9)).mesh, Pose((x, 0, 0))) for x in (0, 10, 30)]
    >>> [(one.name, other.name) for one, other in pairs(Scene(tuple(row)), 2.0)]
    [('0', '0'), ('0', '10'), ('10', '10'), ('30', '30')]
    """
    order = {body.name: i for i, body in enumerate(scene.bodies)}
    for body in scene.bodies:
        if body.role == "scenery" and body.blocks:
            yield body, body
            for other in scene.near(np.array([body.box[0] - within, body.box[1] + within])):
                after = order[other.name] > order[body.name]
                if after and other.role == "scenery" and other.blocks:
                    yield body, other


def places(
    found: Facing, narrower: float, apart: float, wanted: int
) -> Iterator[tuple[float, Floats, Floats]]:
    """Width, middle and normal of places where faces are near, so far apart, narrowest first."""
    seen = np.empty((0, 3))
    for i in np.argsort(found.low, kind="stable"):
        if found.low[i] < NARROWEST:
            continue
        if found.low[i] >= narrower or len(seen) >= wanted:
            return
        even = found.high[i] - found.low[i] < NARROWEST
        # Off the border of what the two faces have in common.
        at = found.spot[i] if even else 0.99 * found.nearest[i] + 0.01 * found.spot[i]
        if (np.abs(seen - at) < apart).all(axis=1).any():
            continue
        seen = np.concatenate([seen, at[None]])
        yield float(found.low[i]), at, found.normal[i]


def _narrowest(scene: Scene, along: Facing, one: Body, other: Body, narrower: float) -> Slit | None:
    two = Scene((one,) if one is other else (one, other))
    for width, at, normal in places(along, narrower, APART, MOST_TRIED):
        if _is_air(scene, at) and _is_passed(two, at, normal):
            return Slit((one.name, other.name), width, point_of(at))
    return None


def _is_air(scene: Scene, at: Floats) -> bool:
    if at[2] <= 0:
        return False
    return not any(
        encloses(body.mesh.triangles, at)
        for body in scene.near(np.array([at, at]))
        if body.role == "scenery"
    )


def _is_passed(two: Scene, at: Floats, normal: Floats) -> bool:
    """Whether some line between the faces leaves both pieces at both ends."""
    level = np.cross([0.0, 0.0, 1.0], normal)
    size = float(np.linalg.norm(level))
    across = level / size if size > 1e-6 else np.array([1.0, 0.0, 0.0])
    up = np.cross(normal, across)
    boxes = np.array([body.box for body in two.bodies])
    box = np.array([boxes[:, 0].min(axis=0), boxes[:, 1].max(axis=0)])
    reach = float(np.linalg.norm(box[1] - box[0])) + 1.0
    angles = [math.tau * i / _DIRECTIONS for i in range(_DIRECTIONS)]
    ways = np.array([math.cos(a) * across + math.sin(a) * up for a in angles])
    # Half a turn apart: the same line the other way.
    ends = at + ways * reach
    cover = blockers(two, at, np.array([ends.min(axis=0), ends.max(axis=0)]), at + normal)
    clear = cover.first(ends)[0] < 0
    return bool((clear & np.roll(clear, _DIRECTIONS // 2)).any())
