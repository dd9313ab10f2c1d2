"""Evidence in words: the sentences that every report shares."""

from collections.abc import Sequence

from rules.verdict import Exemption, Finding, Placement, Stance, Verdict
from spatial.contact import Contact
from spatial.evidence import Sight
from spatial.gathering import WIDEST
from spatial.outcome import Outcome

_AFFECTED = {
    Outcome.YES: "AFFECTED",
    Outcome.NO: "not affected",
    Outcome.UNDECIDED: "UNDECIDED",
}


_IT = "of its part in the template"


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


def summary(verdict: Verdict) -> str:
    """Return the one clause that says why, without a full stop."""
    reason = _reason(verdict.deciding)
    if not verdict.close_call or verdict.outcome is Outcome.UNDECIDED:
        return reason
    return f"{reason}; a CLOSE CALL, {_closeness(verdict)}"


def _closeness(verdict: Verdict) -> str:
    """What makes a verdict a close call."""
    if verdict.is_bare:
        return "the template barely touches it"
    if verdict.margin is not None and abs(verdict.margin.mm) <= verdict.slack:
        return f"{length(abs(verdict.margin.mm))} sideways"
    if verdict.rise is not None and abs(verdict.rise) <= verdict.slack:
        return f"{length(abs(verdict.rise))} up or down"
    return "the opening is hardly there"


def margin(verdict: Verdict) -> str:
    """Return in a sentence or two what would change a verdict; empty where nothing is known."""
    if verdict.margin is None:
        return ""
    far, toward = abs(verdict.margin.mm), verdict.margin.toward
    ways = []
    if toward is not None:
        ways.append(f"moved {length(far)} at {toward:.0f} degrees ({compass(toward)})")
    if verdict.turn is not None:
        way = "counter-clockwise" if verdict.turn > 0 else "clockwise"
        ways.append(f"with the template turned {_degrees(abs(verdict.turn))} {way}")
    if verdict.rise is not None:
        way = "raised" if verdict.rise > 0 else "lowered"
        ways.append(f"with the template {way} {length(abs(verdict.rise))}")
    if ways:
        other = "not be affected" if verdict.outcome is Outcome.YES else "be affected"
        return sentence(f"{listed(ways, 'or')}, it would {other}")
    touch = verdict.deciding.evidence
    if isinstance(touch, Contact) and touch.gap > far:
        return ""
    return (
        f"No sideways move of it by up to {far:g} mm changes that, nor turning, raising or "
        "lowering the template a little."
    )


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


def _degrees(turn: float) -> str:
    return f"{turn:.1f} degrees" if turn >= 0.1 else f"{turn:.2f} degrees"


def _reason(finding: Finding) -> str:
    match finding.evidence:
        case Exemption(reason=reason):
            return reason
        case Contact(gap=gap):
            return f"the template misses it by {length(gap)}"
        case Sight() as seen:
            if seen.outcome is Outcome.NO and seen.method == "square":
                return f"no opening wide enough past {pieces(seen)}"
            if seen.outcome is Outcome.NO:
                return f"in total cover behind {pieces(seen)}"
            if seen.outcome is Outcome.UNDECIDED:
                return "neither a clear line nor full cover could be shown"
            if seen.method == "inside":
                return "the Blast Focus touches it"
            return "a clear line from the Blast Focus reaches it"
    raise TypeError(finding.evidence)


def pieces(seen: Sight) -> str:
    """Return the names of the pieces that hide a silhouette, the largest share first.

    Where some of them are enough, only those.

    Examples
    --------
    >>> pieces(Sight(Outcome.NO, "projection", 0))
    'nothing'
    """
    needed = [blocker.piece for blocker in seen.blockers if blocker.needed]
    return listed(needed or [blocker.piece for blocker in seen.blockers]) or "nothing"


def finding(one: Finding) -> str:
    """Return a finding as a sentence or two, its citation not included."""
    match one.evidence:
        case Exemption(reason=reason):
            return sentence(reason)
        case Contact(gap=gap):
            if one.outcome is Outcome.NO:
                return f"The template doesn't touch its silhouette: {length(gap)} between them."
            if gap == 0:
                return "The template just touches its silhouette."
            return (
                "The template overlaps its silhouette: made "
                f"{length(-gap)} smaller all round, it would still touch it."
            )
        case Sight() as seen:
            return _sight(seen)
    raise TypeError(one.evidence)


def _sight(seen: Sight) -> str:
    if seen.method == "inside":
        return "The Blast Focus itself touches its silhouette."
    if seen.witness is not None:
        room = seen.witness.clearance
        kept = f"{length(max(room, 0.0))} clear of everything on its way"
        if room >= WIDEST:
            kept = f"at least {WIDEST:g} mm clear of everything on its way"
        width = seen.witness.width
        if width is not None and width < WIDEST:
            kept = f"the middle of an opening {length(width)} wide, {kept}"
        return f"A line from the Blast Focus reaches it at {point(seen.witness.line.end)}, {kept}."
    if seen.method == "table":
        return "It lies below the table's top, which is solid."
    shares = f"{listed([f'{one.piece} hides {_share(one.share)}' for one in seen.blockers])} {_IT}"
    if seen.outcome is Outcome.UNDECIDED:
        return f"Neither a clear line nor full cover could be shown: {shares}."
    if seen.method == "bare contact":
        return f"The template barely touches it, and no line to that place is clear: {shares}."
    if seen.method == "square":
        return f"No opening that is wide enough leads to it: {shares}.{_certificate(seen)}"
    return f"No line from the Blast Focus gets through: {shares}.{_certificate(seen)}"


def _certificate(seen: Sight) -> str:
    """Which of several pieces are enough, and which can't be spared."""
    if len(seen.blockers) < 2:
        return ""
    needed = [one.piece for one in seen.blockers if one.needed]
    alone = [one.piece for one in seen.blockers if one.alone]
    said = ""
    if needed and len(needed) < len(seen.blockers):
        said += f" {listed(needed)} {'is' if len(needed) == 1 else 'are'} enough to hide it."
    if alone:
        said += f" Without {listed(alone, 'or without')} a line would get through."
    return said


def _share(part: float) -> str:
    """How much of what the Blast Focus could see of a silhouette in the template."""
    if part >= 0.9995:
        return "all"
    if part > 0.99:
        return "over 99%"
    return "under 1%" if part < 0.01 else f"{part:.0%}"


def point(at: tuple[float, float, float]) -> str:
    """Return a place on the table.

    Examples
    --------
    >>> point((100.0, 12.34, 5.0))
    '(100.0, 12.3, 5.0) mm'
    """
    # Adding zero turns -0.0 into 0.0.
    return "(" + ", ".join(f"{round(value, 1) + 0.0:.1f}" for value in at) + ") mm"


def stance(one: Stance) -> str:
    """Return how a trooper stands, without a full stop.

    Examples
    --------
    >>> stance(Stance("Beta", "blue", "S2", (100.0, 50.0, 40.0), ("tower",)))
    'Beta (blue, S2): 40 mm up, on tower, at (100.0, 50.0)'
    """
    x, y, z = (round(value, 1) + 0.0 for value in one.at)
    on = listed(one.on) or "nothing"
    high = f"{z:g} mm up, " if z else ""
    place = f"{one.trooper} ({one.side}, {one.silhouette}): {high}on {on}, at ({x}, {y})"
    return "; ".join([place, *one.faults])


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
