"""Which level of a piece something is said to be on, and what is wrong with it."""

from typing import Final

from rules.scenefile.draft import Draft
from rules.scenefile.places import Steps, quoted
from rules.scenefile.problems import nearest
from spatial.scene import Body

LEVEL_SLACK: Final = 0.05
"""How far a floor may be off its level's height and still be that floor, mm."""


def check_keys(
    at: list[float], on: str | None, level: int | None, steps: Steps, draft: Draft
) -> None:
    """Take note of a height and a piece that contradict one another."""
    if len(at) == 3 and (on is not None or level is not None):
        key = "level" if on is None else "on"
        draft.note((*steps, "at"), f"has a height, and so has {key}; give one of them")
    elif on is None and level is not None:
        draft.note((*steps, "level"), "needs on, the name of the piece whose level it is")


def named_piece(on: str, pieces: list[Body], steps: Steps, draft: Draft) -> Body | None:
    """Return the piece of that name, or take note that there is none.

    A piece that couldn't be built is a problem of its own.
    """
    body = next((body for body in pieces if body.name == on), None)
    known = draft.stated("scenery")
    if body is None and on not in known:
        problem = f"no piece is called {quoted(on)}; {nearest(on, known)}"
        draft.note((*steps, "on"), problem)
    return body


def level_height(body: Body, level: int, steps: Steps, draft: Draft) -> float | None:
    """Return the height of a level, mm, or take note that there is none of that number."""
    if level < len(body.levels):
        return body.levels[level]
    last = len(body.levels) - 1
    known = "only level 0" if last == 0 else f"levels 0 to {last}"
    problem = f"{quoted(body.name)} has {known}, got {level}"
    if not body.levels:
        problem = f"{quoted(body.name)} has no levels; remove it, or give the height in at"
    draft.note((*steps, "level"), problem)
    return None
