"""The same map on a Dask cluster of two processes, one of which is killed on the way."""

import logging
import os
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import pytest

from meshes.kit import box
from meshes.silhouettes import silhouette
from spatial import cluster as module
from spatial.cluster import cluster, spread
from spatial.exposure import views
from spatial.kernel import Occluder
from spatial.patches import pieces
from spatial.quiet import silent, undisturbed
from spatial.scene import Pose, Scene, SceneError, scenery_body
from spatial.seeing import Sampling
from spatial.standing import standing_map
from spatial.stands import standing
from spatial.working import Cover, Job, cover, work

needs_dask = pytest.mark.skipif(
    find_spec("distributed") is None,
    reason="Dask distributed, the extra [cluster], isn't installed",
)


@needs_dask
@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL")
@pytest.mark.filterwarnings("ignore")
def test_a_worker_that_is_killed_takes_nothing_along() -> None:
    spots = [(110, 130), (310, 240), (510, 90)]
    bodies = (scenery_body(f"{x}", box((70, 45, 60)).mesh, Pose((x, y, 0))) for x, y in spots)
    scene = Scene(tuple(bodies), (700, 400))
    held = standing(standing_map(scene, silhouette("S2"), 25))
    asked = views(held, pieces(scene), Sampling())
    jobs = asked.jobs({})
    assert len(jobs) > 4
    alone: dict[str, bytes] = {}
    work(jobs, cover(scene), alone.__setitem__, workers=1)
    found: dict[str, bytes] = {}
    with cluster(workers=2) as client:
        pids = client.run(os.getpid)
        assert len(set(pids.values())) == 2

        def keep(key: str, answer: bytes) -> None:
            if not found:
                os.kill(next(iter(pids.values())), signal.SIGKILL)
            found[key] = answer

        spread(client, jobs, cover(scene), keep)
    assert found == alone


@dataclass(frozen=True)
class Who:
    """A job that takes a while, and answers who did it."""

    name: str
    takes: float = 0.05
    lines: int = 1

    @property
    def keys(self) -> tuple[str, ...]:
        return (self.name,)

    def answers(self, _: Occluder) -> list[bytes]:
        time.sleep(self.takes)
        return [str(os.getpid()).encode()]


@dataclass(frozen=True, slots=True, eq=False)
class Counted(Cover):
    """A table that knows how often it arrived in a process."""

    def __reduce__(self) -> tuple[Callable[..., Cover], tuple[object, ...]]:
        return _arrived, (self.meshes, self.size)


arrivals: list[int] = []


def _arrived(*parts: object) -> Cover:
    arrivals.append(1)
    return Counted(*parts)  # type: ignore[arg-type]


def _arrivals() -> int:
    return len(arrivals)


def _asked(client: object, jobs: list[Who], table: Cover) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    spread(client, jobs, table, lambda key, answer: found.append((key, answer.decode())))
    return found


@needs_dask
@pytest.mark.filterwarnings("ignore")
def test_each_worker_is_sent_the_table_once() -> None:
    table = Counted((box((70, 45, 60)).mesh,), (700, 400))
    with cluster(workers=2) as client:
        for _ in range(2):
            found = _asked(client, [Who(f"{k}") for k in range(24)], table)
            assert sorted(key for key, _ in found) == sorted(f"{k}" for k in range(24))
            assert len({pid for _, pid in found}) == 2
            # As the scheduler does of itself every 2 s: it takes back what two workers hold.
            client.amm.run_once()
        # One of the two had it from the scheduler, and the other from the first. The scheduler
        # moves no jobs, for whoever took one over would be sent it again.
        assert "stealing" not in client.cluster.scheduler.extensions
        assert set(client.run(_arrivals).values()) == {1}
    # Elsewhere it weighs what that costs.
    assert sys.getsizeof(table) > table.meshes[0].vertices.nbytes


class Desk:
    """A client that only notes where each job is sent."""

    id = "desk"

    def __init__(self, **threads: int) -> None:
        self.threads = threads

    def nthreads(self) -> dict[str, int]:
        return self.threads

    def submit(self, *_: object, **__: object) -> object:
        return object()


def _placed(hands: module._Hands) -> dict[str, list[str]]:
    there: dict[str, list[str]] = {}
    for job, address in hands.out.values():
        there.setdefault(address, []).append(*job.keys)
    return there


def _done(hands: module._Hands, key: str) -> None:
    hands.out = {future: one for future, one in hands.out.items() if one[0].keys != (key,)}


def test_who_is_given_what(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_sent", {})
    desk = Desk(a=1, b=1)
    hands = module._Hands(desk, Cover((), (700, 400)))
    left: deque[tuple[int, Job]] = deque(enumerate([Who(f"{k}") for k in range(10)]))
    # One to do and one that waits, for each.
    hands._hand_out(left)
    assert _placed(hands) == {"a": ["0", "2"], "b": ["1", "3"]}
    hands._hand_out(left)
    assert len(left) == 6
    # Who is through is given the next.
    _done(hands, "1")
    hands._hand_out(left)
    assert _placed(hands) == {"a": ["0", "2"], "b": ["3", "4"]}
    # Who joins is given as much as the others, as far as its threads go.
    desk.threads = {"a": 1, "b": 1, "c": 2}
    hands._hand_out(left)
    assert _placed(hands)["c"] == ["5", "6"]
    # Who is lost is given nothing.
    desk.threads = {"a": 1, "c": 2}
    _done(hands, "3")
    _done(hands, "4")
    hands._hand_out(left)
    assert _placed(hands) == {"a": ["0", "2"], "c": ["5", "6"]}
    # At the end nothing waits behind another: 0 is long, and a is given no more.
    for key in "256":
        _done(hands, key)
        hands._hand_out(left)
    assert _placed(hands) == {"a": ["0"], "c": ["7", "8"]}
    _done(hands, "7")
    hands._hand_out(left)
    assert _placed(hands) == {"a": ["0"], "c": ["8", "9"]}
    assert not left


@needs_dask
@pytest.mark.filterwarnings("ignore")
def test_two_who_use_one_scheduler_are_not_given_each_others_answers() -> None:
    from distributed import Client

    table = Cover((), (700, 400))
    with cluster(workers=1) as first, Client(first.scheduler.address) as second:
        _asked(first, [Who("a")], table)
        with pytest.MonkeyPatch.context() as fresh:
            # As in a process of its own, which counts its maps from the beginning.
            fresh.setattr(module, "_numbers", iter(range(9)))
            fresh.setattr(module, "_sent", {})
            ours = module._Hands(first, table)
            fresh.setattr(module, "_numbers", iter(range(9)))
            theirs = module._Hands(second, table)
        assert ours.map != theirs.map
        answers = [next(iter(one.answered([Who(name)]))) for one, name in
                   ((ours, "b"), (theirs, "c"))]  # fmt: skip
        assert [job.keys for job, _ in answers] == [("b",), ("c",)]


@needs_dask
@pytest.mark.filterwarnings("ignore")
def test_who_joins_later_is_given_work_too() -> None:
    table = Cover((), (700, 400))
    found: list[str] = []
    with cluster(workers=1) as client:

        def keep(_: str, answer: bytes) -> None:
            if not found:
                client.cluster.scale(2)
                client.wait_for_workers(2, timeout=30)
            found.append(answer.decode())

        spread(client, [Who(f"{k}") for k in range(30)], table, keep)
    assert len(found) == 30
    assert len(set(found)) == 2


@needs_dask
@pytest.mark.filterwarnings("ignore")
def test_a_scheduler_without_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    from distributed import LocalCluster

    monkeypatch.setattr(module, "_PATIENCE", 1)
    with (
        LocalCluster(n_workers=0, dashboard_address="127.0.0.1:0") as empty,
        cluster(empty.scheduler_address) as client,
        pytest.raises(SceneError, match=r"has no workers; start one with: dask worker tcp://"),
    ):
        _asked(client, [Who("a")], Cover((), (700, 400)))


@needs_dask
@pytest.mark.filterwarnings("ignore")
def test_workers_that_are_all_lost_are_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_PATIENCE", 1)
    monkeypatch.setattr(module, "_LOOK", 0.2)
    found: list[str] = []
    with cluster(workers=1) as client:

        def keep(key: str, _: bytes) -> None:
            if not found:
                client.cluster.scale(0)
                while client.nthreads():
                    time.sleep(0.05)
            found.append(key)

        with pytest.raises(SceneError, match="has no workers"):
            spread(client, [Who(f"{k}") for k in range(9)], Cover((), (700, 400)), keep)
    assert found


def _started(*words: str) -> subprocess.Popen[bytes]:
    silence = subprocess.DEVNULL
    command = [sys.executable, "-m", *words]
    return subprocess.Popen(command, stdin=silence, stdout=silence, stderr=silence)


@needs_dask
@pytest.mark.filterwarnings("ignore")
def test_a_scheduler_that_is_lost_costs_nothing_that_is_finished(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    told = tmp_path / "scheduler.json"
    where = ("--scheduler-file", str(told))
    quiet = ("--dashboard-address", "127.0.0.1:0")
    running = [
        _started("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", *quiet,
                 *where),
        _started("distributed.cli.dask_worker", *where, "--nthreads", "1", "--no-nanny",
                 "--no-dashboard", "--local-directory", str(tmp_path)),
    ]  # fmt: skip
    found: list[str] = []

    def keep(key: str, _: bytes) -> None:
        if not found:
            running[0].kill()
        found.append(key)

    try:
        while not told.exists():
            time.sleep(0.05)
        address = _address(told)
        with (
            pytest.raises(SceneError, match=rf"^{address}: the Dask scheduler was lost; start one"),
            cluster(address) as client,
        ):
            spread(client, [Who(f"{k}", 0.2) for k in range(20)], Cover((), (700, 400)), keep)
    finally:
        for one in running:
            one.kill()
            one.wait()
    assert 1 <= len(found) < 20
    # Not a word of Dask's own.
    assert capfd.readouterr() == ("", "")


def _address(told: Path) -> str:
    """The address in a scheduler's file, which is written in two steps."""
    while True:
        text = told.read_text()
        if text.endswith("}"):
            return text.partition('"address": "')[2].partition('"')[0]
        time.sleep(0.05)


@needs_dask
@pytest.mark.filterwarnings("ignore")
def test_a_worker_with_another_program_answers_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    with cluster(workers=1) as client:
        monkeypatch.setattr(module, "program", lambda _: b"another")
        with pytest.raises(SceneError, match="has another version of Blast Focus"):
            _asked(client, [Who("a")], Cover((), (700, 400)))


def test_a_worker_of_two_tables_builds_each_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_built", {})
    built: list[str] = []

    def asked(name: str) -> None:
        class Table(Cover):
            def occluder(self) -> Occluder:
                built.append(name)
                return Occluder(Scene(()))

        module._occluder(Table((), (700, 400)), name)

    for name in "abbaab":
        asked(name)
    assert built == ["a", "b"]
    # A third takes the place of the one that was asked for longest ago.
    for name in "cba":
        asked(name)
    assert built == ["a", "b", "c", "a"]


# Ctrl-C, and who hears it.


@needs_dask
@pytest.mark.skipif(os.name == "nt", reason="Windows has no masks of signals")
@pytest.mark.filterwarnings("ignore")
def test_workers_do_not_hear_ctrl_c(capfd: pytest.CaptureFixture[str]) -> None:
    table = Cover((), (700, 400))
    with cluster(workers=1) as client:
        (pid,) = client.run(os.getpid).values()
        os.kill(pid, signal.SIGINT)
        assert {who for _, who in _asked(client, [Who("a"), Who("b")], table)} == {str(pid)}
        # Nor does the one that takes the place of another.
        os.kill(pid, signal.SIGKILL)
        ((_, second), *_) = _asked(client, [Who("c")], table)
        assert second != str(pid)
        os.kill(int(second), signal.SIGINT)
        assert _asked(client, [Who("d")], table) == [("d", second)]
    assert capfd.readouterr().err == ""


def test_ctrl_c_is_heard_afterwards() -> None:
    steps: list[str] = []

    def stopped() -> None:
        with undisturbed():
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.05)
            steps.append("inside")
        steps.append("outside")

    if os.name == "nt":
        pytest.skip("on Windows this ends the process")
    with pytest.raises(KeyboardInterrupt):
        stopped()
    assert steps == ["inside"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@needs_dask
@pytest.mark.filterwarnings("ignore")
def test_the_log_of_dask_is_silent_for_a_while(capfd: pytest.CaptureFixture[str]) -> None:
    logger = logging.getLogger("distributed.client")
    before = logger.level
    with silent():
        logger.critical("lost")
        logging.getLogger("distributed.newly.made").critical("lost")
        logging.getLogger("asyncio").critical("lost")
    assert capfd.readouterr().err == ""
    assert logger.level == before < logging.CRITICAL


def test_what_is_missing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "find_spec", lambda name: None)
    with pytest.raises(SceneError, match=r'pip install "blastfocus\[cluster\]"'), cluster():
        pass


@needs_dask
@pytest.mark.filterwarnings("ignore")
def test_a_scheduler_that_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_PATIENCE", 1)
    with (
        pytest.raises(SceneError, match="no Dask scheduler answers there"),
        cluster("tcp://127.0.0.1:9"),
    ):
        pass
