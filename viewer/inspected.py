"""What mesh files are, in words and in JSON."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from meshes.guessing import Guess
from meshes.inspecting import Inspection
from meshes.silhouettes import silhouette
from meshes.units import MM_PER, to_mm
from rules.tabletop_simulator.standing import Table
from viewer import json_text, plain
from viewer.phrases import count, listed
from viewer.wrapping import item, wrapped

FORMAT: Final = 1
_SHOWN: Final = 8


def report(found: Sequence[Inspection], saves: Sequence[tuple[Path, Table]] = ()) -> str:
    """Return what each file is, a paragraph each.

    Parameters
    ----------
    found : sequence of Inspection
    saves : sequence of (Path, Table)
        Saves of Tabletop Simulator, and what stands on their tables.
    """
    meshes = "\n".join("\n".join(_lines(one)) + "\n" for one in found)
    return meshes + "".join(f"{_save(path, table)}\n" for path, table in saves)


def dumps(
    found: Sequence[Inspection],
    refused: Sequence[str] = (),
    saves: Sequence[tuple[Path, Table]] = (),
) -> str:
    """Return the same as JSON text, with why other files couldn't be read."""
    return json_text.dumps(
        {
            "format": FORMAT,
            "program": json_text.program(),
            "files": [_record(one) for one in found],
            "saves": [
                {
                    "file": path.name,
                    "pieces": table.count,
                    "scenery": len(table.standing),
                    "left_out": len(table.left_out),
                    "mat": table.mat is not None,
                }
                for path, table in saves
            ],
            "refused": list(refused),
        }
    )


def _save(path: Path, table: Table) -> str:
    mat = "a mat" if table.mat is not None else "no mat"
    return (
        f"{path.name}: a save of Tabletop Simulator, {count(table.count, 'piece')}: "
        f"{len(table.standing)} of scenery, {len(table.left_out)} that are none, {mat}; import it "
        f"with: blastfocus import tts {path} -o FOLDER"
    )


def _lines(one: Inspection) -> list[str]:
    about = one.source
    kind = f"{one.kind[1:].upper()}, {about.encoding}"
    head = (
        f"{one.name}: {kind}, {count(one.triangles, 'triangle')}, {count(one.corners, 'corner')}, "
        f"{count(one.bodies, 'body', 'bodies')}, {count(one.shells, 'shell')}"
    )
    lines = wrapped(head, further="  ")
    lines += item("up: ", _guess(one.up))
    lines += item("unit: ", _guess(one.units))
    tall = silhouette("S2").height
    for unit in MM_PER:
        x, y, z = (to_mm(float(side), unit) for side in one.upright)
        mark = " (likely)" if unit in (one.units.value, *one.units.choices) else ""
        size = f"{_mm(x)} x {_mm(y)} mm and {_mm(z)} mm high; an S2 is {tall:g} mm high{mark}"
        lines += item(f"  if 1 is 1 {unit:<3} ", size)
    lines += item("surface: ", _surface(one))
    for word, names in (
        ("bodies", about.bodies if len(about.bodies) > 1 else []),
        ("placed by nodes", about.transforms),
        ("materials", about.materials),
    ):
        if names:
            lines += item(f"{word}: ", _some(names))
    for name, where in about.pictures:
        said = "missing; its shape is read without" if where == "missing" else where
        said = "an address elsewhere, which isn't opened" if where == "elsewhere" else said
        lines += item("picture: ", f"{name} ({said})")
    for lie in about.lies:
        lines += item("beware: ", lie)
    return lines


def _guess(one: Guess) -> str:
    if one.value is None:
        return f"can't be told: {one.reason}; state one of {', '.join(one.choices)}"
    return f"{one.value} ({one.reason})" if one.is_fixed else f"{one.value}, a guess: {one.reason}"


def _surface(one: Inspection) -> str:
    said = []
    if one.holes:
        longest = f"{one.holes[0]:.4g}"
        said.append(f"{count(len(one.holes), 'hole')}, {longest} of its units round the longest")
    if one.shared_edges:
        edges = count(one.shared_edges, "edge")
        said.append(f"{edges} shared by more than two faces, by up to {one.most_faces}")
    if one.flat_faces:
        said.append(f"{count(one.flat_faces, 'face')} without an area")
    return listed(said) if said else "closed, no edge shared by more than two faces"


def _some(names: Sequence[str]) -> str:
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more


def _mm(value: float) -> str:
    return f"{value:.1f}" if value >= 1 else f"{value:.3g}"


def _record(one: Inspection) -> dict[str, Any]:
    about = one.source
    return {
        "file": one.name,
        "kind": one.kind[1:],
        "encoding": about.encoding,
        "bytes": one.bytes,
        "triangles": one.triangles,
        "corners": one.corners,
        "bodies": one.bodies,
        "shells": one.shells,
        "up": _choice(one.up),
        "units": _choice(one.units),
        "sizes_mm": {
            unit: [plain.number(to_mm(float(side), unit)) for side in one.upright]
            for unit in MM_PER
        },
        "holes": [plain.number(each) for each in one.holes],
        "shared_edges": one.shared_edges,
        "most_faces_at_an_edge": one.most_faces,
        "faces_without_area": one.flat_faces,
        "names": about.bodies,
        "transforms": about.transforms,
        "materials": about.materials,
        "pictures": [{"name": name, "where": where} for name, where in about.pictures],
        "beware": about.lies,
    }


def _choice(one: Guess) -> dict[str, Any]:
    return {
        "value": one.value,
        "guessed": not one.is_fixed,
        "reason": one.reason,
        "choices": list(one.choices),
    }
