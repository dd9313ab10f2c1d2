"""What a mesh file is said to be: kinds, names, pictures, lies, holes."""

import json
import os
import struct
from pathlib import Path

import pytest

from meshes.files import save
from meshes.inspecting import inspect
from meshes.kit import box, ramp
from meshes.mesh import Mesh, MeshError
from meshes.sources import looks_like, source
from tests.fuzz.corpus import model, package

CRATE = box((40, 40, 30)).mesh


def test_a_crate(tmp_path: Path) -> None:
    path = tmp_path / "crate.stl"
    save(CRATE, path)
    found = inspect(path)
    assert (found.kind, found.triangles, found.corners) == (".stl", 12, 8)
    assert (found.bodies, found.shells, found.holes) == (1, 1, ())
    assert (found.shared_edges, found.most_faces, found.flat_faces) == (0, 2, 0)
    assert found.size.tolist() == [40, 40, 30]
    assert (found.units.value, found.up.value) == ("mm", "z")
    assert found.bytes == 84 + 50 * 12


def test_holes_and_shared_edges_by_hand(tmp_path: Path) -> None:
    """A crate without its lid, a sheet on one of its edges, and a needle."""
    lid = [i for i, one in enumerate(CRATE.triangles) if (one[:, 2] == 30).all()]
    faces = [face for i, face in enumerate(CRATE.faces.tolist()) if i not in lid]
    corners = [*CRATE.vertices.tolist(), [-60.0, 0.0, 0.0]]
    edge = [i for i, c in enumerate(CRATE.vertices.tolist()) if c[0] == -20 and c[2] == 0]
    path = tmp_path / "open.obj"
    save(Mesh(corners, [*faces, [*edge, 8]]), path)
    found = inspect(path)
    # The lid's rim is 160 long. The sheet's own is open too, but for the edge it shares.
    assert found.holes[0] == pytest.approx(160)
    assert (found.shared_edges, found.most_faces) == (1, 3)


def test_an_stl_that_begins_as_text_and_is_binary(tmp_path: Path) -> None:
    path = tmp_path / "a.stl"
    save(CRATE, path)
    path.write_bytes(b"solid units=inches".ljust(80) + path.read_bytes()[80:])
    about = inspect(path).source
    assert about.encoding == "binary"
    assert about.lies == [
        "it begins with 'solid' as text does, but is binary",
        "a comment speaks of 'inches', which programs write whatever the truth",
    ]


def test_a_texts_names_materials_and_missing_pictures(tmp_path: Path) -> None:
    path = tmp_path / "a.obj"
    (tmp_path / "skin.png").write_bytes(b"")
    (tmp_path / "here.mtl").write_text("newmtl a\nmap_Kd -s 1 1 1 skin.png\nbump gone.png\n")
    path.write_text(
        "# in Meters\nmtllib here.mtl\nmtllib none.mtl\nmtllib ../secret.mtl\n"
        "o hut\nv 0 0 0\nv 90 0 0\nv 90 90 9\nusemtl red\nf 1 2 3\no roof\nf 3 2 1\n"
    )
    (tmp_path.parent / "secret.mtl").write_text("map_Kd secret.png")
    found = inspect(path)
    assert (found.source.bodies, found.bodies) == (["hut", "roof"], 2)
    assert found.source.materials == ["red"]
    assert found.source.pictures == [
        ("here.mtl", "beside it"),
        ("skin.png", "beside it"),
        ("gone.png", "missing"),
        ("none.mtl", "missing"),
        ("../secret.mtl", "elsewhere"),
    ]
    assert found.source.lies == [
        "a comment speaks of 'Meters', which programs write whatever the truth"
    ]


@pytest.mark.parametrize("name", ["maps\\\\here.mtl", "maps/here.mtl"])
def test_a_material_library_in_a_folder(tmp_path: Path, name: str) -> None:
    (tmp_path / "maps").mkdir()
    (tmp_path / "maps" / "here.mtl").write_text("map_Kd maps\\\\skin.png\n")
    (tmp_path / "maps" / "skin.png").write_bytes(b"")
    about = source(f"mtllib {name}\n".encode(), tmp_path / "a.obj")
    assert about.pictures == [(name, "beside it"), ("maps\\\\skin.png", "beside it")]


def test_a_material_library_that_can_t_be_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "here.mtl").write_text("map_Kd skin.png\n")

    def closed(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", closed)
    about = source(b"mtllib here.mtl\no hut\n", tmp_path / "a.obj")
    assert about.pictures == [("here.mtl", "beside it")]
    assert about.bodies == ["hut"]


def glb(header: dict[str, object]) -> bytes:
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 4)
    whole = struct.pack("<4sII", b"glTF", 2, 20 + len(text))
    return whole + struct.pack("<I4s", len(text), b"JSON") + text


def test_a_glbs_nodes_materials_and_pictures(tmp_path: Path) -> None:
    (tmp_path / "a b.png").write_bytes(b"")
    header = {
        "nodes": [
            {"name": "root", "translation": [0, 0, 0]},
            {"name": "moved", "translation": [1, 0.5, 0], "scale": [2, 2, 2]},
            {"matrix": [2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]},
            {"matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]},
        ],
        "materials": [{"name": "steel"}, {}],
        "images": [
            {"uri": "a%20b.png"},
            {"uri": "gone.png"},
            {"uri": "http://example.invalid/x.png"},
            {"uri": "../../x.png"},
            {"bufferView": 0, "name": "inner"},
        ],
    }
    about = source(glb(header), tmp_path / "a.glb")
    assert about.transforms == [
        "moved: translation 1 0.5 0, scale 2 2 2",
        "node 2: a matrix",
    ]
    assert about.materials == ["steel", "material 1"]
    assert [where for _, where in about.pictures] == [
        "beside it", "missing", "elsewhere", "elsewhere", "inside",
    ]  # fmt: skip


def test_a_link_out_of_the_folder_is_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "secret.png").write_bytes(b"")
    os.symlink(tmp_path / "secret.png", tmp_path / "in" / "skin.png")
    os.symlink("loop.png", tmp_path / "in" / "loop.png")
    header = {"images": [{"uri": "skin.png"}, {"uri": "loop.png"}, {"uri": "a\0b"}]}
    about = source(glb(header), tmp_path / "in" / "a.glb")
    assert [where for _, where in about.pictures] == ["elsewhere", "missing", "elsewhere"]


@pytest.mark.parametrize(
    ("start", "name", "said"),
    [
        (b"glTF\2\0\0\0", "a.stl", "a.stl: begins as a .glb file does; rename it to end in .glb"),
        (b"PK\3\4....", "a.obj", "a.obj: begins as a .3mf file does; rename it to end in .3mf"),
        (b"ply\nformat", "a.glb", "a.glb: begins as a .ply file does; rename it to end in .ply"),
        (b"UnityFS\0", "a.obj", "a.obj: is a Unity asset bundle and no mesh; fetch the mesh"),
        (b"  <!DOCTYPE html>", "a.obj", "a.obj: is a web page and no mesh; fetch the mesh itself"),
    ],
)
def test_a_file_of_another_kind_is_named(
    tmp_path: Path, start: bytes, name: str, said: str
) -> None:
    (tmp_path / name).write_bytes(start + bytes(40))
    with pytest.raises(MeshError) as caught:
        inspect(tmp_path / name)
    assert str(caught.value).startswith(said)


def test_what_the_first_bytes_say() -> None:
    assert looks_like(b"\xef\xbb\xbfOFF\n") == ".off"
    assert looks_like(b"solid x") == ""


@pytest.mark.parametrize(("said", "value"), [("inch", "in"), ("micron", "micron")])
def test_the_unit_that_a_package_names(tmp_path: Path, said: str, value: str) -> None:
    # 40 micrometres long: as likely 40 mm, if nothing were said.
    path = tmp_path / "a.3mf"
    path.write_bytes(package(model().replace(b'"inch"', f'"{said}"'.encode())))
    units = inspect(path).units
    assert (units.value, units.is_fixed, units.choices) == (value, True, (value,))
    if value == "micron":
        assert units.reason.endswith("no scene file knows it: export it in millimetres")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_file_that_is_no_plain_file_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.stl")
    with pytest.raises(MeshError, match="is no plain file"):
        inspect(tmp_path / "pipe.stl")


@pytest.mark.parametrize("power", [30, 200])
def test_a_number_beyond_sense(tmp_path: Path, power: int) -> None:
    path = tmp_path / "a.obj"
    path.write_text(f"v 0 0 0\nv 1e{power} 0 0\nv 0 1e{power} 1\nf 1 2 3\n")
    with pytest.raises(MeshError) as caught:
        inspect(path)
    start = f"a.obj: is 1e+{power} of its units long: a number in it is wrong"
    assert str(caught.value).startswith(start)


def test_all_kinds_of_one_ramp(tmp_path: Path) -> None:
    for suffix in (".stl", ".obj", ".ply", ".glb"):
        path = tmp_path / f"ramp{suffix}"
        save(ramp((120, 80, 60)).mesh, path)
        found = inspect(path)
        assert (found.triangles, found.shells, found.holes) == (8, 1, ())
        assert found.upright.tolist() == pytest.approx(
            [0.12, 0.08, 0.06] if suffix == ".glb" else [120, 80, 60]
        )


REFUSED = {"obj/null.obj": "no surface", "openforge/zero_triangles.stl": "no triangles"}


def test_every_sample(samples: Path) -> None:
    seen = 0
    for path in sorted(samples.rglob("*")):
        name = path.relative_to(samples).as_posix()
        if not path.is_file() or name.startswith("tts/"):
            continue
        seen += 1
        if name in REFUSED:
            with pytest.raises(MeshError, match=REFUSED[name]):
                inspect(path)
            continue
        found = inspect(path)
        assert found.triangles > 0
        if path.suffix == ".glb":
            # Their one picture lies beside them where they come from, and not here.
            assert found.source.pictures == [("Textures/colormap.png", "missing")]
            assert found.up.value == "y"
    assert seen == 18


def test_a_sample_whose_edges_are_shared(samples: Path) -> None:
    path = samples / "openforge" / "caveforge_wall_1x1_nonmanifold.stl"
    found = inspect(path)
    assert found.most_faces > 2
    assert found.shared_edges > 0
    assert inspect(samples / "obj" / "barricade.obj").units.choices == ("cm", "in")
