"""A few hundred damaged files of each kind; `tests/fuzz/readers.py` does thousands."""

from collections import Counter

import pytest

from tests.fuzz.corpus import seeds
from tests.fuzz.readers import run

COUNT = 300


@pytest.mark.parametrize("kind", sorted(seeds()))
def test_damaged_files_are_read_or_refused_and_nothing_else(kind: str) -> None:
    said = Counter(outcome for _, outcome in run(kind, COUNT, seed=20250101))
    assert set(said) <= {"read", "refused"}
    assert said["refused"] > COUNT // 20
    assert sum(said.values()) == COUNT
