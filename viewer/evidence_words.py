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
    far = "" if finding.margin is None else f" of {length(touch.gap + finding.margin.mm)}"
    return f"it is {length(max(touch.gap, 0.0))} away, {within} the template's reach{far}"


def _engaged(outcome: Outcome, melee: Engagement) -> str:
    said = " as the scene says" if melee.is_declared else ""
    who = listed(melee.through)
    are = "is" if len(melee.through) == 1 else "are"
    if outcome is Outcome.NO:
        return f"in close combat{said} with {who}, who would be affected too"
    if outcome is Outcome.UNDECIDED:
        return f"in close combat{said} with {who}, of whom it is undecided"
    return f"in close combat{said} with {who}, who {are} affected, and so is everybody in it"


def _searched(outcome: Outcome, search: Search) -> str:
    how = _how(search)
    if search.stopped_by:
        return _stopped(outcome, search, how)
    if search.hidden == search.tried == 0:
        return f"no placement that was tried reaches it{how}"
    if outcome is Outcome.UNDECIDED:
        return f"neither a clear line nor full cover could be shown{how}"
    whence = "every place tried" if search.spacing else "the nearest place"
    whence = f"from {whence} on the edge" if search.turn else "from the middle of its base"
    needed = [one.piece for one in search.blockers if one.needed]
    if needed:
        return f"in total cover behind {listed(needed)} {whence}{how}"
    past = listed([one.piece for one in search.blockers])
    return f"no line{' past ' if past else ''}{past} is clear {whence}{how}"


def _stopped(outcome: Outcome, search: Search, how: str) -> str:
    """Who keeps a deployable from going off."""
    are = "is" if len(search.stopped_by) == 1 else "are"
    said = f"{listed(search.stopped_by)} {are} within the Trigger Area"
    if not search.in_area:
        who = listed(search.stopped_by, "or")
        said = f"every template that reaches it would affect {who}{how}"
    return said if outcome is Outcome.NO else f"it is undecided whether {said}"


def _how(search: Search) -> str:
    """How finely was searched, in brackets; empty where there is but one placement."""
    if not search.turn:
        return ""
    counted = [count(search.hidden, "place" if search.spacing else "height")]
    counted = counted if search.hidden else []
    counted += [count(search.tried, "placement")] if search.tried else []
    steps = [f"{length(search.spacing)} apart on the edge"] if search.spacing else []
    if search.tried or not search.hidden:
        steps.append(f"{search.turn:g} degrees apart in direction")
    said = [f"{listed(counted)} searched"] if counted else []
    said += [f"level ones {listed(steps)}"] if steps else []
    return f" ({', '.join(said)})"


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
