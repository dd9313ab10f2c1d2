"""Two directions square to a third, and to each other."""

import numpy as np

from meshes.mesh import Floats


def square_to(way: Floats) -> tuple[Floats, Floats]:
    """Return two directions square to a way and to each other.

    Parameters
    ----------
    way : ndarray of shape (3,)
        Of any length but none.

    Returns
    -------
    across, up : ndarray of shape (3,)
        Of length one; with the way they are right-handed.

    Examples
    --------
    >>> across, up = square_to(np.array([0, 2.0, 0]))
    >>> np.cross(across, up).tolist()
    [0.0, 1.0, 0.0]
    """
    along = way / np.linalg.norm(way)
    # The axis that is farthest from it gives the others their turn.
    across = np.cross(along, np.eye(3)[np.abs(along).argmin()])
    across /= np.linalg.norm(across)
    return across, np.cross(along, across)
