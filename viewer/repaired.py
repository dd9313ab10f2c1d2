"""Repaired copies of a scene's mesh files, and a copy of the scene that names them."""

import os
import shutil
from pathlib import Path
from typing import Final

import numpy as np

from meshes.mesh import Mesh
from rules.repairing import CLOSE, MeshRepair, outside, repairs
from rules.scenefile.mesh_uses import mesh_uses
from viewer.folders import whole_folder
from viewer.wrapping import item
from viewer.writing import OutputError, check_folder

_KINDS: Final = (".glb", ".obj", ".off", ".ply", ".stl")


def check_target(folder: Path) -> None:
    """Refuse a folder that is there, or can't be, before any work is done.

    Raises
    ------
    OutputError
        If it exists, or there is no folder to make it in.
    """
    if os.path.lexists(folder):
        raise OutputError(f"{folder}: exists already; choose another name")
    check_folder(folder)


def write_repaired(scene: Path, folder: Path, close: float = CLOSE) -> tuple[MeshRepair, ...]:
    """Write a repaired copy of a scene: the folder appears whole, or not at all.

    Parameters
    ----------
    scene : Path
        Its file; it is copied as it is, for the copies of its mesh files keep their
        paths, their units and their axes.
    folder : Path
        Made anew.
    close : float
        Cracks narrower than this are closed, mm.

    Returns
    -------
    tuple of MeshRepair
        Those of mesh files that something was changed in, or left for a reason. Where
        nothing was changed, no folder is made.

    Raises
    ------
    OutputError
        If the folder exists, a mesh file lies elsewhere, or something can't be written.
    """
    check_target(folder)
    uses = mesh_uses(scene)
    elsewhere = outside(uses, scene.parent)
    if elsewhere:
        raise OutputError(
            f"{scene}: the mesh {', '.join(elsewhere)} lies outside the scene file's folder; move "
            "it there, and a copy of the scene can name its copy"
        )
    made = [_writable(one) for one in repairs(uses, close)]
    if any(one.changes for one in made):
        with whole_folder(folder) as partial:
            _write(scene, partial, made)
    return tuple(one for one in made if one.changes or one.left)


def _writable(one: MeshRepair) -> MeshRepair:
    if Path(one.written).suffix.lower() in _KINDS or not one.changes:
        return one
    kind = Path(one.written).suffix[1:].upper()
    left = f"{kind} isn't written; export it as STL or OBJ, and what is wrong can be repaired"
    return MeshRepair(one.written, one.mesh, (), (left,))


def _write(scene: Path, folder: Path, made: list[MeshRepair]) -> None:
    shutil.copyfile(scene, folder / scene.name)
    for one in made:
        target = folder / one.written
        target.parent.mkdir(parents=True, exist_ok=True)
        if one.changes:
            _save(one.mesh, target)
        else:
            shutil.copyfile(scene.parent / one.written, target)


def _save(mesh: Mesh, path: Path) -> None:
    """Write a mesh as it is, whatever its kind of file takes for up and for 1."""
    from meshes.files import save

    suffix = path.suffix.lower()
    if suffix == ".off":
        corners = "".join(f"{x!r} {y!r} {z!r}\n" for x, y, z in mesh.vertices.tolist())
        faces = "".join(f"3 {a} {b} {c}\n" for a, b, c in mesh.faces.tolist())
        head = f"OFF\n{len(mesh.vertices)} {len(mesh.faces)} 0\n"
        path.write_text(head + corners + faces, encoding="ascii")
        return
    if suffix == ".glb":
        # `save` takes mm with z up to metres with y up; these are the file's own numbers.
        x, y, z = mesh.vertices.T * 1000
        mesh = Mesh(np.column_stack([x, -z, y]), mesh.faces)
    save(mesh, path)


def report(made: tuple[MeshRepair, ...], scene: Path, folder: Path) -> str:
    """Return what was repaired in words."""
    lines = []
    changed = [one for one in made if one.changes]
    if changed:
        lines.append(f"Wrote {folder / scene.name} and its meshes; changed in them:")
    else:
        lines.append("Nothing of it can be repaired here, and nothing was written.")
    for one in made:
        for said in (*one.changes, *one.left):
            lines += item("- ", f"{one.written}: {said}")
    return "\n".join(lines) + "\n"
