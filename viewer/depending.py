"""On which readings a log's answers depend, in words and for programs."""

import json
from typing import Any, Final

from rules.area_templates.battle import Battle
from rules.area_templates.dependence import Dependence
from viewer import words
from viewer.record import version
from viewer.wrapping import WIDTH, item, wrapped

FORMAT: Final = 1

_WIDEST_NAME: Final = 24


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
    lines = [*wrapped(battle.name), "=" * min(len(battle.name), WIDTH)]
    lines += ["", *wrapped("Asked under every change of one reading from those chosen here.")]
    wide = min(max([len(one.model) for one in found] + [len("The event")]), _WIDEST_NAME)
    event = 0
    for one in found:
        if one.event != event:
            event = one.event
            lines += ["", f"Event {event}"] if len(battle.events) > 1 else [""]
        lines += item(f"{one.model or 'The event':<{wide}}  ", _said(one))
    return "\n".join(lines) + "\n"


def dumps(found: tuple[Dependence, ...], battle: Battle) -> str:
    """Return what depends on which reading as JSON text in ASCII."""
    made: dict[str, Any] = {
        "format": FORMAT,
        "scene": battle.name,
        "rules": battle.rules,
        "program": {"name": "blastfocus", "version": version()},
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
    return json.dumps(made, indent=2, allow_nan=False) + "\n"


def _said(one: Dependence) -> str:
    if not one.flips:
        return "under every reading"
    flips = [f"{flip.answer} under {flip.reading} = {flip.choice}" for flip in one.flips]
    return f"{one.answer}; but {words.listed(flips)}"
