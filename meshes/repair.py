"""Repairs of a mesh that change nothing of its shape save cracks that are to be closed."""

from collections import deque
from collections.abc import Sequence
from typing import Final

import numpy as np

from meshes.health import health
from meshes.mesh import Floats, Mesh
from meshes.topology import Numbers, Topology, topology

_SAME_EXTENT: Final = 1e-9


def cleaned(mesh: Mesh) -> tuple[Mesh, tuple[str, ...]]:
    """Return a mesh with near corners merged and without twins and faces that are lines.

    Faces without a surface stay where a closed surface would open without them, or where
    the piece's extent would change.

    Returns
    -------
    Mesh
    tuple of str
        What was changed, in words.

    Examples
    --------
    >>> from meshes.kit import box
    >>> crate = box((40, 30, 20)).mesh
    >>> again = Mesh(crate.vertices, np.concatenate([crate.faces, crate.faces[:2]]))
    >>> made, said = cleaned(again)
    >>> len(made.faces), said
    (12, ('removed 2 faces that were there twice',))
    """
    found = health(mesh)
    corner = found.topology.corner
    gone = np.zeros(len(mesh.faces), dtype=bool)
    gone[found.flat] = True
    gone[found.needed] = False
    gone[found.topology.folded] = True
    flat = int(gone.sum())
    twin = np.zeros(len(mesh.faces), dtype=bool)
    twin[found.topology.twins] = True
    faces = corner[mesh.faces]
    if (gone | twin).all() or _extent(mesh, Mesh(mesh.vertices, faces[~(gone | twin)])):
        gone[:] = False
        flat = 0
    moved = (mesh.vertices[corner] != mesh.vertices).any(axis=1)[np.unique(mesh.faces)]
    made = Mesh(mesh.vertices, faces[~(gone | twin)])
    if _extent(mesh, made):
        return mesh, ()
    said = []
    if moved.any():
        said.append(f"merged {_count(int(moved.sum()), 'corner')} with one no farther than a hair")
    if flat:
        said.append(f"removed {_count(flat, 'face')} without a surface")
    twins = int((twin & ~gone).sum())
    if twins:
        said.append(
            f"removed {_count(twins, 'face')} that {'was' if twins == 1 else 'were'} there twice"
        )
    return (made, tuple(said)) if said else (mesh, ())


def closed(mesh: Mesh, membranes: Sequence[Floats]) -> Mesh:
    """Return a mesh with more triangles, each as its holes' rims are wound.

    Parameters
    ----------
    mesh : Mesh
    membranes : sequence of ndarray of shape (k, 3, 3)
        What spans each hole, along the direction of its rim, mm.

    Examples
    --------
    >>> from meshes.kit import box
    >>> from meshes.health import health
    >>> crate = box((40, 30, 20)).mesh
    >>> open_crate = Mesh(crate.vertices, crate.faces[1:])
    >>> [rim] = health(open_crate).rims
    >>> health(closed(open_crate, [open_crate.vertices[rim][None]])).is_closed
    True
    """
    if not membranes:
        return mesh
    soup = np.concatenate(membranes)[:, ::-1].reshape(-1, 3)
    vertices = np.concatenate([mesh.vertices, soup])
    more = np.arange(len(soup), dtype=np.int32).reshape(-1, 3) + len(mesh.vertices)
    joined = Mesh(vertices, np.concatenate([mesh.faces, more]))
    found = topology(joined)
    faces = found.corner[joined.faces[found.kept]]
    return Mesh(joined.vertices, faces)


def oriented(mesh: Mesh) -> tuple[Mesh, tuple[str, ...]]:
    """Return a mesh whose faces look the same way, and whose closed shells look outward.

    A shell round a cavity of another keeps looking into the cavity.

    Examples
    --------
    >>> from meshes.kit import box
    >>> crate = box((40, 30, 20)).mesh
    >>> made, said = oriented(Mesh(crate.vertices, crate.faces[:, ::-1]))
    >>> said
    ('turned 1 shell right side out',)
    """
    said = []
    mesh, turned = alike(mesh)
    if turned:
        said.append(f"turned {_count(turned, 'face')} to look as their neighbours do")
    checked = health(mesh)
    if checked.inside_out:
        faces = mesh.faces.copy()
        for shell in checked.inside_out:
            inner = checked.faces_of(shell)
            faces[inner] = faces[inner, ::-1]
        mesh = Mesh(mesh.vertices, faces)
        said.append(f"turned {_count(len(checked.inside_out), 'shell')} right side out")
    return mesh, tuple(said)


def alike(mesh: Mesh) -> tuple[Mesh, int]:
    """Return a mesh whose faces look as their neighbours do, whichever way, and how many turned.

    Examples
    --------
    >>> from meshes.kit import box
    >>> crate = box((40, 30, 20)).mesh
    >>> alike(Mesh(crate.vertices, [crate.faces[0, ::-1], *crate.faces[1:]]))[1]
    1
    """
    found = topology(mesh)
    flipped = _against(found)
    if len(flipped) == 0:
        return mesh, 0
    faces = mesh.faces.copy()
    faces[found.kept[flipped]] = faces[found.kept[flipped], ::-1]
    return Mesh(mesh.vertices, faces), len(flipped)


def _against(found: Topology) -> Numbers:
    """Kept faces to turn so that all of a shell look one way: in each shell the fewer."""
    if len(found.turned) == 0:
        return np.empty(0, dtype=np.int64)
    shells = found.shells()
    one, other, alike = found.neighbours()
    plain = np.isin(one, np.flatnonzero((found.users[found.sides] == 2).reshape(-1, 3).any(axis=1)))
    ways: dict[int, list[tuple[int, bool]]] = {}
    mixed = set(shells[one[~alike]].tolist())
    for a, b, same in zip(
        one[plain].tolist(), other[plain].tolist(), alike[plain].tolist(), strict=True
    ):
        if shells[a] in mixed:
            ways.setdefault(a, []).append((b, same))
            ways.setdefault(b, []).append((a, same))
    turned: dict[int, bool] = {}
    flipped: list[int] = []
    for start in sorted(ways):
        if start in turned:
            continue
        turned[start] = False
        group, waiting = [start], deque([start])
        while waiting:
            here = waiting.popleft()
            for there, same in ways[here]:
                if there not in turned:
                    turned[there] = turned[here] == same
                    group.append(there)
                    waiting.append(there)
        against = [face for face in group if turned[face]]
        rest = [face for face in group if not turned[face]]
        flipped += against if len(against) <= len(rest) else rest
    return np.array(sorted(flipped), dtype=np.int64)


def _extent(one: Mesh, other: Mesh) -> bool:
    """Whether two meshes differ in extent."""
    return bool((np.abs(one.bounds - other.bounds) > _SAME_EXTENT).any())


def _count(number: int, one: str) -> str:
    return f"{number} {one}" if number == 1 else f"{number} {one}s"
