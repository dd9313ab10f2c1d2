"""Lengths, places, directions and lists in words."""

from collections.abc import Sequence

from meshes.units import MM_PER


def length(mm: float) -> str:
    """Return a length that a player can picture.

    Examples
    --------
    >>> length(12.345), length(0.04), length(0.0), length(0.0002)
    ('12.3 mm', '0.040 mm', '0 mm', 'less than 0.001 mm')
    """
    if mm == 0:
        return "0 mm"
    if mm < 0.0005:
        return "less than 0.001 mm"
    return f"{mm:.1f} mm" if mm >= 1 else f"{mm:.3f} mm"


def count(number: int, singular: str, plural: str | None = None) -> str:
    """Return a number of things.

    Examples
    --------
    >>> count(1, "template"), count(2, "template")
    ('1 template', '2 templates')
    """
    return f"{number} {singular if number == 1 else plural or singular + 's'}"


def listed(names: Sequence[str], last: str = "and") -> str:
    """Return names as a list to read aloud.

    Examples
    --------
    >>> listed(["pipe"]), listed(["pipe", "tower", "wall"])
    ('pipe', 'pipe, tower and wall')
    """
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {last} {names[-1]}"


def sentence(text: str) -> str:
    """Return a clause as a sentence.

    Examples
    --------
    >>> sentence("its tip is inside")
    'Its tip is inside.'
    """
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith('.') else '.'}"


def compass(degrees: float) -> str:
    """Return a direction as on a map whose north is +y.

    Examples
    --------
    >>> compass(0.0), compass(44.0), compass(270.0), compass(62.0)
    ('east', 'north-east', 'south', 'north-north-east')
    """
    winds = (
        *("east", "east-north-east", "north-east", "north-north-east"),
        *("north", "north-north-west", "north-west", "west-north-west"),
        *("west", "west-south-west", "south-west", "south-south-west"),
        *("south", "south-south-east", "south-east", "east-south-east"),
    )
    return winds[round(degrees / 22.5) % 16]


def point(at: tuple[float, float, float]) -> str:
    """Return a place on the table.

    Examples
    --------
    >>> point((100.0, 12.34, 5.0))
    '(100.0, 12.3, 5.0) mm'
    """
    return place(at)


def place(at: Sequence[float], units: str = "mm") -> str:
    """Return a place in the unit in which its scene is written.

    Parameters
    ----------
    at : sequence of 2 or 3 floats
        mm.
    units : {"mm", "cm", "in", "m"}

    Examples
    --------
    >>> place((304.8, 12.7, 0.0), "in"), place((304.8, 12.7))
    ('(12, 0.5, 0) in', '(304.8, 12.7) mm')
    """
    # Adding zero turns -0.0 into 0.0.
    if units == "mm":
        return "(" + ", ".join(f"{round(value, 1) + 0.0:.1f}" for value in at) + ") mm"
    # No coarser than a tenth of a millimetre, or a hundredth of an inch.
    kept = {"cm": 2, "in": 2, "m": 4}[units]
    inside = ", ".join(f"{round(value / MM_PER[units], kept) + 0.0:g}" for value in at)
    return f"({inside}) {units}"
