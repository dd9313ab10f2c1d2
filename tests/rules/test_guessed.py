"""A scene's mesh without its unit or its way up: guessed aloud, or asked for by the key."""

from pathlib import Path

import pytest

from meshes.files import save
from meshes.kit import box, ramp
from rules.scenefile import load
from spatial.scene import SceneError

HEAD = 'format = 1\nname = "Mesh"\nrules = "{}"\n'


def scene(folder: Path, *keys: str, rules: str = "infinity-codeone") -> Path:
    path = folder / "scene.toml"
    rows = "".join(f"{key}\n" for key in keys)
    path.write_text(f'{HEAD.format(rules)}[[scenery]]\nname = "hut"\nat = [0, 0]\n{rows}')
    return path


@pytest.mark.parametrize("rules", ["infinity-codeone", "area-templates"])
def test_a_guess_is_reported_with_the_real_size(tmp_path: Path, rules: str) -> None:
    save(ramp((120, 80, 49)).mesh, tmp_path / "hut.stl")
    made = load(scene(tmp_path, 'mesh = "hut.stl"', rules=rules))
    assert made.notes == (
        "hut, from hut.stl, is 120.0 x 80.0 mm and 49.0 mm high",
        'hut: guessed for hut.stl: units = "mm" (no other unit makes a piece of a likely size) '
        'and up = "z" (it has a flat underside along z alone); that makes it 49.0 mm high, and '
        "an S2 is 40; state it in the scene to settle it",
    )


def test_what_is_stated_is_no_guess(tmp_path: Path) -> None:
    save(ramp((120, 80, 49)).mesh, tmp_path / "hut.stl")
    made = load(scene(tmp_path, 'mesh = "hut.stl"', 'units = "mm"', 'up = "z"'))
    assert made.notes == ("hut, from hut.stl, is 120.0 x 80.0 mm and 49.0 mm high",)


def test_a_glb_is_in_metres_with_y_up_and_that_is_no_guess(tmp_path: Path) -> None:
    save(ramp((120, 80, 49)).mesh, tmp_path / "hut.glb")
    made = load(scene(tmp_path, 'mesh = "hut.glb"'))
    assert made.notes == ("hut, from hut.glb, is 120.0 x 80.0 mm and 49.0 mm high",)


def test_an_ambiguous_unit_is_asked_for(tmp_path: Path) -> None:
    save(ramp((12, 8, 5)).mesh, tmp_path / "hut.obj")
    with pytest.raises(SceneError) as caught:
        load(scene(tmp_path, 'mesh = "hut.obj"'))
    assert str(caught.value).endswith(
        'scenery[1].units (of "hut"): is missing, and hut.obj may be 12 mm in mm, 120 mm in cm, '
        "304.8 mm in in on its longest side: several units make a piece of a likely size; write "
        'units = "mm" or "cm" or "in"'
    )
    made = load(scene(tmp_path, 'mesh = "hut.obj"', 'units = "cm"'))
    assert made.notes[0] == "hut, from hut.obj, is 120.0 x 80.0 mm and 50.0 mm high"
    # The piece's own factor counts: 120 mm is beyond doubt.
    assert load(scene(tmp_path, 'mesh = "hut.obj"', "scale = 10")).notes[0] == made.notes[0]


def test_an_ambiguous_way_up_is_asked_for(tmp_path: Path) -> None:
    save(box((120, 80, 49)).mesh, tmp_path / "hut.obj")
    with pytest.raises(SceneError) as caught:
        load(scene(tmp_path, 'mesh = "hut.obj"'))
    assert str(caught.value).endswith(
        'scenery[1].up (of "hut"): is missing, and hut.obj would be 49.0 mm high with z up and '
        "80.0 mm with y up: neither z nor y alone shows a flat underside; write up = "
        '"z" or "y"'
    )


def test_a_game_kits_tile_is_no_metre(tmp_path: Path) -> None:
    save(ramp((1000, 800, 600)).mesh, tmp_path / "hut.glb")
    with pytest.raises(SceneError, match='write units = "m" or "cm" or "in"'):
        load(scene(tmp_path, 'mesh = "hut.glb"'))


def test_a_guess_for_one_file_is_said_once(tmp_path: Path) -> None:
    save(ramp((120, 80, 49)).mesh, tmp_path / "hut.stl")
    second = '[[scenery]]\nname = "hut 2"\nat = [300, 0]\nmesh = "hut.stl"'
    made = load(scene(tmp_path, 'mesh = "hut.stl"', second))
    assert sum("guessed" in note for note in made.notes) == 1
