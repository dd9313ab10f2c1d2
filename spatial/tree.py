"""The narrow phase's first step: which triangles of a body come near.

A flat tree, built once for a body: its triangles in Morton order of their
centres, in blocks, and the blocks in blocks, each with its AABB. A question
walks down it with a few array operations.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from meshes.mesh import Bools, Floats, Ints, Mesh

BLOCK: Final = 32
"""Triangles in a block, and blocks in a block of blocks."""

_AT_ONCE: Final = 65_536


@dataclass(frozen=True, slots=True, eq=False)
class Tree:
    """AABBs over blocks of a mesh's triangles.

    Parameters
    ----------
    mesh : Mesh
    order : ndarray of shape (m,)
        The triangles' numbers in Morton order.
    levels : tuple of ndarray of shape (k, 2, 3)
        AABBs of the blocks, the finest first.

    Examples
    --------
    >>> from meshes.solids import Cylinder
    >>> post = tree(Cylinder(10, 40).mesh())
    >>> len(post.meeting(np.array([[9, -1, 10], [11, 1, 20.0]])))
    8
    """

    mesh: Mesh
    order: Ints
    levels: tuple[Floats, ...]

    def meeting(self, box: Floats, planes: Floats | None = None) -> Ints:
        """Return the triangles whose AABBs meet a box and reach inside planes.

        Parameters
        ----------
        box : ndarray of shape (2, 3)
            mm; touching counts.
        planes : ndarray of shape (p, 4) or None
            Each (n, d): what has n.x + d below zero everywhere is left out.

        Returns
        -------
        ndarray of shape (k,)
            Rising.
        """
        blocks = np.arange(len(self.levels[-1]))
        for i, boxes in enumerate(reversed(self.levels)):
            blocks = blocks[_meets(boxes[blocks], box, planes)]
            size = len(self.levels[-2 - i]) if i + 1 < len(self.levels) else len(self.order)
            blocks = (blocks[:, None] * BLOCK + np.arange(BLOCK)).ravel()
            blocks = blocks[blocks < size]
        found = self.order[blocks]
        corners = self.mesh.vertices[self.mesh.faces[found]]
        boxes = np.stack([corners.min(axis=1), corners.max(axis=1)], axis=1)
        return np.sort(found[_meets(boxes, box, planes)])


def tree(mesh: Mesh) -> Tree:
    """Return the tree of a mesh.

    Examples
    --------
    >>> from meshes.kit import box
    >>> tree(box((40, 30, 20)).mesh).levels[-1].tolist()
    [[[-20.0, -15.0, 0.0], [20.0, 15.0, 20.0]]]
    """
    count = len(mesh.faces)
    boxes = np.empty((count, 2, 3))
    for start in range(0, count, _AT_ONCE):
        corners = mesh.vertices[mesh.faces[start : start + _AT_ONCE]]
        boxes[start : start + _AT_ONCE, 0] = corners.min(axis=1)
        boxes[start : start + _AT_ONCE, 1] = corners.max(axis=1)
    order = np.arange(count, dtype=np.int32)
    if count > BLOCK:
        order = order[np.argsort(_morton(boxes.sum(axis=1)), kind="stable")]
    boxes = boxes[order]
    levels: list[Floats] = []
    while not levels or len(levels[-1]) > BLOCK:
        boxes = _grouped(boxes)
        levels.append(boxes)
    return Tree(mesh, order, tuple(levels))


def _grouped(boxes: Floats) -> Floats:
    """AABBs of every run of `BLOCK` AABBs."""
    starts = np.arange(0, len(boxes), BLOCK)
    low = np.minimum.reduceat(boxes[:, 0], starts)
    high = np.maximum.reduceat(boxes[:, 1], starts)
    return np.stack([low, high], axis=1)


def _meets(boxes: Floats, box: Floats, planes: Floats | None) -> Bools:
    meets: Bools = ((boxes[:, 0] <= box[1]) & (boxes[:, 1] >= box[0])).all(axis=1)
    if planes is not None and len(planes):
        ahead = np.maximum(planes[:, :3], 0.0) @ boxes[:, 1].T
        back = np.minimum(planes[:, :3], 0.0) @ boxes[:, 0].T
        meets &= (ahead + back + planes[:, 3:] >= 0).all(axis=0)
    return meets


def _morton(centres: Floats) -> npt.NDArray[np.uint32]:
    """Places along a curve that keeps neighbours together: 10 bits an axis."""
    low, high = centres.min(axis=0), centres.max(axis=0)
    cells = ((centres - low) / np.where(high > low, high - low, 1.0) * 1023).astype(np.uint32)
    for shift, mask in ((16, 0x030000FF), (8, 0x0300F00F), (4, 0x030C30C3), (2, 0x09249249)):
        cells = (cells | (cells << np.uint32(shift))) & np.uint32(mask)
    code: npt.NDArray[np.uint32] = np.bitwise_or.reduce(
        cells << np.arange(3, dtype=np.uint32), axis=1
    )
    return code
