"""On which readings a log's answers depend, in words and for programs."""

from typing import Any, Final

from rules.area_templates.battle import Battle
from rules.area_templates.dependence import Dependence
from viewer import json_text, words
from viewer.wrapping import WIDEST_NAME, item, title, wrapped

FORMAT: Final = 1


def report(found: tuple[Dependence, ...], battle: Battle) -> str:
    """Return what depends on which reading as text.

    Examples
    --------
    >>> from rules.area_templates.dependence import dependences
    >>> from rules.area_templates.events import TokensAdded
    >>> from rules.area_templates.state import State, Thing
    >>> start = State((), things=(Thing("barrel", (50, 50, 0)),))
    >>> battle = Battle("Fire", start, (TokensAdded("barrel"),))
    >>> print(report(dependences(battle), battle).splitlines()[5])
      The event  under every reading
    """
    lines = title(battle.name)
    lines += ["", *wrapped("Asked under every change of one reading from those chosen here.")]
    wide = min(max([len(one.model) for one in found] + [len("The event")]), WIDEST_NAME)
    event = 0
    for one in found:
        if one.event != event:
            event = one.event
            lines += ["", f"Event {event}"] if len(battle.events) > 1 else [""]
        lines += item(f"{one.model or 'The event':<{wide}}  ", _said(one))
    return "\n".join(lines) + "\n"


def dumps(found: tuple[Dependence, ...], battle: Battle) -> str:
    """Return what depends on which reading as JSON text."""
    made: dict[str, Any] = {
        "format": FORMAT,
        "scene": battle.name,
        "rules": battle.rules,
        "program": json_text.program(),
        "input_sha256": battle.sha256,
        "answers": [
            {
                "event": one.event,
                "model": one.model or None,
                "answer": one.answer,
                "holds": not one.flips,
                "flips": [
                    {"reading": flip.reading, "choice": flip.choice, "answer": flip.answer}
                    for flip in one.flips
                ],
            }
            for one in found
        ],
    }
    return json_text.dumps(made)


def _said(one: Dependence) -> str:
    if not one.flips:
        return "under every reading"
    flips = [f"{flip.answer} under {flip.reading} = {flip.choice}" for flip in one.flips]
    return f"{one.answer}; but {words.listed(flips)}"
