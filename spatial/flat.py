"""One flat blocker between two volumes: the certificate that nothing gets past.

Where a plane strictly separates two convex polyhedra, every line from one to the
other crosses it within the hull of the crossings of all lines between their corners.
If that hull lies within one flat blocker, every line is stopped.
"""

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from meshes.mesh import Floats
from meshes.solids import Point
from spatial.evidence import Blocker, Line
from spatial.openings import ROOM
from spatial.polygons import Polygons
from spatial.scene import Body, Scene

APART: Final = 1e-6
"""How far a plane must stay from both volumes to separate them, mm."""

_PLANE: Final = 1e-6
_MOST: Final = 12
_EDGE: Final = 1e-9


def flat_blocker(scene: Scene, models: Sequence[Body], a: Floats, b: Floats) -> Blocker | None:
    """Return the flat blocker that stops every line from one convex volume to another.

    Parameters
    ----------
    scene : Scene
        Faces of its blocking scenery are tried.
    models : sequence of Body
        Troopers who stop lines: upright sections through them are tried.
    a, b : ndarray of shape (n, 3)
        Corners of polyhedra that hold the two volumes, mm.

    Returns
    -------
    Blocker or None
        None where no one flat blocker is enough; that says nothing about sight.

    Examples
    --------
    >>> from meshes.kit import wall
    >>> from spatial.scene import Pose, scenery_body
    >>> fence = scenery_body("fence", wall((200, 6, 60)).mesh, Pose((50, 0, 0), 90))
    >>> a = np.array([[0, -9, 0], [0, 9, 0], [0, 0, 40.0]])
    >>> flat_blocker(Scene((fence,)), (), a, a + [100, 0, 0]).piece
    'fence'
    >>> flat_blocker(Scene((fence,)), (), a, a + [100, 0, 60]) is None
    True
    """
    start, end = a.mean(axis=0), b.mean(axis=0)
    line = Line(_point(start), _point(end))
    around = np.array([np.minimum(start, end), np.maximum(start, end)])
    for body in scene.near(around):
        if not body.blocks:
            continue
        for normal, offset in _crossed(body.meeting(around), start, end):
            crossings = _crossings(a, b, normal, offset)
            if crossings is not None and _covers(body, normal, offset, crossings):
                return _stopped(body.name, line, normal, offset)
    for model in models:
        normal = (end - start) * [1.0, 1.0, 0.0]
        size = float(np.linalg.norm(normal))
        if size < APART:
            continue
        normal /= size
        offset = float(normal @ model.pose.at)
        crossings = _crossings(a, b, normal, offset)
        if crossings is not None and _in_section(model, normal, crossings):
            return _stopped(model.name, line, normal, offset)
    return None


def _point(at: Floats) -> Point:
    x, y, z = at.tolist()
    return (x, y, z)


def _stopped(name: str, line: Line, normal: Floats, offset: float) -> Blocker:
    start, end = np.array(line.start), np.array(line.end)
    t = (offset - normal @ start) / (normal @ (end - start))
    return Blocker(name, 1.0, Line(line.start, _point(start + (end - start) * t)), True, True)


def _crossed(faces: Floats, start: Floats, end: Floats) -> Iterator[tuple[Floats, float]]:
    """The planes of the faces that a line meets, each once, in the line's order."""
    a, b, c = (faces[:, i] - start for i in range(3))
    way = end - start
    normal = np.cross(b - a, c - a)
    size = np.linalg.norm(normal, axis=1)
    real = size > 0
    a, b, c, normal = a[real], b[real], c[real], normal[real] / size[real, None]
    sides = np.stack([np.cross(p, q) @ way for p, q in ((a, b), (b, c), (c, a))])
    rise, steep = np.einsum("ij,ij->i", a, normal), normal @ way
    inside = (sides >= -_EDGE).all(axis=0) | (sides <= _EDGE).all(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        t = rise / steep
    met = np.flatnonzero(inside & (np.abs(steep) > 0) & (t > 0) & (t < 1))
    known: list[tuple[Floats, float]] = []
    for i in met[np.argsort(t[met], kind="stable")]:
        offset = float(normal[i] @ start + rise[i])
        same = (
            abs(abs(n @ normal[i]) - 1) < _EDGE and abs(d - offset * (n @ normal[i])) < _PLANE
            for n, d in known
        )
        if not any(same) and len(known) < _MOST:
            known.append((normal[i], offset))
            yield normal[i], offset


def _crossings(a: Floats, b: Floats, normal: Floats, offset: float) -> Floats | None:
    """Where lines between corners cross a plane; None where it doesn't separate them."""
    from_a, from_b = a @ normal - offset, b @ normal - offset
    if from_a.min() <= APART or from_b.max() >= -APART:
        from_a, from_b = -from_a, -from_b
        if from_a.min() <= APART or from_b.max() >= -APART:
            return None
    t = from_a[:, None] / (from_a[:, None] - from_b[None, :])
    points: Floats = a[:, None, :] + (b[None, :, :] - a[:, None, :]) * t[:, :, None]
    return points.reshape(-1, 3)


def _covers(body: Body, normal: Floats, offset: float, crossings: Floats) -> bool:
    """Whether a body's faces in a plane cover the hull of some points of it."""
    box = np.array([crossings.min(axis=0) - _PLANE, crossings.max(axis=0) + _PLANE])
    faces = body.meeting(box)
    faces = faces[(np.abs(faces @ normal - offset) <= _PLANE).all(axis=1)]
    aside = np.eye(3)[np.abs(normal).argmin()]
    across = np.cross(normal, aside)
    across /= np.linalg.norm(across)
    frame = np.column_stack([across, np.cross(normal, across)])
    hull = Polygons.hull(crossings @ frame)
    return (hull - Polygons(list(faces @ frame))).shrunk(ROOM).empty


def _in_section(model: Body, normal: Floats, crossings: Floats) -> bool:
    """Whether points of the upright plane through a model's axis lie in the model."""
    solid, (x, y, z) = model.cylinder, model.pose.at
    aside = np.abs((crossings[:, 0] - x) * normal[1] - (crossings[:, 1] - y) * normal[0])
    up = crossings[:, 2] - z
    return bool((aside <= solid.radius).all() and (up >= 0).all() and (up <= solid.height).all())
