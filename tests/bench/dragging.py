"""How long a place of the hand takes while something is dragged: 12 troopers, 100 000 triangles.

`python -m tests.bench.dragging`; the redraw too where there is a screen, or Xvfb.
"""

import json
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import numpy as np

from meshes.mesh import Floats, Mesh
from rules.scenefile.changes import Carry, Change, Turn
from rules.scenefile.handles import Handle
from rules.verdict import Ruling
from spatial.outcome import Outcome
from spatial.scene import Scene
from tests.bench.tables import SIDE, foci, table, triangles
from tests.xvfb import XVFB, screen
from viewer.live.table import LiveTable

PLACES = 60
FREE = 20.0
"""From the middle of a base to the nearest AABB, at least, mm."""


def written(folder: Path) -> Path:
    """The table of the benchmark as a scene file with its meshes beside it."""
    scene = table(100_000)
    rows = []
    for body in scene.bodies:
        path = folder / f"{body.name.replace(' ', '-')}.ply"
        local = body.pose.to_local(body.mesh.vertices)
        path.write_bytes(_ply(Mesh(local, body.mesh.faces)))
        x, y, _ = body.pose.at
        rows.append({"name": body.name, "mesh": path.name, "units": "mm", "up": "z",
                     "at": [x, y, 0.0], "turn": body.pose.turn})  # fmt: skip
    troopers = [
        {"name": f"{i}", "side": "red" if i else "blue", "silhouette": "S2", "facing": 0.0,
         "at": [float(x), float(y)]}
        for i, (x, y) in enumerate(open_ground(scene))
    ]  # fmt: skip
    file = {
        "format": 1,
        "name": "Benchmark",
        "rules": "infinity-codeone",
        "table": {"size": [SIDE, SIDE]},
        "scenery": rows,
        "trooper": troopers,
        "weapon": [{"name": "flame", "template": "large_teardrop", "burst": 4}],
        "attack": [{"by": "0", "weapon": "flame", "template": [
            {"name": f"T{i}", "aim": f"{i}", "height": 30} for i in range(1, 5)
        ]}],
    }  # fmt: skip
    path = folder / "benchmark.json"
    path.write_text(json.dumps(file), encoding="utf-8")
    return path


def open_ground(scene: Scene) -> list[Floats]:
    """Twelve places on the table's top where a base is free: one in the middle, the others
    round it within a template's reach."""
    boxes = np.array([body.box for body in scene.bodies])[:, :, :2]
    spots = [
        spot[:2]
        for spot in foci(scene, 4000)
        if not ((boxes[:, 0] <= spot[:2] + FREE) & (boxes[:, 1] >= spot[:2] - FREE)).all(1).any()
    ]
    user = min(spots, key=lambda spot: float(np.hypot(*(spot - SIDE / 2))))
    found = [user]
    for spot in spots:
        if np.hypot(*(spot - user)) < 240 and all(np.hypot(*(spot - x)) > 40 for x in found):
            found.append(spot)
    return found[:12]


def _ply(mesh: Mesh) -> bytes:
    import trimesh

    made = trimesh.Trimesh(mesh.vertices, mesh.faces, process=False)
    content: bytes = made.export(file_type="ply")
    return content


def places(handle: Handle) -> Iterator[Change]:
    """A hand that goes round: a trooper by steps of a millimetre, a template by half degrees."""
    x, y, z = handle.at
    for i in range(PLACES):
        if handle.kind == "trooper":
            turn = 2 * np.pi * i / PLACES
            yield Carry(handle.key, x + 6 * float(np.sin(turn)), y + 6 * float(1 - np.cos(turn)), z)
        else:
            yield Turn(handle.key, handle.toward + i * 0.5)


def taken(one: LiveTable, handle: Handle, then: Callable[[], Any] | None) -> list[float]:
    """Seconds of each place, or of what follows it."""
    seconds = []
    for change in places(handle):
        start = time.perf_counter()
        one.drag(change)
        if then is not None:
            start = time.perf_counter()
            then()
        seconds.append(time.perf_counter() - start)
    one.drop()
    return seconds


def _say(what: str, seconds: list[float]) -> None:
    ordered = sorted(seconds)
    print(f"  {what:42} {statistics.median(ordered) * 1e3:7.1f} ms, "
          f"9 of 10 within {ordered[int(0.9 * len(ordered))] * 1e3:.1f} ms")  # fmt: skip


def main() -> None:
    """Drag troopers and templates, and say what a place takes."""
    with tempfile.TemporaryDirectory() as folder:
        one = LiveTable(written(Path(folder)), thinks=False)
        bodies = one.asked.scene  # type: ignore[union-attr]
        by_name = {handle.name: handle for handle in one.handles}
        ruling = one.now.answer
        assert isinstance(ruling, Ruling)
        said = [v.outcome for a in ruling.attacks for p in a.placements for v in p.verdicts]
        hit, seen = said.count(Outcome.YES), len(ruling.stances)
        print(f"{len(triangles(bodies)):,} triangles, {seen} troopers, 4 templates: "
              f"{hit} of {len(said)} verdicts YES")  # fmt: skip
        hands = {
            "the user, with its four templates": by_name["0"],
            "a trooper that is aimed at": by_name["1"],
            "a trooper that isn't": by_name["7"],
            "a template": by_name["T1"],
        }
        print("ruling again for a place of the hand, median:")
        for name, handle in hands.items():
            taken(one, handle, None)
            _say(name, taken(one, handle, None))
        if not os.environ.get("DISPLAY") and XVFB is None:
            print("no screen and no Xvfb: nothing is drawn")
            return
        from viewer.window import opening

        with nullcontext() if os.environ.get("DISPLAY") else screen():
            window = opening.opened(one)
            library = window.plotter.render_window.ReportCapabilities()
            drawn_by = next((s for s in library.splitlines() if "renderer string" in s), "")
            print(f"bringing the window up to date, and drawing it; {drawn_by.strip()}:")
            _say("up to date", taken(one, hands["a template"], window.refresh))

            def redrawn() -> None:
                window.refresh()
                window.draw(False)

            _say("up to date and drawn", taken(one, hands["a template"], redrawn))
            opening.close(window)


if __name__ == "__main__":
    main()
