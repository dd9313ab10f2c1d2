"""A map to be laid over any view of its scene: coloured squares, and what their colours mean."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from meshes.mesh import Floats, Ints, frozen
from rules.area_templates.battle import Battle
from rules.dispute import Dispute
from viewer.drawing.heights import colour, colours
from viewer.drawing.palette import rgb
from viewer.maps.finished import HeatMap
from viewer.maps.plan import LANE, said

LIFT: Final = 0.6
"""Squares float so high over the floor, mm: else the two flicker."""

_SHARE: Final = 0.86
"""Of its rectangle, that a square takes along each side."""

_STOPS: Final = (0.0, 0.25, 0.5, 0.75, 1.0)


@dataclass(frozen=True, slots=True)
class Stop:
    """A place of the legend's bar.

    Parameters
    ----------
    share : float
        How far along the bar, 0 to 1.
    colour : str
    words : str
    """

    share: float
    colour: str
    words: str


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """One of a map's values over its scene.

    Parameters
    ----------
    title : str
    about : str
        Who stands there, at which spacing and how it was sampled, in words.
    corners : ndarray of shape (4 k, 3)
        Of squares, mm; `LIFT` above the floors.
    faces : ndarray of shape (k, 4)
        Numbers of corners, counter-clockwise from above. A place without a value has none.
    colours : ndarray of shape (k, 3)
        Red, green and blue of each square, 0 to 255.
    level : ndarray of shape (k,)
        How many places lie below each at the same spot.
    stops : tuple of Stop
        The legend's bar, from its first colour to its last.
    signs : tuple of (colour, words)
        What else the legend explains.
    lines : ndarray of shape (m, 2, 3)
        The longest open lines of a map of lanes, end to end, mm.
    line_colour : str
    """

    title: str
    about: str
    corners: Floats
    faces: Ints
    colours: npt.NDArray[np.uint8]
    level: Ints
    stops: tuple[Stop, ...]
    signs: tuple[tuple[str, str], ...]
    lines: Floats
    line_colour: str = LANE

    @property
    def levels(self) -> int:
        """How many levels there are."""
        return int(self.level.max(initial=0)) + 1

    def kept(self, which: npt.NDArray[np.bool_]) -> "Layer":
        """Return some of its squares, shape (k,), with the same legend."""
        corners = frozen(self.corners.reshape(-1, 4, 3)[which].reshape(-1, 3))
        return replace(
            self,
            corners=corners,
            faces=_quads(len(corners)),
            colours=self.colours[which],
            level=self.level[which],
        )

    def on(self, level: int) -> "Layer":
        """Return the squares of one level alone, with the same legend."""
        return self.kept(self.level == level)


def layers(path: Path, asked: Dispute | Battle) -> tuple[Layer, ...]:
    """Return the layers of a map's own file, the main one first.

    Parameters
    ----------
    path : Path
        An NPZ file that ``blastfocus map`` has written.
    asked : Dispute or Battle
        The scene that it is to be laid over.

    Raises
    ------
    RulingError
        If the file can't be read, is no map, or is one of another layout.
    """
    from viewer.maps.files import opened

    return layers_of(opened(path, asked))


def layers_of(heat: HeatMap) -> tuple[Layer, ...]:
    """Return the layers of a map, the main one first."""
    tall = heat.told["silhouette"]["height_mm"]
    raised = heat.places + np.array([0.0, 0.0, tall / 2])
    found = []
    for number, name in enumerate(heat.units):
        values = heat.values[name]
        which = np.flatnonzero(~np.isnan(values))
        corners = _corners(heat, which)
        top, unit = heat.top(name), heat.units[name]
        tints = [rgb(one) for one in colours(values[which], top)]
        found.append(
            Layer(
                title=f"{heat.subject}, {heat.says(name)}",
                about=heat.subtitle,
                corners=corners,
                faces=_quads(len(corners)),
                colours=np.array(tints, dtype=np.uint8).reshape(-1, 3),
                level=heat.level[which],
                stops=tuple(Stop(at, colour(at), said(at * top, unit)) for at in _STOPS),
                signs=_signs(heat, number == 0),
                lines=raised[heat.ends] if number == 0 else np.empty((0, 2, 3)),
            )
        )
    return tuple(found)


def _corners(heat: HeatMap, which: npt.NDArray[np.intp]) -> Floats:
    """Of the squares at some places, each a little smaller than what it stands for."""
    cells = heat.cells[which]
    middle = (cells[:, :2] + cells[:, 2:]) / 2
    half = (cells[:, 2:] - cells[:, :2]) / 2 * _SHARE
    ways = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    flat = middle[:, None] + ways * half[:, None]
    height = np.broadcast_to(heat.places[which, 2, None, None] + LIFT, (*flat.shape[:2], 1))
    return frozen(np.concatenate([flat, height], axis=2).reshape(-1, 3))


def _quads(corners: int) -> Ints:
    return np.arange(corners, dtype=np.int32).reshape(-1, 4)


def _signs(heat: HeatMap, is_main: bool) -> tuple[tuple[str, str], ...]:
    lanes = is_main and len(heat.ends) > 0
    return ((LANE, "the longest open lines"),) if lanes else ()
