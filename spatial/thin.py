"""Walls thinner than they should be."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from meshes.health import Health, health
from meshes.mesh import Floats
from meshes.solids import Point, point_of
from meshes.winding import encloses
from spatial.facing import facing
from spatial.scene import Body
from spatial.slits import places

APART: Final = 10.0
"""Of thin places nearer together than about so many mm only the thinnest is looked at."""

MOST_TRIED: Final = 200

_FLAT: Final = 0.001
_ASIDE: Final = 0.01


@dataclass(frozen=True, slots=True)
class Thin:
    """A place where a piece is thin.

    Parameters
    ----------
    piece : str
    thickness : float
        mm; 0 of a flat sheet.
    at : tuple of 3 floats
        In the middle of the wall, mm.
    """

    piece: str
    thickness: float
    at: Point


def thin(
    body: Body, thinner: float, found: Health | None = None, within: float | None = None
) -> tuple[Thin, ...]:
    """Return where a piece is thinner than stated, the thinnest first.

    Parameters
    ----------
    body : Body
        Scenery.
    thinner : float
        mm.
    found : Health or None
        Of its mesh, where it is known.
    within : float or None
        The width asked of `facing`, which remembers what it found; at least `thinner`.

    Notes
    -----
    Faces that run along each other, whatever their winding, with the piece's inside
    between them and none beyond them. No more than one place in about 10 mm.

    Examples
    --------
    >>> from meshes.kit import box
    >>> from spatial.scene import Pose, scenery_body
    >>> [place] = thin(scenery_body("pane", box((8, 0.3, 9)).mesh, Pose((5, 5, 0))), 0.5)
    >>> round(place.thickness, 6), round(place.at[1], 6)
    (0.3, 5.0)
    """
    walls = [Thin(body.name, 0.0, at) for at in _sheets(body, found or health(body.mesh))]
    along = facing(body, body, max(thinner, within or 0.0))
    for width, at, normal in places(along, thinner, APART, MOST_TRIED):
        beyond = normal * (width / 2 + _ASIDE)
        if _holds(body, at) and not _holds(body, at + beyond) and not _holds(body, at - beyond):
            walls.append(Thin(body.name, width, point_of(at)))
    return tuple(walls)


def _holds(body: Body, at: Floats) -> bool:
    return encloses(body.mesh.triangles, at)


def _sheets(body: Body, found: Health) -> list[Point]:
    """Middles of the open shells of a piece that lie in one plane."""
    if not found.rims:
        return []
    made, sheets = found.topology, []
    loose = (made.users[made.sides] == 1).reshape(-1, 3).any(axis=1)
    for shell in np.unique(found.shells[loose])[:MOST_TRIED].tolist():
        corners = body.mesh.triangles[found.faces_of(shell)].reshape(-1, 3)
        _, sizes, axes = np.linalg.svd(corners - corners.mean(axis=0), full_matrices=False)
        at = corners[:3].mean(axis=0)
        if sizes[2] <= _FLAT * np.sqrt(len(corners)) and not _bounds(body, at, axes[2]):
            sheets.append(point_of(at))
    return sheets


def _bounds(body: Body, at: Floats, normal: Floats) -> bool:
    """Whether a piece's inside is to one side of a place on its surface."""
    return _holds(body, at + normal * _ASIDE) or _holds(body, at - normal * _ASIDE)
