"""From a save to a scene file and its meshes."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from meshes.mesh import Floats, Mesh, MeshError
from rules.scenefile.keys import FORMAT
from rules.scenefile.kinds import LARGEST
from rules.scenefile.writing import Table, text, value
from rules.tabletop_simulator.frames import LEVEL, ours
from rules.tabletop_simulator.models import Model, Models
from rules.tabletop_simulator.names import Names, lines, plain
from rules.tabletop_simulator.placing import Ground, ground_of, placed
from rules.tabletop_simulator.saves import Save
from rules.tabletop_simulator.shapes import Shape, baked, base_of, parts, silhouette_of
from rules.tabletop_simulator.standing import Standing, described, is_marker, on_table
from spatial.rays import TABLE
from spatial.scene import SceneError

STAND_IN: Final = 76.2
"""The side of a placeholder's box at scale 1, mm: three inches."""

MOST_WRITTEN: Final = 5_000_000
"""Triangles of all meshes that are written."""

_SIDE: Final = "unassigned"
_RANGE: Final = (10.0, 1000.0)


@dataclass(slots=True)
class Import:
    """What a save becomes.

    Parameters
    ----------
    scene : str
        The scene file's text.
    meshes : dict of str to Mesh
        By their paths in the scene's folder.
    mapping : str
        The text of a mapping file for what couldn't be read; empty where all could.
    pieces : int
        How many the save has.
    fates : list of (piece, names)
        What each of them became: names in the scene, or in words why it isn't there.
    placed, troopers : list of str
        By the scene's names.
    placeholders, left_out : list of (name, why)
    notes : list of str
    """

    scene: str = ""
    meshes: dict[str, Mesh] = field(default_factory=dict)
    mapping: str = ""
    pieces: int = 0
    fates: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)
    placed: list[str] = field(default_factory=list)
    troopers: list[str] = field(default_factory=list)
    placeholders: list[tuple[str, str]] = field(default_factory=list)
    left_out: list[tuple[str, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


@dataclass(slots=True)
class _Work:
    """What is being made of one save."""

    models: Models
    ground: Ground
    stand_in: float
    made: Import = field(default_factory=Import)
    names: Names = field(default_factory=lambda: Names([TABLE]))
    tables: list[Table] = field(default_factory=list)
    files: dict[tuple[object, ...], tuple[str, Shape]] = field(default_factory=dict)
    unread: dict[str, str] = field(default_factory=dict)
    triangles: int = 0


def imported(
    save: Save,
    models: Models,
    name: str,
    *,
    stand_in: float = STAND_IN,
    ground: float | None = None,
) -> Import:
    """Return the scene and the meshes that a save becomes.

    Parameters
    ----------
    save : Save
    models : Models
        Where its meshes are.
    name : str
        The scene's.
    stand_in : float
        The side of a placeholder's box at scale 1, mm.
    ground : float or None
        The height of the table's top in the simulator, inches; None for the mat's.

    Raises
    ------
    SceneError
        If there is nothing on the table.

    Examples
    --------
    >>> from rules.tabletop_simulator.saves import read
    >>> save = read(b'{"Object": {"Name": "Custom_Model", "Nickname": "[b]Hut[/b]"}}', "a.json")
    >>> made = imported(save, Models(), "Hut")
    >>> made.pieces, made.placeholders
    (1, [('Hut', 'it has no mesh of its own')])
    """
    table = on_table(save)
    if table.count == 0:
        raise SceneError("has nothing in it; save the table with its pieces")
    work = _Work(models, ground_of(save, table, ground), stand_in)
    made = work.made
    made.pieces = table.count
    made.notes += [*save.notes, *work.ground.notes]
    made.fates += [(table.mat.guid, ("the table",))] if table.mat is not None else []
    for one in table.standing:
        before = len(work.tables), len(made.left_out)
        _piece(work, one)
        names = [str(row.keys["name"]) for row in work.tables[before[0] :]]
        made.fates.append((one.item.guid, (*names, *(w for _, w in made.left_out[before[1] :]))))
    made.fates += [(one.item.guid, (one.why,)) for one in table.left_out]
    made.left_out += [(one.name, one.why) for one in table.left_out]
    states = sum(one.item.states > 0 for one in table.standing)
    if states:
        have = "piece has" if states == 1 else "pieces have"
        made.notes.append(f"{states} {have} other states, which are left out")
    unused = {*models.mapping.addresses, *models.mapping.names} - models.used
    made.notes += [f"the mapping's {value(key)} names nothing here" for key in sorted(unused)]
    told = [f"{one.name}: {line}" for one in table.left_out for line in lines(one.item.description)]
    made.scene = _scene(work, name, told)
    if work.unread:
        rows = [f'# {value(key)} = ""  # {why}' for key, why in work.unread.items()]
        head = "# Name a local mesh for an address, take away the mark before it, and import with\n"
        made.mapping = f"{head}# --map and this file.\n\n[addresses]\n" + "\n".join(rows) + "\n"
    return made


def _scene(work: _Work, name: str, told: Sequence[str]) -> str:
    made = work.made
    top = [
        "Imported from a save of Tabletop Simulator.",
        f"{made.pieces} pieces: {len(made.placed)} placed, {len(made.placeholders)} placeholders, "
        f"{len(made.troopers)} troopers, {len(made.left_out)} left out.",
        f"Tilts under {LEVEL:g} degrees, which its physics leave, are taken as level.",
        *made.notes,
        *(f"left out: {each} ({why})" for each, why in made.left_out),
        *told,
    ]
    head = {"format": FORMAT, "name": plain(name)[:80] or "Imported", "units": "mm"}
    return text({**head, "rules": "infinity-codeone"}, work.tables, top, work.ground.size)


def _piece(work: _Work, one: Standing) -> None:
    """Make one piece: its mesh, what of it couldn't be read, and what it is."""
    made, item = work.made, one.item
    comments = [*lines(item.description)]
    known = silhouette_of(one.name, None)
    if known:
        at, turn = placed(work.ground, item.transform)
        own = work.names.own(one.name)
        keys = {"name": own, "side": _SIDE, "silhouette": known, "at": at, "facing": turn}
        work.tables.append(Table("trooper", keys, comments))
        made.troopers.append(own)
        return
    readable: list[tuple[Model, Floats]] = []
    lost: list[tuple[str, str, Floats]] = []
    for part, matrix in parts(item):
        nickname = one.name if part is item else plain(part.nickname) or described(part)
        if part is not item and is_marker(nickname):
            made.left_out.append((f"{one.name}, {nickname}", "a template is no scenery"))
            continue
        address = part.mesh or part.bundle
        found = work.models.model(address, nickname)
        if isinstance(found, Model):
            readable.append((found, matrix))
        else:
            if part.bundle and not part.mesh:
                found = "an asset bundle can't be read"
            if address:
                # On one line: it stands in a comment.
                work.unread.setdefault(address, " ".join(found.split()))
            lost.append((nickname, found, matrix))
    if readable:
        try:
            _mesh(work, one, readable, comments)
        except MeshError as error:
            lost.append((one.name, str(error), parts(item)[0][1]))
            readable = []
    for nickname, why, matrix in lost:
        own = f"{one.name}, {nickname}" if readable and nickname != one.name else nickname
        _placeholder(work, one, own, why, matrix)


def _mesh(
    work: _Work, one: Standing, readable: list[tuple[Model, Floats]], comments: list[str]
) -> None:
    made, item = work.made, one.item
    key = tuple((str(model.path), matrix.round(9).tobytes()) for model, matrix in readable)
    if key not in work.files:
        shape = baked(readable)
        longest = float(np.ptp(shape.mesh.bounds, axis=0).max())
        if longest > LARGEST:
            raise MeshError(f"is {longest:g} mm long, more than {LARGEST:g}")
        work.triangles += len(shape.mesh.faces)
        if work.triangles > MOST_WRITTEN:
            raise MeshError(f"the table has more than {MOST_WRITTEN} triangles with it")
        path = f"meshes/{len(work.files) + 1:04d}.ply"
        work.files[key] = path, shape
        made.meshes[path] = shape.mesh
    path, shape = work.files[key]
    at, turn = placed(work.ground, item.transform, shape)
    if max(map(abs, at)) > LARGEST:
        made.left_out.append((one.name, "it is farther away than any table is wide"))
        return
    seen, base = silhouette_of("", shape.mesh), base_of(shape.mesh)
    if seen or base:
        what = f"an {seen} silhouette" if seen else f"a base of {base:g} mm"
        comments.append(f"has the shape of {what}; if it is a trooper, make it one")
        made.notes.append(f"{one.name} has the shape of {what}")
    own = work.names.own(one.name)
    keys = {"name": own, "mesh": path, "units": "mm", "up": "z", "at": at, "turn": turn}
    work.tables.append(Table("scenery", keys, comments))
    made.placed.append(own)


def _placeholder(work: _Work, one: Standing, nickname: str, why: str, matrix: Floats) -> None:
    made, item = work.made, one.item
    _, offset = ours(matrix)
    sides = [
        min(max(work.stand_in * float((matrix[:3, axis] ** 2).sum() ** 0.5), _RANGE[0]), _RANGE[1])
        for axis in (0, 2, 1)
    ]
    (x, y, z), turn = placed(work.ground, item.transform, None, offset)
    if max(abs(x), abs(y), abs(z) + sides[2]) > LARGEST:
        made.left_out.append((nickname, "it is farther away than any table is wide"))
        return
    own = work.names.own(nickname)
    low = max(0.0, z - sides[2] / 2)
    # From half its height below its own origin to all of it above: some have it in their
    # middle, some at their foot.
    size = [sides[0], sides[1], max(z + sides[2] - low, _RANGE[0])]
    keys = {
        "name": own,
        "kit": "box",
        "placeholder": True,
        "size": size,
        "at": [x, y, low],
        "turn": turn,
    }
    told = [f"placeholder, its true size is unknown: {why}"]
    work.tables.append(Table("scenery", keys, [*lines(item.description), *told]))
    made.placeholders.append((own, why))
