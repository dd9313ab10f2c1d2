"""Evidence in words: the sentences that every report shares."""

import math

from rules.verdict import Exemption, Finding, Placement, Verdict
from spatial.contact import Contact
from spatial.outcome import Outcome
from spatial.sight import Sight

_AFFECTED = {
    Outcome.YES: "AFFECTED",
    Outcome.NO: "not affected",
    Outcome.UNDECIDED: "UNDECIDED",
}


def affected(outcome: Outcome) -> str:
    """Return a verdict's outcome in a player's words.

    Examples
    --------
    >>> affected(Outcome.NO)
    'not affected'
    """
    return _AFFECTED[outcome]


def length(mm: float) -> str:
    """Return a length that a player can picture.

    Examples
    --------
    >>> length(12.345), length(0.04), length(0.0)
    ('12.3 mm', '0.040 mm', '0 mm')
    """
    if mm == 0:
        return "0 mm"
    return f"{mm:.1f} mm" if mm >= 1 else f"{mm:.3f} mm"


def summary(verdict: Verdict) -> str:
    """Return the one clause that says why, without a full stop."""
    close = "; a close call" if verdict.close_call else ""
    return _reason(verdict.deciding, verdict) + close


def _reason(finding: Finding, verdict: Verdict) -> str:
    match finding.evidence:
        case Exemption(reason=reason):
            return reason
        case Contact(gap=gap):
            return f"the template passes it {length(gap)} away"
        case Sight() as seen:
            if seen.outcome is Outcome.YES:
                return "a clear line from the Blast Focus reaches it"
            if seen.outcome is Outcome.UNDECIDED:
                return "every line that gets through grazes total cover"
            return f"in total cover behind {pieces(seen)}"
    raise TypeError(finding.evidence)


def pieces(seen: Sight) -> str:
    """Return the names of the pieces that stop the lines, the largest share first.

    Examples
    --------
    >>> pieces(Sight(Outcome.NO, "search", 0, 1.0))
    'nothing'
    """
    names = [blocker.piece for blocker in seen.blockers]
    if len(names) < 2:
        return names[0] if names else "nothing"
    return f"{', '.join(names[:-1])} and {names[-1]}"


def finding(one: Finding) -> str:
    """Return a finding as a sentence or two, its citation not included."""
    match one.evidence:
        case Exemption(reason=reason):
            return f"{reason[0].upper()}{reason[1:]}."
        case Contact(gap=gap):
            if one.outcome is Outcome.NO:
                return f"The template doesn't touch the silhouette: {length(gap)} between them."
            if gap == 0:
                return "The template just touches the silhouette."
            return f"The template reaches {length(-gap)} into the silhouette."
        case Sight() as seen:
            return _sight(seen)
    raise TypeError(one.evidence)


def _sight(seen: Sight) -> str:
    if seen.method == "inside":
        return "The Blast Focus itself touches the silhouette."
    if seen.witness is not None:
        line = seen.witness.line
        room = seen.witness.clearance
        kept = "past nothing" if math.isinf(room) else f"{length(max(room, 0.0))} clear of everything"
        return (
            f"A line from the Blast Focus {point(line.start)} reaches it at {point(line.end)}, "
            f"{kept} on its way."
        )
    shares = ", ".join(
        f"{blocker.piece} stops {blocker.share:.0%}" for blocker in seen.blockers
    )
    cast = f"{seen.lines} lines" if seen.lines != 1 else "the one line to the point of contact"
    spacing = f" at a spacing of {length(seen.spacing)}" if seen.spacing else ""
    if seen.outcome is Outcome.UNDECIDED:
        return f"Of {cast}{spacing} none is clear with room to spare; {shares}."
    return f"Of {cast}{spacing} none is clear: {shares}."


def point(at: tuple[float, float, float]) -> str:
    """Return a place on the table.

    Examples
    --------
    >>> point((100.0, 12.34, 5.0))
    '(100.0, 12.3, 5.0)'
    """
    return "(" + ", ".join(f"{value:.1f}" for value in at) + ")"


def outline(placement: Placement) -> str:
    """Return what a template is, for a headline.

    Examples
    --------
    >>> from meshes.templates import templates
    >>> from spatial.scene import Pose, template_body
    >>> circle = templates()["circular"]
    >>> body = template_body("A", circle.body(), Pose((0, 0, 0)))
    >>> outline(Placement("A", circle, body, "placed"))
    'circular, 120 mm across, 60 mm high'
    """
    template = placement.template
    name = template.name.replace("_", " ")
    high = placement.body.swept.high
    if template.shape == "circular":
        return f"{name}, {template.width:g} mm across, {high:g} mm high"
    return f"{name}, {template.length:g} x {template.width:g} mm, {high:g} mm high"
