"""Who sees whom over a table: closed forms, and the same answers however they are found."""

import os
import signal
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor

import numpy as np
import pytest

from meshes.kit import box
from meshes.kit.building import building
from meshes.mesh import Floats
from meshes.silhouettes import silhouette
from meshes.solids import Cylinder
from spatial import kernel
from spatial.exposure import Views, counts, lanes, views
from spatial.fire import line_of_fire
from spatial.kernel import Occluder
from spatial.outcome import Outcome
from spatial.patches import pieces
from spatial.scene import Body, Pose, Scene, scenery_body, trooper_body
from spatial.seeing import Sampling, seen
from spatial.standing import standing_map
from spatial.stands import Standing, Stands, standing
from spatial.working import cover, work


def piece(name: str, size: tuple[float, float, float], at: tuple[float, float]) -> Body:
    return scenery_body(name, box(size).mesh, Pose((*at, 0.0)))


def questions(scene: Scene, spacing: float) -> Views:
    held = standing(standing_map(scene, silhouette("S2"), spacing))
    return views(held, pieces(scene), Sampling())


def answered(scene: Scene, asked: Views) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    work(asked.jobs(found), cover(scene), found.__setitem__, workers=1)
    return found


def exposures(scene: Scene, spacing: float) -> tuple[Standing, Floats]:
    """Shares of the whole table that see each place upright and prone."""
    asked = questions(scene, spacing)
    everywhere = np.ones(len(asked.standing.upright), dtype=bool)
    return asked.standing, counts(asked, answered(scene, asked), [everywhere])[0][0]


def test_on_an_empty_table_everybody_sees_everybody() -> None:
    held, shares = exposures(Scene((), (500, 300)), 50)
    assert len(held.upright) == 60
    assert (shares == 1).all()


def test_a_high_wall_parts_the_table() -> None:
    # 4 x 4 places on either side; each is seen from the 15 others of its side, of 31.
    wall = piece("wall", (10, 300, 100), (200, 100))
    held, shares = exposures(Scene((wall,), (400, 200)), 50)
    assert len(held.upright) == 32
    assert (shares == 15 / 31).all()


def test_a_low_wall_hides_who_lies_behind_it() -> None:
    # Eyes are at 36 mm, over a wall of 30; to a model that lies beside it no line comes down.
    wall = piece("wall", (10, 300, 30), (200, 100))
    held, shares = exposures(Scene((wall,), (400, 200)), 50)
    beside = np.abs(held.viewers.at[:, 0] - 200) == 25
    assert (shares[:, 0] == 1).all()
    assert beside.sum() == 8
    assert (shares[beside, 1] == 15 / 31).all()
    # From 75 mm beside the wall, 217 to 67: 31 mm high over the wall's far edge at 195.
    far = np.abs(held.viewers.at[:, 0] - 200) > 100
    assert (shares[far, 1] > 15 / 31).all()


def test_two_closed_rooms() -> None:
    # Inside, places are 50 mm apart where a base of 25 mm has room: 2 x 2 of each room's.
    rooms = [
        scenery_body(f"room {x}", building((120, 120), 1, 60).mesh, Pose((x, 100, 0)))
        for x in (100, 300)
    ]
    held, shares = exposures(Scene(tuple(rooms), (400, 200)), 50)
    at = held.viewers.at
    count = len(at)
    for x in (100, 300):
        inside = (np.abs(at[:, :2] - [x, 100]) < 50).all(axis=1) & (at[:, 2] < 10)
        assert inside.sum() == 4
        assert (shares[inside] == 3 / (count - 1)).all()
    outside = at[:, 2] < 10
    outside &= (np.abs(at[:, :1] - [100, 300]) > 50).all(axis=1) | (np.abs(at[:, 1] - 100) > 50)
    assert (shares[outside] <= (count - 1 - 8) / (count - 1)).all()


def crates(shift: float = 0.0) -> Scene:
    """Three blocks of 400 mm side by side, a crate in each; the third can be moved."""
    spots = [(110, 130), (610, 240), (1010 + shift, 90)]
    return Scene(tuple(piece(f"{x}", (70, 45, 60), (x, y)) for x, y in spots), (1200, 400))


def test_the_same_bytes_from_one_worker_and_from_two_and_after_a_stop() -> None:
    scene = crates()
    asked = questions(scene, 50)
    alone = answered(scene, asked)
    assert set(alone) == set(asked.keys.values())
    assert len(alone) == 9
    some: dict[str, bytes] = {}

    def stopping(key: str, answer: bytes) -> None:
        some[key] = answer
        if len(some) == 2:
            raise KeyboardInterrupt

    jobs = [job for one in asked.keys.values() for job in _only(asked, alone, one)]
    with pytest.raises(KeyboardInterrupt):
        work(jobs, cover(scene), stopping, workers=2, least=0)
    # What was in the making is finished, what wasn't begun is left.
    assert 2 <= len(some) <= 9
    left = asked.jobs(some)
    assert {key for job in left for key in job.keys} == set(alone) - set(some)
    told: list[float] = []
    work(left, cover(scene), some.__setitem__, workers=2, least=0, done=told.append)
    assert some == alone
    assert told == sorted(told)
    assert not left or told[-1] == 1


def _only(asked: Views, known: dict[str, bytes], key: str) -> Sequence[object]:
    """The jobs that are left where all but one answer is known."""
    return asked.jobs({one: answer for one, answer in known.items() if one != key})


def test_moving_a_piece_asks_anew_only_what_it_may_touch() -> None:
    before, after = crates(), crates(30)
    old, new = questions(before, 50), questions(after, 50)
    known = answered(before, old)
    left = {key for job in new.jobs(known) for key in job.keys}
    # The lines between the first two blocks don't come near the third.
    kept = {pair for pair, key in new.keys.items() if key not in left}
    assert kept == {(0, 0), (0, 1), (1, 0), (1, 1)}
    work(new.jobs(known), cover(after), known.__setitem__, workers=1)
    fresh = answered(after, new)
    assert {key: known[key] for key in fresh} == fresh
    assert not new.jobs(known)


def test_a_broken_answer_is_found_anew() -> None:
    scene = crates()
    asked = questions(scene, 100)
    known = answered(scene, asked)
    broken = next(iter(known))
    known[broken] = known[broken][:-1]
    assert [job.keys for job in asked.jobs(known)] == [(broken,)]


def test_the_order_of_the_scenery_changes_no_key() -> None:
    scene = crates()
    turned = Scene(scene.bodies[::-1], scene.size)
    assert questions(scene, 100).keys == questions(turned, 100).keys


def test_what_is_seen_by_sampling_is_seen_exactly_and_without_the_compiler(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene = Scene(
        (
            piece("crate", (60, 40, 30), (150, 120)),
            piece("tower", (40, 90, 120), (290, 90)),
            scenery_body("bridge", box((30, 200, 4)).mesh, Pose((220, 110, 34))),
        ),
        (400, 220),
    )
    held = standing(standing_map(scene, silhouette("S2"), 70))
    starts = np.array([0], np.int32)
    found, lines = seen(Occluder(scene), held.viewers, held.targets, starts, Sampling())
    monkeypatch.setattr(kernel, "available", lambda: False)
    some = held.viewers.kept(np.arange(0, len(held.viewers), 3))
    plain, _ = seen(Occluder(scene), some, held.targets, starts, Sampling())
    assert (plain == found[::3]).all()
    assert 0.1 < found.mean() < 0.95
    assert lines[0] <= found.size * Sampling().lines
    rng = np.random.default_rng(4)
    for a, b in rng.choice(np.argwhere(found), 25, replace=False).tolist():
        viewer, target = _model("a", held.viewers, a), _model("b", held.targets, b)
        answer = line_of_fire(scene, viewer, target, part=0.0, models=False, evidence=False)
        assert answer.outcome is Outcome.YES


def _model(name: str, stands: Stands, number: int) -> Body:
    x, y, z = stands.at[number].tolist()
    return trooper_body(name, Cylinder(stands.radius, float(stands.heights[number])), (x, y, z))


def test_lanes_by_hand() -> None:
    # A wall to the table's northern edge leaves the southern row open: 50 of 200 mm.
    wall = piece("wall", (10, 150, 100), (500, 125))
    scene = Scene((wall,), (1000, 200))
    held = standing(standing_map(scene, silhouette("S2"), 50))
    at = held.viewers.at
    west, east = at[:, 0] < 100, at[:, 0] > 900
    asked = views(held, pieces(scene), Sampling(), west, east)
    found = answered(scene, asked)
    length, end, open_to = lanes(asked, found, west, east)
    south = np.flatnonzero(west & (at[:, 1] == 25))
    first = south[at[south, 0] == 25][0]
    # Along the southern edge: from 25 to 975.
    assert length[first] >= 950
    assert at[end[first], 0] == 975
    assert np.isnan(length[~west]).all()
    assert (open_to[west] <= 8).all()
    # Behind the wall, in the northern row, nothing of the other zone's northern rows is open.
    far, _, _ = lanes(asked, found, west & (at[:, 1] == 175), east & (at[:, 1] == 175))
    assert (far[west & (at[:, 1] == 175)] == 0).all()


def test_ctrl_c_while_the_processes_are_begun_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = crates()
    jobs = questions(scene, 50).jobs({})
    begun = ProcessPoolExecutor.submit

    def submit(pool: ProcessPoolExecutor, *given: object) -> object:
        os.kill(os.getpid(), signal.SIGINT)
        return begun(pool, *given)  # type: ignore[arg-type]

    if os.name == "nt":
        pytest.skip("on Windows this ends the process")
    monkeypatch.setattr(ProcessPoolExecutor, "submit", submit)
    kept: dict[str, bytes] = {}
    with pytest.raises(KeyboardInterrupt):
        work([*jobs, *jobs], cover(scene), kept.__setitem__, workers=2, least=0)
    assert set(kept) <= {key for job in jobs for key in job.keys}
