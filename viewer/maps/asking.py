"""What a person asked for of a map, and who works it out."""

import hashlib
import math
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from meshes.mesh import MeshError
from meshes.silhouettes import Silhouette, silhouette
from rules.maps.layout import Known, Layout, Run, TableMap
from rules.verdict import RulingError
from spatial.seeing import Sampling
from viewer.writing import OutputError

KINDS: Final = ("exposure", "blast", "template", "lanes")

_LARGEST: Final = 1000.0
"""A silhouette is smaller than this, mm."""

_LONGEST: Final = 40
"""Letters of a name that come into a file's name."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A map as it was asked for.

    Parameters
    ----------
    kind : str
        One of `KINDS`.
    eyes : tuple of float
        Heights of the viewers' eyes, mm.
    zone : str
        Whose places look (exposure).
    between : tuple of 2 str or None
        The zones that lanes lead between.
    by, start, weapon : str
        Who attacks, or from which zone; with what (template).
    move : float
        How far the attacker may have moved, mm.
    diameter : float or None
        Of the circle (blast), mm.
    """

    kind: str
    eyes: tuple[float, ...] = ()
    zone: str = ""
    between: tuple[str, str] | None = None
    by: str = ""
    start: str = ""
    weapon: str = ""
    move: float = 0.0
    diameter: float | None = None

    @property
    def sampling(self) -> Sampling:
        """Between which points lines are drawn."""
        return Sampling(eyes=self.eyes)

    @property
    def words(self) -> tuple[str, ...]:
        """What is asked besides its kind, for the names of its files: no two are alike.

        Examples
        --------
        >>> Asked("template", by="Beta", weapon="Missile Launcher", move=100).words
        ('Beta', 'move-100', 'Missile-Launcher')
        >>> Asked("lanes", between=("left", "right"), eyes=(20, 32.5)).words
        ('left', 'right', 'eye-20-32.5')
        """
        found = [part(self.by)] if self.by else []
        found += [f"from-{part(name)}" for name in (self.zone, self.start) if name]
        found += [part(name) for name in self.between or ()]
        found += [f"move-{self.move:g}"] if self.move else []
        found += [part(self.weapon)] if self.weapon else []
        found += [f"diameter-{self.diameter:g}"] if self.diameter is not None else []
        found += ["-".join(["eye", *(f"{eye:g}" for eye in self.eyes)])] if self.eyes else []
        return tuple(found)

    def made(
        self, table: Layout, known: Known, run: Run, done: Callable[[float], None]
    ) -> TableMap:
        """Return the map of a layout."""
        if self.kind == "exposure":
            from rules.maps.exposure import exposure

            return exposure(table, self.zone, self.sampling, known, run, done)
        if self.kind == "blast":
            from rules.maps.blast import blast

            return blast(table, self.diameter, known, run, done)
        if self.kind == "lanes":
            from rules.maps.lanes import lanes

            return lanes(table, self.between, self.sampling, known, run, done)
        from rules.maps.template import armed, template, users

        places = users(table, self.by, self.start, self.move)
        arm = armed(table, self.weapon)
        return template(table, places, arm, self.sampling, known, run, done)


def part(name: str) -> str:
    """Return a name as a part of a file's name: its letters and digits, hyphens between.

    Examples
    --------
    >>> part("Missile Launcher"), part("Nanopulser (+1B)"), part("blue's edge")
    ('Missile-Launcher', 'Nanopulser-+1B', 'blue-s-edge')
    """
    made = re.sub(r"[^\w.+]+", "-", name).strip("-.")
    if 0 < len(made) <= _LONGEST:
        return made
    mark = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:6]
    return f"{made[:_LONGEST]}-{mark}".strip("-.")


def checked_kind(kind: str) -> str:
    """Return a kind of map, or refuse it.

    Examples
    --------
    >>> checked_kind("Lanes")
    'lanes'
    """
    if kind.lower() not in KINDS:
        raise RulingError(f'there is no map called "{kind}"; there are {", ".join(KINDS)}')
    return kind.lower()


def sized(text: str) -> Silhouette:
    """Return a silhouette of the table, or one of the size written, such as 30x45."""
    try:
        diameter, height = (float(part) for part in text.lower().split("x"))
    except ValueError:
        return silhouette(text.upper())
    if not (0 < diameter < _LARGEST and 0 < height < _LARGEST):
        raise MeshError(
            f"--silhouette {text}: diameter and height must be numbers above 0 and below "
            f"{_LARGEST:g} mm"
        )
    return Silhouette(f"{diameter:g}x{height:g}", diameter, height)


def numbers(option: str, text: str, counts: tuple[int, ...]) -> tuple[float, ...]:
    """Return numbers written with commas between them.

    Raises
    ------
    RulingError
        If they aren't numbers, or not as many as there may be.

    Examples
    --------
    >>> numbers("--why", "120, 80.5", (2, 3))
    (120.0, 80.5)
    """
    try:
        found = tuple(float(part) for part in text.split(","))
    except ValueError:
        found = ()
    if len(found) not in counts or not all(map(math.isfinite, found)):
        wanted = " or ".join(str(one) for one in counts)
        raise RulingError(f'{option}: expected {wanted} numbers with commas, got "{text}"')
    return found


def folder(path: Path) -> Path:
    """Return the folder of the maps, made if it isn't there.

    Raises
    ------
    OutputError
        If it can't be made.
    """
    try:
        path.mkdir(exist_ok=True)
    except OSError as error:
        why = (error.strerror or "can't be made").lower()
        raise OutputError(f"{path}: {why}; choose another folder") from None
    return path


@contextmanager
def runner(workers: int, scheduler: str, is_cluster: bool) -> Iterator[Run]:
    """Give who works maps out: processes of this machine, or a Dask cluster."""
    if not (scheduler or is_cluster):
        from spatial.working import work

        yield partial(work, workers=workers)
        return
    from spatial.cluster import cluster, spread

    with cluster(scheduler, workers) as client:
        yield partial(spread, client)
