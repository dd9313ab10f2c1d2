"""Maps of whole layouts: closed forms, zones, halves that are alike, and exact answers."""

import json
from typing import Any

import numpy as np
import pytest

from meshes.silhouettes import silhouette
from rules.dispute import Dispute
from rules.infinity.weapons import Weapon
from rules.maps import why_circle as module
from rules.maps.blast import blast, circle
from rules.maps.comparing import compared
from rules.maps.exposure import exposure
from rules.maps.lanes import lanes
from rules.maps.layout import Layout, layout
from rules.maps.symmetry import symmetry
from rules.maps.template import armed, template, users
from rules.maps.why import why
from rules.maps.why_circle import why_circle
from rules.scenefile import read
from rules.verdict import RulingError
from rules.zones import Zone, deployment
from spatial.scene import SceneError
from spatial.seeing import Sampling

WALL = {"name": "wall", "kit": "box", "size": [10, 300, 100], "at": [200, 100]}
LEFT = {"name": "left", "box": [0, 0, 200, 200]}
RIGHT = {"name": "right", "polygon": [[200, 0], [400, 0], [400, 200], [200, 200]]}
BETA = {"name": "Beta", "side": "blue", "silhouette": "S2", "at": [25, 25]}


def table(*scenery: dict[str, Any], **more: Any) -> Any:
    size = more.pop("size", [400, 200])
    keys = {
        "format": 1,
        "name": "Table",
        "rules": "infinity-codeone",
        "table": {"size": size},
        "scenery": list(scenery),
        **more,
    }
    return read(json.dumps(keys).encode(), "table.json")


def laid(*scenery: dict[str, Any], spacing: float = 50, **more: Any) -> Layout:
    return layout(table(*scenery, **more), silhouette("S2"), spacing)


# Zones.


def test_zones_are_read_in_the_file_s_unit() -> None:
    read_zones = table(zone=[{"name": "a", "box": [1, 0, 0, 2]}], units="in").zones
    assert read_zones == (Zone("a", ((25.4, 0), (0, 0), (0, 50.8), (25.4, 50.8))),)
    # The border belongs to a zone, whichever way round it was written.
    points = np.array([[25.4, 50.8], [25.4, 10], [12, 0], [25.5, 10], [12, -0.1]])
    assert read_zones[0].holds(points).tolist() == [True, True, True, False, False]


def test_a_polygon_with_a_notch() -> None:
    notched = Zone(
        "u", ((0, 0), (30, 0), (30, 30), (20, 30), (20, 10), (10, 10), (10, 30), (0, 30))
    )
    points = np.array([[5, 20], [15, 20], [25, 20], [15, 5], [15, 10]])
    assert notched.holds(points).tolist() == [True, False, True, True, True]


def test_faults_of_zones_are_named_all_at_once() -> None:
    zones = [
        {"name": "a", "box": [0, 0, 1]},
        {"name": "b"},
        {"name": "b", "polygon": [[0, 0], [1, 1]]},
        {"name": "c", "box": [0, 0, 9, 9], "polygon": [[0, 0], [1, 1], [1, 0]]},
    ]
    with pytest.raises(SceneError) as raised:
        table(zone=zones)
    assert str(raised.value).splitlines() == [
        'table.json: zone[1].box (of "a"): expected 4 numbers, got 3',
        'table.json: zone[2] ("b"): needs a box or a polygon, and not both',
        'table.json: zone[3].polygon (of "b"): expected at least three corners, got 2',
        'table.json: zone[4] ("c"): needs a box or a polygon, and not both',
    ]
    with pytest.raises(SceneError, match='"left" is taken'):
        table(zone=[LEFT, LEFT])


def test_zones_belong_to_the_other_game_too() -> None:
    keys = {
        "format": 1, "name": "b", "rules": "area-templates",
        "table": {"size": [400, 200]}, "zone": [LEFT],
    }  # fmt: skip
    battle = read(json.dumps(keys).encode(), "b.json")
    assert [zone.name for zone in battle.zones] == ["left"]
    found = blast(layout(battle, silhouette("S2"), 50))
    # A Blast reaches 2 inches, and 12.5 mm on to a silhouette's axis: the four nearest places,
    # 50 mm off, and itself.
    assert found.main.reshape(4, 8)[1, 3] == 5
    assert found.numbers["radius_mm"] == 50.8


def test_deployment_zones_lie_along_the_short_sides() -> None:
    west, east = deployment((1220, 1220))
    assert west.corners[2] == (300.0, 1220)
    assert east.corners[0] == (920.0, 0)
    south, _ = deployment((300, 600))
    assert south.corners[2] == (300, 200.0)


# Exposure.


def test_a_parted_table_by_zone() -> None:
    found = exposure(laid(WALL, zone=[LEFT, RIGHT]))
    rows = {(one["seen_from"], one["place_in"]): one["mean"] for one in found.numbers["by_zone"]}
    assert found.layout.are_stated
    assert rows["left", "left"] == 1
    assert rows["left", "right"] == 0
    assert rows["right", "the table"] == 0.5
    assert found.numbers["mean"]["exposure"] == round(15 / 31, 6)
    assert found.numbers["dead_ground"] == {"below": 0.01, "places": 0, "unseen": 0, "of": 32}
    assert found.sampling["pairs"] == 32 * 64
    from_left = exposure(laid(WALL, zone=[LEFT, RIGHT]), "left")
    assert from_left.numbers["dead_ground"]["unseen"] == 16
    assert (from_left.main[from_left.layout.zone("left")] == 1).all()


def test_eyes_can_be_lowered() -> None:
    low = {**WALL, "size": [10, 300, 30]}
    with_eyes = exposure(laid(low), sampling=Sampling(eyes=(20.0,)))
    # From 20 mm up nothing upright is seen over 30 mm beside it, heads 36 mm up.
    usual = exposure(laid(low))
    assert (usual.main == 1).all()
    assert with_eyes.main.max() < 1


# Halves.


def test_a_layout_that_is_alike_after_half_a_turn() -> None:
    one = {"name": "a", "kit": "box", "size": [60, 40, 55], "at": [90, 70]}
    other = {**one, "name": "b", "at": [310, 130], "turn": 180}
    found = exposure(laid(one, other))
    by = {row["by"]: row for row in found.numbers["symmetry"]}
    assert by["half turn"]["mean_difference"] == 0
    assert by["half turn"]["worst"] == []
    assert by["half turn"]["without_counterpart"] == 0
    assert by["west to east"]["mean_difference"] > 0
    assert by["west to east"]["worst"][0]["difference"] > 0


def test_roofs_without_a_counterpart_are_counted() -> None:
    tower = {"name": "a", "kit": "box", "size": [90, 90, 60], "at": [100, 100]}
    bare = laid(tower)
    roof = int((bare.found.places[:, 2] == 60).sum())
    assert roof == 4
    rows = {row["by"]: row for row in symmetry(bare, bare.found.places[:, 2])}
    # The roof's places, and those on the table across that lie where the roof is here.
    assert rows["west to east"]["without_counterpart"] == 2 * roof


# Blast, lanes, template.


def test_a_wall_takes_away_what_is_behind_it() -> None:
    found = blast(laid(WALL, size=[400, 400], zone=[LEFT]))
    at = found.layout.found.places
    one = int(np.flatnonzero((at[:, 0] == 175) & (at[:, 1] == 125))[0])
    # 60 + 12.5 mm reach all eight neighbours; three are behind the wall.
    assert found.values["touched"][one] == 9
    assert found.values["affected"][one] == 6
    assert found.values["removed"][one] == 1 - 6 / 9
    body, rise = circle(found.layout, 100)
    assert (body.r1, rise) == (50, 0)


def test_in_area_templates_it_is_always_a_blast() -> None:
    keys = {"format": 1, "name": "b", "rules": "area-templates", "table": {"size": [400, 200]}}
    battle = layout(read(json.dumps(keys).encode(), "b.json"), silhouette("S2"), 50)
    assert armed(battle) == Weapon("Blast", "circular", "impact")
    with pytest.raises(RulingError, match="always a Blast; leave it out"):
        armed(battle, "Nanopulser")
    assert template(battle, battle.zone("west end"), armed(battle)).numbers["reached"] == 32


def test_a_zone_without_a_place_says_what_helps() -> None:
    small = {"name": "dot", "box": [0, 0, 10, 10]}
    with pytest.raises(RulingError, match='"dot": nobody can stand in it; make it larger, or a sm'):
        laid(zone=[small]).zone("dot")
    with pytest.raises(RulingError, match="nobody can stand in it; use a smaller --spacing"):
        laid(size=[60, 60]).zone("west end")


def test_lanes_between_stated_zones() -> None:
    assert lanes(laid(WALL, zone=[LEFT, RIGHT])).numbers["longest_mm"] == 0
    gap = {**WALL, "size": [10, 100, 100], "at": [200, 150]}
    found = lanes(laid(gap, zone=[LEFT, RIGHT]))
    assert found.numbers["between"] == ["left", "right"]
    # From one corner to the other along the southern edge is 350; diagonals are longer.
    assert found.numbers["longest_mm"] >= 350
    assert found.numbers["pairs"] == 16 * 16
    assert {lane["from"]["level"] for lane in found.numbers["lanes"]} == {0}
    with pytest.raises(RulingError, match="the scene has one"):
        lanes(laid(WALL, zone=[LEFT]))
    with pytest.raises(RulingError, match='no zone is called "middle"'):
        lanes(laid(WALL, zone=[LEFT, RIGHT]), ("left", "middle"))


def test_what_a_teardrop_denies_ends_at_the_wall() -> None:
    bare = laid(WALL, trooper=[BETA], zone=[LEFT, RIGHT])
    where = users(bare, "Beta")
    assert where.sum() == 1
    found = template(bare, where, armed(bare, "Nanopulser"))
    by = {row["zone"]: row["reached_share"] for row in found.numbers["by_zone"]}
    assert by["right"] == 0
    # 185 mm from (25, 25) to an axis 12.5 mm within: all of the left zone but its far corner.
    assert by["left"] >= 14 / 16
    assert found.numbers["denied"] == found.numbers["reached"]
    anybody = template(bare, users(bare, zone="left"), armed(bare, "Missile Launcher"))
    assert anybody.numbers["attackers_places"] == 16
    assert {row["zone"]: row["reached_share"] for row in anybody.numbers["by_zone"]} == {
        "left": 1,
        "right": 0,
    }
    # A circle round its user: 72.5 mm from (25, 25) lie the two beside it and the one across.
    assert template(bare, where, Weapon("Ring", "circular")).numbers["reached"] == 4
    assert users(bare, "Beta", move=60).sum() == 3


# A circle of 100 mm in place of 60, thrown or round its user, and one as low as a kerb.
WIDE: dict[str, Any] = {
    "templates": {"wide": {"diameter": 200}},
    "weapon": [
        {"name": "Howitzer", "template": "wide", "placed": "impact"},
        {"name": "Ring", "template": "wide"},
        {"name": "Low ring", "template": "wide", "height": 3},
    ],
}


def test_a_weapon_of_the_scene_s_own_with_a_template_of_its_own() -> None:
    bare = laid(trooper=[BETA], **WIDE)
    where = users(bare, "Beta")
    # To the axis it is 112.5 mm: (100, 50) off is 111.8 away, (100, 100) is 141.4.
    ring = template(bare, where, armed(bare, "Ring"))
    assert ring.numbers["reached"] == 8
    assert ring.values["attacker"].tolist() == where.astype(float).tolist()
    # From (25, 25) everybody is seen, so that a circle may lie on each.
    assert template(bare, where, armed(bare, "Howitzer")).numbers["reached"] == 32
    crate = {"name": "crate", "kit": "box", "size": [60, 60, 20], "at": [125, 25]}
    raised = laid(crate, trooper=[BETA], **WIDE)
    top = raised.found.places[:, 2] == 20
    assert top.any()
    high, low = (template(raised, where, armed(raised, name)) for name in ("Ring", "Low ring"))
    assert high.main[top].all()
    assert not low.main[top].any()


def test_a_high_teardrop_takes_who_stands_above_its_length() -> None:
    # Straight up to 300 mm, 160 long: the roof is 250 mm up, and whoever stands at its edge
    # reaches over it.
    tower = {"name": "tower", "kit": "box", "size": [60, 60, 250], "at": [150, 100]}
    arm = {"name": "Geyser", "template": "small_teardrop", "height": 300}
    for tilt, is_reached in (("level_only", True), ("allowed", False)):
        bare = laid(tower, trooper=[BETA], weapon=[arm], readings={"tilt": tilt})
        found = template(bare, users(bare, "Beta"), armed(bare, "Geyser"))
        # Tilted it is taken to reach as far as it is long.
        assert (found.main[bare.place((125, 75))] > 0) == is_reached
        assert bare.found.places[bare.place((125, 75)), 2] == 250


def test_who_attacks_with_what_has_to_be_said() -> None:
    bare = laid(trooper=[BETA])
    with pytest.raises(RulingError, match="say who attacks"):
        users(bare)
    with pytest.raises(RulingError, match='no trooper is called "Alpha"; there are Beta'):
        users(bare, "Alpha")
    with pytest.raises(RulingError, match="say with which weapon"):
        armed(bare)
    with pytest.raises(RulingError, match='no weapon is called "Spoon"'):
        armed(bare, "Spoon")
    with pytest.raises(RulingError, match="Mine is left on the table"):
        armed(bare, "Mine")
    with pytest.raises(RulingError, match="no zone"):
        users(bare, zone="north pole")


# Why, and two layouts.


def test_a_cell_is_ruled_on_exactly() -> None:
    bare = laid(WALL, zone=[LEFT, RIGHT])
    known: dict[str, bytes] = {}
    exposure(bare, known=known)
    cell = why(bare, bare.place((175, 125)), known=known, asked=6)
    assert (cell.place["x"], cell.posture, cell.count, cell.of) == (175, "upright", 15, 31)
    assert cell.outcomes == {
        "seen": {"YES": 6, "NO": 0, "UNDECIDED": 0},
        "unseen": {"YES": 0, "NO": 6, "UNDECIDED": 0},
    }
    assert cell.blockers == (("wall", 6),)
    assert cell.longest is not None
    assert cell.longest[0] == {"x": 25, "y": 25, "z": 0, "level": 0}
    with pytest.raises(RulingError, match="nobody can stand within 50 mm of"):
        bare.place((900, 900))
    with pytest.raises(RulingError, match="has no level 1; it has 0"):
        bare.place((175, 125, 1))


def test_a_circle_is_ruled_on_exactly_from_who_may_throw_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bare = laid(WALL, trooper=[BETA], zone=[LEFT, RIGHT], **WIDE)
    from_left = users(bare, zone="left")
    grenades, known = armed(bare, "Grenades"), dict[str, bytes]()
    template(bare, from_left, grenades, known=known)
    near = why_circle(bare, bare.place((175, 25)), from_left, grenades, known=known, asked=4)
    assert (near.count, near.of) == (16, 16)
    assert near.outcomes == {
        "reaching": {"YES": 4, "NO": 0, "UNDECIDED": 0},
        "not reaching": {"YES": 0, "NO": 0, "UNDECIDED": 0},
    }
    # Behind the wall: a main target this side of it is hidden from there, one beyond from here.
    far = why_circle(bare, bare.place((225, 25)), from_left, grenades, known=known, asked=1)
    assert far.count == 0
    assert far.outcomes["not reaching"] == {"YES": 0, "NO": 1, "UNDECIDED": 0}
    assert far.blockers == (("wall", 1),)
    # What isn't asked is open.
    monkeypatch.setattr(module, "LINES", 2)
    some = why_circle(bare, bare.place((225, 25)), from_left, grenades, known=known, asked=1)
    assert some.outcomes["not reaching"] == {"YES": 0, "NO": 0, "UNDECIDED": 1}
    # Round its user it has no main target: 112.5 mm, and 141.4 to the other corner.
    ring, where = armed(bare, "Ring"), users(bare, "Beta")
    template(bare, where, ring, known=known)
    for spot, is_reached in (((125, 75), True), ((125, 125), False)):
        cell = why_circle(bare, bare.place(spot), where, ring, known=known)
        name, answer = ("reaching", "YES") if is_reached else ("not reaching", "NO")
        assert cell.outcomes[name][answer] == 1
        assert (cell.count, cell.blockers) == (int(is_reached), ())


def test_two_layouts_differ_where_the_wall_is_gone() -> None:
    first, second = exposure(laid(WALL)), exposure(laid())
    both = compared(first, second)
    assert len(both.pairs) == 32
    assert (both.difference == 1 - 15 / 31).all()
    assert both.numbers["more"] == 32
    assert both.numbers["mean"] == [round(15 / 31, 6), 1]
    with pytest.raises(RulingError, match="different sizes, 400 x 200 mm and 400 x 400 mm"):
        compared(first, exposure(laid(size=[400, 400], spacing=200)))


def test_troopers_are_no_part_of_a_layout() -> None:
    bare = laid(trooper=[BETA])
    assert isinstance(bare.asked, Dispute)
    assert (exposure(bare).main == 1).all()


def test_a_table_where_nobody_stands() -> None:
    solid = {"name": "rock", "kit": "box", "size": [50, 50, 60], "at": [81, 50]}
    with pytest.raises(RulingError, match="nobody can stand on this table"):
        laid(solid, size=[100, 100], spacing=100)
