"""What a mesh file says of itself beside its triangles: encoding, names, transforms, pictures."""

import json
import os
import re
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote

MOST_NAMES: Final = 200
"""Names of bodies, transforms, materials and pictures that are kept, of each."""

_LIBRARY: Final = 1_000_000
_UNITS: Final = r"\b(mm|millimet(?:er|re)s?|cm|centimet(?:er|re)s?|inch(?:es)?|met(?:er|re)s?)\b"
_MAPS: Final = re.compile(rb"^\s*(?:map_\w+|bump|disp|decal|refl)\s+(.*)$", re.M | re.I)
_STARTS: Final = (
    (b"glTF", ".glb"),
    (b"PK\x03\x04", ".3mf"),
    (b"ply", ".ply"),
    (b"OFF", ".off"),
    (b"UnityFS", "a Unity asset bundle"),
    (b"Kaydara FBX", "an FBX"),
    (b"<!DOCTYPE", "a web page"),
    (b"<html", "a web page"),
)


@dataclass(slots=True)
class Source:
    """What a file says of itself; names as the file has them, at most 200 of each.

    Parameters
    ----------
    encoding : {"binary", "text", "package"}
    bodies : list of str
    transforms : list of str
        Nodes that move, turn or scale what they hold, in words.
    materials : list of str
    pictures : list of (name, where)
        An OBJ's material libraries among them. Where is ``"inside"``, ``"beside it"``,
        ``"missing"`` or ``"elsewhere"``, which isn't followed.
    lies : list of str
        What in it may mislead a reader, clauses without a full stop.
    """

    encoding: str
    bodies: list[str] = field(default_factory=list)
    transforms: list[str] = field(default_factory=list)
    materials: list[str] = field(default_factory=list)
    pictures: list[tuple[str, str]] = field(default_factory=list)
    lies: list[str] = field(default_factory=list)


def source(file: bytes, path: Path) -> Source:
    """Return what a file says of itself, whether or not its triangles can be read.

    Parameters
    ----------
    file : bytes
    path : Path
        Its ending says the kind. Pictures are looked for in its folder, by name only; of
        an OBJ's material library there, the names of its pictures are read.

    Examples
    --------
    >>> source(b"solid made by hand\\nendsolid", Path("a.stl")).encoding
    'text'
    """
    read = _OF.get(path.suffix.lower())
    try:
        found = Source("binary") if read is None else read(file, path)
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError, struct.error):
        found = Source("binary")
    for names in (found.bodies, found.transforms, found.materials, found.pictures):
        del names[MOST_NAMES:]
    return found


def looks_like(file: bytes) -> str:
    """Return the kind that a file's first bytes are those of; empty where they say nothing.

    Examples
    --------
    >>> looks_like(b"glTF\\x02"), looks_like(b"v 0 0 0")
    ('.glb', '')
    """
    start = file[:200].lstrip(b"\xef\xbb\xbf \r\n\t")
    return next((kind for word, kind in _STARTS if start.startswith(word)), "")


def _stl(file: bytes, path: Path) -> Source:
    said = struct.unpack_from("<I", file, 80)[0] if len(file) >= 84 else -1
    if len(file) != 84 + 50 * said:
        solids = re.findall(rb"^\s*solid[ \t]*([^\r\n]*)", file, re.M | re.I)
        return Source("text", bodies=_unique(map(_text, solids)))
    found = Source("binary")
    head = file[:80].rstrip(b"\0 ")
    if head.lower().lstrip().startswith(b"solid"):
        found.lies.append("it begins with 'solid' as text does, but is binary")
    found.lies += _of_units(_text(head))
    return found


def _obj(file: bytes, path: Path) -> Source:
    found = Source("text")
    comments = b"\n".join(re.findall(rb"^\s*#[^\r\n]*", file, re.M)[:MOST_NAMES])
    found.lies += _of_units(_text(comments))
    lines: Callable[[bytes], list[str]] = lambda word: _unique(  # noqa: E731
        map(_text, re.findall(rb"^\s*" + word + rb"[ \t]+([^\r\n]+)", file, re.M))
    )
    found.bodies = lines(b"o") or lines(b"g")
    found.materials = lines(b"usemtl")
    for name in lines(b"mtllib")[:20]:
        where = _where(name, path)
        found.pictures.append((name, where))
        if where == "beside it":
            rows = _MAPS.findall(_start_of(_beside(name, path)))
            maps = [_text(row).split()[-1] for row in rows if row.split()]
            found.pictures += [(each, _where(each, path)) for each in _unique(maps)]
    return found


def _of_units(text: str) -> list[str]:
    named = re.search(_UNITS, text, re.I)
    if named is None:
        return []
    return [f"a comment speaks of {named[0]!r}, which programs write whatever the truth"]


def _glb(file: bytes, path: Path) -> Source:
    (length,) = struct.unpack_from("<I", file, 12)
    header: dict[str, Any] = json.loads(file[20 : 20 + length])
    found = Source("binary")
    found.bodies = _unique(_named(header, "meshes", "mesh"))
    found.materials = _unique(_named(header, "materials", "material"))
    for i, node in enumerate(header.get("nodes", [])):
        said = list(_moves(node))
        if said:
            name = node.get("name", f"node {i}")
            found.transforms.append(f"{name}: {', '.join(said)}")
    for i, picture in enumerate(header.get("images", [])):
        address = picture.get("uri")
        name = picture.get("name", f"image {i}")
        if address is None or address.startswith("data:"):
            found.pictures.append((name, "inside"))
        else:
            found.pictures.append((address[:200], _where(unquote(address), path)))
    return found


def _moves(node: dict[str, Any]) -> Iterator[str]:
    plain = {"translation": [0, 0, 0], "rotation": [0, 0, 0, 1], "scale": [1, 1, 1]}
    for key, nothing in plain.items():
        if key in node and [float(x) for x in node[key]] != nothing:
            yield f"{key} {' '.join(f'{float(x):.4g}' for x in node[key])}"
    if "matrix" in node:
        matrix = [float(x) for x in node["matrix"]]
        if matrix != [float(i % 5 == 0) for i in range(16)]:
            yield "a matrix"


def _named(header: dict[str, Any], section: str, one: str) -> list[str]:
    return [str(row.get("name", f"{one} {i}")) for i, row in enumerate(header.get(section, []))]


def _ply(file: bytes, path: Path) -> Source:
    header = file.partition(b"end_header")[0]
    found = Source("text" if b"format ascii" in header else "binary")
    names = re.findall(rb"^comment\s+TextureFile\s+([^\r\n]+)", header, re.M | re.I)
    found.pictures = [(name, _where(name, path)) for name in _unique(map(_text, names))]
    comments = b"\n".join(re.findall(rb"^comment[^\r\n]*", header, re.M)[:MOST_NAMES])
    found.lies += _of_units(_text(comments))
    return found


def _off(file: bytes, path: Path) -> Source:
    return Source("text")


def _package(file: bytes, path: Path) -> Source:
    return Source("package")


def _start_of(library: Path) -> bytes:
    """The first bytes of a material library; none where it can't be opened."""
    try:
        with library.open("rb") as stream:
            return stream.read(_LIBRARY)
    except OSError:
        return b""


def _beside(name: str, path: Path) -> Path:
    """Where a file of that name lies, as programs of any system write it."""
    return path.parent.resolve() / name.replace("\\", "/")


def _where(name: str, path: Path) -> str:
    """Whether a file of that name lies beside; what leads out of the folder isn't followed."""
    if re.match(r"[a-z][a-z0-9+.-]*:", name, re.I) or "\0" in name:
        return "elsewhere"
    folder = path.parent.resolve()
    try:
        there = _beside(name, path).resolve()
        if not there.is_relative_to(folder):
            return "elsewhere"
        return "beside it" if os.path.isfile(there) else "missing"
    except (OSError, RuntimeError, ValueError):
        return "missing"


def _text(words: bytes) -> str:
    return words.decode("utf-8", "replace").strip()[:200]


def _unique(names: "Iterator[str] | map[str] | list[str]") -> list[str]:
    return list(dict.fromkeys(name for name in names if name))


_OF: Final[dict[str, Callable[[bytes, Path], Source]]] = {
    ".stl": _stl,
    ".obj": _obj,
    ".glb": _glb,
    ".ply": _ply,
    ".off": _off,
    ".3mf": _package,
}
