"""Seeds that the project makes itself, one or more for each reader, and how they are damaged."""

import io
import json
import random
import re
import tempfile
import zipfile
from pathlib import Path
from typing import Final

from meshes.files import save
from meshes.kit import SideOpening, box, building, ramp
from tests.rules.tabletop_simulator import saves

CORE: Final = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"

_HOUSE: Final = building(
    (120, 100), 2, 60, parapet=10, openings=[SideOpening("south", 0, 10, 30, 0, 45)]
).mesh
_WORDS: Final = (
    b"-1", b"0", b"1", b"99999999999", b"4294967295", b"nan", b"inf", b"1e400", b"1e-400",
    b'"x"', b"null", b"[]", b"{}", b"true", b"", b"../../x", b"\xff\xfe", b"[[[[", b'"',
)  # fmt: skip
_RAW: Final = (
    b"\xff" * 4, bytes(4), b"\0\0\x80\x7f", b"\0\0\xc0\x7f", b"\x01\0\0\0", b"\xff\xff\xff\x7f",
)  # fmt: skip


def seeds() -> dict[str, list[bytes]]:
    """Return the sound files of each kind, by their ending."""
    made: dict[str, list[bytes]] = {
        ".3mf": [package(model())],
        ".off": [_off()],
        ".json": [_table(), _map_bag(), _object()],
        ".toml": [_mapping()],
    }
    with tempfile.TemporaryDirectory() as folder:
        for suffix in (".stl", ".obj", ".ply", ".glb"):
            path = Path(folder, f"seed{suffix}")
            save({"ramp": ramp((40, 20, 30)).mesh, "crate": box((20, 20, 20)).mesh}, path)
            made[suffix] = [path.read_bytes()]
            save(_HOUSE, path)
            made[suffix].append(path.read_bytes())
    made[".stl"].append(_ascii_stl())
    made[".obj"].append(saves.BLOCK_OBJ.encode())
    made[".ply"].append(_ascii_ply())
    return made


def damaged(file: bytes, chance: random.Random) -> bytes:
    """Return a file with one to six wounds: bytes, spans, numbers and words changed."""
    wounded = bytearray(file)
    for _ in range(chance.randint(1, 6)):
        at = chance.randrange(len(wounded) + 1)
        span = chance.choice((1, 2, 4, 8, 16, 64, 512))
        match chance.randrange(9):
            case 0:
                wounded[at : at + 1] = bytes([chance.randrange(256)])
            case 1:
                del wounded[at : at + span]
            case 2:
                wounded[at:at] = wounded[at : at + span]
            case 3:
                wounded[at : at + 4] = chance.choice(_RAW)
            case 4:
                del wounded[at:]
            case 5:
                wounded[at:at] = wounded[at : at + span] * chance.choice((2, 20))
            case 6:
                other = chance.randrange(len(wounded) + 1)
                wounded[at : at + span] = wounded[other : other + span]
            case _:
                _reword(wounded, chance)
    return bytes(wounded[:200_000])


def _reword(wounded: bytearray, chance: random.Random) -> None:
    """Replace a number or a word, near a place chosen at random."""
    at = chance.randrange(len(wounded) + 1)
    found = re.search(rb"-?\d+(\.\d+)?|\w+", wounded[at : at + 400])
    if found is not None:
        wounded[at + found.start() : at + found.end()] = chance.choice(_WORDS)


def _off() -> bytes:
    mesh = box((20, 30, 40)).mesh
    rows = ["OFF", f"{len(mesh.vertices)} {len(mesh.faces)} 0"]
    rows += [" ".join(f"{x:g}" for x in corner) for corner in mesh.vertices]
    rows += [f"3 {a} {b} {c}" for a, b, c in mesh.faces.tolist()]
    return "\n".join(rows).encode()


def _ascii_ply() -> bytes:
    head, _, body = _off().decode().partition(" 0\n")
    corners, faces = head.split()[1:]
    return (
        f"ply\nformat ascii 1.0\ncomment TextureFile skin.png\nelement vertex {corners}\n"
        "property float x\nproperty float y\nproperty float z\n"
        f"element face {faces}\nproperty list uchar int vertex_indices\nend_header\n{body}\n"
    ).encode()


def _ascii_stl() -> bytes:
    rows = ["solid crate"]
    for triangle in box((20, 30, 40)).mesh.triangles.tolist():
        rows += ["facet normal 0 0 0", "outer loop"]
        rows += ["vertex " + " ".join(f"{x:g}" for x in corner) for corner in triangle]
        rows += ["endloop", "endfacet"]
    return "\n".join([*rows, "endsolid crate"]).encode()


def model() -> bytes:
    """Return the words of a sound package."""
    mesh = box((20, 30, 40)).mesh
    corners = "".join(f'<vertex x="{x}" y="{y}" z="{z}"/>' for x, y, z in mesh.vertices.tolist())
    faces = "".join(f'<triangle v1="{a}" v2="{b}" v3="{c}"/>' for a, b, c in mesh.faces.tolist())
    return (
        f'<?xml version="1.0"?><model unit="inch" xmlns="{CORE}"><resources>'
        f'<object id="1"><mesh><vertices>{corners}</vertices><triangles>{faces}</triangles>'
        '</mesh></object><object id="2"><components><component objectid="1" '
        'transform="1 0 0 0 1 0 0 0 1 5 6 7"/></components></object></resources>'
        '<build><item objectid="2"/></build></model>'
    ).encode()


def package(model: bytes) -> bytes:
    """Return a sound package round words that may be damaged."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr(zipfile.ZipInfo("3D/3dmodel.model"), model)
    return file.getvalue()


def _table() -> bytes:
    child = saves.bundle("4", saves.transform((0, 2, 0), (0, 15, 0)))
    tilted = saves.transform((3, 2, 1), (336.4, 66.6, 25.2), (1.2, 0.85, 2.04))
    return saves.save(
        saves.mat(),
        saves.model("1", Nickname="[b]Crate[/b]", Description="Total Cover\nif closed"),
        saves.model("2", saves.GONE, tilted, States={"2": saves.model("1")}),
        saves.model("3", ChildObjects=[child]),
        {"Name": "Notecard", "Nickname": "Water", "Transform": saves.transform()},
    )


def _map_bag() -> bytes:
    script = "--aaaaaa,0,0.96,0,0,180,0\n--000001,1,1.06,2,-5.5E-08,90,180\nprint(1)"
    inner = saves.bag("--000002,4,1.06,0,0,0,0", saves.model("000002"))
    return saves.save(saves.bag(script, saves.mat(), saves.model("000001"), inner))


def _object() -> bytes:
    return json.dumps({"Object": saves.model("1", Nickname="PILLAR"), "StatesPaths": {}}).encode()


def _mapping() -> bytes:
    return (
        f'[addresses]\n"{saves.BLOCK}" = "block.obj"\n\n[names]\n'
        '"Crate" = { mesh = "block.obj", units = "in", up = "y" }\n'
    ).encode()
