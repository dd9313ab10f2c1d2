"""A standing map as a file of arrays, NPZ."""

import io

import numpy as np
import numpy.typing as npt

from spatial.standing import StandingMap

ROWS = ("places", "level", "carrier", "floor", "upright", "prone", "share", "centred",
        "slope", "lean", "headroom", "neighbours", "crest", "climb")  # fmt: skip


def arrays(standing: StandingMap) -> dict[str, npt.NDArray[np.generic]]:
    """Return what the file holds, by key.

    Parameters
    ----------
    standing : StandingMap

    Returns
    -------
    dict
        ``format`` (1), ``silhouette`` (its name), ``size`` (its diameter and height, mm),
        ``spacing`` (mm), ``shape`` (the grid's lines along x and y), ``carriers``
        (names), and the arrays of `StandingMap` by their names.

    Examples
    --------
    >>> from meshes.silhouettes import silhouette
    >>> from spatial.scene import Scene
    >>> from spatial.standing import standing_map
    >>> held = arrays(standing_map(Scene((), (100, 50)), silhouette("S2"), 50))
    >>> held["places"].tolist(), held["size"].tolist()
    ([[25.0, 25.0, 0.0], [75.0, 25.0, 0.0]], [25.0, 40.0])
    """
    shape = standing.silhouette
    held: dict[str, npt.NDArray[np.generic]] = {
        "format": np.array(1),
        "silhouette": np.array(shape.name),
        "size": np.array([shape.diameter, shape.height]),
        "spacing": np.array(standing.spacing),
        "shape": np.array(standing.shape, dtype=np.int32),
        "carriers": np.array(standing.carriers),
    }
    return held | {name: getattr(standing, name) for name in ROWS}


def content(standing: StandingMap) -> bytes:
    """Return the file's bytes: the same for the same map."""
    stream = io.BytesIO()
    np.savez_compressed(stream, allow_pickle=False, **arrays(standing))
    return stream.getvalue()
