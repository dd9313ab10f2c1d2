"""Bundles of lines down a tree, for numba to compile.

Packets of neighbouring lines walk down together, nearest child first, and drop the
lines that are stopped. See `spatial.compiled` for the arrays.
"""

from typing import Any, Final

import numpy as np

from meshes.mesh import Floats, Ints
from spatial.blocks import WIDTH
from spatial.compiled import NOTHING, PACKET, face, flat, helper, loose, loosened, stop
from spatial.packets import by_depth, framed, met, picked, sloped, small, without

_DEEP: Final = 512
_FEW: Final = 8


def _in_leaf(
    leaves: Floats, n: int, focus: Floats, ends: Floats, planes: Floats,
    graze: float, on_face: float, frame: Any, longest: Any, sides: Any, exact: Floats,
    d: Any, ids: Ints, count: int, hits: Ints, stopped: Any,
) -> int:  # fmt: skip
    """Test lines against a leaf's triangles, drop what is stopped; return how many are left."""
    loosened(leaves, n, focus, frame, longest, sides)
    for i in range(WIDTH):
        if sides[13, i] == NOTHING or loose(sides, i, d, count, hits) == 0:
            continue
        if not face(leaves, n, i, focus, on_face, graze, exact):
            continue
        if len(planes) and flat(leaves, n, i, focus, planes, on_face):
            continue
        for k in range(count - 1, -1, -1):
            if not hits[k]:
                continue
            m = ids[k]
            x, y, z = ends[m, 0] - focus[0], ends[m, 1] - focus[1], ends[m, 2] - focus[2]
            length = np.sqrt(x * x + y * y + z * z)
            if stop(exact, x, y, z, length, graze, on_face / 2) < np.inf:
                stopped[m] = True
                count -= 1
                if k < count:
                    for j in range(5):
                        d[j, k] = d[j, count]
                    ids[k] = ids[count]
        if count == 0:
            break
    return count


in_leaf = helper(_in_leaf)


def occluded(
    nodes: Any, kids: Any, leaves: Floats, root: int, focus: Floats, ends: Floats,
    planes: Floats, halves: Floats, graze: float, on_face: float, margin: float,
    cuts: Ints, stopped: Any,
) -> None:  # fmt: skip
    """Mark which lines from a focus are stopped.

    Packets of neighbouring lines walk down the tree, nearest child first, and drop
    the lines that are stopped; none left ends the walk. A node of leaves, or a leaf,
    that only a part of the packet may meet is asked about by those lines alone.
    `cuts` says where packets begin and end.
    """
    single = np.float32
    d, d1, d2 = (
        np.empty((5, PACKET), single), np.empty((5, PACKET), single), np.empty((5, PACKET), single),
    )  # fmt: skip
    ids, ids1 = np.empty(PACKET, np.int64), np.empty(PACKET, np.int64)
    ids2, hits = np.empty(PACKET, np.int64), np.empty(PACKET, np.int32)
    frame, frame1, frame2 = np.zeros(13, single), np.zeros(13, single), np.zeros(13, single)
    stack, waiting = np.empty(_DEEP, np.int64), np.empty((6, _DEEP), single)
    boxes, sides = np.empty((7, WIDTH), single), np.empty((14, WIDTH), single)
    exact, order = np.empty(19), np.empty(WIDTH, np.int64)
    near = np.empty(3, single)
    near[0], near[1], near[2] = focus[0], focus[1], focus[2]
    for part in range(len(cuts) - 1):
        count, longest = 0, NOTHING
        for i in range(cuts[part], cuts[part + 1]):
            x, y, z = ends[i, 0] - focus[0], ends[i, 1] - focus[1], ends[i, 2] - focus[2]
            length = np.sqrt(x * x + y * y + z * z)
            met_at_once = focus[2] > on_face and ends[i, 2] <= graze
            for k in range(len(halves)):
                side = x * halves[k, 0] + y * halves[k, 1] + z * halves[k, 2]
                met_at_once = met_at_once or side < -graze * length
            stopped[i] = met_at_once
            if not met_at_once:
                d[0, count], d[1, count], d[2, count] = x, y, z
                ids[count] = i
                longest = max(longest, np.float32(length))
                count += 1
        if count == 0 or len(nodes) == 0:
            continue
        sloped(d, count, frame)
        framed(d, count, frame)
        framed_with = count
        for k in range(10, 13):
            frame1[k], frame2[k] = frame[k], frame[k]
        stack[0], top = root, 1
        while top > 0 and count > 0:
            top -= 1
            at = stack[top]
            if kids[at, 0] >= 0:
                met(nodes, at, near, frame, margin, boxes)
                # The nearest on top.
                for j in range(by_depth(boxes, order) - 1, -1, -1):
                    stack[top] = kids[at, order[j]]
                    for k in range(6):
                        waiting[k, top] = boxes[k, order[j]]
                    top += 1
                continue
            e1, i1, f1, n1 = d, ids, frame, count
            if frame[12] > NOTHING and at != root and count > _FEW and small(waiting, top, frame):
                n1 = picked(waiting, top, d, ids, count, d1, ids1, hits)
                if n1 == 0:
                    continue
                framed(d1, n1, frame1)
                e1, i1, f1 = d1, ids1, frame1
            before = n1
            met(nodes, at, near, f1, margin, boxes)
            for j in range(by_depth(boxes, order)):
                child = order[j]
                leaf = -1 - kids[at, child]
                if frame[12] > NOTHING and n1 > _FEW and small(boxes, child, f1):
                    n2 = picked(boxes, child, e1, i1, n1, d2, ids2, hits)
                    if n2 == 0:
                        continue
                    framed(d2, n2, frame2)
                    left = in_leaf(
                        leaves, leaf, focus, ends, planes, graze, on_face, frame2, longest, sides,
                        exact, d2, ids2, n2, hits, stopped,
                    )  # fmt: skip
                    if left < n2:
                        n1 = without(e1, i1, n1, stopped)
                else:
                    n1 = in_leaf(
                        leaves, leaf, focus, ends, planes, graze, on_face, f1, longest, sides,
                        exact, e1, i1, n1, hits, stopped,
                    )  # fmt: skip
                if n1 == 0:
                    break
            if n1 < before:
                count = without(d, ids, count, stopped)
                if 0 < count <= framed_with // 2:
                    framed(d, count, frame)
                    framed_with = count


def first(
    leaves: Floats, lines: Floats, lengths: Floats, graze: float, on_face: float,
    least: Floats, which: Ints,
) -> None:  # fmt: skip
    """Find the triangle that stops each line first, and where, if before `least`.

    Lines and corners are relative to the focus. Triangles are taken in order, so that
    of two that stop a line at one place the first counts, as in `Blockers.first`.
    """
    d, frame, sides = (
        np.zeros((5, PACKET), np.float32), np.zeros(13, np.float32),
        np.empty((14, WIDTH), np.float32),
    )  # fmt: skip
    hits, exact, focus = np.empty(PACKET, np.int32), np.empty(19), np.zeros(3)
    for start in range(0, len(lines), PACKET):
        count, longest = min(PACKET, len(lines) - start), NOTHING
        for k in range(count):
            for j in range(3):
                d[j, k] = lines[start + k, j]
            longest = max(longest, np.float32(lengths[start + k]))
        framed(d, count, frame)
        for n in range(len(leaves)):
            loosened(leaves, n, focus, frame, longest, sides)
            for i in range(WIDTH):
                if sides[13, i] == NOTHING or loose(sides, i, d, count, hits) == 0:
                    continue
                if not face(leaves, n, i, focus, on_face, graze, exact):
                    continue
                for k in range(count):
                    if hits[k]:
                        m = start + k
                        t = stop(
                            exact, lines[m, 0], lines[m, 1], lines[m, 2], lengths[m],
                            graze, on_face / 2,
                        )  # fmt: skip
                        if t < least[m]:
                            least[m], which[m] = t, n * WIDTH + i


def arranged(centres: Floats, order: Ints) -> None:
    """Order triangles so that runs of 8, 64, 512, ... lie together: a tree of medians.

    Each run is halved along its longest side, at a whole number of the next runs.
    """
    starts, stops, top = np.empty(_DEEP, np.int64), np.empty(_DEEP, np.int64), 1
    starts[0], stops[0] = 0, len(order)
    while top > 0:
        top -= 1
        low, high = starts[top], stops[top]
        if high - low <= WIDTH:
            continue
        run = WIDTH
        while run * WIDTH < high - low:
            run *= WIDTH
        middle = low + max(1, (high - low + run) // (2 * run)) * run
        axis, longest = 0, -1.0
        for k in range(3):
            least, most = np.inf, -np.inf
            for i in range(low, high):
                x = centres[order[i], k]
                least, most = min(least, x), max(most, x)
            if most - least > longest:
                axis, longest = k, most - least
        # Quickselect (Hoare): what is below the middle one to the left of it.
        left, right = low, high - 1
        while left < right:
            pivot, i, j = centres[order[(left + right) // 2], axis], left, right
            while i <= j:
                while centres[order[i], axis] < pivot:
                    i += 1
                while centres[order[j], axis] > pivot:
                    j -= 1
                if i <= j:
                    order[i], order[j] = order[j], order[i]
                    i += 1
                    j -= 1
            if middle <= j:
                right = j
            elif middle >= i:
                left = i
            else:
                break
        starts[top], stops[top] = low, middle
        starts[top + 1], stops[top + 1] = middle, high
        top += 2
