"""Cases at the very edge of an answer, each at several turns and places of the table.

Every expectation follows from the definitions: scenery is closed, touching
blocks, and a YES needs an opening at least 0.001 mm wide where the line passes.
"""

import numpy as np
import pytest

from meshes import kit
from meshes.mesh import Mesh
from meshes.solids import Cylinder
from meshes.templates import templates
from spatial.contact import contact
from spatial.outcome import Outcome
from spatial.scene import Body, Pose, Scene, scenery_body, template_body, trooper_body
from spatial.sight import Sight, decide, gather, sight

SETTINGS = (
    (0.0, (0.0, 0.0)),
    (90.0, (0.0, 0.0)),
    (31.7, (733.1, -2048.7)),
    (-118.3, (98_000.0, 12.5)),
)

Flat = tuple[float, float, float]


class Setting:
    """A table turned and moved: places are given as they are on the unmoved one."""

    def __init__(self, turn: float, shift: tuple[float, float]) -> None:
        self.turn, self.shift = turn, shift

    def at(self, place: Flat) -> Flat:
        moved = Pose((*self.shift, 0.0), self.turn).to_world([list(place)])[0].tolist()
        return (moved[0], moved[1], moved[2])

    def piece(self, name: str, mesh: Mesh, place: Flat, turn: float = 0.0) -> Body:
        return scenery_body(name, mesh, Pose(self.at(place), self.turn + turn))

    def box(self, name: str, size: Flat, place: Flat) -> Body:
        return self.piece(name, kit.box(size).mesh, place)

    def trooper(self, name: str, place: Flat, height: float = 40.0) -> Body:
        return trooper_body(name, Cylinder(12.5, height), self.at(place))

    def ask(
        self,
        *pieces: Body,
        target: Body | None = None,
        tip: Flat = (12.5, 0.0, 0.0),
        tilt: float = 0.0,
        user: Flat = (0.0, 0.0, 0.0),
        both: bool = False,
        opening: float = 0.0,
    ) -> Sight:
        """A small teardrop along +x at a trooper 100 mm away, by default."""
        enemy = target if target is not None else self.trooper("1", (100.0, 0.0, 0.0))
        by = self.trooper("U", user)
        pose = Pose(self.at(tip), self.turn, tilt)
        flame = template_body("A", templates()["small_teardrop"].body(both), pose)
        scene = Scene((*pieces, by, enemy))
        touch = contact(enemy, flame)
        assert touch.touches, "the case must be about sight"
        seen = sight(scene, pose.at, enemy, flame, touch, by, opening)
        cover = gather(scene, np.array(pose.at), enemy.box, by)
        assert decide(cover, enemy, flame, None, opening)[0] is seen.outcome
        return seen


@pytest.fixture(params=SETTINGS, ids=lambda setting: f"{setting[0]:g}deg{setting[1][0]:g}mm")
def table(request: pytest.FixtureRequest) -> Setting:
    return Setting(*request.param)


def walls(table: Setting, gap: float, behind: float = 0.0) -> list[Body]:
    """Two walls across the way with a slit of `gap` mm, the second `behind` mm farther."""
    return [
        table.box("left", (5, 100, 50), (60, 50 + gap / 2, 0)),
        table.box("right", (5, 100, 50), (60 + behind, -50 - gap / 2, 0)),
    ]


@pytest.mark.parametrize("gap", [0.02, 0.002, 0.0012])
def test_slit_wide_enough_is_seen_through(table: Setting, gap: float) -> None:
    seen = table.ask(*walls(table, gap))
    assert seen.outcome is Outcome.YES
    assert seen.witness is not None
    assert seen.witness.clearance == pytest.approx(gap / 2, abs=2e-5)
    assert seen.witness.width == pytest.approx(gap, abs=4e-5)


@pytest.mark.parametrize("gap", [0.0, -0.5, 0.0005, 0.0008])
def test_slit_closed_or_too_narrow_hides(table: Setting, gap: float) -> None:
    seen = table.ask(*walls(table, gap))
    assert seen.outcome is Outcome.NO
    assert {one.piece for one in seen.blockers if one.needed} == {"left", "right"}
    assert all(one.alone for one in seen.blockers)


@pytest.mark.parametrize(("gap", "outcome"), [(0.0, "NO"), (0.0005, "NO"), (0.02, "YES")])
def test_walls_that_meet_at_a_corner(table: Setting, gap: float, outcome: str) -> None:
    assert table.ask(*walls(table, gap, behind=5.0)).outcome.value == outcome


def test_seam_between_touching_pieces_of_one_wall(table: Setting) -> None:
    # 20 boxes of 10 mm side by side: their seams lie on the way of the lines.
    row = [table.box(f"b{i}", (5, 10, 50), (60, -95.0 + 10 * i, 0)) for i in range(20)]
    assert table.ask(*row).outcome is Outcome.NO


def test_target_touching_its_cover(table: Setting) -> None:
    # The wall's back face is x = 87.5, the silhouette's nearest line.
    front = table.box("front", (5, 200, 50), (85, 0, 0))
    assert table.ask(front).outcome is Outcome.NO
    # The wall's front face is x = 112.5, behind the silhouette.
    back = table.box("back", (5, 200, 50), (115, 0, 0))
    assert table.ask(back).outcome is Outcome.YES


def test_target_standing_half_in_a_wall(table: Setting) -> None:
    # A silhouette sunk in a wall still sticks out towards the focus ...
    through = table.box("through", (5, 200, 50), (100, 0, 0))
    assert table.ask(through).outcome is Outcome.YES
    # ... or doesn't, where the wall's face lies before its nearest line.
    over = table.box("over", (30, 200, 50), (100, 0, 0))
    assert table.ask(over).outcome is Outcome.NO


def sheet(table: Setting, z: float, name: str = "sheet") -> Body:
    flat = Mesh([[-80, -80, 0], [80, -80, 0], [80, 80, 0], [-80, 80, 0]], [[0, 1, 2], [0, 2, 3]])
    return table.piece(name, flat, (80.0, 0.0, z))


def test_model_on_a_sheet_without_thickness(table: Setting) -> None:
    # The sheet lies at z = 20 under the trooper's base. Its rim is at x = 0, so
    # a focus at x = 12.5 below it sees the trooper only through it.
    stands = table.trooper("1", (100.0, 0.0, 20.0))
    below = table.ask(sheet(table, 20.0), target=stands)
    assert below.outcome is Outcome.NO
    assert [one.piece for one in below.blockers] == ["sheet"]
    above = table.ask(
        sheet(table, 20.0), target=stands, tip=(12.5, 0.0, 20.0), user=(0.0, 0.0, 20.0)
    )
    assert above.outcome is Outcome.YES


def test_template_on_a_thin_roof_does_not_see_through_it(table: Setting) -> None:
    # Focus on the sheet at z = 60, trooper below it; the user stands on it.
    under = table.trooper("1", (60.0, 0.0, 10.0))
    seen = table.ask(
        sheet(table, 60.0),
        target=under,
        tip=(12.5, 0.0, 60.0),
        user=(0.0, 0.0, 60.0),
        tilt=-30.0,
        both=True,
    )
    assert seen.outcome is Outcome.NO


def test_focus_on_the_edge_of_a_roof(table: Setting) -> None:
    # The roof's edge is x = 12.5, where the focus lies: by default a face through
    # the focus blocks all that leaves below it.
    roof = table.box("roof", (100, 200, 60), (-37.5, 0, 0))
    low = table.trooper("1", (60.0, 0.0, 0.0))
    on_edge = table.ask(roof, target=low, tip=(12.5, 0, 60), user=(0, 0, 60), tilt=-35.0, both=True)
    assert on_edge.outcome is Outcome.NO
    assert [one.piece for one in on_edge.blockers] == ["roof"]
    # Half a millimetre beyond the edge nothing is in the way.
    beyond = table.ask(
        roof, target=low, tip=(13.0, 0, 60), user=(0.5, 0, 60), tilt=-35.0, both=True
    )
    assert beyond.outcome is Outcome.YES


@pytest.mark.parametrize("change", ["as it is", "reversed", "mixed", "doubled", "open"])
def test_winding_of_blockers_does_not_matter(table: Setting, change: str) -> None:
    mesh = kit.box((5, 200, 50)).mesh
    faces = np.array(mesh.faces)
    if change == "reversed":
        faces = faces[:, ::-1]
    elif change == "mixed":
        faces[::2] = faces[::2, ::-1]
    elif change == "doubled":
        faces = np.concatenate([faces, faces[:, ::-1], faces])
    elif change == "open":
        # Only the side that faces the focus is left.
        front = (mesh.triangles[:, :, 0] == -2.5).all(axis=1)
        faces = faces[front]
    wall = table.piece("wall", Mesh(mesh.vertices, faces), (60.0, 0.0, 0.0))
    seen = table.ask(wall)
    assert seen.outcome is Outcome.NO
    assert seen.blockers[0].share == pytest.approx(1.0, abs=1e-6)
    low = kit.box((5, 200, 8)).mesh
    assert table.ask(table.piece("low", low, (60.0, 0.0, 0.0))).outcome is Outcome.YES


@pytest.mark.parametrize(("width", "outcome"), [(3.0, "YES"), (2.99, "NO"), (3.01, "YES")])
def test_window_of_exactly_the_minimum_opening(table: Setting, width: float, outcome: str) -> None:
    # The wall's back face touches the silhouette's nearest line: the plane in
    # which the square lies. The window is 8 mm high, wide enough upright.
    opening = kit.Opening(0.0, width, 3.0, 8.0)
    wall = kit.wall((200.0, 0.5, 50.0), [opening]).mesh
    piece = table.piece("wall", wall, (87.25, 0.0, 0.0), turn=90.0)
    assert table.ask(piece, opening=3.0).outcome.value == outcome
    assert table.ask(piece).outcome is Outcome.YES


def test_minimum_opening_grows_with_distance(table: Setting) -> None:
    # Half-way to the region a slit looks twice as wide: 1.5 mm at 37.5 of 75 mm.
    thin = [
        table.box("left", (0.01, 100, 50), (50.0, 50.76, 0)),
        table.box("right", (0.01, 100, 50), (50.0, -50.76, 0)),
    ]
    assert table.ask(*thin, opening=3.0).outcome is Outcome.YES
    thin = [
        table.box("left", (0.01, 100, 50), (50.0, 50.74, 0)),
        table.box("right", (0.01, 100, 50), (50.0, -50.74, 0)),
    ]
    assert table.ask(*thin, opening=3.0).outcome is Outcome.NO


def test_bare_contact_is_decided_by_exact_lines(table: Setting) -> None:
    # The teardrop's round end lies at x = 172.5; the silhouette begins there.
    bare = table.trooper("1", (185.0, 0.0, 0.0))
    seen = table.ask(target=bare)
    assert seen.method == "bare contact"
    assert seen.outcome is Outcome.YES
    wall = table.box("wall", (5, 200, 50), (150, 0, 0))
    assert table.ask(wall, target=bare).outcome is Outcome.NO


def test_focus_that_touches_the_silhouette(table: Setting) -> None:
    # Base to base: the tip lies on both silhouettes, whatever else there is.
    beside = table.trooper("1", (25.0, 0.0, 0.0))
    seen = table.ask(table.box("wall", (5, 200, 50), (60, 0, 0)), target=beside)
    assert seen.method == "inside"
    assert seen.outcome is Outcome.YES


def test_wide_angles(table: Setting) -> None:
    # 0.05 mm before the silhouette it fills nearly half of all directions.
    near = table.trooper("1", (25.05, 0.0, 0.0))
    assert table.ask(target=near).outcome is Outcome.YES
    sliver = table.box("sliver", (0.01, 60, 60), (12.525, 0, 0))
    seen = table.ask(sliver, target=near)
    assert seen.outcome is Outcome.NO
    assert [one.piece for one in seen.blockers] == ["sliver"]


def test_trooper_below_the_table_is_hidden(table: Setting) -> None:
    sunk = table.trooper("1", (60.0, 0.0, -45.0))
    seen = table.ask(target=sunk, tip=(12.5, 0, 0), both=True, tilt=-20.0)
    assert seen.outcome is Outcome.NO
    assert seen.blockers[0].piece == "the table"


def test_clearance_counts_pieces_beside_the_way(table: Setting) -> None:
    # The crate's upper front edge is x = 80, z = 12; the focus is 14 mm up, so the
    # line passes over it, and nothing of the crate is between focus and target.
    crate = table.box("crate", (10, 80, 12), (85, 0, 0))
    far = table.trooper("1", (107.5, 0.0, 0.0))
    seen = table.ask(crate, target=far, tip=(12.5, 0.0, 14.0))
    assert seen.outcome is Outcome.YES
    assert seen.witness is not None
    line = [list(seen.witness.line.start), list(seen.witness.line.end)]
    start, end = Pose((*table.shift, 0.0), table.turn).to_local(line)
    # The distance of two straight lines: this one and each upper edge of the crate.
    square_to_both = np.cross(end - start, [0.0, 1.0, 0.0])
    square_to_both /= np.linalg.norm(square_to_both)
    to_edges = [abs((np.array([x, 0.0, 12.0]) - start) @ square_to_both) for x in (80.0, 90.0)]
    assert seen.witness.clearance == pytest.approx(min(to_edges), abs=1e-6)


def test_flat_contact_with_a_level_plane(table: Setting) -> None:
    # The template's plane is z = 40, the silhouette's top: they share a flat disc.
    crate = table.box("crate", (40, 40, 40), (-10, 0, 0))
    flat = table.trooper("1", (60.0, 0.0, 0.0))
    seen = table.ask(crate, target=flat, tip=(12.5, 0, 40.0), user=(0, 0, 40.0))
    assert seen.method == "bare contact"
    # The focus is beyond the crate's edge at x = 10: nothing is in the way.
    assert seen.outcome is Outcome.YES


@pytest.mark.parametrize("height", [3.0, 3.2, 4.1, 20.1, 37.3])
def test_thin_overlap_with_a_level_plane(table: Setting, height: float) -> None:
    # The template's plane lies 0.01 mm below the top of a target of any height.
    target = trooper_body("1", Cylinder(15.0, height), table.at((90.0, 0.0, 0.0)))
    tip = (12.5, 0.0, height - 0.01)
    assert table.ask(target=target, tip=tip).outcome is Outcome.YES
    wall = table.box("wall", (4, 200, height + 0.05), (60, 0, 0))
    assert table.ask(wall, target=target, tip=tip).outcome is Outcome.NO


@pytest.mark.parametrize("over", [0.0, 0.0005, 0.0009, 0.0011, 0.002])
def test_overlaps_about_as_thin_as_an_opening_are_decided(table: Setting, over: float) -> None:
    # Whether exact lines or the projection decide: nothing is in the way.
    target = trooper_body("1", Cylinder(15.0, 20.0), table.at((90.0, 0.0, 0.0)))
    assert table.ask(target=target, tip=(12.5, 0.0, 20.0 - over)).outcome is Outcome.YES


def test_flush_tiles_are_one_roof(table: Setting) -> None:
    # The focus, x = 12.5, lies above the seam of two boxes; their faces there are buried.
    tiles = [
        table.box("near", (100, 100, 50), (-37.5, 0, 0)),
        table.box("far", (200, 100, 50), (112.5, 0, 0)),
    ]
    on_roof = table.trooper("1", (100.0, 0.0, 50.0))
    for pieces in (tiles, [table.box("roof", (300, 100, 50), (62.5, 0, 0))]):
        seen = table.ask(*pieces, target=on_roof, tip=(12.5, 0, 50), user=(0, 0, 50))
        assert seen.outcome is Outcome.YES


def test_beside_a_crate_the_way_is_free(table: Setting) -> None:
    # The focus touches the crate's upright edge; the target lies off to its free side.
    crate = table.box("crate", (40, 40, 60), (32.5, -20, 0))
    assert table.ask(crate).outcome is Outcome.YES
    # Within the crate's face it is stopped.
    crate = table.box("crate", (40, 40, 60), (32.5, 0, 0))
    assert table.ask(crate).outcome is Outcome.NO


@pytest.mark.parametrize("width", [1e-9, 1e-7, 1e-5, 1e-4])
def test_a_sliver_has_no_side(table: Setting, width: float) -> None:
    # A sheet below the focus has a sliver along the line on which the focus lies.
    sheet = [[-60, -60, 0], [60, -60, 0], [60, 60, 0], [-60, 60, 0]]
    sliver = [[-60, 12.5, 30], [60, 12.5, 30], [3.7, 12.5 + width, 30 + width]]
    mesh = Mesh([*sheet, *sliver], [[0, 1, 2], [0, 2, 3], [4, 5, 6]])
    piece = table.piece("mesh", mesh, (0.0, 0.0, 0.0), turn=-90.0)
    seen = table.ask(piece, tip=(12.5, 0.0, 30.0))
    assert seen.outcome is Outcome.YES


@pytest.mark.parametrize("off", [0.0, 2e-6, 1e-4, 4e-4, 0.0007, 0.002])
def test_focus_a_hair_above_a_roof(table: Setting, off: float) -> None:
    roof = table.box("roof", (300, 100, 50), (62.5, 0, 0))
    on_roof = table.trooper("1", (100.0, 0.0, 50.0))
    seen = table.ask(roof, target=on_roof, tip=(12.5, 0, 50 + off), user=(0, 0, 50 + off))
    assert seen.outcome is Outcome.YES


@pytest.mark.parametrize("gap", [1e-6, 0.0003, 0.001, 0.004, 0.006, 0.1])
def test_bases_almost_in_contact(table: Setting, gap: float) -> None:
    assert table.ask(target=table.trooper("1", (25.0 + gap, 0.0, 0.0))).outcome is Outcome.YES


def test_straight_up(table: Setting) -> None:
    above = table.trooper("1", (12.5, 0.0, 60.0))
    seen = table.ask(target=above, tip=(12.5, 0.0, 40.0), tilt=90.0, both=True)
    assert seen.outcome is Outcome.YES


def test_a_piece_that_makes_no_difference_is_not_named_as_one(table: Setting) -> None:
    crate = table.box("crate", (10, 10, 8), (30, 10, 0))
    seen = table.ask(*walls(table, 0.0008), crate)
    assert seen.outcome is Outcome.NO
    flags = {one.piece: (one.needed, one.alone) for one in seen.blockers}
    assert flags["left"] == flags["right"] == (True, True)
    assert flags.get("crate", (False, False)) == (False, False)


def test_a_strip_behind_a_slit_is_named(table: Setting) -> None:
    strip = table.box("strip", (2, 3, 50), (70, 0, 0))
    seen = table.ask(*walls(table, 0.3), strip)
    assert seen.outcome is Outcome.NO
    assert {one.piece for one in seen.blockers if one.needed} == {"left", "right", "strip"}
    assert table.ask(*walls(table, 0.3)).outcome is Outcome.YES
