"""Where troopers stand, and what can't be on a real table."""

import math
from collections.abc import Sequence
from typing import Protocol

from meshes.silhouettes import Silhouette
from rules.verdict import RulingError, Stance
from spatial.footing import LEAN, Footing, footing
from spatial.piercing import free_place
from spatial.rays import TABLE
from spatial.scene import Body, Scene
from spatial.support import RIM


class Standing(Protocol):
    """Whoever has a name, a side and a silhouette in its place, in any game."""

    @property
    def name(self) -> str: ...
    @property
    def side(self) -> str: ...
    @property
    def silhouette(self) -> Silhouette: ...
    @property
    def body(self) -> Body: ...


class Table(Protocol):
    """A scene, and who stands in it."""

    @property
    def scene(self) -> Scene: ...
    @property
    def troopers(self) -> Sequence[Standing]: ...


def stances(table: Table) -> tuple[Stance, ...]:
    """Return how every trooper stands, in scene order.

    Examples
    --------
    >>> from rules.scenefile import read, starter
    >>> [stance.on for stance in stances(read(starter(), "starter.toml"))][-1]
    ('tower',)
    """
    return tuple(stance(table.scene, trooper) for trooper in table.troopers)


def stance(scene: Scene, trooper: Standing) -> Stance:
    """Return how one trooper stands, and how far it is to where it could.

    Parameters
    ----------
    scene : Scene
        With the other troopers in it.
    trooper : Standing
    """
    found = footing(scene, trooper.body)
    unknown = _unknown(scene, found)
    wrong = () if unknown else _faults(found)
    return Stance(
        trooper=trooper.name,
        side=trooper.side,
        silhouette=trooper.silhouette.name,
        at=trooper.body.pose.at,
        on=found.on,
        faults=wrong,
        notes=unknown or (() if wrong else _notes(found)),
        remedy=_remedy(scene, trooper, found) if wrong else "",
        footing=found,
    )


def faults(scene: Scene, trooper: Standing) -> tuple[str, ...]:
    """Return what can't be so about a trooper's stance, without a search for what helps.

    Parameters
    ----------
    scene : Scene
        With the other troopers in it.
    trooper : Standing

    Examples
    --------
    >>> from rules.scenefile import read, starter
    >>> dispute = read(starter(), "starter.toml")
    >>> faults(dispute.scene, dispute.troopers[0])
    ()
    """
    found = footing(scene, trooper.body)
    return () if _unknown(scene, found) else _faults(found)


def _unknown(scene: Scene, found: Footing) -> tuple[str, ...]:
    """What can't be said of a stance on, or in, a piece whose shape isn't known."""
    names = dict.fromkeys([*found.on, *(name for name, _ in found.pierced)])
    return tuple(
        f"how it stands on {name} can't be said: a placeholder, whose shape isn't known"
        for name in names
        if name != TABLE and scene.body(name).placeholder
    )


def refuse(found: Sequence[Stance]) -> None:
    """Raise one error that names every illegal stance, what is wrong and what helps.

    Parameters
    ----------
    found : sequence of Stance

    Raises
    ------
    RulingError
        If a stance is illegal.

    Examples
    --------
    >>> hangs = Stance("Beta", "blue", "S2", (9, 9, 7), (), ("stands on nothing",), (), "lower it")
    >>> refuse([hangs])
    Traceback (most recent call last):
    rules.verdict.RulingError: trooper "Beta": stands on nothing; lower it
    """
    illegal = complaints(found)
    if illegal:
        raise RulingError("\n".join(illegal))


def complaints(found: Sequence[Stance]) -> tuple[str, ...]:
    """Return for each illegal stance whose it is, what is wrong and what helps.

    Examples
    --------
    >>> hangs = Stance("Beta", "blue", "S2", (9, 9, 7), (), ("stands on nothing",), (), "lower it")
    >>> complaints([hangs])
    ('trooper "Beta": stands on nothing; lower it',)
    """
    return tuple(
        f'trooper "{one.trooper}": {", and ".join(one.faults)}; {one.remedy or "move it"}'
        for one in found
        if one.faults
    )


def no_real_table(found: Sequence[Stance]) -> tuple[str, ...]:
    """Return a note that names every illegal stance; none where all are legal.

    Examples
    --------
    >>> hangs = Stance("Beta", "blue", "S2", (9, 9, 7), (), ("stands on nothing",))
    >>> no_real_table([hangs])
    ('NO REAL TABLE: Beta stands on nothing',)
    """
    faulty = [f"{one.trooper} {fault}" for one in found for fault in one.faults]
    return (f"NO REAL TABLE: {'; '.join(faulty)}",) if faulty else ()


def _faults(found: Footing) -> tuple[str, ...]:
    faults = [
        f"stands {'wholly' if piece in found.within else _mm(deep)} inside {piece}"
        for piece, deep in found.pierced
    ]
    if found.sunk > RIM:
        faults.append(f"is sunk {_mm(found.sunk)} in the table")
    faults += [f"overlaps {other} by {_mm(deep)}" for other, deep in found.overlaps]
    if not found.on:
        if not found.pierced and found.sunk <= RIM:
            faults.append(f"stands on nothing, {_mm(found.drop)} in the air")
    elif found.lean > LEAN:
        faults.append(_falls(found))
    return tuple(faults)


def _falls(found: Footing) -> str:
    on = " and ".join(found.on)
    if found.centred:
        return f"would slide off {on}, which slopes {found.slope:.0f} degrees"
    return (
        f"would tip over the edge of {on}: only {_share(found)} of its base is supported "
        "and its centre hangs over"
    )


def _notes(found: Footing) -> tuple[str, ...]:
    notes = []
    if found.centred and found.lean > 0:
        notes.append(f"stands on a slope of {found.lean:.0f} degrees")
    if not found.centred:
        off = _upward(found.beyond)
        notes.append(f"leans {found.lean:.0f} degrees, its centre {off} off the support")
    if found.share < 1:
        notes.append(f"{_share(found)} of its base is supported")
    return tuple(notes)


def _remedy(scene: Scene, trooper: Standing, found: Footing) -> str:
    if found.pierced or found.overlaps or found.sunk > RIM:
        way = free_place(scene, trooper.body)
        if way is None:
            return "move it to a free place"
        if way.toward is None:
            return f"raise it {_upward(way.mm)}"
        return f"move it {_upward(way.mm)} at {way.toward:g} degrees"
    if not found.on:
        return f"lower it {_mm(found.drop)}, or leave out its height"
    if found.centred:
        return f"move it to where it slopes {LEAN:g} degrees or less"
    return f"move it {way_back(found.beyond, found.toward or 0.0)}"


def way_back(mm: float, toward: float) -> str:
    """Return a way in words, in whole degrees, and long enough for what that leaves out.

    Examples
    --------
    >>> way_back(11.5, -1e-15), way_back(11.5, 12.4)
    ('11.5 mm at 0 degrees', '11.6 mm at 12 degrees')
    """
    off = math.radians(abs(toward - round(toward)))
    return f"{_upward(mm / math.cos(off))} at {round(toward) % 360} degrees"


def _share(found: Footing) -> str:
    percent = 100 * found.share
    if 0 < percent < 1:
        return "under 1%"
    return "over 99%" if 99 < percent < 100 else f"{percent:.0f}%"


def _mm(length: float) -> str:
    return f"{length:.1f} mm" if length >= 0.1 else f"{length:.3f} mm"


def _upward(length: float) -> str:
    """A length that is no less than it is, mm to a tenth."""
    return f"{math.ceil(length * 10 - 1e-6) / 10:.1f} mm"
