"""The same table in other words: moved, turned, mirrored, in inches, shuffled, cut finer.

Whatever is done to all of a table alike, no verdict may change. A close call, or what is left
undecided, may fall either way by rounding; such changes must be rare.
"""

import os
from collections import Counter
from collections.abc import Callable
from functools import cache

import pytest

from rules.dispute import Dispute
from rules.ruling import rule
from rules.verdict import Verdict
from tests.tables import (
    Table,
    in_inches,
    mirrored,
    moved,
    random_table,
    reordered,
    scene_of,
    subdivided,
    turned,
)

SEEDS = range(1000, 1000 + int(os.environ.get("BLASTFOCUS_TABLES", "12")))

Asked = tuple[str, str, str]

CHANGES: dict[str, Callable[[Table, int], Table]] = {
    "moved": lambda table, seed: moved(table, 1000.1 + seed, -333.3),
    "moved far": lambda table, seed: moved(table, 40_000.0, -25_000.0 + seed),
    "turned a little": lambda table, seed: turned(table, 0.37 * (seed % 100 + 1)),
    "turned by a quarter": lambda table, seed: turned(table, 90.0),
    "turned about": lambda table, seed: turned(table, 180.0 + 7.7 * (seed % 10)),
    "mirrored": lambda table, seed: mirrored(table),
    "mirrored and turned": lambda table, seed: turned(mirrored(table), 61.8),
    "in inches": lambda table, seed: in_inches(table),
    "in another order": reordered,
}


def answers(dispute: Dispute, margins: bool = False) -> dict[Asked, str | Verdict]:
    """Every placement's status and every verdict, by names."""
    found: dict[Asked, str | Verdict] = {}
    for attack in rule(dispute, margins).attacks:
        for placement in attack.placements:
            found[attack.weapon, placement.name, ""] = placement.status
            for verdict in placement.verdicts:
                found[attack.weapon, placement.name, verdict.trooper] = verdict
    return found


@cache
def first(seed: int) -> dict[Asked, str | Verdict]:
    return answers(scene_of(random_table(seed)))


def told(answer: str | Verdict) -> str:
    return answer if isinstance(answer, str) else answer.outcome.value


def compare(again: Callable[[int], Dispute]) -> None:
    asked = in_doubt = 0
    changed = []
    met: Counter[str] = Counter()
    for seed in SEEDS:
        before, after = first(seed), answers(again(seed))
        assert before.keys() == after.keys()
        for key, was in before.items():
            asked += 1
            if isinstance(was, Verdict) and len(was.findings) > 1:
                met[was.outcome.value] += 1
            if told(was) == told(after[key]):
                continue
            if "UNDECIDED" in (told(was), told(after[key])):
                in_doubt += 1
                continue
            # Margins take long; only what changed is asked for them.
            full = answers(scene_of(random_table(seed)), margins=True)[key]
            if isinstance(full, Verdict) and full.close_call:
                in_doubt += 1
            else:
                changed.append((seed, key, told(was), told(after[key])))
    assert not changed
    assert in_doubt < 0.01 * asked
    assert min(met["YES"], met["NO"]) > len(SEEDS)


@pytest.mark.parametrize("change", CHANGES)
def test_verdicts_stay_when_the_whole_table_is(change: str) -> None:
    compare(lambda seed: scene_of(CHANGES[change](random_table(seed), seed)))


def test_verdicts_stay_when_faces_are_cut_finer() -> None:
    compare(lambda seed: subdivided(scene_of(random_table(seed)), seed))


def test_the_changes_do_change_the_table() -> None:
    table = random_table(SEEDS[0])
    for change in CHANGES.values():
        assert change(table, 3) != table
    plain = scene_of(table)
    finer = subdivided(plain, 3)
    for one, other in zip(plain.scene.bodies, finer.scene.bodies, strict=True):
        if one.role == "scenery":
            assert len(other.mesh.faces) >= 3 * len(one.mesh.faces)


def test_a_table_is_the_same_at_every_reading() -> None:
    assert random_table(7) == random_table(7)
    assert random_table(7) != random_table(8)
