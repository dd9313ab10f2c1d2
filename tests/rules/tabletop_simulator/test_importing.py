"""Saves of Tabletop Simulator: every piece is placed or listed, and stands where it stood.

Places are worked out by hand. The block's file reaches from (0, 0, 0) to (1, 2, 3). The
simulator takes x backwards, so in its frame it reaches from (-1, 0, 0) to (0, 2, 3), and in
ours, before it is turned, from (-25.4, 0, 0) to (0, 76.2, 50.8) mm. The mat's middle is at
(609.6, 609.6), its upper side at 1.06 inches.
"""

import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from meshes.files import save as write_mesh
from meshes.kit import box
from rules.dispute import Dispute
from rules.scenefile import load
from rules.tabletop_simulator import mapping, saves
from rules.tabletop_simulator.importing import Import, imported
from rules.tabletop_simulator.models import Models
from spatial.scene import SceneError
from tests.rules.tabletop_simulator.saves import (
    BLOCK,
    BLOCK_OBJ,
    BUNDLE,
    CACHED,
    GONE,
    bag,
    bundle,
    cache,
    mat,
    model,
    save,
    transform,
)

SIDE = 48 * 25.4


def made_of(content: bytes, folder: Path | None = None, **options: Any) -> Import:
    models = Models(cache(folder)) if folder is not None else Models()
    return imported(saves.read(content, "a.json"), models, "A table", **options)


def table_of(made: Import, folder: Path) -> Dispute:
    """Write an import as the command does, and read it as a scene."""
    for path, mesh in made.meshes.items():
        (folder / path).parent.mkdir(exist_ok=True)
        write_mesh(mesh, folder / path)
    (folder / "scene.toml").write_text(made.scene, encoding="utf-8")
    read = load(folder / "scene.toml")
    assert isinstance(read, Dispute)
    return read


def boxes(content: bytes, folder: Path, **options: Any) -> dict[str, Any]:
    dispute = table_of(made_of(content, folder, **options), folder)
    return {body.name: body.box for body in dispute.scene.bodies}


def assert_box(found: Any, low: tuple[float, ...], high: tuple[float, ...]) -> None:
    # Places are written to 0.001 mm, meshes in single precision.
    np.testing.assert_allclose(found, [low, high], rtol=0, atol=2e-3)


# Where pieces stand.


def test_a_piece_turned_by_a_quarter(tmp_path: Path) -> None:
    content = save(mat(), model("1", where=transform((10, 1.06, 5), (0, 90, 0))))
    (found,) = boxes(content, tmp_path).values()
    # In the simulator (-1, 0, 3) is turned to (3, 0, 1), and comes to (13, 1.06, 6).
    assert_box(found, (863.6, 736.6, 0), (939.8, 762.0, 50.8))


def test_the_table_is_the_mat_and_its_upper_side_is_zero(tmp_path: Path) -> None:
    content = save(mat(at=(3, 0.96, -7)), model("1", where=transform((3, 2.06, -7))))
    dispute = table_of(made_of(content, tmp_path), tmp_path)
    assert dispute.scene.size == pytest.approx((SIDE, SIDE))
    (body,) = dispute.scene.bodies
    assert_box(body.box, (584.2, 609.6, 25.4), (609.6, 685.8, 76.2))


def test_a_tilt_is_baked_into_the_mesh(tmp_path: Path) -> None:
    """About x by 90 degrees the simulator takes (x, y, z) to (x, -z, y)."""
    content = save(mat(), model("1", where=transform((0, 4.06, 0), (90, 0, 0))))
    (found,) = boxes(content, tmp_path).values()
    assert_box(found, (584.2, 609.6, 0), (609.6, 660.4, 76.2))


def test_turns_are_applied_about_z_then_x_then_y(tmp_path: Path) -> None:
    """About z (x, y, z) goes to (-y, x, z), about x then to (-y, -z, x), about y to (x, -z, y)."""
    content = save(mat(), model("1", where=transform((0, 4.06, 0), (90, 90, 90))))
    (found,) = boxes(content, tmp_path).values()
    # The block's x of -1..0 becomes x, its z of 0..3 points down, its y of 0..2 becomes z, our y.
    assert_box(found, (584.2, 609.6, 0), (609.6, 660.4, 76.2))


def test_a_size_of_its_own_along_each_axis(tmp_path: Path) -> None:
    content = save(mat(), model("1", where=transform(scale=(2, 0.5, 3))))
    (found,) = boxes(content, tmp_path).values()
    assert_box(found, (558.8, 609.6, 0), (609.6, 838.2, 25.4))


def test_what_physics_leaves_of_a_tilt_is_none(tmp_path: Path) -> None:
    near = transform((0, 1.0600000418, 0), (-5.5e-08, 359.99999, 0.02))
    made = made_of(save(mat(), model("1"), model("2", where=near)), tmp_path)
    assert len(made.meshes) == 1
    first, second = table_of(made, tmp_path).scene.bodies
    np.testing.assert_allclose(first.box, second.box, rtol=0, atol=2e-3)


def test_what_is_fixed_to_a_piece_is_part_of_it(tmp_path: Path) -> None:
    """A child's place and size are its parent's: 2 up, and as large again."""
    child = model("2", where=transform((0, 2, 0), (0, 0, 0), (1, 0.5, 1)))
    whole = model("1", where=transform(scale=(2, 2, 2)), ChildObjects=[child])
    made = made_of(save(mat(), whole), tmp_path)
    assert len(made.placed) == 1
    (body,) = table_of(made, tmp_path).scene.bodies
    # The parent is 4 inches high; the child stands on it, from 4 to 6 inches.
    assert_box(body.box, (558.8, 609.6, 0), (609.6, 762.0, 152.4))
    assert len(body.mesh.faces) == 24


def test_of_states_the_current_one_counts(tmp_path: Path) -> None:
    other = model("1", GONE, States={"3": model("1", GONE)})
    made = made_of(save(mat(), model("1", States={"2": other})), tmp_path)
    assert (made.pieces, len(made.placed), made.placeholders) == (2, 1, [])


# Bags.


LAYOUT = (
    "--aaaaaa,0,0.96,0,0,180,0\r\n"
    "--000001,10,1.06,5,-5.52552350541191E-08,90,2.1E-07\r\n"
    "-- a comment of another kind, 1, 2\n"
    "--000002,-10,1.06,5,0,0,0\n"
    "function onLoad() end"
)


def test_a_map_bag_lays_out_its_contents_wherever_the_bag_is(tmp_path: Path) -> None:
    dummy = transform((70, 100, 70), scale=(2, 2, 2))
    content = save(bag(LAYOUT, mat(), model("000001", where=dummy), model("000002", where=dummy)))
    one, two = boxes(content, tmp_path).values()
    assert_box(one, (863.6, 736.6, 0), (1016.0, 787.4, 101.6))
    assert_box(two, (304.8, 736.6, 0), (355.6, 889.0, 101.6))


def test_bags_in_bags_and_what_has_no_place(tmp_path: Path) -> None:
    inner = bag("--000003,0,1.06,0,0,0,0", model("000003"), model("000004"), GUID="cccccc")
    made = made_of(save(bag(LAYOUT, mat(), model("000001"), inner)), tmp_path)
    assert made.placed == ["model 000001", "model 000003"]
    assert made.left_out == [("model 000004", "it lies in a bag whose script has no place for it")]
    assert made.pieces == 4


def test_two_pieces_of_one_guid_take_a_line_each(tmp_path: Path) -> None:
    script = "--000001,0,1.06,0,0,0,0\n--000001,4,1.06,0,0,0,0"
    twins = [model("000001"), model("000001"), model("000001")]
    made = made_of(save(bag(script, *twins)), tmp_path)
    assert len(made.placed) == 2
    assert [name for name, _ in made.left_out] == ["model 000001"]
    # A GUID of a state or of a child is nobody's line.
    child = model("000001", States={"2": model("000002")}, ChildObjects=[model("000002")])
    made = made_of(save(bag(LAYOUT, mat(), child, model("000002"))), tmp_path / "other")
    assert len(made.placed) == 2


# What can't be read.


def test_what_cannot_be_read_is_a_placeholder_and_listed(tmp_path: Path) -> None:
    content = save(
        mat(),
        model("1", GONE, Nickname="[b]Gate[/b]"),
        bundle("2", transform((0, 1.06, 0), (0, 0, 0), (2, 1, 2))),
        model("3", "", Name="Tileset_Tree"),
        model("4"),
    )
    made = made_of(content, tmp_path)
    assert made.placeholders == [
        ("Gate", "its mesh isn't in the folder of models"),
        ("bundle 2", "an asset bundle can't be read"),
        ("tree 3", "it has no mesh of its own"),
    ]
    dispute = table_of(made, tmp_path)
    assert [body.placeholder for body in dispute.scene.bodies] == [True, True, True, False]
    # Twice as large along x and z: a stand-in of 152.4 x 152.4, 76.2 above its origin.
    box_ = dispute.scene.body("bundle 2").box
    assert_box(box_, (533.4, 533.4, 0), (685.8, 685.8, 76.2))
    assert f'# "{GONE}" = ""' in made.mapping
    assert BUNDLE in made.mapping


def test_without_a_folder_everything_is_a_placeholder() -> None:
    made = made_of(save(mat(), model("1")))
    assert made.placeholders == [
        ("model 1", "its mesh is an address, and no folder of models was named")
    ]


def test_a_collider_is_never_the_mesh(tmp_path: Path) -> None:
    models = cache(tmp_path)
    name = "httpexampleinvalidugc13DEADcollider.obj"
    (models / name).write_text(BLOCK_OBJ)
    content = save(mat(), model("1", GONE))
    made = imported(saves.read(content, "a.json"), Models(models), "A table")
    assert (made.placed, len(made.placeholders)) == ([], 1)


def test_the_cache_is_found_in_its_parent_and_under_a_newer_address(tmp_path: Path) -> None:
    models = cache(tmp_path)
    moved = "https://other.invalid/ugc/12/0AF1/"
    made = imported(
        saves.read(save(mat(), model("1"), model("2", moved)), "a.json"),
        Models(models.parent),
        "A table",
    )
    assert len(made.placed) == 2


def test_a_cached_file_that_is_no_mesh_is_a_placeholder(tmp_path: Path) -> None:
    models = cache(tmp_path)
    (models / CACHED).unlink()
    (models / CACHED).write_text("<html>404</html>")
    made = imported(saves.read(save(model("1")), "a.json"), Models(models), "A table")
    ((name, why),) = made.placeholders
    assert name == "model 1"
    assert why.startswith(f"{CACHED}: has no triangles")


def test_a_link_out_of_the_cache_is_not_followed(tmp_path: Path) -> None:
    models = cache(tmp_path)
    (models / CACHED).rename(tmp_path / "block.obj")
    os.symlink(tmp_path / "block.obj", models / CACHED)
    made = imported(saves.read(save(model("1")), "a.json"), Models(models), "A table")
    assert (made.placed, len(made.placeholders)) == ([], 1)


def test_a_link_that_leads_to_itself_is_no_file_of_the_cache(tmp_path: Path) -> None:
    models = cache(tmp_path)
    os.symlink("loop.obj", models / "loop.obj")
    assert set(Models(models).names) == {Path(CACHED).stem.lower()}


# Mappings.


def mapped(folder: Path, text: str, content: bytes) -> Import:
    (folder / "block.obj").write_text(BLOCK_OBJ)
    write_mesh(box((30, 20, 10)).mesh, folder / "box.stl")
    (folder / "mapping.toml").write_text(text)
    known = mapping.load(folder / "mapping.toml")
    return imported(saves.read(content, "a.json"), Models(None, known), "A table")


def test_a_mapping_names_local_meshes_by_address_and_by_name(tmp_path: Path) -> None:
    text = (
        f'[addresses]\n"{BUNDLE}" = "block.obj"\n"nobody" = "block.obj"\n'
        '[names]\n"Gate" = { mesh = "box.stl", units = "mm" }\n'
    )
    gate = model("1", GONE, transform((4, 1.06, 0), scale=(2, 1, 1)), Nickname="[ff0000]Gate")
    made = mapped(tmp_path, text, save(mat(), gate, bundle("2")))
    assert made.placed == ["Gate", "bundle 2"]
    assert made.placeholders == []
    assert made.notes == ['the mapping\'s "nobody" names nothing here']
    bodies = table_of(made, tmp_path).scene.bodies
    # A file with a unit is set down on the piece's origin, 101.6 beside the middle.
    assert_box(bodies[0].box, (681.2, 599.6, 0), (741.2, 619.6, 10))
    assert_box(bodies[1].box, (584.2, 609.6, 0), (609.6, 685.8, 50.8))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[meshes]\na = "b"', "meshes: is no known table"),
        ("names = 3", "names: expected a table, got 3; head it with [names]"),
        ('[names]\n"a\\u001b[2J" = 3', r'names."a\u001b[2J": expected a file'),
        ("[names]\na = 3", 'names."a": expected a file\'s path'),
        ('[names]\na = "gone.stl"', "names.\"a\".mesh: there is no file 'gone.stl'"),
        ('[names]\na = "../secret.stl"', 'names."a".mesh: leaves the mapping\'s folder'),
        ('[names]\na = { mesh = "box.stl", units = "ft" }', 'names."a".units: expected one of mm'),
        ('[names]\na = { mesh = "box.stl", up = "y" }', 'names."a".units: is missing'),
        ('[names]\na = { file = "box.stl" }', 'names."a".file: is no known key'),
        ("[names\n", "correct the TOML"),
    ],
)
def test_a_mapping_that_makes_no_sense_says_where(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "inside").mkdir()
    write_mesh(box((30, 20, 10)).mesh, tmp_path / "secret.stl")
    write_mesh(box((30, 20, 10)).mesh, tmp_path / "inside" / "box.stl")
    (tmp_path / "inside" / "mapping.toml").write_text(text)
    with pytest.raises(SceneError) as caught:
        mapping.load(tmp_path / "inside" / "mapping.toml")
    assert said in str(caught.value)


# What isn't scenery, and words.


def test_aids_are_left_out_and_what_they_say_is_kept(tmp_path: Path) -> None:
    note = {
        "Name": "Notecard",
        "Nickname": "[1F87FF][b]Water[/b][-]",
        "Description": 'Gives [i]Partial Cover[/i].\n"""\n[[trooper]]\nname = "x"',
        "Transform": transform(),
    }
    crate = model("1", Nickname="Crate", Description="Total Cover\nif [u]closed[/u]")
    template = model("2", Nickname="[E6E42B]Small Teardrop")
    tile = {"Name": "Custom_Tile", "Transform": transform(scale=(2, 1, 2)), "Nickname": "Pond"}
    made = made_of(save(mat(), note, crate, template, tile), tmp_path)
    assert made.left_out == [
        ("Water", "a Notecard is no scenery"),
        ("Small Teardrop", "a template is no scenery"),
        ("Pond", "a flat tile is no scenery"),
    ]
    assert "# Water: Gives Partial Cover.\n" in made.scene
    assert "# Total Cover\n# if closed\n[[scenery]]" in made.scene
    # Nothing of a description is ever a key.
    dispute = table_of(made, tmp_path)
    assert [body.name for body in dispute.scene.bodies] == ["Crate"]


def test_a_piece_of_which_a_part_cannot_be_read(tmp_path: Path) -> None:
    parts = [model("2"), model("3", Nickname="Circular Template"), bundle("4")]
    made = made_of(save(mat(), bundle("1", Nickname="Gate", ChildObjects=parts)), tmp_path)
    assert made.placed == ["Gate"]
    assert [name for name, _ in made.placeholders] == ["Gate 2", "Gate, bundle 4"]
    assert made.left_out == [("Gate, Circular Template", "a template is no scenery")]
    assert made.pieces == 2


def test_a_silhouette_by_its_name_is_a_trooper(tmp_path: Path) -> None:
    where = transform((0, 1.06, 0), (0, 90, 0))
    made = made_of(save(mat(), model("1", where=where, Nickname="[b]S5[/b]")), tmp_path)
    (trooper,) = table_of(made, tmp_path).troopers
    assert (trooper.name, trooper.side, trooper.silhouette.name) == ("S5", "unassigned", "S5")
    assert trooper.body.pose.at == pytest.approx((609.6, 609.6, 0))
    assert trooper.facing == 270


def test_a_shape_like_a_silhouette_stays_scenery_and_is_said(tmp_path: Path) -> None:
    from meshes.solids import Cylinder

    write_mesh(Cylinder(12.5, 40).mesh(), tmp_path / "barrel.stl")
    (tmp_path / "mapping.toml").write_text(
        '[names]\n"Barrel" = { mesh = "barrel.stl", units = "mm" }\n'
    )
    known = mapping.load(tmp_path / "mapping.toml")
    content = save(mat(), model("1", GONE, Nickname="Barrel"))
    made = imported(saves.read(content, "a.json"), Models(None, known), "A table")
    assert made.notes == ["Barrel has the shape of an S2 silhouette"]
    assert made.placed == ["Barrel"]


def test_names_are_plain_unique_and_not_the_tables(tmp_path: Path) -> None:
    names = ["[b][9E1877]Crate[-][/b]", "Crate", "the table", "a\u202eb\nc", "x" * 300, "[b[b]]"]
    content = save(*(model(str(i), Nickname=name) for i, name in enumerate(names)))
    made = made_of(content, tmp_path)
    assert made.placed == ["Crate", "Crate 2", "the table 2", "a b c", "x" * 60, "model 5"]
    table_of(made, tmp_path)


def test_a_table_without_a_mat_says_what_it_takes_for_its_top(tmp_path: Path) -> None:
    made = made_of(save(model("1", where=transform((0, 1.96, 0)))), tmp_path)
    assert made.notes == [
        "there is no mat: the table's top is taken to be 0.96 inches high; "
        "state another with --ground"
    ]
    (body,) = table_of(made, tmp_path).scene.bodies
    assert_box(body.box, (-25.4, 0, 25.4), (0, 76.2, 76.2))
    lower = made_of(save(model("1")), tmp_path / "other", ground=0.06)
    assert lower.notes == []
    assert "at = [-12.7, 38.1, 25.4]" in lower.scene


# Files.


def test_one_object_a_file_stands_on_the_table(tmp_path: Path) -> None:
    where = transform((-8.6, 1.43, -17.7), (0, 0, 0), (0.5, 2, 1))
    row = {**model("1", where=where, Nickname="PILLAR"), "LuaScript": "#include ./x.lua"}
    content = json.dumps({"Object": row, "StatesPaths": {}, "ChildrenPath": "../../x"}).encode()
    made = made_of(content, tmp_path)
    assert "ChildrenPath names other files, which aren't opened" in made.notes
    (body,) = table_of(made, tmp_path).scene.bodies
    assert_box(body.box, (-6.35, -38.1, 0), (6.35, 38.1, 101.6))
    bare = made_of(json.dumps(row).encode(), tmp_path / "other")
    assert bare.placed == ["PILLAR"]


def test_texts_over_several_lines_and_a_mark_at_the_start(tmp_path: Path) -> None:
    content = save(model("1", Description="one\ntwo")).replace(b"one\\ntwo", b"one\ntwo")
    made = made_of(b"\xef\xbb\xbf" + content, tmp_path)
    assert "# one\n# two\n" in made.scene


def nested(depth: int) -> bytes:
    one = model("1")
    for _ in range(depth):
        one = {**model("1"), "ChildObjects": [one]}
    return save(one)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "expecting value; save the table again"),
        (b"[]", "expected a table at the top"),
        (b"{}", "is no save of Tabletop Simulator"),
        (b"\xff\xfe", "line 1: is no UTF-8 text"),
        (b"[" * 100_000, "is nested too deeply"),
        (b'{"a":' * 100_000, "is nested too deeply"),
        (b'"' + b'\\"' * 200_000, "unterminated string"),
        (nested(60), "nested more than 40 deep"),
        (b'{"ObjectStates": [3]}', "ObjectStates[1]: expected a table"),
        (b'{"ObjectStates": []}', "has nothing in it"),
        (b'{"ObjectStates": [{"Transform": {"posX": "far"}}]}',
         "ObjectStates[1].Transform.posX: expected a number, got 'far'"),
        (b'{"ObjectStates": [{"Transform": {"posX": 1e999}}]}',
         "ObjectStates[1].Transform.posX: expected at most 1500"),
        (b'{"ObjectStates": [{"Transform": {"posX": NaN}}]}',
         "ObjectStates[1].Transform.posX: expected at most 1500"),
        (b'{"ObjectStates": [{"Transform": {"posX": ' + b"9" * 5000 + b"}}]}", "too many digits"),
        (b'{"ObjectStates": [{"ContainedObjects": {}}, {"ChildObjects": 4}]}',
         "ObjectStates[2].ChildObjects: expected a list"),
    ],
)  # fmt: skip
def test_what_is_no_save_says_why(content: bytes, said: str) -> None:
    with pytest.raises(SceneError) as caught:
        made_of(content)
    assert said in str(caught.value)


def test_a_save_that_cannot_be_opened_says_why(tmp_path: Path) -> None:
    with pytest.raises(SceneError, match="no such file or directory; check the path"):
        saves.load(tmp_path / "none.json")
    with pytest.raises(SceneError, match="is no plain file; check the path"):
        saves.load(tmp_path)
    if not hasattr(os, "mkfifo"):
        return
    os.mkfifo(tmp_path / "pipe.json")
    for read in (saves.load, mapping.load):
        with pytest.raises(SceneError, match="is no plain file; check the path"):
            read(tmp_path / "pipe.json")


def test_a_piece_scaled_to_nothing_or_beyond_any_table_is_listed(tmp_path: Path) -> None:
    flat = model("1", where=transform(scale=(0, 0, 0)))
    far = model("2", ChildObjects=[model("3", GONE, transform((1500, 0, 0)))])
    far["Transform"] = transform(scale=(1500, 1, 1))
    made = made_of(save(mat(), flat, far), tmp_path)
    assert [name for name, _ in made.placeholders] == ["model 1"]
    assert ("model 2, model 3", "it is farther away than any table is wide") in made.left_out
    table_of(made, tmp_path)


# Saves that people have.


@pytest.mark.parametrize(
    ("name", "count"), [("SET_Beachhead.json", 132), ("SET_Hanger_Bay.json", 157)]
)
def test_every_piece_of_a_sample_is_placed_or_listed(
    samples: Path, tmp_path: Path, name: str, count: int
) -> None:
    path = samples / "tts" / name
    (row,) = json.loads(path.read_text(encoding="utf-8"), strict=False)["ObjectStates"]
    guids = [one["GUID"] for one in row["ContainedObjects"]]
    assert len(guids) == count
    made = imported(saves.load(path), Models(), name)
    assert made.pieces == count
    assert sorted(guid for guid, _ in made.fates) == sorted(guids)
    assert all(names for _, names in made.fates)
    dispute = table_of(made, tmp_path)
    assert dispute.scene.size == pytest.approx((SIDE, SIDE))
    # Without a folder of models all of its scenery is of unknown size, and all on the table.
    assert all(body.placeholder for body in dispute.scene.bodies)
    assert len(dispute.scene.bodies) == len(made.placeholders)
    middles = np.array([body.box.mean(axis=0) for body in dispute.scene.bodies])
    assert ((middles[:, :2] > -50) & (middles[:, :2] < SIDE + 50)).all()


def test_a_sample_of_one_object_a_file(samples: Path) -> None:
    path = samples / "tts" / "PILLAR.023e37.json"
    made = imported(saves.load(path), Models(), "Pillar")
    assert (made.pieces, [name for name, _ in made.placeholders]) == (1, ["PILLAR"])


def test_the_addresses_in_the_cache_are_the_simulators() -> None:
    from rules.tabletop_simulator.models import squeezed

    assert squeezed(BLOCK) + ".obj" == CACHED
