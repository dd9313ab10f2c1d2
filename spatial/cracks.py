"""A rim that runs back along itself: a crack between two edges of one shell."""

from typing import Final

import numpy as np

from meshes.mesh import Floats
from spatial.nearest import nearest_on
from spatial.scene import Body
from spatial.seams import along

_DETOUR: Final = 2.5
"""Two places of a rim face each other where the way along it is so many times as far."""

_SLENDER: Final = 20.0
"""A crack's rim is at least so many times as long as it is wide."""

_SHARE: Final = 0.8
"""At least this part of its length has another part of it opposite."""

_FINEST: Final = 0.5


def crack(body: Body, ring: Floats) -> tuple[float, Floats] | None:
    """Return how far the two sides of a crack are apart at most, and where.

    Parameters
    ----------
    body : Body
        Whose rim it is; between the sides of a crack none of its faces lies.
    ring : ndarray of shape (n, 3)
        The rim, mm.

    Returns
    -------
    width : float
    at : ndarray of shape (3,)
        Half-way between the sides, mm.
        Or None, where the rim is no crack's.

    Examples
    --------
    >>> from meshes.mesh import Mesh
    >>> from spatial.scene import Pose, scenery_body
    >>> low = [[4, 0, 0], [0, 0, 0], [0, 4, 0], [4, 4, 0]]
    >>> ring = np.array([*low, *([x, y, 0.2] for x, y, _ in reversed(low))], dtype=float)
    >>> post = scenery_body("post", Mesh(ring + 50, [[0, 1, 2]]), Pose((0, 0, 0)))
    >>> width, at = crack(post, ring)
    >>> round(width, 6), round(float(at[2]), 6)
    (0.2, 0.1)
    """
    lengths = np.linalg.norm(np.roll(ring, -1, axis=0) - ring, axis=1)
    around = float(lengths.sum())
    points, sides = along(ring, _FINEST)
    passed = np.concatenate([[0.0], np.cumsum(lengths)])[sides]
    passed = passed + np.linalg.norm(points - ring[sides], axis=1)
    apart = np.linalg.norm(points[:, None] - points[None], axis=2)
    way = np.abs(passed[:, None] - passed[None])
    way = np.minimum(way, around - way)
    opposite = np.where((way >= _DETOUR * apart) & (way > 0), apart, np.inf)
    far, which = opposite.min(axis=1), opposite.argmin(axis=1)
    faced = np.isfinite(far) & (far <= around / _SLENDER)
    share = np.diff(passed, append=around)
    if not faced.any() or share[faced].sum() < _SHARE * around:
        return None
    most = int(np.where(faced, far, -np.inf).argmax())
    width = float(far[most])
    at: Floats = (points[most] + points[which[most]]) / 2
    if width == 0:
        return None
    near = body.meeting(np.array([at - width, at + width]))
    if len(near) and nearest_on(near, at)[0].min() < width / 4:
        # A ribbon lies between its own sides.
        return None
    return width, at
