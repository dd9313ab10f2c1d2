"""Lines of fire against the slow judge of `tests.fire_oracle`, on random tables.

`BLASTFOCUS_FIRE_TABLES=2000 pytest -n auto tests/spatial/test_fire_oracle.py` asks about many
more.
"""

import os
from collections.abc import Callable

import numpy as np
import pytest

from spatial.evidence import Line, LineOfFire
from spatial.fire import Where, line_of_fire
from spatial.outcome import Outcome
from spatial.scene import Body
from tests.fire_oracle import Duel, Half
from tests.oracle import Post, distance_to
from tests.tables import (
    Table,
    in_inches,
    moved,
    random_table,
    reordered,
    scene_of,
    subdivided,
    turned,
)

TABLES = int(os.environ.get("BLASTFOCUS_FIRE_TABLES", "24"))
BLOCK = 12
"""Tables in one test: in a small block chance may upset the mix."""
LAWFUL = (100, 110)


def post_of(body: Body) -> Post:
    return Post(body.pose.at, body.cylinder.radius, body.cylinder.height)


def duel_table(seed: int) -> Table:
    """A table on which "user" looks at "1", with walls, boxes, posts and models between them
    that neither stands in."""
    rng = np.random.default_rng(seed)
    table = random_table(seed)
    heading, apart = float(rng.uniform(0, 360)), float(rng.uniform(150, 280))
    way = np.array([np.cos(np.radians(heading)), np.sin(np.radians(heading))])
    aside = np.array([-way[1], way[0]])

    def spot(along: float, across: float) -> list[float]:
        return [round(float(x), 3) for x in 300 + way * along + aside * across]

    def one(name: str, at: list[float]) -> Table:
        silhouette = str(rng.choice(["S1", "S2", "S2", "S5", "S8"]))
        prone = bool(rng.random() < 0.2) and silhouette != "S8"
        return {"name": name, "side": "red", "silhouette": silhouette, "prone": prone, "at": at}

    table["trooper"] = [
        {**one("user", spot(0, 0)), "side": "blue", "facing": heading},
        {**one("1", spot(apart, 0)), "facing": heading},
        *(
            one(f"{i + 2}", spot(float(rng.uniform(70, apart - 70)), float(rng.uniform(-30, 30))))
            for i in range(int(rng.integers(1, 4)))
        ),
    ]
    pieces: list[Table] = []
    for i in range(int(rng.integers(1, 5))):
        at = spot(float(rng.uniform(50, apart - 50)), float(rng.uniform(-50, 50)))
        kind = str(rng.choice(["wall", "wall", "box", "cylinder"]))
        piece: Table = {"name": f"{kind} {i}", "kit": kind, "at": at, "turn": heading + 90}
        height = float(rng.uniform(5, 70))
        if kind == "wall":
            piece["size"] = [float(rng.uniform(40, 150)), 4.0, height + 20]
            window = {"at": float(rng.uniform(-9, 9)), "sill": float(rng.uniform(2, 9))}
            window.update(width=float(rng.uniform(1, 12)), height=float(rng.uniform(4, 15)))
            piece["openings"] = [window] if rng.random() < 0.6 else []
        elif kind == "box":
            piece["size"] = [float(rng.uniform(10, 60)), float(rng.uniform(10, 40)), height]
        else:
            piece.update(diameter=float(rng.uniform(10, 50)), height=height, facets=9)
        pieces.append(piece)
    table["scenery"] = pieces
    table["attack"] = [{"by": "user", "weapon": "circular", "template": [{"name": "circle"}]}]
    return table


class Asked:
    """One random question on a random table: who sees whom, with some readings."""

    def __init__(
        self,
        seed: int,
        changed: Table | None = None,
        degrees: float = 0.0,
        finer: bool = False,
    ) -> None:
        rng = np.random.default_rng(seed + 10**6)
        dispute = scene_of(duel_table(seed) if changed is None else changed)
        if finer:
            dispute = subdivided(dispute, seed)
        heading = float(scene_of(duel_table(seed)).trooper("user").facing)
        self.scene = dispute.scene
        self.viewer, self.target = dispute.trooper("user").body, dispute.trooper("1").body
        bodies = [each.body for each in dispute.troopers]
        i, j = (bodies.index(each) for each in (self.viewer, self.target))
        self.facing: float | None = heading + float(rng.uniform(-95, 95)) + degrees
        if rng.random() < 0.3:
            self.facing = None
        self.start: Where = "front" if rng.random() < 0.7 else "anywhere"
        self.end: Where = "front" if rng.random() < 0.7 else "anywhere"
        self.part = float(rng.choice([3.0, 3.0, 3.0, 0.0, 8.0]))
        self.models = bool(rng.random() < 0.7)
        half = None
        if self.facing is not None:
            half = Half(self.viewer.pose.at[:2], self.facing)
        scenery = [body for body in dispute.scene.bodies if body.role == "scenery" and body.blocks]
        self.duel = Duel(
            post_of(self.viewer),
            post_of(self.target),
            np.concatenate([body.mesh.triangles for body in scenery]),
            tuple(post_of(one) for k, one in enumerate(bodies) if self.models and k not in (i, j)),
            half if self.start == "front" else None,
            half if self.end == "front" else None,
        )
        self.pieces = {body.name: body.mesh.triangles for body in scenery}
        self.others = {b.name: post_of(b) for k, b in enumerate(bodies) if k not in (i, j)}

    def answer(self, evidence: bool) -> LineOfFire:
        return line_of_fire(
            self.scene,
            self.viewer,
            self.target,
            self.facing,
            start=self.start,
            end=self.end,
            part=self.part,
            models=self.models,
            evidence=evidence,
        )

    def faults(self, found: LineOfFire) -> list[str]:
        """What is wrong with an answer; nothing where the judge agrees."""
        if found.outcome is Outcome.YES:
            return self._yes(found)
        return self._no(found) + [
            fault for one in found.blockers for fault in self._blocker(one.piece, one.line)
        ]

    def _yes(self, found: LineOfFire) -> list[str]:
        assert found.witness is not None
        start, end = np.array(found.witness.line.start), np.array(found.witness.line.end)
        duel, wrong = self.duel, []
        slack = 0.0051 if found.method == "inside" else 1e-5
        if not duel.viewer.holds(start[None], slack)[0]:
            wrong.append("it starts outside the viewer")
        if not duel.target.holds(end[None], slack)[0]:
            wrong.append("it ends outside the target")
        for half, point, said in ((duel.starts, start, "starts"), (duel.ends, end, "ends")):
            if half is not None and half.depth(point) < -1e-5:
                wrong.append(f"it {said} behind")
        if found.method == "inside":
            return wrong
        # Up to the target's own surface, where a wall may touch it.
        short = start + (end - start) * (1 - 1e-5)
        if not duel.clear(start, short[None])[0]:
            wrong.append("it isn't clear")
        elif duel.room(start, short) < found.witness.clearance - 1e-3:
            wrong.append(f"it has only {duel.room(start, short)} of room")
        if self.part > 0 and not duel.square(start, end, self.part - 0.01, 9):
            wrong.append("no square round it")
        if found.part is not None and found.part + 1e-9 < self.part:
            wrong.append("its part is too small")
        return wrong

    def _no(self, found: LineOfFire) -> list[str]:
        if found.outcome is Outcome.UNDECIDED:
            return []
        line = self.duel.found(self.part + 0.1 * (self.part > 0), 7.0, 2.5, 11)
        return [] if line is None else [f"{found.method}: there is a line {line.tolist()}"]

    def _blocker(self, piece: str, line: Line) -> list[str]:
        start, end = np.array(line.start), np.array(line.end)
        wrong = []
        if not self.duel.viewer.holds(start[None], 1e-5)[0]:
            wrong.append(f"a line that {piece} stops starts outside the viewer")
        if piece in self.others:
            post = self.others[piece]
            on = post.holds(end[None], 1e-5)[0]
        elif piece in self.pieces:
            on = distance_to(end, self.pieces[piece]).min() < 1e-3
        else:
            on = abs(end[2]) < 1e-6
        if not on:
            wrong.append(f"a line that {piece} stops doesn't end on it")
        return wrong


def check(seed: int) -> tuple[list[str], LineOfFire]:
    asked = Asked(seed)
    found = asked.answer(True)
    faults = [f"table {seed}: {one}" for one in asked.faults(found)]
    quick = asked.answer(False)
    if quick.outcome is not found.outcome:
        faults.append(f"table {seed}: quick {quick.outcome}, with evidence {found.outcome}")
    return faults, found


@pytest.mark.parametrize("first", range(0, TABLES, BLOCK))
def test_no_answer_is_contradicted(first: int) -> None:
    checked = [check(seed) for seed in range(first, min(first + BLOCK, TABLES))]
    assert [fault for faults, _ in checked for fault in faults] == []
    if len(checked) == BLOCK:
        share = float(np.mean([found.outcome is Outcome.YES for _, found in checked]))
        assert 0.3 <= share <= 0.7


LAWS: dict[str, Callable[[Table, int], Table]] = {
    "moved": lambda table, seed: moved(table, 400.0, -250.0),
    "turned": lambda table, seed: turned(table, 90.0 * (1 + seed % 3)),
    "in inches": lambda table, seed: in_inches(table),
    "reordered": lambda table, seed: reordered(table, seed),
}


@pytest.mark.parametrize("seed", range(*LAWFUL))
@pytest.mark.parametrize("law", [*LAWS, "subdivided"])
def test_the_same_table_otherwise_has_the_same_answer(law: str, seed: int) -> None:
    before = Asked(seed).answer(False)
    if law == "subdivided":
        after = Asked(seed, finer=True).answer(False)
    else:
        changed = LAWS[law](duel_table(seed), seed)
        degrees = 90.0 * (1 + seed % 3) if law == "turned" else 0.0
        after = Asked(seed, changed, degrees).answer(False)
    assert (after.outcome, after.too_small) == (before.outcome, before.too_small)
