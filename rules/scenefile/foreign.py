"""Keys that belong to the other game."""

from typing import Final

from rules.readings import AREA_TEMPLATES, INFINITY
from rules.scenefile.draft import Draft

OWN: Final = {
    INFINITY: ("target", "weapon", "templates", "attack", "neutral", "engaged"),
    AREA_TEMPLATES: ("token", "area", "event"),
}
"""The keys at the top of a file that one game alone has."""


def check_foreign(draft: Draft) -> None:
    """Take note of every key at the top of a file that its game doesn't have."""
    for rules, names in OWN.items():
        for name in names:
            if rules != draft.keys.rules and name in draft.content:
                problem = f'belongs to rules = "{rules}"; remove it, or change rules'
                draft.note((name,), problem)
