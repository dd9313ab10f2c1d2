"""What is wrong with where things are: pieces in one another, in the air, off the table."""

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from rules.flaw import Flaw, Kind, length
from rules.verdict import Stance
from spatial.footing import LEAN
from spatial.hanging import beyond, hanging, sunk
from spatial.overlaps import overlaps
from spatial.scene import Body, Scene
from spatial.slits import slits
from spatial.support import RIM

SMALLEST: Final = 5.0
"""A piece whose longest side is shorter than this, in mm, has a suspicious size."""

LARGEST: Final = 3000.0
"""So has one with a longer side than this, or than the table's."""


def table_flaws(scene: Scene, narrower: float, within: float | None = None) -> Iterator[Flaw]:
    """Say what is wrong with where pieces are, in the order of the scene by kind.

    Parameters
    ----------
    scene : Scene
    narrower : float
        Slits narrower than this are a flaw, mm.
    within : float or None
        As of `slits`.

    Examples
    --------
    >>> from meshes.kit import box
    >>> from spatial.scene import Pose, scenery_body
    >>> crate = scenery_body("crate", box((40, 30, 20)).mesh, Pose((0, 0, 5)))
    >>> [flaw] = table_flaws(Scene((crate,)), 0.5)
    >>> flaw.kind, flaw.mm, flaw.text
    ('floating', 5.0, 'touches nothing and is 5 mm above the table')
    """
    for body in scene.bodies:
        if body.role == "scenery":
            yield from _size(scene, body)
    met = overlaps(scene)
    unknown = {body.name for body in scene.bodies if body.placeholder}
    for overlap in met:
        if unknown & {*overlap.pieces}:
            # How deep a shape that isn't known is in another, nobody can say.
            continue
        one, other = overlap.pieces
        least = "" if overlap.exact else "at least "
        yield Flaw(
            "overlap",
            "warning",
            overlap.pieces,
            overlap.at,
            overlap.depth,
            f"is in {other}, {least}{length(overlap.depth)} deep",
            f"move one of them {length(overlap.depth)} away if they aren't one building",
        )
    for one_up in hanging(scene, met):
        under = one_up.onto or "the table"
        yield Flaw(
            "floating",
            "warning",
            (one_up.piece,),
            one_up.at,
            one_up.drop,
            f"touches nothing and is {length(one_up.drop)} above {under}",
            f"lower it {length(one_up.drop)}, or say what it rests on with on",
        )
    for low in sunk(scene):
        part = "lies wholly in" if low.wholly else f"is sunk {length(low.mm)} in"
        yield Flaw(
            "sunk",
            "error" if low.wholly else "warning",
            (low.piece,),
            low.at,
            low.mm,
            f"{part} the table",
            f"raise it {length(low.mm)}",
        )
    for over in beyond(scene):
        yield Flaw(
            "off the table",
            "error" if over.wholly else "warning",
            (over.piece,),
            over.at,
            over.mm,
            "lies wholly off the table"
            if over.wholly
            else f"reaches {length(over.mm)} over the table's edge",
            f"move it {length(over.mm)} inward, or correct the table's size",
        )
    for slit in slits(scene, narrower, within):
        one, other = slit.pieces
        where = f"between it and {other}" if one != other else "within it"
        yield Flaw(
            "slit",
            "warning",
            slit.pieces if one != other else (one,),
            slit.at,
            slit.width,
            f"leaves a slit of {length(slit.width)} {where} that a line passes: it would decide a "
            "ruling by a hair",
            "close it, or make it wide enough for the eye",
        )


def _size(scene: Scene, body: Body) -> Iterator[Flaw]:
    sides = np.ptp(body.mesh.vertices[np.unique(body.mesh.faces)], axis=0)
    longest = float(sides.max())
    most = min(LARGEST, max(scene.size))
    x, y = body.box[:, :2].mean(axis=0).tolist()
    at = (x, y, float(body.box[1, 2]))
    if longest < SMALLEST:
        text = f"is {length(longest)} long, less than a trooper's base"
        remedy = (
            f"state the units of its file: in inches it is {length(longest * 25.4)}, in metres "
            f"{length(longest * 1000)}"
        )
    elif longest > most:
        what = f"more than the table's {length(most)}" if most < LARGEST else "a giant's"
        text = f"is {length(longest)} long, {what}"
        remedy = (
            "correct its size, or the units of its file: if 1 is a millimetre and not an inch, it "
            f"is {length(longest / 25.4)}"
        )
    else:
        return
    yield Flaw("size", "warning", (body.name,), at, longest, text, remedy)


def stance_flaws(stances: Sequence[Stance]) -> Iterator[Flaw]:
    """Say which troopers can't stand where they are.

    Examples
    --------
    >>> from rules.scenefile import read, starter
    >>> from rules.stances import stances
    >>> list(stance_flaws(stances(read(starter(), "starter.toml"))))
    []
    """
    for one in stances:
        for (kind, mm), fault in zip(_measures(one), one.faults, strict=True):
            remedy = one.remedy or "move it"
            yield Flaw(kind, "error", (one.trooper,), one.at, mm, fault, remedy)


def _measures(one: Stance) -> list[tuple[Kind, float | None]]:
    """The kind and the measure of each of a stance's faults, in their order."""
    found = one.footing
    assert found is not None
    measures: list[tuple[Kind, float | None]] = []
    measures += [("through scenery", deep) for _, deep in found.pierced]
    if found.sunk > RIM:
        measures.append(("sunk", found.sunk))
    measures += [("overlap", deep) for _, deep in found.overlaps]
    if not found.on:
        if not found.pierced and found.sunk <= RIM:
            measures.append(("floating", found.drop))
    elif found.lean > LEAN:
        measures.append(("footing", None if found.centred else found.beyond))
    return measures
