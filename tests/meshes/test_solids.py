"""Exact solids against dense points: supports, depths, shrinking, and what a mesh states."""

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from meshes.mesh import Mesh
from meshes.solids import Cylinder, SweptBall
from tests.oracle import Array, Blast

TEARDROP = (0.0, 130.0, 0.0, 30.0)
CIRCLE = (0.0, 0.0, 60.0, 60.0)
PILL = (-10.0, 70.0, 20.0, 20.0)
BLUNT = (5.0, 60.0, 12.0, 40.0)

# Cut on one side, on both, low, high, unevenly, not at all; of revolution and straight-sided.
SOLIDS = {
    f"{name} {low:g} to {high:g} of its radius{' straight' if straight else ''}": SweptBall(
        *outline, low * outline[3], high * outline[3], straight
    )
    for name, outline in (
        ("teardrop", TEARDROP),
        ("circle", CIRCLE),
        ("pill", PILL),
        ("blunt", BLUNT),
    )
    for low, high, straight in (
        (0, 1, False),
        (-1, 1, False),
        (0, 0.25, False),
        (-0.25, 0.25, False),
        (-0.6, 0.9, False),
        (0, 0.25, True),
        (0, 1, True),
        (-2, 2, True),
    )
}
EVERY = pytest.mark.parametrize("name", SOLIDS)


def own(solid: SweptBall) -> Blast:
    """The same solid, judged by other formulas."""
    return Blast(
        (0.0, 0.0, 0.0), 0.0, 0.0,
        solid.x0, solid.x1, solid.r0, solid.r1, solid.low, solid.high, solid.straight,
    )  # fmt: skip


def directions(n: int, seed: int = 0) -> Array:
    """Unit vectors all round, those along the axes and nearly so among them."""
    axes = np.concatenate([np.eye(3), -np.eye(3)])
    rng = np.random.default_rng(seed)
    some = np.concatenate([axes, axes + rng.normal(size=axes.shape) * 1e-7, axes[:2] + axes[1:3]])
    some = np.concatenate([some, rng.normal(size=(n, 3))])
    out: Array = some / np.linalg.norm(some, axis=1)[:, None]
    return out


def surface(solid: SweptBall) -> Array:
    """Many points of the surface: where lines from an inner point leave, by bisection."""
    inner = np.array([solid.x1, 0.0, (max(solid.low, -solid.r1) + min(solid.high, solid.r1)) / 2])
    out = directions(4000, 3)
    low, high = np.zeros(len(out)), np.full(len(out), 1000.0)
    blast = own(solid)
    for _ in range(60):
        middle = (low + high) / 2
        within = blast.holds(inner + out * middle[:, None])
        low, high = np.where(within, middle, low), np.where(within, high, middle)
    points: Array = inner + out * low[:, None]
    return points


@EVERY
def test_support_is_in_the_solid_and_no_point_is_farther(name: str) -> None:
    solid, blast = SOLIDS[name], own(SOLIDS[name])
    points = surface(solid)
    for direction in directions(60):
        found = np.array(solid.support(tuple(direction.tolist())))
        assert blast.holds(found[None], 1e-9)[0]
        assert found @ direction == pytest.approx(blast.reach(direction), abs=1e-6)
        assert found @ direction >= (points @ direction).max() - 1e-9


@EVERY
def test_support_needs_no_unit_vector(name: str) -> None:
    solid = SOLIDS[name]
    for direction in directions(20):
        near, far = (
            np.array(solid.support(tuple((direction * size).tolist()))) for size in (1e-3, 1e5)
        )
        assert near @ direction == pytest.approx(far @ direction, abs=1e-6)


@EVERY
def test_support_is_convex_in_the_direction(name: str) -> None:
    # The support function of a set is at least convex; one wrong branch makes a dent.
    solid = SOLIDS[name]
    ring = np.linspace(0, 2 * np.pi, 361)
    for u, v in ((0, 1), (0, 2), (1, 2)):
        value = []
        for angle in ring:
            d = np.zeros(3)
            d[u], d[v] = np.cos(angle), np.sin(angle)
            value.append(np.array(solid.support(tuple(d.tolist()))) @ d)
        middles = np.array(value)
        # h(a) + h(b) >= h(a + b) for three directions next to each other.
        step = 2 * np.cos(ring[1])
        assert (middles[:-2] + middles[2:] >= step * middles[1:-1] - 1e-9).all()


def test_supports_by_hand() -> None:
    cone = SweptBall(*TEARDROP, 0, 30)
    assert cone.support((1.0, 0.0, 0.0)) == (160, 0, 0)
    assert cone.support((-1.0, 0.0, 0.0)) == (0, 0, 0)
    assert cone.support((0.0, 1.0, 0.0)) == (130, 30, 0)
    assert cone.support((0.0, 0.0, 1.0)) == (130, 0, 30)
    assert cone.support((0.0, 0.0, -1.0))[2] == 0
    # Below, the farthest lies on the plane; where the cone's skin faces the direction, at the tip.
    assert cone.support((1.0, 0.0, -5.0)) == (160, 0, 0)
    assert cone.support((-1.0, 0.1, 0.0)) == (0, 0, 0)
    low = SweptBall(*CIRCLE, 0, 36)
    assert low.support((0.0, 0.0, 1.0))[2] == 36
    # The rim of the upper face: 36, 48, 60 is a right triangle.
    assert low.support((1.0, 0.0, 2.0)) == pytest.approx((48, 0, 36))
    assert low.support((0.0, -1.0, 1.0)) == pytest.approx((0, -48, 36))
    column = SweptBall(*CIRCLE, 0, 80, straight=True)
    assert column.support((0.6, 0.8, 1e-9)) == pytest.approx((36, 48, 80))


@EVERY
def test_depth_has_the_sign_of_membership(name: str) -> None:
    solid = SOLIDS[name]
    rng = np.random.default_rng(4)
    points = rng.uniform([-80, -70, -130], [180, 70, 130], (20_000, 3))
    skin = surface(solid)[::10]
    points = np.concatenate([points, skin + rng.normal(size=skin.shape) * 0.01])
    depth = solid.depth(points)
    sure = np.abs(depth) > 1e-9
    assert sure.mean() > 0.99
    np.testing.assert_array_equal((depth > 0)[sure], own(solid).holds(points)[sure])
    assert (depth > 0).mean() > 0.005


@EVERY
def test_depth_is_the_distance_to_the_surface_inside_and_no_more_outside(name: str) -> None:
    solid = SOLIDS[name]
    skin = surface(solid)
    rng = np.random.default_rng(5)
    points = rng.uniform([-80, -70, -130], [180, 70, 130], (600, 3))
    points = np.concatenate([points, skin[rng.integers(0, len(skin), 300)] * 0.8])
    depth = solid.depth(points)
    nearest = np.array([np.linalg.norm(skin - point, axis=1).min() for point in points])
    assert (np.abs(depth) <= nearest + 1e-6).all()
    # Within: a ball of that depth and a little more sticks out somewhere.
    out = directions(2000, 6)
    deep = depth > 0.01
    for point, by in zip(points[deep][:40], depth[deep][:40], strict=True):
        assert own(solid).holds(point + out * (by - 1e-9)).all()
        assert not own(solid).holds(point + out * (by * 1.01 + 0.05)).all()


@EVERY
def test_shrunk_is_what_lies_deep_enough(name: str) -> None:
    solid = SOLIDS[name]
    rng = np.random.default_rng(7)
    points = rng.uniform([-80, -70, -130], [180, 70, 130], (20_000, 3))
    depth = solid.depth(points)
    for share in (0.1, 0.5, 0.9):
        by = share * solid.inradius
        inner = solid.shrunk(by)
        sure = np.abs(depth - by) > 1e-9
        np.testing.assert_array_equal(
            (inner.depth(points) > 0)[sure], (depth > by)[sure], err_msg=f"by {by}"
        )
        # And by the other formulas.
        np.testing.assert_array_equal(own(inner).holds(points)[sure], (depth > by)[sure])


@EVERY
def test_inradius_is_the_depth_of_the_deepest_point(name: str) -> None:
    solid = SOLIDS[name]
    # By symmetry the deepest point is on the axis, over it, or under it.
    x, z = np.meshgrid(np.linspace(-80, 180, 261), np.linspace(-121, 121, 485))
    points = np.column_stack([x.ravel(), np.zeros(x.size), z.ravel()])
    deepest = solid.depth(points).max()
    assert deepest <= solid.inradius + 1e-9
    assert deepest >= solid.inradius - 0.5
    centre = solid.shrunk(solid.inradius).support((1.0, 0.0, 0.0))
    assert solid.depth([list(centre)])[0] == pytest.approx(solid.inradius, abs=1e-9)


def test_shrunk_by_hand() -> None:
    cone = SweptBall(*TEARDROP, 0, 30).shrunk(6)
    # The tip draws back by 6 over the sine 3/13.
    assert (cone.x0, cone.x1, cone.r0, cone.r1) == pytest.approx((26, 130, 0, 24))
    assert (cone.low, cone.high) == (6, 24)
    assert SweptBall(*CIRCLE, 0, 60).inradius == 30
    assert SweptBall(*CIRCLE, -60, 60).inradius == 60
    assert SweptBall(*CIRCLE, -10, 10).inradius == 10
    assert SweptBall(*CIRCLE, 0, 200, straight=True).inradius == 60


# ------------------------------------------------------------------ cylinders


@settings(deadline=None, derandomize=True)
@given(st.floats(0.1, 50), st.floats(0.1, 90), st.tuples(*[st.floats(-1, 1)] * 3))
@example(1.0, 1.0, (0.0, 2.2e-311, 0.0))
def test_cylinder_support(radius: float, height: float, direction: tuple[float, ...]) -> None:
    x, y, z = direction
    solid = Cylinder(radius, height)
    px, py, pz = solid.support((x, y, z))
    assert math.hypot(px, py) <= radius * (1 + 1e-12)
    assert 0 <= pz <= height
    # In closed form: the radius across, and the upper or the lower end.
    best = radius * math.hypot(x, y) + max(z * height, 0)
    assert px * x + py * y + pz * z == pytest.approx(best, rel=1e-9, abs=1e-9)


# ------------------------------------------------------------------ meshes


def is_closed_and_outward(mesh: Mesh) -> bool:
    edges = Counter((int(f[i]), int(f[i - 2])) for f in mesh.faces for i in range(3))
    if any(n != 1 or edges[b, a] != 1 for (a, b), n in edges.items()):
        return False
    a, b, c = mesh.triangles.transpose(1, 0, 2)
    return float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum()) > 0


def volume(mesh: Mesh) -> float:
    a, b, c = mesh.triangles.transpose(1, 0, 2)
    return float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6)


@EVERY
@pytest.mark.parametrize("facets", [12, 96])
def test_mesh_stays_within_its_stated_deviation_both_ways(name: str, facets: int) -> None:
    solid = SOLIDS[name]
    mesh = solid.mesh(facets)
    assert is_closed_and_outward(mesh)
    # Both are convex. No corner sticks out of the solid, and the mesh, seen from any side,
    # falls short of the solid by no more than it says: that is their distance.
    assert own(solid).holds(mesh.vertices, 1e-6).all()
    short = [
        np.array(solid.support(tuple(d.tolist()))) @ d - (mesh.vertices @ d).max()
        for d in directions(200, 8)
    ]
    assert max(short) <= mesh.deviation + 1e-9
    assert mesh.deviation > 0
    # No idle boast either: at least a tenth of it is used.
    assert max(short) >= mesh.deviation / 10


@pytest.mark.parametrize("facets", [8, 64])
@pytest.mark.parametrize(("radius", "height"), [(12.5, 40), (35, 3)])
def test_cylinder_mesh(radius: float, height: float, facets: int) -> None:
    mesh = Cylinder(radius, height).mesh(facets)
    assert is_closed_and_outward(mesh)
    assert np.hypot(*mesh.vertices[:, :2].T).max() == pytest.approx(radius)
    assert mesh.bounds[:, 2].tolist() == [0, height]
    # Between two corners of the ring the circle bulges out by so much.
    turn = np.linspace(0, 2 * np.pi, 10 * facets + 1)
    ring = radius * np.column_stack([np.cos(turn), np.sin(turn), 0 * turn])
    bulge = max(p @ p / radius - (mesh.vertices @ p).max() / radius for p in ring)
    assert bulge <= mesh.deviation + 1e-9
    assert bulge == pytest.approx(mesh.deviation, rel=0.05)
    # A regular prism, of area n/2 r^2 sin(2 pi / n).
    area = facets / 2 * radius**2 * math.sin(2 * math.pi / facets)
    assert volume(mesh) == pytest.approx(area * height)


def test_volumes_of_meshes_come_near_those_of_their_solids() -> None:
    half_ball = 2 / 3 * math.pi * 60**3
    assert volume(SweptBall(*CIRCLE, 0, 60).mesh()) == pytest.approx(half_ball, rel=5e-3)
    # The cut ball: pi h^2 (3 r - h) / 3 is each cap.
    cap = math.pi * 45**2 * (180 - 45) / 3
    whole = 4 / 3 * math.pi * 60**3
    assert volume(SweptBall(*CIRCLE, -15, 15).mesh()) == pytest.approx(whole - 2 * cap, rel=5e-3)
    # Straight-sided: the outline's area times the height.
    column = SweptBall(*CIRCLE, 0, 80, straight=True)
    assert volume(column.mesh()) == pytest.approx(math.pi * 60**2 * 80, rel=5e-3)
    # A cone and a ball with a common tangent: the cone up to the touching circle at
    # x = 130 - 30 * 3/13 of radius 30 sqrt(160) / 13, and the ball's cap beyond it.
    x, rim, h = 130 - 90 / 13, 30 * math.sqrt(160) / 13, 30 + 90 / 13
    drop = math.pi * rim**2 * x / 3 + math.pi * h**2 * (90 - h) / 3
    assert volume(SweptBall(*TEARDROP, -30, 30).mesh()) == pytest.approx(drop, rel=5e-3)
