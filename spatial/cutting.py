"""Triangles cut where a height of their own falls below zero."""

from typing import Final

import numpy as np

from meshes.mesh import Floats, Ints

_AROUND: Final = np.array([0, 1, 2])


def cut_above(triangles: Floats, heights: Floats) -> tuple[Floats, Ints]:
    """Return the parts of triangles where a linear height isn't below zero.

    Parameters
    ----------
    triangles : ndarray of shape (k, 3, 3)
        mm.
    heights : ndarray of shape (k, 3)
        Of their corners; linear over each triangle.

    Returns
    -------
    parts : ndarray of shape (m, 3, 3)
    source : ndarray of shape (m,)
        Which triangle each is a part of, rising.

    Examples
    --------
    >>> slope = np.array([[[0, 0, -1], [2, 0, 1], [2, 1, 1.0]]])
    >>> parts, source = cut_above(slope, slope[:, :, 2])
    >>> float(parts[:, :, 2].min()), source.tolist()
    (0.0, [0, 0])
    """
    within = heights >= 0
    count = within.sum(axis=1)
    whole = np.flatnonzero(count == 3)
    if len(whole) == len(triangles):
        return triangles, whole.astype(np.int32)
    one, two = np.flatnonzero(count == 1), np.flatnonzero(count == 2)
    # The odd corner first: the only one within, or the only one without.
    odd = np.where(count == 1, within.argmax(axis=1), within.argmin(axis=1))
    order = (odd[:, None] + _AROUND) % 3
    corners = np.take_along_axis(triangles, order[:, :, None], axis=1)
    height = np.take_along_axis(heights, order, axis=1)
    fall = height[:, :1] - height[:, 1:]
    share = height[:, :1] / np.where(fall == 0, 1.0, fall)
    a, b, c = (corners[:, i] for i in range(3))
    on_ab = a + share[:, :1] * (b - a)
    on_ac = a + share[:, 1:] * (c - a)
    parts = np.concatenate(
        [
            triangles[whole],
            np.stack([a, on_ab, on_ac], axis=1)[one],
            np.stack([on_ab, b, c], axis=1)[two],
            np.stack([on_ab, c, on_ac], axis=1)[two],
        ]
    )
    source = np.concatenate([whole, one, two, two]).astype(np.int32)
    rising = np.argsort(source, kind="stable")
    return parts[rising], source[rising]
