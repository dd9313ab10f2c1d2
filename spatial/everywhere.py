"""What hides a region from every one of many places: one list of pieces for all of them.

A region is asked for from each place by itself, as `sight` does; the pieces that hide it
from all of them are named together.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np

from meshes.mesh import Floats
from spatial.contact import contact, touching
from spatial.evidence import Blocker, certificate, flat_certificate, sorted_blockers
from spatial.nearside import flat_part, near_side
from spatial.outcome import Outcome
from spatial.prove import Proof, prove
from spatial.rays import Blockers
from spatial.region import Region, region
from spatial.scene import Body
from spatial.sight import BARE, holds_focus

_FURTHER: Final = 2
"""How many pieces beside those that can't be spared are tried in every combination."""

_MOST: Final = 8
"""Of no more pieces than these."""


@dataclass(frozen=True, slots=True, eq=False)
class Hiding:
    """What hides a region from its focus.

    Parameters
    ----------
    cover : Blockers
        What may stand between.
    seen : Region
    ends : ndarray of shape (n, 3)
        Points of it where lines from the focus end, mm.
    proof : Proof or None
        None of a region without depth, which exact lines decide.
    is_whole : bool
        Whether it is proved that nothing of it can be seen.
    """

    cover: Blockers
    seen: Region
    ends: Floats
    proof: Proof | None
    is_whole: bool

    def hidden_by(self, names: Iterable[str]) -> bool:
        """Whether some pieces hide all of it between them."""
        some = set(names)
        owners = tuple(i for i, name in enumerate(self.cover.names) if name in some)
        if self.proof is None:
            return bool((self.cover.only(*owners).first(self.ends)[0] >= 0).all())
        return self.proof.hidden_by(tuple(one for one in owners if one in self.proof.shadows))

    @property
    def shares(self) -> dict[str, float]:
        """What each piece hides of it, 0 to 1; pieces that hide nothing are missing."""
        if self.proof is None:
            return {one.piece: one.share for one in self.blockers()}
        whole, names = self.proof.outline.area, self.cover.names
        parts = {
            names[who]: (dark & self.proof.outline).area / whole
            for who, dark in self.proof.shadows.items()
        }
        return {name: min(part, 1.0) for name, part in parts.items() if part > 0}

    def blockers(self) -> tuple[Blocker, ...]:
        """Return the pieces that hide it from this one place, as `sight` names them."""
        x, y, z = self.seen.focus.tolist()
        if self.proof is None:
            return flat_certificate(self.cover, self.ends, (x, y, z))
        return certificate(self.cover, self.proof, self.seen, self.ends, (x, y, z))


def hiding(cover: Blockers, silhouette: Body, template: Body) -> Hiding | None:
    """Return what hides a silhouette's part in a template; None where there is none.

    Parameters
    ----------
    cover : Blockers
        What may stand between the focus and the silhouette.
    silhouette, template : Body

    Examples
    --------
    >>> from meshes.kit import box
    >>> from meshes.solids import Cylinder, SweptBall
    >>> from spatial.scene import Pose, Scene, scenery_body, template_body, trooper_body
    >>> from spatial.sight import gather
    >>> user = trooper_body("Beta", Cylinder(12.5, 40), (0, 0, 0))
    >>> enemy = trooper_body("1", Cylinder(12.5, 40), (100, 0, 0))
    >>> wall = scenery_body("wall", box((4, 200, 60)).mesh, Pose((50, 0, 0)))
    >>> flame = template_body("A", SweptBall(0, 130, 0, 30, 0, 30), Pose((12.5, 0, 0)))
    >>> focus = np.array(flame.pose.at)
    >>> cover = gather(Scene((wall, user, enemy)), focus, enemy.box, user)
    >>> found = hiding(cover, enemy, flame)
    >>> found.is_whole, found.hidden_by(["wall"]), found.hidden_by([])
    (True, True, False)
    """
    focus = cover.focus
    seen = region(silhouette, template, (float(focus[0]), float(focus[1]), float(focus[2])))
    if seen is None or holds_focus(silhouette, focus) or not touching(silhouette, template):
        return None
    deepest = np.array(contact(silhouette, template).on_a)
    near = near_side(seen, deepest).points
    proof = prove(cover, seen, near) if touching(silhouette, template, BARE) else None
    if proof is not None and not proof.is_flat:
        return Hiding(cover, seen, near, proof, proof.outcome is Outcome.NO)
    ends = np.concatenate([flat_part(seen, deepest), near])
    return Hiding(cover, seen, ends, None, bool((cover.first(ends)[0] >= 0).all()))


def hidden_by_all(places: Sequence[Hiding], is_whole: bool = True) -> tuple[Blocker, ...]:
    """Return the pieces that hide a silhouette from every one of some places.

    Parameters
    ----------
    places : sequence of Hiding
    is_whole : bool
        Whether these are all that are asked about; of some of them only, no piece is
        said to be needed, nor to open a line alone.

    Returns
    -------
    tuple of Blocker
        Each piece's share is the mean over the places, its line from where it hides the
        most. Needed are those of a smallest set that hides it from all of the places;
        where many pieces hide it, of a set that can spare none. Alone opens a line
        whatever no longer hides it from all of them.
    """
    by_place = [one.shares for one in places]
    names = list(dict.fromkeys(name for shares in by_place for name in shares))
    mean = {
        name: math.fsum(shares.get(name, 0.0) for shares in by_place) / len(places)
        for name in names
    }
    names.sort(key=lambda name: (-round(mean[name], 6), name))

    def hide(some: Iterable[str]) -> bool:
        kept = set(some)
        return all(one.hidden_by(kept) for one in places)

    alone: list[str] = []
    needed: tuple[str, ...] = ()
    if is_whole:
        alone = [name for name in names if not hide(other for other in names if other != name)]
        needed = _smallest(names, alone, hide)
    shown: dict[int, tuple[Blocker, ...]] = {}
    found = []
    for name in names:
        order = sorted(range(len(places)), key=lambda i: (-round(by_place[i].get(name, 0.0), 6), i))
        for i in order:
            if name not in by_place[i]:
                break
            if i not in shown:
                shown[i] = places[i].blockers()
            line = next((one.line for one in shown[i] if one.piece == name), None)
            if line is not None:
                is_alone = name in alone
                found.append(Blocker(name, mean[name], line, name in needed, is_alone))
                break
    return sorted_blockers(found)


def _smallest(
    names: list[str], alone: list[str], hide: Callable[[Iterable[str]], bool]
) -> tuple[str, ...]:
    """A smallest set that hides everything: those that can't be spared, and few others."""
    others = [name for name in names if name not in alone]
    for size in range(_FURTHER + 1 if len(others) <= _MOST else 1):
        for some in combinations(others, size):
            if hide((*alone, *some)):
                return (*alone, *some)
    left = list(names)
    for name in reversed(others):
        fewer = [other for other in left if other != name]
        left = fewer if hide(fewer) else left
    return tuple(left)
