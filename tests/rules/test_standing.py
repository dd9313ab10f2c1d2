"""Pieces on pieces and troopers on floors, as a scene file says them."""

import itertools
import json
from pathlib import Path
from typing import Any

import pytest

from rules.dispute import Dispute
from rules.scenefile import read
from rules.scenefile.draft import drafted
from rules.scenefile.kept import Kept
from rules.scenefile.standing import notes, troopers
from spatial.scene import SceneError

SCENES = Path(__file__).resolve().parents[2] / "scenes"


def box(name: str, at: list[float], size: tuple[float, ...] = (30, 30, 20), **keys: Any) -> Any:
    return {"name": name, "kit": "box", "size": list(size), "at": at, **keys}


def trooper(at: list[float], **keys: Any) -> Any:
    return {"name": "Beta", "side": "blue", "silhouette": "S2", "at": at, **keys}


HOUSE = {
    "name": "house",
    "kit": "building",
    "size": [100, 80],
    "storeys": 2,
    "storey": 45,
    "at": [200, 200],
}


def table(*scenery: Any, troopers: tuple[Any, ...] = ()) -> bytes:
    keys = {"format": 1, "name": "-", "rules": "infinity-codeone"}
    return json.dumps({**keys, "scenery": scenery, "trooper": troopers}).encode()


def scene(*scenery: Any, troopers: tuple[Any, ...] = ()) -> Dispute:
    return read(table(*scenery, troopers=troopers), "a.json", SCENES)


def problems(*scenery: Any, troopers: tuple[Any, ...] = ()) -> list[str]:
    with pytest.raises(SceneError) as caught:
        scene(*scenery, troopers=troopers)
    return [line.removeprefix("a.json: ") for line in str(caught.value).splitlines()]


def undersides(found: Dispute) -> dict[str, float]:
    return {one.name: one.box[0, 2] for one in found.scene.bodies if one.role == "scenery"}


PILE = [
    box("low", [50, 50], (60, 60, 20)),
    box("middle", [50, 50], (40, 40, 15), on="low"),
    {
        "name": "high",
        "kit": "cylinder",
        "diameter": 20,
        "height": 30,
        "at": [50, 50],
        "on": "middle",
    },
    box("beside", [76, 50], (8, 8, 5), on="low"),
]


@pytest.mark.parametrize("order", list(itertools.permutations(range(4))))
def test_a_pile_is_the_same_in_any_order(order: tuple[int, ...]) -> None:
    pile = scene(*(PILE[i] for i in order), troopers=(trooper([50, 50]),))
    assert undersides(pile) == {"low": 0, "middle": 20, "high": 35, "beside": 20}
    assert [one.name for one in pile.scene.bodies[:4]] == [PILE[i]["name"] for i in order]
    assert pile.scene.body("high").levels == (65,)
    assert pile.trooper("Beta").body.pose.at == (50, 50, 65)


def test_in_a_building_on_its_roof_its_floors_and_its_ground() -> None:
    crates = [
        box("roof", [200, 200], on="house"),
        box("upper", [200, 200], on="house", level=1),
        box("ground", [200, 200], on="house", level=0),
    ]
    assert undersides(scene(*crates, HOUSE)) == {"roof": 90, "upper": 45, "ground": 0, "house": 0}
    # The building may itself stand on something, and its floors with it.
    hill = box("hill", [200, 200], (120, 100, 12))
    stacked = scene(*crates, HOUSE | {"on": "hill"}, hill)
    assert undersides(stacked) == {"roof": 102, "upper": 57, "ground": 12, "house": 12, "hill": 0}
    assert stacked.scene.body("house").levels == (12, 57, 102)


def test_mesh_pieces_have_levels_and_carry() -> None:
    house = {"name": "house", "mesh": "meshes/house.glb", "units": "m", "up": "y", "at": [200, 200]}
    silo = {
        "name": "silo",
        "mesh": "meshes/silo.stl",
        "units": "in",
        "at": [200, 200],
        "on": "house",
    }
    first = trooper([200, 190], on="house", level=1)
    found = scene(silo, house, box("crate", [180, 200], on="house", level=1), troopers=(first,))
    heights = undersides(found)
    assert heights["silo"] == pytest.approx(100, abs=1e-4)
    assert heights["crate"] == pytest.approx(50, abs=1e-4)
    assert found.trooper("Beta").body.pose.at[2] == pytest.approx(50, abs=1e-4)
    assert found.scene.body("silo").levels == pytest.approx((100 + 3.2 * 25.4,), abs=1e-4)
    assert problems(house, troopers=(trooper([200, 190], on="house", level=3),)) == [
        'trooper[1].level (of "Beta"): "house" has levels 0 to 2, got 3'
    ]


def test_a_turned_piece_and_inches() -> None:
    rows = json.loads(
        table(box("low", [4, 4], (3, 3, 2)), box("top", [4, 4], (1, 1, 1), on="low", turn=40))
    )
    found = read(json.dumps({**rows, "units": "in"}).encode(), "a.json")
    assert undersides(found)["top"] == pytest.approx(50.8)


def test_what_would_tip_over_is_refused_with_the_way_back() -> None:
    tower = box("tower", [100, 100], (60, 60, 40))
    assert scene(tower, box("crate", [130, 100], on="tower"))
    assert problems(tower, box("crate", [132.5, 100], on="tower")) == [
        'scenery[2].on (of "crate"): would tip over: its centre of mass is 2.5 mm off what carries '
        "it; move it 2.5 mm at 180 degrees, or give its height in at if it is held"
    ]
    # Held from the other side, it stays; with a height, nobody asks.
    post = box("post", [145, 100], (10, 30, 40))
    assert scene(tower, post, box("crate", [132.5, 100], on="tower"))
    assert scene(tower, box("crate", [132.5, 100, 40]))


def test_what_rests_on_itself_is_an_error_that_names_the_circle() -> None:
    circle = [box("a", [0, 0], on="b"), box("b", [0, 0], on="c"), box("c", [0, 0], on="b")]
    assert problems(*circle, box("d", [0, 0], on="d")) == [
        'scenery[2].on (of "b"): goes round in a circle: "b" on "c" on "b"; '
        "give one of them a height",
        'scenery[4].on (of "d"): goes round in a circle: "d" on "d"; give one of them a height',
    ]


@pytest.mark.parametrize(
    ("piece", "problem"),
    [
        (
            box("crate", [100, 100], on="towr"),
            'scenery[2].on (of "crate"): no piece is called "towr"; did you mean "tower"?',
        ),
        (
            box("crate", [200, 100], on="tower"),
            'scenery[2].at (of "crate"): no part of "tower" lies under it; move it',
        ),
        (
            box("crate", [100, 100, 5], on="tower"),
            'scenery[2].at (of "crate"): has a height, and so has on; give one of them',
        ),
        (
            box("crate", [100, 100], level=1),
            'scenery[2].level (of "crate"): needs on, the name of the piece whose level it is',
        ),
        (
            box("crate", [100, 100], on="tower", level=1),
            'scenery[2].level (of "crate"): "tower" has only level 0, got 1',
        ),
        (
            HOUSE | {"at": [100, 100], "on": 3},
            'scenery[2].on (of "house"): expected a text in quotes, got 3',
        ),
    ],
)
def test_what_is_wrong_with_a_piece_on_a_piece(piece: Any, problem: str) -> None:
    assert problems(box("tower", [100, 100], (60, 60, 40)), piece) == [problem]


def test_a_floor_that_isn_t_under_it() -> None:
    beside = box("crate", [280, 200], on="house", level=1)
    assert problems(HOUSE, beside) == [
        'scenery[2].at (of "crate"): level 1 of "house" has no floor under it; move it'
    ]


@pytest.mark.parametrize(
    ("z", "height", "note"),
    [
        (20, 20, []),
        (20.05, 20, ["Beta is put on its floor, 0.050 mm lower than stated"]),
        (19.96, 20, ["Beta is put on its floor, 0.040 mm higher than stated"]),
        (20.06, 20.06, []),
        (19.9, 19.9, []),
    ],
)
def test_a_hair_off_its_floor_it_is_put_on_it(z: float, height: float, note: list[str]) -> None:
    crate = box("crate", [100, 100])
    content = json.loads(table(crate, troopers=(trooper([100, 100, z]),)))
    found = read(json.dumps(content).encode(), "a.json")
    assert found.trooper("Beta").body.pose.at == (100, 100, height)
    draft = drafted(content, "a.json")
    assert notes(draft, troopers(draft, list(found.scene.bodies[:1]), Kept())) == note


def test_a_hair_below_the_table_it_is_put_on_it() -> None:
    assert scene(troopers=(trooper([9, 9, -0.03]),)).trooper("Beta").body.pose.at == (9, 9, 0)
    assert problems(troopers=(trooper([9, 9, -0.06]),)) == [
        'trooper[1].at (of "Beta"): lies below the table\'s top, which is solid; use 0 or more'
    ]
