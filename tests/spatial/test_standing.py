"""The standing map: places counted by hand, and the same answers as a trooper put there."""

import math
import re

import numpy as np
import pytest

from meshes.kit import Opening, Piece, SideOpening, box, building, ramp, stairs, wall
from meshes.mesh import Mesh
from meshes.silhouettes import Silhouette, silhouette
from spatial import standing, tiles
from spatial.columns import faces
from spatial.enclosed import closed
from spatial.footing import footing
from spatial.scene import Body, Pose, Scene, SceneError, scenery_body, trooper_body
from spatial.spans import disc_spans, rectangle_spans
from spatial.standing import StandingMap, standing_map
from spatial.support import RIM, highest
from tests.bench.tables import split
from tests.tables import random_table, scene_of

S2 = silhouette("S2")
REACH = 12.5 - RIM


def piece(
    made: Piece, x: float, y: float, z: float = 0, turn: float = 0, name: str = "piece"
) -> Body:
    return scenery_body(name, made.mesh, Pose((x, y, z), turn), True, made.levels)


def mapped(
    *bodies: Body, size: tuple[float, float] = (200, 200), spacing: float = 10
) -> StandingMap:
    return standing_map(Scene(bodies, size), S2, spacing)


def at(found: StandingMap, x: float, y: float) -> list[int]:
    """Numbers of the places over a spot, from the lowest up."""
    return np.flatnonzero((found.places[:, :2] == [x, y]).all(axis=1)).tolist()


def heights(found: StandingMap, x: float, y: float) -> list[float]:
    return found.places[at(found, x, y), 2].tolist()


def way(found: StandingMap, start: int, end: int) -> tuple[float, float]:
    """The crests, prone and upright, between two places."""
    (number,) = np.flatnonzero((found.neighbours == [start, end]).all(axis=1))
    prone, upright = found.crest[number].tolist()
    return prone, upright


def linked(found: StandingMap, start: int) -> set[int]:
    """The places that can be walked to upright without a climb."""
    level = (found.crest[:, 1] == 0.0).nonzero()[0]
    pairs = found.neighbours[level].tolist()
    known, fresh = {start}, {start}
    while fresh:
        fresh = {b for a, b in pairs if a in fresh} | {a for a, b in pairs if b in fresh}
        fresh -= known
        known |= fresh
    return known


# Tables whose places can be counted.


def test_an_empty_table_has_a_place_at_every_spot() -> None:
    found = mapped(size=(100, 50))
    assert found.shape == (10, 5)
    assert found.places[:3].tolist() == [[5, 5, 0], [15, 5, 0], [25, 5, 0]]
    assert found.places[10].tolist() == [5, 15, 0]
    assert len(found.places) == 50
    assert found.upright.all()
    assert found.prone.all()
    assert (found.share == 1).all()
    assert found.centred.all()
    assert not found.slope.any()
    assert np.isinf(found.headroom).all()
    assert [found.carriers[i] for i in set(found.carrier.tolist())] == ["the table"]
    assert len(found.neighbours) == 9 * 5 + 10 * 4
    assert not found.climb.any()
    assert not found.places.flags.writeable


@pytest.mark.parametrize(("length", "lines"), [(94.9, 9), (95, 10), (104, 10), (5, 1)])
def test_centres_are_on_the_table(length: float, lines: int) -> None:
    assert mapped(size=(length, 10)).shape == (lines, 1)


def test_a_box_is_stood_on_or_beside() -> None:
    # From 70 to 130: at 55 there is room on the table, at 65 neither there nor on the roof.
    found = mapped(piece(box((60, 60, 30)), 100, 100))
    roof = found.places[:, 2] == 30
    assert roof.sum() == 6 * 6
    assert len(found.places) - roof.sum() == 400 - 36 - 24 - 4
    assert not found.level.any()
    assert heights(found, 65, 95) == heights(found, 65, 65) == []
    assert {found.carriers[i] for i in found.carrier[roof]} == {"piece"}
    assert (found.floor[roof] == 0).all()
    assert (found.floor[~roof] == -1).all()
    (below,), (above,) = at(found, 55, 95), at(found, 75, 95)
    assert way(found, below, above) == (30, 30)
    up = found.climb.max(axis=1) > 0
    assert up.sum() == 4 * 6
    assert sorted(set(map(tuple, found.climb[up].tolist()))) == [(0, 30), (30, 0)]


def test_a_base_half_over_an_edge_stays_and_no_farther() -> None:
    # The roof ends at x = 130 and y = 130.
    found = mapped(piece(box((60, 60, 30)), 100, 100), spacing=20)
    assert heights(found, 130, 110) == [30]
    (half,), (quarter,) = at(found, 130, 110), at(found, 130, 130)
    assert found.share[half] == pytest.approx(0.5, abs=1e-9)
    assert found.share[quarter] == pytest.approx(0.25, abs=1e-9)
    assert found.centred[[half, quarter]].all()
    # 0.1 mm farther out it falls: it would lean on the edge and the table, far below.
    assert (
        mapped(piece(box((59.8, 59.8, 30)), 100, 100), spacing=20).places[:, 2].tolist().count(30)
        == 2 * 2
    )


def test_up_a_ramp() -> None:
    # From x = 50 to 150, rising 25 mm; along its middle.
    found = mapped(piece(ramp((100, 60, 25)), 100, 100))
    slope = math.degrees(math.atan(0.25))
    for x in (65, 75, 95, 135):
        (place,) = at(found, x, 95)
        assert found.places[place, 2] == pytest.approx((x - 50 + REACH) / 4, abs=1e-9)
        assert found.slope[place] == pytest.approx(slope, abs=1e-6)
        assert found.lean[place] == pytest.approx(slope, abs=1e-6)
        assert found.share[place] == pytest.approx(1, abs=1e-9)
    (low,), (high,) = at(found, 85, 95), at(found, 95, 95)
    number = np.flatnonzero((found.neighbours == [low, high]).all(axis=1))
    assert found.climb[number].tolist() == [[pytest.approx(2.5, abs=1e-9), 0]]
    gentle = standing_map(Scene((piece(ramp((100, 60, 25)), 100, 100),), (200, 200)), S2, 10, 14)
    assert at(gentle, 95, 95) == []
    assert at(gentle, 15, 95)


def test_a_ramp_too_steep_has_no_places() -> None:
    # 45 degrees, a wide one: nothing but its top's edge is under its upper end.
    found = mapped(piece(ramp((100, 100, 100)), 100, 100))
    assert all(heights(found, x, 95) == [] for x in range(55, 140, 10))


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_up_stairs(turn: int) -> None:
    # Five steps of 20 by 10, from 50 to 150: a base leans from tread to tread by 26.6 degrees.
    found = mapped(piece(stairs((100, 60, 50), 5), 100, 100, turn=turn))
    for x in range(55, 146, 10):
        step = min(math.floor((x - 50 + REACH) / 20) + 1, 5)
        d = np.array([x - 100.0, -5.0])
        c, s = round(math.cos(math.radians(turn))), round(math.sin(math.radians(turn)))
        spot = (100 + d[0] * c - d[1] * s, 100 + d[0] * s + d[1] * c)
        assert heights(found, *spot) == [10 * step]
    assert found.lean.max() <= 30
    assert found.climb[found.crest[:, 0] > 0].max() == 50


@pytest.mark.parametrize(("underside", "is_upright"), [(39.96, True), (39.94, False)])
def test_under_a_bridge_and_on_it(underside: float, is_upright: bool) -> None:
    # The deck from 45 to 155 and from 65 to 135: 12 x 8 centres are over it, edges included,
    # and bases at 10 mm from its four sides still reach under it.
    found = mapped(piece(box((110, 70, 5)), 100, 100, underside))
    assert (found.places[:, 2] == underside + 5).sum() == 12 * 8
    assert (found.level == 1).sum() == 12 * 8
    assert (found.places[:, 2] == 0).sum() == 400
    assert (~found.upright).sum() == (0 if is_upright else 12 * 8 + 2 * 12 + 2 * 8)
    ground, above = at(found, 95, 95)
    assert found.level[[ground, above]].tolist() == [0, 1]
    assert found.headroom[ground] == pytest.approx(underside)
    assert found.headroom[above] == math.inf
    (beside,), (outside,) = at(found, 95, 145), at(found, 95, 155)
    assert way(found, beside, outside) == (0, 0 if is_upright else math.inf)


def test_under_a_low_deck_is_no_place_and_over_its_edge_the_base_leans() -> None:
    # Less than 3 mm below it. At 10 mm from its sides a base leans on the table by
    # atan(7.94 / 22.5) = 19.4 degrees.
    found = mapped(piece(box((110, 70, 5)), 100, 100, 2.94))
    assert not found.level.any()
    over = found.places[:, 2] == 2.94 + 5
    assert over.sum() == 12 * 8 + 2 * 12 + 2 * 8
    leans = sorted(set(found.lean[over].round(6).tolist()))
    assert leans == [0, pytest.approx(math.degrees(math.atan(7.94 / 22.5)), abs=1e-5)]


HOUSE = ((100, 100), 1, 50.0)


def test_a_house_is_entered_by_its_door() -> None:
    # About (105, 105): inside, the base's centre has 2 x 34.55 mm; the door is 30 wide.
    door = SideOpening("south", level=0, at=0, width=30, sill=0, height=44)
    found = mapped(piece(building(*HOUSE, openings=[door]), 105, 105), size=(210, 210))
    inside = [i for x in range(75, 136, 10) for y in range(75, 136, 10) for i in at(found, x, y)]
    assert len(inside) == 2 * 7 * 7
    assert found.places[inside, 2].tolist() == [0, 50] * 49
    assert (found.places[:, 2] == 50).sum() == 11 * 11
    assert (found.level == 1).sum() == 49 + 2
    doorway = at(found, 105, 55)
    assert found.headroom[doorway].tolist() == [44, math.inf]
    assert found.upright[doorway].all()
    assert at(found, 105, 105)[0] in linked(found, 0)
    assert found.floor[at(found, 105, 105)].tolist() == [-1, 1]


def test_a_house_without_a_door_is_not_entered() -> None:
    found = mapped(piece(building(*HOUSE), 105, 105), size=(210, 210))
    assert heights(found, 105, 105) == [0, 50]
    assert at(found, 105, 105)[0] not in linked(found, 0)
    # Nor by any climb: no way leads from inside to outside.
    room = {at(found, x, y)[0] for x in range(75, 136, 10) for y in range(75, 136, 10)}
    assert len(room) == 49
    assert all((a in room) == (b in room) for a, b in found.neighbours.tolist())


def test_a_low_door_lets_the_prone_through() -> None:
    door = SideOpening("south", level=0, at=0, width=30, sill=0, height=20)
    found = mapped(piece(building(*HOUSE, openings=[door]), 105, 105), size=(210, 210))
    (start, _), (end, _) = at(found, 105, 55), at(found, 105, 65)
    assert not found.upright[start]
    assert not found.upright[end]
    assert way(found, start, end) == (0, math.inf)


def test_a_window_is_climbed_through_prone_and_the_wall_upright() -> None:
    # 4 mm thick along y = 100, 60 high; about x = 95 a window from 20 to 40. Nearest to it
    # one stands at 85 and 115, three lines apart.
    window = Opening(at=-5, width=40, sill=20, height=20)
    found = mapped(piece(wall((200, 4, 60), [window]), 100, 100))
    assert heights(found, 95, 95) == heights(found, 95, 105) == []
    for x, crests in ((95, (20, 60)), (35, (60, 60))):
        (near,), (far,) = at(found, x, 85), at(found, x, 115)
        assert way(found, near, far) == crests
    # No way goes farther than two diameters, nor past the next place.
    lines = found.lines[found.neighbours]
    assert np.abs(lines[:, 0] - lines[:, 1]).sum(axis=1).max() == 3


def test_on_a_grate_the_bars_carry() -> None:
    # Bars of 4 mm every 10 mm, from 50 to 146; their tops at 30.
    bars = [piece(box((4, 100, 2)), 52 + 10 * i, 100, 28, name=f"bar {i}") for i in range(10)]
    found = mapped(*bars)
    low, high = at(found, 95, 95)
    assert found.places[[low, high], 2].tolist() == [0, 30]
    assert found.headroom[low] == 28
    assert found.upright[[low, high]].tolist() == [False, True]
    assert found.centred[high]
    # Under the disc from 82.5 to 107.5 lie two bars and the end of a third.
    strips = [(82.5, 84), (90, 94), (100, 104)]
    area = sum(_left_of(end - 95) - _left_of(start - 95) for start, end in strips)
    assert found.share[high] == pytest.approx(area / (math.pi * 12.5**2), abs=1e-9)
    assert heights(found, 45, 95) == [0]


def _left_of(x: float) -> float:
    """The area of a base's part left of a line, up to a constant."""
    return 12.5**2 * math.asin(x / 12.5) + x * math.sqrt(12.5**2 - x**2)


def test_behind_a_parapet_and_on_it() -> None:
    # A roof at 50 about (105, 105) with 20 mm of parapet, 3 thick: its inner faces 47 off.
    found = mapped(piece(building(*HOUSE, parapet=20.0), 105, 105), size=(210, 210))
    roof, top = (found.places[:, 2] == z for z in (50, 70))
    assert roof.sum() == 7 * 7
    # Its outer edge, where the centre is just over it; and across each corner, where the
    # two parts of the parapet hold a base between them.
    assert top.sum() == 40 + 4
    assert heights(found, 145, 105) == []
    assert heights(found, 145, 145) == [70]
    # Over it from the roof: two lines on, 20 up.
    (inner,), (outer,) = [i for i in at(found, 135, 105) if roof[i]], at(found, 155, 105)
    assert way(found, inner, outer) == (70, 70)


def test_beside_a_low_kerb_the_base_leans() -> None:
    # 10 mm high at 7 mm from the centre: atan(10 / 19.5) = 27.1 degrees, less than 30.
    found = mapped(piece(box((60, 300, 10)), 142, 100))
    (place,) = at(found, 105, 95)
    assert found.places[place, 2] == 10
    assert not found.centred[place]
    assert found.lean[place] == pytest.approx(math.degrees(math.atan(10 / 19.5)), abs=1e-6)


def test_inside_a_solid_nobody_stands() -> None:
    block = box((150, 150, 90))
    turned = Mesh(block.mesh.vertices, block.mesh.faces[:, ::-1])
    for mesh in (block.mesh, turned):
        found = mapped(scenery_body("block", mesh, Pose((100, 100, 0))))
        assert heights(found, 95, 95) == [90]
        assert not found.level.any()


def test_in_a_crate_without_a_lid() -> None:
    # A sheet of a crate: four sides and a floor at 0, all of no thickness.
    block = box((100, 100, 30)).mesh
    sides = [f for f in block.faces.tolist() if not (block.vertices[f, 2] == 30).all()]
    crate = scenery_body("crate", Mesh(block.vertices, sides), Pose((100, 100, 0)))
    assert not closed(crate.mesh)
    assert heights(mapped(crate), 95, 95) == [0]


def test_no_size_no_spacing() -> None:
    with pytest.raises(SceneError, match=r"\[table\] size"):
        standing_map(Scene(()), S2)
    for spacing in (0.0, -1.0, math.nan, math.inf):
        with pytest.raises(SceneError, match="spacing: expected"):
            mapped(spacing=spacing)
    with pytest.raises(SceneError, match=r"too fine; use 0\.1 mm or more"):
        mapped(spacing=0.05)
    with pytest.raises(SceneError, match="leaves no place on a side of 200 mm"):
        mapped(spacing=401)


@pytest.mark.parametrize(
    "size", [(200, 200), (244, 122), (150, 90), (60, 80), (400, 30), (99.5, 33.3)]
)
def test_the_spacing_that_is_proposed_is_taken(
    size: tuple[float, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(standing, "_MOST", 100)
    with pytest.raises(SceneError) as caught:
        mapped(size=size, spacing=1e-310)
    said = re.fullmatch(r"spacing: 1e-310 mm is too fine; use (\S+) mm or more", str(caught.value))
    assert said is not None
    least = float(said[1])
    lines = mapped(size=size, spacing=least).shape
    assert 75 < lines[0] * lines[1] <= 100
    # And no less than needed, to two digits.
    with pytest.raises(SceneError, match="too fine"):
        mapped(size=size, spacing=least * 0.9)


# The same answers by another way.


def table(seed: int) -> Scene:
    """A random table's scenery, moved onto a table that holds it; some of it open."""
    rng = np.random.default_rng(seed)
    bodies = [body for body in scene_of(random_table(seed)).scene.bodies if body.role == "scenery"]
    low = np.min([body.box[0] for body in bodies], axis=0)
    bodies = [body.moved(20 - low[0], 20 - low[1]) for body in bodies]
    if seed % 3 == 0:
        bodies = [_torn(body, rng) for body in bodies]
    high = np.max([body.box[1] for body in bodies], axis=0)
    return Scene(tuple(bodies), (float(high[0] + 20), float(high[1] + 20)))


def _torn(body: Body, rng: np.random.Generator) -> Body:
    """A piece without some of its faces, and others wound the other way."""
    made = body.mesh.faces[rng.random(len(body.mesh.faces)) < 0.85].copy()
    other = rng.random(len(made)) < 0.2
    made[other] = made[other, ::-1]
    mesh = Mesh(body.mesh.vertices, made if len(made) else body.mesh.faces)
    return scenery_body(body.name, mesh, Pose((0, 0, 0)), body.blocks)


@pytest.mark.parametrize("seed", range(8))
def test_a_trooper_put_on_a_place_stands_and_off_it_does_not(seed: int) -> None:
    scene, rng = table(seed), np.random.default_rng(seed)
    shape = silhouette(("S2", "S4", "S1", "S0")[seed % 4])
    found = standing_map(scene, shape, 12.5)
    off_table = np.flatnonzero(found.places[:, 2] > 0)
    for i in rng.permutation(off_table)[:25].tolist():
        place = _point(found.places[i])
        stood = footing(scene, trooper_body("1", shape.prone().solid, place))
        assert stood.stands, place
        assert stood.lean == pytest.approx(found.lean[i], abs=1e-6)
        assert stood.slope == pytest.approx(found.slope[i], abs=1e-6)
        # The map leaves out what reaches under the last 0.05 mm of the rim.
        assert stood.share == pytest.approx(found.share[i], abs=2e-3)
        assert stood.headroom == pytest.approx(found.headroom[i], abs=1e-6)
        assert found.carriers[found.carrier[i]] in stood.on
        upright = footing(scene, trooper_body("1", shape.solid, place))
        assert upright.stands == found.upright[i]
    for place in _gaps_that_are_none(scene, shape, found, rng):
        assert not footing(scene, trooper_body("1", shape.prone().solid, place)).stands, place


def _gaps_that_are_none(
    scene: Scene, shape: Silhouette, found: StandingMap, rng: np.random.Generator
) -> list[tuple[float, float, float]]:
    """Floors of gaps that aren't on the map, and heights anywhere."""
    x, y = ((np.arange(lines) + 0.5) * 12.5 for lines in found.shape)
    whole = np.array([closed(body.mesh) for body in scene.bodies])
    unclosed = tuple(b for b, is_whole in zip(scene.bodies, whole, strict=True) if not is_whole)
    about = (shape, (x, y), (0, 0), 90.0, lambda _: None)
    one = tiles.tile(scene, faces(scene), whole, unclosed, *about)
    assert len(one.kept) > one.kept.sum() == len(found.places)
    row, column = np.divmod(one.gaps.place, len(x))
    spots = np.stack([x[column], y[row], one.gaps.floor], axis=1)
    none = rng.permutation(spots[~one.kept])[:25]
    some = rng.permutation(found.places)[:10] + np.array([0, 0, 0.2])
    return [_point(spot) for spot in np.concatenate([none, some])]


def _point(spot: np.ndarray) -> tuple[float, float, float]:
    x, y, z = spot.tolist()
    return x, y, z


def rows(found: StandingMap) -> list[np.ndarray]:
    carrier = np.array(found.carriers)[found.carrier]
    return [found.places, found.level, carrier, found.upright, found.centred, found.neighbours,
            found.crest, found.headroom]  # fmt: skip


@pytest.mark.parametrize("seed", [1, 2])
def test_nothing_depends_on_order_or_on_tiles(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = table(seed)
    found = rows(standing_map(scene, S2, 15))
    other = rows(standing_map(Scene(scene.bodies[::-1], scene.size), S2, 15))
    for one, same in zip(found, other, strict=True):
        if one.dtype.kind != "U":
            assert np.array_equal(one, same)
    monkeypatch.setattr(tiles, "STRIP", 5)
    monkeypatch.setattr(standing, "STRIP", 5)
    for one, same in zip(found, rows(standing_map(scene, S2, 15)), strict=True):
        assert np.array_equal(one, same)


def test_nothing_depends_on_how_finely_faces_are_cut() -> None:
    scene = table(4)
    finer = tuple(
        scenery_body(body.name, split(body.mesh), Pose((0, 0, 0))) for body in scene.bodies
    )
    found, other = (standing_map(Scene(b, scene.size), S2, 15) for b in (scene.bodies, finer))
    assert np.allclose(found.places, other.places, rtol=0, atol=1e-9)
    assert np.array_equal(found.upright, other.upright)
    assert np.array_equal(found.neighbours, other.neighbours)
    assert np.allclose(found.share, other.share, rtol=0, atol=1e-6)
    both = np.isfinite(found.crest)
    assert np.array_equal(both, np.isfinite(other.crest))
    assert np.allclose(found.crest[both], other.crest[both], rtol=0, atol=1e-9)


# Spans.


@pytest.mark.parametrize("kind", ["any", "whole", "level", "upright"])
def test_a_disc_s_span_has_the_bits_of_the_resting_height(kind: str) -> None:
    corners = np.random.default_rng(3).normal(size=(400, 3, 3)) * 15
    if kind == "whole":
        corners = np.round(corners / 5) * 5
    if kind == "level":
        corners[:, :, 2] = corners[:, :1, 2]
    if kind == "upright":
        corners[:, 2, :2] = corners[:, 1, :2]
    low, high = disc_spans(corners, REACH)
    expected = [highest(one[None], REACH) for one in corners]
    assert high.tolist() == expected
    below = [-highest(one[None] * [1, 1, -1], REACH) for one in corners]
    assert low.tolist() == pytest.approx(below, abs=1e-9)


def test_a_rectangle_s_span_holds_every_point_over_it() -> None:
    rng = np.random.default_rng(4)
    corners = rng.normal(size=(300, 3, 3)) * 12
    low, high = rectangle_spans(corners, (24, 10))
    share = rng.dirichlet([0.5, 0.5, 0.5], 3000)
    near = 0
    for triangle, least, most in zip(corners, low, high, strict=True):
        points = share @ triangle
        over = points[(np.abs(points[:, 0]) <= 12) & (np.abs(points[:, 1]) <= 5), 2]
        if len(over) == 0:
            continue
        assert least - 1e-9 <= over.min()
        assert over.max() <= most + 1e-9
        near += over.max() > most - 1 and over.min() < least + 1
    assert near > 100


def test_a_rectangle_s_span_is_that_of_the_triangle_cut_by_it() -> None:
    # z = x over a triangle that covers the rectangle, then one that ends at x = 3.
    whole = np.array([[-99, -99, -99], [99, -99, 99], [0, 198, 0.0]])
    part = np.array([[3, -99, 3], [3, 99, 3], [-99, 0, -99.0]])
    low, high = rectangle_spans(np.array([whole, part, part + [[20, 0, 0]] * 3]), (10, 4))
    assert low[:2].tolist() == [-5, -5]
    assert high[:2].tolist() == [5, 3]
    assert low[2] == pytest.approx(-25)
    aside = rectangle_spans(part[None] - [9, 0, 0], (10, 4))
    assert aside[0][0] == math.inf
    assert aside[1][0] == -math.inf
