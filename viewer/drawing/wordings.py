"""A ruling's lines for the margin of a printed page: the essence of the report."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.verdict import AttackRuling, Placement, Ruling
from spatial.outcome import Outcome
from viewer import words
from viewer.drawing.labels import effect, printable

Style: TypeAlias = Literal["head", "line", "small"]
_WITHIN = {Outcome.YES: "within", Outcome.NO: "outside", Outcome.UNDECIDED: "UNDECIDED"}


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
    found: list[Said] = []
    for attack in ruling.attacks:
        found += _attack(attack, template)
    faults = [f"{one.trooper} {fault}" for one in ruling.stances for fault in one.faults]
    if faults:
        found.append(Said("small", f"NO REAL TABLE: {'; '.join(faults)}."))
    found += [Said("small", words.sentence(note)) for note in ruling.notes]
    return [Said(one.style, printable(one.text), one.colour) for one in found]


def _attack(attack: AttackRuling, template: str) -> list[Said]:
    found = []
    for verdict in attack.triggers:
        goes = verdict.outcome is Outcome.YES
        off = "goes off" if goes else "stays quiet"
        text = f"{attack.by} {off} at {verdict.trooper}, {words.summary(verdict)}"
        found.append(Said("line", text, verdict.outcome))
    for placement in attack.placements:
        if template in ("", placement.name):
            found += _placement(placement)
    return found


def _placement(placement: Placement) -> list[Said]:
    head = f"{placement.name}: {words.outline(placement)}"
    if placement.status != "placed":
        head = f"{placement.name}: {placement.status.upper()}"
    found = [Said("head", head)]
    found += [Said("small", words.sentence(reason)) for reason in placement.reasons]
    for verdict in placement.verdicts:
        comes_to = effect(placement, verdict)
        outcome = words.affected(verdict.outcome)
        if placement.status != "placed":
            outcome = _WITHIN[verdict.outcome]
        text = f"{verdict.trooper}: {outcome}, {words.summary(verdict)}"
        found.append(Said("line", text, comes_to))
    return found
