"""Damage files and read them: only this project's errors come out, nothing hangs or is written.

    python -m tests.fuzz.readers [--count 10000] [--seed 1] [--kind .glb] [--guided]

For each kind so many damaged files, from the seeds of `corpus`; a file that breaks a promise
is kept in `out/fuzz` and ends the run with status 1. `--guided` keeps what reached new lines
of the readers and damages it further.
"""

import argparse
import os
import random
import sys
import tempfile
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, Final

import numpy as np

from meshes.files import load
from meshes.inspecting import inspect
from meshes.mesh import MeshError
from rules.scenefile import read as read_scene
from rules.tabletop_simulator import mapping, saves
from rules.tabletop_simulator.importing import imported
from rules.tabletop_simulator.models import Models
from spatial.scene import SceneError
from tests.fuzz.corpus import damaged, model, package, seeds
from tests.rules.tabletop_simulator.saves import BLOCK_OBJ, CACHED

ROOT: Final = Path(__file__).resolve().parents[2]
READERS: Final = (
    "meshes/files.py", "meshes/counts.py", "meshes/glb.py", "meshes/threemf.py", "meshes/soup.py",
    "meshes/sources.py", "meshes/guessing.py", "rules/tabletop_simulator",
)  # fmt: skip
PATIENCE: Final = 60.0
"""Seconds after which a reader is taken to hang."""


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", choices=sorted(seeds()))
    parser.add_argument("--guided", action="store_true")
    asked = parser.parse_args()
    # A warning is noise on somebody's screen.
    warnings.simplefilter("error")
    kept = ROOT / "out" / "fuzz"
    failures = 0
    for kind in [asked.kind] if asked.kind else sorted(seeds()):
        start = time.monotonic()
        tally = {"read": 0, "refused": 0}
        for file, said in run(kind, asked.count, asked.seed, asked.guided):
            if said in tally:
                tally[said] += 1
                continue
            failures += 1
            kept.mkdir(parents=True, exist_ok=True)
            path = kept / f"{kind[1:]}-{asked.seed}-{failures}{kind}"
            path.write_bytes(file)
            print(f"{path}: {said}")
        print(f"{kind}: {tally}, {time.monotonic() - start:.0f} s", flush=True)
    return 1 if failures else 0


def run(kind: str, count: int, seed: int, guided: bool = False) -> Iterator[tuple[bytes, str]]:
    """Yield damaged files, each with ``"read"``, ``"refused"`` or the promise it broke."""
    chance = random.Random(f"{seed}{kind}")
    pool = seeds()[kind]
    seen: set[tuple[str, int]] = set()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        models = folder / "Models"
        models.mkdir()
        for path in (models / CACHED, folder / "block.obj"):
            path.write_text(BLOCK_OBJ)
        path = folder / f"fuzz{kind}"
        known = sorted({*os.listdir(folder), path.name})
        for _ in range(count):
            if kind == ".3mf" and chance.random() < 0.8:
                # What is damaged outside is stopped by its checksums.
                file = package(damaged(model(), chance))
            else:
                file = damaged(chance.choice(pool), chance)
            path.write_bytes(file)
            with watched(seen if guided else None) as news:
                said = told(kind, path, models)
            if news and len(pool) < 500:
                pool.append(file)
            if sorted(os.listdir(folder)) != known:
                said = "wrote a file"
            yield file, said


def told(kind: str, path: Path, models: Path) -> str:
    """Return ``"read"``, ``"refused"``, or the error that isn't the project's own."""
    waiting = threading.Timer(PATIENCE, lambda: hanging(path))
    waiting.daemon = True
    waiting.start()
    try:
        _OF.get(kind, mesh)(path, models)
    except (MeshError, SceneError) as error:
        return "refused" if str(error) else "an error without a word"
    except Exception as error:
        return f"{type(error).__name__}: {str(error)[:200]}"
    finally:
        waiting.cancel()
    return "read"


def hanging(path: Path) -> None:
    """Say which file a reader hangs on, and end: nothing else can stop it."""
    kept = ROOT / "out" / "fuzz"
    kept.mkdir(parents=True, exist_ok=True)
    (kept / f"hangs{path.suffix}").write_bytes(path.read_bytes())
    print(f"{kept / f'hangs{path.suffix}'}: took more than {PATIENCE:g} s", file=sys.stderr)
    os._exit(1)


def mesh(path: Path, models: Path) -> None:
    """Read a mesh file as a piece of scenery, and say what it is."""
    unit = "in" if path.suffix == ".3mf" else "mm"
    assert np.isfinite(load(path, units=unit).vertices).all()
    inspect(path)


def table(path: Path, models: Path) -> None:
    """Import a save, and read the scene that it becomes."""
    made = imported(saves.load(path), Models(models), "Fuzz")
    assert made.pieces == len(made.fates)
    assert all(names for _, names in made.fates)
    scene = made.scene
    # The meshes aren't written here: a box in place of each.
    for name in made.meshes:
        whole = f'mesh = "{name}"\nunits = "mm"\nup = "z"\n'
        scene = scene.replace(whole, 'kit = "box"\nsize = [1, 1, 1]\n')
    read_scene(scene.encode(), "scene.toml")


def names(path: Path, models: Path) -> None:
    """Read a mapping file; nothing in it leads out of its folder."""
    found = mapping.load(path)
    for one in (*found.addresses.values(), *found.names.values()):
        assert one.path.is_relative_to(path.parent.resolve())


_OF: Final[dict[str, Callable[[Path, Path], None]]] = {".json": table, ".toml": names}


@contextmanager
def watched(seen: set[tuple[str, int]] | None) -> Iterator[list[tuple[str, int]]]:
    """Collect the lines of the readers that are reached for the first time."""
    news: list[tuple[str, int]] = []
    if seen is None:
        yield news
        return
    files = tuple(str(ROOT / one) for one in READERS)

    def each(frame: FrameType, event: str, argument: Any) -> Any:
        if not frame.f_code.co_filename.startswith(files):
            return None
        if event == "line":
            line = frame.f_code.co_filename, frame.f_lineno
            if line not in seen:
                seen.add(line)
                news.append(line)
        return each

    before = sys.gettrace()
    sys.settrace(each)
    try:
        yield news
    finally:
        sys.settrace(before)


if __name__ == "__main__":
    raise SystemExit(main())
