"""The distance between two convex solids by their exact supports.

The algorithm is that of Gilbert, Johnson and Keerthi (1988): nearest points of
growing simplices of the Minkowski difference. It stops when the nearest points
and the separating plane agree, so its answer carries its own proof.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from meshes.solids import Point

Support: TypeAlias = Callable[[Point], Point]
Pair: TypeAlias = tuple[Point, Point]

AGREEMENT: Final = 1e-7
"""How near the two bounds of a distance must come, in mm."""

_ROUNDS: Final = 400


@dataclass(frozen=True, slots=True)
class Distance:
    """The distance of two convex solids, between bounds.

    Parameters
    ----------
    upper : float
        The distance of the two points, mm.
    lower : float
        The width of the slab between two parallel separating planes, mm; zero
        where no plane separates them.
    on_a, on_b : tuple of 3 floats
        A nearest point of each solid.
    """

    upper: float
    lower: float
    on_a: Point
    on_b: Point


def distance(a: Support, b: Support, stop_above: float = math.inf) -> Distance:
    """Return the distance between two convex solids given by their supports.

    Parameters
    ----------
    a, b : callable
        From a direction to the solid's farthest point along it.
    stop_above : float
        Stop as soon as the distance is proved to be above this many mm.

    Examples
    --------
    >>> from meshes.solids import Cylinder
    >>> post = Cylinder(10, 40)
    >>> aside = lambda d: (post.support(d)[0] + 25, *post.support(d)[1:])
    >>> round(distance(post.support, aside).upper, 6)
    5.0
    """
    pairs: list[Pair] = [(a((1.0, 0.0, 0.0)), b((-1.0, 0.0, 0.0)))]
    weights = [1.0]
    lower = 0.0
    best = math.inf
    stalled = 0
    for _ in range(_ROUNDS):
        v = _blend([_minus(*pair) for pair in pairs], weights)
        upper = math.sqrt(_dot(v, v))
        if upper <= AGREEMENT:
            break
        towards = (-v[0], -v[1], -v[2])
        pair = (a(towards), b(v))
        lower = max(lower, _dot(_minus(*pair), v) / upper)
        if upper - lower <= AGREEMENT or lower > stop_above:
            break
        # Rounding can hold the simplex in a cycle at the last digits.
        stalled = 0 if upper < best - AGREEMENT * 1e-3 else stalled + 1
        best = min(best, upper)
        if stalled > 4 or pair in pairs:
            break
        pairs, weights = _reduce([*pairs, pair])
    on_a = _blend([p for p, _ in pairs], weights)
    on_b = _blend([q for _, q in pairs], weights)
    return Distance(math.dist(on_a, on_b), lower, on_a, on_b)


def _minus(p: Point, q: Point) -> Point:
    return (p[0] - q[0], p[1] - q[1], p[2] - q[2])


def _dot(p: Point, q: Point) -> float:
    return p[0] * q[0] + p[1] * q[1] + p[2] * q[2]


def _cross(p: Point, q: Point) -> Point:
    return (p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0])


def _blend(points: list[Point], weights: list[float]) -> Point:
    x = y = z = 0.0
    for w, p in zip(weights, points, strict=True):
        x += w * p[0]
        y += w * p[1]
        z += w * p[2]
    return (x, y, z)


def _total(weights: list[float]) -> float:
    # From Python 3.12 on `sum` carries the rounding along, and where many points are equally
    # near, a last digit picks another one of them.
    total = 0.0
    for weight in weights:
        total += weight
    return total


def _reduce(pairs: list[Pair]) -> tuple[list[Pair], list[float]]:
    """Keep the pairs whose simplex holds the point nearest the origin, with its weights."""
    points = [_minus(*pair) for pair in pairs]
    keep, weights = _nearest(points, list(range(len(points))))
    return [pairs[i] for i in keep], weights


def _nearest(points: list[Point], use: list[int]) -> tuple[list[int], list[float]]:
    """Corners and weights of the point of a simplex nearest the origin."""
    if len(use) == 1:
        return use, [1.0]
    if len(use) == 2:
        return _on_segment(points, use)
    inside = _on_plane(points, use) if len(use) == 3 else _in_tetrahedron(points, use)
    if inside is not None:
        return use, inside
    # Outside: the nearest point lies on a side, and on one with the newest corner,
    # since that brought it nearer.
    best: tuple[list[int], list[float]] = ([use[0]], [1.0])
    least = math.inf
    for skip in use[:-1]:
        keep, weights = _nearest(points, [i for i in use if i != skip])
        v = _blend([points[i] for i in keep], weights)
        if _dot(v, v) < least:
            least, best = _dot(v, v), (keep, weights)
    return best


def _on_segment(points: list[Point], use: list[int]) -> tuple[list[int], list[float]]:
    p, q = points[use[0]], points[use[1]]
    along = _minus(q, p)
    length = _dot(along, along)
    t = -_dot(p, along) / length if length > 0 else 0.0
    if t <= 0:
        return [use[0]], [1.0]
    if t >= 1:
        return [use[1]], [1.0]
    return use, [1 - t, t]


def _on_plane(points: list[Point], use: list[int]) -> list[float] | None:
    """Weights of the origin's foot on a triangle's plane, where it lies inside."""
    p, q, r = (points[i] for i in use)
    normal = _cross(_minus(q, p), _minus(r, p))
    area = _dot(normal, normal)
    if area == 0:
        return None
    weights = [_dot(_cross(q, r), normal), _dot(_cross(r, p), normal), _dot(_cross(p, q), normal)]
    if min(weights) < 0:
        return None
    total = _total(weights)
    return [w / total for w in weights] if total > 0 else None


def _in_tetrahedron(points: list[Point], use: list[int]) -> list[float] | None:
    """Weights of the origin in a tetrahedron, where it lies inside."""
    p, q, r, s = (points[i] for i in use)
    volume = _dot(_minus(q, p), _cross(_minus(r, p), _minus(s, p)))
    if volume == 0:
        return None
    weights = [
        _dot(q, _cross(r, s)) / volume,
        -_dot(p, _cross(r, s)) / volume,
        _dot(p, _cross(q, s)) / volume,
        -_dot(p, _cross(q, r)) / volume,
    ]
    if min(weights) < 0:
        return None
    total = _total(weights)
    weights = [w / total for w in weights]
    # A nearly flat tetrahedron has no inside to speak of; its sides answer.
    nearest = _blend([p, q, r, s], weights)
    return weights if _dot(nearest, nearest) <= AGREEMENT * AGREEMENT else None
