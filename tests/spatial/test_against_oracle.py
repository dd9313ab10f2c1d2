"""The engine against the slow judge of `tests.oracle`, on random tables.

`BLASTFOCUS_TABLES=50000 pytest -n auto tests/spatial/test_against_oracle.py` asks about
many more. In CI it is 2000.
"""

import os
from collections import Counter

import numpy as np
import pytest

from meshes.solids import Cylinder, SweptBall
from rules.dispute import Dispute
from rules.ruling import rule
from rules.verdict import Placement, Verdict
from spatial.contact import Contact
from spatial.outcome import Outcome
from spatial.sight import Sight
from tests import oracle
from tests.oracle import Array, Blast, Post
from tests.tables import Table, level_table, random_table, scene_of

TABLES = int(os.environ.get("BLASTFOCUS_TABLES", "2000" if os.environ.get("CI") else "250"))
BLOCK = 25 if TABLES < 1000 else 125
"""Tables in one test: in a small block chance may upset the mix."""
SPACING = 0.5

NARROWEST = 0.001
"""An opening at least so wide must be seen, mm: a line with half of it on each side."""


def post_of(dispute: Dispute, name: str) -> Post:
    body = dispute.trooper(name).body
    assert isinstance(body.form, Cylinder)
    return Post(body.pose.at, body.form.radius, body.form.height)


def blast_of(placement: Placement) -> Blast:
    form, pose = placement.body.form, placement.body.pose
    assert isinstance(form, SweptBall)
    return Blast(
        pose.at, pose.turn, pose.tilt,
        form.x0, form.x1, form.r0, form.r1, form.low, form.high, form.straight,
    )  # fmt: skip


class Judge:
    """One attack by one user on one table, and what the oracle makes of each verdict."""

    def __init__(self, dispute: Dispute, by: str) -> None:
        self.dispute = dispute
        self.pieces = {
            body.name: body.mesh.vertices[body.mesh.faces]
            for body in dispute.scene.bodies
            if body.role == "scenery" and body.blocks
        }
        user = post_of(dispute, by)
        self.middle = np.array(user.at) + np.array([0, 0, user.height / 2])

    def faults(self, placement: Placement, verdict: Verdict) -> list[str]:
        """What is wrong with a verdict; nothing where the oracle agrees."""
        post, blast = post_of(self.dispute, verdict.trooper), blast_of(placement)
        found: list[str] = []
        for finding in verdict.findings:
            evidence = finding.evidence
            if isinstance(evidence, Contact):
                found += self._contact(evidence, finding.outcome, post, blast)
            elif isinstance(evidence, Sight):
                if finding.outcome is Outcome.YES:
                    found += self._yes(evidence, post, blast)
                elif finding.outcome is Outcome.NO:
                    found += self._no(evidence, post, blast)
                else:
                    assert finding.outcome is Outcome.UNDECIDED
        return found

    def _contact(self, touch: Contact, outcome: Outcome, post: Post, blast: Blast) -> list[str]:
        if outcome is Outcome.YES:
            spot = np.array([touch.on_a])
            good = post.holds(spot, 1e-5)[0] and blast.holds(spot, 1e-5)[0]
            return [] if good else [f"{touch.on_a} isn't in both"]
        points = np.concatenate([post.volume(4 * SPACING), post.surface(2 * SPACING)])
        shared = points[blast.holds(points, -1e-5) & post.holds(points)]
        return (
            [f"{shared[0]} is in both, and the gap is said to be {touch.gap}"]
            if len(shared)
            else []
        )

    def _yes(self, seen: Sight, post: Post, blast: Blast) -> list[str]:
        if seen.witness is None:
            return ["a YES without a witness"]
        focus = np.array(blast.focus)
        start, end = np.array(seen.witness.line.start), np.array(seen.witness.line.end)
        found = []
        if not np.array_equal(start, focus):
            found.append(f"the witness starts at {start}, not at the focus {focus}")
        if not (post.holds(end[None], 1e-5)[0] and blast.holds(end[None], 1e-5)[0]):
            found.append(f"the witness ends at {end}, outside silhouette or template")
        if np.array_equal(start, end):
            return found
        triangles = np.concatenate([np.empty((0, 3, 3)), *self.pieces.values()])
        if not oracle.clear(focus, end[None], triangles, self.middle)[0]:
            found.append(f"the witness to {end} is blocked")
        faces = oracle.faces_at(focus, triangles)
        free = oracle.room(start, end, triangles, but=faces)
        if seen.witness.clearance > free + 1e-6:
            found.append(f"the clearance is said to be {seen.witness.clearance}, it is {free}")
        return found

    def _no(self, seen: Sight, post: Post, blast: Blast) -> list[str]:
        found = []
        focus = np.array(blast.focus)
        points = oracle.common(post, blast, SPACING)
        if seen.method != "bare contact":
            # Along a face through the focus there is no opening: it is closed on one side.
            every = np.concatenate([np.empty((0, 3, 3)), *self.pieces.values()])
            for normal in oracle.faces_at(focus, every):
                points = points[np.abs((points - focus) @ normal) > NARROWEST]
        wide, end = oracle.widest(blast, points, self.pieces, self.middle)
        if wide > NARROWEST:
            found.append(f"the line to {end} is clear by {wide} mm, and the answer is NO")
        if seen.witness is not None:
            found.append("a NO with a witness")
        if not seen.blockers:
            found.append("a NO without a blocker")
        named = {b.piece: self.pieces[b.piece] for b in seen.blockers if b.piece in self.pieces}
        for blocker in seen.blockers:
            if not 0 < blocker.share <= 1 + 1e-9:
                found.append(f"{blocker.piece} is said to hide a share of {blocker.share}")
            found += self._stops(focus, blocker.piece, np.array(blocker.line.end))
        if "the table" not in {blocker.piece for blocker in seen.blockers}:
            points = points[points[:, 2] > 0.01]
        wide, end = oracle.widest(blast, points, named, self.middle)
        if wide > 2 * NARROWEST:
            found.append(f"the pieces named leave the line to {end} clear by {wide} mm")
        return found

    def _stops(self, focus: Array, piece: str, spot: Array) -> list[str]:
        """A blocker's line ends on it."""
        if piece == "the table":
            return [] if abs(spot[2]) <= 1e-3 else [f"{spot} isn't on the table"]
        if piece not in self.pieces:
            return [f'"{piece}" is no total cover on this table']
        off = float(oracle.distance_to(spot, self.pieces[piece]).min())
        return [] if off <= 1e-3 else [f"{spot} is {off} mm off {piece}"]


def examine(table: Table, faults: list[str], counts: Counter[str]) -> None:
    """Rule on a table, and note what the oracle holds against it and how often what was said."""
    dispute = scene_of(table)
    for attack in rule(dispute, margins=False).attacks:
        judge = Judge(dispute, attack.by)
        for placement in attack.placements:
            counts[placement.status] += 1
            for verdict in placement.verdicts:
                deciding = verdict.deciding
                counts[f"{deciding.question} {verdict.outcome.value}"] += 1
                if isinstance(deciding.evidence, Sight):
                    counts[deciding.evidence.method] += 1
                where = f"{table['name']}, {placement.name}, {verdict.trooper}"
                faults += [f"{where}: {f}" for f in judge.faults(placement, verdict)]


@pytest.mark.parametrize("start", range(0, TABLES, BLOCK))
def test_engine_and_oracle_never_contradict_each_other(start: int) -> None:
    faults: list[str] = []
    counts: Counter[str] = Counter()
    for seed in range(start, start + BLOCK):
        examine(random_table(seed), faults, counts)
    assert not faults, "\n".join(faults[:20])
    # The tables ask enough of every kind.
    met = counts["focus line YES"] + counts["focus line NO"] + counts["focus line UNDECIDED"]
    assert met > 2 * BLOCK
    assert 0.3 < counts["focus line YES"] / met < 0.7
    assert counts["focus line UNDECIDED"] / met < 0.02
    assert counts["contact NO"] > 2 * BLOCK
    assert counts["illegal"] < counts["placed"] / 2


def test_engine_and_oracle_agree_on_contacts_without_depth() -> None:
    faults: list[str] = []
    counts: Counter[str] = Counter()
    for seed in range(min(max(12, TABLES // 10), 60)):
        examine(level_table(seed), faults, counts)
    assert not faults, "\n".join(faults[:20])
    assert counts["bare contact"] > 40
