"""A ruling's lines for the margin of a printed page: the essence of the report."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.stances import no_real_table
from rules.verdict import AttackRuling, Placement, Ruling
from spatial.outcome import Outcome
from viewer import readings_text, words
from viewer.drawing.labels import effect, printable
from viewer.outcomes import GOES_OFF, WITHIN
from viewer.template_words import named

Style: TypeAlias = Literal["head", "line", "small"]


@dataclass(frozen=True, slots=True)
class Said:
    """A paragraph.

    Parameters
    ----------
    style : {"head", "line", "small"}
    text : str
    colour : Outcome or None
        Whose strip stands beside it.
    """

    style: Style
    text: str
    colour: Outcome | None = None


def said(ruling: Ruling, template: str = "") -> list[Said]:
    """Return a ruling in paragraphs.

    Parameters
    ----------
    ruling : Ruling
    template : str
        The one template that is drawn; empty for all.

    Examples
    --------
    >>> from rules.ruling import rule
    >>> from rules.scenefile import read, starter
    >>> lines = said(rule(read(starter(), "starter.toml"), margins=False))
    >>> [line.text for line in lines if line.style == "line"][1]
    '1: AFFECTED, a clear line from the Blast Focus reaches it'
    """
    warning = readings_text.warning(ruling.rules, ruling.readings)
    found = [Said("head", warning)] if warning else []
    for attack in ruling.attacks:
        found += _attack(attack, template)
    found += [Said("small", f"{note}.") for note in no_real_table(ruling.stances)]
    found += [Said("small", words.sentence(note)) for note in ruling.notes]
    return [Said(one.style, printable(one.text), one.colour) for one in found]


def _attack(attack: AttackRuling, template: str) -> list[Said]:
    found = []
    for verdict in attack.triggers:
        off = GOES_OFF[verdict.outcome]
        text = f"{attack.by} at {verdict.trooper}: {off}, {words.summary(verdict)}"
        found.append(Said("line", text, verdict.outcome))
    for placement in attack.placements:
        if template in ("", placement.name):
            found += _placement(placement)
    return found


def _placement(placement: Placement) -> list[Said]:
    name = named(placement)
    head = f"{name}: {words.outline(placement)}"
    if placement.status != "placed":
        head = f"{name}: {placement.status.upper()}"
    found = [Said("head", head)]
    found += [Said("small", words.sentence(reason)) for reason in placement.reasons]
    for verdict in placement.verdicts:
        comes_to = effect(placement, verdict)
        outcome = words.affected(verdict.outcome)
        if placement.status != "placed":
            outcome = WITHIN[verdict.outcome]
        text = f"{verdict.trooper}: {outcome}, {words.summary(verdict)}"
        found.append(Said("line", text, comes_to))
    return found
