"""Where a map bag lays out its contents: comment lines of its script."""

import math
import re
from typing import Final

from rules.tabletop_simulator.items import FARTHEST, Triple

_NUMBER: Final = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
_LINE: Final = re.compile(
    rf"^[ \t]*--[ \t]*([0-9A-Za-z]{{1,16}})((?:[ \t]*,[ \t]*{_NUMBER}){{6}})[ \t]*\r?$", re.M
)


def layout(script: str) -> dict[str, list[tuple[Triple, Triple]]]:
    """Return where a bag's script puts things.

    Parameters
    ----------
    script : str
        Its comment lines ``--GUID,x,y,z,rx,ry,rz`` are the layout: inches and degrees on
        the table, wherever the bag is. Everything else in it is left alone.

    Returns
    -------
    dict of str to list of (at, turns)
        By GUID; several places where one GUID has several lines.

    Examples
    --------
    >>> layout("--a1b2c3,1,1.06,-2,-5.5E-08,90,0\\nprint('x')")
    {'a1b2c3': [((1.0, 1.06, -2.0), (-5.5e-08, 90.0, 0.0))]}
    """
    found: dict[str, list[tuple[Triple, Triple]]] = {}
    for line in _LINE.finditer(script):
        x, y, z, *turns = (float(word) for word in line[2].split(",")[1:])
        rx, ry, rz = turns
        if all(math.isfinite(v) and abs(v) <= FARTHEST for v in (x, y, z, rx, ry, rz)):
            found.setdefault(line[1], []).append(((x, y, z), (rx, ry, rz)))
    return found
