"""The kernel's tree: a body's triangles in eights, eights of eights above them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from meshes.mesh import Floats, Ints, Mesh

WIDTH: Final = 8
"""Children of a node, and triangles of a leaf."""

_FAR: Final = 1e30


@dataclass(frozen=True, slots=True, eq=False)
class Blocks:
    """A tree eight wide.

    Parameters
    ----------
    nodes : ndarray of shape (n, 6, 8), single precision
        AABBs of each node's children, rounded outward, mm.
    children : ndarray of shape (n, 8)
        Each a place in `nodes`, or -1 less a place in `leaves`; the root is the last.
    leaves : ndarray of shape (m, 9, 8)
        Corners of eight triangles each, mm.
    box : ndarray of shape (2, 3)
        AABB of all, mm.
    """

    nodes: npt.NDArray[np.float32]
    children: Ints
    leaves: Floats
    box: Floats


def blocks(mesh: Mesh, arrange: Callable[[Floats, Ints], None]) -> Blocks:
    """Build the tree of a mesh.

    Parameters
    ----------
    mesh : Mesh
    arrange : callable
        Puts triangle numbers, shape (m,), in an order that keeps runs of 8, 64, 512, ...
        together, given the triangles' centres, shape (m, 3).
    """
    order = np.arange(len(mesh.faces), dtype=np.int32)
    corners = mesh.triangles
    arrange(np.ascontiguousarray(corners.sum(axis=1)), order)
    leaves = leaves_of(corners[order])
    seen = leaves.reshape(-1, 3, 3, WIDTH)
    low, high = seen.min(axis=(1, 3)), seen.max(axis=(1, 3))
    nodes, children = _over(low, high, -1 - np.arange(len(leaves)), 0)
    return Blocks(nodes, children, leaves, np.array([low.min(axis=0), high.max(axis=0)]))


def leaves_of(corners: Floats) -> Floats:
    """Return triangles, shape (k, 3, 3), in eights, shape (m, 9, 8); the last is repeated.

    Examples
    --------
    >>> leaves_of(np.zeros((9, 3, 3))).shape
    (2, 9, 8)
    """
    count = -(-len(corners) // WIDTH)
    fill = np.repeat(corners[-1:], count * WIDTH - len(corners), axis=0)
    eights = np.concatenate([corners, fill]).reshape(count, WIDTH, 9)
    return np.ascontiguousarray(eights.transpose(0, 2, 1))


def leaf_count(mesh: Mesh) -> int:
    """Return how many leaves a mesh takes.

    Examples
    --------
    >>> from meshes.kit import box
    >>> leaf_count(box((40, 30, 20)).mesh)
    2
    """
    return -(-len(mesh.faces) // WIDTH)


def joined(trees: list[Blocks], leaves: Floats, arrange: Callable[[Floats, Ints], None]) -> Blocks:
    """Return one tree over several whose leaves lie one after the other in `leaves`."""
    if not trees:
        none = np.empty((0, 6, WIDTH), np.float32), np.empty((0, WIDTH), np.int32)
        return Blocks(*none, leaves, np.zeros((2, 3)))
    nodes, children = [], []
    roots = []
    first_node = first_leaf = 0
    for tree in trees:
        places = tree.children
        nodes.append(tree.nodes)
        children.append(np.where(places >= 0, places + first_node, places - first_leaf))
        first_node += len(tree.nodes)
        first_leaf += len(tree.leaves)
        roots.append(first_node - 1)
    boxes = np.array([tree.box for tree in trees])
    order = np.arange(len(trees), dtype=np.int32)
    arrange(np.ascontiguousarray(boxes.sum(axis=1)), order)
    boxes = boxes[order]
    top, above = _over(boxes[:, 0], boxes[:, 1], np.array(roots)[order], first_node)
    return Blocks(
        np.concatenate([*nodes, top]),
        np.concatenate([*children, above]).astype(np.int32),
        leaves,
        np.array([boxes[:, 0].min(axis=0), boxes[:, 1].max(axis=0)]),
    )


def _over(low: Floats, high: Floats, ids: Any, first: int) -> tuple[npt.NDArray[np.float32], Ints]:
    """Nodes over AABBs in their order, level by level; the first gets number `first`."""
    nodes: list[npt.NDArray[np.float32]] = []
    children: list[npt.NDArray[np.int64]] = []
    while not nodes or len(ids) > 1:
        count = -(-len(ids) // WIDTH)
        spare = count * WIDTH - len(ids)
        low = np.concatenate([low, np.full((spare, 3), _FAR)]).reshape(count, WIDTH, 3)
        high = np.concatenate([high, np.full((spare, 3), -_FAR)]).reshape(count, WIDTH, 3)
        box = np.empty((count, 6, WIDTH), np.float32)
        box[:, :3] = np.nextafter(low.astype(np.float32), np.float32(-np.inf)).transpose(0, 2, 1)
        box[:, 3:] = np.nextafter(high.astype(np.float32), np.float32(np.inf)).transpose(0, 2, 1)
        nodes.append(box)
        children.append(np.append(ids, np.full(spare, ids[0])).reshape(count, WIDTH))
        low, high = low.min(axis=1), high.max(axis=1)
        ids = np.arange(first, first + count)
        first += count
    return np.concatenate(nodes), np.concatenate(children).astype(np.int32)
