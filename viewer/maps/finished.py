"""A finished map, as far as it is drawn and said: made just now, or read from its file."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from meshes.mesh import Bools, Floats, Ints
from rules.maps.layout import TableMap
from rules.zones import Zone
from spatial.scene import Scene
from viewer.maps.words import subject, summary

NAMES: Final = {
    ("exposure", "exposure"): "share of places that see it",
    ("exposure", "exposure prone"): "share that sees it lying down",
    ("blast", "affected"): "places affected",
    ("blast", "removed"): "taken away by total cover",
    ("template", "reach"): "share of places that reach it",
    ("template", "denied"): "denied",
    ("lanes", "lane"): "longest open line",
    ("lanes", "open to"): "places in view across",
}


@dataclass(frozen=True, slots=True, eq=False)
class HeatMap:
    """A map of a table's places, ready to be drawn.

    Parameters
    ----------
    told : dict
        What is said of it, as plain values; see `viewer.maps.words.summary`.
    scene : Scene
        The table and its scenery.
    zones : tuple of Zone
    places : ndarray of shape (n, 3)
        Centres of the underside of bases, mm.
    level : ndarray of shape (n,)
        How many places lie below at the same spot.
    shape : tuple of 2 ints
        How many lines the grid of places has along x and along y.
    values : dict of str to ndarray of shape (n,)
        By name; the first is what the map is about. NaN where there is none.
    ends : ndarray of shape (k, 2)
        Of lines to be drawn, the numbers of the places at both ends.
    """

    told: Mapping[str, Any]
    scene: Scene
    zones: tuple[Zone, ...]
    places: Floats
    level: Ints
    shape: tuple[int, int]
    values: Mapping[str, Floats]
    ends: Ints

    @property
    def kind(self) -> str:
        """Which kind of map it is."""
        return str(self.told["map"])

    @property
    def name(self) -> str:
        """The scene's name."""
        return str(self.told["scene"])

    @property
    def subject(self) -> str:
        """What is asked of it, short."""
        return subject(self.told)

    @property
    def starts(self) -> Bools:
        """The places that somebody attacks from, shape (n,)."""
        attacker: Bools = self.values.get("attacker", np.zeros(len(self.level))) > 0
        return attacker

    @property
    def spacing(self) -> float:
        """Between lines of the grid, mm."""
        return float(self.told["sampling"]["spacing_mm"])

    @property
    def units(self) -> Mapping[str, str]:
        """Of the values that are drawn: ``"share"``, ``"places"`` or ``"mm"``."""
        units: Mapping[str, str] = self.told["units"]
        return units

    @property
    def main(self) -> Floats:
        """What the map is about, shape (n,)."""
        return next(iter(self.values.values()))

    @property
    def levels(self) -> int:
        """How many levels there are."""
        return int(self.level.max(initial=0)) + 1

    @property
    def subtitle(self) -> str:
        """Who stands there, at which spacing and how it was sampled, in words."""
        shape = self.told["silhouette"]
        return (
            f"{shape['name']}: {shape['diameter_mm']:g} mm across, {shape['height_mm']:g} mm "
            f"high; a place every {self.spacing:g} mm; by sampling, "
            f"{self.told['sampling']['lines']:,} lines"
        )

    def says(self, name: str) -> str:
        """Return in words what one of its drawn values is."""
        return NAMES.get((self.kind, name), name)

    def top(self, name: str) -> float:
        """Return the value that has the last colour."""
        values = self.values[name]
        if self.units[name] == "share":
            return 1.0
        return max(1.0, float(np.nanmax(values)) if not np.isnan(values).all() else 0.0)

    @property
    def cells(self) -> Floats:
        """The rectangle that each place stands for, (n, 4): x and y from, x and y to, mm.

        They fill the table: where its side isn't a whole number of spacings, those of the
        last line are narrower or wider.
        """
        size = np.array(self.scene.size)
        middle, half = self.places[:, :2], self.spacing / 2
        last = np.floor(middle / self.spacing) == np.array(self.shape) - 1
        return np.concatenate([middle - half, np.where(last, size, middle + half)], axis=1)

    @property
    def marks(self) -> tuple[tuple[str, Floats, int], ...]:
        """Pairs of places that differ most: signs, where they stand in mm, on which level."""
        signs: dict[tuple[float, float, int], list[str]] = {}
        for number, row in enumerate(self.told.get("symmetry", ()), start=1):
            for worst in row["worst"][:1]:
                for one in (worst["one"], worst["other"]):
                    spot = (float(one["x"]), float(one["y"]), int(one["level"]))
                    signs.setdefault(spot, []).append(str(number))
        return tuple(
            (" ".join(each), np.array([x, y]), level) for (x, y, level), each in signs.items()
        )

    @property
    def dead(self) -> float:
        """Ground that is seen from less than this share is dead; 0 where that isn't asked."""
        return float(self.told.get("dead_ground", {}).get("below", 0.0))


def heat_map(found: TableMap) -> HeatMap:
    """Return a map that was made just now, ready to be drawn.

    Examples
    --------
    >>> from meshes.silhouettes import silhouette
    >>> from rules.maps.blast import blast
    >>> from rules.maps.layout import layout
    >>> from rules.scenefile import read
    >>> text = b'format=1\\nname="a"\\nrules="infinity-codeone"\\ntable={size=[130,100]}'
    >>> made = heat_map(blast(layout(read(text, "a.toml"), silhouette("S2"), 50)))
    >>> made.cells[:, 2].tolist()
    [50.0, 100.0, 130.0, 50.0, 100.0, 130.0]
    """
    table = found.layout
    return HeatMap(
        summary(found),
        table.scene,
        table.zones,
        table.found.places,
        table.found.level,
        table.found.shape,
        found.values,
        found.ends,
    )
