"""A search's catches in words: who can be caught together, and what to type for it."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from meshes.units import MM_PER
from rules.catching import Catch, Catches, Shortfall
from rules.dispute import Aim
from rules.readings import readings_of
from viewer import readings_text, words
from viewer.wrapping import item, title, wrapped

SHOWN: Final = 12
"""How many sets are shown with all their lines."""

_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six")


def report(found: Catches) -> str:
    """Return what a search found as text that can be read aloud.

    Examples
    --------
    >>> from rules.scenefile import read, starter
    >>> from rules.search import find
    >>> found = find(read(starter(), "starter.toml"), "Beta", "Grenades", hit=["4"])
    >>> print(report(found).splitlines()[5])
    Yes: 4 can be caught; the most are 4 of 4 enemies, 1, 2, 3 and 4.
    """
    found = _as_typed(found)
    lines = title(found.scene)
    registry = [one for one in readings_of(found.rules) if one.name in found.readings]
    unusual = readings_text.warning(found.rules, found.readings)
    if unusual:
        lines += ["", *wrapped(unusual)]
    lines += ["", *wrapped(_question(found)), "", *wrapped(_answer(found))]
    shown = [one for one in found.fitting if not found.is_part(one)][:SHOWN]
    for i, one in enumerate(shown):
        lines += ["", *_catch(one, i + 1)]
    lines += _lesser(found, shown)
    if found.burst > 1:
        lines += ["", *_together(found)]
    lines += ["", "How it was searched"]
    for said in _searched(found):
        lines += item("- ", said)
    lines += ["", "Rules"]
    for citation in found.citations:
        lines += item("- ", str(citation))
    lines += ["", "This stands on"]
    for reading in registry:
        lines += item("- ", readings_text.ground(reading, found.readings[reading.name]))
    for note in found.notes:
        lines += item("- ", note)
    return "\n".join(lines) + "\n"


def _as_typed(found: Catches) -> Catches:
    """The same with heights in the scene file's own unit, as they are pasted into it."""

    def turned(aim: Aim) -> Aim:
        return replace(aim, height=round(aim.height / MM_PER[found.units], 6))

    short = found.shortfall
    return replace(
        found,
        catches=tuple(replace(one, aim=turned(one.aim)) for one in found.catches),
        shortfall=short and replace(short, aim=turned(short.aim)),
    )


def typed(aim: Aim, name: str = "A") -> list[str]:
    """Return the lines of a scene file that place a template.

    Examples
    --------
    >>> typed(Aim("A", 37.5, 40.0, -12.0, 20.0))[2:4]
    ['aim = 37.5', 'tip = 40']
    """
    lines = ["[[attack.template]]", f"name = {_quoted(name)}"]
    if aim.on:
        return [*lines, f"on = {_quoted(aim.on)}"]
    if aim.aim is None:
        return lines
    numbers = {"aim": aim.aim, "tip": aim.tip, "tilt": aim.tilt, "height": aim.height}
    return [
        *lines,
        *(
            f"{key} = {value:g}"
            for key, value in numbers.items()
            if value is not None and (value != 0 or key in ("aim", "tip"))
        ),
    ]


def _quoted(name: str) -> str:
    """A basic string of TOML."""
    return json.dumps(name, ensure_ascii=False)


def _question(found: Catches) -> str:
    kind = found.template.name.replace("_", " ")
    said = (
        f"{found.by} with {found.weapon}: {found.placed}, {kind}, burst {found.burst}. Whom can "
        "one template catch"
    )
    spared = [*found.allies, *(name for name in found.spare if name not in found.allies)]
    said += f" and spare {words.listed(spared)}" if spared else ""
    return f"{said}? {_must(found)}".strip()


def _must(found: Catches) -> str:
    return f"It has to catch {words.listed(found.hit)}." if found.hit else ""


def _answer(found: Catches) -> str:
    if not found.fitting:
        whom = words.listed(found.hit) or "any enemy"
        said = f"No: no placement was found that catches {whom}"
        return f"{said}. {_short(found.shortfall, found.hit)}".strip()
    best = found.fitting[0]
    count = f"{len(best.caught)} of {words.count(len(found.enemies), 'enemy', 'enemies')}"
    most = f"the most are {count}, {words.listed(best.caught)}."
    return f"Yes: {words.listed(found.hit)} can be caught; {most}" if found.hit else f"Yes: {most}"


def _short(short: Shortfall | None, whom: tuple[str, ...]) -> str:
    if short is None:
        return "None comes near it." if whom else ""
    why = []
    if short.missed:
        why.append(f"{words.listed(short.missed)} isn't reached")
    if short.touched:
        why.append(f"{words.listed(short.touched)} would be")
    place = ", ".join(typed(short.aim)[2:])
    because = f" ({' and '.join(why)})" if why else ""
    return f"It comes nearest with {place}: about {words.length(short.by)} are missing{because}."


def _catch(one: Catch, number: int) -> list[str]:
    others = f", and {words.listed(one.others)}" if one.others else ""
    caught = words.listed(one.caught) or "no enemy"
    lines = wrapped(f"{number}. {caught}{others}", "", "   ")
    lines += [f"     {line}" for line in typed(one.aim)]
    return [*lines, *wrapped(f"Ruled on as typed: confirmed.{_room(one)}", "   ")]


def _room(one: Catch) -> str:
    said = ""
    if one.room is not None:
        said += f" About {words.length(max(one.room, 0.0))} to spare."
    if one.turn is not None:
        said += (
            f" Its aim may be {one.turn[0]:.1f} degrees further clockwise and {one.turn[1]:.1f} "
            "counter-clockwise."
        )
    return said


def _lesser(found: Catches, shown: Sequence[Catch]) -> list[str]:
    """The sets that are part of larger ones, in a line each."""
    rest = [one for one in found.fitting if one not in shown]
    if not rest:
        return []
    lines = ["", "Also, by themselves:"]
    for one in rest:
        others = f", and {words.listed(one.others)}" if one.others else ""
        place = ", ".join(typed(one.aim)[2:])
        lines += item("- ", f"{words.listed(one.caught)}{others}: {place}")
    return lines


def _together(found: Catches) -> list[str]:
    """The best choice of several templates."""
    chosen = [found.catches[i] for i in found.together]
    if not chosen:
        whom = f"that catch {words.listed(found.hit)} between them" if found.hit else ""
        said = f"There are no {_number(found.burst)} templates {whom}".rstrip()
        return wrapped(f"{said}.")
    union = {name for one in chosen for name in one.caught}
    held = [name for name in found.enemies if name in union]
    less = found.burst - len(chosen)
    of = f" of the {found.burst}" if less else ""
    most = "holds the most" if len(chosen) == 1 else "hold the most between them so"
    enemies = words.count(len(held), "enemy", "enemies")
    said = f"{_number(len(chosen)).capitalize()}{of} templates {most}: {enemies}, "
    said += f"{words.listed(held)}."
    if less:
        said += " A further one adds nobody; it may double any of these."
    names = [chr(ord("A") + i) for i in range(len(chosen))]
    lines = wrapped(said)
    for name, one in zip(names, chosen, strict=True):
        lines += item(f"{name}: ", words.listed([*one.caught, *one.others]))
    lines += ["     [[attack]]", f"     by = {_quoted(found.by)}"]
    lines += [f"     weapon = {_quoted(found.weapon)}"]
    for name, one in zip(names, chosen, strict=True):
        lines += ["", *(f"     {line}" for line in typed(one.aim, name))]
    return lines


def _number(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def _searched(found: Catches) -> list[str]:
    how = found.thoroughness
    if how.kind == "one place":
        return ["a direct circle has one place, over its user's base: nothing to search"]
    if how.kind == "targets":
        tried = words.count(how.tried, "main target")
        return [f"every main target: {tried}; points on the table aren't searched"]
    steps = f"{how.turn:g} degrees of turn"
    steps += f" and {how.tilt:g} of tilt" if how.tilt else ", level"
    said = [
        f"{words.count(how.tried, 'placement')} from {words.count(how.places, 'place')} of "
        f"{found.by}'s edge: {how.rim:g} mm apart round the base, {how.rise:g} mm up the "
        f"silhouette, closer where what is in sight changes; {steps} apart",
        "a set that a placement misses by less than 6 mm was looked for more closely, by tip, "
        "height, turn and tilt, in steps down to 0.25 mm and 0.1 degrees; one that only an opening "
        "between such places shows can be missed",
    ]
    for names in how.unsure:
        said.append(f"{words.listed(names)} seemed within reach, and no ruling confirmed it")
    return said
