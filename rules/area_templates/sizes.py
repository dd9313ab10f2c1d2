"""The sizes that the text of Area Templates gives."""

from typing import Final

from meshes.units import to_mm

RADIUS: Final = to_mm(2, "in")
"""Of a Blast and of a Flare, mm. Source: Area Templates, General Template Rules."""

CONTROL_ZONE: Final = to_mm(2, "in")
"""How far a Control Zone reaches from a base's edge, mm. Source: as above."""

PER_TOKEN: Final = to_mm(1, "in")
"""What each Fire Token adds to a Smoke Area's diameter, mm. Source: Smoke Area."""


def inches(mm: float) -> str:
    """Return a length as the text writes it.

    Examples
    --------
    >>> inches(PER_TOKEN), inches(3 * PER_TOKEN)
    ('1 inch', '3 inches')
    """
    count = mm / PER_TOKEN
    return "1 inch" if count == 1 else f"{count:g} inches"
