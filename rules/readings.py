"""The registry of disputed readings: every choice that a rules text leaves open.

Where a text is silent or players dispute it, the choice is a named switch with
a default and a source. Rulings state every choice, and first those that aren't the default.
"""

from collections.abc import Mapping

from rules.area_templates.readings import AREA_READINGS
from rules.area_templates.readings import AREA_TEMPLATES as AREA_TEMPLATES
from rules.infinity.fire_readings import FIRE_READINGS
from rules.infinity.readings import INFINITY as INFINITY
from rules.infinity.readings import INFINITY_READINGS
from rules.reading import Reading as Reading
from rules.reading import choose

READINGS: tuple[Reading, ...] = (*INFINITY_READINGS, *FIRE_READINGS, *AREA_READINGS)


def readings_of(rules: str) -> tuple[Reading, ...]:
    """Return the readings of one rule system, in order.

    Examples
    --------
    >>> [reading.default for reading in readings_of("infinity-codeone")][:4]
    ['above', 'of_revolution', 'any', 'underside_of_base']
    """
    return tuple(reading for reading in READINGS if reading.rules == rules)


def chosen(rules: str, choices: Mapping[str, str]) -> dict[str, str]:
    """Return every reading of a rule system with its choice, defaults filled in.

    Raises
    ------
    RulingError
        If a reading or a choice isn't known.

    Examples
    --------
    >>> chosen("infinity-codeone", {"template_body": "both_sides"})["template_body"]
    'both_sides'
    """
    return choose(readings_of(rules), choices)
