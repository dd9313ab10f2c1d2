"""A ruling in words: one line a trooper, then why, then what it all stands on."""

import re
import sys
import textwrap
from typing import Final

from rules.readings import Reading, readings_of
from rules.verdict import AttackRuling, Citation, Placement, Ruling, Verdict
from viewer import words
from viewer.writing import say

WIDTH: Final = 100
"""Columns of a report."""

_JOIN: Final = "\N{NO-BREAK SPACE}"
_WIDEST_NAME: Final = 24
_CIRCLES_ONLY: Final = ("direct_circle_height",)


def report(ruling: Ruling) -> str:
    """Return a ruling as text that can be read aloud.

    Examples
    --------
    >>> from rules.ruling import rule
    >>> from rules.scenefile import read, starter
    >>> print(report(rule(read(starter(), "starter.toml"))).splitlines()[0])
    Behind the barricade
    """
    cited = _Cited()
    lines = [*_wrapped(ruling.scene), "=" * min(len(ruling.scene), WIDTH)]
    unusual = [one for one in readings_of(ruling.rules) if not _is_default(one, ruling)]
    if unusual:
        named = words.listed([f"{one.name} = {ruling.readings[one.name]}" for one in unusual])
        lines += ["", *_wrapped(f"NOT UNDER THE DEFAULT READINGS, but under {named}.")]
    faulty = [f"{one.trooper} {fault}" for one in ruling.stances for fault in one.faults]
    if faulty:
        lines += ["", *_wrapped(f"NO REAL TABLE: {'; '.join(faulty)}.")]
    if not ruling.attacks:
        lines += ["", "There is no attack in this scene, so nobody is affected."]
    for attack in ruling.attacks:
        lines += ["", *_attack(attack, cited)]
    if ruling.stances:
        lines += ["", "Where they stand"]
        for stance in ruling.stances:
            lines += _item("- ", words.stance(stance))
    if cited.numbers:
        lines += ["", "Rules"]
        for citation, number in cited.numbers.items():
            lines += _item(f"[{number}] ", str(citation))
    grounds = _grounds(ruling)
    if grounds:
        lines += ["", "This ruling stands on"]
        for ground in grounds:
            lines += _item("- ", ground)
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
    (r"\bAFFECTED\b", "bold red"),
    (r"\bnot affected\b", "green"),
    (r"\b(UNDECIDED|ILLEGAL|CLOSE CALL|NO REAL TABLE)\b", "bold"),
    (r"\b(NOT THE DEFAULT|NOT UNDER THE DEFAULT READINGS)\b", "bold"),
)


class _Cited:
    """The citations of a report, numbered as they come."""

    def __init__(self) -> None:
        self.numbers: dict[Citation, int] = {}

    def mark(self, sentence: str, citation: Citation) -> str:
        """Put a citation's number behind a sentence, before its full stop."""
        number = self.numbers.setdefault(citation, len(self.numbers) + 1)
        return f"{sentence.removesuffix('.')} [{number}]."


def _attack(attack: AttackRuling, cited: _Cited) -> list[str]:
    placed = words.count(len(attack.placements), "template")
    said = f"{attack.by} attacks with {attack.weapon}: {placed}, burst {attack.burst}."
    lines = _wrapped(said)
    for placement in attack.placements:
        lines += ["", *_placement(placement, cited)]
    return lines


def _placement(placement: Placement, cited: _Cited) -> list[str]:
    head = f"Template {placement.name}, {words.outline(placement)}"
    if placement.status == "illegal":
        lines = _wrapped(f"{head}: ILLEGAL, so nobody is ruled on.")
        for reason in placement.reasons:
            said = words.sentence(reason)
            if placement.citation is not None:
                said = cited.mark(said, placement.citation)
            lines += _wrapped(said, "  ")
        return lines
    focus = words.point(placement.body.pose.at)
    lines = [*_wrapped(f"{head}, its Blast Focus at {focus}:"), ""]
    if not placement.verdicts:
        lines.append("  There is no trooper on the table.")
    longest = max((len(verdict.trooper) for verdict in placement.verdicts), default=0)
    wide = min(longest, _WIDEST_NAME)
    for verdict in placement.verdicts:
        outcome = words.affected(verdict.outcome)
        lines += _item(f"{verdict.trooper:<{wide}}  {outcome:<12}  ", words.summary(verdict))
    for note in placement.notes:
        lines += ["", *_item("Note: ", words.sentence(note))]
    lines += ["", "  Why"]
    for verdict in placement.verdicts:
        lines += _item(f"{verdict.trooper:<{wide}}  ", _why(verdict, cited))
    return lines


def _why(verdict: Verdict, cited: _Cited) -> str:
    said = [cited.mark(words.finding(one), one.citation) for one in verdict.findings]
    moved = words.margin(verdict)
    if verdict.close_call:
        said.append(f"CLOSE CALL, with a slack of {words.length(verdict.slack)}.")
    return " ".join([*said, moved] if moved else said)


def _grounds(ruling: Ruling) -> list[str]:
    """What else would change the ruling: first what is unusual, then what is usual."""
    placements = [placement for attack in ruling.attacks for placement in attack.placements]
    circles = any(placement.template.shape == "circular" for placement in placements)
    unusual, usual = [], []
    for reading in readings_of(ruling.rules):
        choice = ruling.readings[reading.name]
        said = f"{reading.name} = {choice}: {reading.choices[choice]}"
        if not _is_default(reading, ruling):
            unusual.append(f"reading, NOT THE DEFAULT ({reading.default}): {said}")
        elif placements and (circles or reading.name not in _CIRCLES_ONLY):
            usual.append(f"reading {said}")
    return [*unusual, *ruling.notes, *usual]


def _is_default(reading: Reading, ruling: Ruling) -> bool:
    return ruling.readings[reading.name] == reading.default


def _item(mark: str, text: str) -> list[str]:
    """An entry of a list: its mark, and further lines set in under the text."""
    first = f"  {mark}"
    inset = min(len(first), 2 + _WIDEST_NAME + 16)
    return _wrapped(text, first, " " * inset)


def _wrapped(text: str, first: str = "", further: str | None = None) -> list[str]:
    # A place on the table isn't parted at the end of a line.
    kept = re.sub(
        r"\([-\d., ]+\)| \[\d+\]|\d+ mm", lambda found: found[0].replace(" ", _JOIN), text
    )
    lines = textwrap.wrap(
        kept,
        WIDTH,
        initial_indent=first,
        subsequent_indent=first if further is None else further,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [line.replace(_JOIN, " ") for line in lines] or [first.rstrip()]
