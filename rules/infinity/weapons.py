"""Template weapons as data with an edition, and the burst written beside a name."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files

from rules.verdict import RulingError


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon, as far as its templates go.

    Parameters
    ----------
    name : str
    template : str or None
        A name in the scene's template set; None for a weapon without one.
    placed : {"direct", "impact"}
        From its user's silhouette, without a BS roll; or on what a BS roll hit.
    burst : int
        How many templates an attack may place.
    affects_user : bool
        Whether its description says that it also affects its user.
    damage : bool
        Whether it has a Damage Attribute.
    state : str
        The State that it inflicts; empty where it inflicts none.
    disposable : int
        How many uses it has; 0 where they aren't counted.
    deployable : bool
        Whether it is left on the table and goes off there.
    height : float or None
        The template's height in mm where the ammunition states its own.
    edition : str
        Where the weapon is from; empty for a scene's own.
    """

    name: str
    template: str | None = None
    placed: str = "direct"
    burst: int = 1
    affects_user: bool = False
    damage: bool = True
    state: str = ""
    disposable: int = 0
    deployable: bool = False
    height: float | None = None
    edition: str = ""

    @property
    def harms(self) -> bool:
        """Whether it has a Damage value or inflicts a State: it may touch no ally.

        Examples
        --------
        >>> Weapon("smoke", "circular", damage=False).harms
        False
        """
        return self.damage or bool(self.state)

    @property
    def is_direct(self) -> bool:
        """Whether it places its template directly.

        Examples
        --------
        >>> Weapon("rifle").is_direct
        False
        """
        return self.template is not None and self.placed == "direct"


@cache
def _table() -> dict:  # type: ignore[type-arg]
    return tomllib.loads(files("rules").joinpath("data/infinity-weapons.toml").read_text("utf-8"))


@cache
def weapons() -> dict[str, Weapon]:
    """Return the known weapons by name.

    Examples
    --------
    >>> weapons()["Nanopulser"].template
    'small_teardrop'
    """
    rows, editions = _table()["weapon"], _table()["edition"]
    return {row["name"]: Weapon(**{**row, "edition": editions[row["edition"]]}) for row in rows}


def weapon(name: str, own: Mapping[str, Weapon]) -> Weapon:
    """Return a weapon by its name as written on a profile.

    A bonus in brackets, ``(+1B)`` or ``(B+1)``, adds to the burst; blanks in it don't matter.

    Parameters
    ----------
    name : str
    own : dict of str to Weapon
        The scene's own weapons; they come before the known ones.

    Raises
    ------
    RulingError
        If no weapon has that name.

    Examples
    --------
    >>> weapon("Nanopulser (+1B)", {}).burst
    2
    """
    known = {**weapons(), **own}
    if name in known:
        return known[name]
    match = re.fullmatch(r"(.*\S)\s*\(\s*(?:\+\s*(\d)\s*B|B\s*\+\s*(\d))\s*\)", name, re.IGNORECASE)
    if match and match[1] in known:
        plain = known[match[1]]
        return replace(plain, name=name, burst=plain.burst + int(match[2] or match[3]))
    raise RulingError(
        f'no weapon is called "{name}"; use one of {", ".join(known)}, or describe it '
        "under [[weapon]]"
    )
