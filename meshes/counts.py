"""How many triangles a mesh file says it has.

Counted before the file is read: a file that claims too much is never loaded,
and one whose claim its reader doesn't meet was cut short or misread. Readers
differ in what they skip without a word, so each format is counted by its own
plain rule: a polygon with n corners makes n - 2 triangles.
"""

import re
import struct
from itertools import accumulate

from meshes.mesh import MeshError


def stl_triangles(file: bytes) -> int:
    """Count the triangles of a binary or ASCII STL.

    A binary file is known by its length, 84 bytes and 50 a triangle: its
    first bytes may well read "solid".

    Raises
    ------
    MeshError
        If it is neither ASCII nor as long as its header says, or a solid
        doesn't end.

    Examples
    --------
    >>> stl_triangles(b"solid\\nfacet outer loop ... endloop endfacet\\nendsolid")
    1
    """
    said = struct.unpack_from("<I", file, 80)[0] if len(file) >= 84 else 0
    if len(file) == 84 + 50 * said:
        return int(said)
    text = file.lower()
    if text.lstrip().startswith(b"solid") and b"endsolid" in text:
        if len(re.findall(rb"^\s*solid\b", text, re.M)) > text.count(b"endsolid"):
            raise MeshError("was cut short: a solid has no end; fetch or export it again")
        return text.count(b"endfacet")
    raise MeshError(
        f"has {len(file)} bytes, but its header says {84 + 50 * said}: it was cut short "
        "or is no STL; fetch or export it again"
    )


def plain_obj(file: bytes) -> bytes:
    """Return an OBJ without continued lines, without indents and comments.

    trimesh reads no comment behind numbers, and no line that is set in.

    Examples
    --------
    >>> plain_obj(b"v 0 0 0 # a corner\\n  f 1 \\\\\\n 2 3")
    b'v 0 0 0 \\nf 1  2 3'
    """
    whole = file.replace(b"\\\r\n", b"").replace(b"\\\n", b"")
    told = re.sub(rb"#[^\r\n]*", b"", whole)
    return re.sub(rb"\n[ \t]+", b"\n", told).lstrip(b" \t")


def obj_triangles(file: bytes) -> int:
    """Count the triangles of an OBJ that is `plain_obj`.

    Raises
    ------
    MeshError
        If a face names its corners backwards from a place before the last
        corner, which trimesh would misread.

    Examples
    --------
    >>> obj_triangles(b"v 0 0 0\\nv 1 0 0\\nv 1 1 0\\nv 0 1 0\\nf 1 2 3 4")
    2
    """
    triangles = corners = backwards_at = 0
    for line in file.splitlines():
        words = line.split()
        if words and words[0] == b"v":
            corners += 1
        elif words and words[0] == b"f":
            triangles += max(len(words) - 3, 1)
            if any(word.startswith(b"-") for word in words):
                backwards_at = backwards_at or corners
    if backwards_at and backwards_at != corners:
        raise MeshError("counts corners backwards; export it with absolute numbers")
    return triangles


def off_triangles(file: bytes) -> int:
    """Count the triangles of an OFF.

    Raises
    ------
    MeshError
        If it has fewer faces, or a face fewer corners, than it says.

    Examples
    --------
    >>> off_triangles(b"OFF\\n3 1 0\\n0 0 0\\n1 0 0\\n0 1 0\\n3 0 1 2")
    1
    """
    rows = [words for line in file.splitlines() if (words := line.split(b"#")[0].split())]
    start, counts = (1, rows[0][1:]) if len(rows[0]) > 1 else (2, rows[1])
    corners, faces = int(counts[0]), int(counts[1])
    return _polygons(rows[start + corners :], faces)


def ply_triangles(file: bytes) -> int | None:
    """Count the triangles of a PLY.

    Returns
    -------
    int or None
        None if they can't be told from its text: a binary file (its length
        is checked by its reader) or faces that don't start with their corners.

    Raises
    ------
    MeshError
        If an ASCII file has fewer lines, or a face fewer corners, than it says.

    Examples
    --------
    >>> ply_triangles(b"ply\\nformat binary_little_endian 1.0\\nend_header\\n") is None
    True
    """
    header, _, body = file.partition(b"end_header")
    elements: dict[bytes, tuple[int, list[bytes]]] = {}
    properties: list[bytes] = []
    for line in header.splitlines():
        words = line.split()
        if words[:1] == [b"element"]:
            properties = []
            elements[words[1]] = (int(words[2]), properties)
        elif words[:1] == [b"property"]:
            properties.append(words[1])
    if b"ascii" not in header:
        return None
    rows = [words for line in body.splitlines() if (words := line.split())]
    ends = dict(zip(elements, accumulate(count for count, _ in elements.values()), strict=True))
    if len(rows) < max(ends.values(), default=0):
        raise MeshError("was cut short: it has fewer lines than it says; fetch or export it again")
    count, properties = elements.get(b"face", (0, []))
    if properties[:1] != [b"list"]:
        return None
    return _polygons(rows[ends[b"face"] - count :], count)


def _polygons(rows: list[list[bytes]], count: int) -> int:
    """Count the triangles of the first `count` rows, each a number of corners and the corners."""
    faces = rows[:count]
    sizes = [int(words[0]) for words in faces]
    if len(faces) < count or any(
        size < 3 or len(words) <= size for size, words in zip(sizes, faces, strict=True)
    ):
        raise MeshError("was cut short: a face lacks corners; fetch or export it again")
    return sum(size - 2 for size in sizes)
