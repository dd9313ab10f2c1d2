"""A map as data: NPZ for programs, CSV for spreadsheets; coordinates in mm."""

import csv
import io
import math
from typing import Any

import numpy as np
import numpy.typing as npt

from rules.maps.layout import TableMap


def arrays(found: TableMap) -> dict[str, npt.NDArray[np.generic]]:
    """Return what the NPZ file holds, by key.

    Parameters
    ----------
    found : TableMap

    Returns
    -------
    dict
        ``format`` (1), ``kind``, ``silhouette`` and ``size`` (its diameter and height,
        mm), ``spacing`` (mm), ``shape`` (lines of the grid along x and y), ``places``
        (n, 3) in mm, ``level``, ``upright``, for each zone ``zone:NAME`` (whether each
        place is in it), and the map's values by their names; ``ends`` (k, 2), the places
        at both ends of the lines that are named.

    Examples
    --------
    >>> from meshes.silhouettes import silhouette
    >>> from rules.maps.blast import blast
    >>> from rules.maps.layout import layout
    >>> from rules.scenefile import read, starter
    >>> held = arrays(blast(layout(read(starter(), "starter.toml"), silhouette("S2"), 100)))
    >>> str(held["kind"]), held["places"].shape == (len(held["affected"]), 3)
    ('blast', True)
    """
    table = found.layout
    shape = table.found.silhouette
    held: dict[str, npt.NDArray[np.generic]] = {
        "format": np.array(1),
        "kind": np.array(found.kind),
        "silhouette": np.array(shape.name),
        "size": np.array([shape.diameter, shape.height]),
        "spacing": np.array(table.found.spacing),
        "shape": np.array(table.found.shape, dtype=np.int32),
        "places": table.found.places,
        "level": table.found.level,
        "upright": table.held.upright,
    }
    held |= {f"zone:{zone.name}": zone.holds(table.found.places) for zone in table.zones}
    return held | dict(found.values) | {"ends": found.ends}


def npz(held: dict[str, npt.NDArray[np.generic]]) -> bytes:
    """Return arrays as the bytes of an NPZ file: the same for the same arrays."""
    stream = io.BytesIO()
    # Names that aren't Python's, such as those of zones, are keys all the same.
    np.savez_compressed(stream, allow_pickle=False, **held)
    return stream.getvalue()


def table(found: TableMap) -> bytes:
    """Return a map as CSV: a line for each place, empty where there is no value."""
    places, values = found.layout.found.places, found.values
    head = [
        "x_mm",
        "y_mm",
        "z_mm",
        "level",
        "upright",
        *(name.replace(" ", "_") for name in values),
    ]
    rows = zip(
        places.tolist(),
        found.layout.found.level.tolist(),
        found.layout.held.upright.tolist(),
        *(column.tolist() for column in values.values()),
        strict=True,
    )
    return written(
        head,
        [[*at, level, int(upright), *some] for at, level, upright, *some in rows],
    )


def written(head: list[str], rows: list[list[Any]]) -> bytes:
    """Return rows as CSV, numbers to six places.

    Examples
    --------
    >>> written(["x_mm", "lane"], [[12.5, math.nan], [37.5, 1 / 3]])
    b'x_mm,lane\\n12.5,\\n37.5,0.333333\\n'
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(head)
    writer.writerows([[_cell(value) for value in row] for row in rows])
    return out.getvalue().encode("utf-8")


def _cell(value: Any) -> Any:
    if not isinstance(value, float):
        return value
    if math.isnan(value):
        return ""
    return np.format_float_positional(round(value, 6) + 0.0, trim="-")
