"""A mapping file: which local mesh stands for an address or a name."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

from meshes.units import MM_PER
from rules.scenefile.places import shown, visible
from rules.tabletop_simulator.files import content_of
from spatial.scene import SceneError

LARGEST_MAPPING: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Local:
    """A local mesh file.

    Parameters
    ----------
    path : Path
    units : str or None
        None for a file as the simulator takes it: inches, y up, its own origin kept.
    up : {"z", "y"}
    """

    path: Path
    units: str | None = None
    up: Literal["z", "y"] = "z"


@dataclass(frozen=True, slots=True)
class Mapping:
    """What a mapping file says.

    Parameters
    ----------
    addresses, names : dict of str to Local
        By address, and by nickname without markup.
    """

    addresses: dict[str, Local]
    names: dict[str, Local]


def load(path: Path, outside: bool = False) -> Mapping:
    """Read a mapping file.

    Parameters
    ----------
    path : Path
        TOML: tables ``addresses`` and ``names``; each value is a file's path from the
        mapping's folder, or a table with ``mesh`` and, where it isn't as the simulator
        takes it, ``units`` and ``up``.
    outside : bool
        Whether files may lie outside the mapping's folder.

    Raises
    ------
    SceneError
        With every problem of the file, each with its place and remedy.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = Path(folder, "crate.stl").write_bytes(b"")
    ...     path = Path(folder, "mapping.toml")
    ...     _ = path.write_text('[names]\\n"Crate" = { mesh = "crate.stl", units = "mm" }\\n')
    ...     load(path).names["Crate"].units
    'mm'
    """
    content = content_of(path, LARGEST_MAPPING, "is it a mapping?")
    try:
        parsed = tomllib.loads(content.decode("utf-8-sig"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise SceneError(f"{path}: {str(error)[:200]}; correct the TOML") from None
    except ValueError:
        raise SceneError(f"{path}: a number has too many digits; correct it") from None
    problems: list[str] = []
    made: dict[str, dict[str, Local]] = {"addresses": {}, "names": {}}
    for section, rows in parsed.items():
        if section not in made:
            problems.append(f"{section}: is no known table; known here: addresses, names")
            continue
        if not isinstance(rows, dict):
            problems.append(
                f"{section}: expected a table, got {shown(rows)}; head it with [{section}]"
            )
            continue
        for key, value in rows.items():
            found = _local(value, path.parent, outside)
            if isinstance(found, Local):
                made[section][key] = found
            else:
                problems.append(f'{section}."{key}"{found}')
    if problems:
        raise SceneError("\n".join(f"{path}: {visible(one)}" for one in problems))
    return Mapping(made["addresses"], made["names"])


def _local(value: Any, folder: Path, outside: bool) -> Local | str:
    """What a value says, or what is wrong with it, its key before a colon."""
    row = {"mesh": value} if isinstance(value, str) else value
    if not isinstance(row, dict):
        return ": expected a file's path, or a table with mesh, units and up"
    unknown = [key for key in row if key not in ("mesh", "units", "up")]
    if unknown:
        return f".{unknown[0]}: is no known key; known here: mesh, units, up"
    if not isinstance(row.get("mesh"), str) or not row["mesh"]:
        return ".mesh: is missing; name a mesh file"
    units, up = row.get("units"), row.get("up", "z")
    if units is not None and (not isinstance(units, str) or units not in MM_PER):
        return f".units: expected one of {', '.join(MM_PER)}, got {units!r}"
    if up not in ("z", "y"):
        return f'.up: expected "z" or "y", got {up!r}'
    if units is None and "up" in row:
        return ".units: is missing; say what 1 is in the file"
    try:
        path = (folder / row["mesh"]).resolve()
        within = path.is_relative_to(folder.resolve())
        there = path.is_file()
    except (OSError, RuntimeError, ValueError):
        return ".mesh: can't be followed; check the path"
    if not within and not outside:
        return ".mesh: leaves the mapping's folder; move the mesh there, or allow it with --outside"
    if not there:
        return f".mesh: there is no file {row['mesh']!r}; check the name"
    return Local(path, units, "y" if up == "y" else "z")
