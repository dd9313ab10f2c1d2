"""A dispute: the table, the troopers and the attack, ready to be ruled on."""

from dataclasses import dataclass

from meshes.silhouettes import Silhouette
from meshes.templates import Template
from rules.infinity.weapons import Weapon
from spatial.scene import Body, Scene


@dataclass(frozen=True, slots=True, eq=False)
class Trooper:
    """A trooper on the table.

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
    """

    name: str
    side: str
    silhouette: Silhouette
    facing: float
    body: Body


@dataclass(frozen=True, slots=True)
class Aim:
    """How one template of an attack is placed.

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
    """

    name: str
    aim: str | float | None = None
    tip: float | None = None
    tilt: float = 0.0
    height: float = 0.0


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack with a template weapon: by whom, with what, where."""

    by: str
    weapon: Weapon
    templates: tuple[Aim, ...]


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
    attacks : tuple of Attack
    templates : dict of str to Template
        The template set.
    notes : tuple of str
        What was assumed while the scene was read.
    sha256 : str
        Of the scene file's bytes.
    files : tuple of (path, SHA-256)
        Of each mesh file, by its path in the scene.
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

    def trooper(self, name: str) -> Trooper:
        """Return the trooper of that name.

        Raises
        ------
        KeyError
            If there is none.
        """
        return {trooper.name: trooper for trooper in self.troopers}[name]
