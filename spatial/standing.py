"""The standing map: where on a table a silhouette can stand, and what it climbs between."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from meshes.mesh import Bools, Floats, Ints, frozen
from meshes.silhouettes import Silhouette
from spatial.climbing import Ways
from spatial.parts import Parts
from spatial.rays import TABLE
from spatial.remembered import Known
from spatial.scene import Body, Scene, SceneError
from spatial.support import RIM
from spatial.tiles import STRIP, Tile, together

_MOST: Final = 4_000_000
"""Places of the grid."""

PART: Final = 16
"""Lines of the grid that are kept together where parts are kept."""


@dataclass(frozen=True, slots=True, eq=False)
class StandingMap:
    """Where a silhouette can stand on a table.

    Places are the centres of bases on a square grid, whose first lines are half the
    spacing from the table's edges at x = 0 and y = 0. They come row by row, along x
    first, and at one x, y from the lowest up. All arrays are read-only.

    Parameters
    ----------
    silhouette : Silhouette
        Upright.
    spacing : float
        Between the grid's lines, mm.
    shape : tuple of 2 ints
        How many lines the grid has along x and along y.
    places : ndarray of shape (n, 3)
        Centres of the underside of bases, mm.
    level : ndarray of shape (n,)
        How many places lie below at the same x, y.
    carriers : tuple of str
        The scenery, in scene order, and the table.
    carrier : ndarray of shape (n,)
        Whose surface the base rests on, a place in `carriers`.
    floor : ndarray of shape (n,)
        Which of that piece's levels it is on; -1 between them and on the table.
    upright : ndarray of shape (n,)
        Whether the silhouette fits upright. Prone it fits at every place.
    share : ndarray of shape (n,)
        Of the base, that lies on what carries it: 0 to 1.
    centred : ndarray of shape (n,)
        Whether the base's centre lies over what carries it or the gaps between.
    slope, lean : ndarray of shape (n,)
        Of the surface, and of the base on it, degrees; see `spatial.carrying.Support`.
    headroom : ndarray of shape (n,)
        Free space above the base, mm; inf in the open.
    neighbours : ndarray of shape (k, 2)
        Pairs of places on one line of the grid between which the silhouette can move at
        least prone; the lower number first, rising. They are one line apart or, from a
        place with no way to the next line, the first that has one, up to two diameters.
    crest : ndarray of shape (k, 2)
        How high the underside of the base has to come on the lowest way between them,
        prone and upright, mm; inf where there is none upright.
    """

    silhouette: Silhouette
    spacing: float
    shape: tuple[int, int]
    places: Floats
    level: Ints
    carriers: tuple[str, ...]
    carrier: Ints
    floor: Ints
    upright: Bools
    share: Floats
    centred: Bools
    slope: Floats
    lean: Floats
    headroom: Floats
    neighbours: Ints
    crest: Floats

    @property
    def prone(self) -> Bools:
        """Whether the silhouette fits prone, shape (n,): where it doesn't is no place."""
        return np.ones(len(self.places), dtype=bool)

    @property
    def climb(self) -> Floats:
        """How high one climbs prone, mm: shape (k, 2), from either neighbour to the other."""
        climbed: Floats = self.crest[:, :1] - self.places[self.neighbours, 2]
        return climbed

    @property
    def lines(self) -> Ints:
        """The grid's line along x and along y that each place is on, shape (n, 2)."""
        on: Ints = np.floor(self.places[:, :2] / self.spacing).astype(np.int32)
        return on


def standing_map(
    scene: Scene,
    silhouette: Silhouette,
    spacing: float = 25.0,
    steepest: float = 90.0,
    progress: Callable[[float], None] = lambda _: None,
    known: Known | None = None,
) -> StandingMap:
    """Return where a silhouette can stand on a table.

    Parameters
    ----------
    scene : Scene
        Its scenery counts, its troopers don't.
    silhouette : Silhouette
        Upright.
    spacing : float
        Between neighbouring places, mm.
    steepest : float
        The steepest slope that counts as a place, degrees.
    progress : callable
        Told how much is done, from 0 to 1.
    known : mapping of str to bytes or None
        Parts that are known; new ones are put into it. The map is the same with and
        without.

    Raises
    ------
    SceneError
        If the table's size isn't known, or there would be no place or too many.

    Notes
    -----
    Over the disc of a base, less `RIM` at its edge, faces leave gaps. A place is the
    floor of a gap that (a) is at least as high as the prone silhouette, less `RIM`,
    (b) isn't inside a piece, (c) keeps a model: `spatial.carrying.support` says that
    it leans no more than its `LEAN`. It is upright where the gap is as high as the
    silhouette, less `RIM`. A base may reach beyond the table's edge, its centre may
    not, and the table carries it there as if it went on.

    Examples
    --------
    >>> from meshes.kit import box
    >>> from meshes.silhouettes import silhouette
    >>> from spatial.scene import Pose, scenery_body
    >>> crate = scenery_body("crate", box((60, 60, 30)).mesh, Pose((50, 50, 0)), levels=[30])
    >>> found = standing_map(Scene((crate,), (100, 150)), silhouette("S2"), 50)
    >>> found.places[:, 2].tolist(), found.carriers
    ([30.0, 30.0, 30.0, 30.0, 0.0, 0.0], ('crate', 'the table'))
    >>> float(found.climb.max())
    30.0
    """
    x, y = _grid(scene.size, spacing)
    pieces = scene.scenery
    side = STRIP if known is None else min(PART, STRIP)
    parts = Parts(scene, silhouette, (x, y), steepest, side, known)
    tiles = []
    for number, corner in enumerate(parts.corners):

        def done(share: float, number: int = number) -> None:
            progress(0.9 * (number + share) / len(parts.corners))

        tiles.append(parts.gaps(corner, done))
        done(1.0)
    over = together(tiles)
    lines = max(1, math.floor(2 * silhouette.diameter / spacing))
    found = []
    for number, corner in enumerate(parts.corners):
        found.append(parts.ways(corner, over, lines))
        progress(0.9 + 0.1 * (number + 1) / len(parts.corners))
    return _map(silhouette, spacing, (x, y), pieces, over, found)


def _grid(size: tuple[float, float], spacing: float) -> tuple[Floats, Floats]:
    """Where the grid's lines are along both sides of the table, mm."""
    if not all(math.isfinite(length) for length in size):
        raise SceneError("the scene doesn't say how large the table is; give it a [table] size")
    if not (math.isfinite(spacing) and spacing > 0):
        raise SceneError(f"spacing: expected a number of mm above 0, got {spacing:g}")
    counts = _counts(size, spacing)
    for length, count in zip(size, counts, strict=True):
        if count < 1:
            raise SceneError(
                f"spacing: {spacing:g} mm leaves no place on a side of {length:g} mm; make it "
                "smaller"
            )
    if np.prod(counts) > _MOST:
        raise SceneError(f"spacing: {spacing:g} mm is too fine; use {_least(size):.2g} mm or more")
    x, y = (frozen((np.arange(int(count)) + 0.5) * spacing) for count in counts)
    return x, y


def _counts(size: tuple[float, float], spacing: float) -> Floats:
    with np.errstate(over="ignore"):
        counts: Floats = np.floor(np.divide(size, spacing) + 0.5)
    return counts


def _least(size: tuple[float, float]) -> float:
    """The least spacing of two digits that leaves no more places than may be, mm."""
    about = math.sqrt(size[0] * size[1] / _MOST)
    step = 10.0 ** (math.floor(math.log10(about)) - 1)
    digits = math.ceil(about / step - 1e-9)
    while np.prod(_counts(size, digits * step)) > _MOST:
        digits += 1
    return digits * step


def _map(
    silhouette: Silhouette,
    spacing: float,
    grid: tuple[Floats, Floats],
    pieces: tuple[Body, ...],
    over: Tile,
    parts: list[Ways],
) -> StandingMap:
    """The map of the gaps that are places, and of ways between them."""
    ends = np.concatenate([part.ends for part in parts])
    # Found from either end, in tiles side by side.
    ends, first = np.unique(ends, axis=0, return_index=True)
    crest = np.concatenate([part.crest for part in parts])[first]
    crest[~over.upright[ends].all(axis=1), 1] = np.inf
    free, column, carrier = (
        over.gaps.kept(over.kept),
        over.column[over.kept],
        over.carrier[over.kept],
    )
    row, line = np.divmod(column, len(grid[0]))
    return StandingMap(
        silhouette=silhouette,
        spacing=spacing,
        shape=(len(grid[0]), len(grid[1])),
        places=frozen(np.stack([grid[0][line], grid[1][row], free.floor], axis=1)),
        level=_frozen(np.arange(len(column)) - np.searchsorted(column, column)),
        carriers=(*(piece.name for piece in pieces), TABLE),
        carrier=_frozen(carrier),
        floor=_frozen(_floors(pieces, carrier, free.floor)),
        upright=_frozen(over.upright[over.kept], np.bool_),
        share=frozen(over.stays.share),
        centred=_frozen(over.stays.centred, np.bool_),
        slope=frozen(over.stays.slope),
        lean=frozen(over.stays.lean),
        headroom=frozen(free.ceiling - free.floor),
        neighbours=_frozen((np.cumsum(over.kept) - 1)[ends]),
        crest=frozen(crest),
    )


def _floors(pieces: tuple[Body, ...], carrier: npt.NDArray[Any], height: Floats) -> Ints:
    """Which level of the piece that carries it each place is on, -1 where on none."""
    floors = np.full(len(height), -1, dtype=np.int32)
    for number, piece in enumerate(pieces):
        mine = np.flatnonzero(carrier == number)
        for level, z in enumerate(piece.levels):
            floors[mine[np.abs(height[mine] - z) <= RIM]] = level
    return floors


def _frozen(values: npt.NDArray[Any], kind: type[np.generic] = np.int32) -> npt.NDArray[Any]:
    """A read-only copy."""
    copied = np.array(values, dtype=kind)
    copied.flags.writeable = False
    return copied
