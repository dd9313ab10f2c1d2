"""A battle: a starting state and what happens in it, ready to be ruled on."""

from dataclasses import dataclass, field

from rules.area_templates.events import Event
from rules.area_templates.readings import AREA_TEMPLATES
from rules.area_templates.state import State
from rules.zones import Zone


@dataclass(frozen=True, slots=True, eq=False)
class Battle:
    """One scene file's content, in mm and degrees.

    Parameters
    ----------
    name : str
    start : State
    events : tuple of Event
    readings : dict of str to str
        Those the scene chooses.
    rules : str
    slack : float
        What counts as a close call, mm.
    active : str
        The side whose turn it is; empty where the scene doesn't say.
    notes : tuple of str
        What was assumed while the scene was read.
    source : str
        The file's name, for messages.
    sha256 : str
        Of the scene file's bytes.
    files : tuple of (path, SHA-256)
        Of each mesh file, by its path in the scene.
    zones : tuple of Zone
        Areas that maps tell apart.
    units : str
        In which the scene file is written, and a log tells places.
    """

    name: str
    start: State
    events: tuple[Event, ...]
    readings: dict[str, str] = field(default_factory=dict)
    rules: str = AREA_TEMPLATES
    slack: float = 0.5
    active: str = ""
    notes: tuple[str, ...] = ()
    source: str = "scene"
    sha256: str = ""
    files: tuple[tuple[str, str], ...] = ()
    zones: tuple[Zone, ...] = ()
    units: str = "mm"
