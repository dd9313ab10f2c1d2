"""A change made by hand, written into the scene file's keys, or refused."""

import math
from typing import Final

from meshes.solids import Point
from meshes.units import MM_PER
from rules.area_templates.battle import Battle
from rules.area_templates.log import run
from rules.dispute import Dispute
from rules.readings import readings_of
from rules.scenefile.changes import AimAt, Carry, Change, Lie, Raise, Read, Tilt, Tip, Turn
from rules.scenefile.editing import GONE, Edits, Sheet
from rules.scenefile.handles import Handle, handle
from rules.scenefile.kept import Kept
from rules.stances import Standing, faults
from rules.verdict import RulingError
from spatial.heights import highest_surface, surface_under
from spatial.putting import height_under
from spatial.scene import Body, Scene, SceneError
from spatial.support import resting_height

STEP: Final = 15.0
"""How high something carried by hand steps up by itself, mm: a stair."""

_POINTED: Final = 1.0
"""How far the surface that is pointed at may be off what it is read as, mm."""

_STEEP: Final = math.tan(math.radians(35.0))
_SAME: Final = 0.0005
_DIGITS: Final = {"mm": 3, "cm": 4, "in": 5, "m": 6}
"""Decimals that tell a thousandth of a millimetre."""


class MoveError(ValueError):
    """A change that can't be made; the message says why."""


def moved(
    sheet: Sheet, asked: Dispute | Battle, change: Change, kept: Kept
) -> tuple[Sheet, Dispute | Battle]:
    """Make a change.

    Parameters
    ----------
    sheet : Sheet
    asked : Dispute or Battle
        What it says.
    change : Change
    kept : Kept
        What earlier readings of this scene built.

    Returns
    -------
    sheet : Sheet
    asked : Dispute or Battle
        What it says now; without a SHA-256.

    Raises
    ------
    MoveError
        If there is nothing to be changed so, or a trooper that can stand where it is
        couldn't there.
    RulingError
        If an event of a battle can't be ruled on as it is.
    """
    if isinstance(change, Read):
        return _read(sheet.changed(_reading(asked, change)), kept)
    one = handle(sheet, asked, change.key)
    if one is None:
        raise MoveError("there is nothing of that name to move")
    after = sheet.changed(_edits(sheet, asked, one, change))
    new, made = _read(after, kept)
    if one.kind == "trooper" and not isinstance(change, Turn):
        _check_stance(asked, made, one.name)
    if one.steps[0] == "event" and isinstance(made, Battle) and isinstance(asked, Battle):
        _check_move(asked, made, int(one.steps[1]))
    return new, made


def _read(sheet: Sheet, kept: Kept) -> tuple[Sheet, Dispute | Battle]:
    try:
        return sheet, sheet.read(kept, is_whole=False)
    except SceneError as error:
        # The file is known: what is wrong with it stands behind its name.
        said = str(error).splitlines()[0]
        raise MoveError(said.removeprefix(f"{sheet.path}: ")) from None


def _reading(asked: Dispute | Battle, change: Read) -> Edits:
    known = {one.name: one for one in readings_of(asked.rules)}
    if change.reading not in known or change.choice not in known[change.reading].choices:
        raise MoveError("there is no such reading")
    usual = known[change.reading].default == change.choice
    return {("readings", change.reading): GONE if usual else change.choice}


def _edits(sheet: Sheet, asked: Dispute | Battle, one: Handle, change: Change) -> Edits:
    match one.kind, change:
        case "trooper", Carry():
            return _carried(sheet, asked, one, change)
        case "trooper", Turn(degrees=degrees):
            if one.steps[0] == "target":
                raise MoveError(f"{one.name} faces no way: it is no trooper")
            return {(*one.steps, "facing"): _angle(degrees)}
        case "trooper", Lie(prone=prone):
            if not one.values["can_lie"]:
                raise MoveError(f"{one.name} can't lie down")
            return {(*one.steps, "prone"): True if prone else GONE}
        case "teardrop", Turn(degrees=degrees):
            return {(*one.steps, "aim"): _angle(degrees)}
        case "teardrop", Tip(degrees=degrees):
            return {(*one.steps, "tip"): _angle(degrees)}
        case "teardrop", Tilt(degrees=degrees):
            return {(*one.steps, "tilt"): _tilted(degrees)}
        case "teardrop", Raise(mm=mm):
            height = min(max(mm, 0.0), one.values["highest"])
            return {(*one.steps, "height"): _length(height, sheet)}
        case "teardrop", AimAt(name=name):
            return {(*one.steps, "aim"): name, (*one.steps, "tip"): GONE}
        case "circle", AimAt(name=name):
            return {(*one.steps, "on"): name, (*one.steps, "at"): GONE}
        case "circle", Carry():
            return {(*one.steps, "on"): GONE, **_centred(sheet, asked, one, change, "at")}
        case "area", Carry() if "to" in _row(sheet, one):
            return _ended(sheet, asked, one, change)
        case "area", Carry():
            return _centred(sheet, asked, one, change, "at")
    raise MoveError(f"{one.name} can't be changed so")


def _carried(sheet: Sheet, asked: Dispute | Battle, one: Handle, change: Carry) -> Edits:
    """A base put down: on what is pointed at, or on what is about as high as now."""
    scene = _scene(asked)
    radius = scene.body(one.name).cylinder.radius
    pieces = _pieces(scene)
    x, y, z = _put(scene, one, change, radius)
    if _is_kept(_row(sheet, one), pieces, (x, y), radius, z):
        return {(*one.steps, "at"): [_length(x, sheet), _length(y, sheet)]}
    away: Edits = {(*one.steps, "on"): GONE, (*one.steps, "level"): GONE}
    return {(*one.steps, "at"): _base_at(sheet, pieces, (x, y, z), radius), **away}


def _ended(sheet: Sheet, asked: Dispute | Battle, one: Handle, change: Carry) -> Edits:
    """Where an event's move ends: a base is put down, anything else as a centre."""
    scene = _scene(asked)
    body = next((each for each in scene.bodies if each.name == one.name), None)
    if body is None or body.role != "trooper":
        return _centred(sheet, asked, one, change, "to")
    radius = body.cylinder.radius
    at = _put(scene, one, change, radius)
    return {(*one.steps, "to"): _base_at(sheet, _pieces(scene), at, radius)}


def _pieces(scene: Scene) -> tuple[Body, ...]:
    return tuple(piece for piece in scene.bodies if piece.role == "scenery")


def _put(scene: Scene, one: Handle, change: Carry, radius: float) -> Point:
    """Where a base comes to stand."""
    x, y = _within(scene, change.x, change.y)
    if change.z is None:
        far = math.dist((x, y), one.at[:2])
        ceiling = one.at[2] + max(STEP, (far + 2 * radius) * _STEEP)
    else:
        ceiling = change.z + max(_POINTED, radius * _STEEP)
    return (x, y, height_under(_pieces(scene), (x, y), radius, ceiling))


def _base_at(sheet: Sheet, pieces: tuple[Body, ...], at: Point, radius: float) -> list[float]:
    """A base's place as the file has it: its height only where it isn't on the highest thing."""
    x, y, z = at
    written = [_length(x, sheet), _length(y, sheet)]
    if abs(max(0.0, resting_height(pieces, (x, y), radius)) - z) > _SAME:
        written.append(_length(z, sheet))
    return written


def _is_kept(
    row: dict[str, object],
    pieces: tuple[Body, ...],
    at: tuple[float, float],
    radius: float,
    z: float,
) -> bool:
    """Whether it still stands on the piece, and the level, that the file names."""
    piece = next((one for one in pieces if one.name == row.get("on")), None)
    if piece is None:
        return False
    level = row.get("level")
    if isinstance(level, int):
        return level < len(piece.levels) and abs(piece.levels[level] - z) <= _SAME
    return abs(resting_height((piece,), at, radius) - z) <= _SAME


def _centred(sheet: Sheet, asked: Dispute | Battle, one: Handle, change: Carry, key: str) -> Edits:
    """A centre put down: its height is written where it isn't on the highest surface there."""
    scene = _scene(asked)
    x, y = _within(scene, change.x, change.y)
    z = surface_under(scene, (x, y, one.at[2] + STEP)) if change.z is None else max(change.z, 0.0)
    at: list[float] = [_length(x, sheet), _length(y, sheet)]
    if abs(highest_surface(scene, (x, y)) - z) > _POINTED:
        at.append(_length(z, sheet))
    return {(*one.steps, key): at}


def _row(sheet: Sheet, one: Handle) -> dict[str, object]:
    section, i = one.steps
    row: dict[str, object] = sheet.content[str(section)][i]
    return row


def _check_stance(before: Dispute | Battle, after: Dispute | Battle, name: str) -> None:
    """Refuse where a trooper can't stand, unless it couldn't before."""
    found = faults(_scene(after), _standing(after, name))
    if found and not faults(_scene(before), _standing(before, name)):
        raise MoveError(f"{name} can't stand there: it {' and '.join(found)}")


def _check_move(before: Battle, after: Battle, event: int) -> None:
    """Refuse to end a move where the model can't stand, unless it couldn't before."""
    try:
        found, known = run(after).steps[event].illegal, run(before).steps[event].illegal
    except RulingError as error:
        raise MoveError(str(error).removeprefix(f"{after.source}: ")) from None
    if found and not known:
        one = found[0]
        raise MoveError(f"{one.trooper} can't stand there: it {' and '.join(one.faults)}")


def _standing(asked: Dispute | Battle, name: str) -> Standing:
    if isinstance(asked, Dispute):
        return asked.trooper(name)
    return asked.start.model(name)


def _scene(asked: Dispute | Battle) -> Scene:
    return asked.scene if isinstance(asked, Dispute) else asked.start.scene


def _within(scene: Scene, x: float, y: float) -> tuple[float, float]:
    """The nearest place on the table."""
    if not (math.isfinite(x) and math.isfinite(y)):
        raise MoveError("that is no place")
    return min(max(x, 0.0), scene.size[0]), min(max(y, 0.0), scene.size[1])


def _length(mm: float, sheet: Sheet) -> float:
    unit = str(sheet.content.get("units", "mm"))
    if not math.isfinite(mm):
        raise MoveError(f"{mm} is no length")
    return _neat(round(mm / MM_PER[unit], _DIGITS[unit]))


def _angle(degrees: float) -> float:
    if not math.isfinite(degrees):
        raise MoveError(f"{degrees} is no direction")
    return _neat(round(degrees % 360.0, 2) % 360.0)


def _tilted(degrees: float) -> float:
    if not math.isfinite(degrees):
        raise MoveError(f"{degrees} is no tilt")
    return _neat(round(min(max(degrees, -90.0), 90.0), 2))


def _neat(number: float) -> float:
    """A whole number as one would write it, without a point."""
    return int(number) if number == int(number) else number
