"""Heights as colours, from pale to dark blue: alike for people with any colour vision.

Source: the scheme YlGnBu of ColorBrewer (Brewer and Harrower, 2003), without its darkest.
"""

from typing import Final

import numpy as np

from meshes.mesh import Floats
from viewer.drawing.palette import mixed

_SCALE: Final = ("#FFFFD9", "#EDF8B1", "#C7E9B4", "#7FCDBB", "#41B6C4", "#1D91C0", "#225EA8")
_STEPS: Final = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000, 2000)


def colour(share: float) -> str:
    """Return the colour of a share of the greatest height, 0 to 1.

    Examples
    --------
    >>> colour(0.0), colour(1.0)
    ('#FFFFD9', '#225EA8')
    """
    place = min(max(share, 0.0), 1.0) * (len(_SCALE) - 1)
    below = min(int(place), len(_SCALE) - 2)
    return mixed(_SCALE[below], _SCALE[below + 1], place - below)


def colours(heights: Floats, highest: float) -> list[str]:
    """Return the colour of each height, mm, where the highest is the darkest.

    Examples
    --------
    >>> colours(np.array([0.0, 80.0]), 80.0)
    ['#FFFFD9', '#225EA8']
    """
    each, back = np.unique(heights, return_inverse=True)
    known = [colour(float(mm) / highest if highest > 0 else 0.0) for mm in each]
    return [known[i] for i in back.reshape(-1).tolist()]


def ticks(highest: float) -> list[float]:
    """Return heights to be named beside the colours, mm.

    Examples
    --------
    >>> ticks(84.0)
    [0.0, 20.0, 40.0, 60.0, 80.0]
    """
    step = next((step for step in _STEPS if highest <= 6 * step), _STEPS[-1])
    return [float(mm) for mm in range(0, int(highest) + 1, step)]
