"""What all tests share: the Hypothesis profiles and the folder of sample files."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parents[1]
SAMPLES = ROOT.parent / "shared" / "samples"

# Tests are never timed, so no profile has a deadline. In CI the examples are the same at every
# run; elsewhere they vary. `pytest --hypothesis-profile=thorough` looks for longer.
settings.register_profile("local", deadline=None, max_examples=100)
settings.register_profile(
    "ci", deadline=None, max_examples=100, derandomize=True, print_blob=True, database=None
)
settings.register_profile("thorough", deadline=None, max_examples=5000)
settings.load_profile("ci" if os.environ.get("CI") else "local")


@pytest.fixture(scope="session")
def samples() -> Path:
    """Return the folder of sample mesh files, which the project doesn't carry, or skip."""
    if not SAMPLES.is_dir():
        pytest.skip("no sample files: there is no folder shared/samples beside the checkout")
    return SAMPLES


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes longest, so that no core waits for another one's last block."""
    items.sort(key=lambda item: "test_against_oracle" not in item.nodeid)
