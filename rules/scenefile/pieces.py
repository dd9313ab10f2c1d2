"""From the keys of scenery to bodies in place."""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from meshes import kit
from meshes.mesh import MeshError
from rules.scenefile import scenery
from rules.scenefile.draft import Draft
from rules.scenefile.guessed import Settled, UnclearError, settled
from rules.scenefile.kept import Built
from rules.scenefile.kinds import LARGEST
from rules.scenefile.places import quoted
from rules.scenefile.stacking import stacked
from spatial.floors import floors
from spatial.scene import Body, Pose, scenery_body


def built(draft: Draft, folder: Path | None, outside: bool) -> Built:
    """Build every piece of scenery.

    Parameters
    ----------
    draft : Draft
        Takes note of each problem.
    folder : Path or None
        Where mesh paths start.
    outside : bool
        Whether mesh paths may leave that folder.
    """
    shelf = _Shelf(folder, outside)
    made: dict[int, Body] = {}
    for i, one in enumerate(draft.keys.scenery):
        try:
            piece = shelf.piece(one) if isinstance(one, scenery.MeshKeys) else _of_kit(one)
        except UnclearError as error:
            draft.note(("scenery", i, error.key), str(error))
            continue
        except MeshError as error:
            for line in str(error).splitlines():
                if isinstance(one, scenery.MeshKeys):
                    draft.note(("scenery", i, "mesh"), line)
                else:
                    draft.note(*_of_parameter(i, line))
            continue
        pose = Pose((one.at[0], one.at[1], one.at[2] if len(one.at) == 3 else 0.0), one.turn)
        body = scenery_body(one.name, piece.mesh, pose, one.cover == "total", piece.levels)
        made[i] = replace(body, placeholder=one.placeholder) if one.placeholder else body
    unknown = [body.name for body in made.values() if body.placeholder and body.blocks]
    if unknown:
        some = ", ".join(unknown[:12]) + (", ..." if len(unknown) > 12 else "")
        shelf.guesses.append(
            f"{len(unknown)} placeholders for pieces of unknown size: {some}; what hangs on one "
            "is UNDECIDED"
            if len(unknown) > 1
            else f"{some} is a placeholder for a piece of unknown size; what hangs on it is "
            "UNDECIDED"
        )
    placed = tuple(stacked(draft, made))
    files = tuple(sorted(shelf.hashes.items()))
    return Built(placed, files, tuple(shelf.guesses), tuple(_sizes(draft, placed)))


def _sizes(draft: Draft, bodies: Sequence[Body]) -> list[str]:
    """How large each mesh file's piece turned out: a wrong unit is seen at once."""
    placed = {body.name: body for body in bodies}
    said = []
    for one in draft.keys.scenery:
        if isinstance(one, scenery.MeshKeys) and one.name in placed:
            body = placed[one.name]
            x, y, z = np.ptp(body.pose.to_local(body.mesh.vertices), axis=0)
            said.append(f"{one.name}, from {one.mesh}, is {x:.1f} x {y:.1f} mm and {z:.1f} mm high")
    return said


def _of_parameter(piece: int, line: str) -> tuple[tuple[int | str, ...], str]:
    """The place that a kit's message names, ``openings[0].at: ...``, in the file."""
    match = re.match(r"((?:[a-z]+|\[\d+\]|\.)+): (.*)", line)
    if match is None:
        return ("scenery", piece), line
    steps = re.findall(r"[a-z]+|\d+", match[1])
    return ("scenery", piece, *(int(s) if s.isdigit() else s for s in steps)), match[2]


class _Shelf:
    """The mesh files of one scene, each read once however many pieces show it."""

    def __init__(self, folder: Path | None, outside: bool) -> None:
        self.folder, self.outside = folder, outside
        self.hashes: dict[str, str] = {}
        self.guesses: list[str] = []
        self.known: dict[tuple[Path, str | None, str | None, float], Settled] = {}
        self.read: dict[tuple[Path, str, str, float], kit.Piece] = {}

    def piece(self, one: scenery.MeshKeys) -> kit.Piece:
        # A table built from the kit alone never waits for what reads mesh files.
        from meshes import files

        path = _path(one.mesh, self.folder, self.outside)
        asked = (path, one.units, one.up, one.scale)
        if asked not in self.known:
            self.known[asked] = settled(path, one)
            self.guesses += [note] if (note := self.known[asked].note) else []
        known = self.known[asked]
        key = (path, known.units, known.up, one.scale)
        if key not in self.read:
            mesh = files.load(path, units=known.units, up=known.up, scale=one.scale)
            longest = float(np.ptp(mesh.bounds, axis=0).max())
            if longest > LARGEST:
                raise MeshError(
                    f"{path.name}: is {longest:g} mm long, more than {LARGEST:g}; "
                    "check its units and scale"
                )
            self.read[key] = kit.Piece(mesh, floors(mesh))
        if one.mesh not in self.hashes:
            self.hashes[one.mesh] = hashlib.sha256(path.read_bytes()).hexdigest()
        return self.read[key]


def _path(written: str, folder: Path | None, outside: bool) -> Path:
    """Where a mesh lies; by default inside the scene file's folder."""
    if folder is None:
        raise MeshError("this scene has no folder to take a mesh from; use a kit piece")
    try:
        # A link counts by what it leads to.
        path = _followed(folder / written)
        within = path.is_relative_to(folder.resolve())
        plain, folder_there, there = path.is_file(), path.is_dir(), path.exists()
    except (OSError, RuntimeError, ValueError):
        raise MeshError(f"{quoted(written)} can't be followed; check the path") from None
    if not outside and not within:
        raise MeshError(
            f"{quoted(written)} leaves the scene file's folder; move the mesh there, or allow "
            "it with --outside"
        )
    if there and not plain:
        kind = "a folder" if folder_there else "no plain file"
        raise MeshError(f"{quoted(written)} is {kind}; name a mesh file")
    if not plain and "\\" in written:
        raise MeshError(f"there is no file {quoted(written)}; write / between folders")
    return path


def _followed(path: Path) -> Path:
    """Where a path leads, if anywhere: from Python 3.13 on only a strict look finds loops."""
    try:
        return path.resolve(strict=True)
    except (FileNotFoundError, NotADirectoryError):
        return path.resolve()


def _of_kit(one: scenery.PieceKeys) -> kit.Piece:
    match one:
        case scenery.BoxKeys():
            return kit.box(one.size)
        case scenery.WallKeys():
            return kit.wall(one.size, [kit.Opening(**o.model_dump()) for o in one.openings])
        case scenery.RampKeys():
            return kit.ramp(one.size)
        case scenery.StairsKeys():
            return kit.stairs(one.size, one.steps)
        case scenery.CylinderKeys():
            return kit.cylinder(one.diameter, one.height, one.facets)
        case scenery.BuildingKeys():
            # What the file leaves out is the kit's to choose, in mm.
            thickness = {
                key: value
                for key, value in (("wall", one.wall), ("slab", one.slab))
                if value is not None
            }
            return kit.building(
                one.size,
                one.storeys,
                one.storey,
                parapet=one.parapet,
                openings=[kit.SideOpening(**o.model_dump()) for o in one.openings],
                holes=[kit.Hole(h.level, h.at, h.size) for h in one.holes],
                **thickness,
            )
    raise TypeError(f"no kit piece: {type(one).__name__}")
