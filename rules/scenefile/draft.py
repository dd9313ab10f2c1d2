"""What of a scene file is well-formed, and what is wrong with the rest.

A file with a fault in one trooper can have another in an attack. So that a
reader learns of both at once, the faulty items are left out and the others are
still put together; names of what was left out stay known.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from pydantic import ValidationError

from meshes.units import MM_PER
from rules.scenefile import problems
from rules.scenefile.keys import FORMAT, SECTIONS, SceneKeys
from rules.scenefile.places import Steps, place, shown

CLOSE: Final = 0.5
"""What counts as a close call where a scene doesn't say, mm: a steady hand."""


@dataclass(frozen=True, slots=True, eq=False)
class Draft:
    """The well-formed part of a scene file.

    Parameters
    ----------
    keys : SceneKeys
    content : dict
        The whole file, parsed.
    kept : dict of str to tuple of int
        For each list of tables, which of the file's are in `keys`.
    found : list of str
        The problems so far, each with its place; `note` adds to it.
    """

    keys: SceneKeys
    content: dict[str, Any]
    kept: dict[str, tuple[int, ...]]
    found: list[str]

    @property
    def extent(self) -> tuple[float, float]:
        """The table's size in x and y, mm; endless where the scene states none."""
        return self.keys.table.size if self.keys.table else (math.inf, math.inf)

    @property
    def slack(self) -> float:
        """What counts as a close call, mm."""
        return CLOSE if self.keys.slack is None else self.keys.slack

    def note(self, steps: Steps, problem: str) -> None:
        """Add a problem; `steps` count the items of `keys`."""
        match steps:
            case (str(section), int(i), *rest) if section in self.kept:
                steps = (section, self.kept[section][i], *rest)
        self.found.append(f"{place(steps, self.content)}: {problem}")

    def stated(self, section: str, key: str = "name") -> list[str]:
        """Return what a key says in all of a section's tables, faulty ones too."""
        tables = self.content.get(section)
        rows = [row for row in tables if isinstance(row, dict)] if isinstance(tables, list) else []
        return [row[key] for row in rows if isinstance(row.get(key), str)]


def is_off_table(at: Sequence[float], draft: Draft) -> bool:
    """Tell whether a place, x and y first, lies off the table that a scene states."""
    return draft.keys.table is not None and not all(
        0 <= value <= most for value, most in zip(at, draft.extent, strict=False)
    )


def drafted(content: dict[str, Any], source: str) -> Draft:
    """Validate a scene file's content.

    Parameters
    ----------
    content : dict
        The file, parsed.
    source : str
        Its name, for messages.

    Raises
    ------
    SceneError
        If it is of another format version, or so faulty that nothing further
        can be said.
    """
    if not content:
        problems.refuse(source, ["is empty; `blastfocus new` writes a scene to start from"])
    _check_format(content, source)
    unit = content.get("units", "mm")
    plain = isinstance(unit, str) and unit in MM_PER
    context = {"units": unit if plain else "mm"}
    try:
        keys = SceneKeys.model_validate(content, context=context)
    except ValidationError as error:
        found = problems.of_validation(error, content)
        places = [one["loc"] for one in error.errors(include_url=False)]
        # Without its unit no length is known, and another game has other weapons.
        if ("units",) in places or ("rules",) in places:
            problems.refuse(source, found)
        sound, kept = _sound(content, places)
        try:
            keys = SceneKeys.model_validate(sound, context=context)
        except ValidationError:
            problems.refuse(source, found)
            raise
        return Draft(keys, content, kept, found)
    kept = {section: tuple(range(len(getattr(keys, section)))) for section in SECTIONS}
    return Draft(keys, content, kept, [])


def _check_format(content: dict[str, Any], source: str) -> None:
    """Refuse another version by itself: what else it says can't be judged."""
    if "format" not in content:
        return
    value = content["format"]
    whole = isinstance(value, int) and not isinstance(value, bool)
    if not whole or value != FORMAT:
        remedy = "update blastfocus" if whole and value > FORMAT else f"write format = {FORMAT}"
        problem = f"this program reads format {FORMAT}, got {shown(value)}; {remedy}"
        problems.refuse(source, [f"format: {problem}"])


def _sound(
    content: dict[str, Any], places: Sequence[Steps]
) -> tuple[dict[str, Any], dict[str, tuple[int, ...]]]:
    """Leave out every item that has a problem."""
    faulty: dict[str, set[int]] = {section: set() for section in SECTIONS}
    tables = {"templates", "readings"}
    sound = {
        key: dict(value) if key in tables and isinstance(value, dict) else value
        for key, value in content.items()
    }
    for loc in places:
        match loc:
            case (str(section), int(i), *_) if section in faulty:
                faulty[section].add(i)
            case (str(section), str(name), *_) if section in tables:
                sound[section].pop(name, None)
            case (key, *_):
                sound.pop(str(key), None)
    kept = {}
    for section, left_out in faulty.items():
        rows = sound.get(section, [])
        kept[section] = tuple(i for i in range(len(rows)) if i not in left_out)
        sound[section] = [rows[i] for i in kept[section]]
    return {"format": FORMAT, "name": "-", "rules": "infinity-codeone", **sound}, kept
