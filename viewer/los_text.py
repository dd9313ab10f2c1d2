"""Lines of fire in words: who sees whom, by which thread, or what stands between."""

from collections import Counter
from collections.abc import Sequence
from itertools import count
from typing import Final

from rules.sighting import Cover, Sighting, Sightings
from rules.stances import no_real_table
from spatial.gathering import WIDEST
from spatial.outcome import Outcome
from viewer import readings_text, words
from viewer.wrapping import item, title, wrapped

_MARKS: Final = {Outcome.YES: "yes", Outcome.NO: "-", Outcome.UNDECIDED: "?"}
_LIMIT: Final = 12


def report(found: Sightings) -> str:
    """Return lines of fire as text that can be read aloud.

    Examples
    --------
    >>> from rules.lines_of_fire import between
    >>> from rules.scenefile import read, starter
    >>> seen = between(read(starter(), "starter.toml"), "Beta", "4", margin=False)
    >>> print(report(seen).splitlines()[3])
    Does Beta see 4? YES.
    """
    lines = title(found.scene)
    warning = readings_text.warning(found.rules, found.readings)
    if warning:
        lines += ["", *wrapped(warning)]
    said = no_real_table(found.illegal)
    for note in said:
        lines += ["", *wrapped(f"{note}.")]
    if len(found.sightings) == 1:
        lines += ["", *_one(found.sightings[0])]
    else:
        lines += ["", *_matrix(found)]
    cited = list(dict.fromkeys(str(one.citation) for one in found.sightings))
    if cited:
        lines += ["", "Rules"]
        for citation in cited:
            lines += item("- ", citation)
    lines += ["", "This stands on"]
    unusual = readings_text.unusual(found.rules, found.readings)
    for reading in unusual:
        lines += item("- ", readings_text.ground(reading, found.readings[reading.name]))
    usual = [name for name in found.readings if name not in [one.name for one in unusual]]
    for note in found.notes:
        if note not in said:
            lines += item("- ", note)
    if usual:
        lines += item("- ", f"readings at their defaults: {', '.join(usual)}")
    return "\n".join(lines) + "\n"


def _one(one: Sighting) -> list[str]:
    close = ", CLOSE CALL" if one.close_call else ""
    head = f"Does {one.viewer} see {one.target}? {one.outcome.value}{close}."
    lines = [*wrapped(head), ""]
    for said in [*_why(one), *_cover(one), *_margin(one)]:
        lines += wrapped(said, "  ")
    return lines


def _why(one: Sighting) -> list[str]:
    fire, viewer, target = one.fire, one.viewer, one.target
    if fire.method == "arc":
        return [f"{target} lies behind {viewer}: nothing of it shows in its front 180 degrees."]
    if fire.method == "inside":
        return ["Their silhouettes touch."]
    if fire.witness is not None:
        return _seen(one)
    if fire.method == "enclosed":
        piece = fire.blockers[0].piece
        return [f"One of them stands wholly inside {piece}'s silhouette: no line leads out of it."]
    if fire.method == "flat blocker":
        return [_screened(one)]
    looked = (
        f"Searched: {words.count(fire.points, 'point')} of {target}, no more than "
        f"{words.length(fire.spacing or 0.0)} apart, and "
        f"{words.count(fire.patches, 'patch', 'patches')} of it that one flat blocker each hides."
    )
    least = f"{one.needed:g} x {one.needed:g} mm"
    if fire.outcome is Outcome.UNDECIDED:
        said = "Neither a clear line nor that there is none could be shown."
    elif fire.too_small:
        said = f"Something of {target} is in sight, but no part of {least} was found."
    else:
        said = f"Each of those points is proved to see nothing of {viewer}"
        said += f", and a part of {least} would hold one of them." if one.needed else "."
    shares = [f"{b.piece} {b.share:.0%}" for b in fire.blockers]
    behind = f"What stops the lines, by share of {target}: {words.listed(shares)}."
    return [looked, said, *([behind] if shares else [])]


def _screened(one: Sighting) -> str:
    """Who stands in the one plane that no line gets through."""
    named = [blocker.piece for blocker in one.fire.blockers]
    who = named[0] if len(named) == 1 else words.listed(named, "or")
    head = f"{named[0]} alone stops" if len(named) == 1 else f"{words.listed(named)} together stop"
    return (
        f"{head} every line: in one plane between the two silhouettes, whatever point of "
        f"{one.viewer} and whatever point of {one.target} a line joins, it goes through {who}. "
        "That is proved for both silhouettes at once."
    )


def _seen(one: Sighting) -> list[str]:
    fire = one.fire
    witness = fire.witness
    assert witness is not None
    room = witness.clearance
    kept = f"at least {WIDEST:g} mm" if room >= WIDEST else words.length(max(room, 0.0))
    start, end = words.point(witness.line.start), words.point(witness.line.end)
    said = [
        f"A straight line from {one.viewer} at {start} to {one.target} at {end} stays {kept} clear "
        "of everything on its way."
    ]
    if one.is_returned:
        said.append(f"It is {one.target}'s own line: the other sees it, and so it sees the other.")
    if fire.part is not None:
        size = f"{fire.part:.1f} x {fire.part:.1f} mm"
        least = f"; {one.needed:g} x {one.needed:g} mm are enough" if one.needed else ""
        who = one.viewer if one.is_returned else one.target
        said.append(f"The largest square of {who} in sight along it is {size}{least}.")
    if fire.hidden is not None and not one.is_returned:
        said.append(_hidden(one))
    return said


def _hidden(one: Sighting) -> str:
    share = one.fire.hidden or 0.0
    if share < 0.0005:
        return f"Nothing of {one.target} is hidden from there."
    named = [f"{b.piece} hides {b.share:.0%}" for b in one.fire.blockers if b.share >= 0.005]
    by = f": {words.listed(named)}" if named else ""
    much = "under 1%" if share < 0.01 else f"{share:.0%}"
    return f"From there {much} of it is hidden{by}."


def _cover(one: Sighting) -> list[str]:
    cover: Cover | None = one.cover
    if cover is None:
        return []
    if cover.outcome is Outcome.YES:
        named = words.listed([f"{piece} ({share:.0%})" for piece, share in cover.pieces])
        return [f"Partial cover: YES, in contact with {named}, which hides that much of it."]
    if cover.touches:
        named = words.listed(list(cover.touches))
        return [f"Partial cover: NO; it touches {named}, which hides too little of it or nothing."]
    return ["Partial cover: NO; it touches no scenery."]


def _margin(one: Sighting) -> list[str]:
    margin = one.margin
    if margin is None:
        return []
    other = "not be seen" if one.outcome is Outcome.YES else "be seen"
    if margin.toward is None:
        return [f"No sideways move of {one.target} by up to {abs(margin.mm):g} mm changes that."]
    way = f"{margin.toward:.0f} degrees ({words.compass(margin.toward)})"
    return [f"Moved {words.length(abs(margin.mm))} at {way}, {one.target} would {other}."]


def _matrix(found: Sightings) -> list[str]:
    """A table of viewers and targets, and below it how many NOs are proved."""
    names = found.troopers
    short = _short(names)
    wide = max([len(one) for one in short.values()] + [6])
    columns = {name: max(len(short[name]), 3) for name in names}
    lines = [
        "Who sees whom: a row looks, a column is looked at (yes; - no; ? undecided; * close).",
        "",
    ]
    lines.append(" " * (wide + 4) + "  ".join(f"{short[n]:>{columns[n]}}" for n in names))
    for viewer in names:
        cells = []
        for target in names:
            one = found.between(viewer, target)
            mark = "" if one is None else _MARKS[one.outcome] + ("*" if one.close_call else "")
            cells.append(f"{mark or '.':>{columns[target]}}")
        lines.append(f"  {short[viewer]:<{wide}}  " + "  ".join(cells))
    searched = [one for one in found.sightings if one.fire.method == "searched"]
    proved = sum(one.fire.method in ("flat blocker", "arc") for one in found.sightings)
    seen = sum(one.outcome is Outcome.YES for one in found.sightings)
    said = (
        f"{words.count(seen, 'clear line')}, {words.count(proved, 'NO', 'NOs')} by one flat "
        "blocker or because the target lies behind, "
        f"{words.count(len(searched), 'pair')} searched."
    )
    numbered = [
        f"{said} is {name}"
        for name, said in short.items()
        if said != name and not said.endswith("...")
    ]
    key = ["", *wrapped(f"{'; '.join(numbered)}.")] if numbered else []
    return [*lines, *key, "", *wrapped(said)]


def _short(names: Sequence[str]) -> dict[str, str]:
    """Names that fit a column; those that would be alike by number, as in ``#1``."""
    cut = {name: name if len(name) <= _LIMIT else f"{name[: _LIMIT - 3]}..." for name in names}
    times = Counter(cut.values())
    free = (f"#{number}" for number in count(1) if f"#{number}" not in names)
    return {
        name: next(free) if times[said] > 1 and said != name else said for name, said in cut.items()
    }
