"""What of a save stands on the table, and where: bags opened, aids to play left out."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from rules.tabletop_simulator.items import Item, Transform, Triple
from rules.tabletop_simulator.layout import layout
from rules.tabletop_simulator.names import plain
from rules.tabletop_simulator.saves import Save

MAT: Final = 12.0
"""A tile at least so long both ways, in inches, is the table's mat."""

TABLE_TOP: Final = 0.96
"""The height of the simulator's own tables, inches."""

_BAGS: Final = ("Bag", "Infinite_Bag")
_AIDS: Final = re.compile(
    r"Notecard|3DText|HandTrigger|ScriptingTrigger|FogOfWar\w*|LayoutZone|RandomizeTrigger|"
    r"Card\w*|Deck\w*|Counter|Digital_Clock|Tablet|Calculator|Die_\w+|Custom_Dice|Custom_PDF|"
    r"go_game_\w+|Quarter|backgammon_\w+|Metal Ball"
)
_FLAT: Final = re.compile(r"Custom_Tile\w*|Custom_Token\w*|Custom_Board|Tile(?:_\w+)?")
_MARKER: Final = re.compile(r"\b(?:template|teardrop)\b", re.I)


@dataclass(frozen=True, slots=True)
class Standing:
    """An item on the table.

    Parameters
    ----------
    item : Item
        Its transform is where it stands.
    name : str
        Its nickname without markup, or what it is.
    """

    item: Item
    name: str


@dataclass(frozen=True, slots=True)
class LeftOut:
    """What isn't scenery.

    Parameters
    ----------
    item : Item
    name, why : str
    """

    item: Item
    name: str
    why: str


@dataclass(slots=True)
class Table:
    """What a save comes to.

    Parameters
    ----------
    standing : list of Standing
        In the save's order.
    left_out : list of LeftOut
    mat : Item or None
        The largest tile that is large enough to be the table's mat.
    """

    standing: list[Standing] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)
    mat: Item | None = None

    @property
    def count(self) -> int:
        """How many pieces the save has: each is standing, left out, or the mat."""
        return len(self.standing) + len(self.left_out) + (self.mat is not None)


def on_table(save: Save) -> Table:
    """Return what stands on the table, and what is left out.

    Parameters
    ----------
    save : Save

    Notes
    -----
    A piece is an item of the table in its current state with what is fixed to it. A bag's
    contents stand where its script, or that of a bag round it, lays them out; without a
    line there they are in the bag and not on the table. Of several items with one GUID,
    each takes a line.

    Examples
    --------
    >>> from rules.tabletop_simulator.saves import read
    >>> bag = b'{"Name": "Bag", "Transform": {}, "LuaScript": "--aa,1,2,3,0,90,0",'
    >>> bag += b'"ContainedObjects": [{"Name": "Custom_Model", "GUID": "aa"}]}'
    >>> [one.item.transform.at for one in on_table(read(bag, "bag.json")).standing]
    [(1.0, 2.0, 3.0)]
    """
    found = list(_opened(save.items, []))
    mats = [one.item for one in found if isinstance(one, Standing) and _is_mat(one.item)]
    table = Table(mat=max(mats, key=_area, default=None))
    for one in found:
        if one.item is table.mat:
            continue
        why = one.why if isinstance(one, LeftOut) else _why_left_out(one.item, one.name)
        if why:
            table.left_out.append(LeftOut(one.item, one.name, why))
        elif isinstance(one, Standing):
            table.standing.append(one)
    return table


def mat_top(mat: Item) -> float:
    """Return the height of a mat's upper side, inches.

    Examples
    --------
    >>> top = Transform((0, 0.96, 0))
    >>> mat_top(Item("Custom_Tile", "", "", "", "", top, thickness=0.1))
    1.06
    """
    return mat.transform.at[1] + mat.thickness * abs(mat.transform.scale[1])


def mat_size(mat: Item) -> tuple[float, float]:
    """Return a mat's length along the simulator's x and z before it is turned, inches."""
    return 2 * abs(mat.transform.scale[0]), 2 * abs(mat.transform.scale[2])


def _is_mat(one: Item) -> bool:
    return _FLAT.fullmatch(one.kind) is not None and min(mat_size(one)) >= MAT


def _area(one: Item) -> float:
    return mat_size(one)[0] * mat_size(one)[1]


Lines = dict[str, list[tuple[Triple, Triple]]]


def _opened(items: tuple[Item, ...], layouts: list[Lines]) -> Iterator[Standing | LeftOut]:
    """Every item of the table or of a bag, and what is in it."""
    for one in items:
        name = plain(one.nickname) or described(one)
        laid_out = layout(one.script) if one.contents else {}
        if layouts:
            line = _line(layouts, one.guid)
            if line is None and not one.contents:
                yield LeftOut(one, name, "it lies in a bag whose script has no place for it")
                continue
            if line is not None:
                at, turns = line
                one = replace(one, transform=Transform(at, turns, one.transform.scale))
        if not one.contents or _is_deck(one):
            yield Standing(one, name)
            continue
        # A bag is the wrapping of a map, save one that has a shape and a place of its own.
        if one.kind not in _BAGS and not laid_out and (not layouts or line is not None):
            yield Standing(one, name)
        yield from _opened(one.contents, [laid_out, *layouts])


def _line(layouts: list[Lines], guid: str) -> tuple[Triple, Triple] | None:
    for lines in layouts:
        if lines.get(guid):
            return lines[guid].pop(0)
    return None


def _is_deck(one: Item) -> bool:
    return one.kind.startswith("Deck")


def described(one: Item) -> str:
    """Return what an item without a nickname is called: its kind and its GUID."""
    kind = {"Custom_Model": "model", "Custom_Assetbundle": "bundle", "Tileset_Tree": "tree"}
    word = kind.get(one.kind, plain(one.kind).replace("_", " ").strip().lower() or "piece")
    return f"{word} {plain(one.guid)}".strip()


def is_marker(name: str) -> bool:
    """Tell whether a name is that of a template, and no scenery's.

    Examples
    --------
    >>> is_marker("Small Teardrop"), is_marker("Crate")
    (True, False)
    """
    return _MARKER.search(name) is not None


def _why_left_out(one: Item, name: str) -> str:
    if _AIDS.fullmatch(one.kind):
        return f"a {plain(one.kind)} is no scenery"
    if _FLAT.fullmatch(one.kind):
        return "a flat tile is no scenery"
    if is_marker(name):
        return "a template is no scenery"
    return ""
