"""Close combat, searches and lines of fire in words: a clause each, without a full stop."""

from rules.verdict import Engagement, Finding, Search
from spatial.contact import Contact
from spatial.evidence import LineOfFire
from spatial.outcome import Outcome
from viewer.phrases import count, length, listed, point


def clause(finding: Finding) -> str:
    """Return what a finding's evidence says.

    Examples
    --------
    >>> from rules.verdict import Citation
    >>> melee = Engagement(("1",), ("1", "4"), False)
    >>> clause(Finding("close combat", Outcome.YES, melee, Citation("a document", "a heading")))
    'in close combat with 1, who is affected, and so is everybody in it'
    """
    match finding.evidence:
        case Engagement() as melee:
            return _engaged(finding.outcome, melee)
        case Search() as search:
            return _searched(finding.outcome, search)
        case LineOfFire() as seen:
            return _fire(seen)
    raise TypeError(finding.evidence)


def reach(finding: Finding) -> str:
    """Return how far a trooper is from a deployable, and whether its template gets there."""
    touch = finding.evidence
    if not isinstance(touch, Contact):
        raise TypeError(touch)
    within = "within" if finding.outcome is Outcome.YES else "beyond"
    return f"it is {length(max(touch.gap, 0.0))} away, {within} the template's reach"


def _engaged(outcome: Outcome, melee: Engagement) -> str:
    said = " as the scene says" if melee.is_declared else ""
    who = listed(melee.through)
    are = "is" if len(melee.through) == 1 else "are"
    if outcome is Outcome.UNDECIDED:
        return f"in close combat{said} with {who}, of whom it is undecided"
    return f"in close combat{said} with {who}, who {are} affected, and so is everybody in it"


def _searched(outcome: Outcome, search: Search) -> str:
    steps = (
        f"level ones {length(search.spacing)} apart on the edge and {search.turn:g} degrees "
        "apart in direction"
    )
    how = f"{count(search.tried, 'placement')} searched, {steps}"
    if search.stopped_by:
        return f"it would affect {listed(search.stopped_by)}, so it doesn't go off ({how})"
    if outcome is Outcome.UNDECIDED:
        return f"neither a clear line nor full cover could be shown ({how})"
    if search.tried == 0:
        return f"no placement that was tried reaches it ({steps})"
    return f"in total cover from every place tried on the edge ({how})"


def _fire(seen: LineOfFire) -> str:
    if seen.method == "arc":
        return "it looks the other way: nothing of it lies in the front 180 degrees"
    if seen.method == "inside":
        return "their silhouettes touch"
    if seen.witness is not None:
        line = seen.witness.line
        return f"by a line from {point(line.start)} to {point(line.end)}"
    pieces = listed(list(dict.fromkeys(one.piece for one in seen.blockers)))
    behind = f"hidden by {pieces}" if pieces else "no line was found"
    if seen.spacing is None:
        return behind
    return f"{behind}, searched at points no more than {length(seen.spacing)} apart"
