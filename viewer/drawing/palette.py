"""Colours that people with any colour vision can tell apart.

Source: Okabe and Ito, "Color Universal Design", 2008. A colour is never the
only sign: every trooper is labelled, every kind of line has its own dashes.
"""

from typing import Final

from spatial.outcome import Outcome

VERDICT: Final = {
    Outcome.YES: "#D55E00",
    Outcome.NO: "#0072B2",
    Outcome.UNDECIDED: "#CC79A7",
}
UNRULED: Final = "#8A8A8A"
TEMPLATE: Final = "#E69F00"
TEMPLATE_EDGE: Final = "#8F5F00"
ILLEGAL: Final = "#9A93A6"
ILLEGAL_EDGE: Final = "#4B4357"

AREA: Final = {
    "template": TEMPLATE,
    "cancelled": ILLEGAL,
    "illegal": ILLEGAL,
    "blast": TEMPLATE,
    "smoke": "#7C8FA3",
    "flare": "#E3D21B",
    "zone": "#56B4E9",
}
AREA_EDGE: Final = {
    "template": TEMPLATE_EDGE,
    "cancelled": ILLEGAL_EDGE,
    "illegal": ILLEGAL_EDGE,
    "blast": TEMPLATE_EDGE,
    "smoke": "#3E4C5B",
    "flare": "#6E6500",
    "zone": "#1B6A98",
}

LINE: Final = {
    "reaches": "#00795A",
    "stopped": "#B01020",
    "grazes": "#A0457A",
    "misses": "#5A5A5A",
    "moves": "#1E1E1E",
}

BACKGROUND: Final = "#FFFFFF"
TABLE: Final = "#F1EFEA"
GRID: Final = "#E2DED6"
TABLE_EDGE: Final = "#A8A297"
SCENERY_LOW: Final = "#B4AFA6"
SCENERY_HIGH: Final = "#DEDAD3"
SCENERY_EDGE: Final = "#77716A"
SECTION: Final = "#6B655E"
BLOCKER: Final = "#B01020"
SKY: Final = "#E7EEF3"
GROUND: Final = "#E4E0D8"
INK: Final = "#1E1E1E"
FAINT_INK: Final = "#4A4A4A"
NOTE_INK: Final = "#8A1020"


def verdict(outcome: Outcome | None) -> str:
    """Return a verdict's colour; of None, where nobody was ruled on, its own.

    Examples
    --------
    >>> verdict(None)
    '#8A8A8A'
    """
    return UNRULED if outcome is None else VERDICT[outcome]


def rgb(colour: str) -> tuple[int, int, int]:
    """Return a colour's red, green and blue, 0 to 255.

    Examples
    --------
    >>> rgb("#E69F00")
    (230, 159, 0)
    """
    red, green, blue = bytes.fromhex(colour.removeprefix("#"))
    return red, green, blue


def mixed(colour: str, other: str, share: float) -> str:
    """Return a colour with a share of another in it.

    Examples
    --------
    >>> mixed("#000000", "#FFFFFF", 0.2)
    '#333333'
    """
    pairs = zip(rgb(colour), rgb(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in pairs)
