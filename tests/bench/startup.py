"""What it costs to start: `blastfocus rule`, in times of `python -c "import numpy"`.

    python tests/bench/startup.py

Each command is run seven times in turn and the medians are compared, so that a
busy machine weighs on all alike. Prints the ratios; it is no test.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RUNS = 7
# As people have it: what was compiled once stays compiled, as numpy's own modules do.
USUAL = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
RULE = [sys.executable, "-m", "viewer.cli", "rule"]
AIMS = {"kit only": 6.0, "with mesh files": 14.0}


def seconds(command: list[str]) -> float:
    """Return how long one run of a command takes, s."""
    start = time.perf_counter()
    subprocess.run(command, cwd=ROOT, env=USUAL, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder:
        starter = Path(folder, "starter.toml")
        subprocess.run(
            [sys.executable, "-m", "viewer.cli", "new", str(starter)],
            cwd=ROOT,
            env=USUAL,
            check=True,
            stdout=subprocess.DEVNULL,
        )
        commands = {
            "import numpy": [sys.executable, "-c", "import numpy"],
            "kit only": [*RULE, str(starter)],
            "with mesh files": [*RULE, str(ROOT / "scenes" / "mesh-table.toml")],
        }
        for command in commands.values():
            seconds(command)
        taken: dict[str, list[float]] = {name: [] for name in commands}
        for _ in range(RUNS):
            for name, command in commands.items():
                taken[name].append(seconds(command))
    medians = {name: statistics.median(times) for name, times in taken.items()}
    base = medians["import numpy"]
    print(f"{'import numpy':<16} {base * 1000:6.0f} ms")
    for name, aim in AIMS.items():
        ratio = medians[name] / base
        print(f"{name:<16} {medians[name] * 1000:6.0f} ms  {ratio:4.1f} x, the aim is {aim:g} x")


if __name__ == "__main__":
    main()
