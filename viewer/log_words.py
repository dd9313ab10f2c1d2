"""A log of Area Templates in words: findings and verdicts."""

from typing import Final

from rules.area_templates.events import Attack, BlastAttack, ControlZone, Event, FlareAttack
from rules.area_templates.rolls import Dice, Roll
from rules.area_templates.verdicts import Finding, Measured, ModelVerdict, Scatter, Within
from rules.finding import Exemption
from spatial.contact import TOUCH
from spatial.evidence import LineOfFire
from spatial.outcome import Outcome
from viewer import words
from viewer.log_events import area as area
from viewer.log_events import attacker as attacker
from viewer.log_events import change as change
from viewer.log_events import event as event
from viewer.log_events import length as length
from viewer.phrases import place

_PARTS: Final = {"overlap": "its base", "centre": "the centre of its base", "whole": "all its base"}


def roll(one: Roll | Dice) -> str:
    """Return what a roll shows.

    Examples
    --------
    >>> roll(Roll(successes=2, blanks=1))
    '2 successes and 1 blank'
    """
    if isinstance(one, Dice):
        return words.count(one.count, "die", "dice")
    shown = [
        words.count(one.criticals, "Critical"),
        words.count(one.successes, "success", "successes"),
        words.count(one.blanks, "blank"),
    ]
    said = words.listed([part for part in shown if not part.startswith("0 ")])
    return f"{said}, and {words.count(one.added, 'added Critical')}" if one.added else said


_SAYS: Final = {
    BlastAttack: ("AFFECTED", "not affected"),
    FlareAttack: ("UNDER IT", "not under it"),
    Attack: ("DICE ADDED", "no dice"),
    ControlZone: ("IN IT", "not in it"),
}


def outcome(verdict: ModelVerdict, happened: Event) -> str:
    """Return a verdict's outcome in a player's words.

    Examples
    --------
    >>> outcome(ModelVerdict("1", Outcome.NO, ()), ControlZone("2"))
    'not in it'
    """
    if verdict.outcome is Outcome.UNDECIDED:
        return "UNDECIDED"
    yes, no = _SAYS[type(happened)]
    return yes if verdict.outcome is Outcome.YES else no


def summary(verdict: ModelVerdict) -> str:
    """Return in a clause or two what a verdict means for its model, without a full stop."""
    said = []
    cover = verdict.finding("cover")
    if cover is not None:
        has = {Outcome.YES: "has Cover", Outcome.NO: "no Cover", Outcome.UNDECIDED: "Cover?"}
        said += ["rolls Defense against the recorded roll", has[cover.outcome]]
    direct = verdict.finding("direct target")
    if direct is not None and direct.outcome is Outcome.YES:
        said.append("the direct target, the only one to suffer damage")
    elif verdict.finding("under") is not None and direct is not None:
        said.append("no damage")
    if verdict.attack_dice:
        said.append(_dice("attack", verdict.attack_dice))
    if verdict.defense_dice:
        said.append(_dice("Defense", verdict.defense_dice))
    if verdict.criticals:
        said.append(f"takes {words.count(verdict.criticals, 'Critical')}")
    if not said:
        said.append(_short(verdict.deciding))
    if verdict.close_call:
        said.append("a CLOSE CALL")
    return "; ".join(said)


def _dice(what: str, areas: tuple[str, ...]) -> str:
    return f"{len(areas)} added to the {what} roll by {words.listed(areas)}"


def _short(one: Finding) -> str:
    match one.evidence:
        case Within(area=name, depth=depth):
            return f"{words.length(max(-depth.mm, 0.0))} outside {name}"
        case Measured(mm=mm):
            return f"{length(mm)} away"
        case Exemption(reason=reason):
            return reason
    return one.question


def finding(one: Finding, who: str, units: str = "mm") -> str:
    """Return a finding as a sentence, its citation not included.

    Parameters
    ----------
    one : Finding
    who : str
        The attacker.
    units : str
        For places.
    """
    yes = one.outcome is Outcome.YES
    match one.evidence:
        case Within() as deep:
            return _within(deep)
        case Measured(mm=mm, limit=limit, start=start):
            return _measured(one.question, mm, limit, start, yes)
        case Scatter() as moved:
            return _scatter(moved, who, one.question, units)
        case LineOfFire() as seen:
            return _cover(one, seen) if one.question == "cover" else _sight(seen, who, units)
        case Exemption(reason=reason):
            return words.sentence(reason)


def _within(deep: Within) -> str:
    part, mm = _PARTS[deep.part], deep.depth.mm
    if abs(mm) <= TOUCH:
        said = f"{part} lies exactly on the boundary of {deep.area}, which counts"
    elif mm > 0:
        reaches = "reaches" if deep.part == "overlap" else "lies"
        said = f"{part} {reaches} {words.length(mm)} into {deep.area}"
    else:
        said = f"{part} is {words.length(-mm)} outside {deep.area}"
    return words.sentence(said)


def _measured(question: str, mm: float, limit: float, start: str, yes: bool) -> str:
    match question:
        case "range":
            within = "within" if yes else "beyond"
            return (
                f"The centre is {length(mm)} from {start}, {within} the range of {length(limit)}."
            )
        case "direct target":
            role = "the direct target" if yes else "not the direct target"
            aside = f"{words.length(mm)} from {start}, whose radius is {words.length(limit)}"
            return f"The centre is {aside}: it is {role}."
    reach = "no farther than" if yes else "farther than"
    return f"It is {length(mm)} from {start}, {reach} {length(limit)}."


def _scatter(moved: Scatter, who: str, question: str, units: str) -> str:
    shows = f"The recorded roll shows {roll(moved.roll)}"
    if moved.way == "stays":
        why = "it doesn't scatter" if question == "no scatter" else "it stays where it was put"
        return f"{shows}: {why}."
    way = "directly away from" if moved.way == "away" else "directly toward"
    if moved.rolled == 0:
        at = place(moved.end, units)
        return f"{shows}: it would scatter {way} {who}, but by nothing, so it stays at {at}."
    far = f"{length(moved.moved)} of {length(moved.rolled)}" if moved.stopped_by else ""
    stop = {"edge": "the battlefield's edge", "attacker": f"where {who} stands"}
    at = f", stopped at {stop[moved.stopped_by]}" if moved.stopped_by else ""
    said = f"{shows}: it scatters {way} {who}, {far or length(moved.moved)}{at}"
    if moved.past:
        beyond = f"ends {length(moved.past)} beyond the centre of its base"
        said += f"; it passes {who} and {beyond}"
    return f"{said}, {'at' if moved.past else 'to'} {place(moved.end, units)}."


def _names(seen: LineOfFire) -> str:
    return words.listed([one.piece for one in seen.blockers]) or "nothing"


def _sight(seen: LineOfFire, who: str, units: str) -> str:
    if seen.outcome is Outcome.YES:
        if seen.method == "inside" or seen.witness is None:
            return f"{who} stands on the centre."
        line = seen.witness.line
        return f"{who} sees the centre from {place(line.start, units)}."
    if seen.outcome is Outcome.NO:
        return f"No line from {who} reaches the centre past {_names(seen)}."
    return f"Whether {who} sees the centre past {_names(seen)} could not be shown."


def _cover(one: Finding, seen: LineOfFire) -> str:
    has = "it has Cover" if one.outcome is Outcome.YES else "it has no Cover"
    if seen.outcome is Outcome.NO:
        return f"No line from the centre reaches it past {_names(seen)}: {has}."
    if seen.outcome is Outcome.UNDECIDED:
        return f"Whether the centre sees it past {_names(seen)} could not be shown."
    if seen.method == "inside":
        return f"The centre touches it: {has}."
    share = seen.hidden or 0.0
    if not seen.blockers:
        return f"Nothing hides any of it from the centre: {has}."
    part = f"{share:.0%}" if share >= 0.005 else "under 1%"
    return f"From the centre, {_names(seen)} hides {part} of it: {has}."
