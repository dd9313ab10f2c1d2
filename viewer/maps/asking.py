"""What a person asked for of a map, and who works it out."""

import math
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
    if not 0 < max(diameter, height) < math.inf:
        raise MeshError(f"--silhouette {text}: diameter and height must be numbers above 0 mm")
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
