"""What a picture says about each trooper and each placement."""

import math
import textwrap
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from meshes.solids import Point
from rules.dispute import Trooper
from rules.verdict import Placement, Verdict
from spatial.contact import Contact
from spatial.evidence import Sight
from spatial.outcome import Outcome
from viewer import words
from viewer.drawing import palette

Mine: TypeAlias = list[tuple[Placement, Verdict]]
"""One trooper's verdicts, each with its placement."""

NEAR_MISS: Final = 60.0
"""A template that passes a trooper farther than this is no near miss, mm."""

_LONGEST_NAME: Final = 22
_WHY_WIDTH: Final = 36
_WHY_LINES: Final = 4
_ILLEGAL_LINES: Final = 6


@dataclass(frozen=True, slots=True)
class Label:
    """Words about a trooper or a placement.

    Parameters
    ----------
    subject : str
        The name it stands for, whole.
    kind : {"trooper", "template"}
    title : str
    why : tuple of str
        Further lines, in small print.
    at : tuple of 3 floats
        What its leader points at, mm.
    colour : str
    """

    subject: str
    kind: Literal["trooper", "template"]
    title: str
    why: tuple[str, ...]
    at: Point
    colour: str


def trooper_label(trooper: Trooper, mine: Mine, colour: str) -> Label:
    parts = []
    for outcome in (Outcome.YES, Outcome.UNDECIDED):
        by = [short(placement.name) for placement, v in mine if v.outcome is outcome]
        if by:
            parts.append(f"{words.affected(outcome)} by {', '.join(by)}")
    if not parts:
        parts.append(words.affected(Outcome.NO) if mine else "not ruled on")
    name = short(trooper.name)
    x, y, z = trooper.body.pose.at
    middle = (x, y, z + trooper.silhouette.height / 2)
    title = f"{name}: {', '.join(parts)}"
    return Label(trooper.name, "trooper", title, _why(mine), middle, colour)


def _why(mine: Mine) -> tuple[str, ...]:
    """The reasons in small print: those of one kind together."""
    lines: list[str] = []
    by_reason: dict[str, list[str]] = {}
    nearest = nearest_miss(mine)
    for placement, verdict in mine:
        name = short(placement.name)
        if isinstance(verdict.deciding.evidence, Contact):
            if placement is nearest or verdict.close_call:
                lines += _wrapped(_miss(name, verdict.deciding.evidence.gap, verdict.close_call))
        elif verdict.close_call or verdict.outcome is not Outcome.YES:
            # A clear line speaks for itself.
            by_reason.setdefault(words.summary(verdict), []).append(name)
    for reason, names in by_reason.items():
        lines += _wrapped(f"{', '.join(names)}: {reason}" if len(mine) > 1 else reason)
    return _few(lines, _WHY_LINES)


def _miss(template: str, gap: float, close: bool) -> str:
    return f"{template} misses by {words.length(gap)}{'; a CLOSE CALL' if close else ''}"


def _wrapped(text: str) -> list[str]:
    """Lines of small print; a number keeps its unit."""
    return textwrap.wrap(printable(text).replace(" mm", "\u00a0mm"), _WHY_WIDTH)


def _few(lines: list[str], most: int) -> tuple[str, ...]:
    if len(lines) > most:
        lines = [*lines[: most - 1], lines[most - 1][: _WHY_WIDTH - 2] + " …"]
    return tuple(lines)


def nearest_miss(mine: Mine) -> Placement | None:
    """The placement that nearly touches a trooper that none touches, the nearest of them."""
    if any(isinstance(verdict.deciding.evidence, Sight) for _, verdict in mine):
        return None
    misses = [
        (verdict.deciding.evidence.gap, number)
        for number, (_, verdict) in enumerate(mine)
        if isinstance(verdict.deciding.evidence, Contact)
    ]
    gap, number = min(misses, default=(math.inf, 0))
    return mine[number][0] if gap <= NEAR_MISS else None


def placement_label(placement: Placement) -> Label:
    name = short(placement.name)
    if placement.status == "placed":
        return Label(
            placement.name, "template", name, (), placement.body.pose.at, palette.TEMPLATE_EDGE
        )
    why = _wrapped("; ".join(placement.reasons))
    return Label(
        placement.name,
        "template",
        f"{name}: ILLEGAL",
        _few(why, _ILLEGAL_LINES),
        placement.body.pose.at,
        palette.ILLEGAL_EDGE,
    )


def printable(name: str) -> str:
    """Return a text that a font can take: on one line, without control characters.

    Examples
    --------
    >>> printable("a\\nb\\x00")
    'a b'
    """
    spaced = " ".join(name.split())
    return "".join(c if c.isprintable() else "" for c in spaced)


def short(name: str) -> str:
    """Return a name that fits a label.

    Examples
    --------
    >>> short("The Extraordinarily Long-Named Trooper")
    'The Extraordinarily L…'
    """
    name = printable(name)
    return name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 1] + "…"
