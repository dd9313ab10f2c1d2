"""The same map on a Dask cluster of two processes, one of which is killed on the way."""

import os
import signal
from importlib.util import find_spec

import pytest

from meshes.kit import box
from meshes.silhouettes import silhouette
from spatial import cluster as module
from spatial.cluster import cluster, spread
from spatial.exposure import views
from spatial.patches import pieces
from spatial.scene import Pose, Scene, SceneError, scenery_body
from spatial.seeing import Sampling
from spatial.standing import standing_map
from spatial.stands import standing
from spatial.working import cover, work

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
