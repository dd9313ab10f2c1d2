"""The broad phase: an R-tree over the bodies' AABBs; sorted answers.

The only module that imports rtree. The tree holds bodies, not triangles: a
table has hundreds of bodies, and a million triangles.
"""

from typing import Final

import numpy as np
from rtree import index as rtree_index

from meshes.mesh import Floats, Ints

_FAR: Final = 1e9
"""The tree takes no infinite numbers; nothing on a table is so far off, mm."""


class Index:
    """An R-tree over AABBs, built once.

    Parameters
    ----------
    boxes : ndarray of shape (n, 2, 3)
        Lowest and highest corner of each, mm.

    Examples
    --------
    >>> boxes = np.array([[[0, 0, 0], [1, 1, 1]], [[5, 5, 5], [6, 6, 6]]], dtype=float)
    >>> Index(boxes).meeting(np.array([[0.5, 0.5, 0.5], [9, 9, 9]])).tolist()
    [0, 1]
    """

    __slots__ = ("_tree",)

    def __init__(self, boxes: Floats) -> None:
        properties = rtree_index.Property(dimension=3)
        flat = boxes.reshape(-1, 6)
        if len(flat) == 0:
            self._tree = rtree_index.Index(properties=properties)
            return
        rows = ((i, tuple(row), None) for i, row in enumerate(flat.tolist()))
        self._tree = rtree_index.Index(rows, properties=properties)

    def meeting(self, box: Floats) -> Ints:
        """Return the numbers of the AABBs that meet `box`, rising; touching counts.

        Parameters
        ----------
        box : ndarray of shape (2, 3)
            mm; it may be without end.
        """
        ends = np.clip(np.asarray(box, dtype=np.float64), -_FAR, _FAR)
        found = self._tree.intersection(ends.ravel().tolist())
        # The tree answers in an order of its own; ours is the scene's.
        return np.array(sorted(found), dtype=np.int32)
