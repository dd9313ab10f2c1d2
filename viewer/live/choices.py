"""How the disputed sentences of a game may be read, and how a scene reads them."""

from dataclasses import dataclass
from typing import Any

from rules.area_templates.battle import Battle
from rules.dispute import Dispute
from rules.readings import chosen, readings_of
from viewer import compared, depending


@dataclass(frozen=True, slots=True)
class ReadingChoice:
    """A disputed reading, and how a scene reads it.

    Parameters
    ----------
    name, source : str
    choices : tuple of (choice, meaning)
    chosen, default : str
    """

    name: str
    source: str
    choices: tuple[tuple[str, str], ...]
    chosen: str
    default: str


def choices(asked: Dispute | Battle) -> tuple[ReadingChoice, ...]:
    """Return the readings of a scene's game, in the registry's order.

    Examples
    --------
    >>> from rules.scenefile import read, starter
    >>> one = choices(read(starter(), "starter.toml"))[0]
    >>> one.name, one.chosen == one.default
    ('template_body', True)
    """
    picked = chosen(asked.rules, asked.readings)
    return tuple(
        ReadingChoice(r.name, r.source, tuple(r.choices.items()), picked[r.name], r.default)
        for r in readings_of(asked.rules)
    )


def told(found: Any, asked: Dispute | Battle) -> str:
    """Return what hangs on which reading, as text.

    Parameters
    ----------
    found : Comparison, or sequence of Dependence
        By the kind of scene.
    asked : Dispute or Battle
    """
    if isinstance(asked, Dispute):
        return compared.report(found)
    return depending.report(tuple(found), asked)
