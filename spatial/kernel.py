"""The kernel: many lines from one point at once, compiled where numba is installed.

It answers as `spatial.rays` does, bit for bit, only faster where there are many
lines: for maps, searches and benchmarks. A ruling on a few troopers is over before
compiled code would be loaded, and does without.

The first question compiles, once, and says so on stderr; later runs find the code in
numba's cache.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from typing import Any, Final

import numpy as np

from meshes.mesh import Bools, Floats, Ints
from spatial.atfocus import NEARBY, blocking_at_origin
from spatial.blocks import WIDTH, Blocks, blocks, joined, leaf_count, leaves_of
from spatial.compiling import available, compiled
from spatial.gathering import blockers as gather
from spatial.rays import GRAZE, ON_FACE, Blockers
from spatial.scene import Body, Scene

_LEAST: Final = 4
"""Packets that are worth handing to a thread."""

_MARGIN: Final = 1e-3
"""Nodes are taken for so much bigger, mm; at most a few metres away single precision
rounds by less."""


def first(blockers: Blockers, ends: Floats, threads: int = 2) -> tuple[Ints, Floats]:
    """Return what stops each line first, and where: `Blockers.first`, compiled.

    Parameters
    ----------
    blockers : Blockers
    ends : ndarray of shape (n, 3)
        Where the lines end, mm.
    threads : int

    Returns
    -------
    owner : ndarray of shape (n,)
        A place in ``blockers.names``, -1 for a clear line.
    t : ndarray of shape (n,)
        Where along the line it is stopped, from 0 to 1; inf for a clear line.

    Raises
    ------
    ValueError
        If an end isn't finite.

    Examples
    --------
    >>> wall = np.array([[[50, -10, -10], [50, 10, -10], [50, 0, 20.0]]])
    >>> cover = Blockers(
    ...     np.array([0, 0, 10.0]), ("wall", "the table"), np.array([0], np.int32), wall,
    ...     np.empty((0, 3)), np.empty(0, np.int32),
    ... )
    >>> first(cover, np.array([[100, 0, 10.0], [100, 90, 10]]))
    (array([ 0, -1], dtype=int32), array([0.5, inf]))
    """
    if not available() or len(ends) == 0:
        return blockers.first(ends)
    ends = _checked(ends)
    owner, least = blockers.at_once(ends)
    if len(blockers.corners) == 0:
        return owner, least
    lines = ends - blockers.focus
    lengths = np.sqrt(lines[:, 0] ** 2 + lines[:, 1] ** 2 + lines[:, 2] ** 2)
    which = np.full(len(lines), -1, dtype=np.int32)
    leaves, run = leaves_of(blockers.corners), compiled("first")
    step = -(-len(lines) // max(1, threads))
    parts = [slice(start, start + step) for start in range(0, len(lines), step)]

    def part(one: slice) -> None:
        run(leaves, lines[one], lengths[one], GRAZE, ON_FACE, least[one], which[one])

    _each(part, parts, threads)
    met = which >= 0
    owner[met] = blockers.owner[np.minimum(which[met], len(blockers.owner) - 1)]
    return owner, least


class Occluder:
    """The total cover of a scene, built once for lines from anywhere.

    Parameters
    ----------
    scene : Scene
    known : Occluder or None
        One of an earlier scene: bodies that both have in common aren't built again.

    Examples
    --------
    >>> from meshes.mesh import Mesh
    >>> from spatial.scene import Pose, scenery_body
    >>> wall = Mesh([[0, -10, 0], [0, 10, 0], [0, 10, 20], [0, -10, 20]], [[0, 1, 2], [0, 2, 3]])
    >>> scene = Scene((scenery_body("wall", wall, Pose((50, 0, 0))),))
    >>> Occluder(scene).occluded(np.array([0, 0, 10.0]), np.array([[99, 0, 10.0], [99, 50, 10]]))
    array([ True, False])
    """

    __slots__ = ("_all", "_trees", "scene")

    def __init__(self, scene: Scene, known: "Occluder | None" = None) -> None:
        self.scene = scene
        self._trees: dict[int, tuple[Body, Blocks]] = {}
        self._all: Blocks | None = None
        if not available():
            return
        arrange = compiled("arranged")
        bodies = [body for body in scene.bodies if body.blocks]
        counts = [leaf_count(body.mesh) for body in bodies]
        # The big array is kept once: each body's is its share of it.
        leaves, start = np.empty((sum(counts), 9, WIDTH)), 0
        for body, count in zip(bodies, counts, strict=True):
            had = known._trees.get(id(body)) if known is not None else None
            tree = blocks(body.mesh, arrange) if had is None else had[1]
            share = leaves[start : start + count]
            share[:] = tree.leaves
            self._trees[id(body)] = (body, replace(tree, leaves=share))
            start += count
        self._all = joined([tree for _, tree in self._trees.values()], leaves, arrange)

    def occluded(
        self,
        focus: Floats,
        ends: Floats,
        toward: Floats | None = None,
        bundles: Ints | None = None,
        threads: int = 2,
    ) -> Bools:
        """Return which lines from a focus are blocked.

        Parameters
        ----------
        focus : ndarray of shape (3,)
            mm.
        ends : ndarray of shape (n, 3)
            Where the lines end, mm. Touching blocks. Fast where neighbours in the
            array are neighbours on the table.
        toward : ndarray of shape (3,) or None
            A face through the focus blocks what leaves on its other side; by
            default a point straight above the focus.
        bundles : ndarray of shape (k,) or None
            Where in `ends` the lines to each target begin; rising from 0.
        threads : int

        Returns
        -------
        ndarray of shape (n,)

        Raises
        ------
        ValueError
            If a number isn't finite.
        """
        focus, ends = _checked(focus), _checked(ends)
        toward = focus + np.array([0.0, 0.0, 1.0]) if toward is None else toward
        if len(ends) == 0:
            return np.zeros(0, dtype=bool)
        tree = self._all
        if tree is None:
            box = np.array([ends.min(axis=0), ends.max(axis=0)])
            return gather(self.scene, focus, box, toward).first(ends)[0] >= 0
        planes, halves = self._at(focus, toward)
        stopped = np.empty(len(ends), dtype=bool)
        reach = float(np.abs([*tree.box, focus]).max())
        margin = np.float32(_MARGIN + reach * 1e-6)
        cuts, run = _cuts(len(ends), bundles), compiled("occluded")

        def part(one: Ints) -> None:
            run(
                tree.nodes, tree.children, tree.leaves, len(tree.nodes) - 1, focus, ends,
                planes, halves, GRAZE, ON_FACE, margin, one, stopped,
            )  # fmt: skip

        # Some parts more than threads, so that none waits long for another.
        size = max(_LEAST, -(-len(cuts) // (5 * threads)))
        parts = [cuts[i : i + size + 1] for i in range(0, len(cuts) - 1, size)]
        _each(part, parts, threads)
        return stopped

    def _at(self, focus: Floats, toward: Floats) -> tuple[Floats, Floats]:
        """The planes of faces through a focus, and the normals of those that block."""
        around = np.array([focus - 2 * NEARBY, focus + 2 * NEARBY])
        near = [body.meeting(around) for body in self.scene.near(around) if body.blocks]
        planes = halves = np.empty((0, 3))
        if any(map(len, near)):
            _, planes, _, _ = blocking_at_origin(np.concatenate(near) - focus)
            sides = planes @ (toward - focus)
            facing = np.abs(sides) > ON_FACE
            halves = (planes * np.sign(sides)[:, None])[facing]
        if focus[2] <= ON_FACE:
            halves = np.concatenate([halves, [[0.0, 0.0, 1.0]]])
        return np.ascontiguousarray(planes), np.ascontiguousarray(halves)


def _checked(points: Floats) -> Floats:
    points = np.ascontiguousarray(points, dtype=np.float64)
    if not np.isfinite(points).all():
        raise ValueError("a line has a coordinate that isn't finite")
    return points


def _cuts(count: int, bundles: Ints | None) -> Ints:
    """Where packets begin, and the end: no packet reaches into the next bundle."""
    from spatial.compiled import PACKET

    starts = np.zeros(1, dtype=np.int32) if bundles is None else bundles
    sizes = np.diff(starts, append=count)
    packets = -(-sizes // PACKET)
    within = np.arange(packets.sum()) - np.repeat(np.cumsum(packets) - packets, packets)
    return np.append(np.repeat(starts, packets) + within * PACKET, count).astype(np.int32)


def _each(run: Callable[[Any], None], parts: list[Any], threads: int) -> None:
    if threads <= 1 or len(parts) <= 1:
        for part in parts:
            run(part)
    else:
        list(_pool(threads).map(run, parts))


@cache
def _pool(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads, "kernel")
