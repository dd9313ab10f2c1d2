"""Screens and sections, against closed forms."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meshes.kit import Opening, wall
from meshes.kit import box as box_mesh
from meshes.mesh import Mesh
from meshes.solids import Cylinder
from spatial.flat import Screens
from spatial.scene import Body, Pose, Scene, scenery_body, trooper_body
from spatial.sections import Plane, faces_in, model_section, section
from spatial.surface import prism

EAST = np.array([1.0, 0, 0])
UP = np.array([0, 0, 1.0])


def box(name: str, size: tuple[float, float, float], at: tuple[float, float, float]) -> Body:
    return scenery_body(name, box_mesh(size).mesh, Pose(at))


def screens(*between: Body, models: tuple[Body, ...] = (), apart: float = 200) -> tuple[str, ...]:
    one, two = (trooper_body(f"{x}", Cylinder(12.5, 40), (x, 0, 0)) for x in (0.0, apart))
    a, b = (prism(body, None, 0.0) for body in (one, two))
    scene = Scene((*between, *models, one, two))
    return tuple(name for name, _ in Screens(scene, models, one, two, a, b).hiding(b))


class TestSection:
    def test_of_a_box_by_upright_level_and_slanting_planes(self) -> None:
        crate = box("crate", (20, 30, 40), (0, 0, 0))
        assert section(crate, Plane(EAST, 3.0)).area == pytest.approx(30 * 40)
        assert section(crate, Plane(UP, 7.0)).area == pytest.approx(20 * 30)
        # Through the axis at 45 degrees to x and z: 20 wide in x, so 20 * sqrt(2) long.
        slant = np.array([1.0, 0, 1.0]) / math.sqrt(2)
        assert section(crate, Plane(slant, 20 / math.sqrt(2))).area == pytest.approx(
            30 * 20 * math.sqrt(2)
        )

    def test_beside_the_box_it_is_empty(self) -> None:
        assert section(box("crate", (20, 30, 40), (0, 0, 0)), Plane(EAST, 10.5)).empty

    def test_a_window_is_no_part_of_it(self) -> None:
        pierced = wall((100, 6, 60), [Opening(at=0, width=20, sill=10, height=15)])
        body = scenery_body("wall", pierced.mesh, Pose((0, 0, 0), 90))
        assert section(body, Plane(EAST, 0.0)).area == pytest.approx(100 * 60 - 20 * 15)

    def test_an_open_mesh_has_none(self) -> None:
        mesh = box_mesh((20, 30, 40)).mesh
        opened = scenery_body("open", Mesh(mesh.vertices, mesh.faces[1:]), Pose((0, 0, 0)))
        assert section(opened, Plane(EAST, 3.0)).empty

    def test_a_hollow_is_no_part_of_it(self) -> None:
        outer, inner = (box_mesh(size).mesh for size in ((40, 40, 40), (20, 20, 20)))
        corners = np.concatenate([outer.vertices, inner.vertices + UP * 10])
        faces = np.concatenate([outer.faces, inner.faces[:, ::-1] + len(outer.vertices)])
        shell = scenery_body("shell", Mesh(corners, faces), Pose((0, 0, 0)))
        assert section(shell, Plane(EAST, 0.0)).area == pytest.approx(40 * 40 - 20 * 20)

    def test_of_a_face_in_the_plane(self) -> None:
        crate = box("crate", (20, 30, 40), (0, 0, 0))
        assert faces_in(crate, Plane(EAST, 10.0), crate.box).area == pytest.approx(30 * 40)

    @settings(deadline=None, max_examples=30)
    @given(st.floats(0, 6), st.floats(-12, 12))
    def test_of_a_model_it_is_as_wide_as_its_chord(self, turn: float, away: float) -> None:
        model = trooper_body("A", Cylinder(12.5, 40), (30, -20, 5))
        normal = np.array([math.cos(turn), math.sin(turn), 0.0])
        plane = Plane(normal, float(normal @ model.pose.at) + away)
        chord = 2 * math.sqrt(12.5**2 - away**2)
        assert model_section(model, plane).area == pytest.approx(chord * 40)


class TestScreens:
    def test_a_wall_wide_and_high_enough(self) -> None:
        # All lines between two of 25 x 40 mm lie within 25 x 40 mm, or 25.5 x 40 for the
        # prisms of 16 sides that hold them: 12.5 / cos(pi / 16) = 12.745.
        assert screens(box("wall", (4, 25.6, 40), (100, 0, 0))) == ("wall",)

    @pytest.mark.parametrize("size", [(4, 24, 40), (4, 26, 39)])
    def test_a_wall_too_narrow_or_too_low(self, size: tuple[float, float, float]) -> None:
        assert screens(box("wall", size, (100, 0, 0))) == ()

    def test_two_boxes_side_by_side_hide_between_them(self) -> None:
        left, right = box("l", (9, 20, 40), (100, 10, 0)), box("r", (9, 20, 40), (100, -10, 0))
        assert screens(left, right) == ("l", "r")

    def test_a_seam_of_a_tenth_of_a_millimetre_is_open(self) -> None:
        left, right = box("l", (9, 20, 40), (100, 10.1, 0)), box("r", (9, 20, 40), (100, -10, 0))
        assert screens(left, right) == ()

    def test_a_crate_turned_by_45_degrees_hides_by_its_section(self) -> None:
        # No face of it is enough; its diagonal is 40 mm wide.
        crate = scenery_body("crate", box_mesh((30, 30, 40)).mesh, Pose((100, 0, 0), 45))
        assert screens(crate) == ("crate",)

    def test_a_model_as_large(self) -> None:
        model = trooper_body("M", Cylinder(13, 40), (100, 0, 0))
        assert screens(models=(model,)) == ("M",)

    def test_only_who_is_needed_is_named(self) -> None:
        wide, post = box("wide", (4, 60, 60), (100, 0, 0)), box("post", (4, 2, 60), (100, 50, 0))
        assert screens(wide, post) == ("wide",)

    def test_a_solid_that_holds_some_of_both_is_not_cut(self) -> None:
        # Both stand 20 mm deep in it: lines between them never meet its surface.
        assert screens(box("hill", (240, 90, 20), (100, 0, 0))) == ()
        assert screens(box("hill", (240, 90, 90), (100, 0, -10))) == ()
