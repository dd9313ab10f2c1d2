"""The compiled kernel answers as `spatial.rays` does, on random and on degenerate lines."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meshes.kit.pieces import box, stairs
from meshes.mesh import Floats, Mesh
from meshes.solids import Cylinder
from spatial import kernel
from spatial.compiling import available
from spatial.gathering import blockers
from spatial.kernel import Occluder
from spatial.rays import Blockers
from spatial.scene import Pose, Scene, scenery_body

ROOT = Path(__file__).resolve().parents[2]

needs_numba = pytest.mark.skipif(not available(), reason="numba isn't installed")

UP = np.array([0.0, 0.0, 1.0])


def box_of(focus: Floats, ends: Floats) -> Floats:
    return np.array([np.minimum(focus, ends.min(axis=0)), np.maximum(focus, ends.max(axis=0))])


def same(scene: Scene, focus: Floats, ends: Floats, toward: Floats) -> np.ndarray:
    """Check both compiled paths against the plain one; return what is blocked."""
    cover = blockers(scene, focus, box_of(focus, ends), toward)
    owner, t = cover.first(ends)
    for threads in (1, 2):
        fast_owner, fast_t = kernel.first(cover, ends, threads)
        np.testing.assert_array_equal(fast_owner, owner)
        np.testing.assert_array_equal(fast_t, t)
        fast = Occluder(scene).occluded(focus, ends, toward, threads=threads)
        np.testing.assert_array_equal(fast, owner >= 0)
    return owner >= 0


def random_scene(rng: np.random.Generator, tidy: bool) -> Scene:
    """Pieces of scenery, and loose triangles of any winding, slivers and doubles among them."""
    bodies = []
    for i in range(int(rng.integers(1, 6))):
        size = tuple(rng.uniform(8, 60, 3).round(0 if tidy else 3).tolist())
        piece = box(size) if rng.random() < 0.5 else stairs(size, 4)
        at = rng.uniform(-80, 80, 2).round(0 if tidy else 3)
        turn = 90.0 * rng.integers(4) if tidy else float(rng.uniform(0, 360))
        pose = Pose((float(at[0]), float(at[1]), 0.0), turn)
        bodies.append(scenery_body(f"piece {i}", piece.mesh, pose))
    corners = rng.uniform([-60, -60, 0], [60, 60, 120], (24, 3))
    corners[12:] = corners[:12] + rng.normal(0, 1e-4, (12, 3))
    faces = rng.permuted(np.arange(24)[rng.integers(0, 24, (40, 3))], axis=1)
    faces = np.concatenate([faces, faces[:10, ::-1], faces[:5]])
    bodies.append(scenery_body("scraps", Mesh(corners, faces), Pose((0, 0, 0))))
    return Scene(tuple(bodies))


def aimed(rng: np.random.Generator, scene: Scene, focus: Floats) -> Floats:
    """Lines anywhere, and through corners, edges and faces and just beside them."""
    triangles = np.concatenate([body.mesh.triangles for body in scene.bodies])
    some = triangles[rng.integers(0, len(triangles), 150)]
    weights = rng.dirichlet((1, 1, 1), 150)
    weights[:50] = np.eye(3)[rng.integers(0, 3, 50)]
    weights[50:100, 0] = 0
    weights /= weights.sum(axis=1, keepdims=True)
    spots = np.einsum("ij,ijk->ik", weights, some)
    ways = spots - focus
    on = focus + ways * rng.choice([0.999, 1.0, 1 + 1e-12, 1.5], 150)[:, None]
    beside = on + rng.normal(0, 1, (150, 3)) * 10.0 ** rng.uniform(-13, -5, 150)[:, None]
    return np.concatenate([on, beside, rng.uniform(-120, 120, (300, 3)), [focus]])


@needs_numba
@pytest.mark.parametrize("tidy", [False, True])
@pytest.mark.parametrize("seed", range(30))
def test_all_paths_agree(seed: int, tidy: bool) -> None:
    rng = np.random.default_rng(seed)
    scene = random_scene(rng, tidy)
    focus = rng.uniform([-100, -100, 0], [100, 100, 80]).round(0 if tidy else 6)
    blocked = same(scene, focus, aimed(rng, scene, focus), focus + rng.normal(size=3))
    assert 0 < blocked.sum() < len(blocked)


@needs_numba
@pytest.mark.parametrize("kind", ["face", "edge", "corner", "table"])
@pytest.mark.parametrize("seed", range(10))
def test_paths_agree_from_a_focus_on_scenery(seed: int, kind: str) -> None:
    rng = np.random.default_rng(seed)
    scene = random_scene(rng, bool(seed % 2))
    body = scene.bodies[0]
    corners = body.mesh.triangles[int(rng.integers(len(body.mesh.faces)))]
    weights = {"face": [0.5, 0.3, 0.2], "edge": [0.5, 0.5, 0], "corner": [1, 0, 0]}
    focus = np.array(weights.get(kind, [0.5, 0.3, 0.2])) @ corners
    if kind == "table":
        focus[2] = 0.0
    same(scene, focus, aimed(rng, scene, focus), focus + rng.normal(size=3))


@needs_numba
def test_lines_exactly_as_near_as_touching() -> None:
    # Rows of neighbouring numbers on both sides of where a line begins to touch.
    sheet = Mesh([[50, 0, 0], [50, 20, 0], [50, 20, 90], [50, 0, 90.0]], [[0, 1, 2], [0, 2, 3]])
    scene = Scene((scenery_body("sheet", sheet, Pose((0, 0, 0))),))
    focus = np.array([0.3, 7.7, 31.1])
    ends = []
    for corner in ([50.0, 0.0, 40.0], [50.0, 20.0, 40.0], [50.0, 9.0, 90.0]):
        through = focus + (np.array(corner) - focus) * 1.7
        for axis in (1, 2):
            for off in np.linspace(-4e-9, 4e-9, 4001):
                ends.append(through + np.eye(3)[axis] * off)
    blocked = same(scene, focus, np.array(ends), focus + UP)
    assert 0 < blocked.sum() < len(blocked)


@needs_numba
def test_no_line_slips_between_faces() -> None:
    # A closed post about the focus, and lines through its own edges and corners.
    post = Cylinder(30, 60).mesh()
    scene = Scene((scenery_body("post", post, Pose((3.0, -2.0, -20.0), 17.0)),))
    focus = np.array([1.234, 0.777, 11.1])
    triangles = scene.bodies[0].mesh.triangles
    a, b, c = triangles.transpose(1, 0, 2)
    share = np.linspace(0, 1, 41)[:, None, None]
    spots = np.concatenate(
        [(p + (q - p) * share).reshape(-1, 3) for p, q in ((a, b), (b, c), (c, a))]
    )
    ends = focus + (spots - focus) * 3
    assert Occluder(scene).occluded(focus, ends, focus + UP).all()
    above = ends[:, 2] > 1
    cover = blockers(scene, focus, box_of(focus, ends), focus + UP)
    post_only = cover.only(0)
    assert (kernel.first(post_only, ends[above])[0] == 0).all()


@needs_numba
@given(st.integers(0, 2**32 - 1), st.integers(1, 700), st.integers(1, 9))
@settings(deadline=None, max_examples=25)
def test_bundles_and_threads_change_nothing(seed: int, count: int, parts: int) -> None:
    rng = np.random.default_rng(seed)
    scene = random_scene(rng, False)
    focus = rng.uniform([-100, -100, 1], [100, 100, 80])
    ends = rng.uniform([-120, -120, 0], [120, 120, 90], (count, 3))
    occluder = Occluder(scene)
    plain = occluder.occluded(focus, ends, threads=1)
    starts = np.unique(np.append(0, rng.integers(0, count, parts))).astype(np.int32)
    for threads in (1, 2, 3):
        np.testing.assert_array_equal(occluder.occluded(focus, ends, None, starts, threads), plain)
    shuffle = rng.permutation(count)
    np.testing.assert_array_equal(occluder.occluded(focus, ends[shuffle]), plain[shuffle])


@needs_numba
def test_a_moved_body_is_placed_anew_and_the_rest_kept() -> None:
    crate = box((20, 20, 40)).mesh
    stays = scenery_body("stays", crate, Pose((60, 0, 0)))
    before = Scene((stays, scenery_body("moves", crate, Pose((0, 60, 0)))))
    after = Scene((stays, scenery_body("moves", crate, Pose((0, -60, 0)))))
    focus = np.array([0, 0, 10.0])
    ends = np.array([[90, 0, 10.0], [0, 90, 10.0], [0, -90, 10.0]])
    first = Occluder(before)
    second = Occluder(after, first)
    assert first.occluded(focus, ends).tolist() == [True, True, False]
    assert second.occluded(focus, ends).tolist() == [True, False, True]
    assert first.occluded(focus, ends).tolist() == [True, True, False]


def test_nothing_on_the_table_but_the_table() -> None:
    occluder = Occluder(Scene(()))
    focus = np.array([0, 0, 10.0])
    ends = np.array([[5, 0, 0.0], [5, 0, 1e-6], [5, 0, 20]])
    assert occluder.occluded(focus, ends).tolist() == [True, False, False]
    assert occluder.occluded(focus, ends[:0]).shape == (0,)


def test_scenery_that_is_no_cover_stops_nothing() -> None:
    crate = scenery_body("crate", box((20, 20, 40)).mesh, Pose((60, 0, 0)), blocks=False)
    assert not Occluder(Scene((crate,))).occluded(np.array([0, 0, 9.0]), np.array([[99, 0, 9.0]]))[
        0
    ]


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_numbers_that_are_not_finite_are_refused(bad: float) -> None:
    occluder = Occluder(Scene(()))
    with pytest.raises(ValueError, match="isn't finite"):
        occluder.occluded(np.array([0, 0, 9.0]), np.array([[bad, 0, 9.0]]))
    with pytest.raises(ValueError, match="isn't finite"):
        occluder.occluded(np.array([0, bad, 9.0]), np.array([[1, 0, 9.0]]))


ASK = """
import sys
import numpy as np
{before}
from meshes.kit.pieces import box
from spatial import kernel
from spatial.scene import Pose, Scene, scenery_body
wall = scenery_body("wall", box((20, 20, 40)).mesh, Pose((60, 0, 0)))
focus, ends = np.array([0, 0, 10.0]), np.array([[90, 0, 10.0], [0, 90, 10.0], [90, 0, 90.0]])
scene = Scene((wall,))
blocked = kernel.Occluder(scene).occluded(focus, ends)
print(blocked.tolist(), "numba" in sys.modules)
"""


def asked(before: str = "", **environment: str) -> tuple[str, str]:
    """Ask in a process of its own; what it wrote."""
    run = subprocess.run(
        [sys.executable, "-c", ASK.format(before=before)],
        cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return run.stdout.strip(), run.stderr


def test_without_numba_the_answers_are_the_same() -> None:
    out, err = asked(
        "import importlib.util as u; find = u.find_spec\n"
        "u.find_spec = lambda name, *a: None if name == 'numba' else find(name, *a)\n"
        "sys.modules['numba'] = None"
    )
    assert out.startswith("[True, False, False]")
    assert err == ""


@needs_numba
def test_compiling_is_announced_once_and_kept(tmp_path: Path) -> None:
    out, err = asked(NUMBA_CACHE_DIR=str(tmp_path))
    assert out == "[True, False, False] True"
    assert err == "Compiling the kernel, a few seconds, once.\n"
    again, silent = asked(NUMBA_CACHE_DIR=str(tmp_path))
    assert (again, silent) == (out, "")


@needs_numba
def test_without_a_folder_for_the_cache_it_works_and_says_so() -> None:
    # As if no place could be written: not the one named, nor beside the code, nor at home.
    out, err = asked("from numba.core import caching\ncaching.CacheImpl._locator_classes = []")
    assert out == "[True, False, False] True"
    assert err.count("\n") == 1
    assert "anew at every start" in err
    assert "NUMBA_CACHE_DIR" in err


@needs_numba
def test_a_ruling_does_without_compiled_code() -> None:
    run = subprocess.run(
        [
            sys.executable, "-c",
            "import sys; from rules.ruling import rule; from rules.scenefile import read, starter\n"
            "rule(read(starter(), 'starter.toml')); print('numba' in sys.modules)",
        ],
        cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert run.stdout.strip() == "False"


def test_blockers_are_asked_alike_where_there_is_nothing_to_hit() -> None:
    cover = Blockers(
        np.array([0, 0, 10.0]), ("the table",), np.empty(0, np.int32), np.empty((0, 3, 3)),
        np.empty((0, 3)), np.empty(0, np.int32),
    )  # fmt: skip
    owner, t = kernel.first(cover, np.array([[9, 0, 20.0], [9, 0, -10.0]]))
    assert owner.tolist() == [-1, 0]
    assert t.tolist() == [np.inf, 0.5]
