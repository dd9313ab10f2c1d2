"""How a mesh's faces hang together: welded corners, edges, open rims, shells."""

from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from meshes.mesh import Bools, Floats, Ints, Mesh

Numbers: TypeAlias = npt.NDArray[np.int64]

WELD: Final = 0.0005
"""Corners of open edges this near, in mm, are one: half the narrowest opening a line passes."""

_MOST_PAIRS: Final = 5_000_000


@dataclass(frozen=True, slots=True, eq=False)
class Topology:
    """The edges of a mesh, each once, and the faces along them.

    Corners at the same position are one, whatever the mesh numbers them, and corners of
    open edges are one where they are no more than `WELD` mm apart. Faces with fewer than
    three corners and all but the first of faces with the same corners are left out.

    Parameters
    ----------
    mesh : Mesh
    corner : ndarray of shape (n,)
        For each vertex the number of the one that stands for it.
    kept : ndarray of shape (m,)
        The faces that count, rising.
    folded : ndarray of shape (z,)
        Faces with fewer than three corners.
    twins : ndarray of shape (d,)
        Faces whose three corners an earlier face has.
    edges : ndarray of shape (e, 2)
        Corners of each edge, the lower number first.
    users : ndarray of shape (e,)
        How many faces each has.
    sides : ndarray of shape (3 m,)
        The edge of each side of each kept face, in the order of `kept`.
    forward : ndarray of shape (3 m,)
        Whether that side runs from the lower number to the higher.
    """

    mesh: Mesh
    corner: Ints
    kept: Ints
    folded: Ints
    twins: Ints
    edges: Numbers
    users: Numbers
    sides: Numbers
    forward: Bools

    @property
    def shared(self) -> Numbers:
        """Edges of more than two faces, as corners, shape (k, 2)."""
        found: Numbers = self.edges[self.users > 2]
        return found

    @property
    def open(self) -> Numbers:
        """Edges of one face, as corners in that face's direction, shape (k, 2)."""
        alone = self.users[self.sides] == 1
        ends = self.edges[self.sides[alone]]
        found: Numbers = np.where(self.forward[alone, None], ends, ends[:, ::-1])
        return found

    @property
    def turned(self) -> Numbers:
        """Edges whose two faces are wound against one another, as corners, shape (k, 2)."""
        balance = np.zeros(len(self.edges), dtype=np.int64)
        np.add.at(balance, self.sides, np.where(self.forward, 1, -1))
        found: Numbers = self.edges[(self.users == 2) & (balance != 0)]
        return found

    def neighbours(self) -> tuple[Numbers, Numbers, Bools]:
        """Pairs of kept faces with an edge in common, and whether they are wound alike.

        Faces are numbered as in `kept`.
        """
        order = np.argsort(self.sides, kind="stable")
        same = self.sides[order[1:]] == self.sides[order[:-1]]
        one, other = order[:-1][same], order[1:][same]
        return one // 3, other // 3, self.forward[one] != self.forward[other]

    def shells(self) -> Numbers:
        """The number of the connected shell of each kept face, from 0."""
        one, other, _ = self.neighbours()
        labels = joined(len(self.kept), one, other)
        found: Numbers = np.unique(labels, return_inverse=True)[1].reshape(-1)
        return found


def topology(mesh: Mesh) -> Topology:
    """Return how a mesh's faces hang together.

    Examples
    --------
    >>> from meshes.kit import box
    >>> crate = box((40, 30, 20)).mesh
    >>> found = topology(Mesh(crate.vertices, crate.faces[2:]))
    >>> len(found.open), len(found.shared), len(found.edges)
    (4, 0, 17)
    """
    corner = _same(mesh.vertices)
    made = _with(mesh, corner)
    rim = np.unique(made.open)
    if len(rim) == 0:
        return made
    near = _near(mesh.vertices[rim], WELD)
    welded = np.arange(len(mesh.vertices), dtype=np.int64)
    welded[rim] = rim[near]
    return _with(mesh, welded[corner].astype(np.int32))


def joined(count: int, one: Numbers, other: Numbers) -> Numbers:
    """Return the least number in the connected group of each of `count` numbers.

    Examples
    --------
    >>> joined(5, np.array([4, 1]), np.array([1, 2])).tolist()
    [0, 1, 1, 3, 1]
    """
    labels = np.arange(count, dtype=np.int64)
    while True:
        least = np.minimum(labels[one], labels[other])
        before = labels.copy()
        for ends in (one, other):
            np.minimum.at(labels, ends, least)
            np.minimum.at(labels, before[ends], least)
        while not np.array_equal(labels, labels[labels]):
            labels = labels[labels]
        if np.array_equal(labels, before):
            return labels


def _with(mesh: Mesh, corner: Ints) -> Topology:
    faces = corner[mesh.faces].astype(np.int64)
    folded = (faces == np.roll(faces, 1, axis=1)).any(axis=1)
    kept = np.flatnonzero(~folded)
    first = np.unique(np.sort(faces[kept], axis=1), axis=0, return_index=True)[1]
    is_first = np.zeros(len(kept), dtype=bool)
    is_first[first] = True
    twins, kept = kept[~is_first], kept[is_first]
    start = faces[kept].ravel()
    end = np.roll(faces[kept], -1, axis=1).ravel()
    low, high = np.minimum(start, end), np.maximum(start, end)
    count = len(mesh.vertices)
    edges, sides, users = np.unique(low * count + high, return_inverse=True, return_counts=True)
    return Topology(
        mesh,
        corner,
        kept.astype(np.int32),
        np.flatnonzero(folded).astype(np.int32),
        twins.astype(np.int32),
        np.column_stack([edges // count, edges % count]),
        users,
        sides.reshape(-1),
        start < end,
    )


def _same(vertices: Floats) -> Ints:
    """For each vertex the first one at its position."""
    order = np.lexsort((np.arange(len(vertices)), *(vertices.T + 0.0)))
    ordered = vertices[order]
    fresh = np.ones(len(vertices), dtype=bool)
    fresh[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
    first = order[np.flatnonzero(fresh)]
    number = np.empty(len(vertices), dtype=np.int32)
    number[order] = first[np.cumsum(fresh) - 1]
    return number


def _near(points: Floats, within: float) -> Numbers:
    """For each point the least number of the group that it is near to."""
    cells = np.floor((points - points.min(axis=0)) / within).astype(np.int64)
    span = cells.max(axis=0) + 3
    if float(np.prod(span.astype(np.float64))) > 2**62:
        return np.arange(len(points), dtype=np.int64)
    keys = ((cells[:, 0] + 1) * span[1] + cells[:, 1] + 1) * span[2] + cells[:, 2] + 1
    order = np.argsort(keys, kind="stable")
    ordered = keys[order]
    ones, others = [np.empty(0, dtype=np.int64)], [np.empty(0, dtype=np.int64)]
    for x in (-1, 0, 1):
        for y in (-1, 0, 1):
            for z in (-1, 0, 1):
                aside = keys + (x * span[1] + y) * span[2] + z
                start = np.searchsorted(ordered, aside)
                stop = np.searchsorted(ordered, aside, side="right")
                some = np.flatnonzero(stop > start)
                reach = (stop - start)[some]
                if reach.sum() > _MOST_PAIRS:
                    return np.arange(len(points), dtype=np.int64)
                one = np.repeat(some, reach)
                step = np.arange(reach.sum()) - np.repeat(np.cumsum(reach) - reach, reach)
                other = order[np.repeat(start[some], reach) + step]
                apart = np.linalg.norm(points[one] - points[other], axis=1)
                close = (one < other) & (apart <= within)
                ones.append(one[close])
                others.append(other[close])
    return joined(len(points), np.concatenate(ones), np.concatenate(others))
