"""Tables cut open: what is left, what is named as left out, and that ruling isn't touched."""

import math

import numpy as np
import pytest

from meshes.kit import box, building
from meshes.solids import Cylinder
from rules.dispute import Dispute
from rules.ruling import rule
from rules.scenefile import read
from rules.verdict import RulingError
from viewer.drawing.items import Items
from viewer.drawing.opened import cut, floor, section
from viewer.drawing.ruled import items
from viewer.drawing.sheet import single

SCENE = """
format = 1
name = "House"
rules = "infinity-codeone"
[table]
size = [600, 600]

[[scenery]]
name = "wall"
kit = "box"
size = [6, 120, 60]
at = [240, 200]

[[scenery]]
name = "house"
kit = "building"
size = [100, 80]
storeys = 2
storey = 50
at = [400, 400]

[[scenery]]
name = "bridge"
kit = "box"
size = [100, 40, 5]
at = [100, 400, 80]

[[trooper]]
name = "Beta"
side = "blue"
silhouette = "S2"
at = [100, 200]

[[trooper]]
name = "hidden"
side = "red"
silhouette = "S2"
at = [290, 200]

[[trooper]]
name = "cellar"
side = "red"
silhouette = "S2"
at = [400, 400]
on = "house"
level = 0

[[trooper]]
name = "attic"
side = "red"
silhouette = "S2"
at = [400, 400]
on = "house"
level = 1

[[trooper]]
name = "roof"
side = "red"
silhouette = "S2"
at = [400, 400]
on = "house"
level = 2

[[attack]]
by = "Beta"
weapon = "Chain Rifle"
[[attack.template]]
name = "A"
aim = 0.0
"""


@pytest.fixture(scope="module")
def dispute() -> Dispute:
    found = read(SCENE.encode(), "scene.toml")
    assert isinstance(found, Dispute)
    return found


@pytest.fixture(scope="module")
def shown(dispute: Dispute) -> Items:
    return items(rule(dispute, margins=False), dispute)


def names(found: Items, kind: str) -> list[str]:
    return [solid.name for solid in found.solids if solid.kind == kind]


def area(triangles: np.ndarray) -> float:
    a, b = triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]
    return float(np.abs(a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]).sum() / 2)


def test_nothing_is_left_above_a_cut(shown: Items) -> None:
    opened = cut(shown, 30.0)
    for solid in opened.solids:
        if not solid.acts:
            assert solid.mesh.bounds[1, 2] <= 30.0 + 1e-9
    assert names(opened, "scenery") == ["wall", "house"]
    assert names(opened, "section") == ["wall", "house"]
    assert names(opened, "trooper") == ["Beta", "hidden", "cellar"]


def test_who_is_left_out_is_named_and_nobody_else_loses_a_label(shown: Items) -> None:
    opened = cut(shown, 30.0)
    assert opened.notes == (
        "cut at 30 mm, in the drawing only: what is above it is left out, so attic and roof are "
        "not drawn",
    )
    assert [label.subject for label in opened.labels if label.kind == "trooper"] == [
        "Beta",
        "hidden",
        "cellar",
    ]
    assert [label.subject for label in opened.labels if label.kind == "piece"] == ["wall"]
    assert opened.strokes == shown.strokes
    assert opened.blockers == ("wall",)


def test_a_cut_above_everything_changes_nothing(shown: Items) -> None:
    opened = cut(shown, 500.0)
    assert [solid.mesh for solid in opened.solids] == [solid.mesh for solid in shown.solids]
    assert opened.labels == shown.labels


def test_a_cut_at_the_table_leaves_nobody(shown: Items) -> None:
    opened = cut(shown, 0.0)
    for left in (opened.solids, opened.strokes, opened.marks, opened.labels):
        assert len(left) == 0


def test_one_floor_has_its_own_troopers_and_those_outside(shown: Items, dispute: Dispute) -> None:
    bodies = dispute.scene.bodies
    for level, inside in ((0, "cellar"), (1, "attic"), (2, "roof")):
        opened = floor(shown, level, bodies)
        assert names(opened, "trooper") == ["Beta", "hidden", inside]
        assert opened.notes[0].startswith(f"level {level}, in the drawing only")
    # Of a storey of 50 mm so much is left that windows show, and its roof isn't.
    ground = floor(shown, 0, bodies)
    (house,) = [solid for solid in ground.solids if solid.name == "house" and not solid.acts][:1]
    assert 25 <= house.mesh.bounds[1, 2] < 47
    assert "bridge" not in names(ground, "scenery")


def test_a_level_that_no_piece_has_is_refused(shown: Items, dispute: Dispute) -> None:
    with pytest.raises(RulingError, match=r"--level 3: .* use 0 to 2"):
        floor(shown, 3, dispute.scene.bodies)
    with pytest.raises(RulingError, match=r"--level -1"):
        floor(shown, -1, dispute.scene.bodies)
    with pytest.raises(RulingError, match="no piece has any"):
        floor(shown, 0, ())


def test_a_section_is_as_large_as_the_solid_there() -> None:
    assert area(section(box((40, 20, 30)).mesh.triangles, 10.0)) == pytest.approx(800)
    facets = Cylinder(10.0, 30.0).mesh(64).triangles
    polygon = 64 / 2 * 10.0**2 * math.sin(2 * math.pi / 64)
    assert area(section(facets, 12.0)) == pytest.approx(polygon, rel=1e-6)


def test_rooms_are_holes_in_a_section() -> None:
    # Walls of 3 mm round a room of 94 x 74.
    house = building((100, 80), storeys=1, storey=50, wall=3.0).mesh
    assert area(section(house.triangles, 20.0)) == pytest.approx(100 * 80 - 94 * 74, rel=1e-6)


def test_an_open_sheet_has_no_section() -> None:
    sheet = np.array([[[0, 0, 0], [40, 0, 0], [0, 0, 40.0]]])
    assert len(section(sheet, 10.0)) == 0


def test_the_camera_stays_when_something_is_left_out(shown: Items) -> None:
    opened = cut(shown, 30.0)
    for name in ("top", "iso", "east"):
        assert single(opened, name, shown).view == single(shown, name).view
