"""Evidence in words: the sentences that every report shares."""

from rules.verdict import (
    Engagement,
    Exemption,
    Finding,
    Placement,
    Search,
    Stance,
    Unasked,
    Verdict,
)
from spatial.contact import Contact
from spatial.evidence import Blocker, LineOfFire, Sight
from spatial.gathering import WIDEST
from spatial.outcome import Outcome
from viewer import evidence_words
from viewer.evidence_words import clause as clause
from viewer.phrases import compass as compass
from viewer.phrases import count as count
from viewer.phrases import length as length
from viewer.phrases import listed as listed
from viewer.phrases import point as point
from viewer.phrases import sentence as sentence

_AFFECTED = {
    Outcome.YES: "AFFECTED",
    Outcome.NO: "not affected",
    Outcome.UNDECIDED: "UNDECIDED",
}


_UNASKED = "its evidence wasn't asked for"

_IT = "of its part in the template"


def affected(outcome: Outcome) -> str:
    """Return a verdict's outcome in a player's words.

    Examples
    --------
    >>> affected(Outcome.NO)
    'not affected'
    """
    return _AFFECTED[outcome]


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
    return "the reach ends there" if verdict.is_at_end else "the opening is hardly there"


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


def _degrees(turn: float) -> str:
    return f"{turn:.1f} degrees" if turn >= 0.1 else f"{turn:.2f} degrees"


def _reason(finding: Finding) -> str:
    match finding.evidence:
        case Unasked():
            return _UNASKED
        case Exemption(reason=reason):
            return reason
        case Contact() if finding.question == "reach":
            return evidence_words.reach(finding)
        case Engagement() | Search() | LineOfFire():
            return evidence_words.clause(finding)
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
        case Unasked():
            return sentence(_UNASKED)
        case Exemption(reason=reason):
            return sentence(reason)
        case Contact() if one.question == "reach":
            return sentence(evidence_words.reach(one))
        case Search() as search:
            return f"{sentence(evidence_words.clause(one))}{_from_places(search)}"
        case Engagement() | LineOfFire():
            return sentence(evidence_words.clause(one))
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
    shares = f"{_shares(seen.blockers)} {_IT}"
    if seen.outcome is Outcome.UNDECIDED:
        return f"Neither a clear line nor full cover could be shown: {shares}."
    if seen.method == "bare contact":
        return f"The template barely touches it, and no line to that place is clear: {shares}."
    if seen.method == "square":
        return f"No opening that is wide enough leads to it: {shares}.{_certificate(seen.blockers)}"
    return f"No line from the Blast Focus gets through: {shares}.{_certificate(seen.blockers)}"


def _from_places(search: Search) -> str:
    """What several pieces hide of a silhouette from the places that were tried."""
    if len(search.blockers) < 2:
        return ""
    shares = _shares(search.blockers)
    return f" On average {shares} of it from there.{_certificate(search.blockers)}"


def _shares(blockers: tuple[Blocker, ...]) -> str:
    return listed([f"{one.piece} hides {_share(one.share)}" for one in blockers])


def _certificate(blockers: tuple[Blocker, ...]) -> str:
    """Which of several pieces are enough, and which can't be spared."""
    if len(blockers) < 2:
        return ""
    needed = [one.piece for one in blockers if one.needed]
    alone = [one.piece for one in blockers if one.alone]
    said = ""
    if needed and len(needed) < len(blockers):
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


def stance(one: Stance) -> str:
    """Return how a trooper stands, without a full stop.

    Examples
    --------
    >>> stance(Stance("Beta", "blue", "S2", (100.0, 50.0, 40.0), ("tower",)))
    'Beta (blue, S2): 40 mm up, on tower, at (100.0, 50.0)'
    """
    x, y, z = (round(value, 1) + 0.0 for value in one.at)
    on, said = listed(one.on) or "nothing", [*one.faults, *filter(None, [one.remedy]), *one.notes]
    if one.footing is not None:
        piece, level = one.footing.level or ("", 0)
        if piece and piece not in one.on:
            on += f", in {piece}"
        elif level > 0:
            on += f" (level {level})" if len(one.on) == 1 else f" (level {level} of {piece})"
        if 0 < one.footing.headroom < float("inf"):
            said.append(f"{length(one.footing.headroom)} of headroom")
    high = f"{z:g} mm up, " if z else ""
    place = f"{one.trooper} ({one.side}, {one.silhouette}): {high}on {on}, at ({x}, {y})"
    return "; ".join([place, *said])


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
    high = f"{placement.body.swept.high:g} mm high"
    tilt = round(placement.body.pose.tilt, 1)
    if tilt:
        high += f", tilted {abs(tilt):g} degrees {'up' if tilt > 0 else 'down'}"
    if template.shape == "circular":
        return f"{name}, {template.width:g} mm across, {high}"
    return f"{name}, {template.length:g} x {template.width:g} mm, {high}"
