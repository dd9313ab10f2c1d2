"""What tells a layout from others: its table, its pieces and its zones, not its troopers."""

import hashlib

import numpy as np

from rules.area_templates.battle import Battle
from rules.dispute import Dispute
from spatial.scene import Scene


def bare_table(asked: Dispute | Battle) -> Scene:
    """Return a scene's table and scenery, without troopers."""
    scene = asked.scene if isinstance(asked, Dispute) else asked.start.scene
    return Scene(tuple(body for body in scene.bodies if body.role == "scenery"), scene.size)


def digest(asked: Dispute | Battle) -> str:
    """Return what tells a layout from others: its size, its pieces in any order, its zones.

    Parameters
    ----------
    asked : Dispute or Battle

    Examples
    --------
    >>> from rules.scenefile import read, starter
    >>> one, other = (read(starter(), "starter.toml") for _ in range(2))
    >>> digest(one) == digest(other)
    True
    """
    table = bare_table(asked)
    found = hashlib.sha256(repr([float(side) for side in table.size]).encode())
    parts = []
    for body in table.bodies:
        # To a thousandth of a mm: another machine may have another last digit.
        corners = np.round(body.mesh.vertices * 1000).astype("<i8")
        told = repr((body.blocks, [round(float(z), 3) for z in body.levels])).encode()
        made = hashlib.sha256(told + corners.tobytes())
        made.update(body.mesh.faces.astype("<i4").tobytes())
        parts.append(made.digest())
    for zone in asked.zones:
        rounded = [(round(float(x), 3), round(float(y), 3)) for x, y in zone.corners]
        parts.append(hashlib.sha256(repr((zone.name, rounded)).encode()).digest())
    for part in sorted(parts):
        found.update(part)
    return found.hexdigest()
