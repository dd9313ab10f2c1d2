"""Damaged scenes of Area Templates: refused in words or ruled on, never another exception."""

import json
import random
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from meshes.mesh import MeshError
from rules.area_templates.battle import Battle
from rules.area_templates.log import run
from rules.area_templates.verdicts import Log
from rules.dispute import Dispute
from rules.scenefile import read
from rules.verdict import RulingError
from spatial.scene import SceneError
from tests.rules.damage import change, is_said, places
from viewer.log_record import dumps
from viewer.log_text import report

SCENES = Path(__file__).resolve().parents[3] / "scenes" / "area-templates"
NAMES = ("control-zone", "flare", "noise", "smoke-defense", "smoke-grows", "smoke-moves")
SEEDS = range(160)

VALUES: list[Any] = [
    0, 1, -1, 2, 0.001, 1e-9, 1e5, 1e12, 10**400, -(10**400), 12.5, float("nan"), float("inf"),
    True, False, None, "", " ", "Alpha", "barrel", "noise", "range", "blast", "smoke", "end turn",
    "smoke 1", "\n", "\u202e", "é" * 90, [], {}, [1, 2], [1, 2, 3], [1, 2, 3, 4], [[]], [{}],
    {"criticals": 1}, {"dice": 3, "die": {"blanks": 1}}, {"name": "x"}, ["range"],
]  # fmt: skip
KEYS = ("zzz", "at", "to", "name", "kind", "subject", "count", "roll", "seed", "target", "area")


def damaged(seed: int) -> bytes:
    rng = random.Random(seed)
    content = tomllib.loads((SCENES / f"{rng.choice(NAMES)}.toml").read_text(encoding="utf-8"))
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        # What is new to this game is damaged most.
        every = [one for one in places(content) if one[0] in ("token", "area", "event")]
        every += rng.sample(list(places(content)), 3)
        change(content, every, KEYS, VALUES, rng)
    return json.dumps(content, default=str).encode()


@cache
def readable(seed: int) -> Dispute | Battle | str:
    """Return the scene, or what is said of it."""
    try:
        return read(damaged(seed), "s.json", SCENES)
    except SceneError as error:
        return str(error)


def outcome(battle: Battle) -> Log | str:
    """Return the log, or why there is none."""
    try:
        return run(battle)
    except (MeshError, RulingError, SceneError) as error:
        return str(error)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_damaged_scene_is_refused_in_words_or_ruled_on(seed: int) -> None:
    battle = readable(seed)
    if isinstance(battle, str):
        assert is_said(battle, ("s.json: ",))
        return
    assert isinstance(battle, Battle)
    log = outcome(battle)
    if isinstance(log, str):
        assert log.startswith("s.json: event[")
        assert log.isprintable()
        return
    assert report(log).splitlines()[0].strip()
    assert json.loads(dumps(log, battle))["scene"] == battle.name


def test_the_damage_does_both() -> None:
    refused = sum(isinstance(readable(seed), str) for seed in SEEDS)
    assert 30 < refused < 150
