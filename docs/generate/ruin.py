"""The STL file of the tutorial: a house of two storeys, as somebody's program exported it.

    python -m docs.generate.ruin docs/tutorial/ruin.stl

It is in inches, without saying so, and one triangle of its east wall doesn't quite meet its
neighbour: what files from the web are like.
"""

import sys
from pathlib import Path
from typing import Final

import numpy as np

from meshes import kit
from meshes.files import save
from meshes.mesh import Mesh

INCH: Final = 25.4
CRACK: Final = 0.4
"""How far the corner of a triangle is off, mm."""


def ruin() -> Mesh:
    """Return the house, in inches, z up.

    Examples
    --------
    >>> size = ruin().bounds[1] - ruin().bounds[0]
    >>> [round(float(one) * INCH, 3) for one in size]
    [120.0, 90.0, 108.0]
    """
    whole = kit.building(
        (120, 90),
        storeys=2,
        storey=50,
        parapet=8,
        openings=[
            kit.SideOpening("south", level=0, at=-25, width=30, sill=0, height=42),
            kit.SideOpening("south", level=0, at=30, width=26, sill=14, height=20),
            kit.SideOpening("south", level=1, at=0, width=30, sill=12, height=24),
            kit.SideOpening("west", level=1, at=0, width=30, sill=0, height=42),
            kit.SideOpening("east", level=0, at=10, width=26, sill=14, height=20),
        ],
        holes=[kit.Hole(level=1, at=(38, 22), size=(30, 32))],
    ).mesh
    triangles = whole.triangles.copy()
    outer = np.flatnonzero((triangles[:, :, 0] > 59.999).all(axis=1))
    edges = triangles[outer, 1] - triangles[outer, 0]
    others = triangles[outer, 2] - triangles[outer, 0]
    largest = outer[np.linalg.norm(np.cross(edges, others), axis=1).argmax()]
    corner = triangles[largest, :, 2].argmax()
    middle = triangles[largest].mean(axis=0)
    toward = middle - triangles[largest, corner]
    triangles[largest, corner] += CRACK * toward / np.linalg.norm(toward)
    faces = np.arange(3 * len(triangles), dtype=np.int32).reshape(-1, 3)
    return Mesh(triangles.reshape(-1, 3) / INCH, faces)


if __name__ == "__main__":
    save(ruin(), Path(sys.argv[1]))
