"""A table's checkup: each kind of flaw on a scene of its own, with place and measure."""

from pathlib import Path

import numpy as np
import pytest

from meshes.files import load as load_mesh
from meshes.files import save
from meshes.kit import Opening, box, wall
from meshes.mesh import Floats, Mesh
from rules.checking import check
from rules.flaw import Flaw
from rules.leaking import leak_notes
from rules.repairing import outside, repairs
from rules.scenefile import load
from rules.scenefile.mesh_uses import MeshUse, mesh_uses
from rules.verdict import RulingError
from spatial.evidence import Line

ROOT = Path(__file__).resolve().parents[2]
BOX = box((40, 30, 20)).mesh
UP = BOX.triangles[:, :, 2].min(axis=1) == 20
HEAD = """
format = 1
name = "Checked"
rules = "{rules}"
table = {{ size = [600, 400] }}
"""


def soup(*triangles: Floats) -> Mesh:
    corners = np.concatenate(triangles)
    return Mesh(corners.reshape(-1, 3), np.arange(3 * len(corners), dtype=np.int32).reshape(-1, 3))


CRACKED = soup(BOX.triangles[~UP], BOX.triangles[UP] + np.array([0, 0, 0.4]))
OPEN = soup(BOX.triangles[~UP])
INVERTED = Mesh(BOX.vertices, BOX.faces[:, ::-1])
TWICE = soup(BOX.triangles, BOX.triangles[:3])


def scene(folder: Path, *rows: str, rules: str = "infinity-codeone", more: str = "") -> Path:
    path = folder / "scene.toml"
    scenery = ",\n".join(f"    {{ {row} }}" for row in rows)
    path.write_text(f"{HEAD.format(rules=rules)}scenery = [\n{scenery}\n]\n{more}", "utf-8")
    return path


def found(path: Path, slit: float | None = None, thin: float = 0.8) -> tuple[Flaw, ...]:
    return check(load(path), slit, thin).flaws


def of_mesh(folder: Path, mesh: Mesh, name: str = "m.stl") -> Path:
    save(mesh, folder / name)
    return scene_of(folder, name)


def scene_of(folder: Path, name: str) -> Path:
    return scene(folder, f'name = "hut", mesh = "{name}", units = "mm", up = "z", at = [100, 100]')


def kit(name: str, *at: float, size: str = "[40, 30, 20]") -> str:
    return f'name = "{name}", kit = "box", size = {size}, at = {list(at)}'


@pytest.mark.parametrize(
    ("mesh", "kind", "severity", "mm", "at"),
    [
        (CRACKED, "hole", "error", 0.4, None),
        (OPEN, "hole", "warning", 30.0, (100, 100, 20)),
        (INVERTED, "inside out", "warning", None, None),
        (TWICE, "duplicate face", "warning", None, None),
        (box((40, 0.3, 20)).mesh, "thin wall", "warning", 0.3, None),
        (box((4, 3, 2)).mesh, "size", "warning", 4.0, (100, 100, 2)),
        (box((900, 30, 20)).mesh, "size", "warning", 900.0, (100, 100, 20)),
    ],
)
def test_a_mesh_with_one_thing_wrong(
    tmp_path: Path,
    mesh: Mesh,
    kind: str,
    severity: str,
    mm: float | None,
    at: tuple[float, float, float] | None,
) -> None:
    flaws = [flaw for flaw in found(of_mesh(tmp_path, mesh)) if flaw.kind != "off the table"]
    [flaw] = flaws
    assert (flaw.kind, flaw.severity, flaw.pieces) == (kind, severity, ("hut",))
    assert flaw.mm == (mm if mm is None else pytest.approx(mm, abs=1e-4))
    assert at is None or flaw.at == pytest.approx(at, abs=1e-4)
    assert flaw.text
    assert flaw.remedy


@pytest.mark.parametrize(
    ("rows", "kind", "mm", "pieces"),
    [
        ((kit("a", 100, 100), kit("b", 140.2, 100)), "slit", 0.2, ("a", "b")),
        ((kit("a", 100, 100), kit("b", 138, 100)), "overlap", 2, ("a", "b")),
        ((kit("a", 100, 100, 5),), "floating", 5, ("a",)),
        ((kit("a", 100, 100), kit("b", 100, 100, 26)), "floating", 6, ("b",)),
        ((kit("a", 100, 100, -3),), "sunk", 3, ("a",)),
        ((kit("a", 585, 100),), "off the table", 5, ("a",)),
        ((kit("a", 100, 100, size="[40, 0.3, 20]"),), "thin wall", 0.3, ("a",)),
    ],
)
def test_pieces_with_one_thing_wrong(
    tmp_path: Path, rows: tuple[str, ...], kind: str, mm: float, pieces: tuple[str, ...]
) -> None:
    for rules in ("infinity-codeone", "area-templates"):
        [flaw] = found(scene(tmp_path, *rows, rules=rules))
        assert (flaw.kind, flaw.severity, flaw.pieces) == (kind, "warning", pieces)
        assert flaw.mm == pytest.approx(mm)


def test_widths_are_stated(tmp_path: Path) -> None:
    path = scene(
        tmp_path, kit("a", 100, 100), kit("b", 140.4, 100), kit("c", 300, 99, size="[9, 1, 9]")
    )
    assert [flaw.kind for flaw in found(path)] == ["slit"]
    assert found(path, slit=0.39) == ()
    assert [flaw.kind for flaw in found(path, slit=0, thin=1.1)] == ["thin wall"]
    for slit, thin in ((-1.0, 0.8), (0.5, float("nan")), (0.5, 51.0)):
        with pytest.raises(RulingError, match=r"expected 0 to 50 mm"):
            check(load(path), slit, thin)


def test_the_scenes_own_slack_is_the_width_of_slits(tmp_path: Path) -> None:
    path = scene(tmp_path, kit("a", 100, 100), kit("b", 140.4, 100))
    path.write_text("slack = 0.3\n" + path.read_text("utf-8"), "utf-8")
    assert found(path) == ()


def test_troopers_that_cant_stand_are_errors(tmp_path: Path) -> None:
    troopers = """
    trooper = [
        { name = "in", side = "red", silhouette = "S2", at = [116, 100, 0] },
        { name = "up", side = "red", silhouette = "S2", at = [300, 100, 7] },
        { name = "tips", side = "red", silhouette = "S2", at = [115, 160, 60] },
        { name = "fine", side = "red", silhouette = "S2", at = [400, 100] },
    ]
    """
    towers = (kit(name, 100, y, size="[20, 30, 60]") for name, y in (("a", 100), ("b", 160)))
    path = scene(tmp_path, *towers, more=troopers)
    # An S2 is 12.5 mm in radius: 6.5 mm of it are in the box, whose side is at 110.
    got = [(one.severity, one.kind, one.pieces[0], round(one.mm or 0, 2)) for one in found(path)]
    assert got == [
        ("error", "through scenery", "in", 6.5),
        ("error", "floating", "up", 7.0),
        # The middle of its base is 5 mm past the edge at 110.
        ("error", "footing", "tips", 5.0),
    ]


def test_errors_come_first(tmp_path: Path) -> None:
    save(CRACKED, tmp_path / "m.stl")
    row = 'name = "hut", mesh = "m.stl", units = "mm", up = "z", at = [300, 300]'
    flaws = found(scene(tmp_path, kit("a", 100, 100, 5), row))
    assert [flaw.severity for flaw in flaws] == ["error", "warning"]


def test_notes_alone_are_clean(tmp_path: Path) -> None:
    path = of_mesh(tmp_path, OPEN)
    path.write_text(path.read_text("utf-8").replace("up =", 'cover = "none", up ='), "utf-8")
    checked = check(load(path))
    assert [flaw.severity for flaw in checked.flaws] == ["note"]
    assert checked.is_clean


BUNDLED = [
    *sorted((ROOT / "scenes").glob("*.toml")),
    *sorted((ROOT / "scenes" / "area-templates").glob("*.toml")),
]
# What these scenes show is just that: who can't stand; pieces that cross; a deck on nothing.
SHOWN = {
    "footing.toml": {"footing", "through scenery", "floating"},
    "cover-and-criticals.toml": {"overlap"},
    "flare.toml": {"floating"},
}


@pytest.mark.parametrize("path", BUNDLED, ids=lambda path: path.stem)
def test_bundled_scenes_are_clean(path: Path) -> None:
    assert {flaw.kind for flaw in found(path)} == SHOWN.get(path.name, set())


def use(path: Path, scale: float = 1.0, units: str = "mm", up: str = "z") -> MeshUse:
    return MeshUse("hut", path.name, path, units, up, scale)


def test_a_crack_is_closed_and_a_window_is_not(tmp_path: Path) -> None:
    window = wall((60, 3, 40), [Opening(0, 20, 10, 20)]).mesh
    for name, mesh, changes, left in (
        ("crack.obj", CRACKED, 1, 0),
        ("open.obj", OPEN, 0, 1),
        ("window.obj", window, 0, 0),
    ):
        save(mesh, tmp_path / name)
        [made] = repairs([use(tmp_path / name)])
        assert (len(made.changes), len(made.left)) == (changes, left)
    save(CRACKED, tmp_path / "crack.obj")
    [made] = repairs([use(tmp_path / "crack.obj")], close=0.3)
    assert made.changes == ()
    assert made.left == ("left open 1 hole of 0.3 mm or wider, which may be meant as openings",)
    # Half as large, it is half as wide.
    [half] = repairs([use(tmp_path / "crack.obj", 0.5)], close=0.3)
    assert half.changes == ("closed 1 crack, at the widest 0.2 mm",)
    # What several pieces show is closed by the largest.
    both = [use(tmp_path / "crack.obj", 0.5), use(tmp_path / "crack.obj")]
    assert [one.changes for one in repairs(both, close=0.3)] == [()]


def test_a_crack_beside_a_window_is_closed_and_the_window_stays(tmp_path: Path) -> None:
    # A box whose lid is off, and in its middle a second one without a lid.
    cup = OPEN.triangles * [0.5, 0.5, 0.5] + np.array([100, 0, 0])
    save(soup(CRACKED.triangles, cup), tmp_path / "m.obj")
    [made] = repairs([use(tmp_path / "m.obj")])
    assert made.changes == ("closed 1 crack, at the widest 0.4 mm",)
    assert made.left == ("left open 1 hole of 1 mm or wider, which may be meant as openings",)
    save(made.mesh, tmp_path / "again.obj")
    [flaw] = [one for one in found(scene_of(tmp_path, "again.obj")) if one.kind == "hole"]
    assert flaw.mm == pytest.approx(15, abs=1e-4)


def test_where_a_crack_runs_into_a_window_nothing_is_closed(tmp_path: Path) -> None:
    # One rim goes round both: the east side is missing, and the lid stands off.
    east = BOX.triangles[:, :, 0].min(axis=1) == 20
    lid = BOX.triangles[UP].copy()
    lid[:, :, 2] += 0.4 * (lid[:, :, 0] + 20) / 40
    save(soup(BOX.triangles[~(UP | east)], lid), tmp_path / "m.obj")
    [made] = repairs([use(tmp_path / "m.obj")])
    assert made.changes == ()
    assert len(made.left) == 1


@pytest.mark.parametrize(("units", "up", "scale"), [("mm", "z", 1), ("in", "y", 2), ("m", "y", 1)])
def test_repairs_are_in_the_files_own_unit_and_axes(
    tmp_path: Path, units: str, up: str, scale: float
) -> None:
    save(INVERTED, tmp_path / "m.obj")
    [made] = repairs([use(tmp_path / "m.obj", scale, units, up)])
    assert made.changes == ("turned 1 shell right side out",)
    save(made.mesh, tmp_path / "again.obj")
    one, other = (
        load_mesh(tmp_path / name, units=units, up="y" if up == "y" else "z", scale=scale)
        for name in ("m.obj", "again.obj")
    )
    assert np.ptp(other.bounds, axis=0) == pytest.approx(np.ptp(one.bounds, axis=0))
    assert sorted(map(tuple, np.round(other.vertices, 6))) == sorted(
        map(tuple, np.round(one.vertices, 6))
    )


def test_what_a_scene_reads_from_files(tmp_path: Path) -> None:
    path = of_mesh(tmp_path, BOX)
    [one] = mesh_uses(path)
    assert (one.piece, one.written, one.units, one.up, one.scale) == ("hut", "m.stl", "mm", "z", 1)
    assert outside([one], tmp_path) == ()
    assert outside([one], tmp_path / "elsewhere") == ("m.stl",)
    assert mesh_uses(ROOT / "scenes" / "facing-a-wall.toml") == ()


def test_real_meshes(samples: Path, tmp_path: Path) -> None:
    link = tmp_path / "samples"
    link.symlink_to(samples)
    rows = [
        f'name = "{i}", mesh = "samples/{name}", units = "{units}", up = "{up}", '
        f"scale = {scale}, at = [{100 + 150 * i}, 200]"
        for i, (name, units, up, scale) in enumerate(
            [
                ("openforge/caveforge_wall_1x1_nonmanifold.stl", "mm", "z", 1),
                ("openforge/smooth_wall_2x4.stl", "mm", "z", 1),
                ("infiniground/Infiniground_Low.stl", "mm", "y", 1),
                ("kenney/building-garage.glb", "m", "y", 0.1),
            ]
        )
    ]
    flaws = check(load(scene(tmp_path, *rows), outside=True)).flaws
    kinds = {(one.pieces[0], one.kind) for one in flaws}
    assert ("0", "shared edge") in kinds
    [shared] = [one for one in flaws if one.kind == "shared edge"]
    assert shared.count == 3
    assert not {kind for piece, kind in kinds if piece in "12"}


def test_a_ruling_that_hangs_on_a_crack_can_say_so(tmp_path: Path) -> None:
    table = load(of_mesh(tmp_path, CRACKED, "m.obj")).scene
    [first, second] = leak_notes(table, Line((0, 100, 20.2), (200, 100, 20.2)))
    assert first.startswith("its line passes through a crack in hut, 0.4 mm wide, at (80.0, 100.0")
    assert "(120.0, 100.0, 20.2)" in second
    assert leak_notes(table, Line((0, 100, 25), (200, 100, 25))) == ()
    whole = load(of_mesh(tmp_path, BOX, "whole.obj")).scene
    assert leak_notes(whole, Line((0, 100, 20.2), (200, 100, 20.2))) == ()


def test_nothing_is_said_of_how_deep_a_placeholder_is_in_another_piece(tmp_path: Path) -> None:
    # 10 mm of 40 in common; one of the two has a shape that isn't known.
    for mark, kinds in (("", {"overlap"}), (", placeholder = true", set())):
        path = scene(tmp_path, kit("a", 100, 100), kit("b", 130, 100) + mark)
        assert {flaw.kind for flaw in found(path)} == kinds
