"""The total cover between two volumes, gathered once for lines from many points of either."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from meshes.mesh import Bools, Floats
from spatial.gathering import AROUND, gathered, stopping, tangents, wide
from spatial.rays import Blockers
from spatial.scene import Body, Scene

_EXTRA: Final = 2 * AROUND


class Between:
    """The triangles of all total cover between two silhouettes.

    Parameters
    ----------
    scene : Scene
    models : sequence of Body
        Troopers whose silhouettes stop lines, too.
    one, other : Body
        Troopers.

    Examples
    --------
    >>> from meshes.kit import wall
    >>> from meshes.solids import Cylinder
    >>> from spatial.scene import Pose, scenery_body, trooper_body
    >>> fence = scenery_body("fence", wall((80, 6, 30)).mesh, Pose((50, 0, 0), 90))
    >>> a, b = (trooper_body(f"{x}", Cylinder(12.5, 40), (x, 0, 0)) for x in (0, 100))
    >>> eye = np.array([12.5, 0, 20.0])
    >>> cover = Between(Scene((fence, a, b)), (), a, b).blockers(eye, b.box, eye)
    >>> cover.first(np.array([[87.5, 0, 20.0]]))[1]
    array([0.46])
    """

    __slots__ = ("_corners", "_high", "_low", "_models", "_names", "_owner")

    def __init__(self, scene: Scene, models: Sequence[Body], one: Body, other: Body) -> None:
        reach = np.array([_reach(one), _reach(other)])
        box = np.array([reach[:, 0].min(axis=0), reach[:, 1].max(axis=0)])
        box += [[-_EXTRA], [_EXTRA]]
        self._models = models
        self._names, self._owner, self._corners = gathered(scene, box)
        # A row for each axis: what is asked of it lies together.
        a, b, c = self._corners.transpose(1, 2, 0)
        self._low: Floats = np.minimum(np.minimum(a, b), c)
        self._high: Floats = np.maximum(np.maximum(a, b), c)

    def blockers(self, focus: Floats, box: Floats, toward: Floats) -> Blockers:
        """Return what `spatial.gathering.blockers` does, for lines between the two.

        Parameters
        ----------
        focus : ndarray of shape (3,)
            In one of the silhouettes, mm.
        box : ndarray of shape (2, 3)
            An AABB within that of the other, mm.
        toward : ndarray of shape (3,)
            A face through the focus blocks what leaves on its other side.
        """
        near = np.flatnonzero(self._near(wide(focus, box), tangents(focus, box)))
        found = self._corners[near], focus, box, toward, self._models
        return stopping(self._names, self._owner[near], *found)

    def _near(self, box: Floats, planes: Floats) -> Bools:
        """Which triangles' AABBs meet a box and reach inside upright planes."""
        low, high = self._low, self._high
        near: Bools = low[0] <= box[1, 0]
        for axis, (least, most) in enumerate(box.T.tolist()):
            near &= low[axis] <= most
            near &= high[axis] >= least
        for x, y, _, away in planes.tolist():
            reach = (high if x > 0 else low)[0] * x + (high if y > 0 else low)[1] * y
            near &= reach >= -away
        return near


def _reach(body: Body) -> Floats:
    """An AABB of a silhouette's exact form."""
    x, y, z = body.pose.at
    radius, height = body.cylinder.radius, body.cylinder.height
    return np.array([[x - radius, y - radius, z], [x + radius, y + radius, z + height]])
