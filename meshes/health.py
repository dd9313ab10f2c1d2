"""What is wrong with a mesh by itself: open rims, shared edges, faces without a surface, twins,
and shells turned inside out."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from meshes.mesh import Floats, Ints, Mesh
from meshes.topology import Numbers, Topology, topology
from meshes.winding import encloses

NO_SURFACE: Final = 1e-6
"""A face no wider than this, in mm, is a line."""


@dataclass(frozen=True, slots=True, eq=False)
class Health:
    """What is wrong with a mesh by itself.

    Parameters
    ----------
    topology : Topology
    rims : tuple of ndarray of shape (k,)
        Rings of open edges, as vertices one after another, the longest first. Several
        rings that touch in a corner are several.
    flat : ndarray of shape (z,)
        Faces without a surface.
    needed : ndarray of shape (n,)
        Those of them without which a closed surface would be open.
    shells : ndarray of shape (m,)
        The shell of each face that counts, numbered as in `topology.kept`.
    inside_out : tuple of int
        Shells that are closed, and wound so that their outside is inside.
    """

    topology: Topology
    rims: tuple[Numbers, ...]
    flat: Ints
    needed: Ints
    shells: Numbers
    inside_out: tuple[int, ...]

    @property
    def is_closed(self) -> bool:
        """Whether no edge is open and none has more than two faces."""
        return bool((self.topology.users == 2).all())

    def faces_of(self, shell: int) -> Ints:
        """The numbers in the mesh of a shell's faces."""
        found: Ints = self.topology.kept[self.shells == shell]
        return found


def health(mesh: Mesh) -> Health:
    """Return what is wrong with a mesh by itself.

    Examples
    --------
    >>> from meshes.kit import box
    >>> crate = box((40, 30, 20)).mesh
    >>> found = health(Mesh(crate.vertices, crate.faces[2:]))
    >>> [len(rim) for rim in found.rims], found.is_closed
    ([4], False)
    >>> health(Mesh(crate.vertices, crate.faces[:, ::-1])).inside_out
    (0,)
    """
    made = topology(mesh)
    flat = np.flatnonzero(_width(mesh) <= NO_SURFACE).astype(np.int32)
    place = np.full(len(mesh.faces), -1, dtype=np.int64)
    place[made.kept] = np.arange(len(made.kept))
    among = place[flat]
    holds = (made.users[made.sides.reshape(-1, 3)] == 2).any(axis=1)
    needed = flat[(among >= 0) & holds[among]] if len(holds) else flat[:0]
    shells = made.shells()
    return Health(made, _rims(made), flat, needed, shells, _inside_out(made, shells))


def _width(mesh: Mesh) -> Floats:
    """The least height of each face, mm."""
    a, b, c = (mesh.vertices[mesh.faces[:, i]] for i in range(3))
    longest = np.linalg.norm(np.stack([b - a, c - b, a - c]), axis=2).max(axis=0)
    twice = np.linalg.norm(np.cross(b - a, c - a), axis=1)
    width: Floats = twice / np.where(longest > 0, longest, 1.0)
    return width


def _rims(made: Topology) -> tuple[Numbers, ...]:
    """Rings of open edges, the same whatever the order of the faces."""
    ends = made.open
    if len(ends) == 0:
        return ()
    vertices = made.mesh.vertices
    used = np.unique(ends)
    spot = used[np.lexsort(vertices[used].T[::-1])]
    rank = {int(vertex): i for i, vertex in enumerate(spot)}
    after: dict[int, list[int]] = {}
    before: dict[int, list[int]] = {}
    for start, end in sorted((rank[int(a)], rank[int(b)]) for a, b in ends):
        after.setdefault(start, []).append(end)
        before.setdefault(end, []).append(start)
    rings = [spot[np.array(ring)] for ring in _walked(after, before)]

    def length(ring: Numbers) -> float:
        corners = vertices[ring]
        return float(np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1).sum())

    return tuple(sorted(rings, key=lambda ring: (-round(length(ring), 6), rank[int(ring[0])])))


def _walked(after: dict[int, list[int]], before: dict[int, list[int]]) -> Iterator[list[int]]:
    """Rings through all edges, along their direction where that is possible."""
    for start in sorted({*after, *before}):
        while after.get(start) or before.get(start):
            way = [start]
            on = {start: 0}
            while True:
                here = way[-1]
                if after.get(here):
                    there = after[here].pop(0)
                    before[there].remove(here)
                elif before.get(here):
                    # Faces wound against one another: the edge runs the other way.
                    there = before[here].pop(0)
                    after[there].remove(here)
                else:
                    break
                if there in on:
                    ring = way[on[there] :]
                    yield ring
                    del way[on[there] + 1 :]
                    for passed in ring[1:]:
                        del on[passed]
                    continue
                on[there] = len(way)
                way.append(there)
            if len(way) > 1:
                yield way


def _inside_out(made: Topology, shells: Numbers) -> tuple[int, ...]:
    """Closed shells whose volume is below zero, save those round a cavity."""
    if len(shells) == 0:
        return ()
    count = int(shells.max()) + 1
    shut = np.ones(count, dtype=bool)
    loose = (made.users[made.sides] != 2).reshape(-1, 3).any(axis=1)
    shut[shells[loose]] = False
    corners = made.mesh.triangles[made.kept]
    a, b, c = (corners[:, i] - made.mesh.bounds[0] for i in range(3))
    volumes = np.bincount(shells, np.einsum("ij,ij->i", a, np.cross(b, c)), count) / 6
    turned = np.zeros(count, dtype=bool)
    one, _, alike = made.neighbours()
    turned[shells[one[~alike]]] = True
    least = np.bincount(shells, np.abs(np.einsum("ij,ij->i", a, np.cross(b, c))), count) * 1e-12
    suspects = np.flatnonzero(shut & ~turned & (volumes < -least))
    boxes = _boxes(corners, shells, count)
    order = np.argsort(shells, kind="stable")
    starts = np.searchsorted(shells[order], np.arange(count + 1))
    found = []
    for shell in suspects.tolist():
        point = corners[order[starts[shell]]].mean(axis=0)
        holds = (boxes[:, 0] <= point).all(axis=1) & (boxes[:, 1] >= point).all(axis=1) & shut
        holds[shell] = False
        depth = sum(
            encloses(corners[order[starts[other] : starts[other + 1]]], point)
            for other in np.flatnonzero(holds).tolist()
        )
        if depth % 2 == 0:
            found.append(shell)
    return tuple(found)


def _boxes(corners: Floats, shells: Numbers, count: int) -> Floats:
    boxes = np.empty((count, 2, 3))
    boxes[:, 0], boxes[:, 1] = np.inf, -np.inf
    np.minimum.at(boxes[:, 0], shells, corners.min(axis=1))
    np.maximum.at(boxes[:, 1], shells, corners.max(axis=1))
    return boxes
