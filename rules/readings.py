"""The registry of disputed readings: every choice that a rules text leaves open.

Where a text is silent or players dispute it, the choice is a named switch with
a default and a source. Rulings state every choice, and first those that aren't the default.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.verdict import RulingError


@dataclass(frozen=True, slots=True)
class Reading:
    """One disputed choice.

    Parameters
    ----------
    name : str
        The key in a scene file's ``[readings]``.
    rules : str
        The rule system it belongs to.
    choices : dict of str to str
        Each choice in words; the first is the default.
    source : str
        Where the question comes from and who reads it how.
    """

    name: str
    rules: str
    choices: Mapping[str, str]
    source: str

    @property
    def default(self) -> str:
        """The choice that holds unless a scene makes another."""
        return next(iter(self.choices))


INFINITY = "infinity-codeone"

READINGS: tuple[Reading, ...] = (
    Reading(
        "template_body",
        INFINITY,
        {
            "above": "a template's body stands on its own plane and reaches nothing below it",
            "both_sides": "a template's body reaches below its plane as far as above it",
        },
        "The text gives a height and pictures a body on the table. Players hold that it grows "
        "in all directions from the Blast Focus; there is no official answer.",
    ),
    Reading(
        "template_profile",
        INFINITY,
        {
            "of_revolution": "a template is as high as it is wide at each place: a half ball, "
            "half a teardrop of revolution",
            "straight_sided": "a template is equally high over its whole outline",
        },
        "The text gives one height for the template. The third edition pictured a second, "
        "identical template set crosswise, which makes a body of revolution.",
    ),
    Reading(
        "minimum_opening",
        INFINITY,
        {
            "any": "a line from the Blast Focus may pass any opening",
            "3x3": "a line from the Blast Focus must pass an opening that a square of 3 x 3 mm at "
            "the target fits through",
        },
        "A line of fire needs a part of 3 x 3 mm visible; whether a line from the Blast Focus "
        "does is decided nowhere.",
    ),
    Reading(
        "direct_circle_height",
        INFINITY,
        {
            "underside_of_base": "a direct circular template's Blast Focus lies at the underside "
            "of its user's base",
            "middle_of_silhouette": "it lies half-way up the user's silhouette",
            "top_of_silhouette": "it lies at the top of the user's silhouette",
        },
        "The text puts it over the centre of the user's base and states no height.",
    ),
)


def readings_of(rules: str) -> tuple[Reading, ...]:
    """Return the readings of one rule system, in order.

    Examples
    --------
    >>> [reading.default for reading in readings_of("infinity-codeone")]
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
    known = {reading.name: reading for reading in readings_of(rules)}
    for name, choice in choices.items():
        if name not in known:
            raise RulingError(f'readings: no reading is called "{name}"; use {", ".join(known)}')
        if choice not in known[name].choices:
            allowed = " or ".join(f'"{one}"' for one in known[name].choices)
            raise RulingError(f'readings.{name}: expected {allowed}, got "{choice}"')
    return {name: choices.get(name, reading.default) for name, reading in known.items()}
