"""A table with its ruling as named meshes and colours, for Blender and other programs."""

import math
from dataclasses import dataclass, field
from typing import Final, TypeAlias

import numpy as np

from meshes.kit import box
from meshes.mesh import Floats, Mesh
from meshes.solids import Point
from rules.area_templates.battle import Battle
from rules.dispute import Dispute
from rules.finding import Finding
from rules.verdict import Ruling
from spatial.contact import Contact
from spatial.evidence import LineOfFire, Sight
from spatial.outcome import Outcome
from spatial.scene import Scene
from viewer.drawing import palette
from viewer.drawing.ruled import items

Colour: TypeAlias = tuple[int, int, int, int]

_BOARD: Final = 10.0
_THREAD: Final = 0.5
"""How thick a line is made, mm."""
_GLASS: Final = 90


@dataclass(slots=True)
class Exported:
    """What is exported.

    Parameters
    ----------
    meshes : dict of str to Mesh
        By the names of their nodes.
    colours : dict of str to Colour
    """

    meshes: dict[str, Mesh] = field(default_factory=dict)
    colours: dict[str, Colour] = field(default_factory=dict)

    def add(self, name: str, mesh: Mesh, colour: str, opacity: int = 255) -> None:
        """Add a mesh, with a number behind its name where that is taken."""
        own, number = name, 1
        while own in self.meshes:
            number += 1
            own = f"{name} {number}"
        self.meshes[own] = mesh
        self.colours[own] = (*palette.rgb(colour), opacity)


def of_dispute(dispute: Dispute) -> Exported:
    """Return a dispute's table, templates, verdict colours and deciding lines.

    Examples
    --------
    >>> from rules.scenefile import read, starter
    >>> made = of_dispute(read(starter(), "starter.toml"))
    >>> [name for name in made.meshes if "template" in name or "line" in name][:2]
    ['template A', 'line A to 1']
    """
    from rules.ruling import rule

    return of_ruling(rule(dispute, margins=False), dispute)


def of_ruling(ruling: Ruling, dispute: Dispute) -> Exported:
    """Return the same of a ruling that is there already: in the colours of its picture."""
    made = Exported()
    _add_table(made, dispute.scene)
    acting = [solid for solid in items(ruling, dispute).solids if solid.acts]
    for solid in acting:
        if not solid.is_area:
            made.add(solid.name, solid.mesh, solid.colour)
    placements = [one for attack in ruling.attacks for one in attack.placements]
    areas = [solid for solid in acting if solid.is_area]
    for one, area in zip(placements, areas, strict=True):
        made.add(f"template {one.name}", area.mesh, area.colour, _GLASS)
        for verdict in one.verdicts:
            _add_lines(made, f"line {one.name} to {verdict.trooper}", verdict.deciding)
    return made


def of_battle(battle: Battle) -> Exported:
    """Return a battle's table as its last event leaves it: models, areas, verdict colours.

    Examples
    --------
    >>> from rules.area_templates.events import TokensAdded
    >>> from rules.area_templates.state import State, Thing
    >>> start = State((), things=(Thing("barrel", (50, 50, 0)),))
    >>> sorted(of_battle(Battle("Fire", start, (TokensAdded("barrel", 3),))).meshes)
    ['smoke 1']
    """
    from rules.area_templates.log import run

    log = run(battle)
    last = log.steps[-1].state if log.steps else log.start
    made = Exported()
    _add_table(made, Scene(last.scene.bodies, battle.start.size))
    said = {verdict.model: verdict.outcome for step in log.steps for verdict in step.verdicts}
    for model in last.models:
        made.add(model.name, model.body.mesh, palette.verdict(said.get(model.name)))
    for area in last.areas:
        disc = _disc(area.centre, area.diameter / 2)
        made.add(area.name, disc, palette.AREA[area.kind], _GLASS)
    return made


def _add_table(made: Exported, scene: Scene) -> None:
    x, y = scene.size
    if math.isfinite(x) and math.isfinite(y):
        board = box((x, y, _BOARD)).mesh.moved(np.eye(3), (x / 2, y / 2, -_BOARD))
        made.add("table", board, palette.TABLE)
    for body in scene.bodies:
        if body.role != "scenery":
            continue
        tint = palette.mixed(palette.SCENERY_LOW, palette.VERDICT[Outcome.UNDECIDED], 0.6)
        colour = tint if body.placeholder else palette.SCENERY_LOW
        made.add(body.name, body.mesh, colour, _GLASS if body.placeholder else 255)


def _add_lines(made: Exported, name: str, finding: Finding) -> None:
    match finding.evidence:
        case Sight() | LineOfFire() as seen:
            if seen.witness is not None:
                line = seen.witness.line
                made.add(name, _thread(line.start, line.end), palette.LINE["reaches"])
                return
            kind = "grazes" if seen.outcome is Outcome.UNDECIDED else "stopped"
            for blocker in seen.blockers:
                thread = _thread(blocker.line.start, blocker.line.end)
                made.add(f"{name}, stopped by {blocker.piece}", thread, palette.LINE[kind])
        case Contact(gap=gap, on_a=on_a, on_b=on_b) if gap > 0:
            made.add(f"{name}, missed", _thread(on_b, on_a), palette.LINE["misses"])


def _thread(start: Point, end: Point) -> Mesh:
    """A line as a thin square bar; a line of no length as a small one."""
    a, b = np.array(start), np.array(end)
    along = b - a
    long = float(np.linalg.norm(along))
    along = along / long if long > 0 else np.array([0.0, 0.0, 1.0])
    b = b if long > 0 else a + along * _THREAD
    aside = np.cross(along, [1.0, 0.0, 0.0] if abs(along[0]) < 0.9 else [0.0, 1.0, 0.0])
    aside = aside / np.linalg.norm(aside) * _THREAD / 2
    over = np.cross(along, aside)
    ring: Floats = np.array([aside + over, over - aside, -aside - over, aside - over])
    sides = [[i, (i + 1) % 4, 4 + (i + 1) % 4, 4 + i] for i in range(4)]
    quads = np.array([*sides, [3, 2, 1, 0], [4, 5, 6, 7]])
    return Mesh(np.concatenate([a + ring, b + ring]), _halved(quads))


def _disc(centre: Point, radius: float) -> Mesh:
    """A round area on its surface, a millimetre thick."""
    turn = np.linspace(0.0, 2 * np.pi, 73)[:-1]
    rim = np.column_stack([np.cos(turn), np.sin(turn), np.zeros(72)]) * radius + centre
    high = [0.0, 0.0, 1.0]
    ends = np.array([centre, np.array(centre) + high])
    i, j = np.arange(72), (np.arange(72) + 1) % 72
    quads = _halved(np.column_stack([i, j, j + 72, i + 72]))
    below = np.column_stack([j, i, np.full(72, 144)])
    above = np.column_stack([i + 72, j + 72, np.full(72, 145)])
    return Mesh(np.concatenate([rim, rim + high, ends]), np.concatenate([quads, below, above]))


def _halved(quads: "np.ndarray") -> "np.ndarray":
    return np.concatenate([quads[:, [0, 1, 2]], quads[:, [0, 2, 3]]])
