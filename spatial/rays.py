"""Lines against triangles in double precision: the narrow phase of sight.

All lines of a question start at one point, the focus. For a triangle with
corners a, b, c seen from there, a line along d passes inside it when the three
volumes d.(a x b), d.(b x c), d.(c x a) have one sign. Two triangles that share
an edge compute the same number for it, with opposite signs, so no line slips
between them.
"""

from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from meshes.mesh import Bools, Floats, Ints
from spatial.passing import passing
from spatial.round import beside, entered

ON_FACE: Final = 0.0006
"""A focus this near a face, in mm, lies on it: a little more than half the narrowest
opening, so that what is nearer can't be passed, and more than a mesh file's rounding."""

GRAZE: Final = 1e-9
"""A line this near an edge, in mm, touches it."""

TABLE: Final = "the table"

_PAIRS_AT_ONCE: Final = 2_000_000

_ROUNDING: Final = 1e-12
"""More than a volume is rounded by, as a share of its greatest possible value."""


@dataclass(frozen=True, slots=True, eq=False)
class Blockers:
    """The total cover that lines from one focus can meet.

    Parameters
    ----------
    focus : ndarray of shape (3,)
        mm.
    names : tuple of str
        The pieces, in scene order; the last is the table.
    owner : ndarray of shape (k,)
        Whose triangle each is, a place in `names`.
    corners : ndarray of shape (k, 3, 3)
        Relative to the focus, mm. Faces through the focus aren't among them.
    halves : ndarray of shape (h, 3)
        Unit normals of the faces through the focus, each toward the user's
        body: a line that leaves against one is blocked.
    half_owner : ndarray of shape (h,)
    table : bool
        Whether the table stops what falls to z = 0.
    round : ndarray of shape (m, 5)
        Upright cylinders that block: x, y of the axis, radius, low, high; relative to
        the focus, mm.
    round_owner : ndarray of shape (m,)
    """

    focus: Floats
    names: tuple[str, ...]
    owner: Ints
    corners: Floats
    halves: Floats
    half_owner: Ints
    table: bool = True
    round: Floats = field(default_factory=lambda: np.empty((0, 5)))
    round_owner: Ints = field(default_factory=lambda: np.empty(0, dtype=np.int32))

    def first(self, ends: Floats) -> tuple[Ints, Floats]:
        """Return what stops each line first, and where.

        Parameters
        ----------
        ends : ndarray of shape (n, 3)
            Where the lines end, mm; they start at the focus. Touching blocks.

        Returns
        -------
        owner : ndarray of shape (n,)
            A place in `names`, -1 for a clear line.
        t : ndarray of shape (n,)
            Where along the line it is stopped, from 0 to 1; inf for a clear line.
        """
        owner, least = self.at_once(ends)
        a, b, c = (self.corners[:, i] for i in range(3))
        normal = cross(b - a, c - a)
        rise = dot(a, normal)
        # Seen edge-on a face hides nothing but lines within its own plane.
        facing = np.flatnonzero(np.abs(rise) > ON_FACE * length_of(normal))
        if len(facing) == 0 or len(ends) == 0:
            return owner, least
        a, b, c, rise = a[facing], b[facing], c[facing], rise[facing]
        sign = np.sign(rise)[:, None]
        sides = [cross(p, q) * sign for p, q in ((a, b), (b, c), (c, a))]
        slack = [length_of(q - p) * GRAZE for p, q in ((a, b), (b, c), (c, a))]
        lines = ends - self.focus
        length = length_of(lines)
        longest = float(length.max())
        # A quick test that may round as it likes, and then each line left by itself in
        # one fixed order of operations: the same bits on every machine.
        rough = [
            -longest * (2 * tolerance + _ROUNDING * length_of(side))
            for side, tolerance in zip(sides, slack, strict=True)
        ]
        # First for all lines at once: most triangles are beside or beyond them.
        least_line, most_line = lines.min(axis=0), lines.max(axis=0)
        middle, half = (least_line + most_line) / 2, (most_line - least_line) / 2
        highest = [side @ middle + np.abs(side) @ half for side in sides]
        some = np.flatnonzero(
            np.logical_and.reduce([a >= b for a, b in zip(highest, rough, strict=True)])
        )
        facing, rise = facing[some], rise[some]
        sides, slack = [side[some] for side in sides], [one[some] for one in slack]
        rough = [one[some] for one in rough]
        low, high = self.corners[facing].min(axis=1), self.corners[facing].max(axis=1)
        step = max(1, _PAIRS_AT_ONCE // max(1, len(facing)))
        for start in range(0, len(lines), step):
            part = lines[start : start + step]
            may = part @ sides[0].T >= rough[0]
            for side, least_volume in zip(sides[1:], rough[1:], strict=True):
                may &= part @ side.T >= least_volume
            line, face = np.nonzero(may)
            line += start
            volume = [dot(lines[line], side[face]) for side in sides]
            total = volume[0] + volume[1] + volume[2]
            depth = np.abs(rise[face])
            hit = total * (1 + GRAZE) >= depth
            for one, tolerance in zip(volume, slack, strict=True):
                hit &= one >= -tolerance[face] * length[line]
            # Slack must not make a sliver reach farther than its AABB.
            hit &= _passes(lines[line], low[face], high[face])
            line, face, t = line[hit], face[hit], depth[hit] / total[hit]
            order = np.lexsort((face, t, line))
            line, face, t = line[order], face[order], t[order]
            leads = np.flatnonzero(np.diff(line, prepend=-1))
            line, face, t = line[leads], face[leads], t[leads]
            closer = t < least[line]
            least[line[closer]] = t[closer]
            owner[line[closer]] = self.owner[facing[face[closer]]]
        return owner, least

    def at_once(self, ends: Floats) -> tuple[Ints, Floats]:
        """Return what the table, faces through the focus and models stop; see `first`."""
        lines = ends - self.focus
        owner = np.full(len(lines), -1, dtype=np.int32)
        least = np.full(len(lines), np.inf)
        length = length_of(lines)
        for normal, who in zip(self.halves, self.half_owner, strict=True):
            away = (dot(lines, normal) < -GRAZE * length) & (least > 0)
            least[away], owner[away] = 0.0, who
        if self.table and self.focus[2] > ON_FACE:
            falls = ends[:, 2] <= GRAZE
            t = self.focus[2] / np.maximum(self.focus[2] - ends[:, 2], self.focus[2])
            nearer = falls & (t < least)
            least[nearer], owner[nearer] = t[nearer], len(self.names) - 1
        for cylinder, who in zip(self.round, self.round_owner, strict=True):
            t = entered(cylinder, lines)
            nearer = t < least
            least[nearer], owner[nearer] = t[nearer], who
        return owner, least

    def only(self, *who: int) -> "Blockers":
        """Return the part of some pieces alone, by their places in `names`."""
        mine, half = np.isin(self.owner, who), np.isin(self.half_owner, who)
        one = np.isin(self.round_owner, who)
        return replace(
            self,
            owner=self.owner[mine],
            corners=self.corners[mine],
            halves=self.halves[half],
            half_owner=self.half_owner[half],
            table=self.table and len(self.names) - 1 in who,
            round=self.round[one],
            round_owner=self.round_owner[one],
        )

    def clearance(self, end: Floats) -> float:
        """Return how far a clear line stays from everything it passes, in mm.

        Measured square to the line, where it passes: what lies behind the focus
        or beyond the end doesn't count, nor do faces through the focus.
        """
        line = end - self.focus
        length = float(np.linalg.norm(line))
        free = not self.table or self.focus[2] <= ON_FACE
        room = np.inf if free else float(min(self.focus[2], end[2]))
        if length == 0:
            return room
        room = min([room, *(beside(cylinder, line) for cylinder in self.round)])
        return min(room, passing(self.corners, line)) if len(self.corners) else room


def dot(a: Floats, b: Floats) -> Floats:
    """Return dot products, the terms added in order; a library's may round otherwise.

    Parameters
    ----------
    a, b : ndarray of shape (..., 3)

    Examples
    --------
    >>> dot(np.array([[1.0, 2, 3], [0, 0, 1]]), np.array([1.0, 0, 2])).tolist()
    [7.0, 2.0]
    """
    dots: Floats = a[..., 0] * b[..., 0] + a[..., 1] * b[..., 1] + a[..., 2] * b[..., 2]
    return dots


def cross(a: Floats, b: Floats) -> Floats:
    """Return cross products along the last axis: the bits of numpy's, without its detours.

    Examples
    --------
    >>> cross(np.array([[1, 0, 0.0]]), np.array([[0, 2, 0.0]])).tolist()
    [[0.0, 0.0, 2.0]]
    """
    ax, ay, az = a[..., 0], a[..., 1], a[..., 2]
    bx, by, bz = b[..., 0], b[..., 1], b[..., 2]
    turned: Floats = np.empty(a.shape)
    turned[..., 0] = ay * bz - az * by
    turned[..., 1] = az * bx - ax * bz
    turned[..., 2] = ax * by - ay * bx
    return turned


def length_of(a: Floats) -> Floats:
    """Return lengths of vectors, shape (..., 3), by `dot`.

    Examples
    --------
    >>> length_of(np.array([[2.0, 3, 6]])).tolist()
    [7.0]
    """
    return np.sqrt(dot(a, a))


def _passes(lines: Floats, low: Floats, high: Floats) -> Bools:
    """Which lines from the origin meet an AABB, by separating axes."""
    half = lines / 2
    away = half - (low + high) / 2
    size, reach = (high - low) / 2 + ON_FACE / 2, np.abs(half)
    met = [(np.abs(away) <= size + reach).all(axis=-1)]
    for i, j in ((1, 2), (2, 0), (0, 1)):
        turn = np.abs(away[:, i] * half[:, j] - away[:, j] * half[:, i])
        met.append(turn <= size[:, i] * reach[:, j] + size[:, j] * reach[:, i])
    all_met: Bools = np.logical_and.reduce(met)
    return all_met
