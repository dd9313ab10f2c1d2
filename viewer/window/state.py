"""What somebody at the window has picked, opened and chosen to see."""

from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

import numpy as np

from rules.scenefile.handles import Handle
from viewer.drawing.items import Items
from viewer.live.look import Look
from viewer.live.pointing import Subject
from viewer.live.table import LiveTable
from viewer.window.asking import Question

PickedKind: TypeAlias = Literal["", "trooper", "area", "piece"]
Mode: TypeAlias = Literal["words", "text", "readings", "comparison"]

_SAME: Final = 1.0


@dataclass(slots=True)
class State:
    """What a window shows of its table.

    Parameters
    ----------
    kind : {"", "trooper", "area", "piece"}
    picked, key : str
        Its name, and its handle's key where it can be moved.
    look : Look
        But for the trooper, which is whoever is picked.
    mode : {"words", "text", "readings", "comparison"}
        What the panel is about.
    scroll, size : int
        How far its words are scrolled, and how high they are, pixels.
    row : int
        Which reading is chosen in their list.
    said : str
        Why something isn't done.
    news : str
        What was done: what was written where.
    position : int
        Of the one template that is shown, from 1; 0 for all.
    left_out : int
        How many labels have no room in the view.
    has_labels : bool
    map : int
        Which value of the map is laid over the table, if one was given.
    is_helping : bool
        Whether the list of keys is open.
    help_scroll : int
        How far it is scrolled, pixels.
    question : Question or None
        The one that is open.
    """

    kind: PickedKind = ""
    picked: str = ""
    key: str = ""
    look: Look = field(default_factory=Look)
    mode: Mode = "words"
    scroll: int = 0
    size: int = 15
    row: int = 0
    said: str = ""
    news: str = ""
    position: int = 0
    left_out: int = 0
    has_labels: bool = True
    map: int = 0
    is_helping: bool = False
    help_scroll: int = 0
    question: Question | None = None

    def handle(self, table: LiveTable) -> Handle | None:
        """Return the handle of what is picked; None where it can't be moved as it is shown."""
        found = table.handles_in(self.look)
        same = next((one for one in found if one.key == self.key), None)
        if same is None and self.kind == "trooper":
            # At another event another key moves it.
            same = next((h for h in found if (h.kind, h.name) == ("trooper", self.picked)), None)
        return same

    def hush(self) -> None:
        """Say nothing any more."""
        self.said = self.news = ""

    def leave(self) -> None:
        """Pick nothing."""
        self.kind, self.picked, self.key = "", "", ""
        self.scroll = 0

    def take(self, handle: Handle) -> None:
        """Pick what a handle stands for."""
        self.kind = "trooper" if handle.kind == "trooper" else "area"
        self.picked, self.key = handle.name, handle.key
        self.mode, self.scroll = "words", 0

    def pick(self, subject: Subject, items: Items, table: LiveTable) -> None:
        """Pick a solid that is shown."""
        kind, name = subject
        self.mode, self.scroll = "words", 0
        if kind in ("scenery", "section"):
            self.kind, self.picked, self.key = ("piece", name, "") if name else ("", "", "")
            return
        self.kind, self.picked = ("trooper" if kind == "trooper" else "area"), name
        handle = handle_of(subject, items, table, self.look)
        self.key = "" if handle is None else handle.key


def handle_of(subject: Subject, items: Items, table: LiveTable, look: Look) -> Handle | None:
    """Return the handle of a solid: the one of its name, or an area's whose centre it has."""
    kind, name = subject
    found = table.handles_in(look)
    for one in found:
        if one.name == name and (one.kind == "trooper") == (kind == "trooper"):
            return one
    solid = next((s for s in items.solids if (s.kind, s.name) == subject), None)
    if solid is None or kind == "trooper":
        return None
    middle = solid.mesh.bounds[:, :2].mean(axis=0)
    for one in found:
        if one.kind == "area" and float(np.hypot(*(middle - one.at[:2]))) < _SAME:
            return one
    return None
