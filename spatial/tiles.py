"""The gaps over a part of a standing map's grid, and which of them are places to stand."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

import numpy as np

from meshes.mesh import Bools, Floats
from meshes.silhouettes import Silhouette
from spatial.columns import Faces, Gaps, Indices, gaps, spans
from spatial.enclosed import held, wound
from spatial.scene import Body, Scene
from spatial.spans import disc_spans
from spatial.staying import Stays, stays
from spatial.support import RIM, reach_of

STRIP: Final = 64
"""Lines of the grid that are worked on together, along x and along y."""


@dataclass(frozen=True, slots=True, eq=False)
class Tile:
    """The gaps over a part of the grid that a prone silhouette fits into.

    Parameters
    ----------
    column : ndarray of shape (n,)
        Which place of the whole grid each is over, numbered along x first.
    gaps : Gaps
        Over the places of the part.
    carrier : ndarray of shape (n,)
        The number of the piece that each is on; the table comes after the last.
    kept : ndarray of shape (n,)
        Which of them are places to stand.
    upright : ndarray of shape (n,)
        Which of them take the silhouette upright.
    stays : Stays
        How a base is carried on the places to stand.
    """

    column: Indices
    gaps: Gaps
    carrier: Indices
    kept: Bools
    upright: Bools
    stays: Stays


def tile(
    scene: Scene,
    every: Faces,
    whole: Bools,
    open_pieces: tuple[Body, ...],
    silhouette: Silhouette,
    grid: tuple[Floats, Floats],
    corner: tuple[int, int],
    steepest: float,
    done: Callable[[float], None],
    side: int = STRIP,
) -> Tile:
    """Return the gaps over the places of a grid from a corner on.

    Parameters
    ----------
    scene : Scene
    every : Faces
        All of its scenery's that are near.
    whole : ndarray of shape (p,)
        Which of its pieces are closed.
    open_pieces : tuple of Body
        Those that aren't.
    silhouette : Silhouette
        Upright.
    grid : tuple of 2 ndarrays
        Where the lines are along x and along y, mm.
    corner : tuple of 2 ints
        The first line along x and along y.
    steepest : float
        Degrees.
    done : callable
        Told how much is done, from 0 to 1.
    side : int
        How many lines the part has along x and along y, but for the table's edge.
    """
    (i, j), radius = corner, silhouette.diameter / 2
    reach = reach_of(radius)
    x, y = grid[0][i : i + side], grid[1][j : j + side]
    low, high = np.array([x[0], y[0]]), np.array([x[-1], y[-1]])
    near = every.near(low - radius - 1, high + radius + 1)
    found = spans(near.corners, x, y, (reach, reach), partial(disc_spans, reach=reach))
    lying, standing = silhouette.prone().height - RIM, silhouette.height - RIM
    free = gaps(len(x) * len(y), found, lying)
    at = np.stack([np.tile(x, len(y)), np.repeat(y, len(x))], axis=1)
    low_middle = np.column_stack([at[free.place], free.floor + silhouette.prone().height / 2])
    middle = np.column_stack([at[free.place], free.floor + silhouette.height / 2])
    outside = ~wound(free, found, near, whole, at) & ~held(open_pieces, low_middle)
    upright = outside & (free.ceiling - free.floor >= standing)
    upright[upright] = ~held(open_pieces, middle[upright])
    settled = 0

    def more(count: int) -> None:
        nonlocal settled
        settled += count
        done(0.3 + 0.7 * settled / max(int(outside.sum()), 1))

    done(0.3)
    carried = stays(scene, near, x, y, found, free.kept(outside), radius, more)
    kept = outside.copy()
    kept[outside] = carried.stays & (carried.slope <= steepest)
    row, column = np.divmod(free.place, len(x))
    return Tile(
        column=(row + j) * len(grid[0]) + column + i,
        gaps=free,
        carrier=np.where(
            free.floor <= RIM, len(whole), np.append(near.owner, len(whole))[free.top]
        ),
        kept=kept,
        upright=upright & kept,
        stays=carried.kept(kept[outside]),
    )


def together(tiles: list[Tile]) -> Tile:
    """Return all tiles of a grid as one; its gaps are over the places of the whole grid."""
    column = np.concatenate([one.column for one in tiles])
    order = np.argsort(column, kind="stable")
    free = (np.concatenate([getattr(one.gaps, name) for one in tiles])[order]
            for name in Gaps.__slots__[1:])  # fmt: skip
    kept, upright, carrier = (
        np.concatenate([getattr(one, name) for one in tiles])[order]
        for name in ("kept", "upright", "carrier")
    )
    stood = np.argsort(np.concatenate([one.column[one.kept] for one in tiles]), kind="stable")
    stays = (np.concatenate([getattr(one.stays, name) for one in tiles])[stood]
             for name in Stays.__slots__)  # fmt: skip
    column = column[order]
    return Tile(column, Gaps(column, *free), carrier, kept, upright, Stays(*stays))
