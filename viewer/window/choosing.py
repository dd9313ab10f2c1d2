"""The list of disputed readings: how each is read, and what else may be chosen."""

from viewer.drawing import palette
from viewer.live.choices import ReadingChoice
from viewer.window.paper import Paper


def listed(paper: Paper, readings: tuple[ReadingChoice, ...], row: int) -> int:
    """Write the disputed readings, and return how far to scroll to one of them, pixels.

    Parameters
    ----------
    paper : Paper
    readings : tuple of ReadingChoice
    row : int
        The one that is to be changed.
    """
    paper.say("Readings", paper.size + 2, bold=True)
    hint = "↑ ↓ choose one   ← → change it   O back   G compare them all"
    paper.say(hint, paper.size - 2, colour=palette.FAINT_INK)
    at = 0.0
    for number, one in enumerate(readings):
        paper.space(8)
        is_row = number == row % len(readings)
        if is_row:
            at = paper.high
        strip = palette.INK if is_row else ""
        changed = "" if one.chosen == one.default else "  (changed)"
        paper.say(f"{one.name.replace('_', ' ')}{changed}", 0, True, left=12, strip=strip)
        for value, meaning in one.choices:
            is_chosen = value == one.chosen
            if not (is_row or is_chosen):
                continue
            default = " (the default)" if value == one.default and is_row else ""
            said = f"{'●' if is_chosen else '○'} {meaning}{default}"
            paper.say(said, paper.size - 1, left=22, strip=strip)
        if is_row:
            paper.say(one.source, paper.size - 2, colour=palette.FAINT_INK, left=22, strip=strip)
    return max(round(at) - 160, 0)
