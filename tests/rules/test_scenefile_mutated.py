"""Damaged scene files: refused in words or ruled on, never another exception."""

import json
import random
import tomllib
from pathlib import Path
from typing import Any

import pytest

from meshes.mesh import MeshError
from rules.dispute import Dispute
from rules.ruling import rule
from rules.scenefile import read, starter
from rules.verdict import Ruling, RulingError
from spatial.scene import SceneError
from tests.rules.damage import change, is_said, places
from viewer.record import dumps
from viewer.text import report

SCENES = Path(__file__).resolve().parents[2] / "scenes"
FILES = [starter(), *(path.read_bytes() for path in sorted(SCENES.glob("*.toml")))]
SEEDS = range(300)

VALUES: list[Any] = [
    0, 1, -1, 2, 0.001, 1e-9, 1e5, 1e12, 10**400, -(10**400), 12.5, 25, float("nan"), float("inf"),
    True, False, None, "", " ", "S2", "1", "Beta", "tower", "total", "\n", "\u202e", "é" * 90, [],
    {}, [1, 2], [1, 2, 3], [1, 2, 3, 4], [[]], [{}], {"name": "x"}, {"diameter": 1, "height": 300},
]  # fmt: skip


KEYS = ("zzz", "at", "name", "size", "kit", "mesh", "on")


def with_bytes_flipped(file: bytes, rng: random.Random) -> bytes:
    damaged = bytearray(file)
    for _ in range(rng.randint(1, 4)):
        spot = rng.randrange(len(damaged))
        match rng.randrange(4):
            case 0:
                damaged[spot] ^= 1 << rng.randrange(8)
            case 1:
                del damaged[spot : spot + rng.randint(1, 40)]
            case 2:
                damaged[spot:spot] = damaged[rng.randrange(len(damaged)) :][:40]
            case 3:
                damaged[spot] = rng.choice(b"0123456789.-[]{}\"'=#\n")
    return bytes(damaged)


def with_values_changed(file: bytes, rng: random.Random) -> bytes:
    content = tomllib.loads(file.decode())
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        change(content, list(places(content)), KEYS, VALUES, rng)
    return json.dumps(content, default=str).encode()


def damaged(seed: int) -> tuple[bytes, str]:
    rng = random.Random(seed)
    file = rng.choice(FILES)
    if seed % 3 == 0:
        return with_bytes_flipped(file, rng), "s.toml"
    return with_values_changed(file, rng), "s.json"


def readable(seed: int) -> Dispute | str:
    """Return the scene, or what is said of it."""
    content, name = damaged(seed)
    try:
        return read(content, name, SCENES)
    except SceneError as error:
        return str(error)


def outcome(dispute: Dispute) -> Ruling | str:
    """Return the ruling, or why there is none."""
    try:
        return rule(dispute, margins=False)
    except (MeshError, RulingError, SceneError) as error:
        return str(error)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_damaged_scene_is_refused_in_words_or_ruled_on(seed: int) -> None:
    dispute = readable(seed)
    if isinstance(dispute, str):
        assert is_said(dispute, ("s.toml: ", "s.json: "))
        return
    ruling = outcome(dispute)
    if isinstance(ruling, str):
        assert ruling.strip()
        return
    assert report(ruling).startswith(dispute.name[:20].split()[0])
    assert json.loads(dumps(ruling, dispute))["scene"] == dispute.name


def test_the_damage_does_both() -> None:
    refused = sum(isinstance(readable(seed), str) for seed in SEEDS)
    assert 50 < refused < 290
