"""A dispute: the table, the troopers and the attack, ready to be ruled on."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from meshes.silhouettes import Silhouette
from meshes.solids import Point
from meshes.templates import Template
from rules.infinity.weapons import Weapon
from rules.zones import Zone
from spatial.scene import Body, Scene

Kind: TypeAlias = Literal["trooper", "marker", "deployable", "equipment"]


@dataclass(frozen=True, slots=True, eq=False)
class Trooper:
    """A trooper on the table, or another target: a marker, a deployable, equipment.

    Parameters
    ----------
    name : str
    side : str
    silhouette : Silhouette
        The SX where it is prone.
    facing : float
        Degrees counter-clockwise from +x.
    body : Body
        Its silhouette in its place.
    kind : {"trooper", "marker", "deployable", "equipment"}
        A marker stands for a trooper.
    weapon : Weapon or None
        A deployable's own.
    unconscious : bool
        Whether it may declare nothing.
    """

    name: str
    side: str
    silhouette: Silhouette
    facing: float
    body: Body
    kind: Kind = "trooper"
    weapon: Weapon | None = None
    unconscious: bool = False

    @property
    def is_trooper(self) -> bool:
        """Whether it is a trooper or the marker of one: it has a side's friends, and acts."""
        return self.kind in ("trooper", "marker")


@dataclass(frozen=True, slots=True)
class Aim:
    """How one template of an attack is placed: a direct one by aim, tip, tilt and height,
    an impact one by its main target or a point.

    Parameters
    ----------
    name : str
    aim : str, float or None
        A trooper's name (from the tip to its axis), or degrees. None for a
        circle.
    tip : float or None
        Degrees round the user's base where the Blast Focus touches its
        silhouette's edge; None for toward the aim.
    tilt : float
        Degrees above the horizontal.
    height : float
        mm of the Blast Focus above the underside of the user's base.
    on : str
        The main target of an impact template; empty for a point.
    at : tuple of 3 floats or None
        The point where an impact template is centred, mm.
    """

    name: str
    aim: str | float | None = None
    tip: float | None = None
    tilt: float = 0.0
    height: float = 0.0
    on: str = ""
    at: Point | None = None


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack with a template weapon: by whom, with what, where.

    Parameters
    ----------
    by : str
        A trooper, or a deployable.
    weapon : Weapon
    templates : tuple of Aim
        All from the one place where the user stands. None for a weapon without a
        template, and where a deployable's trigger area is asked for.
    against : tuple of str
        Whom it is declared at; empty for those it is aimed at.
    mods : tuple of (name, value)
        The MODs to its BS roll that the scene gives.
    """

    by: str
    weapon: Weapon
    templates: tuple[Aim, ...]
    against: tuple[str, ...] = ()
    mods: tuple[tuple[str, int], ...] = ()

    @property
    def declared_at(self) -> tuple[str, ...]:
        """Whom it is declared at: as the scene says, or whom its templates name."""
        named = [t.on or t.aim for t in self.templates]
        return self.against or tuple(dict.fromkeys(n for n in named if isinstance(n, str) and n))


@dataclass(frozen=True, slots=True, eq=False)
class Dispute:
    """One scene file's content, in mm and degrees.

    Parameters
    ----------
    name : str
    rules : str
    slack : float
        What counts as a close call, mm.
    active : str
        The side whose turn it is; empty where the scene doesn't say.
    readings : dict of str to str
        Those the scene chooses.
    scene : Scene
        Scenery and troopers in place.
    troopers : tuple of Trooper
        Then the other targets.
    attacks : tuple of Attack
    templates : dict of str to Template
        The template set.
    notes : tuple of str
        What was assumed while the scene was read.
    sha256 : str
        Of the scene file's bytes.
    files : tuple of (path, SHA-256)
        Of each mesh file, by its path in the scene.
    neutral : tuple of str
        The sides that are nobody's enemy.
    engaged : tuple of tuple of str, or None
        Who is in close combat with whom; None for whoever is in contact.
    zones : tuple of Zone
        Areas that maps tell apart.
    weapons : tuple of Weapon
        As the scene describes them.
    units : {"mm", "cm", "in"}
        In which its file is written.
    """

    name: str
    rules: str
    slack: float
    active: str
    readings: dict[str, str]
    scene: Scene
    troopers: tuple[Trooper, ...]
    attacks: tuple[Attack, ...]
    templates: dict[str, Template]
    notes: tuple[str, ...] = ()
    sha256: str = ""
    files: tuple[tuple[str, str], ...] = ()
    neutral: tuple[str, ...] = ("neutral",)
    engaged: tuple[tuple[str, ...], ...] | None = None
    zones: tuple[Zone, ...] = ()
    weapons: tuple[Weapon, ...] = ()
    units: str = "mm"

    def trooper(self, name: str) -> Trooper:
        """Return the trooper of that name.

        Raises
        ------
        KeyError
            If there is none.
        """
        return {trooper.name: trooper for trooper in self.troopers}[name]
