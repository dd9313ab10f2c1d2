"""Many triangles as few outlines.

Neighbours share edges, once in each direction: these cancel, and what is left runs round
all of them together. Each spot is wound round as often as triangles cover it.
"""

import numpy as np

from meshes.mesh import Floats


def merged(triangles: Floats) -> list[Floats]:
    """Return rings that wind round every spot as often as triangles lie over it.

    Parameters
    ----------
    triangles : ndarray of shape (n, 3, 2)
        Of any winding: each counts once.

    Returns
    -------
    list of ndarray of shape (m, 2)
        They may touch themselves and each other.

    Examples
    --------
    >>> square = np.array([[[0, 0], [4, 0], [4, 4]], [[0, 0], [0, 4], [4, 4.0]]])
    >>> [len(ring) for ring in merged(square)]
    [4]
    """
    (px, py), (qx, qy), (rx, ry) = triangles.transpose(1, 2, 0)
    clockwise = (qx - px) * (ry - py) < (qy - py) * (rx - px)
    flat = triangles.reshape(-1, 2)
    spots, places = np.unique(flat[:, 0] + 1j * flat[:, 1], return_inverse=True)
    tail = places.reshape(-1, 3)
    tail[clockwise] = tail[clockwise, ::-1]
    head = np.roll(tail, -1, axis=1)
    # An edge and its reverse have one key and opposite signs.
    keys, place = np.unique(
        np.minimum(tail, head).ravel() * len(spots) + np.maximum(tail, head).ravel(),
        return_inverse=True,
    )
    net = np.bincount(place.ravel(), np.sign(head - tail).ravel(), len(keys)).astype(np.int32)
    keys, net = np.repeat(keys, np.abs(net)), np.repeat(net, np.abs(net))
    low, high = keys // max(len(spots), 1), keys % max(len(spots), 1)
    after: dict[int, list[int]] = {}
    starts, ends = np.where(net > 0, low, high), np.where(net > 0, high, low)
    for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
        after.setdefault(start, []).append(end)
    rings = []
    # As many edges lead into a corner as out of it: every walk comes back.
    for start, ways in after.items():
        while ways:
            ring, at = [start], ways.pop()
            while at != start:
                ring.append(at)
                at = after[at].pop()
            rings.append(spots[ring])
    return [np.column_stack([ring.real, ring.imag]) for ring in rings]
