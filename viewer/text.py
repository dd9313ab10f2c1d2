"""A ruling in words: one line a trooper, then why, then what it all stands on."""

import sys
from typing import Final

from rules.readings import Reading, readings_of
from rules.scenefile.standing import UNSTATED
from rules.stances import no_real_table
from rules.verdict import Ruling
from viewer import readings_text, words
from viewer.attack_text import attack_lines
from viewer.citing import Cited
from viewer.wrapping import item, title, wrapped
from viewer.writing import say

_CIRCLES: Final = ("direct_circle_height", "impact_circle_centre")
_DEPLOYABLES: Final = ("mine_focus", "mine_ally")


def report(ruling: Ruling) -> str:
    """Return a ruling as text that can be read aloud.

    Examples
    --------
    >>> from rules.ruling import rule
    >>> from rules.scenefile import read, starter
    >>> print(report(rule(read(starter(), "starter.toml"))).splitlines()[0])
    Behind the barricade
    """
    cited = Cited()
    lines = title(ruling.scene)
    unusual = readings_text.warning(ruling.rules, ruling.readings)
    if unusual:
        lines += ["", *wrapped(unusual)]
    for note in no_real_table(ruling.stances):
        lines += ["", *wrapped(f"{note}.")]
    if not ruling.attacks:
        lines += ["", "There is no attack in this scene, so nobody is affected."]
    for attack in ruling.attacks:
        lines += ["", *attack_lines(attack, cited)]
    if ruling.stances:
        lines += ["", "Where they stand"]
        for stance in ruling.stances:
            lines += item("- ", words.stance(stance))
    if cited.numbers:
        lines += ["", "Rules"]
        for citation, number in cited.numbers.items():
            lines += item(f"[{number}] ", str(citation))
    grounds = _grounds(ruling)
    if grounds:
        lines += ["", "This ruling stands on"]
        for ground in grounds:
            lines += item("- ", ground)
    return "\n".join(lines) + "\n"


def show(text: str) -> None:
    """Write a report to standard output; on a terminal, in a little colour."""
    if sys.stdout is None or not sys.stdout.isatty():
        say(text)
        return
    from rich.console import Console
    from rich.text import Text

    coloured = Text(text, end="")
    for pattern, style in _STYLES:
        coloured.highlight_regex(pattern, style)
    Console(highlight=False).print(coloured, soft_wrap=True, end="")


_STYLES: Final = (
    (r"\A[^\n]*", "bold"),
    (r"\b(AFFECTED|GOES OFF)\b", "bold red"),
    (r"\bnot affected\b", "green"),
    (r"\b(UNDECIDED|ILLEGAL|CANCELLED|CLOSE CALL|NO REAL TABLE)\b", "bold"),
    (r"\b(NOT THE DEFAULT|NOT UNDER THE DEFAULT READINGS)\b", "bold"),
)


def _grounds(ruling: Ruling) -> list[str]:
    """What else would change the ruling: first what is unusual, then what is usual."""
    unusual, usual = [], []
    for reading in readings_of(ruling.rules):
        choice = ruling.readings[reading.name]
        said = readings_text.ground(reading, choice)
        if choice != reading.default:
            unusual.append(said)
        elif _matters(reading, ruling):
            usual.append(said)
    # Which way somebody faces matters where it was asked what he sees.
    notes = [note for note in ruling.notes if _asks_fire(ruling) or not note.startswith(UNSTATED)]
    return [*unusual, *notes, *usual]


def _asks_fire(ruling: Ruling) -> bool:
    """Whether a Dodge hangs on a line of fire."""
    return any(
        dodge.finding.question == "line of fire"
        for attack in ruling.attacks
        for dodge in attack.dodges
    )


def _matters(reading: Reading, ruling: Ruling) -> bool:
    """Whether a reading has a part in any of a ruling's answers."""
    placements = [placement for attack in ruling.attacks for placement in attack.placements]
    asked = [attack for attack in ruling.attacks if attack.triggers]
    if reading.name in _DEPLOYABLES:
        return bool(asked)
    if reading.name in _CIRCLES:
        way = reading.name.partition("_")[0]
        return any(
            placement.template.shape == "circular" and attack.placed == way
            for attack in ruling.attacks
            for placement in attack.placements
        )
    if reading.name == "partial_cover":
        return False
    if reading.name == "tilt":
        teardrops = [p for p in placements if p.template.shape == "teardrop"]
        return bool(teardrops or asked)
    if reading.name.startswith("fire_"):
        return _asks_fire(ruling)
    return bool(placements or asked)
