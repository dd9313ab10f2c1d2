"""From the keys of scenery to bodies in place."""

import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path

from meshes import files, kit
from meshes.mesh import MeshError
from rules.scenefile import keys
from spatial.scene import Body, Pose, scenery_body


def bodies(
    scenery: Sequence[keys.PieceKeys],
    folder: Path | None,
    outside: bool,
    note: Callable[[tuple[int | str, ...], str], None],
) -> tuple[list[Body], list[tuple[str, str]]]:
    """Build every piece of scenery, and list the mesh files with their SHA-256.

    Parameters
    ----------
    scenery : sequence of PieceKeys
    folder : Path or None
        Where mesh paths start.
    outside : bool
        Whether mesh paths may leave that folder.
    note : callable
        Takes the place and the words of each problem.
    """
    built: list[Body] = []
    hashes: dict[str, str] = {}
    for i, one in enumerate(scenery):
        steps = ("scenery", i)
        try:
            if isinstance(one, keys.MeshKeys):
                path = _path(one.mesh, folder, outside)
                mesh = files.load(path, units=one.units, up=one.up, scale=one.scale)
                hashes[one.mesh] = hashlib.sha256(path.read_bytes()).hexdigest()
                piece = kit.Piece(mesh, ())
            else:
                piece = _of_kit(one)
        except MeshError as error:
            key = (*steps, "mesh") if isinstance(one, keys.MeshKeys) else steps
            for line in str(error).splitlines():
                note(key, line)
            continue
        pose = Pose((one.at[0], one.at[1], one.at[2] if len(one.at) == 3 else 0.0), one.turn)
        built.append(scenery_body(one.name, piece.mesh, pose, one.cover == "total", piece.levels))
    return built, sorted(hashes.items())


def _path(written: str, folder: Path | None, outside: bool) -> Path:
    """Where a mesh lies; by default inside the scene file's folder."""
    if folder is None:
        raise MeshError("this scene has no folder to take a mesh from; use a kit piece")
    path = (folder / written).resolve()
    if not outside and not path.is_relative_to(folder.resolve()):
        raise MeshError(
            f'"{written}" leaves the scene file\'s folder; move the mesh there, or allow it '
            "with --outside"
        )
    return path


def _of_kit(one: keys.PieceKeys) -> kit.Piece:
    match one:
        case keys.BoxKeys():
            return kit.box(one.size)
        case keys.WallKeys():
            return kit.wall(one.size, [kit.Opening(**o.model_dump()) for o in one.openings])
        case keys.RampKeys():
            return kit.ramp(one.size)
        case keys.StairsKeys():
            return kit.stairs(one.size, one.steps)
        case keys.CylinderKeys():
            return kit.cylinder(one.diameter, one.height, one.facets)
        case keys.BuildingKeys():
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
