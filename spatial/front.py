"""The front of a base: the half-space that a trooper faces."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from meshes.mesh import Floats
from meshes.units import cos_sin
from spatial.scene import Body

EDGE: Final = 1e-6
"""What is no farther than this behind the border, in mm, is still in front of it."""


@dataclass(frozen=True, slots=True)
class Front:
    """All points in the front 180 degrees of a base; the border belongs to it.

    Parameters
    ----------
    x, y : float
        The way it faces, of length one.
    offset : float
        How far the border lies from the origin along that way, mm.
    """

    x: float
    y: float
    offset: float

    def depth(self, points: Floats) -> Floats:
        """How far in front of the border points lie, shape (n, 3) to (n,), mm."""
        depth: Floats = points[..., 0] * self.x + points[..., 1] * self.y - self.offset
        return depth

    def reaches(self, body: Body, least: float = -EDGE) -> bool:
        """Whether an upright cylinder reaches so many mm into the front; by default
        touching counts.

        Examples
        --------
        >>> from meshes.solids import Cylinder
        >>> from spatial.scene import trooper_body
        >>> viewer = trooper_body("A", Cylinder(12.5, 40), (0, 0, 0))
        >>> east = front(viewer, 0)
        >>> [east.reaches(trooper_body("B", Cylinder(12.5, 40), (x, 99, 0))) for x in (-12, -13)]
        [True, False]
        """
        centre = self.depth(np.array(body.pose.at))
        return bool(centre + body.cylinder.radius >= least)


def front(viewer: Body, facing: float) -> Front:
    """Return a trooper's front, facing so many degrees counter-clockwise from +x.

    Examples
    --------
    >>> from meshes.solids import Cylinder
    >>> from spatial.scene import trooper_body
    >>> front(trooper_body("A", Cylinder(12.5, 40), (30, 20, 0)), 90)
    Front(x=0.0, y=1.0, offset=20.0)
    """
    c, s = cos_sin(facing)
    x, y, _ = viewer.pose.at
    return Front(c, s, c * x + s * y)
