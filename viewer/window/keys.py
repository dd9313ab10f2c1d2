"""Which key does what: read by the window, by its help, and by whoever presses it."""

from dataclasses import dataclass
from typing import Final

FINE: Final = 0.1
COARSE: Final = 10.0


@dataclass(frozen=True, slots=True)
class Key:
    """A key, or several that belong together.

    Parameters
    ----------
    action : str
        What the window does; see `acting`.
    shown : str
        As it is printed.
    does : str
        In words.
    strokes : tuple of str
        The names that X and VTK have for it, with ``ctrl+`` before.
    is_stepped : bool
        Whether Shift makes its step a tenth, Ctrl ten times as large.
    """

    action: str
    shown: str
    does: str
    strokes: tuple[str, ...]
    is_stepped: bool = False


@dataclass(frozen=True, slots=True)
class Press:
    """A key that was pressed: what is to be done, in steps of what size."""

    action: str
    step: float = 1.0


KEYS: Final[tuple[tuple[str, tuple[Key, ...]], ...]] = (
    (
        "Pick",
        (
            Key("next", "Tab", "the next trooper, template or area", ("Tab",)),
            Key("before", "Shift+Tab", "the one before", ("ISO_Left_Tab", "shift+Tab")),
            Key(
                "leave",
                "Esc",
                "nothing: all lines, all templates again; drops what is dragged",
                ("Escape",),
            ),
        ),
    ),
    (
        "Move: 1 mm or 1°; with Shift 0.1, with Ctrl 10",
        (
            Key("left", "←", "move left; a teardrop's tip round its user", ("Left",), True),
            Key("right", "→", "move right; the tip the other way", ("Right",), True),
            Key("up", "↑", "move away; a teardrop higher", ("Up",), True),
            Key("down", "↓", "move nearer; a teardrop lower", ("Down",), True),
            Key(
                "turn_left",
                "[  or  ,",
                "turn left: facing, or the teardrop's direction",
                ("bracketleft", "braceleft", "comma", "less", "semicolon"),
                True,
            ),
            Key(
                "turn_right",
                "]  or  .",
                "turn right",
                ("bracketright", "braceright", "period", "greater", "colon"),
                True,
            ),
            Key("tilt_up", "R", "tilt a teardrop up", ("r",), True),
            Key("tilt_down", "F", "tilt it down", ("f",), True),
            Key("lie", "L", "a trooper lies down, or gets up", ("l",)),
            Key("aim", "I", "aim at the next trooper", ("i",)),
            Key("undo", "Ctrl+Z", "undo", ("ctrl+z",)),
            Key("redo", "Ctrl+Y", "redo", ("ctrl+y",)),
        ),
    ),
    (
        "Look",
        (
            Key("top", "1", "from above", ("1",)),
            Key("north", "2", "from the north", ("2",)),
            Key("south", "3", "from the south", ("3",)),
            Key("east", "4", "from the east", ("4",)),
            Key("west", "5", "from the west", ("5",)),
            Key("iso", "6", "at an angle", ("6",)),
            Key("focus", "7", "from the Blast Focus", ("7",)),
            Key("eye", "8", "from the eye of the trooper that is picked", ("8",)),
            Key("fit", "0", "all of it in view again", ("0",)),
            Key("orbit_left", "A", "turn the view left", ("a",)),
            Key("orbit_right", "D", "turn the view right", ("d",)),
            Key("orbit_up", "W", "tilt the view to see more from above", ("w",)),
            Key("orbit_down", "S", "tilt it down", ("s",)),
            Key("shift_left", "Shift+A", "shift the view left", ("A",)),
            Key("shift_right", "Shift+D", "shift it right", ("D",)),
            Key("shift_up", "Shift+W", "shift it up", ("W",)),
            Key("shift_down", "Shift+S", "shift it down", ("S",)),
            Key("nearer", "+", "nearer", ("plus", "equal", "KP_Add")),
            Key("farther", "-", "farther", ("minus", "KP_Subtract")),
        ),
    ),
    (
        "Show",
        (
            Key("onward", "N", "the next template alone, or the next event", ("n",)),
            Key("back", "P", "the one before", ("p",)),
            Key("level", "K", "one floor after another, then all", ("k",)),
            Key("cut", "C", "cut the table open by a level plane; again: whole", ("c",)),
            Key("plane_up", "B", "the plane 5 mm higher", ("b",), True),
            Key("plane_down", "V", "5 mm lower", ("v",), True),
            Key("labels", "Space", "labels off and on; signs stay", ("space",)),
            Key(
                "map", "M", "the next value of the map that was given; after the last none", ("m",)
            ),
        ),
    ),
    (
        "Read",
        (
            Key("help", "?  or  F1", "this list", ("question", "F1", "h")),
            Key("text", "T", "the whole ruling in words; again: who is hit", ("t",)),
            Key("readings", "O", "readings: ↑ ↓ choose one, ← → change it", ("o",)),
            Key(
                "compare", "G", "what would differ under other readings; again: who is hit", ("g",)
            ),
            Key("scroll_up", "Page Up", "scroll the words back", ("Prior", "Page_Up")),
            Key("scroll_down", "Page Down", "scroll them on", ("Next", "Page_Down")),
            Key("larger", "Ctrl +", "larger words", ("ctrl+plus", "ctrl+equal", "ctrl+KP_Add")),
            Key("smaller", "Ctrl -", "smaller words", ("ctrl+minus", "ctrl+KP_Subtract")),
        ),
    ),
    (
        "Keep",
        (
            Key("save", "Ctrl+S", "save the scene as it stands, to a new file", ("ctrl+s",)),
            Key("picture", "Ctrl+P", "save a picture (PNG or PDF)", ("ctrl+p",)),
            Key("export", "Ctrl+E", "export the table to GLB", ("ctrl+e",)),
            Key("quit", "Ctrl+Q", "close the window", ("ctrl+q",)),
        ),
    ),
)

MOUSE: Final = (
    ("click", "pick a trooper, a template or a piece: its findings in words"),
    (
        "drag",
        "a trooper or an area along the surfaces; a teardrop's direction, or at its "
        "Blast Focus its tip; the table: turns the view",
    ),
    ("Shift+drag", "a teardrop's tilt"),
    ("Ctrl+drag", "a teardrop's height"),
    ("right drag", "shifts the view"),
    ("wheel", "nearer and farther; over the words: scrolls them"),
    ("sliders", "under the words: as the keys beside them"),
)
"""What the mouse does, which keys do too."""

_BY_STROKE: Final = {stroke: key for _, keys in KEYS for key in keys for stroke in key.strokes}


def pressed(name: str, shift: bool = False, ctrl: bool = False) -> Press | None:
    """Return what a key does; None if it does nothing.

    Parameters
    ----------
    name : str
        As X calls it.
    shift, ctrl : bool
        Whether these are held.

    Examples
    --------
    >>> pressed("Left", shift=True)
    Press(action='left', step=0.1)
    >>> pressed("z", ctrl=True)
    Press(action='undo', step=1.0)
    >>> pressed("z") is None
    True
    """
    step = COARSE if ctrl else FINE if shift else 1.0
    if ctrl:
        known = _BY_STROKE.get(f"ctrl+{name.lower()}") or _BY_STROKE.get(f"ctrl+{name}")
        if known is not None:
            return Press(known.action)
    if shift and f"shift+{name}" in _BY_STROKE:
        return Press(_BY_STROKE[f"shift+{name}"].action)
    known = _BY_STROKE.get(name) or _BY_STROKE.get(name.lower())
    if known is None or (ctrl and not known.is_stepped):
        return None
    return Press(known.action, step if known.is_stepped else 1.0)
