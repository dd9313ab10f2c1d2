"""What is wrong with a table, found before anything is ruled on it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from rules.area_templates.battle import Battle
from rules.dispute import Dispute
from rules.flaw import Flaw
from rules.mesh_flaws import mesh_flaws
from rules.stances import stance, stances
from rules.table_flaws import stance_flaws, table_flaws
from rules.verdict import RulingError

THIN: Final = 0.8
"""Walls thinner than this are a flaw unless another width is stated, mm: two lines of the
usual nozzle."""

_ORDER: Final = ("error", "warning", "note")


@dataclass(frozen=True, slots=True)
class Checkup:
    """What a table was looked at for, and what is wrong with it.

    Parameters
    ----------
    scene : str
        Its name.
    slit, thin : float
        Slits and walls narrower than these were looked for, mm.
    pieces, triangles, troopers : int
        How many there are.
    flaws : tuple of Flaw
        Errors first, then warnings, then notes; each in scene order by kind.
    notes : tuple of str
        What was assumed while the scene was read.
    """

    scene: str
    slit: float
    thin: float
    pieces: int
    triangles: int
    troopers: int
    flaws: tuple[Flaw, ...]
    notes: tuple[str, ...] = ()

    @property
    def is_clean(self) -> bool:
        """Whether there is nothing but notes."""
        return all(flaw.severity == "note" for flaw in self.flaws)


def check(
    scene: Dispute | Battle,
    slit: float | None = None,
    thin: float = THIN,
    progress: Callable[[float], None] = lambda _: None,
) -> Checkup:
    """Look for everything on a table that would make a ruling wrong without a word.

    Parameters
    ----------
    scene : Dispute or Battle
        Of a battle, as it starts.
    slit : float or None
        Slits narrower than this are a flaw, mm; None for what the scene calls a close call.
    thin : float
        Walls thinner than this are a flaw, mm.
    progress : callable
        Told how much is done, from 0 to 1.

    Raises
    ------
    RulingError
        If a width is below zero or not a number.

    Examples
    --------
    >>> from rules.scenefile import read, starter
    >>> checked = check(read(starter(), "starter.toml"))
    >>> checked.is_clean, checked.pieces, checked.troopers
    (True, 3, 5)
    """
    narrower = scene.slack if slit is None else slit
    for name, width in (("--slit", narrower), ("--thin", thin)):
        if not 0 <= width <= 50:
            raise RulingError(f"{name} {width:g}: expected 0 to 50 mm")
    if isinstance(scene, Battle):
        table = scene.start.scene
        stood = tuple(stance(table, model) for model in scene.start.models)
    else:
        table, stood = scene.scene, stances(scene)
    scenery = [body for body in table.bodies if body.role == "scenery"]
    within = max(narrower, thin)
    found: list[Flaw] = []
    for i, body in enumerate(scenery):
        found += mesh_flaws(table, body, thin, within)
        progress((i + 1) / (len(scenery) + 1))
    found += table_flaws(table, narrower, within)
    found += stance_flaws(stood)
    progress(1.0)
    return Checkup(
        scene=scene.name,
        slit=narrower,
        thin=thin,
        pieces=len(scenery),
        triangles=sum(len(body.mesh.faces) for body in scenery),
        troopers=len(stood),
        flaws=tuple(sorted(found, key=lambda flaw: _ORDER.index(flaw.severity))),
        notes=scene.notes,
    )
