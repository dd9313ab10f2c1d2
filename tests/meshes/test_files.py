"""Mesh files: read whole or refused, never guessed, never silently changed."""

import contextlib
import io
import json
import logging
import random
import re
import struct
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from meshes.files import load, save
from meshes.kit import SideOpening, box, building
from meshes.mesh import Floats, Mesh, MeshError

SAMPLES = Path(__file__).parents[2].parent / "shared" / "samples"

# A wedge with no symmetry: 6 corners, 3 quads and 2 triangles; x 0..4, y 0..2, z 0..1.
CORNERS = [(0, 0, 0), (4, 0, 0), (4, 2, 0), (0, 2, 0), (0, 0, 1), (0, 2, 1)]
POLYGONS = [(0, 3, 2, 1), (0, 1, 4), (3, 5, 2), (1, 2, 5, 4), (0, 4, 5, 3)]
TRIANGLES = [(p[0], p[i], p[i + 1]) for p in POLYGONS for i in range(1, len(p) - 1)]
CENTRED = np.array(CORNERS) - (2, 1, 0)


def triangle_set(corners: Any, faces: Any) -> list[Any]:
    """Triangles as cycles that start at their least corner: order and winding count."""
    cycles = []
    for face in faces:
        points = [tuple(float(x) + 0.0 for x in corners[i]) for i in face]
        least = points.index(min(points))
        cycles.append(tuple(points[least:] + points[:least]))
    return sorted(cycles)


WEDGE = triangle_set(CENTRED, TRIANGLES)


def stl_binary(corners: Any = CORNERS, faces: Any = TRIANGLES, count: int | None = None) -> bytes:
    body = b"".join(
        struct.pack("<12fH", 0, 0, 0, *(x for i in face for x in corners[i]), 0) for face in faces
    )
    return b"solid not ascii".ljust(80) + struct.pack("<I", count or len(faces)) + body


def stl_ascii(corners: Any = CORNERS, faces: Any = TRIANGLES, solids: int = 1) -> bytes:
    text = ""
    for part in range(solids):
        text += f"solid part{part}\n"
        for face in faces[part::solids]:
            text += "facet normal 0 0 0\nouter loop\n"
            text += "".join("vertex {} {} {}\n".format(*corners[i]) for i in face)
            text += "endloop\nendfacet\n"
        text += f"endsolid part{part}\n"
    return text.encode()


def obj() -> bytes:
    lines = [f"v {x} {y} {z}" for x, y, z in CORNERS]
    lines += ["f " + " ".join(str(i + 1) for i in polygon) for polygon in POLYGONS]
    return ("mtllib ../../secret.mtl\n" + "\n".join(lines) + "\n").encode()


def off() -> bytes:
    lines = ["OFF", f"{len(CORNERS)} {len(POLYGONS)} 0"]
    lines += [f"{x} {y} {z}" for x, y, z in CORNERS]
    lines += [" ".join(map(str, (len(p), *p))) for p in POLYGONS]
    return ("\n".join(lines) + "\n").encode()


def ply_ascii(polygons: Any = POLYGONS) -> bytes:
    head = (
        f"ply\nformat ascii 1.0\nelement vertex {len(CORNERS)}\nproperty float x\n"
        f"property float y\nproperty float z\nelement face {len(polygons)}\n"
        "property list uchar int vertex_indices\nend_header\n"
    )
    lines = [f"{x} {y} {z}" for x, y, z in CORNERS]
    lines += [" ".join(map(str, (len(p), *p))) for p in polygons]
    return (head + "\n".join(lines) + "\n").encode()


def ply_binary() -> bytes:
    head = ply_ascii(TRIANGLES).split(b"end_header\n")[0] + b"end_header\n"
    head = head.replace(b"ascii", b"binary_little_endian")
    body = b"".join(struct.pack("<3f", *corner) for corner in CORNERS)
    return head + body + b"".join(struct.pack("<B3i", 3, *face) for face in TRIANGLES)


def glb(change: Callable[[dict[str, Any]], object] = lambda header: None) -> bytes:
    """The wedge in two nodes: faces 0-3 moved by (10, 0, 0), the rest mirrored in x."""
    first = np.array(CORNERS) - (10, 0, 0)
    second = np.array(CORNERS) * (-1, 1, 1)
    split = 4
    flipped = [face[::-1] for face in TRIANGLES[split:]]
    blobs = [
        np.array(first, "<f4").tobytes(),
        np.array(TRIANGLES[:split], "<u2").tobytes(),
        np.array(second, "<f4").tobytes(),
        np.array(flipped, "<u2").tobytes(),
    ]
    offsets = np.cumsum([0, *(len(blob) for blob in blobs)]).tolist()
    counts = [(6, "VEC3", 5126), (12, "SCALAR", 5123), (6, "VEC3", 5126), (12, "SCALAR", 5123)]
    header: dict[str, Any] = {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [
            {"name": "root", "children": [1, 2], "translation": [4, 0, 0]},
            {"name": "a", "mesh": 0, "translation": [10, 0, 0]},
            {"name": "b", "mesh": 1, "scale": [-1, 1, 1]},
        ],
        "materials": [{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}],
        "textures": [{"source": 0}],
        "images": [{"uri": "https://example.invalid/skin.png"}],
        "meshes": [
            {"primitives": [{"attributes": {"POSITION": 0}, "indices": 1, "material": 0}]},
            {"primitives": [{"attributes": {"POSITION": 2}, "indices": 3}]},
        ],
        "accessors": [
            {"bufferView": i, "componentType": kind, "count": count, "type": shape}
            for i, (count, shape, kind) in enumerate(counts)
        ],
        "bufferViews": [
            {"buffer": 0, "byteOffset": offset, "byteLength": len(blob)}
            for offset, blob in zip(offsets[:-1], blobs, strict=True)
        ],
        "buffers": [{"byteLength": offsets[-1]}],
    }
    change(header)
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 4)
    body = b"".join(blobs)
    chunks = struct.pack("<I4s", len(text), b"JSON") + text
    chunks += struct.pack("<I4s", len(body), b"BIN\0") + body
    return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks


CORE = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"
PRODUCTION = "http://schemas.microsoft.com/3dmanufacturing/production/2015/06"


def mesh_xml(number: int, faces: Any, corners: Any = CORNERS) -> str:
    points = "".join('<vertex x="{}" y="{}" z="{}"/>'.format(*corner) for corner in corners)
    triangles = "".join('<triangle v1="{}" v2="{}" v3="{}"/>'.format(*face) for face in faces)
    return (
        f'<object id="{number}" type="model"><mesh><vertices>{points}</vertices>'
        f"<triangles>{triangles}</triangles></mesh></object>"
    )


def model_xml(resources: str, build: str, unit: str = "millimeter") -> bytes:
    return (
        f'<?xml version="1.0" encoding="UTF-8"?><model unit="{unit}" xmlns="{CORE}" '
        f'xmlns:p="{PRODUCTION}"><resources>{resources}</resources>'
        f"<build>{build}</build></model>"
    ).encode()


def package(parts: dict[str, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(zipfile.ZipInfo(name), text, zipfile.ZIP_DEFLATED)
    return file.getvalue()


def model_3mf(unit: str = "millimeter") -> bytes:
    """The wedge from two bodies in another part, one turned and moved where it is used."""
    turned = [(-y, x, z) for x, y, z in CORNERS]
    resources = mesh_xml(1, TRIANGLES[:3]) + mesh_xml(2, TRIANGLES[3:], turned)
    whole = (
        '<object id="7"><components>'
        '<component objectid="1" p:path="/3D/Objects/bodies.model"/>'
        '<component objectid="2" p:path="/3D/Objects/bodies.model" '
        'transform="0 -1 0 1 0 0 0 0 1 0 0 0"/></components></object>'
    )
    return package(
        {
            "_rels/.rels": (
                b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/'
                b'relationships"><Relationship Target="/3D/3dmodel.model" Id="r" Type="'
                b'http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>'
            ),
            "3D/3dmodel.model": model_xml(
                whole, '<item objectid="7" transform="1 0 0 0 1 0 0 0 1 5 6 7"/>', unit
            ),
            "3D/Objects/bodies.model": model_xml(resources, ""),
        }
    )


FILES: dict[str, tuple[str, Callable[[], bytes]]] = {
    "stl binary": (".stl", stl_binary),
    "stl ascii": (".stl", stl_ascii),
    "stl ascii, two solids": (".stl", lambda: stl_ascii(solids=2)),
    "obj": (".obj", obj),
    "off": (".off", off),
    "ply ascii": (".ply", ply_ascii),
    "ply binary": (".ply", ply_binary),
    "glb": (".glb", glb),
    "3mf": (".3mf", model_3mf),
}


def write(folder: Path, file: bytes, suffix: str) -> Path:
    path = folder / f"piece{suffix}"
    path.write_bytes(file)
    return path


def refusal(path: Path, **options: Any) -> str:
    with pytest.raises(MeshError) as caught:
        load(path, **options)
    message = str(caught.value)
    assert message.startswith(f"{path.name}: ")
    assert str(path.parent) not in message
    return message.removeprefix(f"{path.name}: ")


@pytest.mark.parametrize("kind", FILES)
def test_every_kind_reads_the_same_wedge(kind: str, tmp_path: Path) -> None:
    suffix, make = FILES[kind]
    mesh = load(write(tmp_path, make(), suffix))
    assert len(mesh.vertices) == 6
    assert mesh.deviation == 0.0
    # Quads may be split along either diagonal; the wedge's volume, 4, fixes the winding.
    a, b, c = mesh.triangles[:, 0], mesh.triangles[:, 1], mesh.triangles[:, 2]
    assert np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6 == pytest.approx(4)
    assert len(mesh.faces) == 8
    assert mesh.bounds.tolist() == [[-2, -1, 0], [2, 1, 1]]
    if kind not in ("obj", "off", "ply ascii"):
        assert triangle_set(mesh.vertices, mesh.faces) == WEDGE


@pytest.mark.parametrize("kind", FILES)
def test_suffix_in_capitals(kind: str, tmp_path: Path) -> None:
    suffix, make = FILES[kind]
    assert len(load(write(tmp_path, make(), suffix.upper())).faces) == 8


@pytest.mark.parametrize("kind", FILES)
def test_another_files_suffix_is_refused(kind: str, tmp_path: Path) -> None:
    suffix, make = FILES[kind]
    for other, _ in FILES.values():
        if other != suffix:
            assert refusal(write(tmp_path, make(), other))


def test_y_up_units_and_scale(tmp_path: Path) -> None:
    path = write(tmp_path, stl_binary(), ".stl")
    # (x, y, z) -> (x, -z, y): depth 1 becomes y, height 2 becomes z.
    assert load(path, up="y").bounds.tolist() == [[-2, -0.5, 0], [2, 0.5, 2]]
    turned = [(x, -z, y) for x, y, z in CORNERS]
    expected = triangle_set(np.array(turned) - (2, -0.5, 0), TRIANGLES)
    mesh = load(path, up="y")
    assert triangle_set(mesh.vertices, mesh.faces) == expected
    assert load(path, units="in").bounds.tolist() == [[-50.8, -25.4, 0], [50.8, 25.4, 25.4]]
    assert load(path, units="cm", scale=0.5).bounds.tolist() == [[-10, -5, 0], [10, 5, 5]]
    assert load(path, up="y", scale=(1, 2, 3)).bounds.tolist() == [[-2, -1, 0], [2, 1, 6]]


def test_corners_merge_by_exact_position_only(tmp_path: Path) -> None:
    near = np.nextafter(np.float32(1), np.float32(2))
    corners = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (near, 0, 0), (0, -0.0, 0)]
    faces = [(0, 1, 2), (4, 3, 2)]
    mesh = load(write(tmp_path, stl_binary(corners, faces), ".stl"))
    assert (len(mesh.faces), len(mesh.vertices)) == (2, 4)


def test_no_triangle_is_dropped_or_turned(tmp_path: Path) -> None:
    # A needle of no area, the same triangle twice, and once more inside out.
    corners = [(0, 0, 0), (2, 0, 0), (2, 2, 1), (1, 0, 0)]
    faces = [(0, 1, 2), (0, 1, 3), (0, 1, 2), (2, 1, 0), (0, 0, 1)]
    expected = triangle_set(np.array(corners) - (1, 1, 0), faces)
    for file in (stl_binary(corners, faces), stl_ascii(corners, faces, solids=2)):
        mesh = load(write(tmp_path, file, ".stl"))
        assert triangle_set(mesh.vertices, mesh.faces) == expected


def test_polygons_become_fans(tmp_path: Path) -> None:
    ring = b"v 0 0 0\nv 2 0 0\nv 3 2 0\nv 1 3 0\nv -1 2 1\n"
    mesh = load(write(tmp_path, ring + b"f 1 2 3 4 5\n", ".obj"))
    # x -1..3 and y 0..3 around the origin.
    points = np.array([(0, 0, 0), (2, 0, 0), (3, 2, 0), (1, 3, 0), (-1, 2, 1)]) - (1, 1.5, 0)
    expected = triangle_set(points, [(0, 1, 2), (0, 2, 3), (0, 3, 4)])
    assert triangle_set(mesh.vertices, mesh.faces) == expected
    mixed = load(write(tmp_path, ring + b"f 1 2 3\nf 1/1 3/2 4/3 5/4\n", ".obj"))
    assert len(mixed.faces) == 3


def test_obj_with_seams_and_materials_is_one_mesh(tmp_path: Path) -> None:
    text = (
        b"mtllib none.mtl\nv 0 0 0\nv 1 0 0\nv 1 1 1\nv 0 1 0\n"
        b"vt 0 0\nvt 1 1\nvt 0 1\nvn 0 0 1\nvn 1 0 0\n"
        b"usemtl red\nf 1/1/1 2/2/1 3/3/1\nusemtl blue\nf 1/2/2 3/1/2 4/3/2\n"
    )
    mesh = load(write(tmp_path, text, ".obj"))
    assert (len(mesh.faces), len(mesh.vertices)) == (2, 4)


def test_obj_with_comments_behind_numbers_and_lines_set_in(tmp_path: Path) -> None:
    lines = obj().decode().replace("\nv ", "\n  v ").replace("\nf ", " # a corner\n\tf ")
    told = load(write(tmp_path, (lines + "# f 1 2 3\n").encode(), ".obj"))
    plain = load(write(tmp_path, obj(), ".obj"))
    assert np.array_equal(told.triangles, plain.triangles)
    # A line that goes on in the next, set in.
    longer = obj().decode().replace("f 1 ", "f 1 \\\n    ").encode()
    assert longer.count(b"\\\n") > 1
    longer_told = load(write(tmp_path, longer, ".obj"))
    assert np.array_equal(longer_told.triangles, plain.triangles)


def test_obj_counted_backwards(tmp_path: Path) -> None:
    after = b"v 0 0 0\nv 2 0 0\nv 2 2 0\nf -3 -2 -1\n"
    assert load(write(tmp_path, after, ".obj")).bounds.tolist() == [[-1, -1, 0], [1, 1, 0]]
    between = after + b"v 9 9 9\nv 8 8 8\nv 7 7 7\nf -3 -2 -1\n"
    assert refusal(write(tmp_path, between, ".obj")).startswith("counts corners backwards")


def test_3mf_placings(tmp_path: Path) -> None:
    """Two uses of one object, one mirrored: 3MF rows of four triples, the last the offset."""
    build = (
        '<item objectid="1" transform="1 0 0 0 1 0 0 0 1 100 0 0"/>'
        '<item objectid="1" transform="-1 0 0 0 2 0 0 0 1 -50 0 3"/>'
    )
    file = package({"3D/3dmodel.model": model_xml(mesh_xml(1, TRIANGLES), build)})
    mesh = load(write(tmp_path, file, ".3mf"))
    # x from -54 to 104, y from 0 to 4, z from 0 to 4.
    assert mesh.bounds.tolist() == [[-79, -2, 0], [79, 2, 4]]
    first = np.array(CORNERS) - (-75, 2, 0)
    second = np.array(CORNERS) * (-1, 2, 1) - (75, 2, -3)
    faces = [face[::-1] for face in TRIANGLES]
    assert triangle_set(mesh.vertices, mesh.faces) == sorted(
        triangle_set(first, TRIANGLES) + triangle_set(second, faces)
    )


def test_3mf_names_its_unit(tmp_path: Path) -> None:
    path = write(tmp_path, model_3mf("inch"), ".3mf")
    assert refusal(path).endswith('drawn in units of one inch, not mm; write units = "in"')
    assert load(path, units="in").bounds[1].tolist() == [50.8, 25.4, 25.4]
    path = write(tmp_path, model_3mf("foot"), ".3mf")
    assert refusal(path).endswith("one foot, not mm; export it in millimetres")


def test_3mf_traps(tmp_path: Path) -> None:
    file = package({"3D/3dmodel.model": b"<x/>", "3D/zeros.bin": bytes(5_000_000)})
    assert len(file) < 50_000
    assert refusal(write(tmp_path, file, ".3mf"), max_bytes=1_000_000).startswith(
        "unpacks to 5000004 bytes, more than 1000000"
    )
    doubled = "".join(
        f'<object id="{i}"><components><component objectid="{i - 1}"/>'
        f'<component objectid="{i - 1}"/></components></object>'
        for i in range(2, 40)
    )
    item = '<item objectid="39"/>'
    bomb = package({"3D/3dmodel.model": model_xml(mesh_xml(1, TRIANGLES) + doubled, item)})
    assert refusal(write(tmp_path, bomb, ".3mf"), max_triangles=1000).startswith(
        "has more than 1000 triangles"
    )
    empty = '<object id="1"><components/></object>'
    bomb = package({"3D/3dmodel.model": model_xml(empty + doubled, item)})
    assert refusal(write(tmp_path, bomb, ".3mf")).startswith("places its components too often")
    circle = (
        '<object id="1"><components><component objectid="2"/></components></object>'
        '<object id="2"><components><component objectid="1"/></components></object>'
    )
    ring = package({"3D/3dmodel.model": model_xml(circle, '<item objectid="1"/>')})
    assert "in a circle" in refusal(write(tmp_path, ring, ".3mf"))
    entity = b'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/hostname">]><x>&a;</x>'
    assert refusal(write(tmp_path, package({"3D/3dmodel.model": entity}), ".3mf")).startswith(
        "declares XML entities"
    )
    missing = '<item objectid="1" p:path="/3D/gone.model"/>'
    lost = package({"3D/3dmodel.model": model_xml("", missing)})
    assert refusal(write(tmp_path, lost, ".3mf")).startswith("names a part it doesn't hold")
    assert refusal(write(tmp_path, package({"readme.txt": b"hi"}), ".3mf")).startswith(
        "names a part it doesn't hold"
    )
    assert refusal(
        write(tmp_path, package({"3D/3dmodel.model": model_xml("", "")}), ".3mf")
    ).startswith("has no triangles")


def test_glb_with_several_primitives_and_shared_mesh(tmp_path: Path) -> None:
    def change(header: dict[str, Any]) -> None:
        header["meshes"] = [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}] * 2}]
        header["nodes"] = [
            {"mesh": 0},
            {"mesh": 0, "matrix": [*np.eye(4).T[:3].ravel(), 0, 0, 9, 1]},
        ]
        header["scenes"] = [{"nodes": [0, 1]}]

    path = write(tmp_path, glb(change), ".glb")
    mesh = load(path)
    assert len(mesh.faces) == 2 * 2 * 4
    assert mesh.bounds.tolist()[1][2] == 10
    again = load(path)
    assert mesh.faces.tobytes() == again.faces.tobytes()


@pytest.mark.parametrize(
    ("change", "start"),
    [
        (lambda h: h.update(extensionsUsed=["KHR_draco_mesh_compression"]),
         "uses KHR_draco_mesh_compression; export it without compression"),
        (lambda h: h.update(extensionsUsed=["EXT_mesh_gpu_instancing"]),
         "uses EXT_mesh_gpu_instancing; export it without instancing"),
        (lambda h: h["buffers"][0].update(uri="shape.bin"), "keeps its shape in another file"),
        (lambda h: h["buffers"][0].update(uri="http://example.invalid/shape.bin"),
         "keeps its shape in another file"),
        (lambda h: h["accessors"][0].update(sparse={"count": 1}),
         "stores positions or triangles sparse"),
        (lambda h: h["accessors"][2].update(normalized=True),
         "stores positions or triangles normalized"),
        (lambda h: h["accessors"][1].pop("bufferView"), "has positions or triangles without"),
        (lambda h: h["accessors"][1].update(count=10**12), "has more than 2000000 triangles"),
        (lambda h: h["meshes"][1]["primitives"][0].update(mode=6), "has triangle fans"),
        (lambda h: [m["primitives"][0].update(mode=1) for m in h["meshes"]], "has no triangles"),
        (lambda h: h.pop("scenes"), "has no triangles"),
        (lambda h: h["scenes"][0].update(nodes=[]), "has no triangles"),
    ],
    ids=["draco", "instances", "buffer file", "buffer address", "sparse", "normalized",
         "no view", "too many", "fans", "lines", "no scene", "empty scene"],
)  # fmt: skip
def test_glb_refused(
    change: Callable[[dict[str, Any]], object], start: str, tmp_path: Path
) -> None:
    assert refusal(write(tmp_path, glb(change), ".glb")).startswith(start)


def test_glb_head_refused(tmp_path: Path) -> None:
    good = glb()
    assert refusal(write(tmp_path, b"gltf" + good[4:], ".glb")).startswith("isn't a GLB file")
    old = good[:4] + struct.pack("<I", 1) + good[8:]
    assert refusal(write(tmp_path, old, ".glb")).startswith("is GLB version 1, not 2")
    assert refusal(write(tmp_path, good[:-8], ".glb")).startswith(
        f"was cut short: {len(good) - 8} bytes of {len(good)}"
    )


def test_missing_folder_unknown_and_empty(tmp_path: Path) -> None:
    assert refusal(tmp_path / "gone.stl").startswith("there is no such file")
    (tmp_path / "folder.stl").mkdir()
    assert refusal(tmp_path / "folder.stl").startswith("can't be opened")
    assert refusal(write(tmp_path, b"x", ".fbx")) == (
        "is of an unknown kind; export it as one of .stl, .obj, .ply, .off, .glb, .3mf"
    )
    for suffix in (".stl", ".obj", ".ply", ".off", ".glb", ".3mf"):
        assert refusal(write(tmp_path, b"", suffix))
    assert refusal(write(tmp_path, stl_binary(faces=[]), ".stl")).startswith("has no triangles")
    assert refusal(write(tmp_path, b"solid x\nendsolid x\n", ".stl")).startswith("has no triangles")
    assert refusal(write(tmp_path, b"v 1 2 3\n", ".obj")).startswith("has no triangles")
    assert refusal(write(tmp_path, ply_ascii([]), ".ply")).startswith("has no triangles")


def test_limits(tmp_path: Path) -> None:
    for suffix, make in FILES.values():
        path = write(tmp_path, make(), suffix)
        size = path.stat().st_size
        assert refusal(path, max_bytes=size - 1).startswith(
            f"has {size} bytes, more than {size - 1}"
        )
        assert "triangles" in refusal(path, max_triangles=7)
        assert len(load(path, max_triangles=8, max_bytes=size + 5000).faces) == 8


def test_a_header_that_lies(tmp_path: Path) -> None:
    lie = stl_binary(count=4_000_000_000)
    assert refusal(write(tmp_path, lie, ".stl")).startswith(
        "has 484 bytes, but its header says 200000000084"
    )
    ply = ply_binary().replace(b"element face 8", b"element face 80000000")
    assert refusal(write(tmp_path, ply, ".ply")).startswith("can't be read as PLY")
    lie = off().replace(b"6 5 0", b"6 4000000000 0")
    assert refusal(write(tmp_path, lie, ".off")).startswith("was cut short")


@pytest.mark.parametrize("kind", FILES)
def test_cut_short(kind: str, tmp_path: Path) -> None:
    """A file cut anywhere is refused, unless what is left of a text is whole in itself."""
    suffix, make = FILES[kind]
    file = make()
    for end in range(1, len(file) - 8, 7):
        path = write(tmp_path, file[:end], suffix)
        if kind == "obj":
            # OBJ has no end: a cut between two faces, or in a number, can't be seen.
            with contextlib.suppress(MeshError):
                load(path)
        elif "solids" in kind and re.search(rb"endsolid \w*\s*s?o?l?i?d?$", file[:end]):
            assert len(load(path).faces) == 4
        else:
            assert refusal(path)


def test_cut_in_the_last_face_of_a_text(tmp_path: Path) -> None:
    for suffix, file in ((".obj", obj()), (".off", off()), (".ply", ply_ascii())):
        assert refusal(write(tmp_path, file[:-6], suffix))


@pytest.mark.parametrize("word", ["nan", "inf", "-inf", "1e999"])
def test_numbers_that_are_not_finite(word: str, tmp_path: Path) -> None:
    for kind in ("stl ascii", "stl ascii, two solids", "obj", "off", "ply ascii"):
        suffix, make = FILES[kind]
        file = make().replace(b"4 2 0", f"4 {word} 0".encode())
        assert file != make()
        assert refusal(write(tmp_path, file, suffix)).startswith("has a number that isn't finite")
    corners = [*CORNERS[:5], (0, float(word), 1)]
    message = refusal(write(tmp_path, stl_binary(corners), ".stl"))
    assert message.startswith("has a number that isn't finite")
    three = package(
        {"3D/3dmodel.model": model_xml(mesh_xml(1, TRIANGLES, corners), '<item objectid="1"/>')}
    )
    assert refusal(write(tmp_path, three, ".3mf")).startswith("has a number that isn't finite")
    binary = ply_binary().replace(struct.pack("<f", 4), struct.pack("<f", float(word)))
    assert refusal(write(tmp_path, binary, ".ply")).startswith("has a number that isn't finite")
    whole = glb().replace(struct.pack("<f", -6), struct.pack("<f", float(word)))
    assert refusal(write(tmp_path, whole, ".glb")).startswith("has a number that isn't finite")


def test_words_that_are_no_numbers(tmp_path: Path) -> None:
    for kind in ("stl ascii", "obj", "off", "ply ascii"):
        suffix, make = FILES[kind]
        file = make().replace(b"4 2 0", b"4 2x 0")
        assert refusal(write(tmp_path, file, suffix))


def test_corners_that_do_not_exist(tmp_path: Path) -> None:
    assert refusal(write(tmp_path, obj().replace(b"f 1 2 5", b"f 1 2 9"), ".obj"))
    assert refusal(write(tmp_path, off().replace(b"3 0 1 4", b"3 0 1 9"), ".off"))
    for file in (ply_ascii([(0, 1, 6)]), ply_ascii([(0, 1, -1)])):
        assert refusal(write(tmp_path, file, ".ply")).startswith("has a triangle with a corner")
    for number in (6, -1, 2**32 + 1, 2**70):
        text = model_xml(mesh_xml(1, [(0, 1, number)]), '<item objectid="1"/>')
        assert refusal(write(tmp_path, package({"3D/3dmodel.model": text}), ".3mf"))


def test_options_out_of_range(tmp_path: Path) -> None:
    path = write(tmp_path, stl_binary(), ".stl")
    assert refusal(path, units="ft") == "units: expected one of mm, cm, in, m, got 'ft'"
    assert refusal(path, up="x") == 'up: expected "z" or "y", got \'x\''
    for scale in (0, -1, float("nan"), float("inf"), (1, 1, 0), "2", (1, 2), None):
        assert refusal(path, scale=scale) == (
            f"scale: expected one or three numbers above 0, got {scale!r}"
        )


def mutants(file: bytes, count: int, seed: int) -> list[bytes]:
    """Damage a file: bytes changed, cut, doubled, dropped, and numbers replaced."""
    chance = random.Random(seed)
    numbers = [b"-1", b"0", b"99999999999", b"nan", b"1e400", b'"x"', b"null", b"[]", b""]
    made = []
    for _ in range(count):
        damaged = bytearray(file)
        for _ in range(chance.randint(1, 4)):
            at = chance.randrange(len(damaged) + 1)
            span = chance.randint(1, 16)
            match chance.randrange(6):
                case 0:
                    damaged[at : at + 1] = bytes([chance.randrange(256)])
                case 1:
                    del damaged[at : at + span]
                case 2:
                    damaged[at:at] = damaged[at : at + span]
                case 3:
                    damaged[at : at + 4] = chance.choice([b"\xff" * 4, bytes(4), b"\0\0\x80\x7f"])
                case 4:
                    del damaged[at:]
                case _:
                    found = list(re.finditer(rb"-?\d+(\.\d+)?", damaged))
                    if found:
                        start, end = chance.choice(found).span()
                        damaged[start:end] = chance.choice(numbers)
        made.append(bytes(damaged))
    return made


@pytest.mark.parametrize("kind", FILES)
def test_damaged_files_are_refused_or_read(kind: str, tmp_path: Path) -> None:
    suffix, make = FILES[kind]
    outcomes = set()
    for file in mutants(make(), 300, seed=20240229):
        try:
            mesh = load(write(tmp_path, file, suffix))
        except MeshError as error:
            assert str(error).startswith(f"piece{suffix}: ")  # noqa: PT017
            outcomes.add("refused")
        else:
            assert np.isfinite(mesh.vertices).all()
            outcomes.add("read")
    assert "refused" in outcomes


def test_damaged_xml_inside_a_sound_package(tmp_path: Path) -> None:
    text = model_xml(
        mesh_xml(1, TRIANGLES), '<item objectid="1" transform="1 0 0 0 1 0 0 0 1 5 6 7"/>'
    )
    refused = 0
    for damaged in mutants(text, 300, seed=7):
        try:
            load(write(tmp_path, package({"3D/3dmodel.model": damaged}), ".3mf"))
        except MeshError:
            refused += 1
    assert refused > 100


def test_nothing_is_printed_or_logged_aloud(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    for suffix, make in FILES.values():
        load(write(tmp_path, make(), suffix))
    assert capfd.readouterr() == ("", "")
    assert not [r for r in caplog.records if r.levelno >= logging.WARNING]


def test_trimesh_waits_until_a_file_is_read() -> None:
    code = "import sys, meshes.kit, meshes.files; sys.exit('trimesh' in sys.modules)"
    root = Path(__file__).parents[2]
    subprocess.run([sys.executable, "-c", code], cwd=root, check=True)


def test_a_missing_library_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path, stl_binary(), ".stl")
    for name in [n for n in sys.modules if n.split(".")[0] == "trimesh"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "trimesh", None)
    assert refusal(path).startswith("needs trimesh")


def test_reading_needs_none_of_trimeshs_extras() -> None:
    """GLB, OBJ, PLY, OFF, STL and 3MF are read and written with trimesh and numpy alone."""
    code = """
import sys
class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.split('.')[0] in {'lxml', 'networkx', 'PIL', 'scipy', 'requests', 'jsonschema'}:
            raise ImportError(name)
sys.meta_path.insert(0, Absent())
import tempfile
from pathlib import Path
from meshes.files import WRITTEN, load, save
from meshes.kit import box
with tempfile.TemporaryDirectory() as folder:
    for suffix in WRITTEN:
        path = Path(folder, 'box' + suffix)
        save(box((1, 2, 3)).mesh, path)
        assert len(load(path).faces) == 12
"""
    root = Path(__file__).parents[2]
    subprocess.run([sys.executable, "-W", "error", "-c", code], cwd=root, check=True)


HOUSE = building(
    (120, 100), 2, 60, parapet=10, openings=[SideOpening("south", 0, 10, 30, 0, 45)]
).mesh


@pytest.mark.parametrize("suffix", [".glb", ".stl", ".obj", ".ply"])
def test_what_is_written_reads_back(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"house{suffix}"
    save(HOUSE, path)
    mesh = load(path, units="m", up="y") if suffix == ".glb" else load(path)
    assert len(mesh.faces) == len(HOUSE.faces)
    # Single precision, in metres for GLB, is good to a few millionths of a mm here.
    np.testing.assert_allclose(mesh.bounds, HOUSE.bounds, rtol=0, atol=1e-4)
    for axis in range(3):
        centres = HOUSE.triangles.mean(axis=1)[:, axis]
        found = mesh.triangles.mean(axis=1)[:, axis]
        np.testing.assert_allclose(np.sort(found), np.sort(centres), rtol=0, atol=1e-4)
    assert [p.name for p in tmp_path.iterdir()] == [path.name]


def test_several_meshes_keep_their_places_and_names(tmp_path: Path) -> None:
    crate = box((20, 20, 20)).mesh
    scene = {"house": HOUSE, "crate": crate.moved(np.eye(3), (200, 0, 0))}
    for suffix in (".glb", ".stl", ".obj", ".ply"):
        path = tmp_path / f"table{suffix}"
        save(scene, path)
        mesh = load(path, units="m", up="y") if suffix == ".glb" else load(path)
        assert len(mesh.faces) == len(HOUSE.faces) + 12
        # x from -60 to 210.
        np.testing.assert_allclose(mesh.bounds, [[-135, -50, 0], [135, 50, 130]], atol=1e-4)
    header = (tmp_path / "table.glb").read_bytes()
    (length,) = struct.unpack_from("<I", header, 12)
    nodes = json.loads(header[20 : 20 + length])["nodes"]
    assert {node["name"] for node in nodes if "mesh" in node} == {"house", "crate"}
    # Metres and y up, as the standard wants: the house is 0.13 high along y.
    heights = [
        a["max"][1]
        for a in json.loads(header[20 : 20 + length])["accessors"]
        if "VEC3" in a["type"]
    ]
    assert max(heights) == pytest.approx(0.13)


def test_writing_refused(tmp_path: Path) -> None:
    with pytest.raises(MeshError, match=r"^a\.fbx: can't be written; name it"):
        save(HOUSE, tmp_path / "a.fbx")
    with pytest.raises(MeshError, match=r"^a\.glb: there is no mesh"):
        save({}, tmp_path / "a.glb")
    with pytest.raises(MeshError, match=r"^a\.glb: can't be written: "):
        save(HOUSE, tmp_path / "none" / "a.glb")
    (tmp_path / "b.glb").mkdir()
    with pytest.raises(MeshError, match=r"^b\.glb: can't be written: "):
        save(HOUSE, tmp_path / "b.glb")
    assert [p.name for p in tmp_path.iterdir()] == ["b.glb"]


# Triangles and size in the file's own units, from its text or bytes.
SIZES: dict[str, tuple[int, tuple[float, float, float]]] = {
    "infiniground/Infiniground_High.stl": (2736, (152.0, 60.2, 152.0)),
    "infiniground/Infiniground_Low.stl": (2760, (152.0, 15.2, 152.0)),
    "kenney/building-garage.glb": (196, (1.0, 0.55, 1.0)),
    "kenney/building-small-a.glb": (452, (1.0, 0.95, 1.0)),
    "kenney/platform-large.glb": (254, (5.0, 0.55, 5.0)),
    "kenney/platform.glb": (144, (2.0, 0.55, 2.0)),
    "kenney/road-straight-lightposts.glb": (190, (1.0, 0.55, 1.0)),
    "obj/barricade.obj": (5866, (1.066868, 1.161897, 2.730416)),
    "obj/silouhette.obj": (160, (1.0611, 1.485341, 1.0611)),
    "openforge/1x_crenelated_line.stl": (20786, (24.894, 10.096, 7.952)),
    "openforge/caveforge_wall_1x1_nonmanifold.stl": (15792, (25.4, 25.394, 53.0)),
    "openforge/low_wall_pool_three_quarter_diagonal.stl": (4396, (50.0, 50.0, 22.0)),
    "openforge/pillar.stl": (628, (25.0, 25.0, 38.8)),
    "openforge/smooth_edge_arched_doorway.stl": (2228, (50.0, 59.2, 81.18)),
    "openforge/smooth_floor_1x2.stl": (44, (25.0, 50.0, 9.5)),
    "openforge/smooth_wall_2x4.stl": (148, (50.0, 100.0, 49.0)),
}

REFUSED = {
    "obj/null.obj": "has no surface, only points or lines",
    "openforge/zero_triangles.stl": "has no triangles",
}


def points_in(path: Path) -> Floats:
    """Read the corners of a sample without the engine: three a triangle, or a GLB's list."""
    file = path.read_bytes()
    if path.suffix == ".glb":
        (length,) = struct.unpack_from("<I", file, 12)
        accessor = json.loads(file[20 : 20 + length])["accessors"][0]
        return np.array([accessor["min"], accessor["max"]])
    if path.suffix == ".obj":
        lines = [line.split() for line in file.decode().splitlines()]
        corners = [[float(x) for x in words[1:4]] for words in lines if words[:1] == ["v"]]
        faces = [words[1:] for words in lines if words[:1] == ["f"]]
        return np.array([corners[int(word.split("/")[0]) - 1] for face in faces for word in face])
    if file.startswith(b"solid"):
        found = re.findall(rb"vertex\s+(\S+)\s+(\S+)\s+(\S+)", file)
        return np.array([[float(x) for x in words] for words in found])
    (count,) = struct.unpack_from("<I", file, 80)
    rows = [struct.unpack_from("<9f", file, 84 + 50 * i + 12) for i in range(count)]
    return np.array(rows).reshape(-1, 3)


@pytest.mark.skipif(not SAMPLES.is_dir(), reason="the sample files are not here")
@pytest.mark.parametrize("name", [*SIZES, *REFUSED])
def test_sample(name: str) -> None:
    path = SAMPLES / name
    if name in REFUSED:
        assert refusal(path).startswith(REFUSED[name])
        return
    triangles, size = SIZES[name]
    points = points_in(path)
    np.testing.assert_allclose(np.ptp(points, axis=0), size, rtol=0, atol=5e-5)
    mesh = load(path)
    assert len(mesh.faces) == triangles
    x, y, z = np.ptp(points, axis=0)
    np.testing.assert_allclose(mesh.bounds, [[-x / 2, -y / 2, 0], [x / 2, y / 2, z]], atol=1e-9)
    if path.suffix == ".stl":
        assert len(points) == 3 * triangles
        moved = points - [*(points.min(axis=0) + points.max(axis=0))[:2] / 2, points[:, 2].min()]
        np.testing.assert_array_equal(mesh.triangles.reshape(-1, 3), moved)


@pytest.mark.skipif(not SAMPLES.is_dir(), reason="the sample files are not here")
def test_every_sample_has_its_line_here() -> None:
    files = {p.relative_to(SAMPLES).as_posix() for p in SAMPLES.rglob("*") if p.is_file()}
    assert {name for name in files if not name.startswith("tts/")} == {*SIZES, *REFUSED}
    for path in (SAMPLES / "tts").iterdir():
        assert refusal(path).startswith("is of an unknown kind")


def test_a_y_up_sample_stands_upright() -> None:
    path = SAMPLES / "infiniground" / "Infiniground_High.stl"
    if not path.is_file():
        pytest.skip("the sample files are not here")
    x, y, z = np.ptp(load(path, up="y").bounds, axis=0)
    np.testing.assert_allclose([x, y, z], [152, 152, 60.2], atol=5e-5)


def test_a_mesh_read_is_a_mesh(tmp_path: Path) -> None:
    mesh = load(write(tmp_path, obj(), ".obj"))
    assert isinstance(mesh, Mesh)
    assert not mesh.vertices.flags.writeable
