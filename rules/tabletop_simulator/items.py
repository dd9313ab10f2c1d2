"""What a save holds, as typed values: items with their transforms, children and contents."""

import math
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from spatial.scene import SceneError

Triple: TypeAlias = tuple[float, float, float]

MOST_ITEMS: Final = 20_000
DEEPEST: Final = 40
FARTHEST: Final = 1500.0
"""Inches that anything may be from the middle, and times that it may be enlarged."""


@dataclass(frozen=True, slots=True)
class Transform:
    """Where an item is: inches, left-handed, y up; degrees applied about z, x, then y.

    Parameters
    ----------
    at, turns, scale : tuple of 3 floats
        Along or about x, y and z.
    """

    at: Triple = (0.0, 0.0, 0.0)
    turns: Triple = (0.0, 0.0, 0.0)
    scale: Triple = (1.0, 1.0, 1.0)


@dataclass(frozen=True, slots=True)
class Item:
    """One thing of a save, in its current state.

    Parameters
    ----------
    kind : str
        The simulator's name for it, such as ``"Custom_Model"``.
    guid, nickname, description, script : str
    transform : Transform
    mesh, bundle : str
        The address of its mesh, or of its asset bundle; empty where it has none. A
        collider is never looked at: it is often a mere box.
    thickness : float
        Of a tile, inches at scale 1.
    stretched : bool
        Whether a tile is square whatever its picture.
    states : int
        How many other states it has.
    children : tuple of Item
        What is fixed to it; transforms from it.
    contents : tuple of Item
        What lies inside it, each in its current state.
    """

    kind: str
    guid: str
    nickname: str
    description: str
    script: str
    transform: Transform
    mesh: str = ""
    bundle: str = ""
    thickness: float = 0.0
    stretched: bool = True
    states: int = 0
    children: tuple["Item", ...] = ()
    contents: tuple["Item", ...] = ()


def item(row: Any, place: str) -> Item:
    """Return an item from its table in a save.

    Parameters
    ----------
    row : object
        As JSON has it.
    place : str
        Where in the save, for messages.

    Raises
    ------
    SceneError
        If a value is of another kind, not finite or far out, or it is nested too deeply.

    Examples
    --------
    >>> item({"Name": "Notecard", "Transform": {"posX": 2}}, "ObjectStates[1]").transform.at
    (2.0, 0.0, 0.0)
    """
    return _item(row, place, 0, [0])


def _item(row: Any, place: str, depth: int, count: list[int]) -> Item:
    if not isinstance(row, dict):
        raise SceneError(f"{place}: expected a table; save the table again")
    count[0] += 1
    if depth > DEEPEST or count[0] > MOST_ITEMS:
        raise SceneError(
            f"{place}: holds more than {MOST_ITEMS} items, or nested more than {DEEPEST} deep; "
            "save a smaller part of the table"
        )

    def inner(key: str) -> tuple[Item, ...]:
        rows = row.get(key) or []
        if not isinstance(rows, list):
            raise SceneError(f"{place}.{key}: expected a list; save the table again")
        return tuple(
            _item(one, f"{place}.{key}[{i}]", depth + 1, count) for i, one in enumerate(rows, 1)
        )

    tile = _table(_table(row, "CustomImage"), "CustomTile")
    states = row.get("States")
    return Item(
        kind=_text(row, "Name"),
        guid=_text(row, "GUID"),
        nickname=_text(row, "Nickname"),
        description=_text(row, "Description"),
        script=_text(row, "LuaScript"),
        transform=_transform(_table(row, "Transform"), f"{place}.Transform"),
        mesh=_text(_table(row, "CustomMesh"), "MeshURL"),
        bundle=_text(_table(row, "CustomAssetbundle"), "AssetbundleURL"),
        thickness=_number(tile, "Thickness", 0.0, f"{place}.CustomImage.CustomTile"),
        stretched=tile.get("Stretch", True) is not False,
        states=len(states) if isinstance(states, dict) else 0,
        children=inner("ChildObjects"),
        contents=inner("ContainedObjects"),
    )


def _transform(row: dict[str, Any], place: str) -> Transform:
    def three(word: str, otherwise: float) -> Triple:
        x, y, z = (_number(row, f"{word}{axis}", otherwise, place) for axis in "XYZ")
        return x, y, z

    return Transform(three("pos", 0.0), three("rot", 0.0), three("scale", 1.0))


def _table(row: dict[str, Any], key: str) -> dict[str, Any]:
    value = row.get(key)
    return value if isinstance(value, dict) else {}


def _text(row: dict[str, Any], key: str) -> str:
    value = row.get(key)
    return value if isinstance(value, str) else ""


def _number(row: dict[str, Any], key: str, otherwise: float, place: str) -> float:
    value = row.get(key, otherwise)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise SceneError(f"{place}.{key}: expected a number, got {str(value)[:40]!r}")
    # Compared before it is converted: a whole number may be longer than any float.
    if not abs(value) <= FARTHEST or not math.isfinite(value):
        raise SceneError(f"{place}.{key}: expected at most {FARTHEST:g}, got {str(value)[:40]}")
    return float(value)
