"""What 1.0 is in a mesh file, and which way is up: fixed, guessed, or to be asked for.

Neither is written in an STL, OBJ, PLY or OFF. A guess is made only where one answer
makes a piece of scenery of a likely size, or where one axis alone shows an underside;
everything else is for whoever knows the file.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from meshes.mesh import Floats
from meshes.soup import Shape
from meshes.units import MM_PER, to_mm

SMALLEST_PIECE: Final = 5.0
LARGEST_PIECE: Final = 600.0
"""Longest sides of likely pieces of scenery, mm: a crate, a board of two feet."""

_ROUNDED: Final = 1e-5
"""Files in single precision are off by as much."""

_FLAT: Final = 1e-3
_SHOWN: Final = 0.25


@dataclass(frozen=True, slots=True)
class Guess:
    """A value, where it comes from, and what else it may be.

    Parameters
    ----------
    value : str or None
        None where it has to be asked for.
    reason : str
        A clause without a full stop.
    is_fixed : bool
        Whether the format or the file says it, so that it is no guess.
    choices : tuple of str
        What may be answered, the likely ones.
    """

    value: str | None
    reason: str
    is_fixed: bool = False
    choices: tuple[str, ...] = ()


def guess_units(kind: str, longest: float, said: str | None = None) -> Guess:
    """Return what 1.0 is in a file.

    Parameters
    ----------
    kind : str
        The file's ending, such as ``".stl"``.
    longest : float
        Its longest side, in its own unit.
    said : str or None
        The unit that it names itself, as a 3MF does.

    Notes
    -----
    GLB is in metres (glTF 2.0 specification, "Coordinate System and Units"), save that game
    kits take 1.0 for a tile; a 3MF names its unit. Printing sites export STL in mm, some in
    inches or metres. Anything else is in any unit. A unit is likely where the longest side
    comes to 5 to 600 mm.

    Examples
    --------
    >>> guess_units(".stl", 152.0).value, guess_units(".obj", 2.73).choices
    ('mm', ('cm', 'in'))
    """
    if said is not None:
        return Guess(said, "the file says so", True, (said,))
    every = [unit for unit in MM_PER if kind != ".stl" or unit != "cm"]
    least, most = SMALLEST_PIECE * (1 - _ROUNDED), LARGEST_PIECE * (1 + _ROUNDED)
    likely = tuple(unit for unit in every if least <= to_mm(longest, unit) <= most)
    if kind == ".glb" and "m" in likely:
        return Guess("m", "a GLB is in metres", True, ("m",))
    if kind == ".glb":
        reason = "a GLB is in metres, but that makes no piece of a likely size"
        return Guess(None, reason, False, ("m", *likely) if likely else tuple(MM_PER))
    if len(likely) == 1:
        return Guess(likely[0], "no other unit makes a piece of a likely size", False, likely)
    if likely:
        return Guess(None, "several units make a piece of a likely size", False, likely)
    return Guess(None, "no unit makes a piece of a likely size", False, tuple(MM_PER))


def guess_up(kind: str, shapes: Sequence[Shape]) -> Guess:
    """Return which axis of a file points up.

    Parameters
    ----------
    kind : str
        The file's ending.
    shapes : sequence of Shape
        As the file has them, at least one triangle.

    Notes
    -----
    GLB has +y up, 3MF +z. Elsewhere an axis shows an underside where the faces that lie
    flat at its low end cover a quarter more of the AABB's side than those at its high
    end, and a quarter more than the other axis shows. STL stands on z by convention, so
    there an underside along y alone is a contradiction, and asked about.

    Examples
    --------
    >>> tent = np.array([[0.0, 0, 0], [4, 0, 0], [4, 4, 0], [0, 4, 0], [2, 2, 3]])
    >>> faces = np.array([[0, 2, 1], [0, 3, 2], [0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4]])
    >>> guess_up(".obj", [(tent, faces)]).value
    'z'
    """
    if kind == ".glb":
        return Guess("y", "a GLB has y up", True, ("y",))
    if kind == ".3mf":
        return Guess("z", "a 3MF has z up", True, ("z",))
    triangles = np.concatenate([corners[faces] for corners, faces in shapes])
    z, y = underside(triangles, 2), underside(triangles, 1)
    seen = "z" if z - y >= _SHOWN <= z else "y" if y - z >= _SHOWN <= y else None
    if seen == "y" and kind == ".stl":
        reason = "it has a flat underside along y, but an STL has z up by convention"
        return Guess(None, reason, False, ("y", "z"))
    if seen is not None:
        return Guess(seen, f"it has a flat underside along {seen} alone", False, (seen,))
    if kind == ".stl":
        return Guess("z", "an STL has z up by convention", False, ("z", "y"))
    return Guess(None, "neither z nor y alone shows a flat underside", False, ("z", "y"))


def underside(triangles: Floats, axis: int) -> float:
    """Return by how much more of the AABB's low side is flat than of its high side.

    Parameters
    ----------
    triangles : ndarray of shape (n, 3, 3)
    axis : {0, 1, 2}

    Returns
    -------
    float
        A share of that side's area; overlapping faces count twice. 0 for a flat piece.

    Examples
    --------
    >>> square = np.array([[[0.0, 0, 0], [2, 0, 0], [2, 2, 0]], [[0, 0, 0], [2, 2, 0], [0, 2, 9]]])
    >>> underside(square, 2)
    0.5
    """
    low, high = triangles.min(axis=(0, 1)), triangles.max(axis=(0, 1))
    slack = _FLAT * float((high - low).max())
    others = [i for i in range(3) if i != axis]
    side = float(np.prod((high - low)[others]))
    if not 0 < side < np.inf or high[axis] - low[axis] <= 2 * slack:
        return 0.0
    flat = []
    for end in (low[axis], high[axis]):
        lying = triangles[(np.abs(triangles[:, :, axis] - end) <= slack).all(axis=1)][:, :, others]
        a, b = lying[:, 1] - lying[:, 0], lying[:, 2] - lying[:, 0]
        flat.append(float(np.abs(a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]).sum()) / 2 / side)
    return flat[0] - flat[1]
