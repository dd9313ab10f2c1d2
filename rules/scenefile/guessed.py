"""The unit and the way up of a mesh file that a scene doesn't state: known, guessed, asked for."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np

from meshes.guessing import Guess, guess_units, guess_up
from meshes.mesh import MeshError
from meshes.silhouettes import silhouette
from meshes.threemf import UNIT_OF_3MF
from meshes.units import to_mm
from rules.scenefile.kinds import LARGEST
from rules.scenefile.places import quoted
from rules.scenefile.scenery import MeshKeys


class UnclearError(MeshError):
    """A mesh whose unit or way up has to be stated.

    Parameters
    ----------
    key : str
        Which key of the piece is missing.
    problem : str
    """

    def __init__(self, key: str, problem: str) -> None:
        super().__init__(problem)
        self.key = key


@dataclass(frozen=True, slots=True)
class Settled:
    """What a mesh file is read with.

    Parameters
    ----------
    units : str
    up : {"z", "y"}
    note : str
        What was guessed, and how large that makes the piece; empty where nothing was.
    """

    units: str
    up: Literal["z", "y"]
    note: str = ""


def settled(path: Path, one: MeshKeys) -> Settled:
    """Return the unit and the way up of a piece's mesh file.

    Parameters
    ----------
    path : Path
    one : MeshKeys
        Whose keys count where it has them.

    Raises
    ------
    UnclearError
        If a key is missing and more than one answer is likely.
    MeshError
        If the file can't be read.
    """
    if one.units is not None and one.up is not None:
        return Settled(one.units, one.up)
    from meshes import files

    said, shapes = files.read(path)
    corners = np.concatenate([points[faces].reshape(-1, 3) for points, faces in shapes])
    size = np.ptp(corners, axis=0) * one.scale
    if not 0 < size.max() <= LARGEST:
        # What is wrong with it is said where it is built.
        return Settled(one.units or "mm", one.up or "z")
    kind, longest = path.suffix.lower(), float(size.max())
    unit = UNIT_OF_3MF.get(said or "")
    if said is not None and unit is None:
        raise MeshError(f"{path.name}: is drawn in units of one {said}; export it in millimetres")
    units = _stated(one.units) or guess_units(kind, longest, unit)
    up = _stated(one.up) or guess_up(kind, shapes)
    if units.value is None:
        sizes = [f"{to_mm(longest, each):.4g} mm in {each}" for each in units.choices]
        choices = " or ".join(quoted(each) for each in units.choices)
        raise UnclearError(
            "units",
            f"is missing, and {path.name} may be {', '.join(sizes)} on its longest side: "
            f"{units.reason}; write units = {choices}",
        )
    high = [to_mm(float(size[axis]), units.value) for axis in (2, 1)]
    if up.value is None:
        raise UnclearError(
            "up",
            f"is missing, and {path.name} would be {high[0]:.1f} mm high with z up and "
            f'{high[1]:.1f} mm with y up: {up.reason}; write up = "z" or "y"',
        )
    guesses = []
    if not units.is_fixed:
        guesses.append(f'units = "{units.value}" ({units.reason})')
    if not up.is_fixed:
        guesses.append(f'up = "{up.value}" ({up.reason})')
    if not guesses:
        return Settled(units.value, "y" if up.value == "y" else "z")
    note = (
        f"{one.name}: guessed for {one.mesh}: {' and '.join(guesses)}; that makes it "
        f"{high[up.value == 'y']:.1f} mm high, and an S2 is {silhouette('S2').height:g}; state "
        "it in the scene to settle it"
    )
    return Settled(units.value, "y" if up.value == "y" else "z", note)


def _stated(value: str | None) -> Guess | None:
    return None if value is None else Guess(value, "the scene says so", True, (value,))
