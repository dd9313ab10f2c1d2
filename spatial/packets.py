"""Packets of neighbouring lines against AABBs, for numba to compile.

See `spatial.compiled` for the arrays.
"""

from typing import Any, Final

import numpy as np

from meshes.mesh import Ints
from spatial.blocks import WIDTH
from spatial.compiled import HALF, NEVER, NOTHING, ONE, helper

_PART: Final = np.float32(0.5)


def _sloped(d: Any, count: int, frame: Any) -> None:
    """Choose a packet's forward axis and work out the slopes of its lines."""
    frame[10], frame[11], best = NOTHING, ONE, NOTHING
    for k in range(3):
        low, high = d[k, 0], d[k, 0]
        for i in range(count):
            low, high = min(low, d[k, i]), max(high, d[k, i])
        # Forward lines only, none nearly square to the axis.
        least = min(abs(low), abs(high)) if low * high > NOTHING else NOTHING
        if least > best:
            frame[10], frame[11], best = np.float32(k), ONE if low > NOTHING else -ONE, least
    frame[12] = ONE if best > NOTHING else NOTHING
    k = int(frame[10])
    p, q = (k + 1) % 3, (k + 2) % 3
    for i in range(count):
        along = ONE / abs(d[k, i]) if best > NOTHING else NOTHING
        d[3, i], d[4, i] = d[p, i] * along, d[q, i] * along


sloped = helper(_sloped)


def _framed(d: Any, count: int, frame: Any) -> None:
    """Work out the least and the greatest of a packet's rows."""
    x0, y0, z0, a0, b0 = d[0, 0], d[1, 0], d[2, 0], d[3, 0], d[4, 0]
    x1, y1, z1, a1, b1 = x0, y0, z0, a0, b0
    for i in range(count):
        x, y, z, a, b = d[0, i], d[1, i], d[2, i], d[3, i], d[4, i]
        x0, y0, z0 = min(x, x0), min(y, y0), min(z, z0)
        x1, y1, z1 = max(x, x1), max(y, y1), max(z, z1)
        a0, a1, b0, b1 = min(a, a0), max(a, a1), min(b, b0), max(b, b1)
    frame[0], frame[1], frame[2], frame[3], frame[4] = x0, y0, z0, a0, b0
    frame[5], frame[6], frame[7], frame[8], frame[9] = x1, y1, z1, a1, b1


framed = helper(_framed, free=True)


def _met(nodes: Any, at: int, focus: Any, frame: Any, margin: Any, boxes: Any) -> None:
    """Work out how near each child of a node is.

    Into `boxes`, a column each: the AABB seen forward, least and greatest along each
    axis (0-5), and how near it is, `NEVER` where no line of the packet meets it (6).
    """
    k, sign, on = int(frame[10]), frame[11], frame[12]
    p, q = (k + 1) % 3, (k + 2) % 3
    fk, fp, fq = focus[k], focus[p], focus[q]
    k0, k1 = min(frame[k], NOTHING) - margin, max(frame[5 + k], NOTHING) + margin
    p0, p1 = min(frame[p], NOTHING) - margin, max(frame[5 + p], NOTHING) + margin
    q0, q1 = min(frame[q], NOTHING) - margin, max(frame[5 + q], NOTHING) + margin
    pa, pb, qa, qb = frame[3], frame[8], frame[4], frame[9]
    # Outward by more than rounding and the exact test's own slack.
    mp = margin * (ONE + max(abs(pa), abs(pb)))
    mq = margin * (ONE + max(abs(qa), abs(qb)))
    for i in range(WIDTH):
        kl, kh = nodes[at, k, i] - fk, nodes[at, k + 3, i] - fk
        pl, ph = nodes[at, p, i] - fp, nodes[at, p + 3, i] - fp
        ql, qh = nodes[at, q, i] - fq, nodes[at, q + 3, i] - fq
        ok = (kl <= k1) & (kh >= k0) & (pl <= p1) & (ph >= p0) & (ql <= q1) & (qh >= q0)
        near = kl if sign > NOTHING else -kh
        far = kh if sign > NOTHING else -kl
        pl, ph, ql, qh = pl - mp, ph + mp, ql - mq, qh + mq
        ok = ok & (pl * on <= max(pb * near, pb * far)) & (ph * on >= min(pa * near, pa * far))
        ok = ok & (ql * on <= max(qb * near, qb * far)) & (qh * on >= min(qa * near, qa * far))
        boxes[0, i], boxes[1, i], boxes[2, i], boxes[3, i] = near, far, pl, ph
        boxes[4, i], boxes[5, i] = ql, qh
        boxes[6, i] = near if ok else NEVER


met = helper(_met, free=True)


def _sorted(boxes: Any, order: Ints) -> int:
    """Order the children that are met, nearest first; return how many."""
    found = 0
    for i in range(WIDTH):
        if boxes[6, i] < NEVER:
            j = found
            while j > 0 and boxes[6, order[j - 1]] > boxes[6, i]:
                order[j] = order[j - 1]
                j -= 1
            order[j] = i
            found += 1
    return found


by_depth = helper(_sorted)


def _small(boxes: Any, j: int, frame: Any) -> bool:
    """Whether a box covers so little of a packet that it pays to pick its lines."""
    far = max(boxes[0, j], HALF)
    wide, high = (frame[8] - frame[3]) * far, (frame[9] - frame[4]) * far
    across, up = boxes[3, j] - boxes[2, j], boxes[5, j] - boxes[4, j]
    pays: bool = min(across, wide) * min(up, high) < _PART * wide * high
    return pays


small = helper(_small)


def _picked(
    boxes: Any, j: int, d: Any, ids: Ints, count: int, to: Any, to_ids: Ints, hits: Ints
) -> int:
    """Copy the lines that may meet a box; return how many."""
    near, far, pl, ph = boxes[0, j], boxes[1, j], boxes[2, j], boxes[3, j]
    ql, qh = boxes[4, j], boxes[5, j]
    found = 0
    for i in range(count):
        a, b = d[3, i], d[4, i]
        a0, a1, b0, b1 = a * near, a * far, b * near, b * far
        hit = (min(a0, a1) <= ph) & (max(a0, a1) >= pl) & (min(b0, b1) <= qh) & (max(b0, b1) >= ql)
        hits[i] = np.int32(hit)
        found += hits[i]
    if found == 0:
        return 0
    left = 0
    for i in range(count):
        if hits[i]:
            for k in range(5):
                to[k, left] = d[k, i]
            to_ids[left] = ids[i]
            left += 1
    return left


picked = helper(_picked, free=True)


def _without(d: Any, ids: Ints, count: int, stopped: Any) -> int:
    """Drop the lines that are stopped, the last ones taking their places."""
    i = count - 1
    while i >= 0:
        if stopped[ids[i]]:
            count -= 1
            if i < count:
                for k in range(5):
                    d[k, i] = d[k, count]
                ids[i] = ids[count]
        i -= 1
    return count


without = helper(_without)
