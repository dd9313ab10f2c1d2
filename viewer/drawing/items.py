"""What a picture shows, whatever the game: solids, lines, marks and labels."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from meshes.mesh import Mesh
from meshes.solids import Point
from spatial.outcome import Outcome

Kind: TypeAlias = Literal[
    "scenery",
    "section",
    "trooper",
    "template",
    "cancelled",
    "illegal",
    "blast",
    "smoke",
    "flare",
    "zone",
]
StrokeKind: TypeAlias = Literal["reaches", "stopped", "grazes", "misses", "moves"]
MarkKind: TypeAlias = Literal["focus", "blast", "smoke", "flare"]
Wording: TypeAlias = Literal["templates", "fire", "areas"]

VOID: Final = ("cancelled", "illegal")
"""Kinds of templates that affect nobody."""


@dataclass(frozen=True, slots=True, eq=False)
class Solid:
    """A body to draw.

    Parameters
    ----------
    name : str
    kind : Kind
        A section is where a piece of scenery was cut open for the drawing.
    mesh : Mesh
    colour : str
    side : str
        Of a trooper; empty where nobody says.
    """

    name: str
    kind: Kind
    mesh: Mesh
    colour: str
    side: str = ""

    @property
    def acts(self) -> bool:
        """Whether it is a trooper or an area, and no part of the table."""
        return self.kind not in ("scenery", "section")

    @property
    def is_area(self) -> bool:
        """Whether it is translucent."""
        return self.acts and self.kind != "trooper"


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line of the evidence, from `start` to `end`, mm.

    Parameters
    ----------
    kind : {"reaches", "stopped", "grazes", "misses", "moves"}
        A clear line to its witness; one up to the piece that stops it; one of
        an undecided search; the shortest way between a trooper and the
        template that misses it; where something was moved to.
    start, end : tuple of 3 floats
    trooper, placement : str
        Whose verdict it belongs to.
    piece : str
        Who stops it.
    """

    kind: StrokeKind
    start: Point
    end: Point
    trooper: str
    placement: str
    piece: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    """The Blast Focus of a placement, or the centre of an area."""

    placement: str
    at: Point
    kind: MarkKind = "focus"


@dataclass(frozen=True, slots=True)
class Label:
    """Words about a trooper, a placement or a piece that stops a line.

    Parameters
    ----------
    subject : str
        The name it stands for, whole.
    kind : {"trooper", "template", "piece"}
    title : str
    why : tuple of str
        Further lines, in small print.
    at : tuple of 3 floats
        What its leader points at, mm.
    colour : str
    outcome : Outcome or None
        Of a trooper that was ruled on.
    """

    subject: str
    kind: Literal["trooper", "template", "piece"]
    title: str
    why: tuple[str, ...]
    at: Point
    colour: str
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Items:
    """Everything in a picture.

    Parameters
    ----------
    title, subtitle : str
    size : tuple of 2 floats
        The table's extent in mm; inf where it isn't known.
    solids : tuple of Solid
        Scenery, troopers, then templates.
    strokes : tuple of Stroke
    marks : tuple of Mark
    labels : tuple of Label
        One for every trooper and every placement, then one for every piece that stops
        a line.
    blockers : tuple of str
        Pieces to outline: those that a verdict names.
    notes : tuple of str
        What the drawing leaves out, in words.
    wording : {"templates", "fire", "areas"}
        In whose words the legend speaks.
    """

    title: str
    subtitle: str
    size: tuple[float, float]
    solids: tuple[Solid, ...]
    strokes: tuple[Stroke, ...]
    marks: tuple[Mark, ...]
    labels: tuple[Label, ...]
    blockers: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    wording: Wording = "templates"

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides that are told apart, in the order of their first troopers.

        None where all are on one: there is nothing to tell apart.
        """
        found = dict.fromkeys(s.side for s in self.solids if s.kind == "trooper" and s.side)
        return tuple(found) if len(found) > 1 else ()
