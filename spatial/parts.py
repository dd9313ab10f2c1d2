"""Parts of a standing map's grid: worked out, or found among those that are known."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import numpy as np

from meshes.mesh import Bools, Floats
from meshes.silhouettes import Silhouette
from spatial.climbing import Ground, Ways, ways
from spatial.columns import Indices, faces
from spatial.enclosed import closed
from spatial.remembered import (
    Known,
    plot,
    put_tile,
    put_ways,
    question,
    tile_of,
    ways_of,
)
from spatial.scene import Body, Scene
from spatial.support import RIM
from spatial.tiles import Tile, tile

_BESIDE: Final = 1.0
"""mm beside a base within which pieces count as near it."""


class Parts:
    """A standing map's grid in parts, each of which is asked by itself.

    Parameters
    ----------
    scene : Scene
    silhouette : Silhouette
        Upright.
    grid : tuple of 2 ndarrays
        Where the lines are along x and along y, mm.
    steepest : float
        Degrees.
    side : int
        How many lines a part has along x and along y.
    known : mapping of str to bytes or None
        What is known; what is worked out is put into it.
    """

    def __init__(
        self,
        scene: Scene,
        silhouette: Silhouette,
        grid: tuple[Floats, Floats],
        steepest: float,
        side: int,
        known: Known | None,
    ) -> None:
        self.scene, self.silhouette, self.grid = scene, silhouette, grid
        self.steepest, self.side, self.known = steepest, side, known
        self.pieces = tuple(body for body in scene.bodies if body.role == "scenery")
        self.plot = plot(self.pieces, faces(scene))
        self.corners = [
            (i, j) for j in range(0, len(grid[1]), side) for i in range(0, len(grid[0]), side)
        ]
        self._closed: dict[int, bool] = {}

    def gaps(self, corner: tuple[int, int], done: Callable[[float], None]) -> Tile:
        """Return the gaps over the places of a part from a corner on.

        Parameters
        ----------
        corner : tuple of 2 ints
            Its first line along x and along y.
        done : callable
            Told how much is done, from 0 to 1.
        """
        (i, j), wide, radius = corner, len(self.grid[0]), self.silhouette.diameter / 2
        x, y = self.grid[0][i : i + self.side], self.grid[1][j : j + self.side]
        columns = (np.arange(j, j + len(y))[:, None] * wide + np.arange(i, i + len(x))).ravel()
        about = _about(x, y, radius + _BESIDE)
        near = self.plot.near(about)
        key = ""
        if self.known is not None:
            size = (2 * radius, self.silhouette.height, self.silhouette.prone().height)
            key = self.plot.key(question(b"tile ", x, y, *size, self.steepest), near)
            found = tile_of(self.known, key, columns, near, len(self.pieces))
            if found is not None:
                return found
        whole, unclosed = self._whole(near)
        made = tile(self.scene, self.plot.faces(about), whole, unclosed, self.silhouette,
                    self.grid, corner, self.steepest, done, self.side)  # fmt: skip
        if self.known is not None:
            put_tile(self.known, key, made, np.searchsorted(columns, made.column), near)
        return made

    def _whole(self, near: Indices) -> tuple[Bools, tuple[Body, ...]]:
        """Which of all pieces are closed, as far as they are near, and those near that aren't."""
        for number in near.tolist():
            if number not in self._closed:
                self._closed[number] = closed(self.pieces[number].mesh)
        whole = np.array([self._closed.get(i, False) for i in range(len(self.pieces))], dtype=bool)
        return whole, tuple(self.pieces[i] for i in near.tolist() if not whole[i])

    def ways(self, corner: tuple[int, int], over: Tile, lines: int) -> Ways:
        """Return the ways from and to the places of a part, between gaps of the whole.

        Parameters
        ----------
        corner : tuple of 2 ints
        over : Tile
            Of the whole grid.
        lines : int
            How many lines off the next place may be.
        """
        (i, j), wide, side = corner, len(self.grid[0]), self.side
        left, low = max(i - lines, 0), max(j - lines, 0)
        x, y = self.grid[0][left : i + side + lines], self.grid[1][low : j + side + lines]
        row, column = np.divmod(over.column, wide)
        which = np.flatnonzero((column >= left) & (column < left + len(x))
                               & (row >= low) & (row < low + len(y)))  # fmt: skip
        row, column = row[which] - low, column[which] - left
        mine = np.zeros((len(y), len(x)), dtype=bool)
        mine[j - low : j - low + side, i - left : i - left + side] = True
        heights = (self.silhouette.prone().height - RIM, self.silhouette.height - RIM)
        radius, gaps, kept = self.silhouette.diameter / 2, over.gaps.kept(which), over.kept[which]
        about = _about(x, y, radius + _BESIDE)
        key = ""
        if self.known is not None:
            what = question(b"ways ", x, y, mine.ravel(), radius, np.array(heights), lines,
                            row, column, gaps.floor, gaps.ceiling, kept)  # fmt: skip
            key = self.plot.key(what, self.plot.near(about))
            found = ways_of(self.known, key, len(which), len(heights))
            if found is not None:
                return Ways(which[found.ends], found.crest)
        free = replace(gaps, place=row * len(x) + column)
        reach = radius - RIM if radius > RIM else radius
        corners = self.plot.faces(about).corners
        found = ways(Ground(corners, x, y, reach, free, kept, mine.ravel()), heights, lines)
        if self.known is not None:
            put_ways(self.known, key, found)
        return Ways(which[found.ends], found.crest)


def _about(x: Floats, y: Floats, beside: float) -> Floats:
    """The rectangle about lines of the grid and so many mm beside it, shape (2, 2)."""
    return np.array([[x[0] - beside, y[0] - beside], [x[-1] + beside, y[-1] + beside]])
