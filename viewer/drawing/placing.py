"""Where labels go: near what they stand for, over nothing that matters."""

from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from meshes.mesh import Floats

Flags: TypeAlias = npt.NDArray[np.bool_]

_AROUND: Final = 32
_AWAY: Final = (8, 20, 36, 56, 80, 110, 145, 185, 235, 300, 380, 480)
_APART: Final = 5.0
_ROUNDS: Final = 4
_LATTICE: Final = 90.0
_LIKELY: Final = 130
_STEPS: Final = 12
_MANY: Final = 24


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """What a view has in it before the labels, in pixels, y downward.

    Parameters
    ----------
    width, height : float
    taken : array of shape (k, 4)
        Boxes that no label may touch: left, top, right, bottom.
    bodies : array of shape (m, 4)
        Boxes of what a label had better not hide.
    lines : array of shape (p, 2)
        Points along the lines, about equally far apart.
    """

    width: float
    height: float
    taken: Floats
    bodies: Floats
    lines: Floats


def place(anchors: Floats, radii: Floats, sizes: Floats, ground: Ground) -> tuple[Floats, bool]:
    """Find a place for every label.

    Parameters
    ----------
    anchors : array of shape (n, 2)
        What each label points at, pixels.
    radii : array of shape (n,)
        How far from there its own body reaches.
    sizes : array of shape (n, 2)
        Width and height of each label.
    ground : Ground

    Returns
    -------
    boxes : array of shape (n, 4)
        Left, top, right, bottom; whole pixels; always all of them, and inside
        the view where they fit at all.
    apart : bool
        Whether none touches another or a box that is taken.

    Examples
    --------
    >>> none = np.zeros((0, 4))
    >>> ground = Ground(400, 300, none, none, np.zeros((0, 2)))
    >>> anchors = np.array([[200.0, 150.0], [202.0, 150.0]])
    >>> boxes, apart = place(anchors, np.zeros(2), np.full((2, 2), 40.0), ground)
    >>> apart
    True
    """
    labels = [
        _Label(anchor, _candidates(anchor, radius, size, ground), ground)
        for anchor, radius, size in zip(anchors, radii, sizes, strict=True)
    ]
    best, least = np.zeros((0, 4)), np.inf
    for order in _orders(anchors):
        boxes, cost = _settled(labels, order)
        if cost < least - 1e-3:
            best, least = boxes, cost
    touching = _overlap(best, np.concatenate([best, ground.taken]))
    np.fill_diagonal(touching[:, : len(best)], 0.0)
    return best, not bool((touching > 0).any())


def _orders(anchors: Floats) -> list[list[int]]:
    """In which order labels may choose: the crowded first, then by side of the view."""
    between = np.linalg.norm(anchors[:, None] - anchors[None], axis=2)
    crowd = -np.exp(-between / 120.0).sum(axis=1)
    x, y = anchors.T
    # Many labels find a place in any order, or in none.
    keys = [crowd, x, y, -crowd] if len(anchors) <= _MANY else [crowd]
    return [np.argsort(np.round(key, 6), kind="stable").tolist() for key in keys]


def _settled(labels: list["_Label"], order: list[int]) -> tuple[Floats, float]:
    """Each chooses in turn, then again, knowing the others, until none moves."""
    chosen: dict[int, int] = {}
    cost = 0.0
    for _ in range(_ROUNDS if len(order) <= 2 * _MANY else 1):
        before = dict(chosen)
        cost = 0.0
        for i in order:
            chosen.pop(i, None)
            others = [(labels[j], k) for j, k in chosen.items()]
            costs = labels[i].costs(others)
            chosen[i] = int(np.argmin(np.round(costs, 3)))
            cost += float(costs[chosen[i]])
        if before == chosen:
            break
    return np.array([labels[i].boxes[chosen[i]] for i in range(len(labels))]).reshape(-1, 4), cost


def leader(anchor: Floats, box: Floats) -> Floats:
    """Return the point of a box, shape (2,), nearest to an anchor.

    Examples
    --------
    >>> leader(np.array([0.0, 5.0]), np.array([10.0, 0.0, 20.0, 8.0]))
    array([10.,  5.])
    """
    nearest: Floats = np.clip(anchor, box[:2], box[2:])
    return nearest


def _candidates(anchor: Floats, radius: float, size: Floats, ground: Ground) -> Floats:
    """Boxes on rings round the anchor, and on a lattice over the whole view."""
    angles = 2 * np.pi * np.arange(_AROUND) / _AROUND
    ways = np.column_stack([np.cos(angles), np.sin(angles)])
    rings = [anchor + ways * (radius + away + size / 2) for away in _AWAY]
    across = np.arange(size[0] / 2, ground.width, _LATTICE)
    down = np.arange(size[1] / 2, ground.height, _LATTICE)
    lattice = np.stack(np.meshgrid(across, down), axis=-1).reshape(-1, 2)
    centres = np.concatenate([*rings, lattice])
    least = size / 2 + _APART
    most = np.maximum(np.array([ground.width, ground.height]) - least, least)
    corner = np.round(np.clip(centres, least, most) - size / 2)
    return np.unique(np.column_stack([corner, corner + size]), axis=0)


class _Label:
    """A label's candidates, and what each costs."""

    def __init__(self, anchor: Floats, boxes: Floats, ground: Ground) -> None:
        self.anchor = anchor
        self.boxes, self.ends, self.leaders = self._drawn(boxes)
        self.alone = self._alone(ground)
        # The likeliest, and some from everywhere: where it is crowded they are needed.
        best = np.argsort(np.round(self.alone, 3), kind="stable")
        kept = np.concatenate([best[:_LIKELY], best[_LIKELY::4]])
        self.alone = self.alone[kept]
        self.boxes, self.ends, self.leaders = self._drawn(boxes[kept])

    def _drawn(self, boxes: Floats) -> tuple[Floats, Floats, Floats]:
        """Candidates, where their leaders end, and points along these, shape (n, k, 2)."""
        ends = np.clip(self.anchor, boxes[:, :2], boxes[:, 2:])
        shares = np.linspace(0.0, 1.0, _STEPS)[None, :, None]
        return boxes, ends, self.anchor + (ends - self.anchor)[:, None] * shares

    def _alone(self, ground: Ground) -> Floats:
        """How bad each candidate is where there are no other labels."""
        boxes = self.boxes
        length = np.linalg.norm(self.ends - self.anchor, axis=1)
        costs: Floats = 0.2 * length + 0.0012 * length**2 + _touching(boxes, ground.taken)
        if len(ground.bodies):
            low, high = ground.bodies[:, :2], ground.bodies[:, 2:]
            shared = _overlap(boxes, ground.bodies, 0.0) / (high - low).prod(axis=1)
            costs += 240.0 * shared.sum(axis=1)
            # Only the middle of a body counts, and not of the one that is pointed at.
            cores = np.column_stack([low + (high - low) / 5, high - (high - low) / 5])
            others = cores[~_inside(self.anchor[None], cores)[:, 0]]
            costs += 45.0 * self._crossed(others).sum(axis=1)
        costs += 5.0 * _inside(ground.lines, boxes).sum(axis=1)
        # The sign that a label points at is to be seen.
        costs += 60.0 * _inside(self.anchor[None], boxes)[:, 0]
        return costs

    def costs(self, others: list[tuple["_Label", int]]) -> Floats:
        """How bad each candidate is, given where the others lie and their leaders run."""
        if not others:
            return self.alone
        boxes = np.array([label.boxes[k] for label, k in others])
        starts = np.array([label.anchor for label, _ in others])
        ends = np.array([label.ends[k] for label, k in others])
        costs: Floats = self.alone + _touching(self.boxes, boxes)
        costs += 150.0 * self._crossed(boxes).sum(axis=1)
        theirs = np.concatenate([label.leaders[k] for label, k in others])
        under = _inside(theirs, self.boxes).reshape(len(self.boxes), len(others), _STEPS)
        costs += 150.0 * under.any(axis=2).sum(axis=1)
        costs += 80.0 * _crossing(self.anchor, self.ends, starts, ends).sum(axis=1)
        return costs

    def _crossed(self, others: Floats) -> Flags:
        """Whether each candidate's leader runs over (m, 4) boxes, shape (n, m)."""
        over = _inside(self.leaders.reshape(-1, 2), others)
        each = over.reshape(len(others), len(self.boxes), _STEPS)
        return np.logical_or.reduce(each, axis=2).T


def _touching(boxes: Floats, taken: Floats) -> Floats:
    """What it costs to lie on a box that is taken: more than anything else."""
    shared = _overlap(boxes, taken)
    area = (boxes[:, 2:] - boxes[:, :2]).prod(axis=1)
    costs: Floats = 2000.0 * (shared > 0).sum(axis=1) + 4000.0 * shared.sum(axis=1) / area
    return costs


def _overlap(boxes: Floats, others: Floats, apart: float = _APART) -> Floats:
    """Area that each of (n, 4) boxes shares with each of (m, 4), a gap counted in."""
    low = np.maximum(boxes[:, None, :2], others[None, :, :2] - apart)
    high = np.minimum(boxes[:, None, 2:], others[None, :, 2:] + apart)
    shared: Floats = np.clip(high - low, 0.0, None).prod(axis=2)
    return shared


def _inside(points: Floats, boxes: Floats) -> Flags:
    """Whether each of (n, 4) boxes holds each of (p, 2) points, shape (n, p)."""
    x, y = points.T
    left, top, right, bottom = (boxes + np.array([-3, -3, 3, 3])).T[:, :, None]
    held: Flags = (x > left) & (x < right) & (y > top) & (y < bottom)
    return held


def _crossing(start: Floats, ends: Floats, starts: Floats, stops: Floats) -> Flags:
    """Whether the lines from `start` to (n, 2) ends cross (m, 2) others, shape (n, m)."""

    def side(a: Floats, b: Floats, c: Floats) -> Floats:
        u, v = b - a, c - a
        turned: Floats = u[..., 0] * v[..., 1] - u[..., 1] * v[..., 0]
        return turned

    a, b = start[None, None], ends[:, None]
    c, d = starts[None], stops[None]
    crossed: Flags = (side(a, b, c) * side(a, b, d) < 0) & (side(c, d, a) * side(c, d, b) < 0)
    return crossed
