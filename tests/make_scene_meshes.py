"""Make the mesh files of scenes/mesh-table.toml from the kit.

    python tests/make_scene_meshes.py scenes/meshes

Files of one table come from many hands: each here has its own format, unit and
up axis, which the scene has to name.
"""

import sys
from pathlib import Path

import numpy as np

from meshes import kit
from meshes.files import save
from meshes.mesh import Mesh


def pieces() -> dict[str, Mesh]:
    """Return what each file holds, by its name, in mm with z up."""
    house = kit.building(
        (120, 100),
        storeys=2,
        storey=50,
        openings=[
            kit.SideOpening("west", level=1, at=0, width=30, sill=10, height=25),
            kit.SideOpening("south", level=0, at=-20, width=28, sill=0, height=40),
            kit.SideOpening("south", level=0, at=30, width=24, sill=14, height=20),
            kit.SideOpening("south", level=1, at=0, width=24, sill=14, height=20),
            kit.SideOpening("east", level=1, at=20, width=24, sill=14, height=20),
        ],
        holes=[kit.Hole(level=1, at=(40, 25), size=(26, 36))],
    )
    return {
        "house.glb": house.mesh,
        "scaffold.stl": kit.box((70, 60, 50)).mesh,
        "stairs.obj": kit.stairs((60, 40, 50), steps=5).mesh,
        "silo.stl": kit.cylinder(2.4 * 25.4, 3.2 * 25.4, facets=32).mesh,
    }


def in_unit(mesh: Mesh, mm: float) -> Mesh:
    """Return a mesh in a unit of so many mm."""
    return Mesh(mesh.vertices / mm, mesh.faces)


def y_up(mesh: Mesh) -> Mesh:
    """Return a mesh laid over, so that its upward axis is y."""
    x, y, z = mesh.vertices.T
    return Mesh(np.column_stack([x, z, -y]), mesh.faces)


def make(folder: Path) -> None:
    """Write every file."""
    made = pieces()
    save(made["house.glb"], folder / "house.glb")  # metres with y up, by its standard
    save(made["scaffold.stl"], folder / "scaffold.stl")
    save(y_up(in_unit(made["stairs.obj"], 10)), folder / "stairs.obj")
    save(in_unit(made["silo.stl"], 25.4), folder / "silo.stl")


if __name__ == "__main__":
    make(Path(sys.argv[1]))
