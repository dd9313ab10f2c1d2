"""What the window shows from a point: a Blast Focus, or a trooper's eye."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from meshes.mesh import Floats
from meshes.solids import Point
from rules.area_templates.state import Model
from rules.area_templates.verdicts import Log
from rules.dispute import Dispute, Trooper
from rules.verdict import Ruling
from spatial.sight import holds_focus
from viewer.drawing import gaze, palette
from viewer.drawing.items import Items, Stroke
from viewer.drawing.labels import short
from viewer.live.look import Look, of_one
from viewer.live.moment import Moment
from viewer.live.outlines import plain
from viewer.live.table import LiveTable
from viewer.window.views import WIDE, WIDEST
from viewer.window.watching import Watched

_AT_EYE: Final = 1.0
_FAR: Final = 100.0
_BENEATH: Final = 0.6
_WIDE: Final = 3000.0
_UP: Final = np.array([0.0, 0.0, 1.0])
_NORTH: Final = np.array([0.0, 1.0, 0.0])
_STEEP: Final = 0.999
_AMID: Final = 0.05
_ROUNDS: Final = 4
_NARROW: Final = 50.0
_SPARE: Final = 1.15
"""What is looked at leaves a rim of the view free."""


@dataclass(frozen=True, slots=True, eq=False)
class Outlook:
    """What is seen from a point.

    Parameters
    ----------
    caption : str
    holder : str
        Whose eye it is, or the template whose Blast Focus.
    eye : tuple of 3 floats
        mm.
    way : ndarray of shape (3,)
        Toward the middle of what is seen.
    items : Items
        Without who holds the eye, and without areas.
    angle : float
        Seen upright, degrees.
    seen : gaze.Gaze or None
        What is seen of each target, by the engine's proof.
    """

    caption: str
    holder: str
    eye: Point
    way: Floats
    items: Items
    angle: float = WIDE
    seen: gaze.Gaze | None = None

    @property
    def lines(self) -> tuple[Stroke, ...]:
        """What is drawn of the lines: seen from its start one is a point, and its end is signed."""
        return tuple(s for s in self.items.strokes if math.dist(s.start, self.eye) > _AT_EYE)


def from_focus(now: Moment, look: Look, wide: float, high: float) -> Outlook | None:
    """Return what a Blast Focus sees: of the one template shown, or of the first.

    None where no template is placed.
    """
    ruling, dispute = now.answer, now.asked
    if not now.placements or not isinstance(ruling, Ruling) or not isinstance(dispute, Dispute):
        return None
    name = look.placement if look.placement in now.placements else ""
    shot = gaze.placement_of(ruling, name)
    found = gaze.from_focus(ruling, dispute, shot, max(round(wide), 1), max(round(high), 1))
    return _of_gaze(found, shot.name, look, wide / max(high, 1.0))


def _of_gaze(found: gaze.Gaze, holder: str, look: Look, aspect: float) -> Outlook:
    view = found.view
    rims = [part for one in found.parts for part in one.rings]
    rims += [] if found.area is None else [found.area]
    way = view.ways(np.array(view.width / 2), np.array(view.height / 2))
    way, angle = fitted(way, rims, aspect)
    items = of_one(found.items, look.trooper)
    return Outlook(view.caption, holder, view.eye, way, items, angle, found)


def fitted(way: Floats, rims: Sequence[Floats], aspect: float) -> tuple[Floats, float]:
    """Return the direction to the middle of some outlines, and how wide they are upright.

    Parameters
    ----------
    way : ndarray of shape (3,)
        Where to look without any.
    rims : sequence of ndarray of shape (n, 3)
        Directions.
    aspect : float
        Of the view, its width by its height.

    Returns
    -------
    way : ndarray of shape (3,)
    angle : float
        Degrees, so that all is in view, from 50 to 130.

    Examples
    --------
    >>> rim = np.array([[1.0, 1.0, 0.0], [1.0, -1.0, 0.0], [1.0, 0.0, 0.5], [1.0, 0.0, -0.5]])
    >>> way, angle = fitted(np.array([0.0, 0.0, 1.0]), [rim], 2.0)
    >>> way.round(9).tolist(), angle
    ([1.0, 0.0, 0.0], 61.1)
    """
    if not rims:
        return way, WIDE
    ways = np.concatenate(rims)
    ways = ways / np.linalg.norm(ways, axis=1)[:, None]
    middle = ways.sum(axis=0)
    if np.linalg.norm(middle) < _AMID * len(ways):
        # They lie all round: nowhere is their middle.
        return way, WIDE
    for _ in range(_ROUNDS):
        middle = middle / np.linalg.norm(middle)
        right = np.cross(middle, _UP if abs(middle[2]) < _STEEP else _NORTH)
        right = right / np.linalg.norm(right)
        up = np.cross(right, middle)
        depth = np.maximum(ways @ middle, _AMID)
        across, along = ways @ right / depth, ways @ up / depth
        turn = [np.arctan(values.max()) + np.arctan(values.min()) for values in (across, along)]
        middle = middle + right * np.tan(turn[0] / 2) + up * np.tan(turn[1] / 2)
    most = max(float(np.abs(across).max()) / aspect, float(np.abs(along).max()))
    angle = 2 * math.degrees(math.atan(most)) * _SPARE
    return middle / np.linalg.norm(middle), round(min(max(angle, _NARROW), WIDEST), 1)


def from_eye(
    table: LiveTable, look: Look, name: str, watched: Watched, aspect: float
) -> Outlook | None:
    """Return what a trooper sees; until that is known, what there is before its brow.

    Parameters
    ----------
    table : LiveTable
    look : Look
    name : str
        The trooper's.
    watched : Watched
        What is known of what it sees.
    aspect : float
        Of the view, its width by its height.

    Returns
    -------
    Outlook or None
        None if there is no such trooper.
    """
    if watched.gaze is not None:
        return _of_gaze(watched.gaze, name, look, aspect)
    asked, answer = table.asked, table.now.answer
    bases: Sequence[Trooper | Model]
    if isinstance(asked, Dispute):
        bases = asked.troopers
    else:
        assert isinstance(answer, Log)
        number = table.steps if look.step is None else look.step
        bases = (answer.steps[number - 1].state if number else answer.start).models
    who = next((one for one in bases if one.name == name), None)
    if who is None:
        return None
    turn = math.radians(next(h.toward for h in table.handles if h.key == f"trooper:{name}"))
    cylinder = who.body.cylinder
    x, y, z = who.body.pose.at
    ahead = np.array([math.cos(turn), math.sin(turn), 0.0])
    eye = (
        x + cylinder.radius * math.cos(turn),
        y + cylinder.radius * math.sin(turn),
        z + cylinder.height,
    )
    items = table.items(look)
    bodies = {one.name: one.body for one in bases}
    holding = [n for n, body in bodies.items() if holds_focus(body, np.array(eye))]
    hidden = {name, *holding}
    kept = replace(
        items,
        solids=tuple(
            s
            for s in items.solids
            if not s.is_area and not (s.kind == "trooper" and s.name in hidden)
        ),
        marks=(),
        labels=tuple(
            one
            for one in items.labels
            if one.kind != "template" and not (one.kind == "trooper" and one.subject in hidden)
        ),
        notes=(*items.notes, *((watched.note,) if watched.note else ())),
    )
    return Outlook(f"from the eye of {short(name)}, over its base's edge", name, eye, ahead, kept)


class Rings:
    """Outlines of what is seen of each target, of the template, and faces at the eye.

    Parameters
    ----------
    base, over : vtkRenderer
        The layer of solids, and that of lines.
    """

    def __init__(self, base: Any, over: Any) -> None:
        self._layers = (base, over)
        self._actors: list[tuple[Any, Any]] = []
        self._shown: gaze.Gaze | None = None

    def show(self, seen: gaze.Gaze | None) -> None:
        """Show these outlines, and no others."""
        if seen is self._shown:
            return
        for layer, actor in self._actors:
            layer.RemoveActor(actor)
        self._actors, self._shown = [], seen
        if seen is None:
            return
        eye = np.array(seen.view.eye)
        colours = {s.name: s.colour for s in seen.items.solids if s.kind == "trooper"}
        if seen.area is not None:
            self._ring(eye, [seen.area], palette.BACKGROUND, 6.0)
            self._ring(eye, [seen.area], palette.TEMPLATE, 3.6)
        for part in seen.parts:
            dark = palette.mixed(colours.get(part.name, palette.UNRULED), "#000000", 0.4)
            self._ring(eye, list(part.rings), dark, 1.2)
            self._ring(eye, list(part.visible), palette.BACKGROUND, 5.0)
            self._ring(eye, list(part.visible), dark, 2.8)
        for normal in seen.faces:
            self._face(eye, normal)

    def _ring(self, eye: Floats, rings: list[Floats], colour: str, wide: float) -> None:
        import pyvista

        for ring in rings:
            # The thinner one is nearer: it lies on the wider.
            far = _FAR - 2.0 * (wide < 4.0)
            points = eye + ring / np.linalg.norm(ring, axis=1)[:, None] * far
            made = pyvista.lines_from_points(points, close=True)
            self._add(1, plain(made, colour, wide))

    def _face(self, eye: Floats, normal: Floats) -> None:
        import pyvista

        disc = pyvista.Disc(
            center=tuple(eye - normal * _BENEATH), inner=0.0, outer=_WIDE, normal=tuple(normal),
            c_res=48,
        )  # fmt: skip
        self._add(0, plain(disc, palette.SCENERY_LOW, 1.0))

    def _add(self, layer: int, actor: Any) -> None:
        self._layers[layer].AddActor(actor)
        self._actors.append((self._layers[layer], actor))
