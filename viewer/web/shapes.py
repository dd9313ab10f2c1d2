"""What a page draws of a mesh: from above as paths, in 3D as corners, triangles and edges."""

import hashlib
import math
from collections import OrderedDict
from collections.abc import Callable, Collection, Hashable, Sequence
from typing import Any, Final, TypeVar

import numpy as np

from meshes.mesh import Floats, Ints, Mesh
from spatial.polygons import Polygons
from viewer.drawing import palette
from viewer.drawing.bodies import SHARP
from viewer.drawing.items import Solid
from viewer.drawing.overlay import outline
from viewer.report.interactive import FINE

_MOST: Final = 800
"""Shapes that are remembered, and as many again as a page shows."""
_LOOKS: Final = 16
"""Sets of solids that are remembered: floors and cuts, each from above and in 3D."""
_BANDS: Final = 16
"""Heights that are told apart from above, of one piece."""
_LEVEL: Final = 1e-3
"""A face is seen from above where it is no steeper than this, of its size."""
_NEAR: Final = 0.25
"""Corners of an outline no farther apart than this are one, mm."""
_SHARP: Final = math.cos(math.radians(SHARP))

T = TypeVar("T")


class Shapes:
    """Shapes by name, each made once: what a page has, it isn't sent again.

    Examples
    --------
    >>> from meshes.kit import box
    >>> shapes = Shapes()
    >>> name = shapes.from_above(box((20, 10, 5)).mesh, "#B4AFA6", is_convex=True)
    >>> shapes.told(name)["paths"]
    [['#B4AFA6', 'M-10 -5L10 -5L10 5L-10 5Z']]
    """

    def __init__(self) -> None:
        self._digests: OrderedDict[int, tuple[Mesh, str]] = OrderedDict()
        self._told: OrderedDict[str, dict[str, Any]] = OrderedDict()
        self._settled: OrderedDict[Hashable, tuple[list[Mesh], Any, list[str]]] = OrderedDict()

    def from_above(self, mesh: Mesh, colour: str, is_convex: bool, top: float = 0.0) -> str:
        """Return the name of a mesh's plan.

        Parameters
        ----------
        mesh : Mesh
        colour : str
            Of a convex mesh, which has one outline.
        is_convex : bool
        top : float
            How high the table's scenery reaches, mm: the higher a face, the lighter.
        """
        name = f"p{self._digest(mesh)}{colour[1:] if is_convex else f'{top:.0f}'}"
        if name not in self._told:
            paths = [[colour, path([np.array(outline(mesh.vertices[:, :2]))])]]
            self.keep(name, {"paths": paths if is_convex else _plan(mesh, top)})
        return self._used(name)

    def solid(self, mesh: Mesh, has_edges: bool) -> str:
        """Return the name of a mesh in 3D, with its sharp edges or without."""
        return self.solids([mesh], has_edges)

    def solids(self, meshes: Sequence[Mesh], has_edges: bool) -> str:
        """Return the name of meshes that are drawn in 3D as one; see `solid`."""
        digests = "".join(self._digest(mesh) for mesh in meshes)
        if len(meshes) > 1:
            digests = hashlib.blake2b(digests.encode(), digest_size=8).hexdigest()
        name = f"{'e' if has_edges else 's'}{digests}"
        if name not in self._told:
            self.keep(name, _in_space(meshes, has_edges))
        return self._used(name)

    def settled(
        self, way: str, solids: Sequence[Solid], make: Callable[[], tuple[T, list[str]]]
    ) -> T:
        """Return what was made of the same solids before; else make it.

        Parameters
        ----------
        way : str
            What is made of them.
        solids : sequence of Solid
        make : callable
            Returns it, and the names of the shapes that it is drawn with.
        """
        key = way, tuple((one.kind, one.name, one.colour, id(one.mesh)) for one in solids)
        known = self._settled.get(key)
        if known is None or any(name not in self._told for name in known[2]):
            # The meshes are kept: no other one can come to have a number of theirs.
            known = self._settled[key] = ([one.mesh for one in solids], *make())
        self._settled.move_to_end(key)
        while len(self._settled) > _LOOKS:
            self._settled.popitem(last=False)
        for name in known[2]:
            self._told.move_to_end(name)
        found: T = known[1]
        return found

    def told(self, name: str) -> dict[str, Any]:
        """Return what a page needs to draw a shape.

        Raises
        ------
        KeyError
            If it has no such name, or is forgotten.
        """
        return self._told[name]

    def keep(self, name: str, told: dict[str, Any]) -> None:
        """Remember what else a page is told once, by its name."""
        self._told[name] = told
        self._told.move_to_end(name)

    def forget(self, wanted: Collection[str]) -> None:
        """Forget what was used longest ago, and nothing of what is wanted now."""
        most = max(_MOST, 2 * len(wanted))
        for name in list(self._told)[: max(0, len(self._told) - most)]:
            if name not in wanted:
                del self._told[name]
        while len(self._digests) > most:
            self._digests.popitem(last=False)

    def _used(self, name: str) -> str:
        self._told.move_to_end(name)
        return name

    def _digest(self, mesh: Mesh) -> str:
        """A name for what a mesh is: a copy has the same one."""
        known = self._digests.get(id(mesh))
        if known is None:
            said = hashlib.blake2b(mesh.vertices.tobytes(), digest_size=8)
            said.update(mesh.faces.tobytes())
            # The mesh is kept: no other one can come to have its number.
            known = self._digests[id(mesh)] = (mesh, said.hexdigest())
        self._digests.move_to_end(id(mesh))
        return known[1]


def _in_space(meshes: Sequence[Mesh], has_edges: bool) -> dict[str, Any]:
    """Corners, triangles and edges of meshes, as VTK numbers them."""
    polys, lines = [], []
    before = 0
    for mesh in meshes:
        faces = mesh.faces.astype("<u4") + np.uint32(before)
        polys.append(np.hstack([np.full((len(faces), 1), 3, dtype="<u4"), faces]))
        if has_edges and len(faces) <= FINE:
            ends = sharp_edges(mesh).astype("<u4") + np.uint32(before)
            lines.append(np.hstack([np.full((len(ends), 1), 2, dtype="<u4"), ends]))
        before += len(mesh.vertices)
    told = {
        "points": np.concatenate([mesh.vertices for mesh in meshes]).astype("<f4").tobytes(),
        "polys": np.concatenate(polys).tobytes(),
    }
    if lines:
        told["lines"] = np.concatenate(lines).tobytes()
    return told


def _plan(mesh: Mesh, top: float) -> list[list[str]]:
    """A piece from above: the outline of each height's faces, the lowest first."""
    triangles = mesh.triangles
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    sizes = np.linalg.norm(normals, axis=1)
    # Whichever way round: of two faces over one another the higher is drawn later.
    seen = triangles[np.abs(normals[:, 2]) > _LEVEL * np.maximum(sizes, 1e-12)]
    if not len(seen):
        return []
    heights = seen[:, :, 2].mean(axis=1)
    low, high = float(heights.min()), float(heights.max())
    band = np.floor((heights - low) / max((high - low) / (_BANDS - 1), 1.0)).astype(int)
    found = []
    for number in np.unique(band):
        faces = seen[band == number]
        height = float(faces[:, :, 2].mean())
        tint = palette.mixed(
            palette.SCENERY_LOW, palette.SCENERY_HIGH, min(max(height / max(top, 1.0), 0.0), 1.0)
        )
        found.append([tint, path(Polygons(faces[:, :, :2]).rings())])
    return found


def path(rings: list[Floats]) -> str:
    """Return outlines as the data of an SVG path, to a tenth of a millimetre.

    Examples
    --------
    >>> path([np.array([[0.0, 0.0], [10.04, 0.0], [10.1, 0.0], [0.0, 5.25]])])
    'M0 0L10.1 0L0 5.2Z'
    """
    said = []
    for ring in rings:
        steps = np.linalg.norm(ring - np.roll(ring, 1, axis=0), axis=1)
        kept = ring[steps > _NEAR] if len(ring) > 4 else _distinct(ring)
        if len(kept) > 2:
            corners = [f"{round(x, 1):g} {round(y, 1):g}" for x, y in kept.tolist()]
            said.append(f"M{'L'.join(corners)}Z")
    return "".join(said)


def _distinct(ring: Floats) -> Floats:
    """The corners that differ from the one after them."""
    found: Floats = ring[np.linalg.norm(ring - np.roll(ring, -1, axis=0), axis=1) > _NEAR]
    return found


def sharp_edges(mesh: Mesh) -> Ints:
    """Return the pairs of corners between which a mesh has an edge or a rim, shape (n, 2).

    Examples
    --------
    >>> from meshes.kit import box
    >>> len(sharp_edges(box((20, 10, 5)).mesh))
    12
    """
    # Files repeat a corner for each of its triangles: joined, they have edges.
    _, first, joined = np.unique(
        np.round(mesh.vertices, 4), axis=0, return_index=True, return_inverse=True
    )
    faces = joined.reshape(-1)[mesh.faces]
    triangles = mesh.triangles
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
    sides = np.sort(faces[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2), axis=1)
    owners = np.repeat(np.arange(len(faces)), 3)
    edges, count = np.unique(sides, axis=0, return_counts=True)
    order = np.lexsort((sides[:, 1], sides[:, 0]))
    begin = np.concatenate([[0], np.cumsum(count)[:-1]])
    one = owners[order[begin]]
    other = owners[order[np.minimum(begin + 1, len(order) - 1)]]
    turn = np.abs(np.einsum("ij,ij->i", normals[one], normals[other]))
    drawn = (count != 2) | (turn < _SHARP)
    drawn &= edges[:, 0] != edges[:, 1]
    found: Ints = first[edges[drawn]].astype(np.int32)
    return found
