"""A change made by hand, written into the scene file's keys, or refused."""

import math
from typing import Final

from meshes.units import MM_PER
from rules.area_templates.battle import Battle
from rules.dispute import Dispute
from rules.readings import readings_of
from rules.scenefile.changes import AimAt, Carry, Change, Lie, Raise, Read, Tilt, Tip, Turn
from rules.scenefile.editing import GONE, Edits, Sheet
from rules.scenefile.handles import Handle, handle
from rules.scenefile.kept import Kept
from rules.stances import Standing, faults
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
        case "area", Carry():
            row = sheet.content["event"][one.steps[1]] if one.steps[0] == "event" else {}
            return _centred(sheet, asked, one, change, "to" if "to" in row else "at")
    raise MoveError(f"{one.name} can't be changed so")


def _carried(sheet: Sheet, asked: Dispute | Battle, one: Handle, change: Carry) -> Edits:
    """A base put down: on what is pointed at, or on what is about as high as now."""
    scene = _scene(asked)
    x, y = _within(scene, change.x, change.y)
    body = scene.body(one.name)
    radius = body.cylinder.radius
    pieces = tuple(piece for piece in scene.bodies if piece.role == "scenery")
    if change.z is None:
        far = math.dist((x, y), one.at[:2])
        ceiling = one.at[2] + max(STEP, (far + 2 * radius) * _STEEP)
    else:
        ceiling = change.z + max(_POINTED, radius * _STEEP)
    z = height_under(pieces, (x, y), radius, ceiling)
    row = _row(sheet, one)
    at: list[float] = [_length(x, sheet), _length(y, sheet)]
    if _is_kept(row, pieces, (x, y), radius, z):
        return {(*one.steps, "at"): at}
    away: Edits = {(*one.steps, "on"): GONE, (*one.steps, "level"): GONE}
    highest = max(0.0, resting_height(pieces, (x, y), radius))
    if abs(highest - z) > _SAME:
        at.append(_length(z, sheet))
    return {(*one.steps, "at"): at, **away}


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
