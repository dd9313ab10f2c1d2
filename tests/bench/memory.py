"""How much memory a loaded table takes, against its vertex and face arrays.

Each measure is the growth of resident memory in a process of its own, after a small table
has warmed it up. `python -m tests.bench.memory`
"""

import gc
import subprocess
import sys
from pathlib import Path

from spatial.kernel import Occluder
from spatial.scene import Scene
from tests.bench.tables import table


def resident() -> float:
    """Megabytes of this process in memory."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1e6


def arrays(scene: Scene) -> float:
    """Megabytes of the vertex and face arrays."""
    meshes = [body.mesh for body in scene.bodies]
    return sum(mesh.vertices.nbytes + mesh.faces.nbytes for mesh in meshes) / 1e6


def child(what: str, count: int) -> None:
    kept: list[object] = [Occluder(table(20_000))]
    gc.collect()
    before = resident()
    scene = table(count)
    kept.append(scene)
    if what == "occluder":
        kept.append(Occluder(scene))
    gc.collect()
    print(arrays(scene), resident() - before)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        child(sys.argv[1], int(sys.argv[2]))
    else:
        for count in (100_000, 1_000_000):
            for what in ("scene", "occluder"):
                command = [sys.executable, "-m", "tests.bench.memory", what, str(count)]
                out = subprocess.run(command, capture_output=True, text=True, check=True).stdout
                own, grown = (float(x) for x in out.split())
                print(f"{count:9,} triangles, {what:8}: arrays {own:6.1f} MB, "
                      f"resident {grown:6.1f} MB, {grown / own:.2f} times")  # fmt: skip
