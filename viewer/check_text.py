"""What is wrong with a table, in words."""

from typing import Final

from rules.checking import Checkup
from rules.flaw import Flaw, counted, length
from viewer import words
from viewer.wrapping import item, title, wrapped

_HEADS: Final = {
    "error": "Errors: rulings go wrong without a word",
    "warning": "Warnings: rulings may go wrong, or a print",
    "note": "Notes",
}


def report(found: Checkup) -> str:
    """Return a checkup as text.

    Examples
    --------
    >>> from rules.checking import check
    >>> from rules.scenefile import read, starter
    >>> print(report(check(read(starter(), "starter.toml"))).splitlines()[-1])
    Nothing is wrong with it.
    """
    lines = [*title(found.scene), ""]
    looked = (
        f"Looked at {counted(found.pieces, 'piece')} of scenery with "
        f"{counted(found.triangles, 'triangle')} and {counted(found.troopers, 'trooper')}, for "
        f"slits narrower than {length(found.slit)} and walls thinner than {length(found.thin)}."
    )
    lines += wrapped(looked)
    for severity, head in _HEADS.items():
        some = [flaw for flaw in found.flaws if flaw.severity == severity]
        if some:
            lines += ["", head]
            for flaw in some:
                lines += item("- ", sentence(flaw))
    if found.notes:
        lines += ["", "Sizes, and what was assumed"]
        for note in found.notes:
            lines += item("- ", note)
    lines += ["", *wrapped(summary(found))]
    return "\n".join(lines) + "\n"


def sentence(flaw: Flaw) -> str:
    """Return a flaw as a sentence with its place and what helps.

    Examples
    --------
    >>> sentence(Flaw("sunk", "warning", ("hut",), (5, 5, -2), 2.0, "is sunk", "raise it 2 mm"))
    'sunk: hut is sunk, at (5.0, 5.0, -2.0) mm; raise it 2 mm.'
    """
    where = f", at {words.point(flaw.at)}" if flaw.at is not None else ""
    return f"{flaw.kind}: {flaw.pieces[0]} {flaw.text}{where}; {flaw.remedy}."


def summary(found: Checkup) -> str:
    """Return how much is wrong.

    Examples
    --------
    >>> summary(Checkup("Roof", 0.5, 0.8, 3, 36, 2, ()))
    'Nothing is wrong with it.'
    """
    counts = {
        severity: sum(flaw.severity == severity for flaw in found.flaws) for severity in _HEADS
    }
    said = [counted(number, severity) for severity, number in counts.items() if number]
    if not said:
        return "Nothing is wrong with it."
    if found.is_clean:
        return f"Nothing is wrong with it; {words.listed(said)}."
    return f"Found {words.listed(said)}."
