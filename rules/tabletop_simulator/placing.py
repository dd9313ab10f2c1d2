"""Where the simulator's table lies on ours, and where a piece comes to stand on it."""

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from meshes.mesh import Floats
from meshes.units import MM_PER, cos_sin
from rules.tabletop_simulator.frames import place
from rules.tabletop_simulator.items import Transform
from rules.tabletop_simulator.saves import Save
from rules.tabletop_simulator.shapes import Shape
from rules.tabletop_simulator.standing import TABLE_TOP, Table, mat_size, mat_top

_INCH: Final = MM_PER["in"]
_ASKEW: Final = 0.5


@dataclass(frozen=True, slots=True)
class Ground:
    """The table's top in the simulator.

    Parameters
    ----------
    height : float
        Inches.
    shift : tuple of 2 floats
        What is added to x and y of our frame, mm.
    size : tuple of 2 floats, or None
        The table's extent, mm, where there is a mat.
    notes : tuple of str
    is_loose : bool
        Whether a piece stands by itself: in the middle, on the table's top.
    """

    height: float
    shift: tuple[float, float] = (0.0, 0.0)
    size: tuple[float, float] | None = None
    notes: tuple[str, ...] = ()
    is_loose: bool = False


def ground_of(save: Save, table: Table, height: float | None) -> Ground:
    """Return where the table is.

    Parameters
    ----------
    save : Save
    table : Table
    height : float or None
        Of the table's top, inches, where it is stated.

    Notes
    -----
    The mat's upper side is the table's top, and its corner our origin. Without a mat the
    top is where the simulator's own tables have it, and its middle our origin.
    """
    mat = table.mat
    if mat is None:
        if save.is_single and height is None:
            return Ground(0.0, notes=("one object a file: it stands on the table",), is_loose=True)
        note = f"there is no mat: the table's top is taken to be {TABLE_TOP:g} inches high"
        notes = (f"{note}; state another with --ground",) if height is None else ()
        return Ground(TABLE_TOP if height is None else height, notes=notes)
    turn = mat.transform.turns[1]
    quarters = round(turn / 90.0)
    x, z = mat_size(mat) if quarters % 2 == 0 else mat_size(mat)[::-1]
    said = []
    if abs(turn - 90.0 * quarters) > _ASKEW:
        said.append(f"the mat is turned by {turn % 360:.1f} degrees; the table isn't")
    if not mat.stretched:
        said.append("the mat's picture changes its proportions: check the table's size")
    top = mat_top(mat) if height is None else height
    middle = place(mat.transform.at, top, (0.0, 0.0))
    size = _INCH * x, _INCH * z
    return Ground(top, (size[0] / 2 - middle[0], size[1] / 2 - middle[1]), size, tuple(said))


def placed(
    ground: Ground, transform: Transform, shape: Shape | None = None, offset: Floats | None = None
) -> tuple[list[float], float]:
    """Return a piece's place as a scene file has it, and its turn.

    Parameters
    ----------
    ground : Ground
    transform : Transform
    shape : Shape or None
        None for the item's own origin.
    offset : ndarray of shape (3,), or None
        mm from that origin, before the turn.

    Returns
    -------
    at : list of 3 floats
        The middle of its underside, mm.
    turn : float
        Degrees counter-clockwise, 0 to 360: the simulator's run the other way.

    Examples
    --------
    >>> placed(Ground(1.0), Transform((1, 2, 3), (0, 90, 0)))
    ([25.4, 76.19999999999999, 25.4], 270.0)
    """
    turn = -transform.turns[1] % 360.0
    x, y, z = place(transform.at, ground.height, ground.shift)
    middle = np.zeros(3) if shape is None else shape.middle
    middle = middle if offset is None else middle + offset
    if ground.is_loose:
        return [0.0, 0.0, 0.0], turn
    c, s = cos_sin(turn)
    across, along, up = middle.tolist()
    at = [x + c * across - s * along, y + s * across + c * along, z + up]
    return [0.0 if math.isclose(each, 0.0, abs_tol=5e-4) else each for each in at], turn
