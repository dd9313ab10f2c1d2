"""A map as data: NPZ for programs, CSV for spreadsheets; coordinates in mm."""

import csv
import io
import json
import math
import struct
import zipfile
import zlib
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from meshes.mesh import frozen
from rules.area_templates.battle import Battle
from rules.dispute import Dispute
from rules.maps.layout import TableMap
from rules.maps.telling import bare_table, digest
from rules.verdict import RulingError
from rules.zones import deployment
from viewer.maps.finished import HeatMap
from viewer.maps.layers import layers_of
from viewer.maps.words import report, summary

_ABOUT: Final = (
    *("format", "kind", "layout", "summary", "silhouette", "size", "spacing", "shape"),
    *("places", "level", "upright", "ends"),
)
"""Keys of a map's file that aren't values of its places."""

_ZONE: Final = "zone:"
_LARGEST: Final = 1 << 30
"""Bytes of a file that is unpacked; no map comes near."""


def arrays(found: TableMap) -> dict[str, npt.NDArray[np.generic]]:
    """Return what the NPZ file holds, by key.

    Parameters
    ----------
    found : TableMap

    Returns
    -------
    dict
        ``format`` (1), ``kind``, ``layout`` (what tells its table from another),
        ``summary`` (what is said of it, JSON), ``silhouette`` and ``size`` (its diameter
        and height, mm), ``spacing`` (mm), ``shape`` (lines of the grid along x and y),
        ``places`` (n, 3) in mm, ``level``, ``upright``, for each zone ``zone:NAME``
        (whether each place is in it), and the map's values by their names; ``ends``
        (k, 2), the places at both ends of the lines that are named.

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
        "layout": np.array(digest(table.asked)),
        "summary": np.array(_told(found)),
        "silhouette": np.array(shape.name),
        "size": np.array([shape.diameter, shape.height]),
        "spacing": np.array(table.found.spacing),
        "shape": np.array(table.found.shape, dtype=np.int32),
        "places": table.found.places,
        "level": table.found.level,
        "upright": table.held.upright,
    }
    held |= {f"{_ZONE}{zone.name}": zone.holds(table.found.places) for zone in table.zones}
    return held | dict(found.values) | {"ends": found.ends}


def _told(found: TableMap) -> str:
    told = summary(found)
    # How much of it was known already is no part of the map.
    told["sampling"] = {k: v for k, v in told["sampling"].items() if k != "tiles_worked_out"}
    return json.dumps(told)


def opened(path: Path, asked: Dispute | Battle) -> HeatMap:
    """Return the map in an NPZ file, to be laid over its scene.

    Parameters
    ----------
    path : Path
    asked : Dispute or Battle
        The scene.

    Raises
    ------
    RulingError
        If the file can't be read, is no map, or is one of another layout.
    """
    held = _held(path)
    if str(held["layout"]) != digest(asked):
        raise RulingError(
            f"{path}: is a map of another layout than {asked.name}: a piece, a zone or the "
            "table's size differs; make it again with blastfocus map"
        )
    table = bare_table(asked)
    try:
        heat = HeatMap(
            json.loads(str(held["summary"])),
            table,
            asked.zones or deployment(table.size),
            frozen(held["places"]),
            held["level"].astype(np.int32),
            (int(held["shape"][0]), int(held["shape"][1])),
            {
                name: frozen(values)
                for name, values in held.items()
                if name not in _ABOUT and not name.startswith(_ZONE)
            },
            held["ends"].astype(np.int32).reshape(-1, 2),
        )
        _check(heat)
    except (AttributeError, KeyError, TypeError, ValueError, IndexError, RecursionError):
        raise _no_map(path) from None
    return heat


def _check(heat: HeatMap) -> None:
    """Refuse arrays that don't go together, and what can't be drawn or said."""
    count = len(heat.level)
    together = heat.places.shape == (count, 3) and all(
        values.shape == (count,) and not np.isinf(values).any() for values in heat.values.values()
    )
    ends, spacing = heat.ends, heat.spacing
    if not together or (len(ends) and not 0 <= ends.min() <= ends.max() < count):
        raise ValueError
    if not (np.isfinite(heat.places).all() and 0 < spacing < math.inf and len(heat.units)):
        raise ValueError
    layers_of(heat)
    report(heat.told)
    if not all(np.isfinite(spot).all() for _, spot, _ in heat.marks) or not 0 <= heat.dead < 1:
        raise ValueError


def _held(path: Path) -> dict[str, npt.NDArray[Any]]:
    """The arrays of a map's file."""
    try:
        with zipfile.ZipFile(path) as archive:
            if sum(entry.file_size for entry in archive.infolist()) > _LARGEST:
                raise _no_map(path)
        with np.load(path, allow_pickle=False) as file:
            held = {name: file[name] for name in file.files}
    except FileNotFoundError:
        raise RulingError(f"{path}: there is no such file; make it with blastfocus map") from None
    except OSError as error:
        raise RulingError(f"{path}: {(error.strerror or 'is damaged').lower()}") from None
    except (
        zipfile.BadZipFile, EOFError, KeyError, NotImplementedError, RuntimeError, struct.error,
        ValueError, zlib.error,
    ):  # fmt: skip
        raise _no_map(path) from None
    if not set(_ABOUT) <= held.keys() or str(held["format"]) != "1":
        raise _no_map(path)
    return held


def _no_map(path: Path) -> RulingError:
    return RulingError(
        f"{path}: is no map that can be read; name the .npz file that blastfocus map wrote, or "
        "make it again"
    )


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
